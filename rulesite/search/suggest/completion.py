"""How typed words may go on: as words, and as phrases, that the rules use."""

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

_MANY = 400
"""How many words of the vocabulary are looked at."""
_MOST_PASSAGES = 4_000
"""How many passages of a phrase are counted; the commonest way on is known by then."""
_MOST_PHRASES = 4
_BARE_SYMBOL = re.compile(r"([wubrgctq]|\d{1,2}):")
_SYMBOL = re.compile(r"\{[^{}\s]{1,8}\}")


def complete(library: Searcher, typed: str, limit: int) -> list[str]:
    """What folded text may become, the likeliest first, at most ``limit``: never what is typed already."""
    if typed.isalpha():
        return _words(library, typed, limit) or _phrases(library, typed, min(limit, _MOST_PHRASES))
    typed = _BARE_SYMBOL.sub(r"{\1}:", typed) if _BARE_SYMBOL.match(typed) else typed
    found = _phrases(library, typed, min(limit, _MOST_PHRASES)) or _last_word(library, typed)
    return [_SYMBOL.sub(lambda symbol: symbol.group().upper(), one) for one in found]


def correct(library: Searcher, typed: str) -> str:
    """Folded text with its unknown words put right, "" where nothing is unknown or nothing is near."""
    right = typed
    for word in reversed([*analysis.words(typed)]):
        if not spelling.knows(library, word.text):
            near = spelling.meant(word.text, library)
            if not near:
                return ""
            right = f"{right[: word.start]}{near}{right[word.end :]}"
    return right if right != typed else ""


def _words(library: Searcher, start: str, limit: int) -> list[str]:
    """The commonest words that begin so, one of each stem."""
    if len(start) < 2:
        return []
    vocabulary = library.vocabulary
    at = bisect_left(vocabulary.in_order, start)
    found = [
        word
        for word in vocabulary.in_order[at : at + _MANY]
        if word.startswith(start) and word != start and word.isalpha()
    ]
    stems = {analysis.stem(start)} if start in vocabulary else set()
    chosen: list[str] = []
    for word in sorted(found, key=lambda one: (-vocabulary.texts[one], one)):
        if vocabulary.stem_of[word] not in stems:
            stems.add(vocabulary.stem_of[word])
            chosen.append(word)
    return chosen[:limit]


def _phrases(library: Searcher, start: str, limit: int) -> list[str]:
    """The commonest endings of the last word in passages that say so; of a whole word, the commonest next words."""
    if len(start) < 3 or not any(letter.isalnum() for letter in start):
        return []
    word = start[start.rfind(" ") + 1 :]
    ends: Counter[str] = Counter()
    next_words: Counter[str] = Counter()
    texts = _texts_with(library, start)
    ways_on = Counter(islice(library.passages.ways_on(start, texts), _MOST_PASSAGES))
    for (ending, after), times in ways_on.items():
        end = _unjoined(library, word + ending)[len(word) :]
        ends[end.rstrip("'-")] += times
        if not end:
            next_words[_unjoined(library, after)] += times
    ways = [end for end in _commonest(ends, limit + 1) if end]
    if len(ways) < limit and ends[""]:
        ways += [after for after in _commonest(next_words, limit + 1) if after]
    return [start + way for way in ways[:limit]]


def _texts_with(library: Searcher, start: str) -> Iterable[int] | None:
    """The texts that can say so, by its whole words; None where it has none.

    The first word counts as whole where nothing that is part of a word can stand before it: an apostrophe is none
    before words of three letters.
    """
    words = [*analysis.words(start)]
    whole = [word.text for word in words[1:] if word.end < len(start)]
    if words and words[0].end < len(start) and words[0].start == 0 and len(words[0].text) > 2 and start[0].isalnum():
        whole.insert(0, words[0].text)
    return matching.saying(library, whole) if whole else None


def _commonest(counted: Counter[str], most: int) -> list[str]:
    return sorted(counted, key=lambda one: (-counted[one], one))[:most]


def _unjoined(library: Searcher, text: str) -> str:
    """A text up to a hyphen that makes no word of the rules: ``deals damage-in``."""
    joined = JOINED.search(text) if "-" in text else None
    if joined is None or joined.group() in library.joined_words:
        return text
    return text[: text.index("-", joined.start())]


def _last_word(library: Searcher, start: str) -> list[str]:
    """The last word completed, where no passage has the words side by side but every one of them is known."""
    before, _, last = start.rpartition(" ")
    if not before or not last.isalpha() or spelling.knows(library, last):
        return []
    if not all(spelling.knows(library, word.text) for word in analysis.words(before)):
        return []
    return [f"{before} {word}" for word in _words(library, last, 1)]
