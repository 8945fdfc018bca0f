"""Instructions that move objects: destroy, sacrifice, discard, return, exile, counter, search, mill."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.predicates import All, Anything, InZone, IsCard, OneOfEach, Owned, Predicate
from rulesite.engine.abilities.references import Chosen, Linked, Reference, TopCards
from rulesite.engine.abilities.restrictions import CantBeCountered
from rulesite.engine.combat.attacking import join_attack, join_attack_on
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.amounts import counters_with
from rulesite.engine.evaluation.chosen_together import apart, check_together
from rulesite.engine.evaluation.feasibility import allowed
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import amount_range, now, owner_of, source_name
from rulesite.engine.events.batch import commit
from rulesite.engine.events.perform import Turns, doers, does
from rulesite.engine.faces.transforming import face_that_arrives
from rulesite.engine.state.characteristics import controller_of, look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.face_down import FACE_DOWN_BY, MANIFESTED
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import SEARCHED, Thing
from rulesite.engine.state.zones import remove
from rulesite.engine.turn.stack import tell_of

from .common import chosen_by, follow, in_turn, link, moved, objects, permanents, remember, together, unsaid


@does(ir.Destroy)
def _destroy(frame: Frame, node: ir.Destroy) -> None:
    tags = () if node.regenerable else ("no regeneration",)
    if not node.regenerable and not frame.kernel.has("later_text_modifies"):
        tags = ()
    events = [Event("destroy", ref, source=frame.source, tags=tags) for ref in permanents(frame, node.what)]
    happened = commit(frame.kernel, events)
    frame.bound.memo["die"] = follow(frame, [event for event in happened if event.zone == "graveyard"])
    remember(frame, "destroy", follow(frame, happened))


@together(ir.Sacrifice, moved("sacrifice"))
def _sacrifice(frame: Frame, node: ir.Sacrifice, player: str) -> list[Event]:
    mine = [
        object_ref(each)
        for each in frame.kernel.state.zone("battlefield")
        if controller_of(frame.kernel, object_ref(each)) == player
    ]
    return [
        move(
            ref_id(ref) or 0,
            "graveyard",
            "sacrifice",
            player=player,
            source=frame.source,
            keyword=frame.bound.record.keyword,
        )
        for ref in chosen_by(frame, node.what, player, "sacrifice", allowed(frame, player, node, mine))
    ]


@together(ir.Discard, moved("discard"))
def _discard(frame: Frame, node: ir.Discard, player: str) -> list[Event]:
    hand = [object_ref(each) for each in frame.kernel.state.zone("hand", player)]
    cause = frame.bound.stack_id
    return [
        move(ref_id(ref) or 0, "graveyard", "discard", player=player, source=frame.source, cause=cause)
        for ref in chosen_by(frame, node.what, player, "discard", allowed(frame, player, node, hand))
    ]


@together(ir.Mill, moved("mill"))
def _mill(frame: Frame, node: ir.Mill, player: str) -> list[Event]:
    library = frame.kernel.state.zone("library", player)
    return [
        move(each, "graveyard", "mill", player=player, source=frame.source)
        for each in library[: frame.amount(node.amount)]
    ]


@does(ir.Move, by="who")
def _move(frame: Frame, node: ir.Move, who: Node, players: list[str]) -> None:
    kernel = frame.kernel
    turns = Turns(frame, who, players)
    found: dict[str, list[str]] = {}
    planned: list[Event] = []
    for player in turns:
        with turns.of(player):
            found[player] = _to_move(frame, node, player)
            planned += [way for ref in found[player] if (way := _way(frame, node, player, ref)) is not None]
    happened = commit(kernel, planned)
    follow(frame, happened)
    for player in turns:
        with turns.of(player):
            mine = [each for each in happened if each.player == player or not turns.several]
            gone = follow(frame, mine)
            frame.bound.memo[f"{node.verb} {node.to.zone}"] = list(gone)
            remember(frame, node.verb, gone)
    turns.gather()
    if node.to.attacking:
        attacked = None if node.to.attacked is None else next(iter(frame.refs(node.to.attacked)), "")
        for event in happened:
            if attacked is None:
                join_attack(kernel, kernel.state.things[event.new])
            else:
                join_attack_on(kernel, kernel.state.things[event.new], attacked)
    if node.to.zone == "exile" and happened:
        link(frame, "exile", [object_ref(event.new) for event in happened if event.kind == "move"])
    if node.to.zone == "battlefield" and happened and _speaks_of_put(kernel, frame.source):
        link(frame, "put", [object_ref(event.new) for event in happened if event.kind == "move"])
    if node.to.position == "shuffled":
        owners = {owner_of(kernel, ref) for refs_ in found.values() for ref in refs_}
        owners |= {player for player, refs_ in found.items() if not refs_}
        if not kernel.rules.shuffled_without and not isinstance(node.what, ir.Every) and frame.refs(node.what):
            owners = {owner_of(kernel, object_ref(event.new)) for event in happened if _is_in_library(kernel, event)}
        commit(kernel, [Event("shuffle", player=owner) for owner in sorted(owners)])


def _speaks_of_put(kernel: Kernel, source: int) -> bool:
    """Whether the source has words for what was "put onto the battlefield with" it, or is printed with them."""
    thing = kernel.thing(source)
    own = [] if thing is None else [each.ability for each in look(kernel, source).every_ability]
    printed = () if thing is None else thing.card.abilities
    return any(part == Linked("put") for part in walk((*own, *printed)))


def _is_in_library(kernel: Kernel, event: Event) -> bool:
    thing = kernel.thing(event.new)
    return thing is not None and thing.zone == "library"


def _to_move(frame: Frame, node: ir.Move, mover: str) -> list[str]:
    """The objects that one player moves, in order."""
    if isinstance(node.what, Chosen):
        found = chosen_by(frame, node.what, mover, node.verb, objects_in_reach(frame, node.what))
    else:
        found = objects(frame, node.what)
    if node.from_ is not None:
        found = [ref for ref in found if frame.kernel.state.things[ref_id(ref) or 0].zone == node.from_]
    if node.to.zone == "library" and node.to.order == "any":
        found = _in_order(frame, mover, found, node.to.position)
    return found


_ANYTHING = Anything()
_ENDS = ("top", "bottom")


def _way(frame: Frame, node: ir.Move, mover: str, ref: str) -> Event | None:
    """The move of an object, with how it arrives; ``None`` for what stays where it is."""
    kernel = frame.kernel
    thing_id, to = ref_id(ref) or 0, node.to
    facts: dict[str, object] = {"position": to.position, "tapped": to.tapped, "face_down": to.face_down}
    if to.zone == "battlefield":
        if not to.face_down:
            facts["face"] = face_that_arrives(kernel, kernel.state.things[thing_id], to.transformed)
        if facts.get("face", 0) is None:
            kernel.note(f"{kernel.label(ref)} stays where it is", "transform" if to.transformed else "")
            return None
        moved = Frame(kernel, replace(frame.bound, candidate=ref))
        facts["controller"] = _arrives_under(moved, to.controller, ref) if to.controller is not None else mover
        if to.controller is None and node.verb == "return" and to.whose is not None:
            facts["controller"] = owner_of(kernel, ref)
        if node.verb in MANIFESTED:
            facts["remembers"] = {FACE_DOWN_BY: node.verb}
        if to.attached_to is not None:
            facts["attached_to"] = next(iter(frame.refs(to.attached_to)), "")
            if not facts["attached_to"] and "Aura" in look(kernel, thing_id).subtypes:  # 303.4i in 2026-06-19
                kernel.note(f"{kernel.label(ref)} stays, as what it would be attached to is gone", "illegal_aura")
                return None
    if to.beneath is not None:
        facts["position"] = str(frame.amount(to.beneath))
    if to.counters is not None:
        facts["counters"] = counters_with(frame, to)
    if to.position == "top or bottom":
        about = source_name(frame)
        facts["position"] = kernel.choose_word("position", mover, about, "top or bottom of the library", _ENDS)
    kept = {key: value for key, value in facts.items() if value}
    return move(thing_id, to.zone, node.verb, player=mover, source=frame.source, **kept)


def _arrives_under(frame: Frame, controller: Node, ref: str) -> str:
    """The player under whose control an object arrives: of several that return under their owner's control, its own
    owner."""
    if isinstance(controller, ir.OwnerOf) and ref in [now(frame, each) for each in frame.refs(controller.of)]:
        return owner_of(frame.kernel, ref)
    return frame.player(controller)


def _in_order(frame: Frame, mover: str, found: list[str], position: str | None) -> list[str]:
    """Cards to be put into a library "in any order", in the sequence in which they are moved.

    The player gives the order from the top down.
    """
    if len(found) < 2 or position == "shuffled":
        return found
    chosen = frame.kernel.choose(
        "order", mover, source_name(frame), "in which order, the top one first", found, len(found), len(found)
    )
    return list(chosen) if position == "bottom" else list(reversed(chosen))


def objects_in_reach(frame: Frame, node: Chosen) -> list[str]:
    """All objects that may be chosen to be moved."""
    if node.from_ is not None:
        return objects(frame, node.from_)
    return [
        object_ref(each)
        for each in sorted(frame.kernel.state.things)
        if frame.matches(apart(node.what), object_ref(each))
    ]


@does(ir.CounterSpell)
def _counter(frame: Frame, node: ir.CounterSpell) -> None:
    remember(frame, "counter", counter(frame, objects(frame, node.what), node.to, node.which))


def counter(
    frame: Frame, found: list[str], to: ir.Destination | None = None, which: Predicate = _ANYTHING
) -> list[str]:
    """Counter spells and abilities; returns those that were countered, as they were on the stack.

    A countered spell goes to ``to``, if that is given and the spell fits ``which``, else to its owner's graveyard; an
    ability ceases to exist.
    """
    kernel, by = frame.kernel, object_ref(frame.bound.stack_id or frame.source)
    done, exiled = list[str](), list[str]()
    for ref in found:
        thing = kernel.thing(ref_id(ref) or 0)
        if thing is None or thing.zone != "stack":
            continue
        if _cannot_be_countered(frame, ref):
            kernel.note(f"{thing.label} can't be countered")
            continue
        if not kernel.has("counter"):
            kernel.note(f"{thing.label} would be countered")
            continue
        tell_of(kernel, "countered", thing)
        kernel.note(f"{thing.label} is countered", "counter")
        if not kernel.has("no_refund") and thing.play is not None:
            _refund(kernel, thing)
        if thing.kind == "ability":
            remove(kernel, thing)
        else:
            later = to is not None and kernel.has("later_text_modifies") and frame.matches(which, ref)
            way = ir.Move(ir.Self(), to, "counter") if later and to is not None else None
            event = _way(frame, way, frame.controller, ref) if way is not None else None
            if event is None:  # what cannot be put there goes where any countered spell goes
                event = move(thing.id, "graveyard", "counter", source=frame.source)
            happened = commit(kernel, [event, Event("counter", ref, by, player=frame.controller)])
            follow(frame, happened)
            exiled += [ref for each in happened if way is not None and each.kind == "move" and each.zone == "exile"]
        done.append(ref)
    if to is not None and to.zone == "exile":
        remember(frame, "exile", exiled)
    return done


def _refund(kernel: Kernel, thing: Thing) -> None:
    """Give back the mana spent on a countered spell, as with ``no_refund`` switched off."""
    spent = thing.play.bound.mana_spent if thing.play is not None else []
    commit(kernel, [Event("mana", player=thing.controller, facts={"mana": list(spent)})])


def _cannot_be_countered(frame: Frame, ref: str) -> bool:
    """Whether this spell or ability cannot counter the other ("can't be countered by blue spells")."""
    about = object_ref(frame.bound.stack_id or frame.source)
    return any(within.matches(change.by, about) for change, within in changes_on(frame.kernel, ref, CantBeCountered))


@in_turn(ir.Search)
def _search(frame: Frame, node: ir.Search, player: str) -> None:
    kernel = frame.kernel
    if node.either:
        node = replace(node, zones=_zones_searched(frame, node, player), either=False)
        frame.bound.memo[SEARCHED] = [player_ref(each) for each in doers(frame, node.whose) if "library" in node.zones]
    seen = _looked_through(frame, node, player)
    if isinstance(node.what, OneOfEach):
        _find_each(frame, node.what, [ref for found in seen.values() for ref in found], player)
        return
    fitting = {zone: [ref for ref in found if frame.matches(apart(node.what), ref)] for zone, found in seen.items()}
    options = [ref for found in fitting.values() for ref in found]
    stated = not _any_card(node.what)
    if node.every and kernel.has("hidden_search"):
        open_ = [ref for zone, found in fitting.items() for ref in found if zone not in _HIDDEN]
        rest = [ref for ref in options if ref not in open_]
        least = 0 if stated else len(rest)
        more = (
            kernel.choose("search", player, source_name(frame), "find more cards", rest, least, len(rest))
            if rest
            else []
        )
        remember(frame, "search", [*open_, *more])
        return
    low, high = (len(options),) * 2 if node.every else amount_range(frame, node.amount, len(options))
    hidden = any(zone in _HIDDEN for zone in node.zones)
    least = 0 if stated and hidden and kernel.has("hidden_search") else min(low, len(options))
    chosen = kernel.choose("search", player, source_name(frame), "find a card", options, least, high)
    check_together(frame, node.what, chosen)
    if node.exactly and least < len(chosen) < low:
        raise kernel.illegal(f"exactly {low} cards are found, or none", "hidden_search")
    remember(frame, "search", chosen)


def _zones_searched(frame: Frame, node: ir.Search, player: str) -> tuple[str, ...]:
    """The zones that the player chooses to search, one of them at least; no library that cannot be searched."""
    owners = [player_ref(each) for each in doers(frame, node.whose)]
    barred = "library" in node.zones and allowed(frame, player, node, owners) != owners
    able = [zone for zone in node.zones if zone != "library" or not barred]
    choices = [each for size in range(1, len(able) + 1) for each in combinations(able, size)]
    words = [" and ".join(each) for each in choices]
    word = frame.kernel.choose_word("zone", player, source_name(frame), "which zones are searched", words)
    return choices[words.index(word)]


def _looked_through(frame: Frame, node: ir.Search, player: str) -> dict[str, list[str]]:
    """The cards that the player sees in each searched zone."""
    kernel, searched, library = frame.kernel, doers(frame, node.whose), "library" in node.zones
    search = [Event("search", player=player, facts={"whose": searched})]
    owners = [player_ref(each) for each in searched]
    if library and allowed(frame, player, node, owners) != owners:
        search = []
    happened = commit(kernel, search) if library else search
    top = next((each.facts.get("top") for each in happened if each.kind == "search"), None)
    seen = {
        zone: [object_ref(each) for owner in searched for each in kernel.state.zone(zone, owner)] for zone in node.zones
    }
    if library:
        seen["library"] = seen["library"][:top] if happened else []
    return seen


def _find_each(frame: Frame, wanted: OneOfEach, seen: list[str], player: str) -> None:
    """Find at most one card of each kind: no card counts as two, and each kind may be left out."""
    found: list[str] = []
    for part in wanted.parts:
        options = [ref for ref in seen if ref not in found and frame.matches(part, ref)]
        if options:
            found += frame.kernel.choose("search", player, source_name(frame), "find a card", options, 0, 1)
    remember(frame, "search", found)


_HIDDEN = ("library", "hand")


@does(ir.SearchTop, by="who")
def _search_top(frame: Frame, node: ir.SearchTop, who: Node, players: list[str]) -> None:
    raise NotModelled("the engine has a player search a part of a library only instead of the whole")


def _any_card(predicate: object) -> bool:
    return all(isinstance(each, All | Anything | InZone | IsCard | Owned | Reference) for each in walk(predicate))


@together(ir.Shuffle, unsaid, by="whose")
def _shuffle(frame: Frame, node: ir.Shuffle, player: str) -> list[Event]:
    return [Event("shuffle", player=player)]


@in_turn(ir.Reveal)
def _reveal(frame: Frame, node: ir.Reveal, player: str) -> None:
    if node.until is not None:
        _until(frame, node, node.until, player)
        return
    found = objects(frame, node.what)
    for ref in found:
        frame.kernel.note(f"{player} reveals {frame.kernel.label(ref)}")
    commit(frame.kernel, [Event("reveal", ref, player=player, source=frame.source) for ref in found])
    remember(frame, "reveal", found)


def _until(frame: Frame, node: ir.Reveal, until: Predicate, player: str) -> None:
    """Reveal cards from the top one by one, until so many have come that fit, or the library is empty."""
    wanted, found, shown = frame.amount(node.until_amount), list[str](), list[str]()
    owners = doers(frame, node.what.of) if isinstance(node.what, TopCards) else [player]
    for ref in [object_ref(each) for owner in owners for each in frame.kernel.state.zone("library", owner)]:
        if len(found) >= wanted:
            break
        fits = frame.matches(until, ref)
        if node.exiled:
            exiling = move(ref_id(ref) or 0, "exile", "exile", player=player, source=frame.source)
            happened = commit(frame.kernel, [exiling])
            follow(frame, happened)
            link(frame, "exile", [object_ref(each.new) for each in happened if each.kind == "move"])
        else:
            frame.kernel.note(f"{player} reveals {frame.kernel.label(ref)}")
            commit(frame.kernel, [Event("reveal", ref, player=player, source=frame.source)])
        shown.append(ref)
        found += [ref] if fits else []
    remember(frame, "exile" if node.exiled else "reveal", shown)
    frame.bound.memo["found"] = found
    frame.bound.rest = [ref for ref in shown if ref not in found]


@in_turn(ir.LookAt)
def _look_at(frame: Frame, node: ir.LookAt, player: str) -> None:
    remember(frame, "look", objects(frame, node.what))
