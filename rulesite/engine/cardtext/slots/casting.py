"""The slots of playing cards and their costs, and of how things enter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import cost_of, done_by
from rulesite.engine.cardtext.builder.surface import word
from rulesite.engine.cardtext.printing.amounts import each_of
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.printer import lettered
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.cardtext.slots.costs import paid
from rulesite.engine.language.english import WHERE, a, gerund, listed, third
from rulesite.engine.language.phrases import made
from rulesite.engine.language.sorts import Place, With, slot, subject

# ---- what is played, and its cost


def _besides_mana(value: Any, p: Any, many: bool, head: str) -> str | None:
    """What a cost asks besides the card's own mana cost."""
    first, *rest = value.parts if value is not None else (None,)
    if not rest or not isinstance(first, ir.ManaCostOf):
        return None
    return str(p.say(ir.Cost(tuple(rest))))


def _done(builder: Any, step: Any, place: Place) -> tuple[ir.Cost, bool]:
    """An instruction as a cost, and whether it is optional."""
    return (cost_of(step.do), True) if isinstance(step, ir.May) else (cost_of(step), False)


def _say_done(value: Any, p: Any, many: bool, head: str) -> str:
    cost, optional = value
    return f"{'you may ' if optional else ''}{paid(cost, p).removeprefix('you ')}"


def _narrowed(builder: Any, zone: Any, place: Place) -> With:
    builder._narrow(place.values["what"], zone)
    return With(None, {})


def _played(builder: Any, what: Any, place: Place) -> With:
    """The cards that may be played, and the verb; "lands" that may be played are not permanents yet, and lands are not
    cast (305.9)."""
    mention = builder.mentions.of(what)
    if mention is not None:
        mention = builder.mentions.amend(mention, played=True)
    if mention is not None and isinstance(mention.ref, ir.Every):
        kept = (one for one in ir.parts_of(mention.ref.what) if one != ir.IsPermanent())
        builder.mentions.amend(mention, ref=replace(mention.ref, what=ir.both(*kept)))
    said = word("play", "cast")(builder._said(place.meta))
    return With((what, said), {"lands": said != "cast"})


def _zone_called(value: Any, p: Any, many: bool, head: str) -> str:
    return "exile" if value == "exile" else f"your {value}"


def _other_way(value: Any, p: Any, many: bool, head: str) -> str:
    zone, face_down = value
    return f"{f'from your {zone}' if zone else ''}{' face down' if face_down else ''}".strip()


OF_CHOICE = "an opponent of your choice"


def _is_of_choice(value: Any) -> bool:
    return isinstance(value, ir.SomePlayer) and value.surface == OF_CHOICE


def _by_doing(value: Any, p: Any, many: bool, head: str) -> str | None:
    """ "Paying 3 life and discarding a card"."""
    said = [str(p.said(part, "paying")).partition(" ") for part in value.parts] if value is not None else []
    return listed([f"{gerund(verb)} {rest}" for verb, _, rest in said]) or None


slot("by_doing", "cost", say=_by_doing)
slot("cost", "cost", say=lambda value, p, many, head: p.say(value))
slot("done_as_cost", "instruction", _done, _say_done)
made("either_deed", "{one:pvp} or {other:pvp}", lambda one, other: (one, other))
made("either_deed", "{one:pvp}, {two:pvp}, or {three:pvp}", lambda one, two, three: (one, two, three))
slot("either_done", "either_deed", lambda b, both, place: ir.Cost((ir.OneOf(tuple(map(cost_of, both))),)))
slot("entered_under", "poss", say=lambda value, p, many, head: None if _is_of_choice(value) else p.whose(value))
made("opponent_chosen", "an opponent of your choice", lambda: ir.SomePlayer(ir.OPPONENT, surface=OF_CHOICE))
slot(
    "opponent_of_choice",
    "opponent_chosen",
    say=lambda value, p, many, head: OF_CHOICE if _is_of_choice(value) else None,
)
made("deed_to_pay", "{one:pvp}", lambda one: one)
made("deed_to_pay", "have {who:another} {do:pvp}", lambda who, do: done_by(do, who))
slot("deed_cost", "deed_to_pay", lambda b, step, place: cost_of(step), lambda value, p, many, head: paid(value, p))
slot("often", "", say=lambda value, p, many, head: "any number of times" if value else "")
slot("in_brackets", "", say=lambda value, p, many, head: f"({value})")


def _slow_kind(builder: Any, kind: Any, place: Place) -> None:
    if str(kind) != "sorcery":
        raise ValueError("a time at which another kind of card could not have been cast")


slot("slow_kind", "CARDTYPE", _slow_kind, lambda value, p, many, head: "sorcery")
slot("instantly", "", say=lambda value, p, many, head: "instant")
slot("this_card", "thisnp", say=lambda value, p, many, head: "~")
slot("leaving_itself", "thisnp _LEAVE", say=lambda value, p, many, head: f"~ leaves {p.terms.battlefield}")
slot("zone_called", "zoneref", lambda b, zone, place: zone.zone, _zone_called)
slot("other_way", "", say=_other_way)
slot("another_way", "", say=lambda value, p, many, head: _other_way(value, p, many, head) or None)
slot("who_may", "pnp", lambda b, who, place: With(None, {"about": who}))
slot("ignorer", "pnp", say=lambda value, p, many, head: p.who(value).text)
slot("played_as", "np", _played)
slot("its_zone", "zoneref", _narrowed)

# ---- how things enter


def _several(builder: Any, ref: Any, place: Place) -> tuple[Any, str]:
    """The things that enter, and whether the text says "each"."""
    mention = builder.mentions.of(ref)
    each = "each" if mention is not None and mention.surface == "each" else ""
    if mention is not None and mention.subtype == "alone":  # "he enters with …": no player enters
        builder.mentions.amend(mention, player=False)
    return builder._as_test(ref), f"{place.values.get('surface', '')} {each}".strip()


def _say_several(value: Any, p: Any, many: bool, head: str) -> NounPhrase:
    test, said = value
    if isinstance(test, ir.IsObject):
        return some(test, p)
    if "each" in said.split():
        return NounPhrase(f"each {noun(test, p, head=head)}")
    return NounPhrase(noun(test, p, True, head=head), True)


def _copying(builder: Any, ref: Any, place: Place) -> tuple[Any, str]:
    """The thing that enters as a copy, if it is not the object itself."""
    mention = builder.mentions.of(ref)
    if mention is None or isinstance(mention.ref, ir.Self):
        return None, str(place.values.get("surface", ""))
    return _several(builder, ref, place)


def _say_copying(value: Any, p: Any, many: bool, head: str) -> NounPhrase:
    return NounPhrase("~") if value[0] is None else _say_several(value, p, many, "permanent")


def _enters_first(builder: Any, what: Any, place: Place) -> Any:
    mention = builder.mentions.of(what)
    own = mention is not None and (isinstance(mention.ref, ir.Self) or bool(mention.word))
    return None if own else builder._as_test(what)


def _copied(value: Any, p: Any, many: bool, head: str) -> str:
    test, said = value
    return f"any {noun(test, p)}" if "any" in said.split() else str(some(test, p).text)


def _on_it(value: Any, p: Any, many: bool, head: str) -> str:
    named = next((word for word in ("him", "her") if word in value.split()), "")
    return named or ("them" if p.plural_noun else "it")


def _for_each(value: Any, p: Any, many: bool, head: str) -> str:
    """ "For each …" for an amount with a number for each; None for an amount with a letter."""
    found = None if value is None or lettered(value) else each_of(value, p)
    return f"for each {found[1]}" if found is not None and found[0] == 1 and found[1] else ""


def _costing(builder: Any, ref: Any, place: Place) -> tuple[Any, str]:
    test, said = _several(builder, ref, place)
    kinds = test.parts if isinstance(test, ir.AnyOf) else (test,)
    if any(ir.IsPermanent() in (kind.parts if isinstance(kind, ir.All) else (kind,)) for kind in kinds):
        raise ValueError("what permanents cost: spells do")
    if ir.IsObject(ir.Memo("cast")) in ir.walk(test):
        raise ValueError("what spells that are cast this way cost")
    for mention in builder.mentions.within(ref):
        if isinstance(mention.ref, ir.EachPlayer):  # "for each other spell that player has cast this turn"
            builder.mentions.amend(mention, later=ir.ControllerOf(ir.Current()))
    return test, said


def _mana_changed(builder: Any, symbols: Any, place: Place) -> tuple[str, bool]:
    """ "{1} less", "up to {2} less"."""
    return str(symbols), " up to {" in builder._said(place.meta)


def _say_mana_changed(value: tuple[str, bool], p: Any, many: bool, head: str) -> str:
    mana, up_to = value
    return f"up to {mana}" if up_to else mana


def _dearer(value: Any, p: Any, many: bool, head: str) -> str | None:
    mana, up_to, times, cost = value
    if times is None:
        return _say_mana_changed((mana, up_to), p, many, head) if mana else f"an additional {p.say(cost)}"
    if lettered(times):
        letter, where = p.say(times).split(WHERE, 1)
        return f"{{{letter}}}{WHERE}{where}"
    return mana if _for_each(times, p, many, head) else f"{{X}}{WHERE}where X is {p.say(times)}{WHERE}"


def _each_taxed(builder: Any, each: Any, place: Place) -> ir.Cost:
    """ "… for each creature they control that's attacking you" is implied by the cost; anything else is counted."""
    cost = place.values["cost"]
    if any(
        isinstance(part, ir.Did | ir.AttacksNow) or part == ir.HasStatus("attacking") for part in ir.walk(each.test)
    ):
        return cost
    builder.mentions.nest(each.test)
    return ir.Cost((ir.Repeated(cost, ir.Count(ir.Every(each.test))),))


def _payer(builder: Any, who: Any, place: Place) -> str:
    payer = builder.mentions.of(who)
    return "" if payer is not None and isinstance(payer.ref, ir.You) else "its"


def _paid_by(value: Any, p: Any, many: bool, head: str) -> str:
    """ "You pay {2}", "its controller sacrifices a land"."""
    cost, what, said, whom = value
    if isinstance(what, ir.IsObject):
        return f"its controller {third(paid(cost, p))}" if said == "its" else f"you {paid(cost, p)}"
    each = f"each creature they control that's {head}" + ("" if whom is None else f" {p.np(whom)}")
    if "those" in said.split():
        each = "each of those creatures"
    return f"their controller {third(paid(cost, p))} for {each}"


def _playable(builder: Any, ref: Any, place: Place) -> Any:
    return ir.rewrite(builder._as_test(ref), lambda part: ir.IsCard() if part == ir.IsPermanent() else part)


def _say_playable(value: Any, p: Any, many: bool, head: str) -> NounPhrase:
    if _is_land(value) and isinstance(value, ir.All):
        value = ir.All(tuple(one for one in value.parts if one != ir.IsCard()))
    return NounPhrase(noun(value, p, True, "or", "spell"), True)


def _is_land(what: Any) -> bool:
    return ir.HasType("land") in ir.walk(what)


subject("enterer", _several, lambda value, p, many, head: _say_several(value, p, many, "permanent"))
subject("costing", _costing, lambda value, p, many, head: _say_several(value, p, many, "spell"))
subject("copying", _copying, _say_copying)
subject("taxed", _several, lambda value, p, many, head: _say_several(value, p, many, "creature"))
subject("playable", _playable, _say_playable)
slot("enters_first", "np", _enters_first, lambda value, p, many, head: some(value, p).text)
slot("as_copied", "np", lambda b, of, place: (b._as_test(of), word("any")(b._said(place.meta))), _copied)
slot(
    "counter_of_choice",
    "counter_of_choice",
    say=lambda value, p, many, head: listed([a(f"{kind} counter") for kind in value], "or") if value else None,
)
slot("additional", "", say=lambda value, p, many, head: word("additional")(value))
slot("on_it", "pron", lambda b, it, place: place.values.get("surface", ""), _on_it)
slot(
    "sources",
    "np",
    lambda b, ref, place: b._as_test(ref),
    lambda value, p, many, head: _say_several((value, ""), p, many, "permanent").text,
)
slot(
    "dealers",
    "np",
    lambda b, ref, place: b._as_test(ref),
    lambda value, p, many, head: None if value == ir.Anything() else _say_several((value, ""), p, many, "source").text,
)
slot("cards_own", "poss", lambda b, whose, place: word("that card's", "card's")(b._said(place.meta)))
slot("just_the_cost", "cost", say=lambda value, p, many, head: p.say(value).removeprefix("pay ") if value else None)
slot("besides_mana", "cost", say=_besides_mana)
slot("more_cost", "cost", say=lambda value, p, many, head: p.say(value).removeprefix("pay ") if value else None)
slot("such_permanent", "desc", lambda b, desc, place: desc.test, lambda value, p, many, head: noun(value, p))
slot("dearer", "", say=_dearer)
slot("mana_changed", "_UPTO? MANASYMBOLS", _mana_changed, _say_mana_changed)
slot("dearer_by", "", say=lambda value, p, many, head: _dearer((value[0], False, value[1], None), p, many, head))
slot("for_each", "", say=_for_each, none=True)
slot("also", "desc", _each_taxed)
slot("of_those", '"of" "those" CARDTYPE', lambda b, kind, place: f"{place.values.get('surface', '')} those".strip())
slot("payer", "pnp", _payer)
slot("paid_by", "", say=_paid_by)
slot("paid_by_each", "", say=lambda value, p, many, head: _paid_by((*value, None), p, many, head))
slot("land_played", "being_cast", lambda b, child, place: None, lambda value, p, many, head: "played")
slot(
    "being_cast",
    "being_cast",
    lambda b, child, place: None,
    lambda value, p, many, head: "played" if _is_land(value) or p.terms.cast == "play" else "cast",
)
