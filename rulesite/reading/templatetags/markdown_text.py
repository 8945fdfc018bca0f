"""The filter for Markdown from maintainers."""

from django import template

from rulesite.reading.rendering import markdown

register = template.Library()
register.filter("markdown", markdown.render)
