"""Starting points for a new reader: a few interesting places in the library."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial

from django.db.models import Count, Q
from django.urls import reverse

from rulesite.checks.results.badges import well_known_game
from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import CitationTarget, Edition, Library, RuleVersion

_FRAME = (RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION)


@dataclass(frozen=True)
class Beginning:
    """A starting point: why it is offered ("a rule that many others cite"), its name and its URL."""

    what: str
    name: str
    href: str


def beginnings(edition: Edition, library: Library | None) -> list[Beginning]:
    """The starting points of an edition: its most cited places, a rule with many numbers, a game."""
    rule, subject = _cited(library, edition)
    chosen = []
    if rule:
        chosen.append(Beginning("a rule that many others cite", rule.number, _address(edition, rule)))
    if subject:
        chosen.append(Beginning("the section cited most often", subject.title, _address(edition, subject)))
    if moved := _moved_most(edition):
        history = reverse("reading:history", args=[edition.document.slug, edition.slug, moved.key])
        chosen.append(Beginning("a rule that was often renumbered", moved.number, history))
    if game := well_known_game():
        chosen.append(Beginning("a game", game.title, game.get_absolute_url()))
    return chosen


@partial(memoize, of=of_one)
def _cited(edition: Edition) -> tuple[RuleVersion | None, RuleVersion | None]:
    """The most cited rule and the most cited provision with a heading of an edition."""
    cited = _most_cited(edition)
    subject = next((version for version in cited if version.title), None)
    return next((version for version in cited if not version.title and version.kind not in _FRAME), None), subject


def _most_cited(edition: Edition) -> list[RuleVersion]:
    """The provisions cited in an edition, the most cited first."""
    targets = CitationTarget.objects.filter(citation__edition=edition, version__isnull=False).order_by()
    cited = Counter(targets.values_list("version_id", flat=True))
    rows = edition.versions.filter(pk__in=cited).only("edition", "key", "number", "title", "kind", "position")
    return sorted(rows, key=lambda version: (-cited[version.pk], version.position))


def _address(edition: Edition, version: RuleVersion) -> str:
    return rule_url(edition.get_absolute_url(), version.key)


def _moved_most(edition: Edition) -> RuleVersion | None:
    """The provision whose thread had the most numbers, then the most wordings; None if none changed its number."""
    numbers = Count("rule__versions__number", distinct=True)
    wordings = Count("rule__versions__wording", distinct=True)
    continued = edition.versions.filter(Q(wording__isnull=False), rule__isnull=False)
    return (
        continued.annotate(numbers=numbers, wordings=wordings)
        .filter(numbers__gt=1)
        .order_by("-numbers", "-wordings", "position")
        .first()
    )
