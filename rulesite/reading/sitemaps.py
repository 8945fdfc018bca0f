"""Sitemaps: the pages for robots, one map for each edition, and the index of these maps.

Of the thousands of comparisons only those of neighbouring editions are included.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.contrib.sitemaps import Sitemap
from django.db.models import Max
from django.urls import reverse
from django.utils.encoding import iri_to_uri

from rulesite.cards.models import Card, CardCollection
from rulesite.checks.models import Scenario
from rulesite.reading.infractions import listing
from rulesite.rulebook.models import Correction, Document, Edition, GlossaryTerm, Page, RuleVersion

SITE = "site"
"""The name of the map of pages that belong to no edition."""
CARDS = "cards"
"""The beginning of the names of the maps of cards, each of at most so many as a map may have."""
MAX_CARDS = 20_000
_ROOMS = ("home", "steps", "help", "dictionary", "paths", "offline", "resolve", "cite")


class Pages(Sitemap):
    """Some pages by path, with the time of their last change."""

    def __init__(self, paths: Sequence[str], lastmod: datetime | None = None) -> None:
        self._paths = paths
        if lastmod is not None:
            self.lastmod = lastmod

    def items(self) -> Sequence[str]:
        return self._paths

    def location(self, item: str) -> str:
        return iri_to_uri(item)


def sections() -> list[tuple[str, datetime | None]]:
    """The names of the maps, one for each edition, oldest first; and the time of each edition's last change."""
    editions = Edition.objects.select_related("document").annotate(read=Max("sources__ingested"))
    corrected = dict(Correction.objects.order_by().values_list("edition").annotate(Max("made")))
    dated = (
        (edition, [day for day in (edition.read, corrected.get(edition.address)) if day is not None])
        for edition in editions
    )
    return [(SITE, None), *((name_of(edition), max(days, default=None)) for edition, days in dated), *_maps_of_cards()]


def _maps_of_cards() -> list[tuple[str, datetime | None]]:
    """The maps of cards, with the time when cards were loaded; none without cards."""
    collection = CardCollection.objects.first()
    if collection is None:
        return []
    return [(f"{CARDS}-{part + 1}", collection.read) for part in range(-(-collection.cards // MAX_CARDS))]


def paths_of_cards(name: str) -> list[str]:
    """The pages of the cards of one map, with the lists of cards and rulings on the first."""
    part = int(name.rpartition("-")[2]) - 1
    slugs = Card.objects.order_by("pk").values_list("slug", flat=True)[part * MAX_CARDS : (part + 1) * MAX_CARDS]
    lists = [reverse("reading:cards"), reverse("reading:rulings")] if not part else []
    return [*lists, *(reverse("reading:card", args=[slug]) for slug in slugs)]


def name_of(edition: Edition) -> str:
    """The name of an edition's map: ``cr-2006-10-01``."""
    return edition.address.replace("/", "-")


def paths_of_site() -> list[str]:
    """The pages that belong to no edition."""
    paths = [*(reverse(f"reading:{name}") for name in _ROOMS if name != "steps"), reverse("api")]
    games = [reverse("checks:ledger"), reverse("checks:concepts"), reverse("checks:try")]
    documents = [
        path
        for document in Document.objects.all()
        for path in (
            document.get_absolute_url(),
            reverse("reading:growth", args=[document.slug]),
            reverse("reading:steps", args=[document.slug]),
        )
    ]
    slugs = Scenario.objects.filter(problem="").order_by("position").values_list("slug", flat=True)
    written = [page.get_absolute_url() for page in Page.objects.all()]
    return [*paths, *documents, *games, *(reverse("checks:game", args=[slug]) for slug in slugs), *written]


def paths_of(edition: Edition) -> list[str]:
    """The pages of an edition: its provisions, terms and infractions, what changed in it, that comparison."""
    home = edition.get_absolute_url()
    keys = RuleVersion.objects.filter(edition=edition).order_by("position").values_list("key", flat=True)
    slugs = GlossaryTerm.objects.filter(edition=edition).order_by("position").values_list("slug", flat=True)
    terms = [f"{home}glossary/{slug}/" for slug in slugs]
    before = edition.document.editions.filter(effective__lt=edition.effective).order_by("-effective").first()
    compared = [reverse("reading:compare", args=[edition.document.slug, before.slug, edition.slug])] if before else []
    if edition.document.editions.filter(effective__lt=edition.effective, extent=edition.extent).exists():
        compared.insert(0, reverse("reading:notes", args=[edition.document.slug, edition.slug]))
    glossary = [f"{home}glossary/"] if terms else []
    if listing.has_any(None, edition):
        compared.append(reverse("reading:infractions", args=[edition.document.slug, edition.slug]))
    return [home, *compared, *(f"{home}{key}/" for key in keys), *glossary, *terms]
