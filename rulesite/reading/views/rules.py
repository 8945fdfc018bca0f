"""A rule in its section; the section, the chapter; and a number without an edition."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesite.reading import across, apparatus
from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.marking import anchor
from rulesite.reading.neighbours import neighbours
from rulesite.reading.outline import Entry, Leaf, Outline, outline_of
from rulesite.reading.sections import Section, keys_within, section_of
from rulesite.reading.views import addresses, missing
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.search import address


@cached_page
@addresses.answers_moved
def rule(request: HttpRequest, document: str, date: date, key: str) -> HttpResponse:
    """One provision of one edition, in its section; a chapter lists its sections."""
    edition = addresses.edition_at(library_of(request), document, date)
    outline = outline_of(edition, library_of(request))
    found = outline.find(key)
    if found is None:
        raise missing.no_such_rule(edition, key)
    if found.key != key or edition.document.slug != document:
        raise addresses.Moved(reverse("reading:rule", args=[edition.document.slug, edition.slug, found.key]))
    return show(request, edition, outline, found, way=_way(request, outline, found))


@cached_page
@addresses.answers_moved
def newest(request: HttpRequest, document: str, number: str) -> HttpResponse:
    """A number alone: the newest edition that used it, which others did, and what the rule is called now."""
    work = addresses.numbered_in(document, number, "reading:newest")
    used = list(
        Edition.objects.select_related("document")
        .filter(document=work, versions__number=number)
        .order_by("-effective")
        .distinct()
    )
    if not used:
        raise missing.never_used(work, number)
    outline = outline_of(used[0], library_of(request))
    entry = next(entry for entry in outline.entries if entry.number == number)
    return show(request, used[0], outline, entry, asked=number, used=used)


def show(
    request: HttpRequest,
    edition: Edition,
    outline: Outline,
    found: Entry | Leaf,
    *,
    asked: str = "",
    used: list[Edition] | None = None,
    way: Way | None = None,
) -> HttpResponse:
    """The page of a provision: a chapter, or a section with the provision marked in it."""
    library = library_of(request)
    entry = found if isinstance(found, Entry) else found.head
    leaf = outline.leaf_of(found) if isinstance(found, Entry) else found
    version = RuleVersion.objects.select_related("wording", "source").get(pk=entry.pk) if entry else None
    if version:
        version.edition = edition
    context: dict[str, object] = {
        "edition": edition,
        "document": edition.document,
        "outline": outline,
        "entry": entry,
        "key": found.key,
        "leaf": leaf,
        "trail": outline.trail(entry) if entry else [leaf.chapter] if leaf and leaf.chapter else [],
        "newest_edition": addresses.newest_edition(library, edition.document_id),
        "asked": asked,
        "used": used or [],
        "way": way,
    }
    context |= neighbours(edition, outline, entry, leaf)
    if version:
        whole = request.build_absolute_uri(version.get_absolute_url() + anchor(version.key))
        known = apparatus.about(version, whole, library)
        places = known["editions"], known["ancestors"], known["heirs"]
        context |= known | {"across": across.of_rule(library, edition, *places)}
    if leaf is None:
        context["leaves"] = outline.leaves_of(entry)
        return render(request, "reading/chapter.html", context)
    section = section_of(edition, leaf, library)
    context["lead"] = section.lead
    if entry and entry is not leaf.head:
        within = way.keys if way and way.keys else keys_within(outline, entry)
        context["opened"] = section.open_at(entry.key, within)
        context["outline_items"] = section.outline(_listed(outline, entry, section))
    else:
        context["opened"] = section.open_at()
        context["outline_items"] = section.outline()
    return render(request, "reading/rule.html", context)


@dataclass(frozen=True)
class Way:
    """How the reader came to a rule from the search box: what to say of it, and the run of rules that was asked for."""

    note: str
    last: str
    keys: frozenset[str]


def _way(request: HttpRequest, outline: Outline, found: Entry | Leaf) -> Way | None:
    """What is to be said of a query that led here, None if it leads elsewhere or nothing was asked."""
    asked = request.GET.get("asked", "")
    named = address.look_up(asked) if asked else None
    if not isinstance(named, address.Address) or not isinstance(found, Entry) or named.version.pk != found.pk:
        return None
    last = next((entry for entry in outline.entries if entry.number == named.last), None) if named.last else None
    run = outline.entries[found.at + 1 : last.at + 1] if last else ()
    return Way(named.note, named.last, frozenset(entry.key for entry in run))


def _listed(outline: Outline, entry: Entry, section: Section) -> str:
    """The key of the outline's item that a provision belongs to."""
    step = entry
    while step.key not in section.items and step.parent >= 0:
        step = outline.entries[step.parent]
    return step.key
