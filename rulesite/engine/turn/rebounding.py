"""Rebound: a spell that was cast from the hand is exiled as it resolves, and may be cast once more (702.88 in
2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.combining import May
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.predicates import IsPlayerRef
from rulesite.engine.abilities.references import Self, You
from rulesite.engine.abilities.spell_instructions import PlayCard
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.game_state import DelayedTrigger, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Thing

_AGAIN = TriggeredAbility(
    StepBegins("upkeep", IsPlayerRef(You())),
    May(PlayCard(Self())),
    zones=(),
    text="At the beginning of your next upkeep, you may cast this card from exile without paying its mana cost.",
)


def rebounds(kernel: Kernel, spell: Thing) -> bool:
    """Whether a resolving spell is exiled by its rebound: it was cast from its player's hand."""
    if "rebound" not in keywords(look(kernel, spell.id)) or not kernel.has("rebound"):
        return False
    casts = (each.facts for each in reversed(kernel.state.history) if each.kind == "cast")
    return next((each.get("from") for each in casts if each.get("ref") == object_ref(spell.id)), "") == "hand"


def wait_for_upkeep(kernel: Kernel, player: str, card: Thing) -> None:
    """Let the exiled card be cast at the beginning of its player's next upkeep."""
    state = kernel.state
    kernel.note(f"{player} may cast {card.label} again in the next upkeep", "rebound")
    bound = Bindings(player, card.id)
    state.delayed.append(
        DelayedTrigger(state.fresh_id(), _AGAIN, bound, state.batches, True, began_turn=state.turn, label=card.label)
    )
    state.touch()
