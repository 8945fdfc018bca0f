"""Build the index, update it to match the database, and publish it.

`prepare` makes a new generation from the previous one: stamps show which editions may have changed; it reads these and
applies their changes. `refresh` also publishes the generation, `rebuild` makes it from scratch. The previous generation
stays readable until then.
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from rulesite.progress import ReportProgress, silence
from rulesite.rulebook.models import Library
from rulesite.search.indexing import edition_stamps
from rulesite.search.indexing.corpus import Contents, Corpus, IndexedEdition
from rulesite.search.indexing.writer import IndexWriter
from rulesite.search.store import generations, schema, seals
from rulesite.search.store.postgres import generations as postgres_generations
from rulesite.search.store.reader import File, IndexReader
from rulesite.search.store.whoosh import segments

_EDITIONS = "SELECT document, date, short_title, title, stamp, said FROM edition ORDER BY number"
Editions = dict[IndexedEdition, tuple[str | None, bytes]]
"""The editions of a generation, each with its stamp and the digest of its contents."""
_MAX_ATTEMPTS = 5
"""How often an index is prepared if others are published meanwhile."""

_deferring = threading.local()


@dataclass(frozen=True)
class Built:
    """The result of a build."""

    texts: int
    added: int
    removed: int
    places: int
    generation: str


def prepare(*, anew: bool = False) -> Built | None:
    """Prepare a generation that matches the database of the current connection, which is only read; for `refresh`.

    It is made from the current generation by applying the changes since; without changes, that generation is returned.
    ``anew`` makes it from scratch. Returns None if the database needs to be written first.
    """
    with generations.writing():
        return _prepare(generations.named(), anew, silence, reading=True)


def rebuild(report_progress: ReportProgress = silence) -> Built:
    """Rebuild the full index from the database and publish it; ``report_progress`` reports progress."""
    built = _published(anew=True, report_progress=report_progress)
    generations.sweep()
    return built


def refresh(*, every: bool = False, prepared: str = "", report_progress: ReportProgress = silence) -> Built:
    """Update the index to match the database of the current connection, and publish it there.

    Makes an index if there is none. ``every`` checks every edition, regardless of stamps. A generation that was
    ``prepared`` is used as it is if it is up to date, otherwise as the base.
    """
    if every:
        edition_stamps.renew()
    built = _published(anew=False, prepared=prepared, report_progress=report_progress)
    _deferring.wanted = False
    return built


def behind() -> list[str]:
    """The addresses of the editions that changed since they were indexed, by their stamps; only reads."""
    return [address for _, _, address in _Look(_published_editions(), Corpus()).restamped]


def astray(report_progress: ReportProgress = silence) -> list[str]:
    """The addresses of the editions that differ from the index, regardless of stamps: all are read."""
    look = _Look(_published_editions(), Corpus())
    return [look.all[number][2] for number, _ in look.changes(report_progress, every=True)]


@contextmanager
def deferred() -> Iterator[None]:
    """Defer updates: inside the block changes are only noted, and the index is refreshed once at the end.

    For loading many editions. Committed changes become searchable even if the block raises. In nested blocks, the
    outermost one refreshes.
    """
    depth = getattr(_deferring, "depth", 0)
    _deferring.depth = depth + 1
    try:
        yield
    finally:
        _deferring.depth = depth
        if depth == 0 and getattr(_deferring, "wanted", False):
            keep_in_step()


def keep_in_step() -> None:
    """Update the index after searched data was committed: now, or at the end of `deferred`."""
    if getattr(_deferring, "depth", 0):
        _deferring.wanted = True
    elif Library.objects.exists():
        refresh()
        generations.sweep()


def _published(*, anew: bool, prepared: str = "", report_progress: ReportProgress) -> Built:
    with generations.writing():
        for _ in range(_MAX_ATTEMPTS):
            before = generations.named()
            base = before if usable(prepared) is None else prepared
            built = _prepare(base, anew, report_progress)
            assert built is not None  # noqa: S101 - this process may write
            if generations.publish(built.generation, before):
                if (unused := generations.folder(prepared)) and prepared not in (built.generation, before):
                    generations.discard(unused)
                return built
        raise generations.IndexBusy("the book was published repeatedly while its index was built")


def _prepare(before: str, anew: bool, report_progress: ReportProgress, *, reading: bool = False) -> Built | None:
    """A generation that matches the database, based on ``before``; None if ``reading`` and a write is needed."""
    base = None if anew or not generations.secure() else usable(before)
    book = Corpus()
    addresses = {pk: held.address for pk, held in book.editions.items()}
    current = edition_stamps.read(addresses) if reading else edition_stamps.complete(addresses)
    if not all(current.values()):
        return None
    look = _Look(_editions(File(base) if base else None), book)
    changes = look.changes(report_progress)
    first = next(changes, None)
    if base is not None and first is None and look.same_editions:
        if not reading:
            look.turn_back()
        return _unchanged(base)
    generation = generations.begin()
    try:
        if base is None:
            db = schema.create(generation / schema.FILE)
        else:
            shutil.copyfile(base / schema.FILE, generation / schema.FILE)
            segments.share(base / segments.FOLDER, generation / segments.FOLDER)
            db = schema.change(generation / schema.FILE)
        with closing(db):
            db.execute("BEGIN")
            catalogue = IndexWriter(db, generation, book)
            catalogue.arrange(list(book.editions.values()))
            for number, contents in chain([first] if first else [], changes):
                catalogue.put(number, contents)
            catalogue.stamp([current[pk] for pk in book.editions])
            done = catalogue.finish()
            db.execute("COMMIT")
            schema.tighten(db)
        generations.complete(generation)
    except BaseException:
        generations.discard(generation)
        raise
    return Built(done.texts, done.added, done.removed, done.places, generation.name)


class _Look:
    """A comparison of the editions in the database with those of a generation."""

    def __init__(self, held: Editions, book: Corpus) -> None:
        self._book, self._held = book, held
        self.same_editions = list(self._held) == list(book.editions.values())
        self.all = [(number, pk, held.address) for number, (pk, held) in enumerate(book.editions.items())]
        """The number, id and address of each edition."""
        known = {held.address: row for held, row in self._held.items()}
        self._known = {address: known.get(address, (None, b"")) for _, _, address in self.all}
        self._stamps = edition_stamps.read({pk: address for _, pk, address in self.all})
        self.restamped = [each for each in self.all if self._known[each[2]][0] != self._stamps[each[1]]]
        """The editions whose stamps changed."""
        self._proved: list[tuple[str, str, str]] = []

    def changes(self, report_progress: ReportProgress, *, every: bool = False) -> Iterator[tuple[int, Contents]]:
        """Yield the number and contents of each changed edition, of those with new stamps.

        ``every`` checks all editions. All are checked, too, while provisions have no threads, because then their
        families depend on the neighbouring editions.
        """
        examined = self.all if every or self._book.loose else self.restamped
        for index, (number, pk, address) in enumerate(examined):
            report_progress(f"indexing {address}", index, len(examined))
            contents = self._book.read(pk)
            stamp, digest = self._known[address]
            if digest != contents.digest:
                yield number, contents
            elif stamp is not None:
                self._proved.append((address, self._stamps[pk], stamp))

    def turn_back(self) -> None:
        """Restore the former stamps of the editions that proved to be unchanged."""
        for address, stamp, before in self._proved:
            edition_stamps.turn_back(address, stamp, before)


def is_there(name: str) -> bool:
    """Whether a generation can be searched here; reads all files and compares them with the seal."""
    return postgres_generations.holds(name) if postgres_generations.searched() and name else usable(name) is not None


def is_well(name: str) -> bool:
    """The same for callers every few seconds: files that look unchanged are read again once a minute."""
    if postgres_generations.searched() and name:
        return postgres_generations.holds(name)
    path = generations.folder(name)
    if path is None or not seals.is_sound(path):
        return False
    try:
        generations.check_trust(path)
        schema.read(path / schema.FILE).close()
    except (OSError, ValueError, TypeError, sqlite3.DatabaseError, generations.IndexUnsafe):
        return False
    return True


def _editions(opened: IndexReader | None) -> Editions:
    """The editions of a generation; none without a generation."""
    if opened is None:
        return {}
    with closing(opened):
        return {IndexedEdition(*row[:4]): row[4:] for row in opened.rows(_EDITIONS, ())}


def _published_editions() -> Editions:
    """The editions of the generation that is searched here."""
    name = generations.named()
    if not postgres_generations.searched():
        return _editions(File(base) if (base := usable(name)) else None)
    from rulesite.search.store.postgres.reader import (
        PostgresReader,
    )  # its driver is only installed where PostgreSQL searches

    return _editions(PostgresReader(name))


def usable(name: str) -> Path | None:
    """The folder of a generation that can be read and used as a base; None if it can't."""
    path = generations.folder(name)
    try:
        if path is not None:
            generations.check_trust(path)
            schema.read(path / schema.FILE).close()
            seals.check(path)
            if postgres_generations.searched() and not postgres_generations.holds(name):
                return None
    except (OSError, ValueError, TypeError, sqlite3.DatabaseError, generations.IndexUnsafe):
        return None
    return path


def _unchanged(base: Path) -> Built:
    with closing(schema.read(base / schema.FILE)) as db:
        (texts,) = db.execute("SELECT count(*) FROM text").fetchone()
        places = sum(schema.unpack_editions(row[0]).bit_count() for row in db.execute("SELECT editions FROM place"))
    return Built(texts, 0, 0, places, base.name)
