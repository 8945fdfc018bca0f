"""Edit conflicts: detect that somebody else saved a row since a person opened its page in the admin.

The person is told who saved it, and overwrites those edits only by saving again. Corrections have a check of their own,
word by word (`rulesite.rulebook.admin.corrections`).
"""

from __future__ import annotations

import hashlib
from typing import Any

from django import forms
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.forms.models import model_to_dict
from django.http import HttpRequest

FIELD = "_seen"
"""The posted field with the state of the row that the page showed."""


class ConflictForm:
    """A mixin for forms that refuses to save over a state of the row that the page did not show."""

    instance: Model
    data: Any
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored = model_to_dict(self.instance, fields=list(self.fields))
        self.seen = state(self.stored)

    def clean(self) -> Any:
        """The cleaned data, unless somebody has saved the row since the page was opened."""
        cleaned = super().clean()  # type: ignore[misc]
        if self.data.get(FIELD, self.seen) != self.seen:
            self.add_error(None, _conflict_message(self.instance, self.stored))  # type: ignore[attr-defined]
        return cleaned


class ConflictAdmin:
    """A mixin for admins whose pages save only over the state they showed."""

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form class with the check of the stored state."""
        form = super().get_form(request, obj, change=change, **kwargs)  # type: ignore[misc]
        return type(form)(form.__name__, (ConflictForm, form), {"__module__": form.__module__}) if change else form


def state(values: dict[str, Any]) -> str:
    """A digest of a row's stored values; equal for equal values.

    >>> state({"title": "About"}) == state({"title": "About"}) != state({"title": "Other"})
    True
    """
    fields = [(name, [row.pk for row in value] if isinstance(value, list) and value and isinstance(value[0], Model)
             else value) for name, value in sorted(values.items())]  # fmt: skip
    return hashlib.blake2b(repr(fields).encode(), digest_size=12).hexdigest()


def _conflict_message(row: Model, stored: dict[str, Any]) -> str:
    """A message on who saved it last, and the stored values in short."""
    entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk)
    ).select_related("user")
    last = entries.order_by("-action_time", "-pk").first()
    who = last.user.get_username() if last else "Another user"
    values_now = "; ".join(f"{name.replace('_', ' ')}: {str(value)[:80]}" for name, value in stored.items() if value)
    return (
        f"{who} has saved this since you opened it. Your text is below and is not saved; "
        f"save again to replace the stored values ({values_now})."
    )
