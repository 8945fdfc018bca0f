"""What speaks for a text of today's book as the answer to a query, each in a number; weighed by what was learned.

The weights are few and are read by people: `weights.toml` says what each number is for, and how much it counts.
They are learned from the project's own labelled queries (`python -m tests.search.learning`), and nothing from readers.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from rulesite.search import analysis, fields
from rulesite.search.parsing import ASIDES, Query
from rulesite.search.schema import GLOSSARY
from rulesite.search.today import Provision, Stems, Today

_ASIDE = 0.15
"""What a word that only holds a question together counts beside one that is sought."""
_OPENING = 8
"""How many other words may stand among the first, where a text comes to all words at once."""
_NEWEST = 1.0
"""How current it is that today's glossary leads from a term to a rule."""
_LONGEST_NAME = 4
_NEAR = 5
"""How many words apart two words stand near each other."""
_FULL = 255
"""The most that a stem can be worth to a text; see `fields`."""


def _stems(*words: str) -> frozenset[str]:
    return frozenset(map(analysis.stem, words))


_CASE = 3
"""Words from which on a query tells more than the name of a thing."""
_KINDS_OF_THINGS = _stems(
    "ability", "action", "card", "counter", "effect", "game", "keyword", "marker", "mechanic", "permanent", "phase",
    "rule", "spell", "step", "subtype", "symbol", "token", "type", "variant", "zone",
)  # fmt: skip
"""What may be said beside a name and is no part of it: "the command zone" is Command, "the draw step" is Draw."""
_ASKED_AND_SAID = {
    "allows": (_stems("can", "may", "could", "allowed"), _stems("may", "can", "can't")),
    "forbids": (_stems("can", "may", "could", "allowed"), _stems("can't")),
    "says_who": (_stems("who", "whose"), _stems("owner", "controller", "chooses")),
    "says_how_many": (
        _stems("many", "much"),
        _stems("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "number", "many"),
    ),
}  # fmt: skip
"""Features of what is asked with some words and answered with others."""


_OTHERWISE_IN_CASES = (
    "words_of_best", "words_of_query", "said", "sentence", "former", "citing", "title_part", "under_part", "near",
    "opening", "length", "rule", "other_heading", "defined_part",
)  # fmt: skip
"""Features that count otherwise where a case is told than where a thing is named."""


@cache
def weights() -> Mapping[str, float]:
    """How much each feature counts."""
    return {name: float(row["weight"]) for name, row in _rows().items()}


@cache
def _rows() -> dict[str, dict[str, str | float]]:
    return tomllib.loads(Path(__file__).with_name("weights.toml").read_text(encoding="utf-8"))


class Match(NamedTuple):
    """How much of a query a text has in its fields, each 0 to 1: in its own words, in those of all around it, in its
    former ones, in those of what cites it; and whether its own words have any that is sought, and the titles above."""

    said: float
    around: float
    former: float
    citing: float
    says: bool
    titled: bool


class Asked:
    """A query as the features look at it: its stems, what each counts, and how well it fits today's texts."""

    def __init__(self, today: Today, query: Query) -> None:
        self.stems, self.core = query.stems, query.core or query.stems
        self.sought = sought = set(self.core)
        self._postings = today.postings(set(self.stems))
        self.weight = {
            stem: today.rarity(posting.texts if (posting := self._postings.get(stem)) else 0)
            * (1.0 if stem in sought else _ASIDE)
            for stem in self.stems
        }
        self.whole = sum(self.weight.values()) or 1.0
        bare = tuple(stem for stem in self.core if stem not in _KINDS_OF_THINGS)
        self.marks = {*self.core, fields.PAUSE}
        """What is looked for in the order of a text."""
        self.pairs = [*pairwise(self.core)]
        self.is_named = {self.stems, self.core, *([bare] if bare else [])}
        """What a title may be, to be what was asked for."""
        self.is_name = len(bare or self.core) < _CASE
        self.is_case = max(0.0, min(1.0, len(self.core) / 2 - 1))
        """How much it is like a case rather than a name, 0 to 1."""
        self.names = {
            tuple(self.stems[first:last]): self.share(self.stems[first:last])
            for first in range(len(self.stems))
            for last in range(first + 1, min(len(self.stems), first + _LONGEST_NAME) + 1)
            if not ASIDES.issuperset(self.stems[first:last])
        }
        """Each run of its words that may be a name, and how much of the query that is."""
        self.expects = {
            name: said for name, (asked, said) in _ASKED_AND_SAID.items() if not asked.isdisjoint(self.stems)
        }
        self.scores = self._scored()
        """Of each of today's texts that is known by any of what is sought, how much the words are worth there."""
        self.best = max(self.scores.values(), default=0.0) or 1.0
        self.rules: dict[str, float] = {}
        """The best score of any text in a rule, of those that were looked at; see `ranking`."""

    def share(self, stems: Iterable[str]) -> float:
        """How much of the query some stems are, 0 to 1."""
        return sum(self.weight.get(stem, 0.0) for stem in set(stems)) / self.whole

    def matches(self, records: Iterable[int]) -> dict[int, Match]:
        """How much of the query some of today's texts have."""
        wanted = sorted(records)
        found = {record: [0.0, 0.0, 0.0, 0.0] for record in wanted}
        says: set[int] = set()
        titled: set[int] = set()
        for stem, posting in self._postings.items():
            share, sought = self.weight[stem] / self.whole, stem in self.marks
            for record, having in posting.at(wanted):
                shares = found[record]
                if having & fields.OWN:
                    shares[0] += share
                    if sought:
                        says.add(record)
                if having & fields.AROUND:
                    shares[1] += share
                if sought and having & fields.UNDER:
                    titled.add(record)
                if having & fields.FORMERLY:
                    shares[2] += share
                if having & fields.CITING:
                    shares[3] += share
        return {
            record: Match(said, around, former, citing, record in says, record in titled)
            for record, (said, around, former, citing) in found.items()
        }

    def _scored(self) -> dict[int, float]:
        found: dict[int, float] = {}
        known = found.get
        for stem in set(self.core).intersection(self._postings):
            posting, worth = self._postings[stem], self.weight[stem] / _FULL
            for record, impact in zip(posting.records, posting.impacts, strict=True):
                found[record] = known(record, 0.0) + worth * impact
        return found


def of(today: Today, asked: Asked, one: Provision, match: Match) -> dict[str, float]:
    """The features of a text of today's book; those that are not there are 0."""
    kind, record, begins = one.kind, one.record, len(one.title)
    defined = today.library.defined
    heads = kind in ("section", "heading", "chapter")
    given = any(defined.get(name, {}).get(record) == _NEWEST for name in asked.is_named)
    called = given and heads
    """Whether the glossary gives it that name."""
    named = begins > 0 and (one.title in asked.is_named or set(one.title) - ASIDES == asked.sought or called)
    said = 1.0 if called else match.said
    score = asked.scores.get(record, 0.0)
    marks = asked.marks
    places = [(nth, stem) for nth, stem in enumerate(one.own) if stem in marks]
    opens = begins + len(asked.core) + _OPENING
    length = math.log(1 + len(one.own)) / 5
    found = {
        "words": score / 10,
        "words_of_best": score / asked.best,
        "words_of_query": score / asked.whole,
        "said": said,
        "said_squared": said * said,
        "said_around": 1.0 if given else match.around,
        "sentence": _in_one_sentence([stem for nth, stem in places if nth >= begins], asked),
        "former": match.former,
        "citing": match.citing,
        "title_part": _part(one.title, asked) if begins else 0.0,
        "under_part": _part(one.context, asked),
        "together": _together(places, asked),
        "near": _near(places, asked),
        "opening": asked.share({stem for nth, stem in places if begins <= nth < opens}),
        "defined_part": max(
            (share for name, share in asked.names.items() if record in defined.get(name, ())), default=0.0
        ),
        "length": length,
        "length_squared": length * length,
        "rule": asked.rules.get(one.rule, 0.0) / asked.best,
    }
    if named:
        found["title"] = 1.0
        found["title_of_many" if heads else "title_of_term" if kind == GLOSSARY else "title_of_one"] = 1.0
    if given:
        found["defined"] = 1.0
    if not called and asked.sought.isdisjoint(one.context):
        found["other_heading" if one.rule in today.headed else "other_title"] = 1.0
    if record in today.variants and not match.titled:
        found["other_variant"] = 1.0
    if heads and asked.is_name:
        found["names_a_thing"] = 1.0
    for name, answers in asked.expects.items():
        found[name] = float(not answers.isdisjoint(one.own))
    if asked.is_case:
        found.update((f"{name}_of_case", asked.is_case * found.get(name, 0.0)) for name in _OTHERWISE_IN_CASES)
    told = "section" if kind == "chapter" else kind
    found[f"is_{told}"], found[f"case_{told}"] = 1.0, asked.is_case
    return found


def score(found: Mapping[str, float]) -> float:
    """What features come to."""
    weighed = weights()
    return sum(weighed.get(name, 0.0) * value for name, value in found.items() if value)


def why(found: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """What features brought, the most first: in words for a reader, and how much."""
    brought = [(str(row["says"]), float(row["weight"]) * found.get(name, 0.0)) for name, row in _rows().items()]
    return iter(sorted((one for one in brought if round(one[1], 2)), key=lambda one: -abs(one[1])))


def _part(title: Stems, asked: Asked) -> float:
    """How much of a title was asked for, times how much of the query the title is."""
    both = set(title).intersection(asked.core)
    return asked.share(both) * len(both) / len(title) if both else 0.0


def _in_one_sentence(marked: Sequence[str], asked: Asked) -> float:
    """How much of the query a sentence has, of the one that has most."""
    best, here = 0.0, set()
    for stem in (*marked, fields.PAUSE):
        if stem != fields.PAUSE:
            here.add(stem)
        elif here:
            best = max(best, asked.share(here))
            here = set()
    return best


def _together(places: Sequence[tuple[int, str]], asked: Asked) -> float:
    """How many of the words stand side by side in the text as they do in the query, 0 to 1."""
    if not asked.pairs:
        return 0.0
    beside = {(one, other) for (at, one), (to, other) in pairwise(places) if to == at + 1}
    return sum(pair in beside for pair in asked.pairs) / len(asked.pairs)


def _near(places: Sequence[tuple[int, str]], asked: Asked) -> float:
    """How many of the words stand in the text near those that stand beside them in the query, 0 to 1."""
    if not asked.pairs:
        return 0.0
    near: set[tuple[str, str]] = set()
    for nth, (at, one) in enumerate(places):
        for to, other in islice(places, nth + 1, None):
            if to - at > _NEAR:
                break
            near.update(((one, other), (other, one)))
    return sum(pair in near for pair in asked.pairs) / len(asked.pairs)
