"""What the engine implements of a rule: its games, its concepts, and the games that apply it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import rulesite.checks.results.badges as showing
from rulesite.checks.models import Concept, Scenario
from rulesite.reading.caching.memo import memoize
from rulesite.rulebook.models import Library, RuleVersion
from rulesite.text.numbering import RuleNumber

RULES = "cr"
"""The document whose rules the engine implements."""


class Played(NamedTuple):
    """Where the engine implements a rule that has no concept of its own.

    ``number`` is the rule above it that the engine implements, and ``places`` the modules of that one; or ``number`` is
    its own, and ``places`` are the packages of the engine that implement the rules below it one by one.
    """

    number: str
    places: list[str]


def concepts_of(version: RuleVersion, library: Library | None) -> list[Concept]:
    """The concepts of the engine that implement a rule of the Comprehensive Rules, in its edition."""
    edition = version.edition
    if edition.document.slug != RULES or not version.number:
        return []
    return _behind(version.number, edition.effective, library)


def played_by_others(version: RuleVersion, library: Library | None) -> Played | None:
    """Where the engine implements a rule through one above or below it; None for one with a concept, or if nowhere.

    A rule above counts first, up to the section: 508.1a is implemented with 508.1, and 508 with its rules.
    """
    edition = version.edition
    number = RuleNumber.try_parse(version.number or "")
    if edition.document.slug != RULES or number is None or _behind(str(number), edition.effective, library):
        return None
    for above in map(str, _above(number)):
        if concepts := _behind(above, edition.effective, library):
            return Played(above, list(dict.fromkeys(module for concept in concepts for module in concept.modules)))
    rooms = {
        room
        for cited in _concepts(library)
        if cited.startswith(str(number)) and number in _above(RuleNumber.parse(cited))
        for concept in _behind(cited, edition.effective, library)
        for room in concept.rooms
    }
    return Played(str(number), sorted(rooms)) if rooms else None


def games_of(version: RuleVersion, library: Library | None, *, printed: bool = True) -> list[Scenario]:
    """The scenarios of a rule's own examples, and those that cite the rule without an example.

    ``printed`` says whether the rule has examples of its own.
    """
    edition = version.edition
    citing = _cited(library).get((edition.document.slug, edition.slug, version.key), ())
    return showing.games_of(version, citing) if printed or citing else []


@dataclass(frozen=True)
class RuleGames:
    """The games of a rule: its own, and those in which the engine uses it."""

    own: list[Scenario]
    at_work: list[showing.AtWork]

    @property
    def count(self) -> int:
        """How many different games there are."""
        return len({game.slug for game in self.own} | {game.slug for game in self.at_work})


def all_games_of(version: RuleVersion, library: Library | None, *, printed: bool = True) -> RuleGames:
    """All games of a rule, for its panel and for every count of them; see `games_of`.

    The engine uses it in games under the rules of its edition's day.
    """
    at_work = showing.games_at_work(version, concepts_of(version, library))
    return RuleGames(games_of(version, library, printed=printed), at_work)


def _above(number: RuleNumber) -> Iterator[RuleNumber]:
    """The numbers above one, the nearest first, up to its section."""
    above = number.parent
    while above is not None and above.section is not None:
        yield above
        above = above.parent


def _behind(number: str, day: date, library: Library | None) -> list[Concept]:
    return [concept for concept in _concepts(library).get(number, ()) if concept.number_on(day) == number]


@memoize
def _concepts() -> dict[str, list[Concept]]:
    """The concepts behind each number that a rule ever had, in the order of the engine's table."""
    by_number: dict[str, list[Concept]] = {}
    for concept in Concept.objects.all():
        for number in dict.fromkeys(number for _, number in concept.since if number):
            by_number.setdefault(number, []).append(concept)
    return by_number


@memoize
def _cited() -> dict[tuple[str, str, str], list[int]]:
    return showing.cited_places()
