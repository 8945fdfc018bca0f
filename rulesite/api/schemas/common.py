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

    total: int = Field(description="Rows on all pages together.")
    page: int
    pages: int
    next: str | None = Field(description="The address of the next page; null on the last one.")
    previous: str | None = Field(description="The address of the page before; null on the first one.")


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
    suggestion: str = Field(description="The number that was perhaps meant, where nothing is sure enough for a link.")


class AttributionOut(Schema):
    """A source tag in a text."""

    text: str
    read_as: str = Field(description="The tag that it is read as, where a maintainer corrected that; else empty.")
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

    number: str = Field(description='"" for what has none: introduction, glossary, term, index, credits.')
    key: str = Field(description="The number; ~2 after it where a number is printed twice.")
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
    thread: int | None = Field(description="The rule through time; see /threads. It stays when its number changes.")
    ancestors: list[AboveOut] = Field(description="What it stands under, the outermost first.")
    previous: str | None = Field(description="The key of the provision before it in its book.")
    next: str | None = Field(description="The key of the provision after it.")
    children: list[str]
    cited_by: list[CitingOut]
    source: PlaceOut
    flags: list[FlagOut]
    stood_in: list[str]
    through_time: list[MomentOut]
    url: str
    note: str
    to: str | None = Field(description="The last number, when a run of them was asked for.")
    sure: bool = Field(description="Whether it is sure what the number meant on the day that was asked for.")
    doubt: str = Field(description="Why it is not sure: another edition may lie between those held. Empty where it is.")
    others: list[str] = Field(description="Addresses of what the number can have meant that day instead.")


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
    marks: list[tuple[int, int]] = Field(description="Where the excerpt has what was sought.")
    answer: str = Field(description="The sentence that answers who, when, where or how many; empty where none does.")
    kind: str
    url: str
    editions: list[str]
    why: list[ReasonOut] = Field(description="What brought it its place, the most first; with why=1.")


class FacetOut(Schema):
    """A value by which a search can be filtered, with its number of hits."""

    value: str
    label: str
    count: int


class SearchOut(Page):
    """The results of a search."""

    query: str
    message: str
    corrected: str = Field(description="What was searched for, where that is not what was typed; else empty.")
    number: str | None = Field(description="The address of the rule that the query names by its number.")
    note: str = Field(description="What is to be known of that rule, such as which edition was read for a day.")
    definition: HitOut | None = Field(description="The glossary entry of a term that is what was asked for.")
    hits: list[HitOut]
    documents: list[FacetOut]
    editions: list[FacetOut]
    kinds: list[FacetOut]


class SuggestionOut(Schema):
    """One suggestion while somebody types."""

    kind: str = Field(description="number, heading, term, edition or word")
    text: str
    title: str = Field(description="Of a number the title it stands under, of a heading its number.")
    edition: str
    url: str = Field(description='"" for words, which are searched for.')
    now: str = Field(description="The number of the same rule in the newest edition, when it has another there.")
    book: str = Field(description="The short title of the document.")
    says: str = Field(description="How a rule begins that has no title of its own.")


class StepOut(Schema):
    """A step between two editions that shows a phrase pair; for a pair from a glossary both are its edition."""

    earlier: str = Field(description="The address of the earlier edition.")
    later: str
    sentences: int
    places: list[tuple[str, str]] = Field(description="Some provisions by their keys, each with what it became.")


class PairOut(Schema):
    """A phrase and the phrase that replaced it."""

    old: str
    new: str
    basis: str = Field(description="descent, obsolete or see: learned from sentences, or said by a glossary.")
    since: str = Field(description="The address of the edition.")
    sentences: int
    share: float = Field(description="How much of all that became of the old phrase, 0 to 1.")
    back: int = Field(description="Sentences that went the other way.")
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
    exact: bool = Field(False, description="Search for what was typed, mistakes and all.")
    why: bool = Field(False, description="Say of each hit what brought it its place.")


class Leafed(Schema):
    """The requested page of a long answer."""

    page: int = Field(1, ge=1, le=10_000)
    size: int = Field(1_000, ge=1, le=MOST_ROWS, description="Rows of a page.")


class Typed(Schema):
    """The text typed so far."""

    q: str = Field(max_length=200)
    limit: int = Field(8, ge=1, le=20)
