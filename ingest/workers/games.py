"""The few games that an additional edition needs, played by a worker that has loaded the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ingest.workers import game_task, preload
from ingest.workers.pool import WorkerPool
from rulesite.checks.binding import binder
from rulesite.checks.models import Scenario
from rulesite.checks.playing.pool import Answer, Play, Task, are_few, play_all
from rulesite.rulebook.models import Edition, Made


def beside(crew: WorkerPool) -> Play:
    """A function that plays tasks: in the background worker if there are few, else in a pool of workers.

    The worker loads the engine meanwhile, if scenarios cite a new edition: some of them will be played.
    """
    if crew.is_beside and _is_cited_what_came():
        crew.submit(preload.engine, ())

    def play(tasks: Sequence[Task]) -> Iterable[tuple[Task, Answer]]:
        if not (crew.is_beside and are_few(tasks)):
            return play_all(tasks)
        begun = [(task, crew.submit(game_task.answer, (task,))) for task in tasks]
        return ((task, future.result()) for task, future in begun)

    return play


def _is_cited_what_came() -> bool:
    """Whether a scenario cites an edition to which nothing is bound yet."""
    bound = set(Made.objects.filter(stage=binder.STAGE).values_list("unit", flat=True))
    came = {edition.address for edition in Edition.objects.select_related("document")} - bound
    cited = Scenario.objects.values_list("cites", flat=True) if came else ()
    return any(f"{cite['document']}/{cite['edition']}" in came for cites in cited for cite in cites)
