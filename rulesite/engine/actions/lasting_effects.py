"""Instructions that start something that lasts: continuous effects, shields, delayed triggers."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities import combining as join
from rulesite.engine.abilities.changes import ReplaceWords
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.abilities.references import Every
from rulesite.engine.effects.characteristic_changes import aspect_of
from rulesite.engine.effects.durations import running
from rulesite.engine.effects.freezing import freeze
from rulesite.engine.effects.text_change import choose_words
from rulesite.engine.happening.batch import happen
from rulesite.engine.happening.performing import does
from rulesite.engine.happening.triggering import look_into_the_past
from rulesite.engine.meaning.evaluate import amount, refs
from rulesite.engine.meaning.referents import now, source_name
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.game_state import DelayedTrigger, Effect, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Context

from .acted_on import in_turn


@does(ir.Continuous)
def _continuous(kernel: Kernel, ctx: Context, node: ir.Continuous) -> None:
    state = kernel.state
    changes = tuple(
        choose_words(kernel, ctx, change, source_name(kernel, ctx))
        if isinstance(change, ReplaceWords)
        else freeze(kernel, ctx, change)
        for change in node.changes
    )
    rules_only = not any(aspect_of(change) for change in changes)
    affected: list[str] | None = [now(kernel, ctx, ref) for ref in refs(kernel, ctx, node.what)]
    if rules_only and isinstance(node.what, Every):
        affected = None
    effect = Effect(
        state.fresh_id(),
        changes,
        affected,
        node.duration,
        clone(ctx),
        state.clock,
        state.turn,
        while_=node.while_,
        label=f"an effect of {source_name(kernel, ctx)}",
        what=node.what,
    )
    if not running(kernel, effect):
        kernel.note("the effect's duration is over before it begins", "duration_over")
        if kernel.has("duration_over"):
            return
        effect.while_, effect.duration = None, "permanent"
    if affected is not None and not affected:
        return

    def start() -> None:
        effect.timestamp = state.tick()
        state.effects.append(effect)

    until = {"turn": " until end of turn", "permanent": ""}.get(node.duration, f" ({node.duration})")
    whom = ", ".join(kernel.label(ref) for ref in affected) if affected is not None else "what it describes"
    kernel.note(f"an effect of {source_name(kernel, ctx)} begins for {whom}{until}", "affected_locked_in")
    happen(kernel, [], start)
    ctx.did = True
    if affected:
        ctx.memo["affect"] = affected


@does(ir.PreventDamage)
def _prevent(kernel: Kernel, ctx: Context, node: ir.PreventDamage) -> None:
    if node.duration == "now":
        raise NotModelled("only the damage that is being replaced can be prevented as it is dealt")
    state = kernel.state
    inner = clone(ctx)
    targets: list[str | None] = [None]
    if isinstance(node.to, Predicate):
        inner.said["prevent to"] = node.to
    elif node.to is not None:
        targets = list(dict.fromkeys(now(kernel, ctx, ref) for ref in refs(kernel, ctx, node.to)))
    if isinstance(node.from_, Predicate):
        inner.said["prevent from"] = node.from_
    elif isinstance(node.from_, Node):
        inner.said["prevent sources"] = [now(kernel, ctx, ref) for ref in refs(kernel, ctx, node.from_)]
    for target in targets:
        total = None
        if node.amount is not None:
            total = amount(kernel, ctx, node.amount)
        effect = Effect(
            state.fresh_id(),
            (node,),
            [target] if target is not None else None,
            node.duration,
            inner,
            state.tick(),
            state.turn,
            "prevention",
            left=total,
            label=f"the prevention of {source_name(kernel, ctx)}",
        )
        state.effects.append(effect)
        kernel.note(
            f"{'all' if total is None else f'the next {total}'} damage to "
            f"{kernel.label(target) if target else 'anything'} will be prevented",
            "prevention_shield",
        )


@does(join.CreateReplacement)
def _replacement(kernel: Kernel, ctx: Context, node: join.CreateReplacement) -> None:
    state = kernel.state
    effect = Effect(
        state.fresh_id(),
        (node.replacement,),
        None,
        node.duration,
        clone(ctx),
        state.tick(),
        state.turn,
        "replacement",
        label=f"an effect of {source_name(kernel, ctx)}",
    )
    state.effects.append(effect)
    kernel.note(f"{effect.label} will replace an event", "replacement_effect")


@does(join.Delayed)
def _delayed(kernel: Kernel, ctx: Context, node: join.Delayed) -> None:
    state = kernel.state
    ability = TriggeredAbility(node.trigger, node.effect, condition=node.condition, zones=())
    inner = clone(ctx)
    inner.did = False
    inner.said["looked like"] = {
        ref: sorted(look(kernel, thing_id).types)
        for refs_ in [*ctx.targets, *ctx.memo.values()]
        for ref in refs_
        if (thing_id := ref_id(ref)) is not None and kernel.thing(thing_id) is not None
    }
    delayed = DelayedTrigger(
        state.fresh_id(),
        ability,
        inner,
        state.batches,
        node.once,
        node.duration or "",
        state.turn,
        kernel.label(ctx.source) if ctx.source else "",
        node.until,
    )
    state.delayed.append(delayed)
    if node.until:
        kernel.note(f"{source_name(kernel, ctx)} waits for the end of it")
        return
    kernel.note(f"a delayed triggered ability of {source_name(kernel, ctx)} is created", "delayed_created_first")
    if not kernel.has("delayed_created_first"):
        look_into_the_past(kernel, delayed)


@in_turn(ir.SkipNext)
def _skip(kernel: Kernel, ctx: Context, node: ir.SkipNext, player: str) -> None:
    kernel.state.skips.append((player, node.step))
    kernel.note(f"{player} will skip the next {node.step}", "skip")
