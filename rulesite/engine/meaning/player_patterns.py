"""What players and spells do, as triggers watch for it: casting, damage, life, mana, counters, control, steps."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.state.characteristics import controller_of
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Context
from rulesite.engine.state.turn_steps import step_begins

from .evaluate import amount
from .keyword_meanings import PassesPriority
from .watching import Facts, facts, fits, following, player_fits, watch


@watch(ir.Cast)
def _cast(kernel: Kernel, ctx: Context, pattern: ir.Cast, event: Event) -> list[Facts]:
    if event.kind != "cast" and not (pattern.land and event.kind == "play_land"):
        return []
    if not fits(kernel, ctx, pattern.what, event.ref) or not player_fits(kernel, ctx, pattern.who, event.player):
        return []
    if pattern.nth is not None and event.facts.get("nth") != pattern.nth:
        return []
    return [facts(event.ref, "", event.player, 1)]


@watch(ir.PlaysLand)
def _plays_land(kernel: Kernel, ctx: Context, pattern: ir.PlaysLand, event: Event) -> list[Facts]:
    if event.kind != "play_land" or not fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)] if player_fits(kernel, ctx, pattern.who, event.player) else []


@watch(ir.Activates)
def _activates(kernel: Kernel, ctx: Context, pattern: ir.Activates, event: Event) -> list[Facts]:
    if event.kind != "activate" or not fits(kernel, ctx, pattern.source, object_ref(event.source)):
        return []
    return (
        [facts(object_ref(event.source), event.ref, event.player, 1)]
        if player_fits(kernel, ctx, pattern.who, event.player)
        else []
    )


@watch(ir.BecomesTarget)
def _becomes_target(kernel: Kernel, ctx: Context, pattern: ir.BecomesTarget, event: Event) -> list[Facts]:
    if event.kind != "target" or not fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, event.other, event.player, 1)] if fits(kernel, ctx, pattern.of, event.other) else []


@watch(ir.DamageDealt)
def _damage(kernel: Kernel, ctx: Context, pattern: ir.DamageDealt, event: Event) -> list[Facts]:
    if event.kind != "damage" or pattern.combat not in (None, bool(event.facts.get("combat"))):
        return []
    source = object_ref(event.source)
    if not fits(kernel, ctx, pattern.source, source) or not fits(kernel, ctx, pattern.to, event.ref):
        return []
    subject, other = (event.ref, source) if pattern.passive else (source, event.ref)
    return [facts(subject, other, controller_of(kernel, event.ref), event.amount)]


@watch(ir.LifeGained)
def _life_gained(kernel: Kernel, ctx: Context, pattern: ir.LifeGained, event: Event) -> list[Facts]:
    if event.kind != "gain_life" or not player_fits(kernel, ctx, pattern.who, event.player):
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


@watch(ir.LifeLost)
def _life_lost(kernel: Kernel, ctx: Context, pattern: ir.LifeLost, event: Event) -> list[Facts]:
    if event.kind != "lose_life" or not player_fits(kernel, ctx, pattern.who, event.player):
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


@watch(ir.PaysLife)
def _pays_life(kernel: Kernel, ctx: Context, pattern: ir.PaysLife, event: Event) -> list[Facts]:
    if event.kind != "lose_life" or not event.tagged("paid") or pattern.what != "life":
        return []
    if not player_fits(kernel, ctx, pattern.who, event.player):
        return []
    if pattern.amount is not None and amount(kernel, ctx, pattern.amount) != event.amount:
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


def played_by(event: Event) -> Facts:
    """Who played the mana ability that made mana."""
    return {"played by": event.facts.get("played by", event.player)}


@watch(ir.TappedForMana)
def _tapped_for_mana(kernel: Kernel, ctx: Context, pattern: ir.TappedForMana, event: Event) -> list[Facts]:
    if event.kind != "mana" or not event.tagged("tapped"):
        return []
    mana = list(event.facts.get("mana", []))
    if not mana and kernel.rules.tapped_for_mana_needs_mana:
        return []
    subject = object_ref(event.source)
    if not fits(kernel, ctx, pattern.what, subject) or not player_fits(kernel, ctx, pattern.who, event.player):
        return []
    return [facts(subject, "", event.player, len(mana), mana=mana, **played_by(event))]


@watch(ir.ManaAdded)
def _mana_added(kernel: Kernel, ctx: Context, pattern: ir.ManaAdded, event: Event) -> list[Facts]:
    if event.kind != "mana" or not fits(kernel, ctx, pattern.source, object_ref(event.source)):
        return []
    mana = list(event.facts.get("mana", []))
    return [facts(object_ref(event.source), "", event.player, len(mana), mana=mana, **played_by(event))]


@watch(ir.StatusChange)
def _status(kernel: Kernel, ctx: Context, pattern: ir.StatusChange, event: Event) -> list[Facts]:
    word = {"tap": "tapped", "untap": "untapped"}.get(event.kind)
    if event.kind == "attach":
        word = "attached" if event.other else "unattached"
    if event.kind == "status":
        word = str(event.facts.get("status"))
    if word != pattern.to or not fits(kernel, ctx, pattern.what, event.ref):
        return []
    if not fits(kernel, ctx, pattern.other, event.other):
        return []
    return [facts(event.ref, event.other, controller_of(kernel, event.ref), 1)]


@watch(ir.Cycled)
def _cycled(kernel: Kernel, ctx: Context, pattern: ir.Cycled, event: Event) -> list[Facts]:
    if event.kind != "cycle" or not fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)] if player_fits(kernel, ctx, pattern.who, event.player) else []


@watch(ir.CountersPut)
def _counters_put(kernel: Kernel, ctx: Context, pattern: ir.CountersPut, event: Event) -> list[Facts]:
    if event.kind != "counters" or event.amount <= 0 or pattern.kind not in (None, event.facts["counter"]):
        return []
    if not fits(kernel, ctx, pattern.on, event.ref) or not player_fits(kernel, ctx, pattern.who, event.player):
        return []
    if pattern.by_effect and "cost" in event.tags:
        return []
    one = facts(event.ref, "", event.player, event.amount)
    return [facts(event.ref, "", event.player, 1) for _ in range(event.amount)] if pattern.each else [one]


@watch(ir.CountersRemoved)
def _counters_removed(kernel: Kernel, ctx: Context, pattern: ir.CountersRemoved, event: Event) -> list[Facts]:
    if event.kind != "counters" or event.amount >= 0 or pattern.kind not in (None, event.facts["counter"]):
        return []
    if not fits(kernel, ctx, pattern.from_, event.ref) or (pattern.last and event.facts.get("left")):
        return []
    return [facts(event.ref, "", event.player, -event.amount)]


@watch(ir.ControlChange)
def _control(kernel: Kernel, ctx: Context, pattern: ir.ControlChange, event: Event) -> list[Facts]:
    if event.kind == "control":
        player, subject = str(event.facts["new controller" if pattern.gained else "old controller"]), event.ref
    elif event.kind == "move" and event.from_zone == "battlefield" and not pattern.gained:
        subject = object_ref(event.old)
        player = controller_of(kernel, subject)
    else:
        return []
    if not fits(kernel, ctx, pattern.what, subject) or not player_fits(kernel, ctx, pattern.who, player):
        return []
    return [facts(subject, "", player, 1, **(following(event) if event.kind == "move" else {}))]


@watch(ir.Countered)
def _countered(kernel: Kernel, ctx: Context, pattern: ir.Countered, event: Event) -> list[Facts]:
    if event.kind != "counter" or not fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)]


@watch(ir.TokenCreated)
def _token(kernel: Kernel, ctx: Context, pattern: ir.TokenCreated, event: Event) -> list[Facts]:
    if event.kind != "token" or not fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)] if player_fits(kernel, ctx, pattern.who, event.player) else []


@watch(ir.Searches)
def _searches(kernel: Kernel, ctx: Context, pattern: ir.Searches, event: Event) -> list[Facts]:
    return (
        [facts(player_ref(event.player), "", event.player, 1)]
        if event.kind == "search" and player_fits(kernel, ctx, pattern.who, event.player)
        else []
    )


@watch(ir.Shuffles)
def _shuffles(kernel: Kernel, ctx: Context, pattern: ir.Shuffles, event: Event) -> list[Facts]:
    return (
        [facts(player_ref(event.player), "", event.player, 1)]
        if event.kind == "shuffle" and player_fits(kernel, ctx, pattern.who, event.player)
        else []
    )


@watch(ir.Revealed)
def _revealed(kernel: Kernel, ctx: Context, pattern: ir.Revealed, event: Event) -> list[Facts]:
    if event.kind != "reveal" or not fits(kernel, ctx, pattern.what, event.ref):
        return []
    if pattern.this_way and kernel.has("linked_abilities") and event.source != ctx.source:
        return []
    return [facts(event.ref, "", event.player, 1)] if player_fits(kernel, ctx, pattern.who, event.player) else []


@watch(ir.KeywordActionDone)
def _keyword_action(kernel: Kernel, ctx: Context, pattern: ir.KeywordActionDone, event: Event) -> list[Facts]:
    if event.kind != "keyword" or event.facts.get("action") != pattern.action:
        return []
    return (
        [facts(event.ref or player_ref(event.player), "", event.player, event.amount)]
        if player_fits(kernel, ctx, pattern.who, event.player)
        else []
    )


@watch(ir.StepBegins)
def _step(kernel: Kernel, ctx: Context, pattern: ir.StepBegins, event: Event) -> list[Facts]:
    if event.kind != "step" or not step_begins(event.zone, pattern.step):
        return []
    return (
        [facts(player_ref(event.player), "", event.player, 1)]
        if player_fits(kernel, ctx, pattern.whose, event.player)
        else []
    )


@watch(ir.PlayerLoses)
def _loses(kernel: Kernel, ctx: Context, pattern: ir.PlayerLoses, event: Event) -> list[Facts]:
    if event.kind != ("win_game" if pattern.wins else "lose_game"):
        return []
    return (
        [facts(player_ref(event.player), "", event.player, 1)]
        if player_fits(kernel, ctx, pattern.who, event.player)
        else []
    )


@watch(ir.SpellResolves)
def _spell_resolves(kernel: Kernel, ctx: Context, pattern: ir.SpellResolves, event: Event) -> list[Facts]:
    if event.kind != "move" or event.from_zone not in ("", "stack") or not event.tagged("resolved"):
        return []
    return (
        [facts(event.ref, "", event.player, 1, **following(event))]
        if fits(kernel, ctx, pattern.what, event.ref)
        else []
    )


@watch(ir.StateBecomesTrue)
def _state(kernel: Kernel, ctx: Context, pattern: ir.StateBecomesTrue, event: Event) -> list[Facts]:
    # A state is no event: triggering.py tests it after every event.
    return []


@watch(PassesPriority)
def _passes(kernel: Kernel, ctx: Context, pattern: PassesPriority, event: Event) -> list[Facts]:
    if event.kind != "pass" or not player_fits(kernel, ctx, pattern.who, event.player):
        return []
    return [facts(player_ref(event.player), "", event.player, 1)]
