"""Schemas for the steps between editions."""

from __future__ import annotations

from typing import Literal

from ninja import Schema
from pydantic import Field

from rulesite.api.schemas.common import EditionOut, Leafed, Page
from rulesite.api.schemas.provisions import ChangedOut


class PlacedOut(Schema):
    """A provision or a term on one side of a change."""

    key: str
    title: str
    text: str
    url: str


class ChangeOut(Schema):
    """What became of some provisions: one to one, one to many, many to one, removed or new."""

    kind: str = Field(description="One of new, removed, reworded, split, merged, moved, small or unchanged.")
    basis: str = Field(description='How it is known; "" for terms.')
    score: float = Field(description="How sure, 0 to 1.")
    only_references: bool
    only_punctuation: bool
    earlier: list[PlacedOut]
    later: list[PlacedOut]
    difference: list[ChangedOut] = Field(
        description="Between the first provision of each side; empty if a side is empty."
    )


class ComparisonOut(Page):
    """The changes between two editions."""

    earlier: str
    later: str
    counts: dict[str, int] = Field(description="The number of all changes by kind, whichever are listed.")
    terms: int = Field(description="The number of glossary terms that changed; kind=glossary lists them.")
    rows: list[ChangeOut]
    url: str


class Compared(Leafed):
    """The requested changes of a comparison."""

    size: int = Field(100, ge=1, le=500, description="Rows per page.")
    kind: Literal["", "new", "removed", "reworded", "split", "merged", "moved", "small", "unchanged", "glossary"] = (
        Field("", description="One kind of change; if empty, all changes of meaning.")
    )
    section: str = Field(
        "",
        max_length=20,
        description="Only this section of the later edition; with old- (old-402), of the earlier one.",
    )
    rule: str = Field("", max_length=20, description="Only changes of the rule with this number in either edition.")


class DescentRowOut(Schema):
    """An edge of descent, from earlier provisions to later ones; one side is empty if something is new or removed."""

    from_: list[str] = Field(alias="from")
    to: list[str]
    kind: str
    basis: str
    score: float


class DescentOut(Page):
    """What became of every provision."""

    earlier: str
    later: str
    rows: list[DescentRowOut]


class CorrectionOut(Schema):
    """A maintainer's correction of a text as it was read, or the withdrawal of a correction."""

    id: int
    edition: str = Field(
        description="Its address; “tags” if it corrects a source tag in all editions, “games” if a scenario."
    )
    place: str = Field(description="Like cr/2006-10-01/402.8g, or with /example/1 after it.")
    part: str = Field(description="text or title")
    original: str
    corrected: str
    reason: str
    made: str
    withdraws: int | None = Field(description="The correction that this one withdraws.")


class CorrectionsOut(Page):
    """Corrections, newest first."""

    rows: list[CorrectionOut]


class NewEditionOut(EditionOut):
    """An edition that was added since."""

    before: str | None = Field(description="The previous edition.")
    compare: str | None = Field(description="The address of its changes.")
    brought_in: str = Field(description="When its newest source was read.")


class SinceOut(Page):
    """What is new since a day or a publication, the newest edition first."""

    publication: int
    revision: int
    since: str = Field(description="The requested day, if any.")
    in_force: str | None = Field(description="The edition in force on that day.")
    compare: str | None = Field(description="The address of all changes from that edition to the newest.")
    corrections: int = Field(description="The number of corrections made since; see /corrections.")
    rows: list[NewEditionOut]
