"""The parser of one sentence of a scenario: a tree, or an error with the word where reading stopped."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from lark import Lark, Token, Tree, UnexpectedToken
from lark.lexer import Lexer

from rulesite.engine import disk_cache
from rulesite.engine.scenario.errors import ScenarioError

from .lexer import Literals, Names, Word, split

STARTS = ("given", "act", "that", "edit")
_UNDERSCORED = {"POSS", "SEP", "WSEP", "COLON", "EQUALS"}
_SHOWN = {
    "PLAYER": "a player",
    "NAME": "a card",
    "NUMBER": "a number",
    "PT": "power/toughness",
    "MANA": "mana",
    "CHANGE": "+1/+1",
    "STRING": "a text in quotation marks",
    "WORD": "a word",
    "TIMES": "once",
    "ORDINAL": "first",
    "COLOUR": "a colour",
    "CARDTYPE": "a card type",
    "SUPERTYPE": "a supertype",
    "STEP": "a step or phase",
    "KIND": "a kind of ability",
    "WHERE": "in play",
    "_POSS": "'s",
    "_SEP": "and",
    "_WSEP": "and",
    "_COLON": ":",
    "_EQUALS": "=",
    "$END": "the end of the sentence",
}


class _Fed(Lexer):
    """Feed the parser words that are already cut."""

    __future_interface__ = 0

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
        for word in data:
            kind = f"_{word.kind}" if word.kind in _UNDERSCORED else word.kind
            yield Token(kind, word.value, start_pos=word.start, end_pos=word.end)


def _compiled(text: str) -> Lark:
    return Lark(text, parser="lalr", lexer=_Fed, start=list(STARTS), maybe_placeholders=True)


def _dumped(lark: Lark) -> bytes:
    written = BytesIO()
    lark.save(written)
    return written.getvalue()


@cache
def _grammar() -> tuple[Lark, Literals, dict[str, str]]:
    text = files(__package__).joinpath("grammar.lark").read_text("utf-8")
    lark = disk_cache.kept("scenario", text, lambda: _compiled(text), _dumped, lambda data: Lark.load(BytesIO(data)))
    literals = Literals()
    for terminal in lark.terminals:
        pattern = terminal.pattern
        if pattern is None:
            continue
        for word in _alternatives(pattern.value, type(pattern).__name__ == "PatternRE"):
            literals[word] = terminal.name
    shown: dict[str, str] = {}
    for word, name in literals.items():
        shown.setdefault(name, word)
    return lark, literals, shown


def _alternatives(pattern: str, is_re: bool) -> list[str]:
    if not is_re:
        return [pattern]
    return [part.replace("\\", "") for part in pattern.removeprefix("(?:").removesuffix(")").split("|")]


def parse(text: str, start: str, names: Names) -> Tree[Any]:
    """Parse one sentence as ``start`` (one of :data:`STARTS`).

    Raises :class:`ScenarioError` with the word where reading stopped and the words allowed there. Trees are memoized by
    sentence and names: do not change them.
    """
    return _parse(text, start, tuple(names.players), tuple(names.cards))


@lru_cache(maxsize=4096)
def _parse(text: str, start: str, players: tuple[str, ...], cards: tuple[str, ...]) -> Tree[Any]:
    lark, literals, shown = _grammar()
    names = Names(players, cards)
    try:
        words = split(text, names, literals)
    except ValueError as error:
        position = int(str(error))
        raise ScenarioError(f"cannot be read: {text!r}", word=text[position : position + 10]) from None
    if not words:
        raise ScenarioError("an empty sentence")
    try:
        return lark.parse(words, start=start)
    except UnexpectedToken as error:
        where = error.token.start_pos
        at_end = error.token.type == "$END" or where is None
        said = "its end" if at_end else next(word.text for word in words if word.start == where)
        raise ScenarioError(
            f"cannot be read: {text.strip()!r}",
            word=said,
            expected=_expected(error, shown),
            mend=_mend(words, where, names),
        ) from None


def words_of(text: str, names: Names) -> list[Word]:
    """The words of a sentence as the grammar cuts it. Raises ``ValueError`` for a character that belongs to no word."""
    return split(text, names, _grammar()[1])


def _expected(error: UnexpectedToken, shown: dict[str, str]) -> list[str]:
    try:
        kinds = set(error.accepts or error.expected)
    except Exception:
        kinds = set(error.expected)
    sorts = [_SHOWN[kind] for kind in sorted(kinds) if kind in _SHOWN]
    words = [repr(shown[kind]) for kind in sorted(kinds) if kind in shown and kind not in _SHOWN]
    return list(dict.fromkeys([*sorts, *words]))


def _mend(words: list[Word], where: int | None, names: Names) -> str:
    """A hint for a name that the scenario does not know."""
    word = next((each for each in words if each.start == where), None)
    if word is not None and word.kind == "NAME" and word.text not in names.cards:
        return f"Nothing in the set-up is called {word.text!r}"
    return ""


__all__ = ["STARTS", "parse", "words_of"]
