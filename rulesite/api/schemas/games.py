"""Schemas for worked examples and the games that play them."""

from __future__ import annotations

from typing import Any, Literal

from ninja import Schema
from pydantic import Field

from rulesite.api.schemas.common import Leafed, Page

Outcome = Literal["holds", "contradicted", "not modelled", "not yet played", "no scenario"]


class TallyOut(Schema):
    """How many examples of an edition have each outcome."""

    edition: str
    total: int
    outcomes: dict[str, int]
    reasons: dict[str, int] = Field(description="Why the others are not modelled, in a word or two.")
    examples: str = Field(description="The address of the examples.")


class TalliesOut(Page):
    """The outcomes of the examples of every edition."""

    rows: list[TallyOut]


class OfExampleOut(Schema):
    """A game that plays an example."""

    game: str = Field(description="Its name in addresses.")
    title: str
    state: str = Field(description="How the words of the example fit those that the game was written for.")
    note: str
    transcript: str = Field(description="The address of the game under the rules of the edition's day.")
    url: str


class StandingOut(Schema):
    """A worked example, and its outcome under the rules of its edition's day."""

    address: str = Field(description="Of its provision or term.")
    edition: str
    rule: str = Field(description="The key of its provision, or glossary/ and its term.")
    ordinal: int
    labelled: bool = Field(description="Whether it stands in a paragraph of its own.")
    text: str
    outcome: Outcome
    reason: str
    games: list[OfExampleOut]
    url: str


class StandingsOut(Page):
    """The worked examples of an edition, in order."""

    edition: str
    rows: list[StandingOut]


class WhichExamples(Leafed):
    """The requested examples."""

    size: int = Field(100, ge=1, le=500, description="Rows of a page.")
    outcome: Outcome | Literal[""] = Field("", description="Only those of an outcome.")
    rule: str = Field("", max_length=140, description="Only those of a provision, by its key.")


class SpanOut(Schema):
    """The outcome of a game under the rules of a span of days."""

    since: str
    until: str = Field(description="The first day that it does not speak for.")
    outcome: str
    transcript: str


class GameRowOut(Schema):
    """A game."""

    game: str
    title: str
    kind: str
    ruleset: str | None = Field(description="The day whose rules it was written for.")
    problem: str = Field(description="Why its file cannot be read; else empty.")
    days: list[SpanOut]
    url: str


class GamesOut(Page):
    """The games."""

    rows: list[GameRowOut]


class StepOfGameOut(Schema):
    """One event of a game."""

    number: int
    turn: int
    phase: str
    text: str
    rule: str = Field(description="Its number in the edition in force on the day; empty where none is known.")
    concept: str


class GameOut(GameRowOut):
    """A game as it was played under the rules of a day."""

    day: str
    outcome: str
    reason: str
    script: str = Field(description="The game as it is written, in TOML.")
    steps: list[StepOfGameOut]
    checks: list[dict[str, Any]] = Field(description="What must hold, and what was found.")
    controls: list[dict[str, Any]] = Field(description="Changed games in which a claim must fail.")
    eras: list[dict[str, Any]]
