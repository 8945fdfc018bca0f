"""The slots of instructions: who and what, choices and searches, counters, keyword actions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import done_by, multiplied
from rulesite.engine.cardtext.builder.nouns import ONE, both
from rulesite.engine.cardtext.builder.surface import word
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.cardtext.passes.other_than import other_than
from rulesite.engine.cardtext.printing.amounts import counted, digits, each_of, plain
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.cardtext.slots.common import patient
from rulesite.engine.cardtext.slots.costs import paid
from rulesite.engine.cardtext.slots.moves import say_moved
from rulesite.engine.language.english import a, listed, number
from rulesite.engine.language.phrases import fixed, made, said_if
from rulesite.engine.language.sorts import Place, With, slot, sort, subject
from rulesite.engine.language.vocabulary import vocabulary

# ---- instructions to objects


def _thing(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    if value is None:
        return None
    found: NounPhrase = p.saying_subject(value)
    return replace(found, text=f"each of {found}") if value.surface == "each of" else found


def _dealer(builder: Any, ref: Any, place: Place) -> Any:
    """In "~ deals 2 damage to its controller" and "to it" the pronoun means another object mentioned before."""
    source, hit = builder.mentions.of(ref), builder.mentions.of(place.values.get("to"))
    builder.not_itself(place.values.get("to"), ref, noun_decides=True)
    if source is not None and hit is not None and isinstance(source.ref, ir.Self):
        inner = [builder.mentions.of(part) for part in ir.walk(hit.ref)]
        builder.mentions.amend(
            source, nested=source.nested or any(each is not None and bool(each.word) for each in inner)
        )
    return ref


def _fighter(builder: Any, ref: Any, place: Place) -> Any:
    """ "It fights that creature": another creature."""
    builder.not_itself(place.values["other"], ref)
    return ref


def _recipient(value: Any, p: Any, many_: bool, head: str) -> str:
    """The recipient; several targets each receive it."""
    with p.saying(each_word=True):
        if isinstance(value, ir.Several):
            return listed([_recipient(part, p, many_, head) for part in value.parts])
        several = isinstance(value, ir.Target) and p.has_many(value) and not p.known(value)
        return f"each of {p.who(value)}" if several else str(p.who(value))


def _some_damage(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return counted(value, "damage", p) if plain(value) else None


subject("thing", lambda b, ref, place: ref, _thing)
subject("dealer", _dealer, _thing)
subject("fighter", _fighter, _thing)
slot("recipient", "recipient", say=_recipient)
slot("some_damage", 'amount "damage"', say=_some_damage)
slot("damages", "damages", say=lambda value, p, many_, head: said_if(value, "damages", p))
slot("lives", "lives", say=lambda value, p, many_, head: said_if(value, "lives", p))
slot("it_they", "", say=lambda value, p, many_, head: "they" if p.is_several(value) else "it")


# ---- what is chosen, played, exchanged, copied


def _chosen_one(value: Any, p: Any, many_: bool, head: str) -> str:
    kind = _kind(value.what) if isinstance(value, ir.Every) else None
    kind = kind.parts[0] if isinstance(kind, ir.All) and len(kind.parts) == 1 else kind
    if isinstance(kind, ir.AnyOf):  # "choose artifact, creature, or land"
        return listed([noun(_kind(one), p) for one in kind.parts], "or")
    with p.saying(sources=True):
        return str(p.who(value))


def _kind(test: Any) -> Any:
    """A kind of object, without its zone."""
    if not isinstance(test, ir.All):
        return test
    return ir.All(tuple(one for one in test.parts if not isinstance(one, ir.IsPermanent | ir.IsSpell)))


def _such_card(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if value == ir.Anything() or _no_such(value):
        return None
    text = noun(value, p, head="card")
    return text if text.endswith("card") else f"{text} card"


def _no_such(value: Any) -> bool:
    """Whether it excludes a whole description ("a basic land card"), rather than a quality ("a nonland card")."""
    return isinstance(value, ir.Not) and isinstance(value.part, ir.All)


def _no_such_card(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return noun(value.part, p, place="card") if _no_such(value) else None


def _all_played(value: Any, p: Any, many_: bool, head: str) -> str | None:
    said = say_moved(value, p, many_, head)
    return said if p.moved.plural else None


def _from_there(builder: Any, zone: ir.InZone, place: Place) -> With:
    builder._narrow(place.values["what"], zone)
    said = {"surface": word("play")(builder._words(place.meta).lower())}
    mention = builder.mentions.of(place.values["what"])
    spoken_of = mention is not None and (mention.word or isinstance(mention.ref, ir.Self))
    return With(None, {**said, "from_": zone.zone} if spoken_of else said)


def _two(builder: Any, ref: Any, place: Place) -> With:
    mention = builder.mentions.of(ref)
    if mention is not None and isinstance(mention.ref, ir.Several) and len(mention.ref.parts) == 2:
        return With(mention.ref.parts[0], {"other": mention.ref.parts[1]})
    return With(ref, {"other": ref})


def _say_two(value: Any, p: Any, many_: bool, head: str) -> str:
    one, other = p.node.one, p.node.other
    return str(p.who(one)) if one == other else f"{p.who(one)} and {p.who(other)}"


def _host(builder: Any, ref: Any, place: Place) -> Any:
    """In "attach ~ to it" the pronoun means another object mentioned before; "another" excludes its present host."""
    moved = place.values["what"]
    what, host = builder.mentions.of(moved), builder.mentions.of(ref)
    if what is not None and host is not None and host.word and not what.word:
        what = builder.mentions.amend(what, nested=True)
    if what is not None and host is not None and host.slot is None:
        builder.mentions.change(ref, other_than(ir.Attached(moved)))
    return ref


def _put_instead(value: Any, p: Any, many_: bool, head: str) -> str:
    it = "that card" if "card" in p.node.surface.split() else "it"
    if value.counters is not None:
        return f"exile {it} {p.said(value, 'keptdest')} instead"
    return f"exile {it} instead" if value.zone == "exile" else f"put {it} {p.say(value)} instead"


def _own(value: Any, p: Any, many_: bool, head: str) -> str:
    return "your" if isinstance(p.node.who, ir.You) else "their"


made("pvp", "may have {who:another} {do:pvp}", lambda who, do: ir.May(done_by(do, who)))
slot("another", "pnp")
sort("chosen", around=("who",))
slot("chosen_one", "np", patient, _chosen_one)
slot("choosable", "choosable")
slot("either_word", "", say=lambda value, p, many_, head: " or ".join(value))
slot(
    "other_color", "COLORWORD", lambda b, color, place: (str(color),), lambda value, p, many_, head: listed(value, "or")
)
slot(
    "colors_named",
    "colors_named",
    lambda b, named, place: tuple(color for color in vocabulary().colors if color not in named),
    lambda value, p, many_, head: listed([color for color in vocabulary().colors if color not in value], "or"),
)
slot("types_named", "types_named", say=lambda value, p, many_, head: listed(value, "or") if value else None)
slot("all_deeds", "ovpsand")
slot(
    "other_type",
    "SUBTYPE",
    lambda b, kind, place: (str(kind),),
    lambda value, p, many_, head: listed(value, "or") or None,
)


def _the_same_one(builder: Any, desc: Any, place: Place) -> None:
    shown = ir.parts_of(place.values["what"])
    if any(part not in shown for part in ir.parts_of(desc.test) if part != ir.IsPermanent()):
        raise ValueError("a card of one kind that was revealed, or a permanent of another")


def _defined_here(builder: Any, amount: Any, place: Place) -> With:
    values = place.values
    return With(None, {"search": builder._defined_here(values["search"], values["letter"], amount)})


slot("defined_here", "value", _defined_here)
slot(
    "sacrificing_too",
    "",
    say=lambda value, p, many_, head: "sacrifice" if isinstance(p.subject, ir.You) else "sacrifices",
)
slot("the_same_one", "desc", _the_same_one, lambda value, p, many_, head: noun(p.node.what, p))
slot("such_card", 'adjlist "card"', lambda b, tests, place: both(*tests), _such_card)
slot("no_such_card", 'adjlist "card"', lambda b, tests, place: ir.Not(both(*tests)), _no_such_card)


def _played(builder: Any, ref: Any, place: Place) -> Any:
    mention = builder.mentions.of(ref)
    if mention is not None:
        builder.mentions.amend(mention, played=True)
    return ref


slot("played", "np", _played, say=say_moved)
slot("all_played", "", say=_all_played)
slot("from_there", '"from" zoneref', _from_there)
slot("two", "np", _two, _say_two)
slot("two_players", "pnp", _two, _say_two)
slot("host", "np", _host, lambda value, p, many_, head: p.who(value).text)
slot("put_instead", "", say=_put_instead)
slot("doers_own", "poss", say=_own)
slot("own_library", "poss", say=lambda value, p, many_, head: "your" if isinstance(value, ir.You) else None)
slot("chooser", "", say=lambda value, p, many_, head: p.np(p.node.who).text)
slot("copies", "", say=lambda value, p, many_, head: "the copy" if p.node.amount == ONE else "the copies")
slot("digit_value", "value", say=lambda value, p, many_, head: digits(value, p))
slot("costof", "costof")
slot("paid", "", say=lambda value, p, many_, head: paid(value, p))


# ---- searching, preventing


def _found_one(builder: Any, desc: Any, place: Place) -> Any:
    """The cards to search for; "it", "that card", "them" after the search, not in it, refer to the card found."""
    several, end = place.values["amount"] != ONE, place.meta.end_pos - 1
    found = builder.mentions.add(Mention(end, ir.Memo("search"), False, desc.noun, plural=several, ghost=True))
    for mention in builder.mentions.within(desc.bare):
        if mention.word == "lesser":
            builder.mentions.amend(mention, apart=found.index)
    return desc.bare


def _found_ones(builder: Any, desc: Any, place: Place) -> Any:
    end = place.meta.end_pos - 1
    builder.mentions.add(Mention(end, ir.Memo("search"), False, desc.noun, plural=True, ghost=True))
    return desc.bare


def _found_each(builder: Any, descs: tuple[Any, ...], place: Place) -> With:
    """ "For a Forest card and a Plains card": a card of each kind; after the search all are mentioned together."""
    words = builder._words(place.meta)
    start = place.meta.start_pos + words.find(" for ")
    builder.mentions.add(Mention(start, ir.Memo("search"), False, "card", plural=True, ghost=True))
    amount: ir.Amount = ir.Number(len(descs))
    if " and/or a" in words:
        amount = ir.UpTo(amount)
    return With(ir.OneOfEach(tuple(desc.bare for desc in descs)), {"amount": amount})


def _found_either(builder: Any, descs: tuple[Any, ...], place: Place) -> ir.AnyOf:
    """ "For an instant card or a card with flash": a single card, of either kind."""
    start = place.meta.start_pos + builder._words(place.meta).find(" for ")
    builder.mentions.add(Mention(start, ir.Memo("search"), False, "card", ghost=True))
    return ir.AnyOf(tuple(desc.bare for desc in descs), surface="or a card")


def _say_found_either(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if not isinstance(value, ir.AnyOf) or value.surface != "or a card":
        return None
    return listed([a(noun(one, p, place="card")) for one in value.parts], "or")


def _say_found_each(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if not isinstance(value, ir.OneOfEach):
        return None
    return _each_of_these(value.parts, p, many_, "and/or" if isinstance(p.node.amount, ir.UpTo) else "and")


def _each_of_these(value: Any, p: Any, many_: bool, head: str) -> str:
    return listed([a(noun(one, p, place="card")) for one in value], head or "and")


def _say_found(value: Any, p: Any, many_: bool, head: str) -> str:
    several = p.node.amount not in (ONE, ir.UpTo(ONE))
    return noun(value, p, several, "and/or" if several else "or", place="card")


def _where(builder: Any, where: dict[str, Any], place: Place) -> With:
    return With((where["to"], where["from_"]), {"surface": where["surface"]})


def _say_where(value: Any, p: Any, many_: bool, head: str) -> str:
    """The recipient and source of possible damage, and "this turn" if the text has it."""
    (to, by), said = value, p.node.surface.split()
    turn = " this turn" if getattr(p.node, "duration", "turn") == "turn" else ""
    dealt = "" if to is None else f" to {_damaged(to, p)}"
    if "would" in said and by is not None:
        with p.saying(sources=True):
            dealer = ("that " if "that" in said else "") + _damaged(by, p)
        return f"{dealer} would deal" + (turn + dealt if "early" in said else dealt + turn)
    with p.saying(sources=True):
        dealing = "" if by is None else f" by {_damaged(by, p)}"
    if "early" in said:
        return f"that would be dealt{turn}{dealt}{dealing}"
    return f"that would be dealt{dealt}" + (dealing + turn if "late" in said else turn + dealing)


def _damaged(ref: Any, p: Any) -> str:
    if isinstance(ref, ir.Predicate):
        return some(ref, p, "source").text
    with p.saying(all_word=""):
        return str(p.who(ref))


def _all_but(value: Any, p: Any, many_: bool, head: str) -> str | None:
    rest = value.parts[-1] if isinstance(value, ir.Total) else None
    return str(-rest.value) if isinstance(rest, ir.Number) else None


sort("searching", around=("who",))
sort("choosing_more", priority=5)
sort("choosing_each", around=("who",), priority=5)
slot("searched", "searched", say=lambda value, p, many_, head: listed(value[0], "and/or" if value[1] else "and"))
slot("found_one", "desc", _found_one, _say_found)
slot("core_found", "desc")
slot("each_of_these", "", say=_each_of_these)
slot("found_either", "eitherfound", _found_either, _say_found_either)
slot("found_each", "findlist", _found_each, _say_found_each)


def _bare_kind(value: Any, p: Any, many_: bool, head: str) -> str | None:
    kinds = [part for part in ir.parts_of(value) if isinstance(part, ir.HasType | ir.HasSubtype)]
    return noun(kinds[0], p, True) if len(kinds) == 1 else None


def _kinds_many(builder: Any, desc: Any, place: Place) -> tuple[Any, ...]:
    """ "Artifacts and creatures": each kind separately."""
    if not isinstance(desc.bare, ir.AnyOf):
        return (desc.test,)
    if not desc.bare.surface.startswith("and"):
        raise ValueError("one of several kinds")
    return tuple(desc.bare.parts)


def _of_kind(kind: Any, p: Any, several: bool = False) -> str:
    said, card = noun(kind, p, several), "cards" if several else "card"
    return f"{said} {card}" if ir.IsCard() in ir.parts_of(kind) and not said.endswith(card) else said


slot(
    "kinds_each",
    "findlist",
    lambda b, descs, place: tuple(desc.test for desc in descs),
    lambda value, p, many_, head: (
        listed([a(_of_kind(one, p)) for one in value], "and") if "of_each" in p.node.surface.split() else None
    ),
)
slot(
    "one_of_each",
    "findlist",
    lambda b, descs, place: tuple(desc.test for desc in descs),
    lambda value, p, many_, head: listed([a(_of_kind(one, p)) for one in value], "and"),
)
slot("could_be_target", "desc", lambda b, desc, place: desc.test, lambda value, p, many_, head: noun(value, p))
slot(
    "other_targets",
    "desc",
    lambda b, desc, place: ir.both(desc.test, ir.OtherThan(ir.Self(), surface="other")),
    lambda value, p, many_, head: None,
)
slot("bare_kind", "", say=_bare_kind)
slot("among_these", "desc", lambda b, desc, place: desc.test, lambda value, p, many_, head: noun(value, p, True))
slot(
    "kinds_many",
    "desc",
    _kinds_many,
    lambda value, p, many_, head: listed([_of_kind(one, p, True) for one in value], "and"),
)
slot("letter_again", "", say=lambda value, p, many_, head: value if p.node.surface == "again" else None)
slot("found_ones", "desc", _found_ones, lambda value, p, many_, head: noun(value, p, True, "and/or", place="card"))
slot("tailsearch", "tailsearch")
slot("dealtto", "dealtto", _where, _say_where)
slot(
    "all_but_so_much",
    "NUM",
    lambda b, number, place: ir.Total((ir.ThatMuch("trigger"), ir.Number(-int(number)))),
    _all_but,
)


# ---- counters


COUNTERS_SPOKEN = {"those": "those counters", "all_of": "all of them", "them": "them"}
"""The words by which a text refers to counters that it named before."""


OF_NO_KIND = {
    *("a", "additional", "all", "another", "any", "each", "fewer", "its", "many", "more", "no", "of", "or", "that"),
    *("the", "their", "these", "those", "your", *map(number, range(1, 21))),
}
"""Words before "counters" that do not name a kind."""


def _spoken_counters(builder: Any, spoken: str, place: Place) -> With:
    """ "Remove those counters": the counters mentioned before, from the object that has them."""
    named = re.findall(r"(\S+) counters?\b", builder.text[: place.meta.start_pos])
    if not named or named[-1].lower() in OF_NO_KIND:
        raise ValueError("counters of which it was not said what they are")
    there = (
        {}
        if place.phrase.surface == "from"
        else {"from_": builder._note(place.meta, None, "", word="it", surface="it")}
    )
    return With(named[-1].lower(), {"surface": spoken, **there})


def _say_spoken(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return next((words for said, words in COUNTERS_SPOKEN.items() if said in p.node.surface.split()), None)


slot("spoken_counters", "counters_spoken", _spoken_counters, _say_spoken)


def _so_many(value: Any, p: Any, many_: bool, head: str) -> NounPhrase:
    """The number of the things named next: plural if there are several."""
    if value in (ONE, ir.UpTo(ONE)):
        return NounPhrase("a" if value == ONE else "up to one")
    return NounPhrase(p.say(value), plural=True)


def _so_many_plainly(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    return _so_many(value, p, many_, head) if plain(value) else None


def _counters_put(builder: Any, amount: ir.Amount, place: Place) -> With:
    """ "Another" is kept, and means one."""
    another = builder.text[place.meta.start_pos :].lower().startswith("put another ")
    return With(amount, {"surface": "another"} if another else {})


def _factor(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    found = each_of(value, p)
    if found is None or head == "mana":
        return None if found is None else NounPhrase(number(found[0]))
    if head:  # "2 damage"
        return NounPhrase(f"{found[0]} {head}")
    return _so_many(ir.Number(found[0]), p, many_, head)


def _times(value: Any, p: Any, many_: bool, head: str) -> str | None:
    found = each_of(value, p)
    return None if found is None else found[1]


def _energy(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return "{E}" * value.value if isinstance(value, ir.Number) else None


def _holder(value: Any, p: Any, many_: bool, head: str) -> str | None:
    """The object that counters are put on; a player gets them."""
    return None if p.is_player(value) else _recipient(value, p, many_, head)


def _getter(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    if isinstance(value, ir.You):
        return NounPhrase("you", you=True, player=True)
    return p.who(value) if p.is_player(value) else None


def _those_counters(builder: Any, those: Any, place: Place) -> Any:
    """ "If it had counters on it, put those counters on …": as many as it had."""
    if " had counters on " not in builder.text[: place.meta.start_pos].lower():
        raise ValueError("which counters these are")
    return builder._note(place.meta, None, word="it", past=True)


def _one_of_it(builder: Any, number: Any, place: Place) -> None:
    if int(number) != 1:
        raise ValueError("more than one counter of a kind that was spoken of")


fixed("counter_spoken_of", True, "counter of that kind", printed=False)
slot("counter_of_it", "counter_spoken_of", say=lambda value, p, many_, head: "counter of that kind")
slot("one_of_it", "NUM", _one_of_it, lambda value, p, many_, head: "one")
slot("rounding_of_all", "rounding")
fixed("those_counters_there", True, "those counters", printed=False)
subject("getter", lambda b, ref, place: ref, _getter)
slot("holder", "np", lambda b, ref, place: b._obj(ref, "counter"), _holder)
slot("counters_put", "qty", _counters_put, _so_many_plainly)
slot("those_counters", "those_counters_there", _those_counters, lambda value, p, many_, head: "those counters")
slot("qty_of", "qty", say=_so_many)
slot("qty_plain", "qty", say=_so_many_plainly)
slot("so_many_of", "amount", say=_so_many)
slot("factor", "qty", say=_factor)
slot("times", "countable", lambda b, each, place: multiplied(place.values["amount"], each), _times)
slot("energy", "MANASYMBOLS", lambda b, symbols, place: ir.Number(symbols.count("{E}")), _energy)


# ---- revealing, and keyword actions


def _revealed(builder: Any, ref: Any, place: Place) -> Any:
    """The card that ends the revealing; "that card" refers to it."""
    test: ir.Predicate = builder._as_test(ref)
    mention = builder.mentions.of(ref)
    if mention is None:
        return test
    mention = builder.mentions.amend(mention, later=ir.Memo("found"))
    amount = mention.ref.amount if isinstance(mention.ref, ir.Chosen) else ONE
    return With(test, {} if amount == ONE else {"until_amount": amount})


def _say_revealed(value: Any, p: Any, many_: bool, head: str) -> str:
    several = p.node.until_amount != ONE
    text = noun(value, p, several, place="card")
    return f"{p.say(p.node.until_amount)} {text}" if several else a(text)


def _top_of(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if not isinstance(value, ir.TopCards):
        return None
    return "your" if isinstance(p.subject, ir.You) else "their"


BENT_LAND = ir.TargetSlot(ir.All((ir.HasType("land"), ir.IsPermanent(), ir.Controlled(ir.You()))))


def _bent_land(builder: Any, amount: Any, place: Place) -> tuple[Any, Any]:
    """The number of an instruction to earthbend, and the land that it targets without a word."""
    return amount, builder._note(place.meta, None, "land", False, slot=BENT_LAND)


slot("bent_land", "amount", _bent_land, lambda value, p, many_, head: p.digit(value[0]))

BY_ITSELF = ("explore", "connive", "endure", "phase in")
"""Keyword actions that an object does itself, rather than a player to it."""

slot("done_by_itself", "kwaction", say=lambda value, p, many_, head: value if value in BY_ITSELF else None)
slot("done_to", "kwaction", say=lambda value, p, many_, head: None if value in BY_ITSELF else value)
slot("top_of", "poss", lambda b, whose, place: ir.TopCards(ir.AtLeast(ONE), whose), _top_of)
slot("doer", "pnp", say=lambda value, p, many_, head: "you" if isinstance(p.subject, ir.You) else "they")
slot("revealed", "np", _revealed, _say_revealed)
slot(
    "quoted",
    "QUOTED",
    lambda b, quoted, place: b._quoted_abilities(quoted),
    lambda value, p, many_, head: listed([p.inner(one) for one in value]),
)
