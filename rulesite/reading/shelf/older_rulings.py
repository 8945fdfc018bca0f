"""D'Angelo's rulings that name a card, from the editions of his collection that are held."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q
from django.utils.safestring import SafeString

from rulesite.cards.names import CardNames, printed_in
from rulesite.reading.caching.memo import memoize
from rulesite.reading.rendering.spans import render_paragraphs
from rulesite.reading.rendering.wordings import rule_url
from rulesite.reading.shelf.texts import names_of_cards
from rulesite.rulebook.models import Edition, Library, RuleVersion

DANGELO = "dangelo"
MAX_OLDER = 12
"""Of one card."""


@dataclass(frozen=True)
class OlderRuling:
    """A passage of D'Angelo's collection in its newest edition, and how many other wordings of it are held."""

    number: str
    day: date
    url: str
    history_url: str
    words: tuple[SafeString, ...]
    wordings: int = 1


def older_rulings(slug: str, library: Library | None) -> list[OlderRuling]:
    """The passages that name a card, the newest first."""
    names = names_of_cards(library)
    return _by_card(library).get(slug, [])[:MAX_OLDER] if names.slugs else []


@memoize
def _by_card() -> dict[str, list[OlderRuling]]:
    names = names_of_cards(Library.current())
    editions = Edition.objects.filter(document__slug=DANGELO).select_related("document").order_by("-effective")
    by_card: dict[str, dict[object, OlderRuling]] = defaultdict(dict)
    wordings: dict[object, set[int]] = defaultdict(set)
    for edition in editions:
        rows = edition.versions.exclude(Q(wording=None) | Q(kind=RuleVersion.Kind.CHAPTER)).order_by("position")
        for key, number, rule, wording, text in rows.values_list(
            "key", "number", "rule_id", "wording_id", "wording__text"
        ):
            thread: object = rule or (edition.pk, key)
            wordings[thread].add(wording)
            for slug in _named(text, names):
                if thread not in by_card[slug]:
                    url = rule_url(edition.get_absolute_url(), key)
                    history = f"{edition.get_absolute_url()}{key}/history/"
                    words = tuple(render_paragraphs(text, []))
                    by_card[slug][thread] = OlderRuling(number, edition.effective, url, history, words)
    return {
        slug: [replace(ruling, wordings=len(wordings[thread])) for thread, ruling in rulings.items()]
        for slug, rulings in by_card.items()
    }


def _named(text: str, names: CardNames) -> dict[str, None]:
    return dict.fromkeys(slug for _, _, slug in printed_in(text, names))
