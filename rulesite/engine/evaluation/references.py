"""Evaluate references: the objects and players that each names at this moment."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities import references as ir
from rulesite.engine.abilities.amounts import Amount, AtLeast, UpTo, X
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.player_rules import MayPlay
from rulesite.engine.abilities.predicates import (
    All,
    AnyOf,
    Controlled,
    IsObject,
    IsPermanent,
    IsSpell,
    Predicate,
    both,
    parts_of,
)
from rulesite.engine.abilities.traits import AttachedTo, HasStatus, HasType
from rulesite.engine.seating.range_of_influence import holder, in_range
from rulesite.engine.state.characteristics import controller_of, look, where
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.combat_view import once_attached
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import ATTACKED, CAST_BY, EVERY
from rulesite.engine.state.pairs import partner_of

from .deeds import REST, links
from .frame import REFERENCES, Frame, answers, sees


def everything(kernel: Kernel) -> list[str]:
    """Every object and player, in a fixed order."""
    things = [object_ref(each) for each in sorted(kernel.state.things) if not kernel.state.things[each].phased_out]
    return things + [player_ref(name) for name in kernel.state.turn_order()]


def in_reach(frame: Frame) -> list[str]:
    """Every object and player that an ability's words can mean: those in range of "you".

    Until 2011 also those in range of the controller of the object that a continuous effect counts them for.
    """
    kernel, found = frame.kernel, everything(frame.kernel)
    if not kernel.state.options.ranges:
        return found
    found = [ref for ref in found if sees(frame, ref)]
    current = frame.bound.current
    if ref_id(current) is None or kernel.rules.range_of_information == "alone" or not kernel.has("range_effects"):
        return found
    return [ref for ref in found if in_range(kernel, holder(kernel, current), ref)]


def extra_turn_given(frame: Frame) -> tuple[str, int]:
    """The player of the extra turn that the ability gave, and its number among those of the game."""
    if frame.bound.record.extra_turn is None:
        raise unbound(frame, "that turn")
    return frame.bound.record.extra_turn


def unbound(frame: Frame, words: str) -> NotModelled:
    """The error for words that stand for nothing here; an empty list would let a card silently "resolve"."""
    return NotModelled(f"nothing says what {words} means for {source_name(frame) or 'this text'}")


def now(frame: Frame, ref: str) -> str:
    """The present object behind ``ref``, as far as this effect can follow it: through the first move only.

    An object that this effect moved, or the event that triggered it, is found in the zone that it moved to; once it has
    moved again it is another object.
    """
    kernel = frame.kernel
    thing_id = ref_id(ref)
    if thing_id is None or kernel.thing(thing_id) is not None:
        return ref
    followed = frame.bound.follow.get(ref)
    if followed is None and thing_id == frame.source:
        followed = _fallen_off(frame)
    if followed is not None and kernel.thing(ref_id(followed) or 0) is not None:
        return followed
    loose = (not kernel.has("new_object")) or (followed is not None and not kernel.has("first_zone_only"))
    if not kernel.has("delayed_moved_object") and frame.bound.event.get("delayed"):
        loose = True
    if loose:
        known = kernel.known(thing_id)
        while known is not None and known.became:
            if kernel.thing(known.became) is not None:
                return object_ref(known.became)
            known = kernel.known(known.became)
    return ref


def _fallen_off(frame: Frame) -> str | None:
    """What an Aura became in its owner's graveyard, for its ability that triggered as what it enchanted left."""
    known = frame.kernel.known(frame.source)
    left = frame.bound.event.get("old")
    if known is None or not left or known.attached_to != object_ref(left) or not frame.kernel.has("aura_found_again"):
        return None
    found = frame.kernel.thing(known.became)
    return object_ref(found.id) if found is not None and found.zone == "graveyard" else None


def all_now(frame: Frame, ref: str) -> list[str]:
    """All present objects behind ``ref``, as far as this effect can follow: for a melded permanent both cards, each
    found as by :func:`now` (712.21c)."""
    found = now(frame, ref)
    known = frame.kernel.known(ref_id(ref) or 0) if ref_id(ref) is not None else None
    if known is None or not known.also or frame.bound.follow.get(ref) != object_ref(known.became):
        return [found]
    there = [object_ref(each) for each in (known.became, *known.also) if frame.kernel.thing(each) is not None]
    return there or [found]


@answers(REFERENCES, ir.Self)
def _self(frame: Frame, node: ir.Self) -> list[str]:
    if not frame.source:
        raise unbound(frame, "the object itself")
    return [object_ref(frame.source)]


@answers(REFERENCES, ir.Granter)
def _granter(frame: Frame, node: ir.Granter) -> list[str]:
    if not node.object:
        raise unbound(frame, "its name in an ability that it gives")
    return [object_ref(node.object)]


@answers(REFERENCES, ir.Target)
def _target(frame: Frame, node: ir.Target) -> list[str]:
    if node.slot >= len(frame.bound.targets):
        raise unbound(frame, f"target {node.slot + 1}")
    chosen = frame.bound.targets[node.slot]
    if frame.bound.current:  # the targets of the present player, where each of several players chose some
        mine = f"{node.slot}:{ref_player(frame.bound.current)}"
        chosen = (frame.bound.record.targets_for or {}).get(mine, chosen)
    if not frame.kernel.has("illegal_target_unaffected"):
        return list(chosen)
    return [ref for ref in chosen if f"{node.slot}:{ref}" not in frame.bound.illegal]


@answers(REFERENCES, ir.You)
def _you(frame: Frame, node: ir.You) -> list[str]:
    return [player_ref(frame.controller)]


@answers(REFERENCES, ir.TriggerObject)
def _trigger_object(frame: Frame, node: ir.TriggerObject) -> list[str]:
    found = frame.bound.event.get(node.role)
    if found is None:
        raise unbound(frame, f"the {node.role} of the event")
    return list(found) if isinstance(found, list) else [str(found)] if found else []


@answers(REFERENCES, ir.TriggerPlayer)
def _trigger_player(frame: Frame, node: ir.TriggerPlayer) -> list[str]:
    player = frame.bound.event.get("player")
    if not player:
        raise unbound(frame, "the player of the event")
    return [player_ref(str(player))]


@answers(REFERENCES, ir.Attached)
def _attached(frame: Frame, node: ir.Attached) -> list[str]:
    of = frame.source if node.what is None else next((ref_id(ref) or 0 for ref in frame.refs(node.what)), 0)
    found = frame.kernel.thing(of) or frame.kernel.known(of)
    if found is None:
        raise unbound(frame, "what it is attached to")
    return [found.attached_to] if found.attached_to and not _is_graveyard_card(frame, found.attached_to) else []


@answers(REFERENCES, ir.AttachedCard)
def _attached_card(frame: Frame, node: ir.AttachedCard) -> list[str]:
    source = frame.kernel.thing(frame.source) or frame.kernel.known(frame.source)
    if source is None:
        raise unbound(frame, "the card that it is attached to")
    return [source.attached_to] if _is_graveyard_card(frame, source.attached_to) else []


def _is_graveyard_card(frame: Frame, ref: str) -> bool:
    """Whether what an Aura is attached to is a card in a graveyard: no "enchanted creature", which is a permanent."""
    host = frame.kernel.thing(ref_id(ref) or 0) if ref else None
    return host is not None and host.zone == "graveyard"


@answers(REFERENCES, ir.Memo)
def _memo(frame: Frame, node: ir.Memo) -> list[str]:
    return acted_on(frame, node)


def acted_on(frame: Frame, node: ir.Memo) -> list[str]:
    """What an earlier step acted on, each object as it was before that step."""
    bound = frame.bound
    verb = node.verb or bound.last_verb
    if _is_of_permission(frame, verb):
        return _cast_as_permitted(frame)
    if verb not in bound.memo and not (verb in bound.passed_over if verb else bound.passed_over):
        raise unbound(frame, f"what was acted on ({verb})" if verb else "what was acted on")
    return list(bound.memo.get(f"{EVERY} {verb}" if node.every else verb, []))


def was_cast_as_permitted(frame: Frame, node: ir.Memo, ref: str) -> bool:
    """Whether what has left the battlefield was cast as an effect of the source permitted ("a creature cast this way
    dies")."""
    known = frame.kernel.known(ref_id(ref) or 0)
    if known is None or known.zone != "battlefield" or not _is_of_permission(frame, node.verb or ""):
        return False
    return frame.source in known.remembers.get(CAST_BY, ())


def _is_of_permission(frame: Frame, verb: str) -> bool:
    """Whether "cast this way" means as the source's text permits, and not in an earlier step."""
    return verb == "cast" and verb not in frame.bound.memo and _permits_playing(frame)


def _permits_playing(frame: Frame) -> bool:
    """Whether the source's text permits cards to be played."""
    return any(isinstance(each, MayPlay) for each in walk(tuple(_texts(frame))))


def _cast_as_permitted(frame: Frame) -> list[str]:
    """The spells on the stack that an effect of the source permitted to be cast (400.7h in 2026-06-19), and the
    permanents that such spells became."""
    things, found = frame.kernel.state.things, list[str]()
    for each in (*frame.kernel.state.zone("stack"), *frame.kernel.state.zone("battlefield")):
        permitted_by = things[each].remembers.get(CAST_BY, [])
        if len(permitted_by) > 1 and frame.source in permitted_by:
            raise NotModelled(f"which of several effects permitted {things[each].label} to be cast")
        found += [object_ref(each)] if frame.source in permitted_by else []
    return found


@answers(REFERENCES, ir.Linked)
def _linked(frame: Frame, node: ir.Linked) -> list[str]:
    if frame.source == frame.bound.stack_id and node.verb in frame.bound.memo:
        return list(frame.bound.memo[node.verb])  # the objects of a spell's own additional cost, as it was paid
    found = frame.kernel.thing(frame.source) or frame.kernel.known(frame.source)
    if found is None:
        raise unbound(frame, f"what the linked ability acted on ({node.verb})")
    own = linked_key(frame, node.verb)
    keys = [key for key in found.remembers if key == own or (not frame.bound.stack_id and key.startswith(own))]
    if not keys and not links(_texts(frame), node.verb):
        raise unbound(frame, f"what the linked ability acted on ({node.verb})")
    return [ref for key in keys for ref in found.remembers[key]]


def _texts(frame: Frame) -> list[Any]:
    """The abilities that the source has, had or is printed with, and the one that is being carried out."""
    kernel = frame.kernel
    found, stacked = kernel.thing(frame.source) or kernel.known(frame.source), kernel.thing(frame.bound.stack_id)
    held = [each.ability for each in look(kernel, frame.source).every_ability]
    printed = found.card.abilities if found is not None else ()
    return [*held, *printed, *([stacked.play.ability] if stacked is not None and stacked.play is not None else [])]


def linked_key(frame: Frame, verb: str) -> str:
    """The memory key under which an object remembers what an ability did, for another ability of the same printing, or
    given by the same effect, that refers to it (607.5)."""
    thing = frame.kernel.thing(frame.bound.stack_id)
    key = thing.play.ability_key if thing is not None and thing.play is not None else ""
    given = key.rpartition(".")[0] if key and not key.startswith(("printed", "copied", "delayed")) else ""
    return f"linked {verb} {given}".strip() if frame.kernel.has("linked_abilities") else f"linked {verb}"


@answers(REFERENCES, ir.Rest)
def _rest(frame: Frame, node: ir.Rest) -> list[str]:
    if frame.bound.rest is None and REST not in frame.bound.passed_over:
        raise unbound(frame, "the rest")
    return list(frame.bound.rest or [])


@answers(REFERENCES, ir.Outside)
def _outside(frame: Frame, node: ir.Outside) -> list[str]:
    raise unbound(frame, f'"{node.noun}"')


@answers(REFERENCES, ir.Current)
def _current(frame: Frame, node: ir.Current) -> list[str]:
    if not frame.bound.current:
        raise unbound(frame, '"that player" or "it" (each of several)')
    return [frame.bound.current]


@answers(REFERENCES, ir.Candidate)
def _candidate(frame: Frame, node: ir.Candidate) -> list[str]:
    if not frame.bound.candidate:
        raise unbound(frame, "what is being described")
    return [frame.bound.candidate]


@answers(REFERENCES, ir.YourTeam)
def _your_team(frame: Frame, node: ir.YourTeam) -> list[str]:
    return [player_ref(each) for each in frame.kernel.state.options.team_of(frame.controller)]


@answers(REFERENCES, ir.ControllerOf)
def _controller_of(frame: Frame, node: ir.ControllerOf) -> list[str]:
    held = frame.bound.event.get("held", {}) if node.then else {}
    refs = [_as_controlled(frame, ref) for ref in _information(frame, node.of)]
    return [player_ref(held.get(ref) or controller_of(frame.kernel, ref)) for ref in refs]


def _as_controlled(frame: Frame, ref: str) -> str:
    """The object behind ``ref`` that somebody controls: what a card became that this effect put onto the battlefield,
    as nobody controlled the card where it was (108.4 in 2026-06-19)."""
    known = frame.kernel.known(ref_id(ref) or 0) if ref_id(ref) is not None else None
    if known is None or known.zone in ("battlefield", "stack"):
        return ref
    return frame.bound.follow.get(ref, ref)


def _information(frame: Frame, node: Node) -> list[str]:
    """The objects and players a reference names, illegal targets included where their information is used."""
    if (
        frame.kernel.rules.illegal_targets_known
        and isinstance(node, ir.Target)
        and node.slot < len(frame.bound.targets)
    ):
        return list(frame.bound.targets[node.slot])
    return frame.refs(node)


@answers(REFERENCES, ir.PlayerOf)
def _player_of(frame: Frame, node: ir.PlayerOf) -> list[str]:
    found = _information(frame, node.of)
    return [ref if ref_player(ref) is not None else player_ref(controller_of(frame.kernel, ref)) for ref in found]


@answers(REFERENCES, ir.OwnerOf)
def _owner_of(frame: Frame, node: ir.OwnerOf) -> list[str]:
    return [player_ref(owner_of(frame.kernel, ref)) for ref in _information(frame, node.of)]


def owner_of(kernel: Kernel, ref: str) -> str:
    """The owner of an object; for a player, that player."""
    thing_id = ref_id(ref)
    if thing_id is None:
        return ref_player(ref) or ""
    thing, known = kernel.thing(thing_id), kernel.known(thing_id)
    return thing.owner if thing is not None else known.owner if known is not None else ""


@answers(REFERENCES, ir.EachPlayer)
def _each_player(frame: Frame, node: ir.EachPlayer) -> list[str]:
    return [ref for ref in _players(frame, node.who) if sees(frame, ref)]


def _players(frame: Frame, who: Predicate | Node) -> list[str]:
    """The players who fit a description, starting with the active player."""
    return [ref for name in frame.kernel.state.turn_order() if frame.matches(who, ref := player_ref(name))]


@answers(REFERENCES, ir.PlayerWithMost)
def _player_with_most(frame: Frame, node: ir.PlayerWithMost) -> list[str]:
    outer, has = frame.bound.current, {}
    try:
        for name in frame.kernel.state.turn_order():
            frame.bound.current = player_ref(name)
            has[frame.bound.current] = frame.amount(node.of)
    finally:
        frame.bound.current = outer
    most = [ref for ref, number in has.items() if number == max(has.values())]
    if len(most) > 1:
        raise NotModelled("which of the players is meant who are tied for the most")
    return most


@answers(REFERENCES, ir.SomePlayer)
def _some_player(frame: Frame, node: ir.SomePlayer) -> list[str]:
    fitting = _players(frame, node.who)
    options = [ref for ref in fitting if sees(frame, ref, "range_choices")]
    if fitting and not options and frame.kernel.has("range_nearest_chooser"):
        options = [
            next(
                ref for name in frame.kernel.state.turn_order(frame.controller) if (ref := player_ref(name)) in fitting
            )
        ]
        frame.kernel.note(f"nobody in range can choose: {frame.kernel.label(options[0])} does", "range_nearest_chooser")
    kind = "at random" if node.at_random and len(options) > 1 else "player"
    chosen = frame.kernel.choose(kind, frame.controller, source_name(frame), "choose a player", options)
    frame.bound.memo["choose"] = frame.bound.memo["choose player"] = chosen
    return chosen


@answers(REFERENCES, ir.DefendingPlayer)
def _defending(frame: Frame, node: ir.DefendingPlayer) -> list[str]:
    kernel = frame.kernel
    ids = kernel.same(frame.refs(node.of)) if node.of is not None else [frame.source]
    attacked = _attacked_by(kernel, ids)
    if not attacked and node.of is None:  # that of the creature that the event names (802.2a in 2026-06-19)
        attacked = list(dict.fromkeys(_attacked_by(kernel, kernel.same(_named_in_the_event(frame)))))
    if len(attacked) == 1 or (attacked and node.of is not None):
        return attacked
    opponents = kernel.state.opponents(kernel.state.active)
    if len(opponents) != 1:
        raise unbound(frame, "the defending player")
    return [player_ref(opponents[0])]


def _attacked_by(kernel: Kernel, ids: list[int]) -> list[str]:
    """The players whom some creatures attack, or did before they were removed from combat (508.5 in 2026-06-19)."""
    combat = kernel.state.combat
    attackers = {**combat.removed, **combat.attackers} if combat is not None else {}
    return [player_ref(attackers[each]) for each in ids if each in attackers]


def _named_in_the_event(frame: Frame) -> list[str]:
    """The objects and players of the event of a trigger."""
    roles = (frame.bound.event.get(role) or () for role in ("subject", "other"))
    return [ref for held in roles for ref in ([held] if isinstance(held, str) else held)]


@answers(REFERENCES, ir.Attacked)
def _what_it_attacks(frame: Frame, node: ir.Attacked) -> list[str]:
    """The planeswalker while it is attacked, else the player; a creature that has left combat attacks what it attacked
    last."""
    kernel, combat, found = frame.kernel, frame.kernel.state.combat, []
    for each in kernel.same(frame.refs(node.of)):
        known = kernel.known(each)
        if combat is not None and each in combat.attackers:
            walker = combat.walkers.get(each)
            found += [player_ref(combat.attackers[each])] if walker is None else [object_ref(walker)] if walker else []
        elif known is not None and known.remembers.get(ATTACKED):
            found.append(str(known.remembers[ATTACKED]))
    return found


@answers(REFERENCES, ir.Monarch)
def _monarch(frame: Frame, node: ir.Monarch) -> list[str]:
    return [player_ref(frame.kernel.state.monarch)] if frame.kernel.state.monarch else []


@answers(REFERENCES, ir.ActivePlayer)
def _active(frame: Frame, node: ir.ActivePlayer) -> list[str]:
    return [player_ref(frame.kernel.state.active)]


def chosen_by_now(frame: Frame) -> bool:
    """Whether a choice "as this enters" must have been made: the source is on the battlefield, or was last."""
    found = frame.kernel.thing(frame.source) or frame.kernel.known(frame.source)
    return found is None or (found.zone == "battlefield" and found.id != frame.kernel.arriving)


@answers(REFERENCES, ir.ChosenPlayer)
def _chosen_player(frame: Frame, node: ir.ChosenPlayer) -> list[str]:
    """The player chosen as the source entered; off the battlefield there is none (208.2a in 2024-06-07)."""
    found = frame.kernel.thing(frame.source) or frame.kernel.known(frame.source)
    remembers = found.remembers if found is not None else {}
    name = remembers.get("chosen player") or remembers.get("chosen opponent")
    if not name and chosen_by_now(frame):
        raise unbound(frame, "the chosen player")
    return [player_ref(str(name))] if name else []


def there_already(frame: Frame, node: Node) -> list[str]:
    """The references of a node that are counted: while an object is looked at as it would be on the battlefield
    (614.12), it is not among the permanents there yet."""
    arriving = frame.kernel.arriving
    return [ref for ref in frame.refs(node) if not arriving or ref != object_ref(arriving)]


@answers(REFERENCES, ir.Every)
def _every(frame: Frame, node: ir.Every) -> list[str]:
    found = [ref for ref in _likely(frame, node.what) if frame.matches(node.what, ref)]
    if frame.kernel.has("last_known_information"):
        found += _gone_with_host(frame, node.what)
    done = next((part.what for part in getattr(node.what, "parts", ()) if _says_what_was_done(part)), None)
    if done is None or not frame.kernel.has("last_known_information"):
        return found
    # "creatures destroyed this way": those that fitted, even if they have left
    gone = [ref for ref in acted_on(frame, done) if now(frame, ref) not in found]
    return found + [ref for ref in gone if ref not in found and frame.matches(node.what, ref)]


def _gone_with_host(frame: Frame, what: Node) -> list[str]:
    """The Auras that are gone, and were attached to an object that is gone: words for what is attached to it mean them,
    too."""
    parts = what.parts if isinstance(what, All) else (what,)
    hosts = [ref for part in parts if isinstance(part, AttachedTo) for ref in _hosts(frame, part)]
    gone = [each for host in hosts for each in once_attached(frame.kernel, host) if frame.kernel.thing(each) is None]
    return [ref for each in gone if frame.matches(what, ref := object_ref(each))]


def _hosts(frame: Frame, part: AttachedTo) -> list[str]:
    return [] if isinstance(part.what, ir.Chosen) else frame.refs(part.what)


def _likely(frame: Frame, what: Node) -> list[str]:
    """The references in reach that may fit a description: see :func:`likely`."""
    if not frame.kernel.state.options.ranges:
        return likely(frame.kernel, what)
    among = set(likely(frame.kernel, what))
    return [ref for ref in in_reach(frame) if ref in among]


def likely(kernel: Kernel, what: Node) -> list[str]:
    """The references that may fit a description, in a fixed order: where it asks for a permanent or for a card type,
    those that are none need not be asked for the rest of it."""
    parts = what.parts if isinstance(what, All) else (what,)
    wanted = next((part.type for part in parts if isinstance(part, HasType)), None)
    is_permanent = any(isinstance(part, IsPermanent) for part in parts)
    if not is_permanent and wanted is None:
        return everything(kernel)
    things = sorted(
        each
        for each, thing in kernel.state.things.items()
        if not thing.phased_out and (thing.zone == "battlefield" or not is_permanent)
    )
    return [object_ref(each) for each in things if wanted is None or wanted in look(kernel, each).types]


def _says_what_was_done(part: Node) -> bool:
    return isinstance(part, IsObject) and isinstance(part.what, ir.Memo)


@answers(REFERENCES, ir.Chosen)
def _chosen(frame: Frame, node: ir.Chosen) -> list[str]:
    return choose_objects(frame, node, (node.chooser and frame.player(node.chooser)) or frame.chooser)


def chosen_options(frame: Frame, node: ir.Chosen) -> list[str]:
    """The options of a choice that is made on resolution."""
    pool = frame.refs(node.from_) if node.from_ is not None else _likely(frame, node.what)
    found = [ref for ref in pool if frame.matches(node.what, now(frame, ref))]
    parts = parts_of(node.what)
    if node.from_ is not None or OF_DAMAGE not in parts:
        return found
    kept = both(*(part for part in parts if part != OF_DAMAGE))
    return found + [ref for ref in _gone_sources(frame.kernel) if frame.matches(kept, ref)]


OF_DAMAGE = AnyOf((IsPermanent(), IsSpell()))
"""What "a source" of damage means where one is chosen."""


def _gone_sources(kernel: Kernel) -> list[str]:
    """The objects no longer there whose abilities are on the stack: they too can be chosen as sources of damage (609.7a
    in 2026-06-19)."""
    plays = [kernel.state.things[each].play for each in kernel.state.zone("stack")]
    sources = dict.fromkeys(play.bound.source for play in plays if play is not None)
    return [object_ref(each) for each in sources if kernel.thing(each) is None and kernel.known(each) is not None]


def _entering_with_it(frame: Frame, ref: str) -> bool:
    """Whether an object is entering at the same time as the object that chooses others: it cannot be chosen
    (614.13a)."""
    return ref in frame.kernel.entering and frame.kernel.has("not_what_enters")


def _enters_now(frame: Frame, thing_id: int) -> bool:
    """Whether a card of a library is entering the battlefield just now: actions on the top cards meanwhile skip it
    (614.13c in 2025-07-25)."""
    return object_ref(thing_id) in frame.kernel.entering and frame.kernel.has("not_the_card_that_enters")


def x_of_the_event(frame: Frame) -> int | None:
    """The X that was chosen for the event, for what triggers on it, as where a spell is cast; or that of the spell that
    became this permanent, for abilities that trigger as it enters (107.3k in 2020-01-24)."""
    if frame.bound.event.get("X") is not None:
        return int(frame.bound.event["X"])
    if not frame.kernel.rules.x_as_it_enters or frame.bound.event.get("new") != frame.source:
        return None
    there = frame.kernel.thing(frame.source) or frame.kernel.known(frame.source)
    return there.remembers.get("X") if there is not None else None


def is_x_chosen_now(frame: Frame, amount: Amount) -> bool:
    """Whether an amount is the X of a triggered ability, whose value is the number of objects that its controller
    chooses for it ("you may tap X untapped Myr you control")."""
    thing = frame.kernel.thing(frame.bound.stack_id)
    triggered = thing is not None and thing.play is not None and thing.play.kind == "triggered"
    return isinstance(amount, X) and frame.bound.x is None and triggered and x_of_the_event(frame) is None


def choose_objects(
    frame: Frame,
    node: ir.Chosen,
    chooser: str,
    kind: str = "object",
    options: list[str] | None = None,
) -> list[str]:
    """Let ``chooser`` choose for a :class:`Chosen`; all there are, if there are too few."""
    if options is None:
        options = chosen_options(frame, node)
    options = [ref for ref in options if chooses_from(frame, chooser, ref) and not _entering_with_it(frame, ref)]
    is_x = is_x_chosen_now(frame, node.amount)
    low, high = (0, len(options)) if is_x else amount_range(frame, node.amount, len(options))
    if node.at_random and len(options) > high:
        kind = "at random"
    chosen = frame.kernel.choose(
        kind,
        chooser,
        source_name(frame),
        f"choose {low if low == high else f'{low}-{high}'}",
        options,
        min(low, len(options)),
        high,
    )
    frame.bound.rest = _not_taken(frame, node, options, chosen)
    if is_x:
        frame.bound.x = len(chosen)
    return chosen


_REST_OF = "the rest of"
"""Memory key: the cards of which some were chosen, so that "the rest" of them is known."""


def _not_taken(frame: Frame, node: ir.Chosen, options: list[str], chosen: list[str]) -> list[str]:
    """What "the rest" is: of cards looked at all the others, also those that could not be chosen; of those that an
    earlier choice from among them left, if there was one."""
    if not isinstance(node.from_, ir.Memo):
        return [ref for ref in options if ref not in chosen]
    memo, left, taken = frame.bound.memo, frame.bound.rest, {now(frame, ref) for ref in chosen}
    whole = [now(frame, ref) for ref in frame.refs(node.from_)]
    before = [now(frame, ref) for ref in memo.get(_REST_OF, ())]
    memo[_REST_OF] = whole
    return [ref for ref in (left if left is not None and set(before) == set(whole) else whole) if ref not in taken]


def chooses_from(frame: Frame, chooser: str, ref: str) -> bool:
    """Whether a player may choose an object or player: it is in the player's range, and in that of "you" (801.5a)."""
    kernel = frame.kernel
    if not kernel.state.options.ranges or not kernel.has("range_choices"):
        return True
    return in_range(kernel, chooser, ref) and in_range(kernel, frame.controller, ref)


def amount_range(frame: Frame, node: Amount, available: int) -> tuple[int, int]:
    """The least and the greatest number that an amount allows."""
    if isinstance(node, UpTo):
        return 0, frame.amount(node.maximum)
    if isinstance(node, AtLeast):
        return frame.amount(node.minimum), available
    exactly = frame.amount(node)
    return exactly, exactly


@answers(REFERENCES, ir.Pair)
def _pair(frame: Frame, node: ir.Pair) -> list[str]:
    partner = partner_of(frame.kernel, frame.source)
    if not partner:
        raise unbound(frame, "both creatures")
    return [object_ref(frame.source), object_ref(partner)]


@answers(REFERENCES, ir.Several)
def _several(frame: Frame, node: ir.Several) -> list[str]:
    return [ref for part in node.parts for ref in frame.refs(part)]


@answers(REFERENCES, ir.RingBearer)
def _ring_bearer(frame: Frame, node: ir.RingBearer) -> list[str]:
    bearer = All((HasStatus("ring-bearer"), IsPermanent(), Controlled(ir.You())))
    return frame.refs(ir.Every(bearer))


@answers(REFERENCES, ir.MeldPair)
def _meld_pair(frame: Frame, node: ir.MeldPair) -> list[str]:
    return [object_ref(frame.source), *choose_objects(frame, ir.Chosen(node.what), frame.controller)]


@answers(REFERENCES, ir.OneSet)
def _one_set(frame: Frame, node: ir.OneSet) -> list[str]:
    number = frame.kernel.choose_number(
        "mode", frame.chooser, source_name(frame), "choose one of the sets", 1, len(node.sets)
    )
    return frame.refs(node.sets[number - 1])


@answers(REFERENCES, ir.TopCards)
def _top(frame: Frame, node: ir.TopCards) -> list[str]:
    found = []
    for ref in frame.refs(node.of):
        player = ref_player(ref)
        if player is None:
            raise NotModelled("only players have a library")
        library = frame.kernel.state.zone("library", player)
        ids = [each for each in library if not _enters_now(frame, each)]
        count = frame.amount(node.amount)
        found += ids[-count:][::-1] if node.bottom and count else ids[:count]
    return [object_ref(each) for each in found]


@answers(REFERENCES, ir.TopOfGraveyard)
def _top_of_graveyard(frame: Frame, node: ir.TopOfGraveyard) -> list[str]:
    found = []
    for ref in frame.refs(node.of):
        cards = [object_ref(each) for each in frame.kernel.state.zone("graveyard", ref_player(ref) or "")]
        found += [each for each in cards if frame.matches(node.what, each)][-1:]
    return found


@answers(REFERENCES, ir.AttachedPermanents)
def _attached_permanents(frame: Frame, node: ir.AttachedPermanents) -> list[str]:
    hosts = frame.refs(node.to)
    return [
        ref
        for ref in in_reach(frame)
        if (thing := frame.kernel.thing(ref_id(ref) or 0)) is not None
        and thing.attached_to in hosts
        and where(frame.kernel, thing.id) == "battlefield"
        and frame.matches(node.what, ref)
    ]


def source_name(frame: Frame) -> str:
    """The display name of the object whose ability is being carried out."""
    return frame.kernel.label(frame.bound.stack_id or frame.source) if (frame.bound.stack_id or frame.source) else ""
