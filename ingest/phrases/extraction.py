"""Find rephrasings: sentences that stayed nearly the same, with one phrase replaced by another.

The changed sentences of a provision and its successor are aligned word by word. A stretch between unchanged words is a
phrase and its replacement. Numbers, symbols, punctuation and cited rules are not phrases. A phrase that was replaced
everywhere is learned as it stands. One that was replaced only in some contexts ("play" in "play a spell") is learned
with the words beside it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from sys import intern
from typing import NamedTuple

from rapidfuzz.distance import Indel

from ingest.descent.alignment.vocabulary import NUMBER_SIGN, masked, without_addresses
from rulesite.text.stemming import beginning, stem

LONGEST = 8
"""The most words of a phrase."""
_BESIDE = 2
"""The most words on either side that a phrase is learned with."""
_ALIKE = 0.5
"""The least similarity, of 1, of a sentence and its changed form."""
_CLEAN = 0.6
"""The least share of one replacement among everything that replaced a phrase."""
_HARDLY, _PART, _SEVERAL = 0.1, 0.25, 5
"""Alternatively, for a phrase with at most this share left: one replacement's least share and number of sentences."""
_EVIDENCE = 3
"""The number of provisions of a step listed as evidence of a rephrasing."""
_TOKEN = re.compile(r"\{[^{}\s]{1,8}\}|[+-]?[\dXYZ*]+/[+-]?[\dXYZ*]+|\w+(?:'\w+)*(?:-\w+)*|[^\w\s]")
_BORDER = re.compile(r"(?<=[.!?;:])[\"')\]]*\s+(?=[\"'(\[{]*[A-Z0-9])|;\s+")
"""The border of a sentence, including one that a colon announces."""

_JOINING = """
a an the this that these those it its there here and or nor but if then than so as when while where which who whose whom
what at by for from in into of off on onto out over per to under until up upon with without within during before after
between through is are was were be been being am has have had having do does did done can could may might must shall
should will would not no any all both either neither each every some many most more much other another such same only
also just even still yet one two three four five six seven eight nine ten first second third fourth fifth last next
n x y z again instead i you your
"""
_SMALL = frozenset(_JOINING.split())
"""Function words and numerals: not phrases by themselves, and no useful context beside one."""
_SMALL_STEMS = frozenset(map(stem, _SMALL))
_ARTICLES = frozenset({"a", "an", "the", "this", "that", "these", "those", "its"})
"""Words that no phrase ends with."""
_WHOSE = frozenset({"his", "their"})
"""If one phrase of a pair ends with such a word, the other must end with a possessive too."""
_LINKS = frozenset({"and", "or", "nor", "not", "but"})
"""Words that no phrase begins with. A replacement with one that the older phrase lacked says more than it did."""

GLOSSARY = "glossary/"
"""The prefix of the keys of glossary entries."""
Stems = tuple[str, ...]


class Passage(NamedTuple):
    """A provision or a glossary entry: its key in its edition, its title and its text."""

    key: str
    title: str
    text: str


@dataclass(frozen=True)
class Rephrasing:
    """A phrase and its replacement in one step.

    ``sentences`` counts the different sentences that show it, ``lost`` all sentences that have the phrase less often
    afterwards, and ``kept`` its occurrences in the later edition. ``places`` are keys of provisions and of their
    successors.
    """

    old: str
    new: str
    sentences: int
    lost: int
    kept: int
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Sentence:
    """The tokens of a sentence: as printed, and as stems."""

    printed: tuple[str, ...]
    stems: Stems


@dataclass(frozen=True)
class _Replacement:
    """A phrase and its replacement in one sentence, with the sentence, its place, and which of its changes this is."""

    old: Stems
    new: Stems
    printed: tuple[str, str]
    sentence: Stems
    place: tuple[str, str]
    change: int
    is_wider: bool
    """Whether words beside the change are included."""


def rephrasings(continued: Iterable[tuple[Passage, Passage]], later: Iterable[str]) -> list[Rephrasing]:
    """Return the rephrasings of passages that ``continued`` with other words.

    ``later`` are all texts of the later edition.

    >>> old, new = (Passage("1", "", f"Each owl that {way} may call.") for way in ("enters play", "arrives"))
    >>> [(each.old, each.new, each.kept) for each in rephrasings([(old, new)], [new.text])]
    [('enters play', 'arrives', 0)]
    """
    exact: dict[tuple[Stems, Stems], list[_Replacement]] = defaultdict(list)
    wider: dict[tuple[Stems, Stems], list[_Replacement]] = defaultdict(list)
    changed: dict[Stems, Stems] = {}
    for old, new in continued:
        for before, after in _changed(old, new):
            changed[before.stems] = after.stems
            for phrase in _phrases(before, after, (old.key, new.key)):
                (wider if phrase.is_wider else exact)[phrase.old, phrase.new].append(phrase)
    return _Counted(exact, wider, changed, later).rephrasings()


class _Counted:
    """The phrases of a step, and how often each occurs otherwise."""

    def __init__(
        self,
        exact: dict[tuple[Stems, Stems], list[_Replacement]],
        wider: dict[tuple[Stems, Stems], list[_Replacement]],
        changed: dict[Stems, Stems],
        later: Iterable[str],
    ) -> None:
        self._exact, self._wider = exact, {pair: those for pair, those in wider.items() if _different(those) > 1}
        phrases = {old for old, _ in (*self._exact, *self._wider)}
        self._lost: Counter[Stems] = Counter()
        for before, successor in changed.items():
            after = Counter(_runs(successor, phrases))
            self._lost.update(set(Counter(_runs(before, phrases)) - after))
        self._later = _Book(later, phrases)

    def rephrasings(self) -> list[Rephrasing]:
        """Return all rephrasings. Words beside a phrase are included only where they make its replacement clear."""
        plain = {pair: self._of(those) for pair, those in self._exact.items()}
        chosen = list(plain.values())
        clear = {pair for pair, each in plain.items() if is_clear(each)}
        explained = {(each.sentence, each.change) for pair in clear for each in self._exact[pair]}
        for pair in sorted(self._wider, key=lambda pair: (len(pair[0]), pair)):
            those = [each for each in self._wider[pair] if (each.sentence, each.change) not in explained]
            if _different(those) > 1 and is_clear(each := self._of(self._wider[pair])):
                explained |= {(each.sentence, each.change) for each in those}
                chosen.append(each)
        return sorted(chosen, key=lambda each: (-each.sentences, each.old, each.new))

    def _of(self, those: Sequence[_Replacement]) -> Rephrasing:
        first = those[0]
        (old, new), _ = min(Counter(each.printed for each in those).items(), key=lambda item: (-item[1], item[0]))
        places = tuple(dict.fromkeys(each.place for each in those))[:_EVIDENCE]
        return Rephrasing(old, new, _different(those), self._lost[first.old], self._later.count(first.old), places)


class _Book:
    """All words of an edition, and counts of some phrases in it.

    Only words that may have the stem of a word in one of the phrases are stemmed.
    """

    def __init__(self, texts: Iterable[str], phrases: Iterable[Stems]) -> None:
        self._texts = texts
        self._begins = tuple({beginning(each) for phrase in phrases for each in phrase})
        self._counted: dict[Stems, int] = {}

    def count(self, phrase: Stems) -> int:
        """Return how often a phrase occurs."""
        if phrase not in self._counted:
            self._counted[phrase] = self._stems.count(f" {' '.join(phrase)} ")
        return self._counted[phrase]

    @cached_property
    def _stems(self) -> str:
        """The words of all texts in order with a space around each; words that may be in a phrase are stemmed."""
        token_lists = [*map(_tokens, self._texts)]
        stems = {word: _stem(word) if word.startswith(self._begins) else word for word in set().union(*token_lists)}
        return "\n".join(f" {' '.join(map(stems.__getitem__, words))} " for words in token_lists)


def is_clear(each: Rephrasing) -> bool:
    """Whether a phrase was mostly replaced by this one, or left the edition and was often replaced by this one."""
    became = max(each.lost, each.sentences)
    if each.sentences >= _CLEAN * (became + each.kept):
        return True
    return each.kept <= _HARDLY * became and each.sentences >= max(_SEVERAL, _PART * became)


def _different(those: Iterable[_Replacement]) -> int:
    return len({each.sentence for each in those})


def within(small: tuple[Stems, Stems], pair: tuple[Stems, Stems]) -> bool:
    """Whether a pair is a smaller pair with the same words beside it on both sides."""
    (old, new), (more_old, more_new) = small, pair
    for before in range(len(more_old) - len(old) + 1):
        after = len(more_old) - len(old) - before
        if (
            more_old[before : before + len(old)] == old
            and more_new == more_old[:before] + new + more_old[len(more_old) - after :]
        ):
            return True
    return False


def _runs(stems: Stems, wanted: set[Stems]) -> Iterator[Stems]:
    """Yield the runs of words in a sentence that are among ``wanted``."""
    for first in range(len(stems)):
        for last in range(first + 1, min(first + LONGEST, len(stems)) + 1):
            if stems[first:last] in wanted:
                yield stems[first:last]


@lru_cache(maxsize=8192)
def _tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of a text in lower case, with cited numbers masked.

    Memoized, because editions repeat each other.
    """
    return tuple(intern(word.lower()) for word in _TOKEN.findall(masked(text)))


def _sentences(passage: Passage) -> Iterator[_Sentence]:
    for line in (passage.title.lower(), *passage.text.split("\n")):
        for piece in _BORDER.split(masked(without_addresses(line))):
            tokens = _TOKEN.findall(piece)
            if tokens:
                first = tokens[0]
                printed = (first[0].lower() + first[1:] if first[1:].islower() else first, *tokens[1:])
                yield _Sentence(printed, tuple(map(_stem, tokens)))


def _changed(old: Passage, new: Passage) -> Iterator[tuple[_Sentence, _Sentence]]:
    """Yield the sentences that a passage's successor changed, each with its most similar new form."""
    before, after = list(_sentences(old)), list(_sentences(new))
    same = {sentence.stems for sentence in before} & {sentence.stems for sentence in after}
    before = [sentence for sentence in before if sentence.stems not in same]
    after = [sentence for sentence in after if sentence.stems not in same]
    alike = sorted(
        (-Indel.normalized_similarity(left.stems, right.stems), old_index, new_index)
        for old_index, left in enumerate(before)
        for new_index, right in enumerate(after)
    )
    old_taken, new_taken = set(), set()
    for likeness, old_index, new_index in alike:
        if -likeness >= _ALIKE and old_index not in old_taken and new_index not in new_taken:
            old_taken.add(old_index)
            new_taken.add(new_index)
            yield before[old_index], after[new_index]


def _phrases(one: _Sentence, other: _Sentence, place: tuple[str, str]) -> Iterator[_Replacement]:
    """Yield the rephrasings in a sentence, each by itself and with words beside it."""
    spans = _changes(one, other)
    borders = [0, *(place for span in spans for place in span[:2]), len(one.stems)]
    for index, (first, last, begin, end) in enumerate(spans):
        beside = [span for span in spans if span[0] != first]
        if not _is_exchange(one.stems[first:last], other.stems[begin:end]) or _has_moved(
            one, other, spans[index], beside
        ):
            continue
        if not _are_phrases(one.printed[first:last], other.printed[begin:end]):
            continue
        room = first - borders[2 * index], borders[2 * index + 3] - last
        for before in range(min(_BESIDE, room[0]) + 1):
            if before and one.printed[first - before].lower() in _SMALL:
                continue
            for after in range(min(_BESIDE, room[1]) + 1):
                if after and one.printed[last + after - 1].lower() in _SMALL:
                    continue
                old = slice(first - before, last + after)
                new = slice(begin - before, end + after)
                if _are_phrases(one.printed[old], other.printed[new]):
                    printed = " ".join(one.printed[old]), " ".join(other.printed[new])
                    wider = bool(before or after)
                    yield _Replacement(one.stems[old], other.stems[new], printed, one.stems, place, first, wider)


def _changes(one: _Sentence, other: _Sentence) -> list[tuple[int, int, int, int]]:
    """Return the old and new spans of each change in a sentence. Changes at most one word apart are joined."""
    spans: list[tuple[int, int, int, int]] = []
    for code in Indel.opcodes(one.stems, other.stems):
        if code.tag == "equal":
            continue
        first, begin = code.src_start, code.dest_start
        if spans and first - spans[-1][1] <= 1 and all(map(_is_word, one.printed[spans[-1][1] : first])):
            first, _, begin, _ = spans.pop()
        spans.append((first, code.src_end, begin, code.dest_end))
    return spans


def _is_exchange(old: Stems, new: Stems) -> bool:
    """Whether words were replaced, rather than only added, left out or joined with others."""
    old_stems, new_stems = ({stem for stem in stems if stem not in _SMALL_STEMS} for stems in (old, new))
    return not (old_stems <= new_stems or new_stems <= old_stems or (_LINKS & set(new)) - set(old))


def _has_moved(
    one: _Sentence, other: _Sentence, span: tuple[int, int, int, int], beside: Sequence[tuple[int, int, int, int]]
) -> bool:
    """Whether words removed here were added elsewhere in the sentence, or the reverse."""
    gone, come = set(one.stems[span[0] : span[1]]) - _SMALL_STEMS, set(other.stems[span[2] : span[3]]) - _SMALL_STEMS
    return any(
        gone & set(other.stems[place[2] : place[3]]) or come & set(one.stems[place[0] : place[1]]) for place in beside
    )


def _are_phrases(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether two runs of words have only words of phrases, and begin and end like phrases."""
    if max(len(old), len(new)) > LONGEST or not all(map(_is_word, (*old, *new))) or any(map(_is_name, old)):
        return False
    begins, ends = {old[0].lower(), new[0].lower()}, {old[-1].lower(), new[-1].lower()}
    return not (begins & _LINKS or ends & _ARTICLES) and _names_owner(old) == _names_owner(new)


def _names_owner(words: Sequence[str]) -> bool:
    last = [word.lower() for word in words[-3:]]
    return last[-1] in _WHOSE or last[-1].endswith("'s") or last == ["his", "or", "her"]


def _stem(token: str) -> str:
    """Return the common stem of all forms of a word. "An" counts as a form of "a"."""
    small = token.lower()
    return "a" if small == "an" else stem(small)


def stems_of(phrase: str) -> Stems:
    """Return the stems of the words of a phrase.

    >>> stems_of("Triggers an ability") == stems_of("trigger a ability")
    True
    """
    return tuple(map(_stem, phrase.split()))


def _is_name(token: str) -> bool:
    """Whether a token is written like the name of a card or a player."""
    return token[0].isupper()


def _is_word(token: str) -> bool:
    return token[0].isalpha() and token != NUMBER_SIGN and not any(map(str.isdigit, token))
