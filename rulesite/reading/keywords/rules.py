"""The rules of a keyword for its own page, with the games that play them and the texts that restate them."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import mark_safe

from rulesite.checks.results import badges
from rulesite.reading.keywords import terms
from rulesite.reading.keywords.terms import Keyword
from rulesite.reading.pages import rule_games
from rulesite.reading.pages.sections import contents_of, section_of
from rulesite.reading.precomputed import contents
from rulesite.rulebook.models import Edition, Library, RuleVersion


def about(keyword: Keyword | None, edition: Edition, library: Library | None) -> dict[str, Any]:
    """The parts of a page that follow from the rules of a keyword; empty without any."""
    if keyword is None:
        return {}
    whole = contents_of(edition, library)
    place = contents.find(edition, whole, keyword.key)
    if place is None or place.version is None or place.leaf is None:
        return {"heading": keyword}
    if keyword.kind != RuleVersion.Kind.HEADING:
        return {"heading": keyword, "version": place.version}
    section = section_of(edition, whole, place.leaf, library)
    rows = [section.row(keyword.key), *section.below(keyword.key)]
    articles = (
        f'<article class="provision {row.kind}">{row.heading}<div class="words">{row.words}</div></article>'
        for row in rows[1:] or rows
    )
    pks = list(edition.versions.filter(key__in=[row.key for row in rows]).values_list("pk", flat=True))
    return {
        "heading": keyword,
        "version": place.version,
        "leaf": place.leaf,
        "rules": mark_safe("".join(articles)),
        "games": badges.games_of_all(pks),
        "at_work": rule_games.all_games_of(place.version, library).at_work,
        "restated": terms.restated_elsewhere(pks, library),
    }
