"""The slots of what instructions create: tokens, their look and number, and mana."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import ONE
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.cardtext.passes.keywords import predefined_token
from rulesite.engine.cardtext.printing.amounts import each_of, plain
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.slots.becoming import typeline
from rulesite.engine.cardtext.slots.copy_exceptions import exceptions
from rulesite.engine.language.english import a, listed, plural
from rulesite.engine.language.sorts import Place, With, slot, sort

# ---- tokens

SETTINGS = ("tapped", "attacking", "blocking", "who", "attached", "attacked", "or_walker")
"""Words among those of a token that fill fields of its creation."""
BASIC_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")


def _of_the_attacked(builder: Any, holder: Any, kind: str) -> bool:
    """Whether "a planeswalker they control" is of the player who is attacked: no other player is said."""
    mention = builder.mentions.of(holder)
    if mention is None or mention.word != "they" or kind != "planeswalker":
        raise ValueError("a planeswalker of another than the player who is attacked")
    return True


def _tokens(builder: Any, look: dict[str, Any], place: Place) -> With:
    """A token, noted for later words; the rules define "a Clue token" and the like (in `language/keywords.toml`)."""
    _noted(builder, place)
    how = {name: look.pop(name) for name in SETTINGS if name in look}
    how |= {"or_walker": _of_the_attacked(builder, how["or_walker"], look.pop("walker"))} if "or_walker" in how else {}
    how |= {"surface": "under"} if "who" in how else {}
    how |= {"surface": "apart"} if look.pop("apart", False) else {}
    if "name" not in look and look.get("subtypes", ())[1:] == ("Role",):  # "a Sorcerer Role token"
        look = {**look, "name": look["subtypes"][0], "subtypes": ("Aura", "Role")}
    said = ["named last"] if {"abilities", "name"} <= set(look) and list(look)[-1] == "name" else []
    words = list(look)
    said += ["no"] if look.pop("colorless", False) else []
    said += ["above"] if said[-1:] == ["no"] and words[0] == "supertypes" else []
    said += ["first"] if look.pop("first", False) else []
    every = look.get("every", "")
    said += [word for word in ("colored", "every", "based") if look.pop(word, False)]
    if "every" in said:
        if every != "basic land":
            raise ValueError(f"a token that is every {every}")
        look = {**look, "subtypes": BASIC_LAND_TYPES}
    types = look.get("types", ())
    if look.get("power") is not None and not types:  # "a 3/1 Vehicle artifact token" is no creature
        types = ("creature",)
    made = ir.Token(**{**look, "types": types}, surface=" ".join(said))
    if not types and made.subtypes:
        made = replace(predefined_token(made, builder.quoted_reader), surface="known")
        if not made.types:
            raise ValueError(f"a {' '.join(made.subtypes)} token, of which no rule that is known says what it is")
    return With(made, how)


def _noted(builder: Any, place: Place) -> None:
    several = place.values.get("amount", ONE) != ONE
    builder.mentions.add(Mention(place.meta.start_pos, ir.Memo("create"), False, "token", plural=several, ghost=True))


def _copied(builder: Any, of: Any, place: Place) -> Any:
    """The object that a token copies: from here on "it" is the token."""
    _noted(builder, place)
    for mention in builder.mentions.all:
        builder.mentions.amend(
            mention, nested=mention.nested or place.meta.start_pos < mention.pos < place.meta.end_pos
        )
    return of


def _say_tokens(value: Any, p: Any, many_: bool, head: str) -> str:
    n = p.node
    found = None if plain(n.amount) else each_of(n.amount, p)
    several = n.amount != ONE if found is None else found[0] != 1
    ahead = "ahead" in n.surface.split()
    apart = "apart" in n.surface.split()
    how = "tapped and attacking" if ahead else "tapped" if n.tapped and (apart or not n.attacking) else ""
    if isinstance(value, ir.Token):
        what = _look(value, p, several, how)
    else:
        copies = "tokens that are copies" if several else "token that's a copy"
        what = f"{how} {copies} of {p.who(value)}".strip()
    if n.attacking and not ahead:
        what += " and" if "and_that" in n.surface.split() else ""
        what += " that are " if several else " that's "
        what += "tapped and attacking" if n.tapped and not apart else "attacking"
        what += f" {p.who(n.attacked)}" if n.attacked is not None else ""
        what += " or a planeswalker they control" if n.or_walker else ""
    if n.blocking is not None and p.terms.create:
        what += " that are " if several else " that's "
        what += f"blocking {p.who(n.blocking)}"
    if n.attached is not None:
        what += f" attached to {p.who(n.attached)}"
    return what + (f", except {exceptions(n.except_, p)}" if n.except_ else "")


def _same(builder: Any, token: Any, place: Place) -> ir.Token:
    """ "Create four of those tokens instead": like those mentioned before."""
    _noted(builder, place)
    return ir.SAME_TOKENS


def _say_same(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return "of those tokens" if "those" in p.node.surface.split() else None


def _look(n: ir.Token, p: Any, several: bool = False, how: str = "") -> str:
    known = n.surface == "known" or n.subtypes in (("Treasure",), ("Food",), ("Clue",))
    plainly = "no" in n.surface.split() and n.power is None and not n.colors
    above = plainly and "above" in n.surface.split()
    words, said = [how, *(n.supertypes if above else ()), "colorless" if plainly else ""], n.surface.split()
    if not known:
        colors = None if (n.power is None and not n.colors) or "colored" in said else n.colors
        size = (None, None) if "based" in said else (n.power, n.toughness)
        subtypes = () if "every" in said else n.subtypes
        words.append(typeline(() if above else n.supertypes, *size, colors, subtypes, n.types, p))
    role = known and "Role" in n.subtypes
    words += [*((n.name, "Role") if role else n.subtypes if known else ()), "tokens" if several else "token"]
    named = f" named {n.name}" if n.name and not role else ""
    if "colored" in said:
        words.append(("that are " if several else "that's ") + listed(n.colors))
    named += (" that are " if several else " that is ") + "every basic land type" if "every" in said else ""
    named += f" with base power and toughness each equal to {p.say(n.power)}" if "based" in said else ""
    having = f" with {listed([p.inner(ability) for ability in n.abilities])}" if n.abilities and not known else ""
    return " ".join(filter(None, words)) + (having + named if "named last" in n.surface else named + having)


def _say_first(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if not isinstance(value, ir.Token) or "first" not in value.surface.split():
        return None
    return f"{value.name}, {a(_look(replace(value, name=''), p))}"


def _say_card(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if value != ir.Token((), name=getattr(value, "name", "")):
        return None
    return f"{value.name} {'token' if p.node.amount == ONE else 'tokens'}"


slot(
    "amassed",
    "SUBTYPE",
    lambda b, name, place: str(name),
    lambda value, p, many_, head: plural(value) if value else None,
)
slot("same_tokens", "like_before", _same, _say_same)
slot("named_first", "first_named", _tokens, _say_first)
slot("named_card", "by_name", _tokens, _say_card)
sort("token", around=tuple(each.name for each in fields(ir.Token)))


def _more(builder: Any, made: tuple[Any, ...], place: Place) -> tuple[Any, ...]:
    """Tokens of several kinds, which later words mention together."""
    for mention in builder.mentions.all:
        if mention.noun == "token" and mention.ghost and place.meta.start_pos <= mention.pos < place.meta.end_pos:
            builder.mentions.amend(mention, plural=True)
    return made


def _say_more(value: Any, p: Any, many_: bool, head: str) -> str | None:
    """ "…, a 2/2 Wolf creature token, and a Treasure token"."""
    if not value:
        return None
    said = [str(p.said(one, "newtoken")) for one in value]
    return f" and {said[0]}" if len(said) == 1 else "".join(f", {one}" for one in said[:-1]) + f", and {said[-1]}"


for creating in ("creating", "newtoken"):
    sort(creating, priority=4, around=(*SETTINGS, "except_"))
slot("more_tokens", "newtokens", _more, say=_say_more)
slot("tokens", "tokendesc", _tokens, _say_tokens)
slot(
    "tokens_besides",
    "newtoken",
    lambda b, made, place: ir.CreateBesides(made),
    lambda value, p, many_, head: p.said(value.more, "newtoken") if isinstance(value, ir.CreateBesides) else None,
)
slot("copied", "np", _copied)
slot("token_words", "", say=lambda value, p, many_, head: _look(p.node, p))


# ---- mana


def _so_much(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return p.say(value).replace("that many", "that much") if plain(value) else None


def _producer(builder: Any, by: Any, place: Place) -> With:
    """ "Any type that land could produce": a land mentioned before, rather than any land."""
    mention, words = builder.mentions.of(by), builder._words(place.meta).lower()
    if mention is not None and words.endswith(f" that {mention.noun} could produce"):
        those = {"ref": None, "word": "that", "surface": f"that {mention.noun}", "plural": False, "later": None}
        builder.mentions.amend(mention, **those)
    return With(ir.Every(builder._as_test(by)), {"surface": "the"} if " type the " in words else {})


def _say_producer(value: Any, p: Any, many_: bool, head: str) -> str:
    by = some(value.what, p).text if isinstance(value, ir.Every) else p.who(value).text
    return by if p.node.surface == "the" or by.startswith("that ") else f"that {by}"


def _spendable(builder: Any, on: Any, place: Place) -> ir.Predicate:
    mention, test = builder.mentions.of(on), builder._as_test(on)
    one = mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(test, ir.All | ir.IsAbility)
    return replace(test, surface="a") if one else test


def _spent_ways(value: Any, p: Any, many_: bool, head: str) -> str:
    """ "To cast artifact spells or activate abilities of artifacts": the purposes, with "to" once or before each."""
    several = isinstance(value, ir.AnyOf) and value.surface.startswith("spent")
    ways = [_spent_way(part, p) for part in (value.parts if several else (value,))]
    return "to " + listed(
        [f"to {way}" if nth and value.surface == "spent to" else way for nth, way in enumerate(ways)],
        "and" if several and value.surface == "spent and" else "or",
    )


def _spent_way(value: Any, p: Any) -> str:
    if isinstance(value, ir.CostsHolding):
        return f"pay a cost that contains {value.symbol}"
    if isinstance(value, ir.CostsOf) and value.surface == "doors":
        return f"{value.keyword} doors"
    if isinstance(value, ir.CostsOf) and value.surface.startswith(("cards", "a card")):
        return f"{value.keyword} {'cards' if value.surface == 'cards' else 'a card from your hand'}"
    if isinstance(value, ir.CostsOf):
        return f"pay {a(value.keyword)} cost" if value.surface == "a" else f"pay {value.keyword} costs"
    if ir.IsAbility() not in ir.parts_of(value):
        return f"cast {_spent_on(value, p, False, '')}"
    one = value.surface == "a"
    of = next((part.what for part in ir.parts_of(value) if isinstance(part, ir.SourceIs)), None)
    with p.saying(sources=True):
        whose = "" if of is None else f" of {some(of, p).text if one else noun(of, p, True)}"
    return f"activate {'an ability' if one else 'abilities'}{whose}"


def _of_these_sources(value: Any, p: Any) -> str | None:
    """Whose abilities they are: "creatures you control"; None for what is no ability."""
    if not isinstance(value, ir.Predicate) or ir.IsAbility() not in ir.parts_of(value):
        return None
    of = next(part.what for part in ir.parts_of(value) if isinstance(part, ir.SourceIs))
    with p.saying(sources=True):
        return some(of, p).text if isinstance(of, ir.IsObject) else noun(of, p, True)


def _spent_on(value: Any, p: Any, many_: bool, head: str) -> str:
    return some(value, p, "spell").text if value.surface == "a" else noun(value, p, True, head="spell")


def _to_pool(value: Any, p: Any, many_: bool, head: str) -> str:
    return f"to {p.pool()} mana pool" if p.terms.mana_pool else ""


sort("produced", around=("who",))
slot("so_many_mana", "amount", say=_so_much)


def _that_produced(builder: Any, what: Any, place: Place) -> With:
    """What was tapped for the mana: its words are kept where it is no land."""
    words = builder._words(place.meta).lower()
    noun_ = words.partition(" type ")[2].partition(" produced")[0]
    return With(None, {} if noun_ == "that land" else {"surface": noun_})


slot("that_produced", "np", _that_produced, lambda value, p, many, head: p.node.surface or "that land")
slot("each_one", "countable", say=lambda value, p, many_, head: (each_of(value, p) or (0, None))[1])
slot("manalist", "manalist", say=lambda value, p, many_, head: listed(value, "or"))
slot("and_or", "colorsmixed", say=lambda value, p, many_, head: listed(value, "and/or") or None)
slot("producer", "np", _producer, _say_producer)
slot("spent_on", "np", _spendable, _spent_on)
slot("printed_mana", "printed_mana", say=lambda value, p, many_, head: p.say(value))
slot("spent_ways", "spent_manner", say=_spent_ways)
slot(
    "not_spent",
    "spent_manner",
    lambda b, on, place: ir.Not(on, surface="not_spent"),
    lambda value, p, many_, head: (
        _spent_ways(value.part, p, many_, head) if isinstance(value, ir.Not) and value.surface == "not_spent" else None
    ),
)
slot("spent_source", "np", lambda b, of, place: b._as_test(of))
slot(
    "abilities_of",
    "np",
    lambda b, of, place: ir.All((ir.IsAbility(), ir.SourceIs(b._as_test(of)))),
    lambda value, p, many_, head: _of_these_sources(value, p),
)
slot("to_pool", "to_pool", say=_to_pool)


def _half(way: str) -> Callable[[Any, Any, Place], Any]:
    return lambda builder, letter, place: ir.Half(ir.X(str(letter)), way)


def _say_half(way: str) -> Callable[[Any, Any, bool, str], str | None]:
    return lambda value, p, many_, head: (
        p.say(value.of) if isinstance(value, ir.Half) and value.rounded == way else None
    )


for way in ("up", "down"):
    slot(f"half_{way}", "LETTER", _half(way), _say_half(way))
