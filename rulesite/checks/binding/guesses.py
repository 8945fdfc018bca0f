"""Guesses: bindings by the first words of a cite alone, because its edition is not stored.

The example found may continue differently from the one that the game was written for, especially if the rules have
changed. So a guess counts only if the rules of the example's day play the same game as those of a day for which the
scenario was written: its own, or that of a cite. If they play another, more than the first words must match: the
example contains everything that the scenario takes from its own, and the game holds. Until games have been played, a
guess counts.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Q

from rulesite.checks.models import Binding, Outcome, Verdict
from rulesite.text.wording import words


class _Span(NamedTuple):
    """The days for which a game of a scenario is valid."""

    since: date
    until: date
    game: int
    outcome: str


def settle(among: Q | None = None) -> set[int]:
    """Decide by the stored games, for all guesses or those ``among`` all bindings, which count.

    Three queries if nothing changes. Returns the primary keys of the scenarios with changes.
    """
    guesses = Binding.objects.filter(among or Q(), guessed=True).select_related(
        "scenario", "example__wording", "example__version__edition", "example__term__edition"
    )
    rows = list(guesses)
    spans: dict[int, list[_Span]] = defaultdict(list)
    games = Verdict.objects.filter(scenario__in={row.scenario_id for row in rows})
    for scenario, *span in games.order_by().values_list(
        "scenario_id", "since", "until", "transcript_id", "transcript__outcome"
    ):
        spans[scenario].append(_Span._make(span))
    quoted = _Quoted()
    changed = []
    for row in rows:
        counts = _counts(row, spans[row.scenario_id], quoted)
        state = Binding.State.FIRST_WORDS if counts else Binding.State.OTHER_WORDS
        if row.state != state:
            row.state = state
            changed.append(row)
    Binding.objects.bulk_update(changed, ["state"], batch_size=500)
    return {row.scenario_id for row in changed}


class _Quoted:
    """The text that scenarios take from their examples; each scenario and each wording is read once."""

    def __init__(self) -> None:
        self._taken: dict[int, list[str]] = {}
        self._told: dict[int, str] = {}

    def is_all_in(self, row: Binding) -> bool:
        """Whether a binding's scenario takes any text from its example, and this example contains all of it."""
        if row.example is None:
            return False
        quotes = self._taken.get(row.scenario_id)
        if quotes is None:
            data = tomllib.loads(row.scenario.text)
            quotes = self._taken[row.scenario_id] = [_spaced(quote) for quote in _taken(data)]
        text = self._told.get(row.example.wording_id)
        if text is None:
            text = self._told[row.example.wording_id] = _spaced(row.example.wording.text)
        return bool(quotes) and all(quote in text for quote in quotes)


def _spaced(text: str) -> str:
    """The words of a text with spaces around them."""
    return f" {' '.join(words(text))} "


def _counts(row: Binding, spans: Sequence[_Span], quoted: _Quoted) -> bool:
    span_here = _on(row.day, spans)
    if span_here is None:
        return True
    for day in (row.scenario.ruleset, *(date.fromisoformat(cite["edition"]) for cite in row.scenario.cites)):
        span_there = _on(day, spans)
        if span_there is not None and span_there.game == span_here.game:
            return True
    return span_here.outcome == Outcome.HOLDS and quoted.is_all_in(row)


def _on(day: date | None, spans: Sequence[_Span]) -> _Span | None:
    return next((span for span in spans if day and span.since <= day < span.until), None)


def _taken(data: dict[str, Any]) -> Iterator[str]:
    """The pointers into the example, and the card texts that it quotes."""
    for part in (data, *data.get("scenario", ())):
        yield from (claim["says"] for claim in part.get("expect", ()) if claim.get("says"))
        for card in part.get("cards", {}).values():
            if card.get("from") == "quoted" and card.get("text"):
                yield card["text"]
