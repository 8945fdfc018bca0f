"""The Ring tempts a player: its bearer, and the emblem that grows with each temptation (701.54 in 2026-06-19)."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.amounts import Characteristic, Number
from rulesite.engine.abilities.references import ControllerOf, Current, EachPlayer, Every, TriggerObject, You
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import source_name
from rulesite.engine.events.batch import happen, keyword_done
from rulesite.engine.state.combat_view import RING_BEARER, tempted
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id
from rulesite.engine.state.objects import Card
from rulesite.engine.state.zones import create, creatures_of

_ZONES = ("command",)
_BEARER = ir.All((ir.HasStatus(RING_BEARER), ir.HasType("creature"), ir.IsPermanent(), ir.Controlled(You())))
_BLOCKER = TriggerObject("other")
_OPPONENTS = ir.All((ir.IsPlayer(), ir.OpponentOf(You())))
_RING: tuple[ir.Ability, ...] = (
    ir.StaticAbility(
        (
            ir.Applies(
                Every(_BEARER),
                (
                    ir.AddTypes((), supertypes=("legendary",)),
                    ir.CantBeBlocked(by=ir.Compares("power", ">", Characteristic("power", Current()))),
                ),
            ),
        ),
        zones=_ZONES,
        text="Your Ring-bearer is legendary and can't be blocked by creatures with greater power.",
    ),
    ir.TriggeredAbility(
        ir.Attacks(_BEARER),
        ir.Sequence((ir.Draw(Number(1)), ir.Discard(ir.Chosen(ir.IsCard())))),
        zones=_ZONES,
        text="Whenever your Ring-bearer attacks, draw a card, then discard a card.",
    ),
    ir.TriggeredAbility(
        ir.BecomesBlockedByEach(_BEARER, ir.All((ir.HasType("creature"), ir.IsPermanent()))),
        ir.Delayed(ir.StepBegins("end of combat"), ir.Sacrifice(_BLOCKER, who=ControllerOf(_BLOCKER))),
        zones=_ZONES,
        text="Whenever your Ring-bearer becomes blocked by a creature, that is sacrificed at end of combat.",
    ),
    ir.TriggeredAbility(
        ir.DamageDealt(_BEARER, ir.IsPlayer(), True),
        ir.LoseLife(Number(3), who=EachPlayer(_OPPONENTS)),
        zones=_ZONES,
        text="Whenever your Ring-bearer deals combat damage to a player, each opponent loses 3 life.",
    ),
)
THE_RING = "The Ring"


def tempt(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Give the player the emblem, or let it grow, and have the player choose a Ring-bearer (701.54a to 701.54d)."""
    kernel = frame.kernel
    if not kernel.has("ring"):
        return
    state = kernel.state
    times = state.usage[tempted(player)] = state.usage.get(tempted(player), 0) + 1
    mine = [state.things[each] for each in state.zone("command") if state.things[each].owner == player]
    emblem = next((each for each in mine if each.kind == "emblem" and each.card.name == THE_RING), None)
    if emblem is None:
        emblem = create(kernel, Card(THE_RING), player, "command", label=THE_RING, kind="emblem")
    emblem.card = replace(emblem.card, abilities=_RING[: min(times, len(_RING))])
    state.touch()
    kernel.note(f"the Ring tempts {player} for the {times}. time", "ring")
    creatures, chosen = [object_ref(each) for each in creatures_of(kernel, player)], ""
    if creatures:
        (chosen,) = kernel.choose("object", player, source_name(frame), "who bears the Ring", creatures)
        for thing in state.things.values():
            if thing.remembers.get(RING_BEARER) == player:
                del thing.remembers[RING_BEARER]
        state.things[ref_id(chosen) or 0].remembers[RING_BEARER] = player
        state.touch()
        kernel.note(f"{kernel.label(chosen)} is {player}'s Ring-bearer", "ring")
        keyword_done(kernel, "choose a creature as your Ring-bearer", player, chosen)
    happen(kernel, [Event("keyword", player_ref(player), chosen, player, facts={"action": "the ring tempts you"})])
