"""Similarity of a query to players' `questions`, and the texts of the current edition that answer similar ones."""

from __future__ import annotations

import heapq
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rulesite.search.current.questions import ASIDE_STEMS, QUESTIONS, rarity_of

if TYPE_CHECKING:
    from rulesite.search.searcher import Searcher

MOST = 20
"""How many texts with the most similar questions are returned."""
_CLOSE = 4 * MOST
"""How many questions are examined for a lower bound of their similarity."""
_ROUNDING = 1 - 1e-9
"""A tolerance, because sums may be added up in another order."""


class Likeness(NamedTuple):
    """The similarity of a query to the questions about a rule: that of the most similar one, 0 to 1; the share of the
    query that all of them have; and the most similar question."""

    likest: float
    shared: float
    question: int


NOTHING = Likeness(0.0, 0.0, 0)


class _QuestionRows(NamedTuple):
    """All questions by id, shortest first: the record of the current edition that answers each, or None, and the total
    rarity of its stems."""

    records: Sequence[int | None]
    wholes: Sequence[float]


class _Asking(NamedTuple):
    """The rarity of a stem among the questions, the answered questions with it, shortest first, and the records that
    answer them."""

    rarity: float
    shortest: Sequence[int]
    questions: frozenset[int]
    records: frozenset[int]


_NEVER = _Asking(0.0, (), frozenset(), frozenset())


class _QueryStem(NamedTuple):
    """A stem of a query: the questions with it and with similar stems, and the weights of both."""

    own: _Asking
    near: Sequence[_Asking]
    weight: float
    nearly: float

    def add(self, worth: dict[int, float], below: int) -> None:
        """Add its weight to the questions that are in ``worth``, and to all questions before ``below``."""

        def having(one: _Asking) -> set[int]:
            fewer, more = (one.questions, worth) if len(one.questions) < len(worth) else (worth, one.questions)
            had = {question for question in fewer if question in more}
            if below:
                had.update(one.shortest[: bisect_left(one.shortest, below)])
            return had

        own = having(self.own)
        self._add(worth, own, set().union(*map(having, self.near)) - own if self.near else ())

    def _add(self, worth: dict[int, float], own: Iterable[int], others: Iterable[int]) -> None:
        known = worth.get
        for question in own:
            worth[question] = known(question, 0.0) + self.weight
        for question in others:
            worth[question] = known(question, 0.0) + self.nearly

    def counts(self, record: int) -> float:
        """Its weight for the questions about a record, taken together."""
        if record in self.own.records:
            return self.weight
        return self.nearly if any(record in other.records for other in self.near) else 0.0


class Questions:
    """The questions of a library, which caches them."""

    def __init__(self, library: Searcher) -> None:
        self._library = library
        self._read: dict[str, _Asking] = {}
        self.rows = _QuestionRows(*library.kept(QUESTIONS))
        """All questions."""
        self.answered: Mapping[int, Sequence[int]] = _of_each(self.rows.records)
        """Record to the questions that it answers."""

    def like(self, stems: Iterable[str], near: Mapping[str, Iterable[str]], nearly: float) -> Alike:
        """The similarity of a query to the questions, by its stems and the stems ``near`` to them.

        The latter have ``nearly`` times the weight.
        """
        wanted = [*dict.fromkeys(stems)]
        held = self._having({*wanted, *(other for stem in wanted for other in near.get(stem, ()))})
        query_stems: dict[str, _QueryStem] = {}
        for stem in wanted:
            weight = held[stem].rarity if stem in held else rarity_of(stem, 0, len(self.rows.records))
            others = [held[other] for other in near.get(stem, ()) if other in held and held[other].questions]
            query_stems[stem] = _QueryStem(held.get(stem, _NEVER), others, weight, nearly * weight)
        return Alike(self, query_stems)

    def _having(self, stems: Iterable[str]) -> dict[str, _Asking]:
        """The questions with each of some stems that have any. Memoized, because most queries share a few stems."""
        unread = [stem for stem in stems if stem not in self._read]
        records = self.rows.records
        query = "SELECT stem, rarity, questions FROM question_stem WHERE stem IN (SELECT value FROM json_each(?))"
        for stem, rarity, blob in self._library.many(query, unread) if unread else ():
            answering = [(question, records[question]) for question in array("I", blob)]
            answered = {question: record for question, record in answering if record is not None}
            self._read[stem] = _Asking(rarity, [*answered], frozenset(answered), frozenset(answered.values()))
        return {stem: self._read[stem] for stem in stems if stem in self._read}

    def text_of(self, question: int) -> str:
        """The text of a question."""
        rows = self._library.rows("SELECT said FROM question WHERE id = ?", question)
        return str(rows[0][0]) if rows else ""


def _of_each(records: Sequence[int | None]) -> dict[int, list[int]]:
    """Record to the questions that it answers."""
    questions_of: dict[int, list[int]] = defaultdict(list)
    for question, record in enumerate(records):
        if record is not None:
            questions_of[record].append(question)
    return questions_of


class Alike:
    """The similarity of a query to the questions about the texts of the current edition.

    Most texts have only slightly similar questions, with common words of the query. So questions with the rarer words
    are examined first, the others only while they may be among the most similar (Turtle and Flood 1995, "max score").
    """

    def __init__(self, questions: Questions, stems: Mapping[str, _QueryStem]) -> None:
        self._questions = questions
        self._whole = sum(one.weight for one in stems.values())
        held = [(stem, one) for stem, one in stems.items() if one.own.questions or one.near]
        required = [one for stem, one in held if stem not in ASIDE_STEMS]
        asides = [one for stem, one in held if stem in ASIDE_STEMS]
        if not required:  # without other words, function words are searched
            required, asides = asides[:1], asides[1:]
        self._required, self._asides = sorted(required, key=lambda one: -one.weight), asides

    @cached_property
    def best(self) -> Mapping[int, Likeness]:
        """The records with the most similar questions, best first, at most `MOST`."""
        wholes, worth, least = self._questions.rows.wholes, dict[int, float](), 0.0
        left = sum(one.weight for one in (*self._required, *self._asides))
        enough = MOST
        for one in self._required:
            if len(worth) >= enough:
                least = self._least(worth)
                worth = {nth: held for nth, held in worth.items() if (held + left) ** 2 >= least * wholes[nth]}
                enough = 4 * len(worth)
            one.add(worth, bisect_right(wholes, left * left / least) if least else len(wholes))
            left -= one.weight
        worth = {nth: held for nth, held in worth.items() if (held + left) ** 2 >= least * wholes[nth]}
        for one in self._asides:
            one.add(worth, 0)
        likest = self._likest(worth, least)
        best = heapq.nsmallest(MOST, likest, key=lambda record: (-likest[record][0], record))
        return self._likenesses({record: likest[record] for record in best})

    def among(self, records: Iterable[int]) -> Mapping[int, Likeness]:
        """The similarity for each of some records that has a similar question."""
        answered = self._questions.answered
        return self._likenesses(
            self._likest(self._worth(nth for record in records for nth in answered.get(record, ())))
        )

    def _worth(self, questions: Iterable[int]) -> dict[int, float]:
        """The weight of the query's stems in each of some questions, of those with any."""
        worth = dict.fromkeys(questions, 0.0)
        for stem in self._required:
            stem.add(worth, 0)
        worth = {question: weight for question, weight in worth.items() if weight}
        for stem in self._asides:
            stem.add(worth, 0)
        return worth

    def _least(self, worth: Mapping[int, float]) -> float:
        """A lower bound, by some of the stems, of the similarity of the last of the best; 0 if there are too few."""
        wholes = self._questions.rows.wholes
        likes = [held * held / wholes[question] for question, held in worth.items()]
        close = heapq.nlargest(_CLOSE, likes)[-1]
        likest = self._likest(self._worth(one for one, like in zip(worth, likes, strict=True) if like >= close))
        most_alike = heapq.nlargest(MOST, (like for like, _ in likest.values()))
        return most_alike[-1] * _ROUNDING if len(most_alike) == MOST else 0.0

    def _likest(self, worth: Mapping[int, float], least: float = 0.0) -> dict[int, tuple[float, int]]:
        """Record to the similarity and id of its most similar question, for those of at least ``least``."""
        records, wholes = self._questions.rows
        likest: dict[int, tuple[float, int]] = {}
        best, none = likest.get, (0.0, 0)
        for question, weight in worth.items():
            like = weight * weight / wholes[question]
            record = records[question]
            if record is not None and like >= least and like > best(record, none)[0]:
                likest[record] = like, question
        return likest

    def _likenesses(self, likest: Mapping[int, tuple[float, int]]) -> dict[int, Likeness]:
        parts = (*self._required, *self._asides)
        return {
            record: Likeness(
                min(1.0, like / self._whole), sum(one.counts(record) for one in parts) / self._whole, question
            )
            for record, (like, question) in likest.items()
        }
