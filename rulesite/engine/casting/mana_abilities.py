"""Mana abilities: played whenever mana is needed, and resolved at once without the stack."""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.costs import TapSelf
from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.abilities.mana_instructions import ManaSymbols
from rulesite.engine.abilities.mana_rules import mana_nodes
from rulesite.engine.effects.continuous import functions
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.perform import perform
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import Choice
from rulesite.engine.state.event import tell
from rulesite.engine.state.game_state import Pending, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.names import listed, pick
from rulesite.engine.state.objects import HeldAbility, Thing
from rulesite.engine.state.zones import remove

from .announcing import Request, activate
from .mana_pool import is_mana_ability, symbols_of
from .payments import is_sick


def mana_abilities_of(kernel: Kernel, thing: Thing) -> list[HeldAbility]:
    """The mana abilities of an object that work where it is."""
    return [
        held
        for held in look(kernel, thing.id).every_ability
        if isinstance(held.ability, ActivatedAbility)
        and functions(kernel, thing, held.ability)
        and is_mana_ability(kernel, held.ability)
    ]


def available(kernel: Kernel, player: str) -> list[Thing]:
    """The permanents of a player with a mana ability that could be played: one that can be tapped now, or with an
    ability that needs no tapping."""
    things = [kernel.state.things[each] for each in kernel.state.zone("battlefield")]
    found = []
    for thing in things:
        held = mana_abilities_of(kernel, thing) if look(kernel, thing.id).controller == player else []
        if not all(_taps(each) for each in held) or (
            held and not thing.tapped and not is_sick(kernel, thing.id, player)
        ):
            found.append(thing)
    return found


def most_mana(kernel: Kernel, thing: Thing) -> int:
    """The greatest amount of mana that a permanent's mana abilities could make for a payment of an effect; a thousand
    where their words set no limit."""
    most = [_most(held) for held in mana_abilities_of(kernel, thing) if not (thing.tapped and _taps(held))]
    return max(most, default=0)


def _taps(held: HeldAbility) -> bool:
    return any(isinstance(part, TapSelf) for part in held.ability.cost.parts)


def _most(held: HeldAbility) -> int:
    total = 0
    for node in mana_nodes(held.ability.effect):
        if node.spend_only is not None:
            continue  # it cannot pay for an effect
        if not isinstance(node.amount, Number) or not _taps(held):
            return 1_000
        options = node.mana.options if isinstance(node.mana, ManaSymbols) else ("{C}",)
        sizes = [sum(int(each) if each.isdigit() else 1 for each in symbols_of(option)) for option in options]
        total += node.amount.value * max(sizes, default=0)
    return total


def activate_mana(kernel: Kernel, request: Request) -> None:
    """Play a mana ability and resolve it at once; then the mana abilities that it triggered."""
    stacked = activate(kernel, request, make_mana, mana=True)
    if not kernel.has("mana_ability_off_stack"):
        return
    play = stacked.play
    if play is None:
        return
    remove(kernel, stacked)
    kernel.note(f"{stacked.label} is a mana ability and resolves at once", "mana_ability_off_stack")
    tell(kernel, "resolves", source=play.bound.source, key=play.ability_key)
    play.bound.stack_id = 0
    play.bound.record.mana_ability = True
    perform(Frame(kernel, play.bound), play.ability.effect)
    resolve_triggered(kernel)


def resolve_triggered(kernel: Kernel) -> None:
    """Resolve triggered mana abilities at once, without waiting for priority."""
    if not kernel.has("triggered_mana_ability"):
        return
    while True:
        waiting = [each for each in kernel.state.pending if is_mana_ability(kernel, each.ability)]
        if not waiting:
            return
        _resolve_one(kernel, waiting[0])


def _resolve_one(kernel: Kernel, pending: Pending) -> None:
    kernel.state.pending.remove(pending)
    kernel.note(f"{pending.label}'s triggered mana ability resolves at once", "triggered_mana_ability")
    tell(kernel, "resolves", source=pending.bound.source, key=pending.ability_key)
    perform(Frame(kernel, pending.bound), pending.ability.effect)


def activate_named(kernel: Kernel, player: str, words: str) -> None:
    """Play the mana ability of the permanent named in ``words``; "Forest: {G}" adds which ability, or the mana it
    makes.

    Raises :class:`IllegalAction` when the permanent has no mana ability that can be played.
    """
    name, _, which = words.partition(":")
    field = [object_ref(each) for each in kernel.state.zone("battlefield")]
    mine = [ref for ref in field if look(kernel, int(ref.split()[1])).controller == player]
    same = [ref for ref in mine if kernel.label(ref).casefold() == name.strip().casefold()]
    untapped = [ref for ref in same if not kernel.state.things[int(ref.split()[1])].tapped]
    ref = untapped[0] if untapped else pick(kernel.state, name.strip(), mine)
    thing = kernel.state.things[int(ref.split()[1])]
    found = mana_abilities_of(kernel, thing)
    wanted = [held for held in found if which.strip().casefold() in held.ability.text.casefold()] if which else found
    if not wanted:
        raise kernel.illegal(f"{thing.label} has no mana ability {which}".rstrip(), "mana_ability")
    held = wanted[0]
    if len(wanted) > 1:
        texts = [each.ability.text for each in wanted]
        held = wanted[texts.index(kernel.choose_word("mana ability", player, thing.label, "which ability", texts))]
    activate_mana(kernel, Request(player, thing.id, held))


def make_mana(kernel: Kernel, player: str, about: str) -> None:
    """Let the player play the mana abilities that the script names while a cost is paid."""
    choice = Choice("mana abilities", player, about, "play mana abilities")
    while kernel.script.has(choice):
        for word in listed(kernel.script.take(choice)):
            if not kernel.has("mana_while_paying"):
                raise kernel.illegal(f"{player} cannot play mana abilities now", "mana_while_paying")
            activate_named(kernel, player, word)
