"""Instructions that join instructions: in order, may, unless, if, for each, modes, pay."""

from __future__ import annotations

from typing import Any

from ..abilities import combining as ir
from ..abilities.amounts import Amount
from ..abilities.conditions import DidSo
from ..abilities.events import StateBecomesTrue
from ..abilities.kinds import TriggeredAbility
from ..batch import happen
from ..choices import EngineError
from ..codec import clone
from ..evaluate import amount, holds, refs
from ..events import Event
from ..kernel import Kernel
from ..objects import Context
from ..paying import pay_now, payable
from ..performing import does, perform
from ..possible import possible
from ..references import now, source_name
from ..triggers import trigger
from .acting import players


@does(ir.Nothing)
def _nothing(kernel: Kernel, ctx: Context, node: ir.Nothing) -> None:
    return None


@does(ir.Elided)
def _elided(kernel: Kernel, ctx: Context, node: ir.Elided) -> None:
    # A template whose effect the document leaves out: that it triggers and resolves is all there is to see.
    kernel.note("the text does not say what happens")


@does(ir.Sequence)
def _sequence(kernel: Kernel, ctx: Context, node: ir.Sequence) -> None:
    lasting = any(isinstance(step, ir.Delayed) and step.until for step in node.steps)
    if lasting and not _on_battlefield(kernel, ctx.source):
        kernel.note("what it lasts until has happened already, so nothing is done")
        return
    steps = node.steps if kernel.has("in_written_order") else tuple(reversed(node.steps))
    for position, step in enumerate(steps):
        if isinstance(step, ir.Repeat):
            _repeat(kernel, ctx, steps[:position], step)
            continue
        perform(kernel, ctx, step)


def _on_battlefield(kernel: Kernel, source: int) -> bool:
    thing = kernel.thing(source)
    return thing is not None and thing.on_battlefield


def _repeat(kernel: Kernel, ctx: Context, steps: tuple[Any, ...], node: ir.Repeat) -> None:
    left = amount(kernel, ctx, node.amount) if node.amount is not None else -1
    while left != 0:
        if left < 0 and not kernel.ask("repeat", ctx.controller, source_name(kernel, ctx), "repeat the process"):
            return
        for step in steps:
            perform(kernel, ctx, step)
        left -= 1


@does(ir.May)
def _may(kernel: Kernel, ctx: Context, node: ir.May) -> None:
    for player in players(kernel, ctx, node.who):
        accepted = _accepts(kernel, ctx, node, player)
        if accepted:
            kernel.note(f"{player} chooses to do it", "if_you_do")
            perform(kernel, ctx, node.do)
            if kernel.has("if_you_do"):
                ctx.did = True
            if ctx.did:
                perform(kernel, ctx, node.then)
        else:
            kernel.note(f"{player} chooses not to", "choice_on_resolution")
            ctx.did = False
            perform(kernel, ctx, node.otherwise)


def _accepts(kernel: Kernel, ctx: Context, node: ir.May, player: str) -> bool:
    able = possible(kernel, ctx, node.do, player)
    about = source_name(kernel, ctx)
    if ctx.optional_choice is not None:
        answer, ctx.optional_choice = ctx.optional_choice, None
        if answer and not able and kernel.has("impossible_choice"):
            return False
        return answer
    if able or not kernel.has("impossible_choice"):
        return kernel.ask("may", player, about, "do it (you may)")
    kernel.note(f"{player} cannot do it, so it cannot be chosen", "impossible_choice")
    wanted = kernel.scripted("may", player, about)
    if wanted:
        raise kernel.illegal(f"{player} cannot choose what cannot be done", "impossible_choice")
    return False


@does(ir.Pay)
def _pay(kernel: Kernel, ctx: Context, node: ir.Pay) -> None:
    for player in players(kernel, ctx, node.who):
        pay_now(kernel, ctx, player, node.cost)
        ctx.did = True


@does(ir.Unless)
def _unless(kernel: Kernel, ctx: Context, node: ir.Unless) -> None:
    about = source_name(kernel, ctx)
    for player in players(kernel, ctx, node.who):
        able = payable(kernel, ctx, player, node.cost)
        if not able and kernel.has("impossible_choice"):
            kernel.note(f"{player} cannot pay, so it cannot be chosen", "impossible_choice")
            if kernel.scripted("pay", player, about):
                raise kernel.illegal(f"{player} cannot pay", "impossible_choice")
            continue
        if kernel.ask("pay", player, about, "pay"):
            pay_now(kernel, ctx, player, node.cost)
            kernel.note(f"{player} pays", "choice_on_resolution")
            ctx.did = False
            return
        kernel.note(f"{player} does not pay", "choice_on_resolution")
    perform(kernel, ctx, node.do)


@does(ir.If)
def _if(kernel: Kernel, ctx: Context, node: ir.If) -> None:
    perform(kernel, ctx, node.then if holds(kernel, ctx, node.condition) else node.otherwise)


@does(ir.ForEach)
def _for_each(kernel: Kernel, ctx: Context, node: ir.ForEach) -> None:
    if isinstance(node.over, Amount):
        for _ in range(amount(kernel, ctx, node.over)):
            perform(kernel, ctx, node.do)
        return
    outer = ctx.current
    for ref in refs(kernel, ctx, node.over):
        ctx.current = now(kernel, ctx, ref)
        perform(kernel, ctx, node.do)
    ctx.current = outer


@does(ir.Modal)
def _modal(kernel: Kernel, ctx: Context, node: ir.Modal) -> None:
    chosen = list(ctx.modes)
    if node.on_resolution or not chosen:
        number = kernel.choose_number(
            "mode", ctx.controller, source_name(kernel, ctx), f"choose a mode of {len(node.modes)}", 1, len(node.modes)
        )
        chosen = [number]
    for number in chosen:
        perform(kernel, ctx, node.modes[number - 1])


@does(ir.Happens)
def _happens(kernel: Kernel, ctx: Context, node: ir.Happens) -> None:
    event = ctx.event.get("replaced")
    if not isinstance(event, Event):
        raise EngineError("only a replacement effect can let the replaced event happen")
    if node.amount is not None:
        event.amount = amount(kernel, ctx, node.amount)
    happen(kernel, [event])


@does(ir.Reflexive)
def _reflexive(kernel: Kernel, ctx: Context, node: ir.Reflexive) -> None:
    if ctx.did:
        ability = TriggeredAbility(StateBecomesTrue(DidSo()), node.effect, node.targets)  # type: ignore[arg-type]
        trigger(kernel, ability, "reflexive", clone(ctx))
