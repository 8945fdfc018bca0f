"""What the engine plays of a rule: its games, its concepts, and the games in which it was at work."""

from __future__ import annotations

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
    named = _concepts(library).get(version.number, ())
    return [concept for concept in named if concept.number_on(edition.effective) == version.number]


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
