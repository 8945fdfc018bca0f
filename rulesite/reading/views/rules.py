"""A rule in its section; the section, the chapter; and a number without an edition."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesite.reading import across, apparatus
from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.marking import anchor, rule_url
from rulesite.reading.outline import Entry, Leaf, Outline, outline_of
from rulesite.reading.sections import Section, keys_within, section_of
from rulesite.reading.views import addresses
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.search import address
from rulesite.text.numbering import RuleNumber


@cached_page
@addresses.answers_moved
def rule(request: HttpRequest, document: str, date: date, key: str) -> HttpResponse:
    """One provision of one edition, in its section; a chapter lists its sections."""
    edition = addresses.edition_at(library_of(request), document, date)
    outline = outline_of(edition, library_of(request))
    found = outline.find(key)
    if found is None:
        raise _no_such_rule(edition, key)
    if found.key != key or edition.document.slug != document:
        raise addresses.Moved(reverse("reading:rule", args=[edition.document.slug, edition.slug, found.key]))
    return show(request, edition, outline, found, way=_way(request, outline, found))


@cached_page
@addresses.answers_moved
def newest(request: HttpRequest, document: str, number: str) -> HttpResponse:
    """A number alone: the newest edition that used it, which others did, and what the rule is called now."""
    work = addresses.document_at(document)
    parsed = _parsed(number)
    if parsed is None:
        raise addresses.NotHere(
            f"“{number}” is not a rule number of the {work.title}.",
            [(work.title, work.get_absolute_url()), _search_for(number)],
        )
    if str(parsed) != number or work.slug != document:
        raise addresses.Moved(reverse("reading:newest", args=[work.slug, str(parsed)]))
    used = list(
        Edition.objects.select_related("document")
        .filter(document=work, versions__number=number)
        .order_by("-effective")
        .distinct()
    )
    if not used:
        raise _never_used(work, number)
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
    context |= _neighbours(edition, outline, entry, leaf)
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


def _neighbours(edition: Edition, outline: Outline, entry: Entry | None, leaf: Leaf | None) -> dict[str, object]:
    """Links to the previous and the next: chapter for a chapter, section for a section, provision for any other."""
    path = edition.get_absolute_url()
    if leaf is None and entry is not None:
        order: list[Entry | Leaf] = list(outline.chapters)
        here: Entry | Leaf = entry
    elif leaf is not None and (entry is None or entry is leaf.head):
        order, here = list(outline.leaves), leaf
    else:
        assert entry is not None  # noqa: S101 - a leaf without an entry was handled above
        at = entry.at
        before = next((e for e in reversed(outline.entries[:at]) if outline.leaf_of(e)), None)
        after = next((e for e in outline.entries[at + 1 :] if outline.leaf_of(e)), None)
        return {"previous": _link(path, before), "following": _link(path, after)}
    at = next(index for index, each in enumerate(order) if each is here)
    return {
        "previous": _link(path, order[at - 1] if at else None),
        "following": _link(path, order[at + 1] if at + 1 < len(order) else None),
    }


def _link(path: str, found: Entry | Leaf | None) -> tuple[str, str] | None:
    """URL and label of a neighbour."""
    if found is None:
        return None
    return rule_url(path, found.key), f"{found.key} {found.title}".strip()


def _parsed(number: str) -> RuleNumber | None:
    plain = number.partition("~")[0]
    return RuleNumber.try_parse(plain) or RuleNumber.try_parse(plain.lower())


def _search_for(words: str) -> tuple[str, str]:
    return f"Search for “{words}”", f"{reverse('reading:search')}?{urlencode({'q': words})}"


def _no_such_rule(edition: Edition, key: str) -> addresses.NotHere:
    """Say which editions do have the number."""
    work = edition.document
    parsed = _parsed(key)
    book = (f"{work.title}, {edition.slug}", edition.get_absolute_url())
    if parsed is None:
        return addresses.NotHere(f"“{key}” is not a rule number.", [_search_for(key), book])
    links = _where(str(parsed))
    said = f"There is no {parsed} in the {work.title} of {edition.slug}."
    said += " The number exists elsewhere:" if links else " No edition held here has that number."
    return addresses.NotHere(said, [*links, *_nearest(edition, parsed), book], f"No {parsed} in this edition")


def _never_used(work: object, number: str) -> addresses.NotHere:
    links = _where(number)
    said = f"No edition of the {work} held here uses the number {number}."
    return addresses.NotHere(said + (" Another document does:" if links else ""), links, f"No rule {number}")


def _where(number: str) -> list[tuple[str, str]]:
    """Every edition that has a number, newest first."""
    versions = (
        RuleVersion.objects.select_related("edition__document")
        .filter(number=number)
        .order_by("edition__document__position", "-edition__effective", "position")
    )
    return [
        (
            f"{version.key} in {version.edition.document.short_title} {version.edition.slug}"
            + (f": {version.title}" if version.title else ""),
            version.get_absolute_url(),
        )
        for version in versions
    ]


def _nearest(edition: Edition, number: RuleNumber) -> list[tuple[str, str]]:
    """The closest ancestor of a number that the edition has."""
    step = number.parent
    while step is not None:
        if near := RuleVersion.objects.filter(edition=edition, number=str(step)).first():
            label = f"{near.key} {near.title}".strip()
            return [(f"{label}, in this edition", rule_url(edition.get_absolute_url(), near.key))]
        step = step.parent
    return []
