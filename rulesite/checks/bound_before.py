"""Bound before: what `Made` remembers of bindings, and which editions are not as they were when they were bound."""

from __future__ import annotations

from collections import Counter

from django.db.models import Count

from rulesite.checks.book import Book
from rulesite.checks.models import Binding
from rulesite.rulebook.models import Made

STAGE = "bind"
GAMES = "games/"
"""What the unit of a scenario begins with; that of an edition is its address."""


def bound_before() -> dict[str, str]:
    """What was bound, by unit."""
    return dict(Made.objects.filter(stage=STAGE).values_list("unit", "key"))


def changed_in(book: Book) -> set[str]:
    """The editions, of those of interest, whose examples or bindings are not as they were when they were bound."""
    made, counted = bound_before(), counts()
    return {address for address, key in book.keys.items() if made.get(address) != key_of(key, counted.get(address, 0))}


def counts() -> dict[str, int]:
    """How many bindings each edition has, by its address."""
    found: Counter[str] = Counter()
    for owner in ("version", "term"):
        edition = f"example__{owner}__edition"
        rows = Binding.objects.filter(**{f"example__{owner}__isnull": False}).order_by()
        for document, day, count in rows.values_list(f"{edition}__document__slug", f"{edition}__effective").annotate(
            count=Count("pk")
        ):
            found[f"{document}/{day}"] += count
    return found


def key_of(key: str, count: int) -> str:
    """What `Made` keeps for an edition: also how many bindings it had, for they go with their examples."""
    return f"{key}-{count}"
