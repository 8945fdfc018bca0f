"""Facets: the documents, editions and kinds to filter a search by, with the number of rules for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulesite.search.searcher import Searcher


@dataclass(frozen=True)
class Facet:
    """A value to filter a search by, and how many rules would remain."""

    value: str
    label: str
    count: int


def facets_of(
    library: Searcher, matches: Iterable[tuple[int, float]], documents: int, editions: int, kind: str
) -> dict[str, tuple[Facet, ...]]:
    """The facets of each filter, counted with the other filters unchanged."""
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
    all_editions = library.editions
    edition_counts = {
        number: count for number, count in enumerate(_counts(by_family.values())) if documents >> number & 1
    }
    document_counts = {
        document: sum(1 for mask in by_family.values() if mask & own & editions)
        for document, own in library.document_masks.items()
    }
    titles = {edition.document: edition.title for edition in all_editions}
    return {
        "documents": tuple(
            Facet(slug, titles[slug], document_counts[slug]) for slug in titles if document_counts[slug]
        ),
        "editions": tuple(
            Facet(
                all_editions[number].address, f"{all_editions[number].short_title} {all_editions[number].date}", count
            )
            for number, count in sorted(edition_counts.items(), key=lambda item: _in_list(library, item[0]))
            if count
        ),
        "kinds": tuple(
            Facet(name, name, len(families))
            for name, families in sorted(by_kind.items(), key=lambda item: (-len(item[1]), item[0]))
        ),
    }


def _in_list(library: Searcher, number: int) -> tuple[int, int]:
    """The sort key of an edition in a list: by document, then newest first."""
    return library.first_of(number), -number


def _counts(sets: Iterable[int]) -> list[int]:
    """How many sets contain each edition; all editions are counted at once, binary digit by digit.

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
