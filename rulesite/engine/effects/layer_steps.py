"""How the layers lead from what is printed on an object to what it is now, step by step, and how they are numbered."""

from __future__ import annotations

from rulesite.engine.state.kernel import Kernel

from .layers import AppliedStep, apply_layers, stages


def layer_steps(kernel: Kernel) -> dict[int, list[AppliedStep]]:
    """The steps that lead from what is printed on each object to its present characteristics, in order; empty for one
    that nothing changes.

    It is the computation of :func:`apply_layers` itself, watched.

    >>> from rulesite.engine.game import Game
    >>> game = Game("2021-11-19")
    >>> bear = game.put(game.card("Bear", "Creature 2/2"), "Ann", counters={"+1/+1": 1})
    >>> anthem = game.card("Anthem", "Enchantment", text="Creatures you control get +1/+1.")
    >>> _ = game.put(anthem, "Ann")
    >>> [(step.stage, step.by or game.kernel.label(step.part.frame.source), step.after.power)
    ...     for step in layer_steps(game.kernel)[bear]]
    [('power and toughness: modify+counters', 'Anthem', 3), ('power and toughness: modify+counters', 'counters', 4)]
    """
    steps: dict[int, list[AppliedStep]] = {}
    outer = kernel.seen_as
    try:
        apply_layers(kernel, lambda step: steps.setdefault(step.thing_id, []).append(step))
    finally:
        kernel.seen_as = outer
    told = ("counters", "")
    return {each: found for each, found in steps.items() if any(step.by in told for step in found)}


def layer_numbers(kernel: Kernel) -> dict[str, str]:
    """The number of each layer and sublayer by its name, on days that number them: "7c".

    >>> from rulesite.engine.game import Game
    >>> layer_numbers(Game("2021-11-19").kernel)["power and toughness: switch"]
    '7d'
    """
    rules = kernel.rules
    if not kernel.has("layers") or rules.layers == "dependency":
        return {}
    names = [stage.name for stage in stages(kernel)]
    power = len(names) - len(rules.power_order)
    lettered = "switch" in rules.power_order
    return {
        name: f"{min(place, power) + 1}" + (chr(ord("a") + place - power) if place >= power and lettered else "")
        for place, name in enumerate(names)
    }
