"""The slots of what things and players can and can't do, get, have and become."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import multiplied
from rulesite.engine.cardtext.builder.nouns import UnmeantError, creature_test, power_and_toughness
from rulesite.engine.cardtext.builder.surface import word
from rulesite.engine.cardtext.printing.amounts import each_of, in_figures
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, some
from rulesite.engine.cardtext.printing.printer import lettered
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.cardtext.slots.common import deed, does
from rulesite.engine.cardtext.slots.keywords import together
from rulesite.engine.language.english import WHERE, listed, plural
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.phrases import made
from rulesite.engine.language.sorts import Place, With, slot, sort


def _cant(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many_: bool) -> Any:
    return does(node, phrase, lambda: f"can't {words()}", p, many_)


sort("cants", becomes=deed, bare=True, stands=_cant)
sort("cans", becomes=deed, bare=True, stands=lambda node, phrase, words, p, many_: f"can {words()}")


def _test(builder: Any, ref: Any, place: Place) -> Any:
    return builder._as_test(ref)


def _those(value: Any, p: Any, many_: bool, head: str) -> str | None:
    """The objects that fit, in the plural and without an article."""
    if value == ir.Anything():
        return None
    if isinstance(value, ir.IsObject | ir.IsPlayerRef):
        return some(value, p).text
    types = [part.type for part in ir.walk(value) if isinstance(part, ir.HasType)]  # "artifact creatures"
    return noun(value, p, True, "or", "creature", "creature" if types and "creature" not in types else "")


def _all_but(builder: Any, ref: Any, place: Place) -> Any:
    """The creatures that "except by …" prevents from blocking; for a number of blockers any, with the minimum."""
    mention = builder.mentions.of(ref)
    match mention.ref if mention is not None else None:
        case ir.Chosen(amount=ir.AtLeast(minimum=ir.Number(value=minimum))):
            return With(ir.Anything(), {"minimum": minimum})
    test = creature_test(builder._as_test(ref))
    return test.part if isinstance(test, ir.Not) else ir.Not(test)


def _say_all_but(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if not isinstance(value, ir.Not) or isinstance(value.part, ir.IsObject):
        return None
    return _those(value.part, p, many_, head)


def _attacked_players(builder: Any, ref: Any, place: Place) -> Any:
    mention, test = builder.mentions.of(ref), _test(builder, ref, place)
    several = mention is not None and isinstance(mention.ref, ir.EachPlayer) and mention.plural
    return With(test, {"surface": "players"}) if several and not place.phrase.surface else test


def _whom(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if isinstance(value, ir.Anything | ir.AnyOf):
        return None
    if p.node.surface == "players":
        return f"{'your ' if value == OPPONENT else ''}{noun(value, p, True, head='player')}"
    return some(value, p, "player").text


def _all_those(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return None if value == ir.Anything() else noun(value, p, True, "or", head)


def _unless(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return p.say(value.part) if isinstance(value, ir.NotSo) else None


def _blockers(builder: Any, ref: Any, place: Place) -> Any:
    return creature_test(builder._as_test(ref))


def _crew(builder: Any, keyword: Any, place: Place) -> None:
    if str(keyword) != "crew":
        raise ValueError("a keyword that is no deed")


def _either_attacked(builder: Any, both: Any, place: Place) -> Any:
    """ "You or planeswalkers you control"."""
    return ir.AnyOf(tuple(map(builder._as_test, both)))


def _say_either(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if not isinstance(value, ir.AnyOf):
        return None
    return f"{some(value.parts[0], p, 'player').text} or {noun(value.parts[1], p, True)}"


slot("unless", "condition", lambda b, condition, place: ir.NotSo(condition), _unless)
slot("whom_player", "pnp", _attacked_players, _whom)
made("you_or_what", "{one:pnx} or {other:npx}", lambda one, other: (one, other))
slot("whom_or_what", "you_or_what", _either_attacked, _say_either)


def _leaver(builder: Any, ref: Any, place: Place) -> Any:
    """What ends an effect by leaving; later words rarely speak of it."""
    builder.mentions.nest(ref)
    return ref


slot("leaver", "np", _leaver, lambda value, p, many_, head: p.who(value).text)
slot("leaving_one", "np", lambda b, ref, place: _test(b, _leaver(b, ref, place), place), _those)
slot("those", "np", _test, _those)
slot("all_those", "np", _test, _all_those)
slot(
    "basic_type",
    "typesort",
    lambda b, sort_, place: str(sort_).removesuffix(" type"),
    lambda value, p, many, head: f"{value} type" if value.startswith("basic ") else None,
)
slot("blockers", "np", _blockers, _those)
slot("all_but", "np", _all_but, _say_all_but)
slot("creatures", "CARDTYPE", say=lambda value, p, many_, head: "creatures")
slot("creature_or_more", "CARDTYPE", say=lambda value, p, many_, head: "creatures" if many_ else "creature")
slot("caused", "pvps", say=lambda value, p, many_, head: str(p.say(value)))
slot("crews", "(KEYVERB|KEYWORD)", _crew, lambda value, p, many_, head: "crew")
slot("crew", "KEYWORD", _crew, lambda value, p, many_, head: "crew")
slot("one_subtype", "SUBTYPE", lambda b, name, place: (str(name),), lambda value, p, many_, head: listed(value))
slot("subtype_row", "subtype_row", say=lambda value, p, many_, head: listed(value))
slot("vehicles", "SUBTYPE", say=lambda value, p, many_, head: "Vehicles")


def _walker(builder: Any, kind: Any, place: Place) -> None:
    if str(kind) != "planeswalker":
        raise ValueError("something to attack that is no planeswalker")


slot("walker", "CARDTYPE", _walker, lambda value, p, many_, head: "planeswalker")
slot("walkers", "CARDTYPE", say=lambda value, p, many_, head: "planeswalkers")
slot("it_or_them", "pron", say=lambda value, p, many_, head: "them" if p.plural_noun else "it")
slot("them", "pron", say=lambda value, p, many_, head: "them" if p.plural_noun else None)


def _spells_and_sources(builder: Any, both: Any, place: Place) -> Any:
    """ "Red spells or abilities from red sources": each as a predicate."""
    spells, abilities = both
    return ir.AnyOf((_test(builder, spells, place), abilities))


def _say_spells_and_sources(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if not isinstance(value, ir.AnyOf):
        return None
    return " or ".join(noun(part, p, True) for part in value.parts)


sort("spells_or_from", priority=5)
slot("spells_and_sources", "spells_or_from", _spells_and_sources, _say_spells_and_sources)
sort("pcant", bare=True, stands=lambda node, phrase, words, p, many_: f"can't {words()}")


def _spells(value: Any, p: Any, many_: bool, head: str) -> str | None:
    parts = [part for part in ir.parts_of(value) if part != ir.PERMANENT_TYPES]
    either_ = [one for part in parts for one in (part.parts if isinstance(part, ir.AnyOf) else (part,))]
    land = ir.HasType("land") in either_ or (ir.IsCard() in either_ and ir.IsSpell() not in either_)
    return None if land else noun(value, p, True, "or", "spell")


def _others_than(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return _all_those(value.part, p, many_, "permanent") if isinstance(value, ir.Not) else None


slot("spells", "np", _test, _spells)
slot(
    "limited_spells",
    "desc",
    lambda b, desc, place: desc.test,
    lambda value, p, many_, head: noun(value, p, p.node.limit != 1, head="spell"),
)
slot("all_others", "np", lambda b, ref, place: ir.Not(b._as_test(ref)), _others_than)
slot(
    "one_of",
    "desc",
    lambda b, desc, place: desc.test,
    lambda value, p, many_, head: noun(value, p, many_, head=head or "permanent"),
)
slot("own", "poss", say=lambda value, p, many_, head: NounPhrase("your" if p.doer.you else "their", p.doer.plural))
slot("targeting", "np", _test, lambda value, p, many_, head: _all_those(value, p, many_, "spell or ability"))


def _being(node: Any, phrase: Any, words: Callable[[], str], p: Any, many_: bool) -> str:
    said = f"be {words()}"
    return said.replace(" to its other ", " to their other ") if p.plural_noun else said


sort("iscontent", becomes=deed, stands=_being)


def _in_addition(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return p.said("types", "beside") if value else None


def _haste(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return str(value) if value == "haste" else None


slot("its", "poss", say=lambda value, p, many_, head: "its")
slot("it_or_they", "pron", say=lambda value, p, many_, head: "they" if p.plural_noun else "it")
slot("haste", "KEYWORD", lambda b, token, place: str(token), _haste)


def _of_haste(builder: Any, keyword: Any, place: Place) -> None:
    if str(keyword) != "haste":
        raise ValueError("a keyword that has nothing to do with the activation of abilities")


slot("of_haste", "KEYWORD", _of_haste, lambda value, p, many_, head: "haste")
slot("colorlist", "colorlist", say=lambda value, p, many_, head: listed(value))
slot("in_addition", "beside", lambda b, others, place: True, _in_addition)


def _sides(builder: Any, token: Any, place: Place) -> tuple[Any, Any]:
    return power_and_toughness(str(token))


def _size(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return "/".join(p.digit(side) for side in value) if all(map(in_figures, value)) else None


def _both_sides(value: Any, p: Any, many_: bool, head: str) -> str | None:
    power, toughness = value
    return p.say(power) if power == toughness and power is not None else None


def _bonus(value: Any, p: Any, many_: bool, head: str) -> str | None:
    """ "+1/+1", "-X/-0"; None for an amount with a number for each."""
    known = list(p.mentioned)
    power = _side(value[0], p)
    p.mentioned[:] = known
    return _signed(power, _side(value[1], p))


def _side(value: Any, p: Any) -> str | None:
    if isinstance(value, ir.Number):
        return f"{value.value:+d}"
    less = isinstance(value, ir.Times) and value.factor == -1 and not lettered(value)
    sign, of = ("-", value.of) if less else ("+", value)
    if isinstance(of, ir.X | ir.Lettered) or lettered(of):
        return f"{sign}{p.say(of)}"
    return None if each_of(value, p) is not None else f"{sign}X{WHERE}where X is {p.say(of)}{WHERE}"


def _signed(*sides: str | None) -> str | None:
    """Both sides with signs; a zero has the sign of the other side."""
    less = any(side is not None and side.startswith("-") for side in sides)
    return None if None in sides else "/".join("-0" if less and side == "+0" else str(side) for side in sides)


def _bonuses(value: Any, p: Any, many_: bool, head: str) -> str | None:
    known, found = list(p.mentioned), [_side(side, p) or f"{(each_of(side, p) or (0,))[0]:+d}" for side in value]
    p.mentioned[:] = known
    return _signed(*found)


def _times_each(builder: Any, each: ir.Amount, place: Place) -> tuple[Any, ...]:
    return tuple(multiplied(place.values[side], each) for side in ("power", "toughness"))


def _each(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return next((found[1] for side in reversed(value) if (found := each_of(side, p)) is not None), None)


slot("size", "PT", _sides, _size)
slot("both_sides", "value", lambda b, amount, place: (amount, amount), _both_sides)
slot("bonus", "PT", _sides, _bonus)
slot("bonuses", "PT", _sides, _bonuses)
slot("per", "countable", _times_each, _each)
slot("behind", "", say=lambda value, p, many_, head: "\0")


def _lost_kws(builder: Any, abilities: Any, place: Place) -> tuple[str, ...]:
    """Keywords by name only."""
    if any(_qualified(one) for one in abilities):
        raise UnmeantError("a keyword with a quality", place.meta.end_pos)
    return tuple(getattr(one, "keyword", one.text) for one in abilities)


def _lost_abilities(builder: Any, abilities: Any, place: Place) -> tuple[str | ir.Node, ...]:
    return lost_abilities(abilities)


def lost_abilities(abilities: Any) -> tuple[str | ir.Node, ...]:
    """The lost abilities: keywords by name, those with a quality ("protection from red") as nodes."""
    return tuple(replace(one, text="") if _qualified(one) else _name_or_self(one) for one in abilities)


def _name_or_self(ability: Any) -> Any:
    return ability if isinstance(ability, ir.ThisAbility) else getattr(ability, "keyword", ability.text)


def _qualified(ability: Any) -> bool:
    return getattr(ability, "quality", None) is not None and not ability.keyword.endswith(("walk", "home"))


def _say_lost(value: Any, p: Any, many_: bool, head: str) -> str | None:
    said = (p.inner(one) if isinstance(one, ir.Node) else one for one in value)
    return listed(together([f'"{one}."' if one[:1].isupper() and " " in one else one for one in said])) or None


def _kinds(builder: Any, look: dict[str, Any], place: Place) -> tuple[tuple[str, ...], ...]:
    if not look.keys() <= {"supertypes", "types", "subtypes"}:
        raise ValueError("a thing that isn't of some color")
    return look.get("supertypes", ()), look.get("types", ()), look.get("subtypes", ())


def _kinds_of_word(value: Any, p: Any, many_: bool, head: str) -> str:
    if p.node.surface == "either":
        return f"one {value.replace('color', 'color word', 1)} with another"
    kinds = [f"one {kind}{'' if kind.endswith('type') else ' word'} with another" for kind in value.split(" or ")]
    return " or ".join(kinds)


slot("a_keyword", "KEYWORD", lambda b, name, place: (ir.KeywordAbility(str(name), text=str(name)),))
slot("lost_kws", "kws", _lost_kws, _say_lost)
slot("lost_abilities", "kws", _lost_abilities, _say_lost)
made("two_kws", "{one:kw} or {other:kw}", lambda one, other: (*one, *other))
slot("either_kws", "two_kws", _lost_kws, lambda value, p, many_, head: listed(value, "or"))
slot("granting", "", say=lambda value, p, many_, head: p.granting)


def _say_kinds(value: Any, p: Any, many_: bool, head: str) -> str:
    text = " ".join([*value[0], *value[2], *value[1]])
    return plural(text) if (value[1] or value[2]) and p.plural_noun else text


slot("kinds", "typeline", _kinds, _say_kinds)
slot("kinds_of_word", "", say=_kinds_of_word)


UNTAPPERS = (
    "its controller's",
    "their controllers'",
    "their controller's",
    "that player's",
    "the player's",
    "your",
    "their",
)


def _untapper(builder: Any, whose: Any, place: Place) -> str:
    return word(*UNTAPPERS)(builder._said(place.meta))


OF_EACH = ("its controller's", "their controllers'", "their controller's", "their")
"""The words for the untap step of whoever controls each object then."""


def _next_untapper(builder: Any, whose: Any, place: Place) -> tuple[str, Any]:
    """The words for whose untap step it is, and that player, unless it is whoever controls each object then."""
    words = builder._said(place.meta)
    untapper = next((each for each in UNTAPPERS if f"{each} next untap step" in words), "")
    return untapper, None if untapper in OF_EACH else whose


def _whose_next_untap(value: Any, p: Any, many_: bool, head: str) -> str:
    words, whose = value
    return (words or p.untap_whose) if whose is None else str(p.whose(whose))


def _whose_untap(value: Any, p: Any, many_: bool, head: str) -> str:
    return value or p.untap_whose


def _of_walls(builder: Any, subtype: Any, place: Place) -> str:
    if str(subtype) != "Wall":
        raise UnmeantError("no creature type but Wall keeps from attacking", place.meta.end_pos)
    return "Wall"


def _same_keyword(builder: Any, keyword: Any, place: Place) -> str:
    if str(keyword) != place.values["as_though"]:
        raise ValueError("creatures with one keyword blocked as though with another")
    return str(keyword)


def _this_turn(builder: Any, span: Any, place: Place) -> With:
    """The span of "each combat this turn". Raises ValueError for another."""
    if builder._words(place.meta).lower().count("this turn") != 1:
        raise ValueError("each combat of another time than this turn")
    return With(None, {"during": span})


def _each_combat(value: Any, p: Any, many_: bool, head: str) -> str:
    return "" if p.span_word == "this turn" else "each combat"


def _landwalkers(builder: Any, what: Any, place: Place) -> ir.Predicate:
    """ "Creatures with landwalk abilities", to which "those abilities" refers."""
    test: ir.Predicate = builder._as_test(what)
    if ir.HasAbility("landwalk") not in ir.parts_of(test):
        raise ValueError("abilities that were not spoken of")
    return test


def _say_landwalkers(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return noun(value, p, True) if ir.HasAbility("landwalk") in ir.parts_of(value) else None


slot("landwalkers", "np", _landwalkers, _say_landwalkers)
slot("within", "span", lambda b, span, place: With(None, {"during": span}), lambda value, p, many_, head: p.span_word)
slot("this_turn", "span", _this_turn, lambda value, p, many_, head: "this turn")
slot("per_combat", "each_combat", say=_each_combat)
slot("untapper", "poss", _untapper, _whose_untap)
slot("next_untapper", "poss", _next_untapper, _whose_next_untap)
slot("of_walls", "SUBTYPE", _of_walls, lambda value, p, many_, head: "Walls" if value == "Wall" else None)
slot("same_keyword", "KEYWORD", _same_keyword)
slot("creature", "CARDTYPE", say=lambda value, p, many_, head: "creature")
slot("granting_since", "", say=lambda value, p, many_, head: p.granting if p.date >= "2013-07-13" else None)
