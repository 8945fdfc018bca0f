"""A document with its editions, an edition with its contents, and the infractions of an edition."""

from __future__ import annotations

from datetime import date
from functools import partial
from html import escape
from itertools import zip_longest

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix
from django.utils.safestring import mark_safe

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.memo import memoize, of_none
from rulesite.reading.caching.state import library_of
from rulesite.reading.editions import held
from rulesite.reading.infractions import listing
from rulesite.reading.pages import edition_switcher, standing
from rulesite.reading.pages.sections import contents_of, counts_of
from rulesite.reading.precomputed import counts as precomputed_counts
from rulesite.reading.precomputed.contents import Heading, Leaf
from rulesite.reading.rendering.link_preview import preview
from rulesite.reading.templatetags.reading import edition_date, grouped
from rulesite.reading.views import lookups
from rulesite.rulebook.models import Document, Edition, Library, RuleVersion, Source

_FRAME = (RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION)


@cached_page
@lookups.answers_moved
def document(request: HttpRequest, document: str) -> HttpResponse:
    """A work and its editions, newest first."""
    work = lookups.document_at(document)
    if work.slug != document:
        raise lookups.Moved(work.get_absolute_url())
    library = library_of(request)
    editions = held(library).of(work.pk)
    sources = _sources(library, work)
    rows = [
        _row(edition, earlier, counts_of(edition, library)["provisions"], sources.get(edition.pk, []))
        for edition, earlier in zip_longest(editions, editions[1:])
    ]
    shown = {"document": work, "editions": editions, "rows": mark_safe("".join(rows)), "sample": _sample(editions)}
    return render(request, "reading/document.html", shown)


def _row(edition: Edition, earlier: Edition | None, provisions: int, sources: list[str]) -> str:
    """A row of the table of editions, as HTML in one string; there may be more than a hundred."""
    since = '<span class="aside">the oldest held</span>'
    if earlier is not None:
        compared = f"{edition.document.get_absolute_url()}compare/{earlier.slug}/{edition.slug}/"
        since = f'<a href="{compared}">since <time datetime="{earlier.slug}">{edition_date(earlier)}</time></a>'
    extract = ' <span class="tag">an extract</span>' if edition.extent == Edition.Extent.EXTRACT else ""
    day = f'<time datetime="{edition.slug}">{edition_date(edition)}</time>'
    return (
        f'<tr><th scope="row"><a href="{edition.get_absolute_url()}">{day}</a>{extract}</th>'
        f'<td class="count" data-label="Rules">{grouped(provisions)}</td>'
        f'<td data-label="What changed">{since}</td><td data-label="Sources">{"<br>".join(sources)}</td>'
        f'<td data-label="Date">{escape(edition.known_from) or "not stated"}</td></tr>\n'
    )


def _sample(editions: list[Edition]) -> str:
    """A number that the newest edition has, "" if there is none."""
    if not editions:
        return ""
    rules = editions[0].versions.filter(title="").exclude(kind__in=_FRAME).order_by("position")
    return rules.values_list("number", flat=True).first() or ""


@partial(memoize, of=of_none)
def _sources(work: Document) -> dict[int, list[str]]:
    """Links to the sources of each edition, by its key, the authoritative one first."""
    links: dict[int, list[str]] = {}
    rows = Source.objects.filter(edition__document=work).order_by("rank", "name")
    for pk, name, edition in rows.values_list("pk", "name", "edition"):
        links.setdefault(edition, []).append(f'<a href="{get_script_prefix()}sources/{pk}/">{escape(name)}</a>')
    return links


@cached_page
@lookups.answers_moved
def edition(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """An edition: its contents, its sources, the evidence for its date, the outcomes of its references."""
    shown = lookups.edition_at(library_of(request), document, date)
    if shown.document.slug != document:
        raise lookups.Moved(shown.get_absolute_url())
    return show(request, shown)


def show(request: HttpRequest, shown: Edition, note: str = "") -> HttpResponse:
    """The page of an edition, with a note on how the reader came to it."""
    library = library_of(request)
    whole = contents_of(shown, library)
    counts = counts_of(shown, library)
    path = shown.get_absolute_url()
    chapters: list[tuple[Heading | None, list[Leaf]]] = [
        (chapter, whole.leaves_of(chapter)) for chapter in whole.chapters
    ]
    if homeless := whole.leaves_of(None):
        chapters.insert(0, (None, homeless))
    return render(
        request,
        "reading/edition.html",
        {
            "edition": shown,
            "document": shown.document,
            "note": note,
            "introduction": Edition.objects.filter(pk=shown.pk).values_list("introduction", flat=True).first(),
            "across": edition_switcher.of_edition(library, shown),
            "standing": standing.of_edition(library, shown),
            "chapters": chapters,
            "kinds": counts["kinds"],
            "example_count": counts["examples"],
            "term_count": counts["terms"],
            "index_count": shown.index_entries.count(),
            "has_infractions": listing.has_any(library, shown),
            "sources": list(shown.sources.defer("packed")),
            "outcomes": precomputed_counts.by_outcome(counts["outcomes"]),
            "tags": precomputed_counts.by_outcome(counts["tags"]),
            "preview": preview(request, f"{shown.document.title}, {edition_date(shown)}", _in_short(counts), path),
            **_neighbours(library, shown),
        },
    )


@cached_page
@lookups.answers_moved
def penalties(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Every infraction of an edition with its penalty, its upgrades, and since when it stands so."""
    library = library_of(request)
    edition = lookups.edition_for(library, document, date, "reading:infractions")
    groups = listing.groups(library, edition)
    if not groups:
        links = [(f"{edition.document.title}, {edition.slug}", edition.get_absolute_url())]
        raise lookups.NotHere(f"{edition.address} lists no infractions.", links, heading="No infractions")
    newest = standing.replacement(library, edition)
    path = "infractions/" if newest and listing.has_any(library, newest) else ""
    context = {
        "edition": edition,
        "document": edition.document,
        "groups": groups,
        "count": sum(len(group.rows) for group in groups),
        "across": edition_switcher.of_infractions(library, edition),
        "standing": standing.of_edition(library, edition, "Infractions", path),
    }
    return render(request, "reading/infractions.html", context)


def _in_short(counts: precomputed_counts.Counts) -> str:
    """What an edition has, in a sentence."""
    things = {"rules": counts["provisions"], "worked examples": counts["examples"], "glossary entries": counts["terms"]}
    listed = ", ".join(f"{grouped(count)} {name}" for name, count in things.items() if count)
    return f"{listed}, each linked to the rules that it cites and to what it said in other editions."


def _neighbours(library: Library | None, edition: Edition) -> dict[str, Edition | None]:
    """The previous and the next edition."""
    editions = held(library).of(edition.document_id)
    index = [other.pk for other in editions].index(edition.pk)
    return {
        "earlier": editions[index + 1] if index + 1 < len(editions) else None,
        "later": editions[index - 1] if index else None,
    }
