"""The slots of descriptions: the parts before and after a noun."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import (
    OPPONENT_NOUN,
    PLAYER_NOUN,
    Core,
    Desc,
    noun_of,
    power_and_toughness,
    type_noun,
)
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, Part, noun, part_of, some, zone_name
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.cardtext.slots.conditions import stated
from rulesite.engine.language.english import a, listed, many, plural, third
from rulesite.engine.language.phrase import ANY, Phrase
from rulesite.engine.language.phrases import fixed, made, passes
from rulesite.engine.language.sorts import Place, With, slot, sort, subject


def _piece(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many_: bool) -> Part:
    return Part(words(), phrase.manner or "before")


def _related(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many_: bool) -> str:
    """The words for what a described object does, has or is, or did."""
    if phrase.manner == "past":
        return re.sub("^was ", "were ", words()) if p.plural_noun else words()
    if phrase.manner == "was":
        return many(words()) if p.plural_noun else words()
    return many(words()) if p.plural_noun else third(words())


def _behind(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many_: bool) -> str:
    text = stated(node, phrase, words, p, many_)
    return ("that are " if p.plural_noun else "that's ") + text[8:] if text.startswith("that is ") else text


def _with(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """ "That name" is the chosen name, or else the name of the object mentioned; "lesser power" is less than that
    object's."""
    if phrase.constants.get("value") is ANY:
        spoken_of = builder._note(meta, None, word="lesser", past=True)
        return phrase.node({**values, "value": ir.Characteristic(values["name"], spoken_of)})
    if phrase.surface != "that name":
        return phrase.node(values)
    if "card name" in builder.chosen_qualities:
        return ir.HasChosen("card name", surface="that name")
    return phrase.node({**values, "with_": builder._note(meta, None, word="it")})


def _name(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """A name as it is written in the text."""
    return phrase.node(values) if phrase.make is not None else builder._words(meta)


def _describing(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """The predicate of a phrase; the nouns in it only describe: "it" is not ~ in "a creature dealt damage by ~"."""
    for mention in builder.mentions.all:
        if meta.start_pos <= mention.pos < meta.end_pos and not mention.word:
            builder.mentions.amend(mention, nested=True)
    return phrase.node(values)


sort("adj", stands=_piece)
sort("relative", becomes=_describing, stands=_related)
sort("post", becomes=_describing, stands=_behind)
slot("core", "core")
sort("withs", becomes=_with)
sort("name", becomes=_name)


def _one_word(builder: Any, test: Any, place: Place) -> Any:
    if test in (ir.HasStatus("attacking"), ir.HasStatus("blocking"), ir.OUTLAW) or isinstance(
        test, ir.HasColor | ir.HasType | ir.HasSubtype | ir.HasSupertype | ir.IsToken
    ):
        return test
    raise ValueError("the contrary of this word")


def _aimed_at(builder: Any, what: Any, place: Place) -> Any:
    mention = builder.mentions.of(what)
    if mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(mention.ref.amount, ir.AtLeast):
        raise ValueError("how many targets it has")
    return builder._as_test(what)


def _say_holder(value: Any, p: Any, many_: bool, head: str) -> NounPhrase:
    if isinstance(value, ir.EachPlayer) and value.who == OPPONENT and value.surface != "each":
        several = (p.plural_noun or p.opponents_many) and value.surface != "of some"
        return NounPhrase("your opponents" if several else "an opponent", plural=several)
    of = next((part.of for part in ir.walk(value) if isinstance(part, ir.OpponentOf)), ir.You())
    if isinstance(value, ir.EachPlayer) and of != ir.You() and value.surface != "each":
        return NounPhrase(f"one of {p.whose(of)} opponents")
    if isinstance(value, ir.EachPlayer) and value.who == ir.IsPlayer() and value.surface == "of some":
        return NounPhrase("a player")
    who: NounPhrase = p.who(value)
    return NounPhrase("they", plural=True) if value == p.subject and not who.you else who


def _with_keywords(builder: Any, abilities: tuple[Any, ...], place: Place) -> ir.Predicate:
    return ir.both(*map(builder._keyword_test, abilities))


def _without_keywords(builder: Any, abilities: tuple[Any, ...], place: Place) -> ir.Predicate:
    return ir.both(*(ir.Not(builder._keyword_test(ability)) for ability in abilities))


def _but(builder: Any, what: Any, place: Place) -> ir.Predicate:
    mention = builder.mentions.of(what)
    if mention is not None and isinstance(mention.ref, ir.Chosen | ir.Every):
        mention = builder.mentions.amend(mention, nested=True)
        shown = getattr(mention.ref, "from_", None) is not None  # "… from it": describes the chosen object
        return ir.Not(mention.ref.what, surface="other than, from it" if shown else "other than")
    return ir.OtherThan(what, surface="other than")


def _with_what(builder: Any, what: Any, place: Place) -> str:
    """The words for the object that exiled it; it stands in the description of what was exiled."""
    builder.mentions.nest(what)
    mention = builder.mentions.of(what)
    return "it" if mention is not None and mention.word == "it" else "~"


def _put_there(builder: Any, zone: ir.InZone, place: Place) -> ir.Predicate:
    """ "Put into a graveyard this way" means milled, "put onto the battlefield this way" means put there."""
    verb = "mill" if zone.zone == "graveyard" else "put"
    return ir.All((ir.IsObject(ir.Memo(verb, surface="put")), replace(zone, surface="put")))


def _put_where(value: Any, p: Any, many_: bool, head: str) -> str:
    zone, whose = value
    if zone == "battlefield":
        return "onto the battlefield"
    return f"into {plural(zone) if whose is None and p.plural_noun else zone_name(zone, whose, p)}"


def _just_one(builder: Any, number: Any, place: Place) -> None:
    if int(number) != 1:
        raise ValueError("several qualities that are shared")


subject("in_control", lambda b, who, place: b._held_by(who), _say_holder, "pnp")
subject("owning", lambda b, who, place: b._held_by(who), _say_holder, "pnp")
slot("one_word", "adj", _one_word)
slot("aimed_at", "(np|pnx|pron)", _aimed_at, lambda value, p, many_, head: some(value, p).text)
slot(
    "single_target",
    "(desc|pdesc)",
    lambda b, what, place: what.test if isinstance(what, Desc) else what,
    lambda value, p, many_, head: some(value, p).text.removeprefix("a ").removeprefix("an "),
)
slot(
    "played_or_cast",
    "played_or_cast",
    lambda b, verb, place: "played" if b._words(place.meta).lower().startswith("played") else "",
    lambda value, p, many_, head: value or "cast",
)
fixed("played_or_cast", "cast", "(cast|played)", printed=False)
slot("aimed_player", "pnx", lambda b, who, place: b._as_test(who))
slot("aimed_object", "npa", lambda b, what, place: b._as_test(what))


def _tap_symbol(builder: Any, symbols: Any, place: Place) -> None:
    if str(symbols) != "{T}":
        raise ValueError("abilities with such a symbol in their cost")


def _snow_symbol(builder: Any, symbols: Any, place: Place) -> None:
    if str(symbols) != "{S}":
        raise ValueError("how much mana of one kind was spent")


slot("snow_symbol", "MANASYMBOLS", _snow_symbol, lambda value, p, many_, head: "{S}")
slot("tap_symbol", "MANASYMBOLS", _tap_symbol, lambda value, p, many_, head: "{T}")


def _same_stat(builder: Any, name: str, place: Place) -> str:
    if name != place.values["name"]:
        raise ValueError("the greatest of one number or tied for another")
    return name


slot("same_stat", "stat", _same_stat, say=lambda value, p, many_, head: p.said(p.node.name, "stat"))
slot("shared_quality", "shared")
slot("each_quality", "each_quality")
slot("kind_of", "shared", say=lambda value, p, many_, head: value if p.node.surface in ("another", "same") else None)
slot("just_one", "NUM", _just_one, lambda value, p, many_, head: "one")
slot("name", "name")
slot(
    "into_zone",
    "zoneref",
    lambda b, zone, place: (zone.zone, zone.whose),
    lambda value, p, many_, head: zone_name(value[0], value[1], p),
)
slot("put_there", "put_place", _put_there)
slot("landwalking", "LANDWALK", lambda b, land, place: f"{land}walk")
slot("with_keywords", "kws", _with_keywords)
slot("without_keywords", "kws", _without_keywords)
slot("but", "np", _but)


def _any_keywords(value: Any, p: Any, many_: bool, head: str) -> str | None:
    keywords = [part.keyword for part in value.parts if isinstance(part, ir.HasAbility) and part.keyword]
    return listed(keywords, "or") if len(keywords) == len(value.parts) else None


slot("any_keywords", "", say=_any_keywords)
slot("with_what", "np", _with_what)


def _the_exiled(builder: Any, what: Any, place: Place) -> ir.Every:
    """ "The cards exiled with ~": all of them. Raises ValueError for "the card", which could be any of them."""
    if not builder._said(place.meta).startswith("the cards "):
        raise ValueError("the one card that was exiled with it, among several")
    exiled = ir.IsObject(ir.Linked("exile"), surface=f"exiled with {_with_what(builder, what, place)}")
    return ir.Every(ir.All((ir.IsCard(), exiled)), surface="the")


slot("the_exiled", "np", _the_exiled)
slot("whom_attacked", "pnp", say=lambda value, p, many_, head: p.who(value).text)

# ---- printing

THIS_WAY = ("cast", "discard", "exile", "destroy", "sacrifice", "return", "reveal", "tap", "mill", "choose", "damage")


def _contrary(value: Any, p: Any, many_: bool, head: str) -> str | None:
    match value:
        case (
            ir.HasType(word)
            | ir.HasSupertype(word)
            | ir.HasColor(word)
            | ir.HasStatus("attacking" | "blocking" as word)
        ):
            return f"non{word}"
        case ir.HasSubtype(word):
            return f"non-{word}"
    return "nontoken" if isinstance(value, ir.IsToken) else None


def _word_before(p: Any) -> str:
    word = p.node.surface.partition(" ")[0]
    return str(word if word in ("from", "in") else p.zone_word)


def _set_aside(value: Any, p: Any, many_: bool, head: str) -> str | None:
    exiled = value[0] == "exile" and _word_before(p) != "from"
    if not exiled or (p.node.surface == "in" and p.terms.exile):
        return None
    return "exiled" if p.terms.exile else "removed"


def _exiled_so(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return ("exiled" if p.terms.exile else "removed") if p.node.surface == "exiled" else None


def _in_or_from(value: Any, p: Any, many_: bool, head: str) -> str:
    if p.node.surface == "in bare" and p.plural_noun:
        return f"in {plural(value[0])}"
    return f"{_word_before(p)} {zone_name(value[0], value[1], p, p.plural_noun)}"


def _done_this_way(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return ir.PARTICIPLES[value.verb] if isinstance(value, ir.Memo) and value.verb in THIS_WAY else None


def _a_such(value: Any, p: Any, many_: bool, head: str) -> str:
    text = noun(value, p, p.plural_noun)
    return text if p.plural_noun else a(text)


def _so_of_players(value: Any, p: Any, many_: bool, head: str) -> str:
    with p.saying(who_several=p.plural_noun):
        return str(p.say(value))


def _zones_of_each(value: Any, p: Any, many_: bool, head: str) -> str:
    return plural(value) if p.plural_noun and not isinstance(p.node.whose, ir.You) else value


def _kind_of_choice(builder: Any, kind: str, place: Place) -> None:
    builder.kind_of_choice = kind


slot("kind_of_choice", "choosable", _kind_of_choice)
slot("non_word", "", say=_contrary)
slot("set_aside", "", say=_set_aside)
slot("exiled_so", "", say=_exiled_so)
slot("in_or_from", "", say=_in_or_from)
slot("opposed", "", say=lambda value, p, many_, head: "opponent" if isinstance(value, ir.You) else None)
slot(
    "so_this_way",
    "",
    say=lambda value, p, many_, head: (
        "put"
        if isinstance(value, ir.IsObject) and value.what in (ir.Memo("put"), ir.Memo("put", every=True))
        else _done_this_way(getattr(value, "what", None), p, many_, head)
    ),
)
slot("was_or_were_not", "", say=lambda value, p, many_, head: "weren't" if p.plural_noun else "wasn't")
slot("was_or_were", "", say=lambda value, p, many_, head: "were" if p.plural_noun else "was")
slot("done_this_way", "", say=_done_this_way)
slot("a_such", "", say=_a_such)
slot("so_of_players", "", say=_so_of_players)
slot("zones_of_each", "", say=_zones_of_each)
slot("put_where", "", say=_put_where)
slot("piece", "", say=lambda value, p, many_, head: part_of(value, p).text)

# ---- head nouns


def _subtype_noun(word: str) -> Core:
    return Core(ir.HasSubtype(word), "permanent", noun_of(word))


made("head", "{word:CARDTYPE}", type_noun)
made("head", "{word:SUBTYPE}", _subtype_noun)
made("head", "non {word:CARDTYPE}", lambda word: Core(ir.Not(ir.HasType(word)), "permanent", "permanent"))
made("head", "non {word:SUBTYPE}", lambda word: Core(ir.Not(ir.HasSubtype(word)), "permanent", "creature"))
for head in ("permanent", "card", "spell", "source", "object"):
    fixed("head", Core(ir.Anything(), head, head), head, printed=False)
fixed("head", Core(ir.IsCommander(), "permanent", "creature"), "commander", printed=False)
for kind in ("activated", "triggered"):
    fixed("head", Core(ir.IsAbility(kind), "ability", "ability"), f"{kind} ability", printed=False)
either_kind = ir.IsAbility(surface="activated or triggered")
for words, core in {
    "token": Core(ir.IsToken(), "permanent", "token"),
    "outlaw": Core(ir.OUTLAW, "permanent", "creature"),
    "ring-bearer": Core(ir.HasStatus("ring-bearer"), "permanent", "creature"),
    "kicked spell": Core(ir.HasStatus("kicked"), "spell", "spell"),
    "permanent card": Core(ir.PERMANENT_TYPES, "card", "card"),
    "permanent spell": Core(ir.PERMANENT_TYPES, "spell", "spell"),
    "damage source": Core(ir.Anything(), "source", "source"),
    "ability": Core(ir.IsAbility(), "ability", "ability"),
    "activated or triggered ability": Core(either_kind, "ability", "ability"),
}.items():
    fixed("head", core, words, printed=False)
fixed("playernoun", PLAYER_NOUN, "player", printed=False)
fixed("playernoun", OPPONENT_NOUN, "opponent", printed=False)
passes("coreorplayer", "{:playernoun}", printed=False)
passes("coreorplayer", "{:core}", printed=False)


def _size(builder: Any, token: Any, place: Place) -> tuple[Any, Any]:
    return power_and_toughness(str(token))


slot("its_size", "PT", _size)


def _own_stat(builder: Any, name: str, place: Place) -> With:
    """ "Permanents with that spell's mana value": with an equal value."""
    return With(name, {"value": ir.Characteristic(name, place.values["value"])})


slot(
    "of_whom",
    "poss",
    lambda b, whose, place: b._owner_object(whose),
    lambda value, p, many, head: p.whose(value.of) if isinstance(value, ir.Characteristic) else None,
)
slot("own_stat", "stat", _own_stat, lambda value, p, many, head: p.said(value, "stat"))
