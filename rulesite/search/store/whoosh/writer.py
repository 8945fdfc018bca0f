"""Write full text: the words of each text go into the Whoosh folder of a generation, and are counted."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from rulesite.search import analysis
from rulesite.search.store.stored_fields import Printed
from rulesite.search.store.whoosh import segments


class FullText:
    """Full text of a generation being written: `put` and `take` texts, then `store`."""

    def __init__(self, db: sqlite3.Connection, generation: Path) -> None:
        self._db = db
        self._stems: dict[str, str] = dict(db.execute("SELECT word, stem FROM word"))
        self._texts: Counter[str] = Counter()
        """Word to the change in the number of texts that have it."""
        self._changes = segments.SegmentChanges(generation / segments.FOLDER)

    def put(self, text: int, title: str, body: str) -> None:
        """Add a text."""
        words = words_of(title, body)
        self._texts.update(set(words))
        self._changes.put(text, words, self._stems_of(words))

    def take(self, text: int, title: str, body: str) -> None:
        """Remove a text."""
        words = words_of(title, body)
        self._texts.subtract(set(words))
        self._changes.take(text, len(words))

    def store(self, printed: Printed) -> None:
        """Write the changes, and update the word counts; a word that no text has any more is deleted.

        ``printed`` has the texts.
        """

        def held(texts: Iterable[int]) -> Mapping[int, segments.Words]:
            words_by_text = {text: words_of(title, body) for text, (title, body) in printed.of(texts).items()}
            return {text: (words, self._stems_of(words)) for text, words in sorted(words_by_text.items())}

        self._changes.store(held)
        self._db.executemany(
            "INSERT INTO word VALUES (?, ?, ?) ON CONFLICT (word) DO UPDATE SET texts = texts + excluded.texts",
            [(word, self._stems[word], more) for word, more in self._texts.items() if more],
        )
        self._db.execute("DELETE FROM word WHERE texts = 0")

    def _stems_of(self, words: Iterable[str]) -> list[str]:
        stems = self._stems
        for word in words:
            if word not in stems:
                stems[word] = analysis.stem(word)
        return [stems[word] for word in words]


def words_of(title: str, body: str) -> list[str]:
    """The words of a text, those of its title first."""
    return [word.text for word in analysis.words(f"{title}\n{body}" if title and body else title or body)]
