"""Comparing: an example laid beside the words that a scenario knows, once for all editions that print it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property

from rulesite.checks.models.comparisons import Comparison, Differences, Explained
from rulesite.checks.printed import Printed
from rulesite.rulebook.models import Wording
from rulesite.text.paraphrasing import Sayings

Cited = Mapping[str, int]
"""Which thread each rule is of that some words cite, by its number."""
_PRINT = 16
"""The characters of a fingerprint."""
_MANY = 500


class Comparisons:
    """What was found when texts were compared, and what is found now: known from one arrival of an edition to the next.

    ``said`` names, for each scenario by its key, all that may be said for what in its words; what was found under
    another name is found anew.
    """

    def __init__(self, sayings: Sayings, said: Mapping[int, str]) -> None:
        self._sayings = sayings
        self._said = said
        self._found: Explained = {}
        """Of this run, for all scenarios that know the same words."""
        self._new: dict[int, Explained] = defaultdict(dict)

    def differences(self, scenario: int, known: str, example: Printed, home: Cited, here: Cited) -> Differences | None:
        """How an example says in other words what a scenario knows; None where it says other things.

        ``home`` and ``here`` are what is cited where the scenario's words stand and where the example does.
        """
        cited = (sorted(home.items()), sorted(here.items())) if here else ()
        told = hashlib.sha256(repr((known, example.text, cited)).encode()).hexdigest()
        name = f"{example.fingerprint}{told[:_PRINT]}"
        held = self._held.get(scenario, {})
        if name in held:
            return held[name]
        if name not in self._found:
            found = self._sayings.explain(
                known, example.text, lambda one, other: one in home and home[one] == here.get(other)
            )
            self._found[name] = None if found is None else [asdict(difference) for difference in found]
        self._new[scenario][name] = self._found[name]
        return self._found[name]

    @cached_property
    def _held(self) -> dict[int, Explained]:
        """What was found before and holds, by scenario."""
        rows = Comparison.objects.filter(scenario__in=list(self._said))
        return {row.scenario_id: row.explained for row in rows if row.said == self._said[row.scenario_id]}

    def keep(self) -> None:
        """Keep what was found now; what was found of words that nobody prints any more goes."""
        if not self._new:
            return
        explained = {scenario: self._held.get(scenario, {}) | new for scenario, new in self._new.items()}
        asked = sorted({name[:_PRINT] for of in explained.values() for name in of})
        printed: set[str] = set()
        for at in range(0, len(asked), _MANY):
            some = Wording.objects.filter(fingerprint__in=asked[at : at + _MANY])
            printed.update(some.order_by().values_list("fingerprint", flat=True))
        rows = []
        for scenario, of in explained.items():
            row = Comparison(scenario_id=scenario, said=self._said[scenario])
            row.explained = {name: found for name, found in of.items() if name[:_PRINT] in printed}
            rows.append(row)
        Comparison.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["scenario"], update_fields=["said", "packed"], batch_size=100
        )
        self._new.clear()
