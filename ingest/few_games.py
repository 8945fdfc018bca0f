"""Playing: the few games that an edition more asks for are played by a worker who has the engine ready."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ingest import player
from ingest.workers import Crew
from rulesite.checks.players import Answer, Play, Task, are_few, play_all


def beside(crew: Crew) -> Play:
    """What plays tasks: a worker who is hired for what is to be done beside this process, if there are few, else
    players."""

    def play(tasks: Sequence[Task]) -> Iterator[tuple[Task, Answer]]:
        if not (crew.is_beside and are_few(tasks)):
            yield from play_all(tasks)
            return
        for task, future in [(task, crew.submit(player.answer, (task,))) for task in tasks]:
            yield task, future.result()

    return play
