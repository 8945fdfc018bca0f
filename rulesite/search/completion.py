"""How typed words may go on: as words, and as phrases, that the rules use."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from itertools import islice

from rulesite.search import analysis, corrections
from rulesite.search.snapshot import Library
from rulesite.text.emphasis import unmarked

_MANY = 400
"""How many words of the vocabulary are looked at."""
_MOST_PASSAGES = 4_000
"""How many passages of a phrase are counted; the commonest way on is known by then."""
_MOST_PHRASES = 4
_BARE_SYMBOL = re.compile(r"([wubrgctq]|\d{1,2}):")
_SYMBOL = re.compile(r"\{[^{}\s]{1,8}\}")
_PAUSE = re.compile(r"\s*(?:—|--+)\s*")
"""A dash between two parts of a sentence, which folding would make the hyphen of one word."""
_JOINED = re.compile(r"[\w']+(?:-[\w']+)+")
_OFTEN = 5
"""In how many texts a word with a hyphen must stand, if no current one has it: some old sources lost their dashes."""


def complete(library: Library, typed: str, limit: int) -> list[str]:
    """What folded text may become, the likeliest first, at most ``limit``: never what is typed already."""
    if typed.isalpha():
        return _words(library, typed, limit) or _phrases(library, typed, min(limit, _MOST_PHRASES))
    typed = _BARE_SYMBOL.sub(r"{\1}:", typed) if _BARE_SYMBOL.match(typed) else typed
    found = _phrases(library, typed, min(limit, _MOST_PHRASES)) or _last_word(library, typed)
    return [_SYMBOL.sub(lambda symbol: symbol.group().upper(), one) for one in found]


def correct(library: Library, typed: str) -> str:
    """Folded text with its unknown words put right, "" where nothing is unknown or nothing is near."""
    right = typed
    for word in reversed([*analysis.words(typed)]):
        if not _known(library, word.text):
            near = corrections.nearest(word.text, library)
            if not near:
                return ""
            right = f"{right[: word.start]}{near}{right[word.end :]}"
    return right if right != typed else ""


def _words(library: Library, start: str, limit: int) -> list[str]:
    """The commonest words that begin so, one of each stem."""
    if len(start) < 2:
        return []
    at = bisect_left(library.sorted_words, start)
    found = [
        word
        for word in library.sorted_words[at : at + _MANY]
        if word.startswith(start) and word != start and word.isalpha()
    ]
    stems = {analysis.stem(start)} if start in library.catalogue.words else set()
    chosen: list[str] = []
    for word in sorted(found, key=lambda one: (-library.catalogue.words[one], one)):
        if analysis.stem(word) not in stems:
            stems.add(analysis.stem(word))
            chosen.append(word)
    return chosen[:limit]


def _phrases(library: Library, start: str, limit: int) -> list[str]:
    """The commonest endings of the last word in passages that say so; of a whole word, the commonest next words."""
    if len(start) < 3 or not any(letter.isalnum() for letter in start):
        return []
    text = _running_text(library)
    # A look-behind before the literal would make the search twenty times slower.
    pattern = re.compile(rf"{re.escape(start)}([\w'-]*)((?:[:,]? [\w'-]+)?)")
    word = start[start.rfind(" ") + 1 :]
    ends: Counter[str] = Counter()
    next_words: Counter[str] = Counter()
    for passage in islice(pattern.finditer(text), _MOST_PASSAGES):
        if start[0].isalnum() and text[passage.start() - 1].isalnum():
            continue
        end = _unjoined(library, word + passage.group(1))[len(word) :]
        after = _unjoined(library, passage.group(2))
        ends[end.rstrip("'-")] += 1
        if not end:
            next_words[after] += 1
    ways = [(end, count) for end, count in ends.most_common(limit + 1) if end]
    if len(ways) < limit and ends[""]:
        ways += [(after, count) for after, count in next_words.most_common(limit + 1) if after]
    return [start + way for way, _ in ways[:limit]]


def _unjoined(library: Library, text: str) -> str:
    """A text up to a hyphen that makes no word of the rules: ``deals damage-in``."""
    joined = _JOINED.search(text) if "-" in text else None
    if joined is None or joined.group() in _joined_words(library):
        return text
    return text[: text.index("-", joined.start())]


@lru_cache(maxsize=1)
def _joined_words(library: Library) -> frozenset[str]:
    """The words with a hyphen that a current text, a title, or many texts have."""
    current = {record.text for at, record in enumerate(library.catalogue.records) if library.is_current(at)}
    found: set[str] = set()
    often: Counter[str] = Counter()
    for number, (_, title, body) in enumerate(library.catalogue.texts):
        found.update(_JOINED.findall(_plain(title)))
        words = set(_JOINED.findall(_plain(body)))
        often.update(words)
        if number in current:
            found |= words
    return frozenset(found | {word for word, texts in often.items() if texts >= _OFTEN})


def _plain(text: str) -> str:
    return analysis.fold(_PAUSE.sub("; ", unmarked(text)))


def _last_word(library: Library, start: str) -> list[str]:
    """The last word completed, where no passage has the words side by side but every one of them is known."""
    before, _, last = start.rpartition(" ")
    if not before or not last.isalpha() or _known(library, last):
        return []
    if not all(_known(library, word.text) for word in analysis.words(before)):
        return []
    return [f"{before} {word}" for word in _words(library, last, 1)]


def _known(library: Library, word: str) -> bool:
    return word in library.catalogue.words or analysis.stem(word) in library.known_stems


@lru_cache(maxsize=1)
def _running_text(library: Library) -> str:
    """Every text, folded, one to a line: some megabytes, and a look through it takes a few milliseconds."""
    return "\n" + "\n".join(_plain(body) for _, _, body in library.catalogue.texts)
