"""A rule in its section; a section; a chapter; and a number without an edition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.charts.citation_map import map_of
from rulesite.reading.editions import held
from rulesite.reading.pages import cited_today, edition_switcher, former_numbers, rule_details, standing
from rulesite.reading.pages.prev_next import neighbours
from rulesite.reading.pages.sections import Opened, Section, contents_of, section_of
from rulesite.reading.precomputed import contents
from rulesite.reading.precomputed.contents import Contents, Location
from rulesite.reading.rendering.blocks import blocks
from rulesite.reading.rendering.link_preview import LinkPreview, plain, preview
from rulesite.reading.rendering.wordings import Marker, anchor
from rulesite.reading.templatetags.reading import edition_date
from rulesite.reading.views import lookups, not_found
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.search import number_lookup


@cached_page
@lookups.answers_moved
def rule(request: HttpRequest, document: str, date: date, key: str) -> HttpResponse:
    """A provision of an edition, in its section; a chapter lists its sections."""
    edition = lookups.edition_at(library_of(request), document, date)
    whole = contents_of(edition, library_of(request))
    location = contents.find(edition, whole, key)
    if location is None:
        raise not_found.no_such_rule(edition, key)
    if location.key != key or edition.document.slug != document:
        raise lookups.Moved(reverse("reading:rule", args=[edition.document.slug, edition.slug, location.key]))
    return show(request, edition, whole, location, way=_way(request, location))


@cached_page
@lookups.answers_moved
def newest(request: HttpRequest, document: str, number: str) -> HttpResponse:
    """A number alone: the newest edition that used it, the others that did, and the current number of the rule."""
    work = lookups.numbered_in(document, number, "reading:newest")
    rows = RuleVersion.objects.filter(edition__document=work, number=number).order_by("-edition__effective", "position")
    pks = list(dict.fromkeys(rows.values_list("edition_id", flat=True)))
    if not pks:
        raise not_found.never_used(work, number)
    used = [held(library_of(request)).edition(pk) for pk in pks]
    whole = contents_of(used[0], library_of(request))
    key = rows.values_list("key", flat=True)[0]
    location = contents.find(used[0], whole, key)
    assert location is not None, key  # noqa: S101 - it was found among the rows
    return show(request, used[0], whole, location, asked=number, used=used)


def show(
    request: HttpRequest,
    edition: Edition,
    whole: Contents,
    place: Location,
    *,
    asked: str = "",
    used: list[Edition] | None = None,
    way: Way | None = None,
) -> HttpResponse:
    """The page of a provision: a chapter, or a section with the provision marked in it."""
    library = library_of(request)
    version, leaf = place.version, place.leaf
    section = section_of(edition, whole, leaf, library) if leaf else None
    inside = section is not None and not place.of_leaf
    context: dict[str, object] = {
        "edition": edition,
        "document": edition.document,
        "entry": version,
        "inside": inside,
        "key": place.key,
        "leaf": leaf,
        "trail": _trail(place, section),
        "asked": asked,
        "used": used or [],
        "meanings": former_numbers.other_meanings(version, library) if asked and version else [],
        "way": way,
    }
    context |= neighbours(edition.get_absolute_url(), whole, place, section)
    known: rule_details.Apparatus | None = None
    editions = None
    if version:
        url = request.build_absolute_uri(version.get_absolute_url() + anchor(version.key))
        known = rule_details.about(version, url, library, section.row(version.key) if section else None)
        editions = known["editions"]
        across = edition_switcher.of_rule(library, edition, editions, known["ancestors"], known["heirs"])
        context |= {**known, "across": across, "citation_map": map_of(known["citing"].rules, known["cites"])}
    context["preview"] = _preview(request, edition, place, section, whole, known)
    context["standing"] = standing.of_place(library, edition, place, editions, section)
    if section is None:
        context["leaves"] = whole.leaves_of(whole.chapter(place.key))
        if version and version.wording_id:
            marker = Marker(edition, [version.wording_id], library=library)
            shown = blocks(marker.paragraphs(version.wording_id, version.text))
            context["words"] = cited_today.remarked(library, edition, [shown])[0]
        return render(request, "reading/chapter.html", context)
    corrected = rule_details.corrected_in(section, edition, library)
    within: frozenset[str] = frozenset()
    if inside:
        within = way.keys if way and way.keys else frozenset(row.key for row in section.below(place.key))
    current = place.key if inside else ""
    opened = section.open_at(current, within, corrected)
    lead, *parts = cited_today.remarked(
        library, edition, [section.lead, opened.before, opened.here.inner, opened.below, opened.after]
    )
    context |= {
        "lead": lead,
        "opened": Opened(parts[0], replace(opened.here, inner=parts[1]), *parts[2:]),
        "outline_items": section.outline(current),
    }
    return render(request, "reading/rule.html", context)


def _preview(
    request: HttpRequest,
    edition: Edition,
    place: Location,
    section: Section | None,
    whole: Contents,
    known: rule_details.Apparatus | None,
) -> LinkPreview:
    """The words of the rule, of what is below a heading, or the headings of a section or a chapter.

    Of the editions in which a rule has the same words, the newest has the canonical page.
    """
    path = f"{edition.get_absolute_url()}{place.key}/"
    version = place.version
    if section is None:
        text = ", ".join(f"{leaf.number} {leaf.title}".strip() for leaf in whole.leaves_of(whole.chapter(place.key)))
    elif version and version.wording_id:
        text = version.text
    elif place.of_leaf:
        named = [f"{row.number} {row.title}" for row in section.listed if row.title]
        text = ", ".join(named) or plain(row.words for row in section.rows)
    else:
        text = plain(row.words for row in section.below(place.key))
    if known and version and version.wording_id and known["editions"].by_thread:
        path = next((stop.href for stop in known["editions"].appearances if stop.same_words), path)
    title = f"{edition.document.short_title} {place.number}{f' {place.title}' if place.title else ''}"
    return preview(request, f"{title} ({edition_date(edition)})", text, path)


def _trail(place: Location, section: Section | None) -> list[contents.Heading]:
    """The ancestors of an address's target, outermost first."""
    if section is not None and place.version is not None:
        return section.trail(place.key)
    return [place.leaf.chapter] if place.leaf and place.leaf.chapter else []


@dataclass(frozen=True)
class Way:
    """How the reader came to a rule from the search box: the note to show, and the range of rules in the query."""

    note: str
    last: str
    keys: frozenset[str]
    others: tuple[RuleVersion, ...] = ()
    """Other meanings that the number can have had on the day in the query."""


def _way(request: HttpRequest, place: Location) -> Way | None:
    """The note on a query that led here; None if it leads elsewhere or there was no query."""
    query, version = request.GET.get("asked", ""), place.version
    match = number_lookup.look_up(query) if query else None
    if not isinstance(match, number_lookup.NumberMatch) or version is None or match.version.pk != version.pk:
        return None
    return Way(match.note, match.last, _run(version, match.last) if match.last else frozenset(), match.others)


def _run(version: RuleVersion, last: str) -> frozenset[str]:
    """The keys after a provision, up to the last number of a range."""
    rows = RuleVersion.objects.filter(edition=version.edition)
    end = rows.filter(number=last).order_by("position").values_list("position", flat=True).first()
    if end is None:
        return frozenset()
    return frozenset(rows.filter(position__gt=version.position, position__lte=end).values_list("key", flat=True))
