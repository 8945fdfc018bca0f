"""Putting triggered abilities on the stack: in turn order, each player's in the order he or she chooses.

A team that shares turns chooses one order for the abilities of all its players (805.7 in 2026-06-19).
"""

from __future__ import annotations

from rulesite.engine.abilities.combining import May
from rulesite.engine.abilities.references import You
from rulesite.engine.casting.announcing import Request, announce_for_trigger
from rulesite.engine.casting.mana_abilities import resolve_triggered
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NoLegalTarget
from rulesite.engine.state.event import tell
from rulesite.engine.state.game_state import Pending, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Play
from rulesite.engine.state.teams import each_side
from rulesite.engine.state.zones import put_ability_on_stack, remove


def put_triggers_on_stack(kernel: Kernel) -> bool:
    """Put every waiting ability on the stack; returns whether there was any."""
    resolve_triggered(kernel)
    waiting = kernel.state.pending
    if not waiting:
        return False
    kernel.state.pending = []
    order = kernel.state.turn_order()
    if not kernel.has("apnap_order"):
        order = order[::-1]
    gone = [name for name, each in kernel.state.players.items() if each.lost]
    sides = each_side(kernel.state, order)
    if not kernel.has("triggers_of_the_gone"):
        sides += [[name] for name in gone]
    for pending in [each for each in waiting if not any(_controller(kernel, each) in side for side in sides)]:
        kernel.note(
            f"{pending.label}'s ability is not put on the stack: its controller is gone", "triggers_of_the_gone"
        )
    for side in sides:
        for pending in _ordered(kernel, side[0], [each for each in waiting if _controller(kernel, each) in side]):
            _put(kernel, pending)
    return True


def _controller(kernel: Kernel, pending: Pending) -> str:
    if kernel.has("trigger_controller"):
        return pending.bound.controller
    thing = kernel.thing(pending.bound.source)
    return look(kernel, thing.id).controller if thing is not None else pending.bound.controller


def _ordered(kernel: Kernel, player: str, mine: list[Pending]) -> list[Pending]:
    """The order in which a player puts several abilities on the stack; equal ones need no choice, but may be put in the
    order that is written."""
    kinds = {(each.bound.source, each.ability_key) for each in mine}
    alike = len(kinds) <= 1 or len({(repr(each.ability), each.bound.controller) for each in mine}) == 1
    if len(mine) <= 1 or (alike and not kernel.is_written("order", player, "triggered abilities")):
        return mine
    labels: list[str] = []
    for each in mine:
        number, label = 1, each.label
        while label in labels:
            number += 1
            label = f"{each.label} {number}"
        labels.append(label)
    chosen = kernel.choose_order(
        player,
        "triggered abilities",
        labels,
        [each.ability.text.replace("~", each.label) for each in mine],
        [(each.bound.source, each.ability_key) for each in mine],
    )
    kernel.note(f"{player} puts triggered abilities on the stack: {', '.join(chosen)}", "apnap_order")
    return [mine[labels.index(label)] for label in chosen]


def _put(kernel: Kernel, pending: Pending) -> None:
    ability, bound = pending.ability, pending.bound
    bound.controller = _controller(kernel, pending)
    early = kernel.rules.trigger_choice == "announcement" or not kernel.has("choice_on_resolution")
    if early and isinstance(ability.effect, May) and isinstance(ability.effect.who, You):
        bound.optional_choice = kernel.ask(
            "may", bound.controller, pending.label, "do it (chosen as it goes on the stack)"
        )
        if not bound.optional_choice:
            kernel.note(
                f"{bound.controller} chooses not to, as {pending.label}'s ability would go on the stack",
                "trigger_choices",
            )
            return
    play = Play(
        bound, ability, pending.ability_key, "triggered", trigger_id=pending.id, state_trigger=pending.state_trigger
    )
    stacked = put_ability_on_stack(kernel, f"{pending.label}'s ability", bound.controller, play)
    tell(
        kernel,
        "stacked",
        ref=object_ref(stacked.id),
        source=bound.source,
        key=pending.ability_key,
        player=bound.controller,
    )
    kernel.note(f"{stacked.label} goes on the stack under {bound.controller}'s control", "apnap_order")
    if not kernel.has("trigger_choices"):
        return
    try:
        announce_for_trigger(Frame(kernel, bound), Request(bound.controller, bound.source), ability, stacked.label)
    except NoLegalTarget:
        if not kernel.has("no_legal_choice"):
            return
        kernel.note(f"{stacked.label} has no legal choice and is removed from the stack", "no_legal_choice")
        remove(kernel, stacked)
