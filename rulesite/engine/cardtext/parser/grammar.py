"""The compiled grammar, made once: it parses a list of words into a tree.

Lark's Earley parser predicts every rule that might apply at a position. Offering it only rules that can begin with the
next word saves two thirds of that work (`_Lookahead`); it accepts the same texts (a test compares both).
"""

from __future__ import annotations

import contextlib
import copyreg
import io
import pickle
import threading
from collections.abc import Container, Iterator
from contextvars import ContextVar
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, cast

from lark import Lark, Token, Tree, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.grammar import NonTerminal, Rule, Terminal
from lark.lexer import Lexer, LexerState

from rulesite.engine import disk_cache
from rulesite.engine.cardtext import all_slots  # noqa: F401 - so that the phrases have theirs
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.parser.lexer import Tokenizer
from rulesite.engine.language.phrases import rules
from rulesite.engine.language.vocabulary import INFLECTED, vocabulary
from rulesite.engine.language.words import PHRASES, Word

_TOLD: ContextVar[bool] = ContextVar("told", default=True)
STARTS = ("triggered", "sentence", "cost", "keywords", "rider", "pnp")


@contextlib.contextmanager
def trying() -> Iterator[None]:
    """Within the block errors do not list what could have followed; making that list takes as long as all the rest.
    For callers that only ask whether words can be read."""
    before = _TOLD.set(False)
    try:
        yield
    finally:
        _TOLD.reset(before)


class _Fed(Lexer):
    """Hands over ready tokens, and tells the look-ahead the next token and its index."""

    __future_interface__ = 2
    next_kind: str | None = None
    at = 0

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:
        for _Fed.at, token in enumerate(cast(list[Token], lexer_state.text)):  # words, not a text
            _Fed.next_kind = token.type
            yield token
        _Fed.next_kind = None
        _Fed.at += 1


class _Rule(Rule):
    """A rule that is equal only to itself; Lark has no two with the same origin and expansion."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class _Name(NonTerminal):
    """The name of a rule; a single object for each name."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class _Kind(Terminal):
    """A kind of word; a single object for each name."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def _interned(parser: Any) -> None:
    """Make each symbol and rule of a parser a single object: comparing their names took a fifth of the parsing time."""
    made: dict[str, Any] = {}

    def one(symbol: Any) -> Any:
        if symbol.name not in made:
            made[symbol.name] = _Kind(symbol.name) if symbol.is_term else _Name(symbol.name)
        return made[symbol.name]

    for rule in parser.parser_conf.rules:
        rule.origin, rule.expansion = one(rule.origin), [one(symbol) for symbol in rule.expansion]
        rule.__class__ = _Rule
    parser.callbacks = parser.parser_conf.callbacks = dict(parser.callbacks.items())
    parser.FIRST = {one(symbol): first for symbol, first in parser.FIRST.items()}
    for name in ("NULLABLE", "TERMINALS", "NON_TERMINALS"):
        setattr(parser, name, {one(symbol) for symbol in getattr(parser, name)})


class _Lookahead(dict[Any, list[Any]]):
    """Rules to predict for a symbol: those that can be empty or begin with the next word; all of them before the word
    with the index ``every``, or everywhere if ``on`` is false."""

    def __init__(self, parser: Any) -> None:
        rules: dict[Any, list[Any]] = {}
        for rule in parser.parser_conf.rules:
            rules.setdefault(rule.origin, []).append(rule)
        super().__init__(rules)
        self.called = {symbol.name: symbol for symbol in rules}
        begins = {symbol: frozenset(each.name for each in first) for symbol, first in parser.FIRST.items()}
        self.first = {rule: self._first(rule, begins, parser.NULLABLE) for every in rules.values() for rule in every}
        self.known: dict[tuple[Any, str | None], list[Any]] = {}
        self.on = True
        self.every: int | None = None

    @staticmethod
    def _first(rule: Any, begins: dict[Any, frozenset[str]], nullable: Container[Any]) -> frozenset[str] | None:
        """The words that the rule can begin with, given those of each symbol; None if it can be empty."""
        names: frozenset[str] = frozenset()
        for symbol in rule.expansion:
            names = names | begins[symbol] if names else begins[symbol]
            if symbol not in nullable:
                return names
        return None

    def __getitem__(self, symbol: Any) -> list[Any]:
        symbol = symbol if isinstance(symbol, _Name) else self.called[symbol.name]  # Lark's own symbol for the start
        if not self.on or _Fed.at == self.every:
            return super().__getitem__(symbol)
        key = (symbol, _Fed.next_kind)
        found = self.known.get(key)
        if found is None:
            found = [
                rule
                for rule in super().__getitem__(symbol)
                if (first := self.first[rule]) is None or _Fed.next_kind in first
            ]
            self.known[key] = found
        return found


# Kinds of word with a name that says little.
_SORTS = {
    "CARDTYPE": "card type",
    "CNAME": "name of a counter",
    "COLORWORD": "color",
    "KEYVERB": "verb of a keyword",
    "LETTER": "X",
    "MANASYMBOLS": "mana symbols",
    "NUM": "number",
    "_POSS": "'s",
    "PROPER": "name",
    "PT": "power/toughness",
    "SELF": "its own name",
    "SIGNED": "+N or -N",
    "QUOTED": "text in quotation marks",
}


class _Pickler(pickle.Pickler):
    """Saves a parser, which Lark itself supports only for its LALR parser; modules are saved by name."""

    dispatch_table = copyreg.dispatch_table | {ModuleType: lambda module: (import_module, (module.__name__,))}


def _compiled(text: str) -> Lark:
    return Lark(text, parser="earley", lexer=_Fed, start=list(STARTS), propagate_positions=True)


def _dump(lark: Lark) -> bytes:
    written = io.BytesIO()
    _Pickler(written, pickle.HIGHEST_PROTOCOL).dump(lark)
    return written.getvalue()


class Grammar:
    """`grammar.lark` and the declared phrases, compiled. Use `grammar()` for the shared instance."""

    def __init__(self) -> None:
        text = f"{rules()}\n{files(__package__).joinpath('grammar.lark').read_text('utf-8')}"
        self._lark = disk_cache.kept("cardtext", f"{STARTS}\n{text}", lambda: _compiled(text), _dump, pickle.loads)
        self.literals = {terminal.pattern.value: terminal.name for terminal in self._lark.terminals if terminal.pattern}
        self.literals.setdefault(".", "STOP")  # sentences are parsed without it
        self.tokenizer = Tokenizer(self.literals)
        self._names = {name: literal for literal, name in self.literals.items()}
        earley = self._lark.parser.parser
        _interned(earley)
        self._lookahead = _Lookahead(earley)
        earley.predictions = self._lookahead
        self._lock = threading.Lock()

    def parse(self, words: list[Word], start: str, text: str, lookahead: bool = True) -> Tree[Any]:
        """The tree of words parsed as `start`. Raises UnreadableText where no rule can continue."""
        if not words:
            raise UnreadableText(text, len(text), why="there are no words here")
        with self._lock:
            try:
                return self._run(words, start, lookahead)
            except UnexpectedInput:
                stopped = _Fed.at
            if not _TOLD.get():
                raise UnreadableText(text, words[stopped].start if stopped < len(words) else words[-1].end)
            try:  # parse again with every rule where it stopped, to list what could have followed
                self._run(words, start, lookahead, stopped)
            except UnexpectedToken as error:
                at, expected = error.token.start_pos or 0, self._expected(error.expected)
                printed = text[at : error.token.end_pos]
                if error.token.type not in ("UNKNOWN", "PROPER") or " " in printed:
                    raise UnreadableText(text, at, expected) from None
                unknown = "" if printed.lower() in self._words else printed
                raise UnreadableText(text, at, expected, unknown=unknown, meant=self._like(unknown)) from None
            except UnexpectedEOF as error:
                raise UnreadableText(text, words[-1].end, self._expected(set(error.expected))) from None
        raise UnreadableText(text, words[0].start, why="the reader contradicts itself here")

    def _run(self, words: list[Word], start: str, lookahead: bool, every: int | None = None) -> Tree[Any]:
        tokens = [Token(word.kind, word.value, start_pos=word.start, end_pos=word.end) for word in words]
        self._lookahead.on, self._lookahead.every = lookahead, every
        _Fed.next_kind, _Fed.at = words[0].kind, 0
        return self._lark.parse(tokens, start=start)

    def _like(self, printed: str) -> str:
        """The known word with the most similar spelling; empty if there is none."""
        return _like(printed.lower(), self._words) if printed else ""

    @cached_property
    def _words(self) -> frozenset[str]:
        """All known words."""
        known = vocabulary()
        return frozenset({*self.literals, *INFLECTED, *known.types, *known.subtypes, *known.colors, *known.keywords})

    def _expected(self, kinds: set[str]) -> tuple[str, ...]:
        """The terminals in people's words: kinds of word first, then words."""
        words, sorts = [], []
        for kind in sorted(kinds):
            if kind in self._names:
                words.append(self._names[kind])
            elif kind in PHRASES:
                words.append(PHRASES[kind][0])
            else:
                sorts.append(f"<{_SORTS.get(kind, kind.strip('_').lower())}>")
        return (*sorts, *words)


@lru_cache(maxsize=256)
def _like(printed: str, words: frozenset[str]) -> str:
    """As `Grammar._like`, cached: a search for suggestions reads the same unknown word a hundred times."""
    return next(iter(get_close_matches(printed, sorted(words), 1, 0.8)), "")


@cache
def grammar() -> Grammar:
    """The shared compiled grammar of this process (compiling takes about a third of a second)."""
    return Grammar()
