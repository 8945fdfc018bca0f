"""Costs that permanents and cards help to pay: convoke, improvise and waterbend by tapping, delve by exiling.

The player names the helpers in the payment ("paying tap Bear, then {3}{G}"). Each stands for one mana of the total cost
(601.2h): a creature tapped for convoke for one of its colours, or for generic mana; the rest for generic mana.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import commit
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.choices import Choice
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.names import listed, pick
from rulesite.engine.state.objects import CONVOKED_BY, SYMBOL_OF, Characteristics, Thing
from rulesite.engine.state.teams import life_of

from .bound_mana import usable, usable_snow
from .mana_pool import SNOW, enough
from .total_cost import exchanged, reduced


@dataclass(frozen=True)
class Help:
    """One way of helping: the verb, the possible helpers, whether colours count, and how much mana it may stand for."""

    concept: str
    verb: str
    fits: Callable[[Thing, Characteristics], bool]
    colours: bool = False
    most: int | None = None


_BY_KEYWORD = {
    "convoke": Help("convoke", "tap", lambda thing, found: "creature" in found.types, colours=True),
    "improvise": Help("improvise", "tap", lambda thing, found: "artifact" in found.types),
    "delve": Help("delve", "exile", lambda thing, found: thing.zone == "graveyard"),
}
WATERBEND = "waterbend"


def helps(frame: Frame, of_spell: bool) -> list[Help]:
    """The ways of helping to pay the cost of this spell or ability."""
    kernel, found = frame.kernel, []
    if of_spell:
        held = keywords(look(kernel, frame.bound.stack_id))
        found = [help_ for name, help_ in _BY_KEYWORD.items() if name in held and kernel.has(name)]
    asked = frame.bound.record.waterbend
    if asked and kernel.has(WATERBEND):
        found.append(
            Help(WATERBEND, "tap", lambda thing, seen: bool({"artifact", "creature"} & seen.types), most=asked)
        )
    return found


def _helpers(kernel: Kernel, player: str, ways: list[Help]) -> list[int]:
    """The objects that could help a player to pay in some ways."""
    things = [kernel.state.things[ref_id(ref) or 0] for ref in _around(kernel, player, ways)]
    free = [each for each in things if not each.tapped]
    return [each.id for each in free if any(way.fits(each, look(kernel, each.id)) for way in ways)]


def helped(frame: Frame, player: str, symbols: list[str], busy: set[str], about: str) -> tuple[list[str], set[str]]:
    """Pay a part of the mana with the named helpers; returns the mana left to pay, and the verbs that were used.

    ``busy`` are the verbs of other costs of the same spell, which take precedence. Raises :class:`IllegalAction` for an
    object that cannot help, or where no mana is left that it could stand for.
    """
    kernel, left, used = frame.kernel, list(symbols), set()
    ways = helps(frame, frame.bound.stack_id == frame.source)
    for verb in sorted({way.verb for way in ways} - busy):
        mine = [way for way in ways if way.verb == verb]
        choice = Choice(verb, player, about, "what helps to pay")
        kernel.script.may_help(verb, _helpers(kernel, player, mine))
        names: list[str] = []
        while kernel.script.has(choice):
            used.add(verb)
            names += listed(kernel.script.take(choice))
        if names:
            helpers = _named(frame, player, names, mine, about)
            left = _shared(frame, player, left, helpers, about)
            for thing, way in helpers:
                _help(frame, player, thing, way, about)
    return left, used


def could_help(frame: Frame, player: str, symbols: list[str]) -> int:
    """How much of a waterbend cost that is paid on resolution the player's permanents could stand for."""
    kernel, ways = frame.kernel, helps(frame, False)
    return min(len(_helpers(kernel, player, ways)), generic_in(symbols), sum(way.most or 0 for way in ways))


def _named(frame: Frame, player: str, names: list[str], ways: list[Help], about: str) -> list[tuple[Thing, Help]]:
    """The helpers of these names, each with the way in which it helps."""
    kernel, found = frame.kernel, list[tuple[Thing, Help]]()
    for name in names:
        thing = kernel.state.things[ref_id(pick(kernel.state, name, _around(kernel, player, ways))) or 0]
        way = next((way for way in ways if way.fits(thing, look(kernel, thing.id))), None)
        if way is None or thing.tapped or any(thing is other for other, _ in found):
            raise kernel.illegal(f"{thing.label} cannot help to pay for {about}", ways[0].concept)
        found.append((thing, way))
    return found


def _shared(frame: Frame, player: str, symbols: list[str], helpers: list[tuple[Thing, Help]], about: str) -> list[str]:
    """The mana that is left when each helper stands for one: what the player can pay, if they can be shared out so.

    Raises :class:`IllegalAction` for the first helper for which there is none.
    """
    kernel = frame.kernel
    ends: dict[tuple[str, ...], None] = {tuple(symbols): None}
    for place, (thing, way) in enumerate(helpers):
        seen, most = look(kernel, thing.id), way.most
        ends = {tuple(less): None for each in ends for less in _without_one(list(each), seen, way)}
        if not ends or (most is not None and sum(other is way for _, other in helpers[: place + 1]) > most):
            raise kernel.illegal(f"no mana is left in the cost of {about} that {thing.label} could pay", way.concept)
    pool = usable(kernel, player, frame.bound.record.keyword or object_ref(frame.bound.stack_id))
    life = max(0, life_of(kernel.state, player))
    snow = usable_snow(kernel, player) if SNOW in symbols else None
    return list(next((each for each in ends if enough(pool, list(each), life, snow)), next(iter(ends))))


def _help(frame: Frame, player: str, thing: Thing, way: Help, about: str) -> None:
    kernel = frame.kernel
    ref = object_ref(thing.id)
    event = move(thing.id, "exile", "exile", player=player) if way.verb == "exile" else Event("tap", ref, player=player)
    done = commit(kernel, [event])
    spell = kernel.thing(frame.bound.stack_id)
    if way.verb == "exile" and spell is not None:  # "each card exiled with it"
        exiled = [object_ref(each.new) for each in done if each.new]
        spell.remembers["linked exile"] = [*spell.remembers.get("linked exile", []), *exiled]
    if way.concept == "convoke" and spell is not None:  # "each creature that convoked it" (702.51c in 2026-06-19)
        spell.remembers[CONVOKED_BY] = [*spell.remembers.get(CONVOKED_BY, []), ref]
    kernel.note(f"{thing.label} pays for a part of {about}", way.concept)


def _around(kernel: Kernel, player: str, ways: list[Help]) -> list[str]:
    """The objects that may help: permanents that a player controls, and graveyard cards where these are exiled."""
    field = [each for each in kernel.state.zone("battlefield") if look(kernel, each).controller == player]
    if any(way.verb == "exile" for way in ways):
        field = list(kernel.state.zone("graveyard", player))
    return [object_ref(each) for each in field]


def _without_one(symbols: list[str], found: Characteristics, way: Help) -> list[list[str]]:
    """What a cost can be without the one mana that a helper stands for: its colour, a symbol of which that is a half,
    or generic mana."""
    own = {SYMBOL_OF[colour] for colour in found.colours} if way.colours else set()
    halves = {symbol: symbol.split("/") for symbol in symbols if "/" in symbol}
    ends = [exchanged(symbols, symbol) for symbol in sorted(own & set(symbols))]
    ends += [exchanged(symbols, symbol) for symbol, ways in halves.items() if own & set(ways)]
    if generic_in(symbols):
        ends.append(reduced(symbols, ["1"]))
    ends += [
        reduced(exchanged(symbols, symbol, ways[0]), ["1"]) for symbol, ways in halves.items() if ways[0].isdigit()
    ]
    return ends


def generic_in(symbols: list[str]) -> int:
    """How much generic mana some symbols ask for.

    >>> generic_in(["6"]), generic_in(["1", "U"])
    (6, 1)
    """
    return sum(int(symbol) for symbol in symbols if symbol.isdigit())
