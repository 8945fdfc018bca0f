"""Combat damage: assigning it, on the stack or not, and dealing it."""

from __future__ import annotations

from rulesite.engine.abilities.restrictions import AssignsDamageByToughness, AssignsNoDamage, MayAssignAsUnblocked
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.effects.damage_results import damage_to_destroy
from rulesite.engine.events.damage import deal, marks
from rulesite.engine.state.ability_record import AbilityRecord
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.combat_view import defender_of
from rulesite.engine.state.event import damage
from rulesite.engine.state.game_state import Combat, object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Play
from rulesite.engine.state.zones import put_ability_on_stack

Assignment = list[tuple[int, str, int]]


def has_first_strike(kernel: Kernel) -> bool:
    """Whether a first combat damage step is needed."""
    combat = kernel.state.combat
    if combat is None or not kernel.has("first_strike"):
        return False
    return any(
        {"first strike", "double strike"} & set(keywords(look(kernel, each)))
        for each in [*combat.attackers, *combat.blockers]
    )


def _strikes(kernel: Kernel, combat: Combat, thing_id: int, first: bool) -> bool:
    words = keywords(look(kernel, thing_id))
    if first:
        return "first strike" in words or "double strike" in words
    return thing_id not in combat.dealt_first or ("double strike" in words and kernel.has("double_strike"))


def combat_damage(kernel: Kernel, first: bool) -> None:
    """Assign combat damage for this step, and put it on the stack or deal it."""
    combat = kernel.state.combat
    if combat is None:
        return
    shares: dict[int, dict[str, int]] = {}
    divided = []
    for thing_id in [*combat.attackers, *combat.blockers]:
        if _strikes(kernel, combat, thing_id, first):
            given = _without_choice(kernel, combat, thing_id)
            if given is None:
                divided.append(thing_id)
            shares[thing_id] = _divide(kernel, combat, thing_id) if given is None else given
            if first:
                combat.dealt_first.append(thing_id)
    assigned = [(thing_id, ref, share) for thing_id, given in shares.items() for ref, share in given.items() if share]
    for thing_id in divided:
        reason, concept = why_not_assign(kernel, combat, thing_id, shares[thing_id], assigned)
        if reason:
            raise kernel.illegal(reason, concept)
    for source, to, amount in assigned:
        kernel.note(f"{kernel.label(source)} assigns {amount} damage to {kernel.label(to)}", "assign_damage")
    if kernel.rules.combat_damage_on_stack and kernel.has("damage_on_stack"):
        bound = Bindings(kernel.state.active, record=AbilityRecord(assigned=list(assigned)))
        put_ability_on_stack(kernel, "combat damage", kernel.state.active, Play(bound, None, "", "combat damage"))
        kernel.note("combat damage goes on the stack", "damage_on_stack")
        return
    deal_assigned(kernel, assigned)


def deal_assigned(kernel: Kernel, assigned: Assignment) -> None:
    """Deal assigned combat damage, all at one time; if it was on the stack, also that of a creature that is gone."""
    deal(kernel, [damage(source, to, amount, combat=True) for source, to, amount in assigned])


def strength(kernel: Kernel, thing_id: int) -> int:
    """How much combat damage a creature assigns."""
    ref, found, combat = object_ref(thing_id), look(kernel, thing_id), kernel.state.combat
    if changes_on(kernel, ref, AssignsNoDamage):
        return 0
    blocks = combat is not None and thing_id in combat.blockers
    if blocks and kernel.state.things[thing_id].tapped and not kernel.rules.tapped_blockers_strike:
        return 0
    return (found.toughness if changes_on(kernel, ref, AssignsDamageByToughness) else found.power) or 0


def recipients(kernel: Kernel, combat: Combat, thing_id: int) -> list[str]:
    """The recipients to which a creature may assign combat damage."""
    if thing_id in combat.attackers:
        words = keywords(look(kernel, thing_id))
        over = OVER in words and kernel.has("trample_over_planeswalkers")
        defenders = _attacked(kernel, combat, thing_id, over)
        if thing_id not in combat.blocked:
            return defenders
        blockers = [object_ref(each) for each, attackers in combat.blockers.items() if thing_id in attackers]
        tramples = ("trample" in words and kernel.has("trample")) or over
        return [*_ordered(combat, thing_id, blockers), *(defenders if tramples else [])]
    return [object_ref(each) for each in combat.blockers.get(thing_id, []) if each in combat.attackers]


OVER = "trample over planeswalkers"


def _attacked(kernel: Kernel, combat: Combat, thing_id: int, over: bool) -> list[str]:
    """The recipients of an unblocked attacker's damage: the player, or the planeswalker or battle if it is still there,
    and with trample over planeswalkers (``over``) also the player who defends a planeswalker, be it there or not
    (702.19c, 702.19e in 2026-06-19); none if it attacks nothing."""
    player = combat.attackers[thing_id]
    here = not kernel.state.players[player].lost and kernel.has("damage_to_player")
    if thing_id not in combat.walkers or not kernel.has("attack_planeswalkers"):
        return [player_ref(player)] if here else []
    walker = combat.walkers[thing_id]
    there = [object_ref(walker)] if defender_of(kernel, walker) == player else []
    over = over and here and thing_id not in combat.battles
    return [*there, *([player_ref(player)] if over else [])]


def _ordered(combat: Combat, thing_id: int, blockers: list[str]) -> list[str]:
    order = [object_ref(each) for each in combat.order.get(thing_id, [])]
    return [ref for ref in order if ref in blockers] + [ref for ref in blockers if ref not in order]


def _without_choice(kernel: Kernel, combat: Combat, thing_id: int) -> dict[str, int] | None:
    """A creature's assignment if nobody divides its damage; None if somebody does."""
    total = strength(kernel, thing_id)
    options = recipients(kernel, combat, thing_id)
    if total > 0 and _as_unblocked(kernel, combat, thing_id):
        return dict.fromkeys(_attacked(kernel, combat, thing_id, False), total)
    if total <= 0 or not options:
        return {}
    return {options[0]: total} if len(options) == 1 else None


def _divide(kernel: Kernel, combat: Combat, thing_id: int) -> dict[str, int]:
    """The division of a creature's combat damage, by the player who divides it."""
    divider, options = who_divides(kernel, combat, thing_id), recipients(kernel, combat, thing_id)
    return kernel.choose_division(
        "damage", divider, kernel.label(thing_id), "divide its combat damage", options, strength(kernel, thing_id)
    )


def _as_unblocked(kernel: Kernel, combat: Combat, thing_id: int) -> bool:
    """Whether a blocked attacker assigns its damage as though it were not blocked, by choice of the player who may."""
    if thing_id not in combat.blocked or thing_id not in combat.attackers:
        return False
    attacker = look(kernel, thing_id).controller
    changes = changes_on(kernel, object_ref(thing_id), MayAssignAsUnblocked)
    players = dict.fromkeys(attacker if change.by_controller else frame.controller for change, frame in changes)
    question = "assign damage as though it weren't blocked"
    return any(kernel.ask("may", player, kernel.label(thing_id), question) for player in players)


def who_divides(kernel: Kernel, combat: Combat, thing_id: int) -> str:
    """The player who divides a creature's damage: its controller, or the other side where banding is involved."""
    attacking = thing_id in combat.attackers
    facing = [ref_id(ref) or 0 for ref in recipients(kernel, combat, thing_id) if ref_id(ref)]
    banding = any("banding" in keywords(look(kernel, each)) for each in facing)
    if banding and kernel.has("banding_damage"):
        return combat.attackers[thing_id] if attacking else kernel.state.active
    return look(kernel, thing_id).controller


def why_not_assign(
    kernel: Kernel,
    combat: Combat,
    thing_id: int,
    shares: dict[str, int],
    others: Assignment | None = None,
) -> tuple[str, str]:
    """Why a division of a creature's combat damage is illegal, and the concept behind it; empty when it is legal.

    ``shares`` maps references to amounts. ``others`` are the other assignments in the same step: they count towards
    lethal damage, whatever the order of the choices.
    """
    if not kernel.has("assign_damage"):
        return "", ""
    total, label = strength(kernel, thing_id), kernel.label(thing_id)
    allowed = recipients(kernel, combat, thing_id)
    if any(ref not in allowed for ref, share in shares.items() if share) or any(x < 0 for x in shares.values()):
        return f"{label} cannot assign damage there", "assign_damage"
    if sum(shares.values()) != total:
        return f"{label} has {total} damage to assign, not {sum(shares.values())}", "assign_damage"
    walker = object_ref(combat.walkers.get(thing_id, 0))
    creatures = [ref for ref in allowed if ref_id(ref) is not None and ref != walker]
    missing = [ref for ref in creatures if shares.get(ref, 0) < lethal(kernel, thing_id, ref, others or [])]
    beyond = sum(share for ref, share in shares.items() if ref not in creatures)
    if beyond and missing and thing_id in combat.blocked and kernel.has("trample_lethal"):
        return (
            f"{label} must assign lethal damage to {', '.join(map(kernel.label, missing))} before the player",
            "trample_lethal",
        )
    to_player = sum(share for ref, share in shares.items() if ref_id(ref) is None)
    if to_player and walker in allowed and shares.get(walker, 0) < _loyalty_left(kernel, thing_id, walker, others):
        return (
            f"{label} must assign {kernel.label(walker)} damage equal to its loyalty before the player",
            "trample_over_planeswalkers",
        )
    touches = "deathtouch" in marks(kernel, thing_id) and not kernel.rules.deathtouch_is_lethal
    free = (
        touches
        or kernel.rules.damage_order == "free"
        or who_divides(kernel, combat, thing_id) != look(kernel, thing_id).controller
    )
    if not free and not _in_some_order(kernel, combat, thing_id, creatures, shares, missing):
        return f"{label} must assign lethal damage to one blocker before the next", "assign_damage"
    return "", ""


def _in_some_order(
    kernel: Kernel,
    combat: Combat,
    thing_id: int,
    creatures: list[str],
    shares: dict[str, int],
    missing: list[str],
) -> bool:
    """Whether a division follows a damage assignment order: each creature has lethal damage before the next gets any.

    If no order was announced, any fitting order is enough, because the same player announces it.
    """
    if thing_id in combat.order:
        return not any(
            ref in missing and any(shares.get(later, 0) for later in creatures[position + 1 :])
            for position, ref in enumerate(creatures)
        )
    return sum(1 for ref in missing if shares.get(ref, 0)) <= 1


def _loyalty_left(kernel: Kernel, thing_id: int, walker: str, assigned: Assignment | None) -> int:
    """How much damage must be assigned to a planeswalker before its controller: its loyalty less what others assign to
    it in the same step (702.19c and e)."""
    loyalty = kernel.state.things[ref_id(walker) or 0].counters.get("loyalty", 0)
    return max(0, loyalty - _from_others(assigned or [], thing_id, walker))


def _from_others(assigned: Assignment, thing_id: int, ref: str) -> int:
    return sum(amount for source, to, amount in assigned if to == ref and source != thing_id)


def lethal(kernel: Kernel, thing_id: int, ref: str, assigned: Assignment) -> int:
    """How much damage must be assigned to a creature: its toughness less the damage it has and is already assigned.

    Prevention and the like are ignored. Any damage that another source with deathtouch assigns to it is lethal damage
    (702.2c in 2026-06-19).
    """
    target, deadly = kernel.state.things[ref_id(ref) or 0], kernel.rules.deathtouch_is_lethal
    if deadly and any(
        to == ref and source != thing_id and "deathtouch" in marks(kernel, source) for source, to, _ in assigned
    ):
        return 0
    left = max(0, damage_to_destroy(kernel, target.id) - target.damage - _from_others(assigned, thing_id, ref))
    if left and deadly and "deathtouch" in marks(kernel, thing_id):
        return 1
    return left
