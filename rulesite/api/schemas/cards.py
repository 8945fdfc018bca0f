"""Schemas of the calls about cards and their rulings."""

from __future__ import annotations

import datetime

from ninja import Schema
from pydantic import Field

from rulesite.api.schemas.common import Leafed, Page


class WhichCards(Leafed):
    """Which cards to list."""

    q: str = Field("", max_length=120, description="Words that the name, type line or text must have.")
    letter: str = Field("", max_length=1, description="The first letter of the name; # for another character.")
    word: str = Field("", max_length=120, description="A keyword or term of the rules that the card uses: flying.")


class WhichRulings(Leafed):
    """Which rulings to list."""

    q: str = Field("", max_length=120, description="Words that the ruling must have.")
    word: str = Field("", max_length=120, description="A keyword or term of the rules that the ruling uses.")
    changed: bool = Field(False, description="Only those that are older than a change of a rule they rest on.")


class FaceOut(Schema):
    """One face of a card, as printed in the source."""

    name: str
    cost: str
    line: str = Field(description="The type line.")
    text: str
    size: str = Field(description="Power and toughness, loyalty or defense; empty without.")


class CardRowOut(Schema):
    """A card in a list."""

    name: str
    slug: str = Field(description="Its name in addresses.")
    line: str
    released: datetime.date | None = Field(description="The day of its first printing, where the source has it.")
    url: str


class CardsOut(Page):
    """Cards, by name."""

    cards: list[CardRowOut]


class RuleChangeOut(Schema):
    """A rule that changed since a ruling."""

    number: str = Field(description="Its number today.")
    title: str = Field(description="The keyword.")
    then: str = Field(description="Day and number in the edition in force at the ruling.")
    now: str = Field(description="Day and number in the newest edition.")
    since: datetime.date = Field(description="The first edition with other words.")


class RulingOut(Schema):
    """A ruling."""

    id: int
    published: datetime.date
    text: str
    card_count: int
    cards: list[str] = Field(description="The names of the first of its cards.")
    changes: list[RuleChangeOut] = Field(description="Rules that it rests on and that have changed since.")
    url: str


class RulingsOut(Page):
    """Rulings, the newest first."""

    rulings: list[RulingOut]


class CardOut(CardRowOut):
    """A card with its rulings."""

    faces: list[FaceOut]
    words: list[str] = Field(description="The keywords and terms of the rules that it uses.")
    rulings: list[RulingOut]
