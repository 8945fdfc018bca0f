"""What a search gives: the rules that were found, each with where it stands and why, and what is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import get_script_prefix

from rulesite.search.filters import EVERYTHING, Filters
from rulesite.search.results.excerpts import Fragment
from rulesite.search.results.facets import Facet
from rulesite.search.store.schema import EXAMPLE, GLOSSARY, INDEX


@dataclass(frozen=True)
class Reason:
    """What speaks for an answer, or against it, in words, and how much."""

    says: str
    counts: float


@dataclass(frozen=True)
class Hit:
    """One rule that was found: its newest text that fits, and where that stands."""

    number: str
    """As printed; "" for a glossary term."""
    kind: str
    """A kind of `RuleVersion`, ``glossary``, ``example`` or ``builder``."""
    title: str
    """The title of the section or heading it stands under, or the glossary term."""
    document: str
    date: str
    short_title: str
    key: str
    score: float
    excerpt: tuple[Fragment, ...]
    other_editions: int
    """How many other editions have the same text in the same rule."""
    editions: tuple[str, ...]
    """The addresses of all of them, newest first."""
    thread: int | None
    """The id of its rule through time, None where descent has not said."""
    why: tuple[Reason, ...] = ()
    """What brought it its place, the most first; where that was asked for."""

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
        """The sentence that answers the question that was asked; "" where none is known to."""
        return "".join(piece.text for piece in self.excerpt if piece.answers)

    @property
    def url(self) -> str:
        """Its page on the site."""
        return url_of(self.kind, self.document, self.date, self.key, has_number=bool(self.number))


@dataclass(frozen=True)
class Results:
    """What a search gives."""

    text: str
    hits: tuple[Hit, ...] = ()
    total: int = 0
    page: int = 1
    size: int = 20
    message: str = ""
    """What the reader should know about the query; "" when all is as asked."""
    rephrased: bool = False
    """Whether it was looked for in other words too; the message says in which."""
    corrected: str = ""
    """The query as it was probably meant, where that was searched for and not what was typed."""
    sought: bool = False
    """Whether there was something to search for; when not, the message says why."""
    narrowing: Filters = EVERYTHING
    """By what it was narrowed, chosen or typed."""
    definition: Hit | None = None
    """What today's glossary says of a term that is what was asked for, where the answer does not say so itself."""
    documents: tuple[Facet, ...] = ()
    editions: tuple[Facet, ...] = ()
    kinds: tuple[Facet, ...] = ()

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-self.total // self.size))


def url_of(kind: str, document: str, date: str, key: str, *, has_number: bool = True) -> str:
    """The page of a provision or a glossary term, or where an entry stands in the index of an edition."""
    if kind == INDEX:
        return f"{get_script_prefix()}{document}/{date}/index/#{key}"
    term = kind == GLOSSARY or (kind == EXAMPLE and not has_number)
    return f"{get_script_prefix()}{document}/{date}/{'glossary/' if term else ''}{key}/"
