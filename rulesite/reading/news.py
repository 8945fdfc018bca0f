"""What changed last: the newest edition beside the one before it, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Count

from rulesite.reading.changes import Comparison, Row, comparison_of
from rulesite.reading.drawing.bars import Bar, bars
from rulesite.reading.freshness import keep, of_all_between
from rulesite.rulebook.comparing import Provision
from rulesite.rulebook.models import Edition, Library, RuleVersion

_COUNTED = {"new": "New", "reworded": "Reworded", "moved": "Moved", "removed": "Gone"}
_TOLD = {"new": 2, "reworded": 2, "removed": 1}
"""How many changes of each kind are told by number."""


@dataclass(frozen=True)
class Told:
    """One change: the number it is found by, what it is about, and the query that shows it alone."""

    number: str
    title: str
    kind: str
    name: str
    query: str


@dataclass(frozen=True)
class News:
    """The two newest editions that can be compared; without bars where they have nothing in common."""

    earlier: Edition
    later: Edition
    bars: Sequence[Bar]
    told: Sequence[Told]


def news_of(newest: Edition, library: Library | None) -> News | None:
    """What an edition changed; None where no earlier one of its extent is held."""
    earlier = _before(newest)
    return _news(library, earlier, newest) if earlier is not None else None


def _before(newest: Edition) -> Edition | None:
    """The edition that one is told beside."""
    before = Edition.objects.select_related("document").filter(
        document=newest.document_id, effective__lt=newest.effective, extent=newest.extent
    )
    return before.order_by("-effective").first()


@partial(keep, of=of_all_between)
def _news(earlier: Edition, newest: Edition) -> News:
    comparison = comparison_of(earlier, newest, Library.current())
    if not comparison.rows:
        return News(earlier, newest, (), ())
    counts = [(kind, label, comparison.counts[kind]) for kind, label in _COUNTED.items()]
    return News(earlier, newest, bars(counts), _told(comparison))


def _told(comparison: Comparison) -> list[Told]:
    """A few changes: those with a heading of their own first, then the most cited, in the order of the book."""
    chosen: list[Row] = []
    for kind, most in _TOLD.items():
        of_kind = [row for row in comparison.rows if row.kind == kind]
        cited = _cited(comparison.earlier if kind == "removed" else comparison.later)
        first = sorted(of_kind, key=lambda row: (not _standing(row).title, -cited.get(_standing(row).pk, 0)))[:most]
        chosen += sorted(first, key=of_kind.index)
    headings = _headings([_standing(row).pk for row in chosen])
    return [
        Told(row.key, _standing(row).title or headings.get(_standing(row).pk, ""), row.kind, row.name, row.query)
        for row in chosen
    ]


def _standing(row: Row) -> Provision:
    """The provision that a change is told by."""
    return row.after or row.before  # type: ignore[return-value]  # one of the two is there


def _cited(edition: Edition) -> dict[int, int]:
    """How often each provision of an edition is cited in it, by its primary key."""
    cited = RuleVersion.objects.filter(edition=edition).annotate(cited=Count("cited_by")).filter(cited__gt=0)
    return dict(cited.values_list("pk", "cited"))


def _headings(keys: Sequence[int]) -> dict[int, str]:
    """The nearest heading above each provision, by its primary key."""
    levels = ("parent__title", "parent__parent__title", "parent__parent__parent__title")
    return {
        pk: next((title for title in titles if title), "")
        for pk, *titles in RuleVersion.objects.filter(pk__in=keys).values_list("pk", *levels)
    }
