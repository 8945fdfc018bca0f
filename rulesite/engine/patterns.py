"""Whether something that happened is what an ability watches for, and what its words then stand for.

:func:`facts_of` answers with one set of facts per occurrence: ``subject`` and ``other`` (references), ``player``,
``amount``, ``follow`` (what a moved object became) and whatever the event carries along.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .abilities import events as ir
from .abilities.node import walk
from .abilities.predicates import Anything, IsObject
from .abilities.references import Self
from .choices import NotModelled
from .continuous import look
from .evaluate import amount, matches, refs
from .events import Event
from .kernel import Kernel
from .objects import Context
from .state import object_ref, player_ref, ref_id, ref_player
from .turn_steps import step_begins

Facts = dict[str, Any]
PATTERNS: dict[type, Callable[[Kernel, Context, Any, Event], list[Facts]]] = {}


def facts_of(kernel: Kernel, ctx: Context, pattern: Any, event: Event) -> list[Facts]:
    """One set of facts for each occurrence of ``pattern`` in ``event``; empty when it does not fit.

    Raises :class:`NotModelled` for a pattern that the engine does not know.
    """
    if isinstance(pattern, ir.AnyEvent):
        for part in pattern.parts:
            found = facts_of(kernel, ctx, part, event)
            if found:
                return found
        return []
    function = PATTERNS.get(type(pattern))
    if function is None:
        raise NotModelled(f"the engine does not watch for {type(pattern).__name__} yet")
    return function(kernel, ctx, pattern, event)


def _watch(kind: type) -> Callable[[Any], Any]:
    def enter(function: Any) -> Any:
        PATTERNS[kind] = function
        return function

    return enter


def facts(subject: str, other: str | list[str] = "", player: str = "", amount: int = 0, **more: Any) -> Facts:
    """The facts of one occurrence."""
    return {"subject": subject, "other": other, "player": player, "amount": amount, **more}


def _fits(kernel: Kernel, ctx: Context, predicate: Any, ref: str) -> bool:
    return isinstance(predicate, Anything) or (bool(ref) and matches(kernel, ctx, predicate, ref))


def _player_fits(kernel: Kernel, ctx: Context, predicate: Any, player: str) -> bool:
    return isinstance(predicate, Anything) or (bool(player) and matches(kernel, ctx, predicate, player_ref(player)))


def _controller(kernel: Kernel, ref: str) -> str:
    thing_id = ref_id(ref)
    return look(kernel, thing_id).controller if thing_id is not None else ref_player(ref) or ""


@_watch(ir.ZoneChange)
def _zone_change(kernel: Kernel, ctx: Context, pattern: ir.ZoneChange, event: Event) -> list[Facts]:
    if event.kind not in ("move", "arrive") or pattern.from_ not in (None, event.from_zone) or pattern.to not in (
            None, event.zone):
        return []
    if pattern.not_to == event.zone or (pattern.from_ is None and pattern.to is None) or (
            event.from_zone == event.zone):
        return []
    subject = moved_subject(event)
    if not _fits(kernel, ctx, pattern.what, subject):
        return []
    if pattern.whose is not None and player_ref(event.facts.get("owner", "")) not in refs(kernel, ctx, pattern.whose):
        return []
    return [facts(subject, "", _controller(kernel, subject), 1, **_following(event))]


def moved_subject(event: Event) -> str:
    """The object that a zone-change trigger looks at: the one before the move when it leaves the battlefield or goes
    where not everybody can see it, else the one after it."""
    hidden = event.zone in ("library", "hand")
    before = event.from_zone == "battlefield" or (hidden and event.from_zone not in ("library", "hand"))
    return object_ref(event.old if before and event.old else event.new or event.old)


def _following(event: Event) -> Facts:
    return {"follow": {object_ref(event.old): object_ref(event.new)} if event.new else {}, "old": event.old,
            "new": event.new}


@_watch(ir.Sacrificed)
def _sacrificed(kernel: Kernel, ctx: Context, pattern: ir.Sacrificed, event: Event) -> list[Facts]:
    if event.kind != "move" or not event.tagged("sacrifice"):
        return []
    subject = object_ref(event.old or event.object_id)
    if not _fits(kernel, ctx, pattern.what, subject) or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    return [facts(subject, "", event.player, 1, **_following(event))]


@_watch(ir.Destroyed)
def _destroyed(kernel: Kernel, ctx: Context, pattern: ir.Destroyed, event: Event) -> list[Facts]:
    if event.kind != "destroy" and not (event.kind == "move" and event.tagged("destroy") and event.new):
        return []
    subject = object_ref(event.old) if event.old else event.ref
    return [facts(subject, "", _controller(kernel, subject), 1, **_following(event))] if _fits(
        kernel, ctx, pattern.what, subject) else []


@_watch(ir.Discarded)
def _discarded(kernel: Kernel, ctx: Context, pattern: ir.Discarded, event: Event) -> list[Facts]:
    if event.kind != "move" or not event.tagged("discard"):
        return []
    subject = object_ref(event.new or event.object_id)
    cause = object_ref(event.source) if event.source else ""
    if not _fits(kernel, ctx, pattern.what, subject) or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    if not isinstance(pattern.cause, Anything) and not (cause and _fits(kernel, ctx, pattern.cause, cause)):
        return []
    return [facts(subject, cause, event.player, 1, **_following(event))]


@_watch(ir.Drawn)
def _drawn(kernel: Kernel, ctx: Context, pattern: ir.Drawn, event: Event) -> list[Facts]:
    drawn = event.kind == "draw" or (event.kind == "move" and event.tagged("draw"))
    if not drawn or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    number = int(event.facts.get("nth", 1))
    if pattern.nth is not None and number != pattern.nth:
        return []
    if pattern.not_first_in_draw_step and event.facts.get("first in draw step"):
        return []
    return [facts(object_ref(event.new) if event.new else "", "", event.player, 1, **_following(event))]


@_watch(ir.Cast)
def _cast(kernel: Kernel, ctx: Context, pattern: ir.Cast, event: Event) -> list[Facts]:
    if event.kind != "cast" and not (pattern.land and event.kind == "play_land"):
        return []
    if not _fits(kernel, ctx, pattern.what, event.ref) or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    if pattern.nth is not None and event.facts.get("nth") != pattern.nth:
        return []
    return [facts(event.ref, "", event.player, 1)]


@_watch(ir.PlaysLand)
def _plays_land(kernel: Kernel, ctx: Context, pattern: ir.PlaysLand, event: Event) -> list[Facts]:
    if event.kind != "play_land" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)] if _player_fits(kernel, ctx, pattern.who, event.player) else []


@_watch(ir.Activates)
def _activates(kernel: Kernel, ctx: Context, pattern: ir.Activates, event: Event) -> list[Facts]:
    if event.kind != "activate" or not _fits(kernel, ctx, pattern.source, object_ref(event.source)):
        return []
    return [facts(object_ref(event.source), event.ref, event.player, 1)] if _player_fits(
        kernel, ctx, pattern.who, event.player) else []


@_watch(ir.BecomesTarget)
def _becomes_target(kernel: Kernel, ctx: Context, pattern: ir.BecomesTarget, event: Event) -> list[Facts]:
    if event.kind != "target" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, event.other, event.player, 1)] if _fits(kernel, ctx, pattern.of, event.other) else []


@_watch(ir.DamageDealt)
def _damage(kernel: Kernel, ctx: Context, pattern: ir.DamageDealt, event: Event) -> list[Facts]:
    if event.kind != "damage" or pattern.combat not in (None, bool(event.facts.get("combat"))):
        return []
    source = object_ref(event.source)
    if not _fits(kernel, ctx, pattern.source, source) or not _fits(kernel, ctx, pattern.to, event.ref):
        return []
    subject, other = (event.ref, source) if pattern.passive else (source, event.ref)
    return [facts(subject, other, _controller(kernel, event.ref), event.amount)]


@_watch(ir.LifeGained)
def _life_gained(kernel: Kernel, ctx: Context, pattern: ir.LifeGained, event: Event) -> list[Facts]:
    if event.kind != "gain_life" or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


@_watch(ir.LifeLost)
def _life_lost(kernel: Kernel, ctx: Context, pattern: ir.LifeLost, event: Event) -> list[Facts]:
    if event.kind != "lose_life" or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


@_watch(ir.PaysLife)
def _pays_life(kernel: Kernel, ctx: Context, pattern: ir.PaysLife, event: Event) -> list[Facts]:
    if event.kind != "lose_life" or not event.tagged("paid") or pattern.what != "life":
        return []
    if not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    if pattern.amount is not None and amount(kernel, ctx, pattern.amount) != event.amount:
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


@_watch(ir.TappedForMana)
def _tapped_for_mana(kernel: Kernel, ctx: Context, pattern: ir.TappedForMana, event: Event) -> list[Facts]:
    if event.kind != "mana" or not event.tagged("tapped"):
        return []
    mana = list(event.facts.get("mana", []))
    if not mana and kernel.rules.tapped_for_mana_needs_mana:
        return []
    subject = object_ref(event.source)
    if not _fits(kernel, ctx, pattern.what, subject) or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    return [facts(subject, "", event.player, len(mana), mana=mana)]


@_watch(ir.ManaAdded)
def _mana_added(kernel: Kernel, ctx: Context, pattern: ir.ManaAdded, event: Event) -> list[Facts]:
    if event.kind != "mana" or not _fits(kernel, ctx, pattern.source, object_ref(event.source)):
        return []
    mana = list(event.facts.get("mana", []))
    return [facts(object_ref(event.source), "", event.player, len(mana), mana=mana)]


@_watch(ir.StatusChange)
def _status(kernel: Kernel, ctx: Context, pattern: ir.StatusChange, event: Event) -> list[Facts]:
    word = {"tap": "tapped", "untap": "untapped"}.get(event.kind)
    if event.kind == "attach":
        word = "attached" if event.other else "unattached"
    if event.kind == "status":
        word = str(event.facts.get("status"))
    if word != pattern.to or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    if not _fits(kernel, ctx, pattern.other, event.other):
        return []
    return [facts(event.ref, event.other, _controller(kernel, event.ref), 1)]


@_watch(ir.Cycled)
def _cycled(kernel: Kernel, ctx: Context, pattern: ir.Cycled, event: Event) -> list[Facts]:
    if event.kind != "cycle" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)] if _player_fits(kernel, ctx, pattern.who, event.player) else []


@_watch(ir.CountersPut)
def _counters_put(kernel: Kernel, ctx: Context, pattern: ir.CountersPut, event: Event) -> list[Facts]:
    if event.kind != "counters" or event.amount <= 0 or pattern.kind not in (None, event.facts["counter"]):
        return []
    if not _fits(kernel, ctx, pattern.on, event.ref) or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    one = facts(event.ref, "", event.player, event.amount)
    return [facts(event.ref, "", event.player, 1) for _ in range(event.amount)] if pattern.each else [one]


@_watch(ir.CountersRemoved)
def _counters_removed(kernel: Kernel, ctx: Context, pattern: ir.CountersRemoved, event: Event) -> list[Facts]:
    if event.kind != "counters" or event.amount >= 0 or pattern.kind not in (None, event.facts["counter"]):
        return []
    if not _fits(kernel, ctx, pattern.from_, event.ref) or (pattern.last and event.facts.get("left")):
        return []
    return [facts(event.ref, "", event.player, -event.amount)]


@_watch(ir.ControlChange)
def _control(kernel: Kernel, ctx: Context, pattern: ir.ControlChange, event: Event) -> list[Facts]:
    if event.kind == "control":
        player, subject = str(event.facts["new controller" if pattern.gained else "old controller"]), event.ref
    elif event.kind == "move" and event.from_zone == "battlefield" and not pattern.gained:
        subject = object_ref(event.old)
        player = _controller(kernel, subject)
    else:
        return []
    if not _fits(kernel, ctx, pattern.what, subject) or not _player_fits(kernel, ctx, pattern.who, player):
        return []
    return [facts(subject, "", player, 1, **(_following(event) if event.kind == "move" else {}))]


@_watch(ir.Countered)
def _countered(kernel: Kernel, ctx: Context, pattern: ir.Countered, event: Event) -> list[Facts]:
    if event.kind != "counter" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)]


@_watch(ir.TokenCreated)
def _token(kernel: Kernel, ctx: Context, pattern: ir.TokenCreated, event: Event) -> list[Facts]:
    if event.kind != "token" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)] if _player_fits(kernel, ctx, pattern.who, event.player) else []


@_watch(ir.Searches)
def _searches(kernel: Kernel, ctx: Context, pattern: ir.Searches, event: Event) -> list[Facts]:
    return [facts(player_ref(event.player), "", event.player, 1)] if event.kind == "search" and _player_fits(
        kernel, ctx, pattern.who, event.player) else []


@_watch(ir.Shuffles)
def _shuffles(kernel: Kernel, ctx: Context, pattern: ir.Shuffles, event: Event) -> list[Facts]:
    return [facts(player_ref(event.player), "", event.player, 1)] if event.kind == "shuffle" and _player_fits(
        kernel, ctx, pattern.who, event.player) else []


@_watch(ir.Revealed)
def _revealed(kernel: Kernel, ctx: Context, pattern: ir.Revealed, event: Event) -> list[Facts]:
    if event.kind != "reveal" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    if pattern.this_way and kernel.has("linked_abilities") and event.source != ctx.source:
        return []
    return [facts(event.ref, "", event.player, 1)] if _player_fits(kernel, ctx, pattern.who, event.player) else []


@_watch(ir.KeywordActionDone)
def _keyword_action(kernel: Kernel, ctx: Context, pattern: ir.KeywordActionDone, event: Event) -> list[Facts]:
    if event.kind != "keyword" or event.facts.get("action") != pattern.action:
        return []
    return [facts(event.ref or player_ref(event.player), "", event.player, event.amount)] if _player_fits(
        kernel, ctx, pattern.who, event.player) else []


@_watch(ir.StepBegins)
def _step(kernel: Kernel, ctx: Context, pattern: ir.StepBegins, event: Event) -> list[Facts]:
    if event.kind != "step" or not step_begins(event.zone, pattern.step):
        return []
    return [facts(player_ref(event.player), "", event.player, 1)] if _player_fits(
        kernel, ctx, pattern.whose, event.player) else []


@_watch(ir.Attacks)
def _attacks(kernel: Kernel, ctx: Context, pattern: ir.Attacks, event: Event) -> list[Facts]:
    if event.kind != "attack" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    if not _fits(kernel, ctx, pattern.whom, event.other) or (pattern.alone and not event.facts.get("alone")):
        return []
    return [facts(event.ref, event.other, event.player, 1)]


@_watch(ir.PlayerAttacks)
def _player_attacks(kernel: Kernel, ctx: Context, pattern: ir.PlayerAttacks, event: Event) -> list[Facts]:
    if event.kind != "attackers" or not _player_fits(kernel, ctx, pattern.who, event.player):
        return []
    fitting = [ref for ref in event.facts["with"] if _fits(kernel, ctx, pattern.with_, ref)]
    return [facts(player_ref(event.player), "", event.player, len(fitting))] if len(fitting) >= pattern.minimum else []


def _speaks_of_itself(predicate: Any) -> bool:
    return any(isinstance(node, IsObject) and isinstance(node.what, Self) for node in walk(predicate))


def _counts_as_declared(kernel: Kernel, pattern: Any, event: Event) -> bool:
    """Whether a block by an effect counts for "this creature blocks": only from 2016 on; "a creature blocks this" does."""
    return bool(event.facts.get("declared")) or kernel.rules.forced_block_counts_as_blocking or not _speaks_of_itself(
        pattern.what)


@_watch(ir.BlocksOnce)
def _blocks_once(kernel: Kernel, ctx: Context, pattern: ir.BlocksOnce, event: Event) -> list[Facts]:
    if event.kind != "block" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    if not event.facts.get("first") and kernel.has("blocks_once"):
        return []
    declared = event.facts.get("declared") or kernel.rules.forced_block_counts_as_blocking
    return [facts(event.ref, event.other, _controller(kernel, event.ref), 1)] if declared else []


@_watch(ir.BlocksEach)
def _blocks_each(kernel: Kernel, ctx: Context, pattern: ir.BlocksEach, event: Event) -> list[Facts]:
    if event.kind != "block" or not _counts_as_declared(kernel, pattern, event):
        return []
    if not _fits(kernel, ctx, pattern.what, event.ref) or not _fits(kernel, ctx, pattern.attacker, event.other):
        return []
    concept = "blocks_each" if _speaks_of_itself(pattern.what) else "blocked_by_each"
    if not kernel.has(concept) and not event.facts.get("first"):
        return []
    return [facts(event.ref, event.other, _controller(kernel, event.ref), 1)]


@_watch(ir.BecomesBlocked)
def _becomes_blocked(kernel: Kernel, ctx: Context, pattern: ir.BecomesBlocked, event: Event) -> list[Facts]:
    if event.kind != "blocked" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    blockers = list(event.facts["by"])
    if pattern.minimum > 1:
        reached = event.amount >= pattern.minimum
        before = event.facts["most before"] >= pattern.minimum
        if not reached or (before and kernel.has("blocked_by_number")):
            return []
    elif event.facts.get("again") and kernel.has("becomes_blocked"):
        return []
    if not isinstance(pattern.by, Anything) and not any(_fits(kernel, ctx, pattern.by, ref) for ref in blockers):
        return []
    return [facts(event.ref, blockers, _controller(kernel, event.ref), event.amount)]


@_watch(ir.BecomesBlockedByEach)
def _blocked_by_each(kernel: Kernel, ctx: Context, pattern: ir.BecomesBlockedByEach, event: Event) -> list[Facts]:
    if event.kind != "block" or not _fits(kernel, ctx, pattern.what, event.other):
        return []
    return [facts(event.other, event.ref, _controller(kernel, event.other), 1)] if _fits(
        kernel, ctx, pattern.by, event.ref) else []


@_watch(ir.AttacksUnblocked)
def _unblocked(kernel: Kernel, ctx: Context, pattern: ir.AttacksUnblocked, event: Event) -> list[Facts]:
    if event.kind != "unblocked" or not _fits(kernel, ctx, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", _controller(kernel, event.ref), 1)]


@_watch(ir.PlayerLoses)
def _loses(kernel: Kernel, ctx: Context, pattern: ir.PlayerLoses, event: Event) -> list[Facts]:
    if event.kind != ("win_game" if pattern.wins else "lose_game"):
        return []
    return [facts(player_ref(event.player), "", event.player, 1)] if _player_fits(
        kernel, ctx, pattern.who, event.player) else []


@_watch(ir.SpellResolves)
def _spell_resolves(kernel: Kernel, ctx: Context, pattern: ir.SpellResolves, event: Event) -> list[Facts]:
    if event.kind != "move" or event.from_zone not in ("", "stack") or not event.tagged("resolved"):
        return []
    return [facts(event.ref, "", event.player, 1, **_following(event))] if _fits(
        kernel, ctx, pattern.what, event.ref) else []


@_watch(ir.StateBecomesTrue)
def _state(kernel: Kernel, ctx: Context, pattern: ir.StateBecomesTrue, event: Event) -> list[Facts]:
    # A state is no event: triggers.py tests it after every event.
    return []
