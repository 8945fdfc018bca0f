"""Paraphrasing: whether two wordings have the same meaning, and their differences phrase by phrase.

Two texts are aligned word by word. Wherever they differ, one phrase must be an accepted replacement of the other: by a
saying that the caller gives (each with its reason), or by a rule that holds in every book: the notation of symbols and
numbers, a card's own name and "this creature" in the card's text, pronouns, and two numbers of the same rule. If any
difference is not explained by these, the result is None.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count

from rulesite.text.numbering import LETTER
from rulesite.text.stemming import stem
from rulesite.text.wording import normalise

_NUMBER = rf"[1-9][0-9]{{2}}(?:\.[0-9]+{LETTER}?)?|[A-Z]\.[0-9]+(?:\.[0-9]+{LETTER}?)?"
_TOKEN = re.compile(
    rf"(?P<rule>(?<=\b[Rr]ule )(?:{_NUMBER})|(?<=\b[Ss]ection )(?:{_NUMBER}))"
    r"|(?P<symbol>\{[^{}\s]{1,8}\})"
    r"|(?P<size>[+-]?(?:\d+|[XYZ])[/\\] ?[+-]?(?:\d+|[XYZ])\b|(?<![\w)\]])[+-](?:\d+|[XYZN])\b)"
    r"|(?P<name>\[(?:this )?(?:[Cc]ard ?)?[Nn]ame\])"
    r"|(?P<word>\w+(?:'\w+)*)"
    r'|(?P<quote>")|(?P<stop>[.:;!?])'
)
_MANA = re.compile(r"(?:\d+|X)?[WUBRG]+|[TX]")
_SYMBOL = re.compile(r"o?c?([0-9]+|[WUBRGTXSP]|tap|untap)", re.IGNORECASE)
_TAP = {"tap": "t", "untap": "q"}
_DIGITS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "twenty": "20",
}  # fmt: skip
_SELF = frozenset(
    {"creature", "permanent", "card", "artifact", "enchantment", "land", "spell", "aura", "equipment", "object",
     "planeswalker", "vehicle", "token"}
)  # fmt: skip
_JOINING = frozenset({"of", "the", "for", "to", "in", "from", "at", "on", "with"})
_BEGIN = """
a an another as at because both but each even for he his however if in instead it its later next no not now of on once
one only or other she since so some that the their then there these they this those though to two under until when
whenever where while with you your
"""
_NO_NAMES = frozenset(_BEGIN.split())
"""Words that begin sentences with a capital without being names."""
_PRONOUNS = {
    ("he", "or", "she"): "they",
    ("he",): "they",
    ("she",): "they",
    ("his", "or", "her"): "their",
    ("him", "or", "her"): "them",
    ("his", "or", "hers"): "theirs",
}
_PLURAL = {"has": "have", "is": "are", "does": "do", "doesn't": "don't", "was": "were", "isn't": "aren't",
           "hasn't": "haven't", "wasn't": "weren't", "goes": "go"}  # fmt: skip
_MAX_WORDS, _NEAR, _VERB = 24, 6, 4
"""The most words examined from a position on, how many of them count as following soon, and how many words before a
verb its pronoun may be.
"""
BEGINNING = "^"
"""The beginning of a text, in a phrase."""

NOTATION = "another notation of the same symbols or numbers"
OWN_NAME = "a card's own name in what it says"
ARTICLE = "an article before a name or a size"
PRONOUN = "another pronoun for the same player"
SAME_RULE = "the number that the same rule has in each edition"


@dataclass(frozen=True)
class Saying:
    """Phrases with the same meaning, and the reason.

    "" may be left out; "…" stands for words that are the same in both; `BEGINNING` is the beginning of a text.
    ``never_with``: does not apply if either text has one of these words; ``never_before``: nor if one of these follows
    soon.
    """

    phrases: tuple[str, ...]
    why: str
    never_with: frozenset[str] = frozenset()
    never_before: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Difference:
    """One difference between two wordings: the phrase of each, and why they mean the same."""

    known: str
    here: str
    why: str


@dataclass(frozen=True)
class _Word:
    """A word as printed, its form for comparison (``alike``), and whether it is the number of a cited rule.

    ``owners``: inside a quotation, the name before it, and the longer names that begin with it.
    """

    printed: str
    alike: str
    is_rule: bool = False
    owners: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class _Phrase:
    """The words of a phrase and their stems; ``then`` continues it after words that are the same in both texts."""

    words: tuple[str, ...]
    stems: tuple[str, ...]
    then: _Phrase | None = None

    @property
    def every_stem(self) -> tuple[str, ...]:
        """The stems of all its words, with those of the continuation."""
        return (*self.stems, *(self.then.every_stem if self.then else ()))

    def within(self, stems: Collection[str]) -> bool:
        """Whether a text with these stems may contain it."""
        return all(own_stem in stems for own_stem in self.stems) and (self.then is None or self.then.within(stems))


@dataclass(frozen=True, eq=False)
class _Exchange:
    """A phrase that may replace another, and the saying behind it.

    Compared by identity, so that positions compare quickly without looking at all its words.
    """

    mine: _Phrase
    yours: _Phrase
    saying: Saying


_Place = tuple[int, int, "_Exchange | None"]
"""The position in each text, and the exchange whose second half is still to come."""
_Step = tuple[_Place, str]
"""A reachable position, and the reason; "" if both texts have the same word."""
_SameRule = Callable[[str, str], bool]


class Sayings:
    """Replacements of phrases, for comparing many pairs of texts."""

    def __init__(self, sayings: Iterable[Saying] = ()) -> None:
        self.every = tuple(sayings)
        self._exchanges: dict[str, list[_Exchange]] = defaultdict(list)
        """By the first stem of the first phrase, or of the second if the first is empty."""
        self._put_in: list[_Exchange] = []
        """The exchanges whose first phrase is empty."""
        self._covered_stems = set(_MAY_STAND_ALONE)
        """The stems of all words that some replacement covers."""
        for saying in self.every:
            phrases = [_phrase(text) for text in saying.phrases]
            for left in phrases:
                self._covered_stems.update(left.every_stem)
                for right in phrases:
                    if left != right:
                        exchange = _Exchange(left, right, saying)
                        self._exchanges[(left.stems or right.stems)[0]].append(exchange)
                        if not left.stems:
                            self._put_in.append(exchange)

    def about(self, texts: Iterable[str]) -> list[Saying]:
        """The sayings that can matter when any of some texts is compared with another."""
        stems = frozenset().union(*map(_stems, texts))
        candidates = (self._exchanges[first] for first in stems & self._exchanges.keys())
        sayings = {
            id(exchange.saying): exchange.saying
            for exchange in chain(self._put_in, *candidates)
            if exchange.mine.within(stems)
        }
        return list(sayings.values())

    def explain(
        self, known: str, here: str, same_rule: _SameRule = lambda one, other: one == other
    ) -> list[Difference] | None:
        """The differences of two texts, in order; None if any is not explained.

        ``same_rule`` tells whether two cited numbers are the same rule.

        >>> sayings = Sayings([Saying(("in play", "on the battlefield"), "the zone has another name")])
        >>> sayings.explain("It is “in play”.", "It is on the battlefield")
        [Difference(known='in play', here='on the battlefield', why='the zone has another name')]
        >>> sayings.explain("Two are in play.", "Three are on the battlefield.") is None
        True
        """
        if self._has_what_nothing_explains(known, here):
            return None
        return _Comparison(self._exchanges, _read(known), _read(here), same_rule).differences()

    def _has_what_nothing_explains(self, known: str, here: str) -> bool:
        """Whether one text has more of a word than the other, and no saying covers that word.

        A quick test before the alignment, as it rules out most pairs. False for texts in which names or persons may
        replace other words.
        """
        (left, open_here), (right, open_there) = _tally(known), _tally(here)
        if open_here or open_there:
            return False
        return any(stem(word) not in self._covered_stems for word in {**(left - right), **(right - left)})


class _Comparison:
    """The alignment of two texts."""

    def __init__(
        self,
        exchanges: Mapping[str, Sequence[_Exchange]],
        one: Sequence[_Word],
        other: Sequence[_Word],
        same_rule: _SameRule,
    ) -> None:
        self._exchanges = exchanges
        self._one, self._other = one, other
        self._stems = {word.alike for word in (*one, *other)}
        self._same_rule = same_rule

    def differences(self) -> list[Difference] | None:
        """The explained differences on the shortest path through both; None without a path."""
        start, end = (0, 0, None), (len(self._one), len(self._other), None)
        number = count()
        origins: dict[_Place, tuple[_Place, str]] = {}
        queue: list[tuple[int, int, _Place, _Place, str | None]] = [(0, next(number), start, start, "")]
        while queue:
            cost, _, place, before, why = heapq.heappop(queue)
            if why is not None:
                if place in origins:
                    continue
                origins[place] = before, why
                if place == end:
                    return list(self._differences(origins, start, end))
                if self._goes_on(place):  # other steps are longer by at least a word, so they are tried later
                    next_place = place[0] + 1, place[1] + 1, place[2]
                    heapq.heappush(queue, (cost, next(number), next_place, place, ""))
                    heapq.heappush(queue, (cost + 1, next(number), place, place, None))
                    continue
            for next_place, reason in self._steps(place):
                if next_place not in origins:
                    length = next_place[0] - place[0] + next_place[1] - place[1] if reason else 0
                    heapq.heappush(queue, (cost + length - (why is None), next(number), next_place, place, reason))
        return None

    def _goes_on(self, place: _Place) -> bool:
        """Whether both texts continue with the same word in the same letters, apart from case."""
        first, second, _ = place
        if first >= len(self._one) or second >= len(self._other):
            return False
        left, right = self._one[first], self._other[second]
        return left.alike == right.alike and left.printed.lower() == right.printed.lower()

    def _differences(
        self, came: Mapping[_Place, tuple[_Place, str]], start: _Place, end: _Place
    ) -> Iterator[Difference]:
        path = [end]
        while path[-1] != start:
            path.append(came[path[-1]][0])
        for step in path[::-1][1:]:
            before, why = came[step]
            if why:
                known, here = self._one[before[0] : step[0]], self._other[before[1] : step[1]]
                yield Difference(_printed(known), _printed(here), why)

    def _steps(self, place: _Place) -> Iterator[_Step]:
        first, second, exchange_begun = place
        left, right = self._one[first : first + _MAX_WORDS], self._other[second : second + _MAX_WORDS]
        if left and right:
            for many, more, why in self._same(left, right):
                yield (first + many, second + more, exchange_begun), why
            if self._agrees(place):
                yield (first + 1, second + 1, exchange_begun), PRONOUN
        if exchange_begun is not None:
            if _fits(exchange_begun.mine.then, left, exchange_begun.yours.then, right):
                many, more = _length(exchange_begun.mine.then), _length(exchange_begun.yours.then)
                yield (first + many, second + more, None), exchange_begun.saying.why
            return
        for stem_ in {stem(words[0].alike) for words in (left, right) if words}:
            for exchange in self._exchanges.get(stem_, ()):
                if _fits(exchange.mine, left, exchange.yours, right) and self._may(exchange.saying, left, right):
                    then = exchange if exchange.mine.then or exchange.yours.then else None
                    yield (
                        (first + len(exchange.mine.words), second + len(exchange.yours.words), then),
                        exchange.saying.why,
                    )

    def _same(self, one: Sequence[_Word], other: Sequence[_Word]) -> Iterator[tuple[int, int, str]]:
        """The numbers of words at the beginning of each text that mean the same in every book, with the reason."""
        if one[0].alike == other[0].alike:
            yield 1, 1, "" if one[0].printed.lower() == other[0].printed.lower() else NOTATION
        elif one[0].is_rule and other[0].is_rule and self._same_rule(one[0].printed, other[0].printed):
            yield 1, 1, SAME_RULE
        for find, why in ((_own_name, OWN_NAME), (_short_name, OWN_NAME), (_pronoun, PRONOUN), (_article, ARTICLE)):
            yield from ((many, more, why) for many, more in find(one, other))
            yield from ((many, more, why) for more, many in find(other, one))

    def _agrees(self, place: _Place) -> bool:
        """Whether two verbs agree with pronouns: "they" before one, "he or she" before the other."""
        first, second, _ = place
        before = [word.alike for word in self._one[max(first - _VERB, 0) : first]]
        beside = [word.alike for word in self._other[max(second - _VERB, 0) : second]]
        verb, verbs = self._one[first].alike, self._other[second].alike
        if "they" in before:
            before, beside, verb, verbs = beside, before, verbs, verb
        singular = verbs in (_PLURAL.get(verb), verb.removesuffix("s"), verb.removesuffix("es"))
        return verb != verbs and singular and "they" in beside and not {"he", "she"}.isdisjoint(before)

    def _may(self, saying: Saying, one: Sequence[_Word], other: Sequence[_Word]) -> bool:
        if self._stems & saying.never_with:
            return False
        follow = {word.alike for word in (*one[:_NEAR], *other[:_NEAR])}
        return not follow & saying.never_before


def _fits(mine: _Phrase | None, one: Sequence[_Word], yours: _Phrase | None, other: Sequence[_Word]) -> bool:
    """Whether each text continues with its phrase, and the words have the same endings."""
    turned = _turned(mine, one)
    return turned is not None and turned == _turned(yours, other)


def _length(phrase: _Phrase | None) -> int:
    return len(phrase.words) if phrase else 0


def _printed(words: Iterable[_Word]) -> str:
    return " ".join(word.printed for word in words if word.printed)


def _phrase(text: str) -> _Phrase:
    head, gap, tail = text.partition("…")
    words = tuple(word.alike for word in _read(head)[1:])
    if head.startswith(BEGINNING):
        words = (BEGINNING, *words)
    return _Phrase(words, tuple(map(stem, words)), _phrase(tail) if gap and tail.strip() else None)


def _turned(phrase: _Phrase | None, words: Sequence[_Word]) -> frozenset[tuple[str, str]] | None:
    """The endings in which words differ from a phrase; None if they are not the phrase."""
    if phrase is None:
        return frozenset()
    if len(words) < len(phrase.words):
        return None
    changes = set()
    for written, ending, word in zip(phrase.words, phrase.stems, words, strict=False):
        if word.alike != written:
            if stem(word.alike) != ending:
                return None
            changes.add((_ending(written), _ending(word.alike)))
    return frozenset(changes)


def _ending(word: str) -> str:
    return next((ending for ending in ("ing", "ed", "s") if word.endswith(ending) and not word.endswith("ss")), "")


def _own_name(one: Sequence[_Word], other: Sequence[_Word]) -> Iterator[tuple[int, int]]:
    """A card's name in a quotation of its own text, where the other text has "this creature"."""
    if len(other) < 2 or other[0].alike != "this":
        return
    noun = other[1].alike
    for size in _named(one, other):
        if _bare(noun) in _SELF and noun.endswith("'s") == one[size - 1].alike.endswith("'s"):
            yield size, 2


def _short_name(one: Sequence[_Word], other: Sequence[_Word]) -> Iterator[tuple[int, int]]:
    """A card's full name in a quotation of its own text, where the other text has the first word of it."""
    sizes = list(_named(one, other))
    if sizes and max(sizes) > 1 and one[0].alike == other[0].alike and max(sizes) not in _named(other, one):
        yield max(sizes), 1


def _named(one: Sequence[_Word], other: Sequence[_Word]) -> Iterator[int]:
    """The numbers of words that begin a quotation in both texts and are a name of its card, longest first."""
    if one[0].alike == "[name]":
        yield 1
    if one[0].printed[:1].isupper():
        for name in sorted({*one[0].owners} & {*other[0].owners}, key=len, reverse=True):
            if tuple(_bare(word.alike) for word in one[: len(name)]) == name:
                yield len(name)


def _article(one: Sequence[_Word], other: Sequence[_Word]) -> Iterator[tuple[int, int]]:
    """ "The Hawk", and "Hawk"; "a 2/2", and "2/2"."""
    if one[0].printed.lower() in ("a", "an", "the") and len(one) > 1 and one[1].alike == other[0].alike:
        printed = one[1].printed
        if "/" in printed or (printed[0].isupper() and other[0].printed[0].isupper()):
            yield 1, 0


def _pronoun(one: Sequence[_Word], other: Sequence[_Word]) -> Iterator[tuple[int, int]]:
    """ "His or her", and "their"."""
    for singular, plural in _PRONOUNS.items():
        if other[0].alike == plural and tuple(word.alike for word in one[: len(singular)]) == singular:
            yield len(singular), 1


_PERSONS = frozenset({"he", "she", "they"})
_MAY_STAND_ALONE = frozenset(
    map(stem, ("a", "the", *_PRONOUNS.values(), *(word for words in _PRONOUNS for word in words)))
)
"""The stems of articles and pronouns."""


@lru_cache(maxsize=1024)
def _tally(text: str) -> tuple[Counter[str], bool]:
    """The count of each word in a text, without rule numbers; and whether names or persons may replace other words."""
    words = [word for word in _read(text) if not word.is_rule]
    names = any(word.owners or word.alike == "[name]" for word in words)
    return Counter(word.alike for word in words), names or any(word.alike in _PERSONS for word in words)


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word.alike) for word in _read(text))


# --- reading ------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=1024)  # a text is compared with many others
def _read(text: str) -> tuple[_Word, ...]:
    """The words of a text after its `BEGINNING`, with the names before quotations."""
    read_words = [_Word("", BEGINNING)]
    names, inside = _Names(), False
    owners: tuple[tuple[str, ...], ...] = ()
    for token in _TOKEN.finditer(normalise(text)):
        printed, sort = token.group(), token.lastgroup or ""
        if sort == "quote":
            inside = not inside
            owners = names.now() if inside else ()
        elif not inside:
            names.hear(printed)
        if sort not in ("quote", "stop"):
            read_words.extend(_words(printed, sort, owners))
    return tuple(read_words)


class _Names:
    """The names in a text: words with a capital, and the short words between them."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, ...], None] = {}
        self._last: tuple[tuple[str, ...], ...] = ()
        self._runs: tuple[tuple[str, ...], ...] = ()
        """The candidates being read: "Bob's Clone" may be a name, or a name after that of a player."""
        self._whose = False

    def hear(self, printed: str) -> None:
        """Process a word or the end of a sentence."""
        word = _bare(printed)
        if word[0].isupper() and (self._runs or word.lower() not in _NO_NAMES):
            runs = self._runs if self._runs and not self._whose else (*self._runs, ())
            self._runs = tuple((*run, word.lower()) for run in runs)
        elif self._runs and word in _JOINING:
            self._runs = tuple((*run, word) for run in self._runs)
        else:
            self._close()
        self._whose = word != printed

    def now(self) -> tuple[tuple[str, ...], ...]:
        """The last name read, and the longer ones that begin with it."""
        self._close()
        return tuple(name for name in self._names if any(name[: len(last)] == last for last in self._last))

    def _close(self) -> None:
        if self._runs:
            self._last = tuple(map(_trimmed, self._runs))
            self._names |= dict.fromkeys(self._last)
            self._runs = ()


def _trimmed(run: tuple[str, ...]) -> tuple[str, ...]:
    while run[-1] in _JOINING:
        run = run[:-1]
    return run


def _bare(word: str) -> str:
    return word.removesuffix("'s")


def _words(printed: str, sort: str, owners: tuple[tuple[str, ...], ...]) -> Iterator[_Word]:
    if sort == "rule":
        yield _Word(printed, printed, is_rule=True, owners=owners)
    elif sort == "name":
        yield _Word(printed, "[name]", owners=owners)
    elif sort == "size":
        yield _Word(printed, printed.replace(" ", "").replace("\\", "/").lower(), owners=owners)
    elif sort == "symbol":
        inner = _SYMBOL.fullmatch(printed[1:-1])
        alike = (inner[1] if inner else printed[1:-1]).lower()
        yield _Word(printed, _TAP.get(alike, alike), owners=owners)
    elif _MANA.fullmatch(printed):
        for part in re.findall(r"\d+|\D", printed):
            yield _Word(part, part.lower(), owners=owners)
    else:
        low = printed.lower().replace("æ", "ae")
        yield _Word(printed, "a" if low == "an" else _DIGITS.get(low, low), owners=owners)
