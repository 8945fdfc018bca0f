"""The outline of an edition: its provisions in book order, and the leaf (page) that each is read on.

A *leaf* is a section with everything in it. An extract may lack the heading of the section that it starts in; the leaf
then has no head, only the section's number.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.text.numbering import RuleNumber

_CHAPTER, _SECTION = RuleVersion.Kind.CHAPTER.value, RuleVersion.Kind.SECTION.value


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One provision of the outline; ``at`` is its place in the book, ``parent`` the place of its parent or -1."""

    at: int
    pk: int
    key: str
    number: str
    kind: str
    title: str
    parent: int
    wording_id: int | None


@dataclass(slots=True)
class OutlinePage:
    """The page of a section, or of part of one. ``head`` is the section's own entry if it was printed."""

    number: str
    head: OutlineEntry | None
    chapter: OutlineEntry | None
    entries: list[OutlineEntry] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Its key in the URL."""
        return self.head.key if self.head else self.number

    @property
    def whole(self) -> list[OutlineEntry]:
        """Its provisions in book order, beginning with the head."""
        return [self.head, *self.entries] if self.head else self.entries

    @property
    def contents(self) -> list[OutlineEntry]:
        """The entries of a table of contents: numbered headings and rules, or else whatever there is."""
        listed = (RuleVersion.Kind.HEADING, RuleVersion.Kind.RULE)
        return [entry for entry in self.entries if entry.kind in listed] or self.entries


class Outline:
    """All provisions of one edition and their hierarchy, from its rows."""

    def __init__(self, edition: Edition) -> None:
        rows = list(
            RuleVersion.objects.filter(edition=edition)
            .order_by("position")
            .values_list("pk", "key", "number", "kind", "title", "parent_id", "wording_id")
        )
        places = {row[0]: index for index, row in enumerate(rows)}
        self.entries = tuple(
            OutlineEntry(index, *row[:5], places.get(row[5], -1), row[6]) for index, row in enumerate(rows)
        )
        self.by_key = {entry.key: entry for entry in self.entries}
        self.chapters: list[OutlineEntry] = [entry for entry in self.entries if entry.kind == _CHAPTER]
        self.leaves: list[OutlinePage] = []
        self._leaf_at: list[OutlinePage | None] = []
        self._group()

    def _group(self) -> None:
        """Assign each provision to a leaf: that of its section, or without one that of the section in its number."""
        known: dict[object, OutlinePage] = {}
        chapter: OutlineEntry | None = None
        for entry in self.entries:
            if entry.kind == _CHAPTER:
                chapter = entry
                self._leaf_at.append(None)
                continue
            head = self._head(entry)
            number = head.key if head else _section_of(entry.number)
            leaf = known.get(head.pk if head else number)
            if leaf is None:
                leaf = known[head.pk if head else number] = OutlinePage(number, head, chapter)
                self.leaves.append(leaf)
            if entry is not head:
                leaf.entries.append(entry)
            self._leaf_at.append(leaf)

    def _head(self, entry: OutlineEntry) -> OutlineEntry | None:
        """The section of a provision; without ancestors, the section that its number names."""
        step = entry
        while step.kind != _SECTION and step.parent >= 0:
            step = self.entries[step.parent]
        if step.kind != _SECTION:
            section = self.by_key.get(_section_of(entry.number))
            return section if section and section.kind == _SECTION else None
        return step

    def leaf_of(self, entry: OutlineEntry) -> OutlinePage | None:
        """The leaf of a provision, None for a chapter."""
        return self._leaf_at[entry.at]

    def trail(self, entry: OutlineEntry) -> list[OutlineEntry]:
        """The ancestors of a provision, outermost first: its chapter, its section, its rule."""
        steps: list[OutlineEntry] = []
        step = entry
        while step.parent >= 0:
            step = self.entries[step.parent]
            steps.insert(0, step)
        leaf = self.leaf_of(entry)
        if leaf and leaf.chapter and leaf.chapter not in steps:
            steps.insert(0, leaf.chapter)
        return steps


def _section_of(number: str) -> str:
    """The number of the section in a provision's number: ``402`` of ``402.8g``, ``A.4`` of ``A.4.20``."""
    parsed = RuleNumber.parse(number)
    return str(RuleNumber(parsed.chapter, parsed.section))
