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
    reasons: dict[str, int] = Field(description="The number of examples that are not modelled, by reason.")
    examples: str = Field(description="The address of the list of examples.")


class TalliesOut(Page):
    """The outcomes of the examples of every edition."""

    rows: list[TallyOut]


class OfExampleOut(Schema):
    """A game that plays an example."""

    game: str = Field(description="Its name in addresses.")
    title: str
    state: str = Field(description="How the words of the example compare with those that the game was written for.")
    note: str
    transcript: str = Field(description="The address of the game under the rules of the edition's day.")
    url: str


class StandingOut(Schema):
    """A worked example, and its outcome under the rules of its edition's day."""

    address: str = Field(description="The address of its provision or term.")
    edition: str
    rule: str = Field(description="The key of its provision, or glossary/ and its term.")
    ordinal: int
    labelled: bool = Field(description="Whether it is a paragraph of its own.")
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

    size: int = Field(100, ge=1, le=500, description="Rows per page.")
    outcome: Outcome | Literal[""] = Field("", description="Only those with this outcome.")
    rule: str = Field("", max_length=140, description="Only those of the provision with this key.")


class SpanOut(Schema):
    """The outcome of a game under the rules of a span of days."""

    since: str
    until: str = Field(description="The day after the last one.")
    outcome: str
    transcript: str


class GameRowOut(Schema):
    """A game."""

    game: str
    title: str
    kind: str
    ruleset: str | None = Field(description="The day whose rules it was written for.")
    problem: str = Field(description="Why its file can't be read; else empty.")
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
    rule: str = Field(description="Its number in the edition in force on the day; empty if unknown.")
    concept: str


class GameOut(GameRowOut):
    """A game as it was played under the rules of a day."""

    day: str
    outcome: str
    reason: str
    script: str = Field(description="The source of the game, in TOML.")
    steps: list[StepOfGameOut]
    checks: list[dict[str, Any]] = Field(description="The assertions, each with its result.")
    controls: list[dict[str, Any]] = Field(description="Changed games in which an assertion must fail.")
    eras: list[dict[str, Any]]
