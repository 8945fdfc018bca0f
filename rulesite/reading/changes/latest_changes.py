"""The latest changes: the newest edition compared with the one before it, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Count, QuerySet

from rulesite.reading.caching.memo import memoize, of_all_between
from rulesite.reading.changes.comparison import ChangeRow, Comparison, comparison_of
from rulesite.reading.changes.groups import group
from rulesite.reading.rendering.bars import Bar, bars
from rulesite.rulebook.descent.comparison import Provision
from rulesite.rulebook.models import Edition, Library, RuleVersion

_SHOWN_OF_KIND = {"new": 2, "reworded": 2, "removed": 1}
"""Changes of each kind listed by number."""


@dataclass(frozen=True)
class Headline:
    """One change: its number, its subject, and the query string that shows it alone."""

    number: str
    title: str
    kind: str
    name: str
    query: str


_MAX_LINES = 8
"""How many bars and headlines there are at most together, so that the first page stays one screen."""


@dataclass(frozen=True)
class News:
    """The comparison of the two newest comparable editions; without bars if they have nothing in common.

    The bars count the groups of its page of changes.
    """

    earlier: Edition
    later: Edition
    bars: Sequence[Bar]
    told: Sequence[Headline]


def news_of(newest: Edition, library: Library | None) -> News | None:
    """The changes in an edition; None if there is no earlier edition of the same extent."""
    earlier = edition_before(newest)
    return _news(library, earlier, newest) if earlier is not None else None


def edition_before(edition: Edition) -> Edition | None:
    """The edition to compare one with: the one of the same extent before it."""
    return _alike(edition).filter(effective__lt=edition.effective).order_by("-effective").first()


def edition_after(edition: Edition) -> Edition | None:
    """The edition of the same extent after one."""
    return _alike(edition).filter(effective__gt=edition.effective).order_by("effective").first()


def _alike(edition: Edition) -> QuerySet[Edition]:
    """The editions of the document of one that have its extent."""
    editions = Edition.objects.select_related("document").defer(*Edition.long())
    return editions.filter(document=edition.document_id, extent=edition.extent)


@partial(memoize, of=of_all_between)
def _news(earlier: Edition, newest: Edition) -> News:
    comparison = comparison_of(earlier, newest, Library.current())
    if not comparison.rows:
        return News(earlier, newest, (), ())
    counts = [(each.name, each.label, len(each.items)) for each in group(comparison)]
    return News(earlier, newest, bars(counts), _told(comparison)[: max(0, _MAX_LINES - len(counts))])


def _told(comparison: Comparison) -> list[Headline]:
    """A few changes, in the order of the book: those with a heading of their own first, then the most cited."""
    chosen: list[ChangeRow] = []
    for kind, limit in _SHOWN_OF_KIND.items():
        of_kind = [row for row in comparison.rows if row.kind == kind]
        cited = _cited(comparison.earlier if kind == "removed" else comparison.later)
        first = sorted(of_kind, key=lambda row: (not _standing(row).title, -cited.get(_standing(row).pk, 0)))[:limit]
        chosen += sorted(first, key=of_kind.index)
    headings = _headings([_standing(row).pk for row in chosen])
    return [
        Headline(row.key, _standing(row).title or headings.get(_standing(row).pk, ""), row.kind, row.name, row.query)
        for row in chosen
    ]


def _standing(row: ChangeRow) -> Provision:
    """The provision to show for a change."""
    return row.after or row.before  # type: ignore[return-value]  # one of the two is there


def _cited(edition: Edition) -> dict[int, int]:
    """The number of citations of each provision in its edition, by primary key."""
    cited = RuleVersion.objects.filter(edition=edition).annotate(cited=Count("cited_by")).filter(cited__gt=0)
    return dict(cited.values_list("pk", "cited"))


def _headings(keys: Sequence[int]) -> dict[int, str]:
    """The nearest heading above each provision, by its primary key."""
    levels = ("parent__title", "parent__parent__title", "parent__parent__parent__title")
    return {
        pk: next((title for title in titles if title), "")
        for pk, *titles in RuleVersion.objects.filter(pk__in=keys).values_list("pk", *levels)
    }
