"""Commander (903 in 2026-06-19): colour identity, legal decks, the cost of casting a commander, its damage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulesite.engine.abilities.changes import SetColors
from rulesite.engine.abilities.kinds import StaticAbility
from rulesite.engine.abilities.node import walk
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import BASIC_LAND_TYPES, COLOUR_OF, COLOURS, Card, Thing, colours_of_cost
from rulesite.engine.state.sides import physical

LETHAL = 21
_REMINDER = re.compile(r"\([^()]*\)")
_SYMBOLS = re.compile(r"\{([^{}]+)\}")


def color_identity_of(kernel: Kernel, card: Card) -> frozenset[str]:
    """The color identity of a card under the rules of the day; its color where the rules have no color identity."""
    if not kernel.has("color_identity"):
        return card.colours
    return colour_identity(card if kernel.has("other_faces_identity") else replace(card, others=()))


def colour_identity(card: Card) -> frozenset[str]:
    """The colours of the mana symbols in a card's cost and text, of abilities that define its colour, and of its colour
    indicator, on all of its faces (903.4 to 903.4e).

    >>> sorted(colour_identity(Card("Bosh", mana_cost=("8",), text="{3}{R}: It deals 1 damage. ({G} is green.)")))
    ['red']
    """
    symbols = tuple(_SYMBOLS.findall(_REMINDER.sub("", card.text)))
    found = card.colours | colours_of_cost(card.mana_cost) | colours_of_cost(symbols)
    for ability in card.abilities:
        if isinstance(ability, StaticAbility) and ability.defines:
            found |= {colour for part in walk(ability) if isinstance(part, SetColors) for colour in part.colors}
    return frozenset(found).union(*(colour_identity(each) for each in card.others))


def identity_of_commanders(kernel: Kernel, player: str) -> frozenset[str] | None:
    """The colors in the color identity of a player's commanders, wherever they are; None for a player without any, for
    whom that quality is undefined (903.4f in 2026-06-19)."""
    mine = [each for each in kernel.state.things.values() if each.commander and each.owner == player]
    if not mine:
        return None
    return frozenset().union(*(color_identity_of(kernel, physical(each)) for each in mine))


def why_not_in_deck(kernel: Kernel, card: Card, commander: Card) -> tuple[str, str]:
    """Why a card may not be in the deck of a commander, and the concept behind it; empty when it may."""
    allowed = color_identity_of(kernel, commander)
    strange = color_identity_of(kernel, card) - allowed
    if strange and kernel.has("deck_colours"):
        return f"{_named(strange)} is not in the color identity of {commander.name}", "deck_colours"
    makes = {COLOUR_OF[BASIC_LAND_TYPES[word]] for word in card.subtypes if word in BASIC_LAND_TYPES} - allowed
    if makes and kernel.has("deck_land_types"):
        return f"{_named(makes)} mana is not of the color identity of {commander.name}", "deck_land_types"
    return "", ""


def _named(colours: frozenset[str] | set[str]) -> str:
    return " and ".join(colour for colour in COLOURS if colour in colours)


def may_cast_from_command_zone(kernel: Kernel, player: str, card: Thing) -> bool:
    """Whether a player may cast a card because it is a commander that he or she owns, in the command zone (903.8)."""
    mine = card.commander and card.zone == "command" and card.owner == player
    return mine and kernel.has("commander_cast")


def _casts(card: Thing, player: str) -> str:
    return f"commander {card.owner}'s {card.label} by {player}"


def count_cast(kernel: Kernel, player: str, spell: Thing, from_zone: str) -> None:
    """Count that a commander was cast from the command zone."""
    if spell.commander and from_zone == "command":
        usage, name = kernel.state.usage, _casts(spell, player)
        usage[name] = usage.get(name, 0) + 1


def commander_tax(kernel: Kernel, player: str, spell: Thing, from_zone: str) -> list[str]:
    """The additional cost of a commander from the command zone: {2} for each time that it was cast from there
    (903.8)."""
    times = kernel.state.usage.get(_casts(spell, player), 0)
    if not spell.commander or from_zone != "command" or not times or not kernel.has("commander_tax"):
        return []
    kernel.note(f"{spell.label} costs {{{2 * times}}} more, as it was cast from there before", "commander_tax")
    return [str(2 * times)]


def commander_losses(kernel: Kernel) -> Iterator[Event]:
    """The losses of players who were dealt 21 combat damage by one commander (903.10a)."""
    for name, player in kernel.state.players.items():
        most = max(player.commander_damage.values(), default=0)
        if most >= LETHAL and not player.lost and kernel.has("commander_damage"):
            why = {"why": f"{most} combat damage from one commander", "concept": "commander_damage"}
            yield Event("lose_game", player_ref(name), player=name, facts=why)


def commanders_put_back(kernel: Kernel) -> Iterator[Thing]:
    """The commanders that their owners put into the command zone from a graveyard or from exile: a state-based action
    (903.9a). An owner is asked once, after the commander came there."""
    for thing in [each for each in kernel.state.things.values() if each.commander]:
        arrived = thing.was and not thing.remembers.get("left there")
        if not arrived or thing.zone not in kernel.rules.commander_comes_back_from:
            continue
        if kernel.has("commander_returns") and kernel.ask(
            "may", thing.owner, thing.label, "put it into the command zone"
        ):
            yield thing
        else:
            thing.remembers["left there"] = True
