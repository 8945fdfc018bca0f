"""What speaks for a text of today's book as the answer to a query, each in a number; weighed by what was learned.

The weights are few and are read by people: `weights.toml` says what each number is for, and how much it counts: once
for what players ask, and once for a query that is a name and leads to what it names, or that nobody asked.
They are learned from the project's own labelled queries (`python -m tests.search.learning`), and nothing from readers.
"""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice, pairwise
from operator import mul
from pathlib import Path

from rulesite.search import analysis
from rulesite.search.current import fields
from rulesite.search.current.edition import CurrentEdition, Provision, Stems
from rulesite.search.current.question_similarity import Likeness
from rulesite.search.query.parser import ASIDES
from rulesite.search.ranking.weighted_query import Match, WeightedQuery
from rulesite.search.store.schema import GLOSSARY

_OPENING = 8
"""How many other words may stand among the first, where a text comes to all words at once."""
_NEAR = 5
"""How many words apart two words stand near each other."""


_BEGINNING = 7
"""Among how many of its first words a sentence comes to say what a thing is."""


def _stems(words: str) -> frozenset[str]:
    return frozenset(analysis.stems(words))


_IS = _stems("is are means represents refers")
"""What stands between a thing and what it is."""
_MAY = _stems("can may could allowed able must")
_NUMBERS = "one two three four five six seven eight nine ten number many"
_ASKED_AND_SAID = {
    "allows": (_MAY, _stems("may can can't")),
    "forbids": (_MAY, _stems("can't")),
    "says_who": (_stems("who whose"), _stems("owner controller chooses")),
    "says_how_many": (_stems("many much"), _stems(_NUMBERS)),
}
"""Features of what is asked with some words and answered with others, anywhere in a text."""
_ASKED_AND_SAID_THERE = {
    "sentence_bounds": (_MAY, _stems("can't may only unless must")),
    "sentence_counts": (_stems("many much often"), _stems(f"{_NUMBERS} any each once twice 20")),
    "sentence_if": (_stems("if happens"), _stems("if would instead")),
    "sentence_who": (_stems("who whose whom"), _stems("player owner controller opponent")),
    "sentence_when": (
        _stems("when long time"),
        _stems("when whenever at as until begins beginning during immediately after time"),
    ),
    "sentence_still": (
        _stems("after before still already then"),
        _stems("still remains longer continues doesn't before after"),
    ),
}
"""The same in the sentence that has most of the query."""


_OTHERWISE_IN_CASES = (
    "words_of_best", "words_of_query", "said", "sentence", "former", "citing", "title_part", "under_part", "near",
    "opening", "length", "rule", "other_heading", "defined_part",
)  # fmt: skip
"""Features that count otherwise where a case is told than where a thing is named."""
_OF_CASE = tuple((name, f"{name}_of_case") for name in _OTHERWISE_IN_CASES)


@lru_cache(maxsize=64)
def _expected(stems: Stems) -> Sequence[Sequence[tuple[str, frozenset[str]]]]:
    """What answers to a query with some stems: the features, and any of which words they are."""
    return [
        [(name, answers) for name, (asked_with, answers) in expected.items() if not asked_with.isdisjoint(stems)]
        for expected in (_ASKED_AND_SAID, _ASKED_AND_SAID_THERE)
    ]


@cache
def weights(*, unasked: bool = False) -> Mapping[str, float]:
    """How much each feature counts, where something like it is asked or where questions tell nothing; others 0."""
    return defaultdict(float, {name: float(row["unasked" if unasked else "weight"]) for name, row in _rows().items()})


@cache
def _rows() -> dict[str, dict[str, str | float]]:
    return tomllib.loads(Path(__file__).with_name("weights.toml").read_text(encoding="utf-8"))


def of(today: CurrentEdition, asked: WeightedQuery, one: Provision, match: Match, like: Likeness) -> dict[str, float]:
    """The features of a text of today's book, and of how ``like`` what is asked of it is; those not there are 0."""
    kind, record, begins = one.kind, one.record, len(one.title)
    heads = kind in ("section", "heading", "chapter")
    given = record in asked.given
    called = given and heads
    """Whether the glossary gives it that name."""
    named = begins > 0 and (one.title in asked.is_named or set(one.title) - ASIDES == asked.sought or called)
    said = 1.0 if called else match.said
    score = asked.scores.get(record, 0.0)
    marks = asked.marks
    places = [(nth, marks[stem]) for nth, stem in enumerate(one.own) if stem in marks]
    opens = begins + len(asked.core) + _OPENING
    has = {stem for _, stem in places}
    sentence, share = _in_one_sentence(one.own, [place for place in places if place[0] >= begins], asked)
    length = math.log(1 + len(one.own)) / 5
    found = {
        "words": score / 10,
        "words_of_best": score / asked.best,
        "words_of_query": score / asked.whole,
        "said": said,
        "said_squared": said * said,
        "said_around": 1.0 if given else match.around,
        "sentence": share,
        "former": match.former,
        "citing": match.citing,
        "title_part": _part(one.title, asked) if begins else 0.0,
        "under_part": _part(one.context, asked),
        "together": _together(places, asked),
        "near": _near(places, asked),
        "opening": asked.share({stem for nth, stem in places if begins <= nth < opens}),
        "defined_part": asked.led_to.get(record, 0.0),
        "length": length,
        "length_squared": length * length,
        "rule": asked.rules.get(one.rule, 0.0) / asked.best,
        "section": asked.sections.get(one.section, 0.0) / asked.best,
        "terms": sum(asked.terms.get(stem, 0.0) for stem in has),
        "says_what": _says_what(one.own[begins:], asked),
        "age": today.age(record),
        "question": like.likest,
        "question_of_best": like.likest / asked.likest if like.likest else 0.0,
        "questions": like.shared,
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
    anywhere, there = _expected(asked.stems)
    for said_in, expected in ((one.own, anywhere), (sentence, there)):
        for name, answers in expected:
            found[name] = float(not answers.isdisjoint(said_in))
    if asked.is_case:
        for name, of_case in _OF_CASE:
            found[of_case] = asked.is_case * found.get(name, 0.0)
    told = "section" if kind == "chapter" else kind
    found[f"is_{told}"], found[f"case_{told}"] = 1.0, asked.is_case
    return found


def score(found: Mapping[str, float], *, unasked: bool) -> float:
    """What features come to."""
    return sum(map(mul, map(weights(unasked=unasked).__getitem__, found), found.values()))


def why(found: Mapping[str, float], *, unasked: bool) -> Iterator[tuple[str, float]]:
    """What features brought, the most first: in words for a reader, and how much."""
    weighed = weights(unasked=unasked)
    brought = [(str(row["says"]), weighed[name] * found.get(name, 0.0)) for name, row in _rows().items()]
    return iter(sorted((one for one in brought if round(one[1], 2)), key=lambda one: -abs(one[1])))


def _part(title: Stems, asked: WeightedQuery) -> float:
    """How much of a title was asked for, times how much of the query the title is."""
    both = set(title).intersection(asked.core)
    return asked.share(both) * len(both) / len(title) if both else 0.0


def _in_one_sentence(own: Stems, places: Sequence[tuple[int, str]], asked: WeightedQuery) -> tuple[Stems, float]:
    """The sentence that has most of the query, and how much of it; it is the first of several."""
    best, share = (0, 0), 0.0
    here: set[str] = set()
    begins = 0
    for nth, stem in (*places, (len(own), fields.PAUSE)):
        if stem != fields.PAUSE:
            here.add(stem)
            continue
        if here and (found := asked.share(here)) > share:
            best, share = (begins, nth), found
        here, begins = set(), nth + 1
    return own[best[0] : best[1]], share


def _says_what(own: Stems, asked: WeightedQuery) -> float:
    """How much of the query a text says to be something, as "A permanent is" does."""
    opening = own[:_BEGINNING]
    at = next((nth for nth, stem in enumerate(opening) if stem in _IS), 0)
    return asked.share({asked.marks[stem] for stem in opening[:at] if stem in asked.marks})


def _together(places: Sequence[tuple[int, str]], asked: WeightedQuery) -> float:
    """How many of the words stand side by side in the text as they do in the query, 0 to 1."""
    if not asked.pairs:
        return 0.0
    beside = {(one, other) for (at, one), (to, other) in pairwise(places) if to == at + 1}
    return sum(pair in beside for pair in asked.pairs) / len(asked.pairs)


def _near(places: Sequence[tuple[int, str]], asked: WeightedQuery) -> float:
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
