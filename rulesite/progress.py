"""Progress: one bar for everything that takes longer than a few seconds, with the time that is left.

It is drawn on standard error where that is a terminal, and goes when the work is done; anywhere else it is silent, so
that logs and pipes hold what was found and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Tell = Callable[[str, int, int], None]
"""What work calls as it goes on: what is being done, how much of it is done, how much there is."""


def silence(what: str, done: int, total: int) -> None:
    """Tell nobody: what work calls when nothing is to be shown."""


@contextmanager
def bar(what: str) -> Iterator[Tell]:
    """Show how far some work is while the block runs; ``what`` is shown until it says more."""
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
        TextColumn("{task.description}", markup=False),  # names of files are among them
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as shown:
        task = shown.add_task(what, total=None)
        stage = [0]

        def tell(what: str, done: int, total: int) -> None:
            if total != stage[0] or done < shown.tasks[0].completed:  # other work: its speed is its own
                shown.reset(task, total=total)
                stage[0] = total
            shown.update(task, description=what, completed=done, total=total)

        yield tell
