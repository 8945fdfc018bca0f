"""Filters of a search: chosen in the form, or typed as operators (``rule:702 is:example in:glossary``).

An operator is a known name, a colon and a value; any other text with a colon is searched as words. A bad value gets a
message.
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
"""Value of ``is:`` or ``in:`` to kind."""


@dataclass(frozen=True)
class Filters:
    """Limits to a ``document`` (its slug), an ``edition`` (its address), a ``kind``, and a number with all below it
    (``rule``); "" for no limit."""

    document: str = ""
    edition: str = ""
    kind: str = ""
    rule: str = ""

    def __bool__(self) -> bool:
        return any((self.document, self.edition, self.kind, self.rule))

    def has_number(self, number: str) -> bool:
        """Whether a provision's number is that of the filter, or below it.

        >>> [Filters(rule="702.1").has_number(number) for number in ("702.1", "702.1a", "702.19", "702")]
        [True, True, False, False]
        """
        rest = number.lower().removeprefix(self.rule)
        return not self.rule or rest == "" or (rest != number.lower() and not rest[0].isdigit())


def read(text: str, library: Searcher, chosen: Filters) -> tuple[str, Filters, list[str]]:
    """The query without its operators, the filters (typed ones win over ``chosen``), and messages about them."""
    messages: list[str] = []
    narrowed = chosen

    def taken(match: re.Match[str]) -> str:
        nonlocal narrowed
        if analysis.in_quotes(text, match.start()):
            return match.group()
        name, value = match["name"].lower(), match["value"].lower().rstrip(",;")
        if name == "rule":
            narrowed = replace(narrowed, rule=value.rstrip("."))
        elif name == "edition":
            address, message = _edition(value, library)
            narrowed = replace(narrowed, edition=address or narrowed.edition)
            messages.extend([message] if message else [])
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
    """The address of the requested edition, "" for none, and a message about it.

    The value is an address, or a date of the first document: a day means the edition then in force, a year or month its
    last edition.
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
