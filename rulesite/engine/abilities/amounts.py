"""Amounts: how many, how much. Each is worked out when the effect that uses it is carried out."""

from __future__ import annotations

from rulesite.engine.abilities.node import Node, node


class Amount(Node):
    """A number, or a way to find one."""


@node
class Number(Amount):
    """A printed number ("three", "3"); may be negative in a power/toughness change."""

    value: int


@node
class X(Amount):
    """A letter whose value its controller chose on announcement, or that the text defines elsewhere ("where
    X is").

    `name` is the letter. A letter that a "where X is" clause defines never reaches the tree: the reader puts
    the defining amount in its place.
    """

    name: str = "X"


@node
class Count(Amount):
    """How many objects or players a reference (usually `Every`) finds: "the number of creatures you
    control"."""

    of: Node


@node
class CountersOn(Amount):
    """How many counters of a kind (None: of any kind) an object or player has: "for each fade counter on
    it"."""

    kind: str | None
    on: Node


@node
class Characteristic(Amount):
    """A characteristic or number of an object: `name` is "power", "toughness" or "mana value".

    Uses last known information where the object has left.
    """

    name: str
    of: Node


@node
class LifeTotal(Amount):
    """A player's life total."""

    of: Node


@node
class ThatMuch(Amount):
    """ "that many", "that much": the number of the trigger event, or of the instruction before.

    `source` is "trigger" (e.g. the damage dealt, life gained) or "previous" (how many the last instruction
    moved, discarded, drew, paid …).
    """

    source: str = "previous"


@node
class Total(Amount):
    """The sum of amounts: "one plus the number of …"."""

    parts: tuple[Amount, ...]


@node
class Times(Amount):
    """A whole multiple: "twice the number of", "two for each"; `factor` may be -1 for "minus"."""

    factor: int
    of: Amount


@node
class Half(Amount):
    """Half an amount; `rounded` is "up" or "down"."""

    of: Amount
    rounded: str


@node
class Extreme(Amount):
    """The "greatest" or "least" value (`which`) of a characteristic among objects or players."""

    which: str
    name: str
    among: Node


@node
class AtLeast(Amount):
    """An open range: "two or more", "any number" (at least 0)."""

    minimum: Amount


@node
class UpTo(Amount):
    """A chosen number from zero: "up to three"."""

    maximum: Amount


@node
class TimesPaid(Amount):
    """How often an optional cost was paid ("for each time it was kicked"); `keyword` is the cost's name."""

    keyword: str


@node
class Different(Amount):
    """How many different values of a quality ("basic land type", "color", "card type") are among objects."""

    quality: str
    among: Node


@node
class HowOften(Amount):
    """How many times an event happened in a span ("for each creature that died this turn"); `span` is
    "turn"."""

    event: Node
    span: str = "turn"
