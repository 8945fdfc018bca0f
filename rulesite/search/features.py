"""What speaks for a text of today's book as the answer to a query, each in a number; weighed by what was learned.

The weights are few and are read by people: `weights.toml` says what each number is for, and how much it counts.
They are learned from the project's own labelled queries (`python -m tests.search.learning`), and nothing from readers.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Container, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from rulesite.search import analysis
from rulesite.search.parsing import ASIDES, Query
from rulesite.search.schema import EXAMPLE, GLOSSARY, INDEX
from rulesite.search.today import Stems, Today

_ASIDE = 0.15
"""What a word that only holds a question together counts beside one that is sought."""
_OPENING = 8
"""How many other words may stand among the first, where a text comes to all words at once."""
_NEWEST = 1.0
"""How current it is that today's glossary leads from a term to a rule."""
_LONGEST_NAME = 4
_CASE = 3
"""Words from which on a query tells more than the name of a thing."""
_KINDS_OF_THINGS = frozenset(map(analysis.stem, (
    "ability", "action", "card", "counter", "effect", "game", "keyword", "marker", "mechanic", "permanent", "phase",
    "rule", "spell", "step", "subtype", "symbol", "token", "type", "variant", "zone",
)))  # fmt: skip
"""What may be said beside a name and is no part of it: "the command zone" is Command, "the draw step" is Draw."""
_QUESTION = 4
"""Words from which on a query is likely to tell of a case rather than to name a thing."""


@cache
def weights() -> Mapping[str, float]:
    """How much each feature counts."""
    rows = tomllib.loads(Path(__file__).with_name("weights.toml").read_text(encoding="utf-8"))
    return {name: float(row["weight"]) for name, row in rows.items()}


@cache
def reasons() -> Mapping[str, str]:
    """What each feature is, in words for a reader."""
    rows = tomllib.loads(Path(__file__).with_name("weights.toml").read_text(encoding="utf-8"))
    return {name: str(row["says"]) for name, row in rows.items()}


class Asked:
    """A query as the features look at it: its stems, and what each counts."""

    def __init__(self, today: Today, query: Query) -> None:
        self.stems, self.core = query.stems, query.core or query.stems
        sought = set(self.core)
        self.weight = {stem: today.rarity(stem) * (1.0 if stem in sought else _ASIDE) for stem in self.stems}
        self._weights = tuple(self.weight.items())
        self.whole = sum(self.weight.values()) or 1.0
        bare = tuple(stem for stem in self.core if stem not in _KINDS_OF_THINGS)
        self.is_named = {self.stems, self.core, *([bare] if bare else [])}
        """What a title may be, to be what was asked for."""
        self.names_a_thing = len(bare or self.core) < _CASE
        self.names = {
            tuple(self.stems[first:last]): self.share(self.stems[first:last])
            for first in range(len(self.stems))
            for last in range(first + 1, min(len(self.stems), first + _LONGEST_NAME) + 1)
            if not ASIDES.issuperset(self.stems[first:last])
        }
        """Each run of its words that may be a name, and how much of the query that is."""

    def share(self, *where: Container[str]) -> float:
        """How much of the query stands in any of some texts, 0 to 1."""
        return sum(weight for stem, weight in self._weights if any(stem in text for text in where)) / self.whole


def of(today: Today, asked: Asked, record: int, words: float) -> dict[str, float]:
    """The features of a text of today's book that was prepared; ``words`` is its score by BM25."""
    own, title, around = today.stems(record), today.title(record), today.around(record)
    mine = set(own)
    kind = today.standing[record].kind
    defined = today.library.defined
    heads = kind in ("section", "heading", "chapter")
    named = bool(title) and title in asked.is_named
    given = any(defined.get(name, {}).get(record) == _NEWEST for name in asked.is_named)
    said = 1.0 if given and heads else asked.share(mine)  # the glossary gives it that name
    found = {
        "words": words / 10,
        "said": said,
        "said_squared": said * said,
        "said_under": 1.0 if given else asked.share(mine, around.titles),
        "said_around": 1.0 if given else asked.share(mine, around.titles, around.above, *around.examples),
        "title": float(named),
        "title_part": _part(title, asked),
        "under_part": _part(around.nearest, asked),
        "together": _together(own, mine, asked.core),
        "opening": asked.share(own[len(title) : len(title) + len(asked.core) + _OPENING]),
        "title_of_many": float(named and heads),
        "title_of_term": float(named and kind == GLOSSARY),
        "defined": float(given),
        "defined_head": float(given and heads),
        "names_a_thing": float(asked.names_a_thing and heads),
        "defined_part": max(
            (share for name, share in asked.names.items() if record in defined.get(name, ())), default=0.0
        ),
        "length": math.log(1 + len(own)) / 5,
        "tells_of_a_case": float(len(asked.stems) >= _QUESTION and kind == "subrule"),
    }
    for name in (EXAMPLE, GLOSSARY, "section", "heading", "rule", INDEX):
        found[f"is_{name}"] = float(kind == name or (name == "section" and kind == "chapter"))
    return found


def score(found: Mapping[str, float]) -> float:
    """What features come to."""
    weighed = weights()
    return sum(weighed[name] * value for name, value in found.items())


def why(found: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """What features brought, the most first: in words, and how much."""
    weighed, says = weights(), reasons()
    brought = [(says[name], weighed[name] * value) for name, value in found.items() if value and weighed[name]]
    return iter(sorted(brought, key=lambda one: -abs(one[1])))


def _part(title: Stems, asked: Asked) -> float:
    """How much of a title was asked for, times how much of the query the title is."""
    both = set(title).intersection(asked.core)
    return asked.share(both) * len(both) / len(title) if both else 0.0


def _together(own: Stems, mine: Container[str], core: Stems) -> float:
    """How many of the words stand side by side in the text as they do in the query, 0 to 1."""
    if len(core) < 2:
        return 0.0
    side_by_side = 0
    for one, other in pairwise(core):
        if one in mine and other in mine:
            side_by_side += (one, other) in pairwise(own)
    return side_by_side / (len(core) - 1)
