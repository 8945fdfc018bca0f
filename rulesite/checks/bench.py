"""The bench: a process of its own in which scenarios of strangers are played, bounded in time and memory.

``python -m rulesite.checks.bench`` reads one JSON object a line, ``{"text": …}``, plays the scenarios of that TOML in a
fork of itself, and answers with one line. The engine is read once; a fork starts at once and is thrown away. Nothing
of Django is imported here, and nothing is kept.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import time
from typing import Any, TextIO

from rulesite.checks.records import record
from rulesite.engine.scenario import ScenarioError, load_text, run

SECONDS = 2.0
STEPS = 5_000
MEMORY = 400 * 2**20
"""Bytes of address space that one run may use."""
LARGEST_ANSWER = 4 * 2**20
_SAMPLE = """
title = "warming up"
kind = "outcome"
ruleset = "2006-10-01"
given = "Ann, in hand: Bolt. Mana pool: {R}. Bob, in play: Bear 2/2 green"
do = "Ann plays Bolt targeting Bear. All pass"
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to target creature or player."
from = "supplied"
[[expect]]
that = "Bear is in Bob's graveyard"
[[control]]
change = "Bear is 2/4"
then = "Bear is in play"
"""


def play(text: str, ruleset: str = "") -> dict[str, Any]:
    """What came of a text: ``outcomes`` (plain data), or ``error`` with ``line`` (0: the whole) and ``mend``.

    >>> play('title = "A draw"\\nkind = @')["line"]
    2
    """
    try:
        games = load_text(text, "your scenario")
        return {"outcomes": [record(game, run(game, ruleset=ruleset or None, step_limit=STEPS)) for game in games]}
    except ScenarioError as error:
        return {"error": str(error), "line": error.line, "mend": error.mend}
    except (MemoryError, RecursionError) as error:
        return {"error": f"it needs more memory than is allowed here ({type(error).__name__})", "line": 0, "mend": ""}
    except Exception as error:  # whatever a stranger's text does to the engine must not take the page with it
        return {"error": f"the engine failed at this: {type(error).__name__}: {error}", "line": 0, "mend": ""}


def bounded(text: str, ruleset: str = "", seconds: float = SECONDS, memory: int = MEMORY) -> dict[str, Any]:
    """Play in a fork that is stopped after ``seconds`` and may use ``memory`` bytes of address space."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(writing, text, ruleset, seconds, memory)
    os.close(writing)
    try:
        said = _collect(reading, time.monotonic() + seconds)
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if said is None:
        mend = "Look for a loop that never ends, or play less at once"
        return {"error": f"it was stopped: {seconds:g} seconds are allowed here", "line": 0, "mend": mend}
    try:
        found: dict[str, Any] = json.loads(said)
    except ValueError:
        return {"error": "it was stopped: it needs more memory than is allowed here", "line": 0, "mend": ""}
    return found


def _child(writing: int, text: str, ruleset: str, seconds: float, memory: int) -> None:
    """In the fork: set the limits, play, write the answer, and end without ceremony."""
    try:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
        answer = json.dumps(play(text, ruleset)).encode()
        if len(answer) > LARGEST_ANSWER:
            answer = json.dumps({"error": "the transcript is too long to show", "line": 0, "mend": ""}).encode()
        with os.fdopen(writing, "wb") as out:
            out.write(answer)
    finally:
        os._exit(0)


def _collect(reading: int, until: float) -> bytes | None:
    """Everything that comes through the pipe before ``until``; None if the writer is not done by then."""
    pieces: list[bytes] = []
    while True:
        left = until - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            return None
        piece = os.read(reading, 1 << 16)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)


def serve(questions: TextIO, answers: TextIO) -> None:
    """Answer line by line until the other side closes."""
    play(_SAMPLE)
    for line in questions:
        asked = json.loads(line)
        answers.write(json.dumps(bounded(asked["text"], asked.get("ruleset", ""))) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
