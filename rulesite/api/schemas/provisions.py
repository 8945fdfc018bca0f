"""Schemas for provisions and for rules through time."""

from __future__ import annotations

from ninja import Schema
from pydantic import Field

from rulesite.api.schemas.common import Page

MOST_AT_ONCE = 100
"""Maximum addresses in one batch."""
MOST_BYTES = 1_500_000
"""Maximum bytes of the answer to a batch; a provision without room in it must be requested again."""
MOST_REPEATED = 200
"""Maximum characters of an address that the answer repeats; no valid address is as long."""


class FoundOut(Schema):
    """A provision from a batch, without its references."""

    number: str
    key: str
    kind: str
    edition: str
    address: str
    thread: int | None
    parent: str | None
    title: str
    text: str
    examples: list[str]
    note: str
    to: str | None = Field(description="The last number, if a range was requested.")
    sure: bool = Field(description="Whether the meaning of the number on the requested day is certain.")
    doubt: str = Field(description="Why it is not certain, such as that an edition may be missing; else empty.")
    others: list[str] = Field(description="Addresses of the rules that the number may have meant instead.")
    url: str


class LookedUpOut(Schema):
    """The result for one address of a batch."""

    wanted: str = Field(description=f"The requested address, cut after {MOST_REPEATED} characters.")
    found: FoundOut | None
    error: str = Field(description="Why there is none; empty if it was found.")


class BatchOut(Schema):
    """The results of a batch, in the order of its addresses."""

    rows: list[LookedUpOut]


class Batch(Schema):
    """Addresses to look up together."""

    wanted: list[str] = Field(min_length=1, max_length=MOST_AT_ONCE, examples=[["402.8g@2006-10-01", "cr/404.1"]])


class EdgeOut(Schema):
    """How one provision descends from another, and how that is known."""

    kind: str = Field(description="continues, reworded, split, merged or restates")
    basis: str
    score: float = Field(description="How sure, 0 to 1.")


class ChangedOut(Schema):
    """A piece of a difference; ``before`` and ``after`` are equal if nothing changed."""

    before: str
    after: str
    slight: bool = Field(description="Only typography differs.")


class StageOut(Schema):
    """A moment in a rule's history: a version, and what changed with it."""

    edition: str
    until: str = Field(description="The last edition that has it unchanged.")
    number: str
    address: str
    title: str
    text: str
    said: str = Field(description="What happened, in short.")
    side: str = Field(
        description="Empty for the rule itself; source: part of it came from here; restates: it is restated here."
    )
    renumbered: bool
    reworded: bool
    only_references: bool
    only_punctuation: bool
    edge: EdgeOut | None
    difference: list[ChangedOut] = Field(description="From the previous text; empty if there was none.")
    url: str


class TargetOut(Schema):
    """A provision as the result of a citation or a path, and how sure that is."""

    number: str
    edition: str
    confidence: float


class HistoryOut(Page):
    """The history of a rule, oldest first."""

    thread: int | None
    newest: str = Field(description="The address of its last version.")
    removed: str | None = Field(description="The first edition without it; null if it still exists.")
    rows: list[StageOut]


class ThreadVersionOut(Schema):
    """A rule in one edition."""

    edition: str
    number: str
    address: str
    title: str


class ThreadOut(Page):
    """A rule through time: its number in every edition that has it."""

    thread: int
    document: str
    name: str
    merged_into: int | None = Field(description="The thread that it was merged into, whose rows these are.")
    history: str = Field(description="The address of its history.")
    rows: list[ThreadVersionOut]
    url: str


class HopOut(Schema):
    """A step on the path from a citation to today."""

    number: str
    edition: str
    kind: str | None
    basis: str | None
    score: float | None


class StoodOut(TargetOut):
    """The place of a rule on a day."""

    doubt: str = Field(description="Why it is not certain, such as that an edition may be missing; else empty.")


class EraOut(Schema):
    """One meaning of a number, and what became of that rule."""

    cited: str
    edition: str
    until: str
    today: list[TargetOut]
    path: list[HopOut]
    removed: str | None = None
    note: str = Field("", description="Which edition was used for a day, and which is the next one held here.")
    sure: bool = Field(description="Whether the meaning of the number on the requested day is certain.")
    doubt: str = Field(description="Why it is not certain, such as that an edition may be missing; else empty.")
    came_from: list[TargetOut]
    restated: list[TargetOut]


class ResolvedOut(Page):
    """All meanings of a citation, the oldest first."""

    cited: str
    today: list[TargetOut]
    at: str = Field(description="The requested day beside today; else empty.")
    then: list[StoodOut] = Field(
        description="Its place on that day; two places if the editions before and after the day differ."
    )
    rows: list[EraOut]


class SideOut(Schema):
    """One of two compared provisions."""

    number: str
    edition: str
    address: str
    thread: int | None
    title: str
    text: str
    url: str


class DifferenceOut(Schema):
    """Two provisions, from any editions, and the difference of their texts."""

    earlier: SideOut
    later: SideOut
    same_rule: bool = Field(description="Whether they are the same rule, by descent.")
    difference: list[ChangedOut]
