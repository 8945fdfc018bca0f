"""Postings: for each word the texts that have it, and how often; changed word by word."""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable

from rulesite.search import analysis, schema
from rulesite.search.ids import Ids

_MOST_TIMES = 255
"""No text says a word so often that more would count."""


class Postings:
    """The postings of a generation that is being written: texts are put in and taken out, then `store` writes."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._words: Ids[str] = Ids(db.execute("SELECT word, id FROM word"))
        self._come: dict[int, tuple[array[int], bytearray]] = defaultdict(lambda: (array("I"), bytearray()))
        self._gone: dict[int, set[int]] = defaultdict(set)

    def put(self, text: int, words: Iterable[str]) -> str:
        """Note the words of a new text, whose id is greater than those before it; returns them as letters."""
        letters = [schema.letter(self._words[word]) for word in words]
        for sign, times in Counter(letters).items():
            texts, often = self._come[schema.word_of(sign)]
            texts.append(text)
            often.append(min(times, _MOST_TIMES))
        return "".join(letters)

    def take(self, text: int, letters: str) -> None:
        """Note that a text is gone."""
        for sign in set(letters):
            self._gone[schema.word_of(sign)].add(text)

    def store(self) -> None:
        """Write what was noted; a word that no text has any more goes."""
        for word in self._words.new:
            row = [self._words[word], word, analysis.stem(word)]
            self._db.execute("INSERT INTO word VALUES (?, ?, ?, 0)", row)
        for word_id in sorted(self._come.keys() | self._gone.keys()):
            stored = self._db.execute("SELECT texts, times FROM posting WHERE word = ?", [word_id]).fetchone()
            texts, times = decode(*stored) if stored else (array("I"), bytearray())
            for text in self._gone.get(word_id, ()):
                at = bisect_left(texts, text)
                del texts[at], times[at]
            if word_id in self._come:
                texts.extend(self._come[word_id][0])
                times.extend(self._come[word_id][1])
            if texts:
                row = [word_id, texts.tobytes(), bytes(times)]
                self._db.execute("INSERT OR REPLACE INTO posting VALUES (?, ?, ?)", row)
                self._db.execute("UPDATE word SET texts = ? WHERE id = ?", [len(texts), word_id])
            else:
                self._db.execute("DELETE FROM posting WHERE word = ?", [word_id])
                self._db.execute("DELETE FROM word WHERE id = ?", [word_id])


def decode(texts: bytes, times: bytes) -> tuple[array[int], bytearray]:
    """A stored posting, its texts in the order of their ids."""
    found = array("I")
    found.frombytes(texts)
    return found, bytearray(times)
