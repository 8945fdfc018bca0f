"""The table of contents of an edition: its chapters, their leaves (pages), and which leaf holds which provision."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from rulesite.reading.precomputed.outline import Outline
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.text.numbering import RuleNumber

_READ = (
    *(field.attname for field in RuleVersion._meta.concrete_fields),
    "wording__text",
    "wording__fingerprint",
    "source__name",
)
"""The columns that a page needs of a provision; a source's row is left out, as it holds the whole file."""


class Heading(NamedTuple):
    """The link to a provision: its key, number and title."""

    key: str
    number: str
    title: str


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """One page: a section, ``headed`` if its heading was printed. ``size`` is the number of its provisions."""

    at: int
    key: str
    number: str
    title: str
    headed: bool
    chapter: Heading | None
    size: int
    piece: str
    """The digest of the rendered section, "" if it is not precomputed."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Consecutive provisions of one leaf: the half-open range ``start`` to ``end`` of places in the book."""

    position: int
    start: int
    end: int
    leaf: int
    first: Heading
    last: Heading


class Contents:
    """The table of contents of one edition, built from the data of `told`."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.chapters = [Heading(*row) for row in data["chapters"]]
        self.leaves = [
            Leaf(index, key, number, title, bool(headed), self.chapters[chapter] if chapter >= 0 else None, size, piece)
            for index, (key, number, title, headed, chapter, size, piece) in enumerate(data["leaves"])
        ]
        self._runs = [
            _Run(position, start, end, leaf, Heading(*first), Heading(*last))
            for position, start, end, leaf, first, last in data["runs"]
        ]
        self._positions = [run.position for run in self._runs]
        self._by_key: dict[str, Leaf] = {}
        for leaf in self.leaves:
            self._by_key.setdefault(leaf.key, leaf)

    def leaf(self, key: str) -> Leaf | None:
        """The leaf of a section by its key, with or without a printed heading."""
        return self._by_key.get(key)

    def leaf_of(self, version: RuleVersion) -> Leaf | None:
        """The leaf of a provision, None for a chapter."""
        if version.kind == RuleVersion.Kind.CHAPTER:
            return None
        return self.leaves[self._runs[bisect_right(self._positions, version.position) - 1].leaf]

    def leaves_of(self, chapter: Heading | None) -> list[Leaf]:
        """The leaves of a chapter, or those without one, as in an extract that lacks the chapter's heading."""
        return [leaf for leaf in self.leaves if leaf.chapter is chapter]

    def chapter(self, key: str) -> Heading | None:
        """The chapter with a key."""
        return next((chapter for chapter in self.chapters if chapter.key == key), None)

    def places(self, leaf: Leaf) -> list[int]:
        """The places in the book of a leaf's provisions, in order."""
        return [place for run in self._runs if run.leaf == leaf.at for place in range(run.start, run.end)]

    def beside(self, at: int) -> tuple[Heading | None, Heading | None]:
        """The last provision of the run before a place of the book, and the first provision of the run after it."""
        before = next((run.last for run in reversed(self._runs) if run.end <= at), None)
        after = next((run.first for run in self._runs if run.start > at), None)
        return before, after


def told(outline: Outline, positions: list[int], pieces: dict[int, str]) -> dict[str, Any]:
    """The contents of an outline as plain data.

    ``positions`` are those of its provisions; ``pieces`` are the digests of the sections by the place of their leaf.
    """
    chapters = {chapter.at: index for index, chapter in enumerate(outline.chapters)}
    places = {id(leaf): index for index, leaf in enumerate(outline.leaves)}
    leaves = [
        [
            leaf.key, leaf.number, leaf.head.title if leaf.head else "", int(leaf.head is not None),
            chapters[leaf.chapter.at] if leaf.chapter else -1, len(leaf.entries), pieces.get(index, ""),
        ]
        for index, leaf in enumerate(outline.leaves)
    ]  # fmt: skip
    runs = []
    for leaf, run in groupby(outline.entries, key=outline.leaf_of):
        if leaf is not None:
            entries = list(run)
            first, last = entries[0], entries[-1]
            names = [[entry.key, entry.number, entry.title] for entry in (first, last)]
            runs.append([positions[first.at], first.at, last.at + 1, places[id(leaf)], *names])
    return {
        "chapters": [[chapter.key, chapter.number, chapter.title] for chapter in outline.chapters],
        "leaves": leaves,
        "runs": runs,
    }


@dataclass(frozen=True)
class Location:
    """The target of an address: a provision with its leaf (a chapter has none), or a leaf without a printed head."""

    version: RuleVersion | None
    leaf: Leaf | None

    @property
    def key(self) -> str:
        """Its key in the address."""
        if self.version is not None:
            return self.version.key
        assert self.leaf is not None  # noqa: S101 - one of the two is there
        return self.leaf.key

    @property
    def number(self) -> str:
        """Its number."""
        return self.version.number if self.version is not None else self.key

    @property
    def title(self) -> str:
        """Its title, "" if it has none."""
        return self.version.title if self.version is not None else ""

    @property
    def of_leaf(self) -> bool:
        """Whether it is the leaf itself, not a provision within it."""
        return self.leaf is not None and (self.version is None or (self.leaf.headed and self.key == self.leaf.key))


def find(edition: Edition, contents: Contents, typed: str) -> Location | None:
    """The place that a typed number names, None for nothing; ``402.8G`` and ``a.4.20`` are accepted too.

    Of a number that is printed twice, the first.
    """
    if location := _at(edition, contents, typed):
        return location
    number, _, ordinal = typed.partition("~")
    parsed = RuleNumber.try_parse(number.lower() if number[:1].isdigit() and "." in number else number)
    parsed = parsed or RuleNumber.try_parse(number)
    if parsed is None:
        return None
    key = f"{parsed}~{ordinal}" if ordinal else str(parsed)
    if location := _at(edition, contents, key):
        return location
    leaf = contents.leaf(key)
    return Location(None, leaf) if leaf else None


def place_of(contents: Contents, version: RuleVersion) -> Location:
    """The place of a provision of the edition."""
    return Location(version, contents.leaf_of(version))


def _at(edition: Edition, contents: Contents, key: str) -> Location | None:
    rows = RuleVersion.objects.select_related("wording", "source").only(*_READ)
    version = rows.filter(edition=edition, key=key).order_by("pk").first()
    if version is None:
        return None
    version.edition = edition
    return place_of(contents, version)
