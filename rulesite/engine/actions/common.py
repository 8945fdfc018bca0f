"""Shared by the instructions: their doers, the objects that they act on, and remembering what they did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.references import Chosen, Several
from rulesite.engine.evaluation.chosen_together import apart, check_together
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import all_now, choose_objects, chosen_options, linked_key, now
from rulesite.engine.events.batch import commit
from rulesite.engine.events.perform import Turns, does
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import COMPONENT, Event
from rulesite.engine.state.game_state import ref_id
from rulesite.engine.state.objects import EVERY

Plan = Callable[[Frame, Any, str], list[Event]]
Recall = Callable[[Frame, list[Event]], None]


def in_turn(kind: type, by: str = "who") -> Callable[[Any], Any]:
    """A decorator: the function carries out this kind for one player, and the players do it one after the other
    (drawing, searching: 121.2c in 2024-06-07)."""

    def enter(function: Callable[[Frame, Any, str], None]) -> Any:
        def carry_out(frame: Frame, node: Any, who: Node, players: list[str]) -> None:
            turns = Turns(frame, who, players)
            for player in turns:
                with turns.of(player):
                    function(frame, node, player)
            turns.gather()

        does(kind, by)(carry_out)
        return function

    return enter


def together(
    kind: type,
    recall: Recall,
    by: str = "who",
    after: Callable[[Frame, Any, list[Event]], None] | None = None,
) -> Callable[[Any], Any]:
    """A decorator: the function makes one player's choices and returns what will happen; once all have chosen, in turn
    order, everything happens at the same time.

    ``recall`` remembers what was done, for each player and for all; ``after`` is done once at the end.
    """

    def enter(plan: Plan) -> Any:
        def carry_out(frame: Frame, node: Any, who: Node, players: list[str]) -> None:
            turns = Turns(frame, who, players)
            planned: list[Event] = []
            for player in turns:
                with turns.of(player):
                    planned += plan(frame, node, player)
            happened = commit(frame.kernel, planned)
            follow(frame, happened)
            for player in turns:
                with turns.of(player):
                    recall(frame, [each for each in happened if each.player == player or not turns.several])
            turns.gather()
            if after is not None:
                after(frame, node, happened)

        does(kind, by)(carry_out)
        return plan

    return enter


def moved(verb: str) -> Recall:
    """Remember which objects an instruction moved."""
    return lambda frame, happened: remember(frame, verb, follow(frame, happened))


def named(verb: str) -> Recall:
    """Remember the objects that it happened to, without following them."""
    return lambda frame, happened: remember(frame, verb, [each.ref for each in happened])


def numbered(verb: str) -> Recall:
    """Remember the amount."""
    return lambda frame, happened: remember(
        frame, verb, [each.ref for each in happened], sum(e.amount for e in happened)
    )


def unsaid(frame: Frame, happened: list[Event]) -> None:
    """Remember nothing: no later words can refer to it."""


def objects(frame: Frame, node: Node) -> list[str]:
    """The objects that a reference names and that still exist, where they are now; what is phased out does not
    (702.26b in 2026-06-19)."""
    found = [each for ref in frame.refs(node) for each in all_now(frame, ref)]
    there = [
        ref
        for ref in dict.fromkeys(found)
        if (thing := frame.kernel.thing(ref_id(ref) or 0)) is not None and not thing.phased_out
    ]
    if frame.bound.event.get("delayed") and not frame.kernel.has("delayed_changed_object"):
        then = frame.bound.record.looked_like or {}
        there = [ref for ref in there if then.get(ref) in (None, sorted(look(frame.kernel, ref_id(ref) or 0).types))]
    return there


def permanents(frame: Frame, node: Node) -> list[str]:
    """As :func:`objects`, but only those on the battlefield."""
    return [ref for ref in objects(frame, node) if frame.kernel.state.things[ref_id(ref) or 0].on_battlefield]


def chosen_by(frame: Frame, node: Node, player: str, kind: str, among: list[str]) -> list[str]:
    """The objects for an instruction that ``player`` carries out, limited to ``among``; he or she chooses them, unless
    somebody else is named."""
    if isinstance(node, Several):
        return _chosen_of_each(frame, node.parts, player, kind, among)
    if not isinstance(node, Chosen):
        return [ref for ref in objects(frame, node) if ref in among]
    player = frame.player(node.chooser) if node.chooser is not None else player
    by_itself = replace(node, what=apart(node.what))
    possible = _options_now(frame, by_itself) if among else ()
    options = [ref for ref in among if ref in possible]
    chosen = choose_objects(frame, by_itself, player, kind, options)
    check_together(frame, node.what, chosen)
    return chosen


def _options_now(frame: Frame, node: Chosen) -> set[str]:
    """What may be chosen, as the objects that it has become: a card that was moved before is another object."""
    return {now(frame, ref) for ref in chosen_options(frame, node)}


def _chosen_of_each(frame: Frame, parts: tuple[Node, ...], player: str, kind: str, among: list[str]) -> list[str]:
    """ "Sacrifices an artifact and a land": no object is both, and as many are chosen as can be."""
    chosen: list[str] = []
    possible = [_options_now(frame, part) if among and isinstance(part, Chosen) else () for part in parts]
    options = [[ref for ref in among if ref in those] for those in possible]
    for place, part in enumerate(parts):
        free = [[ref for ref in each if ref not in chosen] for each in options[place:]]
        most = _most_pairs(free)
        left = [
            ref
            for ref in among
            if ref not in chosen
            and (ref not in free[0] or 1 + _most_pairs([[r for r in each if r != ref] for each in free[1:]]) == most)
        ]
        chosen += chosen_by(frame, part, player, kind, left)
    return list(dict.fromkeys(chosen))


def _most_pairs(options: list[list[str]]) -> int:
    """How many of several choices can be made if none may take what another takes.

    >>> _most_pairs([["golem", "bear"], ["golem"]]), _most_pairs([["golem"], ["golem"]])
    (2, 1)
    """
    taken: dict[str, int] = {}

    def can_take(place: int, tried: set[str]) -> bool:
        for ref in options[place]:
            if ref not in tried:
                tried.add(ref)
                if ref not in taken or can_take(taken[ref], tried):
                    taken[ref] = place
                    return True
        return False

    return sum(can_take(place, set()) for place in range(len(options)))


def remember(frame: Frame, verb: str, found: list[str], amount: int | None = None) -> None:
    """Remember what a step acted on, for "it", "that many" and "if you do"."""
    bound = frame.bound
    bound.memo[verb] = list(found)
    bound.memo[f"{EVERY} {verb}"] = [*bound.memo.get(f"{EVERY} {verb}", []), *found]
    bound.last_verb = verb
    bound.previous = len(found) if amount is None else amount
    bound.did = bool(found) if amount is None else amount > 0


def link(frame: Frame, verb: str, found: list[str]) -> None:
    """Remember at the source what one of its abilities acted on, for another that refers to it (607.2)."""
    source = frame.kernel.thing(frame.source)
    if source is not None:
        key = linked_key(frame, verb)
        source.remembers[key] = [*source.remembers.get(key, []), *found]


def follow(frame: Frame, happened: list[Event]) -> list[str]:
    """Remember what moved objects became; returns the objects before the move."""
    moved = [event for event in happened if event.kind == "move" and event.old and not event.tagged(COMPONENT)]
    for event in moved:
        frame.bound.follow[f"object {event.old}"] = f"object {event.new}"
    return [f"object {event.old}" for event in moved]
