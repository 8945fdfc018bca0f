"""How much an amount is at this moment."""

from __future__ import annotations

from rulesite.engine.abilities import amounts as ir
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Context

from .evaluate import AMOUNTS, amount, answers, refs
from .fitting import counters_on, number_of, quality_values
from .happened import occurrences
from .referents import source_name, unbound


@answers(AMOUNTS, ir.Number)
def _number(kernel: Kernel, ctx: Context, node: ir.Number) -> int:
    return node.value


@answers(AMOUNTS, ir.X)
def _x(kernel: Kernel, ctx: Context, node: ir.X) -> int:
    if ctx.x is None:
        raise NotModelled(f"no value was announced for {node.name}")
    return ctx.x


@answers(AMOUNTS, ir.Count)
def _count(kernel: Kernel, ctx: Context, node: ir.Count) -> int:
    return len(refs(kernel, ctx, node.of))


@answers(AMOUNTS, ir.CountersOn)
def _counters_on(kernel: Kernel, ctx: Context, node: ir.CountersOn) -> int:
    return sum(counters_on(kernel, ref, node.kind) for ref in refs(kernel, ctx, node.on))


@answers(AMOUNTS, ir.Characteristic)
def _characteristic(kernel: Kernel, ctx: Context, node: ir.Characteristic) -> int:
    """Of several objects the sum, which a text calls the total."""
    name, found = node.name.removeprefix("total "), refs(kernel, ctx, node.of)
    if not kernel.has("last_known_information"):
        found = [
            ref
            for ref in found
            if ref_player(ref) is not None or any(kernel.thing(each) for each in kernel.same([ref]))
        ]
    return sum(number_of(kernel, name, ref) or 0 for ref in found)


@answers(AMOUNTS, ir.LifeTotal)
def _life(kernel: Kernel, ctx: Context, node: ir.LifeTotal) -> int:
    return sum(
        kernel.state.players[name].life for ref in refs(kernel, ctx, node.of) if (name := ref_player(ref)) is not None
    )


@answers(AMOUNTS, ir.ThatMuch)
def _that_much(kernel: Kernel, ctx: Context, node: ir.ThatMuch) -> int:
    found = ctx.event.get("amount") if node.source == "trigger" else ctx.previous
    if found is None and not ctx.passed_over:
        raise unbound(kernel, ctx, '"that much"')
    return int(found or 0)


@answers(AMOUNTS, ir.Total)
def _total(kernel: Kernel, ctx: Context, node: ir.Total) -> int:
    return sum(amount(kernel, ctx, part) for part in node.parts)


@answers(AMOUNTS, ir.Times)
def _times(kernel: Kernel, ctx: Context, node: ir.Times) -> int:
    return node.factor * amount(kernel, ctx, node.of)


@answers(AMOUNTS, ir.Half)
def _half(kernel: Kernel, ctx: Context, node: ir.Half) -> int:
    value = amount(kernel, ctx, node.of)
    return -(-value // 2) if node.rounded == "up" else value // 2


@answers(AMOUNTS, ir.Extreme)
def _extreme(kernel: Kernel, ctx: Context, node: ir.Extreme) -> int:
    values = [
        value for ref in refs(kernel, ctx, node.among) if (value := number_of(kernel, node.name, ref)) is not None
    ]
    if not values:
        return 0
    return max(values) if node.which == "greatest" else min(values)


def _somebody_chooses(kernel: Kernel, ctx: Context) -> None:
    """A number is chosen as something is played or carried out; a statement that is simply true asks nobody."""
    if not ctx.stack_id and not ctx.doer:
        raise unbound(kernel, ctx, "a number that nobody chooses")


@answers(AMOUNTS, ir.AtLeast)
def _at_least(kernel: Kernel, ctx: Context, node: ir.AtLeast) -> int:
    _somebody_chooses(kernel, ctx)
    return kernel.choose_number(
        "number", ctx.chooser, source_name(kernel, ctx), "choose a number", amount(kernel, ctx, node.minimum)
    )


@answers(AMOUNTS, ir.UpTo)
def _up_to(kernel: Kernel, ctx: Context, node: ir.UpTo) -> int:
    _somebody_chooses(kernel, ctx)
    return kernel.choose_number(
        "number", ctx.chooser, source_name(kernel, ctx), "choose a number", 0, amount(kernel, ctx, node.maximum)
    )


@answers(AMOUNTS, ir.TimesPaid)
def _times_paid(kernel: Kernel, ctx: Context, node: ir.TimesPaid) -> int:
    return paid(kernel, ctx).get(node.keyword, 0)


def paid(kernel: Kernel, ctx: Context) -> dict[str, int]:
    """The optional and alternative costs paid for this spell, or for the spell that became this permanent."""
    if ctx.paid:
        return ctx.paid
    thing, known = kernel.thing(ctx.source), kernel.known(ctx.source)
    if thing is not None and thing.play is not None:
        return thing.play.context.paid
    remembers = thing.remembers if thing is not None else known.remembers if known is not None else {}
    return dict(remembers.get("paid", {}))


@answers(AMOUNTS, ir.Different)
def _different(kernel: Kernel, ctx: Context, node: ir.Different) -> int:
    return len({value for ref in refs(kernel, ctx, node.among) for value in quality_values(kernel, node.quality, ref)})


@answers(AMOUNTS, ir.HowOften)
def _how_often(kernel: Kernel, ctx: Context, node: ir.HowOften) -> int:
    return len(occurrences(kernel, ctx, node.event, node.span))


__all__ = ["look", "paid"]
