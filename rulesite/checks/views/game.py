"""The game of a scenario: set-up, steps, what was expected, what the controls showed, under each ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from rulesite.checks.drawing import draw
from rulesite.checks.models import Binding, Scenario


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
    bindings = scenario.bindings.select_related(
        "example__version__edition__document", "example__term__edition__document", "example__wording"
    )
    return render(
        request,
        "checks/game.html",
        {
            "scenario": scenario,
            "verdict": verdict,
            "verdicts": verdicts,
            "game": draw(scenario.title, scenario.text, verdict.ruleset, record) if verdict and record else None,
            "examples": _by_state(bindings),
        },
    )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404(f"“{text}” is not a day; they are written like 2006-10-01.") from None


def _by_state(bindings: Iterable[Binding]) -> list[tuple[str, list[Binding]]]:
    """The bindings with an example, those that count first; then those without."""
    rows = list(bindings)
    groups = ((state.label, [row for row in rows if row.state == state]) for state in Binding.State)
    return [(label, found) for label, found in groups if found]
