"""Templates as Django has them, but that what a page was made of is given back as soon as it is written.

Django leaves a ring behind each page that it renders: the context holds the values of the page, and these hold the
context.  A page of ours is made of half a megabyte, so between two looks for rings a process would hold tens of them.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends import django as backend
from django.template.context import make_context
from django.utils.safestring import SafeString


class Template(backend.Template):
    """A template that forgets its context when it is rendered."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        """The page."""
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
