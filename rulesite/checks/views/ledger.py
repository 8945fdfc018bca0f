"""The public ledger of worked examples: how many hold, are contradicted, are not modelled and why, have no scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.checks.models import Scenario
from rulesite.checks.standing import NO_SCENARIO, NOT_MODELLED, OUTCOMES, Standing, standings
from rulesite.rulebook.models import Edition, Library, RuleVersion


@dataclass
class Tally:
    """Counts of one edition or of one chapter."""

    label: str
    key: str = ""
    counts: Counter[str] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)

    def add(self, standing: Standing) -> None:
        """Count one example."""
        self.counts[standing.outcome] += 1
        if standing.outcome == NOT_MODELLED or (standing.outcome == NO_SCENARIO and standing.why):
            self.why[standing.why] += 1

    @property
    def total(self) -> int:
        """All examples."""
        return self.counts.total()

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """Why examples are not modelled, the commonest first."""
        return self.why.most_common()

    @property
    def row(self) -> list[tuple[str, int]]:
        """Each outcome with its count, in the order of the columns."""
        return [(outcome, self.counts[outcome]) for outcome in OUTCOMES]

    @property
    def bar(self) -> list[tuple[str, int, int]]:
        """Each outcome with the beginning and the length of its part of a bar of 100.

        >>> Tally("1", counts=Counter({"holds": 1, "no scenario": 3})).bar
        [('holds', 0, 25), ('contradicted', 25, 0), ('not modelled', 25, 0), ('no scenario', 25, 75)]
        """
        parts, done = [], 0
        for outcome, count in self.row:
            start, end = round(100 * done / self.total), round(100 * (done + count) / self.total)
            parts.append((outcome, start, end - start))
            done += count
        return parts


def ledger(request: HttpRequest) -> HttpResponse:
    """All editions; one of them by chapter, with its examples, where one is asked for."""
    library = Library.current()
    context: dict[str, object] = {"outcomes": OUTCOMES, "problems": Scenario.objects.exclude(problem="")}
    if library is not None:
        context["editions"] = _editions(library.pk, library.publication, library.revision, library.changed)
    address = request.GET.get("edition", "")
    if address:
        try:
            edition = Edition.at(address)
        except Edition.DoesNotExist as error:
            raise Http404(str(error)) from None
        found = standings([edition])
        known = [standing for standing in found if standing.known]
        outcome = request.GET.get("outcome", "")
        context |= {
            "edition": edition,
            "chapters": _chapters(edition, found),
            "known": known,
            "all": len(found),
            "outcome": outcome,
            "among": [(each, count) for each in OUTCOMES if (count := sum(row.outcome == each for row in known))],
            "shown": [standing for standing in known if outcome in ("", standing.outcome)],
        }
    return render(request, "checks/ledger.html", context)


@lru_cache(maxsize=2)
def _editions(library: int, publication: int, revision: int, changed: datetime) -> list[Tally]:
    """The tally of every edition with examples; kept until the library changes."""
    tallies: dict[str, Tally] = {}
    for standing in standings():
        address = f"{standing.example.document}/{standing.example.edition}"
        tallies.setdefault(address, Tally(address, address)).add(standing)
    return list(tallies.values())


def _chapters(edition: Edition, found: Iterable[Standing]) -> list[Tally]:
    """The same by chapter of one edition."""
    chapters = list(
        RuleVersion.objects.filter(edition=edition, parent__isnull=True)
        .order_by("position")
        .values_list("position", "number", "title")
    )
    tallies: dict[str, Tally] = {}
    for standing in found:
        place = standing.example.position
        before = [row for row in chapters if row[0] <= place]
        if standing.example.rule.startswith("glossary/"):
            key, label = "glossary", "Glossary"
        elif before:
            key, label = before[-1][1], f"{before[-1][1]} {before[-1][2]}".strip()
        else:
            key, label = "?", "before the first chapter"
        tallies.setdefault(key, Tally(label, key)).add(standing)
    return list(tallies.values())
