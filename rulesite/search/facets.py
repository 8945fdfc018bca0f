"""Facets: by which documents, editions and kinds a search can be narrowed, and to how many rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rulesite.search.snapshot import Library


@dataclass(frozen=True)
class Facet:
    """A value to narrow a search by, and how many rules it would leave."""

    value: str
    label: str
    count: int


def facets_of(
    library: Library, matches: Iterable[tuple[int, float]], documents: int, editions: int, kind: str
) -> dict[str, tuple[Facet, ...]]:
    """How many rules each value of each filter would leave, the other filters as they are."""
    records, masks = library.catalogue.records, library.masks
    by_group: dict[int, int] = {}
    by_kind: dict[str, set[int]] = {}
    shown = documents & editions
    for number, _ in matches:
        record = records[number]
        mask = masks[number]
        if mask & shown:
            by_kind.setdefault(record.kind, set()).add(record.group)
        if not kind or record.kind == kind:
            by_group[record.group] = by_group.get(record.group, 0) | mask
    per_mask = Counter(by_group.values())
    held = library.catalogue.editions
    edition_counts: Counter[int] = Counter()
    document_counts: Counter[str] = Counter()
    for mask, count in per_mask.items():
        for document, own in library.document_masks.items():
            if mask & own & editions:
                document_counts[document] += count
        rest = mask & documents
        while rest:
            lowest = rest & -rest
            edition_counts[lowest.bit_length() - 1] += count
            rest ^= lowest
    titles = {edition.document: edition.title for edition in held}
    return {
        "documents": tuple(
            Facet(slug, titles[slug], document_counts[slug]) for slug in titles if document_counts[slug]
        ),
        "editions": tuple(
            Facet(held[number].address, f"{held[number].short_title} {held[number].date}", count)
            for number, count in sorted(edition_counts.items(), key=lambda item: _in_list(library, item[0]))
        ),
        "kinds": tuple(
            Facet(name, name, len(groups)) for name, groups in sorted(by_kind.items(), key=lambda item: -len(item[1]))
        ),
    }


def _in_list(library: Library, number: int) -> tuple[int, int]:
    """Where an edition stands in a list: by document, then newest first."""
    return library.newest[library.catalogue.editions[number].document], -number
