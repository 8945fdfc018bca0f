"""``python -m tests.search.judging``: how the labelled queries are answered, beside SQLite's full text alone.

FTS5 is given the edition for which they are labelled and nothing else, a row for each text with its title, and the
words of a query, all of them or any.  Nothing is judged in a library where another edition is the newest.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
django.setup()

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from rulesite.search import analysis, search, searcher  # noqa: E402
from rulesite.text.emphasis import unmarked  # noqa: E402
from tests.search import labelled  # noqa: E402

_WITHIN = 5
Told = tuple[str, str, str]
"""The number, the kind and the title above of what was found."""
Ways = dict[str, Callable[[labelled.Row], list[Told]]]


def ours(row: labelled.Row) -> list[Told]:
    """What the site's search finds."""
    hits = search.search(row.query, size=_WITHIN).hits
    return [(hit.number, hit.kind, hit.title) for hit in hits if hit.edition == row.edition]


class Plain:
    """SQLite's full text over the newest edition alone."""

    def __init__(self, library: searcher.Searcher) -> None:
        self._db = sqlite3.connect(":memory:")
        self._db.execute("CREATE VIRTUAL TABLE said USING fts5 (title, body, tokenize = 'porter unicode61')")
        self._told: dict[int, Told] = {}
        today = library.today
        printed = library.printed(today.records_of)
        for record, places in library.places(today.standing).items():
            place = next(place for place in places if place.editions >> today.edition & 1)
            held = library.records[record]
            title, body = printed[held.text]
            self._db.execute("INSERT INTO said (rowid, title, body) VALUES (?, ?, ?)", [record, title, unmarked(body)])
            self._told[record] = (place.number, held.kind, place.context)

    def find(self, row: labelled.Row, joined: str) -> list[Told]:
        """The best texts by BM25 with all words (``AND``) or any (``OR``)."""
        words = [word.text.replace('"', "") for word in analysis.words(row.query)]
        expression = f" {joined} ".join(f'"{word}"' for word in words if any(map(str.isalnum, word)))
        if not expression:
            return []
        found = self._db.execute(
            "SELECT rowid FROM said WHERE said MATCH ? ORDER BY rank LIMIT ?", [expression, _WITHIN]
        )
        return [self._told[record] for (record,) in found]


def judged(rows: Sequence[labelled.Row], ways: Ways) -> Iterator[list[str]]:
    """For each kind of query, and for all, how many there are, and how many each way answers first and within five."""
    kinds: dict[str, list[labelled.Row]] = defaultdict(list)
    for row in rows:
        kinds[row.kind].append(row)
    kinds["all"] = list(rows)
    answers = {name: {row: find(row) for row in rows} for name, find in ways.items()}
    for kind, asked in kinds.items():
        line = [kind, f"{len(asked)}"]
        for found in answers.values():
            first = sum(any(row.is_first(*told) for told in found[row][:1]) for row in asked)
            within = sum(any(row.is_well(*told) for told in found[row]) for row in asked)
            line += [f"{first / len(asked):.2f}", f"{within / len(asked):.2f}"]
        yield line


def main() -> None:
    """Print what is learned from and what is held back, each kind of query by itself."""
    library = searcher.current()
    newest = library.editions[library.today.edition].address
    if newest != labelled.EDITION:
        print(f"Labelled queries: left out, for they are labelled for {labelled.EDITION}, and the newest is {newest}.")
        return
    plain = Plain(library)
    ways: Ways = {
        "search": ours,
        "FTS5, all words": lambda row: plain.find(row, "AND"),
        "FTS5, any word": lambda row: plain.find(row, "OR"),
    }
    for held_back in (True, False):
        rows = [row for row in labelled.rows() if row.held_back == held_back and row.kind != "number"]
        title = f"Labelled queries {'held back' if held_back else 'learned from'}: answered first, and within {_WITHIN}"
        table = Table(title=title, title_justify="left")
        for name in ("kind", "queries", *(f"{way}, {what}" for way in ways for what in ("first", f"in {_WITHIN}"))):
            table.add_column(name, justify="left" if name == "kind" else "right")
        for line in judged([row for row in rows if row.edition == labelled.EDITION], ways):
            table.add_row(*line)
        Console(width=140).print(table)
    if others := [row.edition for row in labelled.rows() if row.edition != labelled.EDITION]:
        editions = ", ".join(sorted(set(others)))
        print(f"{len(others)} more are left out, for they are labelled for other editions ({editions}).")


if __name__ == "__main__":
    main()
