"""Targets: the legal ones, choosing among them, and checking them again on resolution."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from rulesite.engine.abilities.amounts import Amount, Number, UpTo
from rulesite.engine.abilities.combining import Modal
from rulesite.engine.abilities.conditions import WasPaid
from rulesite.engine.abilities.conjunctions import ForEach, If
from rulesite.engine.abilities.kinds import TargetSlot
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.player_rules import PlayerCant
from rulesite.engine.abilities.references import Current, EachPlayer, Target
from rulesite.engine.abilities.restrictions import CantBeTargeted, TargetableDespite
from rulesite.engine.abilities.spell_instructions import Choose
from rulesite.engine.abilities.target_slots import slots_named
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.effects.protection import has_quality, player_has_quality, protected_from
from rulesite.engine.evaluation.chosen_together import apart, check_together
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import chooses_from, everything, likely
from rulesite.engine.events.batch import commit, keyword_done
from rulesite.engine.events.perform import doers
from rulesite.engine.seating.range_of_influence import in_range
from rulesite.engine.state.characteristics import controller_of, keywords, look, where
from rulesite.engine.state.choices import Choice, NoLegalTarget
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import PUBLIC_ZONES, object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.names import candidates, listed, pick
from rulesite.engine.state.objects import Bindings

from .unseen_cards import unseen


def used_slots(frame: Frame, effect: Node, count: int) -> list[int]:
    """The target slots that are needed, without those of modes not chosen and of costs not paid.

    A slot that nothing in the effect mentions is needed as well: its object is a target although nothing is done to it.
    """
    needed = _mentioned(frame.bound, effect)
    everywhere = slots_named(effect)
    return [slot for slot in range(count) if slot in needed or slot not in everywhere]


def _mentioned(bound: Bindings, node: object) -> set[int]:
    if isinstance(node, Target):
        return {node.slot}
    if isinstance(node, tuple):
        return {slot for part in node for slot in _mentioned(bound, part)}
    if not isinstance(node, Node):
        return set()
    if isinstance(node, Modal) and not node.on_resolution:
        return {slot for mode in node.chosen(bound.modes) for slot in _mentioned(bound, mode)}
    if isinstance(node, If) and isinstance(node.condition, WasPaid):
        paid = bound.paid.get(f"{node.condition.keyword} {node.condition.cost}".rstrip(), 0) > 0
        return _mentioned(bound, node.then if paid else node.otherwise)
    return {slot for field in dataclasses.fields(node) for slot in _mentioned(bound, getattr(node, field.name))}


def legal(frame: Frame, slot: TargetSlot, ref: str) -> bool:
    """Whether an object or player is a legal target for a slot now."""
    return why_not(frame, slot, ref) is None


def why_not(frame: Frame, slot: TargetSlot, ref: str) -> tuple[str, str] | None:
    """Why an object or player is not a legal target for a slot now, in words (may be empty), and the concept behind it;
    ``None`` for a legal target."""
    thing_id = ref_id(ref)
    if thing_id is not None:
        thing = frame.kernel.thing(thing_id)
        if thing is None or where(frame.kernel, thing_id) not in PUBLIC_ZONES:
            return "", "announce_targets"
        if thing_id == frame.bound.stack_id and frame.kernel.has("target_itself"):
            return "it is that itself", "target_itself"
    elif (player := ref_player(ref)) is not None and frame.kernel.state.players[player].lost:
        return "that player is not in the game any more", "player_leaves"
    if not in_range(frame.kernel, frame.controller, ref) and frame.kernel.has("range_targets"):
        return f"it is outside {frame.controller}'s range of influence", "range_targets"
    shield = _player_shield(frame, ref) if thing_id is None else _shield(frame, thing_id)
    if shield:
        return f"it has {shield.removesuffix('_targets')}", shield
    if not frame.matches(apart(slot.what), ref):
        return "", "announce_targets"
    if _says_no(frame, ref):
        return "an effect says that it can't be its target", "announce_targets"
    return None


def _says_no(frame: Frame, ref: str) -> bool:
    """Whether an effect forbids targeting an object or player with this."""
    about = object_ref(frame.bound.stack_id or frame.source)
    barred = [(change.of, within) for change, within in changes_on(frame.kernel, ref, CantBeTargeted)]
    if ref_player(ref):
        players = changes_on(frame.kernel, ref, PlayerCant)
        barred += [(bar.what, within) for bar, within in players if bar.action == "be targeted"]
    return any(within.matches(what, about) for what, within in barred)


def _player_shield(frame: Frame, ref: str) -> str:
    """As :func:`_shield`, for a player."""
    player, source = ref_player(ref) or "", object_ref(frame.source)
    for keyword in ("protection", "shroud", "hexproof"):
        concept = _CONCEPTS[keyword]
        against = keyword != "hexproof" or player != frame.controller
        if against and frame.kernel.has(concept) and player_has_quality(frame.kernel, player, keyword, source):
            return concept
    return ""


def _shield(frame: Frame, thing_id: int) -> str:
    """The concept that keeps an object from being a target of this source: protection from it, shroud, or hexproof
    against an opponent; ``""`` for none."""
    kernel = frame.kernel
    if where(kernel, thing_id) != "battlefield" and kernel.has("zone_of_function"):
        return ""
    source = object_ref(frame.source)
    if protected_from(kernel, thing_id, source) and kernel.has("protection_targets"):
        return "protection_targets"
    found = look(kernel, thing_id)
    if "shroud" in keywords(found) and kernel.has("shroud") and not _despite(frame, thing_id, "shroud"):
        return "shroud"
    if found.controller == frame.controller or not has_quality(kernel, thing_id, "hexproof", source):
        return ""
    return "hexproof" if kernel.has("hexproof") and not _despite(frame, thing_id, "hexproof") else ""


def _despite(frame: Frame, thing_id: int, keyword: str) -> bool:
    """Whether this may target an object "as though it didn't have hexproof", or shroud (609.4)."""
    about = object_ref(frame.bound.stack_id or frame.source)
    found = changes_on(frame.kernel, object_ref(thing_id), TargetableDespite)
    return any(change.keyword == keyword and within.matches(change.of, about) for change, within in found)


_CONCEPTS = {"protection": "protection_targets", "shroud": "shroud", "hexproof": "hexproof"}


def options(frame: Frame, slot: TargetSlot) -> list[str]:
    """All legal targets for a slot."""
    return [ref for ref in likely(frame.kernel, apart(slot.what)) if legal(frame, slot, ref)]


def choose_targets(
    frame: Frame,
    slots: tuple[TargetSlot, ...],
    effect: Node,
    about: str,
    given: list[object] | None,
) -> None:
    """Choose the targets of a spell or ability; they are written into the frame.

    ``given`` are the names to choose: one for each target in order, or one list for each slot. Without it the player
    chooses. Raises :class:`IllegalAction` for an illegal or missing target.
    """
    kernel, bound = frame.kernel, frame.bound
    bound.targets = [[] for _ in slots]
    words = list(given) if given is not None else None
    for number in used_slots(frame, effect, len(slots)):
        for member in _members(frame, effect, slots[number], number):
            with _choosing_for(frame, member), unseen(kernel):
                chooser = _chooser(frame, effect, slots[number], number)
                own = words if words or chooser == frame.controller else None
                chosen = _choose_for_slot(frame, slots, number, about, own, member, chooser)
            check_together(frame, slots[number].what, chosen, "announce_targets")
            bound.targets[number] += chosen
            if member:
                bound.record.targets_for = {**(bound.record.targets_for or {}), f"{number}:{member}": chosen}
    if words:
        raise kernel.illegal(f"{about} has no use of 'target' left for {words}", "announce_targets")
    every = [ref for slot_targets in bound.targets for ref in slot_targets]
    bound.targets += bound.record.targets_before or []
    if every:
        kernel.note(f"{about} targets {', '.join(kernel.label(ref) for ref in every)}", "announce_targets")
    commit(
        kernel,
        [Event("target", ref, object_ref(bound.stack_id), player=frame.controller) for ref in dict.fromkeys(every)],
    )
    if any(_is_against(kernel, frame.controller, ref) for ref in every):
        keyword_done(kernel, "commit a crime", frame.controller)


def _is_against(kernel: Kernel, player: str, ref: str) -> bool:
    """Whether a target makes it a crime: an opponent, what an opponent controls, or a card in an opponent's graveyard
    (700.13 in 2026-06-19)."""
    opponents = kernel.state.opponents(player)
    thing = kernel.thing(ref_id(ref) or 0)
    if thing is None:
        return ref in map(player_ref, opponents)
    if thing.zone == "graveyard":
        return thing.owner in opponents
    return thing.zone in ("battlefield", "stack") and controller_of(kernel, ref) in opponents


def _chooser(frame: Frame, effect: Node, slot: TargetSlot, number: int) -> str:
    """The player who chooses the targets of a slot: the controller, unless the words have another do so ("its
    controller chooses target creature", "of an opponent's choice"); of several opponents the controller names one."""
    who = slot.chooser
    for part in walk(effect) if who is None else ():
        if isinstance(part, Choose) and part.what == Target(number) and not isinstance(part.who, EachPlayer):
            who = part.who
    return frame.player(who) if who is not None else frame.controller


def _choose_for_slot(
    frame: Frame,
    slots: tuple[TargetSlot, ...],
    number: int,
    about: str,
    words: list[object] | None,
    member: str,
    chooser: str,
) -> list[str]:
    """The targets of one slot; if it is chosen for each of several players, those for the ``member``."""
    kernel, slot = frame.kernel, slots[number]
    low, high = _count(frame, slot, words)
    possible = options(frame, slot)
    taken = barred(frame, slot, number)
    free = [ref for ref in possible if ref not in taken and chooses_from(frame, chooser, ref)]
    if member:  # a player with nothing to choose has no target
        low = min(low, len(free))
    if len(free) < low:
        if words:
            _pick_all(frame, slot, _take(words, high, number, slots), about, taken, chooser)
        error = kernel.illegal(
            f"{about} has {len(free)} legal targets for 'target' number {number + 1}, and needs {low}",
            "announce_targets",
        )
        raise NoLegalTarget(error.message, error.concept, error.day)
    if words is None:
        if low == high == 0 or (member and not free):
            return []
        if slot.at_random:
            return (
                free
                if len(free) <= high
                else kernel.choose("at random", chooser, about, "which target", free, low, high)
            )
        forced = tuple(free) if low == high == len(free) else ()
        shown = Choice("target", chooser, about, f"target number {number + 1}", (), low, high, forced=forced)
        if not kernel.script.has(shown):
            return kernel.choose("target", chooser, about, f"target number {number + 1}", free, low, high)
        chosen_words = listed(kernel.script.take(shown))
    elif member and low < high:
        own = words[:1] if words and isinstance(words[0], list | tuple) else words[:high]
        fitting = [word for word in own if all(candidates(kernel.state, each, free) for each in listed(word))]
        chosen_words = _take(words, len(fitting), number, slots) if fitting else []
    else:
        chosen_words = _take(words, low if member else high, number, slots)
    chosen = _pick_all(frame, slot, chosen_words, about, taken, chooser)
    if not low <= len(chosen) <= high:
        wanted = low if low == high else f"{low} to {high}"
        what = f"targets for 'target' number {number + 1}, not {len(chosen)}"
        raise kernel.illegal(f"{about} needs {wanted} {what}", "announce_targets")
    return chosen


def _members(frame: Frame, effect: Node, slot: TargetSlot, number: int) -> list[str]:
    """The players for each of whom a slot has a target ("for each opponent, … target creature that player controls");
    ``[""]`` for a slot that has its targets once."""
    if not any(isinstance(part, Current) for part in walk(slot.what)):
        return [""]
    over = next(
        (each.over for each in walk(effect) if isinstance(each, ForEach) and number in slots_named(each.do)), None
    )
    if over is None or isinstance(over, Amount):
        return [""]
    return doers(frame, over)


@contextmanager
def _choosing_for(frame: Frame, member: str) -> Iterator[None]:
    """Within the block, "that player" in the words of a target is ``member``."""
    if not member:
        yield
        return
    outer, frame.bound.current = frame.bound.current, player_ref(member)
    try:
        yield
    finally:
        frame.bound.current = outer


def _take(words: list[object], high: int, number: int, slots: tuple[TargetSlot, ...]) -> list[str]:
    if words and isinstance(words[0], list | tuple):
        return listed(words.pop(0))
    open_end = slots[number].maximum is None or slots[number].minimum != slots[number].maximum
    size = len(words) if open_end and number == len(slots) - 1 else min(high, len(words))
    taken = [word for each in words[:size] for word in listed(each)]
    del words[:size]
    return taken


def _pick_all(frame: Frame, slot: TargetSlot, words: list[str], about: str, taken: set[str], chooser: str) -> list[str]:
    kernel = frame.kernel
    chosen: list[str] = []
    everywhere = [
        ref for ref in everything(kernel) if ref_player(ref) or where(kernel, ref_id(ref) or 0) in PUBLIC_ZONES
    ]
    good = [ref for ref in options(frame, slot) if ref not in taken]
    for word in words:
        found = candidates(kernel.state, word, [each for each in good if each not in chosen])
        ref = found[0] if len(found) == 1 else pick(kernel.state, word, everywhere)
        if ref in chosen or ref in taken:
            raise kernel.illegal(f"{kernel.label(ref)} is chosen twice as a target of {about}", "announce_targets")
        if ref not in good and kernel.has("announce_targets"):
            reason, concept = why_not(frame, slot, ref) or ("", "announce_targets")
            why = f": {reason}" if reason else ""
            raise kernel.illegal(f"{kernel.label(ref)} is not a legal target for {about}{why}", concept)
        if not chooses_from(frame, chooser, ref):
            raise kernel.illegal(f"{kernel.label(ref)} is outside {chooser}'s range of influence", "range_choices")
        chosen.append(ref)
    return chosen


def _count(frame: Frame, slot: TargetSlot, words: list[object] | None) -> tuple[int, int]:
    if isinstance(slot.amount, UpTo):
        return 0, frame.amount(slot.amount.maximum)
    if slot.amount is not None and not isinstance(slot.amount, Number):
        wanted = frame.amount(slot.amount)
        return wanted, wanted
    high = slot.maximum if slot.maximum is not None else 1_000
    return slot.minimum, high


def barred(frame: Frame, slot: TargetSlot, number: int) -> set[str]:
    """The targets that must not be chosen again: by "another target", and for any slot where one object cannot fill
    two."""
    if not frame.kernel.rules.one_object_for_two_targets:
        return {ref for chosen in frame.bound.targets for ref in chosen}
    return {ref for other in slot.different for ref in frame.bound.targets[other]}


def recheck(frame: Frame, slots: tuple[TargetSlot, ...], left_out: Collection[int] = ()) -> bool:
    """Check the targets again on resolution, but for those of the slots ``left_out``; ``False`` when there are targets
    and all are illegal.

    The illegal ones are written into the frame. A delayed ability has no slots of its own: the objects that it refers
    to were targeted by the effect that created it, and are not checked again.
    """
    bound = frame.bound
    bound.illegal = []
    total = 0
    for number, chosen in enumerate(bound.targets[: len(slots)]):
        for ref in chosen if number not in left_out else ():
            total += 1
            with _choosing_for(frame, _chosen_for(bound, number, ref)):
                allowed = legal(frame, slots[number], ref)
            if not allowed:
                bound.illegal.append(f"{number}:{ref}")
                frame.kernel.note(f"{frame.kernel.label(ref)} is an illegal target now", "targets_rechecked")
    return total == 0 or len(bound.illegal) < total


def _chosen_for(bound: Bindings, number: int, ref: str) -> str:
    """The player for whom a target was chosen; ``""`` if it was not chosen for each of several."""
    for key, chosen in (bound.record.targets_for or {}).items():
        if key.startswith(f"{number}:") and ref in chosen:
            return str(key.partition(":")[2])
    return ""
