"""What a browser can keep of the cards for reading offline, on request: an offer with its size, and the parts."""

from __future__ import annotations

import gzip

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control

from rulesite.cards.models import CardCollection, CardPart
from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import snapshot
from rulesite.reading.rendering.symbols import SYMBOL, markup


@cached_page
def offer(request: HttpRequest) -> HttpResponse:
    """The cards to keep: their version and number, the bytes of all parts as sent, the parts, and the symbols drawn."""
    kept = dict(CardCollection.objects.values_list("kept", flat=True).first() or {})
    if not kept:
        raise Http404("No cards are loaded.")
    version = kept["version"]
    kept["parts"] = [reverse("reading:offline_card_part", args=[version, number]) for number in range(kept["parts"])]
    kept["symbols"] = {code: markup(code) for code in kept["symbols"] if SYMBOL.fullmatch(f"{{{code}}}")}
    return JsonResponse(kept)


@cache_control(max_age=86_400, immutable=True)
def part(request: HttpRequest, version: str, part: int) -> HttpResponse:
    """A part of the cards, as it was compressed when they were stored; not found once the cards are others."""
    stored = CardPart.objects.filter(number=part).values_list("body", flat=True)
    with snapshot():
        body = stored.first() if CardCollection.objects.filter(kept__version=version).exists() else None
    if body is None:
        raise Http404("The cards are others now.")
    response = HttpResponse(content_type="application/json")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response["Content-Encoding"] = "gzip"
        response.content = bytes(body)
    else:
        response.content = gzip.decompress(body)
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
