"""Building the index, keeping it in step with the database, and publishing it.

`rebuild` makes it from nothing, in one segment; `refresh` adds the texts that are new and drops those that are gone,
in a second, small segment, which later ones are merged into until it is worth while to make one segment of all. There
are never more than two: Whoosh gets slower, and worse, with many. Either way the result is a new generation (see
`generations`), and what was published before stays readable until then.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from whoosh.codec.base import Segment
from whoosh.filedb.filestore import FileStorage
from whoosh.index import FileIndex
from whoosh.reading import SegmentReader
from whoosh.writing import SegmentWriter

from rulesite.search import catalogue as catalogues
from rulesite.search import generations, schema
from rulesite.search.catalogue import Catalogue

CATALOGUE = "catalogue.json"
_MOST_CHANGED = 0.6
"""Above this share of changed texts a new index is made faster than the old one is changed."""

_MOST_BESIDE = 0.2
"""The share of texts that may stand in the second segment, or be dropped from the first, before all are merged."""
_MEMORY = 512
"""Megabytes, by Whoosh's generous estimate, of postings kept before it goes to disk: 100,000 provisions stay within."""

_deferring = threading.local()


@dataclass(frozen=True)
class Built:
    """What a build did."""

    texts: int
    added: int
    removed: int
    places: int
    generation: str


def rebuild() -> Built:
    """Make the whole index anew from the database and publish it."""
    with generations.writing():
        generations.secure()
        return _make(catalogues.from_database(), None)


def refresh() -> Built:
    """Bring the index up to date with the database and publish it; makes it when there is none."""
    with generations.writing():
        return _make(catalogues.from_database(), generations.current() if generations.secure() else None)


@contextmanager
def deferred() -> Iterator[None]:
    """Within it, changes of the rulebook are only noted; the index is brought up to date once, when it ends.

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
            _deferring.wanted = False
            refresh()


def keep_in_step() -> None:
    """Something that is searched has been committed: refresh now, or at the end of `deferred`."""
    if getattr(_deferring, "depth", 0):
        _deferring.wanted = True
    else:
        refresh()


def _make(wanted: Catalogue, before: Path | None) -> Built:
    """Write a generation that holds exactly the wanted texts, starting from the one before where that helps."""
    keys = {key for key, _, _ in wanted.texts}
    held = _keys_of(before) if before else set()
    changed = len(keys ^ held)
    if before is None or changed > _MOST_CHANGED * max(len(keys), 1):
        before, held = None, set()
    generation = generations.begin()
    try:
        index = _copy(before, generation) if before else FileStorage(str(generation)).create_index(schema.make())
        if keys != held:
            _write(index, wanted, keys, held)
        wanted.words = _words_of(index)
        index.close()
        wanted.write(generation / CATALOGUE)
        generations.publish(generation)
    except BaseException:
        generations.discard(generation)
        raise
    places = sum(len(record.places) for record in wanted.records)
    return Built(len(keys), len(keys - held), len(held - keys), places, generation.name)


def _write(index: FileIndex, wanted: Catalogue, keys: set[str], held: set[str]) -> None:
    """Add and drop texts in one session; a key is never added twice in a session, because Whoosh would keep both."""
    writer = index.writer(limitmb=_MEMORY)
    try:
        for key in held - keys:
            writer.delete_by_term("key", key)
        for key, title, body in wanted.texts:
            if key not in held:
                said = f"{title}\n{body}" if title and body else title or body
                writer.add_document(key=key, words=said, stems=said)
    except BaseException:
        writer.cancel()
        raise
    writer.commit(mergetype=_merge)


def _merge(writer: SegmentWriter, segments: list[Segment]) -> list[Segment]:
    """Which of the written segments stay as they are: the great one, while nearly everything is in it."""
    if not segments:
        return []
    great = max(segments, key=lambda segment: segment.doc_count())
    texts = writer.doc_count() + sum(segment.doc_count() for segment in segments)
    whole = texts - great.doc_count() + great.deleted_count() > _MOST_BESIDE * texts
    for segment in segments:
        if whole or segment is not great:
            reader = SegmentReader(writer.storage, writer.schema, segment)
            writer.add_reader(reader)
            reader.close()
    return [] if whole else [great]


def _copy(before: Path, generation: Path) -> FileIndex:
    """A generation that begins as the one before. Whoosh never changes a file it has written, so links will do."""
    for file in before.iterdir():
        if file.is_file() and file.name != CATALOGUE and not file.name.endswith("LOCK"):
            try:
                (generation / file.name).hardlink_to(file)
            except OSError:
                shutil.copy2(file, generation / file.name)
    return FileStorage(str(generation)).open_index()


def _keys_of(generation: Path) -> set[str]:
    """The keys of the texts that a generation holds; empty when it can't be used."""
    try:
        generations.check_trust(generation)
        return {key for key, _, _ in Catalogue.read(generation / CATALOGUE).texts}
    except (OSError, ValueError, KeyError, generations.IndexUnsafe):
        return set()


def _words_of(index: FileIndex) -> dict[str, int]:
    """Every word of the index and in how many texts it stands."""
    reader = index.reader()
    try:
        return {text.decode("utf-8"): info.doc_frequency() for text, info in reader.iter_field("words")}
    finally:
        reader.close()
