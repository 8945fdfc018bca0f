"""``manage.py bench``: measure, and print what was measured beside what it should be.

Everything runs in a data folder made for the purpose and thrown away; nothing is asserted.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.test import Client
from django.urls import reverse
from rich.console import Console
from rich.table import Table

from ingest import pipeline
from ingest.management.weighing import heaviest
from rulesite.checks.models import Scenario
from rulesite.rulebook import history, shares
from rulesite.rulebook.models import Document, Edition, RuleVersion, Source
from rulesite.search import query, typeahead

QUERIES = (
    "haste", "state-based actions", '"at the beginning"', "can't be blocked", "{T}: add", "+1/+1 counter", "may pay",
    "legend rule", "if you do", "trample damage", "layer timestamp", "mana abil*", "draw OR discard",
    "combat NOT damage",
    "protection from", "copy of a spell", "priority", "mulligan", "commander", "enters the battlefield",
)  # fmt: skip
_SAMPLE = 60


class Command(BaseCommand):
    """Measure ingest, pages and search."""

    help = "Measure ingest, rule pages and search, and print the figures with their targets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--documents", default="", help="what to ingest; else ../shared/documents or fixtures")
        parser.add_argument("--inside", action="store_true", help="measure reading in the data folder as it is")
        parser.add_argument("--again", default="", metavar="FILE", help="ingest a file anew and time the stages")

    def handle(self, *args: Any, **options: Any) -> None:
        console = Console(file=sys.stdout, width=110)
        if options["again"]:
            console.print(_again(options["again"]))
            return
        if options["inside"]:
            console.print(_reading())
            console.print(_weights())
            console.print(_steps())
            return
        given = options["documents"]
        beside = settings.BASE_DIR.parent / "shared" / "documents"
        place = given or str(beside if beside.is_dir() else settings.BASE_DIR / "fixtures")
        folder = Path(tempfile.mkdtemp(prefix="rulesite-bench-"))
        try:
            console.print(f"Measuring with [bold]{place}[/bold] on {os.cpu_count()} cores …")
            console.print(_ingest(folder, place))
            newest = _newest(Path(place))
            for part in ([["--again", str(newest)]] if newest else []) + [["--inside"]]:
                subprocess.run(
                    [sys.executable, "manage.py", "bench", *part],
                    cwd=settings.BASE_DIR,
                    env=os.environ | {"RULESITE_DATA": str(folder)},
                    check=True,
                )
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _table(title: str) -> Table:
    table = Table(title=title, title_justify="left")
    for name in ("what", "measured", "target"):
        table.add_column(name)
    return table


def _ingest(folder: Path, place: str) -> Table:
    """Ingest everything into an empty folder, then the newest edition once more."""

    def manage(*command: str) -> float:
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env=os.environ | {"RULESITE_DATA": str(folder)},
            check=False,
            stdout=subprocess.DEVNULL,
        )
        return time.perf_counter() - started

    manage("migrate", "-v0")
    manage("collectstatic", "--noinput", "-v0")
    everything = manage("ingest", place, "--json")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    table = _table("Ingest")
    table.add_row("everything, from empty", f"{everything:.1f} s", "60 s for the 21 documents")
    table.add_row("peak memory", f"{peak:.0f} MB", "1,000 MB")
    table.add_row("database", f"{_size(folder / 'rulebook.sqlite3'):.1f} MB", "120 MB")
    table.add_row("search index", f"{_size(folder / 'index'):.1f} MB", "–")
    return table


def _again(place: str) -> Table:
    """Ingest one edition once more inside this process, with the time of each stage."""
    told: list[tuple[str, float]] = []
    started = time.perf_counter()
    options = pipeline.Options(force=True)
    pipeline.ingest([place], options, progress=lambda what, *_: told.append((what, time.perf_counter())))
    ended = time.perf_counter()
    at = {what.split()[0]: when for what, when in told}
    joining, indexing = at.get("joining", ended), at.get("indexing", ended)
    table = _table(f"One edition more: {Path(place).name}")
    table.add_row("read, store, link", f"{joining - started:.1f} s", "")
    table.add_row("index", f"{ended - indexing:.1f} s", "4 s with the above")
    table.add_row("join to its neighbours, play the examples", f"{indexing - joining:.1f} s", "–")
    table.add_row("all", f"{ended - started:.1f} s", "4 s")
    return table


def _newest(place: Path) -> Path | None:
    files = sorted(place.rglob("cr-2*.txt")) if place.is_dir() else []
    return files[-1] if files else None


def _size(path: Path) -> float:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


def _reading() -> Table:
    """Pages and searches inside one process, warm."""
    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()
    table = _table(
        f"Reading, inside one process: {Edition.objects.count()} editions, {RuleVersion.objects.count():,} provisions"
    )
    rules = _spread(RuleVersion.objects.exclude(kind="chapter").select_related("edition__document"))
    pages = [version.get_absolute_url() for version in rules]
    table.add_row("rule page", _timed(client.get, pages), "p95 25 ms")
    cards = [f"{page.partition('#')[0]}card/" for page in pages]
    table.add_row("card of a rule", _timed(client.get, cards), "–")
    table.add_row("first page", _timed(client.get, ["/"] * 20), "–")
    table.add_row("game", _timed(client.get, _games()), "–")
    editions = [edition.get_absolute_url() for edition in Edition.objects.select_related("document")]
    table.add_row("glossary", _timed(client.get, [f"{edition}glossary/" for edition in editions]), "–")
    table.add_row("edition page", _timed(client.get, editions), "–")
    ledgers = [source.get_absolute_url() for source in Source.objects.all()[:10]]
    table.add_row("ledger page", _timed(client.get, ledgers), "p95 300 ms")
    table.add_row("history of a rule", _timed(client.get, [f"{page}history/" for page in pages[:30]]), "–")
    table.add_row("search, 20 highlighted excerpts", _timed(lambda text: query.search(text), QUERIES), "p95 40 ms")
    table.add_row("search page", _timed(lambda text: client.get("/search/", {"q": text}), QUERIES), "–")
    table.add_row(
        "typeahead", _timed(typeahead.typeahead, ("7", "702", "402.8", "t", "tra", "combat d", "A.4")), "p95 50 ms"
    )
    asked = [f"/api/typeahead?q={typed}" for typed in ("7", "702", "402.8", "t", "tra", "combat d", "A.4")]
    table.add_row("typeahead, as a page asks for it", _timed(client.get, asked), "p95 50 ms")
    cited = [f"{version.key}@{version.edition.slug}" for version in rules]
    table.add_row("resolve a number of any era", _timed(history.resolve, cited), "p95 20 ms")
    whole = list(Edition.objects.filter(extent="whole").select_related("document").order_by("effective"))
    pairs = [(whole[0], whole[-1]), *pairwise(whole)] if len(whole) > 1 else []
    urls = [reverse("reading:compare", args=[one.document.slug, one.slug, other.slug]) for one, other in pairs]
    table.add_row("compare two editions, first view", _timed(client.get, urls, warm=False), "1,500 ms")
    table.add_row("compare two editions, warm", _timed(client.get, urls), "p95 100 ms")
    return table


def _weights() -> Table:
    """The largest page of each kind as it is sent, and what a first visit fetches with it."""
    client = Client()
    editions = list(Edition.objects.select_related("document"))
    homes = [edition.get_absolute_url() for edition in editions]
    versions = RuleVersion.objects.exclude(kind="chapter").select_related("edition__document")
    rules = [version.get_absolute_url() for version in _spread(versions)]
    whole = [edition for edition in editions if edition.extent == "whole"]
    pairs = [(one, other) for one, other in pairwise(whole) if one.document_id == other.document_id]
    kinds = {
        "first page": ["/"],
        "rule": rules,
        "section": [section.get_absolute_url() for edition in editions for section in _longest(edition)],
        "edition": homes,
        "glossary": [f"{home}glossary/" for home in homes],
        "history": [f"{rule}history/" for rule in rules],
        "comparison": [
            reverse("reading:compare", args=[one.document.slug, one.slug, other.slug]) for one, other in pairs
        ],
        "references": [f"{home}references/" for home in homes],
        "source": [source.get_absolute_url() for source in Source.objects.all()],
        "results": [f"/search/?q={words}" for words in ("the", "trample", "702")],
        "examples": ["/games/", *(f"/games/?edition={edition.address}" for edition in editions)],
        "concepts": ["/games/concepts/"],
        "game": _games(),
        "help": ["/help/"],
        "offline": ["/offline/"],
    }
    table = Table(title="Weights of the largest page of each kind, kB as sent (gzip)", title_justify="left")
    for name in ("kind", "page (target 100)", "styles", "scripts", "unpacked (30)", "requests", "first visit", "which"):
        table.add_column(name, justify="left" if name in ("kind", "which") else "right")
    for kind, addresses in kinds.items():
        if found := heaviest(client, addresses):
            sizes = (found.page, found.styles, found.scripts, found.unpacked)
            table.add_row(
                kind, *(f"{size / 1000:.1f}" for size in sizes), str(found.requests), f"{found.first_load / 1000:.1f}",
                found.address,
            )  # fmt: skip
    return table


def _longest(edition: Edition) -> list[RuleVersion]:
    """The section of an edition that holds most provisions; none of an edition without sections."""
    sections = list(edition.versions.filter(kind="section").order_by("position"))
    gaps = [(later.position - section.position, section) for section, later in pairwise(sections)]
    return [max(gaps, key=lambda gap: gap[0])[1]] if gaps else sections


def _games() -> list[str]:
    """The pages of some worked examples."""
    return [scenario.get_absolute_url() for scenario in Scenario.objects.all()[:30]]


def _steps() -> Table:
    """How much of each step between whole editions has no edge, and why."""
    table = Table(title="Descent: provisions without an edge", title_justify="left")
    for name in ("step", "without an heir", "without an ancestor", "why"):
        table.add_column(name)
    for document in Document.objects.all():
        for share in shares.shares(document):
            why = share.without_heir + share.without_ancestor
            table.add_row(
                f"{share.earlier.slug} → {share.later.slug}",
                f"{100 * share.share_old:.1f} % of {share.old:,}",
                f"{100 * share.share_new:.1f} % of {share.new:,}",
                "; ".join(f"{count} {reason}" for reason, count in why.most_common()),
            )
    return table


def _spread(rows: Any) -> list[Any]:
    """A sample of rows, evenly spread."""
    keys = list(rows.values_list("pk", flat=True))
    step = max(1, len(keys) // _SAMPLE)
    return list(rows.filter(pk__in=keys[::step]))


def _timed(call: Callable[[Any], Any], arguments: Iterable[Any], *, warm: bool = True) -> str:
    """The median and the 95th percentile of calls, each made once to warm up first unless told otherwise."""
    arguments = list(arguments)
    times = []
    for argument in arguments if warm else ():
        call(argument)
    for argument in arguments:
        started = time.perf_counter()
        call(argument)
        times.append((time.perf_counter() - started) * 1000)
    if not times:
        return "nothing to measure"
    ordered = sorted(times)
    return (
        f"p50 {statistics.median(ordered):.1f} ms, p95 {ordered[int(0.95 * (len(ordered) - 1))]:.1f} ms ({len(times)})"
    )
