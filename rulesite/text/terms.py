"""Glossary terms in running text: the uses of words that the glossary explains."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulesite.text import glossary
from rulesite.text.characters import TYPOGRAPHY


@dataclass(frozen=True)
class TermUse:
    """A glossary term used at ``[start:end]``; ``term`` is spelled as given to the `TermLinker`."""

    start: int
    end: int
    term: str


_FUNCTION_WORDS = frozenset(
    "a an and another as at be become becomes between but by can do does during each for from has have if in "  # noqa: SIM905
    "instead into is it its may not no of on only or other permanently played same so than that the then they this "
    "to unless until up when whenever where will with would you your".split()
)
"""Glossaries explain some of these (If, Instead, You), but every sentence has them, so they are linked only where the
text puts the word in quotation marks to speak about it.
"""

_EVERYDAY_WORDS = frozenset(
    "case class command free general group individual learn limited map number option order role room world".split()  # noqa: SIM905
)
"""Terms that rules texts use more often as plain English (in this case, a general rule): they are linked only in
quotation marks, or with a capital inside a sentence, like subtypes and names.
"""

_TOKEN = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"(?:^|[.:!?—\n][”\"')]*)\s*[(“\"']?$")
_QUOTES = "“”\"‘’'"


@dataclass(frozen=True)
class _Form:
    """One spelling of a term: its folded words (the last in the singular too) and the text between them."""

    words: tuple[str, ...]
    gaps: tuple[str, ...]
    term: str


class TermLinker:
    """A finder of one glossary's terms in texts; build it once for an edition and use it for all its rules.

    >>> linker = TermLinker(["Ability", "Activated Ability", "Cost", "If", "Mana Burn (Obsolete)"])
    >>> text = "If a cost is paid, activated abilities resolve. Other abilities, and the cost, do not."
    >>> [text[use.start:use.end] for use in linker.find(text)]
    ['cost', 'activated abilities', 'abilities']
    """

    def __init__(self, terms: Iterable[str]) -> None:
        self._by_first: dict[str, list[_Form]] = {}
        seen_forms: set[tuple[str, ...]] = set()
        forms_by_term = [(term, list(glossary.forms(term))) for term in terms]
        for term, (whole, *_) in forms_by_term:
            self._add(term, whole, seen_forms)
        for term, (_, *joined) in forms_by_term:  # an entry of its own comes before a name joined in another's heading
            for name in joined:
                # "Remove from the Game, Removed (Obsolete)": the words stayed in use in their plain senses
                if " " in name or not glossary.is_obsolete(term):
                    self._add(term, name, seen_forms)
        for candidates in self._by_first.values():
            candidates.sort(key=lambda form: -len(form.words))
        self._beginning: dict[str, Sequence[_Form]] = {}

    def _add(self, term: str, name: str, taken: set[tuple[str, ...]]) -> None:
        folded = _lowered(" ".join(name.split()))
        tokens = list(_TOKEN.finditer(folded))
        if not tokens:
            return
        words = [token.group() for token in tokens]
        words[-1] = glossary.singular(words[-1])
        gaps = tuple(_gap(folded[a.end() : b.start()]) for a, b in pairwise(tokens))
        key = (*words, *gaps)
        if key not in taken:
            taken.add(key)
            self._by_first.setdefault(words[0], []).append(_Form(tuple(words), gaps, term))

    def find(self, text: str, skip: Sequence[tuple[int, int]] = ()) -> list[TermUse]:
        """The uses of terms in a text, in order: the longest at each position, each term once per paragraph.

        Paragraphs end at a line break.  ``skip`` lists spans (start, end) without links, such as references, source
        tags and placeholders in square brackets.
        """
        folded = _lowered(text)
        tokens = [token.span() for token in _TOKEN.finditer(folded)]
        words = [folded[start:end] for start, end in tokens]
        skipped = _merged(skip)
        uses: list[TermUse] = []
        used: set[str] = set()
        paragraph_end = -1
        index = 0
        while index < len(tokens):
            known = self._beginning.get(words[index])
            candidates = self._begins(words[index]) if known is None else known
            if not candidates:
                index += 1
                continue
            start = tokens[index][0]
            if start > paragraph_end:
                used.clear()
                paragraph_end = text.find("\n", start)
                paragraph_end = len(text) if paragraph_end < 0 else paragraph_end
            step = 1
            for form in candidates:
                span = self._matched(form, folded, tokens, words, index)
                if span is None or _overlaps(span, skipped) or not _meant(form, text, span):
                    continue
                step = len(form.words)
                if form.term not in used:
                    used.add(form.term)
                    uses.append(TermUse(*span, form.term))
                break
            index += step
        return uses

    def _begins(self, word: str) -> Sequence[_Form]:
        """The forms that may begin with a word, longest first; forms of a single word in the plural too."""
        known = self._beginning.get(word)
        if known is None:
            known = self._by_first.get(word) or ()
            if (single := glossary.singular(word)) != word:
                known = [*known, *(form for form in self._by_first.get(single, ()) if len(form.words) == 1)]
            self._beginning[word] = known
        return known

    @staticmethod
    def _matched(
        form: _Form, folded: str, tokens: list[tuple[int, int]], words: list[str], at: int
    ) -> tuple[int, int] | None:
        """The span of a form that begins at a token, None if the words there are others."""
        last = at + len(form.words) - 1
        if last >= len(tokens) or any(words[at + step] != form.words[step] for step in range(1, len(form.words) - 1)):
            return None
        if glossary.singular(words[last]) != form.words[-1]:
            return None
        if len(form.words) > 2 and folded[slice(*tokens[at + 1])] != form.words[1]:  # usually so, and quickly tested
            return None
        for offset, gap in enumerate(form.gaps):
            if _gap(folded[tokens[at + offset][1] : tokens[at + offset + 1][0]]) != gap:
                return None
        return tokens[at][0], tokens[last][1]


def _lowered(text: str) -> str:
    """The text in lower case with plain dashes and apostrophes; offsets stay valid."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters, such as İ, grow in lower case
        lowered = "".join(c.lower()[0] for c in text)
    return lowered.translate(TYPOGRAPHY)


def _gap(between: str) -> str:
    """The text between two words of a term, without quotation marks: Intervening “If” Clause."""
    return between.strip("“”\"'") if between != " " else between


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted spans of the same characters, merged where they touch; empty ones are dropped."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _overlaps(span: tuple[int, int], merged: Sequence[tuple[int, int]]) -> bool:
    """Whether a span shares a character with one of the merged spans."""
    index = bisect_left(merged, span[1], key=lambda each: each[0])
    return index > 0 and merged[index - 1][1] > span[0]


def _meant(form: _Form, text: str, span: tuple[int, int]) -> bool:
    """Whether a form of one word is used as the term: symbols in braces, common words and names need further checks."""
    if len(form.words) > 1:
        return True
    start, end = span
    before, after = text[start - 1 : start], text[end : end + 1]
    if (before == "{" and after == "}") or before == "/" or (before in tuple("+-−") and len(text[start:end]) == 1):
        return False
    word = form.words[0]
    if len(word) == 1:
        return text[start:end].isupper()
    if word in _FUNCTION_WORDS:
        return _quoted(text, span)
    if word in _EVERYDAY_WORDS:
        capital = text[start].isupper() and not _SENTENCE_END.search(text, max(0, start - 6), start)
        return capital or _quoted(text, span)
    return True


def _quoted(text: str, span: tuple[int, int]) -> bool:
    """Whether only the span is between quotation marks, apart from a closing comma or full stop."""
    start, end = span
    return start > 0 and text[start - 1] in _QUOTES and text[end : end + 2].lstrip(".,;")[:1] in tuple(_QUOTES)
