"""State-based actions (effects, until 2009), which the game itself does before a player gets priority."""

from __future__ import annotations

from rulesite.engine.abilities.restrictions import HoldsCounters, NoLegendRule
from rulesite.engine.effects.attaching import can_attach
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.effects.damage_results import damage_to_destroy
from rulesite.engine.effects.forbidden import kept_from_losing
from rulesite.engine.events.batch import commit
from rulesite.engine.faces.prepared_permanents import remains_prepared
from rulesite.engine.players.commander import commander_losses, commanders_put_back
from rulesite.engine.seating.range_of_influence import in_range
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.teams import counters_of, deadly_poison, life_of
from rulesite.engine.state.zones import battlefield, remove

from .battles import battles_over
from .bestowed import bestowed_no_more, is_bestowed
from .dungeons import dungeons_over
from .sagas import sagas_over

_LEGEND_SINCE, _WORLD_SINCE = "legend since", "world since"
"""Memory keys: what a permanent has been (a Legend with its name, a world permanent), and since when."""


def check_state(kernel: Kernel) -> bool:
    """Do every applicable state-based action as one event; returns whether there was any."""
    if not kernel.has("state_based_action"):
        return False
    events = [
        *commander_losses(kernel),
        *(move(each.id, "command", "state-based", why="commander_returns") for each in commanders_put_back(kernel)),
        *(_players(kernel) + _creatures(kernel) + _planeswalkers(kernel) + _attachments(kernel)),
        *_roles(kernel),
        *(_legends(kernel) + _worlds(kernel) + _counters(kernel) + sagas_over(kernel) + battles_over(kernel)),
        *dungeons_over(kernel),
    ]
    done = bool(_ceasing(kernel))
    for thing in battlefield(kernel):  # such damage counts until the next check only (704.5h)
        thing.deathtouched = False
    unique: dict[tuple[str, str, str], Event] = {}
    for event in events:
        unique.setdefault((event.kind, event.ref, str(event.facts.get("counter", ""))), event)
    return bool(commit(kernel, unique.values())) or done


def lose_as_phase_ends(kernel: Kernel) -> None:
    """Where life was looked at between phases only, have the players without life lose (G.22.3 in D'Angelo's summary
    of the Fifth Edition)."""
    if kernel.rules.life_looked_at == "phase":
        commit(kernel, _players(kernel, phase_ends=True))


def _players(kernel: Kernel, phase_ends: bool = False) -> list[Event]:
    found = []
    looks = phase_ends or kernel.rules.life_looked_at == "always"
    for name, player in kernel.state.players.items():
        if player.lost:
            continue
        why, concept = "", ""
        life, poison = life_of(kernel.state, name), counters_of(kernel, name, "poison").get("poison", 0)
        if looks and life <= 0 and kernel.has("no_life") and not kept_from_losing(kernel, name, life):
            why, concept = "0 or less life", "no_life"
        elif player.drew_from_empty and kernel.has("empty_library"):
            why, concept = "drew from an empty library", "empty_library"
        elif poison >= deadly_poison(kernel, name) and kernel.has("poison"):
            why, concept = f"{poison} poison counters", "poison"
        player.drew_from_empty = False
        if why:
            found.append(Event("lose_game", player_ref(name), player=name, facts={"why": why, "concept": concept}))
    return found


def _creatures(kernel: Kernel) -> list[Event]:
    found = []
    for thing in battlefield(kernel):
        seen = look(kernel, thing.id)
        if "creature" not in seen.types:
            continue
        toughness = seen.toughness or 0
        if toughness <= 0:
            if kernel.has("no_toughness"):
                kernel.note(f"{thing.label} has toughness {toughness}", "no_toughness")
                found.append(move(thing.id, "graveyard", "state-based", why="no_toughness"))
        elif kernel.has("lethal_damage") and (
            thing.damage >= damage_to_destroy(kernel, thing.id) or thing.deathtouched
        ):
            kernel.note(f"{thing.label} has lethal damage ({thing.damage} for toughness {toughness})", "lethal_damage")
            found.append(Event("destroy", object_ref(thing.id), tags=("state-based",), facts={"why": "lethal_damage"}))
    return found


def _planeswalkers(kernel: Kernel) -> list[Event]:
    found = []
    for thing in battlefield(kernel):
        if "planeswalker" not in look(kernel, thing.id).types or thing.counters.get("loyalty", 0):
            continue
        if kernel.has("no_loyalty"):
            kernel.note(f"{thing.label} has loyalty 0", "no_loyalty")
            found.append(move(thing.id, "graveyard", "state-based", why="no_loyalty"))
    return found


def _worlds(kernel: Kernel) -> list[Event]:
    """The losses among several world permanents: only the newest stays, or none in case of a tie."""
    worlds = []
    for each in battlefield(kernel):
        is_world = "world" in look(kernel, each.id).supertypes
        _note_since(kernel, each, _WORLD_SINCE, "world" if is_world else "")
        worlds += [each] if is_world else []
    if len(worlds) < 2 or not kernel.has("world_rule"):
        return []
    since = {each.id: _since(each, _WORLD_SINCE) for each in worlds}
    gone = []
    for each in worlds:
        near = _seen_from(kernel, each, worlds, "range_worlds")
        newest = max(since[other.id] for other in near)
        if len(near) > 1 and (since[each.id] < newest or sum(since[other.id] == newest for other in near) > 1):
            gone.append(each)
    if gone:
        kernel.note(f"there are {len(worlds)} world permanents", "world_rule")
    return [move(each.id, "graveyard", "state-based", why="world_rule") for each in gone]


def _note_since(kernel: Kernel, thing: Thing, key: str, what: str) -> None:
    """Remember since when a permanent has been ``what`` without a break; ``""`` if it is not."""
    if not what:
        thing.remembers.pop(key, None)
    elif thing.remembers.get(key, ["", 0])[0] != what:
        thing.remembers[key] = [what, kernel.state.batches]


def _since(thing: Thing, key: str) -> tuple[int, int]:
    """Since when a permanent has been so, to be compared with others: of those that were first seen so together, the
    one that arrived (or phased in) first has been so for longer."""
    return max(thing.remembers[key][1], thing.arrived), thing.arrived


def _seen_from(kernel: Kernel, one: Thing, things: list[Thing], concept: str) -> list[Thing]:
    """A permanent and those of the others that are within its controller's range of influence."""
    if not kernel.state.options.ranges or not kernel.has(concept):
        return things
    player = look(kernel, one.id).controller
    return [each for each in things if each is one or in_range(kernel, player, object_ref(each.id))]


def _attachments(kernel: Kernel) -> list[Event]:
    found = []
    for thing in battlefield(kernel):
        seen = look(kernel, thing.id)
        legal = bool(thing.attached_to) and can_attach(kernel, thing.id, thing.attached_to)
        if is_bestowed(thing) and not legal:
            bestowed_no_more(kernel, thing)
            found.append(Event("attach", object_ref(thing.id), ""))
        elif "Aura" in seen.subtypes and kernel.has("illegal_aura") and (not legal or "creature" in seen.types):
            kernel.note(f"{thing.label} is attached to nothing that it may be attached to", "illegal_aura")
            found.append(move(thing.id, "graveyard", "state-based", why="illegal_aura"))
        elif "Aura" not in seen.subtypes and thing.attached_to and not legal:
            concept = "illegal_equipment" if seen.subtypes & {"Equipment", "Fortification"} else "nothing_to_attach"
            if not kernel.has(concept):
                continue
            kernel.note(f"{thing.label} becomes unattached", concept)
            found.append(Event("attach", object_ref(thing.id), ""))
    return found


def _roles(kernel: Kernel) -> list[Event]:
    """All but the newest of several Roles of one player on one permanent (704.5y in 2023-09-01)."""
    held: dict[tuple[str, str], list[Thing]] = {}
    for thing in battlefield(kernel):
        if thing.attached_to and "Role" in thing.card.subtypes:
            seen = look(kernel, thing.id)
            held.setdefault((thing.attached_to, seen.controller), []).append(thing)
    older = [thing for roles in held.values() for thing in sorted(roles, key=lambda each: each.timestamp)[:-1]]
    if not older or not kernel.has("one_role"):
        return []
    kernel.note(f"there is a newer Role than {', '.join(thing.label for thing in older)}", "one_role")
    return [move(thing.id, "graveyard", "state-based", why="one_role") for thing in older]


def _legends(kernel: Kernel) -> list[Event]:
    """Legendary permanents of one name and, from 2007 to 2017, planeswalkers that share a planeswalker type."""
    names: dict[str, list[Thing]] = {}
    kinds: dict[str, list[Thing]] = {}
    for thing in battlefield(kernel):
        seen = look(kernel, thing.id)
        by_type = kernel.rules.legend_is == "creature type" and "Legend" in seen.subtypes
        legendary = "legendary" in seen.supertypes or by_type
        if (legendary or _LEGEND_SINCE in thing.remembers) and kernel.rules.legend_rule == "oldest":
            _note_since(kernel, thing, _LEGEND_SINCE, seen.name if legendary else "")
        if legendary and not changes_on(kernel, object_ref(thing.id), NoLegendRule):
            names.setdefault(seen.name, []).append(thing)
        for subtype in seen.subtypes if "planeswalker" in seen.types else ():
            kinds.setdefault(subtype, []).append(thing)
    legends, walkers = _together(names), _together(kinds)
    found = []
    if legends:
        found += _only_one(kernel, legends, kernel.rules.legend_rule, "legend_rule", "legendary permanents called")
    if walkers:
        rule = kernel.rules.planeswalker_rule
        found += _only_one(kernel, walkers, rule, "planeswalker_rule", "planeswalkers of the type")
    return found


def _together(groups: dict[str, list[Thing]]) -> dict[str, list[Thing]]:
    return {name: group for name, group in groups.items() if len(group) > 1}


def _only_one(kernel: Kernel, groups: dict[str, list[Thing]], rule: str, concept: str, what: str) -> list[Event]:
    """The moves to the graveyard from each group that may not be together: all but the oldest, all, or all but one that
    each controller keeps."""
    if rule == "none" or not kernel.has(concept):
        return []
    found = []
    for name, group in sorted(groups.items()):
        if rule != "one":
            group = [each for each in group if len(_seen_from(kernel, each, group, "range_legends")) > 1]
        owners = sorted({look(kernel, each.id).controller for each in group}) if rule == "one" else [""]
        for owner in owners:
            things = [each for each in group if owner in ("", look(kernel, each.id).controller)]
            if not things or (len(things) < 2 and rule != "all"):
                continue
            kernel.note(f"there are {len(things)} {what} {name}", concept)
            keep: list[int] = []
            if rule == "oldest":
                keep = _oldest(things)
            elif rule == "one":
                options = [object_ref(each.id) for each in things]
                keep = kernel.same(kernel.choose("legend", owner, name, "which one to keep", options))
            found += [move(each.id, "graveyard", "state-based", why=concept) for each in things if each.id not in keep]
    return found


def _oldest(things: list[Thing]) -> list[int]:
    """The permanent that has been a Legend or legendary with its name the longest; none if several became so at one
    time. Those set up before the first action came in their order."""
    since = {each.id: _since(each, _LEGEND_SINCE) for each in things}
    first = min(things, key=lambda each: (since[each.id], each.timestamp))
    tied = [each for each in things if since[each.id] == since[first.id]]
    return [first.id] if len(tied) == 1 or not first.arrived else []


def _counters(kernel: Kernel) -> list[Event]:
    found = []
    for thing in battlefield(kernel):
        pairs = min(thing.counters.get("+1/+1", 0), thing.counters.get("-1/-1", 0))
        if pairs and kernel.rules.counters_annihilate and kernel.has("counters_annihilate"):
            kernel.note(f"{pairs} +1/+1 and -1/-1 counters on {thing.label} remove each other", "counters_annihilate")
            found += [
                Event("counters", object_ref(thing.id), amount=-pairs, facts={"counter": kind})
                for kind in ("+1/+1", "-1/-1")
            ]
        found += _counters_beyond(kernel, thing)
    return found


def _counters_beyond(kernel: Kernel, thing: Thing) -> list[Event]:
    """The removal of the counters that a permanent has beyond the most that it can have."""
    most: dict[str, int] = {}
    for change, _ in changes_on(kernel, object_ref(thing.id), HoldsCounters):
        most[change.kind] = min(change.most, most.get(change.kind, change.most))
    found = []
    for kind, limit in most.items():
        beyond = thing.counters.get(kind, 0) - limit
        if beyond > 0 and kernel.has("most_counters"):
            kernel.note(f"{thing.label} can't have more than {limit} {kind} counters on it", "most_counters")
            found.append(Event("counters", object_ref(thing.id), amount=-beyond, facts={"counter": kind}))
    return found


def _ceasing(kernel: Kernel) -> list[Thing]:
    """The tokens outside play and copies of spells off the stack, which cease to exist."""
    if not kernel.has("token_gone"):
        return []
    gone = [
        thing
        for thing in list(kernel.state.things.values())
        if (thing.kind == "token" and thing.zone != "battlefield")
        or (thing.kind == "token" and thing.phased_out and not kernel.rules.phased_tokens_stay)
        or (thing.kind == "copy" and thing.zone not in ("stack", "battlefield") and not remains_prepared(kernel, thing))
    ]
    for thing in gone:
        kernel.note(f"{thing.label} is a {thing.kind} outside play and ceases to exist", "token_gone")
        remove(kernel, thing)
    return gone
