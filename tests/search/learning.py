"""``python -m tests.search.learning``: learn how much each feature of an answer counts, from the labelled queries.

Only those that are not held back are looked at.  Weights go up and down by ever smaller steps as long as the right
answers gain on the best wrong ones (cross-entropy over each query's candidates, of what answers well and once more of
what should come first); what is learned is written to ``rulesite/search/ranking/weights.toml``.  What counts where
questions tell nothing is learned from all queries as if there were none, what counts otherwise from all but mere names.
$RULESITE_DATA must be a library with the edition for which the queries are labelled.
"""

from __future__ import annotations

import math
import os
import re
import statistics
from collections.abc import Sequence
from operator import mul
from pathlib import Path
from typing import NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
django.setup()

from rulesite.search import searcher  # noqa: E402
from rulesite.search.query import parser, phrase_pairs, synonyms  # noqa: E402
from rulesite.search.ranking import features, ranker  # noqa: E402
from rulesite.search.ranking.weighted_query import WeightedQuery  # noqa: E402
from rulesite.search.suggest import spelling  # noqa: E402
from tests.search import labelled  # noqa: E402

WEIGHTS = Path(features.__file__).with_name("weights.toml")
_ROUNDS, _STEP, _FINER = 8, 0.4, 0.7
"""Rounds over all weights; how much the first may change what a text has by one, and by how much less the next."""
_WELL = 0.3
"""What an answer counts that is right, but should not come first."""
_WORST = 8.0
"""What a query whose answers stand far behind costs at most, so that no query is everything."""
_GIVEN = ("is_index",)
"""What no labelled query can tell: that edition has no index."""
_AGAINST = ("is_", "case_", "length", "title_of_", "other_")
"""What may speak against an answer; all else is a reason for one, or none, so that a reader who asks why can believe
it."""
_AT_LEAST = {"title_of_many": 3.5}
"""What counts in any case: the rule of a thing comes before those that mention it, however few queries may show it."""
_OF_QUESTIONS = ("question", "question_of_best", "questions")
"""What counts nothing where questions tell nothing."""
_OF_CASE = "_of_case"
"""What a feature counts more, or less, where a case is told."""
_SHRINK = 0.0005
"""What weight costs by itself: of two that do as well, the smaller."""


class Candidate(NamedTuple):
    """A text that may answer: its features in each way in which the query is looked for, and whether it does."""

    features: Sequence[Sequence[float]]
    right: float
    """1 where it should come first, less where it answers well, 0 where it does not."""


Rows = Sequence[Sequence[Candidate]]


def candidates(library: searcher.Searcher, row: labelled.Row, names: Sequence[str]) -> tuple[bool, list[Candidate]]:
    """Whether a query is a name that the book knows, and what may answer it, as `ranker` looks at it."""
    written = spelling.corrected(spelling.with_apostrophes(row.query, library), library)
    texts = [written, *(one.text for one in synonyms.expansions(written, phrase_pairs.current()))]
    asked = [WeightedQuery(library.today, parser.read(text)) for text in texts]
    ways = [ranker.QueryVariant(library, one, unasked=False) for one in asked]
    numbers = sorted(set().union(*(way.candidates for way in ways)))
    held = [way.features(way.candidates) for way in ways]
    found = []
    for number, places in library.places(numbers).items():
        place = next(place for place in places if place.editions >> library.today.edition & 1)
        told = (place.number, library.records[number].kind, place.context)
        right = 1.0 if row.is_first(*told) else _WELL if row.is_well(*told) else 0.0
        ways_in = [way[number] for way in held if number in way]
        found.append(Candidate([[way.get(name, 0.0) for name in names] for way in ways_in], right))
    return asked[0].is_known, found


def without_questions(found: Sequence[Candidate], names: Sequence[str]) -> list[Candidate]:
    """The same as if no questions were held."""
    kept = [name not in _OF_QUESTIONS for name in names]
    return [Candidate([[*map(mul, way, kept)] for way in one.features], one.right) for one in found]


class Learner:
    """Weights that are learned one by one, with the scores that every text has by them."""

    def __init__(self, queries: Rows, weights: Sequence[float], least: Sequence[float]) -> None:
        self.queries, self._least = queries, least
        self.weights = [*map(max, weights, least)]
        self._spread = [
            max(0.05, statistics.pstdev(way[nth] for found in queries for one in found for way in one.features))
            for nth in range(len(weights))
        ]
        self._scores = [[[sum(map(mul, weights, way)) for way in one.features] for one in found] for found in queries]
        self.loss = self._loss(0, 0.0)

    def _loss(self, nth: int, by: float) -> float:
        """How far right answers stand behind wrong ones, in the mean of all queries, with a weight changed."""
        change = self.weights[nth] + by
        whole = _SHRINK * sum(
            ((change if at == nth else weight) * spread) ** 2
            for at, (weight, spread) in enumerate(zip(self.weights, self._spread, strict=True))
        )
        for found, held in zip(self.queries, self._scores, strict=True):
            right = first = every = 0.0
            scores = [
                max(score + by * way[nth] for score, way in zip(ways, one.features, strict=True))
                for one, ways in zip(found, held, strict=True)
            ]
            top = max(scores)
            for one, score in zip(found, scores, strict=True):
                odds = math.exp(score - top)
                every += odds
                right += odds * one.right
                first += odds * (one.right == 1.0)
            for well in (right, first) if first else (right,):
                whole += min(_WORST, math.log(every / max(well, 1e-9))) / len(self.queries)
        return whole

    def learn(self, free: Sequence[int]) -> None:
        """Better weights, those that are ``free`` found one by one in smaller and smaller steps."""
        step = _STEP
        for _ in range(_ROUNDS):
            for nth in free:
                self._improve(nth, step / self._spread[nth])
            step *= _FINER
            print(f"step {step:.3f}: loss {self.loss:.4f}", flush=True)

    def _improve(self, nth: int, step: float) -> None:
        for by in (step, -step):
            while self.weights[nth] + by >= self._least[nth] and (cost := self._loss(nth, by)) < self.loss - 1e-5:
                self.loss = cost
                self.weights[nth] += by
                for found, held in zip(self.queries, self._scores, strict=True):
                    for one, ways in zip(found, held, strict=True):
                        for at, way in enumerate(one.features):
                            ways[at] += by * way[nth]


def learned(queries: Rows, names: Sequence[str], *, unasked: bool) -> list[float]:
    """What each feature should count for some queries, learned from what it counts now."""
    may_be_less = (name.startswith(_AGAINST) or name.endswith(_OF_CASE) for name in names)
    least = [_AT_LEAST.get(name, -math.inf if free else 0.0) for name, free in zip(names, may_be_less, strict=True)]
    learner = Learner(queries, [features.weights(unasked=unasked)[name] for name in names], least)
    print(f"{len(queries)} queries can be helped: loss {learner.loss:.4f}")
    given = (*_GIVEN, *_OF_QUESTIONS) if unasked else _GIVEN
    learner.learn([nth for nth, name in enumerate(names) if name not in given])
    return learner.weights


def main() -> None:
    """Learn, write, and print how far the right answers stand behind then."""
    library = searcher.current()
    names = list(features.weights())
    rows = [row for row in labelled.rows() if not row.held_back and row.edition == labelled.EDITION]
    found = [candidates(library, row, names) for row in rows if row.kind != "number"]
    helped = [(known, one) for known, one in found if any(candidate.right for candidate in one)]
    text = WEIGHTS.read_text(encoding="utf-8")
    for key, unasked in (("weight", False), ("unasked", True)):
        queries = [without_questions(one, names) if unasked else one for known, one in helped if unasked or not known]
        for name, weight in zip(names, learned(queries, names, unasked=unasked), strict=True):
            text = re.sub(rf"(\[{name}\]\n(?:[^\[]*\n)?{key} = )\S+", rf"\g<1>{weight:.2f}", text)
    WEIGHTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
