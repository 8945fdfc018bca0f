"""The mood of a sentence: an order, where something is to be done, or a statement of what is so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import created, done_by, joined_by, orders, sequence
from rulesite.engine.cardtext.builder.raw_nodes import UNSAID, RawJoin, RawNow, RawTimed, RawWhile


def one(steps: list[Any]) -> Any:
    """The steps as one instruction, for an effect (not for a static ability)."""
    return sequence(*(as_instruction(step) for step in sharing_durations(steps))) if steps else ir.Nothing()


def lasting_as(step: Any, other: Any) -> Any:
    """A step that takes the place of another; without words for how long it lasts, it lasts as long as that.

    Raises UnclearError if the parts of the other last differently.
    """
    durations = {each.duration for each in _continuous(other)}
    if not durations or not any(each.duration == UNSAID for each in _continuous(step)):
        return step
    if len(durations) > 1:
        raise UnclearError("how long that lasts which is done instead")
    return ir.rewrite(step, lambda part: _lasting(part, *durations) if isinstance(part, ir.Continuous) else part)


def _continuous(step: Any) -> list[ir.Continuous]:
    parts = step.steps if isinstance(step, ir.Sequence) else (step,)
    return [part for part in parts if isinstance(part, ir.Continuous)]


def _lasting(step: ir.Continuous, duration: str) -> ir.Continuous:
    """An effect without words for its duration, with one that other words say."""
    unsaid = step.duration == UNSAID or (step.duration == "permanent" and all(map(orders, step.changes)))
    if duration == UNSAID or not unsaid:
        return step
    return replace(step, duration=duration, surface=f"{step.surface} said".strip())


def sharing_durations(steps: Sequence[Any]) -> list[Any]:
    """The steps of a text; "red creatures get +2/+0 and white ones get +0/+2 until end of turn" has one duration, and
    so has "gain control of target creature, untap it, and it gains haste until end of turn"."""
    made = list(steps)
    duration = ""
    for place in range(len(made) - 2, -1, -1):
        step, after = made[place], made[place + 1]
        if getattr(after, "joint", "") not in _JOINED:
            duration = ""
        elif isinstance(after, ir.Continuous):
            ends = after.duration in ("turn", "combat") and "first" not in after.surface.split()
            duration = after.duration if ends else ""
        if isinstance(step, ir.Continuous) and duration:
            made[place] = _lasting(step, duration)
    return made


_JOINED = ("and", ", and", ",")
"""What joins clauses that end alike."""


def as_instruction(step: Any) -> Any:
    """A sentence as an order: "~ can't block" lasts for good, a replacement waits for its event."""
    made = _as_order(step)
    joint = getattr(step, "joint", "")
    return joined_by(made, joint) if joint and not getattr(made, "joint", "") else made


def _as_order(step: Any) -> Any:
    if isinstance(step, RawTimed):
        return ir.Delayed(step.event, as_instruction(step.do), condition=step.condition, surface=step.surface)
    if isinstance(step, RawWhile):
        inner = as_instruction(step.do)
        if isinstance(inner, ir.Continuous):
            return replace(
                inner, duration="while", while_=step.condition, surface=f"{inner.surface} {step.surface}".strip()
            )
        if isinstance(inner, ir.May) and isinstance(inner.do, ir.LookAt) and inner.then is inner.otherwise is None:
            looks = (ir.MayLookAt(inner.do.what),)
            return ir.Continuous(inner.who, looks, "while", while_=step.condition, surface=step.surface)
        if isinstance(inner, ir.May) and isinstance(inner.do, ir.PlayCard) and inner.then is inner.otherwise is None:
            words = inner.do.surface.split()
            said = " ".join(word for word in words if word != "looked")
            may = ir.MayPlay(inner.do.what, inner.do.permitted_cost, lands=inner.do.plays_lands, surface=said)
            seen = (ir.MayLookAt(inner.do.what), may) if "looked" in words else (may,)
            return ir.Continuous(inner.who, seen, "while", while_=step.condition, surface=step.surface)
        if isinstance(inner, ir.May) and isinstance(inner.do, ir.Continuous):
            return replace(inner, do=replace(inner.do, duration="while", while_=step.condition, surface=step.surface))
        if isinstance(step.condition, ir.IsTurnOf):
            return ir.If(step.condition, inner)
        raise NotAnInstructionError(step)
    if isinstance(step, ir.Replace):
        return created(step)
    if isinstance(step, ir.SameFor) and step.do == ir.Elided():
        raise NotAnInstructionError(step)
    if isinstance(step, RawJoin):
        do = as_instruction(step.do)
        if step.kind in ("instead", "instead of", "anywhere else", "not put", "prevented"):
            raise NotAnInstructionError(step)
        if step.kind == "if you do" or step.kind == "when you do":
            return ir.If(step.condition or ir.DidSo(), do)
        if step.kind in ("if you don't", "otherwise"):
            return ir.If(ir.NotSo(step.condition or ir.DidSo()), do)
        return do
    if isinstance(step, ir.Continuous) and step.duration == UNSAID:
        return _played_now(step) or replace(step, duration=_unsaid(step))
    if isinstance(step, ir.Applies):
        return ir.Continuous(step.to, step.changes, "permanent")
    if isinstance(step, ir.MayPlayFrom) and replace(step, zone="", surface="") == ir.MayPlayFrom(""):
        return ir.May(ir.PlayCard(ir.Self(), free=False, from_=step.zone), who=ir.You(surface="you"))
    if isinstance(step, ir.Instruction):
        return ir.rewrite(ir.rewrite(step, _shared), _inner)
    raise NotAnInstructionError(step)


def _shared(node: Any) -> Any:
    return replace(node, steps=tuple(sharing_durations(node.steps))) if isinstance(node, ir.Sequence) else node


def _inner(node: Any) -> Any:
    if isinstance(node, ir.If):
        return replace(node, then=_ordered(node.then), otherwise=_ordered(node.otherwise))
    if isinstance(node, ir.Sequence):
        return replace(node, steps=tuple(_ordered(part) for part in node.steps))
    if isinstance(node, RawTimed | RawWhile | RawJoin | ir.Replace) and not isinstance(node, ir.Replace):
        return as_instruction(node)
    if isinstance(node, ir.Continuous) and node.duration == UNSAID:
        return _played_now(node) or replace(node, duration=_unsaid(node))
    return node


def _ordered(step: Any) -> Any:
    if isinstance(step, tuple):
        return one(list(step))
    return as_instruction(step) if isinstance(step, ir.Replace) else step


def _played_now(step: ir.Continuous) -> ir.May | None:
    """ "You may cast a spell from your hand without paying its mana cost", as an order: only now."""
    match step.changes:
        case (ir.MayPlay(what=what, cost=cost, timing=None, surface=said),):
            who: Any = replace(step.what, surface="you") if step.what == ir.You() else step.what
            play = ir.PlayCard(what, free=cost == ir.Cost(), cost=cost if cost != ir.Cost() else None, surface=said)
            played = done_by(ir.May(play, joint=step.joint), who)
            return replace(played, who=who)
    return None


def _unsaid(step: ir.Continuous) -> str:
    """The duration of an effect without one in its words: until the next untap step is over, or for good."""
    next_untap = any(isinstance(change, ir.DoesntUntap) and change.next_only for change in step.changes)
    return ir.NEXT_UNTAP if next_untap else "permanent"


class NotAnInstructionError(ValueError):
    """A statement (such as "~ comes into play tapped") stands in place of an instruction."""


class UnclearError(ValueError):
    """It is not clear what a sentence does to the one before it; the message names the question."""


STATIC_PARTS = (
    ir.Applies,
    ir.Replaces,
    ir.PreventsDamage,
    ir.EntersWith,
    ir.AsEnters,
    ir.AsResolves,
    ir.AsTurnedUp,
    ir.EntersAsCopy,
    ir.TriggersAgain,
    ir.TriggersNothing,
    ir.AdditionalCost,
    ir.AlternativeCost,
    ir.MayPlayFrom,
    ir.MayPlayAsInstant,
    ir.LostIfAsInstant,
    ir.PlayOnly,
    ir.CantPlayThis,
    ir.AttachesTo,
    ir.ManaBecomes,
    ir.MayDuringTurn,
    ir.MayAsAttacks,
    ir.MayBeginInPlay,
    ir.MayRevealOpening,
    ir.MayBeCommander,
    ir.MayLook,
    ir.MayIgnore,
    ir.UntapsDuring,
    ir.AnyNumberInDeck,
    ir.LastsOn,
    ir.DraftsFaceUp,
    ir.DeckSmaller,
    ir.RevealsAsDrafted,
    ir.DeckContains,
    ir.OnlyForAnte,
    ir.DoesntRemove,
    ir.OnlyIf,
    ir.OnlyTiming,
    ir.OnlySoOften,
    ir.OnlyTimes,
    ir.OnlyDuring,
    ir.PlayableBy,
    ir.SkipUnless,
    ir.SpendLimit,
    ir.SpendOnly,
    ir.CleavesText,
    ir.MustTarget,
    ir.LosingManaHurts,
    ir.SpendFrom,
)


def as_static(step: Any) -> tuple[tuple[Any, ...], Any] | None:
    """A sentence as a statement: its static parts and its condition; None if it is an order."""
    if isinstance(step, STATIC_PARTS):
        return (step,), None
    if isinstance(step, RawWhile):
        inner = as_static(step.do)
        if inner is None:
            return None
        condition = replace(step.condition, surface=f"{step.condition.surface} {step.surface}".strip())
        return inner[0], condition if inner[1] is None else ir.AllSo((condition, inner[1]), surface=step.surface)
    if isinstance(step, ir.Continuous) and step.duration == UNSAID:
        also = "".join(f" {word}" for word in ("also", "same_true", "bare") if word in step.surface.split())
        return (ir.Applies(step.what, step.changes, surface=f"{step.joint}{also}"),), None
    if isinstance(step, ir.Continuous) and step.while_ is not None:
        return (ir.Applies(step.what, step.changes),), step.while_
    if isinstance(step, ir.Replace):
        return None if isinstance(step.event, RawNow) else ((ir.Replaces(step),), None)
    if isinstance(step, ir.SameFor):
        of_one = as_static(step.do)
        if of_one is None or len(of_one[0]) != 1:
            return None
        return (ir.SameOfKeywords(of_one[0][0], step.keywords),), of_one[1]
    if isinstance(step, ir.AddMana):
        return None
    if isinstance(step, tuple | ir.Sequence):  # "enters with a counter on it and with flying": one part after another
        steps = step.steps if isinstance(step, ir.Sequence) else step
        found = [as_static(part) for part in steps]
        each = [part for part in found if part is not None and part[1] is None]
        return (tuple(part for parts, _ in each for part in parts), None) if len(each) == len(steps) else None
    if isinstance(step, ir.If) and step.otherwise is None:
        inner = ((ir.AlternativeCost(ir.Cost()),), None) if _casts_itself_free(step) else as_static(step.then)
        condition = replace(step.condition, surface=f"{step.condition.surface} if {step.surface}".strip())
        return None if inner is None or inner[1] is not None else (inner[0], condition)
    if isinstance(step, ir.PreventDamage) and step.duration == "turn":
        if step.then is not None:
            return None
        said = step.surface if step.surface.startswith("would") else ""
        return (ir.PreventsDamage(step.amount, _test(step.to), _test(step.from_), step.combat, surface=said),), None
    if isinstance(step, ir.SkipNext):
        return (ir.SkipUnless(step.step, ir.IsPlayerRef(step.who), surface=step.surface),), None
    if isinstance(step, ir.Unless) and isinstance(step.do, ir.Continuous):
        if not all(change in (ir.CantAttack(), ir.CantBlock()) for change in step.do.changes):
            return None
        taxes = tuple(
            ir.AttackTax(
                _test(step.do.what),
                step.cost,
                None,
                isinstance(change, ir.CantBlock),
                surface=step.surface if step.surface == "its" else "",
            )
            for change in step.do.changes
        )
        return (ir.Applies(ir.EachPlayer(), taxes),), None
    if isinstance(step, ir.May) and isinstance(step.do, ir.PlayCard):
        may_play = ir.MayPlay(step.do.what, step.do.permitted_cost, lands=step.do.plays_lands, surface=step.do.surface)
        return (ir.Applies(step.who, (may_play,)),), None
    return None


def _casts_itself_free(step: ir.If) -> bool:
    """ "If this spell is the first spell you've cast this game, you may cast it without paying its mana cost": asked of
    a spell as it is cast, so that "it" is that spell."""
    asked = step.condition.predicate if isinstance(step.condition, ir.Holds) else None
    changes = step.then.changes if isinstance(step.then, ir.Continuous) else ()
    free = all(isinstance(change, ir.MayPlay) and change.cost == ir.Cost() for change in changes)
    return isinstance(asked, ir.NthCast) and asked.span == "game" and len(changes) == 1 and free


def _test(ref: Any) -> Any:
    if ref is None:
        return ir.Anything()
    if isinstance(ref, ir.Predicate):
        return ref
    if isinstance(ref, ir.Every | ir.Chosen):
        return ref.what
    return ir.IsObject(ref)
