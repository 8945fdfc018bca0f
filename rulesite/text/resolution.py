"""Resolving: what a citation leads to inside one edition.

A citation gets a target only when exactly one is left; everything else is an outcome with its reason, to be shown.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from rulesite.text import glossary
from rulesite.text.numbering import Level, RuleNumber, Scheme
from rulesite.text.references import Citation

Key = TypeVar("Key")


class Outcome(StrEnum):
    """What came of resolving a citation."""

    RESOLVED = "resolved"
    """It leads somewhere: one target, or all the numbers of a run."""
    DANGLING = "dangling"
    """The edition ought to have it and does not: somebody's error."""
    AMBIGUOUS = "ambiguous"
    """The number or term is printed more than once; all of them are the targets."""
    EXTERNAL = "external"
    """It lies outside this text: another document, or a part that an extract leaves out."""


@dataclass(frozen=True)
class Resolution(Generic[Key]):
    """The outcome of resolving one citation, its targets in book order, and why ("" in the plain case)."""

    outcome: Outcome
    targets: tuple[Key, ...] = ()
    reason: str = ""


class Book(Generic[Key]):
    """What an edition offers to resolve against.

    ``provisions`` are (key, number, title) in book order: every numbered chapter, section, heading, rule, subrule,
    ruling and note, title "" where none is printed; rows without a number are passed over.  ``terms`` are (key,
    term) of the glossary.  ``whole`` says that the text is all of the document: in an extract a number that is not
    there may stand in the part left out.  Raises NotARuleNumber for a number that can't be read.

    >>> book = Book([(1, "601", "Casting Spells"), (2, "601.2", ""), (3, "601.2a", "")], [(9, "Kicker, Kicked")])
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
        self.scheme = Scheme.LETTERED if any(n.scheme is Scheme.LETTERED for n in self._keys) else Scheme.DECIMAL
        self._levels: dict[Level, list[tuple[str, RuleNumber]]] = {}
        for number in self._keys:
            self._levels.setdefault(number.level, []).append((number.sort_key, number))
        for level in self._levels.values():
            level.sort()
        self._terms: dict[str, list[Key]] = {}
        self._plurals: dict[str, list[Key]] = {}
        self._index_terms(list(terms))

    def _index_terms(self, terms: Sequence[tuple[Key, str]]) -> None:
        """Whole headings take precedence over the names joined in somebody else's heading."""
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
        """The keys printed under a number: none, one, or more where the publisher printed it twice."""
        return self._keys.get(number, [])

    def between(self, first: RuleNumber, last: RuleNumber) -> list[Key]:
        """The keys of all numbers of the level of ``first`` from ``first`` to ``last``, in book order."""
        level = self._levels.get(first.level, [])
        start = bisect_left(level, first.sort_key, key=lambda pair: pair[0])
        end = bisect_right(level, last.sort_key, key=lambda pair: pair[0])
        return [key for _, number in level[start:end] for key in self._keys[number]]

    def surrounds(self, number: RuleNumber) -> bool:
        """Whether numbers of the same parent stand before and after the place of one that is missing."""
        level = self._levels.get(number.level, [])
        at = bisect_left(level, number.sort_key, key=lambda pair: pair[0])
        return 0 < at < len(level) and level[at - 1][1].parent == number.parent == level[at][1].parent

    def entries(self, term: str) -> list[Key]:
        """The glossary entries of a term: the heading itself, its plural or singular, or a name joined in a heading."""
        folded = glossary.fold(term)
        return self._terms.get(folded) or self._plurals.get(glossary.singular(folded), [])


def resolve(citation: Citation, book: Book[Key]) -> Resolution[Key]:
    """What a citation leads to in a book; see `Outcome`."""
    if citation.first is None:
        return _entry(citation.term, book)
    if citation.first.scheme is not book.scheme:
        other = "the Comprehensive Rules" if citation.first.scheme is Scheme.DECIMAL else "a lettered document"
        return Resolution(Outcome.EXTERNAL, reason=f"a number of {other}")
    if citation.last is not None:
        return _run(citation.first, citation.last, book)
    keys = book.at(citation.first)
    if not keys:
        return _missing(citation.first, book, citation.name)
    if len(keys) == 1:
        return Resolution(Outcome.RESOLVED, tuple(keys), _compared(citation.name, book.titles.get(keys[0], "")))
    if citation.name:
        named = [key for key in keys if _folded(book.titles.get(key, "")) == _folded(citation.name)]
        if len(named) == 1:
            reason = f"{citation.first} is printed {len(keys)} times, once under this heading"
            return Resolution(Outcome.RESOLVED, tuple(named), reason)
    return Resolution(Outcome.AMBIGUOUS, tuple(keys), f"{citation.first} is printed {len(keys)} times")


def _run(first: RuleNumber, last: RuleNumber, book: Book[Key]) -> Resolution[Key]:
    """All the numbers of a run; an end that is missing decides the outcome."""
    missing = [_missing(end, book) for end in (first, last) if end not in book]
    if missing:
        return next((each for each in missing if each.outcome is Outcome.DANGLING), missing[0])
    return Resolution(Outcome.RESOLVED, tuple(book.between(first, last)))


def _missing(number: RuleNumber, book: Book[Key], name: str = "") -> Resolution[Key]:
    """The outcome for a number that the book has not: an error, unless an extract may simply have left it out."""
    if not book.whole and not book.surrounds(number):
        return Resolution(Outcome.EXTERNAL, reason=f"{number} is not in this extract")
    elsewhere = [str(each) for each in book.headed.get(_folded(name), ())] if name else []
    hint = f"; the heading {name!r} stands at {', '.join(elsewhere)}" if elsewhere else ""
    return Resolution(Outcome.DANGLING, reason=f"there is no {number}{hint}")


def _entry(term: str, book: Book[Key]) -> Resolution[Key]:
    """The glossary entry of a term; two terms joined by a comma are one entry if there is one, else both."""
    parts = [term] if book.entries(term) or ", " not in term else term.split(", ")
    found = [book.entries(part) for part in parts]
    if not all(found):
        missing = next(part for part, keys in zip(parts, found, strict=True) if not keys)
        if not book.whole:
            return Resolution(Outcome.EXTERNAL, reason=f"the entry {missing!r} is not in this extract")
        return Resolution(Outcome.DANGLING, reason=f"the glossary has no entry {missing!r}")
    targets = tuple(key for keys in found for key in keys)
    if len(targets) > len(parts):
        return Resolution(Outcome.AMBIGUOUS, targets, f"more than one entry for {term!r}")
    return Resolution(Outcome.RESOLVED, targets)


def _folded(title: str) -> str:
    """A heading reduced to what counts when two are compared: letters, digits and spaces."""
    return " ".join("".join(c if c.isalnum() else " " for c in glossary.fold(title)).split())


def _compared(name: str, title: str) -> str:
    """What to say about the heading that a citation gives: nothing when it is the target's."""
    if not name or _folded(name) == _folded(title):
        return ""
    return f"cited as {name!r}, the heading is {title!r}" if title else f"cited as {name!r}, no heading is printed"
