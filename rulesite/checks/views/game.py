"""The game of a scenario: set-up, steps, assertions and controls, under each ruleset."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from rulesite.checks.models import Binding, Scenario, Verdict
from rulesite.checks.models.verdicts import covering
from rulesite.checks.presentation.game import RULES, Game, draw
from rulesite.checks.presentation.turning_points import turnings
from rulesite.rulebook.corrections import log
from rulesite.rulebook.models import Edition, Example

_STATES = {
    Binding.State.BOUND: "printed in these words",
    Binding.State.REWORDED: "printed in other words with the same meaning",
    Binding.State.FIRST_WORDS: "found by its first words",
    Binding.State.CONFIRMED: "printed in other words, which a maintainer has confirmed",
    Binding.State.OTHER_WORDS: "printed in other words, for which the game was not written",
    Binding.State.NOTHING: "in editions that are not here",
}
"""What readers are told of an example and the game's words for it."""
_MAX_PRINTED = 3
"""The maximum number of examples to print above a game, for the few that play several."""


@dataclass(frozen=True)
class Era:
    """The game under the rules of some days, for the list of days.

    ``editions``: how many of the editions that print its example have these rules. ``differing``: how many of its
    answers differ from those of the day that it was written for.
    """

    day: str
    href: str
    outcome: str
    current: bool
    own: bool
    editions: int
    last: str
    differing: int


def game(request: HttpRequest, slug: str, day: str = "") -> HttpResponse:
    """One scenario under the rules of a day: the one in the URL, else today, else the latest day that is known."""
    scenario = get_object_or_404(Scenario, slug=slug)
    verdicts = list(scenario.verdicts.select_related("transcript").defer("transcript__packed"))
    today = day_of_today()
    bindings = list(
        scenario.bindings.select_related(
            "example__version__edition__document", "example__term__edition__document"
        ).defer("example__version__edition__introduction", "example__term__edition__introduction")
    )
    latest = [today, *sorted({row.day for row in bindings if row.day}, reverse=True)]
    known = (each for each in latest if each and any(item.covers(each) for item in verdicts))
    requested = _day(day) if day else next(known, scenario.ruleset)
    verdict = covering(verdicts, requested) if requested else None
    if day and verdict is None:
        raise Http404(f"{scenario.title}: it was not played under the rules of {day}.")
    eras = _eras(scenario, verdicts, verdict, requested, {row.day for row in bindings if row.day})
    place = next((number for number, item in enumerate(eras) if item.current), 0)
    return render(
        request,
        "checks/game.html",
        {
            "scenario": scenario,
            "verdict": verdict,
            "day": requested,
            "today": today,
            "printed": printed_for(bindings, requested),
            "eras": eras,
            "earlier": eras[place - 1] if verdict and place else None,
            "later": eras[place + 1] if verdict and place + 1 < len(eras) else None,
            "game": drawn(scenario, verdict, requested) if verdict and requested else None,
            "turnings": turnings(scenario.verdicts.select_related("transcript")) if len(eras) > 1 else [],
            "here": [row for row in bindings if row.counts and row.day == requested],
            "examples": list(_by_state(bindings)),
            "corrections": log.standing_loose("games", scenario.slug),
        },
    )


def day_of_today() -> date | None:
    """The day of the newest whole edition of the rules, or without one of the newest extract; None without any."""
    newest = Edition.objects.filter(document__slug=RULES).order_by("-effective")
    whole = newest.filter(extent=Edition.Extent.WHOLE)
    return next((edition.effective for rows in (whole, newest) for edition in rows.only("effective")[:1]), None)


class PrintedExample(NamedTuple):
    """An example as an edition prints it, to stand above its game."""

    binding: Binding
    text: str


def printed_for(bindings: Sequence[Binding], day: date | None) -> list[PrintedExample]:
    """The examples that a game plays, as printed under the rules of a day, else as printed last before it, else first.

    Each text once. One query.
    """
    rows = [row for row in bindings if row.counts and row.day and row.stands]
    days = sorted({row.day for row in rows if row.day})
    if not days:
        return []
    shown = max((each for each in days if day and each <= day), default=days[0])
    texts = dict(
        Example.objects.filter(pk__in=[row.example_id for row in rows if row.day == shown]).values_list(
            "pk", "wording__text"
        )
    )
    first: dict[str, Binding] = {}
    for row in rows:
        if row.example_id in texts:
            first.setdefault(texts[row.example_id], row)
    return [PrintedExample(row, text) for text, row in first.items()][:_MAX_PRINTED]


def drawn(scenario: Scenario, verdict: Verdict, day: date) -> Game:
    """The game of a verdict for a page, with the rule numbers of a day."""
    transcript = verdict.transcript
    record = transcript.record | {"outcome": transcript.outcome, "reason": transcript.reason}
    return draw(scenario.title, scenario.text, day, record)


def _eras(
    scenario: Scenario, verdicts: list[Verdict], shown: Verdict | None, wanted: date | None, days: set[date]
) -> list[Era]:
    """The days to choose from: the first edition of each span, except that the displayed day represents its own."""
    eras = []
    for verdict in verdicts:
        within = sorted(day for day in days if verdict.covers(day))
        is_own = scenario.ruleset is not None and verdict.covers(scenario.ruleset)
        if verdict == shown and wanted:
            day = wanted
        elif is_own and scenario.ruleset:
            day = scenario.ruleset
        else:
            day = within[0] if within else verdict.since
        outcome, last = verdict.get_outcome_display().lower(), within[-1].isoformat() if within else ""
        differing = verdict.transcript.differing
        eras.append(
            Era(
                day.isoformat(),
                verdict.address_on(day),
                outcome,
                verdict == shown,
                is_own,
                len(within),
                last,
                differing,
            )
        )
    return eras


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404(f"“{text}” is not a day; they are written like 2006-10-01.") from None


@dataclass(frozen=True)
class BoundGroup:
    """Examples that a scenario is bound to in the same way, with the same differences from the known words."""

    label: str
    count: int
    alike: list[tuple[list[dict[str, str]], list[Binding]]]


def _by_state(rows: Sequence[Binding]) -> Iterator[BoundGroup]:
    """The bindings with an example, those that count first; then those without."""
    for state in Binding.State:
        matching = [row for row in rows if row.state == state]
        by_differences: dict[str, list[Binding]] = defaultdict(list)
        for row in matching:
            by_differences[repr(row.differences)].append(row)
        if matching:
            yield BoundGroup(
                _STATES[state], len(matching), [(group[0].differences, group) for group in by_differences.values()]
            )
