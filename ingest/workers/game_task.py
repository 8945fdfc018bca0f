"""The task of a worker that plays games."""

from __future__ import annotations

from typing import Any

from ingest.workers import preload


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """The answer to a task, see `rulesite.checks.playing.player.answered`."""
    preload.engine()
    from rulesite.checks.playing import player

    return player.answered(task)
