"""What the engine plays of a rule: its games, its concepts, and the games in which it was at work."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

import rulesite.checks.showing as showing
from rulesite.checks.models import Concept, Scenario
from rulesite.reading.freshness import keep
from rulesite.rulebook.models import Library, RuleVersion
from rulesite.text.numbering import RuleNumber

RULES = "cr"
"""The document whose rules the engine follows."""


class Played(NamedTuple):
    """Where the engine plays a rule that no concept of its own stands for.

    ``number`` is the rule above it by which the engine goes, and ``places`` the modules that play that one; or it is
    its own number, and ``places`` are the rooms of the engine in which the rules below it are played one by one.
    """

    number: str
    places: list[str]


def concepts_of(version: RuleVersion, library: Library | None) -> list[Concept]:
    """The concepts of the engine that a rule of the Comprehensive Rules is behind, in its edition."""
    edition = version.edition
    if edition.document.slug != RULES or not version.number:
        return []
    return _behind(version.number, edition.effective, library)


def played_by_others(version: RuleVersion, library: Library | None) -> Played | None:
    """Where the engine plays a rule by another, above it or below; None for one with a concept of its own, or none.

    The rule above counts first, up to the section: 508.1a is played where 508.1 is, and 508 where its rules are.
    """
    edition = version.edition
    number = RuleNumber.try_parse(version.number or "")
    if edition.document.slug != RULES or number is None or _behind(str(number), edition.effective, library):
        return None
    for above in map(str, _above(number)):
        if found := _behind(above, edition.effective, library):
            return Played(above, list(dict.fromkeys(module for concept in found for module in concept.modules)))
    rooms = {
        room
        for each in _concepts(library)
        if each.startswith(str(number)) and number in _above(RuleNumber.parse(each))
        for concept in _behind(each, edition.effective, library)
        for room in concept.rooms
    }
    return Played(str(number), sorted(rooms)) if rooms else None


def games_of(version: RuleVersion, library: Library | None, *, printed: bool = True) -> list[Scenario]:
    """The scenarios of a rule's own examples, and those that cite the rule without one.

    ``printed`` says whether it has examples of its own.
    """
    edition = version.edition
    citing = _cited(library).get((edition.document.slug, edition.slug, version.key), ())
    return showing.games_of(version, citing) if printed or citing else []


def games_at_work(version: RuleVersion, library: Library | None) -> list[showing.AtWork]:
    """The games, under the rules of the edition's day, in which the engine cites the rule."""
    return showing.games_at_work(version, concepts_of(version, library))


def _above(number: RuleNumber) -> Iterator[RuleNumber]:
    """The numbers above one, the nearest first, up to its section."""
    above = number.parent
    while above is not None and above.section is not None:
        yield above
        above = above.parent


def _behind(number: str, day: date, library: Library | None) -> list[Concept]:
    return [concept for concept in _concepts(library).get(number, ()) if concept.number_on(day) == number]


@keep
def _concepts() -> dict[str, list[Concept]]:
    """The concepts that the rule of a number was ever behind, in the order of the engine's table."""
    found: dict[str, list[Concept]] = {}
    for concept in Concept.objects.all():
        for number in dict.fromkeys(number for _, number in concept.since if number):
            found.setdefault(number, []).append(concept)
    return found


@keep
def _cited() -> dict[tuple[str, str, str], list[int]]:
    return showing.cited_places()
