"""The rules of attaching: what an Aura or Equipment may be attached to."""

from __future__ import annotations

from collections.abc import Iterable

from rulesite.engine.abilities.kinds import KeywordAbility, StaticAbility
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.predicates import Anything, InZone
from rulesite.engine.abilities.restrictions import AttachedOnlyTo, CantBeEnchanted
from rulesite.engine.abilities.static_parts import AttachesTo
from rulesite.engine.abilities.traits import CouldEnchant, Enchantable
from rulesite.engine.evaluation.frame import PREDICATES, Frame, answers
from rulesite.engine.seating.range_of_influence import in_range
from rulesite.engine.state.characteristics import keywords, look, where
from rulesite.engine.state.game_state import object_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, HeldAbility

from .continuous import changes_on, printed
from .protection import player_has_quality, protected_from


def enchants(kernel: Kernel, thing_id: int) -> Node | None:
    """What an Aura can enchant, ``None`` when it does not say; read from the Aura as it is now."""
    return _enchants(look(kernel, thing_id).every_ability)


def _has_lost_enchant(kernel: Kernel, thing_id: int) -> bool:
    """Whether an Aura has lost the words that say what it can enchant: it can enchant nothing (303.4c, 702.5a)."""
    thing = kernel.thing(thing_id)
    return thing is not None and _enchants(printed(kernel, thing).every_ability) is not None


def _enchants(abilities: Iterable[HeldAbility]) -> Node | None:
    for held in abilities:
        if isinstance(held.ability, KeywordAbility) and held.ability.keyword == "enchant":
            return held.ability.quality
        if isinstance(held.ability, StaticAbility):
            for part in held.ability.parts:
                if isinstance(part, AttachesTo):
                    return part.what
    return None


def can_attach(kernel: Kernel, thing_id: int, to: str, as_creature: bool = False) -> bool:
    """Whether an Aura, Equipment or Fortification on the battlefield may be attached to ``to``; ``as_creature``: an
    Equipment to a planeswalker as though it were a creature (702.6e in 2026-06-19)."""
    host = ref_id(to)
    if host == thing_id:
        return False
    if host is not None and not _is_there(kernel, thing_id, host):
        return False
    player = ref_player(to)
    if player is not None and kernel.state.players[player].lost:
        return False
    found = look(kernel, thing_id)
    only = changes_on(kernel, object_ref(thing_id), AttachedOnlyTo)
    if any(not within.matches(change.what, to) for change, within in only):
        return False
    if not in_range(kernel, found.controller, to) and kernel.has("range_attachments"):
        return False
    frame = Frame(kernel, Bindings(found.controller, thing_id))
    for subtype, wanted_type in (("Equipment", "creature"), ("Fortification", "land")):
        if subtype in found.subtypes:
            creature = "creature" in found.types and "reconfigure" not in keywords(found)  # 301.5c in 2026-06-19
            types = look(kernel, host).types if host is not None else ()
            fits = (wanted_type in types or (as_creature and wanted_type == "creature")) and not creature
            kept_off = protected_from(kernel, host or 0, object_ref(thing_id)) or _kept_off(kernel, thing_id, to, False)
            return fits and not kept_off
    if "Aura" not in found.subtypes:
        return False
    wanted = enchants(kernel, thing_id)
    if kernel.has("enchant") and (
        _has_lost_enchant(kernel, thing_id) if wanted is None else not frame.matches(wanted, to)
    ):
        return False
    return (host is not None or wanted is not None) and not keeps_off(kernel, to, thing_id)


def _is_there(kernel: Kernel, thing_id: int, host: int) -> bool:
    """Whether an object is where it can have something attached: on the battlefield, or in a graveyard for an Aura
    that can enchant cards there (303.4a in 2026-06-19)."""
    if kernel.thing(host) is None:
        return False
    zone = where(kernel, host)
    wanted = walk(enchants(kernel, thing_id)) if zone == "graveyard" and kernel.has("enchant") else ()
    return zone == "battlefield" or any(isinstance(part, InZone) and part.zone == zone for part in wanted)


def keeps_off(kernel: Kernel, to: str, aura: int) -> bool:
    """Whether an object or player can't be enchanted by an Aura, which may still be on its way: protected, or said
    so."""
    host, player = ref_id(to), ref_player(to)
    if host is None:
        return player is not None and player_has_quality(kernel, player, "protection", object_ref(aura))
    if where(kernel, host) == "graveyard":  # abilities such as protection do not work there (113.6)
        return False
    thing = kernel.thing(aura)
    attached = aura if thing is not None and thing.attached_to == to else 0
    return protected_from(kernel, host, object_ref(aura), attached) or _kept_off(kernel, aura, to, True)


def _kept_off(kernel: Kernel, thing_id: int, to: str, aura: bool) -> bool:
    """Whether an object can't be enchanted by this Aura, or can't be equipped; "can't be enchanted" does not stop
    equipping."""
    return any(
        within.matches(change.what, object_ref(thing_id)) and (aura or change.what != Anything())
        for change, within in changes_on(kernel, to, CantBeEnchanted)
    )


@answers(PREDICATES, CouldEnchant)
def _could_enchant(frame: Frame, node: CouldEnchant, ref: str) -> bool:
    return any(can_attach(frame.kernel, ref_id(ref) or 0, each) for each in frame.refs(node.what))


@answers(PREDICATES, Enchantable)
def _enchantable(frame: Frame, node: Enchantable, ref: str) -> bool:
    return any(can_attach(frame.kernel, ref_id(aura) or 0, ref) for aura in frame.refs(node.by))
