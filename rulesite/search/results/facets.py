"""Facets: by which documents, editions and kinds a search can be narrowed, and to how many rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulesite.search.searcher import Searcher


@dataclass(frozen=True)
class Facet:
    """A value to narrow a search by, and how many rules it would leave."""

    value: str
    label: str
    count: int


def facets_of(
    library: Searcher, matches: Iterable[tuple[int, float]], documents: int, editions: int, kind: str
) -> dict[str, tuple[Facet, ...]]:
    """How many rules each value of each filter would leave, the other filters as they are."""
    records = library.records
    by_family: dict[int, int] = {}
    by_kind: dict[str, set[int]] = {}
    shown = documents & editions
    for number, _ in matches:
        record = records[number]
        if record.editions & shown:
            by_kind.setdefault(record.kind, set()).add(record.family)
        if not kind or record.kind == kind:
            by_family[record.family] = by_family.get(record.family, 0) | record.editions
    held = library.editions
    edition_counts = {
        number: count for number, count in enumerate(_counts(by_family.values())) if documents >> number & 1
    }
    document_counts = {
        document: sum(1 for mask in by_family.values() if mask & own & editions)
        for document, own in library.document_masks.items()
    }
    titles = {edition.document: edition.title for edition in held}
    return {
        "documents": tuple(
            Facet(slug, titles[slug], document_counts[slug]) for slug in titles if document_counts[slug]
        ),
        "editions": tuple(
            Facet(held[number].address, f"{held[number].short_title} {held[number].date}", count)
            for number, count in sorted(edition_counts.items(), key=lambda item: _in_list(library, item[0]))
            if count
        ),
        "kinds": tuple(
            Facet(name, name, len(families))
            for name, families in sorted(by_kind.items(), key=lambda item: (-len(item[1]), item[0]))
        ),
    }


def _in_list(library: Searcher, number: int) -> tuple[int, int]:
    """Where an edition stands in a list: by document, then newest first."""
    return library.first_of(number), -number


def _counts(sets: Iterable[int]) -> list[int]:
    """In how many sets each edition is, all editions counted at once: digit by digit, as one adds in columns.

    >>> _counts([0b101, 0b100, 0b110])
    [1, 1, 3]
    """
    digits: list[int] = []
    for carried in sets:
        for place, digit in enumerate(digits):
            digits[place], carried = digit ^ carried, digit & carried
            if not carried:
                break
        if carried:
            digits.append(carried)
    most = max((digit.bit_length() for digit in digits), default=0)
    return [sum((digit >> number & 1) << place for place, digit in enumerate(digits)) for number in range(most)]
