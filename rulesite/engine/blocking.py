"""Declaring blockers, and effects that make a creature blocked or make one block."""

from __future__ import annotations

from .abilities.changes import CanBlockMore, CantBeBlocked, CantBlock, MustBeBlocked, MustBlock
from .batch import happen
from .continuous import changes_on
from .evaluate import matches, refs
from .evasion import why_not_block
from .events import Event
from .kernel import Kernel
from .state import Combat, object_ref
from .zones import battlefield


def declare_blockers(kernel: Kernel, blocks: dict[int, list[int]]) -> None:
    """Declare blockers (blocker to the attackers that it blocks), all at once.

    Raises :class:`IllegalAction` when the whole declaration is illegal.
    """
    combat = _combat(kernel)
    late = kernel.state.step != "declare blockers" or combat.blocks_declared
    if late and kernel.has("declare_blockers"):
        raise kernel.illegal(
            "blockers are declared once, at the beginning of the declare blockers step", "declare_blockers"
        )
    for blocker, attackers in blocks.items():
        _check_number(kernel, blocker, attackers)
        for attacker in attackers:
            if attacker not in combat.attackers:
                raise kernel.illegal(f"{kernel.label(attacker)} is not attacking", "block_legality")
            reason, concept = why_not_block(kernel, blocker, attacker)
            if reason:
                raise kernel.illegal(reason, concept)
    _check_whole(kernel, combat, blocks)
    combat.blocks_declared = True
    for blocker, attackers in blocks.items():
        kernel.note(
            f"{kernel.label(blocker)} blocks {', '.join(kernel.label(each) for each in attackers)}", "declare_blockers"
        )
    _block(kernel, combat, blocks, declared=True)


def _combat(kernel: Kernel) -> Combat:
    if kernel.state.combat is None:
        raise kernel.illegal("there is no combat", "declare_blockers")
    return kernel.state.combat


def _check_number(kernel: Kernel, blocker: int, attackers: list[int]) -> None:
    more = 0
    for change, _ in changes_on(kernel, object_ref(blocker), CanBlockMore):
        more += 1_000 if change.amount is None else change.amount
    if len(attackers) > 1 + more:
        raise kernel.illegal(f"{kernel.label(blocker)} can block {1 + more} creature", "block_legality")


def _check_whole(kernel: Kernel, combat: Combat, blocks: dict[int, list[int]]) -> None:
    for attacker in combat.attackers:
        mine = [blocker for blocker, attackers in blocks.items() if attacker in attackers]
        for change, _ in changes_on(kernel, object_ref(attacker), CantBeBlocked):
            few = change.minimum is not None and 0 < len(mine) < change.minimum
            many = change.maximum is not None and len(mine) > change.maximum
            if few or many:
                raise kernel.illegal(f"{kernel.label(attacker)} cannot be blocked by {len(mine)} creatures", "evasion")
    for blocker in blocks:
        alone = any(change.alone for change, _ in changes_on(kernel, object_ref(blocker), CantBlock))
        if alone and len(blocks) == 1:
            raise kernel.illegal(f"{kernel.label(blocker)} can't block alone", "block_restriction")
    _check_requirements(kernel, combat, blocks)


def _check_requirements(kernel: Kernel, combat: Combat, blocks: dict[int, list[int]]) -> None:
    for thing in battlefield(kernel):
        able = [attacker for attacker in combat.attackers if not why_not_block(kernel, thing.id, attacker)[0]]
        if not able or thing.id in blocks:
            continue
        for change, ctx in changes_on(kernel, object_ref(thing.id), MustBlock):
            wanted = refs(kernel, ctx, change.what) if change.what is not None else [object_ref(a) for a in able]
            if any(object_ref(attacker) in wanted for attacker in able):
                raise kernel.illegal(f"{thing.label} must block", "block_restriction")
        for attacker in able:
            for lure, ctx in changes_on(kernel, object_ref(attacker), MustBeBlocked):
                blocked = any(attacker in attackers for attackers in blocks.values())
                if (lure.by_all or not blocked) and matches(kernel, ctx, lure.by, object_ref(thing.id)):
                    raise kernel.illegal(f"{thing.label} must block {kernel.label(attacker)}", "block_restriction")


def _block(kernel: Kernel, combat: Combat, blocks: dict[int, list[int]], declared: bool) -> None:
    """Set the blocks and say what happened: each pair of blocker and attacker, and each attacker that is blocked now.

    Blocking one member of a band blocks all of it.
    """
    events: list[Event] = []
    newly: dict[int, list[str]] = {}
    for blocker, attackers in blocks.items():
        every = list(dict.fromkeys(each for attacker in attackers for each in _band_of(combat, attacker)))
        have = combat.blockers.setdefault(blocker, [])
        first = not have
        for attacker in every:
            if attacker in have:
                continue
            have.append(attacker)
            later = attacker in combat.blocked or attacker in newly
            newly.setdefault(attacker, []).append(object_ref(blocker))
            events.append(
                Event(
                    "block",
                    object_ref(blocker),
                    object_ref(attacker),
                    facts={"declared": declared, "first": first, "later": later},
                )
            )
            first = False
    for attacker, blockers in newly.items():
        events.append(_blocked_event(kernel, combat, attacker, blockers))
    if declared:
        events += [Event("unblocked", object_ref(each)) for each in combat.attackers if each not in combat.blocked]
    happen(kernel, events, kernel.state.touch)


def _band_of(combat: Combat, attacker: int) -> list[int]:
    return next((band for band in combat.bands if attacker in band), [attacker])


def _blocked_event(kernel: Kernel, combat: Combat, attacker: int, new: list[str]) -> Event:
    total = [object_ref(blocker) for blocker, attackers in combat.blockers.items() if attacker in attackers]
    before = len(total) - len(new)
    again = attacker in combat.became_blocked
    if attacker not in combat.blocked:
        combat.blocked.append(attacker)
    if attacker not in combat.became_blocked:
        combat.became_blocked.append(attacker)
    highest = combat.counted.get(attacker, 0)
    combat.counted[attacker] = max(highest, len(total))
    return Event(
        "blocked",
        object_ref(attacker),
        amount=len(total),
        facts={"by": total, "new": new, "before": before, "again": again, "most before": highest},
    )


def become_blocked(kernel: Kernel, attackers: list[int]) -> None:
    """An effect makes attacking creatures blocked, by no creature."""
    combat = _combat(kernel)
    events = [
        _blocked_event(kernel, combat, each, [])
        for each in attackers
        if each in combat.attackers and each not in combat.blocked
    ]
    for event in events:
        kernel.note(f"{kernel.label(event.ref)} becomes blocked", "becomes_blocked")
    happen(kernel, events, kernel.state.touch)


def make_block(kernel: Kernel, blocker: int, attacker: int) -> None:
    """An effect makes a creature block an attacker: it was not declared as a blocker."""
    kernel.note(f"{kernel.label(blocker)} is made to block {kernel.label(attacker)}", "block_legality")
    _block(kernel, _combat(kernel), {blocker: [attacker]}, declared=False)
