"""Which concepts the scenarios really need: each is switched off, and some scenario must notice."""

from __future__ import annotations

from collections.abc import Iterable

from rulesite.engine.eras.concepts import CONCEPTS

from .model import Scenario
from .outcome import HOLDS
from .scenario_errors import ScenarioError
from .verdict import run


def notices(scenario: Scenario, concept: str) -> bool:
    """Whether a scenario does not hold any more once a concept is switched off."""
    try:
        return run(scenario, without=[concept]).outcome != HOLDS
    except ScenarioError:
        return True


def concept_table(scenarios: Iterable[Scenario], every: bool = True) -> dict[str, list[str]]:
    """For each concept the names of the scenarios that fail without it.

    Only scenarios in which the engine asks about a concept are tried with it switched off: the others cannot change.
    With ``every`` false the first scenario that notices is enough, which is much faster. A concept with an empty list
    is exercised by nothing.
    """
    asked = {scenario.name: (scenario, set(run(scenario).asked)) for scenario in scenarios}
    table: dict[str, list[str]] = {}
    for concept in CONCEPTS:
        found: list[str] = []
        for name, (scenario, concepts) in asked.items():
            if concept in concepts and notices(scenario, concept):
                found.append(name)
                if not every:
                    break
        table[concept] = found
    return table


def unexercised(table: dict[str, list[str]]) -> list[str]:
    """The concepts that no scenario needs."""
    return [concept for concept, names in table.items() if not names]
