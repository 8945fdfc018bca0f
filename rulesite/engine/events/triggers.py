"""Triggered abilities: which trigger when events happen. ``turn/trigger_stack.py`` puts them on the stack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.engine.abilities.combat_events import Attacks, AttacksUnblocked, DamageDealt
from rulesite.engine.abilities.events import AnyEvent, FirstTime, StateBecomesTrue
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.predicates import Anything, Controlled
from rulesite.engine.abilities.references import ControllerOf, Current, EachPlayer, Self, TriggerPlayer
from rulesite.engine.abilities.static_parts import TriggersAgain, TriggersNothing
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.effects.continuous import functions_in, keyword_concept, printed
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.evaluation.event_matching import facts_of
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.looking_back import looks_back, single_patterns
from rulesite.engine.state.characteristics import controller_of, view
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event, from_history, tell
from rulesite.engine.state.game_state import DelayedTrigger, Pending, object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Characteristics, Thing

TRIGGERING = (TriggersAgain, TriggersNothing)


@dataclass
class Moment:
    """The characteristics and zones of all objects at one moment."""

    seen: dict[int, Characteristics]
    zones: dict[int, str]
    found: list[Watcher] | None = field(default=None, compare=False)

    @classmethod
    def now(cls, kernel: Kernel) -> Moment:
        """The present moment, computed once for each version of the state."""
        version, known = kernel.moment_cache
        if known is None or version != kernel.state.version:
            known = cls(
                view(kernel),
                {thing.id: "" if thing.phased_out else thing.zone for thing in kernel.state.things.values()},
            )
            kernel.moment_cache = (kernel.state.version, known)
        return known

    def watchers(self, kernel: Kernel) -> list[Watcher]:
        """The triggered abilities that work at this moment."""
        if self.found is None:
            self.found = list(_watchers(kernel, self))
        return self.found


@dataclass
class Together:
    """Events of one time, and the abilities that have triggered on "one or more" of them, by their key."""

    events: list[Event]
    triggered: dict[tuple[int | str, ...], list[Pending]] = field(default_factory=dict)


@dataclass(frozen=True)
class Watcher:
    """A triggered ability that exists to see an event."""

    source: int
    key: str
    ability: TriggeredAbility
    controller: str
    keyword: str = ""


def collect(kernel: Kernel, happened: list[Event], before: Moment) -> None:
    """Let abilities trigger on a batch of events, then on the state of the game."""
    after = Moment.now(kernel)
    arrived = [thing for event in happened if _arrives(event) and (thing := kernel.thing(event.new)) is not None]
    if arrived and (not kernel.has("applies_on_arrival") or kernel.rules.arrivals_seen_as == "printed"):
        after = Moment(after.seen | {thing.id: printed(kernel, thing) for thing in arrived}, after.zones)
    newcomers = set() if kernel.has("enters_trigger") else {event.new for event in happened if event.new}
    together = Together(happened)
    if kernel.has("trigger_event"):
        for event in happened:
            for moment, back in _moments(event, before, after):
                for watcher in moment.watchers(kernel):
                    if watcher.source in newcomers or _arrived_with(kernel, watcher, event, arrived):
                        continue
                    pattern = _seen_at(kernel, watcher.ability.event, event, back)
                    if pattern is not None:
                        _check(kernel, watcher, pattern, event, moment, together)
        for delayed in list(kernel.state.delayed):
            _check_delayed(kernel, delayed, together, before, after)
    check_states(kernel)


def _arrives(event: Event) -> bool:
    return event.kind == "move" and event.zone == "battlefield"


def _arrived_with(kernel: Kernel, watcher: Watcher, event: Event, arrived: list[Thing]) -> bool:
    """Whether an ability that watches arrivals arrived at the same time and so does not see them, except an event about
    its own source."""
    if not _arrives(event) or all(watcher.source != thing.id for thing in arrived) or kernel.rules.newcomers_watch:
        return False
    return event.new != watcher.source or not any(isinstance(part, Self) for part in walk(watcher.ability.event))


_MAY_LOOK_BACK = ("move", "control", "counter", "status")
"""The events for which some patterns look back."""


def _moments(event: Event, before: Moment, after: Moment) -> list[tuple[Moment, bool]]:
    """The moments at which abilities see an event, each with whether that is looking back. Where nothing has changed
    the two are one."""
    return [(before, True), (after, False)] if event.kind in _MAY_LOOK_BACK else [(after, False)]


def _seen_at(kernel: Kernel, pattern: Any, event: Event, back: bool) -> Any:
    """The part of a pattern that is matched with the moment before an event (``back``), or with the one after it; None
    if there is none."""
    kept = [each for each in single_patterns(pattern) if _looks_back(kernel, each, event) == back]
    return replace(pattern, parts=tuple(kept)) if len(kept) > 1 else kept[0] if kept else None


def _looks_back(kernel: Kernel, pattern: Any, event: Event) -> bool:
    return looks_back(kernel.rules, pattern, event) and kernel.has("look_back")


def _watchers(kernel: Kernel, moment: Moment) -> Iterator[Watcher]:
    for thing_id in sorted(each for each, found in moment.seen.items() if found.triggered):
        found = moment.seen[thing_id]
        for held in found.triggered:
            if functions_in(kernel, moment.zones.get(thing_id, ""), held.ability):
                yield Watcher(thing_id, held.key, held.ability, found.controller, held.keyword)


def _check(
    kernel: Kernel,
    watcher: Watcher,
    pattern: Any,
    event: Event,
    moment: Moment,
    together: Together,
) -> None:
    """Let an ability trigger on an event as often as this matches ``pattern``, all or a part of what it watches for."""
    ability = watcher.ability
    kernel.seen_as, kernel.zones_then = moment.seen, moment.zones
    try:
        frame = Frame(kernel, Bindings(watcher.controller, watcher.source))
        found = [] if _began_already(frame, ability, event) else facts_of(frame, pattern, event)
        _remember_holders(kernel, ability, found)
        about = [
            part
            for frame, part in (_rules(kernel, moment) if found else ())
            if (part.event is None or facts_of(frame, part.event, event)) and _speaks_of(frame, part, watcher)
        ]
    finally:
        kernel.seen_as = kernel.zones_then = None
    if not found:
        return
    if any(isinstance(part, TriggersNothing) for part in about):
        kernel.note(f"{kernel.label(watcher.source)}: that event makes no ability trigger", "trigger_event")
        return
    first = next(each for each in together.events if each.kind == event.kind)
    once = not kernel.has("trigger_each_time")
    if once and event is not first and _has_pending(kernel, watcher):
        return
    for facts in found:
        key = _one_of_several(ability.event, facts, watcher.source, watcher.key)
        if key in together.triggered:
            _add_to(together.triggered[key], facts)
            continue
        if ability.limit is not None and _times(kernel, watcher, ability.span) >= ability.limit:
            return
        inner = Frame(
            kernel, Bindings(watcher.controller, watcher.source, event=facts, follow=_following(kernel, facts))
        )
        if ability.condition is not None and kernel.has("intervening_if") and not inner.holds(ability.condition):
            kernel.note(
                f"{kernel.label(watcher.source)}: the condition is not true, so it does not trigger", "intervening_if"
            )
            continue
        waiting = [
            trigger(Frame(kernel, bound), ability, watcher.key, keyword=watcher.keyword)
            for bound in (inner.bound, *(clone(inner.bound) for _ in about))
        ]
        if key:
            together.triggered[key] = waiting
        if once:
            return


def _remember_holders(kernel: Kernel, ability: TriggeredAbility, found: list[dict[str, Any]]) -> None:
    """Keep with the facts who controls the objects of the event now, for an ability that speaks of that player."""
    if not found or not any(isinstance(part, ControllerOf) and part.then for part in walk(ability)):
        return
    for facts in found:
        refs = [ref for role in ("subject", "other") for ref in _refs(facts[role]) if ref_id(ref) is not None]
        facts["held"] = {ref: controller_of(kernel, ref) for ref in refs}


def _one_of_several(pattern: Any, facts: dict[str, Any], *watcher: int | str) -> tuple[int | str, ...]:
    """The key of what triggers once for "one or more" at one time: for each player, or each other recipient, to whom
    they deal damage or whom they attack, and for each player who controls some of them if the ability speaks of that
    player; empty for a pattern that triggers each time.

    Who "is dealt damage" is dealt all of it at one time, whatever its sources are."""
    if isinstance(pattern, FirstTime):  # of several at one time there is one first time
        batch = getattr(pattern.of, "batch", False)
        return _one_of_several(pattern.of, facts, *watcher) if batch else (*watcher, str(facts["subject"]))
    if isinstance(pattern, DamageDealt) and pattern.passive and not pattern.batch and _from_any_source(pattern):
        return (*watcher, str(facts["subject"]))
    if not getattr(pattern, "batch", False):
        return ()
    apart = isinstance(pattern, DamageDealt) and not pattern.passive
    if isinstance(pattern, Attacks | AttacksUnblocked):
        apart = not isinstance(pattern.whom, Anything)
    held = facts.get("held", {}) if any(_of_some_player(part) for part in walk(pattern)) else {}
    return (*watcher, str(facts["other"]) if apart else "", *(held.get(ref, "") for ref in _refs(facts["subject"])))


def _of_some_player(part: Any) -> bool:
    """Whether a description is of what "a player" or "an opponent" controls."""
    return isinstance(part, Controlled) and isinstance(part.by, EachPlayer)


def _from_any_source(pattern: DamageDealt) -> bool:
    return isinstance(pattern.source, Anything) and pattern.least is None


def _add_to(waiting: list[Pending], facts: dict[str, Any]) -> None:
    """Let abilities that triggered on "one or more" know one more of them, and its amount."""
    for each in waiting:
        event = each.bound.event
        for role in ("subject", "other"):
            refs = list(dict.fromkeys([*_refs(event[role]), *_refs(facts[role])]))
            event[role] = refs if len(refs) > 1 else "".join(refs)
        event["amount"] += facts["amount"]
        event.get("held", {}).update(facts.get("held", {}))
        each.bound.follow.update(facts.get("follow") or {})


def _refs(role: str | list[str]) -> list[str]:
    return role if isinstance(role, list) else [role] if role else []


def _speaks_of(frame: Frame, part: Any, watcher: Watcher) -> bool:
    """Whether an effect on triggering applies to the abilities of that source (603.2d in 2020-08-07)."""
    if isinstance(part, TriggersNothing):
        return part.of is None or bool(frame.matches(part.of, object_ref(watcher.source)))
    return frame.holds(part.while_) and frame.matches(part.of, object_ref(watcher.source))


def _rules(kernel: Kernel, moment: Moment) -> Iterator[tuple[Frame, Any]]:
    """The static abilities' effects on what triggers and how often, each part with its frame, as of a moment: what dies
    with others still tells what their deaths trigger (603.10 in 2026-06-19)."""
    for thing_id, seen in sorted((each, seen) for each, seen in moment.seen.items() if seen.static):
        for held in seen.static:
            found = [part for part in held.ability.parts if isinstance(part, TRIGGERING)]
            frame = Frame(kernel, Bindings(seen.controller, thing_id))
            works = found and functions_in(kernel, moment.zones.get(thing_id, ""), held.ability)
            if works and frame.holds(held.ability.condition):
                yield from ((frame, part) for part in found)


def _began_already(frame: Frame, ability: TriggeredAbility, event: Event) -> bool:
    """Whether a team's step, which begins for each of its players, has already triggered this for one of them: it
    triggers for each only if it mentions "that player" (805.4d in 2026-06-19)."""
    teammates = event.facts.get("with", ()) if event.kind == "step" else ()
    before = [replace(event, player=each, facts={}) for each in teammates]
    if not before or any(isinstance(part, TriggerPlayer | Current) for part in walk(ability)):
        return False
    return any(facts_of(frame, ability.event, each) for each in before)


def _following(kernel: Kernel, facts: dict[str, Any]) -> dict[str, str]:
    """What the moved object became, as facts: a zone-change trigger looks for it in the zone that it moved to."""
    return dict(facts.get("follow") or {}) if kernel.has("zone_change_trigger") else {}


def _has_pending(kernel: Kernel, watcher: Watcher) -> bool:
    return any(each.bound.source == watcher.source and each.ability_key == watcher.key for each in kernel.state.pending)


def _times(kernel: Kernel, watcher: Watcher, span: str) -> int:
    """How often the ability of this object has triggered, in this turn or in the game."""
    within = f" {kernel.state.turn}" if span == "turn" else ""
    return kernel.state.usage.get(f"{watcher.source} {watcher.key} triggered{within}", 0)


def trigger(frame: Frame, ability: Any, key: str, label: str = "", state: bool = False, keyword: str = "") -> Pending:
    """Let an ability trigger: it waits to be put on the stack, under the control of its source's present controller.

    Returns the ability that waits.
    """
    kernel, bound = frame.kernel, frame.bound
    name = label or kernel.label(frame.source)
    count = f"{frame.source} {key} triggered"
    for each in (count, f"{count} {kernel.state.turn}"):
        kernel.state.usage[each] = kernel.state.usage.get(each, 0) + 1
    kernel.state.triggered[name] = kernel.state.triggered.get(name, 0) + 1
    waiting = Pending(kernel.state.fresh_id(), ability, key, name, bound, state)
    kernel.state.pending.append(waiting)
    tell(kernel, "ability triggers", source=frame.source, key=key, player=frame.controller)
    concept = "state_trigger" if state else "trigger_event"
    subject = bound.event.get("subject")
    if bound.event.get("old") and isinstance(subject, str) and subject == object_ref(bound.event["old"]):
        concept = "look_back"
    bound.record.keyword = keyword
    if keyword_concept(keyword) in CONCEPTS:
        concept = keyword_concept(keyword)
    kernel.note(f"{name}'s ability triggers, controlled by {frame.controller}", concept)
    return waiting


def _check_delayed(
    kernel: Kernel,
    delayed: DelayedTrigger,
    together: Together,
    before: Moment,
    after: Moment,
) -> None:
    if delayed.until:
        return
    limit, condition = delayed.ability.limit, delayed.ability.condition
    for event in together.events:
        for facts in _facts_then(kernel, delayed, event, before, after):
            key = _one_of_several(delayed.ability.event, facts, "delayed", delayed.id)
            if key in together.triggered:
                _add_to(together.triggered[key], facts)
                continue
            if limit is not None and delayed.fired == kernel.state.turn:
                return
            if condition is not None and not Frame(kernel, delayed.bound).holds(condition):
                continue
            waiting = fire_delayed(kernel, delayed, facts)
            if key:
                together.triggered[key] = [waiting]
            if delayed.once and kernel.has("delayed_once"):
                return


def _facts_then(
    kernel: Kernel, delayed: DelayedTrigger, event: Event, before: Moment, after: Moment
) -> list[dict[str, Any]]:
    """The facts of an event for a delayed ability, each of its patterns matched with the moment that it looks at."""
    for moment, back in _moments(event, before, after):
        pattern = _seen_at(kernel, delayed.ability.event, event, back)
        if pattern is None:
            continue
        kernel.seen_as, kernel.zones_then = moment.seen, moment.zones
        try:
            found = facts_of(Frame(kernel, delayed.bound), pattern, event)
            _remember_holders(kernel, delayed.ability, found)
        finally:
            kernel.seen_as = kernel.zones_then = None
        if found:
            return found
    return []


def over_now(kernel: Kernel, happened: list[Event]) -> list[DelayedTrigger]:
    """The delayed ends of effects "until" something that has just happened; they no longer wait (610.3 in 2018)."""
    over = [
        each
        for each in kernel.state.delayed
        if each.until and any(facts_of(Frame(kernel, each.bound), each.ability.event, event) for event in happened)
    ]
    for each in over:
        kernel.state.delayed.remove(each)
    return over


def fire_delayed(kernel: Kernel, delayed: DelayedTrigger, facts: dict[str, Any]) -> Pending:
    """Let a delayed triggered ability trigger, and return it; it is used up unless it has a duration."""
    bound = clone(delayed.bound)
    delayed.fired = kernel.state.turn
    old = dict(bound.event)
    own_first = isinstance(delayed.ability.event, StepBegins) or delayed.event_last
    bound.event = {**facts, **old} if own_first else {**old, **facts}
    bound.event["delayed"] = True
    bound.follow.update(facts.get("follow") or {})
    if delayed.once and kernel.has("delayed_once") and delayed in kernel.state.delayed:
        kernel.state.delayed.remove(delayed)
    return trigger(Frame(kernel, bound), delayed.ability, f"delayed {delayed.id}", delayed.label)


def look_into_the_past(kernel: Kernel, delayed: DelayedTrigger) -> None:
    """Let a new delayed ability also see what happened this turn, as with ``delayed_created_first`` switched off."""
    for happening in [each for each in kernel.state.history if each.turn == kernel.state.turn]:
        for facts in facts_of(Frame(kernel, delayed.bound), delayed.ability.event, from_history(happening)):
            if delayed in kernel.state.delayed:
                fire_delayed(kernel, delayed, facts)


def check_states(kernel: Kernel) -> None:
    """Let state triggers trigger as soon as their state is true, and not again while one waits or is on the stack."""
    if not kernel.has("state_trigger"):
        return
    for watcher in Moment.now(kernel).watchers(kernel):
        for condition in _state_conditions(watcher.ability.event):
            frame = Frame(kernel, Bindings(watcher.controller, watcher.source))
            if not frame.holds(condition):
                continue
            if kernel.has("intervening_if") and not frame.holds(watcher.ability.condition):
                continue
            if kernel.has("state_trigger_rearms") and _waiting(kernel, watcher):
                continue
            trigger(frame, watcher.ability, watcher.key, state=True)


def _state_conditions(event: Any) -> list[Any]:
    if isinstance(event, StateBecomesTrue):
        return [event.condition]
    if isinstance(event, AnyEvent):
        return [condition for part in event.parts for condition in _state_conditions(part)]
    return []


def _waiting(kernel: Kernel, watcher: Watcher) -> bool:
    if _has_pending(kernel, watcher):
        return True
    for thing_id in kernel.state.zone("stack"):
        play = kernel.state.things[thing_id].play
        if play is not None and play.bound.source == watcher.source and play.ability_key == watcher.key:
            return True
    return False
