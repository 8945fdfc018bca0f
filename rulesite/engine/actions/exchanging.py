"""Exchanges and fights: both halves happen at once, or nothing does."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.changes import SetBasePowerToughness, SetController
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.references import Current
from rulesite.engine.effects.attaching import can_attach
from rulesite.engine.effects.forbidden import forbidden
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import SwapAura
from rulesite.engine.evaluation.references import source_name
from rulesite.engine.events.batch import commit, happen, propose
from rulesite.engine.events.damage import deal
from rulesite.engine.events.perform import doers, does
from rulesite.engine.players.team_results import life_to
from rulesite.engine.state.characteristics import controller_of, look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event, damage, move
from rulesite.engine.state.game_state import Effect, object_ref, player_ref, ref_id
from rulesite.engine.state.objects import Bindings
from rulesite.engine.state.teams import known_life

from .common import moved, objects, permanents, together


@does(ir.Fight)
def _fight(frame: Frame, node: ir.Fight) -> None:
    """Let each deal damage equal to its power to the other, not as combat damage; if one is absent, nothing happens."""
    kernel = frame.kernel
    one, other = permanents(frame, node.one), permanents(frame, node.other)
    one, other = _two(one, other, node.together)
    if not one or not other or any("creature" not in look(kernel, ref_id(ref) or 0).types for ref in one + other):
        kernel.note("there are not two creatures to fight, so no damage is dealt")
        return
    first, second = one[0], other[0]
    power = {ref: look(kernel, ref_id(ref) or 0).power or 0 for ref in (first, second)}
    if first == second:
        times = 1 if kernel.rules.fights_itself == "doubled" else 2
        share = power[first] * 2 // times
        for _ in range(times):
            deal(kernel, [damage(ref_id(first) or 0, first, share)])
        return
    deal(kernel, [damage(ref_id(first) or 0, second, power[first]), damage(ref_id(second) or 0, first, power[second])])


def _two(one: list[str], other: list[str], together: bool) -> tuple[list[str], list[str]]:
    """The two sides of an exchange; words that name both at once ("two target creatures") give one side each."""
    return (one[:1], one[1:2]) if together else (one[:1], other[:1])


@does(ir.ExchangeLife)
def _exchange_life(frame: Frame, node: ir.ExchangeLife) -> None:
    kernel = frame.kernel
    one, other = _two(doers(frame, node.one), doers(frame, node.other), node.one == node.other)
    if not one or not other:
        return
    if (team := kernel.state.shared_by(one[0])) is not None and other[0] in team.members:
        kernel.note("teammates share one life total, so there is nothing to exchange", "team_life_known")
        frame.bound.did = False
        return
    lives = {name: known_life(kernel, name) for name in one + other}
    if lives[one[0]] == lives[other[0]]:
        return
    events = [life_to(kernel, one[0], lives[other[0]]), life_to(kernel, other[0], lives[one[0]])]
    frame.bound.did = not any(forbidden(kernel, each) for each in events)
    if frame.bound.did:
        commit(kernel, events)
    else:
        kernel.note("the exchange cannot be completed, so no part of it happens", "cannot")


@does(ir.ExchangeLifeFor)
def _exchange_life_for(frame: Frame, node: ir.ExchangeLifeFor) -> None:
    """Set the life total to the number, and the number to the former life total, for as long as the object is there."""
    kernel = frame.kernel
    players, found = doers(frame, node.player), permanents(frame, node.of)
    if node.name not in ("power", "toughness"):
        raise NotModelled(f"the exchange of a life total for a {node.name}")
    if not players or not found:
        kernel.note("the exchange cannot be completed, so no part of it happens", "cannot")
        frame.bound.did = False
        return
    life, value = known_life(kernel, players[0]), getattr(look(kernel, ref_id(found[0]) or 0), node.name) or 0
    event = life_to(kernel, players[0], value)
    frame.bound.did = life == value or not forbidden(kernel, event)
    if not frame.bound.did:
        kernel.note("the exchange cannot be completed, so no part of it happens", "cannot")
        return
    sides = (Number(life), None) if node.name == "power" else (None, Number(life))

    def start() -> None:
        kernel.state.effects.append(
            Effect(
                kernel.state.fresh_id(),
                (SetBasePowerToughness(*sides),),
                [found[0]],
                "permanent",
                Bindings(frame.controller, frame.source),
                kernel.state.tick(),
                kernel.state.turn,
                label=f"the exchange of {source_name(frame)}",
                what=None,
            )
        )

    happen(kernel, [] if life == value else propose(kernel, event), start)


def _controlled(frame: Frame, node: Node) -> list[str]:
    """The objects of a reference that somebody controls: permanents and spells."""
    things = {ref: frame.kernel.state.things[ref_id(ref) or 0] for ref in objects(frame, node)}
    return [ref for ref, thing in things.items() if thing.on_battlefield or thing.zone == "stack"]


@does(ir.ExchangeControl)
def _exchange_control(frame: Frame, node: ir.ExchangeControl) -> None:
    """Exchange the control of two permanents or spells of two players; anything else does nothing."""
    kernel = frame.kernel
    one, other = _two(_controlled(frame, node.one), _controlled(frame, node.other), node.one == node.other)
    if not one or not other or controller_of(kernel, one[0]) == controller_of(kernel, other[0]):
        kernel.note("the exchange cannot be completed, so no part of it happens")
        frame.bound.did, frame.bound.memo["exchange"] = False, []
        return
    state = kernel.state
    holders = {one[0]: controller_of(kernel, other[0]), other[0]: controller_of(kernel, one[0])}

    def start() -> None:
        for ref, player in holders.items():
            inner = Bindings(player, frame.source, current=player_ref(player))
            state.effects.append(
                Effect(
                    state.fresh_id(),
                    (SetController(Current()),),
                    [ref],
                    "permanent",
                    inner,
                    state.tick(),
                    state.turn,
                    label=f"the exchange of {source_name(frame)}",
                    what=None,
                )
            )

    happen(kernel, [], start)
    frame.bound.did, frame.bound.memo["exchange"] = True, list(holders)


@does(SwapAura)
def _swap_aura(frame: Frame, node: SwapAura) -> None:
    """Exchange both or nothing: the Aura must be the player's own, and the card able to enchant the same object
    (702.65b)."""
    kernel, player = frame.kernel, frame.controller
    aura = kernel.thing(frame.source)
    if aura is None or not aura.on_battlefield or aura.owner != player or look(kernel, aura.id).controller != player:
        kernel.note("the exchange cannot be made, so nothing happens", "aura_swap")
        return
    host = aura.attached_to
    held = [each for each in kernel.state.zone("hand", player) if "Aura" in look(kernel, each).subtypes]
    fitting = [object_ref(each) for each in held if can_attach(kernel, each, host)]
    if not fitting:
        kernel.note(f"no Aura card in {player}'s hand can enchant {kernel.label(host)}", "aura_swap")
        return
    (chosen,) = kernel.choose("object", player, source_name(frame), "which Aura card", fitting)
    commit(
        kernel,
        [
            move(ref_id(chosen) or 0, "battlefield", "exchange", player=player, controller=player, attached_to=host),
            move(aura.id, "hand", "exchange", player=player),
        ],
    )


@together(ir.ExchangeZones, moved("exchange"))
def _exchange_zones(frame: Frame, node: ir.ExchangeZones, player: str) -> list[Event]:
    """The moves of all cards of each zone to the other."""
    zone = frame.kernel.state.zone
    ways = ((node.one, node.other), (node.other, node.one))
    return [move(each, to, "exchange", player=player) for one, to in ways for each in zone(one, player)]
