"""Drawing cards, one at a time."""

from __future__ import annotations

from rulesite.engine.abilities.player_rules import RevealsDrawn
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.teams import takes_turn

from .batch import commit


def draw(kernel: Kernel, player: str, count: int, source: int = 0) -> list[str]:
    """A player draws cards, one at a time; returns the cards that were drawn."""
    if not kernel.has("draw_one_at_a_time"):
        return _draw_together(kernel, player, count, source)
    drawn: list[str] = []
    for _ in range(count):
        before = [
            each
            for each in kernel.state.history
            if each.turn == kernel.state.turn
            and each.kind == "move"
            and "draw" in each.facts.get("tags", [])
            and each.facts.get("player") == player
        ]
        event = Event(
            "draw",
            player_ref(player),
            player=player,
            source=source,
            facts={
                "nth": len(before) + 1,
                "first in draw step": kernel.state.step == "draw"
                and takes_turn(kernel.state, player)
                and not any(each.facts.get("step") == "draw" for each in before),
                "step": kernel.state.step,
            },
        )
        happened = [each for each in commit(kernel, [event]) if each.tagged("draw")]
        drawn += [object_ref(each.new) for each in happened]
        for each in happened:
            _reveal_drawn(kernel, player, each)
            _offer_miracle(kernel, player, each)
    return drawn


def _offer_miracle(kernel: Kernel, player: str, event: Event) -> None:
    """Offer to reveal the first card that a player draws in a turn, if it has miracle (702.94a)."""
    if event.facts.get("nth") != 1 or not kernel.has("miracle") or kernel.thing(event.new) is None:
        return
    if "miracle" not in keywords(look(kernel, event.new)):
        return
    if kernel.ask("may", player, kernel.label(event.new), "reveal it for its miracle cost"):
        kernel.note(f"{player} reveals {kernel.label(event.new)}", "miracle")
        commit(kernel, [Event("reveal", object_ref(event.new), player=player, source=event.new, tags=("miracle",))])


def _draw_together(kernel: Kernel, player: str, count: int, source: int) -> list[str]:
    """Draw all cards in one event, as with ``draw_one_at_a_time`` switched off."""
    events = [
        Event("draw", player_ref(player), player=player, source=source, facts={"nth": 1, "index": number})
        for number in range(count)
    ]
    return [object_ref(each.new) for each in commit(kernel, events) if each.tagged("draw")]


def _reveal_drawn(kernel: Kernel, player: str, event: Event) -> None:
    """ "Reveal the first card you draw each turn": reveal the card by the object that says so."""
    for change, frame in changes_on(kernel, player_ref(player), RevealsDrawn):
        if change.nth in (None, event.facts.get("nth")):
            kernel.note(f"{player} reveals {kernel.label(event.new)}", "linked_abilities")
            commit(kernel, [Event("reveal", f"object {event.new}", player=player, source=frame.source)])
