"""Comparison cache: an example is compared with a scenario's known words once for all editions that print it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property

from rulesite.checks.examples import Printed
from rulesite.checks.models.comparisons import Comparison, Differences, Explained
from rulesite.rulebook.models import Wording
from rulesite.text.paraphrasing import Sayings

Cited = Mapping[str, int]
"""The threads of the rules that some words cite, by number."""
_FINGERPRINT_LENGTH = 16
"""The length of a fingerprint."""
_BATCH = 500


class Comparisons:
    """Results of comparing texts, stored and new, for reuse when the next edition arrives.

    ``said`` has for each scenario a key of the sayings that matter for its words; results under another key are
    discarded.
    """

    def __init__(self, sayings: Sayings, said: Mapping[int, str]) -> None:
        self._sayings = sayings
        self._said = said
        self._found: Explained = {}
        """Results of this run, for all scenarios with the same known words."""
        self._new: dict[int, Explained] = defaultdict(dict)

    def differences(self, scenario: int, known: str, example: Printed, home: Cited, here: Cited) -> Differences | None:
        """The explained differences of an example from a scenario's known words; None if any is unexplained.

        ``home`` and ``here`` are the citations of the scenario's words at their position and of the example at its own.
        """
        cited = (sorted(home.items()), sorted(here.items())) if here else ()
        digest = hashlib.sha256(repr((known, example.text, cited)).encode()).hexdigest()
        name = f"{example.fingerprint}{digest[:_FINGERPRINT_LENGTH]}"
        stored = self._held.get(scenario, {})
        if name in stored:
            return stored[name]
        if name not in self._found:
            explanation = self._sayings.explain(
                known, example.text, lambda one, other: one in home and home[one] == here.get(other)
            )
            self._found[name] = None if explanation is None else [asdict(difference) for difference in explanation]
        self._new[scenario][name] = self._found[name]
        return self._found[name]

    @cached_property
    def _held(self) -> dict[int, Explained]:
        """The stored results that are still valid, by scenario."""
        rows = Comparison.objects.filter(scenario__in=list(self._said))
        return {row.scenario_id: row.explained for row in rows if row.said == self._said[row.scenario_id]}

    def keep(self) -> None:
        """Store the new results; delete those for words that are no longer printed."""
        if not self._new:
            return
        explained = {scenario: self._held.get(scenario, {}) | new for scenario, new in self._new.items()}
        prints = sorted({name[:_FINGERPRINT_LENGTH] for by_name in explained.values() for name in by_name})
        printed: set[str] = set()
        for start in range(0, len(prints), _BATCH):
            wordings = Wording.objects.filter(fingerprint__in=prints[start : start + _BATCH])
            printed.update(wordings.order_by().values_list("fingerprint", flat=True))
        rows = []
        for scenario, by_name in explained.items():
            row = Comparison(scenario_id=scenario, said=self._said[scenario])
            row.explained = {name: stored for name, stored in by_name.items() if name[:_FINGERPRINT_LENGTH] in printed}
            rows.append(row)
        Comparison.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["scenario"], update_fields=["said", "packed"], batch_size=100
        )
        self._new.clear()
