"""The fields of the current edition: the words by which each provision matches, its own and those around it.

The current edition is the newest one of the first document. The weight of a stem in a provision depends on the fields
with it, its count there, and their lengths (BM25F). The result, its *impact*, is stored stem by stem, with the fields
that have it. The impacts of a provision depend only on its own fields, so a change of the book affects only the
provisions near it.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesite.search import analysis
from rulesite.search.store import schema
from rulesite.search.store.schema import EXAMPLE
from rulesite.search.store.stored_fields import Printed
from rulesite.text.numbering import RuleNumber

TITLE, TEXT, UNDER, ABOVE, EXAMPLES, BENEATH, FORMERLY, CITING = (1 << nth for nth in range(8))
"""Its title and its text; the titles above it; the text of its parent rule; its Examples; what is below it; the words
of its former texts; the texts that cite it."""
OWN = TITLE | TEXT
AROUND = OWN | UNDER | ABOVE | EXAMPLES
PAUSE = "."
"""Separates the sentences of a text among its stems."""
_SATURATION = 1.2
"""How soon further occurrences of a word stop counting; BM25's k1."""
_SENTENCE = re.compile(r"(?<=[.;:])\s+")
_CITED = re.compile(r"\d{3}(\.\d+)?([a-z]+)?")


class _Field(NamedTuple):
    """The weight of a word in a field, the strength of length normalization (BM25F's b), and the usual length."""

    weight: float
    levelled: float
    length: float


_FIELDS = {
    TITLE: _Field(6.0, 0.5, 2), TEXT: _Field(1.0, 0.5, 33), UNDER: _Field(1.5, 0.5, 3), ABOVE: _Field(0.3, 0.75, 22),
    EXAMPLES: _Field(0.1, 0.75, 100), BENEATH: _Field(0.2, 0.5, 140), FORMERLY: _Field(0.3, 0.75, 24),
    CITING: _Field(0.3, 0.75, 120),
}  # fmt: skip


class _Provision(NamedTuple):
    """A record of the current edition, and its place there."""

    record: int
    text: int
    family: int
    kind: str
    number: str
    context: str
    called: tuple[str, ...]
    """The stems of the glossary terms whose entries refer to it, if it is a section or heading."""


class _Held(NamedTuple):
    """The stored row of a provision: digests of its fields and of itself, and the numbers that its text cites."""

    made: bytes
    own: bytes
    number: str
    text: str
    cites: str


def store(db: sqlite3.Connection, edition: int | None) -> None:
    """Store the provisions and impacts of the current edition; ``edition`` is its number, None if there is none.

    Provisions that are unchanged, and not near a changed one, are neither read nor weighed again.
    """
    book = _Book(db, edition)
    rows = db.execute("SELECT record, made, own, number, text, cites FROM provision").fetchall()
    held = {row[0]: _Held(*row[1:]) for row in rows}
    book.read_citations({before.text: before.cites for before in held.values()})
    own = {record: book.own(one) for record, one in book.provisions.items()}
    moved = {record for record, now in own.items() if record not in held or held[record].own != now}
    gone = held.keys() - own.keys()
    if not moved and not gone:
        return
    near = book.near(moved, [held[record] for record in (*gone, *(moved & held.keys()))])
    sources = {record: book.sources(one) for record, one in book.provisions.items() if record in near}
    made = {record: book.digest(book.provisions[record], texts) for record, texts in sources.items()}
    changed = [record for record in made if record not in held or held[record].made != made[record]]
    db.executemany("DELETE FROM provision WHERE record = ?", [(record,) for record in gone])
    stems = _Stems(db)
    stems.read({text for record in changed for texts in sources[record].values() for text in texts})
    weighed: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
    for record in changed:
        one = book.provisions[record]
        fields = _fields_of(one, sources[record], stems)
        for stem, impact in _impacts(fields).items():
            weighed[stem][record] = impact
        title, body = (" ".join(stems.of(one.text)[nth]) for nth in (0, 1))
        row = [record, made[record], own[record], one.number, book.keys[one.text], book.cites[one.text], one.kind]
        row += [_rule(one.number), title, body, " ".join(analysis.stems(one.context))]
        db.execute(f"INSERT OR REPLACE INTO provision VALUES (?{', ?' * (len(row) - 1)})", row)
    _store_impacts(db, weighed, gone.union(changed))


def _store_impacts(
    db: sqlite3.Connection, weighed: Mapping[str, dict[int, tuple[int, int]]], renewed: Collection[int]
) -> None:
    """Replace the impacts of the ``renewed`` records."""
    renewed = set(renewed)
    kept: dict[str, dict[int, tuple[int, int]]] = {}
    for stem, _, records, impacts, fields in db.execute("SELECT * FROM impact").fetchall():
        having = array("I", records)
        if stem in weighed or not renewed.isdisjoint(having):
            held = zip(having, zip(impacts, fields, strict=True), strict=True)
            kept[stem] = {record: impact for record, impact in held if record not in renewed}
    for stem in kept.keys() | weighed.keys():
        now = sorted((kept.get(stem, {}) | weighed.get(stem, {})).items())
        row = (
            sum(1 for _, (_, fields) in now if fields & OWN),
            array("I", [record for record, _ in now]).tobytes(),
            bytes(impact for _, (impact, _) in now),
            bytes(fields for _, (_, fields) in now),
        )
        if now:
            db.execute("INSERT OR REPLACE INTO impact VALUES (?, ?, ?, ?, ?)", [stem, *row])
        else:
            db.execute("DELETE FROM impact WHERE stem = ?", [stem])


def _fields_of(one: _Provision, sources: Mapping[int, Iterable[int]], stems: _Stems) -> dict[int, list[str]]:
    """Field of a provision to its stems."""
    title, body = stems.of(one.text)
    stems_in = {TITLE: [*title, *one.called], TEXT: [stem for stem in body if stem != PAUSE]}
    stems_in[UNDER] = [stem for text in sources[UNDER] for stem in stems.of(text)[0]]
    if not title:
        stems_in[UNDER] += analysis.stems(one.context)
    stems_in[ABOVE] = [stem for text in sources[ABOVE] for stem in stems.of(text)[1]]
    for field in (EXAMPLES, BENEATH, CITING):
        stems_in[field] = [stem for text in sources[field] for part in stems.of(text) for stem in part]
    mine = {*title, *body}
    stems_in[FORMERLY] = [
        *{stem for text in sources[FORMERLY] for part in stems.of(text) for stem in part if stem not in mine}
    ]
    return {field: [stem for stem in field_stems if stem != PAUSE] for field, field_stems in stems_in.items()}


def _impacts(fields: Mapping[int, list[str]]) -> dict[str, tuple[int, int]]:
    """Stem to its impact, 1 to 255, and the fields that have it."""
    weights: dict[str, float] = defaultdict(float)
    fields_with: dict[str, int] = defaultdict(int)
    for field, stems in fields.items():
        weight, levelled, length = _FIELDS[field]
        unit_weight = weight / (1 - levelled + levelled * len(stems) / length)
        for stem, times in Counter(stems).items():
            weights[stem] += unit_weight * times
            fields_with[stem] |= field
    return {
        stem: (max(1, round(255 * weight / (_SATURATION + weight))), fields_with[stem])
        for stem, weight in weights.items()
    }


def _rule(number: str) -> str:
    """The number of the rule of a provision: "702.19" for 702.19 and 702.19b."""
    parsed = RuleNumber.try_parse(number)
    return str(parsed.parent) if parsed is not None and parsed.letter else number


@lru_cache(maxsize=10_000)
def _parent(number: str) -> str:
    """The number of the parent of a provision, "" for none.

    >>> [_parent(number) for number in ("702.19b", "702.19", "702", "7")]
    ['702.19', '702', '7', '']
    """
    parsed = RuleNumber.try_parse(number)
    return str(parsed.parent or "") if parsed is not None else ""


class _Stems:
    """The stems of titles and texts, with a mark between sentences."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._printed = Printed(db)
        self._held: dict[int, tuple[list[str], list[str]]] = {}

    def read(self, texts: Iterable[int]) -> None:
        """Read some texts."""
        for text, (title, body) in self._printed.of(texts).items():
            body_stems: list[str] = []
            for sentence in _SENTENCE.split(body):
                body_stems += [*([PAUSE] if body_stems else []), *analysis.stems(sentence)]
            self._held[text] = analysis.stems(title), body_stems

    def of(self, text: int) -> tuple[list[str], list[str]]:
        """The stems of the title and of the body of a text that was read."""
        return self._held[text]


class _Book:
    """The current edition in the tables, with the relations between its provisions."""

    def __init__(self, db: sqlite3.Connection, edition: int | None) -> None:
        self._db = db
        mask = 0 if edition is None else 1 << edition
        records = db.execute("SELECT id, text, family, kind, editions FROM record").fetchall()
        standing = {
            record: (text, family, kind)
            for record, text, family, kind, editions in records
            if schema.unpack_editions(editions) & mask
        }
        self.keys: dict[int, str] = dict(db.execute("SELECT id, key FROM text"))
        called = self._called(edition)
        query = "SELECT record, number, title, editions FROM place JOIN context ON context.id = context"
        provisions = [
            _Provision(record, *standing[record], number.lower(), context, tuple(called.get(record, ())))
            for record, number, context, editions in db.execute(query)
            if record in standing and schema.unpack_editions(editions) & mask
        ]
        provisions.sort(key=lambda one: (one.number, one.kind, self.keys[one.text], one.context))
        self.provisions = {one.record: one for one in provisions}
        """In an order that does not depend on how the index was built."""
        self.cites: dict[int, str] = {}
        """Text to the numbers of provisions in it."""
        families = {family for _, family, kind in standing.values() if kind != EXAMPLE}
        self._former: dict[int, set[int]] = defaultdict(set)
        for record, text, family, kind, _ in records:
            if family in families and record not in standing and kind != EXAMPLE:
                self._former[family].add(text)
        self._with_number: dict[str, list[_Provision]] = defaultdict(list)
        """Number to its provisions; Examples have the number of what they illustrate."""
        self._numbered: dict[str, _Provision] = {}
        self._examples: dict[str, list[_Provision]] = defaultdict(list)
        for one in self.provisions.values():
            self._with_number[one.number].append(one)
            if one.kind == EXAMPLE:
                self._examples[one.number].append(one)
            elif one.number:
                self._numbered[one.number] = one
        self._beneath: dict[str, list[_Provision]] = defaultdict(list)
        for number, one in self._numbered.items():
            self._beneath[_parent(number)].append(one)
        self._citing: dict[str, set[int]] = defaultdict(set)

    def _called(self, edition: int | None) -> dict[int, list[str]]:
        stems_of: dict[int, list[str]] = defaultdict(list)
        for (defines,) in self._db.execute("SELECT defines FROM edition WHERE number = ?", [edition]):
            for stems, record in schema.unpack(defines):
                stems_of[record] += stems.split()
        query = "SELECT id FROM record WHERE kind IN ('section', 'heading')"
        return {record: stems_of[record] for (record,) in self._db.execute(query) if record in stems_of}

    def read_citations(self, held: Mapping[str, str]) -> None:
        """Find the numbers that the texts cite; ``held`` maps the keys of known texts to their numbers."""
        texts = {one.text for one in self.provisions.values()}
        self.cites = {text: held[self.keys[text]] for text in texts if self.keys[text] in held}
        for text, (title, body) in Printed(self._db).of(texts - self.cites.keys()).items():
            words = dict.fromkeys(word.text for word in analysis.words(f"{title} {body}"))
            self.cites[text] = " ".join(word for word in words if _CITED.fullmatch(word))
        for one in self.provisions.values():
            for number in self.cites[one.text].split():
                if number != one.number:
                    self._citing[number].add(one.text)

    def sources(self, one: _Provision) -> dict[int, list[int]]:
        """Field of a provision to the texts that it is made from."""
        example = one.kind == EXAMPLE
        above = list(self._above(one))
        return {
            TEXT: [one.text],
            UNDER: [provision.text for provision in above],
            ABOVE: [provision.text for provision in above[:1]],
            EXAMPLES: [] if example else [provision.text for provision in self._examples.get(one.number, ())],
            BENEATH: [] if example else [provision.text for provision in self._beneath.get(one.number, ())],
            FORMERLY: self._formerly(one),
            CITING: [] if example else sorted(self._citing.get(one.number, ()), key=self.keys.__getitem__),
        }

    def _formerly(self, one: _Provision) -> list[int]:
        """The texts that a provision had in older editions."""
        return [] if one.kind == EXAMPLE else sorted(self._former.get(one.family, ()), key=self.keys.__getitem__)

    def own(self, one: _Provision) -> bytes:
        """A digest of a provision itself, without what is near it."""
        texts = [self.keys[text] for text in (one.text, *self._formerly(one))]
        data = repr((one[3:], texts)).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(data, digest_size=8).digest()

    def near(self, moved: Collection[int], before: Iterable[_Held]) -> set[int]:
        """The records whose fields may have changed: those that ``moved``, and those near them or the rows ``before``.

        Near are provisions with their numbers, above, below, or cited by them.
        """
        now = [self.provisions[record] for record in moved]
        numbers = {*(one.number for one in now), *(was.number for was in before)}
        beneath: dict[str, set[str]] = defaultdict(set)
        for number in self._with_number:
            while number:
                above = _parent(number)
                if number in beneath[above]:
                    break
                beneath[above].add(number)
                number = above
        reached, next_ = {*numbers, *map(_parent, numbers)}, list(numbers - {""})
        while next_:
            below = beneath[next_.pop()]
            reached |= below
            next_ += below
        for cites in (*(self.cites[one.text] for one in now), *(was.cites for was in before)):
            reached.update(cites.split())
        return {one.record for number in reached for one in self._with_number.get(number, ())} | set(moved)

    def digest(self, one: _Provision, sources: Mapping[int, Iterable[int]]) -> bytes:
        """A digest of a provision with all its fields."""
        near = [[self.keys[text] for text in texts] for texts in sources.values()]
        return hashlib.sha256(repr((one[3:], near)).encode("utf-8", "surrogatepass")).digest()

    def _above(self, one: _Provision) -> Iterator[_Provision]:
        """Yield the provisions above one, nearest first; for an Example, first the one that it illustrates."""
        number = one.number if one.kind == EXAMPLE else _parent(one.number)
        while number:
            if number in self._numbered:
                yield self._numbered[number]
            number = _parent(number)
