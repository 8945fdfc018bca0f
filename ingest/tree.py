"""What a document says, once read: a tree of numbered provisions, its glossary, and where each came from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ingest.ledger import Segment
from ingest.source import Source
from rulesite.text.numbering import Scheme


class Kind(StrEnum):
    """What a provision is."""

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

    Labelled ones are paragraphs of their own that begin "Example:"; the others are the passage of their owner's
    text from ``start`` to ``end`` that begins "For example".
    """

    text: str
    labelled: bool
    first_line: int
    last_line: int
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """Something about a provision that a reader should know and that nobody may mend: a doubt, stated.

    ``kind`` is one of: impossible date, missing symbol, printed twice, out of sequence, doubtful break, number in text.
    """

    kind: str
    note: str
    line: int


@dataclass(frozen=True, slots=True)
class Provision:
    """One numbered piece of a document.

    ``key`` is unique in its tree: the number, and ``~2`` after it where a number is printed twice.  ``text`` is
    clean: white space folded, repairs applied, paragraphs joined by a newline; headings have a title instead.
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
    """One entry of the index at the back of a book: ``text`` is all of it, ``parent`` the key of the one above it."""

    key: str
    term: str
    parent: str
    text: str
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Part:
    """What a document says beside its provisions, terms and entries.

    ``kind`` is one of: introduction, glossary, index, credits. Of a glossary and an index it is the heading, and what
    stands there that is no entry.
    """

    kind: str
    text: str
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Repair:
    """Something read otherwise than it stands, and why that is certain. The source is never edited."""

    start: int
    end: int
    line: int
    before: str
    after: str
    reason: str
    owner: str


@dataclass(frozen=True, slots=True)
class Stray:
    """A line that begins with what may be a number of the book, and is no provision.

    ``start`` is the offset of the number in the source, ``owner`` the key of what the line was booked for, and
    ``evidence`` says why the number is only cited there: "" makes it a doubt.
    """

    line: int
    start: int
    number: str
    owner: str
    evidence: str


@dataclass(frozen=True)
class DocumentTree:
    """Everything that one source says, in the order in which it says it."""

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
        """The provision of a key."""
        return next((provision for provision in self.provisions if provision.key == key), None)


@dataclass(frozen=True)
class Reading:
    """A source, read: the tree, the ledger, and an account of how."""

    source: Source
    dialect: str
    because: str
    tree: DocumentTree
    segments: tuple[Segment, ...]
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[str, ...] = ()
    strays: tuple[Stray, ...] = ()
    truncated: str = ""
    """Why the source seems to end too soon, "" when it does not."""
