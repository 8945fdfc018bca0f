"""Repairs: damage in a copy's text for which the true reading is certain.

Every finder works on one paragraph and yields the right reading and the reason. The source is never edited: the ledger
keeps the text as it stands, and the clean text has the repair. Where words are missing (a lost mana symbol) nothing is
certain, and the place is flagged instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from spellchecker import SpellChecker

from rulesite.text.numbering import LETTER

_WORD = re.compile(r"[A-Za-z]+")
_BEFORE, _AFTER = re.compile(r"(?<![\w'’-])[A-Za-z]+\Z"), re.compile(r"[a-z]+(?![\w'’-])")
_SHORT, _SMALL = re.compile(r"(?<![\w-])[a-z]{1,3}\Z"), re.compile(r"[a-z]+")
"""Halves of words before and after a line break."""
_PARTED_CAPITAL = re.compile(r"(?:^|[0-9]\.\s{1,2})[B-HJ-W](?P<gap> )(?=[A-Z]{3,}\b)")
_NOISE = 49
"""A word no more frequent than this in the spelling library's texts may be a mistake there."""
_MAX_WORD = 80
"""The most letters of a word that a line break may cut."""
_FUNCTION_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "be",
        "by",
        "for",
        "from",
        "has",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "no",
        "not",
        "of",
        "on",
        "or",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "they",
        "this",
        "to",
        "up",
        "was",
        "when",
        "with",
        "would",
        "you",
        "your",
        "such",
    ]
)
_SHORT_WORDS = frozenset(
    [
        "a",
        "i",
        "an",
        "as",
        "at",
        "be",
        "by",
        "do",
        "go",
        "he",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "no",
        "of",
        "on",
        "or",
        "so",
        "to",
        "up",
        "us",
        "we",
    ]
)
_ABBREVIATIONS = frozenset(("e.g", "i.e", "a.m", "p.m", "u.s", "r.e.m"))

_DOTTED = re.compile(r"(?<![\w.@/])[A-Za-z]+(?:\.[A-Za-z]){2,}[A-Za-z]*(?![\w@])")
_OF_DOTTED = re.compile(r"\.[A-Za-z]\.[A-Za-z]")
"""A quick test that rules out most texts: matches every text that can have such a word."""
_LOST_DASH = re.compile(r"\?(?<=\w.)(?=\w|\"(?![\s.,;)]|$))")
_LOST_APOSTROPHE = re.compile(r"[?\"\ufffd](?<=[A-Za-z].)(?=(?:s|t|d|m|re|ve|ll)\b)")
_LOST_SYMBOL = re.compile(r"[‘“\"'](?=[,:] )(?:(?<=[\s(][‘“])|(?<= [\"'])(?=..[A-Z]))")
_LOST_SPACE = re.compile(r"[.!?,;](?:(?<=[a-z)\d][.!?])(?=[A-Z][a-z]*[ ,’'])|(?<=[a-z]{2}[.,;])(?=\())")
_COMPOUND = re.compile(r"\b[A-Za-z]+-[A-Za-z]+")
_SPACES_LOST = re.compile(r'\.(?<=[a-z].)(?:(?=[A-Z][a-z])|\()|"(?<=[a-z].)(?=[a-z]+ )|\[(?<=[a-z].)|\.""|,""')
_SPACES_LOST_BEHIND = re.compile(rf"\d{LETTER}?\)[.,][A-Za-z]")
"""Places where only a lost space explains the text; the first kinds are searched for by their signs."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A repair: ``after`` replaces the characters ``start`` to ``end`` of a paragraph, because of ``reason``."""

    start: int
    end: int
    after: str
    reason: str


@dataclass
class SourceLexicon:
    """The words known in one source: its own by frequency, English words, and the game's words."""

    own: Counter[str] = field(default_factory=Counter)
    compounds: frozenset[str] = frozenset()
    """The source's hyphenated words, in lower case."""
    filtered: frozenset[str] = frozenset()
    """Words in lower case as a site's word filter leaves them, with full stops added (``a.s.s``)."""
    loses_spaces: bool = False
    """Whether the source has clearly lost spaces elsewhere. Only then are fused words repaired."""

    @classmethod
    def of(cls, text: str) -> SourceLexicon:
        """Collect a source's words, and judge from unmistakable places whether it has lost spaces."""
        pieces = Counter(text.split())  # no pattern here matches white space, so each distinct piece is examined once
        own: Counter[str] = Counter()
        for piece, times in pieces.items():
            for word in (piece,) if piece.isascii() and piece.isalpha() else _WORD.findall(piece):
                own[word.lower()] += times
        tokens = max(1, sum(own.values()))
        lost = len(_SPACES_LOST.findall(text))
        lost += sum(times * len(_SPACES_LOST_BEHIND.findall(piece)) for piece, times in pieces.items() if ")" in piece)
        return cls(
            own,
            compounds=frozenset(
                match.lower() for piece in pieces if "-" in piece for match in _COMPOUND.findall(piece)
            ),
            filtered=frozenset(
                core
                for piece in pieces
                if _OF_DOTTED.search(piece)
                for match in _DOTTED.finditer(piece)
                if (core := _core(match)) and _undotted(match) in _speller()
            ),
            loses_spaces=lost >= 3 and lost / tokens > 1 / 2500,
        )

    def knows(self, word: str) -> bool:
        """Whether a word is English or the game's. A source's own spelling is no proof."""
        return word in _speller()


@cache
def _speller() -> SpellChecker:
    """Return a spell checker with the game's words and the English words frequent enough to be reliable."""
    speller = SpellChecker(language="en")
    known = speller.word_frequency
    known.remove_by_threshold(_NOISE)
    known.remove_words([word for word in known.words() if len(word) <= 2 and word not in _SHORT_WORDS])
    lines = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines()
    known.load_words([word for line in lines if not line.startswith("#") for word in line.split()])
    return speller


def find(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> list[Fix]:
    """Return all repairs of a paragraph, sorted and without overlaps; an earlier finder wins.

    ``joins`` are the offsets of the spaces that stand for a line break.

    >>> [fix.after for fix in find("Each player pa.s.ses once.", frozenset(), SourceLexicon())]
    ['passes']
    """
    fixes: list[Fix] = []
    for finder in _FINDERS:
        for fix in finder(text, joins, lexicon):
            if all(fix.end <= accepted.start or fix.start >= accepted.end for accepted in fixes):
                fixes.append(fix)
    return sorted(fixes, key=lambda fix: fix.start)


def _parted_capitals(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> Iterator[Fix]:
    """The large first letter of a heading in small capitals, which an extraction parts from its word: ``G ENERAL``."""
    for match in _PARTED_CAPITAL.finditer(text):
        yield Fix(match.start("gap"), match.end("gap"), "", "a space between a large and a small capital")


def _cut_words(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> Iterator[Fix]:
    """Join a word cut by a line break: one or both halves are not words, but together they are (``wi`` ``ll``)."""
    for join in joins:
        before, after = _BEFORE.search(text, max(0, join - _MAX_WORD), join), _AFTER.match(text, join + 1)
        if not before or not after:
            continue
        left, right = before.group(), after.group()
        if len(left) == 1 and lexicon.knows(
            right
        ):  # "where A and B / are", "605.1a–b / and": a single letter is a name
            continue
        whole_is_word = lexicon.knows(left + right) or lexicon.own[(left + right).lower()] > 0
        halves_are_words = lexicon.knows(left) and lexicon.knows(right)
        if whole_is_word and not halves_are_words:
            yield Fix(join, join + 1, "", "a word cut by a line break")


def _filtered_words(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> Iterator[Fix]:
    """Remove the full stops that a website's word filter put into harmless words (``pa.s.s``)."""
    for match in _DOTTED.finditer(text) if _OF_DOTTED.search(text) else ():
        plain, core = _undotted(match), _core(match)
        if core and (lexicon.knows(plain) or core in lexicon.filtered):
            yield Fix(match.start(), match.end(), plain, "a word filter put full stops into a word")


def _undotted(match: re.Match[str]) -> str:
    return match.group().replace(".", "")


def _core(match: re.Match[str]) -> str:
    """Return the letters between the full stops in a word, ``a.s.s`` in ``pa.s.ses``; "" for an abbreviation."""
    token = match.group()
    plain = _undotted(match)
    if len(plain) < 4 or plain.isupper() or token.lower() in _ABBREVIATIONS:
        return ""
    return re.sub(r"^[a-z]*(?=[a-z]\.)|(?<=\.[a-z])[a-z]+$", "", token.lower())


def _lost_dashes(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> Iterator[Fix]:
    """Restore a dash that became a question mark, which never stands between two letters or digits in English."""
    for match in _LOST_DASH.finditer(text):
        if _in_address(text, match.start()):
            continue
        before, after = re.search(r"\w+$", text[: match.start()]), re.match(r"\w*", text[match.end() :])
        left, right = before.group() if before else "", after.group() if after else ""
        if f"{left}-{right}".lower() in lexicon.compounds:
            dash = "-"
        else:
            dash = "–" if re.search(rf"\d{LETTER}?$", left) and re.match(rf"\d|{LETTER}$", right) else "—"
        yield Fix(match.start(), match.end(), dash, "a dash became a question mark")


def _lost_apostrophes(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> Iterator[Fix]:
    """Restore an apostrophe that became another sign, before the ending of ``can't`` or ``player's``."""
    for match in _LOST_APOSTROPHE.finditer(text):
        if not _in_address(text, match.start()):
            yield Fix(match.start(), match.end(), "’", "an apostrophe became another sign")


def _lost_spaces(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> Iterator[Fix]:
    """Restore a space lost at punctuation that is always followed by one in English."""
    reason = "a space was lost"
    for match in _LOST_SPACE.finditer(text):
        if not _in_address(text, match.end()):
            yield _space_before(text, match.end(), reason)
    if not lexicon.loses_spaces:
        return
    for match in re.finditer(r"(?<=[a-z]{2},)(?=[a-z]{2})|(?<=\d\),)(?=[a-z])|(?<=[a-z]{2})(?=\[[a-z])", text):
        yield _space_before(text, match.start(), reason)
    for match in re.finditer(r'"', text):
        offset = match.start()
        opens = text.count('"', 0, offset) % 2 == 0
        if opens and offset and (text[offset - 1].isalpha() or text[offset - 1] in ',.;"'):
            yield _space_before(text, offset, reason)


def _space_before(text: str, at: int, reason: str) -> Fix:
    """Return the repair that inserts a space before an offset.

    It covers the preceding character so as not to be empty.
    """
    return Fix(at - 1, at, text[at - 1] + " ", reason)


def _in_address(text: str, at: int) -> bool:
    """Whether an offset lies in a web or mail address."""
    start = text.rfind(" ", 0, at) + 1
    stop = text.find(" ", at)
    token = text[start : stop if stop >= 0 else len(text)]
    return bool(re.search(r"www\.|https?:|@|\.(?:com|org|net|asp|html?)\b", token, re.IGNORECASE))


def _fused_words(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> Iterator[Fix]:
    """Split two words fused into a non-word (``createa``), in a source that has lost spaces elsewhere."""
    if not lexicon.loses_spaces:
        return
    for match in re.finditer(r"(?<![\w’'-])[A-Za-z][a-z]{3,}(?![\w’'-])", text):
        word = match.group()
        if lexicon.knows(word) or _in_address(text, match.start()):
            continue
        splits = _splits(word, lexicon)
        if len(splits) == 1:
            left, right = splits[0]
            yield Fix(match.start(), match.end(), f"{left} {right}", "two words were fused")


def _splits(word: str, lexicon: SourceLexicon) -> list[tuple[str, str]]:
    """Return the best ways to read a word as two: both used in this source, otherwise both known at all."""
    pairs = [(word[:offset], word[offset:]) for offset in range(1, len(word))]
    known = [
        (left, right)
        for left, right in pairs
        if all(lexicon.knows(half) and (len(half) > 2 or half.lower() in _SHORT_WORDS) for half in (left, right))
        and (word[0].islower() or {left.lower(), right} & _FUNCTION_WORDS)
    ]
    used = [
        (left, right)
        for left, right in known
        if min(lexicon.own[left.lower()], lexicon.own[right.lower()]) > (1 if word[0].isupper() else 0)
    ]
    if lexicon.own[word.lower()] > 2 and not any({left, right} & _FUNCTION_WORDS for left, right in used):
        return []
    with_function_word = [pair for pair in used if {half.lower() for half in pair} & _FUNCTION_WORDS]
    return with_function_word if len(with_function_word) == 1 else used or known


_FINDERS: tuple[Callable[[str, frozenset[int], SourceLexicon], Iterator[Fix]], ...] = (
    _parted_capitals,
    _cut_words,
    _filtered_words,
    _lost_apostrophes,
    _lost_dashes,
    _lost_spaces,
    _fused_words,
)


def missing_symbols(text: str) -> list[int]:
    """Return the offsets of clearly missing mana symbols or numbers: quotations that open with a comma or a colon.

    >>> missing_symbols("a token with ‘, Sacrifice this artifact: Draw a card.’")
    [14]
    """
    return [match.end() for match in _LOST_SYMBOL.finditer(text)]


def doubtful_breaks(text: str, joins: frozenset[int], lexicon: SourceLexicon) -> list[int]:
    """Return line breaks after which a word may or may not continue: neither half is a word, nor is the whole."""
    doubtful = []
    for join in joins:
        before, after = _SHORT.search(text, max(0, join - _MAX_WORD), join), _SMALL.match(text, join + 1)
        if before and after and not lexicon.knows(before.group()) and not lexicon.knows(after.group()):
            doubtful.append(join)
    return doubtful
