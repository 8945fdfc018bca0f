"""Earlier bindings: the keys in `Made`, and the editions that have changed since."""

from __future__ import annotations

from collections import Counter

from django.db.models import Count

from rulesite.checks.binding.corpus import ExampleCorpus
from rulesite.checks.models import Binding
from rulesite.rulebook.models import Made

STAGE = "bind"
GAMES = "games/"
"""The prefix of a scenario's unit; an edition's unit is its address."""


def bound_before() -> dict[str, str]:
    """The stored keys, by unit."""
    return dict(Made.objects.filter(stage=STAGE).values_list("unit", "key"))


def changed_in(book: ExampleCorpus) -> set[str]:
    """The editions of interest whose examples or bindings have changed since they were bound."""
    keys_before, counted = bound_before(), counts()
    return {
        address
        for address, key in book.keys.items()
        if keys_before.get(address) != key_of(key, counted.get(address, 0))
    }


def counts() -> dict[str, int]:
    """The number of bindings of each edition, by address."""
    totals: Counter[str] = Counter()
    for owner in ("version", "term"):
        edition = f"example__{owner}__edition"
        rows = Binding.objects.filter(**{f"example__{owner}__isnull": False}).order_by()
        for document, day, count in rows.values_list(f"{edition}__document__slug", f"{edition}__effective").annotate(
            count=Count("pk")
        ):
            totals[f"{document}/{day}"] += count
    return totals


def key_of(key: str, count: int) -> str:
    """The stored key of an edition; it includes the number of bindings, as they are deleted with their examples."""
    return f"{key}-{count}"
