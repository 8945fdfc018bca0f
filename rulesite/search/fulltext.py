"""Full text: the words of every text in a table of SQLite's FTS5, written text by text.

FTS5 keeps them in two columns, as they are printed and by their stems, finds words and phrases in either, and ranks by
BM25. It gets our own words (`analysis`), with a space between any two: its tokenizer has nothing left to decide.
"""

from __future__ import annotations

import sqlite3
import string
from collections import Counter
from collections.abc import Iterable

from rulesite.search import analysis
from rulesite.trouble import Trouble

_TOKENIZER = "ascii tokenchars '" + string.punctuation.replace("'", "''") + "'"
"""Whatever stands between two spaces is one word."""
_AT_ONCE = 1 << 24
"""Bytes of words that are gathered before they are written, so that an index made from nothing is in one piece."""
TABLES = f"""
CREATE VIRTUAL TABLE said USING fts5 (words, stems, content='', tokenize="{_TOKENIZER.replace('"', '""')}");
INSERT INTO said (said, rank) VALUES ('hashsize', {_AT_ONCE});
CREATE TABLE word (word TEXT PRIMARY KEY, stem TEXT, texts INTEGER) WITHOUT ROWID;
"""
"""``said`` has the words of each text; its content is nowhere else, so a text that goes is told again. ``word`` says of
each word what its stem is here, and how many texts have it."""


class FullText:
    """The full text of a generation that is being written: texts are put in and taken out, then `store` counts."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._stems: dict[str, str] = dict(db.execute("SELECT word, stem FROM word"))
        self._texts: Counter[str] = Counter()
        """For each word, in how many texts more it stands, or in how many less."""

    def put(self, text: int, title: str, body: str) -> None:
        """Let a text be found by its words."""
        words = words_of(title, body)
        self._texts.update(set(words))
        self._db.execute("INSERT INTO said (rowid, words, stems) VALUES (?, ?, ?)", [text, *self._columns(words)])

    def take(self, text: int, title: str, body: str) -> None:
        """Let a text that was put in be found no more."""
        words = words_of(title, body)
        self._texts.subtract(set(words))
        row = [text, *self._columns(words)]
        self._db.execute("INSERT INTO said (said, rowid, words, stems) VALUES ('delete', ?, ?, ?)", row)

    def store(self) -> None:
        """Count the words anew; one that no text has any more goes."""
        self._db.executemany(
            "INSERT INTO word VALUES (?, ?, ?) ON CONFLICT (word) DO UPDATE SET texts = texts + excluded.texts",
            [(word, self._stems[word], more) for word, more in self._texts.items() if more],
        )
        self._db.execute("DELETE FROM word WHERE texts = 0")

    def _columns(self, words: Iterable[str]) -> tuple[str, str]:
        stems = self._stems
        for word in words:
            if word not in stems:
                stems[word] = analysis.stem(word)
        return " ".join(words), " ".join(map(stems.__getitem__, words))


def words_of(title: str, body: str) -> list[str]:
    """The words of a text, those of its title first."""
    return [word.text for word in analysis.words(f"{title}\n{body}" if title and body else title or body)]


def phrase(words: Iterable[str]) -> str:
    """Words side by side, as FTS5 is asked for them.

    >>> print(phrase(["{t}", "can't", 'a"b']))
    "{t} can't a""b"
    """
    return '"' + " ".join(words).replace('"', '""') + '"'


def check() -> None:
    """Raise Trouble where the SQLite of this Python was built without FTS5."""
    db = sqlite3.connect(":memory:")
    try:
        db.execute("CREATE VIRTUAL TABLE said USING fts5 (words)")
    except sqlite3.OperationalError as error:
        raise Trouble(
            f"SQLite {sqlite3.sqlite_version} of this Python was built without full-text search (FTS5)",
            "use a Python whose SQLite has it, as those of Debian and python.org have",
            str(error),
        ) from error
    finally:
        db.close()
