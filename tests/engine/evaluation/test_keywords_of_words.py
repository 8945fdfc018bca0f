"""Keywords that stand for words, each in a small game: what it does, and that it does not without its reason."""

from __future__ import annotations

import pytest

from rulesite.engine.state.choices import IllegalAction
from tests.engine.table import put, start

DRAW = "You gain 1 life."


def cast(game, name, **how):
    game.play("Ann", name, **how)
    game.resolve_all()


def in_hand(game, name, line, text, who="Ann"):
    put(game, who, name, line, text, zone="hand")


def unblocked(game, *attackers):
    game.attack("Ann", list(attackers))
    game.resolve_all()
    game.block("Bob", {})
    game.to_step("combat damage")


@pytest.mark.parametrize("before", [0, 1, 3])
def test_storm_copies_for_each_spell_before_it(before):
    game = start()
    for number in range(before):
        in_hand(game, f"Rite {number}", "Instant", "Draw a card.")
        cast(game, f"Rite {number}")
    in_hand(game, "Hail", "Sorcery", f"{DRAW}\nStorm")
    cast(game, "Hail")
    assert game.life("Ann") == 21 + before


def test_gravestorm_copies_for_each_permanent_that_died():
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1")
    in_hand(game, "Kill", "Instant", "Destroy target creature.")
    cast(game, "Kill", targets=["Ox"])
    in_hand(game, "Hail", "Sorcery", f"{DRAW}\nGravestorm")
    cast(game, "Hail")
    assert game.life("Ann") == 22


@pytest.mark.parametrize("times", [0, 2])
def test_replicate_copies_as_often_as_it_was_paid(times):
    game = start()
    in_hand(game, "Hail", "Sorcery {0}", f"{DRAW}\nReplicate {{0}}")
    cast(game, "Hail", options=["replicate"] * times)
    assert game.life("Ann") == 21 + times


@pytest.mark.parametrize("times", [0, 2])
def test_squad_brings_a_token_for_each_time_it_was_paid(times):
    game = start()
    in_hand(game, "Trooper", "Creature 2/2 {0}", "Squad {0}")
    cast(game, "Trooper", options=["squad"] * times)
    assert sum(thing.kind == "token" for thing in game.state.things.values()) == times


@pytest.mark.parametrize(("power", "legal"), [(1, False), (2, True)])
def test_casualty_asks_for_a_creature_with_the_power(power, legal):
    game = start()
    put(game, "Ann", "Ox", f"Creature {power}/2")
    in_hand(game, "Hail", "Sorcery {0}", f"{DRAW}\nCasualty 2")
    if not legal:
        with pytest.raises(IllegalAction):
            game.play("Ann", "Hail", options=["casualty"])
        return
    cast(game, "Hail", options=["casualty"], pay=["sacrifice Ox"])
    assert game.life("Ann") == 22


def test_bargain_is_a_sacrifice_that_may_be_made():
    game = start()
    put(game, "Ann", "Font", "Artifact")
    in_hand(game, "Deal", "Sorcery {0}", f"Bargain\n{DRAW}")
    cast(game, "Deal", options=["bargain"], pay=["sacrifice Font"])
    assert game.zone_of("Font") == "graveyard"


@pytest.mark.parametrize("does", [True, False])
def test_unleash_is_a_counter_that_keeps_it_from_blocking(does):
    game = start()
    in_hand(game, "Imp", "Creature 2/2 {0}", "Unleash")
    game.will("may", does)
    cast(game, "Imp")
    assert game.counters("Imp", "+1/+1") == does


@pytest.mark.parametrize("does", [True, False])
def test_riot_is_a_counter_or_haste(does):
    game = start()
    in_hand(game, "Imp", "Creature 2/2 {0}", "Riot")
    game.will("may", does)
    cast(game, "Imp")
    assert game.power_toughness("Imp") == ((3, 3) if does else (2, 2))
    assert game.is_legal(lambda g: g.attack("Ann", ["Imp"])) is not does


def test_devour_counts_what_was_sacrificed():
    game = start()
    for name in ("Ox", "Cow"):
        put(game, "Ann", name, "Creature 1/1")
    in_hand(game, "Dragon", "Creature 1/1 {0}", "Devour 2")
    game.will("may", True)
    game.will("sacrifice", ["Ox", "Cow"])
    cast(game, "Dragon")
    assert game.power_toughness("Dragon") == (5, 5)


def test_surge_asks_for_another_spell_this_turn():
    game = start()
    in_hand(game, "Rite", "Instant", DRAW)
    in_hand(game, "Wave", "Sorcery {9}", f"Surge {{0}}\n{DRAW}")
    assert not game.is_legal(lambda g: g.play("Ann", "Wave", alternative="surge"))
    cast(game, "Rite")
    assert game.is_legal(lambda g: g.play("Ann", "Wave", alternative="surge"))


def test_blitz_hastens_and_the_creature_is_sacrificed_for_a_card():
    game = start()
    in_hand(game, "Imp", "Creature 2/2 {9}", "Blitz {0}")
    put(game, "Ann", "Swamp", "Basic Land - Swamp", zone="library", position=0)
    cast(game, "Imp", alternative="blitz")
    assert game.is_legal(lambda g: g.attack("Ann", ["Imp"]))
    game.to_step("end")
    game.resolve_all()
    assert game.zone_of("Imp") == "graveyard"
    assert game.zone_of("Swamp") == "hand"


def test_web_slinging_returns_a_tapped_creature():
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1", tapped=True)
    in_hand(game, "Spider", "Creature 2/2 {9}", "Web-slinging {0}")
    cast(game, "Spider", alternative="web-slinging", pay=["return Ox"])
    assert game.zone_of("Ox") == "hand"


def test_undaunted_costs_less_for_each_opponent():
    game = start()
    in_hand(game, "Wave", "Sorcery {1}", f"Undaunted\n{DRAW}")
    cast(game, "Wave")
    assert game.life("Ann") == 21


def test_living_metal_makes_a_vehicle_a_creature_in_its_own_turn():
    game = start()
    put(game, "Ann", "Car", "Artifact - Vehicle 3/3", "Living metal")
    put(game, "Bob", "Cart", "Artifact - Vehicle 3/3", "Living metal")
    assert "creature" in game.characteristics("Car").types
    assert "creature" not in game.characteristics("Cart").types


@pytest.mark.parametrize(("keyword", "token"), [("For Mirrodin!", "Rebel"), ("Job select", "Hero")])
def test_equipment_comes_with_whom_it_is_attached_to(keyword, token):
    game = start()
    in_hand(game, "Axe", "Artifact {0} - Equipment", f"{keyword}\nEquipped creature gets +1/+1.")
    cast(game, "Axe")
    assert game.power_toughness(token) == ((3, 3) if token == "Rebel" else (2, 2))


def test_mobilize_brings_attackers_until_the_end_of_the_turn():
    game = start()
    put(game, "Ann", "Chief", "Creature 1/1", "Mobilize 2")
    unblocked(game, "Chief")
    assert game.life("Bob") == 17
    game.to_step("end")
    game.resolve_all()
    assert not any(thing.kind == "token" and thing.zone == "battlefield" for thing in game.state.things.values())


def test_station_puts_counters_by_power():
    game = start()
    put(game, "Ann", "Ship", "Artifact", "Station")
    put(game, "Ann", "Ox", "Creature 3/1")
    game.activate("Ann", "Ship", pay=["tap Ox"])
    game.resolve_all()
    assert game.counters("Ship", "charge") == 3


@pytest.mark.parametrize(
    ("keyword", "card", "then"), [("Retrace", "Swamp", "graveyard"), ("Jump-start", "Ox", "exile")]
)
def test_a_card_is_cast_from_the_graveyard_for_a_discarded_one(keyword, card, then):
    game = start()
    put(game, "Ann", "Wave", "Sorcery {0}", f"{DRAW}\n{keyword}", zone="graveyard")
    in_hand(game, "Swamp", "Basic Land - Swamp", "")
    in_hand(game, "Ox", "Creature 1/1", "")
    cast(game, "Wave", alternative=keyword.lower(), pay=[f"discard {card}"])
    assert game.life("Ann") == 21
    assert game.zone_of("Wave") == then
    assert game.zone_of(card) == "graveyard"


def test_renown_counts_once():
    game = start()
    put(game, "Ann", "Knight", "Creature 2/2", "Renown 1")
    unblocked(game, "Knight")
    game.resolve_all()
    assert game.power_toughness("Knight") == (3, 3)
    game.to_step("main", "Bob")
    game.to_step("main", "Ann")
    unblocked(game, "Knight")
    game.resolve_all()
    assert game.power_toughness("Knight") == (3, 3)


@pytest.mark.parametrize(("crew", "legal"), [(["Ox"], False), (["Ox", "Cow"], True)])
def test_crew_asks_for_a_total_power(crew, legal):
    game = start()
    put(game, "Ann", "Car", "Artifact - Vehicle 3/3", "Crew 3")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Cow", "Creature 1/2")
    pay = ["tap " + " and ".join(crew)]
    if not legal:
        assert not game.is_legal(lambda g: g.activate("Ann", "Car", pay=pay))
        return
    game.activate("Ann", "Car", pay=pay)
    game.resolve_all()
    assert "creature" in game.characteristics("Car").types


def test_teamwork_taps_creatures_for_a_spell():
    game = start()
    put(game, "Ann", "Ox", "Creature 2/2")
    in_hand(game, "Wave", "Sorcery {0}", f"Teamwork 2\n{DRAW}")
    cast(game, "Wave", options=["teamwork"], pay=["tap Ox"])
    assert game.state.things[game.id("Ox", "Ann")].tapped


@pytest.mark.parametrize(("power", "size"), [(3, (3, 3)), (2, (2, 2))])
def test_training_asks_for_a_stronger_companion(power, size):
    game = start()
    put(game, "Ann", "Squire", "Creature 2/2", "Training")
    put(game, "Ann", "Ox", f"Creature {power}/3")
    unblocked(game, "Squire", "Ox")
    assert game.power_toughness("Squire") == size


@pytest.mark.parametrize(("life", "size"), [(20, (3, 3)), (19, (2, 2))])
def test_dethrone_attacks_whoever_has_most_life(life, size):
    game = start()
    put(game, "Ann", "Imp", "Creature 2/2", "Dethrone")
    game.set_life("Bob", life)
    unblocked(game, "Imp")
    assert game.power_toughness("Imp") == size


def test_melee_counts_the_opponents_attacked():
    game = start()
    put(game, "Ann", "Imp", "Creature 2/2", "Melee")
    unblocked(game, "Imp")
    assert game.life("Bob") == 17


MODES = "Choose one —\n• You gain 2 life.\n• Each opponent loses 3 life."


@pytest.mark.parametrize(("options", "life"), [([], (22, 20)), (["entwine"], (22, 17))])
def test_entwine_takes_all_modes(options, life):
    game = start()
    in_hand(game, "Both", "Instant {0}", f"{MODES}\nEntwine {{0}}")
    cast(game, "Both", options=options, modes=[] if options else [1])
    assert (game.life("Ann"), game.life("Bob")) == life


@pytest.mark.parametrize(("modes", "paid"), [([1], 0), ([1, 2], 1)])
def test_escalate_costs_for_each_mode_beyond_the_first(modes, paid):
    game = start()
    in_hand(game, "More", "Instant {0}", MODES.replace("one —", "one or more —") + "\nEscalate—Discard a card.")
    in_hand(game, "Ox", "Creature 1/1", "")
    cast(game, "More", modes=modes)
    assert (game.zone_of("Ox") == "graveyard") is bool(paid)


def test_what_exhausts_is_activated_once():
    game = start()
    put(game, "Ann", "Car", "Artifact", f"Exhaust — {{0}}: {DRAW}")
    game.activate("Ann", "Car")
    game.resolve_all()
    assert game.life("Ann") == 21
    game.to_step("main", "Bob")
    game.to_step("main", "Ann")
    assert not game.is_legal(lambda g: g.activate("Ann", "Car"))


@pytest.mark.parametrize("does", [True, False])
def test_cascade_casts_the_first_lesser_card_for_nothing(does):
    game = start()
    for name, line, cost, text in (("Gift", "Sorcery", "{1}", "You gain 5 life."), ("Ox", "Creature 9/9", "{9}", "")):
        game.put(game.card(name, line, text=text, cost=cost), "Ann", "library", position=0)
    game.put(game.card("Wave", "Sorcery", text=f"{DRAW}\nCascade", cost="{2}"), "Ann", "hand")
    game.add_mana("Ann", "{C}{C}")
    game.will("may", does)
    cast(game, "Wave")
    assert game.life("Ann") == (26 if does else 21)
    assert game.zone_of("Ox") == "library"
    assert game.zone_of("Gift") == ("graveyard" if does else "library")


@pytest.mark.parametrize(("does", "zone"), [(True, "graveyard"), (False, "hand")])
def test_discover_casts_or_takes_the_card(does, zone):
    game = start()
    put(game, "Ann", "Gift", "Sorcery {3}", "You gain 5 life.", zone="library", position=0)
    in_hand(game, "Map", "Sorcery {0}", "Discover 3.")
    game.will("may", does)
    cast(game, "Map")
    assert game.zone_of("Gift") == zone


@pytest.mark.parametrize("costs", [(), ("{1}",), ("{2}",), ("{1}", "{2}")])
def test_each_of_two_kickers_is_asked_for_by_its_own_cost_and_both_are_kickers(costs):
    game = start()
    game.add_mana("Ann", "{3}")
    words = """
Kicker {1} and/or {2}
When ~ enters, if it was kicked with its {1} kicker, you gain 1 life.
When ~ enters, if it was kicked with its {2} kicker, you gain 10 life.
When ~ enters, if it was kicked, you gain 100 life."""
    in_hand(game, "Mage", "Creature 2/2", words)
    game.will("order", ["Mage", "Mage 2", "Mage 3"][: len(costs) + 1])
    game.play("Ann", "Mage", options=[f"kicker {cost}" for cost in costs])
    game.resolve_all()
    assert game.life("Ann") == 20 + ("{1}" in costs) + 10 * ("{2}" in costs) + 100 * bool(costs)
    assert len(game.mana_pool("Ann")) == 3 * (3 - sum(int(cost[1]) for cost in costs))
