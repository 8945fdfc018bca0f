"""Templates: card text with slots in it, cut into the pieces that make the grammar and the printed words."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from rulesite.engine.language.vocabulary import INFLECTED
from rulesite.engine.language.words import PHRASES, as_plain

_PIECE = re.compile(
    r"\{(?P<field>[\w.,]*):(?P<slot>\w+)(?P<many>\+?)(?: (?P<head>[^{}]+))?\}|\((?P<either>\w[^()]*)\)"
    r"|(?P<open>\[)|(?P<close>\])"
    r"|(?P<word>'s(?!\w)|[~…]|\{[A-Z]\}|[\w'/-]*?\w(?='s\b)|[\w'/-]*\w)(?P<star>\*?)|(?P<sign>[,;:.\0—-])|(?P<space>\s+)"
)
POSSESSIVE = "_POSS"


class TemplateError(ValueError):
    """A phrase cannot be understood; the message names its sort and template, and the fault."""


class Piece(NamedTuple):
    """A piece of a template. `kind`: "slot", "word", "either" (words for one thing) or "era" (words that differ between
    eras: `text` is their terminal); `within` numbers the optional part that contains it."""

    kind: str
    text: str
    said: str = ""
    field: str = ""
    head: str = ""
    many: bool = False
    within: int | None = None

    @property
    def kept(self) -> bool:
        """Whether the parser hands on a child for it: true of slots, and of era words not marked as mere words."""
        return self.kind == "slot" or (self.kind == "era" and not self.text.startswith("_"))

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of an "either"."""
        return tuple(self.text.split("|"))


def pieces(template: str) -> tuple[Piece, ...]:
    """A template in pieces; words that the reader takes as one token are one piece. Raises TemplateError.

    >>> [piece.text for piece in pieces("become the target of {of:met spell}")]
    ['become', 'the', 'target', 'of', 'met']
    >>> [piece.text for piece in pieces("exile {what:np} face down")]
    ['exile', 'np', '_FACEDOWN']
    """
    found: list[Piece] = []
    at, parts, within = 0, 0, None
    while at < len(template):
        match = _PIECE.match(template, at)
        if match is None or (match["open"] and within is not None) or (match["close"] and within is None):
            raise TemplateError(f"{template[:at]!r} is understood, {template[at:]!r} is not")
        at = match.end()
        if match["slot"]:
            slot, head = match["slot"], match["head"] or ""
            found.append(Piece("slot", slot, "", match["field"], head, bool(match["many"]), within))
        elif match["open"]:
            within, parts = parts, parts + 1
        elif match["close"]:
            within = None
        elif match["either"]:
            found.append(Piece("either", match["either"], within=within))
        elif match["word"] == "'s":
            found.append(Piece("era", POSSESSIVE, "'s", within=within))
        elif match["word"] or match["sign"]:
            text = match["word"] or match["sign"]
            found.append(Piece("word", text, text, many=bool(match["star"]), within=within))
    if within is not None:
        raise TemplateError(f"the [ in {template!r} is never closed")
    return tuple(_joined(found))


def alternative(parts: tuple[Piece, ...], rule_of: dict[str, str], bare: bool = False) -> str:
    """The pieces as the grammar writes them.

    `rule_of` maps a slot to the rule that reads it; `bare`: "be" is the infinitive.

    >>> alternative(pieces("{of:poss} life[, rounded {rounded:way}]"), {"poss": "poss", "way": "rounding"})
    'poss "life" ["," "rounded" rounding]'
    """
    said: list[str] = []
    within: int | None = None
    for piece in parts:
        if piece.within != within:
            said.append(("]" if within is not None else "") + (" [" if piece.within is not None else ""))
        within = piece.within
        infinitive = piece.text == "be" and (bare or said[-1:] in _AUXILIARIES)
        said.append('"be"' if infinitive else _symbol(piece, rule_of))
    said.append("]" if within is not None else "")
    return " ".join(" ".join(said).split()).replace("[ ", "[").replace(" ]", "]")


def _symbol(piece: Piece, rule_of: dict[str, str]) -> str:
    if piece.kind == "slot":
        return rule_of[piece.text]
    if piece.kind == "era":
        return piece.text
    if piece.kind == "either":
        plain = (" ".join(f'"{INFLECTED.get(word, word)}"' for word in words.split()) for words in piece.choices)
        return f"({'|'.join(dict.fromkeys(plain))})"
    return _literal(piece.text)


def _literal(word: str) -> str:
    return _BE.get(word) or f'"{INFLECTED.get(word, word)}"'


_AUXILIARIES = (['"to"'], ['"would"'], ['"must"'], ['"can"'], ['"can\'t"'])
_BE = {
    "be": '"is"',
    "~": "SELF",
    "cast": '("play"|"cast")',
    "played": '("cast"|"played")',
    "activate": '("play"|"activate")',
}
"""The grammar's symbols for some words: verbs with other forms, and verbs that differ between eras."""


@cache
def _eras() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """The phrases of all eras, as words, with their terminals: by first word, longest first."""
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for kind, every in PHRASES.items():
        for said in every:
            words = tuple(re.findall(r"[\w'/-]+", as_plain(said)))
            by_first.setdefault(words[0], []).append((words, kind))
    return {first: sorted(phrases, key=lambda phrase: -len(phrase[0])) for first, phrases in by_first.items()}


def _joined(found: list[Piece]) -> list[Piece]:
    """The pieces, with an era's phrase as one piece; the longest match wins, as in the reader."""
    made: list[Piece] = []
    at, eras = 0, _eras()
    while at < len(found):
        first = found[at]
        for words, kind in eras.get(first.text, ()):
            run = [(piece.kind, piece.text, piece.within) for piece in found[at : at + len(words)]]
            if run == [("word", word, first.within) for word in words]:
                made.append(Piece("era", kind, " ".join(words), within=first.within))
                at += len(words)
                break
        else:
            made.append(first)
            at += 1
    return made
