"""Segments: what lies in the Whoosh folder of a generation, and how it follows the texts that come and go.

An index that is made from nothing is one segment. What comes later is a small one beside it, and a text that goes is
noted as gone, so that a correction costs what it changes and not the writing of 20,000 texts. Small segments are made
into one before they are many: each is several times as large as the next. The files of a segment are never changed; a
generation shares them with the one it was made from. Which segments there are is said by a list of our own in JSON.
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
"""Where it lies in a generation."""
WORDS, STEMS, PAIRS, TEXT = "words", "stems", "pairs", "text"
"""The fields: words as they are printed, their stems, any two stems side by side; and the number of the text."""
_LIST = "segments.json"
_TIMES = 4
"""So many times as large as what comes after it a segment is at least."""
_FEWEST = 0.5
"""The share of its texts that a segment still has at least."""
_NUMBER = columns.NumericColumn("I")
_SPLIT = SpaceSeparatedTokenizer()
"""Our own words come with a space between any two: there is nothing left to decide."""
SCHEMA = fields.Schema(
    **{name: fields.FieldType(Places(), _SPLIT, scorable=True) for name in (WORDS, STEMS)},
    pairs=fields.FieldType(Frequency(), _SPLIT),
    text=fields.COLUMN(_NUMBER),
)
Words = tuple[Sequence[str], Sequence[str]]
"""The words of a text, and their stems."""
_List = tuple[str, Sequence[int], Sequence[int], Sequence[int]]
"""A word, the documents that have it, how often each, and at which places."""
_PLACE = 32
_ONE_PLACE = (1 << _PLACE) - 1
"""How many bits a place has, beside the document in one number, and these bits."""


@dataclass
class Segment:
    """A segment: its name, how many texts were written to it, which of these went, and how many words the rest have."""

    name: str
    texts: int
    length: int
    gone: list[int] = field(default_factory=list)
    """By their places in the segment."""

    @property
    def standing(self) -> int:
        """How many of its texts are still there."""
        return self.texts - len(self.gone)


def held(folder: Path) -> list[Segment]:
    """The segments of a folder, the oldest first; none where there is no such folder."""
    try:
        return [Segment(**each) for each in json.loads((folder / _LIST).read_bytes())]
    except FileNotFoundError:
        return []


def share(base: Path, folder: Path) -> None:
    """Let a new folder have the segments of another one."""
    folder.mkdir(mode=0o700)
    for path in base.iterdir():
        if path.name == _LIST:
            shutil.copyfile(path, folder / path.name)
        else:
            _link(path, folder / path.name)


def _link(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except OSError:  # a file system that has no links
        shutil.copyfile(path, other)


def opened(folder: Path, segment: Segment) -> SegmentReader:
    """A segment, for reading."""
    return SegmentReader(Folder(str(folder)), SCHEMA, _whooshs(segment))


def words_of(folder: Path, segment: Segment) -> TermsReader:
    """What reads the words of a segment."""
    return Codec().terms_reader(Folder(str(folder)), _whooshs(segment))


def numbers(folder: Path, segment: Segment) -> array[int]:
    """The texts of a segment, in the order in which they were written. Raises DamageError where they can't be read."""
    found = array("I")
    column = Codec.column_filename(_whooshs(segment), TEXT)
    try:
        found.frombytes((folder / column).read_bytes())
    except ValueError as error:
        raise DamageError(f"{column} can't be read: {error}") from error
    if sys.byteorder == "little":
        found.byteswap()
    return found


def lengths(folder: Path, segment: Segment) -> bytes:
    """How many words each of its texts has, each number in Whoosh's one byte."""
    column = folder / Codec.column_filename(_whooshs(segment), f"_{WORDS}_len")
    stored = column.read_bytes() if segment.length else b""  # where no text has a word, there is no such file
    return stored.ljust(segment.texts, b"\0")


def _whooshs(segment: Segment) -> W3Segment:
    """A segment as Whoosh knows it."""
    found = Codec().new_segment(None, FOLDER)
    found.segid, found._fieldlengths = segment.name, {WORDS: segment.length, STEMS: segment.length}
    found.set_doc_count(segment.texts)
    for document in segment.gone:
        found.delete_document(document)
    return found


class SegmentChanges:
    """Texts that come and go in a folder: `put` and `take` them, then `store`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._new: dict[int, Words] = {}
        self._gone: dict[int, int] = {}
        """Texts that go, and how many words they have."""

    def put(self, text: int, words: Sequence[str], stems: Sequence[str]) -> None:
        """Let a text be found by its words."""
        self._new[text] = [*map(intern, words)], [*map(intern, stems)]

    def take(self, text: int, words: int) -> None:
        """Let a text that has so many words be found no more."""
        self._gone[text] = words

    def store(self, words_of: Callable[[Iterable[int]], Mapping[int, Words]]) -> None:
        """Write what changed; ``words_of`` gives the words of texts that are held."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        standing: dict[str, list[int]] = {}
        segments = held(self._folder)
        for segment in segments:
            standing[segment.name] = self._without_gone(segment)
        kept = [segment for segment in segments if segment.standing > segment.texts * _FEWEST]
        again = [text for segment in segments if segment not in kept for text in standing[segment.name]]
        while kept and kept[-1].standing < _TIMES * (len(self._new) + len(again)):
            again += standing[kept.pop().name]
        coming = {**words_of(sorted(again)), **self._new} if again else self._new
        if coming:
            last = max((int(segment.name) for segment in segments), default=0)
            kept.append(_write(self._folder, str(last + 1), coming))
        for segment in segments:
            if segment not in kept:
                for path in self._folder.glob(f"{FOLDER}_{segment.name}.*"):
                    path.unlink()
        said = json.dumps([asdict(segment) for segment in kept])
        (self._folder / _LIST).write_text(said, encoding="utf-8")

    def _without_gone(self, segment: Segment) -> list[int]:
        """Note in a segment which of its texts go, and return those that stay."""
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
    shutil.rmtree(folder / f"{FOLDER}.tmp", ignore_errors=True)  # it made its columns there
    lists = codec.field_writer(storage, segment)
    for name, found in (
        (PAIRS, _pairs(stems for _, stems in texts.values())),
        (STEMS, _places(stems for _, stems in texts.values())),
        (WORDS, _places(words for words, _ in texts.values())),
    ):
        lists.start_field(name, SCHEMA[name])
        for word, documents, counts, places in found:
            lists.add_list(word, documents, counts, places)
        lists.finish_field()
    lists.close()
    return made


def _places(texts: Iterable[Sequence[str]]) -> Iterator[_List]:
    """Each word in order, with the texts in which it stands, how often in each, and where."""
    found: dict[str, array[int]] = defaultdict(partial(array, "Q"))
    for document, words in enumerate(texts):
        for place, word in enumerate(words, start=document << _PLACE):
            found[word].append(place)
    for word in sorted(found, key=key_of):
        every = found.pop(word)
        counted = Counter([place >> _PLACE for place in every])
        yield word, [*counted], [*counted.values()], [place & _ONE_PLACE for place in every]


def _pairs(texts: Iterable[Sequence[str]]) -> Iterator[_List]:
    """The same of any two side by side, without the places."""
    found: dict[tuple[str, str], array[int]] = defaultdict(partial(array, "I"))
    for document, stems in enumerate(texts):
        for pair in pairwise(stems):
            found[pair].append(document)
    for word, pair in sorted(((" ".join(pair), pair) for pair in found), key=lambda one: key_of(one[0])):
        counted = Counter(found.pop(pair))
        yield word, [*counted], [*counted.values()], ()
