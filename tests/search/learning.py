"""``python -m tests.search.learning``: learn how much each feature of an answer counts, from the labelled queries.

Only those that are not held back are looked at.  Weights go up and down by ever smaller steps as long as the right
answers gain on the best wrong ones (cross-entropy over each query's candidates); what is learned is written to
``rulesite/search/weights.toml``.  $RULESITE_DATA must be a library with the edition for which the queries are labelled.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
django.setup()

from rulesite.search import corrections, features, parsing, ranking, snapshot, thesaurus  # noqa: E402
from tests.search import labelled  # noqa: E402

WEIGHTS = Path(features.__file__).with_name("weights.toml")
_ROUNDS, _STEP = 6, 0.5
_WRONG = 30
"""How many of the best wrong answers a right one is held against."""
_WORST = 8.0
"""What a query whose answers stand far behind costs at most, so that no query is everything."""
_GIVEN = ("is_index",)
"""What no labelled query can tell: that edition has no index."""
_SHRINK = 0.0003
"""What weight costs by itself: of two that do as well, the smaller."""


class Candidate(NamedTuple):
    """A text that may answer: its features, and whether it does, best or well."""

    features: Sequence[float]
    first: bool
    well: bool


def candidates(library: snapshot.Library, row: labelled.Row, names: Sequence[str]) -> list[Candidate]:
    """What may answer a query, as `ranking` looks at it."""
    today = library.today
    written = corrections.corrected(corrections.with_apostrophes(row.query, library), library)
    texts = [written, *(one.text for one in thesaurus.told(written))]
    ways = [ranking.Sought(library, parsing.read(text)) for text in texts]
    numbers = sorted({number for way in ways for number in ranking.candidates(library, way)})
    today.prepare(numbers)
    found = []
    for number in numbers:
        text = library.records[number].text
        held = [features.of(today, way.asked, number, way.loose.get(text, 0.0)) for way in ways]
        one = max(held, key=features.score)
        standing = today.standing[number]
        told = (standing.place.number, standing.kind, standing.place.context)
        found.append(Candidate([one[name] for name in names], row.is_first(*told), row.is_well(*told)))
    return found


def loss(queries: Sequence[Sequence[Candidate]], weights: Sequence[float]) -> float:
    """How far right answers stand behind wrong ones, in the mean of all queries."""
    whole = _SHRINK * sum(weight * weight for weight in weights)
    for found in queries:
        scores = [(sum(map(float.__mul__, weights, one.features)), one) for one in found]
        right = max((score + (0.0 if one.first else -0.5) for score, one in scores if one.well), default=None)
        if right is None:
            continue  # nothing that is weighed here can help it
        wrong = sorted((score for score, one in scores if not one.well), reverse=True)[:_WRONG]
        top = max([right, *wrong[:1]])
        whole += min(_WORST, top - right + math.log(sum(math.exp(score - top) for score in [right, *wrong]))) / len(
            queries
        )
    return whole


def learn(queries: Sequence[Sequence[Candidate]], weights: list[float], free: Sequence[int]) -> list[float]:
    """Better weights, those that are ``free`` found one by one in smaller and smaller steps."""
    best, step = loss(queries, weights), _STEP
    for _ in range(_ROUNDS):
        for nth in free:
            for way in (step, -step):
                while True:
                    tried = [*weights]
                    tried[nth] += way * max(1.0, abs(weights[nth]))
                    cost = loss(queries, tried)
                    if cost > best - 1e-5:
                        break
                    best, weights = cost, tried
        step /= 2
    return weights


def main() -> None:
    """Learn, write, and print how the queries that were learned from are answered then."""
    library = snapshot.current()
    names = list(features.weights())
    rows = [row for row in labelled.rows() if not row.held_back and row.edition == labelled.EDITION]
    queries = [found for row in rows if (found := candidates(library, row, names))]
    before = [features.weights()[name] for name in names]
    weights = learn(queries, before, [nth for nth, name in enumerate(names) if name not in _GIVEN])
    print(f"{len(queries)} queries: loss {loss(queries, before):.3f} before, {loss(queries, weights):.3f} now")
    text = WEIGHTS.read_text(encoding="utf-8")
    for name, weight in zip(names, weights, strict=True):
        text = re.sub(rf"(\[{name}\]\nsays = .*\nweight = )\S+", rf"\g<1>{weight:.2f}", text)
    WEIGHTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
