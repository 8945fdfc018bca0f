"""The shelf of the home page: each kind of document, rulings and cards, with its day and what changed last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from rulesite.cards.models import CardCollection, Ruling
from rulesite.reading.changes.latest_changes import news_of
from rulesite.rulebook.models import Document, Edition, Library


@dataclass(frozen=True)
class OnShelf:
    """One thing on the shelf: its newest state, and the way to what changed in it last."""

    name: str
    url: str
    day: date | None
    what: str = ""
    """How much there is of it."""
    changed: str = ""
    changed_url: str = ""


def shelf(documents: Iterable[Document], library: Library | None) -> list[OnShelf]:
    """Everything on the shelf, documents in their order; empty while there is only one document and no cards."""
    listed = [*_documents(documents, library), *_cards()]
    return listed if len(listed) > 1 else []


def _documents(documents: Iterable[Document], library: Library | None) -> Iterator[OnShelf]:
    for document in documents:
        editions = sorted(document.editions.all(), key=_order)
        if not editions:
            continue
        newest = editions[-1]
        news = news_of(newest, library)
        changed = changed_url = ""
        if news and (count := sum(bar.count for bar in news.bars)):
            changed = f"{count:,} change{'s' if count > 1 else ''} since {news.earlier.slug}"
            changed_url = reverse("reading:notes", args=[document.slug, newest.slug])
        yield OnShelf(document.title, newest.get_absolute_url(), newest.effective, "", changed, changed_url)


def _order(edition: Edition) -> tuple[bool, date]:
    return edition.extent == Edition.Extent.WHOLE, edition.effective


def _cards() -> Iterator[OnShelf]:
    collection = CardCollection.objects.first()
    if collection is None:
        return
    rulings = reverse("reading:rulings")
    newest = Ruling.objects.order_by("-published").values_list("published", flat=True).first()
    if newest:
        outdated = Ruling.objects.exclude(changes=[]).count()
        changed = f"{outdated:,} older than a change of their rule" if outdated else ""
        yield OnShelf(
            "Rulings", rulings, newest, f"{collection.rulings:,}, the newest of", changed, f"{rulings}?changed=1"
        )
    news = collection.news
    parts = [f"{news[name]:,} {word}" for name, word in _NEWS if news.get(name)]
    yield OnShelf(
        "Cards", reverse("reading:cards"), collection.read.date(), f"{collection.cards:,}, loaded", ", ".join(parts)
    )


_NEWS = (("added", "new"), ("changed", "changed"), ("removed", "removed"))
