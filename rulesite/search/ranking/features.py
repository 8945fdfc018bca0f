"""Features: the evidence that a text of the current edition answers a query, in numbers with learned weights.

The weights are few and readable: `weights.toml` explains each feature and has two weights for it, one for what players
ask, and one for a query that is a name, or that resembles no known question. They are learned from the project's own
labelled queries (`python -m tests.search.learning`), not from readers.
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

_MAX_OPENING = 8
"""How many other words may be in the opening of a text that has the words of the query."""
_MAX_APART = 5
"""How many words apart two words count as near."""


_MAX_BEFORE_VERB = 7
"""How many first words of a sentence may be before a definition's verb."""


def _stems(words: str) -> frozenset[str]:
    return frozenset(analysis.stems(words))


_IS = _stems("is are means represents refers")
"""Verbs between a thing and its definition."""
_MAY = _stems("can may could allowed able must")
_NUMBERS = "one two three four five six seven eight nine ten number many"
_QUESTION_AND_ANSWER = {
    "allows": (_MAY, _stems("may can can't")),
    "forbids": (_MAY, _stems("can't")),
    "says_who": (_stems("who whose"), _stems("owner controller chooses")),
    "says_how_many": (_stems("many much"), _stems(_NUMBERS)),
}
"""Feature to the words of a question, and the words of an answer anywhere in a text."""
_QUESTION_AND_ANSWER_NEAR = {
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
"""The same, with the answer in the sentence that has most of the query."""


_OTHERWISE_IN_CASES = (
    "words_of_best", "words_of_query", "said", "sentence", "former", "citing", "title_part", "under_part", "near",
    "opening", "length", "rule", "other_heading", "defined_part",
)  # fmt: skip
"""Features that have another weight for a case than for a name."""
_OF_CASE = tuple((name, f"{name}_of_case") for name in _OTHERWISE_IN_CASES)


@lru_cache(maxsize=64)
def _expected(stems: Stems) -> Sequence[Sequence[tuple[str, frozenset[str]]]]:
    """The answer features for a query with some stems, each with the words of which the text must have one."""
    return [
        [
            (name, answers)
            for name, (question_stems, answers) in expected.items()
            if not question_stems.isdisjoint(stems)
        ]
        for expected in (_QUESTION_AND_ANSWER, _QUESTION_AND_ANSWER_NEAR)
    ]


@cache
def weights(*, unasked: bool = False) -> Mapping[str, float]:
    """The weight of each feature, for queries like a known question, or ``unasked`` ones; unlisted features weigh 0."""
    return defaultdict(float, {name: float(row["unasked" if unasked else "weight"]) for name, row in _rows().items()})


@cache
def _rows() -> dict[str, dict[str, str | float]]:
    return tomllib.loads(Path(__file__).with_name("weights.toml").read_text(encoding="utf-8"))


def of(today: CurrentEdition, query: WeightedQuery, one: Provision, match: Match, like: Likeness) -> dict[str, float]:
    """The features of a text of the current edition, with its likeness to known questions; absent ones are 0."""
    kind, record, begins = one.kind, one.record, len(one.title)
    heads = kind in ("section", "heading", "chapter")
    given = record in query.given
    called = given and heads
    """Whether the glossary entry of the query refers to this heading."""
    named = begins > 0 and (one.title in query.is_named or set(one.title) - ASIDES == query.required or called)
    own_share = 1.0 if called else match.own
    score = query.scores.get(record, 0.0)
    marks = query.marks
    places = [(index, marks[stem]) for index, stem in enumerate(one.own) if stem in marks]
    opens = begins + len(query.core) + _MAX_OPENING
    present = {stem for _, stem in places}
    sentence, share = _in_one_sentence(one.own, [place for place in places if place[0] >= begins], query)
    length = math.log(1 + len(one.own)) / 5
    features = {
        "words": score / 10,
        "words_of_best": score / query.best,
        "words_of_query": score / query.whole,
        "said": own_share,
        "said_squared": own_share * own_share,
        "said_around": 1.0 if given else match.around,
        "sentence": share,
        "former": match.former,
        "citing": match.citing,
        "title_part": _part(one.title, query) if begins else 0.0,
        "under_part": _part(one.context, query),
        "together": _together(places, query),
        "near": _near(places, query),
        "opening": query.share({stem for index, stem in places if begins <= index < opens}),
        "defined_part": query.led_to.get(record, 0.0),
        "length": length,
        "length_squared": length * length,
        "rule": query.rules.get(one.rule, 0.0) / query.best,
        "section": query.sections.get(one.section, 0.0) / query.best,
        "terms": sum(query.terms.get(stem, 0.0) for stem in present),
        "says_what": _says_what(one.own[begins:], query),
        "age": today.age(record),
        "question": like.likest,
        "question_of_best": like.likest / query.likest if like.likest else 0.0,
        "questions": like.shared,
    }
    if named:
        features["title"] = 1.0
        features["title_of_many" if heads else "title_of_term" if kind == GLOSSARY else "title_of_one"] = 1.0
    if given:
        features["defined"] = 1.0
    if not called and query.required.isdisjoint(one.context):
        features["other_heading" if one.rule in today.headed else "other_title"] = 1.0
    if record in today.variants and not match.titled:
        features["other_variant"] = 1.0
    if heads and query.is_name:
        features["names_a_thing"] = 1.0
    anywhere, there = _expected(query.stems)
    for stems, expected in ((one.own, anywhere), (sentence, there)):
        for name, answers in expected:
            features[name] = float(not answers.isdisjoint(stems))
    if query.is_case:
        for name, of_case in _OF_CASE:
            features[of_case] = query.is_case * features.get(name, 0.0)
    kind_name = "section" if kind == "chapter" else kind
    features[f"is_{kind_name}"], features[f"case_{kind_name}"] = 1.0, query.is_case
    return features


def score(evidence: Mapping[str, float], *, unasked: bool) -> float:
    """The weighted sum of features."""
    return sum(map(mul, map(weights(unasked=unasked).__getitem__, evidence), evidence.values()))


def why(evidence: Mapping[str, float], *, unasked: bool) -> Iterator[tuple[str, float]]:
    """Yield each feature's explanation for readers and its contribution, the largest first."""
    weighed = weights(unasked=unasked)
    brought = [(str(row["says"]), weighed[name] * evidence.get(name, 0.0)) for name, row in _rows().items()]
    return iter(sorted((one for one in brought if round(one[1], 2)), key=lambda one: -abs(one[1])))


def _part(title: Stems, query: WeightedQuery) -> float:
    """The share of a title that is in the query, times the share of the query that is in the title."""
    both = set(title).intersection(query.core)
    return query.share(both) * len(both) / len(title) if both else 0.0


def _in_one_sentence(own: Stems, places: Sequence[tuple[int, str]], query: WeightedQuery) -> tuple[Stems, float]:
    """The first sentence with the largest share of the query, and that share."""
    best, share = (0, 0), 0.0
    present: set[str] = set()
    begins = 0
    for offset, stem in (*places, (len(own), fields.PAUSE)):
        if stem != fields.PAUSE:
            present.add(stem)
            continue
        if present and (present_share := query.share(present)) > share:
            best, share = (begins, offset), present_share
        present, begins = set(), offset + 1
    return own[best[0] : best[1]], share


def _says_what(own: Stems, query: WeightedQuery) -> float:
    """The share of the query that a text starts to define, as in "A permanent is"."""
    opening = own[:_MAX_BEFORE_VERB]
    verb = next((index for index, stem in enumerate(opening) if stem in _IS), 0)
    return query.share({query.marks[stem] for stem in opening[:verb] if stem in query.marks})


def _together(places: Sequence[tuple[int, str]], query: WeightedQuery) -> float:
    """The share of neighbouring words of the query that are side by side in the text, 0 to 1."""
    if not query.pairs:
        return 0.0
    beside = {(left, right) for (start, left), (end, right) in pairwise(places) if end == start + 1}
    return sum(pair in beside for pair in query.pairs) / len(query.pairs)


def _near(places: Sequence[tuple[int, str]], query: WeightedQuery) -> float:
    """The share of neighbouring words of the query that are near each other in the text, 0 to 1."""
    if not query.pairs:
        return 0.0
    near: set[tuple[str, str]] = set()
    for index, (start, left) in enumerate(places):
        for end, right in islice(places, index + 1, None):
            if end - start > _MAX_APART:
                break
            near.update(((left, right), (right, left)))
    return sum(pair in near for pair in query.pairs) / len(query.pairs)
