"""Words: search, typeahead, the dictionary of phrase pairs, and the citations of a text."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query

from rulesite import sandbox
from rulesite.api.base import ApiError, answers, api, conditional, day_of, leads_to
from rulesite.api.pagination import Leaf, leaf_of
from rulesite.api.schemas import citations as schemas
from rulesite.api.schemas.common import Asked, DictionaryOut, Leafed, SearchOut, SuggestionOut, Typed
from rulesite.checks.catalogue import GameEntry, catalogue
from rulesite.reading.caching.state import library_of
from rulesite.reading.pages import dictionary as pages_dictionary
from rulesite.reading.pages.citation_check import LIMITS
from rulesite.reading.shelf.search import with_cards
from rulesite.search import number_lookup, typeahead
from rulesite.search import search as search_search
from rulesite.search.results.hits import Hit
from rulesite.search.store import generations

_MAX_GAMES, _MIN_LETTERS = 2, 3
"""How many games the box offers at most, and for how long a text at least."""


@api.get(
    "/search",
    response=answers(SearchOut, 422),
    tags=["Words"],
    summary="Rules that match the words, best first",
    operation_id="search",
    openapi_extra=leads_to("rule", wanted="{$response.body#/hits/0/edition}/{$response.body#/hits/0/number}"),
)
def search(request: HttpRequest, response: HttpResponse, query: Query[Asked]) -> dict[str, Any]:
    """The same search as on the site; if the query is a rule number, ``number`` is the address of that rule."""
    conditional(request, response, index=generations.named())
    filters = {"document": query.document, "edition": query.edition, "kind": query.kind}
    results = search_search.search(
        query.q, **filters, page=query.page, size=query.size, exact=query.exact, why=query.why
    )
    named = number_lookup.look_up(query.q)
    match = named if isinstance(named, number_lookup.NumberMatch) else None
    leaf = Leaf(request, results.total, results.page, query.size)
    response["Link"] = leaf.link()
    return {
        **leaf.fields(),
        "query": results.text,
        "pages": results.pages,
        "message": results.message,
        "corrected": results.corrected,
        "number": f"{match.edition}/{match.version.key}" if match else None,
        "note": match.note if match else "",
        "definition": _hit(results.definition) if results.definition else None,
        "hits": [_hit(hit) for hit in results.hits],
        "documents": [vars(facet) for facet in results.documents],
        "editions": [vars(facet) for facet in results.editions],
        "kinds": [vars(facet) for facet in results.kinds],
    }


@api.get(
    "/dictionary",
    response=answers(DictionaryOut, 404, 422),
    tags=["Words"],
    summary="Phrases of former editions and the phrases that replaced them, with evidence",
    operation_id="dictionary",
)
def dictionary(request: HttpRequest, response: HttpResponse, leafed: Query[Leafed]) -> Any:
    """The phrase pairs by which a search for old words finds today's rules, without those that a maintainer removed."""
    pairs = pages_dictionary.pairs()
    leaf = leaf_of(request, response, leafed, pairs.count(), "pairs")
    conditional(request, response)
    return {**leaf.fields(), "pairs": list(pairs.values()[leaf.rows])}


@api.get(
    "/typeahead",
    response=answers(list[SuggestionOut], 422),
    tags=["Words"],
    summary="The suggestions of the search box",
    operation_id="typeahead",
)
def offers(request: HttpRequest, response: HttpResponse, typed: Query[Typed]) -> list[dict[str, Any]]:
    """Numbers, headings and terms that begin with the typed text; cards; games with its words; words."""
    conditional(request, response, index=generations.named())
    suggestions = [vars(suggestion) for suggestion in typeahead.typeahead(typed.q, typed.limit)]
    suggestions = with_cards(suggestions, typed.q, library_of(request), typed.limit)
    games = catalogue().find(typed.q)[:_MAX_GAMES] if len(typed.q.strip()) >= _MIN_LETTERS else []
    words = [suggestion for suggestion in suggestions if suggestion["kind"] == "word"]
    places = [suggestion for suggestion in suggestions if suggestion["kind"] != "word"]
    room = max(typed.limit - len(games) - len(words), 0)
    return [*places[:room], *map(_game, games), *words][: typed.limit]


def _game(game: GameEntry) -> dict[str, Any]:
    return {"kind": "game", "text": game.title, "title": "", "edition": "", "url": game.href, "now": "", "book": "",
            "says": ""}  # fmt: skip


@api.post(
    "/cite",
    response=answers(schemas.CitedOut, 400, 404, 422, 503),
    tags=["Words"],
    summary="Check the rule citations of a text",
    operation_id="cite",
)
def cite(request: HttpRequest, body: schemas.Text) -> dict[str, Any]:
    """The citations of a text, each with its status: valid, moved (with the number to write instead), removed,
    ambiguous, or never existed. The text is not stored.
    """
    if body.as_of:
        day_of(body.as_of)
    try:
        checked: dict[str, Any] = sandbox.run("rulesite.reading.pages.citation_check:as_data", LIMITS, **body.dict())
    except sandbox.Stopped as stopped:
        raise ApiError(422, f"{stopped}: send a shorter text") from None
    if "problem" in checked:
        raise ApiError(404, checked["problem"])
    return checked


def _hit(hit: Hit) -> dict[str, Any]:
    marks, offset = [], 0
    for piece in hit.excerpt:
        if piece.marked:
            marks.append((offset, offset + len(piece.text)))
        offset += len(piece.text)
    return {
        "number": hit.number,
        "edition": hit.edition,
        "title": hit.title,
        "score": hit.score,
        "excerpt": hit.text,
        "marks": marks,
        "answer": hit.answer,
        "kind": hit.kind,
        "url": hit.url,
        "editions": list(hit.editions),
        "why": [vars(reason) for reason in hit.why],
    }
