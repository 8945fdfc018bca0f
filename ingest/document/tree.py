"""The content of a document: a tree of numbered provisions, its glossary, and the position of each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ingest.document.ledger import Segment
from ingest.document.source import Source
from rulesite.text.numbering import Scheme


class Kind(StrEnum):
    """The kind of a provision."""

    CHAPTER = "chapter"
    SECTION = "section"
    HEADING = "heading"
    RULE = "rule"
    SUBRULE = "subrule"
    RULING = "ruling"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class ExampleText:
    """A worked example.

    Labelled ones are paragraphs of their own that begin "Example:"; others are the passage of their owner's text from
    ``start`` to ``end`` that begins "For example".
    """

    text: str
    labelled: bool
    first_line: int
    last_line: int
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """A doubt about a provision, shown to readers: something odd that can't be repaired with certainty.

    ``kind`` is one of: impossible date, missing symbol, printed twice, out of sequence, doubtful break, number in text.
    """

    kind: str
    note: str
    line: int


@dataclass(frozen=True, slots=True)
class Provision:
    """One numbered piece of a document.

    ``key`` is unique in its tree: the number, with ``~2`` appended where a number is printed twice. ``text`` is clean:
    white space folded, repairs applied, paragraphs joined by a newline; headings have a title instead.
    """

    key: str
    number: str
    kind: Kind
    parent: str
    title: str
    text: str
    first_line: int
    last_line: int
    examples: tuple[ExampleText, ...] = ()
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """One term of a glossary; ``text`` holds its senses, a paragraph each."""

    key: str
    term: str
    text: str
    first_line: int
    last_line: int
    examples: tuple[ExampleText, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One entry of the index at the back of a book: ``text`` is all of it, ``parent`` the key of the entry above it."""

    key: str
    term: str
    parent: str
    text: str
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Part:
    """Other content of a document, beside its provisions, terms and entries.

    ``kind`` is one of: introduction, glossary, index, credits. For a glossary or an index it is the heading, and text
    there that is not an entry.
    """

    kind: str
    text: str
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Repair:
    """A replacement of original text, and why it is certain. The source is never edited."""

    start: int
    end: int
    line: int
    before: str
    after: str
    reason: str
    owner: str


@dataclass(frozen=True, slots=True)
class Stray:
    """A line that begins with a possible number of the book, and is not a provision.

    ``start`` is the offset of the number in the source, ``owner`` the key of what owns the line in the ledger, and
    ``evidence`` says why the number is only cited there: "" makes it a doubt.
    """

    line: int
    start: int
    number: str
    owner: str
    evidence: str


@dataclass(frozen=True)
class DocumentTree:
    """The whole content of one source, in order."""

    document: str
    scheme: Scheme
    effective: date | None
    known_from: str
    extent: str
    title: str
    introduction: str
    provisions: tuple[Provision, ...]
    glossary: tuple[GlossaryEntry, ...] = ()
    index: tuple[IndexEntry, ...] = ()
    parts: tuple[Part, ...] = ()

    def find(self, key: str) -> Provision | None:
        """The provision with a key."""
        return next((provision for provision in self.provisions if provision.key == key), None)


@dataclass(frozen=True)
class Reading:
    """A source after reading: the tree, the ledger, and notes on the process."""

    source: Source
    dialect: str
    because: str
    tree: DocumentTree
    segments: tuple[Segment, ...]
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[str, ...] = ()
    strays: tuple[Stray, ...] = ()
    truncated: str = ""
    """Why the source seems to end too soon, "" if it does not."""
