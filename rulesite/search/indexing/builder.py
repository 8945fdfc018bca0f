"""Building the index, keeping it in step with the database, and publishing it.

`prepare` brings a new generation in step with the database, from the generation before: by their stamps it knows the
editions that may have changed, reads these, and changes what changed. `refresh` also publishes it, `rebuild` makes it
from nothing. What was published before stays readable until then.
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

from rulesite.progress import Tell, silence
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
"""The editions of a generation, each with its stamp and a digest of what it says."""
_PATIENCE = 5
"""How often an index is prepared again because another was published meanwhile."""

_deferring = threading.local()


@dataclass(frozen=True)
class Built:
    """What a build did."""

    texts: int
    added: int
    removed: int
    places: int
    generation: str


def prepare(*, anew: bool = False) -> Built | None:
    """A generation in step with what the database of the current connection holds, which is only read; for `refresh`.

    It is made from the generation that the database names, with the work of what has changed since; that generation
    itself is returned when nothing has. ``anew`` makes it from nothing. None where something must be written first.
    """
    with generations.writing():
        return _prepare(generations.named(), anew, silence, reading=True)


def rebuild(tell: Tell = silence) -> Built:
    """Make the whole index anew from the database and publish it; ``tell`` is told how far it is."""
    built = _published(anew=True, tell=tell)
    generations.sweep()
    return built


def refresh(*, every: bool = False, prepared: str = "", tell: Tell = silence) -> Built:
    """Bring the index in step with the database of the current connection, and let that name it.

    Makes it when there is none. ``every`` looks at every edition, whatever its stamp says. A generation that was
    ``prepared`` is taken where it is in step, and else built upon.
    """
    if every:
        edition_stamps.renew()
    built = _published(anew=False, prepared=prepared, tell=tell)
    _deferring.wanted = False
    return built


def behind() -> list[str]:
    """The addresses of the editions that have changed since the index was made, as far as stamps say; reads only."""
    return [address for _, _, address in _Look(_published_editions(), Corpus()).restamped]


def astray(tell: Tell = silence) -> list[str]:
    """The addresses of the editions that are not as they are indexed, whatever stamps say: all are read."""
    look = _Look(_published_editions(), Corpus())
    return [look.all[number][2] for number, _ in look.changes(tell, every=True)]


@contextmanager
def deferred() -> Iterator[None]:
    """Within it, changes of the rulebook are only noted; the index is refreshed once, when it ends at the latest.

    For loading many editions. What was committed becomes searchable also when the block ends in an error. Nesting is
    allowed: the outermost block does the work.
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
    """Something that is searched has been committed and is published: refresh now, or after `deferred`."""
    if getattr(_deferring, "depth", 0):
        _deferring.wanted = True
    elif Library.objects.exists():
        refresh()
        generations.sweep()


def _published(*, anew: bool, prepared: str = "", tell: Tell) -> Built:
    with generations.writing():
        for _ in range(_PATIENCE):
            before = generations.named()
            base = before if usable(prepared) is None else prepared
            built = _prepare(base, anew, tell)
            assert built is not None  # noqa: S101 - this process may write
            if generations.publish(built.generation, before):
                if (unused := generations.folder(prepared)) and prepared not in (built.generation, before):
                    generations.discard(unused)
                return built
        raise generations.IndexBusy("the book was published again and again while its index was made")


def _prepare(before: str, anew: bool, tell: Tell, *, reading: bool = False) -> Built | None:
    """A generation in step with the database, from the one ``before``; None if ``reading`` alone does not do."""
    base = None if anew or not generations.secure() else usable(before)
    book = Corpus()
    addresses = {pk: held.address for pk, held in book.editions.items()}
    current = edition_stamps.read(addresses) if reading else edition_stamps.complete(addresses)
    if not all(current.values()):
        return None
    look = _Look(_editions(File(base) if base else None), book)
    changes = look.changes(tell)
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
    """A look at the editions that may not be as a generation has them."""

    def __init__(self, held: Editions, book: Corpus) -> None:
        self._book, self._held = book, held
        self.same_editions = list(self._held) == list(book.editions.values())
        self.all = [(number, pk, held.address) for number, (pk, held) in enumerate(book.editions.items())]
        """The editions: their numbers, ids and addresses."""
        known = {held.address: row for held, row in self._held.items()}
        self._known = {address: known.get(address, (None, b"")) for _, _, address in self.all}
        self._stamps = edition_stamps.read({pk: address for _, pk, address in self.all})
        self.restamped = [each for each in self.all if self._known[each[2]][0] != self._stamps[each[1]]]
        """Those with other stamps than they had."""
        self._proved: list[tuple[str, str, str]] = []

    def changes(self, tell: Tell, *, every: bool = False) -> Iterator[tuple[int, Contents]]:
        """The editions that say something else, with their numbers, of those that may.

        ``every`` looks at all. So it is, too, while provisions have no threads: what they belong to is told by their
        neighbours.
        """
        looked_at = self.all if every or self._book.loose else self.restamped
        for nth, (number, pk, address) in enumerate(looked_at):
            tell(f"indexing {address}", nth, len(looked_at))
            contents = self._book.read(pk)
            stamp, said = self._known[address]
            if said != contents.digest:
                yield number, contents
            elif stamp is not None:
                self._proved.append((address, self._stamps[pk], stamp))

    def turn_back(self) -> None:
        """Where nothing had changed after all, let the database say so."""
        for address, stamp, before in self._proved:
            edition_stamps.turn_back(address, stamp, before)


def is_there(name: str) -> bool:
    """Whether a generation can be searched here: all its files are read, and are as they were written."""
    return postgres_generations.holds(name) if postgres_generations.searched() and name else usable(name) is not None


def is_well(name: str) -> bool:
    """The same for whoever asks every few seconds: files that look unchanged are read again once a minute."""
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
    """The editions that a generation holds, none where there is no generation."""
    if opened is None:
        return {}
    with closing(opened):
        return {IndexedEdition(*row[:4]): row[4:] for row in opened.rows(_EDITIONS, ())}


def _published_editions() -> Editions:
    """The editions that the generation holds which is searched here."""
    name = generations.named()
    if not postgres_generations.searched():
        return _editions(File(base) if (base := usable(name)) else None)
    from rulesite.search.store.postgres.reader import (
        PostgresReader,
    )  # where nobody searches there, nothing that speaks to it is installed

    return _editions(PostgresReader(name))


def usable(name: str) -> Path | None:
    """The folder of a generation that can be read and built upon, None when there is no such."""
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
