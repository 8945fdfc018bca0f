"""Instructions about players and numbers: draw, damage, life, counters."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.effects.damage_results import lethal_damage
from rulesite.engine.effects.forbidden import cannot, forbidden_counters
from rulesite.engine.evaluation.counter_kinds import kinds_on, that_kind
from rulesite.engine.evaluation.feasibility import with_counters
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.predicates import thing_or_known
from rulesite.engine.evaluation.references import choose_objects, chosen_options, now, source_name
from rulesite.engine.events.batch import commit
from rulesite.engine.events.damage import deal, marks
from rulesite.engine.events.drawing import draw
from rulesite.engine.events.perform import Turns, does
from rulesite.engine.players.team_results import life_totals_to, win, winners
from rulesite.engine.seating.range_of_influence import limited, player_in_range
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event, damage
from rulesite.engine.state.game_state import player_ref, ref_id, ref_player
from rulesite.engine.state.teams import all_counters_of

from .common import in_turn, numbered, objects, remember, together, unsaid


@in_turn(ir.Draw)
def _draw(frame: Frame, node: ir.Draw, player: str) -> None:
    remember(frame, "draw", draw(frame.kernel, player, frame.amount(node.amount), frame.source))
    frame.bound.did = True


@does(ir.DealDamage)
def _deal(frame: Frame, node: ir.DealDamage) -> None:
    kernel, bound = frame.kernel, frame.bound
    if not kernel.has("source_does_it"):
        kernel.note("the ability itself has no characteristics and deals its damage as a colourless source")
    events = []
    sources = frame.refs(node.source)
    for_itself = isinstance(node.amount, ir.Number) or (not bound.current and ir.Current() in walk(node.amount))
    each_deals = isinstance(node.source, ir.Every) or (len(sources) > 1 and for_itself)  # "each of them deals damage"
    for source in sources if each_deals else sources[:1]:
        source_id = _source(frame, source) or frame.source
        if not kernel.has("source_does_it"):
            source_id = bound.stack_id or source_id
        elif kernel.thing(source_id) is None and not kernel.has("last_known_information"):
            kernel.note(f"{kernel.label(source_id)} is gone, and nothing is known of it any more")
            continue
        tags: tuple[str, ...] = () if node.preventable else ("unpreventable",)
        outer, amount = bound.current, node.amount
        if isinstance(amount, ir.AtLeast):  # "an amount of damage of your choice": one for all
            amount = ir.Number(frame.amount(amount))
        bound.current = source if each_deals else outer
        damaged = _damaged(frame, node)
        if node.evenly:  # on resolution, among those that are still legal
            amount = ir.Number(frame.amount(amount) // max(1, len(damaged)))
        for ref in damaged:
            bound.current = source if each_deals else ref
            total = bound.division.get(ref, 0) if node.divided else frame.amount(amount)
            if node.excess_to is not None and total > (most := _lethal(frame, source_id, ref)):
                over = [now(frame, other) for other in frame.refs(node.excess_to)]
                events += [damage(source_id, other, total - most, tags=tags) for other in over]
                total = most
            events.append(damage(source_id, ref, total, tags=tags))
        bound.current = outer
    happened = deal(kernel, events)
    bound.record.excess_dealt = {each.ref: int(each.facts.get("excess", 0)) for each in happened}
    remember(frame, "damage", [each.ref for each in happened], sum(each.amount for each in happened))


def _source(frame: Frame, ref: str) -> int | None:
    """The source of damage: what has left the battlefield deals it as the permanent that it was (702.15c)."""
    found = frame.kernel.thing(ref_id(now(frame, ref)) or 0)
    return found.id if found is not None and found.on_battlefield else ref_id(ref)


def _lethal(frame: Frame, source: int, ref: str) -> int:
    """How much damage from a source an object takes before it is excess."""
    return lethal_damage(frame.kernel, ref_id(ref) or 0, "deathtouch" in marks(frame.kernel, source))


def _damaged(frame: Frame, node: ir.DealDamage) -> list[str]:
    found = [now(frame, ref) for ref in frame.refs(node.to)]
    return [
        ref
        for ref in found
        if ref_player(ref) is not None
        or ((thing := frame.kernel.thing(ref_id(ref) or 0)) is not None and thing.on_battlefield)
    ]


@together(ir.GainLife, lambda frame, happened: _noted(frame, happened))
def _gain(frame: Frame, node: ir.GainLife, player: str) -> list[Event]:
    return [_life(frame, "gain_life", node, player)]


@together(ir.LoseLife, lambda frame, happened: _noted(frame, happened))
def _lose(frame: Frame, node: ir.LoseLife, player: str) -> list[Event]:
    return [_life(frame, "lose_life", node, player)]


def _life(frame: Frame, kind: str, node: ir.GainLife | ir.LoseLife, player: str) -> Event:
    return Event(kind, player_ref(player), player=player, amount=frame.amount(node.amount), source=frame.source)


def _noted(frame: Frame, happened: list[Event]) -> None:
    remember(frame, "life", [], sum(each.amount for each in happened))


@does(ir.SetLife, by="who")
def _set_life(frame: Frame, node: ir.SetLife, who: Node, players: list[str]) -> None:
    turns, wanted = Turns(frame, who, players), {}
    amount = ir.rewrite(node.amount, partial(_of_each_player, who)) if turns.several else node.amount
    for player in turns:
        with turns.of(player):
            wanted[player] = frame.amount(amount)
    commit(frame.kernel, life_totals_to(frame.kernel, wanted))
    turns.gather()


def _of_each_player(who: Node, part: Node) -> Node:
    """The life total of each of the players whose totals are set: "double each player's life total" (701.10d)."""
    return ir.LifeTotal(ir.Current()) if part == ir.LifeTotal(who) else part


@together(ir.PutCounters, numbered("counter"))
def _put(frame: Frame, node: ir.PutCounters, player: str) -> list[Event]:
    events = []
    for ref in [now(frame, each) for each in frame.refs(node.on)]:
        count = frame.bound.division.get(ref, 0) if node.divided else _so_many(frame, node.amount, ref)
        kind = that_kind(frame, node.kind)
        facts = {"counter": kind}
        entering = frame.bound.event.get("entering")
        if entering is not None and entering.ref == ref:  # it enters with them
            there = dict(entering.facts.get("counters") or {})
            entering.facts["counters"] = {**there, kind: there.get(kind, 0) + count}
            continue
        events.append(Event("counters", ref, player=player, source=frame.source, amount=count, facts=facts))
    return [each for each in events if each.amount > 0]


def _so_many(frame: Frame, amount: ir.Amount, ref: str) -> int:
    """How many counters one object gets: as many as it has itself, where their number is doubled."""
    if not isinstance(amount, ir.CountersOn) or not amount.own:
        return frame.amount(amount)
    return Frame(frame.kernel, replace(frame.bound, current=ref)).amount(amount)


@together(ir.PutTwoKinds, numbered("counter"))
def _put_two(frame: Frame, node: ir.PutTwoKinds, player: str) -> list[Event]:
    one = ir.PutCounters(node.kind, node.on, node.amount, who=node.who)
    return _put(frame, one, player) + _put(frame, ir.PutCounters(node.other, node.on, who=node.who), player)


@does(ir.RemoveCounters, by="who")
def _remove(frame: Frame, node: ir.RemoveCounters, who: Node, players: list[str]) -> None:
    turns = Turns(frame, who, players)
    planned: dict[str, list[Event]] = {}
    for player in turns:
        with turns.of(player):
            planned[player] = _removal(frame, node, player)
    happened = commit(frame.kernel, [event for events in planned.values() for event in events])
    for player in turns:
        with turns.of(player):
            mine = [each for each in happened if each.player == player or not turns.several]
            removed = -sum(each.amount for each in mine)
            remember(frame, "remove", [each.ref for each in mine], removed)
            frame.bound.did = removed >= -sum(each.amount for each in planned[player]) and bool(planned[player])
    turns.gather()


def _removal(frame: Frame, node: ir.RemoveCounters, player: str) -> list[Event]:
    events = []
    for ref in [now(frame, each) for each in _removed_from(frame, node, player)]:
        thing, whose = frame.kernel.thing(ref_id(ref) or 0), ref_player(ref)
        if thing is None and whose is None:
            continue
        counters = thing.counters if thing is not None else all_counters_of(frame.kernel, whose or "")
        kind_said = that_kind(frame, node.kind)
        kinds = [kind_said] if kind_said is not None else sorted(counters)
        if node.kind is None and len(kinds) > 1 and node.amount is not None:
            kinds = [frame.kernel.choose_word("counter", player, source_name(frame), "which counter", kinds)]
        for kind in kinds:
            count = counters.get(kind, 0) if node.amount is None else frame.amount(node.amount)
            events.append(Event("counters", ref, player=player, amount=-count, facts={"counter": kind}))
    return events


def _removed_from(frame: Frame, node: ir.RemoveCounters, player: str) -> list[str]:
    """What the counters are removed from; as a cost, only what has so many of them can be chosen (118.3)."""
    if not frame.kernel.paying or not isinstance(node.from_, ir.Chosen) or node.amount is None:
        return frame.refs(node.from_)
    options = with_counters(frame, chosen_options(frame, node.from_), node.kind, frame.amount(node.amount))
    return choose_objects(frame, node.from_, player, options=options)


@in_turn(ir.ChooseCounterKind)
def _choose_kind(frame: Frame, node: ir.ChooseCounterKind, player: str) -> None:
    """Let the player choose one of the present kinds of counters; if there are none, "that kind" means nothing."""
    kinds = kinds_on(frame, ir.KindsOfCounter(ir.Every(node.on)))
    frame.bound.did = bool(kinds)
    if kinds:
        chosen = frame.kernel.choose_word("counter", player, source_name(frame), "a kind of counter", kinds)
        frame.bound.record.counter_kind = chosen


@does(ir.MoveCounters)
def _move_counters(frame: Frame, node: ir.MoveCounters) -> None:
    """Move counters from each of the objects to one; what cannot be put there stays where it is (122.5)."""
    kernel, sources = frame.kernel, objects(frame, node.from_)
    if len(sources) > 1 and node.amount is not None:
        raise NotModelled("so many counters moved from among several objects")
    for target in objects(frame, node.to)[:1]:
        for source in sources:
            if source == target:
                continue
            moved = _moved_counters(frame, node, kernel.state.things[ref_id(source) or 0].counters)
            for kind, count in moved.items():
                if forbidden_counters(kernel, target, kind):
                    kernel.note(f"{kernel.label(target)} can't have {kind} counters put on it: none is moved", "cannot")
                    continue
                away = Event("counters", source, amount=-count, facts={"counter": kind})
                put = Event("counters", target, player=frame.controller, amount=count, facts={"counter": kind})
                commit(kernel, [away, put])


def _moved_counters(frame: Frame, node: ir.MoveCounters, there: dict[str, int]) -> dict[str, int]:
    """The number of counters of each kind to move; its controller chooses among several kinds, and how many for "any
    number"."""
    kernel, about = frame.kernel, source_name(frame)
    have = {kind: count for kind, count in sorted(there.items()) if count and node.kind in (None, kind)}
    if node.amount is None or not have:
        return have
    if isinstance(node.amount, ir.UpTo | ir.AtLeast):
        left = frame.amount(node.amount.maximum) if isinstance(node.amount, ir.UpTo) else sum(have.values())
        chosen = {}
        for kind, count in have.items():
            prompt = f"how many {kind} counters"
            chosen[kind] = kernel.choose_number("number", frame.controller, about, prompt, 0, min(left, count))
            left -= chosen[kind]
        return {kind: count for kind, count in chosen.items() if count}
    wanted, chosen = frame.amount(node.amount), {}
    while wanted > 0 and (kinds := [kind for kind, count in have.items() if count > chosen.get(kind, 0)]):
        one = len(kinds) == 1
        kind = kinds[0] if one else kernel.choose_word("counter", frame.controller, about, "which counter", kinds)
        many = min(wanted, have[kind] - chosen.get(kind, 0)) if one else 1
        chosen[kind], wanted = chosen.get(kind, 0) + many, wanted - many
    return chosen


@does(ir.PutSameCounters)
def _put_same_counters(frame: Frame, node: ir.PutSameCounters) -> None:
    """Put on each object the counters of another, or those of its own kinds, where each kind is doubled."""
    targets = objects(frame, node.on)
    models = dict.fromkeys(targets, next(iter(frame.refs(node.of)), ""))
    if node.of == node.on:
        models = {target: target for target in targets}
    events = []
    for target, model in models.items():
        found = thing_or_known(frame.kernel, model)
        for kind, count in sorted(found.counters.items()) if found is not None else ():
            facts = {"counter": kind}
            events.append(
                Event("counters", target, player=frame.controller, source=frame.source, amount=count, facts=facts)
            )
    commit(frame.kernel, events)


@together(ir.LoseGame, unsaid)
def _lose_game(frame: Frame, node: ir.LoseGame, player: str) -> list[Event]:
    return [Event("lose_game", player=player)]


@in_turn(ir.WinGame)
def _win_game(frame: Frame, node: ir.WinGame, player: str) -> None:
    kernel = frame.kernel
    if cannot(kernel, player, "win"):
        kernel.note(f"{player} can't win the game", "cannot")
        return
    if limited(kernel, player) and kernel.has("range_wins"):
        foes = [name for name in kernel.state.opponents(player) if player_in_range(kernel, player, name)]
        kernel.note(f"{' and '.join(foes) or 'nobody'} loses instead of {player} winning the game", "range_wins")
        commit(kernel, [Event("lose_game", player_ref(name), player=name) for name in foes])
        return
    win(kernel, player, winners(kernel, player))


@in_turn(ir.EmptyMana)
def _empty(frame: Frame, node: ir.EmptyMana, player: str) -> None:
    frame.kernel.state.players[player].empty_pool()
    frame.kernel.note(f"{player} loses all unspent mana")
