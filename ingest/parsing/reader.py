"""The one way from a source to its reading: as a web page, as a text with marks, or as plain text."""

from __future__ import annotations

import pickle
import traceback
import zlib
from dataclasses import dataclass, replace
from pathlib import PurePath

from ingest import dialects
from ingest.document import ledger
from ingest.document.source import Source, SourceError, read_bytes
from ingest.document.tree import Reading
from ingest.parsing import html, marked_text
from ingest.parsing.soundness import refuse_unsound
from ingest.parsing.summary import Summary, summary
from ingest.parsing.time_limit import Lost, patience
from rulesite.text import languages


def read(source: Source, dialect: str = "") -> Reading:
    """Read a source; with ``dialect`` "" the source decides. Raises SourceError if it has no rule."""
    if html.is_html(source):
        return html.read(source, dialect)
    if marked_text.is_marked(source):
        return marked_text.read(source, dialect)
    return dialects.choose(source, dialect).read(source)


@dataclass(frozen=True)
class ReadJob:
    """A file to read, with a person's instructions; "" leaves the choice to the file."""

    name: str
    data: bytes
    dialect: str = ""
    extent: str = ""
    alone: bool = False
    """Whether few files are read, in this process: then the reading need not be packed."""
    language: str = languages.ENGLISH
    """Its language; a text in another one is refused."""
    damaged: bool = False
    """Consent to read undecodable bytes as lost."""


@dataclass(frozen=True)
class PackedReading:
    """A packed reading: small enough to keep a library of them in memory, and to pass between processes. A lone reading
    is not packed.
    """

    summary: Summary
    packed: bytes | Reading

    @classmethod
    def of(cls, reading: Reading, *, alone: bool = False) -> PackedReading:
        """Pack a reading, if it is not ``alone``."""
        if alone:
            return cls(summary(reading), reading)
        bare = replace(reading, source=replace(reading.source))  # without its memoized properties
        return cls(summary(reading), zlib.compress(pickle.dumps(bare, pickle.HIGHEST_PROTOCOL), 1))

    @property
    def reading(self) -> Reading:
        """The reading, unpacked each time; nobody may change it."""
        if not isinstance(self.packed, bytes):
            return self.packed
        unpacked: Reading = pickle.loads(zlib.decompress(self.packed))
        return unpacked


def parcel(order: ReadJob) -> PackedReading | SourceError:
    """Read a file and check its ledger; the task of a worker. Returns the error if the file is refused."""
    try:
        with patience(len(order.data)):
            return PackedReading.of(_proved(order), alone=order.alone)
    except SourceError as error:
        return error
    except Lost as error:
        return SourceError(order.name, str(error), mend="check that it is a rules document")
    except RecursionError:
        what = "its brackets or elements are nested too deeply"
        return SourceError(order.name, what, mend="save it as plain text")
    except MemoryError:
        return SourceError(
            order.name, "there is not enough memory to read it", mend="check that it is a rules document"
        )
    except Exception as error:  # a fault with one source; the others can be read
        return _fault(order.name, error)


def _fault(name: str, error: Exception) -> SourceError:
    """The error shown to the owner of a document that makes the reader fail."""
    *_, last = traceback.extract_tb(error.__traceback__)
    what = f"{type(error).__name__}: {error}, in {PurePath(last.filename).name} line {last.lineno}"
    return SourceError(name, f"an error in the program ({what})", mend="report it with this file")


def _proved(order: ReadJob) -> Reading:
    source = read_bytes(order.name, order.data, damaged=order.damaged)
    try:
        reading = read(source, order.dialect)
    except SourceError:
        _refuse_language(order, source.text)
        raise
    ledger.check_bytes(reading.segments, source)
    _refuse_language(order, _words(reading), reading.tree.provisions[0].first_line if reading.tree.provisions else None)
    refuse_unsound(reading)
    if reading.truncated and order.language != languages.ENGLISH:
        reading = replace(reading, warnings=(*reading.warnings, f"it seems to end too soon: {reading.truncated}"))
    elif reading.truncated and order.extent != "extract":
        mend = 'get the whole file, or set extent = "extract" in sources.toml (--extent extract)'
        raise SourceError(order.name, f"the file is truncated: {reading.truncated}", line=len(source.lines), mend=mend)
    if order.extent:
        reading = replace(reading, tree=replace(reading.tree, extent=order.extent))
    return reading


def _words(reading: Reading) -> str:
    """The text of a document in sentences."""
    provisions = (f"{provision.title}\n{provision.text}" for provision in reading.tree.provisions)
    return "\n".join([*provisions, *(entry.text for entry in reading.tree.glossary)])


def _refuse_language(order: ReadJob, text: str, line: int | None = None) -> None:
    """Refuse a text that is plainly in another language than stated."""
    language = languages.of_text(text)
    if language in ("", order.language):
        return
    if order.language == languages.ENGLISH:
        what = f"it is in {languages.name(language)}, but the other editions are in English"
        mend = f'to store it as a translation, set language = "{language}" in sources.toml'
        if language not in languages.NAMES:
            mend = f"translations can be in {', '.join(languages.NAMES.values())}"
        raise SourceError(order.name, what, line=line, mend=mend)
    if language in languages.NAMES:
        what = f"it is in {languages.name(language)}, not in {languages.name(order.language)}"
        raise SourceError(order.name, what, line=line, mend="correct the language in sources.toml")
