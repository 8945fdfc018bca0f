"""Predicates as descriptions: the noun, and what stands before and after it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import NounPhrase, phrase_of, says
from rulesite.engine.language.english import a, listed, plural

OPPONENT = ir.OPPONENT


@dataclass(frozen=True)
class Part:
    """A piece of a description. `where`: "before" the noun, a "noun", "place", "after"; "the": the object itself."""

    text: str
    where: str = "before"

    def __str__(self) -> str:
        return self.text


@dataclass
class Pieces:
    """The pieces of a description while it is put together."""

    before: list[str] = field(default_factory=list)
    nouns: list[list[str]] = field(default_factory=list)
    place: str = ""
    after: list[str] = field(default_factory=list)
    other: bool = False
    placed: bool = False
    joints: list[str] = field(default_factory=list)
    the: NounPhrase | None = None
    the_at: int = 0
    whole: str = ""
    each: tuple[str, list[str]] = ("", [])


def part_of(test: Any, p: Printer) -> Part:
    found = phrase_of(test)(test, p)
    return found if isinstance(found, Part) else Part(str(found), "after")


def noun(what: Any, p: Printer, many: bool = False, conj: str = "", head: str = "permanent", place: str = "") -> str:
    """A description without an article: "nonblack creature you control"; "players", "artifacts and lands" with `many`.

    `head` is the noun if the tree has none, `place` a noun after all others ("land *card*").

    >>> noun(ir.All((ir.HasType("creature"), ir.IsPermanent(), ir.Controlled(ir.You()))), Printer("2021-11-19"), True)
    'creatures you control'
    """
    if _your_commander(what):
        return "your commander"
    if p.sources and not place and isinstance(what, ir.Predicate) and not _placed(what):
        place = "source"
    pieces = Pieces(place=place, after=[p.of_choice] if p.of_choice else [])
    with p.saying(plural_noun=many, of_choice="", sources=False):
        text = _noun(what, p, many, conj or ("and" if many else "or"), head, pieces)
    return f"other {text}" if pieces.other else text


def _your_commander(what: Any) -> bool:
    return any(isinstance(part, ir.IsCommander) and part.surface == "your" for part in ir.parts_of(what))


def _placed(what: Any) -> bool:
    """Whether a description gives the place of its objects; sources of damage need none: "artifact sources"."""
    places = ir.IsPermanent | ir.IsCard | ir.IsSpell | ir.IsToken | ir.IsObject | ir.IsPlayer | ir.IsPlayerRef
    return what == ir.Anything() or any(isinstance(part, places) for part in _parts_deep(what))


def _parts_deep(what: Any) -> list[Any]:
    inner = what.parts if isinstance(what, ir.All | ir.AnyOf) else (what.part,) if isinstance(what, ir.Not) else ()
    return [what, *(deep for one in inner for deep in _parts_deep(one))]


def _noun(what: Any, p: Printer, many: bool, conj: str, head: str, pieces: Pieces) -> str:
    if what == ir.ANY_TARGET and p.terms.any_target:
        return "targets" if many else "target"
    if what == ir.ANY_TARGET:
        return "creatures or players" if many else "creature or player"
    if isinstance(what, ir.AnyOf) and what.surface in ZONE_JOINTS and _zones_of_one(what):
        place = pieces.place or head
        return f"{plural(place) if many else place} {_either(what, p)}"
    if isinstance(what, ir.AnyOf) and not all(
        part_of(one, p).where in ("before", "noun", "place") for one in what.parts
    ):
        word = what.surface.removesuffix(" each") or ("and" if many and conj == "and" else "or")
        spoken = [" ".join(_spoken(one, p)) for one in what.parts]
        if place := pieces.place if all(spoken) else "":
            place = plural(place) if many else place
            each = f" {place}" if what.surface.endswith(" each") else ""
            return listed([f"{one}{each}" for one in spoken], word) + ("" if each else f" {place}")
        if all(isinstance(one, ir.HasAbility) for one in what.parts) or _names(what):
            head = pieces.place or head
            return f"{plural(head) if many else head} {_either(what, p)}"
        return listed([noun(without_shared(one), p, many, conj, head) for one in what.parts], word)
    for test in what.parts if isinstance(what, ir.All) and what.surface != "spell" else (what,):
        _put(test, p, pieces, many, conj)
    if pieces.each[1]:
        conj, names = pieces.each
        place = pieces.place or head
        return " ".join(
            [
                *pieces.before,
                listed([f"{one} {plural(place) if many else place}" for one in names], conj),
                *pieces.after,
            ]
        )
    if pieces.whole and not pieces.nouns and pieces.place in ("", "permanent"):
        return " ".join([*pieces.before, pieces.whole, *pieces.after])
    if pieces.whole:
        pieces.before.append(pieces.whole)
    if pieces.the is not None and not (pieces.nouns or pieces.place):
        return " ".join([pieces.the.text, *pieces.after])
    if pieces.the is not None:
        so = pieces.the.text.endswith("this way")
        pieces.after.insert(
            pieces.the_at if so else len(pieces.after), pieces.the.text if so else f"that's {pieces.the.text}"
        )
    conj = next(iter(pieces.joints), conj)
    names = [listed(union, conj) for union in pieces.nouns]
    place = pieces.place or ("" if names else head)
    if place:
        words = [*pieces.before, *names, plural(place) if many and not pieces.placed else place]
    else:
        last = listed([plural(one) for one in pieces.nouns[-1]], conj) if many else names[-1]
        words = [*pieces.before, *names[:-1], last]
    return " ".join([*words, *pieces.after])


def _put(test: Any, p: Printer, pieces: Pieces, many: bool, conj: str) -> None:
    itself = isinstance(test, ir.OtherThan) and isinstance(test.than, ir.Self | ir.You)
    if isinstance(test, ir.OtherThan) and test.surface != "other than" and (itself or test.surface == "other"):
        pieces.other = True
        return
    if isinstance(test, ir.All) and test.surface == "spell":
        pieces.place = "spell"
        return
    if isinstance(test, ir.IsObject) and test.surface.endswith("ed this way"):
        pieces.after.append(test.surface)
        return
    if isinstance(test, ir.IsObject) and getattr(test.what, "surface", "") == "put":
        return  # "put into a graveyard this way": printed with the zone
    if isinstance(test, ir.Not) and test.surface == "but":
        return  # "… to their owners' hands except for Elves": printed after the destination
    if test == ir.HISTORIC:
        pieces.before.append("historic")
        return
    if test == ir.OUTLAW:
        pieces.nouns.append(["outlaw"])
        return
    if isinstance(test, ir.Not) and test.part == ir.OUTLAW:
        pieces.before.append("non-outlaw")
        return
    if test == ir.BASIC_LAND_TYPES and test.surface.endswith("basic"):
        has = f"that {'have' if many else 'has'}" if test.surface.startswith("that has") else "with"
        pieces.after.append(f"{has} a basic land type")
        return
    if test == ir.HasStatus("ring-bearer"):
        pieces.nouns.append(["ring-bearer"])
        return
    if test == ir.PERMANENT_TYPES:
        pieces.nouns.append(["permanent"])
        return
    if isinstance(test, ir.AnyOf) and test.surface == "share":
        first, other = (part_of(one, p).text for one in test.parts)
        quality = getattr(test.parts[1], "quality", "")
        pieces.after.append(first.replace(" with ", f" or {quality} with ", 1) if other else first)
        return
    if isinstance(test, ir.AnyOf) and test.surface.startswith("that is"):
        pieces.after.append(_that_is(test, p, many))
        return
    if isinstance(test, ir.AnyOf) and test.surface.endswith(" each"):
        names = [" ".join(_spoken(one, p)) for one in test.parts]
        if all(names):
            pieces.each = (test.surface.removesuffix(" each"), names)
            return
        test = replace(test, surface=test.surface.removesuffix(" each"))
    if isinstance(test, ir.AnyOf):
        parts = [part_of(one, p) for one in test.parts]
        if test.surface == "source":
            pieces.place = "source"
            return
        if test.parts[0] == ir.IsSpell() and all(ir.IsPermanent() in ir.parts_of(one) for one in test.parts[1:]):
            others = [noun(one, p, many, head="permanent") for one in test.parts[1:]]
            pieces.whole = listed(["spells" if many else "spell", *others], test.surface or conj)
            return
        nouns = [_before_noun(one) or one == ir.IsSpell() for one in test.parts]
        if any(isinstance(one, ir.All) for one in test.parts) and all(nouns):
            names = [noun(one, p, many) for one in test.parts]
            if test.surface == "or a":
                names = [names[0], *map(a, names[1:])]
            pieces.whole = listed(names, "or" if test.surface == "or a" else test.surface or conj)
            return
        if all(part.where == "place" for part in parts) and not pieces.place:
            pieces.place = listed([plural(part.text) if many else part.text for part in parts], test.surface or "or")
            pieces.placed = many
            return
        if all(part.where in ("before", "noun") for part in parts):
            conj = test.surface or conj
            if all(part.where == "noun" for part in parts):
                pieces.nouns.append([part.text for part in parts])
                pieces.joints.append(conj)
            else:
                pieces.before.append(listed([part.text for part in parts], test.surface or "or"))
            return
        pieces.after.append(_either(test, p, many))
        return
    if isinstance(test, ir.Compares) and test.surface == "size":
        if test.name == "power":
            pieces.before.append(f"{p.digit(test.value)}/")
        else:
            pieces.before[-1] += p.digit(test.value)
        return
    part = part_of(test, p)
    if test.surface.startswith("that has") and part.text.startswith("without "):
        part = Part(f"that {'don' if many else 'doesn'}'t have {part.text.removeprefix('without ')}", "after")
    if test.surface == "that has" and isinstance(test, ir.Not) and isinstance(test.part, ir.SharesQuality):
        part = Part(f"that {'don' if many else 'doesn'}'t have {p.said(test.part, 'withs')}", "after")
    if test.surface == "that is" and isinstance(test, ir.Not) and isinstance(test.part, ir.HasSupertype | ir.HasColor):
        part = Part(f"that {'aren' if many else 'isn'}'t {part.text.removeprefix('non')}", "after")
    if test.surface == "that is" and isinstance(test, ir.Not) and isinstance(test.part, ir.HasSubtype | ir.HasType):
        kind = test.part.subtype if isinstance(test.part, ir.HasSubtype) else test.part.type
        part = Part(f"that aren't {plural(kind)}" if many else f"that isn't {a(kind)}", "after")
    if test.surface == "that is" and isinstance(test, ir.Not) and isinstance(test.part, ir.HasChosen):
        part = Part(f"that {'aren' if many else 'isn'}'t {p.say(test.part)}", "after")
    if test.surface == "that is" and isinstance(test, ir.IsToken):
        part = Part("that are tokens" if many else "that's a token", "after")
    kinds = test.part if test.surface == "that is" and isinstance(test, ir.Not) else None
    if isinstance(kinds, ir.AnyOf) and kinds.surface.startswith("or a") and all(map(_kind_of_object, kinds.parts)):
        names = [part_of(one, p).text for one in kinds.parts]
        said = listed([plural(name) if many else a(name) for name in names], "or")
        part = Part(f"that aren't {said}" if many else f"that isn't {said}", "after")
    if test.surface.startswith("that has") and part.text.startswith("with "):
        part = Part(f"that {'have' if many else 'has'} {part.text.removeprefix('with ')}", "after")
    quality = isinstance(test, ir.HasStatus | ir.HasColor | ir.ColorCount)
    if test.surface.startswith("that is") and part.where == "before" and quality:
        part = Part(("that are " if many else "that's ") + part.text, "after")
    if test.surface == "both":
        part = Part(("that are both " if many else "that's both ") + part.text, "after")
    if test.surface == "and both":
        pieces.after[-1] += f" and {part.text}"
        return
    if part.where == "before":
        if test.surface == "," and pieces.before:
            pieces.before[-1] += ","
        if pieces.place == "token" or (pieces.nouns and not pieces.place):
            pieces.nouns.append([part.text])
        else:
            pieces.before.append(part.text)
    elif part.where == "noun":
        pieces.nouns.append([part.text])
    elif part.where == "token":
        pieces.place = "token"
    elif part.where == "place":
        if part.text and pieces.place != "token":
            pieces.place = "" if part.text == "permanent" and pieces.nouns else part.text
    elif part.where == "the" and part.text.endswith(" this way") and (pieces.nouns or pieces.place):
        pieces.after.append(part.text)
    elif part.where == "the":
        pieces.the, pieces.the_at = NounPhrase(part.text), len(pieces.after)
    else:
        pieces.after.append(part.text)


def _that_is(test: ir.AnyOf, p: Printer, many: bool) -> str:
    """ "that's a Wolf or a Werewolf", "that are enchanted or equipped"."""
    said = [part_of(one, p) for one in test.parts]
    names = [plural(one.text) if many and one.where == "noun" else one.text for one in said]
    if not many and said[0].where in ("noun", "token"):
        names = [a(name) if not place or test.surface.endswith("each") else name for place, name in enumerate(names)]
    return ("that are " if many else "that's ") + listed(names, "and/or" if test.surface.endswith("and/or") else "or")


def _spoken(test: Any, p: Printer) -> list[str]:
    """The words of a test before a noun; empty if any part of it stands elsewhere."""
    parts = [part_of(one, p) for one in ir.parts_of(test)]
    return [part.text for part in parts] if all(part.where in ("before", "noun") for part in parts) else []


def _kind_of_object(test: Any) -> bool:
    return isinstance(test, ir.HasSubtype | ir.HasType)


PREFIXED = (ir.HasType, ir.HasSubtype, ir.HasSupertype, ir.HasColor, ir.ColorCount, ir.HasStatus, ir.IsPermanent)


def _before_noun(test: Any) -> bool:
    """Whether a noun and words before it express the whole test: "enchanted creature"."""
    parts = ir.parts_of(test)
    said = [one.part if isinstance(one, ir.Not) else one for one in parts]
    return all(isinstance(one, PREFIXED) or ir.Not(one) in parts for one in said) and any(
        isinstance(one, ir.HasType | ir.HasSubtype) for one in parts
    )


def _names(test: ir.AnyOf) -> bool:
    return all(isinstance(one, ir.HasName) for one in test.parts)


ZONE_JOINTS = ("or", "and", "and all")
"""The words between two zones after one preposition."""


def _zones_of_one(test: ir.AnyOf) -> list[ir.InZone]:
    """The zones of the same player, or of all players, that share a preposition."""
    zones = [one for one in test.parts if isinstance(one, ir.InZone)]
    alike = len(zones) == len(test.parts) and len({(zone.whose, zone.surface) for zone in zones}) == 1
    return zones if alike and zones[0].surface in ("from", "in") else []


def _either(test: ir.AnyOf, p: Printer, many: bool = False) -> str:
    if (zones := _zones_of_one(test)) and test.surface in ZONE_JOINTS:
        word, whose = zones[0].surface, zones[0].whose
        several = [plural(zone.zone) if whose is None and zone.zone != "exile" else zone.zone for zone in zones]
        names = listed(several, test.surface.split()[0])
        return (
            f"{word} {'all ' if test.surface == 'and all' else ''}{names}"
            if whose is None
            else f"{word} {p.whose(whose)} {names}"
        )
    parts = [part_of(one, p).text for one in test.parts]
    if test.surface == "and in":
        return " and ".join(parts)
    if test.surface == "or from" and isinstance(test.parts[0], ir.InZone):
        return f"from {plural(test.parts[0].zone)} or {parts[1]}" if many else " or ".join(parts)
    if _names(test):
        return "named " + listed([part.removeprefix("named ") for part in parts], "or")
    if all(isinstance(one, ir.HasAbility) for one in test.parts):
        return "with " + listed([part.removeprefix("with ") for part in parts], test.surface or "or")
    if len(test.parts) == 2 and all(isinstance(one, ir.Compares) for one in test.parts):
        one, other = parts
        words = one.removeprefix("with ").split(" ", 1)
        return f"with {words[0]} or {other.removeprefix('with ')}"
    return listed(parts, "and" if _of_all_zones(test) else "or")


def _of_all_zones(test: ir.AnyOf) -> bool:
    """ "In exile and in your graveyard": "and" joins zones, though an object is in one of them."""
    return test.surface == "and" and all(isinstance(one, ir.InZone) for one in test.parts)


def without_shared(test: ir.Predicate) -> ir.Predicate:
    """A description without the zone that is printed once, after the last of several."""
    left = [one for one in ir.parts_of(test) if not (isinstance(one, ir.InZone) and one.surface == "shared")]
    return test if len(left) == len(ir.parts_of(test)) else ir.All(tuple(left))


def some(what: Any, p: Printer, head: str = "permanent", batch: bool = False) -> NounPhrase:
    """A description with its article; "one or more …" for a batch; the object itself if the predicate names one."""
    match what:
        case ir.IsObject(what=ref):
            return p.who(ref)
        case ir.IsPlayerRef(who=ref):
            return p.who(ref)
        case _ if _your_commander(what):
            return NounPhrase("your commander")
        case ir.All(parts=(ir.AnyOf(parts=parts), *rest)) if any(isinstance(one, ir.IsObject) for one in parts):
            last = some(ir.All((*ir.parts_of(parts[-1]), *rest)), p, head, batch)
            return NounPhrase(listed([*(some(one, p, head).text for one in parts[:-1]), last.text], "or"))
        case ir.AnyOf(parts=parts, surface="or") if not batch and any(
            isinstance(one, ir.IsPlayer | ir.IsToken) or one == OPPONENT or ir.IsToken() in ir.parts_of(one)
            for one in parts
        ):
            return NounPhrase(a(listed([noun(one, p, head=head) for one in parts], "or")))
        case ir.AnyOf(parts=parts) if any(isinstance(one, ir.IsObject | ir.IsPlayerRef | ir.All) for one in parts):
            said = [some(without_shared(one), p, head, batch).text for one in parts]
            return NounPhrase(listed(said, "and/or" if what.surface == "and/or" else "or"))
        case ir.Anything() if head == "player":
            return NounPhrase("a player", player=True)
        case _ if what == OPPONENT and what.surface == "of your":
            return NounPhrase("one of your opponents", player=True)
        case ir.All(surface="another of your" | "another one of your"):
            return NounPhrase(f"{what.surface} opponents", player=True)
    if batch:
        return NounPhrase(f"one or more {noun(what, p, True, head=head)}", plural=True)
    text = noun(what, p, head=head)
    if text.startswith("other "):
        return NounPhrase(f"an{text}")
    return NounPhrase(a(text), player=isinstance(what, ir.IsPlayer) or what == OPPONENT)


# ---- the piece of each predicate


def zone_name(zone: str, whose: Any, p: Printer, many: bool = False) -> str:
    """ "your graveyard", "a graveyard", "exile", "the battlefield"."""
    if zone == "outside":
        return "outside the game"
    if zone in ("exile", "stack", "command", "battlefield", "anywhere"):
        the = {"stack": "the stack", "command": "the command zone", "battlefield": p.terms.battlefield}
        gone = "exile" if p.terms.exile else "the removed-from-the-game zone"
        return the.get(zone, gone if zone == "exile" else zone)
    if isinstance(whose, ir.EachPlayer) and whose.who == OPPONENT:
        if whose.surface in ("all", "bare"):
            return f"{'all opponents' if whose.surface == 'all' else 'your opponents'}' {plural(zone)}"
        return f"an opponent's {zone}"
    if isinstance(whose, ir.EachPlayer):
        if whose.surface == "zone of each":
            return f"each {zone}"
        if whose.surface == "all" and zone == "hand":
            return "all players' hands"
        return f"all {plural(zone)}" if whose.who in (ir.Anything(), ir.IsPlayer()) else f"each {zone}"
    if whose is None:
        return f"all {plural(zone)}" if many else f"a {zone}"
    owner = p.whose(whose)
    return f"{owner} {zone}"


@says(ir.All)
def _all(n: ir.All, p: Printer) -> Part:
    return Part(noun(n, p), "after")


@says(ir.AnyOf)
def _any_of(n: ir.AnyOf, p: Printer) -> Part:
    parts = [part_of(one, p) for one in n.parts]
    where = parts[0].where if len({part.where for part in parts}) == 1 else "after"
    return Part(listed([part.text for part in parts], "and" if _of_all_zones(n) else "or"), where)
