"""Pointers: references to the glossary: ``See also Haste.``, ``see glossary, "Layer"``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesite.text.citations import Citation, Kind

_SEE_TERM = re.compile(
    r"(?:^|(?<=[.)”\"!?;,] )|(?<=\())[Ss]ee (?:also )?(?P<terms>[“\"]?[A-Z][^.;:()\[\]\n0-9]{0,90}?)"
    r"(?=[.;)](?![0-9])|[.,]?[”\"]?$|,? and (?:sub)?rules? )",
    re.MULTILINE,
)
_IN_GLOSSARY = re.compile(
    r"[Gg]lossary,? (?:entry )?(?:for |on |under )?[“\"](?P<after>[^”\"\n]{1,60}?)[.,;]?[”\"]"
    r"|(?:[Ss]ee|under) [“\"](?P<before>[^”\"\n]{1,60}?)[.,;]?[”\"],? (?:entry )?in the glossary"
)
_SMALL_WORDS = frozenset("a an and at by for from if in into of on or the to with".split())  # noqa: SIM905


def find(text: str) -> Iterator[Citation]:
    """Citations of glossary entries: ``See also Tap, Untap, and Untapped.``, ``see glossary, "Timestamp Order"``."""
    for quoted in _IN_GLOSSARY.finditer(text):
        which = "after" if quoted["after"] else "before"
        yield _term(text, quoted.start(which), quoted.end(which))
    for see in _SEE_TERM.finditer(text):
        if not all(_title_word(word) for word in see["terms"].split()):
            continue
        offset = see.start("terms")
        for part in _split_terms(see["terms"]):
            offset = text.index(part, offset)
            yield _term(text, offset, offset + len(part))
            offset += len(part)


def _term(text: str, start: int, end: int) -> Citation:
    """The citation of the term printed at ``[start:end]``, without quotation marks around it."""
    printed = text[start:end]
    inner = printed.strip('“”" .,') if printed[:1] in '“"' else printed.rstrip(" .,")
    start += printed.index(inner)
    return Citation(start, start + len(inner), inner, Kind.GLOSSARY, term=inner)


def _title_word(word: str) -> bool:
    return word.strip("“”\"'‘’,")[:1].isupper() or word.strip(",") in _SMALL_WORDS


def _split_terms(terms: str) -> list[str]:
    """The entries of a list.

    Two terms with only a comma between stay together, as "Active Player, Nonactive Player Order" is a single entry:
    only a glossary can tell which it is.

    >>> _split_terms("Tap, Tapped, and Untap"), _split_terms("Aura and Enchant"), _split_terms("Aura, Enchant")
    (['Tap', 'Tapped', 'Untap'], ['Aura', 'Enchant'], ['Aura, Enchant'])
    """
    parts = re.split(r",? and |,? or ", terms)
    if len(parts) == 1:
        return parts
    return [item for part in parts for item in part.split(", ")]
