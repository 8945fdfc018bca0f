"""Apply events: change the state once an event really happens.

Only :func:`apply` moves objects and changes damage, life or counters; it returns what happened.
"""

from __future__ import annotations

from rulesite.engine.abilities.changes import SetController
from rulesite.engine.effects.damage_results import counters_of_damage, lethal_damage, life_loss, put_by_damage
from rulesite.engine.effects.entering import also_of
from rulesite.engine.effects.unread import check_read
from rulesite.engine.eras.terminology import to_zone
from rulesite.engine.state import zones
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import BoundMana, object_ref, player_ref, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import UNLOCKED, commander_parts
from rulesite.engine.state.teams import change_life, counters_of

from .doors import unlocking
from .granted_to_spells import go_on_granting, granted_to_cast
from .melded_components import arrange, components


def apply(kernel: Kernel, event: Event) -> list[Event]:
    """Make an event happen; returns it and the events it includes (damage to a player includes a loss of life).

    An event whose object is no longer there does nothing and returns an empty list.
    """
    handler = _HANDLERS.get(event.kind)
    if handler is None:
        return [event]
    kernel.count()
    return handler(kernel, event)


def _move(kernel: Kernel, event: Event) -> list[Event]:
    thing = kernel.thing(event.object_id)
    if thing is None:
        return []
    event.old, event.from_zone = thing.id, thing.zone
    zone, label, owner = event.zone, thing.label, thing.owner
    arrange(kernel, event, thing)
    was_in_combat = kernel.state.combat is not None
    resolved = event.tagged("resolved") and zone == "battlefield"
    follows = resolved and kernel.has("spell_effects_follow")
    granted = granted_to_cast(kernel, thing) if follows else []
    new = zones.move(kernel, thing, zone, event.facts)
    event.new = new.id
    if zone == "battlefield":
        check_read(new)
        kernel.state.effects += also_of(kernel, event, new)
    if follows:
        _follow(kernel, object_ref(event.old), object_ref(new.id))
        if _is_controlled_by_effect(kernel, object_ref(new.id)):
            new.controller = thing.controller  # who put the spell on the stack controls it by default (110.2b)
    for held in granted:
        go_on_granting(kernel, held, new)
    if was_in_combat:
        zones.leave_combat(kernel, event.old)
    if thing.kind == "token" and event.from_zone == zones.NOWHERE:
        kernel.note(f"{new.controller} gets the token {label}{_how_it_is(new)}", "new_object")
        return [event, Event("token", object_ref(new.id), player=new.controller)]
    reason = {
        "destroy": "is destroyed and ",
        "sacrifice": "is sacrificed and ",
        "discard": "is discarded and ",
        "counter": "is countered and ",
    }
    how = next((text for tag, text in reason.items() if event.tagged(tag)), "")
    if event.tagged("draw"):
        kernel.note(f"{owner} draws {label}", "draw_one_at_a_time")
    else:
        where = to_zone(kernel.rules, zone, owner)
        kernel.note(f"{label} {how}{where}{_how_it_is(new)}", event.facts.get("why", "new_object"))
    return [event, *components(kernel, event), *_revealed(kernel, event, thing, new), *_unlocked(kernel, event, new)]


def _follow(kernel: Kernel, spell: str, permanent: str) -> None:
    """Let the effects on a spell apply to the permanent that it becomes, also those that wait for its damage (400.7a,
    609.7a in 2026-06-19)."""

    def followed(refs: list[str]) -> list[str]:
        return [permanent if ref == spell else ref for ref in refs]

    for effect in kernel.state.effects:
        memo, record = effect.bound.memo, effect.bound.record
        if effect.kind == "continuous" and effect.affected is not None:
            effect.affected = followed(effect.affected)
        if effect.kind == "replacement" and "choose" in memo:
            memo["choose"] = followed(memo["choose"])
        if effect.kind == "prevention" and record.prevent_sources is not None:
            record.prevent_sources = followed(record.prevent_sources)


def _is_controlled_by_effect(kernel: Kernel, permanent: str) -> bool:
    """Whether an effect that has followed a spell says who controls the permanent."""
    return any(
        effect.kind == "continuous"
        and permanent in (effect.affected or ())
        and any(isinstance(part, SetController) for part in effect.parts)
        for effect in kernel.state.effects
    )


def _unlocked(kernel: Kernel, event: Event, new: Thing) -> list[Event]:
    """The unlocking of the half that was cast, as the permanent enters (709.5d and h)."""
    halves = new.remembers.get(UNLOCKED, []) if event.zone == "battlefield" else []
    return [unlocking(kernel, new, new.card, half, new.controller) for half in halves]


def _revealed(kernel: Kernel, event: Event, thing: Thing, new: Thing) -> list[Event]:
    """The revealing of what was face down on the battlefield or the stack, as it goes elsewhere (708.9)."""
    stays = ("battlefield",) if event.from_zone == "battlefield" else ("battlefield", "stack")
    if not thing.face_down or event.from_zone not in ("battlefield", "stack") or event.zone in stays:
        return []
    kernel.note(f"{new.owner} reveals {new.label}, which was face down")
    return [Event("reveal", object_ref(new.id), player=new.owner)]


def _how_it_is(new: Thing) -> str:
    """The counters with which an object has arrived, and whether tapped, in words."""
    held = [(count, kind) for kind, count in new.counters.items() if count]
    extra = "".join(f" with {count} {kind} counter{'s' * (count != 1)}" for count, kind in held)
    return extra + (", tapped" if new.tapped and new.zone == "battlefield" else "")


def _tap(kernel: Kernel, event: Event) -> list[Event]:
    thing = kernel.thing(event.object_id)
    wanted = event.kind == "tap"
    if thing is None or thing.tapped == wanted or thing.zone != "battlefield":
        return []
    thing.tapped = wanted
    kernel.state.touch()
    kernel.note(f"{thing.label} becomes {'tapped' if wanted else 'untapped'}")
    return [event]


def _damage(kernel: Kernel, event: Event) -> list[Event]:
    if event.amount <= 0 and "prevented" in event.tags:
        return [event]
    if event.amount <= 0:
        kernel.note("0 damage is no damage", "zero_damage")
        return [] if kernel.has("zero_damage") else [event]
    source = kernel.label(event.source) if event.source else "a source"
    kind = "combat damage" if event.facts.get("combat") else "damage"
    player = ref_player(event.ref)
    if player is not None:
        _count_commander(kernel, event, player)
        _keep_source(kernel, event)
        if event.tagged("infect"):
            return [event, *_given(kernel, event)]
        loss = life_loss(event)
        left = change_life(kernel.state, player, -loss)
        kernel.note(
            f"{source} deals {event.amount} {kind} to {player}, who is at {left} life",
            "source_does_it",
        )
        lost = [Event("lose_life", player_ref(player), player=player, amount=loss, tags=("damage",))] if loss else []
        return [event, *lost, *_given(kernel, event)]
    thing = kernel.thing(event.object_id)
    if thing is None or thing.zone != "battlefield":
        return []
    kernel.note(f"{source} deals {event.amount} {kind} to {thing.label}", "source_does_it")
    event.facts["excess"] = max(0, event.amount - lethal_damage(kernel, thing.id, event.tagged("deathtouch")))
    types, counted = look(kernel, thing.id).types, []
    if "planeswalker" in types:
        counted += _counted(kernel, event, "loyalty", -event.amount)
    if "battle" in types:
        counted += _counted(kernel, event, "defense", -event.amount)
    if "creature" in types and (event.tagged("wither") or event.tagged("infect")):
        counted += _given(kernel, event)
    elif "creature" in types or not types & {"planeswalker", "battle"}:
        thing.damage += event.amount
    if event.tagged("deathtouch"):
        thing.deathtouched = True
    kernel.state.touch()
    return [event, *counted]


def _keep_source(kernel: Kernel, event: Event) -> None:
    """Keep with combat damage to a player what its source was as it dealt that damage (702.76a in 2026-06-19)."""
    if not event.facts.get("combat") or not event.source:
        return
    source, thing = look(kernel, event.source), kernel.thing(event.source)
    event.facts["source was"] = {
        "controller": source.controller,
        "types": sorted(source.types),
        "subtypes": sorted(source.subtypes),
        "commander": thing is not None and thing.commander,
    }


def _given(kernel: Kernel, event: Event) -> list[Event]:
    """Put where damage is dealt the counters that it gives."""
    given = event.facts.get("counters given", counters_of_damage(kernel, event))
    return [
        put
        for kind, amount in given.items()
        if amount > 0
        for put in _counters(kernel, put_by_damage(kernel, event, kind, amount))
    ]


def _count_commander(kernel: Kernel, event: Event, player: str) -> None:
    """Add to a player's total of combat damage by a commander, for the rest of the game (903.10a)."""
    dealer = kernel.thing(event.source)
    if dealer is not None and dealer.commander and event.facts.get("combat"):
        dealt = kernel.state.players[player].commander_damage
        for label in _commander_labels(dealer):
            name = f"{dealer.owner}'s {label}"
            dealt[name] = dealt.get(name, 0) + event.amount


def _commander_labels(dealer: Thing) -> list[str]:
    """The commanders that a commander is: of a melded or merged permanent those among its cards."""
    if len(dealer.own) < 2:
        return [dealer.label]
    return [dealer.own[place].name for place in commander_parts(dealer)]


def _counted(kernel: Kernel, event: Event, kind: str, amount: int) -> list[Event]:
    """Take off the counters that damage removes."""
    return _counters(kernel, Event("counters", event.ref, source=event.source, amount=amount, facts={"counter": kind}))


def _life(kernel: Kernel, event: Event) -> list[Event]:
    if event.amount <= 0:
        return []
    gain = event.kind == "gain_life"
    left = change_life(kernel.state, event.player, event.amount if gain else -event.amount)
    event.ref = player_ref(event.player)
    kernel.note(f"{event.player} {'gains' if gain else 'loses'} {event.amount} life and is at {left}")
    return [event]


def _round(kernel: Kernel, event: Event) -> list[Event]:
    """Set a team's total to the sum of shares that were rounded up: nobody gains life by it."""
    team = kernel.state.shared_by(event.player)
    if team is not None and event.amount:
        team.life += event.amount
        kernel.note(f"the shares of the team add up to {team.life}", "team_life_set")
    return []


def _counters(kernel: Kernel, event: Event) -> list[Event]:
    kind = str(event.facts["counter"])
    player = ref_player(event.ref)
    if player is not None:
        counters, label = counters_of(kernel, player, kind), player
    else:
        thing = kernel.thing(event.object_id)
        if thing is None:
            return []
        counters, label = thing.counters, thing.label
        if event.amount > 0:
            thing.counted[kind] = kernel.state.tick()
    amount = event.amount if event.amount > 0 else -min(-event.amount, counters.get(kind, 0))
    if not amount:
        return []
    event.amount = amount
    counters[kind] = counters.get(kind, 0) + amount
    event.facts["left"] = counters[kind]
    if not counters[kind]:
        del counters[kind]
    kernel.state.touch()
    verb = "gets" if amount > 0 else "loses"
    kernel.note(f"{label} {verb} {abs(amount)} {kind} counter{'s' if abs(amount) != 1 else ''}")
    return [event]


def _mana(kernel: Kernel, event: Event) -> list[Event]:
    player = kernel.state.players[event.player]
    snow = event.source and "snow" in look(kernel, event.source).supertypes
    for symbol in event.facts["mana"]:
        player.mana[symbol] = player.mana.get(symbol, 0) + 1
        if snow:
            player.snow_mana[symbol] = player.snow_mana.get(symbol, 0) + 1
    mana = "".join(f"{{{symbol}}}" for symbol in event.facts["mana"])
    kernel.note(
        f"{event.player} adds {mana or 'no mana'} to the mana pool",
        "mana_ability_off_stack" if "mana ability" in event.tags else "",
    )
    only, bound = event.facts.get("only"), event.facts.get("bound")
    if only is not None and bound is not None and kernel.has("restricted_mana"):
        sure = bool(event.facts.get("uncounterable"))
        kept = [BoundMana(symbol, only, bound, sure) for symbol in event.facts["mana"]]
        kernel.state.players[event.player].bound_mana += kept
        kernel.note("it may be spent on certain things only", "restricted_mana")
    return [event]


def _attach(kernel: Kernel, event: Event) -> list[Event]:
    thing = kernel.thing(event.object_id)
    if thing is None or thing.attached_to == event.other:
        return []
    event.facts["left"], thing.attached_to = thing.attached_to, event.other
    thing.renew(kernel.state.tick())
    if event.other:
        kernel.note(
            f"{thing.label} becomes attached to {kernel.label(event.other)} and gets a new timestamp", "timestamp_order"
        )
    else:
        kernel.note(f"{thing.label} becomes unattached")
    return [event]


def _shuffle(kernel: Kernel, event: Event) -> list[Event]:
    # The order after shuffling is unknown, and no example depends on it: the engine has no randomness.
    kernel.note(f"{event.player} shuffles the library")
    return [event]


def _lose(kernel: Kernel, event: Event) -> list[Event]:
    player = kernel.state.players[event.player]
    if player.lost:
        return []
    player.lost = str(event.facts.get("why", "an effect"))
    kernel.note(f"{event.player} loses the game: {player.lost}", str(event.facts.get("concept", "")))
    return [event]


_HANDLERS = {
    "move": _move,
    "tap": _tap,
    "untap": _tap,
    "damage": _damage,
    "gain_life": _life,
    "lose_life": _life,
    "round_life": _round,
    "counters": _counters,
    "mana": _mana,
    "attach": _attach,
    "shuffle": _shuffle,
    "lose_game": _lose,
}
