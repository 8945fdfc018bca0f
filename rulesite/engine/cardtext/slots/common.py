"""The slots and sorts that many phrases share.

The words of a phrase are declared with its node (`language.phrases`); the shared slots read and print its parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import ONE, both
from rulesite.engine.cardtext.builder.raw_nodes import UNSAID
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.cardtext.printing.amounts import counted
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.instructions import act, how_much
from rulesite.engine.cardtext.printing.printer import lettered
from rulesite.engine.language.english import ORDINALS, WHERE, a, number, plural
from rulesite.engine.language.phrase import Phrase, UnfitError, value_of
from rulesite.engine.language.phrases import fixed, said_if
from rulesite.engine.language.sorts import Place, With, in_a_row, slot, slot_of, sort

# ---- sorts


def _of_countable(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """ "Each creature beyond the first" is one less; "spells you cast this turn" are not only those on the stack."""
    of = values.get("of")
    if any(isinstance(part, ir.Controlled) and part.surface == "cast_this_turn" for part in ir.walk(of)):
        raise ValueError("spells that were cast this turn, as those that are on the stack")
    if not isinstance(of, ir.Every) or of.surface != "beyond":
        return _nested(builder, phrase, values, meta)
    counted = _nested(builder, phrase, {"of": replace(of, surface="")}, meta)
    return ir.Total((counted, ir.Number(-1)), surface="first")


def _nested(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """The node, marked as nested, because pronouns seldom refer into an amount."""
    return builder._inner(phrase.node(values))


def _of_opponents(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many: bool) -> str:
    with p.saying(opponents_many=True):
        return words()


sort("counted", becomes=_nested)
sort("life", becomes=_nested)
sort("countable", becomes=_of_countable, stands=_of_opponents)

# ---- numbers


def _numeral(builder: Any, token: Any, place: Place, sign: int = 1) -> ir.Number:
    """A number, and whether it is written in digits."""
    digits = builder.text[token.start_pos : token.start_pos + 1].isdigit()
    return ir.Number(sign * int(token), surface="digits" if digits else "")


def _say_numeral(value: Any, p: Any, many: bool, head: str) -> str:
    return str(value.value) if isinstance(value, ir.Number) and value.surface == "digits" else p.say(value)


def _less(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not isinstance(value, ir.Number) or value.value >= 0:
        return None
    return _say_numeral(ir.Number(-value.value, surface=value.surface), p, many, head)


def _number(builder: Any, token: Any, place: Place) -> int:
    return int(token)


slot("digits", "NUM", _number)


def _expended(builder: Any, token: Any, place: Place) -> With:
    """A number, and whether it is written in words."""
    digits = builder.text[token.start_pos : token.start_pos + 1].isdigit()
    return With(int(token), {} if digits else {"surface": "in words"})


slot("expended", "NUM", _expended, lambda value, p, many, head: str(value))


def _figure_one(builder: Any, token: Any, place: Place) -> None:
    if int(token) != 1:
        raise ValueError("so many for each so many")


slot("figure_one", "NUM", _figure_one, lambda value, p, many, head: "1")
slot("number", "NUM", _number, lambda value, p, many, head: number(value))
slot("multiple", "NUM", _number, lambda value, p, many, head: number(value) if value > 1 else None)
slot("whole", "NUM", lambda b, token, place: ir.Number(int(token)), lambda value, p, many, head: p.say(value))
slot(
    "whole_but",
    "NUM",
    lambda b, token, place: ir.Number(int(token)),
    lambda value, p, many, head: p.say(value) if "fewer" in p.node.surface.split() else None,
)


def _number_chosen(builder: Any, word: str, place: Place) -> None:
    if "number" not in builder.chosen_qualities:
        raise ValueError("a number that nobody chose")


fixed("number_word", "number", "number", printed=False)
slot("number_chosen", "number_word", _number_chosen)
slot("numeral", "NUM", _numeral, _say_numeral)
slot("summand", "value", say=_say_numeral)
slot("less", "NUM", lambda b, token, place: _numeral(b, token, place, -1), _less)
slot(
    "so_much_more",
    "NUM",
    _numeral,
    lambda value, p, many, head: None if _less(value, p, many, head) else _say_numeral(value, p, many, head),
)
slot(
    "taken_off",
    "counted",
    lambda b, amount, place: ir.Times(-1, amount),
    lambda value, p, many, head: p.say(value.of) if isinstance(value, ir.Times) and value.factor == -1 else None,
)


def _nth_part(builder: Any, nth: Any, place: Place) -> int:
    if int(nth) < 3:
        raise ValueError("which of several is a part of so much")
    return int(nth)


slot("nth_part", "ORDINAL", _nth_part, lambda value, p, many, head: ORDINALS[value] if value > 2 else None)
slot(
    "number_named",
    "numbernamed",
    say=lambda value, p, many, head: p.said(value, "numbernamed") if value.surface == "number_before" else None,
)
slot("so_many", "amount", say=lambda value, p, many, head: p.say(value))
slot("one_kind", "", say=lambda value, p, many, head: plural(value) if many else value)
slot("plural", "", say=lambda value, p, many, head: plural(value))

# ---- who and what


def _among(value: Any, p: Any, many: bool, head: str) -> str:
    return p.np(value).text.removeprefix("all ")


def _one(value: Any, p: Any, many: bool, head: str) -> str | None:
    return None if isinstance(value, ir.Every | ir.EachPlayer) else p.who(value).text


def _owner(builder: Any, child: Any, place: Place) -> Any:
    return builder._owner_object(child)


def _then_of(value: Any, p: Any, many: bool, head: str) -> str:
    """The instruction of a condition; an "otherwise" shared with a choice in it is printed only once."""
    then, otherwise = value
    if isinstance(then, ir.May) and then.otherwise == otherwise:
        then = replace(then, otherwise=None)
    return str(p.say(then))


def _itself(builder: Any, what: Any, place: Place) -> Any:
    """The object itself, to which "it" may refer. Raises ValueError for another object."""
    mention = builder.mentions.of(what)
    other = mention is not None and mention.ref is not None and not isinstance(mention.ref, ir.Self | ir.Granter)
    if other or (mention is not None and mention.word in ("that", "those", "the")):
        raise ValueError("what is said of the object itself, of another")
    return what


slot("who", "pnp", say=lambda value, p, many, head: p.who(value).text)


def _who_has(value: Any, p: Any, many: bool, head: str) -> str:
    who = p.who(value)
    return f"{who} {'have' if who.plural or who.you else 'has'}"


slot("owner_of", "np", _owner, lambda value, p, many, head: p.who(value).text)
slot("owner_has", "", say=_who_has)
slot("np", "np", say=lambda value, p, many, head: p.who(value).text)
for name in ("ability_holder", "looked_at", "untapped", "spell_named"):
    slot(name, "np", say=lambda value, p, many, head: p.who(value).text)
slot("poss", "poss", say=lambda value, p, many, head: p.whose(value))
slot("whose", "poss", _owner, lambda value, p, many, head: p.whose(value))
slot("what", "np", _owner, lambda value, p, many, head: p.who(value).text)
slot("several", "np", say=_among)
slot("whom", "", say=_one)
slot("itself", "np", _itself, say=lambda value, p, many, head: "~")
slot("itself_shown", "np", _itself, say=lambda value, p, many, head: "~" if isinstance(value, ir.Self) else None)
slot("itself_then", "np", _itself, say=lambda value, p, many, head: "it" if p.known(ir.Self()) else "~")


def _spent_for(builder: Any, what: Any, place: Place) -> Any:
    """The object that mana is spent on; None for the object itself."""
    mention = builder.mentions.of(what)
    itself = mention is not None and (
        isinstance(mention.ref, ir.Self) or (mention.ref is None and mention.word == "it")
    )
    return None if itself else what


slot(
    "spent_for_it",
    "np",
    _spent_for,
    lambda value, p, many, head: p.who(value or ir.Self()).text if value or p.known(ir.Self()) else "~",
    none=True,
)
slot("this_one", "thisnp", say=lambda value, p, many, head: "~")
slot("then_of", "", say=_then_of)
slot("told", "", say=lambda value, p, many, head: p.say(value))
slot("total_stat", "stat", lambda b, name, place: f"total {name}", lambda value, p, many, head: _total(value, p))


def _total(value: str, p: Any) -> str | None:
    return p.said(value.removeprefix("total "), "stat") if value.startswith("total ") else None


# ---- what is counted


def _describing(builder: Any, desc: Any, place: Place) -> ir.Every:
    return ir.Every(desc.test, surface="beyond" if desc.beyond else "")


def _described(value: Any, p: Any, many: bool, head: str) -> str | None:
    return noun(value.what, p, many) if isinstance(value, ir.Every) else None


def _players(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not isinstance(value, ir.EachPlayer):
        return None
    if value.who == ir.Anything():
        return "players" if many else "player"
    return noun(value.who, p, many, head="player")


def _others(builder: Any, desc: Any, place: Place) -> ir.Every:
    """ "Each other creature": other than the object that gets the bonus."""
    last = max((mention.pos for mention in builder.mentions.all), default=0)
    it = builder.mentions.add(Mention(last + 1, None, word="it"))
    return ir.Every(both(desc.test, ir.OtherThan(it, surface="other")))


def _done(verb: str) -> Callable[[Any, Any, Place], Any]:
    """ "For each land card exiled this way": those of the exiled cards that fit."""

    def take(builder: Any, desc: Any, place: Place) -> ir.Reference:
        parts = desc.bare.parts if isinstance(desc.bare, ir.All) else (desc.bare,)
        fits = both(*(part for part in parts if part not in (ir.IsCard(), ir.IsPermanent())))
        done = ir.Memo(verb)
        return done if fits == ir.Anything() else ir.Every(both(desc.bare, ir.IsObject(done)))

    return take


def _dying(value: Any, p: Any, many: bool, head: str) -> str | None:
    died = isinstance(value, ir.ZoneChange) and (value.from_, value.to) == ("battlefield", "graveyard")
    return noun(value.what, p, many) if died else None


def _of_discarder(builder: Any, who: Any, place: Place) -> ir.Memo:
    """ "For each card they discarded this way"."""
    mention = builder.mentions.of(who)
    said = mention.surface if mention is not None else ""
    return ir.Memo("discard", surface=said if said in DISCARDERS else "")


def _discarder(value: Any, p: Any, many: bool, head: str) -> str | None:
    return value.surface if value == ir.Memo("discard") and value.surface in DISCARDERS else None


def _zone_owner(builder: Any, whose: Any, place: Place) -> Any:
    mention = builder.mentions.of(whose)
    if mention is not None and isinstance(mention.ref, ir.SomePlayer):  # "an opponent's graveyard": of any opponent
        mention = builder.mentions.amend(mention, ref=ir.EachPlayer(mention.ref.who), subtype="controller")
    return ir.OwnerOf(whose) if mention is not None and mention.word == "it" else whose


DISCARDERS = ("you", "they", "that player", "the player")

slot("described", "desc", _describing, _described)
slot("other_sort", "desc", lambda b, desc, place: ir.Count(_others(b, desc, place)))


def _one_sort(value: Any, p: Any, many: bool, head: str) -> str | None:
    both = isinstance(value, ir.Count) and "and each" in p.node.surface and not many
    return _described(value.of, p, many, head) if both else None


slot("one_sort", "desc", lambda b, desc, place: ir.Count(_describing(b, desc, place)), _one_sort)
slot("players", "pdesc", lambda b, who, place: ir.Every(who), _players)
slot("players_besides", "pdesc", lambda b, who, place: ir.Every(both(who, ir.OtherThan(ir.You()))))
slot("others", "desc", _others)
slot("zone_owner", "poss", _zone_owner)


def _you_yourself(builder: Any, who: Any, place: Place) -> Any:
    mention = builder.mentions.of(who)
    if not isinstance(who if mention is None else mention.ref, ir.You):
        raise ValueError("another player than you")
    return who


slot(
    "you_yourself",
    "pnp",
    _you_yourself,
    lambda value, p, many, head: "you" if isinstance(value, ir.You) else None,
)
slot("in_hand", "poss", lambda b, whose, place: ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", whose)))))
slot("discarded_by", "pnp", _of_discarder, _discarder)
slot("exiled_ones", "desc", _done("exile"))
slot("destroyed_ones", "desc", _done("destroy"))


def _attacked_with(builder: Any, desc: Any, place: Place) -> ir.AttackedWith:
    return ir.AttackedWith(ir.IsPlayerRef(ir.You()), desc.test)


def _attacker_of_yours(value: Any, p: Any, many: bool, head: str) -> str | None:
    return noun(value.what, p, many) if isinstance(value, ir.AttackedWith) else None


slot("attacker_of_yours", "desc", _attacked_with, _attacker_of_yours)
slot("dying", "desc", lambda b, desc, place: ir.ZoneChange(desc.test, "battlefield", "graveyard"), _dying)


slot("word", "")
slot("noun", "", say=lambda value, p, many_, head: noun(value, p, many_, head=head or "permanent"))
slot("zoneref", "zoneref", say=lambda value, p, many_, head: "")
slot("digit_amount", "amount", say=lambda value, p, many_, head: p.digit(value))


# ---- instructions


def does(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many_: bool) -> str:
    """The words of an order to you, or of what another player or an object does."""
    if phrase.subject is not None:
        piece = phrase.subject
        doer = value_of(node, piece)
        found: Any = slot_of(piece).say(doer, p, False, piece.head)
        if found is None:
            raise UnfitError
        if found.you:
            bare = p.take_bare() or (node.joint and not doer.surface)
            return words() if bare else f"you {words()}"
        if "also" in node.surface.split():
            found = replace(found, text=f"{found} also")
        with p.saying(plural_noun=found.plural):
            return str(p.agree(found, words()))
    if isinstance(node, ir.Instruction) and "also" in node.surface.split():
        return does(
            replace(node, surface=node.surface.replace("also", "").strip()), phrase, lambda: f"also {words()}", p, many_
        )
    rest = isinstance(node, ir.Move) and "rest" in node.surface.split()  # "… and the rest into your graveyard"
    if rest or not isinstance(node, ir.Instruction) or not hasattr(node, "who"):
        return words()
    return act(node, p, words, phrase.manner == "spoken" or (phrase.manner == "told" and p.others_did))


def of_subject(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """A function from the subject to the node; further words about the subject are added to its description."""
    piece = phrase.doer

    def done(subject: Any) -> Any:
        found = slot_of(piece).take(builder, subject, Place(phrase, piece, meta, values))
        more = values.get(piece.field)
        if isinstance(more, ir.Predicate):
            builder._their_controller(more, ir.TriggerObject("subject"))
            found = both(found, more)
        names = piece.field.split(",")
        return phrase.node({**values, **dict(zip(names, found if len(names) > 1 else [found], strict=True))})

    return done


def _stating(done: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A change that names its own subject becomes a rule for all players."""

    def stated(subject: Any) -> Any:
        made = done(subject)
        return ir.Continuous(ir.EachPlayer(), (made,), UNSAID) if isinstance(made, ir.Change) else made

    return stated


def deed(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """The verb phrase of an object: an instruction still without its subject, or a change in a tuple.

    If the phrase contains a duration ("attacks this turn if able"), the changes last that long.
    """
    if phrase.subject is not None:
        return _stating(of_subject(builder, phrase, values, meta))
    span = values.pop("during", None)
    changes = in_a_row(builder, phrase, values, meta)
    return changes if span is None else lambda what: ir.Continuous(what, changes, span)


def _ordered(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """The instruction to a player; putting cards from the top of a library into the graveyard is milling (701.13)."""
    deed = phrase.node(values)
    if isinstance(deed, ir.ChooseQuality):
        builder.chosen_qualities.add(deed.quality)
    if isinstance(deed, ir.Shuffle) and builder._said(meta) == "shuffles":
        return replace(deed, surface="by another")
    mention = builder.mentions.of(deed.what) if isinstance(deed, ir.Move) and deed.to.zone == "graveyard" else None
    if mention is None or not isinstance(mention.ref, ir.TopCards) or mention.ref.bottom or deed.verb != "put":
        return deed
    mention = builder.mentions.amend(mention, moved="mill", later=None)
    mills = ir.Mill(mention.ref.amount)  # the player who puts them mills, or the library's owner if nobody is named
    return mills if builder._said(meta).startswith("puts ") else replace(mills, who=mention.ref.of)


sort("pvp", becomes=_ordered, stands=does, around=("who",))
sort("ovp", becomes=deed, stands=does)
sort("musts", becomes=deed)
sort("remark", part=True)


def patient(builder: Any, ref: Any, place: Place) -> Any:
    """The object of a verb, noted with the verb for later pronouns."""
    return builder._obj(ref, place.piece.head or place.phrase.body[0].text)


def _cards(builder: Any, amount: ir.Amount, place: Place) -> ir.Amount:
    """The number of cards to draw, noted for later mention."""
    if amount != ONE:
        builder.mentions.add(
            Mention(place.meta.start_pos, ir.Memo("draw"), False, "drawn card", plural=True, ghost=True)
        )
    return amount


def _discarded(value: Any, p: Any, many_: bool, head: str) -> str:
    if not isinstance(value, ir.Chosen) or value.from_ is not None or value.what != ir.IsCard():
        return str(p.who(value).text)
    choice = f" of {p.whose(value.chooser)} choice" if value.chooser is not None else ""
    return how_much(value.amount, "card", p) + (" at random" if value.at_random else "") + choice


_SO_OFTEN = re.compile(r" (twice|[\w{}]+ times)\b")
"""The words that say that an instruction before them is carried out more than once."""


def _dread(builder: Any, word: str, place: Place) -> None:
    """The card that is manifested, of which later words speak as "that creature"; several if it is done twice."""
    several = _SO_OFTEN.match(builder.text, place.meta.end_pos) is not None
    those = ir.Memo("manifest", every=several)
    manifested = Mention(place.meta.start_pos, those, False, "creature", plural=several, later=those, ghost=True)
    builder.mentions.add(manifested)


fixed("dread", "dread", "dread", printed=False)
slot("dread", "dread", _dread, lambda value, p, many_, head: "dread")
slot("patient", "np", patient, lambda value, p, many_, head: p.who(value).text)
slot("things", "", say=lambda value, p, many_, head: plural(p.thing(value)))
slot("a_thing", "", say=lambda value, p, many_, head: a(p.thing(value)))
slot("discarded", "np", patient, _discarded)
slot(
    "cards_chosen",
    "value",
    lambda b, amount, place: ir.Chosen(ir.IsCard(), amount),
    lambda value, p, many_, head: p.say(value.amount) if "number" in p.node.surface.split() else None,
)


def _say_drawn(value: Any, p: Any, many_: bool, head: str) -> str:
    total = isinstance(value, ir.Total) and "fewer" not in value.surface.split()
    reckoned = said_if(value, "cards", p) if total else None
    return how_much(value, head or "card", p) if reckoned is None else reckoned


def _milled(builder: Any, amount: ir.Amount, place: Place) -> ir.Amount:
    """The number of cards to mill; "them" and "those cards" are then the cards milled."""
    several = amount != ONE
    builder.mentions.add(
        Mention(
            place.meta.start_pos,
            ir.Memo("mill"),
            False,
            "milled card" if several else "card",
            plural=several,
            moved="mill",
            ghost=True,
        )
    )
    return amount


slot("cards_milled", 'amount "card"', _milled, lambda value, p, many_, head: how_much(value, "card", p))
slot("cards_drawn", "cards", _cards, _say_drawn)
slot("some_cards", 'amount "card"', say=lambda value, p, many_, head: how_much(value, "card", p))
slot("some_life", 'amount "life"', say=lambda value, p, many_, head: how_much(value, "life", p))


# ---- costs


def _lettered_mana(value: Any, p: Any, many_: bool, head: str) -> str | None:
    if not lettered(value):
        return None
    letter, where = p.say(value).split(WHERE, 1)
    return f"{{{letter}}}{WHERE}{where}"


def _paid_life(value: Any, p: Any, many_: bool, head: str) -> str | None:
    plain = isinstance(value, ir.Number | ir.X | ir.Lettered | ir.ThatMuch | ir.Half) or lettered(value)
    return counted(value, "life", p) if plain else None


slot("lettered_mana", "", say=_lettered_mana)
slot(
    "half_life_paid",
    "half_life",
    say=lambda value, p, many_, head: None if lettered(value) else p.said(value, "half_life"),
)
slot("paid_life", 'amount "life"', say=_paid_life)
