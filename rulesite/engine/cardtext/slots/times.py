"""The slots of times: whose step or turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.syntax.watching import player
from rulesite.engine.language.english import plural, possessive
from rulesite.engine.language.sorts import Place, With, slot


def _whose_step(builder: Any, whose: Any, place: Place) -> ir.Predicate:
    """The player whose step it is; "that player" is the player of the event."""
    if isinstance(whose, ir.You):
        return ir.IsPlayerRef(whose)
    mention = builder.mentions.of(whose)
    test: ir.Predicate = builder._as_test(whose)
    if mention is not None and not mention.word:
        mention = builder.mentions.amend(
            mention, role="subject", later=mention.later or ir.TriggerPlayer(), player=True
        )
        if isinstance(mention.ref, ir.EachPlayer | ir.SomePlayer):
            builder.mentions.amend(mention, later=ir.TriggerPlayer())
    return test


def _each_players_step(builder: Any, who: ir.Predicate, place: Place) -> ir.Predicate:
    return _whose_step(builder, builder.mentions.add(builder._player_mention(who)), place)


def _held(builder: Any, what: Any, place: Place) -> ir.Predicate:
    who = ir.ControllerOf(what)
    builder.mentions.add(Mention(-1, who, True, "player", later=ir.TriggerPlayer(), role="subject"))
    return ir.IsPlayerRef(who)


def _say_held(value: Any, p: Any, many: bool, head: str) -> str | None:
    match value:
        case ir.IsPlayerRef(who=ir.ControllerOf(of=ir.Attached() as host) as who):
            p.mention(who)
            return str(p.np(host).text)
    return None


def _say_whose_step(value: Any, p: Any, many: bool, head: str) -> str | None:
    match value:
        case ir.Anything():
            return None
        case ir.IsPlayerRef(who=ref) | ir.IsObject(what=ref):
            return str(p.whose(ref))
    return f"each {possessive(noun(value, p, head='player'))}"


def _whose_turn(builder: Any, whose: Any, place: Place) -> With:
    """The player whose turn it is; "their" is kept, and refers to whoever plays the card."""
    words = builder.text[place.meta.start_pos : place.meta.end_pos].lower()
    return With(builder._as_test(whose), {"surface": "their"} if " their " in words else {})


def _say_whose_turn(value: Any, p: Any, many: bool, head: str) -> str | None:
    return None if value == ir.Anything() else possessive(player(value, p).text)


def _own_turn(builder: Any, whose: Any, place: Place) -> Any:
    """You, as durations count only the controller's turns. Raises ValueError for another player."""
    if not isinstance(whose, ir.You):
        duration = place.phrase.constants["value"]
        raise ValueError(f"{duration.replace('your', 'another player’s')}, as a duration")
    return whose


def _untapping(builder: Any, whose: Any, place: Place) -> str:
    """How long an effect lasts until the untap step of "you", or of "its controller". Raises ValueError for others."""
    if isinstance(whose, ir.You):
        return "your next untap"
    if "its controller's" not in builder._words(place.meta).lower():
        raise ValueError("another player’s next untap step, as a duration")
    return ir.ITS_UNTAP


def _said(words: Callable[[Any], str | None]) -> Callable[[Any, Any, bool, str], str | None]:
    """Prints a slot by a function of the printer alone."""
    return lambda value, p, many, head: words(p)


def _next_time(value: Any, p: Any, many: bool, head: str) -> str | None:
    with p.saying(next_step=True):
        return p.said(value, "time") if isinstance(value, ir.StepBegins) else None


def _each_step(value: Any, p: Any, many: bool, head: str) -> str | None:
    name = p.said(value, "steplong")
    return plural(name) if name else None


slot("whose_step", "poss", _whose_step, _say_whose_step)
slot("player_step", "pnx", _whose_step)
slot("each_players_step", "pdesc", _each_players_step)
slot("held", "np", _held, _say_held)
slot("whose_turn", "poss", _whose_turn, _say_whose_turn)
slot("any_players", "pdesc")
slot("each_step", "steplong", say=_each_step)
slot("next_turn_of", "poss", say=lambda value, p, many, head: p.whose(value))
slot("untapping", "poss", _untapping)
slot("own_turn", "poss", _own_turn, _said(lambda p: "your"))
slot("each_or_next", "", say=_said(lambda p: "the next" if p.next_step else "each"))
slot("next_time", "", say=_next_time)
