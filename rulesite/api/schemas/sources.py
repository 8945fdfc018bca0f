"""Schemas for the source files of the book."""

from __future__ import annotations

from typing import Any

from ninja import Schema
from pydantic import Field

from rulesite.api.schemas.common import Page


class FileOut(Schema):
    """A file that witnesses an edition."""

    sha256: str = Field(description="Its permanent name.")
    name: str
    title: str
    edition: str
    dialect: str
    because: str = Field(description="Why it was read in that dialect.")
    known_from: str = Field(description="How its date is known.")
    encoding: str
    line_ends: str
    characters: int
    lines: int
    extent: str
    rank: int = Field(description="If witnesses of an edition differ, the one with the lowest rank is believed.")
    warnings: list[Any]
    doubts: int = Field(description="The number of lines that may begin a provision but were read as text.")
    brought_in: str
    url: str


class FilesOut(Page):
    """The source files of the book."""

    rows: list[FileOut]


class RoleOut(Schema):
    """The amount of a file with one role."""

    segments: int
    characters: int


class TilingOut(Schema):
    """The proof that the segments of a file make up the whole file."""

    holds: bool
    segments: int
    characters: int
    sha256: str = Field(description="The sha256 of the joined and encoded segments.")
    problem: str


class RepairOut(Schema):
    """A repair of an evident error in a file, with the reason."""

    line: int
    start: int
    end: int
    before: str
    after: str
    reason: str
    owner: str


class WitnessOut(Schema):
    """A provision on which two files disagree."""

    number: str
    key: str
    believed: str
    text: str
    witness: str
    reads: str
    first_line: int
    last_line: int


class ReadFileOut(FileOut):
    """A source file, and how it was read."""

    roles: dict[str, RoleOut]
    tiling: TilingOut
    repairs: list[RepairOut]
    disagreements: list[WitnessOut]
    ledger: str = Field(description="The address of its ledger: every segment.")
    original: str = Field(description="The address of its bytes.")


class SegmentOut(Schema):
    """A stretch of a file with one role."""

    start: int
    end: int
    first_line: int
    role: str
    owner: str
    reason: str
    text: str


class LedgerOut(Page):
    """The segments of a file, in order."""

    sha256: str
    rows: list[SegmentOut]
