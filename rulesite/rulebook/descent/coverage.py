"""Shares: how much of the descent between neighbouring editions is known, and why the rest is not."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field

from rulesite.rulebook.models import Descent, Document, Edition, RuleVersion


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
        """The share of the earlier edition's provisions without a successor, 0 to 1."""
        return sum(self.without_heir.values()) / self.old if self.old else 0.0

    @property
    def share_new(self) -> float:
        """The share of the later edition's provisions without a predecessor, 0 to 1."""
        return sum(self.without_ancestor.values()) / self.new if self.new else 0.0


DOUBT = "a possible match, too doubtful to follow"
WITH_HEADING_GONE = "removed together with its heading"
GONE = "removed from under a heading that stays"
WITH_HEADING_NEW = "new under a new heading"
ADDED = "added under a heading that was there"


def shares(document: Document) -> list[Share]:
    """For each step between two whole editions of a document: the provisions without an edge, and why."""
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
    for left, right, kind, doubtful in rows.values_list("earlier_id", "later_id", "kind", "doubtful"):
        for side, pk in enumerate((left, right)):
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
