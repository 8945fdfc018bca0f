"""The slots of noun phrases for players, and of pronouns; each leaves a mention."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import noun_of
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.sorts import Place, slot, sort

LATER = {ir.EachPlayer: ir.Current(), ir.SomePlayer: ir.Memo("choose player")}
"""For some kinds of reference, what a pronoun that refers to them means."""


def pointing(builder: Any, found: Any, meta: Any) -> Any:
    """Leave a mention to be resolved for a pronoun; return anything else unchanged."""
    if not isinstance(found, ir.Pronoun):
        return found
    said, more = found.surface or builder._said(meta), "alone" if found.alone else found.verb
    return builder._note(
        meta,
        None,
        found.noun,
        found.player,
        word=found.word,
        plural=found.plural,
        subtype=more,
        surface=said,
        by=found.by,
    )


def _pointing(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    return pointing(builder, phrase.node(values), meta)


def _player(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """A reference to a player; a pronoun here can only mean a player."""
    mention = builder.mentions.of(ref := phrase.node(values))
    if mention is not None:
        builder.mentions.amend(mention, player=True)
    return ref


def _whoever(builder: Any, condition: Any, place: Place) -> Any:
    """ "Who controls more lands than you": a condition on that player."""
    if not any(part in (ir.Candidate(), ir.DidSo()) for part in ir.walk(condition)):
        raise ValueError("what is said of another than the player who is described")
    builder.mentions.nest(condition)
    return condition


slot("whoever", "condition1", _whoever)
sort("pron", becomes=_pointing)
sort("poss", becomes=_pointing)
sort("those_pointed", becomes=_pointing)
sort("pnp", becomes=_player)
sort("each_player_there", becomes=lambda b, phrase, values, meta: _noted(b, phrase, values, meta))
slot("headsubtype", "SUBTYPE", lambda b, name, place: noun_of(str(name)))


def _noun(who: Any) -> str:
    return "opponent" if who == ir.OPPONENT else "player"


def _noted(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    made = phrase.node(values)
    if isinstance(made, ir.TargetSlot):
        alone, several = made.surface == "alone", made.maximum != 1
        slot_ = replace(made, surface="")
        return builder._note(meta, None, _noun(made.what), True, slot=slot_, plural=several, alone=alone)
    if isinstance(made, ir.Pronoun):
        return pointing(builder, made._replace(noun=_noun(made.noun)), meta)
    said = builder._said(meta) if isinstance(made, ir.Attached | ir.ActivePlayer) else phrase.surface
    several = isinstance(made, ir.Several) or (isinstance(made, ir.EachPlayer) and said != "any")
    noun_ = _noun(getattr(made, "who", None))
    return builder._note(meta, made, noun_, True, later=LATER.get(type(made)), plural=several, surface=said)


def _spoken(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many: bool) -> NounPhrase:
    """The words for a player; one mentioned before is "that player"."""
    if isinstance(node, ir.EachPlayer | ir.SomePlayer) and not node.surface and p.known(node):
        found: NounPhrase = p.pronoun("that player", node, player=True)
        return found
    several = node.surface in ("all", "bare", "owners", "controllers")
    text = words()
    if several and isinstance(node, ir.EachPlayer) and node.who == ir.OPPONENT:
        text = "your opponents"
    return NounPhrase(text, several, you=isinstance(node, ir.You), player=True)


sort("pnx", becomes=_noted, stands=_spoken)


def _each(builder: Any, who: Any, place: Place) -> Any:
    return ir.Anything() if who == ir.IsPlayer() else who


def _say_each(value: Any, p: Any, many: bool, head: str) -> str:
    return noun(value if value != ir.Anything() else ir.IsPlayer(), p, many, head="player")


def _others(builder: Any, who: Any, place: Place) -> Any:
    return ir.both(who, ir.OtherThan(ir.You()))


def _of_your(builder: Any, who: Any, place: Place) -> Any:
    if who != ir.OPPONENT:
        raise ValueError("one of your players")
    return replace(who, surface="of your")


def _other_of_your(builder: Any, who: Any, place: Place) -> Any:
    one = " one" if "another one of" in builder._words(place.meta).lower() else ""
    return replace(_others(builder, _of_your(builder, who, place), place), surface=f"another{one} of your")


def _attacker_of(value: Any, p: Any, many: bool, head: str) -> str | None:
    return None if isinstance(value, ir.Self | ir.TriggerObject) else str(p.np(value))


def _opponents_of(builder: Any, whose: Any, place: Place) -> Any:
    return ir.All((ir.IsPlayer(), ir.OpponentOf(whose)))


def _say_opponents_of(value: Any, p: Any, many: bool, head: str) -> str | None:
    of = next((part.of for part in ir.parts_of(value) if isinstance(part, ir.OpponentOf)), None)
    return p.whose(of) if of is not None else None


slot("their_own", "of_them", say=lambda value, p, many, head: "their")
slot("opponents_of", "poss", _opponents_of, _say_opponents_of)
slot("of_players", "pdesc", _each, _say_each)
slot("other_players", "pdesc", _others)
slot("of_your", "pdesc", _of_your)
slot("other_of_your", "pdesc", _other_of_your)
slot("a_player", "", say=lambda value, p, many, head: some(value, p, "player").text)
slot("attacker_of", "", say=_attacker_of)
slot("possessor", "poss", lambda b, whose, place: b._thing(whose), lambda value, p, many, head: p.whose(value))
