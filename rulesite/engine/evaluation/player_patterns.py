"""Trigger events of players and spells: casting, damage, life, mana, counters, control, steps."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.predicates import Anything, IsCard, IsObject
from rulesite.engine.abilities.traits import CostHas
from rulesite.engine.state.characteristics import controller_of, keywords, look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event, from_history
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.objects import SYMBOL_OF
from rulesite.engine.state.sides import UNLOCKED
from rulesite.engine.state.turn_steps import step_begins

from .event_matching import Facts, comparing, facts, facts_of, fits, following, of_player, player_fits, watch
from .frame import Frame
from .keyword_meanings import PassesPriority, RevealedAsDrawn
from .origin import as_cast_from, names_origin
from .predicates import chosen_quality, counters_on
from .references import extra_turn_given


def _is_so_played(frame: Frame, pattern: ir.Cast | ir.PlaysLand, event: Event) -> bool:
    """Whether the player fits, and the spell or land that is played, as what it was where it was played from."""
    what = as_cast_from(pattern.what, str(event.facts["from"])) if names_origin(pattern.what) else pattern.what
    fitting = fits(of_player(frame, what, event.player), what, event.ref)
    return fitting and player_fits(frame, pattern.who, event.player)


@watch(ir.Cast)
def _cast(frame: Frame, pattern: ir.Cast, event: Event) -> list[Facts]:
    if event.kind != "cast" and not (pattern.land and event.kind == "play_land"):
        return []
    if not _is_so_played(frame, pattern, event):
        return []
    if pattern.nth is not None and _nth(frame, pattern, event) != pattern.nth:
        return []
    if pattern.during is not None and not player_fits(frame, pattern.during, frame.kernel.state.active):
        return []
    return [facts(event.ref, "", event.player, 1) | _x_of(frame, pattern, event)]


def _x_of(frame: Frame, pattern: ir.Cast, event: Event) -> Facts:
    """The X of a spell that was cast, for an ability of its own, or for one that watches for spells with {X} in their
    mana costs (107.3e in 2026-06-19)."""
    asked = any(isinstance(part, CostHas) and "X" in part.symbol for part in walk(pattern.what))
    return {"X": event.facts["X"]} if event.kind == "cast" and asked else _own_x(frame, event)


def _own_x(frame: Frame, event: Event) -> Facts:
    """The X that was chosen as the object itself was cast, cycled, turned up or became monstrous, for its abilities
    (107.3i, 702.37f, 701.37c in 2026-06-19)."""
    x = event.facts.get("X")
    return {"X": x} if x is not None and event.object_id == frame.source else {}


@watch(ir.Copied)
def _copied(frame: Frame, pattern: ir.Copied, event: Event) -> list[Facts]:
    if event.kind != "copy" or not fits(frame, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)] if player_fits(frame, pattern.who, event.player) else []


def _nth(frame: Frame, pattern: ir.Cast, event: Event) -> int:
    """The position of a spell among those of its kind that the player has cast this turn."""
    if pattern.what == ir.IsSpell() and not pattern.by_all:
        return int(event.facts.get("nth", 0))
    state = frame.kernel.state
    cast = [each.facts for each in state.history if each.kind == "cast" and each.turn == state.turn]
    own = [each["ref"] for each in cast if pattern.by_all or each.get("player") == event.player]
    before = own[: own.index(event.ref)] if event.ref in own else own
    return 1 + sum(fits(frame, pattern.what, ref) for ref in before)


@watch(ir.Expends)
def _expends(frame: Frame, pattern: ir.Expends, event: Event) -> list[Facts]:
    if event.kind != "cast" or not player_fits(frame, pattern.who, event.player):
        return []
    state, own = frame.kernel.state, int(event.facts.get("spent", 0))
    cast = [each.facts for each in state.history if each.kind == "cast" and each.turn == state.turn]
    total = sum(int(each.get("spent", 0)) for each in cast if each.get("player") == event.player)
    reached = total - own < pattern.amount <= total
    return [facts(event.ref, "", event.player, total)] if reached else []


@watch(ir.DoorUnlocked)
def _door_unlocked(frame: Frame, pattern: ir.DoorUnlocked, event: Event) -> list[Facts]:
    if event.kind != "status" or event.facts.get("status") != UNLOCKED or event.facts.get("half") != pattern.half:
        return []
    if event.object_id != frame.source or not player_fits(frame, pattern.who, event.player):
        return []
    return [facts(event.ref, "", event.player, 1)]


@watch(ir.TurnsFaceUp)
def _turns_face_up(frame: Frame, pattern: ir.TurnsFaceUp, event: Event) -> list[Facts]:
    if event.kind != "status" or event.facts.get("status") != "face-up" or not fits(frame, pattern.what, event.ref):
        return []
    who = event.player or controller_of(frame.kernel, event.ref)
    return [facts(event.ref, "", who, 1) | _own_x(frame, event)] if player_fits(frame, pattern.who, who) else []


@watch(ir.PlaysLand)
def _plays_land(frame: Frame, pattern: ir.PlaysLand, event: Event) -> list[Facts]:
    if event.kind != "play_land" or pattern.nth not in (None, event.facts.get("nth")):
        return []
    return [facts(event.ref, "", event.player, 1)] if _is_so_played(frame, pattern, event) else []


@watch(ir.Activates)
def _activates(frame: Frame, pattern: ir.Activates, event: Event) -> list[Facts]:
    if event.kind != "activate" or not fits(frame, pattern.source, object_ref(event.source)):
        return []
    if (pattern.no_mana and event.facts.get("mana")) or pattern.keyword not in ("", event.facts.get("keyword")):
        return []
    return (
        [facts(object_ref(event.source), event.ref, event.player, 1)]
        if player_fits(frame, pattern.who, event.player)
        else []
    )


@watch(ir.BecomesTarget)
def _becomes_target(frame: Frame, pattern: ir.BecomesTarget, event: Event) -> list[Facts]:
    if event.kind != "target" or not fits(frame, pattern.what, event.ref):
        return []
    return [facts(event.ref, event.other, event.player, 1)] if fits(frame, pattern.of, event.other) else []


@watch(ir.DamageDealt)
def _damage(frame: Frame, pattern: ir.DamageDealt, event: Event) -> list[Facts]:
    if event.kind != "damage" or pattern.combat not in (None, bool(event.facts.get("combat"))):
        return []
    source = object_ref(event.source)
    frame = comparing(frame, pattern, *((event.ref, source) if pattern.passive else (source, event.ref)))
    if not fits(frame, pattern.source, source) or not fits(frame, pattern.to, event.ref):
        return []
    if pattern.least is not None and event.amount < pattern.least:
        return []
    amount = int(event.facts.get("excess", 0)) if pattern.excess else event.amount
    if pattern.excess and not amount:
        return []
    subject, other = (event.ref, source) if pattern.passive else (source, event.ref)
    return [facts(subject, other, controller_of(frame.kernel, event.ref), amount)]


@watch(ir.LifeGained)
def _life_gained(frame: Frame, pattern: ir.LifeGained, event: Event) -> list[Facts]:
    if event.kind != "gain_life" or not player_fits(frame, pattern.who, event.player):
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


@watch(ir.LifeLost)
def _life_lost(frame: Frame, pattern: ir.LifeLost, event: Event) -> list[Facts]:
    if event.kind != "lose_life" or not player_fits(frame, pattern.who, event.player):
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


@watch(ir.PaysLife)
def _pays_life(frame: Frame, pattern: ir.PaysLife, event: Event) -> list[Facts]:
    if event.kind != "lose_life" or not event.tagged("paid") or pattern.what != "life":
        return []
    if not player_fits(frame, pattern.who, event.player):
        return []
    if pattern.amount is not None and frame.amount(pattern.amount) != event.amount:
        return []
    return [facts(player_ref(event.player), "", event.player, event.amount)]


@watch(ir.Exerts)
def _exerts(frame: Frame, pattern: ir.Exerts, event: Event) -> list[Facts]:
    if event.kind != "keyword" or event.facts.get("action") != "exert":
        return []
    if not player_fits(frame, pattern.who, event.player) or not fits(frame, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player)]


def played_by(event: Event) -> Facts:
    """The facts about who played the mana ability that produced mana."""
    return {"played by": event.facts.get("played by", event.player)}


@watch(ir.TappedForMana)
def _tapped_for_mana(frame: Frame, pattern: ir.TappedForMana, event: Event) -> list[Facts]:
    if event.kind != "mana" or not event.tagged("tapped"):
        return []
    mana = list(event.facts.get("mana", []))
    if not mana and frame.kernel.rules.tapped_for_mana_needs_mana:
        return []
    if pattern.chosen and SYMBOL_OF.get(chosen_quality(frame, "color") or "") not in mana:
        return []
    subject = object_ref(event.source)
    if not fits(frame, pattern.what, subject) or not player_fits(frame, pattern.who, event.player):
        return []
    return [facts(subject, "", event.player, len(mana), mana=mana, **played_by(event))]


@watch(ir.ManaAdded)
def _mana_added(frame: Frame, pattern: ir.ManaAdded, event: Event) -> list[Facts]:
    if event.kind != "mana" or not fits(frame, pattern.source, object_ref(event.source)):
        return []
    mana = list(event.facts.get("mana", []))
    return [facts(object_ref(event.source), "", event.player, len(mana), mana=mana, **played_by(event))]


@watch(ir.BecomesLevel)
def _becomes_level(frame: Frame, pattern: ir.BecomesLevel, event: Event) -> list[Facts]:
    if event.kind != "status" or event.facts.get("status") != f"level {pattern.level}":
        return []
    found = fits(frame, pattern.what, event.ref)
    return [facts(event.ref, "", controller_of(frame.kernel, event.ref), pattern.level)] if found else []


@watch(ir.StatusChange)
def _status(frame: Frame, pattern: ir.StatusChange, event: Event) -> list[Facts]:
    word, other, ref = {"tap": "tapped", "untap": "untapped"}.get(event.kind), event.other, event.ref
    if event.kind == "attach":  # moving to another permanent unattaches it from the first
        left = str(event.facts.get("left", ""))
        word = "attached" if event.other else "unattached"
        word, other = ("unattached", left) if left and pattern.to == "unattached" else (word, other)
    if event.kind == "move" and event.from_zone == "battlefield":
        # what leaves becomes unattached (701.3d in 2026-06-19)
        gone = frame.kernel.known(event.old)
        word, other = ("unattached", gone.attached_to) if gone is not None and gone.attached_to else (word, other)
        ref = object_ref(event.old)
    if event.kind == "status":
        word = str(event.facts.get("status"))
    if event.kind == "keyword" and event.facts.get("action") == "regenerate":
        word = "regenerated"
    if word != pattern.to or not fits(frame, pattern.what, ref):
        return []
    if pattern.this_way and (not frame.bound.stack_id or event.facts.get("by") != frame.bound.stack_id):
        return []
    if not fits(frame, pattern.other, other):
        return []
    return [facts(ref, other, controller_of(frame.kernel, ref), 1) | _own_x(frame, event)]


_SPELL_OR_ABILITY = ir.AnyOf((ir.IsSpell(), ir.IsAbility()))


@watch(ir.FirstTime)
def _first_time(frame: Frame, pattern: ir.FirstTime, event: Event) -> list[Facts]:
    """Match an event unless another one of this turn has matched before it."""
    found, state = facts_of(frame, pattern.of, event), frame.kernel.state
    wanted, by = _told_later(pattern.of)
    earlier = [each for each in state.history if each.turn == state.turn and each.batch < state.batches]
    if by is not None:
        players = frame.refs(by)
        earlier = [each for each in earlier if player_ref(str(each.facts.get("player", ""))) in players]
    if not found or any(facts_of(frame, wanted, from_history(each)) for each in earlier):
        return []
    return found


def _told_later(pattern: ir.Event) -> tuple[ir.Event, ir.Node | None]:
    """The pattern, which can still be told to have matched earlier in a turn: it describes players, or the object
    itself; and who then controlled what it became the target of, if that is said. Raises :class:`NotModelled` for any
    other."""
    match pattern:
        case ir.LifeGained() | ir.LifeLost() | ir.Discarded(what=IsCard(), cause=Anything()):
            return pattern, None
        case ir.BecomesTarget(what=IsObject(what=ir.Self()), of=ir.All(parts=(aimed, ir.Controlled(by)))):
            if aimed == _SPELL_OR_ABILITY:
                return ir.BecomesTarget(pattern.what), by
        case ir.BecomesTarget(what=IsObject(what=ir.Self())) if pattern.of == _SPELL_OR_ABILITY:
            return ir.BecomesTarget(pattern.what), None
        case ir.Attacks(what=IsObject(what=ir.Self()), whom=Anything(), alone=False, along=None):
            return pattern, None
    raise NotModelled(f"the engine does not watch for the first {type(pattern).__name__} of a turn yet")


@watch(ir.Cycled)
def _cycled(frame: Frame, pattern: ir.Cycled, event: Event) -> list[Facts]:
    if event.kind != "cycle" or not fits(frame, pattern.what, event.ref):
        return []
    found = facts(event.ref, "", event.player, 1) | _own_x(frame, event)
    return [found] if player_fits(frame, pattern.who, event.player) else []


@watch(ir.CountersPut)
def _counters_put(frame: Frame, pattern: ir.CountersPut, event: Event) -> list[Facts]:
    ref, player, counters = _put(frame, event)
    counters = {kind: count for kind, count in counters.items() if pattern.kind in (None, kind)}
    if not counters or not fits(frame, pattern.on, ref) or not player_fits(frame, pattern.who, player):
        return []
    if pattern.by_effect and {"cost", "damage", "turn-based"} & set(event.tags):
        return []
    if pattern.each:
        return [facts(ref, "", player, 1, counter=kind) for kind, count in counters.items() for _ in range(count)]
    return [facts(ref, "", player, count, counter=kind) for kind, count in counters.items()]


def _put(frame: Frame, event: Event) -> tuple[str, str, dict[str, int]]:
    """The object or player that gets counters, who puts them there, and how many of each kind; includes counters with
    which an object enters, put there by its controller (122.6 and 122.6a in 2026-06-19)."""
    if event.kind == "counters" and event.amount > 0:
        return event.ref, event.player, {event.facts["counter"]: event.amount}
    counters = event.facts.get("counters") if event.kind == "move" and event.zone == "battlefield" else None
    if not counters:
        return "", "", {}
    ref = object_ref(event.new) if event.new else event.ref
    return ref, controller_of(frame.kernel, ref), {kind: count for kind, count in counters.items() if count > 0}


@watch(ir.ChapterReached)
def _chapter_reached(frame: Frame, pattern: ir.ChapterReached, event: Event) -> list[Facts]:
    """Match when lore counters reach a chapter's number that they were below before (714.2b in 2018-04-27)."""
    ref, player, counters = _put(frame, event)
    if "lore" not in counters or ref != object_ref(frame.source):
        return []
    now = counters_on(frame.kernel, ref, "lore")
    before = now - 1 if _reads_ahead(frame) else now - counters["lore"]
    reached = [number for number in pattern.numbers if before < number <= now]
    return [facts(ref, "", player, number) for number in reached]


def _reads_ahead(frame: Frame) -> bool:
    """Whether only the chapter with exactly this number triggers, as in the turn in which a Saga with read ahead enters
    (702.155a in 2023-09-01)."""
    kernel, thing = frame.kernel, frame.kernel.thing(frame.source)
    entered = thing is not None and thing.since_turn == kernel.state.turn
    return entered and kernel.has("read_ahead") and "read ahead" in keywords(look(kernel, frame.source))


@watch(ir.RoomEntered)
def _room_entered(frame: Frame, pattern: ir.RoomEntered, event: Event) -> list[Facts]:
    """Match as the venture marker is put into this room of the dungeon (309.4c in 2026-06-19)."""
    here = event.kind == "room" and event.ref == object_ref(frame.source) and event.facts["room"] == pattern.name
    return [facts(event.ref, "", event.player)] if here else []


@watch(ir.CountersRemoved)
def _counters_removed(frame: Frame, pattern: ir.CountersRemoved, event: Event) -> list[Facts]:
    if event.kind != "counters" or event.amount >= 0 or pattern.kind not in (None, event.facts["counter"]):
        return []
    if not fits(frame, pattern.from_, event.ref) or (pattern.last and event.facts.get("left")):
        return []
    if pattern.batch or pattern.last:
        return [facts(event.ref, "", event.player, -event.amount)]
    return [facts(event.ref, "", event.player, 1)] * -event.amount


@watch(ir.ControlChange)
def _control(frame: Frame, pattern: ir.ControlChange, event: Event) -> list[Facts]:
    if event.kind == "control":
        player, subject = str(event.facts["new controller" if pattern.gained else "old controller"]), event.ref
    elif event.kind == "move" and event.from_zone == "battlefield" and not pattern.gained:
        subject = object_ref(event.old)
        player = controller_of(frame.kernel, subject)
    else:
        return []
    if not fits(frame, pattern.what, subject) or not player_fits(frame, pattern.who, player):
        return []
    return [facts(subject, "", player, 1, **(following(event) if event.kind == "move" else {}))]


@watch(ir.Countered)
def _countered(frame: Frame, pattern: ir.Countered, event: Event) -> list[Facts]:
    if event.kind != "counter" or not fits(frame, pattern.what, event.ref):
        return []
    if not isinstance(pattern.by, Anything) and not (event.other and fits(frame, pattern.by, event.other)):
        return []
    return [facts(event.ref, event.other, event.player, 1)]


@watch(ir.TokenCreated)
def _token(frame: Frame, pattern: ir.TokenCreated, event: Event) -> list[Facts]:
    if event.kind not in ("token", "create") or not fits(frame, pattern.what, event.ref):
        return []
    if pattern.batch:
        raise NotModelled("the engine does not watch for one or more tokens at one time yet")
    amount = event.amount or 1
    return [facts(event.ref, "", event.player, amount)] if player_fits(frame, pattern.who, event.player) else []


@watch(ir.Searches)
def _searches(frame: Frame, pattern: ir.Searches, event: Event) -> list[Facts]:
    if event.kind != "search" or (pattern.own and event.player not in event.facts["whose"]):
        return []
    return (
        [facts(player_ref(event.player), "", event.player, 1)] if player_fits(frame, pattern.who, event.player) else []
    )


@watch(ir.Shuffles)
def _shuffles(frame: Frame, pattern: ir.Shuffles, event: Event) -> list[Facts]:
    return (
        [facts(player_ref(event.player), "", event.player, 1)]
        if event.kind == "shuffle" and player_fits(frame, pattern.who, event.player)
        else []
    )


@watch(ir.Revealed)
def _revealed(frame: Frame, pattern: ir.Revealed, event: Event) -> list[Facts]:
    if event.kind != "reveal" or not fits(frame, pattern.what, event.ref):
        return []
    if pattern.this_way and frame.kernel.has("linked_abilities") and event.source != frame.source:
        return []
    return [facts(event.ref, "", event.player, 1)] if player_fits(frame, pattern.who, event.player) else []


@watch(ir.KeywordActionDone)
def _keyword_action(frame: Frame, pattern: ir.KeywordActionDone, event: Event) -> list[Facts]:
    if pattern.action == "fully unlock a Room":
        fully = bool(event.facts.get("fully")) and "Room" in look(frame.kernel, event.object_id).subtypes
        return (
            [facts(event.ref, "", event.player, 1)] if fully and player_fits(frame, pattern.who, event.player) else []
        )
    if pattern.action == "solve a Case":
        solver = controller_of(frame.kernel, event.ref) if event.facts.get("status") == "solved" else ""
        solved = bool(solver) and "Case" in look(frame.kernel, event.object_id).subtypes
        return [facts(event.ref, "", solver, 1)] if solved and player_fits(frame, pattern.who, solver) else []
    if event.kind != "keyword" or event.facts.get("action") != pattern.action:
        return []
    done_by_it = bool(event.object_id) and fits(frame, pattern.who, event.ref)  # "a creature explores"
    return (
        [facts(event.ref or player_ref(event.player), event.other, event.player, event.amount)]
        if done_by_it or player_fits(frame, pattern.who, event.player)
        else []
    )


def _in_added_turn(frame: Frame) -> bool:
    """Whether this is the extra turn that the ability gave."""
    return frame.kernel.state.extra_turn == extra_turn_given(frame)[1]


def _nth_step(frame: Frame, pattern: ir.StepBegins) -> int:
    """Which of its kind the present step is: a main phase among those of its turn, of which only the first is
    precombat (505.1a), another step among those of the game or of its turn."""
    state = frame.kernel.state
    begun = [
        each
        for each in state.history
        if each.kind == "step"
        and player_fits(frame, pattern.whose, str(each.facts.get("player")))
        and (each.turn == state.turn or not pattern.in_turn)
    ]
    if pattern.step == "main":
        later = [each for each in begun if each.turn == state.turn and each.facts.get("zone") == "postcombat main"]
        return 1 + len(later)
    return sum(step_begins(str(each.facts.get("zone")), pattern.step) for each in begun)


@watch(ir.StepBegins)
def _step(frame: Frame, pattern: ir.StepBegins, event: Event) -> list[Facts]:
    if event.kind != "step" or not step_begins(event.zone, pattern.step):
        return []
    if pattern.added and not _in_added_turn(frame):
        return []
    if pattern.nth is not None and _nth_step(frame, pattern) != pattern.nth:
        return []
    return (
        [facts(player_ref(event.player), "", event.player, 1)]
        if player_fits(frame, pattern.whose, event.player)
        else []
    )


@watch(ir.PlayerLoses)
def _loses(frame: Frame, pattern: ir.PlayerLoses, event: Event) -> list[Facts]:
    if event.kind != ("win_game" if pattern.wins else "lose_game"):
        return []
    return (
        [facts(player_ref(event.player), "", event.player, 1)] if player_fits(frame, pattern.who, event.player) else []
    )


@watch(ir.SpellResolves)
def _spell_resolves(frame: Frame, pattern: ir.SpellResolves, event: Event) -> list[Facts]:
    if event.kind != "move" or event.from_zone not in ("", "stack") or not event.tagged("resolved"):
        return []
    return [facts(event.ref, "", event.player, 1, **following(event))] if fits(frame, pattern.what, event.ref) else []


@watch(ir.StateBecomesTrue)
def _state(frame: Frame, pattern: ir.StateBecomesTrue, event: Event) -> list[Facts]:
    # A state is not an event: events/triggers.py tests it after every event.
    return []


@watch(ir.DaytimeChanges)
def _daytime(frame: Frame, pattern: ir.DaytimeChanges, event: Event) -> list[Facts]:
    return [facts("", "", frame.kernel.state.active, 1)] if event.kind == "daytime" and event.facts["was"] else []


@watch(RevealedAsDrawn)
def _revealed_as_drawn(frame: Frame, pattern: RevealedAsDrawn, event: Event) -> list[Facts]:
    if event.kind != "reveal" or not event.tagged("miracle") or not fits(frame, pattern.what, event.ref):
        return []
    return [facts(event.ref, "", event.player, 1)]


@watch(PassesPriority)
def _passes(frame: Frame, pattern: PassesPriority, event: Event) -> list[Facts]:
    if event.kind != "pass" or not player_fits(frame, pattern.who, event.player):
        return []
    return [facts(player_ref(event.player), "", event.player, 1)]
