"""The command line: errors of commands are printed as a sentence with a hint, never as a traceback.

A known problem of the machine (`rulesite.diagnostics`) ends a command with exit status 1 and one line; with ``--json``
also with ``{"error": …}`` on stdout. An error in the program is logged in ``errors.log`` in the data folder, and the
line says so. ``--traceback`` shows the origin of either.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime

from rulesite import diagnostics

_STOPPED = 130
"""The exit status after Ctrl-C, the same as in shells."""


def run(argv: Sequence[str]) -> int:
    """Run a management command; return its exit status."""
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(list(argv))
        sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        return _STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader, such as head, has closed the pipe
        return 0
    except Exception as error:
        if "--traceback" in argv:
            raise
        _print_error(sentence(error, argv), as_json="--json" in argv)
        return 1
    finally:
        gc.freeze()  # the process is exiting, so garbage collection would be wasted
    return 0


def sentence(error: Exception, argv: Sequence[str]) -> str:
    """The message for an error that ended a command; the details of an error in the program are logged."""
    trouble = diagnostics.explain(error)
    return str(trouble) if trouble else _fault(error, argv)


def _print_error(text: str, *, as_json: bool) -> None:
    with contextlib.suppress(OSError):  # stdout may be a file on a full disk
        if as_json:
            sys.stdout.write(json.dumps({"error": text}, ensure_ascii=False) + "\n")
            sys.stdout.flush()
    sys.stderr.write(f"{text}\n")


def _fault(error: Exception, argv: Sequence[str]) -> str:
    """A message about an error in the program, whose details are logged."""
    details = "".join(traceback.format_exception(error))
    name = f"{type(error).__name__}: {error}".strip().partition("\n")[0].rstrip(": ")
    try:
        from django.conf import settings

        log = settings.DATA_DIR / "errors.log"
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} {' '.join(argv)}\n{details}\n")
        advice = f"the details are in {log}"
    except Exception:
        advice = "--traceback shows the details"
    return f"This is an error in the program ({name}): {advice}."
