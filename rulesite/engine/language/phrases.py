"""The register of phrases: each is declared once, and both read (as an alternative of the grammar) and printed.

A kind of node has `words`: its phrases, by sort. In ``says("value", "half {of:counted}[, rounded {way:rounding}]")``

- "value" is the *sort* of phrase: where it can stand. It is a rule of the grammar;
- a word stands for all its inflected forms, as everywhere in the grammar; a verb phrase begins with its verb as in "to
  draw", "to be tapped"; a word with a ``*`` is printed in the plural when several are meant ("charge counter* on it"),
  for example after an amount of several;
- words that differ between eras ("face up", "enter", "mana value") are recognised, read in the words of every era, and
  printed in those of the day (`words.of_day`);
- ``{of:counted}`` is a *slot*: a field of the node, and how its value is read and printed: by another sort of phrase, a
  slot of `cardtext/slots/common.py`, or a kind of word in capitals (``{name:LETTER}``). ``{parts.0:value}`` is the
  first of several, ``{power,toughness:sizes}`` is two fields that are printed together. A word after it
  (``{of:met spell}``) is passed to the slot; a ``+`` means several; a slot without a field is read and has no meaning
  of its own;
- ``[…]`` is optional; it is printed if its field differs from the default;
- ``(greatest|highest)`` are two words for one thing: the word that was read is kept (`Node.surface`) and printed.

Constants (``says("amount", "a", value=1)``) are the values of the other fields. A phrase can print a node if each of
its fields is a slot, a constant, or the default: so nothing is left out in print. ``surface="number"`` is kept on the
node; of several phrases that fit, the one whose `surface` was kept is printed, else the first.

Phrases of a sort of *parts* each print some fields of a node: a `remark` in a sentence of its own after the
instruction ("It can't be regenerated"), a `destmod` in any order ("tapped under your control").
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine.language.phrase import Phrase, UnfitError, by_surface
from rulesite.engine.language.sorts import SORTS, Sort, slot_of
from rulesite.engine.language.templates import TemplateError, alternative


class NoPhraseError(LookupError):
    """No phrase prints a node; the message names its kind."""


def says(
    sort: str,
    template: str,
    *,
    surface: str = "",
    pronoun: bool = False,
    manner: str = "",
    day: str = "",
    would: bool = False,
    keeps: str = "",
    **constants: Any,
) -> Phrase:
    """A phrase of a sort, read and printed.

    `pronoun`: its reference is noted when it is printed; `manner`: how it is used differently from others of its sort;
    `day`: a term ("exile", "no exile") that the day must have to print it; `would`: it is also read after "would",
    in a replacement; `keeps`: words that are kept if they occur in the text, when one era has several ways to word
    something.
    """
    return Phrase(sort, template, surface, constants, pronoun=pronoun, manner=manner, day=day, would=would, keeps=keeps)


def reads(sort: str, template: str, *, surface: str = "", would: bool = False, **constants: Any) -> Phrase:
    """A phrase that is read and never printed, because another is printed."""
    return Phrase(sort, template, surface, constants, printed=False, would=would)


def prints(sort: str, template: str, *, surface: str = "", manner: str = "", day: str = "", **constants: Any) -> Phrase:
    """A phrase that is printed and not read: the reader makes the node in another way."""
    return Phrase(sort, template, surface, constants, read=False, manner=manner, day=day)


def means(
    sort: str,
    template: str,
    pattern: Any,
    *,
    surface: str = "",
    manner: str = "",
    read: bool = True,
    printed: bool = True,
) -> None:
    """Declare a phrase that means a tree with holes, filled by the slots (`language.patterns`)."""
    _enter(Phrase(sort, template, surface, read=read, printed=printed, manner=manner, pattern=pattern))
    if printed and dataclasses.is_dataclass(pattern):
        _at_home(type(pattern), sort)


def passes(sort: str, template: str, *, surface: str = "", read: bool = True, printed: bool = True) -> None:
    """Declare a phrase that means the value of its only slot (``passes("value", "{:amount}")``)."""
    _enter(Phrase(sort, template, surface, read=read, printed=printed))


def choice(sort: str, **words: str | tuple[str, ...]) -> None:
    """Declare a sort whose phrases are fixed values: ``choice("rounding", up="up", down="down")``.

    Of several phrases for a value the first is printed: ``choice("steplong", draw=("draw step", "draw phase"))``.
    """
    for value, templates in words.items():
        for nth, template in enumerate((templates,) if isinstance(templates, str) else templates):
            fixed(sort, value.replace("_", " "), template, printed=nth == 0)


def fixed(sort: str, value: Any, template: str, *, read: bool = True, printed: bool = True) -> None:
    """Declare a phrase for a fixed value."""
    _enter(Phrase(sort, template, constants={"value": value}, read=read, printed=printed))


def made(sort: str, template: str, make: Callable[..., Any]) -> None:
    """Declare a phrase that is only read; a function makes its meaning from its slots."""
    _enter(Phrase(sort, template, printed=False, make=make))


def enter(kind: type) -> None:
    """Enter the phrases of a kind of node in the register (called by `abilities.node.node`)."""
    home = getattr(kind, "home", "")
    for phrase in kind.__dict__.get("words", ()):
        entered = _enter(replace(phrase, make=kind))
        if entered.printed and home == ANYWHERE:
            SORTS.setdefault(kind.__name__, Sort(kind.__name__)).phrases.append(replace(entered, read=False))
        if entered.printed:
            _at_home(kind, entered.sort)


def _at_home(kind: Any, sort: str) -> None:
    """Note that a kind of node is printed in the sort of its phrase, or only in its `home` if it has one."""
    home = getattr(kind, "home", "")
    homes = _HOMES.setdefault(kind, [kind.__name__ if home == ANYWHERE else home or sort])
    if sort not in homes and not home:
        homes.append(sort)


def _enter(phrase: Phrase) -> Phrase:
    sort = SORTS.setdefault(phrase.sort, Sort(phrase.sort))
    entered = replace(phrase, name=f"{phrase.sort}__{len(sort.phrases) + 1}")
    sort.phrases.append(entered)
    _NAMES[entered.name] = entered
    return entered


ANYWHERE = "anywhere"
"""The home of a kind of node that, by itself, may be printed by a phrase of any sort."""
_NAMES: dict[str, Phrase] = {}
_HOMES: dict[type, list[str]] = {}


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
    """A phrase as the grammar writes it, and as it stands after "would" (empty if it cannot stand there)."""
    try:
        rule_of = {piece.text: slot_of(piece).rule for piece in phrase.own if piece.kind == "slot"}
    except TemplateError as error:
        raise TemplateError(f"{phrase.sort}: {phrase.template!r}: {error}") from None
    unread = {piece.within for piece in phrase.own if piece.kind == "slot" and not rule_of[piece.text]} - {None}
    words = alternative(tuple(piece for piece in phrase.own if piece.within not in unread), rule_of, found.bare)
    if phrase.manner == "fact":
        return words, words
    return words, f'"would" {alternative(phrase.body, rule_of, True)}' if phrase.would else ""


def phrase_called(name: str) -> Phrase | None:
    """The declared phrase with this name in the grammar, or None."""
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
    """The words of a node that stands by itself. Raises NoPhraseError if no phrase prints it."""
    homes = _HOMES[type(node)]
    found = next((found for home in homes if (found := said_if(node, home, p)) is not None), None)
    if found is None:
        raise NoPhraseError(f"no phrase of the sort {homes[0]!r} says {node!r}")
    return found


def said_so(node: Any, sort: str) -> bool:
    """Whether a phrase of this sort prints a node as it was read: it has no mark, or the mark that was kept. Any phrase
    will do if the node has no other sort."""
    fitting = [phrase.surface for phrase in SORTS[sort].phrases if phrase.printed and phrase.kind in (None, type(node))]
    kept = any(not surface or f" {surface} " in f" {getattr(node, 'surface', '')} " for surface in fitting)
    return kept or _HOMES.get(type(node)) == [sort]


def said_if(node: Any, sort: str, p: Any, many: bool = False) -> str | None:
    """The words of a node in a place for phrases of this sort; None if no phrase prints it."""
    fitting = [phrase for phrase in SORTS[sort].phrases if phrase.kind in (None, type(node))]
    for phrase in by_surface(fitting, f" {getattr(node, 'surface', '')} "):
        spoken_of, meant, bare = list(p.mentioned), list(p.meant), p.bare
        try:
            return phrase.words(node, p, many)
        except UnfitError:  # forget what was noted on the way
            p.mentioned[:], p.meant[:], p.bare = spoken_of, meant, bare
    return None
