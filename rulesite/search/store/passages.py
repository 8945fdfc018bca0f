"""Passages: the folded bodies of all texts, in shelves, in which completion finds continuations of a phrase.

The key of a text determines its shelf. So a shelf is rebuilt without the others, and its contents do not depend on the
order in which editions were indexed.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rulesite.search import analysis
from rulesite.search.store import schema
from rulesite.search.store.stored_fields import Printed
from rulesite.text.emphasis import unmarked

_PAUSE = re.compile(r"\s*(?:—|--+)\s*")
"""A dash between two parts of a sentence, which folding would make the hyphen of one word."""
JOINED = re.compile(r"[\w']+(?:-[\w']+)+")
"""A word with a hyphen, or with several."""
_WAY_ON = re.compile(r"([\w'-]*)((?:[:,]? [\w'-]+)?)")
_MIN_TEXTS = 5
"""How many texts must have a hyphenated word that no current text has: some old sources lost their dashes."""


def shelf_of(key: str) -> int:
    """The shelf of the text with a key."""
    return int(key[:2], 16)


def plain(text: str) -> str:
    """A text as completion searches it: folded, without markup."""
    return analysis.fold(_PAUSE.sub("; ", unmarked(text)))


def joined(title: str, body: str) -> str:
    """The hyphenated words of a title and, after a bar, of a body; "" if there are none.

    >>> joined("State-Based Actions", "A face-down card.")
    'state-based|face-down'
    """
    hyphenated = (
        sorted(set(JOINED.findall(plain(part)))) if "-" in analysis.fold(part) else [] for part in (title, body)
    )
    stored = "|".join(" ".join(words) for words in hyphenated)
    return "" if stored == "|" else stored


def arrange(
    db: sqlite3.Connection,
    printed: Printed,
    come: Mapping[str, int],
    gone: Mapping[str, int],
    keys: Mapping[int, str],
) -> None:
    """Add the bodies of texts that ``come`` to their shelves, remove those ``gone``; ``keys`` are of all texts."""
    shelves = {shelf_of(key) for key in (*come, *gone)}
    bodies = printed.of(come.values())
    new: dict[int, dict[int, str]] = defaultdict(dict)
    for key, text in come.items():
        new[shelf_of(key)][text] = f"{plain(bodies[text][1])}\n"
    left = set(gone.values())
    query = "SELECT shelf, texts, lengths, packed FROM passages WHERE shelf IN (SELECT value FROM json_each(?))"
    for shelf, *row in schema.many(db, query, shelves):
        spans, characters = _unpacked(*row)
        new[shelf].update((text, characters[first:last]) for text, first, last in spans if text not in left)
    for shelf in sorted(shelves):
        texts = sorted(new[shelf], key=keys.__getitem__)
        packed = (
            array("I", texts).tobytes(),
            array("I", [len(new[shelf][text]) for text in texts]).tobytes(),
            zlib.compress("".join(new[shelf][text] for text in texts).encode("utf-8", "surrogatepass")),
        )
        db.execute("INSERT OR REPLACE INTO passages VALUES (?, ?, ?, ?)", [shelf, *packed])


def _unpacked(texts: bytes, lengths: bytes, packed: bytes) -> tuple[list[tuple[int, int, int]], str]:
    """The texts of a shelf with their spans, and its characters."""
    spans, offset = [], 0
    for text, length in zip(memoryview(texts).cast("I"), memoryview(lengths).cast("I"), strict=True):
        spans.append((text, offset, offset + length))
        offset += length
    return spans, zlib.decompress(packed).decode("utf-8", "surrogatepass")


def joined_words(db: sqlite3.Connection, current: int) -> list[str]:
    """The hyphenated words of titles, of texts in the ``current`` editions, and of many texts."""
    rows = db.execute("SELECT text, words FROM joined").fetchall()
    standing = {
        text
        for text, editions in schema.many(
            db,
            "SELECT text, editions FROM record WHERE text IN (SELECT value FROM json_each(?))",
            [text for text, _ in rows],
        )
        if schema.unpack_editions(editions) & current
    }
    joined: set[str] = set()
    counts: Counter[str] = Counter()
    for text, words_of_text in rows:
        title, _, body = words_of_text.partition("|")
        words = body.split()
        joined.update(title.split())
        counts.update(words)
        if text in standing:
            joined.update(words)
    return sorted(joined | {word for word, texts in counts.items() if texts >= _MIN_TEXTS})


class Passages:
    """The bodies of all texts in memory."""

    def __init__(self, rows: Iterable[tuple[bytes, bytes, bytes]]) -> None:
        shelves, offset = ["\n"], 1
        self._spans: dict[int, tuple[int, int]] = {}
        for row in rows:
            spans, characters = _unpacked(*row)
            self._spans.update((text, (offset + first, offset + last)) for text, first, last in spans)
            shelves.append(characters)
            offset += len(characters)
        self._all_text = "".join(shelves)

    def ways_on(self, start: str, texts: Iterable[int] | None = None) -> Iterator[tuple[str, str]]:
        """Yield the rest of the last word and the next word for each passage that starts with ``start``.

        Searches all texts, which are some megabytes, or only ``texts``.
        """
        characters, spans = self._all_text, self._spans
        for first, last in [(0, len(characters))] if texts is None else sorted(spans[text] for text in texts):
            offset = characters.find(start, first, last)
            while offset >= 0:
                end = offset + len(start)
                if not (start[0].isalnum() and characters[offset - 1].isalnum()) and (
                    match := _WAY_ON.match(characters, end)
                ):
                    yield match[1], match[2]
                offset = characters.find(start, end, last)
