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
"""Under this name a generation keeps to what its questions were bound: a digest for each section, and for "" that of
the questions themselves."""
ASKED = "questions asked"
"""Under this name it keeps, of all questions in the order of their ids, which record of today's book each belongs to
and what its stems are worth together: what every search looks at."""
_SECTION = 3
"""So many signs of a number are those of its section."""
_QUESTIONS = "SELECT id, number, opens, record FROM question"
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
    for path in (*sorted(folder.glob("*.toml")), *(Path(module.__file__ or "") for module in (analysis, synonyms))):
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
    it belongs; none beside a book that answers none of them.

    A section that says what it said is not looked at again.
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
    asked = db.execute("SELECT record, whole FROM question ORDER BY id").fetchall()
    schema.keep(db, ASKED, [[row[nth] for row in asked] for nth in (0, 1)])
    schema.keep(db, _BOUND_TO, now)


def _sections(db: sqlite3.Connection) -> dict[str, str]:
    """For each section of today's book a digest of what stands there."""
    made: dict[str, Any] = defaultdict(lambda: hashlib.blake2b(digest_size=8))
    for number, record, own in db.execute("SELECT number, record, own FROM provision ORDER BY number, record"):
        made[number[:_SECTION]].update(number.encode() + record.to_bytes(8, "little") + own)
    return {section: digest.hexdigest() for section, digest in made.items() if section}


def _bind_again(db: sqlite3.Connection, sections: set[str]) -> bool:
    """Let the questions of some sections belong to what stands there now; whether any question still belongs to
    anything."""
    asked = [row for row in db.execute(_QUESTIONS) if row[1][:_SECTION] in sections]
    _bind(db, _answering(db, dict.fromkeys((number, opens) for _, number, opens, _ in asked), sections), asked)
    ((belongs,),) = db.execute("SELECT EXISTS (SELECT 1 FROM question WHERE record IS NOT NULL)")
    return bool(belongs)


def _bind(
    db: sqlite3.Connection, answering: Mapping[tuple[str, str], int], asked: Iterable[tuple[int, str, str, int]]
) -> None:
    moved = [(at, nth) for nth, *one, record in asked if (at := answering.get((one[0], one[1]))) != record]
    db.executemany("UPDATE question SET record = ? WHERE id = ?", moved)


def _store_questions(db: sqlite3.Connection, asked: _Rows) -> None:
    db.execute("DELETE FROM question")
    db.execute("DELETE FROM question_stem")
    db.executemany("INSERT INTO question VALUES (?, ?, ?, ?, ?, NULL)", asked[0])
    db.executemany("INSERT INTO question_stem VALUES (?, ?, ?)", asked[1])


@lru_cache(maxsize=1)
def _opening(folder: Path, digest: str) -> list[tuple[str, str]]:
    """The number of each rule that answers questions in a folder, and how it opens; kept as `_rows` are."""
    return [(one.number, one.opens) for one in read(folder)]


@lru_cache(maxsize=1)
def _rows(folder: Path, digest: str) -> _Rows:
    """The questions in a folder, each as it is asked and as the rules would say it, the shortest first, and where each
    stem stands among them; kept, for one process may make many an index."""
    each = [
        (one.number, one.opens, said, frozenset(analysis.stems(text)))
        for one in read(folder)
        for said in one.asked
        for text in dict.fromkeys((said, *(told.text for told in synonyms.told(said))))
    ]
    having = Counter(stem for *_, stems in each for stem in stems)
    rarity = {stem: rarity_of(stem, asked, len(each)) for stem, asked in having.items()}
    wholes = [sum(rarity[stem] for stem in sorted(stems)) for *_, stems in each]
    asking: dict[str, list[int]] = defaultdict(list)
    questions = []
    for question, nth in enumerate(sorted(range(len(each)), key=wholes.__getitem__)):
        number, opens, said, stems = each[nth]
        questions.append((question, number, opens, said, wholes[nth]))
        for stem in stems:
            asking[stem].append(question)
    return questions, [(stem, rarity[stem], array("I", asked).tobytes()) for stem, asked in sorted(asking.items())]


def rarity_of(stem: str, having: int, every: int) -> float:
    """How much a stem tells that so many of all questions have; little, if it only holds them together."""
    return math.log(1 + (every - having + 0.5) / (having + 0.5)) * (_ASIDE if stem in ASIDE_STEMS else 1.0)


def _answering(
    db: sqlite3.Connection, asked: Iterable[tuple[str, str]], sections: set[str]
) -> dict[tuple[str, str], int]:
    """The provision of today's book that answers what is asked of a rule, by that rule's number and opening words;
    what is asked of other sections is left out."""
    query = """SELECT provision.record, provision.number, record.text FROM provision JOIN record
        ON record.id = provision.record WHERE provision.kind <> 'example'"""
    places = [row for row in db.execute(query) if row[1][:_SECTION] in sections and row[1]]
    printed = Printed(db).of({text for _, _, text in places})
    begins: dict[str, list[tuple[str, int, tuple[str, ...]]]] = defaultdict(list)
    for record, number, text in places:
        title, body = printed[text]
        begins[number[:_SECTION]].append((number, record, opening(body or title, _LONGEST)))
    found = {}
    for asked_of, opens in asked:
        if not (beside := begins.get(asked_of[:_SECTION])):
            continue
        wanted = opening(opens, _LONGEST)
        alike = (place for place in beside if place[2][: len(wanted)] == wanted)
        here = {number: record for number, record, _ in alike}
        if asked_of in here or len(here) == 1:
            found[asked_of, opens] = here.get(asked_of, next(iter(here.values())))
    return found
