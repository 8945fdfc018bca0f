"""Standing: the status of every example of an edition, for the ledger, the command and the pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from rulesite.checks.examples import GLOSSARY, Printed, printed
from rulesite.checks.models import Binding, KnownGap, Outcome, Scenario, Tally, Verdict
from rulesite.checks.models.bindings import COUNTING
from rulesite.checks.models.verdicts import covering
from rulesite.checks.results.undated_editions import AFTER, UNDECIDED, BetweenEditions, day_after
from rulesite.rulebook.models import Edition, Example

HOLDS, CONTRADICTED, NOT_MODELLED = "holds", "contradicted", "not modelled"
NOT_PLAYED, NO_SCENARIO = "not yet played", "no scenario"
OUTCOMES = (HOLDS, CONTRADICTED, NOT_MODELLED, NOT_PLAYED, NO_SCENARIO)
_OF_OUTCOME = {Outcome.HOLDS: HOLDS, Outcome.CONTRADICTED: CONTRADICTED, Outcome.UNMODELLED: NOT_MODELLED}
_WORST = (CONTRADICTED, NOT_MODELLED, NOT_PLAYED, HOLDS)


class BoundScenario(NamedTuple):
    """A scenario bound to an example, with the kind of binding; see `Binding`."""

    scenario: Scenario
    state: str
    note: str
    differences: Sequence[dict[str, str]] = ()

    @property
    def counts(self) -> bool:
        """Whether the scenario's outcome applies to the example's present words."""
        return self.state in COUNTING


@dataclass
class Standing:
    """The status of an example of one edition under the rules it describes.

    If several scenarios each play a part of it, the worst of their outcomes counts. ``state`` is "other words" if all
    its scenarios were written for other words; so they prove nothing about the present words.
    """

    example: Printed
    outcome: str
    reason: str = ""
    state: str = ""
    bindings: list[BoundScenario] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def ruleset(self) -> str:
        """The day of the rules: the edition's, unless it says that it describes others."""
        return self.example.ruled.isoformat()

    @property
    def known(self) -> bool:
        """Whether it has any scenario or reason, even a scenario for other words."""
        return self.outcome not in (NO_SCENARIO, NOT_PLAYED) or bool(self.bindings)

    @property
    def games(self) -> list[tuple[str, str]]:
        """Address and title of each of its games, under the rules of the day if it was played under them."""
        days = {verdict.scenario_id: self._day_of(verdict) for verdict in self.verdicts}
        return [
            (
                binding.scenario.address_on(days[binding.scenario.pk])
                if binding.scenario.pk in days
                else binding.scenario.get_absolute_url(),
                binding.scenario.title,
            )
            for binding in self.bindings
        ]

    def _day_of(self, verdict: Verdict) -> str:
        """The day under whose rules a game was played: its own, or a later one that the edition's text points to."""
        return self.ruleset if verdict.covers(self.example.ruled) else verdict.since.isoformat()

    @property
    def reworded(self) -> list[BoundScenario]:
        """The bindings with notes on differences from the scenario's words, or that only the first words match."""
        states = (Binding.State.REWORDED, Binding.State.FIRST_WORDS)
        return [binding for binding in self.bindings if binding.state in states]

    @property
    def why(self) -> str:
        """A short reason, for counting."""
        return self.state or cause(self.reason)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for `check_examples --json`."""
        example, records = self.example, [verdict.transcript.record for verdict in self.verdicts]
        return {
            "edition": f"{example.document}/{example.edition}", "rule": example.rule, "ordinal": example.ordinal,
            "labelled": example.labelled, "opening": example.opening, "ruleset": self.ruleset, "outcome": self.outcome,
            "reason": self.reason, "scenario": ", ".join(binding.scenario.name for binding in self.bindings),
            "checks": [check for record in records for check in record["checks"]],
            "controls": [control for record in records for control in record["controls"]],
            "bound": [
                {"scenario": binding.scenario.name, "state": binding.state, "note": binding.note,
                 "differences": binding.differences}
                for binding in self.bindings
            ],
        }  # fmt: skip


def cause(reason: str) -> str:
    """The kind of a reason: the words before its first colon, "" without one.

    >>> cause("text unreadable: unreadable at character 59: expected if able")
    'text unreadable'
    """
    return reason.partition(":")[0].strip()[:60]


def standings(editions: Iterable[Edition] | None = None, *, bound: bool = False) -> list[Standing]:
    """The status of every example of some editions (or of all), in the order of the books. Nine queries an edition.

    ``bound``: the editions are known to be bound, even though they are not counted yet.
    """
    chosen = Edition.objects.select_related("document") if editions is None else editions
    return [standing for edition in chosen for standing in standings_of(printed([edition]), bound=bound)]


def standings_of(examples: list[Printed], *, bound: bool = False) -> list[Standing]:
    """The status of some examples. Seven queries."""
    return Known(bound=bound).standings(examples)


class Known:
    """The stored results for examples.

    Scenarios are cached, so use an object only as long as none of them change. ``bound`` as in `standings`;
    ``briefly``: leave out how words differ.
    """

    def __init__(self, *, bound: bool = False, briefly: bool = False) -> None:
        self._briefly = briefly
        self._scenarios: dict[int, Scenario] = {}
        self._verdicts: dict[int, list[Verdict]] = defaultdict(list)
        self._gaps = _gaps()
        self._between = BetweenEditions()
        self._looked_at = None if bound else set(_looked_at())

    def standings(self, examples: list[Printed]) -> list[Standing]:
        """The status of some examples. Three queries."""
        bindings = self._bindings(examples)
        return [self._stand(example, bindings.get(example.pk, [])) for example in examples]

    def _bindings(self, examples: list[Printed]) -> dict[int, list[BoundScenario]]:
        """The bindings of some examples, by primary key, in the order of the scenarios."""
        queryset = Binding.objects.filter(example__in=[example.pk for example in examples]).order_by()
        columns = ["example_id", "scenario_id", "state", "note", *([] if self._briefly else ["differences"])]
        rows = list(queryset.values_list(*columns))
        self._read({scenario for _, scenario, *_ in rows} - self._scenarios.keys())
        by_example: dict[int, list[BoundScenario]] = defaultdict(list)
        for example, scenario, state, note, *differences in rows:
            by_example[example].append(BoundScenario(self._scenarios[scenario], state, note, *differences))
        for bound in by_example.values():
            bound.sort(key=lambda each: each.scenario.position)
        return by_example

    def _read(self, scenarios: set[int]) -> None:
        """Load some scenarios and their outcomes."""
        if scenarios:
            self._scenarios |= Scenario.objects.defer("text", "cites").in_bulk(scenarios)
            for verdict in Verdict.objects.filter(scenario__in=scenarios).light().defer("turned_by"):
                self._verdicts[verdict.scenario_id].append(verdict)

    def _stand(self, example: Printed, bindings: list[BoundScenario]) -> Standing:
        gap = self._gaps.get(example.fingerprint, "")
        if not bindings:
            unseen = self._looked_at is not None and (example.document, example.edition) not in self._looked_at
            return Standing(example, NOT_MODELLED if gap else NOT_PLAYED if unseen else NO_SCENARIO, gap)
        counting = [binding for binding in bindings if binding.counts]
        verdicts = self._outcomes(counting or bindings, example)
        played = [verdict for verdict, _ in verdicts]
        if not counting:
            reason = gap or f"written for other words: {bindings[0].scenario.name} ({bindings[0].note})"
            outcome = NOT_MODELLED if gap else NO_SCENARIO
            return Standing(example, outcome, reason, "" if gap else Binding.State.OTHER_WORDS.label, bindings, played)
        results = [
            (NOT_MODELLED, undecided) if undecided else (_OF_OUTCOME[Outcome(verdict.outcome)], verdict.reason)
            for verdict, undecided in verdicts
        ]
        if len(verdicts) < len(counting):
            results.append((NOT_PLAYED, "not played yet under the rules of its day"))
        outcome = min((value for value, _ in results), key=_WORST.index)
        reasons = [reason for value, reason in results if value == outcome and reason]
        if outcome == NOT_MODELLED and gap:
            reasons.insert(0, gap)
        return Standing(example, outcome, " | ".join(reasons), "", counting, played)

    def _outcomes(self, bindings: Iterable[BoundScenario], example: Printed) -> list[tuple[Verdict, str]]:
        """The known outcomes of some bindings under the rules of an example, each with the reason why it is undecided
        which rules those are, "" where it is not."""
        found = (self._outcome(self._verdicts[binding.scenario.pk], example) for binding in bindings)
        return [each for each in found if each]

    def _outcome(self, verdicts: Sequence[Verdict], example: Printed) -> tuple[Verdict, str] | None:
        verdict = covering(verdicts, example.ruled)
        later_day = day_after(example.document, example.ruled)
        later = covering(verdicts, later_day) if verdict and later_day else None
        if verdict is None or later is None or later_day is None or later.transcript_id == verdict.transcript_id:
            return (verdict, "") if verdict else None
        used = {*verdict.transcript.looked_at, *later.transcript.looked_at}
        turned_by = later.turned_by if verdict.until == later.since else ()
        choice = self._between.choose(example.edition, (example.ruled, later_day), (verdict, later), used, turned_by)
        return (later if choice.side == AFTER else verdict, choice.reason if choice.side == UNDECIDED else "")


def _looked_at() -> Iterator[tuple[str, date]]:
    """The editions, by document and day, that have been bound."""
    yield from Tally.objects.order_by().values_list("edition__document__slug", "edition__effective")


def gaps_of(only: Edition | None = None) -> Iterator[tuple[str, int, str]]:
    """The examples with a listed reason, in all editions or ``only`` in one: edition, primary key, reason."""
    gaps = _gaps()
    for owner in ("version", "term") if gaps else ():
        edition = f"{owner}__edition"
        condition = {edition: only} if only else {f"{owner}__isnull": False}
        rows = Example.objects.filter(wording__fingerprint__in=gaps, **condition).order_by("pk")
        for document, day, pk, fingerprint in rows.values_list(
            f"{edition}__document__slug", f"{edition}__effective", "pk", "wording__fingerprint"
        ):
            yield f"{document}/{day}", pk, gaps[fingerprint]


def _gaps() -> dict[str, str]:
    """The listed reasons, by the words of the example."""
    gaps = KnownGap.objects.all()
    listed = {(gap.document, gap.edition, gap.rule, gap.ordinal, gap.labelled): gap.reason for gap in gaps}
    reasons = {}
    for owner, name, before in (("version", "key", ""), ("term", "slug", GLOSSARY)):
        names = {slot[2].removeprefix(before) for slot in listed if slot[2].startswith(before)}
        rows = Example.objects.filter(
            **{f"{owner}__{name}__in": names, f"{owner}__edition__effective__in": {slot[1] for slot in listed}}
        )
        for document, day, rule, ordinal, labelled, fingerprint in rows.order_by().values_list(
            f"{owner}__edition__document__slug", f"{owner}__edition__effective", f"{owner}__{name}", "ordinal",
            "labelled", "wording__fingerprint",
        ):  # fmt: skip
            slot = (document, day, before + rule, ordinal, labelled)
            if slot in listed:
                reasons[fingerprint] = listed[slot]
    return reasons
