"""The slots of keywords: their costs, numbers and qualities."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import Desc, UnmeantError, both
from rulesite.engine.cardtext.printing.amounts import digits, lettered
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, defined_last, listed, third
from rulesite.engine.language.keyword_table import rows, taking
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.phrases import made
from rulesite.engine.language.sorts import Place, With, slot, sort
from rulesite.engine.language.vocabulary import vocabulary

WANTED = {
    "cost": "a cost",
    "number": "a number",
    "number and cost": "a number and a cost",
    "a quality": "a quality",
    "name": "a name",
}
"""What may be required after a keyword, in people's words."""


def wants(keyword: str) -> str:
    """What must be printed after a keyword: "cost", "number", "number and cost", "a quality", "name" or nothing.

    >>> wants("flashback"), wants("fading"), wants("flying"), wants("awaken")
    ('cost', 'number', '', 'number and cost')
    """
    if keyword in taking(""):
        return ""
    return next((what for what in WANTED if keyword in taking(what)), "")


def _abilities(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> tuple[Any, ...]:
    """The abilities of a keyword: one for each quality, or each cost that may be paid separately; for a quoted text
    those in it."""
    if phrase.make is None:
        return tuple(phrase.node(values))
    quality, costs = values.get("quality"), values.get("cost")
    if isinstance(costs, tuple):
        named = [(cost, f"{values['keyword'].capitalize()} {cost.parts[0].symbols}") for cost in costs]
        return tuple(phrase.node({**values, "cost": cost, "text": text}) for cost, text in named)
    several = quality if isinstance(quality, tuple) else (quality,)
    return tuple(phrase.node({"text": builder._words(meta), **values, "quality": one}) for one in several)


def together(said: list[str]) -> list[str]:
    """Abilities in a list: "protection from black" and "protection from red" share a phrase.

    >>> together(["flying", "protection from black", "protection from red"])
    ['flying', 'protection from black and from red']
    >>> together(["kicker {W}", "kicker {2}{B}"])
    ['kicker {W} and/or {2}{B}']
    """
    kicked = [one for one in said if one.startswith("kicker {")]
    if len(kicked) > 1:
        costs = " and/or ".join(one.removeprefix("kicker ") for one in kicked)
        return [f"kicker {costs}", *(one for one in said if one not in kicked)]
    for name in ("protection from ", "hexproof from "):
        of_it = [one for one in said if one.startswith(name)]
        if len(of_it) > 1:
            place = said.index(of_it[0])
            said = [one for one in said if one not in of_it]
            said.insert(
                place,
                name + listed([of_it[0].removeprefix(name), *(f"from {o.removeprefix(name)}" for o in of_it[1:])]),
            )
    return said


sort("kw", becomes=_abilities, around=("text", "expands", "limits"))


# ---- its name


def _keyword(builder: Any, name: Any, place: Place) -> str:
    """A keyword alone; its cost may be in the next sentence, and a keyword that is only mentioned has none."""
    return str(name)


def _of_a_quality(builder: Any, name: Any, place: Place) -> str:
    if wants(str(name)) != "a quality":
        raise UnmeantError(f"the keyword {str(name)!r} stands before no quality", place.meta.start_pos)
    return str(name)


def _of_materials(builder: Any, name: Any, place: Place) -> str:
    if not rows(str(name))[0].get("materials"):
        raise UnmeantError(f"the keyword {str(name)!r} is of no materials", place.meta.start_pos)
    return str(name)


def _spoken(value: Any, p: Any, many: bool, head: str) -> str | None:
    return defined_last(Printer(p.date, value[0]).say(value[0])) if value else None


def _granted(value: Any, p: Any, many: bool, head: str) -> str | None:
    """The ability that a keyword gives while a condition is true."""
    granted = value[0].parts[0].changes[0].abilities if value else ()
    return "\n".join(defined_last(Printer(p.date, each).say(each)) for each in granted) or None


def _solving(value: Any, p: Any, many: bool, head: str) -> str | None:
    """The condition under which a Case becomes solved."""
    if not value or not isinstance(value[0].condition, ir.AllSo):
        return None
    *parts, _ = value[0].condition.parts
    said = Printer(p.date, value[0]).say(parts[0] if len(parts) == 1 else ir.AllSo(tuple(parts)))
    return f"{said[:1].upper()}{said[1:]}"


def _boasted(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not value or not isinstance(value[0], ir.ActivatedAbility):
        return None
    own = len(value[0].restrictions) - int(head)
    return _spoken((replace(value[0], restrictions=value[0].restrictions[:own]),), p, many, "")


slot("keyword", "KEYWORD", _keyword)
slot(
    "keyword_of",
    "KEYWORD",
    _of_a_quality,
    lambda value, p, many, head: value if wants(value) == "a quality" else None,
)
slot("materials", "KEYWORD", _of_materials, lambda value, p, many, head: value)
slot("land_keyword", "", say=lambda value, p, many, head: value if value.endswith(("walk", "home")) else None)
slot("spoken", "", say=_spoken)


def _its_size(value: Any, p: Any, many: bool, head: str) -> str | None:
    """The power and toughness behind a prototype cost."""
    parts = value.parts if isinstance(value, ir.All) else ()
    return "/".join(p.digit(part.value) for part in parts if isinstance(part, ir.Compares)) or None


slot("lettered_number", "", say=lambda value, p, many, head: p.say(value) if lettered(value) else None)
slot("prototype_size", "", say=_its_size)
slot("granted", "", say=_granted)
slot("solving", "", say=_solving)
slot("boasted", "", say=_boasted)


def _apart(builder: Any, word: Any, place: Place) -> str:
    if str(word).lower() not in ("boast", "exhaust", "power-up", "forecast"):
        raise ValueError("abilities of a keyword that stands before none")
    return str(word).lower()


slot("before_ability", "(KEYWORD|UNKNOWN|CNAME)", _apart, lambda value, p, many, head: value or None)


# ---- its cost, its number


def _mana_cost(builder: Any, symbols: Any, place: Place) -> ir.Cost:
    cost, name = ir.Cost((ir.PayMana(str(symbols)),)), place.values.get("keyword", "")
    if wants(name) not in ("", "cost") and "amount" not in place.values:
        raise UnmeantError(f"the keyword {name!r} wants {WANTED[wants(name)]}", place.meta.start_pos)
    other = place.values.get("cost")
    return cost if other is None else ir.Cost((ir.OneOf((other, cost)),))


def _say_mana_cost(value: Any, p: Any, many: bool, head: str) -> str | None:
    simple = all(isinstance(part, ir.PayMana | ir.OneOf) for part in value.parts)
    worked_out = all(isinstance(part, ir.PayManaAmount) and lettered(part.amount) for part in value.parts)
    return p.say(value).removeprefix("pay ") if simple or worked_out else None


def _dashed(builder: Any, cost: ir.Cost, place: Place) -> Any:
    """ "Rampage: 2" and "Cumulative upkeep: {B} and 2 life"."""
    if place.values["keyword"] in taking("number") and isinstance(cost.parts[0], ir.Loyalty):
        return With(None, {"amount": cost.parts[0].amount})
    words = builder._words(place.meta)
    return With(cost, {"surface": "pay"} if "—pay {" in words.lower() and " and " in words else {})


def _say_dashed(value: Any, p: Any, many: bool, head: str) -> str:
    text = p.say(value)
    if head:
        text = f"{head} " + " and ".join(p.say(part).removeprefix(f"{head} ") for part in value.parts)
    return f"—{text[:1].upper()}{text[1:]}."


def _of_keyword(builder: Any, amount: ir.Amount, place: Place) -> ir.Amount:
    name = place.values["keyword"]
    if name not in taking("number" if place.piece.head == "" else place.piece.head):
        raise UnmeantError(f"the keyword {name!r} wants {WANTED.get(wants(name), 'no number')}", place.meta.start_pos)
    return amount


slot(
    "each_cost",
    "each_cost",
    lambda b, costs, place: tuple(_mana_cost(b, symbols, place) for symbols in costs),
    lambda value, p, many, head: None,
)
slot("mana_cost", "MANASYMBOLS", _mana_cost, _say_mana_cost)
slot("mana_behind", '"—" MANASYMBOLS', _mana_cost, lambda value, p, many, head: f"—{p.say(value)}")
slot("which_mana", "MANASYMBOLS", lambda b, symbols, place: str(symbols), lambda value, p, many, head: value or None)
slot("mana_printed", "MANASYMBOLS", lambda b, symbols, place: str(symbols), lambda value, p, many, head: value)
slot("dashed", '("—"|":") cost', _dashed, _say_dashed)
slot(
    "keyword_behind",
    '"—" KEYWORD',
    lambda b, name, place: ir.HasAbility(str(name)),
    lambda value, p, many, head: f"—{str(value.keyword).capitalize()}" if isinstance(value, ir.HasAbility) else None,
)
slot("of_keyword", '":"? amount', _of_keyword, lambda value, p, many, head: digits(value, p))


# ---- its quality


def _landwalk(builder: Any, kind: Any, place: Place) -> With:
    """The land type of a landwalk, and the keyword as written in the text."""
    words, supertype = builder._words(place.meta).lower(), place.values.get("")
    land = ir.HasType("land") if kind == "land" else ir.HasSubtype(vocabulary().subtypes[str(kind)])
    besides = ir.HasType if str(supertype) in vocabulary().types else ir.HasSupertype
    more: list[ir.Predicate] = [besides(str(supertype))] if supertype is not None else []
    if place.piece.head:
        more, land = [ir.Not(one) for one in more], ir.HasType("land")
    snow = [ir.HasSupertype("snow")] if "snow-covered" in words else []
    return With(both(*more, *snow, land), {"keyword": words.replace("snow-covered ", "snow ")})


def _typecycling(builder: Any, kind: Any, place: Place) -> ir.Predicate:
    supertype, known = place.values.get(""), vocabulary()
    if supertype is not None:
        besides = ir.HasType(str(supertype)) if str(supertype) in known.types else ir.HasSupertype(supertype)
        return both(besides, ir.HasType(str(kind)))
    if kind == "basic":
        return both(ir.HasSupertype("basic"), ir.HasType("land"))
    return ir.HasSubtype(known.subtypes[str(kind)]) if str(kind) in known.subtypes else ir.HasType(str(kind))


def _say_typecycling(value: Any, p: Any, many: bool, head: str) -> str:
    kinds = tuple(one for one in ir.walk(value) if isinstance(one, ir.HasType | ir.HasSubtype | ir.HasSupertype))
    return f"{noun(ir.All(kinds), p)}cycling"


def _say_enchanted(value: Any, p: Any, many: bool, head: str) -> str:
    return noun(value, p, head="player" if isinstance(value, ir.IsPlayer) else "permanent")


def _say_quality(value: Any, p: Any, many: bool, head: str) -> str:
    match value:
        case ir.HasColor(color=color):
            return color
        case ir.Not(part=ir.HasColor(color=color)):
            return f"non{color}"
        case ir.HasChosen(quality=chosen):
            return f"{value.surface or 'the chosen'} {chosen}"
    return p.said(value, "qual") or noun(value, p, True)


def _kind(builder: Any, desc: Desc, place: Place) -> ir.Predicate:
    """ "Protection from Dragons" is from any such source; "from spells that are blue" only from spells."""
    return desc.test if desc.noun == "spell" and desc.test != desc.bare else desc.bare


def _deck_cards(value: Any, p: Any, many: bool, head: str) -> str:
    """ "Cards with even mana values": the mana value of each is even."""
    return re.sub(r"\b(even|odd) mana value$", r"\1 mana values", noun(value, p, many))


def _deck_so(value: Any, p: Any, many: bool, head: str) -> str | None:
    """ "… has mana value 2 or less", "… shares a card type"."""
    if isinstance(value, ir.AnyOf) and all(isinstance(one, ir.HasSubtype) for one in value.parts):
        return f"is {a(listed([str(p.say(one)) for one in value.parts], 'or'))} card"
    said = str(p.say(value))
    if said.startswith("with "):
        return f"has {said.removeprefix('with ')}"
    does = said.removeprefix("that's ").removeprefix("that ")
    if said.startswith("that's "):
        return f"is {does}"
    return (does if does.partition(" ")[0].endswith("s") else third(does)) if said.startswith("that ") else None


slot("colored", "np", say=lambda value, p, many, head: p.np(value).text.removeprefix("all "))
slot("landwalk", "LANDWALK", _landwalk)
slot("landhome", "LANDHOME", _landwalk)


def _any_landwalk(builder: Any, kind: Any, place: Place) -> str:
    if str(kind) != "land":
        raise UnmeantError("the walk of one land type, of another", place.meta.start_pos)
    return "landwalk"


slot("any_landwalk", "LANDWALK", _any_landwalk, lambda value, p, many, head: value if value == "landwalk" else None)
slot("typecycling", "TYPECYCLING", _typecycling, _say_typecycling)
made("kwname", "{name:KEYWORD}", lambda name: str(name))
made("kwname", "{name:any_landwalk}", lambda name: str(name))
made("kwname", "protection", lambda: "protection")
slot("keyword_names", "kwnames", lambda b, names, place: tuple(names), lambda value, p, many, head: listed(value))
slot("subtype", "SUBTYPE", lambda b, name, place: ir.HasSubtype(str(name)), lambda value, p, many, head: noun(value, p))
slot("enchanted", "(desc|pdesc)", lambda b, of, place: of.test if isinstance(of, Desc) else of, _say_enchanted)
slot("called", "", say=lambda value, p, many, head: value.name if isinstance(value, ir.HasName) else None)
slot("offered", "SUBTYPE", lambda b, name, place: ir.HasSubtype(str(name)), lambda value, p, many, head: noun(value, p))
slot("deck_cards", "desc", lambda b, desc, place: desc.test, _deck_cards)
slot("deck_card", "desc", lambda b, desc, place: desc.test, lambda value, p, many, head: noun(value, p))
slot("deck_so", "relative", say=_deck_so)
for _name in ("kind", "fallen"):
    slot(_name, "desc", _kind, lambda value, p, many, head: noun(value, p, many))
slot("quals", "quals", say=_say_quality)


def _behind(value: Any, p: Any) -> str | None:
    """ ", flying, and first strike": after another ability."""
    if value is None or len(value) < 2:
        return None
    *first, last = together([p.inner(one) for one in value])
    return "".join(f", {one}" for one in first) + f", and {last}"


slot(
    "single_kw",
    "kw",
    say=lambda value, p, many, head: p.inner(value[0]) if value is not None and len(value) == 1 else None,
)
slot("kws_behind", '"," kws', say=lambda value, p, many, head: _behind(value, p))
slot(
    "kws", "kws", say=lambda value, p, many_, head: listed(together([p.inner(one) for one in value])) if value else None
)


def _by_keyword(builder: Any, verb: Any, place: Place) -> ir.WasPaid:
    """ "~ escapes with …": the condition, as it enters, that it was cast for that cost."""
    if wants(str(verb)) != "cost":
        raise UnmeantError(f"nothing enters by {str(verb)!r}", place.meta.start_pos)
    return ir.WasPaid(str(verb))


slot("by_keyword", "KEYVERB", _by_keyword, lambda value, p, many, head: getattr(value, "keyword", None))
