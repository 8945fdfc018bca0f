"""Instructions about players and numbers: draw, damage, life, counters."""

from __future__ import annotations

from ..abilities import instructions as ir
from ..batch import commit
from ..dealing import deal
from ..drawing import draw
from ..evaluate import amount, refs
from ..events import Event, damage
from ..kernel import Kernel
from ..objects import Context
from ..performing import does
from ..references import now, source_name
from ..state import player_ref, ref_id, ref_player
from .acting import objects, players, remember


@does(ir.Draw)
def _draw(kernel: Kernel, ctx: Context, node: ir.Draw) -> None:
    drawn = 0
    for player in players(kernel, ctx, node.who):
        drawn += draw(kernel, player, amount(kernel, ctx, node.amount), ctx.source)
    remember(ctx, "draw", [], drawn)
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


@does(ir.GainLife)
def _gain(kernel: Kernel, ctx: Context, node: ir.GainLife) -> None:
    _life(kernel, ctx, "gain_life", node)


@does(ir.LoseLife)
def _lose(kernel: Kernel, ctx: Context, node: ir.LoseLife) -> None:
    _life(kernel, ctx, "lose_life", node)


def _life(kernel: Kernel, ctx: Context, kind: str, node: ir.GainLife | ir.LoseLife) -> None:
    before = ctx.current
    events = []
    for player in players(kernel, ctx, node.who):
        events.append(
            Event(kind, player_ref(player), player=player, amount=amount(kernel, ctx, node.amount), source=ctx.source)
        )
    ctx.current = before
    remember(ctx, "life", [], sum(each.amount for each in commit(kernel, events)))


@does(ir.SetLife)
def _set_life(kernel: Kernel, ctx: Context, node: ir.SetLife) -> None:
    wanted = amount(kernel, ctx, node.amount)
    commit(
        kernel,
        [
            life_to(kernel, player, wanted)
            for player in players(kernel, ctx, node.who)
            if kernel.state.players[player].life != wanted
        ],
    )


def life_to(kernel: Kernel, player: str, wanted: int) -> Event:
    """The gain or loss that brings a player's life total to ``wanted``."""
    change = wanted - kernel.state.players[player].life
    return Event("gain_life" if change > 0 else "lose_life", player_ref(player), player=player, amount=abs(change))


@does(ir.PutCounters)
def _put(kernel: Kernel, ctx: Context, node: ir.PutCounters) -> None:
    events = []
    for ref in [now(kernel, ctx, each) for each in refs(kernel, ctx, node.on)]:
        count = ctx.division.get(ref, 0) if node.divided else amount(kernel, ctx, node.amount)
        events.append(
            Event("counters", ref, player=ctx.controller, source=ctx.source, amount=count, facts={"counter": node.kind})
        )
    happened = commit(kernel, [each for each in events if each.amount > 0])
    remember(ctx, "put counters", [each.ref for each in happened], sum(each.amount for each in happened))


@does(ir.RemoveCounters)
def _remove(kernel: Kernel, ctx: Context, node: ir.RemoveCounters) -> None:
    events = []
    for ref in objects(kernel, ctx, node.from_) + [r for r in refs(kernel, ctx, node.from_) if ref_player(r)]:
        thing = kernel.thing(ref_id(ref) or 0)
        counters = thing.counters if thing is not None else kernel.state.players[ref_player(ref) or ""].counters
        kinds = [node.kind] if node.kind is not None else sorted(counters)
        if node.kind is None and len(kinds) > 1 and node.amount is not None:
            kinds = [kernel.choose_word("counter", ctx.controller, source_name(kernel, ctx), "which counter", kinds)]
        for kind in kinds:
            count = counters.get(kind, 0) if node.amount is None else amount(kernel, ctx, node.amount)
            events.append(Event("counters", ref, player=ctx.controller, amount=-count, facts={"counter": kind}))
    happened = commit(kernel, events)
    removed = -sum(each.amount for each in happened)
    remember(ctx, "remove", [each.ref for each in happened], removed)
    ctx.did = removed >= -sum(each.amount for each in events) and bool(events)


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


@does(ir.LoseGame)
def _lose_game(kernel: Kernel, ctx: Context, node: ir.LoseGame) -> None:
    commit(kernel, [Event("lose_game", player=player) for player in players(kernel, ctx, node.who)])


@does(ir.WinGame)
def _win_game(kernel: Kernel, ctx: Context, node: ir.WinGame) -> None:
    for player in players(kernel, ctx, node.who):
        kernel.state.winner = player
        kernel.note(f"{player} wins the game")


@does(ir.EmptyMana)
def _empty(kernel: Kernel, ctx: Context, node: ir.EmptyMana) -> None:
    for player in players(kernel, ctx, node.who):
        kernel.state.players[player].mana.clear()
        kernel.note(f"{player} loses all unspent mana")
