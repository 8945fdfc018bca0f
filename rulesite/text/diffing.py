"""Diffs: the changes between two texts, word by word.

A text is split into words, single spaces and single punctuation marks, with nothing dropped, so that applying a diff to
one text yields exactly the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rapidfuzz.distance import Indel

from rulesite.text import references
from rulesite.text.numbering import LETTER, Scheme
from rulesite.text.wording import fingerprint, words

_TOKEN = re.compile(
    rf"[1-9][0-9]{{2}}\.[0-9]+{LETTER}?|[A-Z]\.[0-9]+(?:\.[0-9]+{LETTER}?)?"  # a rule number
    r"|\{[^{}\s]{1,8}\}|[+−-]?\d+/[+−-]?\d+"  # a mana symbol, a power and toughness
    r"|\w+(?:['’]\w+)*|\s|[^\w\s]"
)

_DIGIT = re.compile(r"\d")


class ChangeKind(StrEnum):
    """The kind of a piece in a diff."""

    EQUAL = "equal"
    INSERT = "insert"
    DELETE = "delete"


@dataclass(frozen=True)
class Change:
    """One piece of a diff; a replacement is a deletion followed by an insertion."""

    kind: ChangeKind
    text: str


class DoesNotFit(ValueError):  # noqa: N818 - the name says it
    """A diff was applied to a text that it was not made for."""


def tokens(text: str) -> list[str]:
    """The text split into words, spaces and punctuation marks; joined they are the text again.

    >>> tokens("{T}: see rule 601.2a, you can't.")
    ['{T}', ':', ' ', 'see', ' ', 'rule', ' ', '601.2a', ',', ' ', 'you', ' ', "can't", '.']
    """
    return _TOKEN.findall(text)


def diff(before: str, after: str) -> list[Change]:
    """The changes from one text to another, with neighbours of the same kind joined.

    >>> [(change.kind.value, change.text) for change in diff("put into play", "put onto the battlefield")]
    [('equal', 'put '), ('delete', 'into play'), ('insert', 'onto the battlefield')]
    """
    old, new = tokens(before), tokens(after)
    pieces: list[tuple[str, str, bool]] = []  # the deleted text, the inserted text, whether they are equal
    for code in Indel.opcodes(old, new):
        deleted = "".join(old[code.src_start : code.src_end])
        inserted = "".join(new[code.dest_start : code.dest_end])
        pieces.append((deleted, inserted, code.tag == "equal"))
    return list(_changes(_joined(pieces)))


def _joined(pieces: Iterable[tuple[str, str, bool]]) -> list[tuple[str, str, bool]]:
    """Pieces with changes joined across a single space: a phrase reads better when replaced as a whole."""
    joined: list[tuple[str, str, bool]] = []
    for deleted, inserted, same in pieces:
        if not same and len(joined) > 1 and joined[-1][2] and joined[-1][0].isspace() and not joined[-2][2]:
            space = joined.pop()[0]
            deleted, inserted = space + deleted, space + inserted
        if not same and joined and not joined[-1][2]:
            earlier = joined.pop()
            deleted, inserted = earlier[0] + deleted, earlier[1] + inserted
        joined.append((deleted, inserted, same))
    return joined


def _changes(pieces: Iterable[tuple[str, str, bool]]) -> Iterable[Change]:
    for deleted, inserted, same in pieces:
        if same:
            yield Change(ChangeKind.EQUAL, deleted)
            continue
        if deleted:
            yield Change(ChangeKind.DELETE, deleted)
        if inserted:
            yield Change(ChangeKind.INSERT, inserted)


def apply(before: str, changes: Iterable[Change]) -> str:
    """The later text, from the earlier one and the diff.

    Raises DoesNotFit if the kept and deleted pieces are not the earlier text.

    >>> apply("put into play", diff("put into play", "put onto the battlefield"))
    'put onto the battlefield'
    """
    offset, built = 0, []
    for change in changes:
        if change.kind is not ChangeKind.INSERT:
            if not before.startswith(change.text, offset):
                raise DoesNotFit(
                    f"expected {change.text!r} at character {offset}, found {before[offset : offset + 40]!r}"
                )
            offset += len(change.text)
        if change.kind is not ChangeKind.DELETE:
            built.append(change.text)
    if offset != len(before):
        raise DoesNotFit(f"the changes end at character {offset} of {len(before)}")
    return "".join(built)


def is_only_punctuation(before: str, after: str) -> bool:
    """Whether the texts differ, but only in punctuation, capitals, quotation marks, dashes or spacing.

    >>> is_only_punctuation("The “stack”.", 'the "stack"'), is_only_punctuation("same", "same")
    (True, False)
    """
    return before != after and words(before) == words(after)


def is_only_references(before: str, after: str, scheme: Scheme = Scheme.DECIMAL) -> bool:
    """Whether the texts differ only in the rule numbers that they cite.

    >>> is_only_references("See rule 409.1b.", "See rule 601.2b."), is_only_references("20 life", "40 life")
    (True, False)
    """
    if not _DIGIT.search(before) or not _DIGIT.search(after):  # every number has a digit
        return False
    return _bare(before, scheme) == _bare(after, scheme) and words(before) != words(after)


@lru_cache(maxsize=8192)
def _bare(text: str, scheme: Scheme) -> str:
    """A form of the text that is equal for texts with the same words apart from cited numbers.

    Cached, because a text is compared with many others in turn.
    """
    return fingerprint(_without_numbers(text, scheme))


def _without_numbers(text: str, scheme: Scheme) -> str:
    """The text with every cited number replaced by a sign that occurs in no text."""
    built, copied = [], 0
    for citation in references.find(text, scheme):
        if citation.first is not None:
            built += [text[copied : citation.start], "\ue000number\ue000"]
            copied = citation.end
    return "".join(built) + text[copied:]
