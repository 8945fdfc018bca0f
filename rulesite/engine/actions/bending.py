"""Earthbending and airbending (701.65, 701.66 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.costs import Cost, PayMana
from rulesite.engine.abilities.moves import EXILE
from rulesite.engine.abilities.references import Memo, OwnerOf, You
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import keyword_done
from rulesite.engine.events.perform import does, perform
from rulesite.engine.state.game_state import player_ref

from .common import in_turn, remember

HASTE = ir.KeywordAbility("haste", text="haste")
FOR_TWO = Cost((PayMana("{2}"),))
FREE_OF_EXILE = ir.InZone("exile")


@does(ir.Earthbend)
def _earthbend(frame: Frame, node: ir.Earthbend) -> None:
    """Make the land a 0/0 creature with haste too, put the counters on it, and wait for its death or exile."""
    land = node.what
    becomes = (
        ir.AddTypes(("creature",)),
        ir.SetBasePowerToughness(ir.Number(0), ir.Number(0)),
        ir.GrantAbilities((HASTE,)),
    )
    gone = ir.AnyEvent(
        (
            ir.ZoneChange(ir.IsObject(land), "battlefield", "graveyard"),
            ir.ZoneChange(ir.IsObject(land), "battlefield", "exile"),
        )
    )
    back = ir.Move(land, ir.Destination("battlefield", controller=You(), tapped=True), "return")
    perform(frame, ir.Continuous(land, becomes, "permanent"))
    perform(frame, ir.PutCounters("+1/+1", land, node.amount))
    perform(frame, ir.Delayed(gone, back))
    keyword_done(frame.kernel, "earthbend", frame.controller, player_ref(frame.controller))


@in_turn(ir.Airbend)
def _airbend(frame: Frame, node: ir.Airbend, player: str) -> None:
    """Exile the objects; each card may be cast by its owner for {2} for as long as it stays exiled."""
    perform(frame, ir.Move(node.what, EXILE, "exile"))
    exiled = list(frame.bound.memo.get("exile", ()))
    for ref in exiled:
        remember(frame, "airbend", [ref])
        card = Memo("airbend")
        may = ir.MayPlay(card, FOR_TWO)
        perform(frame, ir.Continuous(OwnerOf(card), (may,), "while", ir.Holds(card, FREE_OF_EXILE)))
    remember(frame, "airbend", exiled)
    if exiled:
        keyword_done(frame.kernel, "airbend", player, player_ref(player))
