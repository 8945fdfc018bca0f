"""What narrows a search: filters that were chosen, and operators that were typed (``rule:702 is:example in:glossary``).

An operator is a name that is known, a colon and a value: anything else that has a colon in it is words, as they were
typed, and what is wrong with a value is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulesite.search import analysis
from rulesite.search.query.number_prefix import Typed
from rulesite.search.searcher import Searcher
from rulesite.search.store.schema import EXAMPLE, GLOSSARY, INDEX
from rulesite.search.suggest.entries import editions_meant

_OPERATOR = re.compile(r"(?<!\S)(?P<name>rule|in|is|edition):(?P<value>\S+)", re.IGNORECASE)
_DAY = re.compile(r"\d{4}(?:-\d\d){0,2}")
_KINDS = {
    "example": EXAMPLE, "examples": EXAMPLE, "glossary": GLOSSARY, "term": GLOSSARY, "index": INDEX,
    **{kind: kind for kind in ("chapter", "section", "heading", "rule", "subrule", "ruling", "note")},
}  # fmt: skip
"""What ``is:`` and ``in:`` take, and the kind that it is."""


@dataclass(frozen=True)
class Filters:
    """What is left of the books: of one ``document`` (its slug), of one ``edition`` (its address), of one ``kind``, and
    under one number (``rule``); "" for everything."""

    document: str = ""
    edition: str = ""
    kind: str = ""
    rule: str = ""

    def __bool__(self) -> bool:
        return any((self.document, self.edition, self.kind, self.rule))

    def has_number(self, number: str) -> bool:
        """Whether a provision's number is the one that was asked for, or stands under it.

        >>> [Filters(rule="702.1").has_number(number) for number in ("702.1", "702.1a", "702.19", "702")]
        [True, True, False, False]
        """
        rest = number.lower().removeprefix(self.rule)
        return not self.rule or rest == "" or (rest != number.lower() and not rest[0].isdigit())


def read(text: str, library: Searcher, chosen: Filters) -> tuple[str, Filters, list[str]]:
    """A query without its operators, what it is narrowed by (typed before chosen), and what is to be said of that."""
    messages: list[str] = []
    narrowed = chosen

    def taken(found: re.Match[str]) -> str:
        nonlocal narrowed
        if analysis.in_quotes(text, found.start()):
            return found.group()
        name, value = found["name"].lower(), found["value"].lower().rstrip(",;")
        if name == "rule":
            narrowed = replace(narrowed, rule=value.rstrip("."))
        elif name == "edition":
            address, said = _edition(value, library)
            narrowed = replace(narrowed, edition=address or narrowed.edition)
            messages.extend([said] if said else [])
        elif value in _KINDS:
            narrowed = replace(narrowed, kind=_KINDS[value])
        elif name == "in" and value in library.document_masks:
            narrowed = replace(narrowed, document=value)
        else:
            known = [*library.document_masks, "glossary", "index"] if name == "in" else [*_KINDS]
            messages.append(f"{name}: takes {', '.join(dict.fromkeys(known))}; not “{value[:20]}”.")
        return " "

    return " ".join(_OPERATOR.sub(taken, text).split()), narrowed, messages


def _edition(value: str, library: Searcher) -> tuple[str, str]:
    """The address of the edition that is meant, "" for none, and what is to be said of it.

    An address names it; a day the one that was in force then, of the first document; a year or month the last of it.
    """
    addresses = [edition.address for edition in library.editions]
    if value in addresses:
        return value, ""
    slug, _, day = value.rpartition("/")
    if not _DAY.fullmatch(day):
        return (
            "",
            f"edition: takes a day such as 2009-07-11, or an address such as {addresses[-1]}; not “{value[:20]}”.",
        )
    meant = editions_meant(library, Typed(value, book=slug or library.editions[0].document, date=day))
    if not meant:
        return "", f"No edition is as old as {day}."
    edition = library.editions[meant.bit_length() - 1]
    if edition.date.startswith(day):
        return edition.address, ""
    later = [each for each in library.editions if each.document == edition.document and each.date > edition.date]
    if not later:
        return edition.address, f"{edition.address} is the last edition held; {day} may have had a later one."
    following = min(later, key=lambda each: each.date)
    between = f"{edition.address} is the last edition held before {day}, {following.address} the next"
    return edition.address, f"{between}; another may lie between."


EVERYTHING = Filters()
