"""Comparing: what became of every provision between any two editions.

Between neighbours these are the stored edges; between editions further apart, the composition of the steps in between.
A thread already leads each provision to the later edition, so only the edges that change something (the words, a split,
a merge) need following; they are few, however many editions lie between. Nothing here is stored, and only texts of
provisions with different words are read.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import intern

from django.db.models import F, Q

from rulesite.rulebook.descent.threads import LINE
from rulesite.rulebook.descent.traversal import LEAST, LOOSE
from rulesite.rulebook.models import Descent, Edition, RuleVersion, Wording
from rulesite.text.diffing import is_only_references
from rulesite.text.numbering import RuleNumber, Scheme
from rulesite.text.wording import words

REMOVED, NEW = "removed", "new"
_BATCH = 10_000


class NoWay(LookupError):  # noqa: N818 - the name says it
    """Two editions that can't be compared: they belong to different documents, the same, or in the wrong order."""


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision of one of the compared editions, with the data that comparing needs.

    ``wording`` is the primary key of its words, 0 for none; ``fingerprint`` is theirs, ``thread`` its rule's.
    """

    pk: int
    key: str
    number: str
    position: int
    title: str
    wording: int
    fingerprint: str
    thread: int

    @property
    def parsed(self) -> RuleNumber:
        """The number, parsed."""
        return RuleNumber.parse(self.number)


@dataclass(frozen=True, slots=True)
class Change:
    """What became of some provisions: one to one, one to many (split), many to one (merge), removed or new.

    ``kind`` is a kind of Descent, or removed or new. With kind "continues" the words are the same. ``moved`` tells
    whether the number differs; ``only_references`` and ``only_punctuation`` mark changes of nothing else.
    """

    earlier: tuple[Provision, ...]
    later: tuple[Provision, ...]
    kind: str
    basis: str
    score: float
    only_references: bool = False
    only_punctuation: bool = False

    @property
    def moved(self) -> bool:
        """Whether a provision has another number now."""
        return len(self.earlier) == len(self.later) == 1 and self.earlier[0].key != self.later[0].key


@dataclass(frozen=True, slots=True)
class _Way:
    """A path from a provision of the earlier edition to one of the later."""

    score: float = 1.0
    main: bool = True
    asserted: str = ""
    """The kind of the last edge that a person asserted; "" without any."""

    def over(self, edge: _Edge) -> _Way:
        """The path extended by another edge."""
        assertion = edge.kind if edge.basis == Descent.Basis.ASSERTED else ""
        return _Way(self.score * edge.score, self.main and edge.kind in LINE, assertion or self.asserted)


@dataclass(frozen=True, slots=True)
class _Edge:
    """An edge that changes something, between the threads of its ends."""

    earlier: int
    later: int
    kind: str
    basis: str
    score: float


def changes(earlier: Edition, later: Edition) -> list[Change]:
    """What became of every provision of an edition in a later one, in the order of the later book.

    Provisions outside the sections of an extract are neither removed nor new, and are left out.

    Raises NoWay when the two are not an earlier and a later edition of one document.
    """
    if earlier.document_id != later.document_id:
        raise NoWay(f"{earlier.address} and {later.address} belong to different documents")
    if earlier.effective >= later.effective:
        raise NoWay(f"{earlier.address} is not before {later.address}: name the earlier edition first")
    old, new = _provisions(earlier), _provisions(later)
    ways = _compose(chain(earlier, later), old, new)
    outs: dict[int, list[int]] = defaultdict(list)
    ins: dict[int, list[int]] = defaultdict(list)
    for left, right in sorted(ways, key=lambda key: (not ways[key].main, old[key[0]].position, new[key[1]].position)):
        outs[left].append(right)
        ins[right].append(left)
    single = [
        (left, successors[0]) for left, successors in outs.items() if len(successors) == len(ins[successors[0]]) == 1
    ]
    citing = _only_references([(old[left], new[right]) for left, right in single], earlier.scheme)
    result: list[Change] = []
    in_later, in_earlier = _covers(later, earlier, new), _covers(earlier, later, old)
    for pk, version in old.items():
        successors = outs.get(pk, [])
        if not successors and not in_later(version):
            continue
        if not successors:
            result.append(Change((version,), (), REMOVED, "no match", 1.0))
        elif len(successors) > 1:
            result.append(_many(ways, [version], [new[successor] for successor in successors], Descent.Kind.SPLIT))
        elif len(ins[successors[0]]) == 1:
            result.append(_one(ways[pk, successors[0]], version, new[successors[0]], (pk, successors[0]) in citing))
    for pk, version in new.items():
        sources = ins.get(pk, [])
        if not sources and not in_earlier(version):
            continue
        if not sources:
            result.append(Change((), (version,), NEW, "no match", 1.0))
        elif len(sources) > 1:
            result.append(_many(ways, [old[source] for source in sources], [version], Descent.Kind.MERGED))
    return sorted(result, key=_place(old, ins, new))


def _covers(edition: Edition, other: Edition, versions: dict[int, Provision]) -> Callable[[Provision], bool]:
    """A test for provisions that an edition would print if they existed: an extract covers only its own sections."""
    if edition.extent == Edition.Extent.WHOLE:
        return lambda version: True
    if edition.numbering != other.numbering:
        return lambda version: False
    sections = {_section(version) for version in versions.values()} - {""}
    return lambda version: _section(version) in sections


def _section(version: Provision) -> str:
    """The section of a provision, "" for a chapter."""
    number = version.parsed
    return f"{number.chapter}.{number.section}" if number.section is not None else ""


def _place(
    old: dict[int, Provision], ins: dict[int, list[int]], new: dict[int, Provision]
) -> Callable[[Change], tuple[int, int, int]]:
    """A sort key for the order of the later book; a removed provision follows its predecessor there."""
    where: dict[int, int] = {}
    for pk in new:
        for source in ins.get(pk, []):
            where.setdefault(source, new[pk].position)
    last = -1
    for pk in old:
        last = where.setdefault(pk, last)

    def place(change: Change) -> tuple[int, int, int]:
        if change.later:
            return min(version.position for version in change.later), 0, 0
        return where[change.earlier[0].pk], 1, change.earlier[0].position

    return place


def chain(earlier: Edition, later: Edition) -> list[Edition]:
    """The editions from one to another, both included."""
    if (
        Descent.objects.filter(earlier__edition=earlier, later__edition=later)
        .exclude(basis=Descent.Basis.ASSERTED)
        .exists()
    ):
        return [earlier, later]
    between = Edition.objects.filter(
        document=earlier.document_id,
        extent=Edition.Extent.WHOLE,
        effective__gt=earlier.effective,
        effective__lt=later.effective,
    )
    return [earlier, *between.order_by("effective"), later]


def _provisions(edition: Edition) -> dict[int, Provision]:
    """The provisions of an edition by primary key. Strings are shared, as neighbouring editions repeat most of them."""
    rows = RuleVersion.objects.filter(edition=edition).order_by("position")
    return {
        pk: Provision(pk, key, number, position, title, wording or 0, fingerprint, thread or -pk)
        for pk, position, wording, thread, *texts in rows.values_list(
            "pk", "position", "wording", "rule", "key", "number", "title", "wording__fingerprint"
        )
        for key, number, title, fingerprint in [[intern(text or "") for text in texts]]
    }


# --- paths from one edition to the other --------------------------------------------------------------------------
def _compose(
    editions: Sequence[Edition], old: dict[int, Provision], new: dict[int, Provision]
) -> dict[tuple[int, int], _Way]:
    """The pairs that the steps between editions connect, each with its surest path."""
    reached: dict[int, dict[int, _Way]] = {}
    """By thread: the provisions of the earlier edition that have become part of it so far, and their paths."""
    for version in old.values():
        reached[version.thread] = {version.pk: _Way()}
    for edges in _eventful(editions):
        reached_next: dict[int, dict[int, _Way]] = defaultdict(dict)
        for edge in edges:
            for first, way in reached.get(edge.earlier, {}).items():
                paths_there, longer = reached_next[edge.later], way.over(edge)
                known = paths_there.get(first)
                if longer.score >= LEAST and (known is None or (longer.main, longer.score) > (known.main, known.score)):
                    paths_there[first] = longer
        along = {edge.earlier for edge in edges if edge.earlier == edge.later}
        for thread, ways in reached_next.items():
            unchanged = {} if thread in along else reached.get(thread, {})
            reached[thread] = {
                **ways,
                **{first: way for first, way in unchanged.items() if way.main or first not in ways},
            }
    return {
        (first, version.pk): way for version in new.values() for first, way in reached.get(version.thread, {}).items()
    }


def _eventful(editions: Sequence[Edition]) -> list[list[_Edge]]:
    """For each step of a chain, the edges that do more than continue a thread surely in the same words."""
    steps: dict[tuple[int, int], list[_Edge]] = {
        (left.pk, right.pk): [] for left, right in itertools.pairwise(editions)
    }
    another = Q(earlier__rule__lt=F("later__rule")) | Q(earlier__rule__gt=F("later__rule"))
    unthreaded = Q(earlier__rule=None) | Q(later__rule=None)
    changed = ~Q(kind=Descent.Kind.CONTINUES) | Q(score__lt=1) | Q(basis=Descent.Basis.ASSERTED)
    rows = (
        Descent.objects.filter(changed | another | unthreaded, doubtful=False)
        .filter(earlier__edition__in=editions[:-1], later__edition__in=editions[1:])
        .order_by("pk")
    )
    for left, right, earlier, thread, later, later_thread, kind, basis, score in rows.values_list(
        "earlier__edition",
        "later__edition",
        "earlier",
        "earlier__rule",
        "later",
        "later__rule",
        "kind",
        "basis",
        "score",
    ):
        if (left, right) in steps:
            steps[left, right].append(_Edge(thread or -earlier, later_thread or -later, kind, basis, score))
    return list(steps.values())


# --- kinds of change ----------------------------------------------------------------------------------------------
def _one(way: _Way, one: Provision, other: Provision, references: bool) -> Change:
    """The change from one provision to one; ``references`` is true if only the cited numbers differ."""
    score = way.score
    if references or _same_words(one, other) or way.asserted == Descent.Kind.CONTINUES:
        basis = "same number" if one.key == other.key else "same words"
        kind: str = Descent.Kind.CONTINUES
    else:
        kind, basis, score = Descent.Kind.REWORDED, "matched wording", min(score, LOOSE) if score == 1 else score
    punctuation = one.wording != other.wording and one.fingerprint == other.fingerprint
    return Change(
        (one,), (other,), kind, "asserted" if way.asserted else basis, round(score, 3), references, punctuation
    )


def _many(ways: Mapping[tuple[int, int], _Way], olds: list[Provision], news: list[Provision], kind: str) -> Change:
    """A split or a merge, the main line first. Its score is that of the least sure path."""
    paths = [ways[before.pk, after.pk] for before in olds for after in news]
    basis = "asserted" if any(way.asserted for way in paths) else "matched wording"
    return Change(tuple(olds), tuple(news), kind, basis, round(min(way.score for way in paths), 3))


def _same_words(one: Provision, other: Provision) -> bool:
    """Whether two provisions have the same words, apart from punctuation."""
    return one.fingerprint == other.fingerprint and (one.title == other.title or words(one.title) == words(other.title))


def _only_references(pairs: Iterable[tuple[Provision, Provision]], scheme: Scheme) -> set[tuple[int, int]]:
    """The pairs that differ only in the numbers they cite; texts of other pairs are not read."""
    candidates = [
        (left, right)
        for left, right in pairs
        if left.wording
        and right.wording
        and left.fingerprint != right.fingerprint
        and (left.title == right.title or words(left.title) == words(right.title))
    ]
    texts = texts_of(version.wording for pair in candidates for version in pair)
    return {
        (left.pk, right.pk)
        for left, right in candidates
        if is_only_references(texts[left.wording], texts[right.wording], scheme)
    }


def texts_of(wordings: Iterable[int]) -> dict[int, str]:
    """The texts of wordings, by primary key; "" for 0, which stands for no wording."""
    keys = sorted({pk for pk in wordings if pk})
    texts = {0: ""}
    for start in range(0, len(keys), _BATCH):
        texts.update(Wording.objects.filter(pk__in=keys[start : start + _BATCH]).values_list("pk", "text"))
    return texts
