"""Playing: the few games that an edition more asks for are played by a worker who has the engine ready."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ingest import player, readying
from ingest.workers import Crew
from rulesite.checks import binding
from rulesite.checks.models import Scenario
from rulesite.checks.players import Answer, Play, Task, are_few, play_all
from rulesite.rulebook.models import Edition, Made


def beside(crew: Crew) -> Play:
    """What plays tasks: a worker who is hired for what is to be done beside this process, if there are few, else
    players.

    The worker reads the engine meanwhile, where an edition has come that scenarios were written for: some of them will
    be played.
    """
    if crew.is_beside and _is_cited_what_came():
        crew.submit(readying.engine, ())

    def play(tasks: Sequence[Task]) -> Iterable[tuple[Task, Answer]]:
        if not (crew.is_beside and are_few(tasks)):
            return play_all(tasks)
        begun = [(task, crew.submit(player.answer, (task,))) for task in tasks]
        return ((task, future.result()) for task, future in begun)

    return play


def _is_cited_what_came() -> bool:
    """Whether a scenario cites an edition to which nothing was bound yet."""
    bound = set(Made.objects.filter(stage=binding.STAGE).values_list("unit", flat=True))
    came = {edition.address for edition in Edition.objects.select_related("document")} - bound
    cited = Scenario.objects.values_list("cites", flat=True) if came else ()
    return any(f"{cite['document']}/{cite['edition']}" in came for cites in cited for cite in cites)
