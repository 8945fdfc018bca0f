"""Where phrases stand: their sorts, and the slots of their templates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesite.engine.language.templates import Piece, TemplateError

if TYPE_CHECKING:
    from rulesite.engine.language.phrase import Phrase

Becomes = Callable[[Any, "Phrase", dict[str, Any], Any], Any]
"""Makes the meaning of a phrase: from the builder, the phrase, the fields and the position in the text."""
Stands = Callable[[Any, "Phrase", Callable[[], str], Any, bool], Any]
"""Words a node in context: from the node, phrase, function for its words, printer, and whether several are meant."""


class Place(NamedTuple):
    """The place of a slot: its phrase, its piece of the template, the position in the text, and the fields read before
    it."""

    phrase: Phrase
    piece: Piece
    meta: Any
    values: dict[str, Any]


class With(NamedTuple):
    """The value of a slot that also sets other fields ("one or more cards": all at once)."""

    value: Any
    more: dict[str, Any]


def _node(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    return phrase.node(values)


def in_a_row(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> tuple[Any, ...]:
    """The nodes of a phrase whose sort can stand several times in a row: usually one."""
    made = phrase.node(values)
    return made if isinstance(made, tuple) else (made,)


def _plain(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many: bool) -> str:
    return words()


@dataclass
class Sort:
    """A sort of phrase: what its phrases become, and how they stand in a sentence."""

    name: str
    phrases: list[Phrase] = field(default_factory=list)
    becomes: Becomes = _node
    stands: Stands = _plain
    around: tuple[str, ...] = ()
    bare: bool = False
    part: bool = False
    would: str = ""
    priority: int = 0


@dataclass(frozen=True)
class Slot:
    """How a part of a phrase is read and printed.

    `rule` of the grammar reads it; `take(builder, child, place)` makes the field from the rule's result; `say(value,
    printer, many, head)` returns its words (a noun phrase for an amount, plural or not), or None if it has none.
    """

    rule: str
    take: Callable[[Any, Any, Place], Any]
    say: Callable[[Any, Any, bool, str], Any | None]
    none: bool = False


SUBJECTS: set[str] = set()
"""Slots of subjects, which stand before the verb."""
SORTS: dict[str, Sort] = {}
"""Every sort of phrase, by name."""
_SLOTS: dict[str, Slot] = {}


def sort(
    name: str,
    *,
    becomes: Becomes = _node,
    stands: Stands = _plain,
    around: tuple[str, ...] = (),
    bare: bool = False,
    part: bool = False,
    would: str = "",
    priority: int = 0,
) -> None:
    """Declare how the phrases of a sort stand.

    `around` are the fields that the surrounding words express; `bare`: the sort follows "can't", so "be" stays an
    infinitive; `part`: its phrases print some fields of a node in a separate sentence, after the phrase that prints the
    others; `would`: the rule of the grammar for them after "would"; `priority`: preference if the words are ambiguous.
    """
    found = SORTS.setdefault(name, Sort(name))
    found.becomes, found.stands, found.around, found.bare, found.part = becomes, stands, around, bare, part
    found.would, found.priority = would, priority


def slot(
    name: str,
    rule: str,
    take: Callable[[Any, Any, Place], Any] = lambda builder, child, place: child,
    say: Callable[[Any, Any, bool, str], Any | None] = lambda value, p, many, head: str(value),
    none: bool = False,
) -> None:
    """Declare a slot; `none`: it has words for None. Raises TypeError for a second slot of the same name."""
    if name in _SLOTS:
        raise TypeError(f"two slots are called {name}")
    if name in SORTS and rule != name:
        raise TypeError(f"a slot is called {name}, as a sort of phrase is that it does not read")
    _SLOTS[name] = Slot(rule, take, say, none)


def subject(
    name: str,
    take: Callable[[Any, Any, Place], Any],
    say: Callable[[Any, Any, bool, str], Any | None],
    rule: str = "",
) -> None:
    """Declare a subject's slot; `say` returns what the sort's `stands` needs of it.

    The rule around the phrase reads it, unless a `rule` is given.
    """
    SUBJECTS.add(name)
    slot(name, rule, take, say)


def slot_of(piece: Piece) -> Slot:
    """The slot that a piece names. Raises TemplateError, which lists similar names, if there is none."""
    name = piece.text
    found = _SLOTS.get(name)
    if found is None and name in SORTS:
        found = Slot(name, lambda b, child, place: child, lambda value, p, many, head: p.said(value, name, many))
    if found is None and name.isupper():
        found = Slot(name, _word, lambda value, p, many, head: str(value))
    if found is None:
        near = get_close_matches(name, [*_SLOTS, *SORTS], 3)
        raise TemplateError(f"no slot or sort of phrase is called {name!r}; near: {', '.join(near) or 'none'}")
    _SLOTS[name] = found
    return found


def says_none(piece: Piece) -> bool:
    """Whether a slot, or the sort that stands there, has words for None ("damage", combat or not)."""
    phrases = SORTS[piece.text].phrases if piece.text in SORTS else []
    return slot_of(piece).none or any(phrase.constants.get("value", "") is None for phrase in phrases)


def _word(builder: Any, child: Any, place: Place) -> Any:
    return int(child) if child.type == "NUM" else str(child)
