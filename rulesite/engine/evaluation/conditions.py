"""Evaluate conditions: whether each is true at this moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rulesite.engine.abilities import conditions as ir
from rulesite.engine.abilities.amounts import Characteristic, Number
from rulesite.engine.abilities.combat_events import Attacks
from rulesite.engine.abilities.comparisons import Comparison
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.daytime import IsDaytime
from rulesite.engine.abilities.node import rewrite, walk
from rulesite.engine.abilities.predicates import InZone, IsPermanent, OwnedAndControlled, both
from rulesite.engine.abilities.references import Chosen, Current, DefendingPlayer, EachPlayer, Every, SomePlayer, You
from rulesite.engine.abilities.spell_instructions import ChoseWord
from rulesite.engine.abilities.traits import PlayedBy
from rulesite.engine.abilities.turn_instructions import CameUp
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.combat_view import tempted
from rulesite.engine.state.game_state import MAX_SPEED, object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import COLOUR_OF, REGENERATED, SEARCHED, SYMBOL_OF, level_of
from rulesite.engine.state.pairs import partner_of
from rulesite.engine.state.teams import active_players
from rulesite.engine.state.turn_steps import step_is

from .amounts import mana_spent, paid
from .frame import CONDITIONS, PREDICATES, Frame, answers, compare
from .history import begun, combats_begun, occurrences, since_last_upkeep, usage_key
from .keyword_meanings import FORETOLD, DealtBy, WasForetold
from .predicates import chosen_quality, most_common_colors, number_of
from .references import chosen_options, now, owner_of, source_name, unbound


@answers(CONDITIONS, ir.AsTriggered)
def _as_triggered(frame: Frame, node: ir.AsTriggered) -> bool:
    return frame.holds(node.part)


def asked_again(condition: Condition | None) -> Condition | None:
    """What of a trigger's condition is an intervening "if", asked again on resolution (603.4)."""
    if isinstance(condition, ir.AllSo):
        parts = tuple(part for part in condition.parts if not isinstance(part, ir.AsTriggered))
        return ir.AllSo(parts) if len(parts) > 1 else parts[0] if parts else None
    return None if isinstance(condition, ir.AsTriggered) else condition


def _of_some_player(frame: Frame, node: Condition, test: Callable[[Any], bool]) -> bool:
    """Whether a condition about "an opponent" or "a player" is true: of any of them, without a choice."""
    some = next((part for part in walk(node) if isinstance(part, SomePlayer)), None)
    if some is None:
        return test(node)
    outer = frame.bound.current
    try:
        for player in frame.refs(EachPlayer(some.who)):
            frame.bound.current = player
            if test(rewrite(node, lambda part: Current() if part == some else part)):
                return True
        return False
    finally:
        frame.bound.current = outer


def _any_of(frame: Frame, who: Any) -> list[str]:
    """The players any of whom makes a condition true: "an opponent" is all of them, without a choice."""
    return frame.refs(EachPlayer(who.who) if isinstance(who, SomePlayer) else who)


@answers(CONDITIONS, ir.Holds)
def _holds(frame: Frame, node: ir.Holds) -> bool:
    return _of_some_player(frame, node, lambda one: _is_so(frame, one))


def _is_so(frame: Frame, node: ir.Holds) -> bool:
    of = node.of
    if isinstance(of, Chosen) and of.amount == Number(1) and of.chooser is None and not of.at_random:
        return any(frame.matches(node.predicate, ref) for ref in chosen_options(frame, of))  # nobody chooses one
    found = frame.refs(node.of)
    now = isinstance(node.predicate, InZone) and not node.was
    if now and any(frame.kernel.thing(ref_id(ref) or 0) is None for ref in found):
        return False  # an object that has left is a new object, wherever it is (400.7)
    return bool(found) and all(frame.matches(node.predicate, ref) for ref in found)


@answers(CONDITIONS, Comparison)
def _comparison(frame: Frame, node: Comparison) -> bool:
    right = node.right
    if isinstance(right, Characteristic) and isinstance(right.of, Every) and not right.name.startswith("total "):
        left, others = frame.amount(node.left), frame.refs(right.of)
        return all(compare(left, node.op, number_of(frame.kernel, right.name, ref) or 0) for ref in others)
    return _of_some_player(frame, node, lambda one: _compared(frame, one))


def _compared(frame: Frame, node: Comparison) -> bool:
    """Whether a comparison is true; "more lands than each other player" compares with each of them separately."""
    left, others = frame.amount(node.left), [part for part in walk(node.right) if isinstance(part, EachPlayer)]
    if not node.of_each or not others:
        return compare(left, node.op, frame.amount(node.right))
    outer = frame.bound.current
    try:
        for player in frame.refs(others[0]):
            frame.bound.current = player
            of_one: Any = rewrite(node.right, lambda part: Current() if part == others[0] else part)
            if not compare(left, node.op, frame.amount(of_one)):
                return False
            frame.bound.current = outer
        return True
    finally:
        frame.bound.current = outer


@answers(CONDITIONS, ir.SearchedLibrary)
def _searched_library(frame: Frame, node: ir.SearchedLibrary) -> bool:
    return any(ref in frame.bound.memo.get(SEARCHED, []) for ref in frame.refs(node.who))


@answers(CONDITIONS, ir.Happened)
def _happened(frame: Frame, node: ir.Happened) -> bool:
    wanted = frame.amount(node.times) if node.times is not None else 1
    found = occurrences(frame, node.event, node.span)
    if node.by_one:
        return any(count >= wanted for count in Counter(each.get("player") for each in found).values())
    if isinstance(node.event, Attacks):  # a creature that attacked in two combat phases is one
        return len({each.get("subject") for each in found}) >= wanted
    return len(found) >= wanted


@answers(CONDITIONS, ir.IsOfLevel)
def _is_of_level(frame: Frame, node: ir.IsOfLevel) -> bool:
    things = [frame.kernel.thing(ref_id(ref) or 0) for ref in frame.refs(node.of)]
    return any(level_of(thing) >= node.level for thing in things if thing is not None)


@answers(CONDITIONS, ir.HasInitiative)
def _has_initiative(frame: Frame, node: ir.HasInitiative) -> bool:
    return any(ref_player(ref) == frame.kernel.state.initiative for ref in _any_of(frame, node.who) if ref_player(ref))


@answers(CONDITIONS, ir.IsMonarch)
def _is_monarch(frame: Frame, node: ir.IsMonarch) -> bool:
    return any(ref_player(ref) == frame.kernel.state.monarch for ref in _any_of(frame, node.who) if ref_player(ref))


@answers(CONDITIONS, ir.HasCitysBlessing)
def _has_citys_blessing(frame: Frame, node: ir.HasCitysBlessing) -> bool:
    players = [ref_player(ref) for ref in _any_of(frame, node.who)]
    return any(frame.kernel.state.players[name].blessed for name in players if name is not None)


@answers(CONDITIONS, ir.HasMeldPair)
def _has_meld_pair(frame: Frame, node: ir.HasMeldPair) -> bool:
    own = both(IsPermanent(), OwnedAndControlled(You()))
    others = frame.refs(Every(both(node.other, own)))
    return frame.matches(own, object_ref(frame.source)) and bool(others)


@answers(CONDITIONS, ir.IsNthTurn)
def _is_nth_turn(frame: Frame, node: ir.IsNthTurn) -> bool:
    state, me = frame.kernel.state, frame.controller
    if me not in active_players(state):
        return False
    if state.first_turn > 1:
        raise NotModelled("nothing says how many turns each player had before this game began here")
    steps = (each for each in state.history if each.kind == "step" and each.facts.get("player") == me)
    return len({each.turn for each in steps} | {state.turn}) in node.nths


@answers(CONDITIONS, ir.IsCombatOfTurn)
def _is_combat_of_turn(frame: Frame, node: ir.IsCombatOfTurn) -> bool:
    if frame.kernel.state.combat is None:
        return False
    if not (count := len(combats_begun(frame.kernel))):
        raise NotModelled("nothing says how many combat phases there were before this game began here")
    return count == node.nth


@answers(CONDITIONS, ir.WasTempted)
def _was_tempted(frame: Frame, node: ir.WasTempted) -> bool:
    return frame.kernel.state.usage.get(tempted(frame.controller), 0) >= node.least


@answers(CONDITIONS, ir.ChoseOtherBearer)
def _chose_other_bearer(frame: Frame, node: ir.ChoseOtherBearer) -> bool:
    chosen = frame.bound.event.get("other")
    others = frame.refs(node.than)
    return bool(chosen) and chosen not in others


@answers(CONDITIONS, ir.HasMaxSpeed)
def _has_max_speed(frame: Frame, node: ir.HasMaxSpeed) -> bool:
    players = [ref_player(ref) for ref in _any_of(frame, node.who)]
    return any(frame.kernel.state.players[name].speed >= MAX_SPEED for name in players if name is not None)


@answers(CONDITIONS, ir.TimesResolved)
def _times_resolved(frame: Frame, node: ir.TimesResolved) -> bool:
    kernel = frame.kernel
    thing = kernel.thing(frame.bound.stack_id)
    if thing is None or thing.play is None:
        raise unbound(frame, "the ability that resolves")
    this = {"source": frame.source, "key": thing.play.ability_key}
    told = [each for each in kernel.state.history if each.kind == "resolves" and each.turn == kernel.state.turn]
    return sum(this.items() <= each.facts.items() for each in told) == node.nth


@answers(CONDITIONS, ir.ActivatedSoOften)
def _activated_so_often(frame: Frame, node: ir.ActivatedSoOften) -> bool:
    kernel = frame.kernel
    ability = kernel.thing(frame.bound.stack_id)
    source = kernel.thing(frame.source) if ability is not None else None
    if ability is None or ability.play is None or source is None:
        raise unbound(frame, "the ability that was activated")
    name = usage_key(kernel, source, ability.play.ability_key, frame.controller)
    return kernel.state.usage.get(name, 0) >= frame.amount(node.least)


@answers(CONDITIONS, ir.CameUnderControl)
def _came(frame: Frame, node: ir.CameUnderControl) -> bool:
    kernel = frame.kernel
    for ref in frame.refs(node.of):
        thing = kernel.thing(ref_id(ref) or 0)
        if thing is None:
            return False
        since = kernel.state.turn if node.span == "turn" else since_last_upkeep(kernel, frame.controller)
        if control_since(kernel, thing.id) < since:
            return False
    return True


def control_since(kernel: Kernel, thing_id: int) -> int:
    """The turn since which the present controller has controlled an object without interruption."""
    thing = kernel.thing(thing_id)
    since = thing.since_turn if thing is not None else 0
    changes = [
        each.turn
        for each in kernel.state.history
        if each.kind == "control" and each.facts.get("ref") == f"object {thing_id}"
    ]
    return max([since, *changes])


@answers(CONDITIONS, ir.DidSo)
def _did_so(frame: Frame, node: ir.DidSo) -> bool:
    did = frame.bound.record.somebody_did if node.paid else frame.bound.did
    if did is None:
        raise NotModelled(f"nothing says whether it was done, for {source_name(frame) or 'this text'}")
    return did


@answers(CONDITIONS, ir.MovedThisWay)
def _moved_this_way(frame: Frame, node: ir.MovedThisWay) -> bool:
    done = f"{node.verb} {node.zone}"
    if done not in frame.bound.memo and done not in frame.bound.passed_over:
        raise unbound(frame, f"what was moved ({done})")
    return any(frame.matches(node.what, now(frame, ref)) for ref in frame.bound.memo.get(done, []))


@answers(CONDITIONS, ir.DamagePreventedThisWay)
def _prevented_this_way(frame: Frame, node: ir.DamagePreventedThisWay) -> bool:
    if "source" not in frame.bound.event:
        raise unbound(frame, "the damage that was prevented")
    source = str(frame.bound.event["source"])
    return bool(frame.bound.previous) and (node.from_ is None or frame.matches(node.from_, source))


@answers(CONDITIONS, ir.SomeZoneHolds)
def _some_zone_holds(frame: Frame, node: ir.SomeZoneHolds) -> bool:
    state, wanted = frame.kernel.state, frame.amount(node.value)
    sizes = [len(state.zone(node.zone, player)) for player in state.turn_order()]
    return any(size >= wanted if node.op == ">=" else size <= wanted for size in sizes)


@answers(CONDITIONS, ir.IsExtraTurn)
def _is_extra_turn(frame: Frame, node: ir.IsExtraTurn) -> bool:
    return bool(frame.kernel.state.interrupted)


@answers(CONDITIONS, ir.WasPaid)
def _was_paid(frame: Frame, node: ir.WasPaid) -> bool:
    return paid(frame, node.of).get(f"{node.keyword} {node.cost}".rstrip(), 0) >= node.times


@answers(CONDITIONS, ir.WasBeheld)
def _was_beheld(frame: Frame, node: ir.WasBeheld) -> bool:
    return paid(frame).get("additional", 0) > 0


@answers(CONDITIONS, ir.RevealedOrHad)
def _revealed_or_had(frame: Frame, node: ir.RevealedOrHad) -> bool:
    """A copy was not cast: its controller revealed a card if that of the spell did, and had nothing."""
    if paid(frame).get("additional", 0) > 0:
        return True
    played = _playing_of(frame.kernel, object_ref(frame.source))
    return played is not None and repr(node.what) in played.get("had", ())


@answers(PREDICATES, PlayedBy)
def _played_by(frame: Frame, node: PlayedBy, ref: str) -> bool:
    players, played = frame.refs(node.who), _playing_of(frame.kernel, ref)
    return played is not None and player_ref(str(played["player"])) in players


@answers(CONDITIONS, ir.NothingExchanged)
def _nothing_exchanged(frame: Frame, node: ir.NothingExchanged) -> bool:
    if "exchange" not in frame.bound.memo:
        raise NotModelled("whether an exchange was made, where none was tried")
    return not frame.bound.memo["exchange"]


@answers(CONDITIONS, ir.RegeneratesThisWay)
def _regenerates_this_way(frame: Frame, node: ir.RegeneratesThisWay) -> bool:
    if REGENERATED not in frame.bound.memo:
        raise NotModelled("whether something regenerates, where no shield is used just now")
    return any(frame.matches(node.what, ref) for ref in frame.bound.memo[REGENERATED])


@answers(CONDITIONS, ir.WasCast)
def _was_cast(frame: Frame, node: ir.WasCast) -> bool:
    if node.this_way:
        return bool(frame.bound.memo.get("cast"))
    found = [_playing_of(frame.kernel, ref) for ref in frame.refs(node.of)]
    return bool(found) and all(
        played is not None
        and frame.matches(node.who, player_ref(str(played["player"])))
        and (node.from_ is None or _played_from(frame, node.from_, played))
        for played in found
    )


@answers(CONDITIONS, ir.WasCastDuring)
def _was_cast_during(frame: Frame, node: ir.WasCastDuring) -> bool:
    """Whether you cast this, and did so in that step or phase of a turn of yours."""
    played = _playing_of(frame.kernel, object_ref(frame.source)) or {}
    step = str(played.get("own step", ""))
    return bool(step) and played["player"] == frame.controller and step_is(step, node.step)


@answers(CONDITIONS, ir.WasPutByThis)
def _was_put_by_this(frame: Frame, node: ir.WasPutByThis) -> bool:
    found = [_arrival_of(frame.kernel, ref) for ref in frame.refs(node.of)]
    return bool(found) and all(each.get("source") == frame.source for each in found)


def _arrival_of(kernel: Kernel, ref: str) -> dict[str, Any]:
    """The record in the history of an object's arrival on the battlefield, empty for what was there at the outset."""
    told = (each for each in reversed(kernel.state.history) if each.kind == "move" and each.facts.get("new"))
    return next((each.facts for each in told if object_ref(int(each.facts["new"])) == ref), {})


def _playing_of(kernel: Kernel, ref: str) -> dict[str, Any] | None:
    """The record in the history of playing an object: the spell that it is, or that became this permanent."""
    spell = ref_id(ref) or 0
    for each in reversed(kernel.state.history):
        if each.kind == "move" and each.facts.get("new") == spell and each.facts.get("from_zone") == "stack":
            if "counter" in each.facts.get("tags", ()):
                return None  # a countered spell became no permanent, wherever its card was put
            spell = int(each.facts["old"])
        if each.kind == "cast" and each.facts.get("ref") == object_ref(spell):
            return each.facts
    return None


def _played_from(frame: Frame, zone: Any, played: dict[str, Any]) -> bool:
    if played.get("from") != zone.zone:
        return False
    return zone.whose is None or player_ref(str(played["player"])) in frame.refs(zone.whose)


@answers(CONDITIONS, ir.ManaWasSpent)
def _mana_was_spent(frame: Frame, node: ir.ManaWasSpent) -> bool:
    wanted = Counter(node.symbol.strip("{}").split("}{"))
    return wanted <= Counter(mana_spent(frame))


@answers(CONDITIONS, ir.NoManaSpent)
def _no_mana_spent(frame: Frame, node: ir.NoManaSpent) -> bool:
    spent = mana_spent(frame, node.of)
    return not (COLOUR_OF.keys() & spent if node.colored else spent)


@answers(CONDITIONS, ir.ManaFromSpent)
def _mana_from_spent(frame: Frame, node: ir.ManaFromSpent) -> bool:
    raise NotModelled("which permanents produced the mana that was spent")


@answers(CONDITIONS, ir.ColoredManaSpent)
def _colored_mana_spent(frame: Frame, node: ir.ColoredManaSpent) -> bool:
    symbols = [SYMBOL_OF[node.color]] if node.color else COLOUR_OF
    return any(mana_spent(frame).count(symbol) >= node.amount for symbol in symbols)


def _active(frame: Frame) -> set[str]:
    return {player_ref(each) for each in active_players(frame.kernel.state)}


@answers(CONDITIONS, DealtBy)
def _dealt_by(frame: Frame, node: DealtBy) -> bool:
    kernel = frame.kernel
    wanted = {node.subtype} if node.subtype else look(kernel, frame.source).subtypes
    sources = [
        each.facts["source was"]
        for each in kernel.state.history
        if each.kind == "damage" and each.turn == kernel.state.turn and "source was" in each.facts
    ]
    return any(
        was["controller"] == frame.controller
        and "creature" in was["types"]
        and (bool(wanted & set(was["subtypes"])) or (bool(node.subtype) and was["commander"]))
        for was in sources
    )


@answers(CONDITIONS, WasForetold)
def _was_foretold(frame: Frame, node: WasForetold) -> bool:
    thing = frame.kernel.thing(frame.source)
    return thing is not None and thing.remembers.get(FORETOLD, frame.kernel.state.turn) < frame.kernel.state.turn


@answers(CONDITIONS, ir.HasBegunAbility)
def _has_begun(frame: Frame, node: ir.HasBegunAbility) -> bool:
    state = frame.kernel.state
    return state.usage.get(begun(state, frame.controller, node.keyword), 0) > 0


@answers(CONDITIONS, ir.IsTurnOf)
def _is_turn_of(frame: Frame, node: ir.IsTurnOf) -> bool:
    return not _active(frame).isdisjoint(_any_of(frame, node.who))


@answers(CONDITIONS, ir.IsStep)
def _is_step(frame: Frame, node: ir.IsStep) -> bool:
    if node.whose is not None and _active(frame).isdisjoint(frame.refs(node.whose)):
        return False
    return step_is(frame.kernel.state.step, node.step)


@answers(CONDITIONS, IsDaytime)
def _is_daytime(frame: Frame, node: IsDaytime) -> bool:
    return frame.kernel.state.daytime == node.which


@answers(CONDITIONS, ChoseWord)
def _chose_word(frame: Frame, node: ChoseWord) -> bool:
    chosen = chosen_quality(frame, "word")
    if chosen is None and frame.kernel.thing(frame.source) is None:
        raise unbound(frame, "the word that was chosen")
    return chosen == node.word


@answers(CONDITIONS, ir.IsDefending)
def _is_defending(frame: Frame, node: ir.IsDefending) -> bool:
    attacked = frame.refs(DefendingPlayer(node.by))
    return any(ref in attacked for ref in frame.refs(node.who))


@answers(CONDITIONS, ir.IsPaired)
def _is_paired(frame: Frame, node: ir.IsPaired) -> bool:
    return any(partner_of(frame.kernel, ref_id(now(frame, ref)) or 0) for ref in frame.refs(node.of))


@answers(CONDITIONS, ir.NobodyDid)
def _nobody_did(frame: Frame, node: ir.NobodyDid) -> bool:
    if frame.bound.record.somebody_did is None:
        raise NotModelled("that nobody did what nobody could choose to do")
    return not frame.bound.record.somebody_did


@answers(CONDITIONS, ir.MostCommon)
def _most_common(frame: Frame, node: ir.MostCommon) -> bool:
    return node.color in most_common_colors(frame.kernel)


@answers(CONDITIONS, ir.WonClash)
def _won(frame: Frame, node: ir.WonClash) -> bool:
    winner = frame.bound.record.won.get(node.what)
    if winner is None:
        raise NotModelled(f"nobody has done a {node.what} yet")
    return player_ref(winner) in frame.refs(node.who)


@answers(CONDITIONS, CameUp)
def _came_up(frame: Frame, node: CameUp) -> bool:
    side = frame.bound.record.coin
    if side is None:
        raise NotModelled("no coin has been flipped")
    return bool(side == node.side)


@answers(CONDITIONS, ir.SameOwner)
def _same_owner(frame: Frame, node: ir.SameOwner) -> bool:
    return len({owner_of(frame.kernel, ref) for ref in frame.refs(node.of)}) <= 1


@answers(CONDITIONS, ir.AsActivated)
def _as_activated(frame: Frame, node: ir.AsActivated) -> bool:
    """Whether it was so as the ability was activated: for one on the stack it was, or its target could not have been
    chosen."""
    thing = frame.kernel.thing(frame.bound.stack_id) if frame.bound.stack_id else None
    return (thing is not None and thing.zone == "stack" and any(frame.bound.targets)) or frame.holds(node.part)


@answers(CONDITIONS, ir.NotSo)
def _not(frame: Frame, node: ir.NotSo) -> bool:
    return not frame.holds(node.part)


@answers(CONDITIONS, ir.AllSo)
def _all(frame: Frame, node: ir.AllSo) -> bool:
    done = ir.done_this_way(node)
    if done is not None and (done[0].every or frame.holds(node.parts[0])):
        return any(frame.matches(done[1], ref) for ref in frame.refs(done[0]))
    return all(frame.holds(part) for part in node.parts)


@answers(CONDITIONS, ir.AnySo)
def _any(frame: Frame, node: ir.AnySo) -> bool:
    return any(frame.holds(part) for part in node.parts)
