"""A template engine that is Django's, but releases the context of a page as soon as it is rendered.

Django leaves a reference cycle behind each page that it renders: the context holds the values of the page, and these
hold the context. Our pages are made of half a megabyte, so between two garbage collections a process would hold tens of
them.

A page's context may not use the key that every page has (`SITEWIDE`): it would hide the site-wide context from the base
template, which would then show wrong things.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends import django as backend
from django.template.context import make_context
from django.utils.safestring import SafeString

from rulesite.reading.context_processors import NAME

SITEWIDE = frozenset({"request", "user", "perms", "messages", "DEFAULT_MESSAGE_LEVELS", NAME})
"""The keys that the context processors of the settings set."""


class ShadowedKeyError(Exception):
    """A page's context has the key of the site-wide context."""


class Template(backend.Template):
    """A template that releases its context once it is rendered."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        """The page. Raises ShadowedKeyError if its context would hide the site-wide one."""
        if request is not None and (shadowed := SITEWIDE.intersection(context or ())):
            names = ", ".join(sorted(shadowed))
            raise ShadowedKeyError(f"{self.template.name}: {names}: what every page has, give it another name")
        full_context = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(full_context)
        except TemplateDoesNotExist as missing:
            backend.reraise(missing, self.backend)
        finally:
            full_context.dicts.clear()


class Templates(backend.DjangoTemplates):
    """Django's engine, with this module's templates."""

    def from_string(self, template_code: str) -> Template:
        """A template from a string."""
        return Template(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> Template:
        """The template with a name. Raises TemplateDoesNotExist."""
        try:
            return Template(self.engine.get_template(template_name), self)
        except TemplateDoesNotExist as missing:
            backend.reraise(missing, self)
