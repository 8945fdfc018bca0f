"""Schemas for the table: a position, a course, and what may be done then."""

from __future__ import annotations

from typing import Any, Literal

from ninja import Schema
from pydantic import Field

from rulesite.checks.models.scenarios import LONGEST


class TableIn(Schema):
    """A position and its course."""

    day: str = Field(max_length=10, description="The day whose rules hold, like 2006-10-01.")
    position: str = Field(
        max_length=LONGEST, description="The set-up of a game in TOML: given, and a table for each card with a text."
    )
    actions: list[str] = Field(
        default_factory=list, description="What is done, at most 80 sentences of 400 characters each; answers too."
    )


class TableActionOut(Schema):
    """An action that a player may think of."""

    sentence: str = Field(description="Ready to be sent as the next action.")
    kind: str
    about: str = Field(description="The name of its object.")
    verdict: Literal["legal", "asks", "refused", "not modelled"] = Field(
        description="asks: legal, and a choice has to be made."
    )
    reason: str
    concept: str
    rule: str = Field(description="The number on the day of the rule that refuses it.")


class TableAnswerOut(Schema):
    """An answer to an open question."""

    label: str
    sentence: str


class TableQuestionOut(Schema):
    """An open question: the course goes on when its answer is sent as the next action."""

    kind: str
    player: str
    about: str
    prompt: str
    options: list[str]
    minimum: int
    maximum: int
    answers: list[TableAnswerOut] = Field(description="Answers that choose one thing; others can be written.")


class TableStepOut(Schema):
    """One event of the course."""

    number: int
    sentence: int = Field(description="The number of the action that it belongs to; 0: the set-up.")
    turn: int
    phase: str
    text: str
    rule: str
    concept: str


class TableOut(Schema):
    """What a course came to."""

    done: int = Field(description="How many actions were carried out.")
    stop: Literal["", "asks", "refused", "not modelled", "unclear"] = Field(description="Why not all were.")
    reason: str
    rule: str
    state: dict[str, Any] = Field(description="Players with life, mana, hand and graveyard; battlefield; stack; exile.")
    course: list[TableStepOut]
    question: TableQuestionOut | None
    actions: list[TableActionOut] = Field(description="What may be done now.")
    refused: list[TableActionOut]
    not_modelled: list[TableActionOut]
    left_out: int = Field(description="Further actions that were not tried, for their number.")
