"""Runs commands, or asks for pages, one after another on machines in trouble: each in a process of its own.

Each line of standard input is the work for one machine, as JSON, and each line of standard output the answers. Django
is set up once for the data folder that RULESITE_DATA names, and forked for each piece of work; before each the folder
is made again from the one that is ``kept``, where there is one. A piece is a page, or some commands, one after another.
"""

import contextlib
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120


def main(folder: Path) -> None:
    """Do all the work that comes."""
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "rulesite.settings"
    import django
    from django.core.management import get_commands, load_command_class
    from django.urls import get_resolver

    from tests import data_folders

    django.setup()
    assert get_resolver().url_patterns  # this, and the command, is what each would import by itself
    for line in sys.stdin:
        asked = json.loads(line)
        for name in {words[0] for work in asked["work"] for words in work.get("commands", [])}:
            load_command_class(get_commands()[name], name)
        answers = []
        for work in asked["work"]:
            if asked["kept"]:
                data_folders.lay_out(Path(asked["kept"]), folder)
            answers += forked(work, asked["largest_file"])
        print(json.dumps(answers), flush=True)


def forked(work: dict, largest_file: int) -> list[dict]:
    """Do one piece of work in a process of its own; what each thing in it said, and its exit status."""
    doing = [partial(page, work["page"])] if "page" in work else [partial(command, words) for words in work["commands"]]
    with contextlib.ExitStack() as files:
        said = [[files.enter_context(tempfile.TemporaryFile("w+")) for _ in ("out", "err")] for _ in doing]
        codes = files.enter_context(tempfile.TemporaryFile(buffering=0))
        child = os.fork()
        if not child:
            if largest_file:
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
            for one, (out, err) in zip(doing, said, strict=True):
                codes.write(bytes([done(one, out.fileno(), err.fileno())]))
            os._exit(0)
        ended = waited(child)
        codes.seek(0)
        answers = []
        for code, (out, err) in zip_longest(codes.read(), said, fillvalue=ended):
            out.seek(0)
            err.seek(0)
            answers.append({"status": code, "out": out.read(), "err": err.read()})
        return answers


def done(work: Callable[[], int], out: int, err: int) -> int:
    """Do one thing, with what it says to files; its exit status."""
    os.dup2(out, 1)
    os.dup2(err, 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
    code: object = 99
    with contextlib.suppress(BaseException):
        try:
            code = work()
        except SystemExit as ended:
            code = ended.code or 0
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
    return code if isinstance(code, int) else 1


def waited(child: int) -> int:
    """The exit status of a child; one that does not end in time is ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, 9)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def command(words: list[str]) -> int:
    """Run a command as the command line does."""
    from rulesite.cli import run

    sys.argv = ["manage.py", *words]
    return run(sys.argv)


def page(path: str) -> int:
    """Ask the site for a page; its text is printed, and its status is printed before it."""
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS = ["testserver"]
    response = Client(raise_request_exception=False).get(path)
    print(response.status_code)
    if not response.streaming:
        print(response.content.decode())
    return 0


if __name__ == "__main__":
    main(Path(os.environ["RULESITE_DATA"]))
