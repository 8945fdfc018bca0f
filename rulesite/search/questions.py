"""Questions that players ask, and the rules of today's book that answer them.

They lie in ``questions/``, a file for each chapter, written from the edition of 2026-06-19: the number of a rule, the
words with which it opens, and how people ask for what it answers.  A question belongs to the rule of today's book that
opens so, under the same number or, once that has moved, in the same section; what no rule opens with is not used.
"""

from __future__ import annotations

import hashlib
import math
import sqlite3
import tomllib
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rulesite.search import analysis, schema, thesaurus
from rulesite.search.bodies import Printed
from rulesite.search.parsing import ASIDES

if TYPE_CHECKING:
    from rulesite.search.snapshot import Library

FOLDER = Path(__file__).with_name("questions")
_MADE_FROM, _BOUND_TO = "questions", "questions bound"
"""Under these names a generation keeps by what its questions were made, and bound."""
_LONGEST = 8
"""The most words with which a rule opens here."""
_ASIDE = 0.15
"""What a word that only holds a question together counts beside one that is sought."""


class Answered(NamedTuple):
    """A rule and what is asked that it answers."""

    number: str
    opens: str
    asked: tuple[str, ...]


class Likeness(NamedTuple):
    """How much a query is like what is asked of a rule: the likest question, 0 to 1, and how much of the query all of
    its questions have; and that question."""

    likest: float
    shared: float
    question: int


class _Asking(NamedTuple):
    """How rare a stem is among the questions, those of today's book that have it, and the rules that they ask."""

    rarity: float
    questions: frozenset[int]
    records: frozenset[int]


_Rows = tuple[list[tuple[int, str, str, str, float]], list[tuple[str, float, bytes]]]
"""The rows of the two tables."""

NOTHING = Likeness(0.0, 0.0, 0)


def read(folder: Path | None = None) -> Iterator[Answered]:
    """What lies in a folder, that of the project where none is given, in the order of files and numbers."""
    for path in sorted((folder or FOLDER).glob("*.toml")):
        for number, row in tomllib.loads(path.read_text(encoding="utf-8")).items():
            yield Answered(number, row["opens"], tuple(row["asked"]))


@cache
def _digest(folder: Path) -> str:
    """By what is told that other questions lie there, or that they are read otherwise."""
    made = hashlib.blake2b(digest_size=8)
    for path in (*sorted(folder.glob("*.toml")), *(Path(module.__file__ or "") for module in (analysis, thesaurus))):
        made.update(path.read_bytes())
    return made.hexdigest()


def opening(text: str, words: int) -> tuple[str, ...]:
    """The first words of a text, without their signs and capitals.

    >>> opening("A player who controls two or more", 3)
    ('a', 'player', 'who')
    """
    found = (word.text for word in analysis.words(text[: words * analysis.LONGEST_WORD]))
    return tuple(word for word, _ in zip(found, range(words), strict=False))


def store(db: sqlite3.Connection) -> None:
    """Store the questions beside today's book, of which `fields` has stored the provisions, each with the one to which
    it belongs; none beside a book that answers none of them."""
    book = hashlib.blake2b(_digest(FOLDER).encode(), digest_size=8)
    for record, own in db.execute("SELECT record, own FROM provision ORDER BY record"):
        book.update(record.to_bytes(8, "little") + own)
    if _kept(db, _BOUND_TO) == book.hexdigest():
        return
    answering = _answering(db, read())
    made_from = _digest(FOLDER) if answering else ""
    if _kept(db, _MADE_FROM) != made_from:
        _store_questions(db, _rows(FOLDER, made_from) if answering else ([], []))
        schema.keep(db, _MADE_FROM, made_from)
    places = db.execute("SELECT id, number, opens, record FROM question").fetchall()
    moved = [(at, nth) for nth, *one, record in places if (at := answering.get(tuple(one))) != record]
    db.executemany("UPDATE question SET record = ? WHERE id = ?", moved)
    schema.keep(db, _BOUND_TO, book.hexdigest())


def _kept(db: sqlite3.Connection, name: str) -> str:
    row = db.execute("SELECT value FROM about WHERE name = ?", [name]).fetchone()
    return str(schema.unpack(row[0])) if row else ""


def _store_questions(db: sqlite3.Connection, asked: _Rows) -> None:
    db.execute("DELETE FROM question")
    db.execute("DELETE FROM question_stem")
    db.executemany("INSERT INTO question VALUES (?, ?, ?, ?, ?, NULL)", asked[0])
    db.executemany("INSERT INTO question_stem VALUES (?, ?, ?)", asked[1])


@lru_cache(maxsize=1)
def _rows(folder: Path, digest: str) -> _Rows:
    """The questions in a folder, each as it is asked and as the rules would say it, and where each stem stands among
    them; kept, for one process may make many an index."""
    asking: dict[str, list[int]] = defaultdict(list)
    each: list[tuple[str, str, str, set[str]]] = []
    for one in read(folder):
        for said in one.asked:
            for text in dict.fromkeys((said, *(told.text for told in thesaurus.told(said)))):
                stems = set(analysis.stems(text))
                for stem in stems:
                    asking[stem].append(len(each))
                each.append((one.number, one.opens, said, stems))
    rarity = {stem: _rarity(len(asked), len(each)) * _counts(stem) for stem, asked in asking.items()}
    questions = [
        (nth, number, opens, said, sum(rarity[stem] for stem in sorted(stems)))
        for nth, (number, opens, said, stems) in enumerate(each)
    ]
    return questions, [(stem, rarity[stem], array("I", asked).tobytes()) for stem, asked in sorted(asking.items())]


def _rarity(having: int, every: int) -> float:
    return math.log(1 + (every - having + 0.5) / (having + 0.5))


def _counts(stem: str) -> float:
    return _ASIDE if stem in _ASIDE_STEMS else 1.0


_ASIDE_STEMS = frozenset(map(analysis.stem, ASIDES))


def _answering(db: sqlite3.Connection, asked: Iterable[Answered]) -> dict[tuple[str, str], int]:
    """The provision of today's book that answers what is asked of a rule, by that rule's number and opening words."""
    query = """SELECT provision.record, provision.number, record.text FROM provision JOIN record
        ON record.id = provision.record WHERE provision.kind <> 'example' AND provision.number <> ''"""
    places = db.execute(query).fetchall()
    printed = Printed(db).of({text for _, _, text in places})
    begins: dict[str, list[tuple[str, int, tuple[str, ...]]]] = defaultdict(list)
    for record, number, text in places:
        title, body = printed[text]
        begins[number[:3]].append((number, record, opening(body or title, _LONGEST)))
    found = {}
    for one in asked:
        wanted = opening(one.opens, _LONGEST)
        here = {number: record for number, record, said in begins[one.number[:3]] if said[: len(wanted)] == wanted}
        if one.number in here or len(here) == 1:
            found[one.number, one.opens] = here.get(one.number, next(iter(here.values())))
    return found


class Questions:
    """The questions of a library, which keeps it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._read: dict[str, _Asking] = {}

    @cached_property
    def _rows(self) -> tuple[list[int | None], list[float]]:
        rows = self._library.rows("SELECT record, whole FROM question ORDER BY id")
        return [record for record, _ in rows], [whole for _, whole in rows]

    def like(self, stems: Iterable[str], near: Mapping[str, Iterable[str]], nearly: float) -> dict[int, Likeness]:
        """How much a query is like what is asked of each rule: by its stems, and by others that are ``near`` to one of
        them, which count ``nearly`` as much."""
        wanted = [*dict.fromkeys(stems)]
        held = self._having({*wanted, *(other for stem in wanted for other in near.get(stem, ()))})
        if not held:
            return {}
        records, wholes = self._rows
        unknown = _rarity(0, len(records))
        sought = {stem: held[stem].rarity if stem in held else unknown * _counts(stem) for stem in wanted}
        whole = sum(sought.values())
        overlap: dict[int, float] = defaultdict(float)
        shared: dict[int, float] = defaultdict(float)
        for stem, weight in sorted(sought.items(), key=lambda one: one[0] in _ASIDE_STEMS):
            if stem in _ASIDE_STEMS and overlap:  # beside what is sought it only adds
                if stem in held:
                    for question in overlap.keys() & held[stem].questions:
                        overlap[question] += weight
                    for record in shared.keys() & held[stem].records:
                        shared[record] += weight
                continue
            others = [held[other] for other in near.get(stem, ()) if other in held]
            own = held.get(stem, _Asking(0.0, frozenset(), frozenset()))
            for question in own.questions:
                overlap[question] += weight
            for record in own.records:
                shared[record] += weight
            for question in set().union(*(other.questions for other in others)).difference(own.questions):
                overlap[question] += nearly * weight
            for record in frozenset().union(*(other.records for other in others)) - own.records:
                shared[record] += nearly * weight
        found: dict[int, tuple[float, int]] = {}
        best = found.get
        none = (0.0, 0)
        for question, worth in overlap.items():
            answer = records[question]
            like = worth * worth / wholes[question]
            if answer is not None and like > best(answer, none)[0]:
                found[answer] = like, question
        return {
            record: Likeness(min(1.0, like / whole), shared[record] / whole, question)
            for record, (like, question) in found.items()
        }

    def _having(self, stems: Collection[str]) -> dict[str, _Asking]:
        """What is asked with each of some stems, where anything is; kept, for most of what is asked is asked with the
        same few."""
        unread = [stem for stem in stems if stem not in self._read]
        query = "SELECT stem, rarity, questions FROM question_stem WHERE stem IN (SELECT value FROM json_each(?))"
        records = self._rows[0]
        for stem, rarity, blob in self._library.many(query, unread) if unread else ():
            bound = {nth: record for nth in array("I", blob) if (record := records[nth]) is not None}
            self._read[stem] = _Asking(rarity, frozenset(bound), frozenset(bound.values()))
        return {stem: self._read[stem] for stem in stems if stem in self._read}

    def said(self, question: int) -> str:
        """A question as it is asked."""
        rows = self._library.rows("SELECT said FROM question WHERE id = ?", question)
        return str(rows[0][0]) if rows else ""
