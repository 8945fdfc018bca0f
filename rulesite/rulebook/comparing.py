"""Comparing: what became of every provision between any two editions, and how much of it is known.

Between neighbours these are the stored edges; between editions further apart the edges of the steps in between,
composed. Nothing here is stored.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rulesite.rulebook.models import Descent, Document, Edition, RuleVersion
from rulesite.rulebook.threads import LINE
from rulesite.rulebook.walking import LEAST
from rulesite.text.diffing import is_only_punctuation, is_only_references
from rulesite.text.wording import words

REMOVED, NEW = "removed", "new"


class NoWay(LookupError):  # noqa: N818 - the name says it
    """Two editions can't be compared: of different documents, the same, or in the wrong order."""


@dataclass(frozen=True)
class Change:
    """What became of some provisions: one to one, one to many (split), many to one (merged), gone (removed) or new.

    ``kind`` is a kind of Descent, or removed or new. A kind "continues" has the same words; ``moved`` says whether the
    number differs, ``only_references`` and ``only_punctuation`` what little did change.
    """

    earlier: tuple[RuleVersion, ...]
    later: tuple[RuleVersion, ...]
    kind: str
    basis: str
    score: float
    only_references: bool = False
    only_punctuation: bool = False

    @property
    def moved(self) -> bool:
        """Whether one provision stands under another number now."""
        return len(self.earlier) == len(self.later) == 1 and self.earlier[0].key != self.later[0].key


@dataclass
class _Pair:
    """A way from a provision of the one edition to one of the other."""

    score: float
    main: bool
    unchanged: bool
    basis: str


def changes(earlier: Edition, later: Edition) -> list[Change]:
    """What became of every provision of an edition in a later one, in the order of the later book.

    Where one of the two is an extract, what it does not cover is neither removed nor new, and is left out.

    Raises NoWay when the two are not an earlier and a later edition of one document.
    """
    if earlier.document_id != later.document_id:
        raise NoWay(f"{earlier.address} and {later.address} are of different documents")
    if earlier.effective >= later.effective:
        raise NoWay(f"{earlier.address} is not before {later.address}: name the earlier edition first")
    old, new = _versions(earlier), _versions(later)
    pairs = _compose(chain(earlier, later), old)
    outs: dict[int, list[int]] = defaultdict(list)
    ins: dict[int, list[int]] = defaultdict(list)
    for one, other in sorted(pairs, key=lambda key: (not pairs[key].main, old[key[0]].position, new[key[1]].position)):
        outs[one].append(other)
        ins[other].append(one)
    found: list[Change] = []
    in_later, in_earlier = _covers(later, earlier, new), _covers(earlier, later, old)
    for pk, version in old.items():
        heirs = outs.get(pk, [])
        if not heirs and not in_later(version):
            continue
        if not heirs:
            found.append(Change((version,), (), REMOVED, "no match", 1.0))
        elif len(heirs) > 1:
            found.append(_many(pairs, [version], [new[heir] for heir in heirs], Descent.Kind.SPLIT))
        elif len(ins[heirs[0]]) == 1:
            found.append(_one(pairs[pk, heirs[0]], version, new[heirs[0]]))
    for pk, version in new.items():
        sources = ins.get(pk, [])
        if not sources and not in_earlier(version):
            continue
        if not sources:
            found.append(Change((), (version,), NEW, "no match", 1.0))
        elif len(sources) > 1:
            found.append(_many(pairs, [old[source] for source in sources], [version], Descent.Kind.MERGED))
    return sorted(found, key=_place(old, ins, new))


def _covers(edition: Edition, other: Edition, versions: dict[int, RuleVersion]) -> Callable[[RuleVersion], bool]:
    """Whether an edition would print a provision of another if it stood: an extract speaks for its sections alone."""
    if edition.extent == Edition.Extent.WHOLE:
        return lambda version: True
    if edition.numbering != other.numbering:
        return lambda version: False
    sections = {_section(version) for version in versions.values()} - {""}
    return lambda version: _section(version) in sections


def _section(version: RuleVersion) -> str:
    """The section a provision stands in, "" for a chapter."""
    number = version.parsed
    return f"{number.chapter}.{number.section}" if number.section is not None else ""


def _place(old: dict[int, RuleVersion], ins: dict[int, list[int]], new: dict[int, RuleVersion]):  # type: ignore[no-untyped-def]
    """Changes stand in the order of the later book; what was removed stands after what preceded it there."""
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
    """The editions that the way from one to another leads over, both ends included."""
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


def _versions(edition: Edition) -> dict[int, RuleVersion]:
    rows = RuleVersion.objects.filter(edition=edition).select_related("wording", "parent").order_by("position")
    found = {}
    for version in rows:
        version.edition = edition
        found[version.pk] = version
    return found


def _compose(editions: Sequence[Edition], start: dict[int, RuleVersion]) -> dict[tuple[int, int], _Pair]:
    """The pairs that the steps between editions lead to, each by its surest way."""
    reached: dict[tuple[int, int], _Pair] = {(pk, pk): _Pair(1.0, True, True, "") for pk in start}
    for earlier, later in itertools.pairwise(editions):
        onward: dict[int, list[tuple[int, str, str, float]]] = defaultdict(list)
        rows = Descent.objects.filter(earlier__edition=earlier, later__edition=later, doubtful=False)
        for one, other, kind, basis, score in rows.order_by("pk").values_list(
            "earlier_id", "later_id", "kind", "basis", "score"
        ):
            onward[one].append((other, kind, basis, score))
        further: dict[tuple[int, int], _Pair] = {}
        for (first, here), pair in reached.items():
            for other, kind, basis, score in onward.get(here, ()):
                found = _Pair(
                    pair.score * score,
                    pair.main and kind in LINE,
                    pair.unchanged and kind == Descent.Kind.CONTINUES,
                    "asserted" if "asserted" in (pair.basis, basis) else basis,
                )
                held = further.get((first, other))
                if found.score >= LEAST and (held is None or (found.main, found.score) > (held.main, held.score)):
                    further[first, other] = found
        reached = further
    return reached


def _one(pair: _Pair, one: RuleVersion, other: RuleVersion) -> Change:
    """One provision that became one."""
    references, punctuation = is_only_references_of(one, other), is_only_punctuation(one.text, other.text)
    if pair.unchanged or same_words(one, other):
        basis = "same number" if one.key == other.key else "same words"
        kind: str = Descent.Kind.CONTINUES
    else:
        kind, basis = Descent.Kind.REWORDED, "matched wording"
    if pair.basis == "asserted":
        basis = "asserted"
    return Change((one,), (other,), kind, basis, round(pair.score, 3), references, punctuation)


def _many(pairs: dict[tuple[int, int], _Pair], olds: list[RuleVersion], news: list[RuleVersion], kind: str) -> Change:
    """Several that became one, or one that became several; the main line first. Its score is that of the least sure."""
    taken = [pairs[one.pk, other.pk] for one in olds for other in news]
    basis = "asserted" if any(pair.basis == "asserted" for pair in taken) else "matched wording"
    return Change(tuple(olds), tuple(news), kind, basis, round(min(pair.score for pair in taken), 3))


def same_words(one: RuleVersion, other: RuleVersion) -> bool:
    """Whether two versions are the same words, punctuation and cited numbers apart."""
    if words(one.title) != words(other.title):
        return False
    if one.wording_id == other.wording_id:
        return True
    if one.wording is None or other.wording is None:
        return False
    return one.wording.fingerprint == other.wording.fingerprint or is_only_references_of(one, other)


def is_only_references_of(one: RuleVersion, other: RuleVersion) -> bool:
    """Whether two versions differ in nothing but the numbers that they cite."""
    if one.wording_id == other.wording_id or words(one.title) != words(other.title):
        return False
    return is_only_references(one.text, other.text, one.edition.scheme)


# --- how much is known --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Share:
    """One step between neighbours: how many provisions of either side have no edge, and why."""

    earlier: Edition
    later: Edition
    old: int
    new: int
    without_heir: Counter[str] = field(default_factory=Counter)
    without_ancestor: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def share_old(self) -> float:
        """The share of the earlier edition's provisions without an heir, 0 to 1."""
        return sum(self.without_heir.values()) / self.old if self.old else 0.0

    @property
    def share_new(self) -> float:
        """The share of the later edition's provisions without an ancestor, 0 to 1."""
        return sum(self.without_ancestor.values()) / self.new if self.new else 0.0


DOUBT = "a possible match, too doubtful to follow"
WITH_HEADING_GONE = "removed together with its heading"
GONE = "removed from under a heading that stays"
WITH_HEADING_NEW = "new under a new heading"
ADDED = "added under a heading that was there"


def shares(document: Document) -> list[Share]:
    """For each step between two whole editions of a document: what has no edge, and why."""
    editions = list(
        document.editions.filter(extent=Edition.Extent.WHOLE).order_by("effective").select_related("document")
    )
    trees = {edition.pk: _tree(edition) for edition in editions}
    return [
        _share(earlier, later, trees[earlier.pk], trees[later.pk]) for earlier, later in itertools.pairwise(editions)
    ]


def _tree(edition: Edition) -> dict[int, int | None]:
    return dict(RuleVersion.objects.filter(edition=edition).values_list("pk", "parent_id"))


def _share(earlier: Edition, later: Edition, old: dict[int, int | None], new: dict[int, int | None]) -> Share:
    share = Share(earlier, later, len(old), len(new))
    sure: tuple[set[int], set[int]] = (set(), set())
    doubted: tuple[set[int], set[int]] = (set(), set())
    rows = Descent.objects.filter(earlier__edition=earlier, later__edition=later)
    for one, other, kind, doubtful in rows.values_list("earlier_id", "later_id", "kind", "doubtful"):
        for side, pk in enumerate((one, other)):
            (doubted if doubtful else sure)[side].add(pk)
        if not doubtful:
            share.kinds[kind] += 1
    for side, (tree, counts, whole, single) in enumerate(
        (
            (old, share.without_heir, WITH_HEADING_GONE, GONE),
            (new, share.without_ancestor, WITH_HEADING_NEW, ADDED),
        )
    ):
        for pk, parent in tree.items():
            if pk in sure[side]:
                continue
            if pk in doubted[side]:
                counts[DOUBT] += 1
            else:
                counts[whole if parent is not None and parent not in sure[side] else single] += 1
    return share
