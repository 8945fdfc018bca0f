"""The game of a scenario: set-up, steps, what was expected, what the controls showed, under each ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from rulesite.checks.drawing import draw
from rulesite.checks.models import Binding, Scenario, Verdict


@dataclass(frozen=True)
class Era:
    """The game under the rules of one day, as the list of days shows it. ``differing``: how many of its answers are
    not those of the day that it was written for."""

    day: str
    href: str
    outcome: str
    current: bool
    own: bool
    differing: int


def game(request: HttpRequest, slug: str, day: str = "") -> HttpResponse:
    """One scenario under the rules of one day: of the day it was written for, or the one in the address."""
    scenario = get_object_or_404(Scenario, slug=slug)
    verdicts = list(scenario.verdicts.defer("steps", "snapshots", "asked"))
    wanted = _day(day) if day else scenario.ruleset
    verdict = next((each for each in verdicts if each.ruleset == wanted), None)
    if day and verdict is None:
        raise Http404(f"{scenario.title}: it was not played under the rules of {day}.")
    record = None
    if verdict is not None:
        fields = ("checks", "controls", "eras", "steps", "snapshots", "outcome", "reason")
        record = {key: getattr(verdict, key) for key in fields}
    bindings = list(
        scenario.bindings.select_related(
            "example__version__edition__document", "example__term__edition__document", "example__wording"
        )
    )
    place = verdicts.index(verdict) if verdict else 0
    eras = [_era(scenario, each, verdict) for each in verdicts]
    return render(
        request,
        "checks/game.html",
        {
            "scenario": scenario,
            "verdict": verdict,
            "eras": eras,
            "earlier": eras[place - 1] if verdict and place else None,
            "later": eras[place + 1] if verdict and place + 1 < len(eras) else None,
            "game": draw(scenario.title, scenario.text, verdict.ruleset, record) if verdict and record else None,
            "here": [row for row in bindings if row.counts and row.day == wanted],
            "examples": _by_state(bindings),
        },
    )


def _era(scenario: Scenario, each: Verdict, shown: Verdict | None) -> Era:
    return Era(
        each.ruleset.isoformat(), each.get_absolute_url(), each.get_outcome_display().lower(), each == shown,
        each.ruleset == scenario.ruleset, sum(1 for check in each.checks if check["differs"]),
    )  # fmt: skip


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404(f"“{text}” is not a day; they are written like 2006-10-01.") from None


def _by_state(rows: Sequence[Binding]) -> list[tuple[str, list[Binding]]]:
    """The bindings with an example, those that count first; then those without."""
    groups = ((state.label, [row for row in rows if row.state == state]) for state in Binding.State)
    return [(label, found) for label, found in groups if found]
