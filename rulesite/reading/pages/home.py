"""The home page: the documents, the latest changes, and starting points."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from rulesite.checks.results.badges import outcomes
from rulesite.reading.caching.memo import memoize
from rulesite.reading.changes.latest_changes import News, news_of
from rulesite.reading.pages.sections import counts_of
from rulesite.reading.pages.starting_points import Beginning, beginnings
from rulesite.reading.rendering.bars import Bar, stacked
from rulesite.reading.shelf.home_shelf import OnShelf, shelf
from rulesite.rulebook.models import Document, Edition, Library, RuleVersion

_MAX_DOORS = 12


@dataclass(frozen=True)
class Front:
    """The content of the home page; the same until the library changes."""

    documents: list[Document]
    newest: Edition | None
    """The newest whole edition, or without one the newest extract."""
    edition_count: int
    provision_count: int
    example_count: int = 0
    """The examples of the newest edition; ``outcomes`` are theirs. ``example_total`` is the sum over all editions."""
    example_total: int = 0
    doors: tuple[RuleVersion, ...] = ()
    has_glossary: bool = False
    news: News | None = None
    outcomes: tuple[Bar, ...] = ()
    beginnings: tuple[Beginning, ...] = ()
    shelf: tuple[OnShelf, ...] = ()


@memoize
def front() -> Front:
    """The content of the home page; memoized by the library's state."""
    library = Library.current()
    editions = Edition.objects.select_related("document").defer("introduction").order_by("effective")
    documents = list(Document.objects.prefetch_related(Prefetch("editions", queryset=editions)))
    all_editions = [edition for document in documents for edition in document.editions.all()]
    newest = max(
        all_editions, key=lambda edition: (edition.extent == Edition.Extent.WHOLE, edition.effective), default=None
    )
    count = sum(counts_of(edition, library)["provisions"] for edition in all_editions)
    if newest is None:
        return Front(documents, None, len(all_editions), count)
    counts, total = outcomes(newest)
    return Front(
        documents,
        newest,
        len(all_editions),
        count,
        example_count=sum(number for _, number in counts),
        example_total=total,
        doors=_doors(newest),
        has_glossary=newest.terms.exists(),
        news=news_of(newest, library),
        outcomes=tuple(stacked((name.replace(" ", "-"), name, number) for name, number in counts)),
        beginnings=tuple(beginnings(newest, library)),
        shelf=tuple(shelf(documents, library)),
    )


def _doors(edition: Edition) -> tuple[RuleVersion, ...]:
    """The chapters of the newest edition, or the sections or first headings of an extract without chapters."""
    for kind in (RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION, RuleVersion.Kind.HEADING):
        if versions := tuple(edition.versions.filter(kind=kind).order_by("position")[:_MAX_DOORS]):
            return versions
    return ()
