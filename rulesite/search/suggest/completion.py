"""Completion: words and phrases of the rules that continue the typed text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from rulesite.search import analysis
from rulesite.search.ranking import matching
from rulesite.search.searcher import Searcher
from rulesite.search.store.passages import JOINED
from rulesite.search.suggest import spelling

_MAX_CANDIDATES = 400
"""How many words of the vocabulary are examined."""
_MAX_PASSAGES = 4_000
"""How many passages with a phrase are counted: enough to know its most common continuation."""
_MAX_PHRASES = 4
_BARE_SYMBOL = re.compile(r"([wubrgctq]|\d{1,2}):")
_SYMBOL = re.compile(r"\{[^{}\s]{1,8}\}")


def complete(library: Searcher, typed: str, limit: int) -> list[str]:
    """At most ``limit`` completions of folded text, the likeliest first, without the text itself."""
    if typed.isalpha():
        return _words(library, typed, limit) or _phrases(library, typed, min(limit, _MAX_PHRASES))
    typed = _BARE_SYMBOL.sub(r"{\1}:", typed) if _BARE_SYMBOL.match(typed) else typed
    completions = _phrases(library, typed, min(limit, _MAX_PHRASES)) or _last_word(library, typed)
    return [_SYMBOL.sub(lambda symbol: symbol.group().upper(), completion) for completion in completions]


def correct(library: Searcher, typed: str) -> str:
    """Folded text with its unknown words corrected; "" if none is unknown or one has no similar word."""
    corrected = typed
    for word in reversed([*analysis.words(typed)]):
        if not spelling.knows(library, word.text):
            replacement = spelling.meant(word.text, library)
            if not replacement:
                return ""
            corrected = f"{corrected[: word.start]}{replacement}{corrected[word.end :]}"
    return corrected if corrected != typed else ""


def _words(library: Searcher, start: str, limit: int) -> list[str]:
    """The most common words that start with ``start``, one for each stem."""
    if len(start) < 2:
        return []
    vocabulary = library.vocabulary
    offset = bisect_left(vocabulary.in_order, start)
    words = [
        word
        for word in vocabulary.in_order[offset : offset + _MAX_CANDIDATES]
        if word.startswith(start) and word != start and word.isalpha()
    ]
    stems = {analysis.stem(start)} if start in vocabulary else set()
    chosen: list[str] = []
    for word in sorted(words, key=lambda one: (-vocabulary.texts[one], one)):
        if vocabulary.stem_of[word] not in stems:
            stems.add(vocabulary.stem_of[word])
            chosen.append(word)
    return chosen[:limit]


def _phrases(library: Searcher, start: str, limit: int) -> list[str]:
    """The text with the most common endings of its last word in the passages; of a whole word, the next words."""
    if len(start) < 3 or not any(letter.isalnum() for letter in start):
        return []
    word = start[start.rfind(" ") + 1 :]
    ends: Counter[str] = Counter()
    next_words: Counter[str] = Counter()
    texts = _texts_with(library, start)
    continuations = Counter(islice(library.passages.ways_on(start, texts), _MAX_PASSAGES))
    for (ending, after), times in continuations.items():
        end = _unjoined(library, word + ending)[len(word) :]
        ends[end.rstrip("'-")] += times
        if not end:
            next_words[_unjoined(library, after)] += times
    completions = [end for end in _commonest(ends, limit + 1) if end]
    if len(completions) < limit and ends[""]:
        completions += [after for after in _commonest(next_words, limit + 1) if after]
    return [start + completion for completion in completions[:limit]]


def _texts_with(library: Searcher, start: str) -> Iterable[int] | None:
    """The texts that have the whole words of ``start``; None if it has none.

    The first word counts as whole if no part of a word can precede it. No apostrophe precedes a word of three letters.
    """
    words = [*analysis.words(start)]
    whole = [word.text for word in words[1:] if word.end < len(start)]
    if words and words[0].end < len(start) and words[0].start == 0 and len(words[0].text) > 2 and start[0].isalnum():
        whole.insert(0, words[0].text)
    return matching.saying(library, whole) if whole else None


def _commonest(counted: Counter[str], most: int) -> list[str]:
    return sorted(counted, key=lambda one: (-counted[one], one))[:most]


def _unjoined(library: Searcher, text: str) -> str:
    """The text up to a hyphen that joins no word of the rules: ``deals damage-in``."""
    joined = JOINED.search(text) if "-" in text else None
    if joined is None or joined.group() in library.joined_words:
        return text
    return text[: text.index("-", joined.start())]


def _last_word(library: Searcher, start: str) -> list[str]:
    """The text with its last word completed, if every other word is known."""
    before, _, last = start.rpartition(" ")
    if not before or not last.isalpha() or spelling.knows(library, last):
        return []
    if not all(spelling.knows(library, word.text) for word in analysis.words(before)):
        return []
    return [f"{before} {word}" for word in _words(library, last, 1)]
