"""Threads: the rules that last while their numbers move, rebuilt from the one-to-one lines of descent.

A thread's id is the permanent link of a rule. It is kept whenever it can be: each line takes the id that most of its
versions already have, and a thread that turns out to be part of another one leads there from then on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.db import connection, transaction

from rulesite.rulebook.models import Descent, Document, Edition, Rule, RuleVersion

LINE = (Descent.Kind.CONTINUES, Descent.Kind.REWORDED)
"""The kinds of edge that carry a rule on; splits and merges lead beside it."""


@dataclass
class _Version:
    """What threading needs of a version."""

    pk: int
    edition: int
    effective: str
    position: int
    number: str
    title: str
    whole: bool
    thread: int | None


@dataclass
class _Lines:
    """Versions joined to lines: no line ever has two versions of one edition."""

    versions: dict[int, _Version]
    line: dict[int, int] = field(default_factory=dict)
    members: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for pk in self.versions:
            self.line[pk], self.members[pk] = pk, [pk]

    def join(self, one: int, other: int) -> None:
        """Make two lines one, unless they stand in one edition side by side."""
        kept, gone = self.line[one], self.line[other]
        if kept == gone:
            return
        editions = {self.versions[pk].edition for pk in self.members[kept]}
        if any(self.versions[pk].edition in editions for pk in self.members[gone]):
            return
        if len(self.members[gone]) > len(self.members[kept]):
            kept, gone = gone, kept
        for pk in self.members.pop(gone):
            self.line[pk] = kept
            self.members[kept].append(pk)


def rebuild(document: Document) -> None:
    """Give every version of a document its thread; same editions and edges, same threads, in whatever order."""
    versions = _versions(document)
    lines = _Lines(versions)
    for earlier, later in _edges(document, versions):
        lines.join(earlier, later)
    ordered = sorted(
        (sorted(members, key=lambda pk: _place(versions[pk])) for members in lines.members.values()),
        key=lambda members: _place(versions[members[0]]),
    )
    with transaction.atomic():
        _assign(document, ordered, versions)


def _versions(document: Document) -> dict[int, _Version]:
    rows = RuleVersion.objects.filter(edition__document=document).values_list(
        "pk", "edition_id", "edition__effective", "position", "number", "title", "edition__extent", "rule_id"
    )
    return {
        pk: _Version(pk, edition, day.isoformat(), position, number, title, extent == Edition.Extent.WHOLE, thread)
        for pk, edition, day, position, number, title, extent, thread in rows.order_by("edition__effective", "position")
    }


def _edges(document: Document, versions: dict[int, _Version]) -> list[tuple[int, int]]:
    """The edges of lines, those between whole editions first, the surest of each first."""
    rows = Descent.objects.filter(
        earlier__edition__document=document, later__edition__document=document, kind__in=LINE, doubtful=False
    ).values_list("earlier_id", "later_id", "score", "basis")

    def rank(row: tuple[int, int, float, str]) -> tuple[object, ...]:
        earlier, later, score, basis = row
        one, other = versions[earlier], versions[later]
        asserted = basis == Descent.Basis.ASSERTED
        return (not asserted, not (one.whole and other.whole), -score, _place(one), _place(other))

    return [(earlier, later) for earlier, later, _, _ in sorted(rows, key=rank)]


def _place(version: _Version) -> tuple[str, int]:
    return version.effective, version.position


def _assign(document: Document, lines: list[list[int]], versions: dict[int, _Version]) -> None:
    """Give each line its id, keeping those that stand; store only what changes."""
    claims: list[tuple[int, int, int]] = []
    for nth, members in enumerate(lines):
        held = Counter(versions[pk].thread for pk in members if versions[pk].thread is not None)
        claims += [(-count, thread or 0, nth) for thread, count in held.items()]
    ids: dict[int, int] = {}
    heirs: dict[int, int] = {}  # threads that lost every version, and the line that has most of them now
    taken: set[int] = set()
    for _, thread, nth in sorted(claims):
        if nth not in ids and thread not in taken:
            ids[nth] = thread
            taken.add(thread)
        elif thread not in taken:
            heirs.setdefault(thread, nth)
    fresh = [nth for nth in range(len(lines)) if nth not in ids]
    for nth, rule in zip(fresh, Rule.objects.bulk_create([Rule(document=document) for _ in fresh]), strict=True):
        ids[nth] = rule.pk
    changes = [(ids[nth], pk) for nth, members in enumerate(lines) for pk in members if versions[pk].thread != ids[nth]]
    _store(changes)
    _lead_on(document, {thread: ids[nth] for thread, nth in heirs.items() if thread not in taken})
    _name(document, {ids[nth]: versions[members[-1]] for nth, members in enumerate(lines)})


def _store(changes: list[tuple[int, int]]) -> None:
    """Write (thread, version) pairs; plain SQL, because tens of thousands of rows may change at once."""
    table = connection.ops.quote_name(RuleVersion._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET rule_id = %s WHERE id = %s", changes)


def _lead_on(document: Document, merged: dict[int, int]) -> None:
    """Threads without versions lead to the thread that has their versions now; those that nothing explains go."""
    for thread, heir in merged.items():
        Rule.objects.filter(pk=thread).update(merged_into=heir)
    Rule.objects.filter(document=document, versions__isnull=False, merged_into__isnull=False).update(merged_into=None)
    Rule.objects.filter(document=document, versions__isnull=True, merged_into__isnull=True).delete()


def _name(document: Document, newest: dict[int, _Version]) -> None:
    """Name each thread by its newest number and title."""
    changed = []
    for rule in Rule.objects.filter(document=document):
        version = newest.get(rule.pk)
        name = f"{version.number} {version.title}".strip()[:120] if version else rule.name
        if name != rule.name:
            changed.append((name, rule.pk))
    table = connection.ops.quote_name(Rule._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET name = %s WHERE id = %s", changed)
