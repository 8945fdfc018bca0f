"""The slots of conditions on what something is, what was done and what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import ONE
from rulesite.engine.cardtext.builder.raw_nodes import RawMany
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.language.english import a, listed
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.sorts import Place, With, slot, sort, subject
from rulesite.engine.language.words import of_day

PAST = {
    "attack": "attacked",
    "attacks": "attacked",
    "dies": "died",
    "die": "died",
    "enters": "entered",
    "enter": "entered",
    "deals": "dealt",
    "deal": "dealt",
    "gains": "gained",
    "gain": "gained",
    "loses": "lost",
    "lose": "lost",
    "casts": "cast",
    "cast": "cast",
    "draws": "drew",
    "draw": "drew",
    "is": "was",
    "are": "were",
    "puts": "put",
    "commits": "committed",
    "commit": "committed",
    "surveil": "surveilled",
    "surveils": "surveilled",
    "taps": "tapped",
    "tap": "tapped",
    "plays": "played",
    "play": "played",
    "discards": "discarded",
    "discard": "discarded",
    "sacrifices": "sacrificed",
    "sacrifice": "sacrificed",
    "leaves": "left",
    "leave": "left",
    "becomes": "became",
    "cycles": "cycled",
    "cycle": "cycled",
    "blocks": "blocked",
    "creates": "created",
    "create": "created",
    "searches": "searched",
    "search": "searched",
    "regenerates": "regenerated",
    "regenerate": "regenerated",
    "fights": "fought",
    "fight": "fought",
    "block": "blocked",
}


def past(clause: str) -> str:
    """The clause of an event in the past tense, by its first verb.

    >>> past("a creature dies")
    'a creature died'
    """
    words = clause.split(" ")
    for place, word in enumerate(words):
        if place and word in PAST:
            words[place] = PAST[word]
            break
    return " ".join(words)


# ---- what something is


def _named(text: str) -> str:
    return f"an{text}" if text.startswith("other ") else a(text)


def _bare_one(builder: Any, desc: Any, place: Place) -> ir.Predicate:
    """ "If it's a land card", "if it's an artifact spell": the noun is kept."""
    words = builder.text[place.meta.start_pos : place.meta.end_pos].lower().split()
    return replace(desc.bare, surface=next((word for word in ("card", "spell") if {word, f"{word}s"} & {*words}), ""))


HAD = (ir.HasAbility, ir.Compares, ir.HasCounters, ir.AllAlike)
DOING = (ir.SharesQuality, ir.OfMostCommonColor, ir.Did, ir.AttacksNow, ir.WasPutThere, ir.HasTarget)
ADJECTIVES = (ir.HasColor, ir.HasStatus, ir.HasSupertype)


def _quality(value: Any, p: Any, many: bool, head: str) -> str | None:
    """The words for what something is: "red", "a creature", "on the battlefield"."""
    match value:
        case _ if value.surface in ("card", "spell"):
            return _named(noun(replace(value, surface=""), p, place=value.surface))
        case ir.Not(surface="non") | ir.ColorCount() | ir.HasName() | ir.Blocks() | ir.AttacksNow():
            return str(p.say(value))
        case ir.MostLife() | ir.Not() | ir.HasChosen(quality="card name") | ir.HasExtreme() | ir.Controlled():
            return None
        case ir.AttachedTo(what=ref):
            return f"attached to {_say_bearing(ref, p, many, head)}"
        case ir.InZone():
            return value.surface or "in exile" if value.zone == "exile" else str(p.say(value))
        case ir.HasChosen(any_one=True) | ir.HasChosen(surface="of"):
            return str(p.said(value, "quality"))
        case ir.HasChosen():
            return f"the chosen {value.quality}"
        case ir.NthCast() | ir.NthPlayed():
            return str(p.said(value, "quality"))
        case ir.IsObject(what=ref):
            return str(p.who(ref))
        case ir.All(parts=(ir.Compares(surface="size") as power, ir.Compares(surface="size") as toughness)):
            return f"{p.digit(power.value)}/{p.digit(toughness.value)}"
        case ir.AnyOf(parts=parts, surface="or a" | "or a card"):
            place = "card" if value.surface == "or a card" else ""
            return listed([a(noun(one, p, place=place)) for one in parts], "or")
        case ir.All(parts=parts) | ir.AnyOf(parts=parts) if all(isinstance(one, ADJECTIVES) for one in parts):
            return listed([str(p.say(one)) for one in parts], "and" if isinstance(value, ir.All) else "or")
    if isinstance(value, ADJECTIVES):
        return str(p.say(value))
    if isinstance(value, (*HAD, *DOING)):
        return None
    if value == ir.HISTORIC:
        return "historic"
    if p.of_event.plural and isinstance(value, ir.HasType | ir.HasSubtype):
        return noun(value, p, True)
    return _named(noun(value, p, place="card" if p.of_cards and not isinstance(value, ir.IsPermanent) else ""))


def _bearing(builder: Any, what: Any, place: Place) -> Any:
    """The object that something is attached to: "a creature" is any creature, and which one is not kept."""
    mention = builder.mentions.of(what)
    if mention is None or mention.word or mention.slot is not None or not isinstance(mention.ref, ir.Chosen):
        return what
    if mention.ref.amount != ONE:
        raise ValueError("what is attached to so many objects")
    mention = builder.mentions.amend(mention, nested=True, later=ir.Outside(mention.noun or "permanent"))
    return ir.Every(mention.ref.what, surface="any of them")


def _alike(builder: Any, what: Any, place: Place) -> Any:
    """What something shares a quality with: "a creature" is any creature, "another creature" any but that thing."""
    return ir.rewrite(_bearing(builder, what, place), _other_than_candidate)


def _other_than_candidate(part: Any) -> Any:
    return replace(part, than=ir.Candidate()) if part == ir.OtherThan(ir.Self()) else part


def _say_bearing(value: Any, p: Any, many: bool, head: str) -> str:
    return some(value.what, p).text if value.surface == "any of them" else str(p.who(value))


def _not_quality(value: Any, p: Any, many: bool, head: str) -> str | None:
    if isinstance(value, ir.Not) and isinstance(value.part, ir.Controlled):
        return f"controlled by {p.who(value.part.by)}"
    return _quality(value.part, p, many, head) if isinstance(value, ir.Not) and value.surface != "non" else None


def _had(value: Any, p: Any, many: bool, head: str) -> str | None:
    found: str | None = p.said(value, "withs")
    return found


def _not_had(value: Any, p: Any, many: bool, head: str) -> str | None:
    return _had(value.part, p, many, head) if isinstance(value, ir.Not) else None


def _doing(value: Any, p: Any, many: bool, head: str) -> str | None:
    return str(p.say(value)).removeprefix("that ") if isinstance(value, DOING) else None


subject("something", lambda b, what, place: what, lambda value, p, many, head: p.who(value), "np")
slot("held_one", "held_np", say=lambda value, p, many, head: str(p.who(value)))
slot("bare_one", "desc", _bare_one)
slot("bearing", "np", _bearing, _say_bearing)
slot(
    "several_or_any",
    "np",
    _bearing,
    lambda value, p, many, head: (
        _say_bearing(value, p, many, head) if value.surface == "any of them" else p.np(value).text.removeprefix("all ")
    ),
)
slot("alike", "np", _alike, _say_bearing)
slot("player_named", "pnx", say=lambda value, p, many, head: str(p.who(value)))
slot("quality_of", "quality", say=_quality)
slot("not_quality", "quality", say=_not_quality)
slot("had", "withs", say=_had)
slot("not_had", "withs", say=_not_had)
slot("doing_so", "", say=_doing)

# ---- what was done

DOERS = ("a player", "that player", "the player", "they", "you", "it", "who")


def _doer_of(builder: Any, who: Any, place: Place) -> str:
    """The words for who did it, if there are several choices; else empty."""
    words = f" {builder.text[place.meta.start_pos : place.meta.end_pos].lower()} "
    return next((doer for doer in DOERS if f" {doer} " in words), "")


def _say_doer(value: Any, p: Any, many: bool, head: str) -> NounPhrase:
    found: NounPhrase = (
        NounPhrase(value, value == "they" or (value == "who" and p.who_several), value == "you") if value else p.doer
    )
    return found


def _say_payer(value: Any, p: Any, many: bool, head: str) -> NounPhrase | None:
    return _say_doer(value.removesuffix(" pays"), p, many, head) if value.endswith(" pays") else None


def _say_unable(value: Any, p: Any, many: bool, head: str) -> NounPhrase | None:
    if not value.endswith("can't"):
        return None
    return _say_doer(value.removesuffix("can't").strip(), p, many, head)


ONE_OR_MORE = "one or more"


def _done_by(verb: str) -> Callable[[Any, Any, Place], ir.Predicate]:
    """The description of the object that was acted on ("if a white creature …"); anything for "it"."""

    def take(builder: Any, what: Any, place: Place) -> ir.Predicate:
        mention = builder.mentions.of(what)
        if mention is None or mention.word or mention.slot is not None or isinstance(mention.ref, ir.Self):
            return ir.Anything()
        if not isinstance(mention.ref, ir.Chosen) or mention.ref.amount not in (ONE, ir.AtLeast(ONE)):
            raise ValueError("what was done so to so many objects")
        mention = builder.mentions.amend(mention, later=ir.Memo(verb))
        done = ir.both(*(one for one in ir.parts_of(mention.ref.what) if one not in (ir.IsPermanent(), ir.IsSpell())))
        return done if mention.ref.amount == ONE else replace(done, surface=ONE_OR_MORE)

    return take


def _beheld(builder: Any, what: Any, place: Place) -> ir.Predicate:
    """What was beheld as the spell was cast: the words after it speak of what the spell does something to."""
    found = _done_by("behold")(builder, what, place)
    mention = builder.mentions.of(what)
    if mention is not None:
        builder.mentions.amend(mention, nested=True)
    return found


def _described(verb: str) -> Callable[[Any, Any, Place], ir.Predicate]:
    """The same after the doer ("if you exiled a white card …"). Raises ValueError for "it", which describes nothing."""
    described = _done_by(verb)

    def take(builder: Any, what: Any, place: Place) -> ir.Predicate:
        found = described(builder, what, place)
        if found == ir.Anything():
            raise ValueError("what was done so to something that was named before")
        return found

    return take


def _player_harmed(builder: Any, who: Any, place: Place) -> ir.Predicate:
    """ "If a player is dealt damage this way": "that player" is the player dealt damage."""
    mention = builder.mentions.of(who)
    if mention is None or mention.word:
        raise ValueError("damage to a player who was named")
    mention = builder.mentions.amend(mention, later=ir.Memo("damage"))
    return ir.both(*ir.parts_of(mention.ref.who))


def _say_done(value: Any, p: Any, many: bool, head: str) -> NounPhrase:
    if value.surface == ONE_OR_MORE:
        return NounPhrase(f"{ONE_OR_MORE} {noun(replace(value, surface=''), p, True, place=head)}", plural=True)
    return some(value, p, head or "permanent")


def _single_spell(builder: Any, what: Any, place: Place) -> Any:
    mention = builder.mentions.of(what)
    if mention is not None and isinstance(mention.ref, ir.Chosen | ir.Every):
        raise ValueError("spells that were cast, without a time")
    return what


def _player_then(value: Any, p: Any, many: bool, head: str) -> NounPhrase | None:
    return None if value == ir.Anything() else some(value, p, "player")


subject("doer_of", _doer_of, _say_doer, "pnp")
subject("payer_of", lambda b, who, place: f"{_doer_of(b, who, place)} pays", _say_payer, "pnp")
subject("unable", lambda b, who, place: f"{_doer_of(b, who, place)} can't".strip(), _say_unable, "pnp")
for name, verb in (("destroyed", "destroy"), ("countered", "counter"), ("damaged_so", "damage")):
    subject(name, _done_by(verb), _say_done, "np")
subject("beheld_so", _beheld, _say_done, "np")
slot("countered_so", "", say=lambda value, p, many, head: a(noun(value, p, place=head)))
for verb in ("exile", "discard", "mill", "reveal", "sacrifice"):
    subject(f"{verb}_so", _done_by(verb), _say_done, "np")
subject("put_into_exile", _described("exile"), _say_done, "np")
slot("beheld", "np", _described("behold"), lambda value, p, many, head: _say_done(value, p, many, head).text)
slot(
    "put_onto_now",
    "np",
    _described("put battlefield"),
    lambda value, p, many, head: _say_done(value, p, many, head).text,
)
_AGAIN = {verb: verb for verb in ("exile", "discard", "mill", "reveal", "sacrifice")}
for name, verb in (_AGAIN | {"put": "put hand", "return": "return hand"}).items():
    slot(f"{name}_now", "np", _described(verb), lambda value, p, many, head: _say_done(value, p, many, head).text)
subject("put_onto_so", _done_by("put battlefield"), _say_done, "np")
subject("player_damaged_so", _player_harmed, _say_done, "pnp")
subject("single_spell", _single_spell, lambda value, p, many, head: p.who(value), "np")
subject("player_then", lambda b, who, place: b._as_test(who), _player_then, "pnp")
subject("past_one", lambda b, what, place: b._as_test(what), lambda value, p, many, head: some(value, p), "np")
slot("struck", "recipient", lambda b, whom, place: b._as_test(whom), lambda v, p, many, head: some(v, p, "player").text)
slot("blocker_then", "np", lambda b, what, place: b._as_test(what), lambda value, p, many, head: some(value, p).text)
slot("pron", "pron", say=lambda value, p, many, head: str(p.who(value)))

# ---- what happened


def _counted(amount: ir.Amount) -> ir.Amount | None:
    """How many times it must have happened: None for once, 0 for not at all."""
    if isinstance(amount, ir.AtLeast):
        return amount.minimum if amount.minimum != ONE else None
    if amount not in (ONE, ir.Number(0)):
        raise ValueError("exactly so many objects to which something happened")
    return None if amount == ONE else amount


def _past(builder: Any, what: Any, place: Place) -> With:
    mention = builder.mentions.of(what)
    amount = mention.ref.amount if mention is not None and isinstance(mention.ref, ir.Chosen) else ONE
    return With(builder._as_test(what), {"times": _counted(amount)})


def _done(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> tuple[Any, Any]:
    """An event, and how many times it happened."""
    times = values.pop("times", None)
    made = phrase.node(values)
    if times is not None and " have " in phrase.template:
        made = replace(made, surface="have")
    return made if isinstance(made, tuple) else (made, times)


def _spells_cast(builder: Any, what: Any, place: Place) -> tuple[Any, Any]:
    """ "No spells were cast last turn", "two or more spells were cast this turn"."""
    mention = builder.mentions.of(what)
    if mention is None or not isinstance(mention.ref, ir.Chosen | ir.Every):
        raise ValueError("when the object was played")
    return ir.Cast(mention.ref.what), _counted(mention.ref.amount) if isinstance(mention.ref, ir.Chosen) else None


def _happened(builder: Any, event: Any, place: Place) -> tuple[Any, Any, bool]:
    """ "You cast two or more spells this turn"; for "a player" each player is counted separately."""
    if not isinstance(event, RawMany):
        return event, None, False
    who = getattr(event.event.who, "who", None)
    mention = builder.mentions.of(who)
    yours = isinstance(mention.ref if mention is not None else who, ir.You)
    anyone = not isinstance(event.event.who, ir.IsPlayerRef)
    if not (yours or anyone) or not isinstance(event.amount, ir.AtLeast):
        raise ValueError("so many spells of one player, whoever it is")
    return event.event, event.amount.minimum, anyone


def _so_many_entering(builder: Any, what: Any, place: Place) -> tuple[ir.Predicate, Any, bool]:
    """The objects that entered, how many, and whether all of them for a single player."""
    mention = builder.mentions.of(what)
    if mention is None or not isinstance(mention.ref, ir.Chosen):
        raise ValueError("what somebody had enter")
    times = _counted(mention.ref.amount)
    return mention.ref.what, times, times is not None and not isinstance(place.values.get("who"), ir.You)


def _say_entering(value: Any, p: Any, many: bool, head: str) -> str:
    what, times, _ = value
    return some(what, p).text if times is None else f"{p.say(times)} or more {noun(what, p, True)}"


def _cards_counted(builder: Any, what: Any, place: Place) -> ir.Amount:
    mention = builder.mentions.of(what)
    if mention is None or not isinstance(mention.ref, ir.Chosen) or mention.ref.what != ir.IsCard():
        raise ValueError("what was drawn")
    if mention.ref.amount != ONE and not isinstance(mention.ref.amount, ir.AtLeast):
        raise ValueError("exactly so many cards that were drawn")
    return _counted(mention.ref.amount) or ONE


def _say_happened(value: Any, p: Any, many: bool, head: str) -> str | None:
    event, times = value[:2]
    if isinstance(event, ir.Drawn) and times is not None:
        who = some(event.who, p, "player")
        drew = f"{chr(39) + 've' if who.you else ' has'} drawn" if event.surface == "have" else " drew"
        return f"{who}{drew} {p.say(times)} or more cards"
    if isinstance(event, ir.Sacrificed | ir.Discarded | ir.TokenCreated) and times is not None:
        who, one = some(event.who, p, "player"), replace(event, what=ir.Anything(), surface="")
        did = past(p.say(one)).removeprefix(who.text).split()[0]
        objects = noun(event.what, p, True, head="card" if isinstance(event, ir.Discarded) else "permanent")
        return f"{who}{chr(39) + 've' if event.surface == 'have' else ''} {did} {p.say(times)} or more {objects}"
    if "have" in event.surface.split() and times is None and not isinstance(event, ir.ZoneChange):
        who = some(event.who, p, "player")
        return f"{who}{chr(39) + 've' if who.you else ' has'}{past(p.say(event)).removeprefix(who.text)}"
    if isinstance(event, ir.Attacks) and event.surface == "been":
        who = some(event.whom, p, "player")
        return "you've been attacked" if who.you else f"{who} was attacked"
    if event.surface.endswith("descended"):
        return "you've descended" if event.surface.startswith("have") else "you descended"
    if isinstance(event, ir.KeywordDone) and event.surface == "was":
        return f"{some(event.what, p)} was {event.keyword}ed"
    if isinstance(event, ir.AnyEvent):
        return " or ".join(past(f"x {text}").removeprefix("x ") for text in past(p.say(event)).split(" or "))
    if isinstance(event, ir.Cast):
        return _say_cast(event, times, p)
    if times is not None and (met := getattr(event, "what", None)) is not None:
        met = _without_controller(met) if event.surface == "under" else met
        said = past(f"x {p.say(event).removeprefix(some(met, p).text).strip()}").removeprefix("x ")
        said = f"were {said.removeprefix('was ')}" if said.startswith("was ") else said
        return f"{p.say(times)} or more {noun(met, p, True)} {said}"
    return past(p.say(event)) + ("" if times is None else f" {p.say(times)} times")


def _without_controller(what: ir.Predicate) -> ir.Predicate:
    """What entered or died, without the part that says under whose control."""
    return ir.both(*(part for part in ir.parts_of(what) if not isinstance(part, ir.Controlled)))


def _say_cast(event: ir.Cast, times: Any, p: Any) -> str:
    """ "You've cast an instant", "two or more spells were cast"."""
    played = of_day("", "played", p.terms)
    what = some(event.what, p, "spell").text if times is None else f"{p.say(times)} or more {noun(event.what, p, True)}"
    if event.who == ir.Anything():
        return f"{what} {'was' if times is None else 'were'} {played}"
    who = some(event.who, p, "player")
    have = who.you and (times is None or event.surface == "have")
    return f"{who}{chr(39) + 've' if have else ''} {played} {what}"


def _not_happened(value: Any, p: Any, many: bool, head: str) -> str | None:
    match value:
        case (ir.Attacks(what=what, whom=ir.Anything()), None) if not isinstance(what, ir.IsObject):
            return f"no {noun(what, p, True)} attacked"
        case (ir.Cast(who=ir.Anything(), what=what), None):
            return f"no {noun(what, p, True)} were {of_day('', 'played', p.terms)}"
    said = _say_happened(value, p, many, head)
    denials = {" was ": " wasn't ", " were ": " weren't "}
    if "have" in value[0].surface.split():
        denials = {"'ve ": " haven't ", " has ": " hasn't "}
    for did, denied in denials.items():
        if said is not None and did in said:
            return said.replace(did, denied, 1)
    event, times = value[:2]
    verbs = {ir.Attacks: "attack", ir.PlayerAttacks: "attack", ir.Cast: p.terms.cast, ir.DamageDealt: "deal"}
    verbs |= {ir.Discarded: "discard", ir.Sacrificed: "sacrifice"}
    verb = verbs.get(type(event))
    if verb is None or times is not None or getattr(event, "land", False):
        return None  # "you haven't played it"
    who, _, rest = p.say(event).partition(f" {verb}")
    return f"{who} didn't {verb}{rest.removeprefix('s')}"


for name in ("past_fact", "past_event", "past_denial", "who_did", "who_did_not"):
    sort(name, becomes=_done)
slot("past_event", "past_event", say=_say_happened)
slot("who_did", "who_did", say=_say_happened)
slot("who_did_not", "who_did_not", say=_say_happened)
subject("past", _past, lambda value, p, many, head: some(value, p), "np")
subject("spells_cast", _spells_cast, lambda value, p, many, head: None, "np")
slot("happened", "events", _happened, _say_happened)
slot("not_happened", "", say=_not_happened)
slot("so_many_entering", "np", _so_many_entering, _say_entering)
slot("cards_counted", "np", _cards_counted, lambda value, p, many, head: f"{p.say(value)} or more cards")
slot("all_so", "", say=lambda value, p, many, head: " and ".join(map(p.say, value)))
slot("any_so", "", say=lambda value, p, many, head: " or ".join(map(p.say, value)))
