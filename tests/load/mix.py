"""What visitors ask for on the day of a release: which kinds of pages, how often each, and which of them most."""

from __future__ import annotations

import bisect
import html
import itertools
import json
import random
import re
import urllib.request
from dataclasses import dataclass
from urllib.parse import quote

from tests.load.visitor import Asked, Visitor

WEIGHTS = {
    "rule": 30,
    "older rule": 6,
    "search": 10,
    "typeahead": 14,
    "home": 6,
    "newest edition": 5,
    "compare newest": 5,
    "glossary": 4,
    "resolve": 3,
    "card": 5,
    "api": 4,
    "feed": 2,
    "static": 6,
}
"""How often each kind is asked for, in parts of a hundred."""
AGAIN = 0.15
"""Of the requests, how many ask again for what the visitor has seen, and say by the ETag that they have it."""
VISIT = 30
"""Requests of a visitor; then another comes, on a connection of their own, who has seen nothing."""
_ZIPF = 1.0
"""The most wanted rule is asked for n times as often as the n-th."""
_MAPS = 6
"""Editions of the past whose pages are asked for."""
WORDS = (
    "trample", "first strike", "cast a spell", "mana ability", "legend rule", "state-based actions", "copy of a spell",
    "sacrifice", "priority", "combat damage", "replacement effect", "token", "library", "flying", "counter target",
    "turn based", "\"mana cost\"", "deathtouch", "stack", "poison",
)  # fmt: skip
"""What people search for; typeahead gets their beginnings."""


@dataclass
class Mix:
    """What can be asked for, by kind, the most wanted first; and how it is chosen."""

    pages: dict[str, list[str]]
    seed: int = 2006

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        kinds = [kind for kind in WEIGHTS if self.pages.get(kind)]
        self._kinds, self._shares = kinds, list(itertools.accumulate(WEIGHTS[kind] for kind in kinds))
        self._ranks = {
            kind: list(itertools.accumulate((rank + 1) ** -_ZIPF for rank in range(len(self.pages[kind]))))
            for kind in kinds
        }

    def next_request(self, visitor: Visitor) -> tuple[Asked, bool]:
        """What a visitor asks for next, and whether it says that it has seen it."""
        chance = self._chance
        if visitor.asked >= VISIT:
            visitor.leave()
        if visitor.seen and chance.random() < AGAIN:
            return chance.choice(visitor.seen), True
        kind = _chosen(self._kinds, self._shares, chance)
        return Asked(kind, _chosen(self.pages[kind], self._ranks[kind], chance)), False


def _chosen(things: list[str], sums: list[float], chance: random.Random) -> str:
    return things[bisect.bisect(sums, chance.random() * sums[-1])]


def mix_of(address: str) -> Mix:
    """What there is to ask for at a site, by its API and its first page. Raises LookupError for an empty library."""
    editions = json.loads(_text(f"{address}/api/v1/editions"))
    if not editions:
        raise LookupError("the library is empty: there is nothing to ask for")
    newest = max(editions, key=lambda one: (one["extent"] == "whole", one["effective"]))
    document = newest["edition"].partition("/")[0]
    own = sorted(one["edition"] for one in editions if one["edition"].startswith(f"{document}/"))
    chance = random.Random(1999)
    keys, page = [], f"/api/v1/export/{newest['edition']}"
    while page:
        part = json.loads(_text(f"{address}{page}"))
        keys += [row["key"] for row in part["rows"] if row["kind"] in ("rule", "subrule")]
        page = part["next"]
    chance.shuffle(keys)
    older = [
        page for edition in chance.sample(own[:-1], min(_MAPS, len(own) - 1)) for page in _listed(address, edition)
    ]
    chance.shuffle(older)
    terms = [page for page in _listed(address, newest["edition"]) if "/glossary/" in page]
    chance.shuffle(terms)
    statics = sorted(set(re.findall(r'(?:href|src)="(/static/[^"]+)"', _text(f"{address}/"))))
    words = [quote(word) for word in WORDS]
    typed = [quote(word[:length]) for word in WORDS for length in range(2, min(len(word), 8))]
    pages = {
        "home": ["/"],
        "newest edition": [f"/{newest['edition']}/"],
        "rule": [f"/{newest['edition']}/{key}/" for key in keys],
        "older rule": older,
        "search": [f"/search/?q={word}" for word in words],
        "typeahead": [f"/api/v1/typeahead?q={beginning}" for beginning in typed],
        "glossary": terms,
        "resolve": [f"/resolve/?q={quote(key)}" for key in keys[:200]],
        "card": [f"/{newest['edition']}/{key}/card/" for key in keys[:500]],
        "api": [f"/api/v1/rule/{key}" for key in keys[:500]] + ["/api/v1/editions"],
        "feed": [f"/{document}/feed.atom"],
        "static": statics,
    }
    if len(own) > 1:
        pages["compare newest"] = [f"/{document}/compare/{own[-2].split('/')[1]}/{own[-1].split('/')[1]}/"]
    return Mix(pages)


def _listed(address: str, edition: str) -> list[str]:
    """The pages of an edition by the sitemap, as paths."""
    found = re.findall(r"<loc>([^<]+)</loc>", _text(f"{address}/sitemap-{edition.replace('/', '-')}.xml"))
    return [html.unescape(page).removeprefix(address) for page in found if "/compare/" not in page]


def _text(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read().decode()
