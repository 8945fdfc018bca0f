"""Pointing: where the heirs of earlier provisions send their readers that their forebears did not."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.descent.books import Book
from ingest.descent.correspondence import Matching
from rulesite.text import references
from rulesite.text.numbering import Scheme


class Pointers:
    """The citations that came into the heirs of earlier provisions.

    A rule that gave away what it said often says where it is said now: "see rule 805.10".
    """

    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        self._came: dict[int, frozenset[int]] = {}

    def lead(self, old: int, new: int) -> str:
        """The evidence that the heir of an earlier provision, or of the rule that a lost one stood under, now cites a
        later provision or what that stands under; empty where it does not."""
        later = self._matching.pair.later
        targets = [new, *later.ancestors(new)]
        for giver in self._givers(old):
            for target in targets:
                if target in self._of(giver):
                    heir = later.provisions[self._matching.heir[giver]]
                    return f"{heir.number} cites {later.provisions[target].number} now"
        return ""

    def taken_in(self, old: int, new: int) -> str:
        """The evidence that a later provision no longer sends its readers to what an earlier one stood under; empty
        where it does, or where its forebear did not."""
        pair, matching = self._matching.pair, self._matching
        forebear = matching.forebear.get(new)
        if forebear is None:
            return ""
        sent = cited(pair.earlier, forebear) & {old, *pair.earlier.ancestors(old)}
        if not sent or {matching.heir.get(each) for each in sent} & cited(pair.later, new):
            return ""
        numbers = ", ".join(pair.earlier.provisions[each].number for each in sorted(sent))
        return f"{pair.later.provisions[new].number} cites {numbers} no more"

    def _givers(self, old: int) -> Iterator[int]:
        """A provision, or where it has no heir, the nearest rule above it that has one."""
        earlier, heir = self._matching.pair.earlier, self._matching.heir
        while old >= 0 and not earlier.provisions[old].titled:
            if old in heir:
                yield old
                return
            old = earlier.parent[old]

    def _of(self, old: int) -> frozenset[int]:
        """What the heir of a provision cites and the provision did not, as places in the later book."""
        known = self._came.get(old)
        if known is None:
            pair, heir = self._matching.pair, self._matching.heir
            before = cited(pair.earlier, old)
            stayed = {heir[cited] for cited in before if cited in heir}
            beside = {pair.later.parent[there] for there in stayed}
            known = self._came[old] = cited(pair.later, heir[old]) - stayed - beside - {heir[old]}
        return known


def cited(book: Book, index: int) -> frozenset[int]:
    """The provisions of a book that one of its provisions cites, by their places."""
    provision = book.provisions[index]
    scheme = Scheme.DECIMAL if provision.number[:1].isdigit() else Scheme.LETTERED
    found: set[int] = set()
    for citation in references.find(provision.text, scheme):
        found.update(book.at[str(end)] for end in (citation.first, citation.last) if str(end) in book.at)
    return frozenset(found)
