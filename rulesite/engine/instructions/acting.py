"""What the instructions share: finding the objects that they act on, and remembering what they did."""

from __future__ import annotations

from ..abilities.node import Node
from ..abilities.references import Chosen
from ..continuous import look
from ..evaluate import refs
from ..events import Event
from ..kernel import Kernel
from ..objects import Context
from ..references import choose_objects, chosen_options, now
from ..state import ref_id, ref_player


def objects(kernel: Kernel, ctx: Context, node: Node) -> list[str]:
    """The objects that a reference names and that still exist, where they are now."""
    found = [now(kernel, ctx, ref) for ref in refs(kernel, ctx, node)]
    there = [
        ref
        for ref in dict.fromkeys(found)
        if (thing_id := ref_id(ref)) is not None and kernel.thing(thing_id) is not None
    ]
    if ctx.event.get("delayed") and not kernel.has("delayed_changed_object"):
        then = ctx.said.get("looked like", {})
        there = [ref for ref in there if then.get(ref) in (None, sorted(look(kernel, ref_id(ref) or 0).types))]
    return there


def permanents(kernel: Kernel, ctx: Context, node: Node) -> list[str]:
    """As :func:`objects`, only what is on the battlefield."""
    return [ref for ref in objects(kernel, ctx, node) if kernel.state.things[ref_id(ref) or 0].on_battlefield]


def players(kernel: Kernel, ctx: Context, node: Node) -> list[str]:
    """The names of the players that a reference names, in turn order."""
    named = {name for ref in refs(kernel, ctx, node) if (name := ref_player(ref)) is not None}
    return [name for name in kernel.state.turn_order() if name in named]


def chosen_by(kernel: Kernel, ctx: Context, node: Node, player: str, kind: str, among: list[str]) -> list[str]:
    """What ``player`` chooses for an instruction that he or she carries out, limited to ``among``."""
    if not isinstance(node, Chosen):
        return [ref for ref in objects(kernel, ctx, node) if ref in among]
    options = [ref for ref in among if ref in chosen_options(kernel, ctx, node)]
    return choose_objects(kernel, ctx, node, player, kind, options)


def remember(ctx: Context, verb: str, found: list[str], amount: int | None = None) -> None:
    """Note what a step acted on, for "it", "that many" and "if you do"."""
    ctx.memo[verb] = list(found)
    ctx.last_verb = verb
    ctx.previous = len(found) if amount is None else amount
    ctx.did = bool(found) if amount is None else amount > 0


def follow(ctx: Context, happened: list[Event]) -> list[str]:
    """Remember what moved objects became; returns the objects before the move."""
    moved = [event for event in happened if event.kind == "move" and event.old]
    for event in moved:
        ctx.follow[f"object {event.old}"] = f"object {event.new}"
    return [f"object {event.old}" for event in moved]
