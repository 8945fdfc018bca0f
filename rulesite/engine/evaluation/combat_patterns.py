"""Trigger events of combat: attacks and blocks, once, for each creature, or by number."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.predicates import Anything, IsObject, parts_of
from rulesite.engine.abilities.references import Self
from rulesite.engine.state.characteristics import controller_of
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel

from .event_matching import Facts, comparing, facts, fits, player_fits, watch
from .frame import Frame


@watch(ir.Attacks)
def _attacks(frame: Frame, pattern: ir.Attacks, event: Event) -> list[Facts]:
    if event.kind != "attack" or not fits(frame, pattern.what, event.ref):
        return []
    if not fits(frame, pattern.whom, event.other) or (pattern.alone and not event.facts.get("alone")):
        return []
    if pattern.along is not None:
        others = [object_ref(each) for each in _attackers(frame.kernel) if object_ref(each) != event.ref]
        if sum(fits(frame, pattern.along, each) for each in others) < pattern.least:
            return []
    return [facts(event.ref, event.other, event.player, 1)]


def _attackers(kernel: Kernel) -> list[int]:
    return list(kernel.state.combat.attackers) if kernel.state.combat is not None else []


@watch(ir.AttackedWith)
def _attacked_with(frame: Frame, pattern: ir.AttackedWith, event: Event) -> list[Facts]:
    if event.kind != "attack" or not player_fits(frame, pattern.who, event.player):
        return []
    then = event.facts.get("types", [])
    for part in parts_of(pattern.what):
        if isinstance(part, ir.IsPermanent):
            continue
        if part.type not in then if isinstance(part, ir.HasType) else not fits(frame, part, event.ref):
            return []
    return [facts(event.ref, "", event.player, 1)]


@watch(ir.PlayerAttacks)
def _player_attacks(frame: Frame, pattern: ir.PlayerAttacks, event: Event) -> list[Facts]:
    if event.kind != "attackers" or not player_fits(frame, pattern.who, event.player):
        return []
    fitting = [ref for ref in event.facts["with"] if fits(frame, pattern.with_, ref)]
    if not isinstance(pattern.whom, Anything):
        return _each_attacked(frame, pattern, event, fitting)
    if pattern.power is not None and sum(event.facts["powers"][ref] for ref in fitting) < pattern.power:
        return []
    if pattern.exactly and len(fitting) != pattern.minimum:
        return []
    return [facts(player_ref(event.player), "", event.player, len(fitting))] if len(fitting) >= pattern.minimum else []


def _each_attacked(frame: Frame, pattern: ir.PlayerAttacks, event: Event, attackers: list[str]) -> list[Facts]:
    """ "Whenever you attack a player": once for each of them, with enough attackers."""
    by_whom: dict[str, int] = {}
    for ref in attackers:
        whom = event.facts["whom"][ref]
        by_whom[whom] = by_whom.get(whom, 0) + 1
    return [
        facts(player_ref(event.player), whom, event.player, many)
        for whom, many in by_whom.items()
        if many >= pattern.minimum and fits(frame, pattern.whom, whom)
    ]


def _speaks_of_itself(predicate: Any) -> bool:
    return any(isinstance(node, IsObject) and isinstance(node.what, Self) for node in walk(predicate))


def _counts_as_declared(kernel: Kernel, pattern: Any, event: Event) -> bool:
    """Whether a block by an effect counts: for "a creature blocks this" always, for "this blocks" only from 2016 on.

    What enters the battlefield blocking never "blocked" (509.3b in 2026-06-19)."""
    return not event.facts.get("arrived") and (
        bool(event.facts.get("declared"))
        or kernel.rules.forced_block_counts_as_blocking
        or not _speaks_of_itself(pattern.what)
    )


def _counts(kernel: Kernel, event: Event) -> bool:
    """Whether a block counts for abilities that trigger on the pair: a block through a band did not before the Sixth
    Edition."""
    return not event.facts.get("joined") or kernel.rules.blocked_through_band


@watch(ir.BlocksOnce)
def _blocks_once(frame: Frame, pattern: ir.BlocksOnce, event: Event) -> list[Facts]:
    if event.kind != "block" or not fits(frame, pattern.what, event.ref):
        return []
    if not event.facts.get("first") and frame.kernel.has("blocks_once"):
        return []
    declared = event.facts.get("declared") or frame.kernel.rules.forced_block_counts_as_blocking
    if event.facts.get("arrived") or not declared:
        return []
    return [facts(event.ref, event.other, controller_of(frame.kernel, event.ref), 1)]


@watch(ir.BlocksEach)
def _blocks_each(frame: Frame, pattern: ir.BlocksEach, event: Event) -> list[Facts]:
    kernel = frame.kernel
    if event.kind != "block" or not _counts_as_declared(kernel, pattern, event) or not _counts(kernel, event):
        return []
    frame = comparing(frame, pattern, event.ref, event.other)
    if not fits(frame, pattern.what, event.ref) or not fits(frame, pattern.attacker, event.other):
        return []
    if _speaks_of_itself(pattern.what):
        once = not kernel.has("blocks_each") and not event.facts.get("first")
    else:
        once = not kernel.has("blocked_by_each") and bool(event.facts.get("later"))
    if once:
        return []
    return [facts(event.ref, event.other, controller_of(kernel, event.ref), 1)]


@watch(ir.BecomesBlocked)
def _becomes_blocked(frame: Frame, pattern: ir.BecomesBlocked, event: Event) -> list[Facts]:
    if event.kind != "blocked" or not fits(frame, pattern.what, event.ref):
        return []
    blockers = list(event.facts["by"])
    if pattern.minimum > 1:
        reached = event.amount >= pattern.minimum
        before = event.facts["most before"] >= pattern.minimum
        if not reached or (before and frame.kernel.has("blocked_by_number")):
            return []
    elif event.facts.get("again") and frame.kernel.has("becomes_blocked"):
        return []
    if not isinstance(pattern.by, Anything) and not any(fits(frame, pattern.by, ref) for ref in blockers):
        return []
    return [facts(event.ref, blockers, controller_of(frame.kernel, event.ref), event.amount)]


@watch(ir.BecomesBlockedByEach)
def _blocked_by_each(frame: Frame, pattern: ir.BecomesBlockedByEach, event: Event) -> list[Facts]:
    if event.kind != "block" or not fits(frame, pattern.what, event.other) or not _counts(frame.kernel, event):
        return []
    frame = comparing(frame, pattern, event.other, event.ref)
    return (
        [facts(event.other, event.ref, controller_of(frame.kernel, event.other), 1)]
        if fits(frame, pattern.by, event.ref)
        else []
    )


@watch(ir.AttacksUnblocked)
def _unblocked(frame: Frame, pattern: ir.AttacksUnblocked, event: Event) -> list[Facts]:
    if (
        event.kind != "unblocked"
        or not fits(frame, pattern.what, event.ref)
        or not fits(frame, pattern.whom, event.other)
    ):
        return []
    return [facts(event.ref, event.other, controller_of(frame.kernel, event.ref), 1)]
