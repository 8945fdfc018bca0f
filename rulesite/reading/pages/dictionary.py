"""The dictionary of phrases for its page: each pair with its evidence, as links to the rules before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.db.models.functions import Substr, Upper
from django.urls import get_script_prefix

from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Edition, PhrasePair

Link = tuple[str, str]
"""The label and URL of a link; "" if its target is not in the library."""


@dataclass(frozen=True)
class Step:
    """A step between editions that shows a pair: the editions, the number of sentences, rules with their successors."""

    earlier: Link
    later: Link
    sentences: int
    places: tuple[tuple[Link, Link], ...]


@dataclass(frozen=True)
class Entry:
    """A pair with its evidence; a pair from a glossary has one step, from its edition to itself."""

    pair: PhrasePair
    since: Link
    steps: tuple[Step, ...]

    @property
    def learned(self) -> bool:
        """Whether sentences show it, and not a glossary alone."""
        return self.pair.basis == PhrasePair.Basis.DESCENT


def pairs(*, by_words: bool = False, letter: str = "") -> QuerySet[PhrasePair]:
    """The pairs not struck out by a maintainer, the surest first or by their words; all, or those with an initial."""
    rows = PhrasePair.objects.not_struck()
    if letter:
        rows = rows.filter(old__istartswith=letter)
    return rows.order_by(*(["old", "new", "basis"] if by_words else ["-sentences", "old", "new", "basis"]))


def letters() -> list[str]:
    """The initial letters of the phrases."""
    firsts = pairs().order_by().annotate(first=Upper(Substr("old", 1, 1))).values_list("first", flat=True)
    return sorted(set(firsts))


def entries(found: Sequence[PhrasePair]) -> Iterator[Entry]:
    """Some pairs with their evidence."""
    addresses = {edition.address for edition in Edition.objects.select_related("document")}
    for pair in found:
        steps = tuple(
            Step(
                _edition(step["earlier"], addresses),
                _edition(step["later"], addresses),
                step["sentences"],
                tuple(
                    (_place(step["earlier"], old, addresses), _place(step["later"], new, addresses))
                    for old, new in step["places"]
                ),
            )
            for step in pair.evidence
        )
        yield Entry(pair, _edition(pair.since, addresses), steps)


def _edition(address: str, held: set[str]) -> Link:
    return address.rpartition("/")[2], f"{get_script_prefix()}{address}/" if address in held else ""


def _place(address: str, key: str, held: set[str]) -> Link:
    """A link to a provision or a glossary entry of an edition."""
    path = f"{get_script_prefix()}{address}/"
    kind, _, slug = key.partition("/")
    label, url = (f"glossary: {slug}", f"{path}{key}/") if kind == "glossary" else (key, rule_url(path, key))
    return label, url if address in held else ""
