"""Making objects: tokens and copies; playing cards during a resolution; extra turns."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node
from rulesite.engine.casting.targets import choose_targets
from rulesite.engine.combat.attacking import join_attack
from rulesite.engine.happening.batch import happen
from rulesite.engine.happening.performing import Turns, does
from rulesite.engine.meaning.evaluate import amount, refs
from rulesite.engine.meaning.referents import source_name
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Context, Play, Thing, copiable
from rulesite.engine.state.zones import create

from .acted_on import in_turn, objects, remember


@does(ir.CreateToken, by="who")
def _create_token(kernel: Kernel, ctx: Context, node: ir.CreateToken, who: Node, players: list[str]) -> None:
    turns = Turns(ctx, who, players)
    events = []
    for player in turns:
        with turns.of(player):
            count = amount(kernel, ctx, node.amount)
            cards = [_token_card(kernel, ctx, node.token) for _ in range(count)]
            made = [create(kernel, card, player, "battlefield", kind="token") for card in cards]
            for thing in made:
                thing.tapped = node.tapped
                if node.attacking:
                    join_attack(kernel, thing)
                kernel.note(f"{player} gets the token {thing.label}", "new_object")
                events += _arrival(player, object_ref(thing.id))
            remember(ctx, "create", [object_ref(thing.id) for thing in made])
    happen(kernel, events, kernel.state.touch)
    turns.gather()


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


@in_turn(ir.ExtraTurn)
def _extra_turn(kernel: Kernel, ctx: Context, node: ir.ExtraTurn, player: str) -> None:
    for _ in range(amount(kernel, ctx, node.amount)):
        kernel.note(f"{player} will take an extra turn", "extra_turn")
        kernel.state.extra_turns.append(player)


@in_turn(ir.CopySpell)
def _copy_spell(kernel: Kernel, ctx: Context, node: ir.CopySpell, player: str) -> None:
    made = []
    for ref in objects(kernel, ctx, node.what):
        original = kernel.state.things[ref_id(ref) or 0]
        if original.play is None:
            continue
        for _ in range(amount(kernel, ctx, node.amount)):
            made.append(_copy(kernel, player, original, node.new_targets))
    remember(ctx, "copy", made)


def _copy(kernel: Kernel, player: str, original: Thing, new_targets: bool) -> str:
    play: Play = clone(original.play) if original.play is not None else Play(Context(player))
    kind = "ability" if original.kind == "ability" else "copy"
    thing = create(kernel, original.card, player, "stack", label=f"copy of {original.label}", kind=kind)
    inner = play.context
    inner.controller, inner.stack_id = player, thing.id
    if kind == "copy":
        inner.source = thing.id
    play.copy = True
    thing.play = play
    kernel.state.touch()
    kernel.note(f"{player} puts {thing.label} on the stack")
    slots = getattr(play.ability, "targets", ())
    if new_targets and slots and kernel.ask("new targets", player, thing.label, "choose new targets"):
        choose_targets(kernel, inner, slots, play.ability.effect, thing.label, None)
    return object_ref(thing.id)


@in_turn(ir.ChangeTargets)
def _change_targets(kernel: Kernel, ctx: Context, node: ir.ChangeTargets, player: str) -> None:
    for ref in objects(kernel, ctx, node.what):
        thing = kernel.state.things[ref_id(ref) or 0]
        slots = getattr(thing.play.ability, "targets", ()) if thing.play is not None else ()
        if thing.play is None or not slots:
            continue
        given: list[object] | None = None
        if node.to is not None:
            given = list(refs(kernel, ctx, node.to))
        before, thing.play.context.controller = thing.play.context.controller, player
        try:
            choose_targets(
                kernel, thing.play.context, slots, thing.play.ability.effect, source_name(kernel, ctx), given
            )
        finally:
            thing.play.context.controller = before
