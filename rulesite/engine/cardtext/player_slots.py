"""The slots of noun phrases for players, and for cards in a row; each leaves a mention."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import ONE
from rulesite.engine.cardtext.printing.amounts import plain
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.phrases import NounPhrase
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.sorts import Place, slot, sort

LATER = {ir.EachPlayer: ir.Current(), ir.SomePlayer: ir.Memo("choose")}
"""What a pronoun means that points at one of them."""


def _noun(who: Any) -> str:
    return "opponent" if who == ir.OPPONENT else "player"


def _noted(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    made = phrase.node(values)
    if isinstance(made, ir.TargetSlot):
        alone, several = made.said == "alone", made.maximum != 1
        slot_ = replace(made, said="")
        return builder._note(meta, None, _noun(made.what), True, slot=slot_, plural=several, alone=alone)
    if isinstance(made, tuple):
        return builder._note(meta, None, _noun(made[1]), True, word=made[0], said=builder._said(meta))
    said = builder._said(meta) if isinstance(made, ir.Attached | ir.ActivePlayer) else phrase.said
    several = isinstance(made, ir.Several) or (isinstance(made, ir.EachPlayer) and said != "any")
    noun_ = _noun(getattr(made, "who", None))
    return builder._note(meta, made, noun_, True, later=LATER.get(type(made)), plural=several, said=said)


def _spoken(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many: bool) -> NounPhrase:
    """A player who was spoken of before is "that player"."""
    if isinstance(node, ir.EachPlayer | ir.SomePlayer) and not node.said and p.known(node):
        found: NounPhrase = p.pronoun("that player", node, player=True)
        return found
    several = node.said in ("all", "bare", "owners", "controllers")
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
    return replace(who, said="of your")


def _attacker_of(value: Any, p: Any, many: bool, head: str) -> str | None:
    return None if isinstance(value, ir.Self | ir.TriggerObject) else str(p.np(value))


slot("of_players", "pdesc", _each, _say_each)
slot("other_players", "pdesc", _others)
slot("of_your", "pdesc", _of_your)
slot("a_player", "", say=lambda value, p, many, head: some(value, p, "player").text)
slot("attacker_of", "", say=_attacker_of)
slot("possessor", "poss", lambda b, whose, place: b._thing(whose), lambda value, p, many, head: p.whose(value))

# ---- cards


def _cards(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    made = phrase.node(values)
    several = getattr(made, "amount", None) != ONE and not isinstance(made, ir.Linked)
    noun_ = "creature" if isinstance(made, ir.Linked) else "card"
    return builder._note(meta, replace(made, said=""), noun_, plural=several, said=made.said)


def _row_of_cards(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many: bool) -> NounPhrase:
    several = node.amount != ONE
    found: NounPhrase = (
        p.pronoun("them" if several else "it", node, several) if p.known(node) else NounPhrase(words(), several)
    )
    return found


sort("npa", becomes=_cards, stands=_row_of_cards)
slot("plain_amount", "amount", say=lambda value, p, many, head: p.say(value) if plain(value) else None)
slot("headnoun", "headnoun")
