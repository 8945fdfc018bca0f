"""The rules whose words a proposed edition changes: against its published reading, or else the edition before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ingest.staging import tables
from ingest.staging.db_copies import Joined
from rulesite.rulebook.descent import comparison
from rulesite.rulebook.models import Descent, Edition, RuleVersion

Texts = dict[str, str]
"""Heading and text of each rule, by key, in the order of the book."""
_EXCERPT = 1_500
"""Maximum characters shown of a text."""


def published_texts(public: Joined, address: str) -> Texts:
    """The texts of an edition as published."""
    slug, _, day = address.partition("/")
    version, wording, edition, document = (
        f"{public.main}.{tables.table(f'rulebook.{name}')}"
        for name in ("RuleVersion", "Wording", "Edition", "Document")
    )
    rows = public.execute(
        f"SELECT v.key, v.title, w.text FROM {version} v JOIN {edition} e ON e.id = v.edition_id "
        f"JOIN {document} d ON d.id = e.document_id LEFT JOIN {wording} w ON w.id = v.wording_id "
        "WHERE d.slug = ? AND e.effective = ? ORDER BY v.position",
        (slug, day),
    )
    return {key: _joined(title, text) for key, title, text in rows.fetchall()}


def changed(edition: Edition, earlier: Edition | None, published: Texts | None) -> Iterator[dict[str, Any]]:
    """A row for each rule with other words than before: its key, the number before, and both texts.

    ``published`` are the texts of its published reading; without one it is compared with the edition ``earlier``.
    """
    if published is not None:
        yield from _reread(edition, published)
    elif earlier is not None:
        yield from _since(earlier, edition)


def _reread(edition: Edition, published: Texts) -> Iterator[dict[str, Any]]:
    rows = RuleVersion.objects.filter(edition=edition).order_by("position")
    now = {key: _joined(title, text) for key, title, text in rows.values_list("key", "title", "wording__text")}
    for key in [*now, *(key for key in published if key not in now)]:
        if now.get(key) != published.get(key):
            yield _row(key, key if key in published else "", published.get(key, ""), now.get(key, ""))


def _since(earlier: Edition, edition: Edition) -> Iterator[dict[str, Any]]:
    changes = [
        change
        for change in comparison.changes(earlier, edition)
        if change.kind != Descent.Kind.CONTINUES and not change.only_references
    ]
    sides = [version for change in changes for version in (*change.earlier, *change.later)]
    texts = comparison.texts_of(version.wording for version in sides)
    for change in changes:
        before, now = (
            "\n".join(_joined(version.title, texts[version.wording]) for version in side)
            for side in (change.earlier, change.later)
        )
        keys = [", ".join(version.key for version in side) for side in (change.earlier, change.later)]
        if before != now:
            yield _row(keys[1] or keys[0], keys[0], before, now)


def _row(key: str, was: str, before: str, now: str) -> dict[str, Any]:
    return {"key": key, "was": was, "before": before[:_EXCERPT], "now": now[:_EXCERPT]}


def _joined(title: str, text: str | None) -> str:
    return "\n".join(part for part in (title, text) if part)
