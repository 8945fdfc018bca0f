"""The order of continuous effects: layers, sublayers, timestamps and dependency, as each edition has them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .abilities import changes as ir
from .characteristic_changes import apply_change, payload
from .continuous import Part, affected_by, computes, parts, with_intrinsic
from .kernel import Kernel
from .state import ref_id

ASPECTS: dict[type, str] = {
    ir.CopyOf: "copy",
    ir.SetController: "control",
    ir.ReplaceWords: "text",
    ir.SetTypes: "type",
    ir.AddTypes: "type",
    ir.RemoveTypes: "type",
    ir.EveryType: "type",
    ir.SetColors: "colour",
    ir.AddColors: "colour",
    ir.GrantAbilities: "ability",
    ir.RemoveAbilities: "ability",
    ir.SetBasePowerToughness: "power",
    ir.ModifyPowerToughness: "power",
    ir.SwitchPowerToughness: "power",
}


@dataclass(frozen=True)
class Stage:
    """One layer or sublayer. ``wants`` says which changes belong to it; ``counters`` whether counters apply in it."""

    name: str
    wants: Callable[[Part, ir.Change], bool]
    counters: bool = False


def aspect(change: ir.Change) -> str:
    """What a change is about, ``""`` for a change to the rules rather than to characteristics."""
    if isinstance(change, ir.SetChosen):
        return "colour" if change.quality == "color" else "type"
    return ASPECTS.get(type(change), "")


def _of(*aspects: str) -> Callable[[Part, ir.Change], bool]:
    return lambda part, change: aspect(change) in aspects


def _power(step: str, others: tuple[str, ...]) -> Callable[[Part, ir.Change], bool]:
    """Which changes belong to one step of the power and toughness layer, given the steps there are besides."""

    def wants(part: Part, change: ir.Change) -> bool:
        if aspect(change) != "power":
            return False
        if isinstance(change, ir.SwitchPowerToughness):
            return step == "switch"
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
    rules = kernel.rules
    if not kernel.has("layers"):
        return [
            Stage("everything by timestamp", lambda part, change: bool(aspect(change))),
            Stage("counters", lambda part, change: False, True),
        ]
    order = rules.power_order
    power = [Stage(f"power and toughness: {step}", _power(step, order), "counters" in step) for step in order]
    if rules.layers == "dependency":
        rest = _of("control", "text", "colour", "ability")
        common = power[order.index("all")]
        power[order.index("all")] = Stage(
            "all other", lambda part, change: rest(part, change) or common.wants(part, change)
        )
        return [Stage("copy", _of("copy")), Stage("type", _of("type")), *power]
    later = [Stage("colour", _of("colour")), Stage("ability", _of("ability"))]
    if rules.layers == "six":
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
def apply_layers(kernel: Kernel) -> None:
    """Work out ``kernel.seen_as`` from the printed values upwards."""
    started: dict[str, tuple[Part, list[str]]] = {}
    seen = kernel.seen_as
    if seen is None:
        raise ValueError("the printed characteristics have to be set before the layers are applied")
    typed = False
    for stage in stages(kernel):
        if not typed and stage.name not in ("copy", "control", "text", "type"):
            _give_intrinsic(kernel)
            typed = True
        if stage.counters and "modify" not in stage.name:
            _counters(kernel)
        _apply_stage(kernel, stage, started)
        if stage.counters and "modify" in stage.name:
            _counters(kernel)
    for thing_id, found in seen.items():
        if "creature" not in found.types and "Vehicle" not in found.subtypes:
            seen[thing_id] = found.but(power=None, toughness=None)


def _give_intrinsic(kernel: Kernel) -> None:
    seen = kernel.seen_as or {}
    for thing_id in seen:
        seen[thing_id] = with_intrinsic(seen[thing_id])


def _apply_stage(kernel: Kernel, stage: Stage, started: dict[str, tuple[Part, list[str]]]) -> None:
    applied: set[str] = set()
    while True:
        waiting = [
            part
            for part in _existing(kernel, started)
            if part.key not in applied and any(stage.wants(part, change) for change in part.changes)
        ]
        if not waiting:
            return
        part = _next(kernel, stage, waiting, started)
        _apply_part(kernel, stage, part, started)
        applied.add(part.key)


def _existing(kernel: Kernel, started: dict[str, tuple[Part, list[str]]]) -> list[Part]:
    """The parts there are, and those that began in an earlier layer even if their ability is gone by now."""
    found = {part.key: part for part in parts(kernel)}
    if kernel.has("parts_in_layers"):
        for key, (part, _) in started.items():
            found.setdefault(key, part)
    return list(found.values())


def _targets(kernel: Kernel, part: Part, started: dict[str, tuple[Part, list[str]]]) -> list[str]:
    if kernel.has("parts_in_layers") and part.key in started:
        return started[part.key][1]
    return affected_by(kernel, part)


def _apply_part(kernel: Kernel, stage: Stage, part: Part, started: dict[str, tuple[Part, list[str]]]) -> None:
    seen = kernel.seen_as or {}
    targets = _targets(kernel, part, started)
    started.setdefault(part.key, (part, targets))
    for change in part.changes:
        if not stage.wants(part, change):
            continue
        for ref in targets:
            thing_id = ref_id(ref)
            if thing_id is not None and thing_id in seen:
                seen[thing_id] = apply_change(kernel, part, change, thing_id, seen[thing_id])


def _next(
    kernel: Kernel,
    stage: Stage,
    waiting: list[Part],
    started: dict[str, tuple[Part, list[str]]],
) -> Part:
    """The part to apply now: characteristic-defining first, then by dependency, then by timestamp."""
    order = sorted(waiting, key=lambda part: (not part.defines, part.timestamp, part.key))
    if not kernel.has("timestamp_order"):
        order = sorted(waiting, key=lambda part: (not part.defines, -part.timestamp, part.key))
    if len(order) == 1 or not kernel.has("dependency"):
        return order[0]
    needs = {part.key: _needs(kernel, stage, part, order, started) for part in order}
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
    started: dict[str, tuple[Part, list[str]]],
) -> set[str]:
    """The parts that ``part`` depends on: applying them first would change its existence, what it applies to, or what
    it does to any of those."""
    before = _signature(kernel, stage, part, started)
    found = set()
    for other in others:
        if other.key == part.key or (kernel.rules.defining_is_independent and (part.defines or other.defines)):
            continue
        kept, kept_started = kernel.seen_as, dict(started)
        kernel.seen_as = dict(kept or {})
        try:
            _apply_part(kernel, stage, other, kept_started)
            if _signature(kernel, stage, part, started) != before:
                found.add(other.key)
        finally:
            kernel.seen_as = kept
    return found


def _signature(
    kernel: Kernel,
    stage: Stage,
    part: Part,
    started: dict[str, tuple[Part, list[str]]],
) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    exists = part.key in started or any(each.key == part.key for each in parts(kernel))
    if not exists:
        return (False, (), ())
    targets = tuple(_targets(kernel, part, started))
    does = tuple(payload(kernel, part, change) for change in part.changes if stage.wants(part, change))
    return (True, targets, does)


def _counters(kernel: Kernel) -> None:
    """Counters that name power and toughness change them: +1/+1, -1/-1, +1/+0 …"""
    seen = kernel.seen_as or {}
    for thing in kernel.state.things.values():
        for kind, count in sorted(thing.counters.items()):
            match = re.fullmatch(r"([+-]\d+)/([+-]\d+)", kind)
            found = seen[thing.id]
            if match and thing.zone == "battlefield":
                power, toughness = int(match.group(1)) * count, int(match.group(2)) * count
                seen[thing.id] = found.but(
                    power=(found.power or 0) + power, toughness=(found.toughness or 0) + toughness
                )
