"""A query as the ranking of answers looks at it: what each of its words counts, and where today's book has them."""

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

_ASIDE = 0.15
"""What a word that only holds a question together counts beside one that is sought."""
_NEARLY = 0.5
"""What a word of the rules counts that is near to one of plain speech, beside that one."""
_COMMON = 350
"""A word that more texts have tells nothing where it stands for another."""
_NEWEST = 1.0
"""How current it is that today's glossary leads from a term to a rule."""
_LONGEST_NAME = 4
_FULL = 255
"""The most that a stem can be worth to a text; see `fields`."""
_CASE = 3
"""Words from which on a query tells more than the name of a thing."""
_KINDS_OF_THINGS = frozenset(
    analysis.stems(
        "ability action card counter effect game keyword marker mechanic permanent phase rule spell step subtype symbol"
        " token type variant zone"
    )
)
"""What may be said beside a name and is no part of it: "the command zone" is Command, "the draw step" is Draw."""
_SHARES = (fields.OWN, fields.AROUND, fields.FORMERLY, fields.CITING)
"""The fields of which `Match` says how much of the query they have."""


class Match(NamedTuple):
    """How much of a query a text has in its fields, each 0 to 1: in its own words, in those of all around it, in its
    former ones, in those of what cites it; and whether its own words have any that is sought, and the titles above."""

    said: float
    around: float
    former: float
    citing: float
    says: bool
    titled: bool


class WeightedQuery:
    """A query as the features look at it: its stems, what each counts, and how well it fits today's texts."""

    def __init__(self, today: CurrentEdition, query: Query) -> None:
        self._today = today
        self.query = query
        self.stems, self.core = query.stems, query.core or query.stems
        self.sought = sought = set(self.core)
        self._near = {
            stem: [near for near in everyday_words.near(stem) if near not in self.stems]
            for stem in dict.fromkeys(self.core)
        }
        """The words of the rules that count as something of a word that is sought."""
        self._postings = today.postings({*self.stems, *chain.from_iterable(self._near.values())})
        self.weight = {stem: self._rarity(stem) * (1.0 if stem in sought else _ASIDE) for stem in self.stems}
        self.whole = sum(self.weight.values()) or 1.0
        terms = {stem: self.weight[stem] for stem in self._near if stem in today.library.names_with}
        self.terms = {stem: weight / sum(terms.values()) for stem, weight in terms.items()}
        """Those of its words that are words of the book's own titles and terms, and what part of these each is."""
        bare = tuple(stem for stem in self.core if stem not in _KINDS_OF_THINGS)
        self.marks = {near: stem for stem, held in self._near.items() for near in held}
        """What is looked for in the order of a text, and which of the words each stands for."""
        self.marks.update((stem, stem) for stem in (*self.core, fields.PAUSE))
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
        self.given = {
            record
            for name in self.is_named
            for record, current in today.library.defined.get(name, {}).items()
            if current == _NEWEST
        }
        """The records to which today's glossary leads from what was asked for."""
        self.led_to: dict[int, float] = {}
        """Those to which it leads from any part of it, and how much of the query that is."""
        for name, share in self.names.items():
            for record in today.library.defined.get(name, ()):
                self.led_to[record] = max(share, self.led_to.get(record, 0.0))
        self.scores = self._scored()
        """Of each of today's texts that is known by any of what is sought, how much the words are worth there."""
        self.best = max(self.scores.values(), default=0.0) or 1.0
        self.is_known = any(name in today.library.titled or name in today.library.defined for name in self.is_named)
        """Whether it is a name that the book knows, a title or a term: that leads to what has it."""
        self.rules: dict[str, float] = {}
        """The best score of any text in a rule, of those that were looked at; see `ranker`."""
        self.sections: dict[str, float] = {}
        """The same of a section, the mean of its best."""

    @cached_property
    def alike(self) -> Alike:
        """How like it is what is asked of today's texts."""
        return self._today.questions.like(self.stems, self._near, _NEARLY)

    @cached_property
    def likest(self) -> float:
        """How like it is what is asked that is likest, 0 to 1."""
        return max((one.likest for one in self.alike.best.values()), default=0.0)

    def share(self, stems: Iterable[str]) -> float:
        """How much of the query some stems are, 0 to 1."""
        return sum([self.weight[stem] for stem in self.weight.keys() & stems]) / self.whole

    def matches(self, records: Iterable[int]) -> dict[int, Match]:
        """How much of the query some of today's texts have."""
        wanted = sorted(records)
        found = {record: [0.0, 0.0, 0.0, 0.0] for record in wanted}
        says: set[int] = set()
        titled: set[int] = set()
        for stem in dict.fromkeys(self.stems):
            share, sought = self.weight[stem] / self.whole, stem in self.core
            had = dict.fromkeys(wanted, 0)
            for posting, worth in self._known_by(stem):
                for record, having in posting.at(wanted):
                    shares, before = found[record], had[record]
                    had[record] = before | having
                    for nth, field in enumerate(_SHARES):
                        if having & field and not before & field:
                            shares[nth] += share * worth
            if sought:
                says.update(record for record, having in had.items() if having & fields.OWN)
                titled.update(record for record, having in had.items() if having & fields.UNDER)
        return {
            record: Match(said, around, former, citing, record in says, record in titled)
            for record, (said, around, former, citing) in found.items()
        }

    def _scored(self) -> dict[int, float]:
        found: dict[int, float] = {}
        known = found.get
        for stem in self._near:
            worth = self.weight[stem] / _FULL
            known_by = [*self._known_by(stem)]
            if len(known_by) == 1:
                ((posting, counts),) = known_by
                here: Iterable[tuple[int, float]] = zip(posting.records, posting.impacts, strict=True)
                worth *= counts
            else:
                here = _most(known_by).items()
            for record, impact in here:
                found[record] = known(record, 0.0) + worth * impact
        return found

    def _known_by(self, stem: str) -> Iterator[tuple[Posting, float]]:
        """Where a stem of the query stands, and then the words that are near to it, with what each counts."""
        if stem in self._postings:
            yield self._postings[stem], 1.0
        for near in self._near.get(stem, ()):
            if (posting := self._postings.get(near)) is not None and posting.texts <= _COMMON:
                yield posting, _NEARLY

    def _rarity(self, stem: str) -> float:
        """How much a stem says; one that no text has, as much as the commonest of the words that are near to it."""
        own, *near = (
            self._postings[said].texts if said in self._postings else 0 for said in (stem, *self._near.get(stem, ()))
        )
        return self._today.rarity(own or max(near, default=0))


def _most(known_by: Iterable[tuple[Posting, float]]) -> dict[int, float]:
    """The most that any of some stems is worth where it stands, each counted so much."""
    best: dict[int, float] = {}
    held = best.get
    for posting, counts in known_by:
        for record, impact in zip(posting.records, posting.impacts, strict=True):
            if counts * impact > held(record, 0.0):
                best[record] = counts * impact
    return best
