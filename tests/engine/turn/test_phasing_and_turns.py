"""What phases out and comes back, and turns that are added."""

import pytest

from tests.engine.table import TODAY, cast, put, start

FADE = ("Fade", "Instant", "Target creature phases out.")


def test_phasing_goes_and_comes_in_turn_with_what_is_attached():
    game = start()
    put(game, "Ann", "Ghost", "Creature 2/2", "Phasing", counters={"+1/+1": 1})
    text = "Enchant creature\nEnchanted creature has flying."
    put(game, "Ann", "Wings", "Enchantment - Aura", text, attached_to="Ghost")
    game.set_turn("Bob")
    for zone in ("phased out", "battlefield"):
        game.to_step("upkeep", "Ann")
        assert [game.zone_of("Ghost"), game.zone_of("Wings")] == [zone, zone]
    assert game.power_toughness("Ghost") == (3, 3)
    assert game.has_keyword("Ghost", "flying")


def test_what_an_effect_phased_out_is_nowhere_to_be_found_until_its_controller_untaps():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Ann", *FADE, "hand")
    put(game, "Bob", "Kill", "Instant", "Destroy target creature.", "hand")
    put(game, "Bob", "Wrath", "Sorcery", "Destroy all creatures.", "hand")
    cast(game, "Ann", "Fade", "Bear")
    game.to_step("precombat main", "Bob")
    assert not game.is_legal(lambda g: g.play("Bob", "Kill", targets=["Bear"]))
    cast(game, "Bob", "Wrath")
    game.to_step("upkeep", "Ann")
    assert game.zone_of("Bear") == "battlefield"


@pytest.mark.parametrize(("date", "triggers"), [("2003-10-01", 1), ("2006-10-01", 0), (TODAY, 0)])
def test_phasing_out_was_leaving_play_until_2006(date, triggers):
    game = start(date)
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Ann", *FADE, "hand")
    put(game, "Ann", "Watch", "Enchantment", "Whenever a creature leaves play, you gain 1 life.")
    cast(game, "Ann", "Fade", "Bear")
    assert game.times_triggered("Watch") == triggers


@pytest.mark.parametrize(("date", "there"), [("2006-10-01", False), ("2016-09-30", False), (TODAY, True)])
def test_a_token_comes_back_from_phasing_only_today(date, there):
    game = start(date)
    put(game, "Ann", "Elf", "Creature 1/1", token=True)
    put(game, "Ann", *FADE, "hand")
    cast(game, "Ann", "Fade", "Elf")
    game.to_step("upkeep", "Ann")
    assert game.exists("Elf") is there


@pytest.mark.parametrize(("date", "size"), [("2006-10-01", (2, 2)), (TODAY, (5, 5))])
def test_an_effect_of_limited_duration_lost_track_of_what_phased_until_2009(date, size):
    game = start(date)
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Bob", "Grow", "Instant", "Target creature gets +3/+3 until your next turn.", "hand")
    put(game, "Bob", *FADE, "hand")
    game.set_turn("Bob")
    cast(game, "Bob", "Grow", "Bear")
    cast(game, "Bob", "Fade", "Bear")
    game.to_step("upkeep", "Ann")
    assert game.power_toughness("Bear") == size


def test_what_an_effect_phases_in_is_all_that_fits_and_is_phased_out():
    game = start()
    for name in ("Bear", "Elk", "Ox"):
        put(game, "Ann", name, "Creature 2/2" if name != "Ox" else "Artifact")
    for each in ("Bear", "Ox"):
        put(game, "Ann", f"Fade {each}", "Instant", "Target permanent phases out.", "hand")
        cast(game, "Ann", f"Fade {each}", each)
    put(game, "Ann", "Tide", "Instant", "All phased-out creatures phase in.", "hand")
    cast(game, "Ann", "Tide")
    assert [game.zone_of(each) for each in ("Bear", "Elk", "Ox")] == ["battlefield", "battlefield", "phased out"]


def turns(game, count):
    found = []
    for _ in range(count):
        game.to_step("upkeep")
        found.append(game.state.active)
    return found


def with_two_extra_turns(date):
    """Bob's extra turn is created first, then Ann's, in Ann's turn."""
    game = start(date)
    for player in ("Ann", "Bob"):
        put(game, player, "Walk", "Instant", "Take an extra turn after this one.", "hand")
    game.play("Ann", "Ann's Walk")
    game.pass_priority("Ann")
    game.play("Bob", "Bob's Walk")
    game.resolve_all()
    return game


def test_an_extra_turn_comes_next_and_the_order_goes_on_as_before():
    game = start()
    put(game, "Ann", "Walk", "Sorcery", "Target player takes an extra turn after this one.", "hand")
    cast(game, "Ann", "Walk", "Bob")
    assert turns(game, 3) == ["Bob", "Bob", "Ann"]


@pytest.mark.parametrize(
    ("date", "order"), [("2001-07-23", ["Bob", "Ann", "Bob", "Ann"]), (TODAY, ["Ann", "Bob", "Bob", "Ann"])]
)
def test_of_two_extra_turns_the_last_created_comes_first_since_2003(date, order):
    assert turns(with_two_extra_turns(date), 4) == order
