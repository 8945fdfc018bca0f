"""Parse typed text as a query: words, "phrases", prefix*, AND, OR, NOT.

The grammar is flat: OR binds tighter than the AND implied between two words, and there are no brackets or field names.
So no text can make parsing slow or fail; what has no meaning is left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property

from rulesite.search import analysis
from rulesite.text.characters import DASHES

MOST_CHARACTERS = 200
MOST_WORDS = 40
SHORTEST_PREFIX = 2
MOST_EXPANSIONS = 8
"""How many words a prefix expands to, the most common first."""

ASIDES = frozenset(
    {
        "a", "an", "the", "this", "that", "is", "are", "was", "be", "do", "does", "did", "has", "have", "it", "i", "my",
        "what", "when", "where", "which", "who", "why", "how", "and", "or",
        "at", "by", "for", "from", "in", "of", "on", "per", "to", "versus", "vs", "with",
        "explain", "explained", "explanation", "please",
    }
)  # fmt: skip
"""Function words. They add to the score, but next to other words they are not required: "what is the stack" searches
for the stack. Alone, in "quotes" or joined by AND they count like any word."""
ASKING = frozenset(
    {"what", "when", "where", "which", "who", "why", "how", "can", "could", "do", "does", "did", "is", "are", "if"}
)
"""First words of a question."""
QUESTION_WORDS = ASIDES | frozenset(
    {
        "can", "could", "would", "will", "should", "if", "after", "before", "then", "there", "many", "much", "you",
        "your", "me", "get", "gets", "go", "goes", "happen", "happens", "work", "works", "mean", "means",
    }
)  # fmt: skip
"""Function words of a query that starts as a question; in other queries they are words that rules turn on."""
_FUZZY = re.compile(r"[~^]\d*$")
"""Operators of other search engines for similar words and weights; they are dropped."""
_PIECE = re.compile(r'"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+)')


@dataclass(frozen=True)
class Term:
    """A word, phrase or prefix to match: words side by side in this order, literally (``exact``) or by their stems, or
    the start of one word."""

    words: tuple[str, ...]
    exact: bool = False
    prefix: bool = False


@dataclass
class Query:
    """A parsed query: a text must match each group of alternatives and no excluded term.

    Its properties are cached, so use them only once parsing is done.
    """

    wanted: list[list[Term]] = field(default_factory=list)
    excluded: list[Term] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    strict: bool = False
    """Whether AND was typed, so that every word is required."""
    quoted: bool = False
    """Whether it has a "phrase"."""

    @cached_property
    def conditions(self) -> list[list[Term]]:
        """The groups of alternatives that a text must match."""
        beside = QUESTION_WORDS if self.wanted and self.wanted[0][0].words[0] in ASKING else ASIDES
        for words in (beside, ASIDES):
            needed = [group for group in self.wanted if self.strict or not _is_aside(group, words)]
            if needed:
                return needed
        return self.wanted

    @cached_property
    def asides(self) -> list[list[Term]]:
        """The groups that only add to the score."""
        needed = self.conditions
        return [group for group in self.wanted if group not in needed]

    @cached_property
    def shown(self) -> list[Term]:
        """The terms to highlight in a text."""
        return [term for alternatives in self.conditions for term in alternatives]

    @cached_property
    def positive(self) -> list[Term]:
        """All terms that are not excluded, in order."""
        return [term for alternatives in self.wanted for term in alternatives]

    @cached_property
    def plain(self) -> bool:
        """Whether it consists of words only, so that it may be a name."""
        return not self.excluded and all(len(group) == 1 and not group[0].prefix for group in self.wanted)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The stems of all its words, in order."""
        return tuple(stem for term in self.positive for stem in stems_of(term))

    @cached_property
    def core(self) -> tuple[str, ...]:
        """The stems of the required words, in order."""
        return tuple(stem for term in self.shown for stem in stems_of(term))


def read(text: str) -> Query:
    """Parse a query; what can't be searched is left out, with a message.

    >>> [[term.words for term in group] for group in read('haste OR "first strike" creature').wanted]
    [[('haste',), ('first', 'strike')], [('creature',)]]
    >>> read("creature NOT artifact").excluded
    [Term(words=('artifact',), exact=False, prefix=False)]
    """
    query = Query()
    if text.count('"') % 2:
        text = " ".join(text.rsplit('"', 1))  # the last quote is not closed
    words_left = MOST_WORDS
    operator = ""
    for piece in _PIECE.finditer(text):
        if piece["word"] in ("AND", "OR", "NOT"):
            operator = "NOT" if piece["word"] == "NOT" else operator or piece["word"]
            query.strict = query.strict or piece["word"] == "AND"
            continue
        term = _term(piece, query)
        if term is None:
            continue
        query.quoted = query.quoted or piece["phrase"] is not None
        words_left -= len(term.words)
        if words_left < 0:
            query.messages.append(f"Only the first {MOST_WORDS} words were searched for.")
            break
        if operator == "NOT":
            query.excluded.append(term)
        elif operator == "OR" and query.wanted:
            query.wanted[-1].append(term)
        else:
            query.wanted.append([term])
        operator = ""
    return query


def _is_aside(group: list[Term], words: frozenset[str]) -> bool:
    return len(group) == 1 and not group[0].exact and not group[0].prefix and group[0].words[0] in words


def stems_of(term: Term) -> tuple[str, ...]:
    """The stems of the words of a term."""
    return tuple(analysis.stem(word) for word in term.words)


def _term(piece: re.Match[str], query: Query) -> Term | None:
    quoted = piece["phrase"] is not None
    text = piece["phrase"] if quoted else _FUZZY.sub("", piece["word"])
    words = tuple(word.text for word in analysis.words(text))
    if not words:
        if text.strip(f" ()[]{{}}*?~^\\/.,;:!'’{DASHES}+&|"):
            query.messages.append(f"There is no word in “{text[:20]}”.")
        return None
    if quoted:
        return Term(words, exact=True)
    if text.endswith("*") and len(words) == 1 and analysis.fold(text) == f"{words[0]}*":
        if len(words[0]) >= SHORTEST_PREFIX:
            return Term(words, prefix=True)
        query.messages.append(f"At least {SHORTEST_PREFIX} letters are needed before the star in “{text[:20]}”.")
    return Term(words, exact=len(words) > 1)


def expansions(prefix: str, sorted_words: list[str], frequency: dict[str, int]) -> list[str]:
    """The most common words that start with ``prefix``; ``sorted_words`` is the sorted vocabulary.

    >>> expansions("tr", ["step", "tramp", "trample", "tree"], {"step": 9, "tramp": 1, "trample": 7, "tree": 2})
    ['trample', 'tree', 'tramp']
    """
    matches = []
    for index in range(bisect_left(sorted_words, prefix), len(sorted_words)):
        if not sorted_words[index].startswith(prefix):
            break
        matches.append(sorted_words[index])
    return sorted(matches, key=lambda word: (-frequency[word], word))[:MOST_EXPANSIONS]
