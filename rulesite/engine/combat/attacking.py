"""Declaring attackers: which creatures can attack, which must, and what the declaration does."""

from __future__ import annotations

from rulesite.engine.abilities.player_rules import PlayerCant
from rulesite.engine.abilities.restrictions import CanAttackDespite, CantAttack
from rulesite.engine.casting.payments import controlled_since_turn_began
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.happening.batch import commit, happen
from rulesite.engine.seating.whom_to_attack import why_not_reach
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import Combat, object_ref, player_ref, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.teams import attacked_with, takes_turn

from .combat_taxes import pay_taxes
from .requirements import unobeyed_attack


def why_not_attack(kernel: Kernel, thing_id: int, defender: str) -> tuple[str, str]:
    """The reason why a creature cannot attack a player and the concept behind it; empty when it can.

    The reason does not look at what else attacks ("can't attack alone" is checked with the whole declaration).
    """
    thing = kernel.thing(thing_id)
    if thing is None:
        return f"{kernel.label(thing_id)} is not in play any more", "attack_requirements"
    found = look(kernel, thing_id)
    player = found.controller
    words = keywords(found)
    ref = object_ref(thing_id)
    despite = {change.despite for change, _ in changes_on(kernel, ref, CanAttackDespite)}
    if thing.zone != "battlefield" or "creature" not in found.types:
        return f"{thing.label} is no creature in play", "attack_requirements"
    if not takes_turn(kernel.state, player):
        return f"{kernel.state.active} does not control {thing.label}", "attack_requirements"
    if thing.tapped:
        return f"{thing.label} is tapped", "attack_requirements"
    fresh = not controlled_since_turn_began(kernel, thing_id, player)
    hasty = ("haste" in words or "haste" in despite) and kernel.has("haste")
    if fresh and not hasty and kernel.has("attack_requirements"):
        return f"{thing.label} has not been under {player}'s control since the turn began", "attack_requirements"
    if "defender" in words and "defender" not in despite and kernel.has("defender"):
        return f"{thing.label} has defender", "defender"
    if kernel.rules.walls_cannot_attack and "Wall" in found.subtypes and "defender" not in despite:
        return f"{thing.label} is a Wall", "attack_requirements"
    if reason := why_not_reach(kernel, player, defender):
        return reason
    return _restricted(kernel, thing_id, defender)


def _restricted(kernel: Kernel, thing_id: int, defender: str) -> tuple[str, str]:
    if not kernel.has("attack_restriction"):
        return "", ""
    ref, label = object_ref(thing_id), kernel.label(thing_id)
    for change, frame in changes_on(kernel, ref, CantAttack):
        attacked = [player_ref(each) for each in attacked_with(kernel, defender)]
        if change.alone or not any(frame.matches(change.whom, each) for each in attacked):
            continue
        if change.unless is None or not frame.holds(change.unless):
            return f"{label} can't attack", "attack_restriction"
    controller = look(kernel, thing_id).controller
    for bar, frame in changes_on(kernel, player_ref(controller), PlayerCant):
        if bar.action == "attack" and bar.limit is None and frame.matches(bar.what, player_ref(defender)):
            return f"{controller} can't attack {defender}", "attack_restriction"
    for each in attacked_with(kernel, defender):
        for bar, frame in changes_on(kernel, player_ref(each), PlayerCant):
            if bar.action == "be attacked" and frame.matches(bar.what, ref):
                return f"{each} can't be attacked by {label}", "attack_restriction"
    return "", ""


def declare_attackers(kernel: Kernel, attackers: dict[int, str], bands: list[list[int]]) -> None:
    """Declare attackers (object id to defending player), all at once.

    Raises :class:`IllegalAction` when the whole declaration is illegal.
    """
    state = kernel.state
    late = state.step != "declare attackers" or (state.combat is not None and state.combat.attackers)
    if late and kernel.has("declare_attackers"):
        raise kernel.illegal(
            "attackers are declared once, at the beginning of the declare attackers step", "declare_attackers"
        )
    for thing_id, defender in attackers.items():
        reason, concept = why_not_attack(kernel, thing_id, defender)
        if reason:
            raise kernel.illegal(reason, concept)
    _check_whole(kernel, attackers)
    _check_bands(kernel, attackers, bands)
    combat = state.combat or Combat()
    state.combat = combat
    pay_taxes(kernel, attackers)
    combat.attackers = dict(attackers)
    combat.attacked = bool(attackers)
    combat.bands = [list(band) for band in bands]
    state.touch()
    kernel.note(
        f"{state.active} attacks with {', '.join(kernel.label(each) for each in attackers) or 'nothing'}",
        "declare_attackers",
    )
    tapping = [
        each for each in attackers if not ("vigilance" in keywords(look(kernel, each)) and kernel.has("vigilance"))
    ]
    commit(
        kernel, [Event("tap", object_ref(each), player=state.active) for each in tapping if kernel.has("attack_taps")]
    )
    events = [
        Event(
            "attack",
            object_ref(each),
            player_ref(defender),
            player=look(kernel, each).controller,
            facts={"alone": len(attackers) == 1, "types": sorted(look(kernel, each).types)},
        )
        for each, defender in attackers.items()
    ]
    if attackers:
        events.append(
            Event(
                "attackers",
                player_ref(state.active),
                player=state.active,
                amount=len(attackers),
                facts={"with": [object_ref(each) for each in attackers]},
            )
        )
    happen(kernel, events)


def join_attack(kernel: Kernel, thing: Thing) -> None:
    """A creature that arrives attacking: its controller chooses whom; it was not declared as an attacker."""
    combat = kernel.state.combat
    if combat is None or not takes_turn(kernel.state, thing.controller):
        return
    if "creature" not in look(kernel, thing.id).types:
        return
    foes = [player_ref(name) for name in kernel.state.opponents(thing.controller)]
    chosen = kernel.choose("player", thing.controller, thing.label, "whom it attacks", foes) if len(foes) > 1 else foes
    combat.attackers[thing.id] = ref_player(chosen[0]) or ""
    combat.attacked = True
    kernel.state.touch()
    kernel.note(f"{thing.label} arrives attacking {kernel.label(chosen[0])}", "declare_attackers")


def _check_whole(kernel: Kernel, attackers: dict[int, str]) -> None:
    reason, concept = _restricted_together(kernel, attackers), "attack_restriction"
    if not reason:
        concept = "must_attack"
        reason = unobeyed_attack(
            kernel,
            attackers,
            lambda thing_id, foe: not why_not_attack(kernel, thing_id, foe)[0],
            lambda other: not _restricted_together(kernel, other),
        )
    if reason and kernel.has(concept):
        raise kernel.illegal(reason, concept)


def _restricted_together(kernel: Kernel, attackers: dict[int, str]) -> str:
    """Why these creatures cannot attack together, ``""`` when they can."""
    for thing_id in attackers:
        alone = any(change.alone for change, _ in changes_on(kernel, object_ref(thing_id), CantAttack))
        if alone and len(attackers) == 1:
            return f"{kernel.label(thing_id)} can't attack alone"
    for bar, frame in changes_on(kernel, player_ref(kernel.state.active), PlayerCant):
        if bar.action == "attack" and bar.limit is not None:
            fitting = [each for each in attackers.values() if frame.matches(bar.what, player_ref(each))]
            if len(fitting) > bar.limit:
                return f"no more than {bar.limit} creatures can attack"
    return ""


def _check_bands(kernel: Kernel, attackers: dict[int, str], bands: list[list[int]]) -> None:
    """A band is any number of creatures with banding and at most one without."""
    for band in bands:
        without = [each for each in band if "banding" not in keywords(look(kernel, each))]
        if len(without) > 1 or not all(each in attackers for each in band) or not kernel.has("banding"):
            raise kernel.illegal("a band has at most one creature without banding", "banding")
