"""Templates as Django has them, but that what a page was made of is given back as soon as it is written.

Django leaves a ring behind each page that it renders: the context holds the values of the page, and these hold the
context.  A page of ours is made of half a megabyte, so between two looks for rings a process would hold tens of them.

Nor may the context of a page have a key of a name that every page has by itself (`SITEWIDE`): it would hide it from the
frame of the site, whose templates then show what is not so.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends import django as backend
from django.template.context import make_context
from django.utils.safestring import SafeString

from rulesite.reading.context import NAME

SITEWIDE = frozenset({"request", "user", "perms", "messages", "DEFAULT_MESSAGE_LEVELS", NAME})
"""The keys that the context processors of the settings give."""


class ShadowedKeyError(Exception):
    """The context of a page has a key that every page has by itself."""


class Template(backend.Template):
    """A template that forgets its context when it is rendered."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        """The page; raises ShadowedKeyError where its context would hide what every page knows."""
        if request is not None and (shadowed := SITEWIDE.intersection(context or ())):
            names = ", ".join(sorted(shadowed))
            raise ShadowedKeyError(f"{self.template.name}: {names}: what every page has, give it another name")
        held = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(held)
        except TemplateDoesNotExist as missing:
            backend.reraise(missing, self.backend)
        finally:
            held.dicts.clear()


class Templates(backend.DjangoTemplates):
    """Django's engine, with templates of ours."""

    def from_string(self, template_code: str) -> Template:
        """A template that is given."""
        return Template(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> Template:
        """A template of that name; raises TemplateDoesNotExist."""
        try:
            return Template(self.engine.get_template(template_name), self)
        except TemplateDoesNotExist as missing:
            backend.reraise(missing, self)
