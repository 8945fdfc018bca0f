"""What a copy takes over (rule 707.2 in 2018-01-19): the printed values of the original, as other copy effects and what
was said as it entered have made them, and as the words that make the copy except."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulesite.engine.abilities import changes as ir
from rulesite.engine.abilities.amounts import Number
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Thing
from rulesite.engine.state.sides import TWO_FACED, bare, shown

from .durations import running

# Kinds of cards of which only what an object shows is copied.
_ONE_OF_THEM = (*TWO_FACED, "meld", "prototype")

COPIED = "copied"
"""Under this name the bindings of an effect keep the card that "becomes a copy" made of its object as it began."""


def copiable(kernel: Kernel, thing: Thing) -> Card:
    """The card that a copy of an object becomes: a face-down one is a 2/2 creature and nothing else.

    Of a card with a face on each side it is the face that is up, and the copy has no other (707.8); the halves of a
    flip card and what an inset says are copied with it (707.3, 715.2b).

    Raises :class:`NotModelled` for an exception of a copy effect that no card can state.
    """
    if thing.face_down:
        return Card("", ("creature",), power=2, toughness=2)
    card = thing.card
    if card.layout in _ONE_OF_THEM:
        card = bare(shown(thing))
    for effect in sorted(kernel.state.effects, key=lambda each: each.timestamp):
        if COPIED in effect.bound.said and object_ref(thing.id) in (effect.affected or ()) and running(kernel, effect):
            card = effect.bound.said[COPIED]
    return card


def copiable_whole(kernel: Kernel, thing: Thing) -> tuple[Card, int]:
    """What a token that is created as a copy of an object is, and which face of it is up.

    A copy of a double-faced permanent or token has both of its faces (707.8a), unless the object is itself a copy of
    something else. Raises :class:`NotModelled` as :func:`copiable`.
    """
    card = copiable(kernel, thing)
    if thing.card.layout in TWO_FACED and not thing.own and not thing.face_down and card == bare(shown(thing)):
        return thing.card, thing.face
    return card, 0


def excepted(card: Card, changes: Iterable[ir.Change]) -> Card:
    """A card as the exceptions of a copy leave it; they are copied with it (707.9a).

    >>> excepted(Card("Bear", ("creature",), power=2, toughness=2), [ir.AddTypes(("artifact",))]).types
    ('creature', 'artifact')
    """
    for change in changes:
        card = _excepted(card, change)
        if card.layout in ("flip", *TWO_FACED):
            card = replace(card, others=tuple(_excepted(each, change) for each in card.others))
    return card


def _excepted(card: Card, change: ir.Change) -> Card:
    match change:
        case ir.AddTypes():
            return replace(
                card,
                types=_with(card.types, change.types),
                subtypes=_with(card.subtypes, change.subtypes),
                supertypes=_with(card.supertypes, change.supertypes),
            )
        case ir.GrantAbilities():
            return replace(card, abilities=card.abilities + tuple(change.abilities))
        case ir.AddColors():
            return replace(card, colours=card.colours | set(change.colors))
        case ir.SetColors():
            return replace(card, colours=frozenset(change.colors))
        case ir.SetBasePowerToughness(power=Number(power), toughness=Number(toughness)):
            return replace(card, power=power, toughness=toughness)
        case ir.RemoveTypes(sort=None):
            return replace(
                card,
                types=tuple(word for word in card.types if word not in change.types),
                supertypes=tuple(word for word in card.supertypes if word not in change.supertypes),
            )
    raise NotModelled(f"the engine does not make a copy with an exception of the kind {type(change).__name__} yet")


def _with(words: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*words, *more)))
