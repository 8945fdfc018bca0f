"""Guesses: what was bound by the first words of a cite alone, because the edition that it names is not held.

The example that was found may go on otherwise than the one the game was written for, and mostly does where the rules
became others. So a guess counts only where the rules of the example's day play the very game that is played on a day
for which the scenario was written: its own, or that of a cite. As long as nothing was played, nothing is said against
it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from rulesite.checks.models import Binding, Verdict

Spans = list[tuple[date, date, int]]


def settle() -> None:
    """Say of every guess whether it counts, by the games that are stored. Three queries where nothing changes."""
    guesses = Binding.objects.filter(guessed=True).select_related(
        "scenario", "example__version__edition", "example__term__edition"
    )
    rows = list(guesses.defer("scenario__text"))
    spans: dict[int, Spans] = defaultdict(list)
    games = Verdict.objects.filter(scenario__in={row.scenario_id for row in rows})
    told = games.order_by().values_list("scenario_id", "since", "until", "transcript_id")
    for scenario, since, until, transcript in told:
        spans[scenario].append((since, until, transcript))
    changed = []
    for row in rows:
        state = Binding.State.FIRST_WORDS if _counts(row, spans[row.scenario_id]) else Binding.State.OTHER_WORDS
        if row.state != state:
            row.state = state
            changed.append(row)
    Binding.objects.bulk_update(changed, ["state"], batch_size=500)


def _counts(row: Binding, spans: Spans) -> bool:
    written_for = [row.scenario.ruleset, *(date.fromisoformat(cite["edition"]) for cite in row.scenario.cites)]
    here = _game(row.day, spans)
    return here is None or here in {_game(day, spans) for day in written_for}


def _game(day: date | None, spans: Iterable[tuple[date, date, int]]) -> int | None:
    """The game that speaks for a day."""
    return next((game for since, until, game in spans if day and since <= day < until), None)
