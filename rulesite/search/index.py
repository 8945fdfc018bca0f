"""Building the index, keeping it in step with the database, and publishing it.

`prepare` brings a new generation in step with the database, from the generation before: it reads each edition's rows,
and changes what changed. `refresh` also publishes it, `rebuild` makes it from nothing. What was published before stays
readable until then.
"""

from __future__ import annotations

import math
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from rulesite.rulebook.models import Library
from rulesite.search import generations, schema
from rulesite.search.catalogue import Catalogue
from rulesite.search.contents import Book, Contents, Held

_STATE = "state"
_PATIENCE = 5
"""How often an index is prepared again because another was published meanwhile."""

_deferring = threading.local()


@dataclass
class Missed:
    """What an index has missed: so many revisions of the published book, which were of these editions, by their ids.

    It counts only where the index has missed no other revision.
    """

    revisions: int = 0
    editions: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Built:
    """What a build did."""

    texts: int
    added: int
    removed: int
    places: int
    generation: str


def prepare(*, anew: bool = False) -> Built:
    """A generation in step with what the database of the current connection holds, not yet published.

    It is made from the generation that the database names, with the work of what has changed since; that generation
    itself is returned when nothing has. ``anew`` makes it from nothing.
    """
    with generations.writing():
        return _prepare(generations.named(), None, anew)


def rebuild() -> Built:
    """Make the whole index anew from the database and publish it."""
    built = _published(None, anew=True)
    generations.sweep()
    return built


def refresh(missed: Missed | None = None) -> Built:
    """Bring the index in step with the database of the current connection, and let that name it.

    Makes it when there is none. ``missed`` says what has changed, where that is known; by default all is looked at.
    """
    built = _published(missed, anew=False)
    _deferring.wanted = False
    return built


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


def keep_in_step(missed: Missed | None = None) -> None:
    """Something that is searched has been committed and is published: refresh now, or after `deferred`."""
    if getattr(_deferring, "depth", 0):
        _deferring.wanted = True
    elif Library.objects.exists():
        refresh(missed)
        generations.sweep()


def _published(missed: Missed | None, *, anew: bool) -> Built:
    with generations.writing():
        for _ in range(_PATIENCE):
            before = generations.named()
            built = _prepare(before, missed, anew)
            if generations.publish(built.generation, before):
                return built
        raise generations.IndexBusy("the book was published again and again while its index was made")


def _prepare(before: str, missed: Missed | None, anew: bool) -> Built:
    base = None if anew or not generations.secure() else usable(before)
    book = Book()
    state = list(Library.objects.values_list("publication", "revision").first() or ())
    changes, same = _changes(base, book, missed, state)
    first = next(changes, None)
    if base is not None and first is None and same:
        return _unchanged(base)
    generation = generations.begin()
    try:
        if base is None:
            db = schema.create(generation / schema.FILE)
        else:
            shutil.copyfile(base / schema.FILE, generation / schema.FILE)
            db = schema.change(generation / schema.FILE)
        with closing(db):
            db.execute("BEGIN")
            catalogue = Catalogue(db, book)
            catalogue.arrange(list(book.editions.values()))
            for number, contents in chain([first] if first else [], changes):
                catalogue.put(number, contents)
            done = catalogue.finish()
            schema.keep(db, _STATE, state)
            db.execute("COMMIT")
        generations.complete(generation)
    except BaseException:
        generations.discard(generation)
        raise
    return Built(done.texts, done.added, done.removed, done.places, generation.name)


def usable(name: str) -> Path | None:
    """The folder of a generation that can be read and built upon, None when there is no such."""
    path = generations.folder(name)
    try:
        if path is not None:
            generations.check_trust(path)
            schema.read(path / schema.FILE).close()
    except (OSError, ValueError, TypeError, sqlite3.DatabaseError, generations.IndexUnsafe):
        return None
    return path


def _changes(
    base: Path | None, book: Book, missed: Missed | None, state: list[int]
) -> tuple[Iterator[tuple[int, Contents]], bool]:
    """The editions that are not as a generation has them, with their numbers; and whether it has the same editions."""
    if base is None:
        return ((number, book.read(pk)) for number, pk in enumerate(book.editions)), False
    with closing(schema.read(base / schema.FILE)) as db:
        rows = db.execute("SELECT document, date, short_title, title, words, threads FROM edition ORDER BY number")
        held = {Held(*row[:4]): row[4:] for row in rows}
        was = schema.kept(db, _STATE)
    digests = {one.address: digests for one, digests in held.items()}
    known = missed is not None and _steps(was, state) <= missed.revisions and not book.loose
    only = missed.editions if missed and known else None

    def changed() -> Iterator[tuple[int, Contents]]:
        for number, (pk, one) in enumerate(book.editions.items()):
            if only is None or pk in only or one.address not in digests:
                contents = book.read(pk)
                if digests.get(one.address) != (contents.words, contents.threads):
                    yield number, contents

    return changed(), list(held) == list(book.editions.values())


def _steps(was: list[int], now: list[int]) -> float:
    """How many revisions of the same publication lie between two states of the book."""
    return now[1] - was[1] if was and now and was[0] == now[0] and was[1] <= now[1] else math.inf


def _unchanged(base: Path) -> Built:
    with closing(schema.read(base / schema.FILE)) as db:
        (texts,) = db.execute("SELECT count(*) FROM text").fetchone()
        places = sum(schema.unpack_editions(row[0]).bit_count() for row in db.execute("SELECT editions FROM place"))
    return Built(texts, 0, 0, places, base.name)
