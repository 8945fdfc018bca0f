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
    to: str | None = Field(description="The last number, when a run of them was asked for.")
    sure: bool = Field(description="Whether it is sure what the number meant on the day that was asked for.")
    doubt: str = Field(description="Why it is not sure: another edition may lie between those held. Empty where it is.")
    others: list[str] = Field(description="Addresses of what the number can have meant that day instead.")
    url: str


class LookedUpOut(Schema):
    """The result for one address of a batch."""

    wanted: str = Field(description=f"What was asked for; of what is very long, the first {MOST_REPEATED} characters.")
    found: FoundOut | None
    error: str = Field(description='"" where it was found.')


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
    said: str = Field(description="What happened, in a few words.")
    side: str = Field(description='"" on the line itself; source: part of it came from here; restates: elsewhere.')
    renumbered: bool
    reworded: bool
    only_references: bool
    only_punctuation: bool
    edge: EdgeOut | None
    difference: list[ChangedOut] = Field(description="To the words before; empty where there were none.")
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
    removed: str | None = Field(description="The first edition without it; null while it stands.")
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
    merged_into: int | None = Field(description="The thread that it proved to be part of; the rows are of that one.")
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

    doubt: str = Field(description="Why it is not sure: another edition may lie between those held. Empty where it is.")


class EraOut(Schema):
    """One meaning of a number, and what became of that rule."""

    cited: str
    edition: str
    until: str
    today: list[TargetOut]
    path: list[HopOut]
    removed: str | None = None
    note: str = Field("", description="Which edition was read for a day, and which is the next one held.")
    sure: bool = Field(description="Whether it is sure what the number meant on the day that was asked for.")
    doubt: str = Field(description="Why it is not sure: another edition may lie between those held. Empty where it is.")
    came_from: list[TargetOut]
    restated: list[TargetOut]


class ResolvedOut(Page):
    """All meanings of a citation, the oldest first."""

    cited: str
    today: list[TargetOut]
    at: str = Field(description="The day that was asked for beside today.")
    then: list[StoodOut] = Field(
        description="Where it stood on that day; in the editions before and after it where these differ."
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
    same_rule: bool = Field(description="Whether descent says that they are one rule.")
    difference: list[ChangedOut]
