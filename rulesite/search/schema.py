"""What the Whoosh index holds: the words of one distinct text, and the key by which the catalogue knows it.

Where a text stands (editions, numbers, threads) is the catalogue's business: a new edition that repeats a wording
changes no document of the index.
"""

from __future__ import annotations

from whoosh.fields import ID, TEXT, Schema

from rulesite.search.analysis import RulesTokenizer

FORMAT = 2
"""Raised when the index or the catalogue is laid out otherwise: older ones are then built anew."""


def make() -> Schema:
    """The schema: exact words with their positions, for phrases; stems, for everything else."""
    return Schema(
        key=ID(stored=True, unique=True),
        words=TEXT(analyzer=RulesTokenizer(), phrase=True),
        stems=TEXT(analyzer=RulesTokenizer(stemmed=True), phrase=False),
    )
