"""``manage.py serve``, used by `make run`: prepare the data folder, load requested documents, and serve the site."""

from __future__ import annotations

import os
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ingest.desk import worker
from ingest.runs import run
from ingest.runs.outstanding import outstanding
from ingest.staging import stage
from rulesite.cli import sentence
from rulesite.data_folder import prepare, writable
from rulesite.diagnostics import DiskFullError, Schema, explain, schema
from rulesite.progress import bar
from rulesite.reading.staticfiles import collect
from rulesite.rulebook.models import Edition, Library


class Command(BaseCommand):
    """Serve the site, ready to read."""

    requires_system_checks: list[str] = []  # system checks test only the code, and are slow
    help = "Prepare the database and the search index, load the pocket edition if there is nothing yet, and serve."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--documents", default="", help="a file, folder, zip or URL to ingest first")
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--processes",
            type=int,
            default=settings.PROCESSES,
            help="number of server processes; else RULESITE_PROCESSES, else 2",
        )
        parser.add_argument("--prepare-only", action="store_true", help="do everything but serve")

    def handle(self, *args: Any, **options: Any) -> None:
        self._prepare(options["documents"], only=options["prepare_only"])
        if options["prepare_only"]:
            return
        if worker.waits():
            worker.wake()
        host, port = options["host"], options["port"]
        self._refuse_taken(host, port)
        library = Library.current()
        contents = f"{Edition.objects.count()} editions of {library.name}" if library else "an empty library"
        greeting = f"Serving {contents} at http://{host}:{port}/   (Ctrl-C stops)"
        if library and library.is_pocket:
            greeting += "\nThis is the pocket edition. Load real documents with: make run DOCUMENTS=path"
        _become_server(host, port, options["processes"], greeting)

    def _prepare(self, documents: str, *, only: bool) -> None:
        if not documents and not writable() and schema() is Schema.CURRENT:
            return  # a prepared, read-only folder is served as it is
        _with_room(prepare)
        _with_room(collect)
        try:
            self._bring_up_to_date(documents)
        except CommandError:
            raise
        except Exception as error:
            if only or not Edition.objects.exists():
                raise
            self._serve_all_the_same(error)

    def _bring_up_to_date(self, documents: str) -> None:
        """Finish outstanding work, and load the requested documents."""
        failed = False
        if stage.left():
            self._finish()
        if documents or not Edition.objects.exists():
            place = documents or str(settings.BASE_DIR / "fixtures")
            self.stdout.write(f"Loading {documents or 'the pocket edition'} into {settings.DATA_DIR} …")
            try:
                call_command("ingest", place)
            except SystemExit as refused:
                failed = bool(refused.code)
        if failed and not Edition.objects.exists():
            sys.exit(1)
        self._finish()

    def _finish(self) -> None:
        """Finish what stopped runs left, and what newer code, scenarios or engines require."""
        if not stage.left() and not outstanding():
            return
        self.stdout.write("Finishing outstanding work …")
        self.stdout.flush()
        try:
            with bar("finishing") as report_progress:
                run.finish(progress=report_progress)
        except stage.Busy as busy:
            self.stdout.write(f"Not yet: {busy}.")

    def _serve_all_the_same(self, error: Exception) -> None:
        """Report why work is outstanding, and which. The published book is sound, and is served."""
        places = [str(place) for order in stage.left() for place in order["places"]]  # type: ignore[attr-defined]
        waiting = f"ingest {' '.join(places)}" if places else "work for newer code, scenarios or corrections"
        self.stderr.write(sentence(error, sys.argv))
        self.stderr.write(
            f"The published book is served as it is. Still to do: {waiting}; "
            "the next start does it, or run: python manage.py doctor --fix"
        )

    def _refuse_taken(self, host: str, port: int) -> None:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                raise CommandError(
                    f"{host}:{port} can't be used ({error.strerror}); choose another: make run PORT=8001"
                ) from error


_MALLOC = {
    "MALLOC_ARENA_MAX": "2",  # with one arena per thread, freed memory is not returned
    "MALLOC_MMAP_THRESHOLD_": "131072",  # if glibc adjusts these, the memory of a large page is not returned either
    "MALLOC_TRIM_THRESHOLD_": "131072",
}
"""Settings of the C library's memory allocator for the server's processes (glibc only)."""


def _with_room(work: Callable[[], None]) -> None:
    """Do some work. If the disk is full, delete the copy of a stopped ingest and try again."""
    try:
        work()
    except Exception as error:
        if not isinstance(explain(error), DiskFullError):
            raise
        try:
            with stage.alone():
                has_room = stage.give_up_copy()
        except stage.Busy:
            has_room = False
        if not has_room:
            raise
        work()


def _become_server(host: str, port: int, processes: int, greeting: str) -> NoReturn:
    """Replace this process by the site's server, which keeps its id and frees the memory used for preparation."""
    address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0]
    given = {
        "host": address,
        "port": port,
        "processes": processes,
        "memory": settings.PROCESS_MEMORY,
        "unless-locked": settings.DATA_DIR / stage.LOCK,
        "greeting": greeting,
    }
    arguments = [f"--{name}={value}" for name, value in given.items()]
    paths = [str(settings.BASE_DIR), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    for name, value in _MALLOC.items():
        os.environ.setdefault(name, value)
    connection.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, "-m", "rulesite.serving.server", *arguments])
