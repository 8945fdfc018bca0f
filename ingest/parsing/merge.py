"""Merging: several sources of one edition become one book; where they differ, the best-ranked one is authoritative."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace

from ingest.document.tree import DocumentTree, GlossaryEntry, IndexEntry, Part, Provision, Reading
from rulesite.text.numbering import RuleNumber
from rulesite.text.wording import normalise


@dataclass(frozen=True)
class Testimony:
    """A provision in one reading (by the reading's index in order of rank), and whether it agrees with the best."""

    reading: int
    provision: Provision
    agrees: bool


@dataclass(frozen=True)
class Merged:
    """A provision of the edition, with its version in each source, the authoritative one first."""

    provision: Provision
    testimonies: tuple[Testimony, ...]


@dataclass
class MergedEdition:
    """One edition from all its readings, which are in order of rank."""

    provisions: list[Merged] = field(default_factory=list)
    glossary: list[tuple[int, GlossaryEntry]] = field(default_factory=list)
    index: list[tuple[int, IndexEntry]] = field(default_factory=list)
    parts: list[tuple[int, Part]] = field(default_factory=list)
    introduction: str = ""
    title: str = ""
    whole: bool = False


def merge(readings: Sequence[Reading]) -> MergedEdition:
    """Merge readings given in order of rank, the most trusted first.

    The order of the book is the first reading's; provisions that only a later one has follow their predecessors there.
    """
    order: list[str] = []
    versions: dict[str, list[tuple[int, Provision]]] = {}
    for index, reading in enumerate(readings):
        last = ""
        for provision in reading.tree.provisions:
            if provision.key not in versions:
                order.insert(_place(provision, order, last), provision.key)
            versions.setdefault(provision.key, []).append((index, provision))
            last = provision.key
    edition = MergedEdition(whole=any(reading.tree.extent == "whole" for reading in readings))
    numbers = {key: RuleNumber.parse(versions[key][0][1].number) for key in order}
    known = {number: key for key, number in reversed(numbers.items())}
    for key in order:
        best_index, best = versions[key][0]
        provision = replace(best, parent=_parent(best, numbers[key], known))
        testimonies = tuple(
            Testimony(index, testified, index == best_index or _agree(best, testified))
            for index, testified in versions[key]
        )
        edition.provisions.append(Merged(provision, testimonies))
    for index, reading in enumerate(readings):
        edition.introduction = edition.introduction or reading.tree.introduction
        edition.title = edition.title or reading.tree.title
        if not edition.glossary:
            edition.glossary = [(index, entry) for entry in reading.tree.glossary]
        if not edition.index:
            edition.index = [(index, entry) for entry in reading.tree.index]
        kinds = {part.kind for _, part in edition.parts}
        edition.parts += [(index, part) for part in reading.tree.parts if part.kind not in kinds]
    return edition


def unlike(reading: Reading, book: Reading) -> str:
    """Why a reading can't be of the edition, so that it is left out; "" if it can.

    A reading of the same edition shares at least half of its numbers with the book; and, if enough of them can be
    compared, a quarter of the words.
    """
    tree, whole = reading.tree, book.tree
    if tree.scheme != whole.scheme or reading.dialect != book.dialect:
        stored = f"{book.dialect}, {whole.scheme}"
        return f"it is {reading.dialect} with {tree.scheme} numbers, but the stored edition is {stored}"
    if tree.effective and whole.effective and tree.effective != whole.effective:
        return f"it is dated {tree.effective}, but the stored edition {whole.effective}"
    if whole.extent != "whole":
        return ""
    known = {provision.key: provision for provision in whole.provisions}
    shared = [provision for provision in tree.provisions if provision.key in known]
    lacking, count = _first_beyond(tree, known), len(tree.provisions)
    if 2 * len(shared) < count:
        return f"{count - len(shared):,} of its {count:,} numbers are not in the whole edition, first {lacking}"
    agreed = sum(_agree(known[provision.key], provision) for provision in shared)
    if len(shared) >= _MIN_SHARED and 4 * agreed < len(shared):
        return f"{len(shared) - agreed:,} of {len(shared):,} rules have other words in the whole edition"
    return ""


_MIN_SHARED = 20
"""Minimum of provisions to compare before two texts can be called different editions."""


def _first_beyond(tree: DocumentTree, known: Container[str]) -> str:
    return next((provision.number for provision in tree.provisions if provision.key not in known), "")


def _place(provision: Provision, order: Sequence[str], last: str) -> int:
    """The position of a provision that is new to the book: by number, not before its predecessor in its own reading.

    One that is out of sequence follows its predecessor directly.
    """
    position = (len(order) if order[-1] == last else order.index(last) + 1) if last else 0
    number = RuleNumber.parse(provision.number)
    if last and (number < _number(last) or any(flag.kind == "out of sequence" for flag in provision.flags)):
        return position
    while position < len(order) and _number(order[position]) < number:
        position += 1
    return position


def _number(key: str) -> RuleNumber:
    return RuleNumber.parse(key.partition("~")[0])


def _parent(provision: Provision, number: RuleNumber, known: dict[RuleNumber, str]) -> str:
    """The nearest ancestor in any source; a parent that the reading chose by position is kept."""
    ancestor = number.parent
    while ancestor is not None:
        if ancestor in known and known[ancestor] != provision.key:
            return known[ancestor]
        if provision.parent and ancestor.rule is not None:
            return provision.parent
        ancestor = ancestor.parent
    return provision.parent


def _agree(one: Provision, other: Provision) -> bool:
    """Whether two sources have the same words, typography apart, in text and labelled Examples."""

    def words(provision: Provision) -> list[str]:
        examples = [example.text for example in provision.examples if example.labelled]
        return [normalise(text) for text in (provision.title, provision.text, *examples)]

    return words(one) == words(other)
