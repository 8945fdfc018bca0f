"""The slots of events: who does it or causes it, what it is done to, from where and to where."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import ONE, both
from rulesite.engine.cardtext.builder.surface import word
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, some, zone_name
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.cardtext.slots.common import of_subject
from rulesite.engine.cardtext.syntax.watching import happens, player
from rulesite.engine.language.english import ORDINALS, ROMAN, listed, many, number, third
from rulesite.engine.language.phrase import Phrase, UnfitError
from rulesite.engine.language.sorts import Place, With, slot, slot_of, sort, subject


def _event(node: Any, phrase: Phrase, words: Callable[[], str], p: Any, many_: bool) -> str:
    """Subject and verb; with "would" in a replacement."""
    piece = phrase.doer
    with p.saying(batch=getattr(node, "batch", False)):
        who: Any = slot_of(piece).say(getattr(node, piece.field), p, False, piece.head)
        if who is None:
            raise UnfitError
        with p.saying(of_event=who):
            verb = words()
    if who.plural or who.you:  # the second of two verbs
        verb = verb.replace(" and isn't ", " and aren't ").replace(" and is not ", " and are not ")
    if phrase.manner == "past":
        return f"{who} {verb}"
    if phrase.manner == "fact":
        return f"{who} {many(verb) if who.plural or who.you else third(verb)}"
    return happens(who, verb, p)


for verb, would in (("vevent", "wouldverb"), ("pevent", "pwouldverb"), ("wouldverb", ""), ("pwouldverb", "")):
    sort(verb, becomes=of_subject, stands=_event, around=("batch",), would=would)


def _is(builder: Any, ref: Any, place: Place) -> Any:
    return builder._as_test(ref)


def _object(value: Any, p: Any, many_: bool, head: str) -> NounPhrase:
    with p.saying(sources=head == "source"):
        return some(value, p, head or "permanent", p.batch)


def _any_source(value: Any, p: Any, many_: bool, head: str) -> NounPhrase:
    return NounPhrase(f"any {_object(value, p, many_, 'source').text.partition(' ')[2]}")


def _discards(builder: Any, ref: Any, place: Place) -> Any:
    """ "Causes you to discard cards": each card is a separate event."""
    test, mention = builder._object_of(ref), builder.mentions.of(ref)
    every = mention is not None and isinstance(mention.ref, ir.Every) and mention.surface == "bare"
    return replace(test, surface="bare") if every else test


def _very_object(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    return some(value, p) if isinstance(value, ir.IsObject) else None


def _cause(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    return None if value == ir.Anything() else some(value, p, "spell or ability")


def _in_role(builder: Any, ref: Any, role: str, test: Any) -> Any:
    """The blocker or attacker, to which "the blocking creature" refers."""
    mention = builder.mentions.of(ref)
    if mention is not None:
        builder.mentions.amend(mention, subtype=role)
    return test


def _blocker(builder: Any, ref: Any, place: Place) -> Any:
    return _in_role(builder, ref, "blocking", builder._as_test(ref))


def _kind_of_damage(value: Any, p: Any, many_: bool, head: str) -> NounPhrase:
    return NounPhrase(p.said(value, "damagekind"))


subject("object", _is, _object)
subject("any_source", _is, _any_source)
subject("very_object", _is, _very_object)
subject("cause", _is, _cause)
subject("blocker", _blocker, _object)
subject("player", _is, lambda value, p, many_, head: player(value, p))


def _attacked(builder: Any, ref: Any, place: Place) -> Any:
    """The attacked player, to whom "that player" refers, rather than to the attacker."""
    test, mention = builder._other(ref), builder.mentions.of(ref)
    if mention is not None and not mention.word:
        builder.mentions.amend(mention, later=ir.TriggerObject("other"), player=True)
    return test


subject("player_attacked", _attacked, lambda value, p, many_, head: player(value, p))
subject("kind_of_damage", _is, _kind_of_damage)


def _some(value: Any, p: Any, many_: bool, head: str) -> str:
    return some(value, p, head or "permanent").text


def _lost(builder: Any, ref: Any, place: Place) -> With:
    """ "Discard one or more cards": any number at the same time is a single event."""
    mention = builder.mentions.of(ref)
    batch = mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(mention.ref.amount, ir.AtLeast)
    return With(builder._object_of(ref), {"batch": batch})


def _one_by_one(builder: Any, ref: Any) -> Any:
    """The mention of the other side of an event. Raises ValueError for "one or more" objects at once."""
    mention = builder.mentions.of(ref)
    if mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(mention.ref.amount, ir.AtLeast):
        raise ValueError("an event with so many objects on its other side at once")
    return mention


def _one_met(builder: Any, ref: Any, place: Place) -> Any:
    _one_by_one(builder, ref)
    return builder._other(ref)


def _blocked_by(builder: Any, ref: Any, place: Place) -> tuple[ir.Predicate, int | None]:
    """The blockers, and the least number of them if they count as a group."""
    mention = builder.mentions.of(ref)
    amount = mention.ref.amount if mention is not None and isinstance(mention.ref, ir.Chosen) else None
    least = amount.minimum if isinstance(amount, ir.AtLeast) else None
    test = _in_role(builder, ref, "blocking", builder._other(ref))
    return test, least.value if isinstance(least, ir.Number) else None


def _damaged(builder: Any, ref: Any, place: Place) -> Any:
    mention = _one_by_one(builder, ref)
    return builder._other(ref, player=bool(mention is not None and mention.player))


def _causer(builder: Any, ref: Any, place: Place) -> Any:
    mention = builder.mentions.of(ref)
    if mention is not None and isinstance(mention.ref, ir.EachPlayer) and word("opponents")(builder._said(place.meta)):
        raise ValueError("several players who did something, as though each were one")
    return builder._as_test(ref)


def _hurt(builder: Any, ref: Any, place: Place) -> Any:
    """The players that were dealt this much in total: "your opponents" are all of them together."""
    test = builder._as_test(ref)
    return replace(test, surface="opponents") if word("opponents")(builder._said(place.meta)) else test


def _say_hurt(value: Any, p: Any, many_: bool, head: str) -> str:
    return "your opponents" if value.surface == "opponents" else player(value, p).text


def _attacked_player(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return None if value == ir.Anything() else some(value, p, "player").text


def _one_attacked(builder: Any, ref: Any, place: Place) -> Any:
    """Whom a player attacks, each for itself: not "you and/or one or more planeswalkers you control" at once."""
    mention = _one_by_one(builder, ref)
    if mention is not None and isinstance(mention.ref, ir.Several):
        raise ValueError("several that are attacked at once, as though each were attacked alone")
    return builder._other(ref)


def _attacker(builder: Any, ref: Any, place: Place) -> Any:
    return _in_role(builder, ref, "attacking", _one_met(builder, ref, place))


def chapters(numbers: tuple[int, ...]) -> str:
    """The numbers of chapters in print.

    >>> chapters((1, 2))
    'I, II'
    """
    return ", ".join(ROMAN[number] for number in numbers)


def _just_one(builder: Any, number: Any, place: Place) -> None:
    if int(number) != 1:
        raise ValueError("more than one where one is said")


def _chaos(builder: Any, symbols: Any, place: Place) -> str:
    if str(symbols) != "{CHAOS}":
        raise ValueError("mana that is rolled")
    return str(symbols)


slot("one_met", "np", _one_met, _some)
slot("blocked_by", "np", _blocked_by)
slot("met", "np", lambda b, ref, place: b._other(ref), _some)


def _token_met(builder: Any, ref: Any, place: Place) -> ir.Predicate:
    """A token that would be created: it is no permanent yet."""
    parts = ir.parts_of(builder._other(ref))
    return ir.both(*(part for part in parts if part != ir.IsPermanent()))


slot("token_met", "np", _token_met, _some)


def _prevented_from(builder: Any, ref: Any, place: Place) -> ir.Predicate:
    """ "If damage from a red source is prevented this way": "the source" is the source of the damage."""
    test: ir.Predicate = builder._other(ref)
    mention = builder.mentions.of(ref)
    if mention is not None and mention.later == ir.TriggerObject("other"):
        builder.mentions.amend(mention, later=ir.TriggerObject("source"))
    return test


slot("prevented_from", "np", _prevented_from, _some)


def _ability_played(builder: Any, word: Any, place: Place) -> None:
    """ "That ability" is the activated ability."""
    the_other = ir.TriggerObject("other")
    builder.mentions.add(
        Mention(place.meta.start_pos, the_other, False, "ability", role="other", later=the_other, ghost=True)
    )


slot("ability_played", "abilityword", _ability_played, lambda value, p, many, head: "ability")


def _spent_for(builder: Any, ref: Any, place: Place) -> ir.Predicate:
    """ "If that mana is spent on a creature spell, it gains haste": "it" is that spell."""
    test: ir.Predicate = builder._object_of(ref)
    mention = builder.mentions.of(ref)
    if mention is not None:
        builder.mentions.amend(mention, would=True, role="subject")
    return test


slot("spent_for", "np", _spent_for, lambda value, p, many, head: some(value, p, "spell").text)
slot("played_of", "np", lambda b, ref, place: b._object_of(ref), _some)
slot("done", "np", lambda b, ref, place: b._object_of(ref), _some)
slot(
    "discards",
    "np",
    _discards,
    lambda value, p, many_, head: (
        noun(value, p, True, head=head) if value.surface == "bare" else some(value, p, head).text
    ),
)
slot("lost", "np", _lost, lambda value, p, many_, head: some(value, p, head or "permanent", p.batch).text)
slot("damaged", "recipient", _damaged, _some)
slot("attacked", "recipient", lambda b, ref, place: b._other(ref), _some)
slot("attacked_player", "recipient", _one_attacked, _attacked_player)
slot("attacker", "np", _attacker, _some)


def _say_causer_has(value: Any, p: Any, many: bool, head: str) -> str:
    who = player(value, p)
    return f"{who.text}'ve" if who.you else f"{who.text} {'have' if who.plural else 'has'}"


slot("causer", "pnp", _causer, lambda value, p, many_, head: player(value, p).text)
slot("causer_has", 'pnp "has"', _causer, _say_causer_has)
slot("hurt", "pnp", _hurt, _say_hurt)
slot("kwaction", "kwaction")
slot(
    "along",
    "desc",
    lambda b, desc, place: desc.test,
    lambda value, p, many_, head: noun(value, p, p.node.least > 1, head="creature"),
)
slot("whatever", "event", say=lambda value, p, many_, head: p.say(value))
slot("chapters", "", say=lambda value, p, many_, head: chapters(value))
slot("chaos", "MANASYMBOLS", _chaos)
slot("ordinal", "ORDINAL", lambda b, nth, place: int(nth), lambda value, p, many_, head: ORDINALS[value])
slot("their", "poss", say=lambda value, p, many_, head: "your" if p.of_event.you else "their")
slot("they", "pnp", say=lambda value, p, many_, head: "you" if p.of_event.you else "they")


def _first(builder: Any, nth: Any, place: Place) -> Any:
    if int(nth) != 1:
        raise ValueError("a later one where only the first is meant")
    return nth


slot("first", "ORDINAL", _first, lambda value, p, many_, head: "first")
slot("one", "NUM", _just_one, say=lambda value, p, many_, head: "one")


# ---- verbs with a subject that does nothing


def _one_subject(builder: Any, ref: Any, place: Place) -> Any:
    return builder._as_test(builder._subject(ref))


def _by_any_source(builder: Any, ref: Any, place: Place) -> Any:
    """ "Damage would be dealt to you": "that source" is the source of the damage, though no word named it."""
    other = ir.TriggerObject("other")
    test = _one_subject(builder, ref, place)
    builder.mentions.add(Mention(place.meta.end_pos, other, False, "source", role="other", later=other, ghost=True))
    return test


def _subjects(builder: Any, ref: Any, place: Place) -> With:
    """ "Counters are put on creatures": on any of them."""
    test, mention = _one_subject(builder, ref, place), builder.mentions.of(ref)
    bare = mention is not None and isinstance(mention.ref, ir.Every) and mention.surface == "bare"
    return With(test, {"surface": "bare"} if bare else {})


def _attackers(builder: Any, ref: Any, place: Place) -> Any:
    mention = builder.mentions.of(ref)
    amount = mention.ref.amount if mention is not None and isinstance(mention.ref, ir.Chosen) else None
    if amount == ONE and re.findall(r"attack\w* with ", builder.text[: place.meta.end_pos])[-1:] == ["attacked with "]:
        return With((builder._other(ref), 1), {"surface": "one"})  # it was done at least once
    if amount == ONE:
        raise ValueError("an event for each creature that a player attacks with")
    if isinstance(amount, ir.Number) and amount.surface == "exactly":
        return With((builder._other(ref), amount.value), {"exactly": True})
    if amount is not None and not isinstance(amount, ir.AtLeast):
        raise ValueError("exactly so many attackers")
    least = amount.minimum.value if isinstance(amount, ir.AtLeast) and isinstance(amount.minimum, ir.Number) else 1
    return builder._other(ref), least


def _say_attackers(value: Any, p: Any, many_: bool, head: str) -> str | None:
    with_, minimum = value
    if with_ == ir.Anything():
        return None
    if p.node is not None and "one" in p.node.surface.split():
        return str(some(with_, p).text)
    if getattr(p.node, "exactly", False):
        return f"exactly {number(minimum)} {noun(with_, p, minimum > 1)}"
    return f"{'one' if minimum == 1 else number(minimum)} or more {noun(with_, p, True)}"


slot("one_subject", "np", _one_subject, _some)
slot("harmed", "recipient", _one_subject)
slot("harmed_by_any", "recipient", _by_any_source)
slot("subjects", "np", _subjects, _some)
slot("harmed_other", "recipient", lambda b, ref, place: b._other(ref))
slot("attackers", "np", _attackers, _say_attackers)
slot("state", "statecondition", say=lambda value, p, many_, head: p.say(value))


# ---- several events


def _shared(said: list[str]) -> str:
    """The first words of all phrases: their common subject."""
    words = [text.split(" ") for text in said]
    count = 0
    for alike in zip(*words, strict=False):
        if len(set(alike)) > 1:
            break
        count += 1
    shared = " ".join(words[0][:count])
    return (
        shared + " "
        if shared and not shared.endswith((" a", " an")) and shared not in ("a", "an", "one or more")
        else ""
    )


def _any_of_events(value: Any, p: Any, many_: bool, head: str) -> str:
    one, subjects = value[0], [getattr(part, "what", None) for part in value]
    shared = subjects[0] is not None and all(other == subjects[0] for other in subjects) and one.surface != "under"
    moved = all(isinstance(part, ir.ZoneChange) for part in value)
    with p.saying(self_is_it=False):
        said = [p.say(part) for part in value]
    subject = _shared(said) if shared or not moved else ""
    rest = [text.removeprefix(subject).removeprefix("would ") for text in said[1:]]
    if rest[:1] in (["leaves the battlefield"], ["leave the battlefield"]):  # "enters or leaves the battlefield"
        said[0] = said[0].removesuffix(" the battlefield")
    return listed([said[0], *rest], "or")


def _of_you_too(value: Any, p: Any, many_: bool, head: str) -> str:
    """ "You or a permanent you control becomes the target of …"."""
    return f"you or {p.say(value[1])}"


def _kind_cast(builder: Any, desc: Any, place: Place) -> ir.Predicate:
    """The spell that is cast next, or as the first of a turn, to which later words refer. A land is not cast."""
    if ir.HasType("land") in ir.parts_of(desc.test):
        raise ValueError("a land that is cast")
    spell = ir.Every(desc.test)
    later = ir.TriggerObject("subject")
    builder.mentions.add(Mention(place.meta.start_pos, spell, False, "spell", role="subject", later=later, ghost=True))
    test: ir.Predicate = desc.test
    return test


def _gerund(value: Any, p: Any, many_: bool, head: str) -> str:
    """ "A land entering the battlefield"; for all of a kind, "creatures entering the battlefield"."""
    text = str(p.say(value))
    if value.surface == "bare":
        dying = isinstance(value, ir.ZoneChange) and value.from_ == "battlefield"
        text = f"{noun(value.what, p, True)} {'die' if dying else p.terms.enter}"
    said, found = re.subn(r"\b(enter|come|attack)s?\b", lambda verb: f"{verb[1].removesuffix('e')}ing", text, count=1)
    if not found:
        said, found = re.subn(r"\bdies?\b", "dying", text, count=1)
    if not found:
        raise UnfitError
    return said


def _causing(builder: Any, event: Any, place: Place) -> Any:
    mention = next((one for one in builder.mentions.all if one.role == "subject"), None)
    bare = mention is not None and isinstance(mention.ref, ir.Every)
    return replace(event, surface="bare") if bare else event


slot("causing", "event", _causing, _gerund)


def _entering_or_dying(builder: Any, event: Any, place: Place) -> Any:
    entering = _causing(builder, event, place)
    dying = replace(entering, from_="battlefield", to="graveyard")
    return ir.AnyEvent((entering, dying))


def _say_entering_or_dying(value: Any, p: Any, many_: bool, head: str) -> str | None:
    return f"{_gerund(value.parts[0], p, many_, head)} or dying" if isinstance(value, ir.AnyEvent) else None


slot("entering_or_dying", 'event "or" "dying"', _entering_or_dying, _say_entering_or_dying)
slot("met_by_ability", "np", lambda b, ref, place: b._as_test(ref), _some)
slot(
    "all_met_by_ability",
    "np",
    lambda b, ref, place: b._as_test(ref),
    lambda value, p, many_, head: value and noun(value, p, True),
)
slot("of_you_too", "", say=_of_you_too)
slot("kind_cast", "desc", _kind_cast, lambda value, p, many_, head: noun(value, p))
slot("casts_next", "next_cast", say=lambda value, p, many_, head: p.said(value, "next_cast"))
slot("any_of_events", "", say=_any_of_events)


# ---- zones


def _under(value: Any) -> tuple[Any, Any]:
    """The object that enters, and under whose control."""
    parts = value.parts if isinstance(value, ir.All) else (value,)
    control = next((one for one in parts if isinstance(one, ir.Controlled)), None)
    return both(*(one for one in parts if one is not control)), control


def _entering(value: Any, p: Any, many_: bool, head: str) -> NounPhrase | None:
    what, control = _under(value)
    return None if control is None else _object(what, p, many_, head)


def _whose_control(value: Any, p: Any, many_: bool, head: str) -> str | None:
    by = _under(value)[1].by
    return "an opponent's" if isinstance(by, ir.EachPlayer) and by.who == OPPONENT else p.whose(by)


def _owner(builder: Any, whose: Any) -> Any:
    """The owner of a zone, to whom "that player" refers."""
    mention = builder.mentions.of(whose)
    if mention is not None and isinstance(mention.ref, ir.SomePlayer | ir.EachPlayer):
        builder.mentions.amend(mention, later=ir.OwnerOf(ir.TriggerObject("subject")))
    return whose


def _from_zone(builder: Any, zone: ir.InZone, place: Place) -> tuple[str | None, Any]:
    """A zone and its owner; in "into an opponent's graveyard from their library" the owner is known."""
    before, mention = place.values.get("whose"), builder.mentions.of(zone.whose)
    said = zone.whose is None or (mention is not None and mention.word == "they")
    whose = before if said and before is not None else _owner(builder, zone.whose)
    return None if zone.zone == "anywhere" else zone.zone, whose


def _someones(zone: str, whose: Any, p: Any) -> str:
    if isinstance(whose, ir.EachPlayer | ir.SomePlayer) and whose.who in (ir.Anything(), ir.IsPlayer()):
        return f"a player's {zone}"
    return zone_name(zone, whose, p)


def _into(builder: Any, zone: ir.InZone, place: Place) -> tuple[str, Any]:
    return zone.zone, _owner(builder, zone.whose)


def _say_into(value: Any, p: Any, many_: bool, head: str) -> str | None:
    zone, whose = value
    return None if zone in (None, "battlefield") else f"into {_someones(zone, whose, p)}"


def _say_to_hand(value: Any, p: Any, many_: bool, head: str) -> str | None:
    zone, whose = value
    if zone != "hand":
        return None
    return "to hand" if whose is None else f"to {_someones(zone, whose, p)}"


def _say_from(value: Any, p: Any, many_: bool, head: str) -> str | None:
    zone, whose = value
    if zone in (None, "battlefield"):
        return None
    named = zone_name(zone, whose, p)
    theirs = head and zone != named and isinstance(whose, ir.EachPlayer | ir.SomePlayer)
    return f"their {zone}" if theirs else named


def _zone_of_any(builder: Any, zone: ir.InZone, place: Place) -> str:
    if zone.whose is not None:
        raise ValueError("whose zone it was in before it entered")
    return zone.zone


subject("entering", _is, _entering)
slot("under", "poss", lambda b, whose, place: ir.Controlled(b._held_by(whose)), _whose_control)
slot("into", '("into"|"to") zoneref', _into, _say_into)
slot("to_hand", '("into"|"to") zoneref', _into, _say_to_hand)
slot("out_of", "zoneref", _from_zone, _say_from)
slot("zone_of_any", "zoneref", _zone_of_any, lambda value, p, many_, head: value and zone_name(value, None, p))
