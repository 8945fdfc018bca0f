"""Replacement and prevention: an event becomes something else, or nothing, before it happens.

Each effect gets one opportunity for each event. When several apply, the controller of the affected object or the
affected player chooses which comes first; effects that are part of the event's own spell or ability come before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.engine.abilities import restrictions
from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.card_instructions import Reveal, SearchTop
from rulesite.engine.abilities.combat_events import DamageDealt
from rulesite.engine.abilities.combining import Happens, Replace, Sequence
from rulesite.engine.abilities.conditions import DamagePreventedThisWay
from rulesite.engine.abilities.events import CountersPut
from rulesite.engine.abilities.harm_and_life import DealDamage, GainLife, LoseLife, PreventDamage, SetLife
from rulesite.engine.abilities.kinds import StaticAbility
from rulesite.engine.abilities.mana_instructions import ManaAnyColor, ManaSymbols
from rulesite.engine.abilities.moves import Destination, Move
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.permanent_instructions import Regenerate
from rulesite.engine.abilities.player_rules import DamageUnpreventable
from rulesite.engine.abilities.predicates import Anything
from rulesite.engine.abilities.references import Outside, Self, TriggerObject
from rulesite.engine.abilities.static_parts import (
    AsEnters,
    EntersAsCopy,
    EntersWith,
    ManaBecomes,
    PreventsDamage,
    Replaces,
)
from rulesite.engine.abilities.token_instructions import CreateBesides, CreateOneOfEach, CreateToken
from rulesite.engine.abilities.zone_events import Discarded, ZoneChange
from rulesite.engine.evaluation.amounts import counters_with
from rulesite.engine.evaluation.event_matching import facts_of
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.looking_back import is_from_anywhere
from rulesite.engine.evaluation.references import now, source_name
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event, tell
from rulesite.engine.state.game_state import Effect, object_ref, player_ref, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import COLOUR_OF, REGENERATED, Bindings, HeldAbility, Thing

from .arriving_auras import has_no_host
from .commander_zone import commander_options
from .continuous import changes_on, functions
from .durations import running
from .entering import (
    abilities_on_arrival,
    add_of_copy,
    arrives,
    arrives_under,
    as_it_would_be,
    by_night,
    enter_with,
    entering_options,
    of_itself,
    will_enter_so,
)
from .enters_by_type import enters_by_type, enters_compleated
from .forbidden import forbidden, forbidden_counters
from .prevention import prevention_now, prevention_options, protection_options
from .protecting_counters import counter_options, once_for_damage
from .redirecting import deal_anew, deal_elsewhere, redirection_options
from .replacement_options import Deferred, Option
from .shields import can_regenerate, prevent, reduce, regenerate, regenerates, shield_fits, source_fits, use_up


@dataclass
class Replacing:
    """Replaces a batch of events: ``perform`` carries out instructions, ``deferred`` collects what is done
    afterwards; ``to_come`` are the events of the batch that are still to be replaced, and ``chosen`` what was chosen
    for a move of an object that two of them make. ``prevented`` is what an effect, by its key, has prevented of the
    damage to one recipient: all damage of one time is prevented once (615.13 in 2026-06-19)."""

    kernel: Kernel
    perform: Callable[[Frame, Any], None]
    deferred: list[Deferred] = field(default_factory=list)
    to_come: list[Event] = field(default_factory=list)
    chosen: dict[tuple[str, ...], str] = field(default_factory=dict)
    prevented: dict[tuple[str, str], Frame] = field(default_factory=dict)
    gains: list[tuple[Event, Frame, Sequence]] = field(default_factory=list)
    """Life that is gained for what is prevented, at the time of the damage, once the sum is known."""

    def settle_all(self, events: list[Event]) -> Iterator[Event]:
        """Yield the events that really happen in place of a whole batch, which happens at one time."""
        protecting: set[tuple[str, str]] = set()
        for place, event in enumerate(events):
            self.to_come = events[place + 1 :]
            for result in self.settle(event):
                once = once_for_damage(result)
                if once is None or once not in protecting:
                    yield result
                protecting |= {once} if once else set()
        gains, self.gains = self.gains, []
        for event, frame, gain in gains:
            for result in self._gather(event, frame, gain):
                result.applied = event.applied
                yield from self.settle(result)

    def settle(self, event: Event) -> list[Event]:
        """The events that really happen in place of ``event``, after every effect has had its opportunity."""
        kernel = self.kernel
        if forbidden(kernel, event):
            return []
        thing = kernel.thing(event.object_id)
        if event.kind == "move" and not event.from_zone and thing is not None:
            event.from_zone = thing.zone
        if event.kind == "damage" and not event.tagged("unpreventable") and self._unpreventable(event):
            event.tags = (*event.tags, "unpreventable")
        if _is_nothing(kernel, event):
            return self._become(event)
        options = self._left(event)
        if "copy adds" in event.facts and not any(each.copies for each in options):
            add_of_copy(event)  # no copy effect is left that would drop them, and others may change them
            options = self._left(event)
        replacing = [each for each in options if each.concept == "replacement_effect"] if kernel.paying else []
        if replacing and not kernel.rules.costs_replaced:
            options = [each for each in options if each not in replacing]
        if not options:
            return self._become(event)
        first = [each for each in options if each.self_replacement] if kernel.has("self_replacement") else []
        if not first and kernel.has("control_first"):
            first = [each for each in options if each.controls]
        if not first and kernel.has("copies_first"):
            first = [each for each in options if each.copies]
        first = first or [each for each in options if each.intrinsic]
        chosen = self._choose(event, first or options)
        does = "enters with counters by its types" if chosen.intrinsic else "changes what would happen"
        kernel.note(f"{chosen.label} {does}", chosen.concept)
        event.applied = applied = (*event.applied, chosen.key)
        settled: list[Event] = []
        for result in chosen.apply(event):
            result.applied = applied  # the event itself may be one of the results, and be changed further by then
            if event.kind == result.kind == "damage" and result.ref != event.ref and kernel.rules.redirected_anew:
                deal_anew(result, chosen.key)
            settled += self.settle(result) if kernel.has("modified_event") else self._become(result)
        return settled

    def _left(self, event: Event) -> list[Option]:
        """The options that can apply to an event and have not done so."""
        again = not self.kernel.has("replaces_once")
        return [
            each
            for each in self._options(event)
            if each.key not in event.applied or (again and event.applied.count(each.key) < 3)
        ]

    def _unpreventable(self, event: Event) -> bool:
        """Whether an effect says that damage from this source cannot be prevented, whoever it is dealt to."""
        kernel = self.kernel
        return kernel.has("cannot") and any(
            within.matches(change.by, object_ref(event.source)) and (event.facts.get("combat") or not change.combat)
            for player in kernel.state.players
            for change, within in changes_on(kernel, player_ref(player), DamageUnpreventable)
        )

    def _choose(self, event: Event, options: list[Option]) -> Option:
        if len(options) == 1:
            return options[0]
        kernel = self.kernel
        if not kernel.has("affected_chooses"):
            return options[0]
        if len({each.key.split(" shield")[0] for each in options}) == 1 or all(each.only_adds for each in options):
            return options[0]
        options = _in_written_order(options)
        begun = {key.rpartition(" ")[0] for key in event.applied}
        for each in options:
            if len(options) == 1 or (each.in_order and each.key.rpartition(" ")[0] in begun):
                return each  # two sentences of one ability are one effect
        chooser = self._affected_player(event)
        labels = _apart([each.label for each in options])
        about = kernel.label(event.ref) if event.ref else ""
        alike = options[0].alike is not None and all(each.alike == options[0].alike for each in options)
        if alike and not kernel.is_written("replacement", chooser, about, labels):
            return options[0]
        same = (event.kind, event.ref, event.zone, *labels)
        word = self.chosen.get(same) if event.kind == "move" else None
        if word is None:
            word = kernel.choose_word("replacement", chooser, about, "which effect applies first", labels)
            kernel.note(f"{chooser} applies {word} first", "affected_chooses")
        self.chosen[same] = word
        return options[labels.index(word)]

    def _affected_player(self, event: Event) -> str:
        player = ref_player(event.ref) if event.ref else None
        if player is not None:
            return player
        if event.ref and event.object_id:
            return look(self.kernel, event.object_id).controller
        return event.player

    def _become(self, event: Event) -> list[Event]:
        """The move that an event becomes, which may be replaced in turn: destroying moves to the graveyard, drawing to
        the hand."""
        kernel = self.kernel
        if event.kind == "destroy":
            thing = kernel.thing(event.object_id)
            if thing is None or thing.zone != "battlefield":
                return []
            if changes_on(kernel, event.ref, restrictions.Indestructible) or "indestructible" in keywords(
                look(kernel, thing.id)
            ):
                kernel.note(f"{thing.label} can't be destroyed")
                return []
            moved = Event(
                "move",
                event.ref,
                zone="graveyard",
                tags=("destroy", *event.tags),
                source=event.source,
                from_zone="battlefield",
                facts={**event.facts},
                applied=event.applied,
            )
            return self.settle(moved)
        if event.kind == "draw":
            return self._draw(event)
        enters = event.kind == "move" and event.zone == "battlefield"
        if enters and (self._cannot_enter(event) or has_no_host(kernel, event)):
            return []
        if event.kind == "move":
            add_of_copy(event)
            self._without_forbidden_counters(event)
        return [event]

    def _without_forbidden_counters(self, event: Event) -> None:
        """Remove from an arrival the counters that cannot be put there, given what the object would be (113.6i in
        2026-06-19)."""
        kernel, counters = self.kernel, event.facts.get("counters")
        if not counters or not arrives(event):
            return
        with as_it_would_be(kernel, event):
            kept = {kind: count for kind, count in counters.items() if not forbidden_counters(kernel, event.ref, kind)}
        event.facts["counters"] = kept

    def _cannot_enter(self, event: Event) -> bool:
        """Whether an object cannot enter: either as it would be on the battlefield, after all changes to how it enters
        (614.17), or as the card that it is where it comes from ("creature cards in graveyards")."""
        kernel = self.kernel
        if not arrives(event) or not kernel.has("cannot"):
            return False
        barred = bool(changes_on(kernel, event.ref, restrictions.CantEnter))
        with as_it_would_be(kernel, event):
            barred = barred or bool(changes_on(kernel, event.ref, restrictions.CantEnter))
        if barred:
            kernel.note(f"{kernel.label(event.ref)} can't enter the battlefield", "cannot")
        return barred

    def _draw(self, event: Event) -> list[Event]:
        kernel = self.kernel
        library = kernel.state.zone("library", event.player)
        player = kernel.state.players[event.player]
        taken = int(event.facts.get("index", 0))
        if len(library) <= taken:
            player.drew_from_empty = True
            kernel.note(f"{event.player} would draw from an empty library", "empty_library")
            return []
        moved = Event(
            "move",
            object_ref(library[taken]),
            player=event.player,
            zone="hand",
            from_zone="library",
            tags=("draw",),
            source=event.source,
            facts=dict(event.facts),
            applied=event.applied,
        )
        return self.settle(moved)

    # -- what could apply ------------------------------------------------------------------------------------------

    def _options(self, event: Event) -> Iterator[Option]:
        kernel = self.kernel
        for thing, held in self._statics(event):
            yield from self._static_options(event, thing, held)
        for effect in list(kernel.state.effects):
            if effect.kind != "continuous" and running(kernel, effect):
                yield from self._effect_options(event, effect)
        yield from by_night(kernel, event)
        yield from enters_by_type(kernel, event)
        yield from enters_compleated(kernel, event)
        yield from counter_options(kernel, event)
        yield from protection_options(kernel, event)
        yield from redirection_options(kernel, event)
        yield from commander_options(kernel, event)

    def _statics(self, event: Event) -> Iterator[tuple[Thing, HeldAbility]]:
        """Static abilities that work where their objects are, and those of an object that is about to enter."""
        kernel = self.kernel
        entering = event.object_id if event.kind == "move" and event.zone == "battlefield" else 0
        have = {thing_id for thing_id in kernel.state.things if look(kernel, thing_id).static}
        for thing_id in sorted(have | {entering} & kernel.state.things.keys()):
            thing = kernel.state.things[thing_id]
            if thing_id == entering and thing.zone != "battlefield":
                yield from ((thing, held) for held in abilities_on_arrival(kernel, event, thing))
                continue
            for held in look(kernel, thing_id).static:
                if functions(kernel, thing, held.ability):
                    yield thing, held

    def _static_options(self, event: Event, thing: Thing, held: HeldAbility) -> Iterator[Option]:
        if not isinstance(held.ability, StaticAbility):
            return
        kernel = self.kernel
        frame = Frame(kernel, Bindings(arrives_under(kernel, event, thing), thing.id))
        frame.bound.record.keyword = held.keyword
        if held.ability.condition is not None and not frame.holds(held.ability.condition):
            return
        for number, part in enumerate(held.ability.parts):
            key = f"{thing.id} {held.key} {number}"
            match part:
                case Replaces():
                    # A spell's words about leaving the stack are part of its own effect (buyback, flashback).
                    leaves = thing.zone == "stack" and event.object_id == thing.id
                    own = leaves and not is_from_anywhere(part.replacement.event)
                    if own and _only_resolving(part.replacement) and not event.tagged("resolved"):
                        continue
                    if _meant_for_others(event, thing, part.replacement.event):
                        continue
                    yield from self._replace_option(event, key, thing.label, frame, part.replacement, None, own)
                case PreventsDamage() if kernel.has("prevention_effect"):
                    yield from prevention_options(frame, event, key, thing.label, part)
                case EntersWith() | AsEnters() | EntersAsCopy() if kernel.has("enters_with"):
                    yield from entering_options(frame, self.perform, event, key, thing, part)
                case ManaBecomes() if event.kind == "mana" and event.tagged("tapped"):
                    by = frame.matches(part.who, player_ref(event.player))
                    much = _how_much(event) >= part.least
                    if by and much and frame.matches(part.source, object_ref(event.source)):
                        yield Option(key, thing.label, "replacement_effect", self._mana_becomes(frame, part))

    def _mana_becomes(self, frame: Frame, part: ManaBecomes) -> Callable[[Event], list[Event]]:
        def apply(event: Event) -> list[Event]:
            if part.mana is None:
                event.facts["mana"] = list(event.facts["mana"]) * part.times
                return [event]
            symbols = [symbol for symbol in _other_mana(frame, part.mana).strip("{}").split("}{") if symbol]
            if not part.amount_too:
                symbols = symbols * _how_much(event)
            event.facts["mana"] = symbols
            return [event]

        return apply

    def _replace_option(
        self,
        event: Event,
        key: str,
        label: str,
        frame: Frame,
        replace: Replace,
        effect: Effect | None,
        own: bool,
    ) -> Iterator[Option]:
        kernel = self.kernel
        prevents = prevention_now(replace.instead) is not None
        concept = "prevention_effect" if prevents else "replacement_effect"
        if not kernel.has(concept):
            return
        if prevents and event.tagged("unpreventable") and not _does_more(kernel, replace):
            return
        with as_it_would_be(kernel, event) if _of_arrival(replace.event) else nullcontext():
            found = facts_of(frame, replace.event, _as_happened(event))
        if not found:
            return
        if _instead_of_graveyard(replace) and event.zone != "graveyard":
            return
        inner = _inner(frame, found[0], event)
        if replace.condition is not None and not inner.holds(replace.condition):
            return
        regenerating = event.kind == "destroy" and _regenerates_it(inner, replace.instead, event)
        if regenerating and not can_regenerate(kernel, event):
            return

        def apply(event: Event) -> list[Event]:
            if replace.optional and not kernel.ask("may", inner.controller, label, "apply the replacement"):
                return [event]
            if effect is not None and replace.once:
                self._used(event, effect, replace, prevents)
            if replace.instead is None:
                kernel.note(f"{label}: it doesn't happen", "replaced_never_happens")
                return []
            if isinstance(replace.event, CountersPut) and event.kind == "move":
                return _enters_with_more(event, frame, found, replace.instead)
            one_time = _of_one_time(replace.event) and not _speaks_of_source(replace.instead)
            key_of_time = (key, event.ref) if one_time else None
            if regenerating:
                return regenerate(kernel, event, None, self.deferred)
            changed = self._in_place(event, inner, replace.instead, effect, key_of_time)
            if changed is not None:
                return changed
            if _at_once(replace.instead):
                return self._gather(event, inner, replace.instead)
            self.deferred.append(lambda: self._instead(event, inner, replace.instead))
            inner.bound.event["replaced"] = event
            return []

        controls = _arrives_under_another(replace.instead, event)
        alike = (replace, inner.controller) if effect is None and _says_nothing_of_itself(replace) else None
        yield Option(key, label, "self_replacement" if own else concept, apply, own, controls=controls, alike=alike)

    def _used(self, event: Event, effect: Effect, replace: Replace, prevents: bool) -> None:
        """Use up an effect on "the next time": damage of one time is one, and what cannot be prevented uses up none."""
        if prevents and event.tagged("unpreventable"):
            return
        if _of_one_time(replace.event):
            self.deferred.insert(0, lambda: use_up(self.kernel, effect))
        else:
            use_up(self.kernel, effect)

    def _instead(self, event: Event, frame: Frame, instead: Any) -> None:
        """Carry out instructions instead of an event; effects that have changed the event already had their
        opportunity."""
        outer = self.kernel.replaced_by
        self.kernel.replaced_by = (*outer, *event.applied)
        try:
            self.perform(frame, instead)
        finally:
            self.kernel.replaced_by = outer

    def _planned(self, event: Event, frame: Frame, creating: Any) -> list[Event]:
        """The creation of tokens besides those of an event, or in place of them: other replacements can change all of
        it from here on."""
        kernel = self.kernel
        outer, kernel.planned = kernel.planned, []
        try:
            self._instead(event, frame, creating)
            return kernel.planned
        finally:
            kernel.planned = outer

    def _gather(self, event: Event, frame: Frame, instead: Any) -> list[Event]:
        """The events instead of an event, to happen at the time at which it would have happened."""
        kernel = self.kernel
        outer, kernel.gathered = kernel.gathered, []
        try:
            self._instead(event, frame, instead)
            return kernel.gathered
        finally:
            kernel.gathered = outer

    def _in_place(
        self, event: Event, frame: Frame, instead: Any, effect: Effect | None, time: tuple[str, str] | None
    ) -> list[Event] | None:
        """The event with another destination or amount, when that is all that the replacement says.

        ``time`` is the key of all damage of one time.
        """
        if isinstance(instead, Happens) and instead.to is not None and event.kind == "damage":
            return deal_elsewhere(self.kernel, event, [now(frame, ref) for ref in frame.refs(instead.to)], effect)
        if isinstance(instead, Happens):
            if instead.amount is not None:
                event.amount = frame.amount(instead.amount)
            if isinstance(instead.to, Destination):
                _redirect(frame, event, instead.to)
            return [event]
        if isinstance(instead, DealDamage) and event.kind == "damage" and _same_damage(frame, instead, event):
            event.amount = frame.amount(instead.amount)
            event.tags = event.tags if instead.preventable else (*event.tags, "unpreventable")
            return [event]
        if _same_life(frame, instead, event):
            event.amount = frame.amount(instead.amount)
            return [event]
        if isinstance(instead, CreateBesides) and event.kind == "create":
            return [event, *self._planned(event, frame, instead.more)]
        if isinstance(instead, CreateOneOfEach) and event.kind == "create":
            each = (CreateToken(token, Number(event.amount)) for token in instead.tokens)
            return self._planned(event, frame, Sequence(tuple(each)))
        if isinstance(instead, SearchTop) and event.kind == "search":
            event.facts["top"] = frame.amount(instead.amount)
            return [event]
        if isinstance(instead, EntersWith) and event.kind == "move" and event.zone == "battlefield":
            enter_with(frame, instead, event)
            return [event]
        if isinstance(instead, Move) and event.kind == "move" and _same_objects(frame, instead.what, event.ref):
            _redirect(frame, event, instead.to)
            return _and_shuffled(frame, event)
        if isinstance(instead, Sequence) and event.kind == "move" and not _at_once(instead):
            return self._with_more_steps(event, frame, instead.steps)
        prevention = prevention_now(instead)
        if event.kind == "damage" and prevention is not None:
            rest = instead.steps[1:] if isinstance(instead, Sequence) else ()
            return self._prevent_it(event, frame, prevention, rest, time)
        return None

    def _with_more_steps(self, event: Event, frame: Frame, steps: tuple[Any, ...]) -> list[Event] | None:
        """The move with another destination, when a replacement moves the object itself after revealing it, or does
        more after that ("reveal ~ and shuffle it into its owner's library instead"): what was destroyed, sacrificed or
        discarded still was."""
        place = next((n for n, step in enumerate(steps) if not isinstance(step, Reveal)), len(steps))
        moving = steps[place] if place < len(steps) else None
        if not isinstance(moving, Move) or not _same_objects(frame, moving.what, event.ref):
            return None
        for step in steps[:place]:
            self._instead(event, frame, step)
        _redirect(frame, event, moving.to)
        rest = steps[place + 1 :]
        if rest:
            self.deferred.append(lambda: self._after_move(event, frame, moving.verb, rest))
        return _and_shuffled(frame, event)

    def _after_move(self, event: Event, frame: Frame, verb: str, rest: tuple[Any, ...]) -> None:
        """Carry out what a replacement says after moving an object, of what it has become."""
        frame.bound.follow[event.ref] = object_ref(event.new)
        frame.bound.memo[verb] = [event.ref] if event.new else []
        frame.bound.last_verb = verb
        frame.bound.did = bool(event.new)
        self._instead(event, frame, Sequence(rest))

    def _prevent_it(
        self, event: Event, frame: Frame, part: PreventDamage, rest: tuple[Any, ...], time: tuple[str, str] | None
    ) -> list[Event]:
        """The damage with "that damage", or a part of it, prevented; the rest of the text follows.

        It follows once for all damage of one time, if ``time`` is a key of that, and is no part of the event that was
        changed: what changed that may change it, too (615.5 in 2026-06-19).
        """
        wanted = event.amount if part.amount is None else frame.amount(part.amount)
        prevented = 0 if event.tagged("unpreventable") else max(0, min(event.amount, wanted))
        if rest and time in self.prevented:
            first = self.prevented[time].bound
            first.event["amount"] += prevented
            first.previous = (first.previous or 0) + prevented
        elif rest:
            frame.bound.event |= {"amount": prevented, "source": object_ref(event.source)}
            frame.bound.previous = prevented
            if all(isinstance(step, GainLife) for step in rest) and self.kernel.has("damage_in_steps"):
                left = reduce(self.kernel, event, prevented) if prevented else [event]
                if time is None:
                    return [*left, *self._gather(event, frame, Sequence(rest))]
                self.gains.append((event, frame, Sequence(rest)))
                self.prevented[time] = frame
                return left
            self.deferred.append(lambda: self.perform(frame, Sequence(rest)))
            if time is not None:
                self.prevented[time] = frame
        return reduce(self.kernel, event, prevented) if prevented else [event]

    def _effect_options(self, event: Event, effect: Effect) -> Iterator[Option]:
        kernel = self.kernel
        key, label = f"effect {effect.id}", effect.label or "a shield"
        left = effect.left is None or effect.left > 0
        if effect.kind == "replacement" and left and source_fits(kernel, effect, event):
            yield from self._replace_option(
                event, key, label, Frame(kernel, effect.bound), effect.parts[0], effect, False
            )
        if effect.kind == "enters" and event.ref in (effect.affected or ()) and kernel.has("enters_with"):
            yield from will_enter_so(Frame(kernel, effect.bound), event, key, label, effect.parts[0])
        if effect.kind == "regeneration" and regenerates(kernel, effect, event):
            yield Option(key + " shield", label, "regeneration", lambda each: self._regenerated(each, effect))
        if effect.kind == "prevention" and kernel.has("prevention_effect") and shield_fits(kernel, effect, event):
            yield Option(key, label, "prevention_shield", lambda each: self._shielded(each, effect))

    def _regenerated(self, event: Event, effect: Effect) -> list[Event]:
        """The events instead of a destruction; the further instructions of the shield are carried out right after."""
        then = effect.parts[0].then
        events = regenerate(self.kernel, event, effect, self.deferred)
        if then is not None and events:
            frame = Frame(self.kernel, clone(effect.bound))
            frame.bound.memo[REGENERATED] = [event.ref]
            self.deferred.append(lambda: self.perform(frame, then))
        return events

    def _shielded(self, event: Event, effect: Effect) -> list[Event]:
        """The damage that a shield leaves; its further instructions are carried out right after it prevents some of
        what is dealt at one time."""
        wanted = event.amount
        left = prevent(self.kernel, event, effect, self._allotted(event, effect))
        then, prevented, time = effect.parts[0].then, wanted - event.amount, (f"effect {effect.id}", "")
        if prevented:
            tell(self.kernel, "prevented", effect=effect.id, amount=prevented)
        if then is None or not prevented:
            return left
        if time in self.prevented:
            bound = self.prevented[time].bound
            bound.previous = bound.record.prevented = (bound.previous or 0) + prevented
            return left
        frame = self.prevented[time] = Frame(self.kernel, clone(effect.bound))
        frame.bound.previous = frame.bound.record.prevented = prevented
        self.deferred.append(lambda: self.perform(frame, then))
        return left

    def _allotted(self, event: Event, effect: Effect) -> int:
        """How much of this damage a shield prevents: if it cannot prevent all that is dealt at this time, whoever is
        dealt it chooses (615.7)."""
        kernel = self.kernel
        if effect.left is None:
            return event.amount
        if not kernel.has("prevention_shield"):
            return min(event.amount, effect.left)
        others = sum(each.amount for each in self.to_come if shield_fits(kernel, effect, each))
        most = min(event.amount, effect.left)
        least = max(0, min(most, effect.left - others))
        source = kernel.label(event.source) if event.source else effect.label
        what = f"how much of {event.amount} damage by {source} to {kernel.label(event.ref)} is prevented"
        return kernel.choose_number("prevention", self._affected_player(event), source, what, least, most)


def _is_nothing(kernel: Kernel, event: Event) -> bool:
    """Whether an event is none that could be replaced: 0 damage is dealt (120.8 in 2026-06-19), or 0 life is gained or
    lost (119.10)."""
    of_life = event.kind in ("gain_life", "lose_life")
    return event.amount <= 0 and (of_life or (event.kind == "damage" and kernel.has("zero_damage")))


def _of_one_time(pattern: Any) -> bool:
    """Whether a replacement speaks of damage to something, whatever deals it: then all of one time is one."""
    return isinstance(pattern, DamageDealt) and pattern.passive and isinstance(pattern.source, Anything)


def _speaks_of_source(instead: Any) -> bool:
    """Whether the words of a replacement of damage speak of the source that would deal it."""
    return any(
        isinstance(part, Outside | DamagePreventedThisWay) or part == TriggerObject("other") for part in walk(instead)
    )


def _instead_of_graveyard(replace: Replace) -> bool:
    """Whether what a replacement says of a discarded card takes the place of its going to the graveyard: it does
    nothing to a card that already goes elsewhere (616.1f)."""
    return isinstance(replace.event, Discarded) and not replace.wherever


def _says_nothing_of_itself(replace: Replace) -> bool:
    """Whether a replacement does the same, whichever object has the ability."""
    return not replace.optional and not any(isinstance(part, Self) for part in walk(replace))


def _does_more(kernel: Kernel, replace: Replace) -> bool:
    """Whether a prevention effect still does something where damage cannot be prevented (615.12 in 2026-06-19)."""
    return isinstance(replace.instead, Sequence) and kernel.has("unpreventable_applied")


def _same_damage(frame: Frame, instead: DealDamage, event: Event) -> bool:
    """Whether a replacement's damage is that of the event itself but for its amount: the same source deals it to the
    same recipient."""
    whole = not instead.divided and not instead.evenly and instead.excess_to is None
    return (
        whole
        and [now(frame, ref) for ref in frame.refs(instead.to)] == [event.ref]
        and frame.refs(instead.source) == [object_ref(event.source)]
    )


def _same_life(frame: Frame, instead: Any, event: Event) -> bool:
    """Whether a replacement has the same player gain or lose life as the event does, in another amount."""
    kind = {GainLife: "gain_life", LoseLife: "lose_life"}.get(type(instead), "")
    return kind == event.kind and frame.refs(instead.who) == [player_ref(event.player)]


def _at_once(instead: Any) -> bool:
    """Whether a replacement needs no choice and no result of its own first steps: then it happens at the time of the
    event."""
    steps = instead.steps if isinstance(instead, Sequence) else (instead,)
    plain = all(isinstance(step, SetLife | GainLife) or _moves_itself(step) for step in steps)
    return plain and any(_moves_itself(step) for step in steps)


def _moves_itself(step: Any) -> bool:
    return isinstance(step, Move) and isinstance(step.what, Self)


def _of_arrival(pattern: Any) -> bool:
    """Whether a replacement watches for objects that enter the battlefield, or for the counters that they enter
    with."""
    return isinstance(pattern, CountersPut) or (isinstance(pattern, ZoneChange) and pattern.to == "battlefield")


def _meant_for_others(event: Event, thing: Thing, pattern: Any) -> bool:
    """Whether words of the entering object itself mean a general subset that includes it: it is not there yet to change
    how others of the kind enter, nor how it does (614.12)."""
    entering = event.object_id == thing.id and arrives(event)
    return entering and _of_arrival(pattern) and not of_itself(pattern)


def _enters_with_more(event: Event, frame: Frame, found: list[dict[str, Any]], instead: Any) -> list[Event]:
    """The arrival with another number of the counters that would be put there (614.16 in 2018-01-19).

    Raises :class:`NotModelled` if the replacement does anything else.
    """
    if not isinstance(instead, Happens) or instead.amount is None or instead.to is not None:
        raise NotModelled("the engine puts no other counters on what enters, nor puts them elsewhere, yet")
    counters = dict(event.facts["counters"])
    for kind in dict.fromkeys(each["counter"] for each in found):
        counters[kind] = _inner(frame, {**found[0], "amount": counters[kind]}, event).amount(instead.amount)
    event.facts["counters"] = counters
    return [event]


def _arrives_under_another(instead: Any, event: Event) -> bool:
    """Whether what a replacement says is under whose control a permanent enters."""
    if isinstance(instead, EntersWith):
        return instead.controller is not None
    return isinstance(instead, Move) and arrives(event) and instead.to.controller is not None


def _only_resolving(replace: Replace) -> bool:
    """Whether a spell's replacement speaks of going "into the graveyard as it resolves": then it does not apply when it
    is countered."""
    pattern = replace.event
    return isinstance(pattern, ZoneChange) and (pattern.from_, pattern.to) == ("stack", "graveyard")


def _as_happened(event: Event) -> Event:
    """The event in the form that patterns match: a draw that has no card yet, a spell that has not moved yet."""
    if event.kind == "move" and not event.old:
        return replace(event, old=event.object_id)
    return event


def _inner(frame: Frame, found: dict[str, Any], event: Event) -> Frame:
    """The frame for a replacement: "it" and "that much" are those of the replaced event."""
    bound = frame.bound
    inner = Bindings(bound.controller, bound.source, bound.stack_id, bound.x, bound.targets)
    inner.memo, inner.paid, inner.follow = dict(bound.memo), dict(bound.paid), dict(bound.follow)
    inner.record = bound.record.continued()
    inner.event = {**found, "amount": event.amount or found.get("amount", 0)}
    return Frame(frame.kernel, inner)


def _same_objects(frame: Frame, what: Any, ref: str) -> bool:
    """Whether the replacement moves the very object that would move."""
    return [now(frame, each) for each in frame.refs(what)] == [ref]


def _regenerates_it(frame: Frame, instead: Any, event: Event) -> bool:
    """Whether a replacement regenerates the very permanent that would be destroyed."""
    return isinstance(instead, Regenerate) and _same_objects(frame, instead.what, event.ref)


def _redirect(frame: Frame, event: Event, to: Destination) -> None:
    if event.zone == "battlefield" != to.zone:  # how it would have been there (712.8a, 707.9e)
        for arriving in ("face", "face_down", "copy adds"):
            event.facts.pop(arriving, None)
    if event.zone != to.zone:
        event.facts.pop("counters", None)  # the counters with which it would have arrived elsewhere
    event.zone = to.zone
    if to.position is not None:
        event.facts["position"] = to.position
    if to.tapped:
        event.facts["tapped"] = True
    if to.face_down:
        event.facts["face_down"] = True
    if to.counters is not None:
        event.facts["counters"] = counters_with(frame, to)
    if to.controller is not None:
        event.facts["controller"] = frame.player(to.controller)


def _and_shuffled(frame: Frame, event: Event) -> list[Event]:
    """The move, with its owner's shuffle if it goes to a library that is shuffled (701.24 in 2026-06-19)."""
    thing = frame.kernel.thing(event.object_id)
    if thing is None or event.zone != "library" or event.facts.get("position") != "shuffled":
        return [event]
    return [event, Event("shuffle", player=thing.owner)]


def _in_written_order(options: list[Option]) -> list[Option]:
    """The options without later parts of an ability whose parts apply in the written order: only the first of these
    stays."""
    firsts: dict[str, str] = {}
    for each in options:
        if each.in_order:
            firsts.setdefault(each.key.rpartition(" ")[0], each.key)
    return [each for each in options if not each.in_order or firsts[each.key.rpartition(" ")[0]] == each.key]


def _apart(labels: list[str]) -> list[str]:
    """Labels made distinct: the second effect of one object gets a number.

    >>> _apart(["Elder", "Font", "Elder"])
    ['Elder', 'Font', 'Elder (2)']
    """
    return [
        label if (nth := labels[:place].count(label)) == 0 else f"{label} ({nth + 1})"
        for place, label in enumerate(labels)
    ]


def _how_much(event: Event) -> int:
    """How much mana would be added."""
    return sum(int(each) if str(each).isdigit() else 1 for each in event.facts.get("mana") or [])


def _other_mana(frame: Frame, mana: Node) -> str:
    """The mana produced instead: these symbols, or of a color that the controller of the effect chooses."""
    match mana:
        case ManaSymbols(options=(only,)):
            return only
        case ManaAnyColor():
            colours = [f"{{{symbol}}}" for symbol in COLOUR_OF]
            return frame.kernel.choose_word("mana", frame.controller, source_name(frame), "which mana", colours)
    raise NotModelled(f"the engine does not replace mana by {type(mana).__name__} yet")
