"""Playing cards face down, and the costs of turning face-down permanents up (702.37, 701.40 in 2026-06-19)."""

from __future__ import annotations

from collections.abc import Iterable

from rulesite.engine.abilities.costs import Cost, PayMana
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.effects.continuous import meaningful
from rulesite.engine.effects.copying import underneath
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.face_down import FACE_DOWN_BY, is_manifested
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import HeldAbility, Thing

_MORPHS = ("morph", "megamorph", "disguise")


def morph_of(kernel: Kernel, thing: Thing) -> KeywordAbility | None:
    """The morph ability, or a variant of it, of a card or of what it copies, face down or not; ``None`` without it."""
    printed = enumerate(underneath(kernel, thing).abilities)
    return _first_morph(kernel, (HeldAbility(str(n), each) for n, each in printed))


def _first_morph(kernel: Kernel, abilities: Iterable[HeldAbility]) -> KeywordAbility | None:
    for held in meaningful(kernel, abilities):
        if isinstance(held.ability, KeywordAbility) and held.ability.keyword in _MORPHS:
            return held.ability
    return None


def _morph_if_face_up(kernel: Kernel, thing: Thing) -> KeywordAbility | None:
    """The morph ability that a face-down permanent would have if it were face up, with all that effects take from it
    (702.37e in 2026-06-19)."""
    thing.face_down = False
    kernel.state.touch()
    try:
        return _first_morph(kernel, look(kernel, thing.id).abilities)
    finally:
        thing.face_down = True
        kernel.state.touch()


def turn_down(kernel: Kernel, spell: Thing) -> None:
    """Let a card with morph, or a variant of it, be played face down: a 2/2 creature spell with nothing else, but with
    ward for disguise (rule ``morph``)."""
    keyword = morph_of(kernel, spell)
    if keyword is None:
        raise kernel.illegal(f"{spell.label} has no morph", "morph")
    spell.face_down = True
    if keyword.keyword == "disguise":
        spell.remembers[FACE_DOWN_BY] = "disguise"
    kernel.state.touch()
    kernel.note(f"{spell.label} is played face down", "morph")


def costs_to_turn_up(kernel: Kernel, thing: Thing) -> dict[str, Cost]:
    """The costs for which its controller may turn a face-down permanent face up, by their names: that of the keyword,
    or "mana cost" of a manifested or cloaked creature card."""
    found: dict[str, Cost] = {}
    keyword = morph_of(kernel, thing) if not thing.face_down else _morph_if_face_up(kernel, thing)
    if keyword is not None and keyword.cost is not None:
        found[keyword.keyword] = keyword.cost
    card = underneath(kernel, thing)
    manifested = is_manifested(thing) and kernel.has("manifest")
    if manifested and "creature" in card.types and card.mana_cost is not None:
        found["mana cost"] = Cost((PayMana("".join(f"{{{symbol}}}" for symbol in card.mana_cost)),))
    return found
