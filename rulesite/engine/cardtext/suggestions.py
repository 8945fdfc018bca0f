"""Suggestions for authors: the readable wording nearest to an unreadable one, which also shows the faulty word.

The reader stops at the first word that does not fit, which may come after the faulty one ("destroys creature that is
tapped"). So small changes are tried around that place, and each is really read: another spelling, a game term for an
everyday word, a word added, removed or replaced, and finally the sentence cut short. The first change that can be read
is the suggestion, and it marks the place of the fault.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.parser.grammar import trying
from rulesite.engine.language.vocabulary import INFLECTED, vocabulary

WORDS_READ = 1500
"""The number of words that a search for suggestions may read, so that long texts cost no more than short ones."""

LONGEST = 60
"""In a paragraph with more words only the faulty sentence is searched."""

SAMPLES = {
    "<number>": "two",
    "<card type>": "creature",
    "<color>": "red",
    "<mana symbols>": "{1}",
    "<power/toughness>": "+1/+1",
    "<subtype>": "Elf",
    "<keyword>": "flying",
}
"""For each kind of word, a word that may be missing."""

SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "to",
        "of",
        "and",
        "or",
        "if",
        "target",
        "each",
        "all",
        "another",
        "is",
        "are",
        "be",
        "can't",
        "that",
        "you",
        "your",
        "it",
        "its",
        "their",
        "them",
        "with",
        "from",
        "in",
        "on",
        "for",
        "at",
        "by",
        "up",
        "until",
        "this",
        "turn",
        "card",
        "creature",
        "player",
        "spell",
        "may",
        "control",
    ]
)
"""Words that are often left out or mistaken, and mean little by themselves."""

CLAUSE = (
    "and",
    "or",
    "if",
    "unless",
    "for",
    "until",
    "where",
    "that",
    "who",
    "with",
    "then",
    "as",
    "instead",
    "during",
)


def advised(error: UnreadableText, read: Callable[[str], Any]) -> UnreadableText:
    """The error with the nearest readable wording, placed at the word that it changes; unchanged if there is none.

    `read` must read a text in the same way as the text that failed. It reads at most `WORDS_READ` words.

    >>> from rulesite.engine.cardtext.host import Host
    >>> from rulesite.engine.cardtext.parser.read import read
    >>> from rulesite.engine.eras.ruleset import Ruleset
    >>> def again(text):
    ...     return read(text, Host.parse("Instant"), Ruleset.on("2021-11-19"))
    >>> try:
    ...     again("Kill target creature.")
    ... except UnreadableText as error:
    ...     advised(error, again).near
    'Destroy target creature.'
    """
    start, end = _part(error.text, error.position)
    said = error.text[start:end]
    left = WORDS_READ
    for place, changed in _changes(said, error.position - start, error.expected):
        left -= len(changed.split())
        if left < 0:
            break
        if _is_read(changed, read):
            at = start + place
            known = error.unknown if at == error.position else ""
            return UnreadableText(
                error.text, at, error.expected, error.why, known, error.meant if known else "", changed
            )
    return error


def _part(text: str, position: int) -> tuple[int, int]:
    """The bounds of the paragraph that contains a position; in a long one, of the sentence."""
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    end = len(text) if end < 0 else end
    if len(text[start:end].split()) > LONGEST:
        before, after = text.rfind(". ", start, position), text.find(". ", position, end)
        start, end = start if before < 0 else before + 2, end if after < 0 else after + 1
    return start, end


def _is_read(text: str, read: Callable[[str], Any]) -> bool:
    try:
        with trying():
            return bool(read(text))
    except (UnreadableText, RecursionError):
        return False


def _changes(said: str, position: int, expected: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Each changed wording with the position of its change, the likeliest first."""
    words = [(match.start(), match.end()) for match in re.finditer(r"\{[^}]*\}|[\w'’+/-]+", said)]
    if not words:
        return
    here = next((number for number, (_, end) in enumerate(words) if end > position), len(words))
    window = [number for number in (here, here - 1, here - 2, here + 1, here - 3) if 0 <= number < len(words)]
    for number in window:
        start, end = words[number]
        yield from ((start, _put(said, start, end, like)) for like in _spelled_like(said[start:end]))
    for everyday, term in rewordings():
        for match in re.finditer(rf"(?i)(?<!\w){re.escape(everyday)}(?!\w)", said):
            if abs(match.start() - position) < 40:
                yield match.start(), _put(said, match.start(), match.end(), term)
    wanted = [SAMPLES.get(word, word) for word in expected if word in SAMPLES or word in SMALL]
    wanted = list(dict.fromkeys(wanted))
    for number in window[:2]:
        yield words[number][0], _put(said, words[number][0], _after(said, words[number][1]), "")
    place = words[here][0] if here < len(words) else words[-1][1]
    for word in wanted:
        yield (
            place,
            f"{said[:place]}{'' if here < len(words) else ' '}{word}{' ' if here < len(words) else ''}{said[place:]}",
        )
    if here < len(words):
        start, end = words[here]
        for word in wanted:
            yield start, _put(said, start, end, word)
    stop = re.compile(r"[.\n]|$").search(said, position)
    for number in range(min(here, len(words) - 1), 0, -1):
        start, end = words[number]
        if stop and (said[start:end].lower() in CLAUSE or said[start - 2 : start] == ", " or number == here):
            yield start, said[:start].rstrip(" ,") + "." + said[stop.end() :]


def _put(said: str, start: int, end: int, word: str) -> str:
    if word and said[start : start + 1].isupper():
        word = word[:1].upper() + word[1:]
    if not word and start == 0 and end < len(said):
        return said[end : end + 1].upper() + said[end + 1 :]
    return said[:start] + word + said[end:]


def _after(said: str, end: int) -> int:
    return end + 1 if said[end : end + 1] == " " else end


@cache
def _known() -> list[str]:
    known = vocabulary()
    return sorted({*INFLECTED, *known.types, *known.subtypes, *known.colors, *known.keywords, *known.supertypes})


def _spelled_like(word: str) -> list[str]:
    return [near for near in get_close_matches(word.lower(), _known(), 3, 0.75) if near != word.lower()]


@cache
def rewordings() -> tuple[tuple[str, str], ...]:
    """Everyday words and the game terms for them, longest first, from `rewordings.toml`."""
    data = tomllib.loads(files(__package__).joinpath("rewordings.toml").read_text("utf-8"))
    return tuple(sorted(data["terms"].items(), key=lambda pair: -len(pair[0])))
