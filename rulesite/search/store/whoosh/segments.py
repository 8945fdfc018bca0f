"""Segments: the files in the Whoosh folder of a generation, and their updates.

A new index is one segment. Later texts go into a small segment beside it, and removed texts are marked as deleted, so
that a correction costs no more than its changes, not the writing of 20,000 texts. Small segments are merged before
they become many: each is several times as large as the next. The files of a segment never change; a generation shares
them with the one it was made from. Our own JSON file lists the segments.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from sys import intern

from whoosh import columns, fields
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.codec.whoosh3 import W3Segment
from whoosh.formats import Frequency
from whoosh.reading import SegmentReader

from rulesite.search.store.seals import DamageError
from rulesite.search.store.whoosh.postings import Codec, Folder, Places, TermsReader, key_of

FOLDER = "whoosh"
"""The name of the folder in a generation."""
WORDS, STEMS, PAIRS, TEXT = "words", "stems", "pairs", "text"
"""The fields: words as printed, their stems, pairs of stems side by side, and the number of the text."""
_LIST = "segments.json"
_MIN_RATIO = 4
"""How many times as large as the next a segment must be."""
_MIN_STANDING = 0.5
"""The share of undeleted texts below which a segment is rewritten."""
_NUMBER = columns.NumericColumn("I")
_SPLIT = SpaceSeparatedTokenizer()
"""Our words are separated by spaces and need no further analysis."""
SCHEMA = fields.Schema(
    **{name: fields.FieldType(Places(), _SPLIT, scorable=True) for name in (WORDS, STEMS)},
    pairs=fields.FieldType(Frequency(), _SPLIT),
    text=fields.COLUMN(_NUMBER),
)
Words = tuple[Sequence[str], Sequence[str]]
"""The words of a text, and their stems."""
_List = tuple[str, Sequence[int], Sequence[int], Sequence[int]]
"""A word, the documents with it, its counts, and its places."""
_PLACE = 32
_ONE_PLACE = (1 << _PLACE) - 1
"""The bits of a place in a number that combines it with a document, and their mask."""


@dataclass
class Segment:
    """A segment: its name, the number of texts written to it, the deleted ones, and the word count of the others."""

    name: str
    texts: int
    length: int
    gone: list[int] = field(default_factory=list)
    """The deleted texts, by their positions in the segment."""

    @property
    def standing(self) -> int:
        """The number of texts that are not deleted."""
        return self.texts - len(self.gone)


def held(folder: Path) -> list[Segment]:
    """The segments of a folder, oldest first; none if there is no folder."""
    try:
        return [Segment(**entry) for entry in json.loads((folder / _LIST).read_bytes())]
    except FileNotFoundError:
        return []


def share(base: Path, folder: Path) -> None:
    """Make a new folder with the segments of another, by hard links."""
    folder.mkdir(mode=0o700)
    for path in base.iterdir():
        if path.name == _LIST:
            shutil.copyfile(path, folder / path.name)
        else:
            _link(path, folder / path.name)


def _link(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except OSError:  # a file system without links
        shutil.copyfile(path, other)


def opened(folder: Path, segment: Segment) -> SegmentReader:
    """Open a segment for reading."""
    return SegmentReader(Folder(str(folder)), SCHEMA, _whooshs(segment))


def words_of(folder: Path, segment: Segment) -> TermsReader:
    """The reader of the words of a segment."""
    return Codec().terms_reader(Folder(str(folder)), _whooshs(segment))


def numbers(folder: Path, segment: Segment) -> array[int]:
    """The texts of a segment, in the order of writing. Raises DamageError if they can't be read."""
    texts = array("I")
    column = Codec.column_filename(_whooshs(segment), TEXT)
    try:
        texts.frombytes((folder / column).read_bytes())
    except ValueError as error:
        raise DamageError(f"{column} can't be read: {error}") from error
    if sys.byteorder == "little":
        texts.byteswap()
    return texts


def lengths(folder: Path, segment: Segment) -> bytes:
    """The word count of each text of a segment, in Whoosh's one-byte form."""
    column = folder / Codec.column_filename(_whooshs(segment), f"_{WORDS}_len")
    stored = column.read_bytes() if segment.length else b""  # without any words there is no such file
    return stored.ljust(segment.texts, b"\0")


def _whooshs(segment: Segment) -> W3Segment:
    """A segment as a Whoosh object."""
    whoosh_segment = Codec().new_segment(None, FOLDER)
    whoosh_segment.segid, whoosh_segment._fieldlengths = segment.name, {WORDS: segment.length, STEMS: segment.length}
    whoosh_segment.set_doc_count(segment.texts)
    for document in segment.gone:
        whoosh_segment.delete_document(document)
    return whoosh_segment


class SegmentChanges:
    """SegmentChanges to the texts of a folder: `put` and `take` texts, then `store`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._new: dict[int, Words] = {}
        self._gone: dict[int, int] = {}
        """Removed text to its word count."""

    def put(self, text: int, words: Sequence[str], stems: Sequence[str]) -> None:
        """Add a text."""
        self._new[text] = [*map(intern, words)], [*map(intern, stems)]

    def take(self, text: int, words: int) -> None:
        """Remove a text; ``words`` is its word count."""
        self._gone[text] = words

    def store(self, words_of: Callable[[Iterable[int]], Mapping[int, Words]]) -> None:
        """Write the changes; ``words_of`` returns the words of stored texts."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        standing: dict[str, list[int]] = {}
        segments = held(self._folder)
        for segment in segments:
            standing[segment.name] = self._without_gone(segment)
        kept = [segment for segment in segments if segment.standing > segment.texts * _MIN_STANDING]
        rewritten = [text for segment in segments if segment not in kept for text in standing[segment.name]]
        while kept and kept[-1].standing < _MIN_RATIO * (len(self._new) + len(rewritten)):
            rewritten += standing[kept.pop().name]
        coming = {**words_of(sorted(rewritten)), **self._new} if rewritten else self._new
        if coming:
            last = max((int(segment.name) for segment in segments), default=0)
            kept.append(_write(self._folder, str(last + 1), coming))
        for segment in segments:
            if segment not in kept:
                for path in self._folder.glob(f"{FOLDER}_{segment.name}.*"):
                    path.unlink()
        data = json.dumps([asdict(segment) for segment in kept])
        (self._folder / _LIST).write_text(data, encoding="utf-8")

    def _without_gone(self, segment: Segment) -> list[int]:
        """Mark the removed texts of a segment as deleted, and return the others."""
        texts, gone = numbers(self._folder, segment), set(segment.gone)
        for document, text in enumerate(texts):
            if text in self._gone and document not in gone:
                segment.gone.append(document)
                segment.length -= self._gone[text]
        gone = set(segment.gone)
        return [text for document, text in enumerate(texts) if document not in gone]


def _write(folder: Path, name: str, texts: Mapping[int, Words]) -> Segment:
    """Write texts as a new segment."""
    made = Segment(name, len(texts), sum(len(words) for words, _ in texts.values()))
    codec, storage, segment = Codec(), Folder(str(folder)), _whooshs(made)
    documents = codec.per_document_writer(storage, segment)
    for document, (text, (words, _)) in enumerate(texts.items()):
        documents.start_doc(document)
        for name in (WORDS, STEMS):
            documents.add_field(name, SCHEMA[name], None, len(words))
        documents.add_column_value(TEXT, _NUMBER, text)
        documents.finish_doc()
    documents.close()
    shutil.rmtree(folder / f"{FOLDER}.tmp", ignore_errors=True)  # where Whoosh made its columns
    lists = codec.field_writer(storage, segment)
    for name, postings in (
        (PAIRS, _pairs(stems for _, stems in texts.values())),
        (STEMS, _places(stems for _, stems in texts.values())),
        (WORDS, _places(words for words, _ in texts.values())),
    ):
        lists.start_field(name, SCHEMA[name])
        for word, documents, counts, places in postings:
            lists.add_list(word, documents, counts, places)
        lists.finish_field()
    lists.close()
    return made


def _places(texts: Iterable[Sequence[str]]) -> Iterator[_List]:
    """Yield each word in order, with its documents, counts and places."""
    positions: dict[str, array[int]] = defaultdict(partial(array, "Q"))
    for document, words in enumerate(texts):
        for place, word in enumerate(words, start=document << _PLACE):
            positions[word].append(place)
    for word in sorted(positions, key=key_of):
        word_positions = positions.pop(word)
        counted = Counter([place >> _PLACE for place in word_positions])
        yield word, [*counted], [*counted.values()], [place & _ONE_PLACE for place in word_positions]


def _pairs(texts: Iterable[Sequence[str]]) -> Iterator[_List]:
    """The same for pairs of stems side by side, without places."""
    documents_of: dict[tuple[str, str], array[int]] = defaultdict(partial(array, "I"))
    for document, stems in enumerate(texts):
        for pair in pairwise(stems):
            documents_of[pair].append(document)
    for word, pair in sorted(((" ".join(pair), pair) for pair in documents_of), key=lambda one: key_of(one[0])):
        counted = Counter(documents_of.pop(pair))
        yield word, [*counted], [*counted.values()], ()
