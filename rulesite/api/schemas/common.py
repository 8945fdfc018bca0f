"""Schemas shared by several calls; ``openapi.json`` is generated from all schemas."""

from __future__ import annotations

from typing import Annotated

from ninja import Schema
from pydantic import Field, WithJsonSchema

from rulesite.search import search

MOST_ROWS = 2_000
"""Maximum rows of an export in one answer: 1.3 MB of the longest rules known."""


_DAY = {"type": "string", "format": "date"}
Day = Annotated[str, WithJsonSchema(_DAY)]
"""A day in a request; `base.day_of` parses it, and refuses anything else with a sentence."""
DayOrNone = Annotated[str, WithJsonSchema({"anyOf": [_DAY, {"type": "string", "maxLength": 0}], "default": ""})]
"""A day that may be left out."""


class Problem(Schema):
    """Why the request was refused, and what to send instead."""

    error: str


class Page(Schema):
    """One page of a long answer, with the addresses of the pages beside it."""

    total: int = Field(description="The number of rows on all pages.")
    page: int
    pages: int
    next: str | None = Field(description="The address of the next page; null on the last one.")
    previous: str | None = Field(description="The address of the previous page; null on the first one.")


class SourceOut(Schema):
    """A file that witnesses an edition."""

    name: str
    sha256: str


class EditionOut(Schema):
    """One dated state of a document."""

    edition: str = Field(description="Its address, like cr/2006-10-01.")
    document: str
    title: str
    effective: str
    precision: str
    known_from: str
    numbering: str
    extent: str
    sources: list[SourceOut]
    url: str


class ReferenceOut(Schema):
    """A citing passage of a text; its offsets count characters of the text."""

    cited: str
    start: int
    end: int
    targets: list[str]
    outcome: str
    reason: str
    suggestion: str = Field(description="The number that was probably meant, if too uncertain for a link.")


class AttributionOut(Schema):
    """A source tag in a text."""

    text: str
    read_as: str = Field(description="The tag that a maintainer corrected it to; else empty.")
    authority: str
    date: str | None
    date_text: str
    precision: str
    cited: str
    targets: list[str]
    addresses: list[str]
    outcome: str
    reason: str
    problem: str
    start: int
    end: int


class PassageOut(Schema):
    """A passage of a text that is an example."""

    start: int
    end: int


class ExampleOut(Schema):
    """A labelled worked example."""

    ordinal: int
    text: str
    first_line: int
    last_line: int
    references: list[ReferenceOut]
    attributions: list[AttributionOut]


class SaidOut(Schema):
    """The text of a provision, with its examples, references and source tags."""

    title: str
    text: str
    examples: list[str]
    references: list[ReferenceOut]
    attributions: list[AttributionOut]
    passages: list[PassageOut]
    example_details: list[ExampleOut]


class ProvisionOut(SaidOut):
    """One numbered provision of an edition; or a term, an index entry, or a part without a number."""

    number: str = Field(description="Empty for parts without one: introduction, glossary, term, index, credits.")
    key: str = Field(description="The number, with ~2 after it if the number was already printed.")
    kind: str
    parent: str | None
    first_line: int
    last_line: int
    source: str


class ExportOut(Page):
    """One page of an edition's contents, in order."""

    edition: str
    rows: list[ProvisionOut]


class CitingOut(Schema):
    """A provision that cites this one."""

    number: str
    edition: str
    as_: str = Field(alias="as", description="text, an example, or a source tag")


class PlaceOut(Schema):
    """The place in a source file that the text of a provision comes from."""

    file: str
    first_line: int
    last_line: int


class FlagOut(Schema):
    """A doubt about a provision."""

    kind: str
    note: str
    line: int


class MomentOut(Schema):
    """The number of a rule in one edition."""

    edition: str
    number: str


class AboveOut(Schema):
    """A provision above another in the hierarchy."""

    number: str
    key: str
    title: str


class RuleOut(SaidOut):
    """One provision with all that is known about it."""

    number: str
    key: str
    kind: str
    edition: str
    address: str
    under: str = Field(description="The nearest title above it.")
    parent: str | None
    thread: int | None = Field(
        description="The rule through time; see /threads. It stays the same when the number changes."
    )
    ancestors: list[AboveOut] = Field(description="The provisions above it, the outermost first.")
    previous: str | None = Field(description="The key of the previous provision in its edition.")
    next: str | None = Field(description="The key of the next provision in its edition.")
    children: list[str]
    cited_by: list[CitingOut]
    source: PlaceOut
    flags: list[FlagOut]
    stood_in: list[str]
    through_time: list[MomentOut]
    tables: list[list[list[str]]] = Field(
        description="The tables in its text as rows of cells. In the text a row is a line with tabs between its cells."
    )
    url: str
    note: str
    to: str | None = Field(description="The last number, if a range was requested.")
    sure: bool = Field(description="Whether the meaning of the number on the requested day is certain.")
    doubt: str = Field(description="Why it is not certain, such as that an edition may be missing; else empty.")
    others: list[str] = Field(description="Addresses of the rules that the number may have meant instead.")


class ReasonOut(Schema):
    """A reason for or against a hit, with its weight."""

    says: str
    counts: float


class HitOut(Schema):
    """One hit of a search."""

    number: str
    edition: str
    title: str
    score: float
    excerpt: str
    marks: list[tuple[int, int]] = Field(description="Where the excerpt matches the query.")
    answer: str = Field(description="The sentence that answers who, when, where or how many; else empty.")
    kind: str
    url: str
    editions: list[str]
    why: list[ReasonOut] = Field(description="The reasons for its rank, the strongest first; with why=1.")


class FacetOut(Schema):
    """A value by which a search can be filtered, with its number of hits."""

    value: str
    label: str
    count: int


class SearchOut(Page):
    """The results of a search."""

    query: str
    message: str
    corrected: str = Field(description="The corrected query, if it is not the typed one; else empty.")
    number: str | None = Field(description="The address of the rule, if the query is a rule number; else null.")
    note: str = Field(description="A remark on that rule, such as which edition was used for a day.")
    definition: HitOut | None = Field(description="The glossary entry, if the query is its term.")
    hits: list[HitOut]
    documents: list[FacetOut]
    editions: list[FacetOut]
    kinds: list[FacetOut]


class SuggestionOut(Schema):
    """One suggestion for the typed text."""

    kind: str = Field(description="number, heading, term, edition, card, word or game")
    text: str
    title: str = Field(description="For a number, the title above it; for a heading, its number.")
    edition: str
    url: str = Field(description="Empty for words, which are searched for.")
    now: str = Field(description="The number of the same rule in the newest edition, if it is another.")
    book: str = Field(description="The short title of the document.")
    says: str = Field(description="The beginning of a rule that has no title.")


class StepOut(Schema):
    """A step between two editions that shows a phrase pair; for a pair from a glossary both are its edition."""

    earlier: str = Field(description="The address of the earlier edition.")
    later: str
    sentences: int
    places: list[tuple[str, str]] = Field(description="The keys of some provisions, each with that of its successor.")


class PairOut(Schema):
    """A phrase and the phrase that replaced it."""

    old: str
    new: str
    basis: str = Field(description="descent (learned from sentences), obsolete or see (both from a glossary).")
    since: str = Field(description="The address of the first edition with the new phrase.")
    sentences: int
    share: float = Field(description="The share of the old phrase that became the new one, 0 to 1.")
    back: int = Field(description="Sentences in which the new phrase became the old one.")
    evidence: list[StepOut]


class DictionaryOut(Page):
    """One page of the dictionary of phrase pairs, the surest first."""

    pairs: list[PairOut]


class Asked(Schema):
    """The parameters of a search."""

    q: str = Field(description='Words, a "phrase", AND, OR, NOT, prefix*; or a rule number.', max_length=2_000)
    document: str | None = None
    edition: str | None = None
    kind: str | None = None
    page: int = Field(1, ge=1, le=10_000)
    size: int = Field(20, ge=1, le=search.MOST_PER_PAGE)
    exact: bool = Field(False, description="Search for exactly what was typed, with no spelling corrected.")
    why: bool = Field(False, description="Give the reasons for the rank of each hit.")


class Leafed(Schema):
    """The requested page of a long answer."""

    page: int = Field(1, ge=1, le=10_000)
    size: int = Field(1_000, ge=1, le=MOST_ROWS, description="Rows per page.")


class Typed(Schema):
    """The text typed so far."""

    q: str = Field(max_length=200)
    limit: int = Field(8, ge=1, le=20)
