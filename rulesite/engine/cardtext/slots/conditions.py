"""The slots of conditions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import ONE, PLAYER
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.cardtext.passes.other_than import other_than
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, some, zone_name
from rulesite.engine.cardtext.printing.printer import lettered
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.language.english import ORDINALS, listed, many, number, plural, third
from rulesite.engine.language.phrase import Phrase, UnfitError, value_of
from rulesite.engine.language.sorts import Place, With, slot, slot_of, sort, subject


def _one_symbol(builder: Any, symbols: Any, place: Place) -> str:
    if symbols.count("{") != 1:
        raise ValueError("several symbols of mana that was spent")
    return str(symbols)


def _its_pair(builder: Any, kind: Any, place: Place) -> With:
    """ "Paired with another creature": "both creatures" and "each of those creatures" are the pair."""
    builder.mentions.add(Mention(place.meta.start_pos, ir.Pair(), False, str(kind), plural=True, ghost=True))
    return With(None, {})


def _meld_partner(builder: Any, what: Any, place: Place) -> ir.Predicate:
    """The other of a meld pair: "them" is it and the object itself."""
    pair = ir.MeldPair(ir.both(what, ir.OwnedAndControlled(ir.You())))
    builder.mentions.add(Mention(place.meta.end_pos, pair, False, "permanent", plural=True, ghost=True))
    found: ir.Predicate = what
    return found


slot("meld_partner", "single", _meld_partner, lambda value, p, many_, head: _single(value, p, many_, head))
slot("one_symbol", "MANASYMBOLS", _one_symbol)
slot(
    "symbols_of_cost",
    "MANASYMBOLS",
    lambda b, symbols, place: str(symbols),
    lambda value, p, many_, head: value or None,
)
slot("spent_symbols", "MANASYMBOLS", lambda b, symbols, place: str(symbols))
slot("its_pair", '"another" CARDTYPE', _its_pair, lambda value, p, many_, head: "another creature")
slot("so_then", "condition1", say=lambda value, p, many_, head: p.say(value))


def _your_own(builder: Any, whose: Any, place: Place) -> With:
    mention = builder.mentions.of(whose)
    if not isinstance(whose if mention is None else mention.ref, ir.You):
        raise ValueError("what is yours, of another")
    return With(None, {})


slot("your_own", "poss", _your_own, lambda value, p, many_, head: "your")
slot("your", "poss", say=lambda value, p, many_, head: "your")


def _same_stat_of(builder: Any, whose: Any, place: Place) -> ir.Characteristic:
    """ "That creature's power is greater than this creature's": the same number of the other object."""
    left = place.values["left"]
    if not isinstance(left, ir.Characteristic):
        raise ValueError("whose number is compared with another's")
    return ir.Characteristic(left.name, whose)


def _say_same_stat_of(value: Any, p: Any, many: bool, head: str) -> str | None:
    return p.whose(value.of) if p.node.surface == "elided" and isinstance(value, ir.Characteristic) else None


slot("same_stat_of", "poss", _same_stat_of, _say_same_stat_of)
slot("nths", "nths", say=lambda value, p, many_, head: listed([ORDINALS[nth] for nth in value], "or"))
slot(
    "nth_turns",
    "nths",
    lambda b, nths, place: ir.IsNthTurn(nths),
    lambda value, p, many_, head: (
        listed([ORDINALS[nth] for nth in value.nths], "or") if isinstance(value, ir.IsNthTurn) else None
    ),
)
slot("voted_for", "ballot_word")
slot("ballot_options", "ballot_words", say=lambda value, p, many_, head: listed(value, "or"))
slot("condition", "condition", say=lambda value, p, many_, head: p.say(value))

# ---- conditions in a sentence


def _condition(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    made = phrase.node(values)
    compared = builder.mentions.within(made.predicate) if isinstance(made, ir.Holds) else ()
    if any(mention.word == "lesser" for mention in compared):
        raise ValueError("than what it is lesser or greater")
    if isinstance(made, ir.Holds) and isinstance(made.predicate, ir.TotalIs):
        total = ir.Characteristic(f"total {made.predicate.name}", made.of)
        return ir.Comparison(total, made.predicate.op, made.predicate.value, surface="have total")
    if isinstance(made, ir.Holds):
        _called_card(builder, made, builder._words(meta))
        if phrase.manner == "counted" or (isinstance(made.predicate, ir.HasAbility) and not made.surface):
            return _of_so_many(builder, made)
        return _beside(builder, made)
    if isinstance(made, ir.AllSo) and isinstance(done := made.parts[1], ir.Holds) and done.predicate == ir.Anything():
        return replace(made.parts[0], surface=_done_to_it(builder._words(meta).lower()))
    if isinstance(made, ir.Happened) and made.times == ir.Number(0):
        return ir.NotSo(replace(made, times=None))
    if isinstance(made, ir.Happened) and made.times is not None and _anybody(getattr(made.event, "who", None)):
        return replace(made, by_one=True)
    if isinstance(made, ir.Comparison) and isinstance(who := values.get("other"), ir.Node):
        _than_others(builder, who, values["who"])
    if isinstance(made, ir.Comparison) and isinstance(made.left, ir.LifeTotal) and isinstance(made.right, ir.LifeTotal):
        _than_others(builder, made.right.of, made.left.of)
    if isinstance(made, ir.Comparison) and isinstance(made.right, ir.Characteristic):
        mention = builder.mentions.of(made.right.of)
        if mention is not None and isinstance(mention.ref, ir.Every) and "total" not in made.right.name:
            if mention.surface != "each" or not isinstance(made.left, ir.Characteristic):
                raise ValueError("a number held against that of each of several objects")
            builder.mentions.change(made.right.of, other_than(made.left.of))
    return made


_TO_IT = re.compile(r"((?:that|the) [a-z]+|it)(?:'s)? ((?:is |was )?)([a-z]+) this way")


def _done_to_it(words: str) -> str:
    """ "If it's destroyed this way", "if that creature dies this way": the words after the subject."""
    found = _TO_IT.fullmatch(words)
    if found is None:
        return ""
    what, be, done = found.groups()
    return f"{what} {'is ' if not be and done != 'dies' else be}{done} this way"


def _say_to_it(value: Any, p: Any, many: bool, head: str) -> str | None:
    what, way, _ = value.partition(" this way")
    return f"{what}{way}" if way else None


def _than_others(builder: Any, others: Any, who: Any) -> None:
    """ "If a player controls more creatures than each other player": later pronouns do not refer to the others."""
    mention = builder.mentions.of(others)
    if mention is None or not isinstance(mention.ref, ir.EachPlayer):
        return
    mention = builder.mentions.amend(mention, nested=True)
    if isinstance(who, ir.You):
        return
    yours, than = ir.OtherThan(ir.You()), ir.OtherThan(who, surface="other")
    builder.mentions.amend(
        mention, ref=replace(mention.ref, who=ir.rewrite(mention.ref.who, lambda part: than if part == yours else part))
    )


def _anybody(who: Any) -> bool:
    """Whether any player is meant: then a number must be reached by a single player."""
    return isinstance(who, ir.Predicate) and not isinstance(who, ir.IsPlayerRef | ir.Anything)


def _of_so_many(builder: Any, made: ir.Holds) -> ir.Condition:
    """ "Ten or more lands are on the battlefield", "exactly one creature is attacking", "no cards are in …"."""
    mention, fits = builder.mentions.of(made.of), made.predicate
    if mention is None or not isinstance(mention.ref, ir.Chosen):
        return made
    if made.was and isinstance(fits, ir.AttachedTo):
        raise ValueError("what was attached to something before")
    amount, zone = mention.ref.amount, fits.zone if isinstance(fits, ir.InZone) else ""
    every = ir.Every(ir.both(mention.ref.what, fits if zone != "battlefield" else ir.Anything()))
    said = "have" if isinstance(fits, ir.HasAbility) else "are" if not zone else "in" if zone != "battlefield" else ""
    if not zone:
        builder.mentions.nest(every)
    if isinstance(amount, ir.AtLeast):
        return ir.Comparison(ir.Count(every), ">=", amount.minimum, surface=said)
    exactly = amount == ir.Number(0) or amount.surface == "exactly"
    return ir.Comparison(ir.Count(every), "=" if exactly else ">=", amount, surface=said)


def _called_card(builder: Any, made: ir.Holds, words: str) -> None:
    """ "If it's a land card": then "it" is a card, and not the permanent that asks; "if it was a land" asks of what is
    gone."""
    mention = builder.mentions.of(made.of)
    if mention is None or mention.word != "it":
        return
    if "card" in made.predicate.surface.split():
        mention = builder.mentions.amend(mention, noun=mention.noun or "card")
    if words.endswith(" card") or made.was:
        builder.mentions.amend(mention, subtype=mention.subtype or "card")


def _beside(builder: Any, made: ir.Holds) -> ir.Holds:
    """ "If it has the same name as another creature": other than the condition's subject."""
    test = made.predicate
    if isinstance(test, ir.SharesQuality) and builder.mentions.of(test.with_) is not None:
        builder.mentions.change(test.with_, other_than(made.of))
    return made


def stated(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many_: bool) -> str:
    """Subject and verb; a verb in the past is left as it is."""
    if phrase.subject is None:
        return words()
    piece = phrase.subject
    named = value_of(node, piece)
    who: Any = slot_of(piece).say(named, p, False, piece.head) if named is not None else None
    if who is None:
        raise UnfitError
    memo = getattr(node, "of", None)
    with p.saying(of_event=who, of_cards=isinstance(memo, ir.TopCards | ir.Memo) and _acts_on_cards(memo)):
        verb = words()
    if who.you or who.plural:
        verb = re.sub("^was ", "were ", verb)
    if phrase.manner != "past":
        verb = many(verb) if who.plural or who.you else third(verb)
    return f"{who}'ve {verb[5:]}" if who.you and verb.startswith(PERFECT) else f"{who} {verb}"


PERFECT = ("have drawn", "have gained", "have lost", "have completed")
"""For "you": "you've drawn"."""


def _acts_on_cards(memo: Any) -> bool:
    """Whether a step acted on "a land card", not "a land"."""
    return getattr(memo, "verb", None) in (None, "reveal", "look", "mill", "search", "discard")


slot("done_to_it", "", say=_say_to_it)
sort("condition1", becomes=_condition, stands=stated)
sort("this_way", becomes=_condition, stands=stated)
sort("statecondition", becomes=_condition, stands=stated)
sort("contrary", becomes=_condition, stands=stated)

# ---- players and objects


def _anyone(value: Any, p: Any, many_: bool, head: str) -> NounPhrase:
    """ "An opponent", when any opponent will do."""
    if isinstance(value, ir.EachPlayer) and value.who == OPPONENT and value.surface not in ("all", "bare"):
        return NounPhrase("an opponent")
    found: NounPhrase = p.who(value)
    return found


def _everybody(builder: Any, who: ir.Predicate, place: Place) -> ir.EachPlayer:
    return ir.EachPlayer(ir.Anything() if who == PLAYER else who)


def _of_all(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return noun(value.who, p, head="player") if isinstance(value, ir.EachPlayer) else None


def _greatest_one(builder: Any, desc: Any, place: Place) -> ir.Predicate:
    """ "The creature with the greatest power": any of those that are tied."""
    if not any(isinstance(part, ir.HasExtreme) for part in ir.parts_of(desc.test)):
        raise ValueError("which of several is meant by “the”")
    found: ir.Predicate = desc.test
    return found


def _single(value: Any, p: Any, many_: bool, head: str) -> str:
    if any(isinstance(part, ir.HasExtreme) for part in ir.parts_of(value)):
        return f"the {noun(value, p)}"
    return some(value, p, "card" if ir.IsCard() in ir.walk(value) else "permanent").text


def _ones(value: Any, p: Any, many_: bool, head: str) -> str:
    return noun(value, p, many_)


def _several(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return None if value[:2] == (">=", ONE) else p.said(value, "conddesc")


def _own_zone(builder: Any, zone: ir.InZone, place: Place) -> str:
    """ "An opponent has ten cards in their graveyard": "their" refers to that opponent."""
    mention = builder.mentions.of(zone.whose)
    if zone.whose not in (None, ir.You()) and (mention is None or mention.word != "they"):
        raise ValueError("what one player has in a zone of another")
    return zone.zone


def _their_zone(value: Any, p: Any, many_: bool, head: str) -> str:
    return f"{'your' if p.of_event.you else 'their'} {value}"


def _one_such(builder: Any, what: Any, place: Place) -> ir.Predicate:
    """The predicate for one of them; raises ValueError for "three or more of them", as the number would be lost."""
    mention = builder.mentions.of(what)
    ref = mention.ref if mention is not None else None
    one = (ir.Number(1), ir.AtLeast(ir.Number(1)))
    if isinstance(ref, ir.Chosen) and ref.amount not in one:
        raise ValueError("what was done to so many objects, as though to each")
    return builder._as_test(what)


def _none_such(builder: Any, what: Any, place: Place) -> ir.Predicate:
    """The predicate for what there is none of, so that no pronoun means it: "if you don't control a Bear, tap it"."""
    builder.mentions.nest(what)
    return _one_such(builder, what, place)


def _so_many_such(builder: Any, what: Any, place: Place) -> tuple[ir.Predicate, ir.Amount | None]:
    """The predicate for each of them, and how many of them one player must have done it to; None for one."""
    mention = builder.mentions.of(what)
    ref = mention.ref if mention is not None else None
    least = ref.amount.minimum if isinstance(ref, ir.Chosen) and isinstance(ref.amount, ir.AtLeast) else ONE
    if least == ONE:
        return _one_such(builder, what, place), None
    if place.values.get("who") != ir.IsPlayerRef(ir.You()):
        raise ValueError("what was done to so many objects, by whichever player")
    return builder._as_test(what), least


def _such(value: Any, p: Any, many_: bool, head: str) -> str:
    return some(value, p, head or "permanent").text


def _zone(value: Any, p: Any, many_: bool, head: str) -> str | None:
    said = isinstance(value, ir.InZone) and value.surface != "exiled"
    return zone_name(value.zone, value.whose, p) if said else None


def _so_many_there(value: Any, p: Any, many_: bool, head: str) -> NounPhrase:
    return NounPhrase(p.said(value, "conddesc"), plural=value[1] != ONE or value[0] not in (">=", "="))


subject("someone", lambda b, who, place: who, _anyone, "pnp")
subject("bearer", lambda b, what, place: what, lambda value, p, many_, head: p.who(value), "np")


def _many_done(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    said = p.said(value, "many_of")
    return None if said is None else NounPhrase(said, plural=value[1] != ONE)


sort("so_many_done", becomes=_condition, stands=stated, priority=5)
subject("many_done", lambda b, found, place: found, _many_done, "many_of")
subject("so_many_there", lambda b, found, place: found, _so_many_there, "conddesc")
slot("all_those_players", "pdesc", _everybody, _of_all)
slot("greatest_one", "desc", _greatest_one)
slot("single_one", "single", say=_single)
slot("ones_of", "ones", say=_ones)
slot("several_ones", "conddesc", say=_several)
slot("only_those", "desc", lambda b, desc, place: ir.both(ir.IsPermanent(), ir.Not(desc.test)))
slot("such", "np", _one_such, _such)
slot("none_such", "np", _none_such, _such)
slot("so_many_such", "np", _so_many_such)
slot(
    "such_card_or_permanent",
    "np",
    lambda b, what, place: b._as_test(what),
    lambda value, p, many_, head: _such(value, p, many_, "card" if ir.IsCard() in ir.parts_of(value) else ""),
)
slot("plural_type", "CARDTYPE", say=lambda value, p, many_, head: plural(str(value)))
slot("zone_of", "zoneref", say=_zone)
slot("own_zone", "zoneref", _own_zone, _their_zone)

# ---- amounts


def _life(builder: Any, who: Any, place: Place) -> ir.LifeTotal:
    return ir.LifeTotal(who)


def _living(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    if not isinstance(value, ir.LifeTotal):
        return None
    found: NounPhrase = p.np(value.of) if isinstance(value.of, ir.SomePlayer) else p.who(value.of)
    return found


def _life_of(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return p.whose(value.of) if isinstance(value, ir.LifeTotal) else None


def _figure(value: Any, p: Any, many_: bool, head: str) -> str | None:
    """An amount in digits, or its letter."""
    return p.digit(value) if isinstance(value, ir.Number | ir.X | ir.Lettered) or lettered(value) else None


def _say_letter(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return value.name if isinstance(value, ir.X | ir.Lettered) else None


def _numeral(said: str) -> Callable[[Any, Any, Place], ir.Number]:
    return lambda builder, token, place: ir.Number(int(token), surface=said)


def _plain(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if isinstance(value, ir.Count) or (isinstance(value, ir.Total) and isinstance(value.parts[0], ir.Count)):
        return None  # "more creatures than you", "at least two more"
    return number(value.value) if isinstance(value, ir.Number) else str(p.say(value))


def _least(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return _plain(value, p, many_, head) if value.surface == "at least" else None


def _digits(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return None if isinstance(value, ir.LifeTotal | ir.Total) else p.digit(value)


def _exact(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return _digits(value, p, many_, head) if value.surface == "exactly" else None


DIFFERENT_THINGS = (ir.Different, ir.UnlockedDoors)


def _different(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return p.say(value).removeprefix("the number of ") if isinstance(value, DIFFERENT_THINGS) else None


def _uncounted(value: Any, p: Any, many_: bool, head: str) -> str | None:
    counted = isinstance(value, ir.CountersOn) or (isinstance(value, ir.Count) and isinstance(value.of, ir.Every))
    return None if counted else p.say(value)


subject("living", _life, _living, "pnp")
slot("life_of", "poss", _life, _life_of)
slot("a_letter", "LETTER", lambda b, name, place: ir.X(str(name)), _say_letter)
slot("figure", "amount", say=_figure)
slot(
    "one_or_more_of",
    "some_at_least",
    say=lambda value, p, many_, head: value.surface if value.surface == "one or more" else None,
)
slot("just_one_of", "NUM", _numeral(""), lambda value, p, many_, head: "one" if value == ONE else None)
slot("plain_number", "NUM", _numeral(""), _plain)
slot("least_one", "", say=lambda value, p, many_, head: _least(value, p, many_, head) if value == ONE else None)
slot("least_number", "NUM", _numeral("at least"), _least)
slot("digit_number", "NUM", _numeral(""), _digits)
slot("exact_number", "NUM", _numeral("exactly"), _exact)
slot("different", '"card" "type" "among" np', lambda b, among, place: ir.Different("card type", among), _different)
slot("uncounted", "value", say=_uncounted)
