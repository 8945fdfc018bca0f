"""Day and night: what makes it so, when it changes, and the permanents that turn over with it (702.145, 731)."""

import pytest
from table import cast, put, start

from rulesite.engine.state.sides import joined

TODAY = "2026-06-19"
FREE = "Instant"


def werewolf(game, back="Creature - Werewolf 4/4", text="Nightbound"):
    return joined(
        "transforming",
        game.card("Villager", "Creature - Human Werewolf 2/2", text="Daybound", cost="{0}"),
        game.card("Howler", back, text=text),
    )


def table(*names):
    game = start(TODAY)
    for name in names:
        put(game, "Ann", name, FREE, "You gain 1 life.", zone="hand")
    return game


def name(game, label="Villager"):
    return game.characteristics(label).name


def by_night(*names):
    """A table on which it is night: Bob cast nothing in his turn."""
    game = table(*names)
    game.put(werewolf(game), "Ann", label="First")
    game.to_step("upkeep", "Bob")
    game.to_step("upkeep", "Ann")
    assert game.state.daytime == "night"
    return game


def test_it_is_neither_until_something_makes_it_so():
    game = table("One")
    cast(game, "Ann", "One")
    game.to_step("upkeep", "Bob")
    assert game.state.daytime == ""


def test_a_permanent_with_daybound_makes_it_day():
    game = table()
    game.put(werewolf(game), "Ann", "hand")
    cast(game, "Ann", "Villager")
    assert (game.state.daytime, name(game)) == ("day", "Villager")


def test_a_turn_without_a_spell_makes_night_and_turns_all_over():
    game = by_night()
    assert name(game, "First") == "Howler"


def test_one_spell_keeps_the_night_and_two_end_it():
    game = by_night("One", "Two", "Three")
    game.to_step("precombat main", "Ann")
    cast(game, "Ann", "One")
    game.to_step("upkeep", "Bob")
    assert game.state.daytime == "night"
    game.to_step("precombat main", "Ann")
    cast(game, "Ann", "Two")
    cast(game, "Ann", "Three")
    game.to_step("upkeep", "Bob")
    assert (game.state.daytime, name(game, "First")) == ("day", "Villager")


def test_by_night_a_permanent_with_daybound_enters_transformed():
    game = by_night()
    game.put(werewolf(game), "Ann", "hand")
    game.to_step("precombat main", "Ann")
    cast(game, "Ann", "Villager")
    assert name(game) == "Howler"
    assert game.happened("status", status="transformed") == game.happened("status", status="transformed")[:1]


@pytest.mark.parametrize("back", ["Instant", "Sorcery"])
def test_what_would_enter_with_an_instant_or_sorcery_up_goes_to_the_graveyard(back):
    game = by_night()
    game.put(werewolf(game, back, "You gain 1 life."), "Ann", "hand")
    game.to_step("precombat main", "Ann")
    cast(game, "Ann", "Villager")
    assert game.zone_of("Villager") == "graveyard"


def test_nothing_else_turns_over_what_is_bound():
    game = table()
    game.put(werewolf(game), "Ann")
    put(game, "Ann", "Turn", FREE, "Transform target creature.", zone="hand")
    cast(game, "Ann", "Turn", "Villager")
    assert name(game) == "Villager"


def test_a_copy_that_is_no_double_faced_card_stays_as_it_is_by_night():
    game = table()
    game.put(werewolf(game), "Ann")
    clone = "You may have this creature enter as a copy of any creature on the battlefield."
    put(game, "Ann", "Clone", "Creature 0/0", clone, zone="hand")
    game.will("may", True)
    cast(game, "Ann", "Clone")
    game.to_step("upkeep", "Bob")
    game.to_step("upkeep", "Ann")
    assert (name(game), name(game, "Clone")) == ("Howler", "Villager")
