"""Players' questions, and the rules of the current edition that answer them.

They are listed in ``questions/``, one file per chapter, written for the edition of 2026-06-19: the number of a rule,
its first words, and the questions that it answers. A question is bound to the rule of the current edition that starts
with these words and has the same number or, once that has changed, is in the same section. Other questions are not
used.
"""

from __future__ import annotations

import hashlib
import math
import sqlite3
import tomllib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rulesite.search import analysis
from rulesite.search.query import synonyms
from rulesite.search.query.parser import ASIDES
from rulesite.search.store import schema
from rulesite.search.store.stored_fields import Printed

FOLDER = Path(__file__).with_name("questions")
_BOUND_TO = "questions by section"
"""The name in a generation of what its questions were bound to: a digest for each section, and for "" that of the
questions themselves."""
QUESTIONS = "questions asked"
"""The name in a generation of two lists in the order of questions, which every search reads: the record of the current
edition that each is bound to, and the total rarity of its stems."""
_SECTION_LENGTH = 3
"""How many characters of a number are its section."""
_QUESTIONS = "SELECT id, number, opens, record FROM question"
MAX_OPENING = 8
"""The most first words of a rule that are compared."""
_ASIDE_WEIGHT = 0.15
"""The weight of a function word relative to any other word."""
ASIDE_STEMS = frozenset(map(analysis.stem, ASIDES))
"""The stems of function words."""


class Answered(NamedTuple):
    """A rule and the questions that it answers."""

    number: str
    opens: str
    questions: tuple[str, ...]


_Rows = tuple[list[tuple[int, str, str, str, float]], list[tuple[str, float, bytes]]]
"""The rows of the two tables."""


def read(folder: Path | None = None) -> Iterator[Answered]:
    """Yield the questions of a folder, by default the project's, in the order of files and numbers."""
    for path in sorted((folder or FOLDER).glob("*.toml")):
        for number, row in tomllib.loads(path.read_text(encoding="utf-8")).items():
            yield Answered(number, row["opens"], tuple(row["asked"]))


@cache
def _digest(folder: Path) -> str:
    """A digest that changes with the questions of a folder, and with the code that reads them."""
    digest = hashlib.blake2b(digest_size=8)
    for path in (*sorted(folder.glob("*.toml")), *(Path(module.__file__ or "") for module in (analysis, synonyms))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def opening(text: str, words: int) -> tuple[str, ...]:
    """The first words of a text, folded and without punctuation.

    >>> opening("A player who controls two or more", 3)
    ('a', 'player', 'who')
    """
    all_words = (word.text for word in analysis.words(text[: words * analysis.LONGEST_WORD]))
    return tuple(word for word, _ in zip(all_words, range(words), strict=False))


def store(db: sqlite3.Connection) -> None:
    """Store the questions, each bound to its provision of the current edition, which `fields` has stored.

    Stores none if the edition answers none of them. Unchanged sections are skipped.
    """
    row = db.execute("SELECT value FROM about WHERE name = ?", [_BOUND_TO]).fetchone()
    before: dict[str, str] = schema.unpack(row[0]) if row else {}
    now = {"": _digest(FOLDER), **_sections(db)}
    changed = {section for section in before.keys() | now.keys() if before.get(section) != now.get(section)}
    if not changed:
        return
    if "" in changed or not _bind_again(db, changed):
        answering = _answering(db, _opening(FOLDER, now[""]), set(now))
        _store_questions(db, _rows(FOLDER, now[""]) if answering else ([], []))
        _bind(db, answering, db.execute(_QUESTIONS).fetchall())
    rows = db.execute("SELECT record, whole FROM question ORDER BY id").fetchall()
    schema.keep(db, QUESTIONS, [[row[column] for row in rows] for column in (0, 1)])
    schema.keep(db, _BOUND_TO, now)


def _sections(db: sqlite3.Connection) -> dict[str, str]:
    """Section of the current edition to a digest of its provisions."""
    digests: dict[str, Any] = defaultdict(lambda: hashlib.blake2b(digest_size=8))
    for number, record, own in db.execute("SELECT number, record, own FROM provision ORDER BY number, record"):
        digests[number[:_SECTION_LENGTH]].update(number.encode() + record.to_bytes(8, "little") + own)
    return {section: digest.hexdigest() for section, digest in digests.items() if section}


def _bind_again(db: sqlite3.Connection, sections: set[str]) -> bool:
    """Bind the questions of some sections again; return whether any question at all is bound."""
    questions = [row for row in db.execute(_QUESTIONS) if row[1][:_SECTION_LENGTH] in sections]
    _bind(db, _answering(db, dict.fromkeys((number, opens) for _, number, opens, _ in questions), sections), questions)
    ((belongs,),) = db.execute("SELECT EXISTS (SELECT 1 FROM question WHERE record IS NOT NULL)")
    return bool(belongs)


def _bind(
    db: sqlite3.Connection, answering: Mapping[tuple[str, str], int], questions: Iterable[tuple[int, str, str, int]]
) -> None:
    moved = [(at, nth) for nth, *one, record in questions if (at := answering.get((one[0], one[1]))) != record]
    db.executemany("UPDATE question SET record = ? WHERE id = ?", moved)


def _store_questions(db: sqlite3.Connection, rows: _Rows) -> None:
    db.execute("DELETE FROM question")
    db.execute("DELETE FROM question_stem")
    db.executemany("INSERT INTO question VALUES (?, ?, ?, ?, ?, NULL)", rows[0])
    db.executemany("INSERT INTO question_stem VALUES (?, ?, ?)", rows[1])


@lru_cache(maxsize=1)
def _opening(folder: Path, digest: str) -> list[tuple[str, str]]:
    """The number and first words of each rule that answers questions in a folder; memoized like `_rows`."""
    return [(answered.number, answered.opens) for answered in read(folder)]


@lru_cache(maxsize=1)
def _rows(folder: Path, digest: str) -> _Rows:
    """The rows of the questions in a folder, as asked and as the rules word them, shortest first, and of their stems.

    Memoized, because one process may build many indexes.
    """
    each = [
        (answered.number, answered.opens, question_text, frozenset(analysis.stems(text)))
        for answered in read(folder)
        for question_text in answered.questions
        for text in dict.fromkeys(
            (question_text, *(expansion.text for expansion in synonyms.expansions(question_text)))
        )
    ]
    having = Counter(stem for *_, stems in each for stem in stems)
    rarity = {stem: rarity_of(stem, having_stem, len(each)) for stem, having_stem in having.items()}
    wholes = [sum(rarity[stem] for stem in sorted(stems)) for *_, stems in each]
    asking: dict[str, list[int]] = defaultdict(list)
    questions = []
    for question, index in enumerate(sorted(range(len(each)), key=wholes.__getitem__)):
        number, opens, question_text, stems = each[index]
        questions.append((question, number, opens, question_text, wholes[index]))
        for stem in stems:
            asking[stem].append(question)
    return questions, [
        (stem, rarity[stem], array("I", having_stem).tobytes()) for stem, having_stem in sorted(asking.items())
    ]


def rarity_of(stem: str, having: int, every: int) -> float:
    """The rarity of a stem that ``having`` of ``every`` questions have; low for function words."""
    return math.log(1 + (every - having + 0.5) / (having + 0.5)) * (_ASIDE_WEIGHT if stem in ASIDE_STEMS else 1.0)


def _answering(
    db: sqlite3.Connection, openings: Iterable[tuple[str, str]], sections: set[str]
) -> dict[tuple[str, str], int]:
    """Number and first words of a rule to the provision of the current edition that answers its questions.

    Rules of sections other than ``sections`` are left out.
    """
    query = """SELECT provision.record, provision.number, record.text FROM provision JOIN record
        ON record.id = provision.record WHERE provision.kind <> 'example'"""
    places = [row for row in db.execute(query) if row[1][:_SECTION_LENGTH] in sections and row[1]]
    printed = Printed(db).of({text for _, _, text in places})
    begins: dict[str, list[tuple[str, int, tuple[str, ...]]]] = defaultdict(list)
    for record, number, text in places:
        title, body = printed[text]
        begins[number[:_SECTION_LENGTH]].append((number, record, opening(body or title, MAX_OPENING)))
    answering = {}
    for rule_number, opens in openings:
        if not (beside := begins.get(rule_number[:_SECTION_LENGTH])):
            continue
        first_words = opening(opens, MAX_OPENING)
        alike = (place for place in beside if place[2][: len(first_words)] == first_words)
        records = {number: record for number, record, _ in alike}
        if rule_number in records or len(records) == 1:
            answering[rule_number, opens] = records.get(rule_number, next(iter(records.values())))
    return answering
