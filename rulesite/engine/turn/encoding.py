"""Cipher: the card of a resolving spell may be exiled encoded on a creature (702.99 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.combat_view import ENCODED_ON
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.zones import creatures_of


def creature_to_encode(kernel: Kernel, spell: Thing, player: str) -> str:
    """The creature on which a player has a spell with cipher encoded as it resolves; "" for a copy, and where the
    player has no creature or likes none."""
    if "cipher" not in keywords(look(kernel, spell.id)) or spell.kind != "card" or not kernel.has("cipher"):
        return ""
    creatures = [object_ref(each) for each in creatures_of(kernel, player)]
    if not creatures or not kernel.ask("may", player, spell.label, "exile it encoded on a creature"):
        return ""
    (chosen,) = kernel.choose("object", player, spell.label, "the creature on which it is encoded", creatures)
    return chosen


def encode(kernel: Kernel, card: Thing, creature: str) -> None:
    """Let an exiled card be encoded on a creature."""
    card.remembers[ENCODED_ON] = [creature]
    kernel.state.touch()
    kernel.note(f"{card.label} is encoded on {kernel.label(creature)}", "cipher")
