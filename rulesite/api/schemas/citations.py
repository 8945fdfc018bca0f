"""Schemas for the check of a text's citations."""

from __future__ import annotations

from typing import Literal

from ninja import Schema
from pydantic import Field

from rulesite.api.schemas.common import DayOrNone
from rulesite.api.schemas.provisions import TargetOut
from rulesite.reading.pages.citation_check import MOST_CHARACTERS
from rulesite.rulebook.citations.extraction import Markup


class Text(Schema):
    """A text whose citations are to be checked."""

    text: str = Field(max_length=MOST_CHARACTERS, examples=["See rules 402.8g and 404.1."])
    as_of: DayOrNone = Field("", description="The day it was written, like 2006-10-01; if missing, no day is guessed.")
    markup: Markup = Field(Markup.TEXT, description="The format of the text.")
    fix: bool = Field(False, strict=True, description="Also give the text with its new numbers.")


class MeaningOut(Schema):
    """One meaning of a number, with the editions in which it held."""

    since: str
    until: str
    today: list[TargetOut]


class CitationOut(Schema):
    """A citation with its status; lines and columns count from 1, start and end are character offsets in the text."""

    cited: str
    line: int
    column: int
    start: int
    end: int
    status: Literal["valid", "moved", "removed", "ambiguous", "never existed"]
    sure: bool = Field(description="Whether the status holds even if an unknown edition lies around the day.")
    replacement: str | None = Field(description="What to write instead; null if not sure.")
    reason: str
    meanings: list[MeaningOut]


class CitedOut(Schema):
    """The citations of a text, in order."""

    edition: str | None = Field(
        description="The last edition held here from the text's day or before; null if no day was given."
    )
    later: str | None = Field(description="The next edition held here; there may be others between.")
    note: str
    counts: dict[str, int]
    citations: list[CitationOut]
    fixed: str | None = Field(description="The text with its new numbers, if requested.")
