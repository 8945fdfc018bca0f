"""The slots of noun phrases for objects: targets, choices, sets, and this object; each leaves a mention."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import ONE, Desc, both
from rulesite.engine.cardtext.mentions import RawRef
from rulesite.engine.cardtext.printing.amounts import plain
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, some, without_shared, zone_name
from rulesite.engine.cardtext.printing.references import done
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.cardtext.slots.players import pointing
from rulesite.engine.cardtext.syntax.joined_objects import one_of
from rulesite.engine.language.english import ORDINALS, listed
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.phrases import made
from rulesite.engine.language.sorts import Place, With, slot, sort

# ---- mentions of noun phrases

SINGLE = (ONE, ir.UpTo(ONE))
JUST_ONE = "just one"
"""Marks "one creature", as opposed to "a creature"."""


def _noted(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    desc = values.get("what")
    if not isinstance(desc, Desc):
        return _plainly(builder, phrase.node(values), values.get(""), meta)
    made = phrase.node({**values, "what": desc.test})
    if isinstance(made, ir.TargetSlot):
        return _aimed_at(builder, made, desc, meta, phrase.template)
    if isinstance(made, ir.Chosen) and not (
        phrase.surface == "any" and f" {desc.noun}s " in f" {builder._words(meta)} "
    ):
        return _picked(builder, made, desc, phrase.surface, meta)
    said = "any all" if isinstance(made, ir.Chosen) else phrase.surface  # "any face-down creatures": all of them
    more = {"plural": True, "later": ir.Current(), "surface": said, "subtype": "all" if said == "all" else ""}
    return builder._note(meta, ir.Every(desc.test), desc.noun, desc.player, **more)


def _plainly(builder: Any, made: Any, called: Any, meta: Any) -> Any:
    """Mentions without a description: this object, its host, several cards, one of them, "any target"."""
    words, several = builder._said(meta), getattr(made, "amount", ONE) != ONE
    match made:
        case ir.Pronoun():
            return pointing(builder, made, meta)
        case RawRef():
            return made
        case ir.AnyOf():
            return one_of(builder, made, meta)
        case ir.TargetSlot():
            other = words in ("any other target", "another target") or words.endswith("other targets")
            earlier = other and _targeted(builder)
            test = ir.ANY_TARGET if earlier else made.what
            said = "last" if made.chooser is not None else made.surface
            return _target(
                builder, replace(made, what=test, surface=said), Desc(test, test, "target", None), meta, earlier
            )
        case ir.Self():
            named = made if words.startswith("this ") else builder.named
            return builder._note(meta, named, "this spell" if words == "this spell" else "self", surface="~")
        case ir.Attached() | ir.AttachedCard():
            return builder._note(meta, made, called or "card", surface=words)
        case ir.Memo():
            return builder._note(meta, made, "spell", surface=words)
        case ir.Rest():
            return builder._note(meta, made, "card", plural=words == "the rest", surface=words)
        case ir.Linked():
            return builder._note(meta, made, "creature")
        case ir.Attacked():
            return builder._note(meta, made, "target", None)
        case ir.TopCards(surface="of yours") if not _of_your_library(builder, meta):
            raise ValueError("the top of a library that was not spoken of")
        case ir.Chosen():
            those = builder.mentions.of(made.from_)
            named = those is not None and those.word == "those" and those.noun
            return builder._note(meta, made, named or "card", plural=several)
    return builder._note(meta, replace(made, surface=""), "card", plural=several, surface=made.surface)


def _of_your_library(builder: Any, meta: Any) -> bool:
    """ "Shuffle your library, then reveal the top card": whether the top is of that library."""
    return bool(re.search(r"\byour library, then \w+ $", builder.text[: meta.start_pos]))


def _aimed_at(builder: Any, made: ir.TargetSlot, desc: Desc, meta: Any, template: str) -> Any:
    """A target with a description; "another" is other than an earlier target, else than this object."""
    nth = made.surface if template.startswith("a ") else ""  # "a second target creature"
    one = bool(nth) or template.startswith(("another", "other")) or " other target " in template
    earlier = one and _targeted(builder)
    besides = ":aimed_other}" in template and not earlier
    test = both(desc.test, ir.OtherThan(ir.Self(), surface="other")) if besides else desc.test
    choice, words = desc.choice, builder._words(meta).lower()
    if isinstance(choice, ir.You):
        choice, said = None, "your choice"
    else:
        said = "last" if choice is not None and words.endswith(" choice") else nth
    aimed = _target(builder, replace(made, what=test, chooser=choice, surface=said), desc, meta, earlier)
    builder._their_controller(desc.test, aimed)
    return aimed if nth else replace(aimed, surface=made.surface)


def _targeted(builder: Any) -> bool:
    """Whether there was a target before, so that "another" means other than that, not than this object."""
    return any(mention.slot is not None for mention in builder.mentions.all)


def _target(builder: Any, made: ir.TargetSlot, desc: Desc, meta: Any, alone: bool) -> Any:
    several = made.maximum is None or made.maximum > 1
    return builder._note(meta, None, desc.noun, desc.player, slot=made, plural=several, alone=alone)


def _picked(builder: Any, made: ir.Chosen, desc: Desc, said: str, meta: Any) -> Any:
    """An object chosen when the instruction is carried out, and by whom, if the words say so."""
    test, chooser = made.what, made.chooser
    if made.from_ is None and not made.at_random and desc.choice is not None:
        chooser = desc.choice
        if desc.noun == "source":
            parts = test.parts if isinstance(test, ir.All) else () if test == ir.Anything() else (test,)
            test = ir.All((*parts, ir.AnyOf((ir.IsPermanent(), ir.IsSpell()), surface="source")))
    placed = any(isinstance(part, ir.InZone) for part in ir.walk(test))
    first = chooser is not None and desc.noun != "source" and (desc.chosen_first or not placed)
    made = replace(made, what=test, chooser=chooser, surface="choice" if first else "")
    if not said and made.amount == ONE and builder._words(meta).lower().startswith("one "):
        said = JUST_ONE
    if any(part.surface == "other than, from it" for part in ir.walk(test)):
        made = replace(made, what=ir.rewrite(test, _apart_from), from_=ir.Memo(None))
    return builder._note(meta, made, desc.noun, desc.player, plural=made.amount != ONE, surface=said)


def _apart_from(part: Any) -> Any:
    return replace(part, surface="other than") if part.surface == "other than, from it" else part


# ---- printing noun phrases


def whole_zone(what: Any, p: Any) -> str | None:
    """ "Your hand", "all graveyards": all cards of a zone."""
    match what:
        case ir.All(parts=(ir.IsCard(), ir.InZone(zone=zone, whose=whose))) if whose is not None:
            several = isinstance(whose, ir.EachPlayer) and whose.surface in ("all", "bare")
            return zone_name(zone, whose, p) if several else f"{p.whose(whose)} {zone}"
        case ir.All(parts=(ir.IsCard(), ir.InZone(zone="graveyard", whose=None))):
            return "all graveyards"
    return None


def _spoken(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many: bool) -> NounPhrase:
    """A noun phrase; something mentioned before is "it" or "them"."""
    whole = phrase.template in ("{what:whole_zone}", "the named card")
    several = not whole and _several(node, p)
    named = whole or node.surface or isinstance(node, ir.Chosen | ir.TargetSlot | ir.Granter)
    if not named and p.known(node) and (p.self_is_it or not isinstance(node, ir.Self)):
        return p.pronoun("them" if several else "it", node, several)
    what = node.what if isinstance(node, ir.TargetSlot) and node.amount is None else None
    return NounPhrase(words(), several, player=isinstance(what, ir.IsPlayer) or what == OPPONENT)


def _several(node: Any, p: Any) -> bool:
    if isinstance(node, ir.Every):
        return node.surface not in ("each", "every", "any") and not (p.each_word and not node.surface)
    if isinstance(node, ir.TargetSlot):
        return node.maximum is None or node.maximum > 1 or node.amount is not None
    return isinstance(node, ir.Rest) or getattr(node, "amount", ONE) not in SINGLE


sort("npa", becomes=_noted, stands=_spoken)
sort("thisnp", becomes=_noted)
sort("held_np", becomes=_noted)

# ---- targets


def _aiming(builder: Any, desc: Desc, place: Place) -> tuple[Desc, Any]:
    return desc, None


def _aimed(value: Any, p: Any, many: bool, head: str) -> str:
    what, chooser = value
    several = _several(p.node, p)
    choice = "of your choice" if p.node.surface == "your choice" else ""
    choice = f"of {p.whose(chooser)} choice" if chooser is not None else choice
    with p.saying(of_choice="" if p.node.surface == "last" else choice):
        kind = "player" if isinstance(what, ir.IsPlayer) or what == OPPONENT else "permanent"
        text = noun(what, p, several, "or" if not several else "and/or", kind)
    return (f"{text} {choice}" if p.node.surface == "last" else text).removeprefix("other ")


def _aimed_other(value: Any, p: Any, many: bool, head: str) -> str | None:
    other = any(isinstance(part, ir.OtherThan) for part in ir.parts_of(value[0]))
    return _aimed(value, p, many, head) if other and noun(value[0], p).startswith("other ") else None


def _say_aimed_many(value: Any, p: Any, many: bool, head: str) -> NounPhrase:
    *bounds, amount = value
    return NounPhrase(p.said((*bounds, None), "targetqty") if amount is None else p.say(amount), _several(p.node, p))


slot("aimed", "desc", _aiming, _aimed)
slot("aimed_other", "desc", _aiming, _aimed_other)
slot("aimed_many", "targetqty", say=_say_aimed_many)


def _than_which(value: Any, p: Any, many: bool, head: str) -> str | None:
    first, *others = ir.parts_of(value)
    than = others[0] if first == ir.ANY_TARGET and len(others) == 1 else None
    return p.who(than.than).text if isinstance(than, ir.OtherThan) and than.surface == "other than" else None


slot(
    "than_which",
    "np",
    lambda b, what, place: both(ir.ANY_TARGET, ir.OtherThan(what, surface="other than")),
    _than_which,
)

# ---- sets and choices


def _other(builder: Any, desc: Desc, place: Place) -> Desc:
    return desc._replace(test=both(desc.test, ir.OtherThan(ir.Self(), surface="other")))


def _thing(value: Any, p: Any, many: bool, head: str) -> str:
    return noun(value, p, many, head="source" if value == ir.HasChosen("card name") else "permanent")


def _each_thing(value: Any, p: Any, many: bool, head: str) -> str:
    with p.saying(opponents_many=True):
        return noun(value, p)


def _done_but(verb: str, what: Desc, so: ir.Predicate) -> Desc:
    """ "The exiled cards not cast this way": the cards that were exiled and not cast."""
    so_far = ir.IsObject(ir.Memo(verb), surface="ahead")
    return what._replace(test=both(so_far, what.test, so), bare=both(so_far, what.bare, so))


def _except_for(builder: Any, other: Any, place: Place) -> Desc:
    desc = place.values["what"]
    return desc._replace(test=both(desc.test, ir.Not(builder._as_test(other), surface="apart")))


def _quantified(value: Any, p: Any, many: bool, head: str) -> str:
    return f"each {_each_thing(value, p, many, head)}" if p.each_word else f"{p.all_word}{noun(value, p, True)}"


def _zones_together(value: Any, p: Any, many: bool, head: str) -> str | None:
    parts = value.parts[-1].parts if isinstance(value, ir.All) and isinstance(value.parts[-1], ir.AnyOf) else ()
    zones = [one for one in parts if isinstance(one, ir.InZone)]
    return f"{p.whose(zones[0].whose)} {listed([one.zone for one in zones])}" if zones else None


def _either_thing(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not isinstance(value, ir.AnyOf):
        return None
    return listed([some(without_shared(part), p).text for part in value.parts], "or")


def _how_many(value: Any, p: Any, many: bool, head: str) -> str:
    if value == ONE:
        return "one" if p.node.surface == JUST_ONE else "a"
    return "up to one" if value in SINGLE else p.say(value)


def _so_many(value: Any, p: Any, many: bool, head: str) -> str:
    return "one" if value == ONE else p.say(value).removesuffix(" of")


def _chosen(value: Any, p: Any, many: bool, head: str) -> str:
    several = p.node.amount not in SINGLE
    return noun(value, p, several, "and/or" if several else "or")


def _extreme_one(builder: Any, desc: Desc, place: Place) -> Desc:
    """ "The creature with the greatest power": if several are tied, one of them is chosen."""
    if not any(isinstance(part, ir.HasExtreme) for part in ir.walk(desc.test)):
        raise ValueError("the one of its kind, where nothing says which")
    return desc


def _is_rounded(amount: ir.Amount) -> bool:
    return isinstance(amount, ir.Half) and amount.surface != "unrounded"


def _rounded(builder: Any, amount: ir.Amount, place: Place) -> ir.Amount:
    """ "Half the number of Islands you control, rounded down, to …"."""
    if not _is_rounded(amount):
        raise ValueError("an amount that ends with a comma")
    return amount


def _of_choice(value: Any, p: Any, many: bool, head: str) -> str | None:
    if p.node.amount != ONE or value[1] is None:
        return None
    with p.saying(of_choice=f"of {p.whose(value[1])} choice"):
        return noun(value[0], p)


def _bare(builder: Any, desc: Desc, place: Place) -> Desc:
    return desc if desc.noun == "spell" else desc._replace(test=desc.bare)


def _card(value: Any, p: Any, many: bool, head: str) -> str:
    return noun(value, p, p.node.amount != ONE, "and/or", place="card")


def _done_sorts(verb: str, one: str, other: str) -> Desc:
    """ "The exiled instant and sorcery cards": the exiled cards of two sorts."""
    sorts = (ir.HasType(str(one)), ir.HasType(str(other)))
    of_both = both(ir.IsObject(ir.Memo(verb), surface="ahead"), ir.AnyOf(sorts, surface="and"), ir.IsCard())
    return Desc(of_both, of_both, "card")


BEHIND = "behind"
"""Marks a description after the place that a card is chosen from."""


def _with_besides(builder: Any, test: ir.Predicate, place: Place) -> With:
    """ "You choose a card from it with mana value 3 or greater": describes the card, after its origin."""
    desc, last = place.values["what"], replace(test, surface=f"{test.surface} {BEHIND}".strip())
    return With(None, {"what": desc._replace(test=both(desc.test, last), bare=both(desc.bare, last))})


def _alone(value: Any, p: Any, many: bool, head: str) -> str | None:
    return _card(both(*ir.parts_of(value)[:-1]), p, many, head) if _said_behind(value) else None


def _behind(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not _said_behind(value):
        return None
    last = ir.parts_of(value)[-1]
    return str(p.say(replace(last, surface=last.surface.removesuffix(BEHIND).strip())))


def _said_behind(value: Any) -> bool:
    return isinstance(value, ir.Predicate) and ir.parts_of(value)[-1].surface.endswith(BEHIND)


def _card_among(value: Any, p: Any, many: bool, head: str) -> str:
    shown = getattr(p.node.from_, "verb", None) in ("reveal", "look", "mill", "search")
    of_cards = shown or any(
        isinstance(part, ir.TopCards | ir.Search | ir.Mill | ir.Reveal) for part in ir.walk(p.ability)
    )
    return noun(value, p, p.node.amount != ONE, "and/or", place="card" if of_cards else "")


def _named(builder: Any, those: Any, place: Place) -> Any:
    if "amount" in place.values and "amount" not in place.phrase.constants:
        builder.mentions.nest(those)  # "one of them": from here on the single object is meant
    return _plural_those(builder, those, place)


def _called(builder: Any, called: str, place: Place) -> Any:
    said = builder._words(place.meta).partition(" of ")[2]
    return builder._note(place.meta, None, called, word="those", plural=True, surface=said)


def _copies(builder: Any, called: str, place: Place) -> ir.Memo:
    if called != "copy":
        raise ValueError("several of a kind, without a word that says which")
    return ir.Memo("copy")


def _done_so(builder: Any, those: ir.Pronoun, place: Place) -> Any:
    """ "One of the exiled cards"."""
    said = builder._words(place.meta).partition(" of ")[2]
    return pointing(builder, those._replace(surface=said), place.meta)


def _each_called(builder: Any, called: str, place: Place) -> Any:
    """ "Each of those creatures"."""
    words = builder._words(place.meta)
    return builder._note(place.meta, None, called, word="those", plural=True, surface=words[:1].lower() + words[1:])


def _who_died(builder: Any, noun: str, place: Place) -> Any:
    """ "The power of the creature that died"."""
    said = builder._words(place.meta).partition(" of ")[2]
    builder_says = builder._note(place.meta, None, noun, word="the", surface=said)
    return builder._owner_object(builder_says)


def _shown(value: Any, p: Any, many: bool, head: str) -> str | None:
    """ "From it": a hand that was revealed or looked at."""
    shown = [part.what for part in ir.walk(p.ability) if isinstance(part, ir.Reveal | ir.LookAt)]
    hand = any(isinstance(what, ir.Every) and isinstance(ir.parts_of(what.what)[-1], ir.InZone) for what in shown)
    return "it" if hand and p.np(value).text == "it" else None


def _among(value: Any, p: Any, many: bool, head: str) -> str:
    those = p.np(value)
    return f"among {those}" if those.plural else str(those)


def _reference(value: Any, p: Any) -> str | None:
    pointed = isinstance(value, ir.Reference) and not isinstance(value, ir.Every | ir.EachPlayer)
    return str(p.np(value)) if pointed else None


def _all_among(builder: Any, those: Any, place: Place) -> Desc:
    """ "All land cards from among them": those of them that fit."""
    desc = place.values["what"]
    if place.phrase.surface == "bare" and re.search(rf"\b{desc.noun} from among ", builder._words(place.meta)):
        raise ValueError("one from among several, without a word that says which")
    return desc._replace(test=both(desc.test, ir.IsObject(_plural_those(builder, those, place), surface="among")))


def _each_of(builder: Any, those: Any, place: Place) -> Any:
    mention = builder.mentions.of(_plural_those(builder, those, place))
    if mention is not None and mention.word and mention.surface:
        builder.mentions.amend(mention, surface=f"each of {mention.surface}")
    return those


def _plural_those(builder: Any, those: Any, place: Place) -> Any:
    mention = builder.mentions.of(those)
    if mention is not None and mention.word:
        builder.mentions.amend(mention, plural=True)
    return those


def _among_those(builder: Any, those: Any, place: Place) -> Any:
    """ "Reveal a creature card from among them and put it into your hand": "it" is that card, not any of "them"."""
    builder.mentions.nest(those)
    return _plural_those(builder, those, place)


def _own_name(value: Any, p: Any, many: bool, head: str) -> str:
    """The card's name, unless the ability was given by another card with its own name."""
    given = p.ability is not None and any(isinstance(part, ir.Granter) for part in ir.walk(p.ability))
    return "this permanent" if given else "~"


def _nth(value: Any, p: Any, many: bool, head: str) -> str | None:
    return value if value in ORDINALS[1:] else None


slot("nth", "ORDINAL", lambda b, number, place: ORDINALS[int(number)], _nth)
slot("all_such", "desc", say=_thing)
sort("done_but", priority=7)
made("done_but", "{verb:participle} {what:undescribed} {so:undone}", _done_but)
made("done_but", "{verb:participle} {one:CARDTYPE} and {other:CARDTYPE} card*", _done_sorts)
slot("undescribed", "union", lambda b, cores, place: b.desc(cores))
slot("left_undone", "done_but", say=_thing)
slot("each_thing", "desc", say=_each_thing)
slot("other_thing", "desc", _other)
slot("except_for", "np", _except_for)
slot("quantified", "", say=_quantified)
slot("zones_together", "", say=_zones_together)
slot("one_of_sets", "", say=lambda value, p, many, head: listed([p.who(one).text for one in value], "or"))
slot("whole_zone", "", say=lambda value, p, many, head: whole_zone(value, p))
slot("either_thing", "", say=_either_thing)
slot("how_many", "chosenqty", say=_how_many)
slot("one_or_more", "chosenqty", say=_so_many)
slot("picked", "desc", say=_chosen)
slot("extreme_one", "extremeone", _extreme_one, _chosen)
slot("of_choice", "", say=_of_choice)
slot("chosen_card", "desc", _bare, _card)
slot("chosen_among", "desc", _bare, _card_among)
slot("besides", "withs", _with_besides)
slot("card_alone", "", say=_alone)
slot("card_with", "", say=_behind)
slot("those_named", "pron", _named, lambda value, p, many, head: str(p.np(value)))
slot("each_of", "pron", _each_of)
slot("each_named", '"those" headnoun', _each_called)
slot("who_died", '"the" headnoun "that" "died"', _who_died, lambda value, p, many, head: str(p.who(value)))
slot("those_called", "headnoun", _called)
slot("made_copies", "headnoun", _copies, lambda value, p, many, head: "copies" if value == ir.Memo("copy") else None)
slot("hand_shown", "pron", lambda b, it, place: ir.Memo(None), _shown)
slot("among_those", '"among" (pron|npa)', _among_those, _among)
slot("each_of_those", "those_there", _plural_those, lambda value, p, many, head: _reference(value, p))
slot("those_done", "those_done_so", _done_so)
slot("all_among_those", '"among" (pron|npa)', _all_among)
slot("own_name", "SELF", say=_own_name)
slot("host_here", "", say=lambda value, p, many, head: p.attached)


def _attacking_one(value: Any, p: Any, many: bool, head: str) -> str:
    who = p.who(value).text
    return "it's" if who == "it" else f"{who} is"


slot("attacking_one", 'np "is"', say=_attacking_one)
slot("done_by_verb", "", say=lambda value, p, many, head: done(value))
slot("rounded_value", "value", _rounded, lambda value, p, many, head: p.say(value) if _is_rounded(value) else None)
slot("plain_amount", "amount", say=lambda value, p, many, head: p.say(value) if plain(value) else None)
