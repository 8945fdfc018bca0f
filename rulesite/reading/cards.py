"""What a card holds: of a rule its words or what stands below it, of a glossary term its senses, both in numbers.

The root of a card says in its ``data-`` attributes how many cite it, how many games play it, in how many editions it
stands, and how to cite it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rulesite.reading import backlinks, played, quoting
from rulesite.reading.freshness import keep
from rulesite.reading.marking import Marker, rule_url
from rulesite.reading.outline import Entry, Leaf, Outline, outline_of
from rulesite.rulebook.models import Edition, Example, Flag, GlossaryTerm, Library, RuleVersion, Wording

_ENOUGH_TEXT = 500
"""Characters after which the subrules below a heading are no longer shown, only counted."""
_ENOUGH_LINES = 8
"""Headings that the card of a section or a chapter lists."""


@dataclass(frozen=True)
class Line:
    """A provision below the one of the card: in full, or a heading or first words that lead there."""

    href: str
    number: str
    title: str
    paragraphs: list[SafeString]


@keep
def of_rule(edition_pk: int, key: str) -> str:
    """The card of a provision, a section or a chapter of an edition, as HTML; the edition must have the key."""
    edition = Edition.objects.select_related("document").get(pk=edition_pk)
    library = Library.current()
    outline = outline_of(edition, library)
    found = outline.find(key)
    assert found is not None, key  # noqa: S101 - the key came from the same outline
    entry = found if isinstance(found, Entry) else found.head
    path = edition.get_absolute_url()
    context: dict[str, object] = {
        "edition": edition,
        "document": edition.document,
        "number": found.number,
        "title": found.title,
        "path": f"{path}{found.key}/",
        "href": rule_url(path, found.key),
        "citation": quoting.citation(edition, found.number),
        "citing": 0,
        "games": 0,
        "history": 1,
    }
    if entry:
        context |= _about(entry, edition, outline, library)
    if not entry or not entry.wording_id or entry.kind == RuleVersion.Kind.SECTION:
        context |= _below(found, edition, outline, library)
    return render_to_string("reading/card.html", context)


@keep
def of_term(pk: int) -> str:
    """The card of a glossary term of an edition, as HTML."""
    found = GlossaryTerm.objects.select_related("wording", "edition__document").get(pk=pk)
    edition = found.edition
    marker = Marker(edition, Library.current(), [found.wording_id])
    others = GlossaryTerm.objects.filter(edition__document=edition.document, slug=found.slug)
    return render_to_string(
        "reading/card.html",
        {
            "edition": edition,
            "document": edition.document,
            "title": found.term,
            "part": "Glossary",
            "path": found.get_absolute_url(),
            "href": found.get_absolute_url(),
            "citation": quoting.citation(edition, f"Glossary, “{found.term}”"),
            "paragraphs": marker.paragraphs(found.wording_id, found.wording.text, but=found.slug),
            "examples": found.examples.filter(labelled=True).count(),
            "citing": len(backlinks.citing_term(found)),
            "games": 0,
            "history": others.count(),
        },
    )


def _about(entry: Entry, edition: Edition, outline: Outline, library: Library | None) -> dict[str, object]:
    """The words of a provision, the heading it stands under, and what is known of it in numbers."""
    version = RuleVersion.objects.select_related("wording").get(pk=entry.pk)
    version.edition = edition
    passages = Example.objects.filter(version=version, labelled=False, start__isnull=False)
    marker = Marker(edition, library, [version.wording_id] if version.wording_id else [])
    paragraphs = (
        marker.paragraphs(version.wording_id, version.text, examples=list(passages.values_list("start", "end")))
        if version.wording_id
        else []
    )
    above = [step for step in outline.trail(entry) if step.title]
    return {
        "paragraphs": paragraphs,
        "under": above[-1] if above and not entry.title else None,
        "flags": list(Flag.objects.filter(version=version).order_by("line")),
        "examples": Example.objects.filter(version=version).count(),
        "subrules": sum(below.parent == entry.at for below in outline.within(entry)) if paragraphs else 0,
        "citing": len(backlinks.citing_rule(version)),
        "games": len(played.games_of(version, library)),
        "history": RuleVersion.objects.filter(rule_id=entry.rule_id).count() if entry.rule_id else 1,
    }


def _below(found: Entry | Leaf, edition: Edition, outline: Outline, library: Library | None) -> dict[str, object]:
    """What stands below a heading: its first subrules in full; the first headings of a section or a chapter."""
    path = edition.get_absolute_url()
    leaf = outline.leaf_of(found) if isinstance(found, Entry) else found
    if leaf is None:  # a chapter
        leaves = outline.leaves_of(found if isinstance(found, Entry) else None)
        shown = [Line(f"{path}{each.key}/", each.number, each.title, []) for each in leaves[:_ENOUGH_LINES]]
        return {"lines": shown, "more": len(leaves) - len(shown), "brief": True}
    if found is leaf or found is leaf.head:
        listed = leaf.contents[:_ENOUGH_LINES]
        texts = _texts(entry for entry in listed if not entry.title)
        shown = [
            Line(rule_url(path, entry.key), entry.number, entry.title or backlinks.opening(texts.get(entry.pk, "")), [])
            for entry in listed
        ]
        return {"lines": shown, "more": len(leaf.contents) - len(shown), "brief": True}
    assert isinstance(found, Entry)  # noqa: S101 - any other leaf was handled above
    below = [entry for entry in outline.within(found) if entry.parent == found.at]
    texts = _texts(below)
    first: list[Entry] = []
    length = 0
    for entry in below:
        if first and length + len(texts.get(entry.pk, "")) > _ENOUGH_TEXT:
            break
        first.append(entry)
        length += len(texts.get(entry.pk, ""))
    marker = Marker(edition, library, [entry.wording_id for entry in first if entry.wording_id])
    shown = [
        Line(
            rule_url(path, entry.key),
            entry.number,
            entry.title,
            marker.paragraphs(entry.wording_id, texts[entry.pk]) if entry.wording_id else [],
        )
        for entry in first
    ]
    return {"lines": shown, "more": len(below) - len(shown), "brief": False}


def _texts(entries: Iterable[Entry]) -> dict[int, str]:
    """The texts of some provisions, by their primary keys."""
    owners = {entry.pk: entry.wording_id for entry in entries if entry.wording_id}
    texts = dict(Wording.objects.filter(pk__in=owners.values()).values_list("pk", "text"))
    return {pk: texts[wording_id] for pk, wording_id in owners.items()}
