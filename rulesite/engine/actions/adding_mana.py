"""Adding mana."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.casting.mana_pool import mana_choices
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import Firebends
from rulesite.engine.evaluation.references import source_name, unbound
from rulesite.engine.events.batch import commit, keyword_done
from rulesite.engine.events.perform import does, perform
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import BoundMana, player_ref, ref_player

from .common import in_turn


@in_turn(ir.AddMana)
def _add_mana(frame: Frame, node: ir.AddMana, player: str) -> None:
    bound = frame.bound
    units = frame.amount(node.amount)
    symbols: list[str] = []
    one = list(mana_choices(frame, node.mana))
    same = getattr(node.mana, "one_color", False)
    chosen = ""
    if getattr(node.mana, "each", False):
        symbols, units = [symbol.strip("{}") for symbol in one for _ in range(units)], 0
    for _ in range(units):
        if not one:
            break
        if not (same and chosen):
            chooser = _chooser(frame, player)
            chosen = (
                one[0]
                if len(one) == 1
                else frame.kernel.choose_word("mana", chooser, source_name(frame), "which mana", one)
            )
        if getattr(node.mana, "different", False):
            one.remove(chosen)
        symbols += [part for part in chosen.strip("{}").split("}{") if part]
    flat = [each for symbol in symbols for each in _plain(symbol)]
    how = {"tapped": bound.record.tapped, "mana ability": bound.record.mana_ability}
    tags = tuple(tag for tag, so in how.items() if so)
    maker = str(bound.event.get("played by") or frame.controller)
    made = Event("mana", player=player, source=frame.source, amount=len(flat), tags=tags)
    made.facts = {"mana": flat, "played by": maker}
    if node.spend_only is not None:
        made.facts |= {"only": node.spend_only, "bound": clone(bound), "uncounterable": node.uncounterable}
    done = commit(frame.kernel, [made])
    added = [symbol for event in done if event.kind == "mana" for symbol in event.facts["mana"]]
    bound.record.mana_made = (added, node.spend_only is not None)
    bound.previous, bound.did = len(flat), bool(flat)


@does(ir.IfManaSpent)
def _if_mana_spent(frame: Frame, node: ir.IfManaSpent) -> None:
    """Note with the mana just added what is done as it is spent."""
    made = frame.bound.record.mana_made
    if made is None:
        raise unbound(frame, "that mana")
    symbols, restricted = made
    if restricted:
        raise NotModelled("mana that may be spent on certain things only, with which more is done")
    batch, player = frame.kernel.state.fresh_id(), frame.kernel.state.players[frame.controller]
    player.bound_mana += [
        BoundMana(symbol, ir.Anything(), clone(frame.bound), on=node.what, then=node.then, batch=batch)
        for symbol in symbols
    ]


def keep_mana(frame: Frame, node: ir.Continuous) -> None:
    """Note that a player does not lose the mana just added as steps and phases end, until the turn ends."""
    made, players = frame.bound.record.mana_made, [ref_player(ref) for ref in frame.refs(node.what)]
    if made is None:
        raise unbound(frame, "this mana")
    if node.duration != "turn" or len(node.changes) > 1 or len(players) != 1 or players[0] is None:
        raise NotModelled("mana that several players keep, or that is kept for another time than the turn")
    symbols, restricted = made
    frame.kernel.state.players[players[0]].keep_for_turn(symbols, restricted and frame.kernel.has("restricted_mana"))
    frame.kernel.note(f"{players[0]} does not lose this mana until end of turn")


@in_turn(ir.DoubleMana)
def _double_mana(frame: Frame, node: ir.DoubleMana, player: str) -> None:
    """Double a player's mana; the added mana may be spent on anything, even if it doubles restricted mana (106.6)."""
    pool = frame.kernel.state.players[player].mana
    flat = [symbol for symbol, count in pool.items() for _ in range(count)]
    commit(frame.kernel, [Event("mana", player=player, source=frame.source, amount=len(flat), facts={"mana": flat})])
    frame.bound.previous, frame.bound.did = len(flat), bool(flat)


def _chooser(frame: Frame, receiver: str) -> str:
    """The player who chooses the type of mana: its receiver, or in 2002 the one who played the mana ability."""
    if not frame.kernel.has("mana_type_choice"):
        return frame.controller
    played_by = frame.bound.event.get("played by")
    return str(played_by) if played_by and frame.kernel.rules.colour_chooser == "player" else receiver


def _plain(symbol: str) -> list[str]:
    """The mana that a printed symbol adds; a generic one adds that much colourless mana.

    >>> _plain("3"), _plain("G")
    (['C', 'C', 'C'], ['G'])
    """
    return ["C"] * int(symbol) if symbol.isdigit() else [symbol]


@does(Firebends)
def _firebend(frame: Frame, node: Firebends) -> None:
    """Add red mana that is not lost until combat ends (702.189a in 2026-06-19)."""
    amount = frame.amount(node.amount)
    perform(frame, ir.AddMana(ir.ManaSymbols(("{R}",)), ir.Number(amount)))
    player = frame.kernel.state.players[frame.controller]
    player.kept_mana["R"] = player.kept_mana.get("R", 0) + amount
    keyword_done(frame.kernel, "firebend", frame.controller, player_ref(frame.controller))
