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
    as_of: DayOrNone = Field("", description="The day it was written, like 2006-10-01; without, none is guessed.")
    markup: Markup = Field(Markup.TEXT, description="What the text is written in.")
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
    sure: bool = Field(description="Whether that holds whatever edition may lie between those held around the day.")
    replacement: str | None = Field(description="What to write instead; null where nothing is sure.")
    reason: str
    meanings: list[MeaningOut]


class CitedOut(Schema):
    """The citations of a text, in order."""

    edition: str | None = Field(
        description="The last edition held of the day of the text or before it, where a day was given."
    )
    later: str | None = Field(description="The next edition held; another may lie between where the day is between.")
    note: str
    counts: dict[str, int]
    citations: list[CitationOut]
    fixed: str | None = Field(description="The text with its new numbers, where that was asked for.")
