"""Instructions about players and numbers: draw, damage, life, counters."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node
from rulesite.engine.happening.batch import commit
from rulesite.engine.happening.dealing import deal
from rulesite.engine.happening.drawing_cards import draw
from rulesite.engine.happening.performing import Turns, does
from rulesite.engine.meaning.evaluate import amount, refs
from rulesite.engine.meaning.referents import now, source_name
from rulesite.engine.state.event import Event, damage
from rulesite.engine.state.game_state import player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Context

from .acted_on import in_turn, numbered, objects, remember, together, unsaid


@in_turn(ir.Draw)
def _draw(kernel: Kernel, ctx: Context, node: ir.Draw, player: str) -> None:
    remember(ctx, "draw", [], draw(kernel, player, amount(kernel, ctx, node.amount), ctx.source))
    ctx.did = True


@does(ir.DealDamage)
def _deal(kernel: Kernel, ctx: Context, node: ir.DealDamage) -> None:
    if not kernel.has("source_does_it"):
        kernel.note("the ability itself has no characteristics and deals its damage as a colourless source")
    events = []
    for source in refs(kernel, ctx, node.source)[:1]:
        source_id = ref_id(now(kernel, ctx, source)) or ref_id(source) or ctx.source
        if not kernel.has("source_does_it"):
            source_id = ctx.stack_id or source_id
        elif kernel.thing(source_id) is None and not kernel.has("last_known_information"):
            kernel.note(f"{kernel.label(source_id)} is gone, and nothing is known of it any more")
            continue
        tags: tuple[str, ...] = () if node.preventable else ("unpreventable",)
        outer = ctx.current
        for ref in _damaged(kernel, ctx, node):
            ctx.current = ref
            total = ctx.division.get(ref, 0) if node.divided else amount(kernel, ctx, node.amount)
            events.append(damage(source_id, ref, total, tags=tags))
        ctx.current = outer
    happened = deal(kernel, events)
    remember(ctx, "damage", [each.ref for each in happened], sum(each.amount for each in happened))


def _damaged(kernel: Kernel, ctx: Context, node: ir.DealDamage) -> list[str]:
    found = [now(kernel, ctx, ref) for ref in refs(kernel, ctx, node.to)]
    return [
        ref
        for ref in found
        if ref_player(ref) is not None
        or ((thing := kernel.thing(ref_id(ref) or 0)) is not None and thing.on_battlefield)
    ]


@together(ir.GainLife, lambda ctx, happened: _noted(ctx, happened))
def _gain(kernel: Kernel, ctx: Context, node: ir.GainLife, player: str) -> list[Event]:
    return [_life(kernel, ctx, "gain_life", node, player)]


@together(ir.LoseLife, lambda ctx, happened: _noted(ctx, happened))
def _lose(kernel: Kernel, ctx: Context, node: ir.LoseLife, player: str) -> list[Event]:
    return [_life(kernel, ctx, "lose_life", node, player)]


def _life(kernel: Kernel, ctx: Context, kind: str, node: ir.GainLife | ir.LoseLife, player: str) -> Event:
    return Event(kind, player_ref(player), player=player, amount=amount(kernel, ctx, node.amount), source=ctx.source)


def _noted(ctx: Context, happened: list[Event]) -> None:
    remember(ctx, "life", [], sum(each.amount for each in happened))


@together(ir.SetLife, unsaid)
def _set_life(kernel: Kernel, ctx: Context, node: ir.SetLife, player: str) -> list[Event]:
    wanted = amount(kernel, ctx, node.amount)
    return [life_to(kernel, player, wanted)] if kernel.state.players[player].life != wanted else []


def life_to(kernel: Kernel, player: str, wanted: int) -> Event:
    """The gain or loss that brings a player's life total to ``wanted``."""
    change = wanted - kernel.state.players[player].life
    return Event("gain_life" if change > 0 else "lose_life", player_ref(player), player=player, amount=abs(change))


@together(ir.PutCounters, numbered("put counters"))
def _put(kernel: Kernel, ctx: Context, node: ir.PutCounters, player: str) -> list[Event]:
    events = []
    for ref in [now(kernel, ctx, each) for each in refs(kernel, ctx, node.on)]:
        count = ctx.division.get(ref, 0) if node.divided else amount(kernel, ctx, node.amount)
        facts = {"counter": node.kind}
        events.append(Event("counters", ref, player=player, source=ctx.source, amount=count, facts=facts))
    return [each for each in events if each.amount > 0]


@does(ir.RemoveCounters, by="who")
def _remove(kernel: Kernel, ctx: Context, node: ir.RemoveCounters, who: Node, players: list[str]) -> None:
    turns = Turns(ctx, who, players)
    planned: dict[str, list[Event]] = {}
    for player in turns:
        with turns.of(player):
            planned[player] = _removal(kernel, ctx, node, player)
    happened = commit(kernel, [event for events in planned.values() for event in events])
    for player in turns:
        with turns.of(player):
            mine = [each for each in happened if each.player == player or not turns.several]
            removed = -sum(each.amount for each in mine)
            remember(ctx, "remove", [each.ref for each in mine], removed)
            ctx.did = removed >= -sum(each.amount for each in planned[player]) and bool(planned[player])
    turns.gather()


def _removal(kernel: Kernel, ctx: Context, node: ir.RemoveCounters, player: str) -> list[Event]:
    events = []
    for ref in [now(kernel, ctx, each) for each in refs(kernel, ctx, node.from_)]:
        thing, whose = kernel.thing(ref_id(ref) or 0), ref_player(ref)
        if thing is None and whose is None:
            continue
        counters = thing.counters if thing is not None else kernel.state.players[whose or ""].counters
        kinds = [node.kind] if node.kind is not None else sorted(counters)
        if node.kind is None and len(kinds) > 1 and node.amount is not None:
            kinds = [kernel.choose_word("counter", player, source_name(kernel, ctx), "which counter", kinds)]
        for kind in kinds:
            count = counters.get(kind, 0) if node.amount is None else amount(kernel, ctx, node.amount)
            events.append(Event("counters", ref, player=player, amount=-count, facts={"counter": kind}))
    return events


@does(ir.MoveCounters)
def _move_counters(kernel: Kernel, ctx: Context, node: ir.MoveCounters) -> None:
    for source in objects(kernel, ctx, node.from_)[:1]:
        for target in objects(kernel, ctx, node.to)[:1]:
            counters = kernel.state.things[ref_id(source) or 0].counters
            kinds = [node.kind] if node.kind is not None else sorted(counters)
            for kind in kinds:
                have = counters.get(kind, 0)
                count = have if node.amount is None else min(have, amount(kernel, ctx, node.amount))
                if count:
                    commit(
                        kernel,
                        [
                            Event("counters", source, amount=-count, facts={"counter": kind}),
                            Event("counters", target, amount=count, facts={"counter": kind}),
                        ],
                    )


@together(ir.LoseGame, unsaid)
def _lose_game(kernel: Kernel, ctx: Context, node: ir.LoseGame, player: str) -> list[Event]:
    return [Event("lose_game", player=player)]


@in_turn(ir.WinGame)
def _win_game(kernel: Kernel, ctx: Context, node: ir.WinGame, player: str) -> None:
    kernel.state.winner = player
    kernel.note(f"{player} wins the game")


@in_turn(ir.EmptyMana)
def _empty(kernel: Kernel, ctx: Context, node: ir.EmptyMana, player: str) -> None:
    kernel.state.players[player].mana.clear()
    kernel.note(f"{player} loses all unspent mana")
