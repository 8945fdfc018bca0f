"""Places: stable names, which outlive the rows, for the words of an edition that a person can correct.

A place is an edition, the owner of the words in it (named as in the ledger), and its text or its heading.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from rulesite.rulebook.models import Correction, Edition, Example, GlossaryTerm, Part, RuleVersion

Row = RuleVersion | Example | GlossaryTerm
"""The rows with words: a provision, a labelled Example, a glossary entry."""

_GLOSSARY, _EXAMPLE = "glossary/", "/example/"


@dataclass(frozen=True)
class CorrectionTarget:
    """The address of words of an edition; ``owner`` as in `Correction`.

    >>> CorrectionTarget("cr/2006-10-01", "410.7/example/1").stands_in
    '410.7'
    """

    edition: str
    owner: str
    part: str = Part.TEXT.value

    @classmethod
    def of(cls, row: Row, part: str = Part.TEXT) -> CorrectionTarget:
        """The place of a row. Raises ValueError for an Example inside a text: it is part of its owner's words."""
        if isinstance(row, Example):
            if not row.labelled:
                raise ValueError(f"{row} is part of the text around it")
            edition, owner = _edition_and_key(holder(row))
            return cls(edition.address, f"{owner}{_EXAMPLE}{row.ordinal}", Part(part).value)
        edition, owner = _edition_and_key(row)
        return cls(edition.address, owner, Part(part).value)

    @classmethod
    def corrected_by(cls, correction: Correction) -> CorrectionTarget:
        """The place of a correction."""
        return cls(correction.edition, correction.owner, correction.part)

    @property
    def stands_in(self) -> str:
        """The provision or entry that the owner is, or that owns the Example."""
        return self.owner.partition(_EXAMPLE)[0]


def holder(row: Row) -> RuleVersion | GlossaryTerm:
    """The provision or glossary entry that a row is or belongs to."""
    if not isinstance(row, Example):
        return row
    owner = row.version or row.term
    if owner is None:
        raise ValueError(f"example {row.pk} belongs to nothing")
    return owner


def _edition_and_key(row: RuleVersion | GlossaryTerm) -> tuple[Edition, str]:
    return row.edition, row.key if isinstance(row, RuleVersion) else f"{_GLOSSARY}{row.slug}"


def shown(row: Row, part: str = Part.TEXT) -> str:
    """The shown words; "" if there are none."""
    if part == Part.TITLE:
        return row.title if isinstance(row, RuleVersion) else row.term if isinstance(row, GlossaryTerm) else ""
    return row.wording.text if row.wording else ""


def rows(places: Iterable[CorrectionTarget]) -> dict[CorrectionTarget, Row]:
    """The rows at some places that still exist; five queries for any number of them."""
    requested = set(places)
    if not requested:
        return {}
    by_address = {edition.address: edition for edition in _editions({place.edition for place in requested})}
    located = [(by_address[place.edition].pk, place) for place in requested if place.edition in by_address]
    editions, owners = {pk for pk, _ in located}, {place.stands_in for _, place in located}
    rows_by_owner: dict[tuple[int, str], Row] = {}
    versions = RuleVersion.objects.filter(edition__in=editions, key__in=owners)
    slugs = {owner.removeprefix(_GLOSSARY) for owner in owners if owner.startswith(_GLOSSARY)}
    terms = GlossaryTerm.objects.filter(edition__in=editions, slug__in=slugs)
    for row in (
        *versions.select_related("wording", "edition__document"),
        *(terms.select_related("wording", "edition__document") if slugs else ()),
    ):
        rows_by_owner[row.edition_id, _edition_and_key(row)[1]] = row
    for example in _examples(rows_by_owner, {place.stands_in for place in requested if _EXAMPLE in place.owner}):
        owner = holder(example)
        rows_by_owner[owner.edition_id, f"{_edition_and_key(owner)[1]}{_EXAMPLE}{example.ordinal}"] = example
    return {place: rows_by_owner[pk, place.owner] for pk, place in located if (pk, place.owner) in rows_by_owner}


def _examples(rows_by_owner: dict[tuple[int, str], Row], owners: set[str]) -> list[Example]:
    """The labelled Examples with these owners, each with its owner."""
    by_kind: dict[type[Row], dict[int, Row]] = defaultdict(dict)
    for (_, owner), row in rows_by_owner.items():
        if owner in owners:
            by_kind[type(row)][row.pk] = row
    examples = Example.objects.filter(labelled=True).select_related("wording").order_by("pk")
    both: list[Example] = []
    for model, name in ((RuleVersion, "version"), (GlossaryTerm, "term")):
        if by_kind[model]:
            for example in examples.filter(**{f"{name}__in": list(by_kind[model])}):
                setattr(example, name, by_kind[model][getattr(example, f"{name}_id")])
                both.append(example)
    return both


def _editions(addresses: set[str]) -> list[Edition]:
    days = set()
    for address in addresses:
        try:
            days.add(date.fromisoformat(address.rpartition("/")[2]))
        except ValueError:
            continue
    candidates = Edition.objects.filter(effective__in=days).select_related("document")
    return [edition for edition in candidates if edition.address in addresses]
