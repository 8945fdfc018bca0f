"""The results of damage: the life that is really lost and the counters that it gives, after what changes or forbids
them or sets a limit (120.4c), and how much damage is lethal."""

from __future__ import annotations

from collections.abc import Callable

from rulesite.engine.abilities.player_rules import DamageLeavesLife
from rulesite.engine.abilities.restrictions import DiesByPower
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, player_ref, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.teams import life_of

from .continuous import changes_on
from .forbidden import cannot


def damage_results(kernel: Kernel, events: list[Event]) -> None:
    """Note how much life each player really loses by the damage of one batch, where that is less than the damage.

    Life gained and lost at the same time counts: damage that leaves the player with enough life in the end is not
    changed. The damage itself is dealt in full.
    """
    for player in kernel.state.players:
        dealt = [
            event
            for event in events
            if event.kind == "damage" and ref_player(event.ref) == player and not event.tagged("infect")
        ]
        if dealt and cannot(kernel, player, "change life total"):
            kernel.note(f"the life total of {player} can't change", "cannot")
            for event in dealt:
                event.facts["life lost"] = 0
            continue
        floors = (
            [change.least for change, _ in changes_on(kernel, player_ref(player), DamageLeavesLife)] if dealt else []
        )
        if not floors or not kernel.has("replacement_effect"):
            continue
        total = sum(map(life_loss, dealt))
        before = life_of(kernel.state, player)
        if kernel.has("damage_in_steps"):
            team = kernel.state.shared_by(player)
            own = [each for each in events if each.player in (team.members if team is not None else [player])]
            before += sum(each.amount for each in own if each.kind == "gain_life")
            before -= sum(each.amount for each in own if each.kind == "lose_life")
        least = max((floor for floor in floors if before >= floor), default=None)
        if least is None or before - total >= least:
            continue
        left = before - least
        kernel.note(f"damage reduces {player}'s life total to {least} and no further", "replacement_effect")
        for event in dealt:
            event.facts["life lost"] = min(life_loss(event), left)
            left -= event.facts["life lost"]


def life_loss(event: Event) -> int:
    """How much life a player loses by damage: as much as is dealt, unless that has been changed."""
    return int(event.facts.get("life lost", event.amount))


def settle_life(kernel: Kernel, events: list[Event], settle: Callable[[Event], list[Event]]) -> None:
    """Note how much life the damage of one batch really has players lose, after what changes that.

    Raises :class:`NotModelled` if something else happens instead.
    """
    if not kernel.has("damage_in_steps"):
        return
    for event in events:
        player = ref_player(event.ref) if event.kind == "damage" and event.amount > 0 else None
        if player is None or event.tagged("infect"):
            continue
        lost = Event("lose_life", event.ref, player=player, source=event.source, amount=event.amount, tags=("damage",))
        settled = settle(lost)
        if any((each.kind, each.player) != ("lose_life", player) for each in settled):
            raise NotModelled("damage where something else happens instead of the loss of life that it causes")
        event.facts["life lost"] = sum(each.amount for each in settled)


def counters_of_damage(kernel: Kernel, event: Event) -> dict[str, int]:
    """How many counters of each kind damage gives its recipient: poison, or -1/-1 counters (120.3b, 120.3d, 120.3g)."""
    given: dict[str, int] = {}
    if event.kind != "damage" or event.amount <= 0:
        return given
    if ref_player(event.ref) is not None:
        toxic = int(event.facts.get("toxic", 0)) if event.facts.get("combat") else 0
        given["poison"] = toxic + (event.amount if event.tagged("infect") else 0)
    elif event.tagged("wither") or event.tagged("infect"):
        thing = kernel.thing(event.object_id)
        if thing is not None and thing.zone == "battlefield" and "creature" in look(kernel, thing.id).types:
            given["-1/-1"] = event.amount
    return {kind: count for kind, count in given.items() if count}


def settle_counters(kernel: Kernel, events: list[Event], settle: Callable[[Event], list[Event]]) -> None:
    """Note how many counters the damage of one batch really gives, after what changes or forbids them; what several
    sources give one recipient is put there at one time, and changed once.

    Raises :class:`NotModelled` if something else happens instead.
    """
    giving: dict[tuple[str, str], list[Event]] = {}
    for event in events:
        for kind in counters_of_damage(kernel, event):
            giving.setdefault((event.ref, kind), []).append(event)
    for (ref, kind), dealt in giving.items():
        counts = [counters_of_damage(kernel, event)[kind] for event in dealt]
        put = put_by_damage(kernel, dealt[0], kind, sum(counts))
        settled = settle(put)
        if any(each.kind != "counters" or (each.ref, each.facts["counter"]) != (ref, kind) for each in settled):
            raise NotModelled("damage where something else happens instead of the counters that it gives")
        left = sum(each.amount for each in settled)
        for place, event in enumerate(dealt):
            share = left if place == len(dealt) - 1 else min(counts[place], left)
            event.facts["counters given"] = {**event.facts.get("counters given", {}), kind: share}
            left -= share


def put_by_damage(kernel: Kernel, event: Event, kind: str, amount: int) -> Event:
    """The putting of counters that results from damage: its source's controller puts them there, and no effect."""
    known = kernel.thing(event.source) or kernel.known(event.source)
    player = look(kernel, event.source).controller if known else ""
    return Event(
        "counters",
        event.ref,
        player=player,
        source=event.source,
        amount=amount,
        tags=("damage",),
        facts={"counter": kind},
    )


def damage_to_destroy(kernel: Kernel, thing_id: int) -> int:
    """How much marked damage is lethal for a creature: its toughness, or its power where an effect says so, of which
    there must be some (704.5g)."""
    found = look(kernel, thing_id)
    if changes_on(kernel, object_ref(thing_id), DiesByPower):
        return max(1, found.power or 0)
    return found.toughness or 0


def lethal_damage(kernel: Kernel, thing_id: int, deathtouch: bool = False) -> int:
    """How much damage is lethal for a permanent now: any beyond that is excess damage (120.10 in 2021-02-05).

    For a creature that is also a planeswalker the greater excess counts, and so the smaller lethal amount.
    """
    thing, found = kernel.thing(thing_id), look(kernel, thing_id)
    enough = []
    if thing is not None and "creature" in found.types:
        left = max(0, damage_to_destroy(kernel, thing_id) - thing.damage)
        enough.append(min(left, 1) if deathtouch else left)
    for kind, counter in (("planeswalker", "loyalty"), ("battle", "defense")):
        if thing is not None and kind in found.types:
            enough.append(thing.counters.get(counter, 0))
    return min(enough, default=0)
