"""Storing: what each edition was stored from, by which those are known that are to be read again."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import QuerySet

from ingest import made
from rulesite.rulebook.models import Edition, Source

_STAGE = "store"
_CODE = (
    *(
        f"ingest/{name}.py"
        for name in (
            "edition_rows", "html", "ledger", "load", "marked_up_words", "marks", "merge", "reader", "source", "tree",
        )
    ),
    "ingest/dialects",
    "rulesite/rulebook/linking.py",
    "rulesite/text",
)  # fmt: skip
"""What an edition is made by, beside its sources."""


def key(edition: Edition) -> str:
    """What an edition is stored from: its sources, and the code that reads, merges and links them."""
    return _keys(edition.sources.all()).get(edition.pk, _key([]))


def stale() -> list[Edition]:
    """The editions that were stored from other sources, or by other code, than they would be today."""
    stored, wanted = made.keys(_STAGE), _keys(Source.objects.all())
    editions = Edition.objects.select_related("document").order_by("document", "effective")
    return [edition for edition in editions if stored.get(edition.address) != wanted.get(edition.pk, _key([]))]


def _keys(sources: QuerySet[Source]) -> dict[int, str]:
    """What editions are stored from, by their primary keys, from all sources of each."""
    columns = ("sha256", "name", "title", "dialect", "rank", "known_from", "extent_said")
    of: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for edition, *facts in sources.order_by("sha256").values_list("edition", *columns):
        of[edition].append(tuple(facts))
    return {edition: _key(rows) for edition, rows in of.items()}


def _key(sources: list[tuple[Any, ...]]) -> str:
    return made.digest(made.code(*_CODE), sources)


def note(edition: Edition) -> None:
    """Say that an edition stands as its sources have it."""
    made.note(_STAGE, edition.address, key(edition))


def forget(edition: Edition) -> None:
    """Say that an edition is to be stored again from its sources."""
    made.forget(_STAGE, [edition.address])
