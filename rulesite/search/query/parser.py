"""What a reader types, read as a query: words, "phrases", prefix*, AND, OR, NOT.

The grammar is flat, with OR binding tighter than the AND that stands between any two words, and has no brackets and no
field names, so that nothing that is typed can make it slow or make it fail: what means nothing is left out.
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
"""How many words a prefix stands for, the commonest first."""

ASIDES = frozenset(
    {
        "a", "an", "the", "this", "that", "is", "are", "was", "be", "do", "does", "did", "has", "have", "it", "i", "my",
        "what", "when", "where", "which", "who", "why", "how", "and", "or",
        "at", "by", "for", "from", "in", "of", "on", "per", "to", "versus", "vs", "with",
        "explain", "explained", "explanation", "please",
    }
)  # fmt: skip
"""Words that hold a question together. They count where they are found, but beside other words none is a condition:
"what is the stack" asks for the stack. Alone, in "quotes" or joined by AND they are sought like any word."""
_ASKING = frozenset(
    {"what", "when", "where", "which", "who", "why", "how", "can", "could", "do", "does", "did", "is", "are", "if"}
)
"""The first word of a question."""
ASKED_WITH = ASIDES | frozenset(
    {
        "can", "could", "would", "will", "should", "if", "after", "before", "then", "there", "many", "much", "you",
        "your", "me", "get", "gets", "go", "goes", "happen", "happens", "work", "works", "mean", "means",
    }
)  # fmt: skip
"""What holds a question together that begins as one; elsewhere these words are what rules turn on."""
_FUZZY = re.compile(r"[~^]\d*$")
"""Marks of other search engines, for near words and weights: the word counts without them."""
_PIECE = re.compile(r'"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+)')


@dataclass(frozen=True)
class Term:
    """One thing that a text must have: the words side by side in this order, as they are (``exact``) or by their stems;
    or one word by its beginning."""

    words: tuple[str, ...]
    exact: bool = False
    prefix: bool = False


@dataclass
class Query:
    """A query, read: each group of alternatives must be met, none of the excluded may.

    What follows from that is worked out once, so a query is looked at only when it has been read.
    """

    wanted: list[list[Term]] = field(default_factory=list)
    excluded: list[Term] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    strict: bool = False
    """Whether AND was written, so that every word is a condition."""
    quoted: bool = False
    """Whether there is a "phrase" in it."""

    @cached_property
    def conditions(self) -> list[list[Term]]:
        """The groups of alternatives that must be met."""
        beside = ASKED_WITH if self.wanted and self.wanted[0][0].words[0] in _ASKING else ASIDES
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
        """Everything that is worth marking in a text."""
        return [sought for alternatives in self.conditions for sought in alternatives]

    @cached_property
    def positive(self) -> list[Term]:
        """Everything that is sought, in order."""
        return [sought for alternatives in self.wanted for sought in alternatives]

    @cached_property
    def plain(self) -> bool:
        """Whether it is words and nothing else, so that it may be the name of something."""
        return not self.excluded and all(len(group) == 1 and not group[0].prefix for group in self.wanted)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The stems of all its words, in order."""
        return tuple(stem for sought in self.positive for stem in stems_of(sought))

    @cached_property
    def core(self) -> tuple[str, ...]:
        """The stems of the words that are conditions, in order."""
        return tuple(stem for sought in self.shown for stem in stems_of(sought))


def read(text: str) -> Query:
    """Read a query; what can't be searched for is left out, and a message says so.

    >>> [[sought.words for sought in group] for group in read('haste OR "first strike" creature').wanted]
    [[('haste',), ('first', 'strike')], [('creature',)]]
    >>> read("creature NOT artifact").excluded
    [Sought(words=('artifact',), exact=False, prefix=False)]
    """
    found = Query()
    if text.count('"') % 2:
        text = " ".join(text.rsplit('"', 1))  # the last quote opens nothing
    room = MOST_WORDS
    joining = ""
    for piece in _PIECE.finditer(text):
        if piece["word"] in ("AND", "OR", "NOT"):
            joining = "NOT" if piece["word"] == "NOT" else joining or piece["word"]
            found.strict = found.strict or piece["word"] == "AND"
            continue
        sought = _sought(piece, found)
        if sought is None:
            continue
        found.quoted = found.quoted or piece["phrase"] is not None
        room -= len(sought.words)
        if room < 0:
            found.messages.append(f"Only the first {MOST_WORDS} words were searched for.")
            break
        if joining == "NOT":
            found.excluded.append(sought)
        elif joining == "OR" and found.wanted:
            found.wanted[-1].append(sought)
        else:
            found.wanted.append([sought])
        joining = ""
    return found


def _is_aside(group: list[Term], words: frozenset[str]) -> bool:
    return len(group) == 1 and not group[0].exact and not group[0].prefix and group[0].words[0] in words


def stems_of(sought: Term) -> tuple[str, ...]:
    """The stems of its words."""
    return tuple(analysis.stem(word) for word in sought.words)


def _sought(piece: re.Match[str], found: Query) -> Term | None:
    quoted = piece["phrase"] is not None
    printed = piece["phrase"] if quoted else _FUZZY.sub("", piece["word"])
    words = tuple(word.text for word in analysis.words(printed))
    if not words:
        if printed.strip(f" ()[]{{}}*?~^\\/.,;:!'’{DASHES}+&|"):
            found.messages.append(f"There is no word in “{printed[:20]}”.")
        return None
    if quoted:
        return Term(words, exact=True)
    if printed.endswith("*") and len(words) == 1 and analysis.fold(printed) == f"{words[0]}*":
        if len(words[0]) >= SHORTEST_PREFIX:
            return Term(words, prefix=True)
        found.messages.append(f"At least {SHORTEST_PREFIX} letters must stand before the star in “{printed[:20]}”.")
    return Term(words, exact=len(words) > 1)


def expansions(prefix: str, sorted_words: list[str], frequency: dict[str, int]) -> list[str]:
    """The commonest words that begin so; ``sorted_words`` is the vocabulary in order.

    >>> expansions("tr", ["step", "tramp", "trample", "tree"], {"step": 9, "tramp": 1, "trample": 7, "tree": 2})
    ['trample', 'tree', 'tramp']
    """
    found = []
    for at in range(bisect_left(sorted_words, prefix), len(sorted_words)):
        if not sorted_words[at].startswith(prefix):
            break
        found.append(sorted_words[at])
    return sorted(found, key=lambda word: (-frequency[word], word))[:MOST_EXPANSIONS]
