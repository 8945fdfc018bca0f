"""Which texts fit a query, and how well by their words alone: asked of SQLite's full text, which ranks by BM25.

This is the door to the engine. Nothing that is typed reaches its language: an expression is made of words that the
vocabulary holds, each in quotes, and of the few words that a query may have, so nothing that is typed can make it slow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesite.search import analysis, parsing
from rulesite.search.fulltext import phrase
from rulesite.search.parsing import Query, Sought
from rulesite.search.snapshot import Library

_SCORED = "SELECT rowid, -bm25(said) FROM said WHERE said MATCH ?"
_BARE = "SELECT rowid FROM said WHERE said MATCH ?"
Scores = dict[int, float]
"""Texts, and how well each fits."""


def find(library: Library, asked: Query) -> Scores:
    """The texts that meet every condition of a query and say nothing that it excludes."""
    groups = [_one_of(library, group) for group in asked.conditions]
    if not groups or not all(groups):
        return {}
    expression = " AND ".join(groups)
    if excluded := _one_of(library, asked.excluded):
        expression = f"({expression}) NOT {excluded}"
    return dict(library.rows(_SCORED, expression))


def saying(library: Library, words: Sequence[str], beginning: str = "") -> set[int]:
    """The texts that say words side by side, and then one that begins so."""
    if not all(word in library.vocabulary for word in words):
        return set()
    expression = f"words : {phrase([*words, beginning])} *" if beginning else f"words : {phrase(words)}"
    return {text for (text,) in library.rows(_BARE, expression)}


def together(library: Library, stems: Sequence[str], apart: int = 0) -> set[int]:
    """The texts that have stems side by side in this order; in any, with so many other words between them."""
    if not all(stem in library.vocabulary.with_stem for stem in stems):
        return set()
    if apart:
        expression = f"stems : NEAR({' '.join(phrase([stem]) for stem in stems)}, {apart})"
    else:
        expression = f"stems : {phrase(stems)}"
    return {text for (text,) in library.rows(_BARE, expression)}


def texts_with(library: Library, group: Iterable[Sought]) -> int:
    """About how many texts have one of these."""
    counts = library.vocabulary.stem_counts
    return sum(min(counts.get(stem, 0) for stem in parsing.stems_of(one)) for one in group)


def _one_of(library: Library, group: Iterable[Sought]) -> str:
    """The expression for one of some alternatives, "" where no text can have any."""
    known = [expression for sought in group if (expression := _expression(library, sought))]
    return f"({' OR '.join(known)})" if known else ""


def _expression(library: Library, sought: Sought) -> str:
    """The expression for one thing, "" where no text can have it."""
    words = library.vocabulary
    if sought.prefix:
        expanded = parsing.expansions(sought.words[0], words.in_order, words.texts)
        return f"words : ({' OR '.join(phrase([word]) for word in expanded)})" if expanded else ""
    if not sought.exact and (stem := analysis.stem(sought.words[0])) in words.with_stem:
        return f"stems : {phrase([stem])}"
    return f"words : {phrase(sought.words)}" if all(word in words for word in sought.words) else ""
