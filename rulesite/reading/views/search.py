"""Search: a number leads straight to the rule, words give a list, best first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from rulesite.reading.caching.http import searched_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.changes.queries import changes_found
from rulesite.reading.middleware.methods import takes_posts
from rulesite.reading.pages.answer_card import AnswerCard, answer_of
from rulesite.reading.pages.found_texts import found_texts
from rulesite.reading.rendering.wordings import anchor, rule_url
from rulesite.reading.shelf import search as shelf_search
from rulesite.reading.views import lookups
from rulesite.search import number_lookup, query_counts, search
from rulesite.search.results.hits import Results
from rulesite.text.changes import query as change_query

_NAMES = {"glossary": "glossary entries", "example": "worked examples", "index": "entries of an index"}


@searched_page
def results(request: HttpRequest) -> HttpResponse:
    """The results of a query; every query has a response, if only a polite message."""
    text = request.GET.get("q", "").strip()
    if address := shelf_search.card_url(text, library_of(request)):
        return redirect(address)
    chosen = {name: request.GET.get(name, "") for name in ("document", "edition", "kind")}
    number_match = None if any(chosen.values()) else number_lookup.look_up(text)
    if isinstance(number_match, number_lookup.NumberMatch):
        return redirect(_url_of(number_match, text))
    if not any(chosen.values()) and (document := number_lookup.document_named(text)):
        return redirect(document.get_absolute_url())
    changes_query = None if any(chosen.values()) or request.GET.get("page") else change_query.read(text)
    changes = changes_found(changes_query, library_of(request)) if changes_query else None
    if changes and changes.url:
        return redirect(changes.url)
    number = request.GET.get("page", "")
    page = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    exact = bool(request.GET.get("exact"))
    matches = search.search(
        "" if changes else text,
        document=chosen["document"] or None,
        edition=chosen["edition"] or None,
        kind=chosen["kind"] or None,
        page=page,
        exact=exact,
        why=bool(request.GET.get("why")),
    )
    if page == 1 and not any(chosen.values()):
        query_counts.searched(text, matches.total)
    query: dict[str, str | int] = (
        {"q": text} | {name: value for name, value in chosen.items() if value} | ({"exact": 1} if exact else {})
    )
    card, definition = _answer(request, matches) if page == 1 else (None, None)
    card_hits = shelf_search.CardHits()
    if page == 1 and not any(chosen.values()) and not changes:
        typed = (text.lower(), matches.corrected.lower())
        is_term = definition is not None or (bool(matches.hits) and matches.hits[0].title.lower() in typed)
        match = shelf_search.rule_match(matches)
        card_hits = shelf_search.hits_beside(text, library_of(request), match=match, is_term=is_term)
    response = render(
        request,
        "reading/search.html",
        {
            "query_text": text[:300],
            "results": matches,
            "hits": found_texts(matches.hits, library_of(request), card.other_editions if card else None),
            "edition_of_all": _edition_of_all(matches),
            "card": card,
            "card_hits": card_hits,
            "defined": definition,
            "defined_below": bool(card and definition) and matches.hits[0].kind not in ("chapter", "section"),
            "missing": number_match,
            "changes": changes,
            "filters": [
                ("document", "Document", "All documents", chosen["document"], matches.documents),
                ("edition", "Edition", "All editions", chosen["edition"], matches.editions),
            ],
            "kinds": list(_kinds(matches, query)),
            "chosen_kind": chosen["kind"],
            "narrowed": any(chosen.values()),
            "exact": exact,
            "as_typed_query": urlencode(query | {"exact": 1}),
            "why_query": urlencode(query | ({"page": matches.page} if matches.page > 1 else {}) | {"why": 1}),
            "counted": query_counts.is_on(),
            "first": (matches.page - 1) * matches.size + 1,
            "previous_query": urlencode(query | {"page": matches.page - 1}) if matches.page > 1 else "",
            "next_query": urlencode(query | {"page": matches.page + 1}) if matches.page < matches.pages else "",
            "all_query": urlencode({"q": text}),
            "feed_query": urlencode({name: value for name, value in query.items() if name != "exact"}),
        },
    )  # fmt: skip
    if query_counts.is_on():
        patch_cache_control(response, private=True)  # so that it is not sent from the cache, uncounted
    return response


def _answer(request: HttpRequest, matches: Results) -> tuple[AnswerCard | None, AnswerCard | None]:
    """The cards of the best hit, and of the glossary entry of which the query is the name."""
    library = library_of(request)
    card = answer_of(matches.hits[0], library) if matches.hits else None
    return card, answer_of(matches.definition, library) if matches.definition else None


def _edition_of_all(matches: Results) -> str:
    """The edition that all results of a page are of, "" if there are several editions or a single result."""
    names = {f"{hit.short_title} {hit.date}" for hit in matches.hits}
    return names.pop() if len(names) == 1 and len(matches.hits) > 1 else ""


@takes_posts
@csrf_exempt
@require_POST
def opened(request: HttpRequest) -> HttpResponse:
    """Count that a search result was opened, if the settings count searches; called by a script."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin":
        query_counts.followed(request.POST.get("q", ""))
    return HttpResponse(status=204)


@dataclass(frozen=True)
class _Kind:
    """A kind of result as a link, with the number of rules it would show if known."""

    value: str
    label: str
    count: int | None
    query: str


def _kinds(found: Results, kept: dict[str, str | int]) -> Iterator[_Kind]:
    """ "Everything", then each kind under the other filters, with its label."""
    others = {name: value for name, value in kept.items() if name != "kind"}
    yield _Kind("", "Everything", None if "kind" in kept else found.total, urlencode(others))
    for facet in found.kinds:
        label = _NAMES.get(facet.value, f"{facet.value}s").capitalize()
        yield _Kind(facet.value, label, facet.count, urlencode(others | {"kind": facet.value}))


def _url_of(named: number_lookup.NumberMatch, text: str) -> str:
    """The rule's page; with the query if the page has something to say about the way there."""
    version = named.version
    query = number_lookup.read(text)
    if query and not query.dates and not query.nth and not named.last and named.note:
        return reverse("reading:newest", args=[version.edition.document.slug, version.number]) + anchor(version.key)
    old = query and query.dates and lookups.newest_edition(None, version.edition.document_id) != version.edition
    if named.note or named.last or old:
        return f"{version.get_absolute_url()}?{urlencode({'asked': text})}{anchor(version.key)}"
    return rule_url(version.edition.get_absolute_url(), version.key)
