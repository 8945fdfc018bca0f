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
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from rulesite.search import analysis, schema, thesaurus
from rulesite.search.bodies import Printed
from rulesite.search.parsing import ASIDES

FOLDER = Path(__file__).with_name("questions")
_MADE_FROM, _BOUND_TO = "questions", "questions bound"
"""Under these names a generation keeps by what its questions were made, and bound."""
_LONGEST = 8
"""The most words with which a rule opens here."""
_ASIDE = 0.15
"""What a word that only holds a question together counts beside one that is sought."""
ASIDE_STEMS = frozenset(map(analysis.stem, ASIDES))
"""Such words."""


class Answered(NamedTuple):
    """A rule and what is asked that it answers."""

    number: str
    opens: str
    asked: tuple[str, ...]


_Rows = tuple[list[tuple[int, str, str, str, float]], list[tuple[str, float, bytes]]]
"""The rows of the two tables."""


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
    rarity = {stem: rarity_of(stem, len(asked), len(each)) for stem, asked in asking.items()}
    questions = [
        (nth, number, opens, said, sum(rarity[stem] for stem in sorted(stems)))
        for nth, (number, opens, said, stems) in enumerate(each)
    ]
    return questions, [(stem, rarity[stem], array("I", asked).tobytes()) for stem, asked in sorted(asking.items())]


def rarity_of(stem: str, having: int, every: int) -> float:
    """How much a stem tells that so many of all questions have; little, if it only holds them together."""
    return math.log(1 + (every - having + 0.5) / (having + 0.5)) * (_ASIDE if stem in ASIDE_STEMS else 1.0)


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
