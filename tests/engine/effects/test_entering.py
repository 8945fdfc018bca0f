"""How a permanent is looked at as it enters (rule 614.12): Blood Moon and a land that enters tapped."""

import pytest
from printed import put, start

GATE = ("Gate", "Land - Gate", "This land enters tapped.\n{T}: Add {R} or {G}.")


@pytest.mark.parametrize(
    ("date", "tapped"), [("2006-10-01", True), ("2009-07-11", True), ("2017-08-25", True), ("2018-01-19", False)]
)
def test_effects_of_others_count_for_what_enters_only_since_2018(date, tapped):
    game = start(date)
    put(game, "Bob", "Moon", "Enchantment", "Nonbasic lands are Mountains.")
    put(game, "Ann", *GATE, zone="hand")
    game.play_land("Ann", "Gate")
    assert game.state.things[game.id("Gate")].tapped is tapped
    assert game.characteristics("Gate").subtypes == {"Mountain"}


def test_a_card_put_into_play_without_being_cast_has_no_x():
    game = start("2026-06-19")
    text = "This creature enters with X +1/+1 counters on it."
    put(game, "Ann", "Hydra", "Creature 0/0", text, "graveyard", cost="{X}{G}")
    put(game, "Ann", "Crown", "Enchantment", "Creatures you control get +1/+1.")
    put(game, "Ann", "Raise", "Sorcery", "Return target creature card from your graveyard to the battlefield.", "hand")
    game.play("Ann", "Raise", targets=["Hydra"])
    game.all_pass()
    assert game.zone_of("Hydra") == "battlefield"
    assert game.characteristics("Hydra").power == 1


def test_each_instance_of_devour_counts_what_was_sacrificed_for_it():
    game = start()
    for name in ("Ant", "Bee", "Cat"):
        put(game, "Ann", name, "Creature 1/1")
    put(game, "Ann", "Elder", "Creature 1/1", "Devour 1\nDevour 10", zone="hand")
    game.play("Ann", "Elder")
    game.will("replacement", "Elder (2)")
    game.will("may", True)
    game.will("sacrifice", ["Ant"])
    game.will("may", True)
    game.will("sacrifice", ["Bee", "Cat"])
    game.all_pass()
    assert game.counters("Elder", "+1/+1") == 10 + 2
