"""Declaring blockers, and effects that make a creature blocked or make one block."""

from __future__ import annotations

from rulesite.engine.abilities.player_rules import PlayerCant
from rulesite.engine.abilities.restrictions import CantBeBlocked, CantBlock
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.events.batch import happen
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import Combat, object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.teams import attacked_with, defending_with
from rulesite.engine.state.zones import battlefield

from .combat_taxes import pay_taxes
from .evasion import additional_blocks, why_not_block
from .requirements import lacks_company, unobeyed_block


def _check_hidden(kernel: Kernel, blocks: dict[int, list[int]]) -> None:
    """Raise :class:`NotModelled` for blocks of or by face-down creatures, which the Fifth Edition settled after the
    declaration (E.5.4 of D'Angelo's summary of 1999)."""
    involved = {each for blocker, attackers in blocks.items() for each in (blocker, *attackers)}
    things = [thing for each in involved if (thing := kernel.thing(each)) is not None and thing.face_down]
    if things and kernel.rules.face_down_is == "hidden":
        raise NotModelled(f"the block of {things[0].label}, which is face down, as the Fifth Edition had it")


def declare_blockers(kernel: Kernel, player: str, blocks: dict[int, list[int]]) -> None:
    """A defending player or team declares blockers (blocker to the attackers that it blocks), all at once.

    Raises :class:`IllegalAction` when the whole declaration is illegal.
    """
    combat = _combat(kernel)
    late = kernel.state.step != "declare blockers" or player in combat.declared
    if late and kernel.has("declare_blockers"):
        raise kernel.illegal(
            "blockers are declared once, at the beginning of the declare blockers step", "declare_blockers"
        )
    _check_hidden(kernel, blocks)
    for blocker, attackers in blocks.items():
        _check_number(kernel, blocker, attackers)
        for attacker in attackers:
            if attacker not in combat.attackers:
                raise kernel.illegal(f"{kernel.label(attacker)} is not attacking", "block_legality")
            reason, concept = why_not_block(kernel, blocker, attacker)
            if reason:
                raise kernel.illegal(reason, concept)
    _check_whole(kernel, combat, player, blocks)
    pay_taxes(kernel, dict.fromkeys(blocks, player), block=True)
    combat.declared += defending_with(kernel, player)
    for blocker, attackers in blocks.items():
        kernel.note(
            f"{kernel.label(blocker)} blocks {', '.join(kernel.label(each) for each in attackers)}", "declare_blockers"
        )
    _block(kernel, combat, blocks, player)


def still_to_declare(kernel: Kernel) -> list[str]:
    """The defending players who have not declared blockers yet, in turn order."""
    combat = kernel.state.combat
    if combat is None or kernel.state.step != "declare blockers":
        return []
    attacked = {each for name in combat.attackers.values() for each in defending_with(kernel, name)}
    waiting = [each for each in kernel.state.turn_order() if each in attacked and each not in combat.declared]
    return [each for each in waiting if each == next(one for one in waiting if one in defending_with(kernel, each))]


def _combat(kernel: Kernel) -> Combat:
    if kernel.state.combat is None:
        raise kernel.illegal("there is no combat", "declare_blockers")
    return kernel.state.combat


def _check_number(kernel: Kernel, blocker: int, attackers: list[int]) -> None:
    more = additional_blocks(kernel, blocker)
    if more is not None and len(attackers) > 1 + more:
        raise kernel.illegal(f"{kernel.label(blocker)} can block {1 + more} creature", "block_legality")


def _check_whole(kernel: Kernel, combat: Combat, player: str, blocks: dict[int, list[int]]) -> None:
    reason, concept = _restricted_together(kernel, combat, blocks)
    if not reason:
        concept = "must_block"
        reason = unobeyed_block(
            kernel, combat, player, blocks, lambda other: not _restricted_together(kernel, combat, other)[0]
        )
    if reason and kernel.has(concept):
        raise kernel.illegal(reason, concept)


def _all_block(kernel: Kernel, attacked: str, mine: list[int]) -> bool:
    """Whether these are all the creatures of the attacked player."""
    defenders = attacked_with(kernel, attacked)
    theirs = (
        thing.id
        for thing in battlefield(kernel)
        if "creature" in look(kernel, thing.id).types and look(kernel, thing.id).controller in defenders
    )
    return set(theirs) <= set(mine)


def _restricted_together(kernel: Kernel, combat: Combat, blocks: dict[int, list[int]]) -> tuple[str, str]:
    """Why these creatures cannot block together in this way, and the concept behind it; empty when they can."""
    for attacker in combat.attackers:
        mine = [blocker for blocker, attackers in blocks.items() if attacker in attackers]
        for change, _ in changes_on(kernel, object_ref(attacker), CantBeBlocked):
            few = change.minimum is not None and 0 < len(mine) < change.minimum
            many = change.maximum is not None and len(mine) > change.maximum
            if change.but_all and mine and not _all_block(kernel, combat.attackers[attacker], mine):
                return f"{kernel.label(attacker)} can be blocked by all creatures together alone", "evasion"
            if few or many:
                number = f"{len(mine)} creature{'' if len(mine) == 1 else 's'}"
                return f"{kernel.label(attacker)} cannot be blocked by {number}", "evasion"
    for blocker in blocks:
        for cant, frame in changes_on(kernel, object_ref(blocker), CantBlock):
            if cant.alone and len(blocks) == 1:
                return f"{kernel.label(blocker)} can't block alone", "block_restriction"
            if lacks_company(frame, cant, blocker, blocks):
                return f"{kernel.label(blocker)} can't block without the others that it needs", "block_restriction"
        for bar, _ in changes_on(kernel, player_ref(look(kernel, blocker).controller), PlayerCant):
            if bar.action == "block" and bar.limit is not None and len(blocks.keys() | combat.blockers) > bar.limit:
                return f"no more than {bar.limit} creatures can block", "block_restriction"
    return "", ""


def _block(
    kernel: Kernel, combat: Combat, blocks: dict[int, list[int]], player: str = "", arrived: bool = False
) -> None:
    """Set the blocks and record the events: each pair of blocker and attacker, and each attacker that is blocked now.

    ``player`` declares them, if anybody does; ``arrived``: they enter the battlefield blocking. Blocking one member of
    a band blocks all of it.
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
            joined = attacker not in attackers
            if joined:
                combat.joined.setdefault(blocker, []).append(attacker)
            newly.setdefault(attacker, []).append(object_ref(blocker))
            events.append(
                Event(
                    "block",
                    object_ref(blocker),
                    object_ref(attacker),
                    facts={
                        "declared": bool(player),
                        "first": first,
                        "later": later,
                        "joined": joined,
                        "arrived": arrived,
                    },
                )
            )
            first = False
    for attacker, blockers in newly.items():
        events.append(_blocked_event(kernel, combat, attacker, blockers))
    events += [
        Event(
            "unblocked",
            object_ref(each),
            object_ref(combat.walkers[each]) if combat.walkers.get(each) else player_ref(defender),
        )
        for each, defender in combat.attackers.items()
        if player and defender in defending_with(kernel, player) and each not in combat.blocked
    ]
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
    """Make attacking creatures blocked by an effect, without any blocker."""
    combat = _combat(kernel)
    events = [
        _blocked_event(kernel, combat, each, [])
        for each in attackers
        if each in combat.attackers and each not in combat.blocked
    ]
    for event in events:
        kernel.note(f"{kernel.label(event.ref)} becomes blocked", "becomes_blocked")
    happen(kernel, events, kernel.state.touch)


def join_block(kernel: Kernel, arrived: list[int], attackers: list[str]) -> None:
    """Let creatures enter blocking an attacking creature (509.4 in 2018-01-19): they were not declared.

    If its attacker is not attacking, or not attacking its controller, a creature enters without blocking.
    """
    combat = kernel.state.combat
    if combat is None:
        return
    for blocker in arrived:
        faces = defending_with(kernel, look(kernel, blocker).controller)
        mine = [each for ref in attackers if combat.attackers.get(each := ref_id(ref) or 0) in faces]
        if mine and "creature" in look(kernel, blocker).types:
            kernel.note(f"{kernel.label(blocker)} enters blocking {kernel.label(mine[0])}", "block_legality")
            _block(kernel, combat, {blocker: mine}, arrived=True)


def make_block(kernel: Kernel, blocker: int, attacker: int) -> None:
    """Make a creature block an attacker by an effect: it was not declared as a blocker."""
    kernel.note(f"{kernel.label(blocker)} is made to block {kernel.label(attacker)}", "block_legality")
    _block(kernel, _combat(kernel), {blocker: [attacker]})
