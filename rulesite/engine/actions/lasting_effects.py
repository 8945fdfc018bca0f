"""Instructions with a lasting result: continuous effects, shields, delayed triggers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeGuard

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.changes import (
    Change,
    CopyOf,
    GainAbilitiesOf,
    GrantAbilities,
    ModifyPowerToughness,
    ReplaceWords,
    SetBasePowerToughness,
    SetController,
)
from rulesite.engine.abilities.kinds import KeywordAbility, TriggeredAbility
from rulesite.engine.abilities.node import Node, rewrite, walk
from rulesite.engine.abilities.predicates import Owned, Predicate
from rulesite.engine.abilities.references import Current, EachPlayer, Every, Several
from rulesite.engine.effects.characteristic_changes import abilities_of, aspect_of
from rulesite.engine.effects.copying import Copying, copiable, speaking, to_copy, underneath
from rulesite.engine.effects.durations import of_each_controller, running, waits_for_turn
from rulesite.engine.effects.forbidden import barred_keywords, is_phased_out
from rulesite.engine.effects.locked_in import freeze
from rulesite.engine.effects.shields import properties
from rulesite.engine.effects.text_change import choose_words
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import extra_turn_given, now, source_name
from rulesite.engine.events.batch import happen
from rulesite.engine.events.perform import doers, does, perform, perform_for
from rulesite.engine.events.triggers import look_into_the_past
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.game_state import DelayedTrigger, Effect, object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings

from .adding_mana import keep_mana
from .common import in_turn


def begin(frame: Frame, node: ir.Continuous, affected: list[str]) -> None:
    """Begin a continuous effect for some objects at once, as part of what is happening."""
    effect = _effect(frame, node, tuple(_begun(frame, change) for change in node.changes), affected)
    effect.timestamp = frame.kernel.state.tick()
    frame.kernel.state.effects.append(effect)
    frame.kernel.state.touch()
    whom = ", ".join(frame.kernel.label(ref) for ref in affected)
    frame.kernel.note(f"{whom} enters as {effect.label} says", "is_as_it_enters")


@does(ir.SameFor)
def _same_for(frame: Frame, node: ir.SameFor) -> None:
    """Carry out the instruction for the first keyword, then for each variant of the others that some object has (702.1c
    in 2020-01-24)."""
    asked = {part.keyword for part in walk(node.do) if isinstance(part, ir.HasAbility)}
    there = _keywords_there(frame.kernel)
    perform(frame, node.do)
    for family in node.keywords:
        for variant in _variants(frame.kernel, family, there):

            def of_it(part: Node, variant: KeywordAbility = variant) -> Node:
                if isinstance(part, ir.HasAbility) and part.keyword in asked:
                    return ir.HasThatAbility(variant)
                if isinstance(part, ir.PutCounters) and part.kind in asked:
                    return replace(part, kind=variant.keyword)
                return variant if isinstance(part, KeywordAbility) and part.keyword in asked else part

            perform(frame, rewrite(node.do, of_it))


def _keywords_there(kernel: Kernel) -> list[KeywordAbility]:
    """The keyword abilities of all objects, without duplicates."""
    found: list[KeywordAbility] = []
    for thing in list(kernel.state.things.values()):
        for held in look(kernel, thing.id).abilities:
            if isinstance(held.ability, KeywordAbility) and held.ability not in found:
                found.append(held.ability)
    return found


def _bound_now(frame: Frame) -> Bindings:
    """The bindings from now on: "for as long as that card remains exiled" means the object that the card is there."""
    inner = clone(frame.bound)
    inner.memo = {verb: [now(frame, ref) for ref in refs] for verb, refs in inner.memo.items()}
    return inner


def _variants(kernel: Kernel, family: str, there: list[KeywordAbility]) -> list[KeywordAbility]:
    """The abilities that belong to a keyword: all landwalks belong to "landwalk"."""
    walks = family == "landwalk" and kernel.has("each_variant")
    return [one for one in there if one.keyword == family or (walks and one.keyword.endswith("walk"))]


def _effect(frame: Frame, node: ir.Continuous, changes: tuple[Change, ...], affected: list[str] | None) -> Effect:
    state = frame.kernel.state
    return Effect(
        state.fresh_id(),
        changes,
        affected,
        node.duration,
        _bound_now(frame) if node.while_ is not None else clone(frame.bound),
        state.clock,
        state.turn,
        while_=node.while_,
        label=f"an effect of {source_name(frame)}",
        what=node.what,
    )


@does(ir.Continuous)
def _continuous(frame: Frame, node: ir.Continuous) -> None:
    kernel = frame.kernel
    if any(isinstance(each, ir.KeepsMana) for each in node.changes):
        keep_mana(frame, node)
        return
    takers = next((each.who for each in node.changes if _takes_own(each, node.what)), None)
    if takers is not None:  # "Each player gains control of all creatures they own": whose they are stays as it is
        changes = tuple(SetController(Current()) if _takes_own(each, node.what) else each for each in node.changes)
        perform_for(frame, replace(node, changes=changes), takers, doers(frame, takers))
        return
    state = kernel.state
    of_each = _counts_each(frame, node)
    changes = () if of_each else tuple(_begun(frame, change) for change in node.changes)
    affected: list[str] | None = [
        each for ref in frame.refs(node.what) if not is_phased_out(kernel, each := now(frame, ref))
    ]
    locked = any(map(aspect_of, node.changes)) or (node.duration == ir.NEXT_UNTAP and of_each_controller(node))
    if isinstance(node.what, Every) and not locked:
        affected = None
    effects = [_effect(frame, node, kept, refs) for kept, refs in _without_barred(kernel, changes, affected)]
    if of_each and affected:
        effects = [_effect(frame, node, _begun_for(frame, node, ref), [ref]) for ref in affected]
    elif affected and not frame.bound.current and ir.Current() in walk(node.while_):
        effects = [_effect(frame, node, changes, [ref]) for ref in affected]  # as long as "it has a counter on it"
        for effect, ref in zip(effects, affected, strict=True):
            effect.bound.current = ref
    _check_own(frame, changes, affected)
    begun = [effect for effect in effects if running(kernel, effect) or waits_for_turn(effect)]
    effects = begun if begun and kernel.has("duration_over") else effects
    if not begun:
        kernel.note("the effect's duration is over before it begins", "duration_over")
        if kernel.has("duration_over"):
            return
        for effect in effects:
            effect.while_, effect.duration = None, "permanent"
    if affected is not None:
        frame.bound.memo["affect"] = affected
        if any(isinstance(each, SetController) for each in node.changes):
            frame.bound.memo["control"] = affected
        if not affected:
            return
    for effect in effects:
        _take_copied(frame, effect)

    def start() -> None:
        timestamp = state.tick()
        for effect in effects:
            effect.timestamp = timestamp
        state.effects += effects

    until = {"turn": " until end of turn", "permanent": ""}.get(node.duration, f" ({node.duration})")
    whom = ", ".join(kernel.label(ref) for ref in affected) if affected is not None else "what it describes"
    kernel.note(f"an effect of {source_name(frame)} begins for {whom}{until}", "affected_locked_in")
    happen(kernel, [], start)
    frame.bound.did = True


def _without_barred(
    kernel: Kernel, changes: tuple[Change, ...], affected: list[str] | None
) -> list[tuple[tuple[Change, ...], list[str] | None]]:
    """The changes of an effect that begins, with the objects that each group of them is for: no effect begins that
    would give an object an ability that it can't have (113.11 in 2014-02-01)."""
    given = {
        ability.keyword
        for change in changes
        if isinstance(change, GrantAbilities)
        for ability in change.abilities
        if isinstance(ability, KeywordAbility)
    }
    groups: dict[frozenset[str], list[str]] = {}
    for ref in affected if given and affected else ():
        groups.setdefault(frozenset(given & barred_keywords(kernel, ref)), []).append(ref)
    if set(groups) <= {frozenset()}:
        return [(changes, affected)]
    return [(tuple(_without_keywords(change, barred) for change in changes), refs) for barred, refs in groups.items()]


def _without_keywords(change: Change, barred: frozenset[str]) -> Change:
    if not isinstance(change, GrantAbilities):
        return change
    kept = tuple(each for each in change.abilities if getattr(each, "keyword", "") not in barred)
    return replace(change, abilities=kept)


def _takes_own(change: Change, what: Node) -> TypeGuard[SetController]:
    """Whether each of several players gains control of what they own."""
    return isinstance(change, SetController) and isinstance(change.who, EachPlayer) and Owned(Current()) in walk(what)


def _counts_each(frame: Frame, node: ir.Continuous) -> bool:
    """Whether an effect adds or sets an amount that is another for each of its objects ("for each of its colors").

    Within an instruction that is carried out for each of several, only doubling does: it adds to each its own power.
    """
    sizes = [each for each in node.changes if isinstance(each, ModifyPowerToughness | SetBasePowerToughness)]
    parts = [part for each in sizes for part in walk(each)]
    doubles = any(isinstance(part, ir.Characteristic) and part.signed for part in parts)
    return doubles or (not frame.bound.current and any(isinstance(part, Current) for part in parts))


def _begun_for(frame: Frame, node: ir.Continuous, ref: str) -> tuple[Change, ...]:
    """The changes of an effect as it begins, for one of its objects."""
    before, frame.bound.current = frame.bound.current, ref
    try:
        return tuple(_begun(frame, change) for change in node.changes)
    finally:
        frame.bound.current = before


_ONE_AND_THE_SAME = (ir.You, ir.Target, ir.TriggerPlayer, ir.Memo, ir.OwnerOf, Current, EachPlayer)
"""The words for a player that mean the same one for as long as an effect lasts: "the player with the most life" may
soon be another."""


def _begun(frame: Frame, change: Change) -> Change:
    """A change as its effect begins, with its choices, numbers and borrowed abilities fixed."""
    match change:
        case ReplaceWords():
            return choose_words(frame, change, source_name(frame))
        case SetController(who=who) if not isinstance(who, _ONE_AND_THE_SAME):
            frame.bound.memo["gain control"] = [player_ref(frame.player(who))]
            return SetController(ir.Memo("gain control"))
        case GainAbilitiesOf():
            return GrantAbilities(abilities_of(frame, change))
        case ir.RemoveAbilities(keywords=lost) if ir.ThisAbility() in lost:
            own = ir.ThisAbility()
            return replace(change, keywords=tuple(_spoken(frame) if each == own else each for each in lost))
        case GrantAbilities(abilities=abilities) if ir.ThisAbility() in abilities:
            return GrantAbilities(tuple(speaking(frame) if one == ir.ThisAbility() else one for one in abilities))
    return freeze(frame, change)


def _spoken(frame: Frame) -> ir.AbilityOfKey:
    """The ability that is being carried out, as its source has it. Raises NotModelled if it is not on the stack, or one
    of those that a keyword stands for."""
    thing, seen = frame.kernel.thing(frame.bound.stack_id), look(frame.kernel, frame.source)
    key = thing.play.ability_key if thing is not None and thing.kind == "ability" and thing.play is not None else ""
    if not key or any(each.key == key for each in seen.every_ability if each not in seen.abilities):
        raise NotModelled('the loss of "this ability" where it is none that an object has by itself')
    return ir.AbilityOfKey(key, seen.copied)


def _check_own(frame: Frame, changes: tuple[Change, ...], affected: list[str] | None) -> None:
    """Raise NotModelled where another object than the source is to lose "this ability"."""
    lost = {type(each) for change in changes if isinstance(change, ir.RemoveAbilities) for each in change.keywords}
    if ir.AbilityOfKey in lost and affected not in ([], [object_ref(frame.source)]):
        raise NotModelled('the loss of "this ability" by another object than the one that has it')


@does(ir.MayEndEffect)
def _may_end_effect(frame: Frame, node: ir.MayEndEffect) -> None:
    """Note the cost with the effects that this ability has made.

    Raises :class:`NotModelled` if it is not on the stack, or makes no effect that lasts.
    """
    thing = frame.kernel.thing(frame.bound.stack_id)
    play = thing.play if thing is not None else None
    if play is None or not any(isinstance(part, ir.Continuous) for part in walk(play.ability)):
        raise NotModelled("an effect to end that no spell or ability on the stack makes")
    for effect in frame.kernel.state.effects:
        if effect.bound.stack_id == frame.bound.stack_id:
            effect.ends_for = ir.Cost((ir.PayMana(node.mana),))


def _take_copied(frame: Frame, effect: Effect) -> None:
    """Store the copiable values for "becomes a copy": later changes of the original, or its leaving, change nothing
    (707.2b)."""
    for change in effect.parts:
        if isinstance(change, CopyOf):
            original = to_copy(frame, change.of)
            if original is None:
                raise NotModelled("there is nothing to copy")
            changed = frame.kernel.thing(ref_id(next(iter(effect.affected or ()), "")) or 0)
            own = underneath(frame.kernel, changed) if changed is not None else None
            effect.bound.record.copied, _ = Copying(change.except_, own, speaking(frame), rules=frame.kernel.rules).of(
                copiable(frame.kernel, original)
            )


@does(ir.PreventDamage)
def _prevent(frame: Frame, node: ir.PreventDamage) -> None:
    if node.duration == "now":
        raise NotModelled("only the damage that is being replaced can be prevented as it is dealt")
    state = frame.kernel.state
    frame.bound.record.shields = frame.bound.record.shields or []
    inner = clone(frame.bound)
    targets: list[str | None] = [None]
    to, from_ = (_described(each) for each in (node.to, node.from_))
    if isinstance(to, Predicate):
        inner.record.prevent_to = to
    elif node.to is not None:
        targets = list(dict.fromkeys(now(frame, ref) for ref in frame.refs(node.to)))
    if isinstance(from_, Predicate):
        inner.record.prevent_from = from_
    elif isinstance(node.from_, Node):
        inner.record.prevent_sources = [now(frame, ref) for ref in frame.refs(node.from_)]
        if isinstance(node.from_, ir.Chosen):  # what it was chosen as, it must still be as it deals damage (609.7b)
            inner.record.prevent_from = properties(node.from_.what)
    for target in targets:
        total = None
        if node.amount is not None:
            total = frame.bound.division.get(target or "", 0) if node.divided else frame.amount(node.amount)
        effect = Effect(
            state.fresh_id(),
            (node,),
            [target] if target is not None else None,
            node.duration,
            inner,
            state.tick(),
            state.turn,
            "prevention",
            left=total,
            label=f"the prevention of {source_name(frame)}",
        )
        state.effects.append(effect)
        frame.bound.record.shields.append(effect.id)
        frame.kernel.note(
            f"{'all' if total is None else f'the next {total}'} damage to "
            f"{frame.kernel.label(target) if target else 'anything'} will be prevented",
            "prevention_shield",
        )


def shielding(steps: tuple[ir.Instruction, ...]) -> tuple[ir.Instruction, ...]:
    """The steps of an effect; what one of them does with "the damage prevented this way" is done each time that the
    shields before it prevent some (615.5 in 2026-06-19), unless it waits for a time of its own."""
    made: list[ir.Instruction] = []
    for step in steps:
        parts = list(walk(step))
        shields = [place for place, each in enumerate(made) if isinstance(each, ir.PreventDamage)]
        if not shields or ir.ThatMuch("prevented") not in parts or any(isinstance(each, ir.Delayed) for each in parts):
            made.append(step)
            continue
        for place in shields:
            shield: Any = made[place]
            then = step if shield.then is None else ir.Sequence((shield.then, step))
            made[place] = replace(shield, then=then)
    return tuple(made)


def _described(about: Node | None) -> Node | None:
    """The description of a shield. "All creatures" are those that fit when damage would be dealt: their characteristics
    do not change, so they are not fixed as it begins (611.2c). Damage to several "and/or" uses up one shield."""
    if isinstance(about, Several) and about.any_of:
        return ir.AnyOf(tuple(part.what if isinstance(part, Every) else ir.IsObject(part) for part in about.parts))
    return about.what if isinstance(about, Every) else about


@does(ir.CreateReplacement)
def _replacement(frame: Frame, node: ir.CreateReplacement) -> None:
    state = frame.kernel.state
    effect = Effect(
        state.fresh_id(),
        (node.replacement,),
        None,
        node.duration,
        clone(frame.bound),
        state.tick(),
        state.turn,
        "replacement",
        label=f"an effect of {source_name(frame)}",
    )
    state.effects.append(effect)
    frame.kernel.note(f"{effect.label} will replace an event", "replacement_effect")


@does(ir.RedirectNext)
def _redirect_next(frame: Frame, node: ir.RedirectNext) -> None:
    """Make a shield that redirects a number of damage, and is used up by it (614.9 in 2018-01-19)."""
    state = frame.kernel.state
    inner = clone(frame.bound)
    from_ = node.from_
    if isinstance(from_, ir.Chosen):  # it is chosen now, not each time that damage would be dealt
        inner.record.chosen_by = from_.what
        inner.memo["choose"], from_ = [now(frame, ref) for ref in frame.refs(from_)], ir.Memo("choose")
    hit, dealer = (
        ir.Anything() if each is None else each if isinstance(each, Predicate) else ir.IsObject(each)
        for each in (node.to, from_)
    )
    effect = Effect(
        state.fresh_id(),
        (ir.Replace(ir.DamageDealt(dealer, hit, node.combat, passive=True), ir.Happens(to=node.other)),),
        None,
        "turn",
        inner,
        state.tick(),
        state.turn,
        "replacement",
        left=frame.amount(node.amount),
        label=f"an effect of {source_name(frame)}",
    )
    state.effects.append(effect)
    frame.kernel.note(f"{effect.label} will have the next {effect.left} damage dealt to another", "redirection")


@does(ir.Delayed)
def _delayed(frame: Frame, node: ir.Delayed) -> None:
    kernel = frame.kernel
    state = kernel.state
    effect = _back_where_it_was(frame, node.effect) if node.until else node.effect
    ability = TriggeredAbility(node.trigger, effect, condition=node.condition, zones=())
    inner = clone(frame.bound)
    inner.did = False
    inner.record.looked_like = {
        ref: sorted(look(kernel, thing_id).types)
        for refs_ in [*frame.bound.targets, *frame.bound.memo.values()]
        for ref in refs_
        if (thing_id := ref_id(ref)) is not None and kernel.thing(thing_id) is not None
    }
    delayed = DelayedTrigger(
        state.fresh_id(),
        ability,
        inner,
        state.batches,
        node.once,
        node.duration or "",
        state.turn,
        kernel.label(frame.source) if frame.source else "",
        node.until,
        event_last=node.event_last,
    )
    state.delayed.append(delayed)
    if node.until:
        kernel.note(f"{source_name(frame)} waits for the end of it")
        return
    kernel.note(f"a delayed triggered ability of {source_name(frame)} is created", "delayed_created_first")
    if not kernel.has("delayed_created_first"):
        look_into_the_past(kernel, delayed)


def _back_where_it_was(frame: Frame, back: ir.Instruction) -> ir.Instruction:
    """The return of what was exiled "until" something happens, to the zone that it left (610.3 in 2026-06-19)."""
    if not isinstance(back, ir.Move):
        return back
    exiled = {ref_id(ref) for ref in frame.refs(back.what)}
    moves = [each.facts for each in frame.kernel.state.history if each.kind == "move"]
    moves = [facts for facts in moves if facts.get("zone") == "exile"]
    zones = {str(facts["from_zone"]) for facts in moves if {facts.get("old"), facts.get("new")} & exiled}
    if zones <= {"battlefield"}:
        return back
    if len(zones) > 1 or not zones <= {"hand", "graveyard"}:
        raise NotModelled(f"the return of cards that were exiled from {' and '.join(sorted(zones))}")
    return replace(back, to=ir.Destination(zones.pop()))


@in_turn(ir.SkipNext)
def _skip(frame: Frame, node: ir.SkipNext, player: str) -> None:
    if node.this_turn:
        raise NotModelled("a step that is skipped in this turn alone")
    if node.added:
        given = extra_turn_given(frame)
        frame.kernel.state.extra_skips.append((given[0], given[1], node.step))
        frame.kernel.note(f"{given[0]} will skip the {node.step} of that turn", "skip")
        return
    frame.kernel.state.skips.extend([(player, node.step)] * node.amount)
    frame.kernel.note(f"{player} will skip the next {node.step}", "skip")
