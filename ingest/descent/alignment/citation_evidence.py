"""Citation evidence: citations that successors of earlier provisions gained."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.descent.alignment.correspondence import Matching
from ingest.descent.alignment.editions import AlignedEdition
from rulesite.text import references
from rulesite.text.numbering import Scheme


class Pointers:
    """The citations that the successors of earlier provisions gained.

    A rule whose text moved often cites its new place: "see rule 805.10".
    """

    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        self._came: dict[int, frozenset[int]] = {}

    def lead(self, old: int, new: int) -> str:
        """The evidence that the successor of an earlier provision, or of the rule above a lost one, now cites a later
        provision or its parent; "" if it does not.
        """
        later = self._matching.pair.later
        targets = [new, *later.ancestors(new)]
        for giver in self._givers(old):
            for target in targets:
                if target in self._of(giver):
                    heir = later.provisions[self._matching.heir[giver]]
                    return f"{heir.number} cites {later.provisions[target].number} now"
        return ""

    def taken_in(self, old: int, new: int) -> str:
        """The evidence that a later provision no longer cites the parent of an earlier one; "" if it does, or if its
        predecessor did not.
        """
        pair, matching = self._matching.pair, self._matching
        forebear = matching.forebear.get(new)
        if forebear is None:
            return ""
        sent = cited(pair.earlier, forebear) & {old, *pair.earlier.ancestors(old)}
        if not sent or {matching.heir.get(each) for each in sent} & cited(pair.later, new):
            return ""
        numbers = ", ".join(pair.earlier.provisions[each].number for each in sorted(sent))
        return f"{pair.later.provisions[new].number} cites {numbers} no longer"

    def _givers(self, old: int) -> Iterator[int]:
        """A provision with a successor: the given one, or the nearest rule above it that has one."""
        earlier, heir = self._matching.pair.earlier, self._matching.heir
        while old >= 0 and not earlier.provisions[old].titled:
            if old in heir:
                yield old
                return
            old = earlier.parent[old]

    def _of(self, old: int) -> frozenset[int]:
        """The citations that the successor of a provision gained, as positions in the later book."""
        known = self._came.get(old)
        if known is None:
            pair, heir = self._matching.pair, self._matching.heir
            before = cited(pair.earlier, old)
            stayed = {heir[cited] for cited in before if cited in heir}
            beside = {pair.later.parent[there] for there in stayed}
            known = self._came[old] = cited(pair.later, heir[old]) - stayed - beside - {heir[old]}
        return known


def cited(book: AlignedEdition, index: int) -> frozenset[int]:
    """The provisions of a book that one of its provisions cites, by their positions."""
    provision = book.provisions[index]
    scheme = Scheme.DECIMAL if provision.number[:1].isdigit() else Scheme.LETTERED
    indexes: set[int] = set()
    for citation in references.find(provision.text, scheme):
        indexes.update(book.at[str(end)] for end in (citation.first, citation.last) if str(end) in book.at)
    return frozenset(indexes)
