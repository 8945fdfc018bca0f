"""The zones at one moment as plain data, for the pages that draw a game."""

from __future__ import annotations

from typing import Any

from rulesite.engine.eras.subtypes import subtypes_on
from rulesite.engine.game import Game
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.objects import Characteristics, Thing
from rulesite.engine.state.sides import shown
from rulesite.engine.state.teams import all_counters_of

MIN_EVERY = 100
"""Every list of creature types is longer: with fewer, a game does not depend on the list of its day."""


def snapshot(game: Game, sentence: str, step: int) -> dict[str, Any]:
    """All objects on the table after ``sentence``; ``step`` is the number of the last step of the trace."""
    state = game.state
    return {
        "after": sentence,
        "step": step,
        "turn": state.turn,
        "active": state.active,
        "phase": state.step,
        "priority": state.priority,
        "players": [
            {
                "name": player.name,
                "life": game.life(player.name),
                "mana": game.mana_pool(player.name),
                "counters": all_counters_of(game.kernel, player.name),
                "lost": player.lost,
                "library": len(state.zone("library", player.name)),
                "hand": [_card(game, state.things[each]) for each in state.zone("hand", player.name)],
                "graveyard": [_card(game, state.things[each]) for each in state.zone("graveyard", player.name)],
            }
            for player in state.players.values()
        ],
        "battlefield": [_permanent(game, state.things[each]) for each in state.zone("battlefield")],
        "stack": [_card(game, state.things[each]) for each in reversed(state.zone("stack"))],
        "exile": [_card(game, state.things[each]) for each in state.zone("exile")],
    }


def _card(game: Game, thing: Thing) -> dict[str, Any]:
    play = thing.play
    targets = [game.kernel.label(ref) for slot in play.bound.targets for ref in slot] if play is not None else []
    row = {"name": thing.label, "owner": thing.owner, "kind": thing.kind, "text": _text(thing), "targets": targets}
    return row | _unread(thing)


def _unread(thing: Thing) -> dict[str, Any]:
    """The paragraphs of a card that are not read, each with the reason; nothing where there are none."""
    rows = () if thing.face_down or thing.kind == "ability" else shown(thing).unread
    return {"unread": [{"paragraph": paragraph, "reason": why} for paragraph, why in rows]} if rows else {}


def _text(thing: Thing) -> str:
    text = shown(thing).text
    if text or thing.play is None:
        return text
    return str(getattr(thing.play.ability, "text", ""))


def _permanent(game: Game, thing: Thing) -> dict[str, Any]:
    found = look(game.kernel, thing.id)
    combat = game.state.combat
    status = [
        word
        for word, true in (
            ("tapped", thing.tapped),
            ("face down", thing.face_down),
            ("flipped", thing.flipped),
            (shown(thing).name, thing.face > 0),
            ("phased out", thing.phased_out),
            ("attacking", combat is not None and thing.id in combat.attackers),
            ("blocking", combat is not None and thing.id in combat.blockers),
        )
        if true
    ]
    against = _against(game, thing.id)
    return {
        "name": thing.label,
        "owner": thing.owner,
        "controller": found.controller,
        "kind": thing.kind,
        **characteristics_shown(found, game.rules.date),
        "damage": thing.damage,
        "counters": dict(thing.counters),
        "status": status,
        "keywords": sorted(keywords(found)),
        "attached_to": game.kernel.label(thing.attached_to) if thing.attached_to else "",
        "text": shown(thing).text,
        **({"against": against} if against else {}),
        **_unread(thing),
    }


def _against(game: Game, thing: int) -> list[str]:
    """Whom a creature attacks, where there is more than one whom it could, or what it blocks."""
    combat = game.state.combat
    if combat is None:
        return []
    if thing in combat.blockers:
        return [game.kernel.label(object_ref(each)) for each in combat.blockers[thing]]
    if thing not in combat.attackers or (len(game.state.players) == 2 and thing not in combat.walkers):
        return []
    walker = combat.walkers.get(thing, 0)
    return [game.kernel.label(object_ref(walker)) if walker else combat.attackers[thing]]


def characteristics_shown(found: Characteristics, day: str) -> dict[str, Any]:
    """The types, colours and size of an object as plain data."""
    return {
        "types": sorted(found.types),
        "subtypes": _subtypes(found.subtypes, day),
        "supertypes": sorted(found.supertypes),
        "colours": sorted(found.colours),
        "power": found.power,
        "toughness": found.toughness,
    }


def _subtypes(found: frozenset[str], day: str) -> list[str]:
    """Subtypes in order; a single phrase stands for all creature types."""
    if len(found) < MIN_EVERY:
        return sorted(found)
    every = subtypes_on("creature", day)
    return ["(every creature type)", *sorted(found - every)] if every <= found else sorted(found)
