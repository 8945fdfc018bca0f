"""Resolution: the target of a citation inside an edition.

A citation is resolved only if exactly one candidate remains; every other outcome has a reason, which is shown.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, TypeVar

from rulesite.text import glossary, misprints
from rulesite.text.citations import Citation
from rulesite.text.numbering import Level, RuleNumber, Scheme

Key = TypeVar("Key")


class Outcome(StrEnum):
    """The outcome of resolving a citation."""

    RESOLVED = "resolved"
    """It has a target, or for a range all its numbers."""
    DANGLING = "dangling"
    """The edition should have it and does not: somebody made an error."""
    AMBIGUOUS = "ambiguous"
    """The number or term is printed more than once; all of them are the targets."""
    EXTERNAL = "external"
    """It lies outside this text: in another document, or in a part missing from an extract."""


@dataclass(frozen=True)
class Resolution(Generic[Key]):
    """The outcome of resolving a citation, its targets in book order, and the reason ("" in the plain case).

    For a misprinted number, the reason says how it is read.
    """

    outcome: Outcome
    targets: tuple[Key, ...] = ()
    reason: str = ""
    suggestion: str = ""
    """The number or range that was possibly meant, if that is too uncertain for a link; usually ""."""


class CitationIndex(Generic[Key]):
    """The provisions and terms of an edition, for resolving citations.

    ``provisions`` are (key, number, title) in book order: every numbered chapter, section, heading, rule, subrule,
    ruling and note, with title "" if none is printed; rows without a number are skipped.  ``terms`` are (key, term) of
    the glossary.  ``whole`` is true for a complete text: in an extract a missing number may be in the part left out.
    Raises NotARuleNumber for an invalid number.

    >>> rules = [(1, "601", "Casting Spells"), (2, "601.2", ""), (3, "601.2a", "")]
    >>> book = CitationIndex(rules, [(9, "Kicker, Kicked")])
    >>> from rulesite.text.references import find
    >>> [citation] = find("See rule 601.2a.", Scheme.DECIMAL)
    >>> resolve(citation, book).targets
    (3,)
    """

    def __init__(
        self,
        provisions: Iterable[tuple[Key, str, str]],
        terms: Iterable[tuple[Key, str]] = (),
        *,
        whole: bool = True,
        scheme: Scheme | None = None,
    ) -> None:
        self.whole = whole
        self.titles: dict[Key, str] = {}
        self.headed: dict[str, list[RuleNumber]] = {}
        self._keys: dict[RuleNumber, list[Key]] = {}
        for key, text, title in provisions:
            if not text:
                continue
            number = RuleNumber.parse(text)
            self._keys.setdefault(number, []).append(key)
            if title:
                self.titles[key] = title
                self.headed.setdefault(_folded(title), []).append(number)
        lettered = any(number.scheme is Scheme.LETTERED for number in self._keys)
        self.scheme = scheme or (Scheme.LETTERED if lettered else Scheme.DECIMAL)
        self._levels: dict[Level, list[tuple[str, RuleNumber]]] = {}
        for number in self._keys:
            self._levels.setdefault(number.level, []).append((number.sort_key, number))
        for level in self._levels.values():
            level.sort()
        self._terms: dict[str, list[Key]] = {}
        self._plurals: dict[str, list[Key]] = {}
        self._index_terms(list(terms))

    def _index_terms(self, terms: Sequence[tuple[Key, str]]) -> None:
        """Index the terms; full headings take precedence over names joined in another entry's heading."""
        names = [(key, list(glossary.forms(term))) for key, term in terms]
        for rank in (slice(0, 1), slice(1, None)):
            exact: dict[str, list[Key]] = {}
            plural: dict[str, list[Key]] = {}
            for key, forms in names:
                for form in forms[rank]:
                    exact.setdefault(glossary.fold(form), []).append(key)
                    plural.setdefault(glossary.singular(glossary.fold(form)), []).append(key)
            self._terms = exact | self._terms
            self._plurals = plural | self._plurals

    def __contains__(self, number: RuleNumber) -> bool:
        return number in self._keys

    def at(self, number: RuleNumber) -> list[Key]:
        """The keys of a number: none, one, or more if the publisher printed it twice."""
        return self._keys.get(number, [])

    def between(self, first: RuleNumber, last: RuleNumber) -> list[Key]:
        """The keys of all numbers on the level of ``first`` from ``first`` to ``last``, in book order."""
        level = self._levels.get(first.level, [])
        start = bisect_left(level, first.sort_key, key=lambda pair: pair[0])
        end = bisect_right(level, last.sort_key, key=lambda pair: pair[0])
        return [key for _, number in level[start:end] for key in self._keys[number]]

    def surrounds(self, number: RuleNumber) -> bool:
        """Whether the parent of a missing number has numbers both before and after it."""
        level = self._levels.get(number.level, [])
        index = bisect_left(level, number.sort_key, key=lambda pair: pair[0])
        return 0 < index < len(level) and level[index - 1][1].parent == number.parent == level[index][1].parent

    def entries(self, term: str) -> list[Key]:
        """A term's glossary entries: the heading itself, its plural or singular, or a name joined in a heading."""
        folded = glossary.fold(term)
        return self._terms.get(folded) or self._plurals.get(glossary.singular(folded), [])


def resolve(citation: Citation, book: CitationIndex[Key]) -> Resolution[Key]:
    """The resolution of a citation in a book; see `Outcome`."""
    if citation.first is None:
        return _entry(citation.term, book)
    if not citation.first.may_be_in(book.scheme):
        elsewhere = "the Comprehensive Rules" if citation.first.scheme is Scheme.DECIMAL else "a lettered document"
        return Resolution(Outcome.EXTERNAL, reason=f"a number of {elsewhere}")
    if citation.under:
        return _counted(citation, citation.first, book)
    if citation.misprinted:
        return _misprinted(citation, book)
    if citation.last is not None:
        return _run(citation, citation.first, citation.last, book)
    keys = book.at(citation.first)
    if not keys:
        return _missing(citation, citation.first, book)
    if len(keys) == 1:
        return _compared(citation, keys[0], book)
    if citation.name:
        with_heading = [key for key in keys if _folded(book.titles.get(key, "")) == _folded(citation.name)]
        if len(with_heading) == 1:
            reason = f"{citation.first} is printed {len(keys)} times, once under this heading"
            return Resolution(Outcome.RESOLVED, tuple(with_heading), reason)
    return Resolution(Outcome.AMBIGUOUS, tuple(keys), f"{citation.first} is printed {len(keys)} times")


def _counted(citation: Citation, count: RuleNumber, book: CitationIndex[Key]) -> Resolution[Key]:
    """The resolution of a number that is counted in the chapter that is named with it."""
    chapters = book.headed.get(_folded(citation.under), [])
    if len(chapters) != 1:
        return Resolution(Outcome.EXTERNAL, reason=f"no chapter here is called “{citation.under}”")
    number = RuleNumber.try_parse(f"{chapters[0]}.{count}")
    keys = book.at(number) if number is not None else []
    if len(keys) != 1:
        return Resolution(Outcome.DANGLING, reason=f"“{citation.under}” has no {count}")
    return Resolution(Outcome.RESOLVED, tuple(keys), f"number {count} of “{citation.under}”")


def _misprinted(citation: Citation, book: CitationIndex[Key]) -> Resolution[Key]:
    """The resolution of a misprinted number: its probable meaning, if its heading or its neighbour confirms it."""
    first, last = citation.first, citation.last or citation.first
    if first is None or last is None:
        return Resolution(Outcome.DANGLING, reason=f"{citation.text} is not a number")
    likely = citation.meant
    if first not in book or last not in book:
        if not book.whole and not book.surrounds(first):
            return Resolution(Outcome.EXTERNAL, reason=f"{citation.text}, perhaps {likely}, is not in this extract")
        return Resolution(Outcome.DANGLING, reason=f"{citation.text} is not a number, and there is no {likely}")
    targets = tuple(book.between(first, last)) if citation.last else tuple(book.at(first))
    neighbour = citation.beside if citation.beside and citation.beside.section == first.section else None
    headed = citation.name and _folded(citation.name) == _folded(book.titles.get(targets[0], ""))
    if len(targets) == 1 or citation.last:
        if headed:
            return Resolution(
                Outcome.RESOLVED, targets, f"{citation.text} is read as {likely}, whose heading is quoted"
            )
        if neighbour:
            return Resolution(Outcome.RESOLVED, targets, f"{citation.text} is read as {likely}, beside {neighbour}")
    return _perhaps(f"{citation.text} is not a number", likely)


def _perhaps(reason: str, *suggestions: object) -> Resolution[Key]:
    """The outcome for a number missing from the edition, with a possible meaning."""
    if len(suggestions) != 1:
        return Resolution(Outcome.DANGLING, reason=reason)
    return Resolution(Outcome.DANGLING, reason=f"{reason}; perhaps {suggestions[0]}", suggestion=str(suggestions[0]))


def _run(citation: Citation, first: RuleNumber, last: RuleNumber, book: CitationIndex[Key]) -> Resolution[Key]:
    """The resolution of a range; a missing end decides the outcome.

    An end with transposed digits is corrected if the result has the same rule or section as the other end.
    """
    if first in book and last in book:
        return Resolution(Outcome.RESOLVED, tuple(book.between(first, last)))
    if (first in book) is not (last in book):
        good, bad = (first, last) if first in book else (last, first)
        swapped = [
            candidate
            for candidate in misprints.transposed(bad)
            if candidate in book and candidate.parent == good.parent
        ]
        if len(swapped) == 1 and bad.parent != good.parent:
            low, high = sorted((good, swapped[0]))
            if (low is good) == (good is first):
                reason = f"there is no {bad}: read as {swapped[0]}, beside {good}"
                return Resolution(Outcome.RESOLVED, tuple(book.between(low, high)), reason)
    missing = [_missing(replace(citation, name=""), end, book) for end in (first, last) if end not in book]
    chosen = next((candidate for candidate in missing if candidate.outcome is not Outcome.EXTERNAL), missing[0])
    if chosen.outcome is Outcome.RESOLVED:
        return _perhaps(chosen.reason)
    return chosen


def _missing(citation: Citation, number: RuleNumber, book: CitationIndex[Key]) -> Resolution[Key]:
    """The resolution of a number missing from the book.

    It is an error unless an extract may have left the number out; it is corrected if the quoted heading or the adjacent
    number leaves no doubt.
    """
    if not book.whole and not book.surrounds(number):
        return Resolution(Outcome.EXTERNAL, reason=f"{number} is not in this extract")
    reason = f"there is no {number}"
    if headed := book.headed.get(_folded(citation.name), []) if citation.name else []:
        [*slips] = (
            candidate for candidate in headed if misprints.is_slip(number, candidate) and len(book.at(candidate)) == 1
        )
        if len(headed) == len(slips) == 1:
            explanation = f"{reason}: read as {headed[0]}, whose heading is quoted"
            return Resolution(Outcome.RESOLVED, tuple(book.at(headed[0])), explanation)
        explanation = f"{reason}; the heading {citation.name!r} is at {', '.join(map(str, headed))}"
        return replace(_perhaps(reason, *headed), reason=explanation)
    swapped = [candidate for candidate in misprints.transposed(number) if candidate in book]
    neighbour = citation.beside
    if neighbour and neighbour.section != number.section:
        nearby = [
            candidate
            for candidate in swapped
            if candidate.section == neighbour.section and len(book.at(candidate)) == 1
        ]
        if len(nearby) == 1:
            explanation = f"{reason}: read as {nearby[0]}, beside {neighbour}"
            return Resolution(Outcome.RESOLVED, tuple(book.at(nearby[0])), explanation)
    return _perhaps(reason, *swapped)


def _entry(term: str, book: CitationIndex[Key]) -> Resolution[Key]:
    """The resolution of a term; two terms joined by a comma are one entry if it exists, else both."""
    parts = [term] if book.entries(term) or ", " not in term else term.split(", ")
    matches = [book.entries(part) for part in parts]
    if not all(matches):
        missing = next(part for part, keys in zip(parts, matches, strict=True) if not keys)
        if not book.whole:
            return Resolution(Outcome.EXTERNAL, reason=f"the entry {missing!r} is not in this extract")
        return Resolution(Outcome.DANGLING, reason=f"the glossary has no entry {missing!r}")
    targets = tuple(key for keys in matches for key in keys)
    if len(targets) > len(parts):
        return Resolution(Outcome.AMBIGUOUS, targets, f"more than one entry for {term!r}")
    return Resolution(Outcome.RESOLVED, targets)


def _folded(title: str) -> str:
    """A heading reduced to letters, digits and spaces for comparison."""
    return " ".join("".join(c if c.isalnum() else " " for c in glossary.fold(title)).split())


def _compared(citation: Citation, key: Key, book: CitationIndex[Key]) -> Resolution[Key]:
    """The resolution of a unique number, with a note if the heading quoted with it does not match."""
    name, title = citation.name, book.titles.get(key, "")
    if not name or _folded(name) == _folded(title):
        return Resolution(Outcome.RESOLVED, (key,))
    reason = f"cited as {name!r}, the heading is {title!r}" if title else f"cited as {name!r}, no heading is printed"
    with_heading = book.headed.get(_folded(name), [])
    if len(with_heading) != 1:
        return Resolution(Outcome.RESOLVED, (key,), reason)
    return Resolution(Outcome.RESOLVED, (key,), f"{reason}; perhaps {with_heading[0]}", str(with_heading[0]))
