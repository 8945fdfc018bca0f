"""A phrase: a template in pieces, what it becomes when it is read, and how it prints a node.

`language.phrases` explains how templates are written and where phrases are declared.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from rulesite.engine.language.english import a, plural
from rulesite.engine.language.patterns import AROUND, fill, match
from rulesite.engine.language.sorts import SORTS, SUBJECTS, Place, With, says_none, slot_of
from rulesite.engine.language.templates import Piece, TemplateError, pieces
from rulesite.engine.language.words import of_day

UNCOMPARED = ("surface", "joint", *AROUND)
"""Fields that no phrase prints itself: kept words, and those that the surrounding steps set on a node."""


class _Any:
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


_APART: dict[type, frozenset[str]] = {}
ANY: Any = _Any()
"""The constant of a field that is not printed: the context of the phrase determines its value."""


class UnfitError(Exception):
    """This phrase cannot print the node; another may."""


@dataclass(frozen=True)
class Phrase:
    """A way to word something: its sort, its template, and the node or other value that it becomes."""

    sort: str
    template: str
    surface: str = ""
    constants: dict[str, Any] = field(default_factory=dict)
    read: bool = True
    printed: bool = True
    pronoun: bool = False
    manner: str = ""
    day: str = ""
    would: bool = False
    keeps: str = ""
    make: Callable[..., Any] | None = None
    pattern: Any = None
    name: str = ""

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The template in pieces. Raises TemplateError."""
        try:
            return pieces(self.template)
        except TemplateError as error:
            raise TemplateError(f"{self.sort}: {self.template!r}: {error}") from None

    @cached_property
    def subject(self) -> Piece | None:
        """The subject's slot, which stands before the verb and is read by the surrounding rule; None without one."""
        first = self.pieces[0] if self.pieces else None
        return first if first is not None and first.kind == "slot" and first.text in SUBJECTS else None

    @property
    def doer(self) -> Piece:
        """The subject's slot of a verb phrase. Raises TemplateError if the template does not begin with one."""
        if self.subject is None:
            raise TemplateError(f"{self.sort}: {self.template!r}: it begins with nobody who does it")
        return self.subject

    @cached_property
    def body(self) -> tuple[Piece, ...]:
        """The pieces without the subject."""
        return self.pieces[1:] if self.subject is not None else self.pieces

    @cached_property
    def fields(self) -> frozenset[str]:
        """The fields that the slots fill."""
        slots = [piece for piece in self.pieces if piece.kind == "slot"]
        return frozenset(name.partition(".")[0] for piece in slots for name in piece.field.split(","))

    @cached_property
    def own(self) -> tuple[Piece, ...]:
        """The pieces that the phrase itself reads, with the subject if no surrounding rule reads it."""
        return self.pieces if self.subject is not None and slot_of(self.subject).rule else self.body

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The number of items in each field whose items have a slot each (``{parts.0:value}``)."""
        named = [piece.field.partition(".")[0] for piece in self.pieces if "." in piece.field]
        return {name: named.count(name) for name in named}

    @cached_property
    def heard(self) -> tuple[Piece, ...]:
        """The pieces for which the parser hands on a child; a slot that no rule reads is only printed."""
        return tuple(piece for piece in self.own if piece.kept and (piece.kind != "slot" or slot_of(piece).rule))

    def build(self, builder: Any, children: list[Any], meta: Any) -> Any:
        """The meaning of the phrase, made from the meanings of its slots."""
        values = {name: value for name, value in self.constants.items() if value is not ANY}
        several: dict[str, list[Any]] = {}
        for piece, child in zip(self.heard, children, strict=True):
            if piece.kind != "slot" or child is None:
                continue
            found = slot_of(piece).take(builder, child, Place(self, piece, meta, values))
            if isinstance(found, With):
                found, more = found
                values.update(more)
            name, dot, _ = piece.field.partition(".")
            if "," in name:
                values.update(zip(name.split(","), found, strict=True))
            elif dot:
                several.setdefault(name, []).append(found)
            else:
                values[name] = found
        values.update({name: tuple(parts) for name, parts in several.items()})
        surface = self._kept(builder, meta)
        if surface and isinstance(self.make, type):
            values["surface"], surface = f"{values.get('surface', '')} {surface}".strip(), ""
        made = SORTS[self.sort].becomes(builder, self, values, meta)
        return _keeping(made, surface) if surface else made

    def _kept(self, builder: Any, meta: Any) -> str:
        """The words to keep: the phrase's own mark, and each alternative word that is not the first choice."""
        surface = [self.surface] if self.surface else []
        if self.printed and (self.keeps or any(piece.kind == "either" for piece in self.body)):
            text = builder.text[meta.start_pos : meta.end_pos].lower()
            surface += [word for word in self.keeps.split() if f" {word} " in f" {text} "]
            for piece in self.body:
                if piece.kind == "either":
                    longest = "|".join(re.escape(each) for each in sorted(piece.choices, key=len, reverse=True))
                    found = re.search(rf"\b({longest})(?:e?s|e?d|ing)?\b", text) or re.search(rf"\b({longest})", text)
                    surface += [found[1]] if found is not None and found[1] != piece.choices[0] else []
        return " ".join(surface)

    @property
    def kind(self) -> Any:
        """The kind of node that it can print; None for any value."""
        return self.make if self.pattern is None else type(self.pattern)

    def node(self, values: dict[str, Any]) -> Any:
        """The node with these fields; the value itself if the phrase only passes it on."""
        if self.pattern is not None:
            return fill(self.pattern, values)
        if self.make is None:
            return values["value"] if "value" in values else values[""]
        return self.make(**{name: value for name, value in values.items() if name})

    def says(self, node: Any) -> bool:
        """Whether the phrase prints every field of the node."""
        if self.make is None:
            return "value" not in self.constants or node == self.constants["value"]
        if type(node) is not self.make:
            return False
        if SORTS[self.sort].part:
            return all(getattr(node, name) == value for name, value in self.constants.items())
        if any(len(getattr(node, name)) != size for name, size in self.sizes.items()):
            return False
        return all(
            self.constants.get(each.name, each.default) == getattr(node, each.name)
            for each in dataclasses.fields(node)
            if each.name not in self.fields
            and each.name not in (*UNCOMPARED, *SORTS[self.sort].around)
            and each.name not in _apart(type(node))
        )

    def words(self, node: Any, p: Any, many: bool = False) -> str:
        """The printed words of a node. Raises UnfitError if the phrase cannot print it."""
        if self.pattern is not None:
            found: dict[str, Any] = {}
            if not match(self.pattern, node, found):
                raise UnfitError
            node = SimpleNamespace(**found, surface=getattr(node, "surface", ""))
        elif not self.says(node):
            raise UnfitError
        if self.day and not p.terms.has(self.day):
            raise UnfitError
        text = SORTS[self.sort].stands(node, self, lambda: self.filled(node, p, many), p, many)
        if self.pronoun:
            p.pronoun(str(text), node)
        rest = "" if SORTS[self.sort].part or p.node is node else remarks(node, p)
        return f"{text}{rest}" if rest else text

    def filled(self, node: Any, p: Any, many: bool = False) -> str:
        """The words without the subject."""
        body = [piece for piece in self.body if piece.within is None or self._present(piece.within, node)]
        around, p.node = p.node, node
        try:
            slots = self._slots(node, body, p, many)
        finally:
            p.node = around
        said: list[str] = []
        several = many
        for nth, piece in enumerate(body):
            if piece.kind == "slot":
                words = slots[nth]
                several = several or getattr(words, "plural", False)
                said.append(str(words))
            elif piece.kind == "either":
                kept = f" {getattr(node, 'surface', '')} "
                word = next((word for word in piece.choices[1:] if f" {word} " in kept), piece.choices[0])
                said.append(of_day(word, word, p.terms))
            elif piece.kind == "era":
                said.append(of_day(piece.text, piece.said, p.terms))
            else:
                word = of_day(piece.text, piece.text, p.terms)
                said.append(plural(word) if several and piece.many else word)
        return _joined(said)

    def _slots(self, node: Any, body: Sequence[Piece], p: Any, many: bool) -> dict[int, Any]:
        """The words of each slot by its index. Slots with a letter come last, as the letter is defined at the end."""
        values = {}
        for nth, piece in enumerate(body):
            if piece.kind == "slot":
                means = bool(piece.field) or (self.make is None and self.pattern is None)
                values[nth] = value_of(node, piece) if piece.field else node if means else None
                if means and values[nth] is None and not says_none(piece):
                    raise UnfitError
        words = {}
        for nth in sorted(values, key=lambda nth: (getattr(values[nth], "surface", "")[:1].isupper(), nth)):
            piece = body[nth]
            words[nth] = slot_of(piece).say(values[nth], p, many or piece.many, piece.head)
            if words[nth] is None:
                raise UnfitError
        return words

    def _present(self, within: int, node: Any) -> bool:
        """Whether an optional part is printed: its fields differ from their defaults."""
        slots = [piece for piece in self.body if piece.within == within and piece.kind == "slot"]
        defaults = {each.name: each.default for each in dataclasses.fields(node)}
        return bool(slots) and all(
            not piece.field
            or (value_of(node, piece) is not None and value_of(node, piece) != defaults.get(piece.field))
            for piece in slots
        )


def remarks(node: Any, p: Any) -> str:
    """The sentences that add something about a node; empty if there is nothing to add."""
    return "".join(f". {said}" for said in parts_said(node, "remark", p)) if _apart(type(node)) else ""


def parts_said(node: Any, sort: str, p: Any) -> list[str]:
    """The words of all phrases of a sort that print some fields of a node, each field once."""
    said, done = [], set[str]()
    fitting = [phrase for phrase in SORTS[sort].phrases if phrase.make is type(node)]
    for phrase in by_surface(fitting, f" {getattr(node, 'surface', '')} "):
        own = phrase.fields | set(phrase.constants)
        if own.isdisjoint(done):
            try:
                said.append(phrase.words(node, p))
                done |= own
            except UnfitError:
                continue
    return said


def _apart(kind: type) -> frozenset[str]:
    """The fields of a kind that are printed by phrases of parts."""
    if kind not in _APART:
        parts = [phrase for sort in SORTS.values() if sort.part for phrase in sort.phrases if phrase.make is kind]
        _APART[kind] = frozenset(name for phrase in parts for name in (*phrase.fields, *phrase.constants) if name)
    return _APART[kind]


def by_surface(phrases: list[Phrase], surface: str) -> Iterator[Phrase]:
    """The phrases to print with: first those whose mark was read, then those without a mark, then the rest."""
    yield from (phrase for phrase in phrases if phrase.printed and phrase.surface and f" {phrase.surface} " in surface)
    yield from (phrase for phrase in phrases if phrase.printed and not phrase.surface)
    yield from (
        phrase for phrase in phrases if phrase.printed and phrase.surface and f" {phrase.surface} " not in surface
    )


def value_of(node: Any, piece: Piece) -> Any:
    """The value for a slot: that of its field, of an item of the field, or of several fields."""
    if "," in piece.field:
        return tuple(getattr(node, name) for name in piece.field.split(","))
    name, dot, place = piece.field.partition(".")
    value: Any = getattr(node, name) if name else None
    if not dot:
        return value
    return value[int(place)] if len(value) > int(place) else None


def _keeping(made: Any, surface: str) -> Any:
    """The meaning of a phrase with the words to keep; a verb keeps them on the node it will make."""
    if dataclasses.is_dataclass(made) and not isinstance(made, type):
        return replace(made, surface=f"{getattr(made, 'surface', '')} {surface}".strip())
    if isinstance(made, tuple):
        return tuple(_keeping(one, surface) for one in made)
    if callable(made):
        return lambda of: _keeping(made(of), surface)
    return made


def _joined(said: list[str]) -> str:
    text = re.sub(r" ([,;:.\0]|'s\b|—(?=\S))", r"\1", " ".join(word for word in said if word))
    return re.sub(r"\ba (\S+)", lambda found: a(found[1]), text.replace("- ", "-"))
