"""Instructions about the status of permanents: tap, attach, regenerate, leave combat, become something."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.references import Chosen
from rulesite.engine.abilities.static_parts import EntersWith
from rulesite.engine.combat.blocking import become_blocked
from rulesite.engine.effects.attaching import can_attach
from rulesite.engine.effects.entering import enter_with
from rulesite.engine.happening.batch import commit, happen
from rulesite.engine.happening.performing import does
from rulesite.engine.meaning.evaluate import refs
from rulesite.engine.meaning.referents import source_name
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import Effect, object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import COLOURS, Context
from rulesite.engine.state.zones import leave_combat
from rulesite.engine.turn.phasing import phase_out

from .acted_on import chosen_by, in_turn, named, objects, permanents, remember, together


def _tap_or_untap(kernel: Kernel, ctx: Context, kind: str, node: ir.Tap | ir.Untap, player: str) -> list[Event]:
    field = [
        object_ref(each)
        for each in kernel.state.zone("battlefield")
        if kernel.state.things[each].tapped == (kind == "untap")
    ]
    found = (
        chosen_by(kernel, ctx, node.what, player, kind, field)
        if isinstance(node.what, Chosen)
        else permanents(kernel, ctx, node.what)
    )
    return [Event(kind, ref, player=player, source=ctx.source) for ref in found]


@together(ir.Tap, named("tap"))
def _tap(kernel: Kernel, ctx: Context, node: ir.Tap, player: str) -> list[Event]:
    return _tap_or_untap(kernel, ctx, "tap", node, player)


@together(ir.Untap, named("untap"))
def _untap(kernel: Kernel, ctx: Context, node: ir.Untap, player: str) -> list[Event]:
    return _tap_or_untap(kernel, ctx, "untap", node, player)


@does(ir.Attach)
def _attach(kernel: Kernel, ctx: Context, node: ir.Attach) -> None:
    for what in permanents(kernel, ctx, node.what)[:1]:
        for to in refs(kernel, ctx, node.to)[:1]:
            if not can_attach(kernel, ref_id(what) or 0, to):
                kernel.note(f"{kernel.label(what)} can't be attached to {kernel.label(to)} and stays where it is")
                continue
            commit(kernel, [Event("attach", what, to, source=ctx.source)])


@does(ir.Unattach)
def _unattach(kernel: Kernel, ctx: Context, node: ir.Unattach) -> None:
    commit(kernel, [Event("attach", what, "", source=ctx.source) for what in permanents(kernel, ctx, node.what)])


@does(ir.Regenerate)
def _regenerate(kernel: Kernel, ctx: Context, node: ir.Regenerate) -> None:
    for ref in permanents(kernel, ctx, node.what):
        state = kernel.state
        effect = Effect(
            state.fresh_id(),
            (node,),
            [ref],
            "turn",
            Context(ctx.controller, ctx.source),
            state.tick(),
            state.turn,
            "regeneration",
            label=f"the regeneration shield of {kernel.label(ref)}",
        )
        state.effects.append(effect)
        kernel.note(f"{kernel.label(ref)} gets a regeneration shield", "regeneration")


@does(ir.RemoveDamage)
def _remove_damage(kernel: Kernel, ctx: Context, node: ir.RemoveDamage) -> None:
    for ref in permanents(kernel, ctx, node.what):
        thing = kernel.state.things[ref_id(ref) or 0]
        thing.damage, thing.deathtouched = 0, False
        kernel.state.touch()
        kernel.note(f"all damage is removed from {thing.label}")


@does(ir.RemoveFromCombat)
def _remove_from_combat(kernel: Kernel, ctx: Context, node: ir.RemoveFromCombat) -> None:
    for ref in permanents(kernel, ctx, node.what):
        leave_combat(kernel, ref_id(ref) or 0)
        kernel.note(f"{kernel.label(ref)} is removed from combat", "removed_from_combat")


@does(ir.Designate)
def _designate(kernel: Kernel, ctx: Context, node: ir.Designate) -> None:
    for ref in permanents(kernel, ctx, node.what):
        kernel.state.things[ref_id(ref) or 0].remembers[node.as_] = True
        happen(kernel, [Event("status", ref, facts={"status": node.as_})])


@in_turn(ir.ChooseQuality)
def _choose_quality(kernel: Kernel, ctx: Context, node: ir.ChooseQuality, player: str) -> None:
    about = source_name(kernel, ctx)
    words: dict[str, tuple[str, ...]] = {
        "color": COLOURS,
        "basic land type": ("Plains", "Island", "Swamp", "Mountain", "Forest"),
        "opponent": tuple(kernel.state.opponents(player)),
        "player": tuple(kernel.state.turn_order()),
    }
    if node.quality == "number":
        value: object = kernel.choose_number("number", player, about, "choose a number", 0)
    elif node.quality in words:
        options = [word for word in words[node.quality] if word not in node.except_]
        value = kernel.choose_word(node.quality, player, about, f"choose a {node.quality}", options)
    elif node.quality in ("creature type", "land type", "card name", "card type"):
        value = str(kernel.free_word(node.quality, player, about))
    else:
        raise NotModelled(f"the engine does not let players choose a {node.quality} yet")
    ctx.said[f"chosen {node.quality}"] = value
    source = kernel.thing(ctx.source)
    if source is not None and source.zone == "battlefield":
        source.remembers[f"chosen {node.quality}"] = value
        kernel.state.touch()
    kernel.note(f"{player} chooses {value}", "choice_on_resolution")


@in_turn(ir.Choose)
def _choose(kernel: Kernel, ctx: Context, node: ir.Choose, player: str) -> None:
    remember(ctx, "choose", refs(kernel, ctx, node.what))


@does(ir.BecomeBlocked)
def _become_blocked(kernel: Kernel, ctx: Context, node: ir.BecomeBlocked) -> None:
    become_blocked(kernel, [ref_id(ref) or 0 for ref in objects(kernel, ctx, node.what)])


@does(ir.PhaseOut)
def _phase_out(kernel: Kernel, ctx: Context, node: ir.PhaseOut) -> None:
    phase_out(kernel, [kernel.state.things[ref_id(ref) or 0] for ref in permanents(kernel, ctx, node.what)])


@does(EntersWith)
def _enters_with(kernel: Kernel, ctx: Context, node: EntersWith) -> None:
    """ "… If you don't, it enters tapped": said while the permanent enters."""
    entering = ctx.event.get("entering")
    if not isinstance(entering, Event):
        raise NotModelled("only what is about to enter can be told how it enters")
    enter_with(kernel, ctx, node, entering)
