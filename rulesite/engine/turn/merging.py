"""Mutate: a resolving creature spell merges with a creature, which several cards then represent (702.140, 730 in
2026-06-19)."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.effects.copying import underneath
from rulesite.engine.events.batch import happen
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Play, Thing
from rulesite.engine.state.sides import COMMANDER_PARTS, MERGED, TOKEN_PARTS, commander_parts
from rulesite.engine.state.zones import remember, remove

TOP, BOTTOM = "top", "bottom"


def mutate_no_more(kernel: Kernel, spell: Thing, play: Play) -> None:
    """Turn a mutating creature spell without a legal target into a creature spell (702.140b)."""
    kernel.note(f"{spell.label} has nothing to mutate with, and goes on as a creature spell", "mutate")
    play.alternative, play.bound.targets = "", []


def merge(kernel: Kernel, spell: Thing, play: Play) -> None:
    """Merge a mutating creature spell with its target, on top of it or under it as its controller chooses (702.140c to
    702.140f): the permanent stays the object that it is.

    Raises :class:`NotModelled` where one of the two is no card or token of one face that is what it is printed as,
    and where a token would be on top.
    """
    player = play.bound.controller
    creature = kernel.state.things[ref_id(play.bound.targets[0][0]) or 0]
    _check_components(kernel, spell, creature)
    place = kernel.choose_word("mutate", player, spell.label, "on top of the creature, or under it", [TOP, BOTTOM])
    if creature.kind == "token" and place == BOTTOM:
        raise NotModelled("the engine does not carry out a mutation under a token yet")
    below = creature.own or (creature.card,)
    components = (spell.card, *below) if place == TOP else (*below, spell.card)
    commanders = [each + (place == TOP) for each in commander_parts(creature)]
    commanders += [0 if place == TOP else len(below)] if spell.commander else []
    tokens = creature.remembers.get(TOKEN_PARTS, [0] if creature.kind == "token" else [])
    ref, spell_ref = object_ref(creature.id), object_ref(spell.id)

    def put_together() -> None:
        remember(kernel, spell).became = creature.id
        remove(kernel, spell)
        creature.kind = "card"  # its topmost component is no token (730.2d)
        if tokens:
            creature.remembers = {**creature.remembers, TOKEN_PARTS: [each + (place == TOP) for each in tokens]}
        if commanders:  # it is a commander if one of its cards is (903.3c)
            creature.commander = True
            creature.remembers = {**creature.remembers, COMMANDER_PARTS: commanders}
        creature.card, creature.own = _merged(creature.card, spell.card, components[0]), components
        for effect in kernel.state.effects:
            if effect.affected is not None and spell_ref in effect.affected:
                effect.affected = [ref if each == spell_ref else each for each in effect.affected]

    kernel.note(f"{spell.label} is put on the {place} of {creature.label}", "mutate")
    happen(kernel, [Event("mutate", ref, player=player)], put_together)


def _merged(before: Card, added: Card, topmost: Card) -> Card:
    """The values of a merged permanent: those of its topmost card, with the abilities of all in the order in which they
    came (702.140e)."""
    text = "\n".join(filter(None, (before.text, added.text)))
    abilities, unread = before.abilities + added.abilities, before.unread + added.unread
    return replace(topmost, layout=MERGED, text=text, abilities=abilities, unread=unread)


def _check_components(kernel: Kernel, spell: Thing, creature: Thing) -> None:
    copied = underneath(kernel, creature) is not creature.card or len(creature.own) == 1
    odd = (
        creature.kind not in ("card", "token")
        or creature.face_down
        or creature.card.layout not in ("", MERGED)
        or copied
    )
    if spell.kind != "card" or spell.card.layout or odd:
        raise NotModelled("the engine does not carry out a mutation of copies and cards with several faces yet")
