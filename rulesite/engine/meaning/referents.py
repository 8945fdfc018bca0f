"""What each reference of an ability names at this moment."""

from __future__ import annotations

from rulesite.engine.abilities import references as ir
from rulesite.engine.abilities.amounts import Amount, AtLeast, UpTo
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.predicates import IsObject
from rulesite.engine.state.characteristics import controller_of, where
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Context

from .evaluate import REFERENCES, amount, answers, matches, player_of, refs


def everything(kernel: Kernel) -> list[str]:
    """Every object and player there is, in a fixed order."""
    things = [object_ref(each) for each in sorted(kernel.state.things) if not kernel.state.things[each].phased_out]
    return things + [player_ref(name) for name in kernel.state.turn_order()]


def unbound(kernel: Kernel, ctx: Context, words: str) -> NotModelled:
    """The error to raise for words that stand for nothing here: never an empty list, and a card that "resolves"."""
    return NotModelled(f"nothing says what {words} means for {source_name(kernel, ctx) or 'this text'}")


def now(kernel: Kernel, ctx: Context, ref: str) -> str:
    """What ``ref`` has become, as far as this effect may know: only the first move is followed.

    An object that this effect, or the event that triggered it, moved is found in the zone that it moved to; once it
    has moved on it is another object.
    """
    thing_id = ref_id(ref)
    if thing_id is None or kernel.thing(thing_id) is not None:
        return ref
    followed = ctx.follow.get(ref)
    if followed is not None and kernel.thing(ref_id(followed) or 0) is not None:
        return followed
    loose = (not kernel.has("new_object")) or (followed is not None and not kernel.has("first_zone_only"))
    if not kernel.has("delayed_moved_object") and ctx.event.get("delayed"):
        loose = True
    if loose:
        known = kernel.known(thing_id)
        while known is not None and known.became:
            if kernel.thing(known.became) is not None:
                return object_ref(known.became)
            known = kernel.known(known.became)
    return ref


@answers(REFERENCES, ir.Self)
def _self(kernel: Kernel, ctx: Context, node: ir.Self) -> list[str]:
    if not ctx.source:
        raise unbound(kernel, ctx, "the object itself")
    return [object_ref(ctx.source)]


@answers(REFERENCES, ir.Target)
def _target(kernel: Kernel, ctx: Context, node: ir.Target) -> list[str]:
    if node.slot >= len(ctx.targets):
        raise unbound(kernel, ctx, f"target {node.slot + 1}")
    chosen = ctx.targets[node.slot]
    if not kernel.has("illegal_target_unaffected"):
        return list(chosen)
    return [ref for ref in chosen if f"{node.slot}:{ref}" not in ctx.illegal]


@answers(REFERENCES, ir.You)
def _you(kernel: Kernel, ctx: Context, node: ir.You) -> list[str]:
    return [player_ref(ctx.controller)]


@answers(REFERENCES, ir.TriggerObject)
def _trigger_object(kernel: Kernel, ctx: Context, node: ir.TriggerObject) -> list[str]:
    found = ctx.event.get(node.role)
    if found is None:
        raise unbound(kernel, ctx, f"the {node.role} of the event")
    return list(found) if isinstance(found, list) else [str(found)] if found else []


@answers(REFERENCES, ir.TriggerPlayer)
def _trigger_player(kernel: Kernel, ctx: Context, node: ir.TriggerPlayer) -> list[str]:
    player = ctx.event.get("player")
    if not player:
        raise unbound(kernel, ctx, "the player of the event")
    return [player_ref(str(player))]


@answers(REFERENCES, ir.Attached)
def _attached(kernel: Kernel, ctx: Context, node: ir.Attached) -> list[str]:
    found = kernel.thing(ctx.source) or kernel.known(ctx.source)
    if found is None:
        raise unbound(kernel, ctx, "what it is attached to")
    return [found.attached_to] if found.attached_to else []


@answers(REFERENCES, ir.Memo)
def _memo(kernel: Kernel, ctx: Context, node: ir.Memo) -> list[str]:
    verb = node.verb or ctx.last_verb
    if verb not in ctx.memo and not ctx.passed_over:
        raise unbound(kernel, ctx, f"what was acted on ({verb})" if verb else "what was acted on")
    return list(ctx.memo.get(verb, []))


@answers(REFERENCES, ir.Linked)
def _linked(kernel: Kernel, ctx: Context, node: ir.Linked) -> list[str]:
    if ctx.source == ctx.stack_id and node.verb in ctx.memo:
        return list(ctx.memo[node.verb])  # what a spell did in paying its own additional cost
    found = kernel.thing(ctx.source) or kernel.known(ctx.source)
    if found is None:
        raise unbound(kernel, ctx, f"what the linked ability acted on ({node.verb})")
    return list(found.remembers.get(f"linked {node.verb}", []))


@answers(REFERENCES, ir.Rest)
def _rest(kernel: Kernel, ctx: Context, node: ir.Rest) -> list[str]:
    if ctx.rest is None and not ctx.passed_over:
        raise unbound(kernel, ctx, "the rest")
    return list(ctx.rest or [])


@answers(REFERENCES, ir.Outside)
def _outside(kernel: Kernel, ctx: Context, node: ir.Outside) -> list[str]:
    raise unbound(kernel, ctx, f'"{node.noun}"')


@answers(REFERENCES, ir.Current)
def _current(kernel: Kernel, ctx: Context, node: ir.Current) -> list[str]:
    if not ctx.current:
        raise unbound(kernel, ctx, '"that player" or "it" (each of several)')
    return [ctx.current]


@answers(REFERENCES, ir.Candidate)
def _candidate(kernel: Kernel, ctx: Context, node: ir.Candidate) -> list[str]:
    if not ctx.candidate:
        raise unbound(kernel, ctx, "what is being described")
    return [ctx.candidate]


@answers(REFERENCES, ir.ControllerOf)
def _controller_of(kernel: Kernel, ctx: Context, node: ir.ControllerOf) -> list[str]:
    return [player_ref(controller_of(kernel, ref)) for ref in _information(kernel, ctx, node.of)]


def _information(kernel: Kernel, ctx: Context, node: Node) -> list[str]:
    """What a reference names, illegal targets included: their information may still be used."""
    if isinstance(node, ir.Target) and node.slot < len(ctx.targets):
        return list(ctx.targets[node.slot])
    return refs(kernel, ctx, node)


@answers(REFERENCES, ir.OwnerOf)
def _owner_of(kernel: Kernel, ctx: Context, node: ir.OwnerOf) -> list[str]:
    return [player_ref(owner_of(kernel, ref)) for ref in _information(kernel, ctx, node.of)]


def owner_of(kernel: Kernel, ref: str) -> str:
    """The owner of an object; a player owns itself."""
    thing_id = ref_id(ref)
    if thing_id is None:
        return ref_player(ref) or ""
    thing, known = kernel.thing(thing_id), kernel.known(thing_id)
    return thing.owner if thing is not None else known.owner if known is not None else ""


@answers(REFERENCES, ir.EachPlayer)
def _each_player(kernel: Kernel, ctx: Context, node: ir.EachPlayer) -> list[str]:
    return [ref for name in kernel.state.turn_order() if matches(kernel, ctx, node.who, ref := player_ref(name))]


@answers(REFERENCES, ir.SomePlayer)
def _some_player(kernel: Kernel, ctx: Context, node: ir.SomePlayer) -> list[str]:
    options = [ref for name in kernel.state.turn_order() if matches(kernel, ctx, node.who, ref := player_ref(name))]
    chosen = kernel.choose("player", ctx.controller, source_name(kernel, ctx), "choose a player", options)
    ctx.memo["choose"] = chosen
    return chosen


@answers(REFERENCES, ir.DefendingPlayer)
def _defending(kernel: Kernel, ctx: Context, node: ir.DefendingPlayer) -> list[str]:
    combat = kernel.state.combat
    ids = kernel.same(refs(kernel, ctx, node.of)) if node.of is not None else [ctx.source]
    if combat is not None:
        found = [player_ref(combat.attackers[each]) for each in ids if each in combat.attackers]
        if found:
            return found
    opponents = kernel.state.opponents(kernel.state.active)
    if len(opponents) != 1:
        raise unbound(kernel, ctx, "the defending player")
    return [player_ref(opponents[0])]


@answers(REFERENCES, ir.ActivePlayer)
def _active(kernel: Kernel, ctx: Context, node: ir.ActivePlayer) -> list[str]:
    return [player_ref(kernel.state.active)]


def chosen_by_now(kernel: Kernel, ctx: Context) -> bool:
    """Whether what is chosen as the source enters must have been chosen: it is on the battlefield, or was last."""
    found = kernel.thing(ctx.source) or kernel.known(ctx.source)
    return found is None or (found.zone == "battlefield" and found.id != kernel.arriving)


@answers(REFERENCES, ir.ChosenPlayer)
def _chosen_player(kernel: Kernel, ctx: Context, node: ir.ChosenPlayer) -> list[str]:
    """The player chosen as the source entered; off the battlefield there is none (208.2a in 2024-06-07)."""
    found = kernel.thing(ctx.source) or kernel.known(ctx.source)
    remembers = found.remembers if found is not None else {}
    name = remembers.get("chosen player") or remembers.get("chosen opponent")
    if not name and chosen_by_now(kernel, ctx):
        raise unbound(kernel, ctx, "the chosen player")
    return [player_ref(str(name))] if name else []


@answers(REFERENCES, ir.Every)
def _every(kernel: Kernel, ctx: Context, node: ir.Every) -> list[str]:
    found = [ref for ref in everything(kernel) if matches(kernel, ctx, node.what, ref)]
    done = next((part.what for part in getattr(node.what, "parts", ()) if _says_what_was_done(part)), None)
    if done is None or not kernel.has("last_known_information"):
        return found
    # "creatures destroyed this way": those that fitted, though they are there no longer
    gone = [ref for ref in refs(kernel, ctx, done) if now(kernel, ctx, ref) not in found]
    return found + [ref for ref in gone if ref not in found and matches(kernel, ctx, node.what, ref)]


def _says_what_was_done(part: Node) -> bool:
    return isinstance(part, IsObject) and isinstance(part.what, ir.Memo)


@answers(REFERENCES, ir.Chosen)
def _chosen(kernel: Kernel, ctx: Context, node: ir.Chosen) -> list[str]:
    return choose_objects(kernel, ctx, node, (node.chooser and player_of(kernel, ctx, node.chooser)) or ctx.chooser)


def chosen_options(kernel: Kernel, ctx: Context, node: ir.Chosen) -> list[str]:
    """What may be chosen for a choice that is made on resolution."""
    pool = refs(kernel, ctx, node.from_) if node.from_ is not None else everything(kernel)
    return [ref for ref in pool if matches(kernel, ctx, node.what, now(kernel, ctx, ref))]


def choose_objects(
    kernel: Kernel,
    ctx: Context,
    node: ir.Chosen,
    chooser: str,
    kind: str = "object",
    options: list[str] | None = None,
) -> list[str]:
    """Let ``chooser`` choose what a :class:`Chosen` asks for; as many as there are, if there are too few."""
    if options is None:
        options = chosen_options(kernel, ctx, node)
    low, high = amount_range(kernel, ctx, node.amount, len(options))
    if node.at_random and len(options) > high:
        kind = "at random"
    chosen = kernel.choose(
        kind,
        chooser,
        source_name(kernel, ctx),
        f"choose {low if low == high else f'{low}-{high}'}",
        options,
        min(low, len(options)),
        high,
    )
    ctx.rest = [ref for ref in options if ref not in chosen]
    return chosen


def amount_range(kernel: Kernel, ctx: Context, node: Amount, available: int) -> tuple[int, int]:
    """The least and the greatest number that an amount allows."""
    if isinstance(node, UpTo):
        return 0, amount(kernel, ctx, node.maximum)
    if isinstance(node, AtLeast):
        return amount(kernel, ctx, node.minimum), available
    exactly = amount(kernel, ctx, node)
    return exactly, exactly


@answers(REFERENCES, ir.Several)
def _several(kernel: Kernel, ctx: Context, node: ir.Several) -> list[str]:
    return [ref for part in node.parts for ref in refs(kernel, ctx, part)]


@answers(REFERENCES, ir.TopCards)
def _top(kernel: Kernel, ctx: Context, node: ir.TopCards) -> list[str]:
    found = []
    for ref in refs(kernel, ctx, node.of):
        player = ref_player(ref)
        if player is None:
            raise NotModelled("only players have a library")
        ids = kernel.state.zone("library", player)
        count = amount(kernel, ctx, node.amount)
        found += ids[-count:][::-1] if node.bottom and count else ids[:count]
    return [object_ref(each) for each in found]


@answers(REFERENCES, ir.AttachedPermanents)
def _attached_permanents(kernel: Kernel, ctx: Context, node: ir.AttachedPermanents) -> list[str]:
    hosts = refs(kernel, ctx, node.to)
    return [
        ref
        for ref in everything(kernel)
        if (thing := kernel.thing(ref_id(ref) or 0)) is not None
        and thing.attached_to in hosts
        and where(kernel, thing.id) == "battlefield"
        and matches(kernel, ctx, node.what, ref)
    ]


def source_name(kernel: Kernel, ctx: Context) -> str:
    """How people call the object whose ability is being carried out."""
    return kernel.label(ctx.stack_id or ctx.source) if (ctx.stack_id or ctx.source) else ""
