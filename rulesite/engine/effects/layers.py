"""The order of continuous effects: layers, sublayers, timestamps and dependency, as each edition has them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from rulesite.engine.abilities import changes as ir
from rulesite.engine.abilities.restrictions import CantHaveAbilities
from rulesite.engine.state.characteristics import computes
from rulesite.engine.state.game_state import ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Characteristics

from .characteristic_changes import apply_change, aspect_of, is_constant, payload
from .continuous import Part, affected_by, all_printed, parts, with_intrinsic
from .deploying import deploy_ability
from .layer_memo import key_of, recall, remember
from .layer_reach import altered_by, keeps_parts, reach_of
from .suiting_subtypes import suiting


@dataclass(frozen=True)
class Stage:
    """One layer or sublayer. ``wants`` tests whether a change belongs to it; ``counters``: counters apply in it."""

    name: str
    wants: Callable[[Part, ir.Change], bool]
    counters: bool = False


@dataclass(frozen=True)
class AppliedStep:
    """What one effect, or a rule, did to an object in one layer.

    ``part`` is the effect; None for a rule, which ``by`` names: "counters", "land types" or "no creature".
    ``depends_on`` are the parts that it depended on.
    """

    stage: str
    thing_id: int
    before: Characteristics
    after: Characteristics
    part: Part | None = None
    by: str = ""
    depends_on: tuple[Part, ...] = ()


Observer = Callable[[AppliedStep], None]
_POWER = frozenset({"power"})
_GIVES = frozenset({"ability", "other", "all other", "everything by timestamp"})
"""The layers in which abilities are given."""
_MAX_INTRINSIC = 1024
"""Objects whose intrinsic abilities are remembered."""


def _of(*aspects: str) -> Callable[[Part, ir.Change], bool]:
    return lambda part, change: aspect_of(change) in aspects


def _power(step: str, others: tuple[str, ...]) -> Callable[[Part, ir.Change], bool]:
    """A test whether a change belongs to one step of the power and toughness layer, given the other steps."""

    def wants(part: Part, change: ir.Change) -> bool:
        if aspect_of(change) != "power":
            return False
        if isinstance(change, ir.SwitchPowerToughness):
            return step == ("switch" if "switch" in others else "all")
        if isinstance(change, ir.SetBasePowerToughness) and part.defines and "define" in others:
            return step == "define"
        if isinstance(change, ir.ModifyPowerToughness) and part.static and "static" in others:
            return step == "static"
        if step == "all":
            return True
        return step.startswith("modify") if isinstance(change, ir.ModifyPowerToughness) else step == "set"

    return wants


def stages(kernel: Kernel) -> list[Stage]:
    """The layers of the day, in order."""
    if not kernel.has("layers"):
        return [
            Stage("everything by timestamp", lambda part, change: bool(aspect_of(change))),
            Stage("counters", lambda part, change: False, True),
        ]
    return _in_layers(kernel.rules.layers, kernel.rules.power_order)


@cache
def _in_layers(layers: str, order: tuple[str, ...]) -> list[Stage]:
    power = [Stage(f"power and toughness: {step}", _power(step, order), "counters" in step) for step in order]
    if layers == "dependency":
        # A granted type change comes into being only here, and waits for what it depends on (418.5b).
        rest = _of("control", "text", "colour", "ability", "type")
        common = power[order.index("all")]
        power[order.index("all")] = Stage(
            "all other", lambda part, change: rest(part, change) or common.wants(part, change)
        )
        return [Stage("copy", _of("copy")), Stage("type", _of("type")), *power]
    later = [Stage("colour", _of("colour")), Stage("ability", _of("ability"))]
    if layers == "six":
        later = [Stage("other", _of("colour", "ability"))]
    return [
        Stage("copy", _of("copy")),
        Stage("control", _of("control")),
        Stage("text", _of("text")),
        Stage("type", _of("type")),
        *later,
        *power,
    ]


@computes
def apply_layers(kernel: Kernel, observe: Observer | None = None) -> None:
    """Compute ``kernel.seen_as`` from the printed values upwards; ``observe`` is told of each step."""
    key = key_of(kernel) if kernel.is_layered and observe is None else None
    known = recall(kernel, key) if key is not None else None
    if known is not None:
        kernel.seen_as = known
        return
    seen = all_printed(kernel)
    printed = dict(seen)
    kernel.seen_as = seen
    work = Progress(kernel, observe=observe)
    kernel.is_layered = bool(work.existing())
    if kernel.is_layered:
        _apply_stages(kernel, work)
    else:
        _give_intrinsic(kernel, observe)
        # Without effects the order of the layers decides nothing: only an observer hears where counters stand.
        stage = next(each.name for each in stages(kernel) if each.counters) if observe is not None else ""
        _counters(kernel, observe, stage)
    if kernel.rules.ability_on_stack_has == "source":
        _abilities_like_their_sources(kernel, seen)
    for thing_id, found in seen.items():
        numbers = found.power is not None or found.toughness is not None
        if numbers and "creature" not in found.types and "Vehicle" not in found.subtypes:
            seen[thing_id] = found.but(power=None, toughness=None)
            if observe is not None:
                observe(AppliedStep("", thing_id, found, seen[thing_id], by="no creature"))
    if key is not None:
        remember(kernel, key, printed, seen)


def _keep_suiting(kernel: Kernel) -> None:
    """Leave each object the subtypes that correspond to the card types which it has after all changes of types."""
    seen = kernel.seen_as or {} if kernel.rules.subtypes_suit_types else {}
    for thing_id, found in seen.items():
        kept = frozenset(suiting(kernel.rules, found.subtypes, found.types))
        if kept != found.subtypes:
            seen[thing_id] = found.but(subtypes=kept)


def _apply_stages(kernel: Kernel, work: Progress) -> None:
    typed = False
    for stage in stages(kernel):
        if not typed and stage.name not in ("copy", "control", "text", "type"):
            _keep_suiting(kernel)
            _give_intrinsic(kernel, work.observe)
            typed = True
        if stage.counters and "modify" not in stage.name:
            _counters(kernel, work.observe, stage.name)
            work.altered(_POWER)
        _apply_stage(kernel, stage, work)
        if stage.counters and "modify" in stage.name:
            _counters(kernel, work.observe, stage.name)
            work.altered(_POWER)


def _abilities_like_their_sources(kernel: Kernel, seen: dict[int, Characteristics]) -> None:
    """Give each ability on the stack the present colour of its source (409.1a in 2001-07-23)."""
    for thing_id in kernel.state.zone("stack"):
        thing = kernel.state.things[thing_id]
        source = seen.get(thing.play.bound.source) if thing.kind == "ability" and thing.play is not None else None
        if source is not None:
            seen[thing_id] = seen[thing_id].but(colours=source.colours)


def _give_intrinsic(kernel: Kernel, observe: Observer | None) -> None:
    seen, known = kernel.seen_as or {}, kernel.intrinsic_cache
    for thing_id, found in seen.items():
        if "land" in found.types or "battle" in found.types:
            made = known.get(id(found))
            if made is None or made[0] is not found:
                if len(known) >= _MAX_INTRINSIC:
                    known.clear()
                made = known[id(found)] = (found, with_intrinsic(found))
            seen[thing_id] = made[1]
            if observe is not None and seen[thing_id] is not found:
                observe(AppliedStep("type", thing_id, found, seen[thing_id], by="land types"))
    if kernel.state.options.deploy:
        _let_deploy(kernel, seen)


def _let_deploy(kernel: Kernel, seen: dict[int, Characteristics]) -> None:
    for thing_id, found in seen.items():
        thing = kernel.thing(thing_id)
        if "creature" in found.types and thing is not None and thing.zone == "battlefield":
            seen[thing_id] = found.but(abilities=(*found.abilities, deploy_ability()))


@dataclass
class Progress:
    """The progress through the layers: the parts that have begun to apply and their objects, the parts that exist now,
    and the keys of those whose type changes are done. ``depends``: for an observer, the parts that each was found to
    depend on. ``conditional``: one of the parts, or one that does not exist now, has a condition."""

    kernel: Kernel
    started: dict[str, tuple[Part, list[str]]] = field(default_factory=dict)
    found: list[Part] | None = None
    typed: frozenset[str] = frozenset()
    observe: Observer | None = None
    depends: dict[str, dict[str, Part]] = field(default_factory=dict)
    conditional: bool = False

    def wants(self, stage: Stage, part: Part, change: ir.Change) -> bool:
        """Whether a change is still to be applied in a stage; a type change is not applied a second time. Until 2006 an
        effect that changes types is applied whole where types change."""
        if not aspect_of(change):
            return False
        types = next((each for each in part.changes if aspect_of(each) == "type"), None)
        if types is not None and self.kernel.rules.type_changes_whole:
            change = types
        return stage.wants(part, change) and not (part.key in self.typed and aspect_of(change) == "type")

    def existing(self) -> list[Part]:
        """The parts that exist, and those that began in an earlier layer even if their ability is gone by now."""
        if self.found is None:
            known = {part.key: part for part in parts(self.kernel)}
            self.conditional = _has_conditions(self.kernel)
            if self.kernel.has("parts_in_layers"):
                for key, (part, _) in self.started.items():
                    known.setdefault(key, part)
            self.found = list(known.values())
        return self.found

    def altered(self, aspects: frozenset[str]) -> None:
        """Note that these aspects of objects have changed: the parts are found again, unless they are the same."""
        if self.conditional or not keeps_parts(aspects):
            self.found = None

    def has_begun(self, part: Part) -> bool:
        """Whether a part has begun to apply, so that it keeps its objects."""
        return self.kernel.has("parts_in_layers") and part.key in self.started

    def targets(self, part: Part) -> list[str]:
        """The objects that a part applies to: those it began with, else those it describes now."""
        if self.has_begun(part):
            return self.started[part.key][1]
        return affected_by(self.kernel, part)

    def apply(self, stage: Stage, part: Part) -> None:
        """Apply the changes of a part that belong to a stage."""
        seen = self.kernel.seen_as or {}
        targets = self.targets(part)
        self.started.setdefault(part.key, (part, targets))
        before = dict(seen) if self.observe is not None else seen
        changes = [change for change in part.changes if self.wants(stage, part, change)]
        for change in changes:
            for ref in targets:
                thing_id = ref_id(ref)
                if thing_id is not None and thing_id in seen:
                    seen[thing_id] = apply_change(self.kernel, part, change, thing_id, seen[thing_id])
        self.altered(altered_by(changes))
        if self.observe is not None:
            needed = tuple(self.depends.get(part.key, {}).values())
            for thing_id in dict.fromkeys(each for ref in targets if (each := ref_id(ref)) in seen):
                self.observe(
                    AppliedStep(stage.name, thing_id, before[thing_id], seen[thing_id], part, depends_on=needed)
                )


def _apply_stage(kernel: Kernel, stage: Stage, work: Progress) -> None:
    applied: set[str] = set()
    while True:
        waiting = [
            part
            for part in work.existing()
            if part.key not in applied and any(work.wants(stage, part, change) for change in part.changes)
        ]
        if not waiting:
            if stage.name == "type":
                work.typed = frozenset(applied)
            return
        part = _next(kernel, stage, waiting, work)
        work.apply(stage, part)
        applied.add(part.key)
        if stage.name not in _GIVES:
            continue
        for other in work.existing():  # what an object can't have no later effect gives it (113.11 in 2014-02-01)
            if other.key in applied and other.key != part.key and _keeps_off(other):
                work.apply(stage, other)


def _keeps_off(part: Part) -> bool:
    """Whether a part says which abilities objects can't have."""
    return any(isinstance(change, CantHaveAbilities) for change in part.changes)


def _next(
    kernel: Kernel,
    stage: Stage,
    waiting: list[Part],
    work: Progress,
) -> Part:
    """The part to apply now: characteristic-defining first, then by dependency, then by timestamp."""
    order = sorted(waiting, key=lambda part: (not part.defines, part.timestamp, part.given, part.key))
    if not kernel.has("timestamp_order"):
        order = sorted(waiting, key=lambda part: (not part.defines, -part.timestamp, part.key))
    if len(order) == 1 or not kernel.has("dependency"):
        return order[0]
    needs = {order[0].key: _needs(kernel, stage, order[0], order, work)}
    if not needs[order[0].key] and work.observe is None:
        return order[0]  # whatever the others depend on, nothing comes before it
    needs |= {part.key: _needs(kernel, stage, part, order, work) for part in order[1:]}
    for key, needed in needs.items() if work.observe is not None else ():
        work.depends.setdefault(key, {}).update({other.key: other for other in order if other.key in needed})
    for part in order:
        if all(part.key in _reach(needs, other) for other in needs[part.key]):
            return part
    return order[0]


def _reach(needs: dict[str, set[str]], start: str) -> set[str]:
    """Everything that ``start`` depends on, directly or not."""
    found: set[str] = set()
    rest = [start]
    while rest:
        for other in needs.get(rest.pop(), set()):
            if other not in found:
                found.add(other)
                rest.append(other)
    return found


def _needs(
    kernel: Kernel,
    stage: Stage,
    part: Part,
    others: list[Part],
    work: Progress,
) -> set[str]:
    """The parts that ``part`` depends on: applying them first would change its existence, its objects, or what it does
    to any of these."""
    if _steady(kernel, part):
        return set()
    rivals = [
        other
        for other in others
        if other.key != part.key and not (kernel.rules.defining_is_independent and (part.defines or other.defines))
        if _may_depend(kernel, stage, part, other, work)
    ]
    if not rivals:
        return set()
    before = _signature(kernel, stage, part, work)
    found = set()
    for other in rivals:
        kept = kernel.seen_as
        kernel.seen_as = dict(kept or {})
        try:
            trial = Progress(kernel, dict(work.started), typed=work.typed)
            trial.apply(stage, other)
            trial.started = work.started
            if _signature(kernel, stage, part, trial) != before:
                found.add(other.key)
        finally:
            kernel.seen_as = kept
    return found


def _may_depend(kernel: Kernel, stage: Stage, part: Part, other: Part, work: Progress) -> bool:
    """Whether a part could depend on another one: whether this may alter something that the part looks at."""
    own = [change for change in part.changes if work.wants(stage, part, change)]
    altered = altered_by(change for change in other.changes if work.wants(stage, other, change))
    return bool(altered & reach_of(kernel, part, own, begun=work.has_begun(part)))


def _has_conditions(kernel: Kernel) -> bool:
    """Whether what continuous effects exist depends on a condition."""
    seen = kernel.seen_as or {}
    return any(held.ability.condition is not None for found in seen.values() for held in found.static) or any(
        effect.while_ is not None for effect in kernel.state.effects
    )


def _steady(kernel: Kernel, part: Part) -> bool:
    """Whether no other effect can change a part: it has begun, and does the same to the same objects whatever these
    become. Most effects of resolved spells and abilities are like this."""
    fixed = part.affected is not None and (part.to is None or kernel.has("affected_locked_in"))
    if not (fixed and part.lasting) or kernel.state.options.ranges:
        return False
    return all(is_constant(change) for change in part.changes)


def _signature(
    kernel: Kernel,
    stage: Stage,
    part: Part,
    work: Progress,
) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    now = next((each for each in work.existing() if each.key == part.key), None)  # its words may be other ones by now
    if now is None:
        return (False, (), ())
    targets = tuple(work.targets(now))
    does = tuple(payload(kernel, now, change, targets) for change in now.changes if work.wants(stage, now, change))
    return (True, targets, does)


def _counters(kernel: Kernel, observe: Observer | None, stage: str) -> None:
    """Apply counters that change power and toughness: +1/+1, -1/-1, +1/+0 …"""
    seen = kernel.seen_as or {}
    for thing in (each for each in kernel.state.things.values() if each.counters):
        for kind, count in sorted(thing.counters.items()):
            match = re.fullmatch(r"([+-]\d+)/([+-]\d+)", kind)
            found = seen[thing.id]
            if match and thing.zone == "battlefield":
                power, toughness = int(match.group(1)) * count, int(match.group(2)) * count
                seen[thing.id] = found.but(
                    power=(found.power or 0) + power, toughness=(found.toughness or 0) + toughness
                )
                if observe is not None:
                    observe(AppliedStep(stage, thing.id, found, seen[thing.id], by="counters"))
