"""What is remembered of the layers, and what is decided without a trial, is what computing all of it anew gives."""

from __future__ import annotations

from dataclasses import replace

import pytest
import random_tables

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.kinds import StaticAbility
from rulesite.engine.abilities.static_parts import Applies
from rulesite.engine.effects import layers
from rulesite.engine.effects.layer_memo import MAX_STATES
from rulesite.engine.effects.layer_reach import EVERYTHING
from rulesite.engine.game import Game
from rulesite.engine.scenario import run
from rulesite.engine.state import characteristics
from rulesite.engine.state.characteristics import view
from rulesite.engine.state.kernel import Kernel
from tests.scenarios import FILES, each_file, scenarios, texts_kept

DAY = "2021-11-19"
SAMPLE = {*FILES[::12], *(path for path in FILES if path.stem.startswith(("layer", "continuous", "dependen")))}


class Anew:
    """Computes the layers as the engine does, and once more with a trial for every pair of effects; holds both."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.states = self.recalled = 0
        self._patch = monkeypatch

    def __call__(self, kernel: Kernel) -> None:
        known = len(kernel.layer_memo)
        layers.apply_layers(kernel)
        found, memo, kernel.layer_memo, kernel.seen_as = kernel.seen_as, kernel.layer_memo, {}, {}
        self.states += 1
        self.recalled += len(memo) == known and kernel.is_layered
        with self._patch.context() as patch:
            patch.setattr(layers, "_may_depend", lambda *_: True)
            patch.setattr(layers, "keeps_parts", lambda _: False)
            patch.setattr(layers, "recall", lambda *_: None)
            layers.apply_layers(kernel)
        assert kernel.seen_as == found
        kernel.layer_memo, kernel.seen_as = memo, found


@pytest.fixture
def anew(monkeypatch) -> Anew:
    found = Anew(monkeypatch)
    monkeypatch.setattr(characteristics, "_COMPUTE", [found])
    return found


@pytest.mark.slow
@each_file(FILES, SAMPLE)
def test_scenarios_see_the_same_with_and_without_what_is_remembered(anew, path):
    with texts_kept(path.stem):
        for scenario in scenarios():
            if scenario.path == str(path) or scenario.path == path.name:
                run(scenario, proved=False)
    assert anew.states


@pytest.mark.slow
@pytest.mark.documents
@pytest.mark.skipif(not random_tables.HERE.is_file(), reason="../shared/cards is not there")
@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.thorough("more")) for n in range(8, 80, 8))])
def test_random_tables_see_the_same_with_and_without_what_is_remembered(anew, first):
    cards = random_tables.cards_in()
    for seed in range(first, first + 8):
        random_tables.Table(seed, cards).play()
    assert anew.recalled > 100


LORDS = {
    "Chief": ("Creature - Goblin 2/2", "Other Goblin creatures you control get +1/+1 and have haste."),
    "Painter": ("Enchantment", "All creatures are Goblins in addition to their other types."),
    "Thief": ("Enchantment", "Creatures you control have flying."),
    "Growing": (
        "Creature - Ooze */*",
        "Growing's power and toughness are each equal to the number of creatures you control.",
    ),
    "Timely": ("Creature - Elf 1/1", "As long as you have 10 or more life, Timely gets +2/+2."),
}


def with_lords() -> Game:
    game = Game(DAY)
    for player in ("Ann", "Bob"):
        for name, (line, text) in LORDS.items():
            game.put(game.card(name, line, text=text), player, "battlefield")
    return game


def test_a_state_that_comes_again_is_recalled_and_one_that_differs_is_not(anew):
    game = with_lords()
    field = {each: game.state.things[each].label for each in game.state.zone("battlefield")}
    timely = [each for each, label in field.items() if label == "Timely"]
    assert [view(game.kernel)[each].power for each in timely] == [4, 4], (
        "the Painter makes both Goblins for their Chiefs"
    )
    game.state.things[timely[0]].counters["+1/+1"] = 1
    game.state.touch()
    assert [view(game.kernel)[each].power for each in timely] == [5, 4]
    game.state.things[timely[0]].counters.clear()
    game.state.players["Ann"].life = 5
    game.state.touch()
    assert [view(game.kernel)[each].power for each in timely] == [2, 4], "a condition about life is no part of a key"
    assert anew.states >= 3


def test_an_ability_on_the_stack_makes_no_other_state(anew):
    game = with_lords()
    rock = game.put(game.card("Rock", "Artifact", text="{1}, {T}: You gain 1 life."), "Ann", "battlefield")
    game.add_mana("Ann", "{1}")
    game.activate("Ann", rock)
    known, recalled = len(game.kernel.layer_memo), anew.recalled
    [stacked] = game.state.zone("stack")
    game.state.touch()
    seen = view(game.kernel)
    assert (seen[stacked].controller, seen[stacked].types) == ("Ann", frozenset())
    assert (len(game.kernel.layer_memo), anew.recalled) == (known, recalled + 1)


def test_an_ability_on_the_stack_is_seen_by_what_asks_for_no_type(anew):
    game = Game(DAY)
    red = StaticAbility((Applies(ir.Every(ir.Controlled(ir.You())), (ir.SetColors(("red",)),)),))
    game.put(replace(game.card("Painter", "Enchantment"), abilities=(red,)), "Ann", "battlefield")
    rock = game.put(game.card("Rock", "Artifact", text="{1}, {T}: You gain 1 life."), "Ann", "battlefield")
    game.add_mana("Ann", "{1}")
    game.activate("Ann", rock)
    [stacked] = game.state.zone("stack")
    game.state.touch()
    assert view(game.kernel)[stacked].colours == {"red"}


def test_no_more_states_are_remembered_than_allowed():
    game = Game(DAY)
    game.put(game.card("Thief", *LORDS["Thief"][:1], text=LORDS["Thief"][1]), "Ann", "battlefield")
    bear = game.put(game.card("Bear", "Creature - Bear 2/2"), "Ann", "battlefield")
    for number in range(MAX_STATES * 2):
        game.state.things[bear].counters["+1/+1"] = number + 1
        game.state.touch()
        assert view(game.kernel)[bear].power == 3 + number
    assert len(game.kernel.layer_memo) == MAX_STATES


def test_what_is_not_known_may_look_at_everything():
    from rulesite.engine import abilities as nodes
    from rulesite.engine.effects.layer_reach import looks_of

    assert looks_of(nodes.Every(nodes.Compares("power", ">", nodes.Number(1)))) == EVERYTHING


def test_a_keyword_that_is_not_modelled_stops_the_game_only_where_it_is_given():
    game = Game(DAY)
    text = "Green legendary creatures you control have bands with other legendary creatures."
    game.put(game.card("Village", "Enchantment", text=text), "Ann", "battlefield")
    bear = game.put(game.card("Bear", "Creature - Bear 2/2"), "Ann", "battlefield")
    for _ in range(2):
        game.state.touch()
        assert view(game.kernel)[bear].power == 2
