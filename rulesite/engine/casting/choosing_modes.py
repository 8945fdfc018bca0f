"""Modes and X, announced before targets (601.2b, 603.3c, 700.2)."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.combining import ChooseMore, May, Modal, Nothing
from rulesite.engine.abilities.conditions import AsCast
from rulesite.engine.abilities.conjunctions import If, Reflexive
from rulesite.engine.abilities.kinds import TargetSlot
from rulesite.engine.abilities.node import rewrite, walk
from rulesite.engine.abilities.references import You
from rulesite.engine.abilities.target_slots import slots_named
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.choices import NoLegalTarget, NotModelled

from .play_costs import Request
from .targets import options


def announce_choices(
    frame: Frame, request: Request, ability: Any, about: str, concept: str = "spell_mode_without_target"
) -> None:
    """Announce modes and X. A mode without legal targets cannot be chosen; ``concept`` is the reason cited for that."""
    kernel, bound, slots = frame.kernel, frame.bound, ability.targets
    if not kernel.has("announce_modes"):
        return
    for modal in _modals(ability.effect):
        count = len(modal.modes)
        able = [
            number
            for number in range(1, count + 1)
            if not kernel.has(concept) or _targetable(frame, modal.modes[number - 1], slots)
        ]
        before = _chosen_before(frame, modal)
        able = [number for number in able if number not in before]
        if not able:
            raise NoLegalTarget(f"no mode of {about} has its legal targets", concept, kernel.rules.date)
        low, high = _how_many(frame, modal, request.options)
        chooser, named = frame.controller, list(request.modes)
        if not isinstance(modal.who, You) and kernel.has("mode_of_another"):
            chooser, named, chosen = frame.player(modal.who), [], []
        elif low == count and not modal.repeatable:
            chosen = list(range(1, count + 1))
        elif not named and len(able) == low == 1:
            chosen = list(able)
        else:
            chosen = list(named)
        most = high if modal.repeatable else min(high, max(low, len(able)))
        while not named and modal.taken_up(chosen) + min(modal.worth, default=1) <= most:
            enough = len(chosen) >= low
            others = "" if modal.repeatable or not chosen else f" besides {', '.join(map(str, chosen))}"
            asked = f"choose a{'nother' if chosen else ''} mode of {count}{others}{', or 0: no more' if enough else ''}"
            mode = kernel.choose_number("mode", chooser, about, asked, 0 if enough else 1, count)
            if mode == 0:
                break
            chosen.append(mode)
        if (
            any(not 1 <= mode <= count for mode in chosen)
            or not low <= modal.taken_up(chosen) <= high
            or (len(set(chosen)) < len(chosen) and not modal.repeatable)
        ):
            raise kernel.illegal(f"{about} does not have the modes {chosen}", "announce_modes")
        if before.intersection(chosen):
            again = min(before.intersection(chosen))
            raise kernel.illegal(f"mode {again} of {about} was chosen before", "announce_modes")
        if not set(chosen) <= set(able):
            raise kernel.illegal(f"mode {min(set(chosen) - set(able))} of {about} has not its legal targets", concept)
        bound.modes = sorted(chosen)
        _note_chosen(frame, modal, bound.modes)
        kernel.note(f"{chooser} chooses mode {', '.join(map(str, bound.modes))}", "announce_modes")
    bound.x = request.x if request.x is not None else bound.x


def announced_now(effect: Any) -> Any:
    """An effect without its reflexive triggers, whose choices are made as they are put on the stack."""
    return rewrite(effect, lambda node: Nothing() if isinstance(node, Reflexive) else node)


def _modals(effect: Any) -> list[Modal]:
    """The choices among modes that are made now."""
    return [node for node in walk(announced_now(effect)) if isinstance(node, Modal) and not node.on_resolution]


def _how_many(frame: Frame, modal: Modal, costs: list[str]) -> tuple[int, int]:
    """The least and the greatest number of modes. Costs that will be paid count already, though announced later (601.4
    of 2022-06-10): entwine takes all modes, "if this spell was kicked" other numbers."""
    kernel, also = frame.kernel, modal.also
    if also is not None and not isinstance(also, If):
        raise NotModelled("the engine does not carry out a choice of more modes without a condition yet")
    if also is not None:
        condition = also.condition.part if isinstance(also.condition, AsCast) else also.condition
        if frame.holds(condition):
            more = next((part for part in walk(also.then) if isinstance(part, ChooseMore)), ChooseMore())
            most = len(modal.modes) if more.count is None else frame.amount(more.count)
            return modal.minimum if isinstance(also.then, May) else most, most
    if "entwine" in costs and kernel.has("entwine"):
        return len(modal.modes), len(modal.modes)
    if modal.kicked is not None and "kicker" in costs and kernel.has("costs_before_modes"):
        return modal.kicked
    return modal.minimum, modal.maximum


def _chosen_before(frame: Frame, modal: Modal) -> set[int]:
    """The modes that may not be chosen again."""
    source = frame.kernel.thing(frame.source)
    if modal.unchosen is None or source is None:
        return set()
    chosen = source.remembers.get(_modes_of(modal), [])
    return {mode for mode, turn in chosen if modal.unchosen == "game" or turn == frame.kernel.state.turn}


def _note_chosen(frame: Frame, modal: Modal, modes: list[int]) -> None:
    source = frame.kernel.thing(frame.source)
    if modal.unchosen is not None and source is not None:
        chosen = source.remembers.get(_modes_of(modal), [])
        source.remembers[_modes_of(modal)] = [*chosen, *([mode, frame.kernel.state.turn] for mode in modes)]


def _modes_of(modal: Modal) -> str:
    return f"modes chosen of {modal.modes!r}"


def _targetable(frame: Frame, mode: Any, slots: tuple[TargetSlot, ...]) -> bool:
    """Whether there are enough legal targets for a mode."""
    wanted = slots_named(mode)
    return all(len(options(frame, slot)) >= slot.minimum for number, slot in enumerate(slots) if number in wanted)
