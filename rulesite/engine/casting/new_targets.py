"""Changing the targets of a spell or ability on the stack, and new targets for a copy (115.7, 707.10c)."""

from __future__ import annotations

from rulesite.engine.abilities.kinds import TargetSlot
from rulesite.engine.evaluation.chosen_together import check_together
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import chooses_from
from rulesite.engine.events.batch import commit
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref

from .targets import barred, legal, options


def become_targets(frame: Frame, refs: list[str]) -> None:
    """Tell that objects and players become targets of the spell or ability on the stack."""
    stacked = object_ref(frame.bound.stack_id)
    happened = [Event("target", ref, stacked, player=frame.controller) for ref in dict.fromkeys(refs)]
    commit(frame.kernel, happened)


def choose_new_targets(
    frame: Frame,
    slots: tuple[TargetSlot, ...],
    chooser: str,
    about: str,
    another: bool = False,
    to: list[str] | None = None,
) -> list[str]:
    """Let a player choose new targets for what is on the stack, and return those that are new.

    Each target is replaced by one, so that their number and what was divided among them stay as they are. ``another``:
    all of them must become others, and if that is impossible none is changed; otherwise any may be left, even illegal
    ones. ``to``: the only possible new target. What is legal is judged for the controller of the spell or ability.
    Raises :class:`IllegalAction` for a target that cannot be chosen.
    """
    kernel, bound = frame.kernel, frame.bound
    if bound.record.targets_for:
        raise NotModelled("the engine does not change targets that were chosen for each of several players")
    had = [list(chosen) for chosen in bound.targets]
    changed: list[str] = []
    divided = dict(bound.division)
    for number, slot in enumerate(slots):
        old = had[number] if number < len(had) else []
        if not old:
            continue
        bound.targets[number:] = [[] for _ in bound.targets[number:]]
        taken = barred(frame, slot, number)
        possible = [
            ref
            for ref in (options(frame, slot) if to is None else [each for each in to if legal(frame, slot, each)])
            if ref not in taken and chooses_from(frame, chooser, ref)
        ]
        if another:
            possible = [ref for ref in possible if len(old) > 1 or ref not in old]
        else:
            possible = list(dict.fromkeys([*possible, *(ref for ref in old if ref not in taken)]))
        if len(possible) < len(old):
            bound.targets, bound.division = had, divided
            kernel.note(f"the targets of {about} cannot be changed", "announce_targets")
            return []
        chosen = kernel.choose("target", chooser, about, f"target number {number + 1}", possible, len(old), len(old))
        if another and any(new == before for new, before in zip(chosen, old, strict=True)):
            raise kernel.illegal(f"each target of {about} must become another", "announce_targets")
        check_together(frame, slot.what, [ref for ref in chosen if ref not in old], "announce_targets")
        bound.targets[number] = chosen
        bound.targets[number + 1 :] = had[number + 1 :]
        new, gone = [ref for ref in chosen if ref not in old], [ref for ref in old if ref not in chosen]
        changed += new
        passed_on = zip(new, gone, strict=True)
        bound.division |= {after: bound.division.pop(before) for after, before in passed_on if before in divided}
    if changed:
        kernel.note(f"{about} targets {', '.join(kernel.label(ref) for ref in changed)} now", "announce_targets")
    return changed


def change_one_target(
    frame: Frame, slots: tuple[TargetSlot, ...], chooser: str, about: str, to: list[str] | None
) -> list[str]:
    """Let a player change one target of what is on the stack to another legal one, ``to`` if that must be the one, and
    return it; nothing where none can be changed (115.7b in 2026-06-19)."""
    kernel, bound = frame.kernel, frame.bound
    if bound.record.targets_for:
        raise NotModelled("the engine does not change targets that were chosen for each of several players")
    ways: dict[str, tuple[int, list[str]]] = {}
    for number, slot in enumerate(slots[: len(bound.targets)]):
        apart = [place for place, other in enumerate(slots[: len(bound.targets)]) if number in other.different]
        taken = {ref for place in (number, *apart) for ref in bound.targets[place]} | barred(frame, slot, number)
        found = options(frame, slot) if to is None else [each for each in to if legal(frame, slot, each)]
        possible = [ref for ref in found if ref not in taken and chooses_from(frame, chooser, ref)]
        ways |= {ref: (number, possible) for ref in bound.targets[number] if possible and ref not in ways}
    if not ways:
        kernel.note(f"the targets of {about} cannot be changed", "announce_targets")
        return []
    old = kernel.choose("target", chooser, about, "which target is changed", list(ways))[0]
    number, possible = ways[old]
    new = str(kernel.choose("target", chooser, about, f"target number {number + 1}", possible)[0])
    check_together(frame, slots[number].what, [new], "announce_targets")
    bound.targets[number] = [new if ref == old else ref for ref in bound.targets[number]]
    if old in bound.division:
        bound.division[new] = bound.division.pop(old)
    kernel.note(f"{about} targets {kernel.label(new)} now", "announce_targets")
    return [new]
