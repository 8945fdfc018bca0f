"""The steps through the layers: the computation of the characteristics, watched, and so with the same result."""

from __future__ import annotations

import pytest

from rulesite.engine.effects import layers
from rulesite.engine.effects.layer_steps import layer_numbers, layer_steps
from rulesite.engine.game import Game
from rulesite.engine.state.characteristics import look, view
from rulesite.engine.state.game_state import object_ref

NOW = "2021-11-19"
HUMILITY = "All creatures lose all abilities and have base power and toughness 1/1."
OPALESCENCE = (
    "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base "
    "toughness each equal to its mana value."
)


def put(game: Game, name: str, line: str, text: str = "", cost: str | None = None, **more) -> int:
    return game.put(game.card(name, line, text=text, cost=cost), "Ann", **more)


def told(game: Game, thing: int) -> list[tuple]:
    """Number of the layer, source or rule, power and toughness after each step."""
    numbers, label = layer_numbers(game.kernel), game.kernel.label
    return [
        (
            numbers.get(step.stage, ""),
            step.by or label(object_ref(step.part.frame.source)),
            step.after.power,
            step.after.toughness,
        )
        for step in layer_steps(game.kernel).get(thing, [])
    ]


def test_each_part_of_an_effect_stands_in_its_own_layer():
    game = Game(NOW)
    humility = put(game, "Humility", "Enchantment", HUMILITY, "{2}{W}{W}")
    put(game, "Opalescence", "Enchantment", OPALESCENCE, "{2}{W}{W}")
    bear = put(game, "Bear", "Creature 2/2", "Flying")
    assert told(game, bear) == [("6", "Humility", 2, 2), ("7b", "Humility", 1, 1)]
    assert told(game, humility) == [
        ("4", "Opalescence", None, None),
        ("6", "Humility", None, None),
        ("7b", "Humility", 1, 1),
        ("7b", "Opalescence", 4, 4),
    ]
    assert layer_steps(game.kernel)[bear][0].after.abilities == ()


def test_counters_and_a_switch_stand_where_the_rules_of_the_day_have_them():
    def table(day: str) -> list[tuple]:
        game = Game(day)
        bear = put(game, "Bear", "Creature 2/2", counters={"+1/+1": 2})
        put(game, "Anthem", "Enchantment", "Creatures you control get +1/+2.")
        game.put(game.card("Twist", "Instant", text="Switch target creature's power and toughness until end of turn.",
                           cost="{0}"), "Ann", "hand")  # fmt: skip
        game.play("Ann", "Twist", targets=["Bear"])
        game.all_pass()
        return told(game, bear)

    assert table(NOW) == [("7c", "Anthem", 3, 4), ("7c", "counters", 5, 6), ("7d", "Twist", 6, 5)]
    assert table("2006-10-01") == [("6c", "counters", 4, 4), ("6d", "Anthem", 5, 6), ("6e", "Twist", 6, 5)]
    assert table("2001-07-23") == [("", "counters", 4, 4), ("", "Anthem", 5, 6), ("", "Twist", 6, 5)]


def test_a_dependency_is_named():
    game = Game(NOW)
    put(game, "Urborg", "Legendary Land", "Each land is a Swamp in addition to its other land types.")
    put(game, "Moon", "Enchantment", "Nonbasic lands are Mountains.")
    forest = put(game, "Grove", "Land")
    (step,) = [step for step in layer_steps(game.kernel)[forest] if step.part is not None]
    assert game.kernel.label(object_ref(step.part.frame.source)) == "Moon", "Urborg has lost its ability"
    game = Game(NOW)
    put(game, "Animator", "Enchantment", "All lands are 1/1 creatures that are still lands.")
    put(game, "Moon", "Enchantment", "All creatures are artifacts in addition to their other types.")
    forest = put(game, "Grove", "Land")
    needed = {
        game.kernel.label(object_ref(step.part.frame.source)): [
            game.kernel.label(object_ref(each.frame.source)) for each in step.depends_on
        ]
        for step in layer_steps(game.kernel)[forest]
        if step.part is not None
    }
    assert needed == {"Animator": [], "Moon": ["Animator"]}


def test_a_change_of_type_is_followed_by_what_the_rules_make_of_it():
    game = Game(NOW)
    put(game, "Moon", "Enchantment", "Nonbasic lands are Mountains.")
    grove = put(game, "Grove", "Land", "{T}: Add {G}.")
    assert [row[:2] for row in told(game, grove)] == [("4", "Moon"), ("4", "land types")]


def test_counters_alone_stand_in_their_layer():
    game = Game(NOW)
    assert told(game, put(game, "Bear", "Creature 2/2", counters={"+1/+1": 1})) == [("7c", "counters", 3, 3)]


def test_what_nothing_changes_has_no_steps():
    game = Game(NOW)
    forest = put(game, "Forest", "Basic Land - Forest")
    bear = put(game, "Bear", "Creature 2/2")
    assert {forest, bear}.isdisjoint(layer_steps(game.kernel))
    put(game, "Anthem", "Enchantment", "Creatures you control get +1/+1.")
    assert forest not in layer_steps(game.kernel)


@pytest.mark.parametrize("day", ["1999-04-23", "2001-07-23", "2003-10-01", "2006-10-01", "2009-07-11", NOW])
def test_the_last_step_is_what_the_object_is(day):
    game = Game(day)
    put(
        game,
        "Humility",
        "Enchantment",
        HUMILITY if day > "2009" else HUMILITY.replace("have base power and toughness", "are"),
    )
    put(game, "Anthem", "Enchantment", "Creatures you control get +1/+1.")
    bear = put(game, "Bear", "Creature 2/2", "Flying", counters={"+1/+1": 1})
    steps, seen = layer_steps(game.kernel), dict(view(game.kernel))
    assert steps[bear][-1].after == look(game.kernel, bear)
    for before, after in zip(steps[bear], steps[bear][1:], strict=False):
        assert before.after == after.before
    assert game.kernel.seen_as is None
    assert view(game.kernel) == seen


def test_effects_that_depend_on_nothing_are_each_asked_about_once(monkeypatch):
    """The earliest of those waiting comes next if it depends on nothing, whatever the others depend on."""
    game, asked = Game(NOW), []
    for number in range(6):
        put(game, f"Lord {number}", "Creature - Elf 2/2", "Other Elf creatures you control get +1/+1.")
    needs = layers._needs
    monkeypatch.setattr(layers, "_needs", lambda kernel, stage, part, *more: (
        asked.append((stage.name, part.key)) or needs(kernel, stage, part, *more)
    ))  # fmt: skip
    game.state.touch()
    assert look(game.kernel, 1).power == 7
    assert len(asked) == len(set(asked)) > 0
