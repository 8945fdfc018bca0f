"""Names for people: from labels to references and back.

A reference is ``object 7`` or ``player Ann``. People write ``Bear``, ``Ann's Bear`` or ``Ann``; if two Bears could be
meant and nothing distinguishes them, that is an error, not a guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .choices import Choice, IllegalAction, UnknownName
from .game_state import State, object_ref, ref_id, ref_player
from .sides import names_of

_EXACT = re.compile(r"\((object \d+)\)$")


def label(state: State, ref: str) -> str:
    """The name that a person would use for ``ref``."""
    player = ref_player(ref)
    if player is not None:
        return player
    thing_id = ref_id(ref)
    if thing_id is None:
        return ref
    thing = state.things.get(thing_id)
    if thing is not None:
        return thing.label
    known = state.known.get(thing_id)
    return known.label if known is not None else ref


def distinct(state: State, refs: Sequence[str]) -> list[str]:
    """Labels for a list of options, with the owner or a number added where two would be the same."""
    plain = [label(state, ref) for ref in refs]
    shown = []
    for ref, text in zip(refs, plain, strict=True):
        if plain.count(text) > 1:
            text = f"{_holder(state, ref)}'s {text} ({ref})"
        shown.append(text)
    return shown


def exact_option(option: str) -> str:
    """The answer for an option as `distinct` shows it: the object itself where its label would not tell it apart.

    >>> exact_option("Bear"), exact_option("Ann's Bear (object 7)")
    ('Bear', 'object 7')
    """
    exact = _EXACT.search(option)
    return exact[1] if exact else option


def _holder(state: State, ref: str) -> str:
    thing_id = ref_id(ref)
    thing = state.things.get(thing_id) if thing_id is not None else None
    if thing is not None:
        return thing.controller
    known = state.known.get(thing_id) if thing_id is not None else None
    return known.owner if known is not None else ""


def _owner(state: State, ref: str) -> str:
    thing_id = ref_id(ref)
    thing = state.things.get(thing_id) if thing_id is not None else None
    return thing.owner if thing is not None else _holder(state, ref)


def listed(value: Any) -> list[str]:
    """An answer as a list of words: one name, several, or none.

    >>> listed("Bear"), listed(["A", "B"]), listed(None), listed("none"), listed(7)
    (['Bear'], ['A', 'B'], [], [], ['object 7'])
    """
    if value is None or value is False or value == "none" or value == "":
        return []
    if isinstance(value, bool):
        return []
    if isinstance(value, int):
        return [f"object {value}"]
    if isinstance(value, str):
        return [value]
    return [word for each in value for word in listed(each)]


def candidates(state: State, word: str, refs: Sequence[str]) -> list[str]:
    """The references among ``refs`` that ``word`` can mean."""
    text = word.strip().casefold()
    exact = [ref for ref in refs if ref.casefold() == text]
    if exact:
        return exact
    found = [ref for ref in refs if label(state, ref).casefold() == text]
    if not found and "'s " in text:
        holder, _, rest = text.partition("'s ")
        named = [ref for ref in refs if label(state, ref).casefold() == rest]
        found = [ref for ref in named if _holder(state, ref).casefold() == holder]
        found = found or [ref for ref in named if _owner(state, ref).casefold() == holder]
    if not found:
        found = [ref for ref in refs if text in (name.casefold() for name in _card_names(state, ref))]
    return found


def _card_names(state: State, ref: str) -> tuple[str, ...]:
    thing_id = ref_id(ref)
    thing = state.things.get(thing_id) if thing_id is not None else None
    return (*names_of(thing.card), *(name for own in thing.own for name in names_of(own))) if thing is not None else ()


def _became(state: State, ref: str) -> str:
    """The present object of one that is no longer there; "" for any other."""
    thing_id = ref_id(ref)
    while thing_id is not None and thing_id in state.known and thing_id not in state.things:
        thing_id = state.known[thing_id].became
    return object_ref(thing_id) if thing_id in state.things else ""


def pick(state: State, word: str, refs: Sequence[str], choice: Choice | None = None) -> str:
    """The single reference that ``word`` means among ``refs``; an object of before also by what it has become.

    Raises :class:`UnknownName` when it fits several, or none at all in the game, and :class:`IllegalAction` when it
    names something of the game that is not among the options of ``choice``.
    """
    found = candidates(state, word, refs) or [ref for ref in refs if _became(state, ref) == word]
    if len(found) == 1:
        return found[0]
    where = f": {choice}" if choice is not None else ""
    if found:
        raise UnknownName(f"{word!r} may be any of {', '.join(distinct(state, found))}{where}")
    everything = [f"object {each}" for each in state.things] + [f"player {each}" for each in state.players]
    everything += [f"object {each}" for each in state.known]
    if meant := candidates(state, word, everything):
        raise IllegalAction(f"{distinct(state, meant)[0]} cannot be chosen{where}", "impossible_choice")
    raise UnknownName(f"nothing in the game is called {word!r}{where}")


def with_word(name: str, word: str, after: int) -> str:
    """A name with a word inserted after the first ``after`` words; at the end, if there are fewer.

    >>> with_word("Fae of Wishes", "Mana", 2), with_word("Granted", "Mana", 2)
    ('Fae of Mana Wishes', 'Granted Mana')
    """
    words = name.split()
    return " ".join([*words[:after], word, *words[after:]])
