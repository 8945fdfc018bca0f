"""The slots of statements: their subjects, and what may be played when and for which cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import OPPONENT
from rulesite.engine.cardtext.builder.raw_nodes import UNSAID
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.language.english import number
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.sorts import Place, With, in_a_row, slot, sort

# ---- the subject of a statement


OF_YOU = (
    ir.MayPlay
    | ir.AsThoughInYours
    | ir.ActivatesAgain
    | ir.ActivatesAsInstant
    | ir.ActivatesLoyaltyAsInstant
    | ir.SpendAsAnyColor
    | ir.VotesAgain
    | ir.UnspentBecomes
    | ir.KeywordCostInstead
)


def _stated(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """A change with its subject, if a slot names one; else "may" is about you, "can't" about all players."""
    of, span = values.pop("about", None), values.pop("during", UNSAID)
    made = phrase.node(values)
    if of is None:
        of = ir.You() if isinstance(made, OF_YOU) else ir.EachPlayer()
    return ir.Continuous(of, (made,), span) if isinstance(made, ir.Change) else made


def _of_you(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    made = phrase.node(values)
    return ir.Continuous(ir.You(), made if isinstance(made, tuple) else (made,), UNSAID)


sort("static", becomes=_stated, priority=5)
sort("pstatic", becomes=_of_you)
sort("rider", becomes=in_a_row)


def _of(builder: Any, ref: Any, place: Place) -> With:
    return With(None, {"about": ref})


def _saying_of(words: Callable[[Any, Any], Any]) -> Callable[[Any, Any, bool, str], Any]:
    """Prints the subject of a statement by a function."""
    return lambda value, p, many, head: None if p.of_statement is None else words(p.of_statement, p)


def _these(of: Any, p: Any) -> str | None:
    return None if isinstance(of, ir.Attached | ir.You) else p.np(of).text.removeprefix("all ")


def _controlled(builder: Any, what: Any, place: Place) -> With:
    mention = builder.mentions.of(what)
    if mention is not None and isinstance(mention.ref, ir.Chosen):  # "… as long as it's blocking and you control a"
        raise ValueError("control of an object that nobody has chosen")
    return _of(builder, what, place)


def _one(of: Any, p: Any) -> str | None:
    return None if (said := p.who(of)).plural else said.text


def _several(of: Any, p: Any) -> str | None:
    return p.np(of).text.removeprefix("all ") if p.np(of).plural else None


def _of_walkers(builder: Any, ref: Any, place: Place) -> With:
    if ir.HasAbility("landwalk", surface="abilities") not in ir.walk(builder._as_test(ref)):
        raise ValueError("abilities that keep nothing from being blocked")
    return _of(builder, ref, place)


def _of_self(of: Any, p: Any) -> str | None:
    """The object itself in statements of its power and toughness; "has base power" is a verb."""
    return None if not isinstance(of, ir.Self) or p.node.surface.startswith("base ") else str(p.whose(of))


ALL_PAYERS = {ir.EachPlayer(): "players", ir.EachPlayer(OPPONENT): "your opponents"}
slot("of_it", "np", _of, _saying_of(lambda of, p: p.who(of).text))
slot("of_one", "np", _of, _saying_of(_one))
slot("of_them_all", "np", _of, _saying_of(lambda of, p: p.np(of).text if p.np(of).plural else None))
slot("of_several", "", say=_saying_of(_several))
slot("of_these", "np", _of, _saying_of(_these))
slot("of_self", "poss", _of, _saying_of(_of_self))
slot("bare_np", "", say=lambda value, p, many, head: p.who(value).text.removeprefix("all "))
slot("they_all", "pron", say=lambda value, p, many, head: "they")
slot("of_walkers", "np", _of_walkers, _saying_of(_these))
slot("of_player", "pnx", _of)
slot("you_and_more", "you_and", lambda b, more, place: With(None, {"about": ir.Several((ir.You(), more))}))
slot("of_payers", "pnp", _of, _saying_of(lambda of, p: ALL_PAYERS.get(of) or p.np(of).text))
slot("of_whose", "poss", _of, _saying_of(lambda of, p: p.whose(of)))
slot("controlled", "held_np", _controlled, _saying_of(lambda of, p: p.who(of).text))
slot("of_all", "", say=_saying_of(lambda of, p: "" if of == ir.EachPlayer() else None))

# ---- the parts of a statement


def _plus_more(builder: Any, more: Any, place: Place) -> Any:
    return ir.Total((place.values["power"], ir.Number(int(more))))


def _say_plus_more(value: Any, p: Any, many: bool, head: str) -> str | None:
    return f"that number plus {p.digit(value.parts[-1])}" if isinstance(value, ir.Total) else None


def _as_much(value: Any, p: Any, many: bool, head: str) -> str | None:
    power, toughness = value
    return p.say(power) if power == toughness and not isinstance(power, ir.Number) else None


def _each_so_much(value: Any, p: Any, many: bool, head: str) -> str | None:
    power, toughness = value
    return p.digit(power) if power == toughness and isinstance(power, ir.Number) else None


def _activated(value: Any, p: Any, many: bool, head: str) -> str:
    return "played" if p.terms.activate == "play" else "activated"


def _of_planeswalkers(builder: Any, whose: Any, place: Place) -> With:
    mention = builder.mentions.of(whose)
    wanted = mention is not None and ir.HasType("planeswalker") in ir.walk(mention.ref)
    if not wanted:
        raise ValueError("loyalty abilities of what is no planeswalker")
    return With(None, {"about": ir.You()})


def _walkers_own(builder: Any, whose: Any, place: Place) -> With:
    return With(None, {key: None for key in _of_planeswalkers(builder, whose, place).more if key != "about"})


def _loyalty_word(builder: Any, token: Any, place: Place) -> None:
    if str(token).lower() != "loyalty":
        raise ValueError("abilities of a kind that there is not")


def _legend_rule(builder: Any, quoted: Any, place: Place) -> None:
    if str(quoted).lower() != "legend rule":
        raise ValueError("a rule that has no such name")


def _legend_rule_at_all(builder: Any, quoted: Any, place: Place) -> With:
    _legend_rule(builder, quoted, place)
    return _of(builder, ALL_PERMANENTS, place)


ALL_PERMANENTS = ir.Every(ir.IsPermanent())
slot("legend_rule", "QUOTED", _legend_rule, lambda value, p, many, head: '"legend rule"')
slot(
    "legend_rule_at_all",
    "QUOTED",
    _legend_rule_at_all,
    _saying_of(lambda of, p: '"legend rule"' if of == ALL_PERMANENTS else None),
)
slot("of_planeswalkers", "poss", _of_planeswalkers, lambda value, p, many, head: "planeswalkers'")


def _poison(builder: Any, kind: Any, place: Place) -> None:
    if str(kind).lower() != "poison":
        raise ValueError("counters that a player can't get")


slot("poison", "CNAME", _poison, lambda value, p, many, head: "poison")
slot("walkers_own", "poss", _walkers_own, lambda value, p, many, head: "planeswalkers'")
slot("loyalty_word", "(CNAME|UNKNOWN|PROPER)", _loyalty_word, lambda value, p, many, head: "loyalty")


def _again(builder: Any, token: Any, place: Place) -> int:
    if int(token) != place.values["least"]:
        raise ValueError("less than one number becomes another")
    return int(token)


def _as_before(value: Any, p: Any, many: bool, head: str) -> str:
    return str(value) if p.node is not None and isinstance(p.node, ir.DamageLeavesLife) else number(value)


slot("again", "NUM", _again, _as_before)
slot("plus_more", '"that" "number" "plus" NUM', _plus_more, _say_plus_more)
slot("as_much", "value", lambda b, amount, place: (amount, amount), _as_much)
slot("each_so_much", "NUM", lambda b, token, place: (ir.Number(int(token)),) * 2, _each_so_much)
slot(
    "unless_mana",
    "except_mana",
    say=lambda value, p, many, head: "unless they're mana abilities" if value else None,
)
slot("activated", "being_activated", say=_activated)

# ---- when things may be played


def _of_whoever(builder: Any, limits: Any, place: Place) -> Any:
    """ "He or she" is the player of the ability, and so its controller."""

    def player(part: Any) -> Any:
        mention = builder.mentions.of(part)
        return ir.You() if mention is not None and mention.word and mention.player else part

    return ir.rewrite(limits, player)


def _only_players(value: Any, p: Any, many: bool, head: str) -> str:
    return f"{'your ' if value == OPPONENT else ''}{noun(value, p, True, head='player')}"


slot("of_whoever", "playonly", _of_whoever)
slot("only_players", '"your"? pdesc', say=_only_players)
slot(
    "only_player",
    "pnp",
    lambda b, who, place: b._as_test(who),
    lambda value, p, many, head: p.who(value.who) if isinstance(value, ir.IsPlayerRef) else None,
)
slot("playonly", "playonly")

# ---- what players may do


def _play_or_cast(value: Any, p: Any, many: bool, head: str) -> str:
    lands, what, words = value
    said = words.removesuffix("and").strip().removesuffix("bare").strip()
    if said == "cast":  # lands are not cast
        return "play" if lands else "cast"
    played = said == "play" or (lands and "IsSpell" not in repr(what))
    return "play" if played else str(p.terms.cast) if lands else "cast"


def _from_where(value: Any, p: Any, many: bool, head: str) -> str:
    with p.saying(zone_word="from", all_word=""):
        return str(p.who(value).text)


def _at_cost(value: Any, p: Any, many: bool, head: str) -> str:
    what, cost = value
    if cost == ir.Cost():
        several = isinstance(what, ir.Every) or p.np(what).plural
        return f"without paying {'their mana costs' if several else 'its mana cost'}"
    return "" if cost is None else f"by paying {p.say(cost).removeprefix('pay ')} rather than paying its mana cost"


def _flash(value: Any, p: Any, many: bool, head: str) -> str:
    what, timing = value
    it = "they" if isinstance(what, ir.Every) else "it"
    joint = "and " if p.node is not None and "and" in p.node.surface.split() else ""
    return f"{joint}as though {it} had flash" if timing == "instant" else ""


def _times_a_turn(value: Any, p: Any, many: bool, head: str) -> str:
    return "once each turn" if value == 1 else f"{number(value)} times each turn"


def _creatures(value: Any, p: Any, many: bool, head: str) -> str:
    return f"{number(value)} creature{'' if value == 1 else 's'}"


def _one_zone(value: Any, p: Any, many: bool, head: str) -> str | None:
    zone = next((part.zone for part in ir.walk(value) if isinstance(part, ir.InZone)), None)
    return zone if value == ir.Every(ir.All((ir.IsCard(), ir.InZone(str(zone), ir.You())))) else None


def _rather_for(value: Any, p: Any, many: bool, head: str) -> str | None:
    return p.np(value).text if p.node is not None and p.node.surface == "rather" else None


def _letter_x(builder: Any, letter: Any, place: Place) -> With:
    if str(letter) != "X":
        raise ValueError("a letter that is no X")
    return With(None, {})


def _no_zero(builder: Any, number: Any, place: Place) -> int:
    if int(number) != 0:
        raise ValueError("a number that X can't be, but 0")
    return 1


slot("no_zero", "NUM", _no_zero, lambda value, p, many, head: "0" if value == 1 else None)
slot("letter_x", "LETTER", _letter_x, lambda value, p, many, head: "X")


def _from_those(builder: Any, those: Any, place: Place) -> Any:
    mention = builder.mentions.of(those)
    if mention is not None and mention.word:
        builder.mentions.amend(mention, plural=True)
    return ir.IsObject(those, surface="among")


def _say_from_those(value: Any, p: Any, many: bool, head: str) -> str | None:
    match value:
        case ir.Every(what=ir.All(parts=(ir.IsCard(), ir.IsObject(what=those, surface="among")))):
            return f"among {p.np(those)}"
    return None


slot("from_those", '"among" (pron|npa)', _from_those, _say_from_those)
slot("one_zone", "", say=_one_zone)
slot("of_others", "", say=lambda value, p, many, head: "other players' graveyards")
slot("rather_for", "np", say=_rather_for)
slot("play_or_cast", "", say=_play_or_cast)
slot("from_where", "", say=_from_where)
slot("at_cost", "", say=_at_cost)
slot("flash", "", say=_flash)
slot("times_a_turn", "", say=_times_a_turn)
slot("so_many_creatures", "", say=_creatures)
slot("commanders_own", "", say=lambda value, p, many, head: "commanders'")
slot("land", "CARDTYPE", say=lambda value, p, many, head: "land")
slot("lands", "CARDTYPE", say=lambda value, p, many, head: "lands")
slot("extra_turns", "extra_turns", say=lambda value, p, many, head: p.extra_turns.strip())
slot("they_who", "pnp", say=lambda value, p, many, head: "you" if p.doer.you else "they")


LAND_CARD = ir.All((ir.HasType("land"), ir.IsCard()))


def _spells_besides(builder: Any, what: Any, place: Place) -> ir.Every:
    """ "Lands and creature spells"."""
    test = builder._as_test(what)
    if not any(isinstance(part, ir.IsSpell) for part in ir.walk(test)):
        raise ValueError("what may be cast besides lands")
    return ir.Every(ir.AnyOf((LAND_CARD, test)))


def _say_spells_besides(value: Any, p: Any, many: bool, head: str) -> str | None:
    parts = value.what.parts if isinstance(value, ir.Every) and isinstance(value.what, ir.AnyOf) else ()
    return noun(parts[1], p, True, head="spell") if len(parts) == 2 and parts[0] == LAND_CARD else None


def _spells_from_there(builder: Any, what: Any, place: Place) -> ir.Every:
    """ "Lands and permanent spells from your graveyard": both from there; lands and all spells are any card."""
    test = builder._as_test(what)
    parts = ir.parts_of(test)
    zones = [part for part in parts if isinstance(part, ir.InZone | ir.IsObject)]
    if len(zones) != 1 or ir.IsSpell() not in parts:
        raise ValueError("what may be cast besides lands")
    if len(parts) == 2:
        return ir.Every(ir.All((ir.IsCard(), zones[0])))
    return ir.Every(ir.AnyOf((ir.All((*LAND_CARD.parts, zones[0])), test)))


def _say_spells_from_there(value: Any, p: Any, many: bool, head: str) -> str | None:
    parts = value.what.parts if isinstance(value, ir.Every) and isinstance(value.what, ir.AnyOf) else ()
    land = ir.parts_of(parts[0]) if len(parts) == 2 else ()
    return noun(parts[1], p, True, head="spell") if land[:2] == LAND_CARD.parts and len(land) == 3 else None


slot("spells_besides", "np", _spells_besides, _say_spells_besides)
slot("spells_from_there", "np", _spells_from_there, _say_spells_from_there)
