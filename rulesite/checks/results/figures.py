"""Figures: the number of examples with each outcome, of an edition or a chapter, and the reasons of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q

from rulesite.checks.results.status import NO_SCENARIO, NOT_MODELLED, NOT_PLAYED, OUTCOMES, Standing
from rulesite.rulebook.models import Edition, Example


@dataclass
class Figures:
    """The counts of one edition or of one chapter."""

    label: str
    key: str = ""
    counts: Counter[str] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)
    outcomes: tuple[str, ...] = OUTCOMES

    def add(self, standing: Standing) -> None:
        """Count one example."""
        self.counts[standing.outcome] += 1
        if standing.outcome == NOT_MODELLED or (standing.outcome == NO_SCENARIO and standing.why):
            self.why[standing.why] += 1

    @property
    def total(self) -> int:
        """The number of all examples."""
        return self.counts.total()

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """The reasons why examples are not modelled, the most frequent first."""
        return self.why.most_common()

    @property
    def row(self) -> list[tuple[str, int]]:
        """Each outcome with its count, in the order of the columns."""
        return [(outcome, self.counts[outcome]) for outcome in self.outcomes]

    @property
    def bar(self) -> list[tuple[str, int, int]]:
        """Each outcome with the beginning and the length of its segment in a bar of 100.

        >>> Figures("1", counts=Counter({"holds": 1, "no scenario": 3})).bar[0]
        ('holds', 0, 25)
        """
        parts, counted = [], 0
        for outcome, count in self.row:
            start, end = round(100 * counted / self.total), round(100 * (counted + count) / self.total)
            parts.append((outcome, start, end - start))
            counted += count
        return parts


def outcomes_of(rows: Iterable[Figures]) -> tuple[str, ...]:
    """The outcomes to show; "not yet played" only if some figures have it; also sets them on all figures."""
    rows = list(rows)
    unplayed = any(figures.counts[NOT_PLAYED] for figures in rows)
    outcomes = tuple(outcome for outcome in OUTCOMES if unplayed or outcome != NOT_PLAYED)
    for figures in rows:
        figures.outcomes = outcomes
    return outcomes


def figures_of_editions() -> list[Figures]:
    """The counted figures of every edition with examples, in the order of the books.

    In an edition that has not been counted yet, all examples are "not yet played".
    """
    result = []
    for edition in Edition.objects.select_related("document", "tally").defer("introduction"):
        if hasattr(edition, "tally"):
            counts, why = Counter(edition.tally.outcomes), Counter(edition.tally.why)
        else:
            printed = Example.objects.filter(Q(version__edition=edition) | Q(term__edition=edition)).count()
            counts, why = Counter({NOT_PLAYED: printed}), Counter()
        result.append(Figures(edition.address, edition.address, counts, why))
    return [figures for figures in result if figures.total]
