"""Progress: a bar for work that takes longer than a few seconds, with the remaining time.

It is drawn on standard error if that is a terminal, and removed when the work is done; otherwise nothing is shown, so
that logs and pipes contain only results.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ReportProgress = Callable[[str, int, int], None]
"""A callback for progress: the activity, the amount done, the total."""


def silence(what: str, done: int, total: int) -> None:
    """Report nothing: the callback for work without a display."""


@contextmanager
def bar(what: str) -> Iterator[ReportProgress]:
    """Show the progress of some work while the block runs; ``what`` is its label until the first report."""
    if not sys.stderr.isatty():
        yield silence
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),  # labels include file names
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as shown:
        task = shown.add_task(what, total=None)
        stage = [0]

        def report_progress(what: str, done: int, total: int) -> None:
            if total != stage[0] or done < shown.tasks[0].completed:  # another activity has a speed of its own
                shown.reset(task, total=total)
                stage[0] = total
            shown.update(task, description=what, completed=done, total=total)

        yield report_progress
