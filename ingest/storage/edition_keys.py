"""Build keys of editions: which editions must be read again from their sources."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import QuerySet

from ingest import builds
from rulesite.rulebook.models import Edition, Source

_STAGE = "store"
_CODE = (
    *(
        f"ingest/{name}.py"
        for name in (
            "storage/edition_rows", "parsing/html", "document/ledger", "storage/loader", "parsing/markup",
            "parsing/marked_text", "parsing/merge", "parsing/reader", "document/source", "document/tree",
        )
    ),
    "ingest/dialects",
    "rulesite/rulebook/citations/linker.py",
    "rulesite/text",
)  # fmt: skip
"""The code that an edition depends on, beside its sources."""


def key(edition: Edition) -> str:
    """The build key of an edition: its sources, and the code that reads, merges and links them."""
    return _keys(edition.sources.all()).get(edition.pk, _key([]))


def stale() -> list[Edition]:
    """The editions stored from other sources, or by other code, than today's."""
    stored, required = builds.keys(_STAGE), _keys(Source.objects.all())
    editions = Edition.objects.select_related("document").order_by("document", "effective")
    return [edition for edition in editions if stored.get(edition.address) != required.get(edition.pk, _key([]))]


def _keys(sources: QuerySet[Source]) -> dict[int, str]:
    """The build keys of editions, by primary key, from all sources of each."""
    columns = ("sha256", "name", "title", "dialect", "rank", "known_from", "extent_said")
    of: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for edition, *facts in sources.order_by("sha256").values_list("edition", *columns):
        of[edition].append(tuple(facts))
    return {edition: _key(rows) for edition, rows in of.items()}


def _key(sources: list[tuple[Any, ...]]) -> str:
    return builds.digest(builds.code(*_CODE), sources)


def note(edition: Edition) -> None:
    """Record that an edition is up to date with its sources."""
    builds.note(_STAGE, edition.address, key(edition))


def forget(edition: Edition) -> None:
    """Record that an edition must be stored again from its sources."""
    builds.forget(_STAGE, [edition.address])
