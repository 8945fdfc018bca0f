"""Guesses: what was bound by the first words of a cite alone, because the edition that it names is not held.

The example that was found may go on otherwise than the one the game was written for, and often does where the rules
became others. So a guess counts only where the rules of the example's day play the very game that is played on a day
for which the scenario was written: its own, or that of a cite. Where they play another, more than first words must
speak for it: all that the scenario has taken from its example stands in this one, and the game holds. As long as
nothing was played, nothing is said against it.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from rulesite.checks.models import Binding, Outcome, Verdict
from rulesite.text.wording import words


class _Span(NamedTuple):
    """The days for which one game of a scenario speaks."""

    since: date
    until: date
    game: int
    outcome: str


def settle() -> None:
    """Say of every guess whether it counts, by the games that are stored. Three queries where nothing changes."""
    guesses = Binding.objects.filter(guessed=True).select_related(
        "scenario", "example__wording", "example__version__edition", "example__term__edition"
    )
    rows = list(guesses)
    spans: dict[int, list[_Span]] = defaultdict(list)
    games = Verdict.objects.filter(scenario__in={row.scenario_id for row in rows})
    for scenario, *span in games.order_by().values_list(
        "scenario_id", "since", "until", "transcript_id", "transcript__outcome"
    ):
        spans[scenario].append(_Span._make(span))
    changed = []
    for row in rows:
        state = Binding.State.FIRST_WORDS if _counts(row, spans[row.scenario_id]) else Binding.State.OTHER_WORDS
        if row.state != state:
            row.state = state
            changed.append(row)
    Binding.objects.bulk_update(changed, ["state"], batch_size=500)


def _counts(row: Binding, spans: Sequence[_Span]) -> bool:
    here = _on(row.day, spans)
    if here is None:
        return True
    for day in (row.scenario.ruleset, *(date.fromisoformat(cite["edition"]) for cite in row.scenario.cites)):
        there = _on(day, spans)
        if there is not None and there.game == here.game:
            return True
    return here.outcome == Outcome.HOLDS and row.example is not None and _all_of_it(row, row.example.wording.text)


def _on(day: date | None, spans: Sequence[_Span]) -> _Span | None:
    return next((each for each in spans if day and each.since <= day < each.until), None)


def _all_of_it(row: Binding, text: str) -> bool:
    """Whether a scenario has taken something from its example, and all of that stands in a text."""
    told = f" {' '.join(words(text))} "
    taken = [" ".join(words(each)) for each in _taken(tomllib.loads(row.scenario.text))]
    return bool(taken) and all(f" {each} " in told for each in taken)


def _taken(data: dict[str, Any]) -> Iterator[str]:
    """The pointers into the example, and the texts of cards that it quotes."""
    for part in (data, *data.get("scenario", ())):
        yield from (each["says"] for each in part.get("expect", ()) if each.get("says"))
        for card in part.get("cards", {}).values():
            if card.get("from") == "quoted" and card.get("text"):
                yield card["text"]
