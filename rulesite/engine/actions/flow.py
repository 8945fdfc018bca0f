"""Instructions that join instructions: in order, may, unless, if, for each, modes, pay."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities import combining as ir
from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import DidSo
from rulesite.engine.abilities.events import StateBecomesTrue
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.node import Node
from rulesite.engine.casting.paying_now import pay_now, payable
from rulesite.engine.happening.batch import happen
from rulesite.engine.happening.performing import Turns, doers, does, perform, perform_for
from rulesite.engine.happening.triggering import trigger
from rulesite.engine.meaning.evaluate import amount, holds, refs
from rulesite.engine.meaning.possible import possible
from rulesite.engine.meaning.referents import now, source_name
from rulesite.engine.state.choices import EngineError
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Context

from .acted_on import in_turn


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
        if left < 0 and not kernel.ask("repeat", ctx.chooser, source_name(kernel, ctx), "repeat the process"):
            return
        for step in steps:
            perform(kernel, ctx, step)
        left -= 1


@does(ir.May, by="who")
def _may(kernel: Kernel, ctx: Context, node: ir.May, who: Node, players: list[str]) -> None:
    """All of them choose, in turn order; then those who accepted do it, then what follows."""
    turns = Turns(ctx, who, players)
    accepted: list[str] = []
    for player in turns:
        with turns.of(player):
            if _accepts(kernel, ctx, node, player):
                accepted.append(player)
                kernel.note(f"{player} chooses to do it", "if_you_do")
            else:
                kernel.note(f"{player} chooses not to", "choice_on_resolution")
                ctx.did = False
    perform_for(kernel, ctx, node.do, who, accepted)
    done: list[str] = []
    for player in turns:
        with turns.of(player):
            if player in accepted and kernel.has("if_you_do"):
                ctx.did = True
            if player in accepted and ctx.did:
                done.append(player)
    perform_for(kernel, ctx, node.then, who, done)
    perform_for(kernel, ctx, node.otherwise, who, [each for each in players if each not in accepted])
    turns.gather()


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


@in_turn(ir.Pay)
def _pay(kernel: Kernel, ctx: Context, node: ir.Pay, player: str) -> None:
    pay_now(kernel, ctx, player, node.cost)
    ctx.did = True


def _unless_for_each(kernel: Kernel, ctx: Context, node: ir.Unless, who: Node, players: list[str]) -> None:
    """Each of several does it unless he or she pays: first all of them choose and pay, in turn order."""
    turns = Turns(ctx, who, players)
    left = []
    for player in turns:
        with turns.of(player):
            if not _pays(kernel, ctx, node, player):
                left.append(player)
    perform_for(kernel, ctx, node.do, who, left)


@does(ir.Unless, spread=_unless_for_each)
def _unless(kernel: Kernel, ctx: Context, node: ir.Unless) -> None:
    """It is done unless any of the players named pays."""
    turns = Turns(ctx, node.who, doers(kernel, ctx, node.who))
    for player in turns:
        with turns.of(player):
            paid = _pays(kernel, ctx, node, player)
        if paid:
            ctx.did, ctx.passed_over = False, True
            return
    perform(kernel, ctx, node.do)


def _pays(kernel: Kernel, ctx: Context, node: ir.Unless, player: str) -> bool:
    about = source_name(kernel, ctx)
    if not payable(kernel, ctx, player, node.cost) and kernel.has("impossible_choice"):
        kernel.note(f"{player} cannot pay, so it cannot be chosen", "impossible_choice")
        if kernel.scripted("pay", player, about):
            raise kernel.illegal(f"{player} cannot pay", "impossible_choice")
        return False
    if kernel.ask("pay", player, about, "pay"):
        pay_now(kernel, ctx, player, node.cost)
        kernel.note(f"{player} pays", "choice_on_resolution")
        ctx.did = False
        return True
    kernel.note(f"{player} does not pay", "choice_on_resolution")
    return False


def _if_for_each(kernel: Kernel, ctx: Context, node: ir.If, who: Node, players: list[str]) -> None:
    """For each of several the condition is asked, then it is done for all for whom it is true."""
    turns = Turns(ctx, who, players)
    so = []
    for player in turns:
        with turns.of(player):
            if holds(kernel, ctx, node.condition):
                so.append(player)
    perform_for(kernel, ctx, node.then, who, so)
    perform_for(kernel, ctx, node.otherwise, who, [each for each in players if each not in so])


@does(ir.If, spread=_if_for_each)
def _if(kernel: Kernel, ctx: Context, node: ir.If) -> None:
    so = holds(kernel, ctx, node.condition)
    ctx.passed_over = ctx.passed_over or not so
    perform(kernel, ctx, node.then if so else node.otherwise)


@does(ir.ForEach)
def _for_each(kernel: Kernel, ctx: Context, node: ir.ForEach) -> None:
    if isinstance(node.over, Amount):
        for _ in range(amount(kernel, ctx, node.over)):
            perform(kernel, ctx, node.do)
        return
    found = refs(kernel, ctx, node.over)
    if found and all(ref_player(ref) is not None for ref in found):
        perform_for(kernel, ctx, node.do, node.over, doers(kernel, ctx, node.over))
        return
    outer, ctx.each = (ctx.current, ctx.each), node.over
    for ref in found:
        ctx.current = now(kernel, ctx, ref)
        perform(kernel, ctx, node.do)
    ctx.current, ctx.each = outer


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
