"""The register of phrases: each is declared once, and is read (as an alternative of the grammar) and printed.

A kind of node has `words`: its phrases, by sort. In ``says("value", "half {of:counted}[, rounded {way:rounding}]")``

- "value" is the *sort* of phrase: where it can stand. It is a rule of the grammar;
- a word stands for all its inflected forms, as everywhere in the grammar; a verb phrase begins with its verb as in "to
  draw", "to be tapped"; a word with a ``*`` is printed in the plural where several are meant ("charge counter* on it"),
  as behind an amount of several;
- words that eras call otherwise ("face up", "enter", "mana value") are recognised, read in the words of every era, and
  printed in those of the day (`words.of_day`);
- ``{of:counted}`` is a *slot*: a field of the node, and how what stands there is read and said: another sort of
  phrase, a slot of `cardtext/slots.py`, or a kind of word in capitals (``{name:LETTER}``). ``{parts.0:value}`` is the
  first of several, ``{power,toughness:sizes}`` is two fields that are said together. A word behind it
  (``{of:met spell}``) is handed to the slot; a ``+`` says it of several; a slot without a field is read and means
  nothing by itself;
- ``[…]`` may be missing; it is printed where its field is not what it is by default;
- ``(greatest|highest)`` are two words for one thing: the one that was read is kept (`Node.said`) and printed.

Constants (``says("amount", "a", value=1)``) are what the other fields are. A phrase says a node if each of its fields
is a slot, a constant, or what it is by default: so nothing is left out in print. ``said="number"`` is kept on the node;
of several phrases that fit, the one whose `said` was kept is printed, else the first.

Phrases of a sort of *parts* each say some fields of a node: a `remark` in a sentence of its own behind the deed ("It
can't be regenerated"), a `destmod` in any order ("tapped under your control").
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
from rulesite.engine.language.patterns import fill, match
from rulesite.engine.language.sorts import SORTS, SUBJECTS, Place, Sort, With, says_none, slot_of
from rulesite.engine.language.templates import Piece, TemplateError, alternative, pieces
from rulesite.engine.language.words import of_day

UNCOMPARED = ("said", "joint")


class _Any:
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


ANY: Any = _Any()
"""The constant of a field that is not said: what is around the phrase makes it what it is."""


class NoPhraseError(LookupError):
    """A node that no phrase says; the message names its kind."""


class UnfitError(Exception):
    """A phrase does not say this node; another may."""


@dataclass(frozen=True)
class Phrase:
    """One way to say something: what sort of phrase, its template, and the node or other value that it becomes."""

    sort: str
    template: str
    said: str = ""
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
        """The slot of who does it, that stands before the verb and is read by the rule around."""
        first = self.pieces[0] if self.pieces else None
        return first if first is not None and first.kind == "slot" and first.text in SUBJECTS else None

    @property
    def doer(self) -> Piece:
        """The slot of who does it, in a verb phrase. Raises TemplateError where the template begins with none."""
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
        """The pieces that the phrase itself reads: who does it, too, where no rule around reads that."""
        return self.pieces if self.subject is not None and slot_of(self.subject).rule else self.body

    @cached_property
    def sizes(self) -> dict[str, int]:
        """How many a field has of which the slots fill each (``{parts.0:value}``)."""
        named = [piece.field.partition(".")[0] for piece in self.pieces if "." in piece.field]
        return {name: named.count(name) for name in named}

    @cached_property
    def heard(self) -> tuple[Piece, ...]:
        """The pieces of which the parser hands something on; a slot that no rule reads is printed alone."""
        return tuple(piece for piece in self.own if piece.kept and (piece.kind != "slot" or slot_of(piece).rule))

    def build(self, builder: Any, children: list[Any], meta: Any) -> Any:
        """What the phrase means, of what its slots mean."""
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
        said = self._kept(builder, meta)
        if said and isinstance(self.make, type):
            values["said"], said = f"{values.get('said', '')} {said}".strip(), ""
        made = SORTS[self.sort].becomes(builder, self, values, meta)
        return _keeping(made, said) if said else made

    def _kept(self, builder: Any, meta: Any) -> str:
        """What is kept of the words: the phrase's own mark, and each second word for one thing."""
        said = [self.said] if self.said else []
        if self.printed and (self.keeps or any(piece.kind == "either" for piece in self.body)):
            text = builder.text[meta.start_pos : meta.end_pos].lower()
            said += [word for word in self.keeps.split() if f" {word} " in f" {text} "]
            for piece in self.body:
                for other in piece.choices[1:] if piece.kind == "either" else ():
                    if re.search(rf"\b{re.escape(other)}", text):
                        said.append(other)
        return " ".join(said)

    @property
    def kind(self) -> Any:
        """The kind of node that it can say; None for any value."""
        return self.make if self.pattern is None else type(self.pattern)

    def node(self, values: dict[str, Any]) -> Any:
        """The node of some fields; the value itself where the phrase only passes it on."""
        if self.pattern is not None:
            return fill(self.pattern, values)
        if self.make is None:
            return values["value"] if "value" in values else values[""]
        return self.make(**{name: value for name, value in values.items() if name})

    def says(self, node: Any) -> bool:
        """Whether every field of the node is said by the phrase."""
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
        """The printed words of a node. Raises UnfitError where the phrase cannot say it."""
        if self.pattern is not None:
            found: dict[str, Any] = {}
            if not match(self.pattern, node, found):
                raise UnfitError
            node = SimpleNamespace(**found, said=getattr(node, "said", ""))
        elif not self.says(node):
            raise UnfitError
        if self.day and not p.terms.has(self.day):
            raise UnfitError
        text = SORTS[self.sort].stands(node, self, lambda: self.filled(node, p, many), p, many)
        if self.pronoun:
            p.pronoun(text, node)
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
                kept = f" {getattr(node, 'said', '')} "
                word = next((word for word in piece.choices[1:] if f" {word} " in kept), piece.choices[0])
                said.append(of_day(word, word, p.terms))
            elif piece.kind == "era":
                said.append(of_day(piece.text, piece.said, p.terms))
            else:
                word = of_day(piece.text, piece.text, p.terms)
                said.append(plural(word) if several and piece.many else word)
        return _joined(said)

    def _slots(self, node: Any, body: Sequence[Piece], p: Any, many: bool) -> dict[int, Any]:
        """The words of each slot by its place; what a letter stands for is said at the end of the sentence, so last."""
        values = {}
        for nth, piece in enumerate(body):
            if piece.kind == "slot":
                means = bool(piece.field) or (self.make is None and self.pattern is None)
                values[nth] = value_of(node, piece) if piece.field else node if means else None
                if means and values[nth] is None and not says_none(piece):
                    raise UnfitError
        words = {}
        for nth in sorted(values, key=lambda nth: (getattr(values[nth], "said", "")[:1].isupper(), nth)):
            piece = body[nth]
            words[nth] = slot_of(piece).say(values[nth], p, many or piece.many, piece.head)
            if words[nth] is None:
                raise UnfitError
        return words

    def _present(self, within: int, node: Any) -> bool:
        """Whether an optional part is said: its fields are not what they are by default."""
        slots = [piece for piece in self.body if piece.within == within and piece.kind == "slot"]
        defaults = {each.name: each.default for each in dataclasses.fields(node)}
        return bool(slots) and all(
            not piece.field
            or (value_of(node, piece) is not None and value_of(node, piece) != defaults.get(piece.field))
            for piece in slots
        )


def says(
    sort: str,
    template: str,
    *,
    said: str = "",
    pronoun: bool = False,
    manner: str = "",
    day: str = "",
    would: bool = False,
    keeps: str = "",
    **constants: Any,
) -> Phrase:
    """A phrase of a sort, read and printed.

    `pronoun`: whom it means is noted when it is printed; `manner`: how it stands otherwise than others of its sort;
    `day`: a term of the day ("exile", "no exile") without which it is only read; `would`: it is also read behind
    "would", where a replacement speaks of it; `keeps`: words that are kept if the text has them, where eras say one
    thing in several ways.
    """
    return Phrase(sort, template, said, constants, pronoun=pronoun, manner=manner, day=day, would=would, keeps=keeps)


def reads(sort: str, template: str, *, said: str = "", would: bool = False, **constants: Any) -> Phrase:
    """A phrase that is read and never printed: another says the same."""
    return Phrase(sort, template, said, constants, printed=False, would=would)


def prints(sort: str, template: str, *, said: str = "", manner: str = "", day: str = "", **constants: Any) -> Phrase:
    """A phrase that is printed and not read: the reader finds the node another way."""
    return Phrase(sort, template, said, constants, read=False, manner=manner, day=day)


def means(
    sort: str, template: str, pattern: Any, *, said: str = "", manner: str = "", read: bool = True, printed: bool = True
) -> None:
    """Declare a phrase that means a tree with holes, filled by the slots (`language.patterns`)."""
    _enter(Phrase(sort, template, said, read=read, printed=printed, manner=manner, pattern=pattern))
    if printed and dataclasses.is_dataclass(pattern):
        _HOMES.setdefault(type(pattern), [getattr(pattern, "home", "") or sort])


def passes(sort: str, template: str, *, said: str = "", read: bool = True, printed: bool = True) -> None:
    """Declare a phrase that means what stands in its one slot (``passes("value", "{:amount}")``)."""
    _enter(Phrase(sort, template, said, read=read, printed=printed))


def choice(sort: str, **words: str | tuple[str, ...]) -> None:
    """Declare a sort of which each phrase is one fixed value: ``choice("rounding", up="up", down="down")``.

    Of several phrases for a value the first is printed: ``choice("steplong", draw=("draw step", "draw phase"))``.
    """
    for value, templates in words.items():
        for nth, template in enumerate((templates,) if isinstance(templates, str) else templates):
            fixed(sort, value.replace("_", " "), template, printed=nth == 0)


def fixed(sort: str, value: Any, template: str, *, read: bool = True, printed: bool = True) -> None:
    """Declare a phrase that is one fixed value."""
    _enter(Phrase(sort, template, constants={"value": value}, read=read, printed=printed))


def made(sort: str, template: str, make: Callable[..., Any]) -> None:
    """Declare a phrase that is read and becomes what a function makes of its slots."""
    _enter(Phrase(sort, template, printed=False, make=make))


def enter(kind: type) -> None:
    """Enter the phrases of a kind of node (`abilities.node.node` does)."""
    for phrase in kind.__dict__.get("words", ()):
        entered = _enter(replace(phrase, make=kind))
        if not entered.printed:
            continue
        homes = _HOMES.setdefault(kind, [getattr(kind, "home", "") or entered.sort])
        if entered.sort not in homes and not getattr(kind, "home", ""):
            homes.append(entered.sort)


def _enter(phrase: Phrase) -> Phrase:
    sort = SORTS.setdefault(phrase.sort, Sort(phrase.sort))
    entered = replace(phrase, name=f"{phrase.sort}__{len(sort.phrases) + 1}")
    sort.phrases.append(entered)
    _NAMES[entered.name] = entered
    return entered


_NAMES: dict[str, Phrase] = {}
_HOMES: dict[type, list[str]] = {}
_APART: dict[type, frozenset[str]] = {}


# ---- reading


def rules() -> str:
    """The declared phrases as rules of the grammar. Raises TemplateError for one that cannot be understood."""
    made: dict[str, list[str]] = {}
    for found in SORTS.values():
        for phrase in found.phrases:
            if phrase.read:
                words, would = _alternatives(phrase, found)
                name = f"{found.name}.{found.priority}" if found.priority else found.name
                made.setdefault(name, []).append(f"{words} -> {phrase.name}")
                if would and found.would:
                    made.setdefault(found.would, []).append(f"{would} -> {phrase.name}")
    return "".join(f"{name}: " + "\n    | ".join(lines) + "\n" for name, lines in made.items())


def _alternatives(phrase: Phrase, found: Sort) -> tuple[str, str]:
    """A phrase as the grammar writes it, and as it stands behind "would"; nothing where it cannot stand there."""
    try:
        rule_of = {piece.text: slot_of(piece).rule for piece in phrase.own if piece.kind == "slot"}
    except TemplateError as error:
        raise TemplateError(f"{phrase.sort}: {phrase.template!r}: {error}") from None
    words = alternative(phrase.own, rule_of, found.bare)
    if phrase.manner == "fact":
        return words, words
    return words, f'"would" {alternative(phrase.body, rule_of, True)}' if phrase.would else ""


def phrase_called(name: str) -> Phrase | None:
    """The declared phrase that the grammar calls by a name."""
    return _NAMES.get(name)


def declared() -> tuple[Phrase, ...]:
    """Every phrase, sort by sort."""
    return tuple(phrase for found in SORTS.values() for phrase in found.phrases)


# ---- printing


def kinds() -> frozenset[type]:
    """Every kind of node that phrases are declared for."""
    return frozenset(_HOMES)


def has_words(kind: type) -> bool:
    """Whether phrases are declared for a kind of node."""
    return kind in _HOMES


def said_at_home(node: Any, p: Any) -> str:
    """The words of a node where nothing else is asked for. Raises NoPhraseError where no phrase says it."""
    homes = _HOMES[type(node)]
    found = next((found for home in homes if (found := said_if(node, home, p)) is not None), None)
    if found is None:
        raise NoPhraseError(f"no phrase of the sort {homes[0]!r} says {node!r}")
    return found


def remarks(node: Any, p: Any) -> str:
    """What sentences of their own say of a node; nothing where there is nothing to say."""
    return "".join(f". {said}" for said in parts_said(node, "remark", p)) if _apart(type(node)) else ""


def parts_said(node: Any, sort: str, p: Any) -> list[str]:
    """The words of all phrases of a sort that say some fields of a node, each field once."""
    said, done = [], set[str]()
    fitting = [phrase for phrase in SORTS[sort].phrases if phrase.make is type(node)]
    for phrase in _by_said(fitting, f" {getattr(node, 'said', '')} "):
        own = phrase.fields | set(phrase.constants)
        if own.isdisjoint(done):
            try:
                said.append(phrase.words(node, p))
                done |= own
            except UnfitError:
                continue
    return said


def _apart(kind: type) -> frozenset[str]:
    """The fields of a kind that phrases of parts say."""
    if kind not in _APART:
        parts = [phrase for phrase in declared() if phrase.make is kind and SORTS[phrase.sort].part]
        _APART[kind] = frozenset(name for phrase in parts for name in (*phrase.fields, *phrase.constants) if name)
    return _APART[kind]


def said_if(node: Any, sort: str, p: Any, many: bool = False) -> str | None:
    """The words of a node where a phrase of some sort stands; None where none of them says it."""
    fitting = [phrase for phrase in SORTS[sort].phrases if phrase.kind in (None, type(node))]
    for phrase in _by_said(fitting, f" {getattr(node, 'said', '')} "):
        spoken_of, meant, bare = list(p.mentioned), list(p.meant), p.bare
        try:
            return phrase.words(node, p, many)
        except UnfitError:  # nothing of it was said
            p.mentioned[:], p.meant[:], p.bare = spoken_of, meant, bare
    return None


def _by_said(phrases: list[Phrase], said: str) -> Iterator[Phrase]:
    """The phrases to print: those that were read first, then those that are marked by nothing."""
    yield from (phrase for phrase in phrases if phrase.printed and phrase.said and f" {phrase.said} " in said)
    yield from (phrase for phrase in phrases if phrase.printed and not phrase.said)
    yield from (phrase for phrase in phrases if phrase.printed and phrase.said and f" {phrase.said} " not in said)


def value_of(node: Any, piece: Piece) -> Any:
    """What stands in a slot: the value of its field, of the first, second … of it, or of several fields."""
    if "," in piece.field:
        return tuple(getattr(node, name) for name in piece.field.split(","))
    name, dot, place = piece.field.partition(".")
    value: Any = getattr(node, name) if name else None
    if not dot:
        return value
    return value[int(place)] if len(value) > int(place) else None


def _keeping(made: Any, said: str) -> Any:
    """What a phrase became, with what is to be kept of its words; a verb keeps it on what it will make."""
    if dataclasses.is_dataclass(made) and not isinstance(made, type):
        return replace(made, said=f"{getattr(made, 'said', '')} {said}".strip())
    if isinstance(made, tuple):
        return tuple(_keeping(one, said) for one in made)
    if callable(made):
        return lambda of: _keeping(made(of), said)
    return made


def _joined(said: list[str]) -> str:
    text = re.sub(r" ([,;:.\0]|'s\b|—(?=\S))", r"\1", " ".join(word for word in said if word))
    return re.sub(r"\ba (\S+)", lambda found: a(found[1]), text.replace("- ", "-"))
