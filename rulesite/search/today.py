"""Today's book: the newest edition of the first document, by its words, as the ranking of answers looks at it.

A provision is known by more than its own words: by the titles above it, by the rule that it is a part of, and by the
Examples that illustrate it.  All of that is told by stems, and made when it is first asked for.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rulesite.search import analysis
from rulesite.search.schema import EXAMPLE, GLOSSARY

if TYPE_CHECKING:
    from rulesite.search.snapshot import Library, Place

_WITHIN = re.compile(r"(?P<section>\d{3})(?:\.\d+)?(?P<letters>[a-z]+)?")
_LEAST = 0.1
"""What a stem says that every text has: where nothing else was asked for, that counts."""
Stems = tuple[str, ...]


class Standing(NamedTuple):
    """Where a text of today's book stands: its record, its kind, its place, and its text's id."""

    record: int
    kind: str
    place: Place
    text: int


@dataclass(frozen=True)
class Around:
    """What stands around a provision: the stems of the titles above it, of the rule it belongs to, of its Examples."""

    titles: Stems
    nearest: Stems
    """Of the title that stands above it."""
    above: Stems
    examples: tuple[Stems, ...]


class Today:
    """Today's book of a library, which keeps it; threads may share it."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.edition = library.first_of(0) if library.editions else 0
        """The number of the newest edition of the first document."""
        self._stems: dict[int, Stems] = {}
        self._titles: dict[int, Stems] = {}
        self._around: dict[int, Around] = {}

    @cached_property
    def standing(self) -> dict[int, Standing]:
        """Its records, with where each stands."""
        library, mask = self.library, 1 << self.edition
        wanted = [number for number, record in library.records.items() if record.editions & mask]
        return {
            number: Standing(number, library.records[number].kind, place, library.records[number].text)
            for number, places in library.places(wanted).items()
            for place in places
            if place.editions & mask
        }

    @cached_property
    def records_of(self) -> dict[int, list[int]]:
        """Of each text that it prints the records that stand in it."""
        found: dict[int, list[int]] = defaultdict(list)
        for one in self.standing.values():
            found[one.text].append(one.record)
        return found

    @cached_property
    def _numbered(self) -> dict[str, Standing]:
        return {
            one.place.number.lower(): one for one in self.standing.values() if one.place.number and one.kind != EXAMPLE
        }

    @cached_property
    def _examples(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for one in self.standing.values():
            if one.kind == EXAMPLE:
                found[one.place.number.lower()].append(one.text)
        return found

    def prepare(self, records: Iterable[int]) -> None:
        """Read together what `stems`, `title` and `around` will say of some records."""
        texts = {self.library.records[record].text for record in records}
        for record in records:
            one = self.standing.get(record)
            if one is not None and record not in self._around:
                texts.update(self._near(one))
        missing = [text for text in texts if text not in self._stems]
        for text, (title, body) in self.library.printed(missing).items():
            titles = self._titles[text] = _stems(title)
            self._stems[text] = titles + _stems(body)  # the last: what another thread finds here has the title too

    def stems(self, record: int) -> Stems:
        """The stems of a text, those of its title first; of any record that was prepared."""
        return self._stems[self.library.records[record].text]

    def title(self, record: int) -> Stems:
        """The stems of a text's own title; of any record that was prepared."""
        return self._titles[self.library.records[record].text]

    def around(self, record: int) -> Around:
        """What stands around a text of today's book that was prepared."""
        found = self._around.get(record)
        if found is None:
            one = self.standing[record]
            section, above, *examples = [self._stems.get(text, ()) for text in self._near_or_none(one)]
            nearest = _stems(one.place.context)
            found = Around((*nearest, *section), nearest, above, tuple(examples) if one.kind != EXAMPLE else ())
            self._around[record] = found
        return found

    def _near_or_none(self, one: Standing) -> list[int]:
        """The texts of the section's title, of the rule above, and of the Examples; 0 for what there is none of."""
        number = one.place.number.lower()
        within = _WITHIN.fullmatch(number)
        section = self._numbered.get(within["section"]) if within else None
        parent = number[: -len(within["letters"])] if within and within["letters"] else number.partition(".")[0]
        above = self._numbered.get(parent) if parent != number and one.kind not in (GLOSSARY,) else None
        if one.kind == EXAMPLE:
            above = self._numbered.get(number)
        examples = self._examples.get(number, []) if number and one.kind != EXAMPLE else []
        return [section.text if section else 0, above.text if above else 0, *examples]

    def _near(self, one: Standing) -> list[int]:
        return [text for text in self._near_or_none(one) if text]

    @cached_property
    def _frequency(self) -> Counter[str]:
        """In how many texts of the library each stem stands, about."""
        return Counter(self.library.vocabulary.stem_counts)

    def rarity(self, stem: str) -> float:
        """How much a stem says, nearly 0 (every text has it) to about 9 (none has)."""
        texts = self.library.texts + 1
        return max(_LEAST, math.log(texts / (1 + min(texts - 1, self._frequency[stem]))))


def _stems(text: str) -> Stems:
    return tuple(map(sys.intern, analysis.stems(text)))
