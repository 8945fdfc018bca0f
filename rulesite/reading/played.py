"""What the engine plays of a rule: its games, its concepts, and the games in which it was at work."""

from __future__ import annotations

from datetime import date

from rulesite.checks.models import Concept, Scenario, showing
from rulesite.reading.freshness import keep
from rulesite.rulebook.models import Library, RuleVersion

RULES = "cr"
"""The document whose rules the engine follows."""


def concepts_of(version: RuleVersion, library: Library | None) -> list[Concept]:
    """The concepts of the engine that a rule of the Comprehensive Rules is behind, in its edition."""
    edition = version.edition
    if edition.document.slug != RULES or not version.number:
        return []
    return _concepts(library, edition.effective).get(version.number, [])


def games_of(version: RuleVersion, library: Library | None) -> list[Scenario]:
    """The scenarios of a rule's own examples, and those that cite the rule without one."""
    edition = version.edition
    return showing.games_of(version, _cited(library).get((edition.document.slug, edition.slug, version.key), ()))


def games_at_work(version: RuleVersion, library: Library | None) -> list[showing.AtWork]:
    """The games, under the rules of the edition's day, in which the engine cites the rule."""
    return showing.games_at_work(version, concepts_of(version, library))


@keep
def _concepts(day: date) -> dict[str, list[Concept]]:
    return showing.concepts_on(day)


@keep
def _cited() -> dict[tuple[str, str, str], list[int]]:
    return showing.cited_places()
