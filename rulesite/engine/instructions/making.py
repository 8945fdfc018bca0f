"""Making objects: tokens and copies; playing cards during a resolution; extra turns."""

from __future__ import annotations

from ..abilities import instructions as ir
from ..attacking import join_attack
from ..batch import happen
from ..choices import NotModelled
from ..codec import clone
from ..evaluate import amount, refs
from ..events import Event
from ..kernel import Kernel
from ..objects import Card, Context, Play, Thing, copiable
from ..performing import does
from ..references import source_name
from ..state import object_ref, ref_id
from ..targets import choose_targets
from ..zones import create
from .acting import objects, players, remember


@does(ir.CreateToken)
def _create_token(kernel: Kernel, ctx: Context, node: ir.CreateToken) -> None:
    made: list[str] = []
    for player in players(kernel, ctx, node.who):
        count = amount(kernel, ctx, node.amount)
        cards = [_token_card(kernel, ctx, node.token) for _ in range(count)]

        arrived = [create(kernel, card, player, "battlefield", kind="token") for card in cards]
        events = []
        for thing in arrived:
            thing.tapped = node.tapped
            if node.attacking:
                join_attack(kernel, thing)
            made.append(object_ref(thing.id))
            kernel.note(f"{player} gets the token {thing.label}", "new_object")
            events += _arrival(player, object_ref(thing.id))
        happen(kernel, events, kernel.state.touch)
    remember(ctx, "create", made)


def _arrival(player: str, ref: str) -> list[Event]:
    thing_id = ref_id(ref) or 0
    return [Event("arrive", ref, player=player, zone="battlefield", new=thing_id), Event("token", ref, player=player)]


def _token_card(kernel: Kernel, ctx: Context, token: object) -> Card:
    if not isinstance(token, ir.Token):
        found = objects(kernel, ctx, token)  # type: ignore[arg-type]
        if not found:
            raise NotModelled("there is nothing to copy")
        return copiable(kernel.state.things[ref_id(found[0]) or 0])
    power = amount(kernel, ctx, token.power) if token.power is not None else None
    toughness = amount(kernel, ctx, token.toughness) if token.toughness is not None else None
    name = token.name or " ".join(token.subtypes) or "Token"
    return Card(
        name,
        token.types,
        token.supertypes,
        token.subtypes,
        frozenset(token.colors),
        None,
        power,
        toughness,
        abilities=token.abilities,
    )


@does(ir.ExtraTurn)
def _extra_turn(kernel: Kernel, ctx: Context, node: ir.ExtraTurn) -> None:
    for player in players(kernel, ctx, node.who):
        for _ in range(amount(kernel, ctx, node.amount)):
            kernel.note(f"{player} will take an extra turn", "extra_turn")
            kernel.state.extra_turns.append(player)


@does(ir.CopySpell)
def _copy_spell(kernel: Kernel, ctx: Context, node: ir.CopySpell) -> None:
    made = []
    for ref in objects(kernel, ctx, node.what):
        original = kernel.state.things[ref_id(ref) or 0]
        if original.play is None:
            continue
        for _ in range(amount(kernel, ctx, node.amount)):
            made.append(_copy(kernel, ctx, original, node.new_targets))
    remember(ctx, "copy", made)


def _copy(kernel: Kernel, ctx: Context, original: Thing, new_targets: bool) -> str:
    play: Play = clone(original.play) if original.play is not None else Play(Context(ctx.controller))
    kind = "ability" if original.kind == "ability" else "copy"
    thing = create(kernel, original.card, ctx.controller, "stack", label=f"copy of {original.label}", kind=kind)
    inner = play.context
    inner.controller, inner.stack_id = ctx.controller, thing.id
    if kind == "copy":
        inner.source = thing.id
    play.copy = True
    thing.play = play
    kernel.state.touch()
    kernel.note(f"{ctx.controller} puts {thing.label} on the stack")
    slots = getattr(play.ability, "targets", ())
    if new_targets and slots and kernel.ask("new targets", ctx.controller, thing.label, "choose new targets"):
        choose_targets(kernel, inner, slots, play.ability.effect, thing.label, None)
    return object_ref(thing.id)


@does(ir.ChangeTargets)
def _change_targets(kernel: Kernel, ctx: Context, node: ir.ChangeTargets) -> None:
    for ref in objects(kernel, ctx, node.what):
        thing = kernel.state.things[ref_id(ref) or 0]
        slots = getattr(thing.play.ability, "targets", ()) if thing.play is not None else ()
        if thing.play is None or not slots:
            continue
        given: list[object] | None = None
        if node.to is not None:
            given = list(refs(kernel, ctx, node.to))
        before, thing.play.context.controller = thing.play.context.controller, ctx.controller
        try:
            choose_targets(
                kernel, thing.play.context, slots, thing.play.ability.effect, source_name(kernel, ctx), given
            )
        finally:
            thing.play.context.controller = before
