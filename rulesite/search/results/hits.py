"""Results of a search: its hits with their places and reasons, and a message about the query."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import get_script_prefix

from rulesite.search.filters import EVERYTHING, Filters
from rulesite.search.results.excerpts import Fragment
from rulesite.search.results.facets import Facet
from rulesite.search.store.schema import EXAMPLE, GLOSSARY, INDEX


@dataclass(frozen=True)
class Reason:
    """A reason for or against a hit in words, and its weight."""

    says: str
    counts: float


@dataclass(frozen=True)
class Hit:
    """A matching rule: its newest matching text, and where that stands."""

    number: str
    """As printed; "" for a glossary term."""
    kind: str
    """A kind of `RuleVersion`, ``glossary``, ``example`` or ``builder``."""
    title: str
    """The title of its section or heading, or the glossary term."""
    document: str
    date: str
    short_title: str
    key: str
    score: float
    excerpt: tuple[Fragment, ...]
    whole: tuple[Fragment, ...]
    """The whole text, if the excerpt is a part of it and it is not too long to show in place; else empty."""
    other_editions: int
    """How many other editions have the same text in the same rule."""
    editions: tuple[str, ...]
    """The addresses of all editions with this text, newest first."""
    thread: int | None
    """The id of its thread; None if descent is not stored."""
    why: tuple[Reason, ...] = ()
    """The reasons for its rank, the strongest first; empty unless requested."""

    @property
    def edition(self) -> str:
        """``cr/2006-10-01``."""
        return f"{self.document}/{self.date}"

    @property
    def text(self) -> str:
        """The excerpt without its marks."""
        return "".join(piece.text for piece in self.excerpt)

    @property
    def answer(self) -> str:
        """The sentence that answers the question; "" if there is none."""
        return "".join(piece.text for piece in self.excerpt if piece.answers)

    @property
    def url(self) -> str:
        """Its page on the site."""
        return url_of(self.kind, self.document, self.date, self.key, has_number=bool(self.number))


@dataclass(frozen=True)
class Results:
    """The results of a search."""

    text: str
    hits: tuple[Hit, ...] = ()
    total: int = 0
    page: int = 1
    size: int = 20
    message: str = ""
    """What the reader should know about the query; "" for nothing."""
    rephrased: bool = False
    """Whether synonyms were searched too; the message lists them."""
    corrected: str = ""
    """The corrected query, if that was searched instead of the typed one."""
    sought: bool = False
    """Whether there was anything to search for; if not, the message says why."""
    narrowing: Filters = EVERYTHING
    """Its filters, chosen or typed."""
    definition: Hit | None = None
    """The current glossary entry of a term that is the query, unless the best hit is that entry."""
    documents: tuple[Facet, ...] = ()
    editions: tuple[Facet, ...] = ()
    kinds: tuple[Facet, ...] = ()
    relaxed: bool = False
    """Whether no rule has all of the words."""

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-self.total // self.size))


def url_of(kind: str, document: str, date: str, key: str, *, has_number: bool = True) -> str:
    """The URL of a provision, of a glossary term, or of an entry in the index of an edition."""
    if kind == INDEX:
        return f"{get_script_prefix()}{document}/{date}/index/#{key}"
    term = kind == GLOSSARY or (kind == EXAMPLE and not has_number)
    return f"{get_script_prefix()}{document}/{date}/{'glossary/' if term else ''}{key}/"
