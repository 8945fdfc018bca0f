"""Tags for module scripts in a page's head."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulesite.reading.staticfiles import imported

register = template.Library()


@register.simple_tag
def module(script: str) -> SafeString:
    """A module script, with preload links for all that it imports, so that all are fetched in one round trip."""
    needed = [(static(name),) for name in imported(script)]
    preloads = format_html_join("\n", '<link rel="modulepreload" href="{}">', needed)
    return format_html('{}\n<script type="module" src="{}"></script>', preloads, static(script))
