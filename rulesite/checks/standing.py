"""Standing: what is known of every example of an edition, as the ledger, the command and the pages say it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from rulesite.checks.models import Binding, KnownGap, Verdict
from rulesite.checks.printed import Printed, printed
from rulesite.rulebook.models import Edition, Example

HOLDS, CONTRADICTED, NOT_MODELLED, NO_SCENARIO = "holds", "contradicted", "not modelled", "no scenario"
OUTCOMES = (HOLDS, CONTRADICTED, NOT_MODELLED, NO_SCENARIO)
_SAID = {
    Verdict.Outcome.HOLDS: HOLDS,
    Verdict.Outcome.CONTRADICTED: CONTRADICTED,
    Verdict.Outcome.UNMODELLED: NOT_MODELLED,
}
_WORST = (CONTRADICTED, NOT_MODELLED, NO_SCENARIO, HOLDS)


@dataclass
class Standing:
    """One example of one edition under the rules of that edition's day.

    An example of which several scenarios play a part each has one outcome, the worst of theirs. ``state`` is "other
    words" where all that is known was written for other words of it; that proves nothing about these.
    """

    example: Printed
    outcome: str
    reason: str = ""
    state: str = ""
    bindings: list[Binding] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def ruleset(self) -> str:
        """The day whose rules count: that of the edition."""
        return self.example.edition.isoformat()

    @property
    def known(self) -> bool:
        """Whether anything is known of it, if only a scenario for other words."""
        return self.outcome != NO_SCENARIO or bool(self.bindings)

    @property
    def games(self) -> list[tuple[str, str]]:
        """Address and title of each of its games: under the rules of the day where it was played under them."""
        played = {verdict.scenario_id for verdict in self.verdicts}
        return [
            (
                reverse("checks:game_on", args=[binding.scenario.slug, self.ruleset])
                if binding.scenario_id in played
                else binding.scenario.get_absolute_url(),
                binding.scenario.title,
            )
            for binding in self.bindings
        ]

    @property
    def why(self) -> str:
        """The reason in a few words, to count by."""
        return self.state or cause(self.reason)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as `check_examples --json` prints it."""
        example = self.example
        return {
            "edition": f"{example.document}/{example.edition}", "rule": example.rule, "ordinal": example.ordinal,
            "labelled": example.labelled, "opening": example.opening, "ruleset": self.ruleset, "outcome": self.outcome,
            "reason": self.reason, "scenario": ", ".join(binding.scenario.name for binding in self.bindings),
            "checks": [check for verdict in self.verdicts for check in verdict.checks],
            "controls": [control for verdict in self.verdicts for control in verdict.controls],
        }  # fmt: skip


def cause(reason: str) -> str:
    """What kind of reason it is: the words before its first colon, "" for none.

    >>> cause("text unreadable: unreadable at character 59: expected if able")
    'text unreadable'
    """
    return reason.partition(":")[0].strip()[:60]


def standings(editions: Iterable[Edition] | None = None) -> list[Standing]:
    """The standing of every example of some editions (or of all), in the order of the books. Six queries."""
    return standings_of(printed(editions))


def standings_of(examples: list[Printed]) -> list[Standing]:
    """The standing of some examples. Four queries."""
    bindings: dict[int, list[Binding]] = defaultdict(list)
    rows = Binding.objects.filter(example__isnull=False).select_related("scenario").defer("scenario__text")
    if len(examples) < 100:
        rows = rows.filter(example__in=[example.pk for example in examples])
    for row in rows.order_by("scenario__position"):
        bindings[row.example_id].append(row)
    scenarios = {row.scenario_id for found in bindings.values() for row in found}
    verdicts = {
        (verdict.scenario_id, verdict.ruleset): verdict
        for verdict in Verdict.objects.filter(scenario__in=scenarios).defer("steps", "snapshots", "asked")
    }
    gaps = _gaps()
    return [_stand(example, bindings[example.pk], verdicts, gaps) for example in examples]


def _gaps() -> dict[str, str]:
    """The listed reasons, by the words of the example."""
    gaps = KnownGap.objects.all()
    listed = {(gap.document, gap.edition, gap.rule, gap.ordinal, gap.labelled): gap.reason for gap in gaps}
    rows = Example.objects.filter(version__key__in={slot[2] for slot in listed}) if listed else Example.objects.none()
    found = {}
    for *slot, fingerprint in rows.values_list(
        "version__edition__document__slug", "version__edition__effective", "version__key", "ordinal", "labelled",
        "wording__fingerprint",
    ):  # fmt: skip
        if tuple(slot) in listed:
            found[fingerprint] = listed[tuple(slot)]
    return found


def _stand(example: Printed, bindings: list[Binding], verdicts: dict[Any, Verdict], gaps: dict[str, str]) -> Standing:
    gap = gaps.get(example.fingerprint, "")
    counting = [binding for binding in bindings if binding.counts]
    if not bindings:
        return Standing(example, NOT_MODELLED if gap else NO_SCENARIO, gap)
    if not counting:
        found = [verdict for binding in bindings if (verdict := verdicts.get((binding.scenario_id, example.edition)))]
        reason = gap or f"written for other words: {bindings[0].scenario.name} ({bindings[0].note})"
        outcome = NOT_MODELLED if gap else NO_SCENARIO
        return Standing(example, outcome, reason, "" if gap else Binding.State.OTHER_WORDS.label, bindings, found)
    found = list(_found(example, counting, verdicts))
    said = [(_SAID[Verdict.Outcome(verdict.outcome)], verdict.reason) for verdict in found]
    if len(found) < len(counting):
        said.append((NO_SCENARIO, f"not run yet under the rules of {example.edition}: manage.py check_examples does"))
    outcome = min((each for each, _ in said), key=_WORST.index)
    reasons = [reason for each, reason in said if each == outcome and reason]
    if outcome == NOT_MODELLED and gap:
        reasons.insert(0, gap)
    return Standing(example, outcome, " | ".join(reasons), "", counting, found)


def _found(example: Printed, bindings: list[Binding], verdicts: dict[Any, Verdict]) -> Iterator[Verdict]:
    for binding in bindings:
        verdict = verdicts.get((binding.scenario_id, example.edition))
        if verdict is not None:
            yield verdict
