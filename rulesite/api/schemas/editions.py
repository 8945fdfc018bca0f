"""Schemas for documents and editions."""

from __future__ import annotations

from ninja import Schema
from pydantic import Field

from rulesite.api.schemas.common import EditionOut, ExampleOut, Page, ProvisionOut, RuleOut


class HomeOut(Schema):
    """The state of the book, and the addresses where lists begin."""

    library: str
    version: str = Field(description="The version of the API, as in the path.")
    publication: int = Field(description="Increases with each publication of documents.")
    revision: int = Field(description="Increases with each correction.")
    changed: str = Field(description="When this state was published.")
    calls: dict[str, str] = Field(description="The addresses where lists begin, by name.")


class DocumentOut(Schema):
    """A work that has editions."""

    document: str
    title: str
    short_title: str
    publisher: str
    editions: int
    oldest: str
    newest: str
    url: str


class DocumentsOut(Page):
    """The documents of the site."""

    rows: list[DocumentOut]


class WholeEditionOut(EditionOut):
    """One dated state of a document, with the addresses of its contents."""

    provisions: int
    terms: int
    examples: int
    earlier: str | None = Field(description="The previous edition.")
    later: str | None
    calls: dict[str, str] = Field(description="The addresses of its contents, by name.")


class SectionOut(Schema):
    """A section of an edition, as shown on one page of the site."""

    key: str
    number: str
    title: str
    chapter: str | None = Field(description="The number of its chapter.")
    chapter_title: str
    provisions: int
    url: str


class ContentsOut(Page):
    """The sections of an edition, in order."""

    edition: str
    rows: list[SectionOut]


class KeywordOut(Schema):
    """A keyword to which an edition gives a rule of its own."""

    name: str
    section: str = Field(description="The heading above it, such as Keyword Abilities.")
    number: str
    address: str
    thread: int | None


class KeywordsOut(Page):
    """The keywords that an edition defines."""

    edition: str
    rows: list[KeywordOut]


class DayOut(Schema):
    """The book as it stood on a day."""

    day: str
    note: str = Field(description="A remark on the day, such as that an edition may be missing.")
    exact: bool = Field(description="Whether the edition took effect on that very day.")
    later: str | None = Field(
        description="The next edition held here; if the day is not exact, there may be others between."
    )
    edition: EditionOut
    calls: dict[str, str]


class RuleOnDayOut(Schema):
    """The provision that had a number on a day."""

    day: str
    note: str = Field(description="A remark on the day, such as that an edition may be missing.")
    exact: bool = Field(description="Whether the edition took effect on that very day.")
    later: str | None = Field(
        description="The next edition held here; if the day is not exact, there may be others between."
    )
    rule: RuleOut


class TermsOut(Page):
    """One page of a glossary, in order."""

    edition: str
    rows: list[ProvisionOut]


class TermOut(ProvisionOut):
    """One entry of a glossary."""

    example_details: list[ExampleOut]
    edition: str
    address: str
    stood_in: list[str] = Field(description="The editions whose glossary has the same term.")
    url: str
