"""Passages: the bodies of all texts, folded, on shelves: where the box looks for how a phrase may go on.

A text's shelf is chosen by its key. So a shelf is made anew without the others, and what stands on it does not depend
on the order in which editions came in.
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
_OFTEN = 5
"""In how many texts a word with a hyphen must stand, if no current one has it: some old sources lost their dashes."""


def shelf_of(key: str) -> int:
    """The shelf of a text, by its key."""
    return int(key[:2], 16)


def plain(text: str) -> str:
    """A text as the box looks through it."""
    return analysis.fold(_PAUSE.sub("; ", unmarked(text)))


def joined(title: str, body: str) -> str:
    """The words with a hyphen of a title, and of a body after a bar; "" where neither has any.

    >>> joined("State-Based Actions", "A face-down card.")
    'state-based|face-down'
    """
    found = (sorted(set(JOINED.findall(plain(part)))) if "-" in analysis.fold(part) else [] for part in (title, body))
    said = "|".join(" ".join(words) for words in found)
    return "" if said == "|" else said


def arrange(
    db: sqlite3.Connection,
    printed: Printed,
    come: Mapping[str, int],
    gone: Mapping[str, int],
    keys: Mapping[int, str],
) -> None:
    """Put the bodies of new texts on their shelves, and take others away; ``keys`` are those of all texts."""
    wanted = {shelf_of(key) for key in (*come, *gone)}
    bodies = printed.of(come.values())
    new: dict[int, dict[int, str]] = defaultdict(dict)
    for key, text in come.items():
        new[shelf_of(key)][text] = f"{plain(bodies[text][1])}\n"
    left = set(gone.values())
    query = "SELECT shelf, texts, lengths, packed FROM passages WHERE shelf IN (SELECT value FROM json_each(?))"
    for shelf, *row in schema.many(db, query, wanted):
        spans, said = _unpacked(*row)
        new[shelf].update((text, said[first:last]) for text, first, last in spans if text not in left)
    for shelf in sorted(wanted):
        texts = sorted(new[shelf], key=keys.__getitem__)
        packed = (
            array("I", texts).tobytes(),
            array("I", [len(new[shelf][text]) for text in texts]).tobytes(),
            zlib.compress("".join(new[shelf][text] for text in texts).encode("utf-8", "surrogatepass")),
        )
        db.execute("INSERT OR REPLACE INTO passages VALUES (?, ?, ?, ?)", [shelf, *packed])


def _unpacked(texts: bytes, lengths: bytes, packed: bytes) -> tuple[list[tuple[int, int, int]], str]:
    """Which texts stand on a shelf and from where to where, and all that they say."""
    spans, at = [], 0
    for text, length in zip(memoryview(texts).cast("I"), memoryview(lengths).cast("I"), strict=True):
        spans.append((text, at, at + length))
        at += length
    return spans, zlib.decompress(packed).decode("utf-8", "surrogatepass")


def joined_words(db: sqlite3.Connection, current: int) -> list[str]:
    """The words with a hyphen that a text of the ``current`` editions, a title, or many texts have."""
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
    found: set[str] = set()
    often: Counter[str] = Counter()
    for text, said in rows:
        title, _, body = said.partition("|")
        words = body.split()
        found.update(title.split())
        often.update(words)
        if text in standing:
            found.update(words)
    return sorted(found | {word for word, texts in often.items() if texts >= _OFTEN})


class Passages:
    """The bodies of all texts, read."""

    def __init__(self, rows: Iterable[tuple[bytes, bytes, bytes]]) -> None:
        shelves, at = ["\n"], 1
        self._spans: dict[int, tuple[int, int]] = {}
        for row in rows:
            spans, said = _unpacked(*row)
            self._spans.update((text, (at + first, at + last)) for text, first, last in spans)
            shelves.append(said)
            at += len(said)
        self._said = "".join(shelves)

    def ways_on(self, start: str, texts: Iterable[int] | None = None) -> Iterator[tuple[str, str]]:
        """For each passage that begins so, the rest of its last word, and the word that follows.

        Looks through everything, which is some megabytes, or through some texts.
        """
        said, spans = self._said, self._spans
        for first, last in [(0, len(said))] if texts is None else sorted(spans[text] for text in texts):
            at = said.find(start, first, last)
            while at >= 0:
                end = at + len(start)
                if not (start[0].isalnum() and said[at - 1].isalnum()) and (way := _WAY_ON.match(said, end)):
                    yield way[1], way[2]
                at = said.find(start, end, last)
