"""The distinct texts of a generation being written; each is stored once for all editions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from rulesite.search.indexing.corpus import Corpus
from rulesite.search.store import names, passages, schema
from rulesite.search.store.ids import Ids
from rulesite.search.store.stored_fields import Printed
from rulesite.search.store.whoosh.writer import FullText
from rulesite.text.wording import digest

_BATCH = 500
_TABLES = (("text", "id"), ("printed", "text"), ("joined", "text"), ("titled", "text"))


class Texts:
    """Texts by their keys; `store` writes new ones and deletes unused ones."""

    def __init__(self, db: sqlite3.Connection, generation: Path, book: Corpus) -> None:
        self._db, self._generation, self._book = db, generation, book
        self._ids: Ids[str] = Ids(db.execute("SELECT key, id FROM text"))
        self._keys: dict[tuple[str, int | None], str] = {}
        self._new: dict[int, tuple[str, str, int | None]] = {}
        """New text to its key, title and wording."""

    def __len__(self) -> int:
        return len(self._ids)

    def id_of(self, title: str, wording: int | None) -> int:
        """The id of the text with a title, a wording (by its database id), or both."""
        key = self._keys.get((title, wording))
        if key is None:
            key = self._book.digests[wording] if wording else ""
            self._keys[title, wording] = key = digest(f"{title}\0{key}") if title else key
        if key not in self._ids:
            self._new[self._ids[key]] = key, title, wording
        return self._ids[key]

    def keys(self) -> dict[int, str]:
        """Text to its key, which is the same in every generation."""
        return {text: key for key, text in self._ids.items()}

    def have_titles(self, texts: set[int]) -> bool:
        """Whether any of some texts has a title."""
        if any(title for text, (_, title, _) in self._new.items() if text in texts):
            return True
        query = "SELECT 1 FROM titled WHERE text IN (SELECT value FROM json_each(?)) LIMIT 1"
        return bool(schema.many(self._db, query, texts))

    def store(self, used: set[int]) -> tuple[int, int]:
        """Write all changes; ``used`` are the texts still in use. Returns how many were added and removed."""
        fulltext, printed = FullText(self._db, self._generation), Printed(self._db)
        gone = {key: text for key, text in self._ids.items() if text not in used}
        for key, text in gone.items():
            fulltext.take(text, *printed.of([text])[text])
            for table, column in _TABLES:
                self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", [text])
            del self._ids[key]
        printed.expect(len(self._new), self._some_bodies())
        for text, key, title, body in self._new_texts():
            fulltext.put(text, title, body)
            printed.put(text, title, body)
            self._store(text, key, title, body)
        fulltext.store(printed)
        passages.arrange(self._db, printed, {key: self._ids[key] for key in self._ids.new}, gone, self.keys())
        return len(self._new), len(gone)

    def _some_bodies(self) -> list[str]:
        """The bodies of some new texts, independent of the order in which they came."""
        some = sorted((key, wording) for key, _, wording in self._new.values() if wording)[:_BATCH]
        bodies = self._book.texts({wording for _, wording in some})
        return [bodies[wording] for _, wording in some]

    def _new_texts(self) -> Iterator[tuple[int, str, str, str]]:
        """Yield the id, key, title and body of each new text."""
        new = sorted(self._new.items())
        for first in range(0, len(new), _BATCH):
            batch = new[first : first + _BATCH]
            bodies = self._book.texts({wording for _, (_, _, wording) in batch if wording})
            for text, (key, title, wording) in batch:
                yield text, key, title, bodies[wording] if wording else ""

    def _store(self, text: int, key: str, title: str, body: str) -> None:
        self._db.execute("INSERT INTO text VALUES (?, ?)", [text, key])
        if joined := passages.joined(title, body):
            self._db.execute("INSERT INTO joined VALUES (?, ?)", [text, joined])
        if title:
            stems = " ".join(names.stems_of(title))
            self._db.execute("INSERT INTO titled VALUES (?, ?, ?)", [text, names.name_of(title), stems])
