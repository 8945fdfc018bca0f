"""The filter for Markdown from maintainers."""

from django import template

from rulesite.reading import markdown

register = template.Library()
register.filter("markdown", markdown.render)
