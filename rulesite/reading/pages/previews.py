"""Previews: the text of a rule or the headings below it, or the senses of a glossary term, with counts.

The ``data-`` attributes of the root element hold the numbers of citing places, games and editions, and how to cite it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from rulesite.reading.caching.memo import memoize
from rulesite.reading.links import backlinks
from rulesite.reading.pages import rule_games
from rulesite.reading.pages.sections import Section, SectionRow, contents_of, section_of
from rulesite.reading.precomputed.contents import Contents, Location
from rulesite.reading.rendering import quotes
from rulesite.reading.rendering.blocks import blocks
from rulesite.reading.rendering.wordings import Marker, rule_url
from rulesite.rulebook.models import Edition, Example, Flag, GlossaryTerm, Library, RuleVersion

_MAX_TEXT = 500
"""Characters after which subrules below a heading are only counted."""
_MAX_LINES = 8
"""Maximum headings in the preview of a section or a chapter."""


@dataclass(frozen=True)
class PreviewLine:
    """A provision below the previewed one: in full, or as a link with its heading or first words."""

    href: str
    number: str
    title: str
    words: str


def of_rule(library: Library | None, edition: Edition, place: Location) -> str:
    """The preview of a provision, a section or a chapter of an edition, as HTML."""
    whole = contents_of(edition, library)
    path = edition.get_absolute_url()
    version = place.version
    context: dict[str, object] = {
        "edition": edition,
        "document": edition.document,
        "number": place.number,
        "title": place.title,
        "path": f"{path}{place.key}/",
        "href": rule_url(path, place.key),
        "citation": quotes.citation(edition, place.number),
        "citing": 0,
        "games": 0,
        "history": 1,
    }
    section = section_of(edition, whole, place.leaf, library) if place.leaf else None
    if version:
        context |= _about(version, section, library)
    if not version or not version.wording_id or version.kind == RuleVersion.Kind.SECTION:
        context |= _below(place, section, whole, edition)
    return render_to_string("reading/card.html", context)


@memoize
def of_term(pk: int) -> str:
    """The preview of a glossary term of an edition, as HTML."""
    term = GlossaryTerm.objects.select_related("wording", "edition__document").get(pk=pk)
    edition = term.edition
    marker = Marker(edition, [term.wording_id])
    senses = marker.paragraphs(term.wording_id, term.wording.text, but=term.slug)
    others = GlossaryTerm.objects.filter(edition__document=edition.document, slug=term.slug)
    return render_to_string(
        "reading/card.html",
        {
            "edition": edition,
            "document": edition.document,
            "title": term.term,
            "part": "Glossary",
            "path": term.get_absolute_url(),
            "href": term.get_absolute_url(),
            "citation": quotes.citation(edition, f"Glossary, “{term.term}”"),
            "words": mark_safe("".join(f"<p>{sense}</p>" for sense in senses)),
            "examples": term.examples.filter(labelled=True).count(),
            "citing": len(backlinks.citing_term(term)),
            "games": 0,
            "history": others.count(),
        },
    )


def _about(version: RuleVersion, section: Section | None, library: Library | None) -> dict[str, object]:
    """The text of a provision, the heading above it, and its counts."""
    if section is not None:
        words = section.words(version.key)
    else:  # the short text that a chapter may have is on no page of a section
        marker = Marker(version.edition, [version.wording_id] if version.wording_id else [])
        shown = marker.paragraphs(version.wording_id, version.text) if version.wording_id else []
        words = blocks(shown)
    above = [step for step in section.trail(version.key) if step.title] if section else []
    return {
        "words": words,
        "under": above[-1] if above and not version.title else None,
        "flags": list(Flag.objects.filter(version=version).order_by("line")),
        "examples": Example.objects.filter(version=version).count(),
        "subrules": len(section.children(version.key)) if words and section else 0,
        "citing": len(backlinks.citing_rule(version)),
        "games": rule_games.all_games_of(version, library).count,
        "history": RuleVersion.objects.filter(rule_id=version.rule_id).count() if version.rule_id else 1,
    }


def _below(place: Location, section: Section | None, whole: Contents, edition: Edition) -> dict[str, object]:
    """What is below a heading: its first subrules in full, or the first headings of a section or a chapter."""
    path = edition.get_absolute_url()
    if section is None:  # a chapter
        leaves = whole.leaves_of(whole.chapter(place.key))
        shown = [PreviewLine(f"{path}{leaf.key}/", leaf.number, leaf.title, "") for leaf in leaves[:_MAX_LINES]]
        return {"lines": shown, "more": len(leaves) - len(shown), "brief": True}
    if place.of_leaf:
        listed = section.listed[:_MAX_LINES]
        texts = _texts(edition, (row.key for row in listed if not row.title))
        shown = [
            PreviewLine(rule_url(path, row.key), row.number, row.title or backlinks.opening(texts.get(row.key, "")), "")
            for row in listed
        ]
        return {"lines": shown, "more": len(section.listed) - len(shown), "brief": True}
    below = section.children(place.key)
    texts = _texts(edition, (row.key for row in below))
    first: list[SectionRow] = []
    length = 0
    for row in below:
        if first and length + len(texts.get(row.key, "")) > _MAX_TEXT:
            break
        first.append(row)
        length += len(texts.get(row.key, ""))
    shown = [PreviewLine(rule_url(path, row.key), row.number, row.title, section.words(row.key)) for row in first]
    return {"lines": shown, "more": len(below) - len(shown), "brief": False}


def _texts(edition: Edition, keys: Iterable[str]) -> dict[str, str]:
    """The texts of provisions, by key."""
    rows = RuleVersion.objects.filter(edition=edition, key__in=list(keys), wording__isnull=False)
    return dict(rows.values_list("key", "wording__text"))
