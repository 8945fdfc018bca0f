"""Declaring attackers: which creatures can attack, which must, and the results of the declaration."""

from __future__ import annotations

from rulesite.engine.abilities.instructions import KeywordAction
from rulesite.engine.abilities.kinds import StaticAbility
from rulesite.engine.abilities.player_rules import PlayerCant
from rulesite.engine.abilities.predicates import Anything
from rulesite.engine.abilities.references import Self
from rulesite.engine.abilities.restrictions import AttacksOnlyAlone, CanAttackDespite, CantAttack
from rulesite.engine.abilities.static_parts import MayAsAttacks
from rulesite.engine.casting.payments import controlled_since_turn_began, is_sick
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import commit, happen
from rulesite.engine.events.perform import perform
from rulesite.engine.seating.whom_to_attack import why_not_reach
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.combat_view import defender_of
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import Combat, object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Thing
from rulesite.engine.state.teams import active_players, attacked_with, takes_turn
from rulesite.engine.state.zones import battlefield, creatures_of

from .combat_taxes import pay_taxes
from .requirements import lacks_company, unobeyed_attack


def why_not_attack(kernel: Kernel, thing_id: int, defender: str, walker: int = 0) -> tuple[str, str]:
    """The reason why a creature cannot attack a player, or a planeswalker (``walker``) that the player controls, and
    the concept behind it; empty when it can.

    The reason ignores other attackers ("can't attack alone" is checked with the whole declaration).
    """
    thing = kernel.thing(thing_id)
    if thing is None:
        return f"{kernel.label(thing_id)} is not in play any more", "attack_requirements"
    found = look(kernel, thing_id)
    player = found.controller
    words = keywords(found)
    ref = object_ref(thing_id)
    despite = {
        change.despite
        for change, frame in changes_on(kernel, ref, CanAttackDespite)
        if change.whom == Anything() or frame.matches(change.whom, player_ref(defender))
    }
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
    if kernel.rules.walls_cannot_attack and "Wall" in found.subtypes and not despite & {"defender", "Wall"}:
        return f"{thing.label} is a Wall", "attack_requirements"
    if reason := why_not_reach(kernel, player, defender):
        return reason
    foe = defender in kernel.state.opponents(player)
    can = foe and defender_of(kernel, walker) in attacked_with(kernel, defender)
    concept = _attacked_by(kernel, walker)
    if walker and not (kernel.has(concept) and can):
        return f"{kernel.label(walker)} cannot be attacked: {defender} does not defend it", concept
    if not foe:
        return f"{defender} is no opponent of {player} in this game", "declare_attackers"
    return _restricted(kernel, thing_id, defender, walker)


def _attacked_by(kernel: Kernel, walker: int) -> str:
    """The concept by which a permanent, not a player, is attacked."""
    is_battle = kernel.thing(walker) is not None and _is_battle(kernel, walker)
    return "attack_battles" if is_battle else "attack_planeswalkers"


def _restricted(kernel: Kernel, thing_id: int, defender: str, walker: int) -> tuple[str, str]:
    if not kernel.has("attack_restriction"):
        return "", ""
    ref, label = object_ref(thing_id), kernel.label(thing_id)
    for change, frame in changes_on(kernel, ref, CantAttack):
        attacked = [object_ref(walker)] if walker else [player_ref(each) for each in attacked_with(kernel, defender)]
        if change.alone or change.along is not None or not any(frame.matches(change.whom, each) for each in attacked):
            continue
        if change.unless is None or not frame.holds(change.unless):
            return f"{label} can't attack", "attack_restriction"
    controller = look(kernel, thing_id).controller
    for bar, frame in changes_on(kernel, player_ref(controller), PlayerCant):
        if (
            bar.action == "attack"
            and bar.limit is None
            and frame.matches(bar.what, object_ref(walker) if walker else player_ref(defender))
        ):
            return f"{controller} can't attack {defender}", "attack_restriction"
    for each in attacked_with(kernel, defender) if not walker else ():
        for bar, frame in changes_on(kernel, player_ref(each), PlayerCant):
            if bar.action == "be attacked" and frame.matches(bar.what, ref):
                return f"{each} can't be attacked by {label}", "attack_restriction"
    return "", ""


def declare_attackers(
    kernel: Kernel, attackers: dict[int, str], bands: list[list[int]], walkers: dict[int, int] | None = None
) -> None:
    """Declare attackers (object id to defending player), all at once; ``walkers`` are the planeswalkers that some of
    them attack.

    Raises :class:`IllegalAction` when the whole declaration is illegal.
    """
    state, walkers = kernel.state, walkers or {}
    late = state.step != "declare attackers" or (state.combat is not None and state.combat.attackers)
    if late and kernel.has("declare_attackers"):
        raise kernel.illegal(
            "attackers are declared once, at the beginning of the declare attackers step", "declare_attackers"
        )
    for thing_id, defender in attackers.items():
        reason, concept = why_not_attack(kernel, thing_id, defender, walkers.get(thing_id, 0))
        if reason:
            raise kernel.illegal(reason, concept)
    _check_whole(kernel, attackers, walkers)
    _check_bands(kernel, attackers, bands)
    combat = state.combat or Combat()
    state.combat = combat
    pay_taxes(kernel, attackers, walkers=walkers)
    combat.attackers, combat.walkers = dict(attackers), dict(walkers)
    combat.battles = [each for each, walker in walkers.items() if _is_battle(kernel, walker)]
    combat.attacked = bool(attackers)
    combat.bands = [list(band) for band in bands]
    state.touch()
    kernel.note(
        f"{state.active} attacks with {', '.join(kernel.label(each) for each in attackers) or 'nothing'}",
        "declare_attackers",
    )
    for each, walker in walkers.items():
        kernel.note(f"{kernel.label(each)} attacks {kernel.label(walker)}", _attacked_by(kernel, walker))
    tapping = [
        each for each in attackers if not ("vigilance" in keywords(look(kernel, each)) and kernel.has("vigilance"))
    ]
    commit(
        kernel, [Event("tap", object_ref(each), player=state.active) for each in tapping if kernel.has("attack_taps")]
    )
    _exert_some(kernel, attackers)
    events = [
        Event(
            "attack",
            object_ref(each),
            object_ref(walkers[each]) if each in walkers else player_ref(defender),
            player=look(kernel, each).controller,
            facts={"alone": len(attackers) == 1, "types": sorted(look(kernel, each).types)},
        )
        for each, defender in attackers.items()
    ]
    for player in active_players(state):
        mine = {each: foe for each, foe in attackers.items() if look(kernel, each).controller == player}
        events += [_attack_of(kernel, player, mine)] if mine else []
    happen(kernel, events)


def _attack_of(kernel: Kernel, player: str, attackers: dict[int, str]) -> Event:
    """The event of a player's attack with one or more creatures."""
    facts = {
        "with": [object_ref(each) for each in attackers],
        "whom": {object_ref(each): player_ref(defender) for each, defender in attackers.items()},
        "powers": {object_ref(each): look(kernel, each).power or 0 for each in attackers},
    }
    return Event("attackers", player_ref(player), player=player, amount=len(attackers), facts=facts)


def _exert_some(kernel: Kernel, attackers: dict[int, str]) -> None:
    """Exert attackers as they attack, as their controllers like: an optional cost to attack (508.1g in 2018-01-19)."""
    for each in attackers:
        seen = look(kernel, each)
        for held in seen.every_ability:
            parts = held.ability.parts if isinstance(held.ability, StaticAbility) else ()
            actions = {part.action for part in parts if isinstance(part, MayAsAttacks)}
            if "enlist" in actions:
                _enlist(kernel, each, seen.controller, list(attackers))
            if "exert" in actions and kernel.ask("may", seen.controller, kernel.label(each), "exert it as it attacks"):
                perform(Frame(kernel, Bindings(seen.controller, each)), KeywordAction("exert", what=Self()))


def _enlist(kernel: Kernel, attacker: int, player: str, attackers: list[int]) -> None:
    """Tap a creature that does not attack and has no summoning sickness, if its controller likes (702.154a in
    2026-06-19)."""
    there = [
        object_ref(each)
        for each in creatures_of(kernel, player)
        if not kernel.state.things[each].tapped and each not in attackers and not is_sick(kernel, each, player)
    ]
    about = kernel.label(attacker)
    chosen = kernel.choose("enlist", player, about, "which creature it enlists", there, 0, 1) if there else []
    facts = {"keyword": "enlist"}
    commit(kernel, [Event("tap", ref, player=player, source=attacker, tags=("cost",), facts=facts) for ref in chosen])


def join_attack(kernel: Kernel, thing: Thing, at: str = "") -> None:
    """Let a creature arrive attacking: its controller chooses the player or planeswalker (508.4), of the player `at`
    and his or her planeswalkers if one is given; it was not declared as an attacker."""
    combat = kernel.state.combat
    if combat is None or not takes_turn(kernel.state, thing.controller):
        return
    if "creature" not in look(kernel, thing.id).types:
        return
    names = [each for each in kernel.state.opponents(thing.controller) if at in ("", each)]
    if not names:
        return
    foes = [player_ref(name) for name in names]
    if kernel.has("attack_planeswalkers"):
        holders = {each for name in names for each in attacked_with(kernel, name)}
        there = [each.id for each in battlefield(kernel)]
        foes += [object_ref(each) for each in there if defender_of(kernel, each) in holders]
    if at:  # no battles
        foes = [each for each in foes if not (walker := ref_id(each)) or "planeswalker" in look(kernel, walker).types]
    chosen = kernel.choose("player", thing.controller, thing.label, "whom it attacks", foes) if len(foes) > 1 else foes
    walker = ref_id(chosen[0])
    _let_attack(kernel, combat, thing, defender_of(kernel, walker) if walker else ref_player(chosen[0]) or "", walker)
    kernel.note(f"{thing.label} arrives attacking {kernel.label(chosen[0])}", "declare_attackers")


def join_attack_on(kernel: Kernel, thing: Thing, at: str) -> None:
    """Let a creature arrive attacking a player, planeswalker or battle that is still there (506.3a)."""
    combat, walker = kernel.state.combat, ref_id(at)
    if combat is None or "creature" not in look(kernel, thing.id).types:
        return
    there = kernel.thing(walker) if walker else None
    foe = defender_of(kernel, walker) if there is not None and walker else ref_player(at) or ""
    if not foe or foe not in kernel.state.opponents(thing.controller) or (walker and there is None):
        kernel.note(f"{thing.label} does not attack: what it would attack is gone", "declare_attackers")
        return
    _let_attack(kernel, combat, thing, foe, walker)
    kernel.note(f"{thing.label} arrives attacking {kernel.label(at)}", "declare_attackers")


def _let_attack(kernel: Kernel, combat: Combat, thing: Thing, foe: str, walker: int | None) -> None:
    """Let a creature attack a player, or the planeswalker or battle that he or she defends."""
    combat.attackers[thing.id] = foe
    combat.walkers.update({thing.id: walker} if walker else {})
    combat.battles += [thing.id] if walker and _is_battle(kernel, walker) else []
    combat.attacked = True
    kernel.state.touch()


def _is_battle(kernel: Kernel, thing_id: int) -> bool:
    return "battle" in look(kernel, thing_id).types


def _check_whole(kernel: Kernel, attackers: dict[int, str], walkers: dict[int, int]) -> None:
    whom = {each: object_ref(walkers[each]) if each in walkers else player_ref(foe) for each, foe in attackers.items()}
    reason, concept = _restricted_together(kernel, whom), "attack_restriction"
    if not reason:
        concept = "must_attack"
        reason = unobeyed_attack(
            kernel,
            whom,
            lambda thing_id, foe: _could_attack(kernel, thing_id, foe),
            lambda other: not _restricted_together(kernel, other),
        )
    if reason and kernel.has(concept):
        raise kernel.illegal(reason, concept)


def _could_attack(kernel: Kernel, thing_id: int, foe: str) -> bool:
    walker = ref_id(foe) or 0
    return not why_not_attack(kernel, thing_id, ref_player(foe) or defender_of(kernel, walker), walker)[0]


def _restricted_together(kernel: Kernel, attackers: dict[int, str]) -> str:
    """Why these creatures, each of which attacks a player or permanent, cannot attack together, ``""`` when they
    can."""
    for thing_id in attackers:
        if len(attackers) > 1 and changes_on(kernel, object_ref(thing_id), AttacksOnlyAlone):
            return f"{kernel.label(thing_id)} can attack only alone"
        for change, frame in changes_on(kernel, object_ref(thing_id), CantAttack):
            if change.alone and len(attackers) == 1:
                return f"{kernel.label(thing_id)} can't attack alone"
            if lacks_company(frame, change, thing_id, attackers):
                return f"{kernel.label(thing_id)} can't attack without the others that it needs"
    for bar, frame in changes_on(kernel, player_ref(kernel.state.active), PlayerCant):
        if bar.action == "attack" and bar.limit is not None:
            fitting = [each for each in attackers.values() if frame.matches(bar.what, each)]
            if len(fitting) > bar.limit:
                return f"no more than {bar.limit} creatures can attack"
    return ""


def _check_bands(kernel: Kernel, attackers: dict[int, str], bands: list[list[int]]) -> None:
    """Check that each band is any number of creatures with banding and at most one without."""
    for band in bands:
        without = [each for each in band if "banding" not in keywords(look(kernel, each))]
        if len(without) > 1 or not all(each in attackers for each in band) or not kernel.has("banding"):
            raise kernel.illegal("a band has at most one creature without banding", "banding")
