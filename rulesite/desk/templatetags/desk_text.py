"""Tags and filters of the desk's pages."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.corrections import diff_html

register = template.Library()


@register.simple_tag
def difference(before: str, now: str) -> SafeString:
    """Two texts as one, with deletions struck out and insertions underlined."""
    return diff_html(before, now)
