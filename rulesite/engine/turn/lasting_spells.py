"""Spells whose copies come back for the rest of the game: epic (702.50) and paradigm (702.192 in 2026-06-19)."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.abilities.instructions import Continuous, Instruction
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.player_rules import PlayerCantPlay
from rulesite.engine.abilities.predicates import IsPlayerRef, IsSpell
from rulesite.engine.abilities.references import You
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import CastLastingCopy, CopyLasting
from rulesite.engine.events.perform import perform
from rulesite.engine.state.ability_record import AbilityRecord
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.codec import clone
from rulesite.engine.state.game_state import DelayedTrigger
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Thing

EPIC, PARADIGM = "epic", "paradigm"
_RETURNS: dict[str, tuple[str, Instruction, str]] = {
    EPIC: ("upkeep", CopyLasting(), "At the beginning of each of your upkeeps, copy the spell with epic."),
    PARADIGM: (
        "precombat main",
        CastLastingCopy(),
        "At the beginning of each of your precombat main phases, you may cast a copy of the spell with paradigm.",
    ),
}
"""When the spell comes back by each of the keywords, what is done then, and in what words."""


def lasting_of(kernel: Kernel, spell: Thing) -> dict[str, Thing]:
    """The spell as it begins to resolve, for each of the keywords that it has; an epic copy has no epic ability."""
    held = keywords(look(kernel, spell.id))
    found = {name: clone(spell) for name in _RETURNS if name in held and kernel.has(name)}
    if EPIC in found:
        kept = tuple(each for each in spell.card.abilities if getattr(each, "keyword", "") != EPIC)
        found[EPIC].card = replace(spell.card, abilities=kept)
    return found


def let_last(kernel: Kernel, player: str, lasting: dict[str, Thing]) -> None:
    """Let a spell that has done what it says come back for the rest of the game: one with epic keeps its player from
    casting spells, one with paradigm does so only the first time that one of its name resolves."""
    for keyword, spell in lasting.items():
        if keyword == EPIC:
            no_more = Continuous(You(), (PlayerCantPlay(IsSpell()),), "permanent")
            perform(Frame(kernel, Bindings(player, spell.id)), no_more)
        elif not _is_first(kernel, player, spell.card.name):
            continue
        step, effect, text = _RETURNS[keyword]
        ability = TriggeredAbility(StepBegins(step, IsPlayerRef(You())), effect, zones=(), text=text)
        state, bound = kernel.state, Bindings(player, spell.id, record=AbilityRecord(lasting=spell))
        kernel.note(f"{spell.label} comes back for the rest of the game", keyword)
        state.delayed.append(
            DelayedTrigger(
                state.fresh_id(), ability, bound, state.batches, False, began_turn=state.turn, label=spell.label
            )
        )
        state.touch()


def is_exiled_by_paradigm(kernel: Kernel, spell: Thing) -> bool:
    """Whether a resolving spell is exiled, as its paradigm ability says."""
    return PARADIGM in keywords(look(kernel, spell.id)) and kernel.has(PARADIGM)


def _is_first(kernel: Kernel, player: str, name: str) -> bool:
    """Whether no spell of this name has resolved under a player's control before, and count this one."""
    key = f"{player} resolved {name}"
    kernel.state.usage[key] = kernel.state.usage.get(key, 0) + 1
    return kernel.state.usage[key] == 1
