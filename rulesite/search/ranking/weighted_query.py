"""Weighted queries: the weight of each word, and how well it matches the texts of the current edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

from rulesite.search import analysis
from rulesite.search.current import fields
from rulesite.search.current.edition import CurrentEdition, Posting
from rulesite.search.current.question_similarity import Alike
from rulesite.search.query import everyday_words
from rulesite.search.query.parser import ASIDES, Query

_ASIDE_WEIGHT = 0.15
"""The weight of a function word relative to any other word."""
_NEAR_WEIGHT = 0.5
"""The weight of a similar word of the rules relative to the everyday word in the query."""
_MAX_NEAR_TEXTS = 350
"""In more texts than this, a similar word is too common to count."""
_NEWEST = 1.0
"""How current a rule is to which the current glossary refers."""
_MAX_NAME_WORDS = 4
_MAX_IMPACT = 255
"""The highest impact of a stem; see `fields`."""
_MIN_CASE_WORDS = 3
"""From this many words on, a query is more than a name."""
_KINDS_OF_THINGS = frozenset(
    analysis.stems(
        "ability action card counter effect game keyword marker mechanic permanent phase rule spell step subtype symbol"
        " token type variant zone"
    )
)
"""Words that may follow a name without being part of it: "the command zone" is Command, "the draw step" is Draw."""
_SHARES = (fields.OWN, fields.AROUND, fields.FORMERLY, fields.CITING)
"""The fields for which `Match` has a share of the query."""


class Match(NamedTuple):
    """The share of a query in a text's fields, each 0 to 1: its own words, those around it, its former words, and those
    of citing texts; and whether any required word is in its own words, and in the titles above."""

    own: float
    around: float
    former: float
    citing: float
    says: bool
    titled: bool


class WeightedQuery:
    """A query with the weights of its stems, and how well it matches the texts of the current edition."""

    def __init__(self, today: CurrentEdition, query: Query) -> None:
        self._today = today
        self.query = query
        self.stems, self.core = query.stems, query.core or query.stems
        self.required = required = set(self.core)
        self._near = {
            stem: [near for near in everyday_words.near(stem) if near not in self.stems]
            for stem in dict.fromkeys(self.core)
        }
        """Required stem to the similar words of the rules that partially match it."""
        self._postings = today.postings({*self.stems, *chain.from_iterable(self._near.values())})
        self.weight = {stem: self._rarity(stem) * (1.0 if stem in required else _ASIDE_WEIGHT) for stem in self.stems}
        self.whole = sum(self.weight.values()) or 1.0
        terms = {stem: self.weight[stem] for stem in self._near if stem in today.library.names_with}
        self.terms = {stem: weight / sum(terms.values()) for stem, weight in terms.items()}
        """Its words that occur in titles and glossary terms, and the share of each among them."""
        bare = tuple(stem for stem in self.core if stem not in _KINDS_OF_THINGS)
        self.marks = {near: stem for stem, near_stems in self._near.items() for near in near_stems}
        """Stems whose order in a text is examined, and the word of the query that each stands for."""
        self.marks.update((stem, stem) for stem in (*self.core, fields.PAUSE))
        self.pairs = [*pairwise(self.core)]
        self.is_named = {self.stems, self.core, *([bare] if bare else [])}
        """The stems of a title that is the query."""
        self.is_name = len(bare or self.core) < _MIN_CASE_WORDS
        self.is_case = max(0.0, min(1.0, len(self.core) / 2 - 1))
        """How much the query resembles a case rather than a name, 0 to 1."""
        self.names = {
            tuple(self.stems[first:last]): self.share(self.stems[first:last])
            for first in range(len(self.stems))
            for last in range(first + 1, min(len(self.stems), first + _MAX_NAME_WORDS) + 1)
            if not ASIDES.issuperset(self.stems[first:last])
        }
        """Each run of its words that may be a name, and its share of the query."""
        self.given = {
            record
            for name in self.is_named
            for record, current in today.library.defined.get(name, {}).items()
            if current == _NEWEST
        }
        """The records to which the current glossary entry of the query refers."""
        self.led_to: dict[int, float] = {}
        """The records to which the entry of any part of the query refers, and the share of that part."""
        for name, share in self.names.items():
            for record in today.library.defined.get(name, ()):
                self.led_to[record] = max(share, self.led_to.get(record, 0.0))
        self.scores = self._scored()
        """The word score of each text of the current edition with any required word."""
        self.best = max(self.scores.values(), default=0.0) or 1.0
        self.is_known = any(name in today.library.titled or name in today.library.defined for name in self.is_named)
        """Whether the query is a title or a glossary term of the book."""
        self.rules: dict[str, float] = {}
        """Rule to the best score of its examined texts; see `ranker`."""
        self.sections: dict[str, float] = {}
        """Section to the mean score of its best texts."""

    @cached_property
    def alike(self) -> Alike:
        """The similarity of the query to the questions about the current edition."""
        return self._today.questions.like(self.stems, self._near, _NEAR_WEIGHT)

    @cached_property
    def likest(self) -> float:
        """The similarity of the most similar question, 0 to 1."""
        return max((likeness.likest for likeness in self.alike.best.values()), default=0.0)

    def share(self, stems: Iterable[str]) -> float:
        """The share of the query that some stems are, 0 to 1."""
        return sum([self.weight[stem] for stem in self.weight.keys() & stems]) / self.whole

    def matches(self, records: Iterable[int]) -> dict[int, Match]:
        """How much of the query each of some records of the current edition has."""
        ordered = sorted(records)
        shares_of = {record: [0.0, 0.0, 0.0, 0.0] for record in ordered}
        says: set[int] = set()
        titled: set[int] = set()
        for stem in dict.fromkeys(self.stems):
            share, is_required = self.weight[stem] / self.whole, stem in self.core
            fields_of = dict.fromkeys(ordered, 0)
            for posting, worth in self._known_by(stem):
                for record, held_fields in posting.at(ordered):
                    shares, before = shares_of[record], fields_of[record]
                    fields_of[record] = before | held_fields
                    for index, field in enumerate(_SHARES):
                        if held_fields & field and not before & field:
                            shares[index] += share * worth
            if is_required:
                says.update(record for record, held_fields in fields_of.items() if held_fields & fields.OWN)
                titled.update(record for record, held_fields in fields_of.items() if held_fields & fields.UNDER)
        return {
            record: Match(own, around, former, citing, record in says, record in titled)
            for record, (own, around, former, citing) in shares_of.items()
        }

    def _scored(self) -> dict[int, float]:
        scores: dict[int, float] = {}
        score_of = scores.get
        for stem in self._near:
            worth = self.weight[stem] / _MAX_IMPACT
            known_by = [*self._known_by(stem)]
            if len(known_by) == 1:
                ((posting, counts),) = known_by
                impacts: Iterable[tuple[int, float]] = zip(posting.records, posting.impacts, strict=True)
                worth *= counts
            else:
                impacts = _most(known_by).items()
            for record, impact in impacts:
                scores[record] = score_of(record, 0.0) + worth * impact
        return scores

    def _known_by(self, stem: str) -> Iterator[tuple[Posting, float]]:
        """Yield the posting of a stem of the query, then those of its similar words, each with its weight."""
        if stem in self._postings:
            yield self._postings[stem], 1.0
        for near in self._near.get(stem, ()):
            if (posting := self._postings.get(near)) is not None and posting.texts <= _MAX_NEAR_TEXTS:
                yield posting, _NEAR_WEIGHT

    def _rarity(self, stem: str) -> float:
        """The rarity of a stem; for one that no text has, that of its most common similar word."""
        own, *near = (
            self._postings[term].texts if term in self._postings else 0 for term in (stem, *self._near.get(stem, ()))
        )
        return self._today.rarity(own or max(near, default=0))


def _most(known_by: Iterable[tuple[Posting, float]]) -> dict[int, float]:
    """Record to the highest weighted impact of any of the postings there."""
    best: dict[int, float] = {}
    best_of = best.get
    for posting, counts in known_by:
        for record, impact in zip(posting.records, posting.impacts, strict=True):
            if counts * impact > best_of(record, 0.0):
                best[record] = counts * impact
    return best
