"""Names: headings and glossary terms, sorted for typeahead; rebuilt for each generation."""

from __future__ import annotations

import re
import sqlite3

from rulesite.search import analysis
from rulesite.search.store import passages, schema
from rulesite.search.store.schema import EXAMPLE, GLOSSARY
from rulesite.text.emphasis import unmarked

NAMES, STARTS, DEFINES, JOINED = "names", "starts", "defines", "joined"
"""The stored lists:

- each name, whether it is a heading or a term, and the record of its newest place;
- sorted, the rest of each name from each of its words on: index of the name, offset, number of words skipped;
- glossary terms, with the record to which their entry refers, and the last edition in which it does;
- the hyphenated words.
"""
HEADING, TERM = "heading", "term"
_REMARK = re.compile(r"(?<=\S)\s*\([^()]*\)$")


def name_of(title: str) -> str:
    """A title as shown, without the colon that some old headings have."""
    return unmarked(title).rstrip(": ")


def names_in(term: str) -> list[str]:
    """A glossary term, and each of the names that it combines.

    >>> names_in("Modal, Mode"), names_in("Legend Rule")
    (['Modal, Mode', 'Modal', 'Mode'], ['Legend Rule'])
    """
    parts = [part for part in re.split(r"[,;] (?:or )?", _REMARK.sub("", term)) if part]
    return [term, *parts] if len(parts) > 1 else [term]


def stems_of(title: str) -> list[str]:
    """The stems of a title, without a remark such as "(Obsolete)" after it.

    >>> stems_of("State-Based Actions (Obsolete)") == stems_of("state-based action")
    True
    """
    return analysis.stems(_REMARK.sub("", title))


def store(db: sqlite3.Connection, *, names: bool, defines: bool) -> None:
    """Store the hyphenated words and, if they may have changed, ``names`` and what the glossary ``defines``."""
    documents = [document for (document,) in db.execute("SELECT document FROM edition ORDER BY number")]
    if names:
        _store_names(db, documents)
    if defines:
        _store_defines(db)
    newest = {document: number for number, document in enumerate(documents)}
    schema.keep(db, JOINED, passages.joined_words(db, sum(1 << number for number in newest.values())))


def _store_names(db: sqlite3.Connection, documents: list[str]) -> None:
    first: dict[str, int] = {}
    for number, document in enumerate(documents):
        first.setdefault(document, number)
    newest_of: dict[tuple[str, str], tuple[tuple[int, int, int], int]] = {}
    for record, kind, editions, sequence, title in db.execute(
        "SELECT record.id, kind, editions, sequence, title FROM record JOIN titled ON titled.text = record.text"
    ):
        name = analysis.fold(title)
        if not name or kind == EXAMPLE:
            continue
        newest = schema.unpack_editions(editions).bit_length() - 1
        rank = (-first[documents[newest]], newest, -sequence)
        slot = (name, TERM if kind == GLOSSARY else HEADING)
        if slot not in newest_of or rank > newest_of[slot][0]:
            newest_of[slot] = rank, record
    rows = sorted((name, kind, record) for (name, kind), (_, record) in newest_of.items())
    schema.keep(db, NAMES, rows)
    names = sorted({name for name, _ in newest_of})
    starts = [
        (name[word.start :], skipped, index, word.start)
        for index, name in enumerate(names)
        for skipped, word in enumerate(analysis.words(name))
    ]
    schema.keep(db, STARTS, [(index, start, skipped) for _, skipped, index, start in sorted(starts)])


def _store_defines(db: sqlite3.Connection) -> None:
    last: dict[tuple[str, int], int] = {}
    for number, defines in db.execute("SELECT number, defines FROM edition ORDER BY number"):
        for stems, record in schema.unpack(defines):
            last[stems, record] = number
    schema.keep(db, DEFINES, sorted((stems, record, number) for (stems, record), number in last.items()))
