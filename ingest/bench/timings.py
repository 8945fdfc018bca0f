"""Time pages, searches, comparisons and corrections, each kind in a fresh process."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from ingest.bench import tables, usage
from rulesite.checks.models import Scenario
from rulesite.rulebook import pending
from rulesite.rulebook.citations import checker
from rulesite.rulebook.citations.extraction import Markup
from rulesite.rulebook.corrections import targets
from rulesite.rulebook.descent import resolution
from rulesite.rulebook.editing import corrections as editing_corrections
from rulesite.rulebook.models import Document, Edition, Example, GlossaryTerm, RuleVersion
from rulesite.search import search, typeahead
from rulesite.search.store import generations

QUERIES = (
    "haste", "state-based actions", '"at the beginning"', "can't be blocked", "{T}: add", "+1/+1 counter", "may pay",
    "legend rule", "if you do", "trample damage", "layer timestamp", "mana abil*", "draw OR discard",
    "combat NOT damage",
    "protection from", "copy of a spell", "priority", "mulligan", "commander", "enters the battlefield",
    "trampel", "frist strike damage", "lengend rule", "comes into play", "removed from the game", "mana burn",
    "can a tapped creature block", "what happens if I draw from an empty library", "does trample go through blockers",
    "when do I lose for having no life", "can I respond to a land being played", "who chooses the order of triggers",
    "my opponent stole my creature, do I get it back when he leaves the game", "how many cards may I hold",
    "is a copy of a creature summoning sick", "does a token go to the graveyard when it dies",
    "what if two replacement effects want to change the same event", "how long does a control change last",
    "can I cast a spell while another is resolving", "what is the difference between a static and a triggered ability",
)  # fmt: skip
TYPED = ("7", "702", "402.8", "t", "tra", "combat d", "A.4", "first str", "rule 601", "603.1@2009", "lay")
_SAMPLE, _PAIRS, _CITED = 60, 105, 40
_PATIENCE = 120.0
"""The most seconds to wait for descent to follow a correction."""


def rules() -> dict[str, float]:
    """Time rule pages of any edition, each on its first view."""
    get = _client().get
    times = _times(get, [version.get_absolute_url() for version in spread()])
    return {"rule.p50": _p50(times), "rule.p95": _p95(times)}


def lists() -> dict[str, float]:
    """Time the pages with long lists, each on its first view."""
    get = _client().get
    get("/help/")  # the first page of a process also reads templates and settings
    stored = list(Edition.objects.select_related("document"))
    documents = _times(get, [document.get_absolute_url() for document in Document.objects.all()])
    homes = _times(get, [edition.get_absolute_url() for edition in stored])
    glossaries = [f"{edition.get_absolute_url()}glossary/" for edition in stored]
    words = _times(get, glossaries)
    return {
        "document.p95": max(documents),
        "edition.p50": _p50(homes),
        "edition.p95": _p95(homes),
        "glossary.p50": _p50(words),
        "glossary.p95": _p95(words),
        "games.p95": _times(get, ["/games/"])[0],
        "concepts.p95": _times(get, ["/games/concepts/"])[0],
    }


def searches() -> dict[str, float]:
    """Time the first and later searches of a process, typeahead, citations of any era, and histories."""
    first = _times(search.search, QUERIES[:1])[0]
    searched = _times(search.search, QUERIES)
    typeahead.typeahead("1")
    typed = _times(typeahead.typeahead, TYPED * 3)
    rules = spread()
    resolution.resolve(rules[0].number)
    cited = [*(f"{version.key}@{version.edition.slug}" for version in rules), *(rule.number for rule in rules)]
    text = " ".join(f"See rule {version.number}." for version in rules[:_CITED])
    checked = _times(lambda words: checker.check(words, markup=Markup.TEXT), [text] * 3)
    client = _client()
    client.get("/help/")
    histories = _times(client.get, [f"{version.get_absolute_url()}history/" for version in rules[:30]])
    return {
        "search.first": first,
        "search.p95": _p95(searched),
        "typeahead.p95": _p95(typed),
        "resolve.p95": _p95(_times(resolution.resolve, cited)),
        "cite.p95": max(checked),
        "history.p95": _p95(histories),
    }


def comparisons() -> dict[str, float]:
    """Time comparisons of neighbouring and distant editions, on first and second view, and measure memory growth."""
    get = _client().get
    stored = editions()
    if len(stored) < 2:
        return {}
    steps, chance = list(pairwise(stored)), random.Random(1)
    chosen = chance.sample(steps, min(len(steps), _PAIRS // 2))
    while len(chosen) < _PAIRS:
        earlier, later = sorted(chance.sample(stored, 2), key=lambda edition: edition.effective)
        chosen.append((earlier, later))
    urls = [
        reverse("reading:compare", args=[earlier.document.slug, earlier.slug, later.slug]) for earlier, later in chosen
    ]
    for url in urls[:3]:
        get(url)
    before = usage.held()
    first, again = [], []
    for url in urls[3:]:
        first += _times(get, [url])
        again += _times(get, [url])
    return {
        "compare.first": _p95(first),
        "compare.again": _p95(again),
        "compare.kept": max(0.0, usage.held() - before),
    }


def tables_played() -> dict[str, float]:
    """Time the page of an action at tables of several kinds, with forty actions before it."""
    settings.ALLOWED_HOSTS = ["testserver"]
    return tables.tables()


def corrections() -> dict[str, float]:
    """Time corrections of texts, a heading, an Example and the glossary, each made and then withdrawn."""
    stored = editions()
    if not stored:
        return {}
    subjects: list[tuple[targets.Row, str]] = []
    for edition in (stored[-1], stored[len(stored) // 2]):
        version = edition.versions.filter(wording__isnull=False, kind="rule").order_by("position")
        subjects += [(row, "text") for row in version[len(version) // 2 :][:1]]
    newest = stored[-1]
    subjects += [(row, "title") for row in newest.versions.filter(kind="section").order_by("position")[:1]]
    subjects += [(row, "text") for row in Example.objects.filter(version__edition=newest, labelled=True)[:1]]
    for term in GlossaryTerm.objects.filter(edition=newest).order_by("position")[10:11]:
        subjects += [(term, "text"), (term, "title")]
    _client().get("/help/")
    walls, cpus, followed = [], [], []
    for row, part in subjects:
        words = targets.shown(type(row).objects.get(pk=row.pk), part)
        wall, cpu = time.perf_counter(), time.process_time()
        made = editing_corrections.correct(row, f"{words} Corrected", reason="a measurement", author=None, part=part)
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
        followed.append(_until_followed())
        editing_corrections.withdraw(made, reason="a measurement", author=None)
        _until_followed()
    return {"correction.all": max(walls), "correction.cpu": max(cpus), "correction.followed": max(followed)}


def _until_followed() -> float:
    """Return the seconds until descent has followed a correction."""
    started = time.perf_counter()
    while pending.unfollowed() and time.perf_counter() - started < _PATIENCE:
        time.sleep(0.05)
    return time.perf_counter() - started


def sizes() -> dict[str, float]:
    """Return the sizes in the data folder, without old index generations."""
    generations.tidy()
    database = _size(Path(str(connection.settings_dict["NAME"])))
    index = _size(Path(settings.DATA_DIR) / "index")
    return {
        "size.database": database,
        "size.prepared": _prepared(),
        "size.index": index,
        "size.all": database + index,
    }


PARTS: dict[str, Callable[[], dict[str, float]]] = {
    "rules": rules,
    "lists": lists,
    "searches": searches,
    "comparisons": comparisons,
    "sizes": sizes,
    "tables": tables_played,
    "corrections": corrections,
}
"""The measurements of a library, each run in its own process; the last one writes."""


def _prepared() -> float:
    """Return the megabytes of the tables with precomputed pages."""
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            return 0.0
        try:
            cursor.execute("SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'reading_%'")
        except Exception:  # SQLite may have been built without it
            return 0.0
        return (cursor.fetchone()[0] or 0) / 1e6


def _size(path: Path) -> float:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


def _client() -> Client:
    settings.ALLOWED_HOSTS = ["testserver"]
    return Client()


def editions() -> list[Edition]:
    """Return the editions of the work with most editions, oldest first."""
    works = Document.objects.annotate(held=Count("editions")).order_by("-held", "position")
    work = works.first()
    return list(work.editions.select_related("document").order_by("effective")) if work else []


def spread() -> list[RuleVersion]:
    """Return an evenly spread sample of the provisions of all editions."""
    rows = RuleVersion.objects.exclude(kind="chapter").select_related("edition__document")
    keys = list(rows.values_list("pk", flat=True))
    step = max(1, len(keys) // _SAMPLE)
    return list(rows.filter(pk__in=keys[::step]))


def games() -> list[str]:
    """Return the addresses of some worked examples."""
    return [scenario.get_absolute_url() for scenario in Scenario.objects.all()[:30]]


def _times(call: Callable[[Any], Any], arguments: Iterable[Any]) -> list[float]:
    """Return the milliseconds of each call."""
    times = []
    for argument in arguments:
        started = time.perf_counter()
        call(argument)
        times.append((time.perf_counter() - started) * 1000)
    return times


def _p50(times: list[float]) -> float:
    return statistics.median(times) if times else 0.0


def _p95(times: list[float]) -> float:
    ordered = sorted(times)
    return ordered[round(0.95 * (len(ordered) - 1))] if ordered else 0.0
