"""How much a query is like what players ask: of which texts of today's book the likest `questions` are asked."""

from __future__ import annotations

import heapq
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rulesite.search.current.questions import ASIDE_STEMS, ASKED, rarity_of

if TYPE_CHECKING:
    from rulesite.search.searcher import Searcher

MOST = 20
"""Of how many texts the likest is looked for."""
_CLOSE = 4 * MOST
"""How many questions say how like the last of these is at least."""
_ROUNDING = 1 - 1e-9
"""What is like enough may be added up in another order."""


class Likeness(NamedTuple):
    """How much a query is like what is asked of a rule: the likest question, 0 to 1, and how much of the query all of
    its questions have; and that question."""

    likest: float
    shared: float
    question: int


NOTHING = Likeness(0.0, 0.0, 0)


class _Asked(NamedTuple):
    """All questions by their ids, the shortest first: the text that answers each, None where today's book does not, and
    what its stems are worth together."""

    records: Sequence[int | None]
    wholes: Sequence[float]


class _Asking(NamedTuple):
    """How rare a stem is among the questions, which of those have it that today's book answers, the shortest first, and
    the texts that do."""

    rarity: float
    shortest: Sequence[int]
    questions: frozenset[int]
    records: frozenset[int]


_NEVER = _Asking(0.0, (), frozenset(), frozenset())


class _Sought(NamedTuple):
    """A stem of a query: what is asked with it, and with those near to it, and what the one and the others count."""

    own: _Asking
    near: Sequence[_Asking]
    weight: float
    nearly: float

    def add(self, worth: dict[int, float], below: int) -> None:
        """Count it for the questions that have something else of the query, and for all below one."""

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
        """What it counts for all together that is asked of a text."""
        if record in self.own.records:
            return self.weight
        return self.nearly if any(record in other.records for other in self.near) else 0.0


class Questions:
    """The questions of a library, which keeps it."""

    def __init__(self, library: Searcher) -> None:
        self._library = library
        self._read: dict[str, _Asking] = {}
        self.asked = _Asked(*library.kept(ASKED))
        """All of them."""
        self.answered: Mapping[int, Sequence[int]] = _of_each(self.asked.records)
        """Which of them each text answers."""

    def like(self, stems: Iterable[str], near: Mapping[str, Iterable[str]], nearly: float) -> Alike:
        """How much a query is like them: by its stems, and by others that are ``near`` to one of them, which count
        ``nearly`` as much."""
        wanted = [*dict.fromkeys(stems)]
        held = self._having({*wanted, *(other for stem in wanted for other in near.get(stem, ()))})
        sought: dict[str, _Sought] = {}
        for stem in wanted:
            weight = held[stem].rarity if stem in held else rarity_of(stem, 0, len(self.asked.records))
            others = [held[other] for other in near.get(stem, ()) if other in held and held[other].questions]
            sought[stem] = _Sought(held.get(stem, _NEVER), others, weight, nearly * weight)
        return Alike(self, sought)

    def _having(self, stems: Iterable[str]) -> dict[str, _Asking]:
        """What is asked with each of some stems, where anything is; kept, for most of what is asked is asked with the
        same few."""
        unread = [stem for stem in stems if stem not in self._read]
        records = self.asked.records
        query = "SELECT stem, rarity, questions FROM question_stem WHERE stem IN (SELECT value FROM json_each(?))"
        for stem, rarity, blob in self._library.many(query, unread) if unread else ():
            answering = [(question, records[question]) for question in array("I", blob)]
            answered = {question: record for question, record in answering if record is not None}
            self._read[stem] = _Asking(rarity, [*answered], frozenset(answered), frozenset(answered.values()))
        return {stem: self._read[stem] for stem in stems if stem in self._read}

    def said(self, question: int) -> str:
        """A question as it is asked."""
        rows = self._library.rows("SELECT said FROM question WHERE id = ?", question)
        return str(rows[0][0]) if rows else ""


def _of_each(records: Sequence[int | None]) -> dict[int, list[int]]:
    """The questions that each text answers."""
    found: dict[int, list[int]] = defaultdict(list)
    for question, record in enumerate(records):
        if record is not None:
            found[record].append(question)
    return found


class Alike:
    """How much a query is like what is asked of texts of today's book.

    Of most texts only something a little like it is asked, with its common words: so questions with the rarer ones are
    looked at first, and others only while any of them may be among the likest (Turtle and Flood 1995, "max score").
    """

    def __init__(self, questions: Questions, stems: Mapping[str, _Sought]) -> None:
        self._questions = questions
        self._whole = sum(one.weight for one in stems.values())
        held = [(stem, one) for stem, one in stems.items() if one.own.questions or one.near]
        sought = [one for stem, one in held if stem not in ASIDE_STEMS]
        asides = [one for stem, one in held if stem in ASIDE_STEMS]
        if not sought:  # what only holds a question together is sought where there is nothing else
            sought, asides = asides[:1], asides[1:]
        self._sought, self._asides = sorted(sought, key=lambda one: -one.weight), asides

    @cached_property
    def best(self) -> Mapping[int, Likeness]:
        """The texts of which the likest is asked, best first, `MOST` of them at most."""
        wholes, worth, least = self._questions.asked.wholes, dict[int, float](), 0.0
        left = sum(one.weight for one in (*self._sought, *self._asides))
        enough = MOST
        for one in self._sought:
            if len(worth) >= enough:
                least = self._least(worth)
                worth = {nth: held for nth, held in worth.items() if (held + left) ** 2 >= least * wholes[nth]}
                enough = 4 * len(worth)
            one.add(worth, bisect_right(wholes, left * left / least) if least else len(wholes))
            left -= one.weight
        worth = {nth: held for nth, held in worth.items() if (held + left) ** 2 >= least * wholes[nth]}
        for one in self._asides:
            one.add(worth, 0)
        found = self._likest(worth, least)
        best = heapq.nsmallest(MOST, found, key=lambda record: (-found[record][0], record))
        return self._told({record: found[record] for record in best})

    def among(self, records: Iterable[int]) -> Mapping[int, Likeness]:
        """Those of some texts of which anything like it is asked, and how like that is."""
        answered = self._questions.answered
        return self._told(self._likest(self._worth(nth for record in records for nth in answered.get(record, ()))))

    def _worth(self, questions: Iterable[int]) -> dict[int, float]:
        """What some questions are worth, of those that have anything that is sought."""
        worth = dict.fromkeys(questions, 0.0)
        for one in self._sought:
            one.add(worth, 0)
        worth = {question: held for question, held in worth.items() if held}
        for one in self._asides:
            one.add(worth, 0)
        return worth

    def _least(self, worth: Mapping[int, float]) -> float:
        """How like the query the last of the likest is at least, by some of the stems; 0 where too few are known."""
        wholes = self._questions.asked.wholes
        likes = [held * held / wholes[question] for question, held in worth.items()]
        close = heapq.nlargest(_CLOSE, likes)[-1]
        likest = self._likest(self._worth(one for one, like in zip(worth, likes, strict=True) if like >= close))
        found = heapq.nlargest(MOST, (like for like, _ in likest.values()))
        return found[-1] * _ROUNDING if len(found) == MOST else 0.0

    def _likest(self, worth: Mapping[int, float], least: float = 0.0) -> dict[int, tuple[float, int]]:
        """Of each text the likest question, by what the questions are worth, and how like that is, of those that are
        like enough."""
        records, wholes = self._questions.asked
        found: dict[int, tuple[float, int]] = {}
        best, none = found.get, (0.0, 0)
        for question, held in worth.items():
            like = held * held / wholes[question]
            record = records[question]
            if record is not None and like >= least and like > best(record, none)[0]:
                found[record] = like, question
        return found

    def _told(self, found: Mapping[int, tuple[float, int]]) -> dict[int, Likeness]:
        parts = (*self._sought, *self._asides)
        return {
            record: Likeness(
                min(1.0, like / self._whole), sum(one.counts(record) for one in parts) / self._whole, question
            )
            for record, (like, question) in found.items()
        }
