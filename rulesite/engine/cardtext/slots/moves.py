"""The slots of moves from zone to zone: what moves, from where, and where it goes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import both
from rulesite.engine.cardtext.builder.surface import word
from rulesite.engine.cardtext.printing.descriptions import noun, zone_name
from rulesite.engine.language.english import ORDINALS, plural
from rulesite.engine.language.phrase import Phrase, parts_said
from rulesite.engine.language.sorts import Place, With, slot, sort

OWNERS = ("their owners'", "their owner's", "its owner's")


def _moved(builder: Any, ref: Any, place: Place) -> Any:
    return builder._moved(ref, place.piece.head or place.phrase.constants["verb"])


def _from_the_top(builder: Any, nth: Any, place: Place) -> str:
    return f"{ORDINALS[int(nth)]} from top"


def _say_from_the_top(value: Any, p: Any, many: bool, head: str) -> str | None:
    place, at, _ = str(value).partition(" from top")
    return f"{place} from the top" if at else None


def say_moved(value: Any, p: Any, many_: bool, head: str) -> str:
    """The object that moves, noted for later words."""
    with p.saying(zone_word="from"):
        p.moved = p.who(value)
    return str(p.moved)


def _from_zone(builder: Any, zone: ir.InZone, place: Place) -> With:
    """ "A card … from your hand": the zone is added to the description."""
    builder._narrow(place.values["what"], zone)
    words = f" {builder._words(place.meta).lower()} "  # an object is in no other player's than its owner's
    if " from its owner's " in words:
        return With(zone.zone, {"surface": "its_owner"})
    mention = builder.mentions.of(place.values["what"])
    if " from their " in words and mention is not None and mention.word in ("it", "that"):
        return With(zone.zone, {"surface": "of_theirs"})
    return With(zone.zone, {"surface": "a"} if zone.whose is None else {})


def _say_from_zone(value: Any, p: Any, many_: bool, head: str) -> str:
    if any(isinstance(part, ir.InZone) for part in ir.walk(_described(p.node.what, p))):
        return ""
    if "its_owner" in p.node.surface.split():
        return f"from its owner's {value}"
    if "of_theirs" in p.node.surface.split():
        return f"from their {value}"
    return f"from {zone_name(value, None if 'a' in p.node.surface.split() else ir.You(), p)}"


def _described(what: Any, p: Any) -> Any:
    """The object that moves; for a target, its description."""
    return p.slots[what.slot].what if isinstance(what, ir.Target) and what.slot < len(p.slots) else what


def _to_zone(builder: Any, zone: ir.InZone, place: Place) -> With:
    whose, said = _owner(builder, zone.whose, place)
    return With(zone.zone, {"whose": whose, **said})


def _owner(builder: Any, whose: Any, place: Place) -> With:
    """The owner of the zone: None for the card's own owner, as cards go to that zone anyway."""
    return With(builder._whose(whose), {"surface": word(*OWNERS)(builder._words(place.meta).lower())})


def _say_owner(value: Any, p: Any, many_: bool, head: str) -> str:
    return p.owner if value is None else str(p.whose(value))


def _destined(node: ir.Destination, phrase: Phrase, words: Callable[[], str], p: Any, many_: bool) -> str:
    """The destination: the zone that a card is returned to or put into."""
    if p.node is node:  # a position in a zone, printed with its instruction
        return words()
    move = p.node if isinstance(p.node, ir.Move) else None
    with p.saying(owner=node.surface if node.surface in OWNERS else _owner_of(move, node, p)):
        text = words()
    if node.whose is None and node.surface in OWNERS[:1]:
        text = text.replace("owners' library", "owners' libraries")
    back = (move is not None and move.verb == "return") or (node.zone, node.position) == ("library", None)
    return re.sub("^(on|in)to ", "to ", text) if back else text


def _owner_of(move: ir.Move | None, to: ir.Destination, p: Any) -> str:
    """Whose hand or graveyard, if it is not named: yours if the cards are known to be yours."""
    if move is None:
        return "its owner's"
    what = _described(move.what, p)
    if isinstance(what, ir.TopCards):
        return str(p.whose(what.of))
    zones = [part for part in ir.walk(what) if isinstance(part, ir.InZone)]
    found = isinstance(what, ir.Memo | ir.Rest) and _yours(p)
    hand = isinstance(move.who, ir.You) and what is move.what and any(zone.zone == "hand" for zone in zones)
    if to.zone != "battlefield" and (found or hand or any(zone.whose == ir.You() for zone in zones)):
        return "your"
    return "their owners'" if p.moved.plural else "its owner's"


def _yours(p: Any) -> bool:
    """Whether the cards that an earlier step found or showed were yours."""
    shown = (part for part in ir.walk(p.ability) if isinstance(part, ir.Search | ir.TopCards))
    first = next(shown, None)
    return isinstance(getattr(first, "whose", None) or getattr(first, "of", None), ir.You)


def _arriving(builder: Any, how: dict[str, Any], place: Place) -> With:
    words = builder._words(place.meta).lower()
    early = [" under first"] if re.search(r"control (tapped|attached|with \w+ additional)", words) else []
    early += [" transformed_first"] if "transformed under" in words else []
    early += [" converted_first"] if "converted under" in words else []
    early += [" tapped_and"] if "tapped and transformed" in words else []
    return With(None, {**how, "surface": f"{how.get('surface', '')}{''.join(early)}".strip()})


def _but_not(builder: Any, other: Any, place: Place) -> Any:
    """ "Return all creatures to their owners' hands except for Elves": limits the objects that are returned."""
    what = place.values["what"]
    mention = builder.mentions.of(what)
    if mention is None or not isinstance(mention.ref, ir.Every):
        raise ValueError("what is left out of one thing")
    builder.mentions.amend(
        mention, ref=replace(mention.ref, what=both(mention.ref.what, ir.Not(builder._as_test(other), surface="but")))
    )
    return what


def _say_but_not(value: Any, p: Any, many_: bool, head: str) -> str | None:
    parts = ir.parts_of(getattr(value, "what", ir.Anything()))
    left = [part.part for part in parts if isinstance(part, ir.Not) and part.surface == "but"]
    return noun(left[0], p, True) if left else None


def _zone_cards(builder: Any, zone: ir.InZone, place: Place) -> ir.Every:
    return ir.Every(both(ir.IsCard(), zone))


def _of_them(builder: Any, token: Any, place: Place) -> ir.Chosen:
    return ir.Chosen(ir.Anything(), ir.Number(int(token)), from_=ir.Memo(None), surface="alone")


def _modifying(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> dict[str, Any]:
    return {**values, "surface": phrase.surface}


def _owned_zone(value: Any, p: Any, many_: bool, head: str) -> str:
    return plural(value) if p.owner == "their owners'" and p.node.whose is None else str(value)


sort("destmod", becomes=_modifying, part=True)
for positions in ("zonedest", "zonepos", "keptdest", "backdest", "shuffled"):
    sort(positions, stands=_destined)
slot("from_the_top", 'ORDINAL "from" "the" "top"', _from_the_top, _say_from_the_top)
for _name in ("moved", "all_moved"):
    slot(_name, "np", _moved, say_moved)


def _itself_moved(builder: Any, ref: Any, place: Place) -> Any:
    """The object that moves from a zone named last: the object itself, or "it"."""
    mention = builder.mentions.of(ref)
    if mention is None or not (isinstance(mention.ref, ir.Self) or mention.word == "it"):
        raise ValueError("from where something else is moved, behind where it goes")
    return _moved(builder, ref, place)


slot("itself_moved", "np", _itself_moved, say_moved)
slot("moved_ones", "pron", say=lambda value, p, many_, head: "them" if p.moved.plural else "it")
slot("from_zone", '"from" zoneref', _from_zone, _say_from_zone)
slot("to_zone", "zoneref", _to_zone)
slot("end_owner", "poss", _owner, _say_owner, none=True)
slot("owner", "poss", _owner, _say_owner, none=True)
slot("owned_zone", "", say=_owned_zone)
slot("arriving", "destmods", _arriving, lambda value, p, many_, head: " ".join(parts_said(p.node, "destmod", p)))
slot("but_not", "np", _but_not, _say_but_not)
slot("zone_cards", "zoneref", _zone_cards)
slot("some_of_them", "NUM", _of_them)


def _half_library(builder: Any, half: ir.Half, place: Place) -> ir.TopCards:
    """Half the cards of a library, from its top."""
    whose = next(part.whose for part in ir.walk(half) if isinstance(part, ir.InZone))
    return ir.TopCards(half, whose or ir.You())


def _say_half_library(value: Any, p: Any, many: bool, head: str) -> str | None:
    half = isinstance(value, ir.TopCards) and isinstance(value.amount, ir.Half)
    return p.said(value.amount, "half_zone") if half else None


slot("half_library", "half_zone", _half_library, _say_half_library)
