"""The lexer: cut a sentence of a scenario into names, numbers, mana, quotations and words of the grammar.

Names are the players, the cards and, in the set-up, all capitalised words. They are matched first and as long as
possible, so that a card may be called "Hold the Gates" although "the" is a word of the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from .vocabulary import CARD_TYPES, COLOURS, KINDS, NUMBERS, ORDINALS, STEPS, SUPERTYPES, TIMES, ZONES

_KEYWORDS = ("first strike", "double strike", "cumulative upkeep", "bands with other")
_PHRASES = (
    {phrase: ("WORD", phrase) for phrase in _KEYWORDS}
    | {phrase: ("STEP", value) for phrase, value in STEPS.items()}
    | {phrase: ("KIND", value) for phrase, value in KINDS.items()}
    | {phrase: ("WHERE", value) for phrase, value in ZONES.items()}
)
_WORD = re.compile(
    r"""(?P<string>"[^"]*"|“[^”]*”|(?<![A-Za-z0-9])['‘][^'’]*['’](?=[\s,.;:)]|$))
      | (?P<mana>(?:\{[^{}]*\})+)
      | (?P<change>[+-](?:\d+|X)/[+-](?:\d+|X))
      | (?P<pt>(?:(?<!\S)-\d+|\d+|\*|\d\+\*)/(?:-?\d+|\*|\d\+\*))
      | (?P<number>(?<!\S)[-−]?\d+|\d+)
      | (?P<poss>['’]s\b|(?<=s)['’](?=\s))
      | (?P<word>[^\W\d_](?:[\w]|-(?=\w)|['’](?=[a-rt-zA-RT-Z])|['’](?=s\w))*)
      | (?P<mark>[,:=])""",
    re.VERBOSE,
)
# Words that help a human reader and carry no meaning: "two +1/+1 counters on it".
_IDLE = re.compile(r"(?:on it|on them)(?![\w])")
_NEXT = re.compile(r"\s*[\w’'-]+")
_LETTERS = re.compile(r"[^\W\d_][\w’'-]*")
# What follows a letter X that stands for a number: "X = 3".
_VALUE = re.compile(r"\s*(?:=|(?:is|as|equal to)?\s*\d+(?![\d/]))")
# What follows a letter that is a name: its size, and no other name for that ("A 2/2 Bear").
_SIZE = re.compile(r"\s+[\d*+-]+/[\d*+-]+(?![^,.]*\s[A-Z])")
# Words allowed between the capitalised words of a name.
_GAP = re.compile(r"(?:['’]s)?(?:\s+(?:of|the|to|from|in|on|with|and|for|by|at))*\s+(?=[A-Z0-9])")


@dataclass(frozen=True)
class Word:
    """One word: ``kind`` is the terminal of the grammar, ``value`` its meaning, ``text`` the word as written."""

    kind: str
    value: object
    text: str
    start: int
    end: int


class Literals(dict[str, str]):
    """The words and phrases of the grammar, and the terminal of each."""

    @cached_property
    def longest(self) -> int:
        """The number of words in the longest phrase."""
        return max((key.count(" ") for key in self), default=0) + 1


class Names:
    """The names that a scenario uses. ``players`` and ``cards`` are matched as written, the longest first."""

    def __init__(self, players: Iterable[str] = (), cards: Iterable[str] = ()) -> None:
        self.players = list(dict.fromkeys(players))
        self.cards = list(dict.fromkeys(cards))
        self._pattern: re.Pattern[str] | None = None

    def add(self, *, player: str = "", card: str = "") -> None:
        """Learn a name."""
        if player and player not in self.players:
            self.players.append(player)
            self._pattern = None
        if card and card not in self.cards and card not in self.players:
            self.cards.append(card)
            self._pattern = None

    def _compiled(self) -> re.Pattern[str]:
        """The pattern that matches any of the names, compiled anew once names were added."""
        if self._pattern is None:
            every = sorted([*self.players, *self.cards], key=len, reverse=True)
            either = "|".join(re.escape(name) for name in every)
            self._pattern = re.compile(rf"(?:{either})(?![\w/])" if every else r"(?!)")
        return self._pattern

    def match(self, text: str, position: int) -> tuple[str, str] | None:
        """The longest name at a position and its kind: ``("PLAYER", "Ann")`` or ``("NAME", "Bear")``."""
        found = self._compiled().match(text, position)
        if found is None:
            return None
        return ("PLAYER" if found.group() in self.players else "NAME"), found.group()


def split(text: str, names: Names, literals: Literals) -> list[Word]:
    """Cut a sentence into words. ``literals`` are the words of the grammar.

    Raises ``ValueError`` with the position of a character that belongs to no word.
    """
    found: list[Word] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        idle = _IDLE.match(text, position)
        if idle is not None:
            position = idle.end()
            continue
        word = _name(text, position, names) if not _inside_word(text, position) else None
        word = word or _one(text, position, literals, not found or found[-1].kind == "COLON", found)
        if word is None:
            raise ValueError(position)
        found.append(word)
        position = word.end
    return _commas(found)


def _inside_word(text: str, position: int) -> bool:
    return position > 0 and text[position - 1].isalnum()


def _name(text: str, position: int, names: Names) -> Word | None:
    known = names.match(text, position)
    if known is None:
        return None
    kind, name = known
    if name == "X" and _VALUE.match(text, position + 1):
        return None
    return Word(kind, name, name, position, position + len(name))


def _one(
    text: str,
    position: int,
    literals: Literals,
    first: bool,
    before: list[Word],
) -> Word | None:
    match = _WORD.match(text, position)
    if match is None:
        return None
    kind, said, end = str(match.lastgroup), match.group(), match.end()
    if kind == "string":
        return Word("STRING", said[1:-1], said, position, end)
    if kind in ("mana", "change", "pt"):
        return Word(kind.upper(), said, said, position, end)
    if kind == "number":
        return Word("NUMBER", int(said.replace("−", "-")), said, position, end)
    if kind == "poss":
        return Word("POSS", said, said, position, end)
    if kind == "mark":
        return Word({",": "COMMA", ":": "COLON", "=": "EQUALS"}[said], said, said, position, end)
    if said == "X" and "x" in literals and _VALUE.match(text, end):
        return Word(literals["x"], "x", said, position, end)
    if len(said) == 1 and said.isupper() and _SIZE.match(text, end):
        return Word("NAME", said, said, position, end)
    if said[0].islower() or first:
        phrase = _phrase(text, position, literals)
        if phrase is not None:
            return phrase
    low = said.casefold()
    simple = _simple(low)
    if simple is not None and (said[0].islower() or first):
        return Word(simple[0], simple[1], said, position, end)
    if said[0].isupper():
        end = _capitals(text, position)
        return Word("NAME", text[position:end], text[position:end], position, end)
    return Word("WORD", low, said, position, end)


def _phrase(text: str, position: int, literals: Literals) -> Word | None:
    ends: list[int] = []
    at = position
    while len(ends) < max(literals.longest, 4):
        match = _NEXT.match(text, at)
        if match is None or (ends and not match.group()[0].isspace()):
            break
        at = match.end()
        ends.append(at)
    for end in reversed(ends):
        words = " ".join(text[position:end].split()).casefold().replace("’", "'")
        if words not in literals and words.endswith("'s") and words[:-2] in ("", *literals):
            continue
        if words in literals:
            return Word(literals[words], words, text[position:end], position, end)
        if words in _PHRASES:
            kind, value = _PHRASES[words]
            return Word(kind, value, text[position:end], position, end)
    # "creature's": the word before the possessive sign
    match = _WORD.match(text, position)
    if match is not None and match.group().casefold() in literals:
        return Word(literals[match.group().casefold()], match.group().casefold(), match.group(), position, match.end())
    return None


def _simple(low: str) -> tuple[str, object] | None:
    if low in NUMBERS:
        return "NUMBER", NUMBERS[low]
    if low in TIMES:
        return "TIMES", TIMES[low]
    if low in ORDINALS:
        return "ORDINAL", ORDINALS[low]
    if low in COLOURS:
        return "COLOUR", "colorless" if low == "colourless" else low
    for kind, words in (("CARDTYPE", CARD_TYPES), ("SUPERTYPE", SUPERTYPES)):
        if low in words:
            return kind, low
        if low.endswith("s") and low[:-1] in words:
            return kind, low[:-1]
    if low == "sorceries":
        return "CARDTYPE", "sorcery"
    return None


def _capitals(text: str, position: int) -> int:
    """The end of a run of capitalised words; "of", "the" and the like may occur inside it."""
    match = _LETTERS.match(text, position)
    end = match.end() if match else position + 1
    end = _without_possessive(text, position, end)
    while True:
        gap = _GAP.match(text, end)
        if gap is None:
            return end
        following = _LETTERS.match(text, gap.end())
        if following is None or text[gap.end() :].startswith(("In ", "On ")):
            return end
        end = _without_possessive(text, gap.end(), following.end())


def _without_possessive(text: str, start: int, end: int) -> int:
    return end - 2 if text[start:end].endswith(("'s", "’s")) else end


_THINGS = {"NAME", "PLAYER", "NUMBER", "MANA", "STRING", "THE", "A", "AN", "WORD", "BOTH", "CHANGE"}
_PARTS = {"WORD", "STRING", "CHANGE"}


def _commas(words: list[Word]) -> list[Word]:
    """Turn "," and "and" between the items of a list into separators, and drop the others.

    ``WSEP`` separates the things that a card "has": "with flying and two +1/+1 counters".
    """
    found: list[Word] = []
    for place, word in enumerate(words):
        is_and = word.kind == "WORD" and word.value == "and"
        if word.kind != "COMMA" and not is_and:
            found.append(word)
            continue
        following = words[place + 1] if place + 1 < len(words) else None
        new = is_and and following is not None and following.kind == "PT" and bool(found)
        if (
            following is None
            or (following.kind not in _THINGS and not new)
            or following.value == "and"
            or (found and found[-1].kind in ("SEP", "WSEP"))
        ):
            continue
        after = words[place + 2] if place + 2 < len(words) else None
        part = following.kind in _PARTS or (
            following.kind == "NUMBER" and after is not None and after.kind in ("CHANGE", "WORD")
        )
        found.append(Word("WSEP" if part else "SEP", "and", word.text, word.start, word.end))
    return found
