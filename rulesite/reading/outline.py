"""The outline of an edition: its provisions in book order, in memory, with the pages they are read on.

A *leaf* is what one page shows: a section with everything in it.  An extract may lack the heading of the section that
it starts in; its leaf then has no head, only the section's number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db.models import F

from rulesite.reading.freshness import keep
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.text.numbering import RuleNumber

_CHAPTER, _SECTION = RuleVersion.Kind.CHAPTER.value, RuleVersion.Kind.SECTION.value


@dataclass(frozen=True, slots=True)
class Entry:
    """One provision of the outline; ``at`` is its index, ``parent`` the index of its parent or -1."""

    at: int
    pk: int
    key: str
    number: str
    kind: str
    title: str
    parent: int
    rule_id: int | None
    wording_id: int | None
    source_id: int
    first_line: int
    last_line: int


@dataclass(slots=True)
class Leaf:
    """A section, or what there is of it: one page. ``head`` is the section's own entry if it was printed."""

    number: str
    head: Entry | None
    chapter: Entry | None
    entries: list[Entry] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Its part of the URL."""
        return self.head.key if self.head else self.number

    @property
    def title(self) -> str:
        """The section's heading, "" when the source lacks it."""
        return self.head.title if self.head else ""

    @property
    def contents(self) -> list[Entry]:
        """What a table of contents lists: numbered headings and rules, or whatever there is instead."""
        listed = (RuleVersion.Kind.HEADING, RuleVersion.Kind.RULE)
        return [entry for entry in self.entries if entry.kind in listed] or self.entries


class Outline:
    """All provisions of one edition and how they hang together; built once and kept, see `outline_of`."""

    def __init__(self, edition: Edition) -> None:
        rows = list(
            RuleVersion.objects.filter(edition=edition)
            .order_by("position")
            .values_list(
                "pk", "key", "number", "kind", "title", "parent_id", "rule_id", F("wording_id"), "source_id",
                "first_line", "last_line",
            )
        )  # fmt: skip
        places = {row[0]: at for at, row in enumerate(rows)}
        self.entries = tuple(Entry(at, *row[:5], places.get(row[5], -1), *row[6:]) for at, row in enumerate(rows))
        self.by_key = {entry.key: entry for entry in self.entries}
        self.chapters: list[Entry] = [entry for entry in self.entries if entry.kind == _CHAPTER]
        self.leaves: list[Leaf] = []
        self._leaf_at: list[Leaf | None] = []
        self._leaf_by_key: dict[str, Leaf] = {}
        self._group()

    def _group(self) -> None:
        """Give each provision its leaf: that of the section it descends from, or else of the section in its number."""
        known: dict[object, Leaf] = {}
        chapter: Entry | None = None
        for entry in self.entries:
            if entry.kind == _CHAPTER:
                chapter = entry
                self._leaf_at.append(None)
                continue
            head = self._head(entry)
            number = head.key if head else _section_of(entry.number)
            leaf = known.get(head.pk if head else number)
            if leaf is None:
                leaf = known[head.pk if head else number] = Leaf(number, head, chapter)
                self.leaves.append(leaf)
                self._leaf_by_key.setdefault(leaf.key, leaf)
            if entry is not head:
                leaf.entries.append(entry)
            self._leaf_at.append(leaf)

    def _head(self, entry: Entry) -> Entry | None:
        """The section that a provision descends from; one without ancestors belongs where its number says."""
        step = entry
        while step.kind != _SECTION and step.parent >= 0:
            step = self.entries[step.parent]
        if step.kind != _SECTION:
            named = self.by_key.get(_section_of(entry.number))
            return named if named and named.kind == _SECTION else None
        return step

    def leaf_of(self, entry: Entry) -> Leaf | None:
        """The page that a provision is read on, None for a chapter."""
        return self._leaf_at[entry.at]

    def leaf(self, key: str) -> Leaf | None:
        """The leaf of a section's key, printed heading or not."""
        return self._leaf_by_key.get(key)

    def leaves_of(self, chapter: Entry | None) -> list[Leaf]:
        """The sections of a chapter; of no chapter, where an extract has no chapter heading."""
        return [leaf for leaf in self.leaves if leaf.chapter is chapter]

    def trail(self, entry: Entry) -> list[Entry]:
        """The ancestors of a provision, outermost first: its chapter, its section, its rule."""
        steps: list[Entry] = []
        step = entry
        while step.parent >= 0:
            step = self.entries[step.parent]
            steps.insert(0, step)
        leaf = self.leaf_of(entry)
        if leaf and leaf.chapter and leaf.chapter not in steps:
            steps.insert(0, leaf.chapter)
        return steps

    def within(self, entry: Entry) -> Iterator[Entry]:
        """The provisions below one, in book order."""
        below = {entry.at}
        for later in self.entries[entry.at + 1 :]:
            if later.parent in below:
                below.add(later.at)
                yield later
            elif later.kind in (_CHAPTER, _SECTION) and entry.kind != _CHAPTER:
                return

    def find(self, typed: str) -> Entry | Leaf | None:
        """What a typed number names: ``402.8G`` and ``a.4.20`` are read as they were meant.

        A number that is printed twice gives the first one printed.
        """
        if typed in self.by_key:
            return self.by_key[typed]
        number, _, nth = typed.partition("~")
        parsed = RuleNumber.try_parse(number.lower() if number[:1].isdigit() and "." in number else number)
        parsed = parsed or RuleNumber.try_parse(number)
        if parsed is None:
            return None
        key = f"{parsed}~{nth}" if nth else str(parsed)
        return self.by_key.get(key) or self._leaf_by_key.get(key)


def _section_of(number: str) -> str:
    """The section's number of a provision's number: ``402`` of ``402.8g``, ``A.4`` of ``A.4.20``."""
    parsed = RuleNumber.parse(number)
    return str(RuleNumber(parsed.chapter, parsed.section))


def outline_of(edition: Edition, library: Library | None) -> Outline:
    """The outline of an edition, kept until the library changes."""
    return _outline(library, edition.pk)


@keep
def _outline(edition_pk: int) -> Outline:
    return Outline(Edition(pk=edition_pk))
