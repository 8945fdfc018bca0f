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
    compare_with: str = Field(
        "", max_length=10, description="Another day, to learn where the same course parts under its rules."
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
    texts: list[str] = Field(description="The words of each option, where the names do not tell them apart; or none.")
    answers: list[TableAnswerOut] = Field(description="Answers that choose one thing; others can be written.")


class TableWayOut(Schema):
    """A place to which all players can pass in one go."""

    sentence: str = Field(description="Ready to be sent as the next action.")
    label: str = Field(description="The same in words, with what keeps the players there.")


class TableMeansOut(Schema):
    """A permanent or card that may help to pay."""

    verb: Literal["mana", "tap", "exile"] = Field(description="What is done with it; mana: a mana ability is played.")
    name: str
    chosen: bool = Field(description="Whether it is among those that suffice.")


class TablePaymentOut(Schema):
    """How the last action, which is not paid, can be paid."""

    number: int = Field(description="The number of the action, from 1, that is sent in other words.")
    start: str = Field(description="That action without a payment.")
    player: str
    means: list[TableMeansOut]
    sentence: str = Field(description="That action with what suffices, to be sent in its place.")


class TableStepOut(Schema):
    """One event of the course."""

    number: int
    sentence: int = Field(description="The number of the action that it belongs to; 0: the set-up.")
    turn: int
    phase: str
    text: str
    rule: str
    concept: str


class TablePartingOut(Schema):
    """Where the same course under the rules of another day differs first."""

    sentence: int = Field(description="The number of the action; 0: the set-up.")
    steps: list[TableStepOut | None] = Field(description="The first event that differs, under each of the two days.")
    differences: list[str] = Field(description="What is different then, in words; the first day before the stroke.")


class TableLayerOut(Schema):
    """What one effect, or a rule, makes of a permanent in one layer; the first step is what is printed on it."""

    number: str = Field(description="The number of the layer, like 7c; empty on days that number none.")
    layer: str = Field(description="The layer in words.")
    source: str = Field(description="The object whose effect it is, or the rule; empty for what is printed.")
    text: str = Field(description="The words of the ability; empty for the effect of a spell.")
    timestamp: int | None = Field(description="Its place among the timestamps of the effects on this object, from 1.")
    depends_on: list[str] = Field(description="The sources of the effects that it depends on.")
    changed: list[str] = Field(description="What it changes, of the following.")
    name: str
    controller: str
    types: list[str]
    subtypes: list[str]
    supertypes: list[str]
    colours: list[str]
    power: int | None
    toughness: int | None
    abilities: list[str] = Field(description="In words; a keyword by its name.")


class TableLayersOut(Schema):
    """How the effects make a permanent what it is, layer by layer."""

    place: int = Field(description="Its place in the battlefield of the state, from 0.")
    name: str
    rule: str = Field(description="The number on the day of the rule of the layers.")
    steps: list[TableLayerOut]


class TableOut(Schema):
    """What a course came to."""

    done: int = Field(description="How many actions were carried out.")
    stop: Literal["", "asks", "refused", "not modelled", "unclear"] = Field(description="Why not all were.")
    reason: str
    rule: str
    state: dict[str, Any] = Field(description="Players with life, mana, hand and graveyard; battlefield; stack; exile.")
    parting: TablePartingOut | None = Field(description="None where nothing differs, or no day is compared.")
    layers: list[TableLayersOut] = Field(description="Of each permanent that an effect or a counter applies to.")
    course: list[TableStepOut]
    question: TableQuestionOut | None
    actions: list[TableActionOut] = Field(description="What may be done now.")
    refused: list[TableActionOut]
    not_modelled: list[TableActionOut]
    left_out: int = Field(description="Further actions that were not tried, for their number.")
    ways: list[TableWayOut] = Field(description="How far all players can pass before something triggers or is chosen.")
    payment: TablePaymentOut | None = Field(description="How the last action can be paid, where it is not yet.")
