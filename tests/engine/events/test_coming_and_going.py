"""What arrives and how, what leaves, and what of it can come back."""

import pytest

from rulesite.engine.game import Game
from tests.engine.table import TODAY, cast, put, start

HUMILITY = ("Humility", "Enchantment", "All creatures lose all abilities and have base power and toughness 1/1.")
TAKE = "Enchant creature\nYou control enchanted creature."


def test_a_token_that_has_left_play_does_not_come_back():
    game = start()
    put(game, "Ann", "Elf", "Creature 1/1", token=True)
    text = "Exile target creature you control, then return it to the battlefield under its owner's control."
    put(game, "Ann", "Blink", "Instant", text, "hand")
    cast(game, "Ann", "Blink", "Elf")
    assert game.cards_in("battlefield") == []


@pytest.mark.parametrize(("date", "counters"), [("2007-07-13", 3), ("2008-02-01", 3), ("2018-01-19", 0)])
def test_what_takes_the_abilities_away_also_takes_the_counters_to_enter_with_since_2018(date, counters):
    game = start(date)
    put(game, "Ann", *HUMILITY)
    put(game, "Ann", "Hydra", "Creature 1/1", "Hydra enters with three +1/+1 counters on it.", "hand")
    cast(game, "Ann", "Hydra")
    assert game.counters("Hydra", "+1/+1") == counters


@pytest.mark.parametrize(("name", "much"), [("power", 5), ("toughness", 7), ("mana value", 0)])
def test_a_total_of_several_is_their_sum(name, much):
    game = start()
    put(game, "Ann", "Elf", "Creature 2/3")
    put(game, "Ann", "Ox", "Creature 3/4")
    put(game, "Bob", "Ogre", "Creature 5/5")
    put(game, "Ann", "Gift", "Sorcery", f"You gain life equal to the total {name} of creatures you control.", "hand")
    cast(game, "Ann", "Gift")
    assert game.life("Ann") == 20 + much


def test_a_permanent_that_enters_with_no_counters_has_no_kind_of_counter():
    game = start()
    put(
        game,
        "Ann",
        "Hydra",
        "Creature 1/1",
        "Hydra enters with X +1/+1 counters on it, where X is the number of Goblins you control.",
        "hand",
    )
    cast(game, "Ann", "Hydra")
    assert game.state.things[game.id("Hydra")].counters == {}


def test_nobody_is_asked_for_the_order_of_what_only_adds_to_the_way_a_permanent_enters():
    game = start()
    put(game, "Ann", "Gate", "Enchantment", "Creatures enter tapped.")
    put(
        game,
        "Ann",
        "Aid",
        "Enchantment",
        "Each creature you control enters with an additional +1/+1 counter on it.",
    )
    put(game, "Ann", "Bear", "Creature 2/2", zone="hand")
    cast(game, "Ann", "Bear")
    assert game.power_toughness("Bear") == (3, 3)
    assert game.state.things[game.id("Bear")].tapped


def test_a_token_that_arrives_attacking_was_not_declared_and_deals_damage():
    game = start()
    text = "Whenever Chief attacks, create a 1/1 red Goblin creature token that's tapped and attacking."
    put(game, "Ann", "Chief", "Creature 2/2", text)
    put(game, "Ann", "Horn", "Enchantment", "Whenever a creature attacks, you gain 1 life.")
    game.will("order", ["Chief", "Horn"])
    game.attack("Ann", ["Chief"])
    game.resolve_all()
    game.to_step("combat damage")
    assert (game.life("Ann"), game.life("Bob")) == (21, 17)


@pytest.mark.parametrize("attacked", ["Bob", "Cid"])
def test_a_token_blocks_as_it_enters_only_what_attacks_its_controller(attacked):
    game = start(players=("Ann", "Bob", "Cid"))
    put(game, "Ann", "Wurm", "Creature 6/4")
    text = "Create a 1/1 green Saproling creature token that's blocking target attacking creature."
    put(game, "Bob", "Foliage", "Instant", text, "hand")
    game.attack("Ann", {"Wurm": attacked})
    game.block(attacked, {})
    game.pass_priority("Ann")
    cast(game, "Bob", "Foliage", "Wurm")
    game.to_step("combat damage")
    assert game.life(attacked) == (20 if attacked == "Bob" else 14)


@pytest.mark.parametrize("mana", [0, 1])
def test_what_must_be_cast_if_able_stays_where_nobody_pays_for_it(mana):
    game = start()
    put(game, "Bob", "Thorn", "Artifact", "Noncreature spells cost {1} more to cast.")
    text = "You gain 3 life.\nFlashback {0}"
    put(game, "Ann", "Blessing", "Sorcery", text, "graveyard")
    order = "Cast target card in your graveyard without paying its mana cost if able."
    put(game, "Ann", "Call", "Creature 1/1", f"When Call enters, {order[0].lower()}{order[1:]}", "hand")
    cast(game, "Ann", "Call")
    if mana:
        game.add_mana("Ann", "{1}")
    game.resolve_all()
    assert game.life("Ann") == (23 if mana else 20)
    assert game.zone_of("Blessing") == "graveyard"


def test_damage_by_the_power_of_what_was_sacrificed_for_the_spell():
    game = start()
    text = (
        "As an additional cost to cast this spell, sacrifice a creature.\n"
        "Fling deals damage equal to the sacrificed creature's power to any target."
    )
    put(game, "Ann", "Fling", "Instant", text, "hand")
    put(game, "Ann", "Ogre", "Creature 3/3", counters={"+1/+1": 1})
    cast(game, "Ann", "Fling", "Bob", pay=["sacrifice Ogre"])
    assert game.life("Bob") == 16


def test_protection_from_a_colour_chosen_on_resolution_is_from_that_colour():
    game = start()
    text = "Target creature gains protection from the color of your choice until end of turn."
    put(game, "Ann", "Ward", "Instant", text, "hand")
    put(game, "Ann", "Bear", "Creature 2/2")
    for name, colour in (("Doom", "black"), ("Slay", "white")):
        put(game, "Ann", name, f"Instant, {colour}", "Destroy target creature.", "hand")
    game.will("color", "white")
    cast(game, "Ann", "Ward", "Bear")
    assert not game.is_legal(lambda g: g.play("Ann", "Slay", targets=["Bear"]))
    assert game.is_legal(lambda g: g.play("Ann", "Doom", targets=["Bear"]))


@pytest.mark.slow
def test_protection_from_the_colour_chosen_for_the_aura_that_grants_it():
    game = start()
    text = "Enchant creature\nAs Coat enters, choose a color.\nEnchanted creature has protection from the chosen color."
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Ann", "Coat", "Enchantment - Aura", text, attached_to="Bear", chosen={"color": "white"})
    put(game, "Ann", "Slay", "Instant, white", "Destroy target creature.", "hand")
    put(game, "Ann", "Doom", "Instant, black", "Destroy target creature.", "hand")
    assert not game.is_legal(lambda g: g.play("Ann", "Slay", targets=["Bear"]))
    assert game.is_legal(lambda g: g.play("Ann", "Doom", targets=["Bear"]))


def test_the_damage_step_comes_although_no_attacker_is_left():
    game = start()
    put(game, "Ann", "Fanatic", "Creature 1/1", "Sacrifice Fanatic: You gain 1 life.")
    game.attack("Ann", ["Fanatic"])
    game.block("Bob", {})
    game.activate("Ann", "Fanatic")
    game.all_pass()
    game.all_pass()
    assert (game.state.step, game.state.active) == ("combat damage", "Ann")
    assert game.life("Bob") == 20


def three_with_exchanged_creatures():
    """Ann holds Bob's Hawk, Bob holds Ann's Bear; Bob has 3 life."""
    game = start(players=("Ann", "Bob", "Cal"))
    for owner, creature, taker, aura in (("Bob", "Hawk", "Ann", "Grip"), ("Ann", "Bear", "Bob", "Chain")):
        put(game, owner, creature, "Creature 2/2")
        put(game, taker, aura, "Enchantment - Aura", TAKE, attached_to=creature)
    game.set_life("Bob", 3)
    put(game, "Ann", "Drain", "Instant", "Target player loses 3 life.", "hand")
    return game


def test_who_leaves_the_game_takes_along_what_is_his_and_gives_back_what_is_not():
    game = three_with_exchanged_creatures()
    put(game, "Cal", "Watch", "Enchantment", "Whenever a creature leaves the battlefield, you gain 1 life.")
    cast(game, "Ann", "Drain", "Bob")
    assert sorted(game.cards_in("battlefield")) == ["Bear", "Watch"]
    assert game.controller("Bear") == "Ann"
    assert game.zone_of("Grip") == "graveyard"
    game.all_pass()
    assert game.life("Cal") == 21


def test_the_turn_after_a_player_left_in_his_own_turn_is_the_next_ones():
    game = three_with_exchanged_creatures()
    game.set_turn("Bob", priority="Ann")
    cast(game, "Ann", "Drain", "Bob")
    game.to_step("upkeep")
    assert game.state.active == "Cal"


def test_a_spell_of_a_player_who_left_is_gone_from_the_stack():
    game = three_with_exchanged_creatures()
    put(game, "Bob", "Rest", "Instant", "You gain 1 life.", "hand")
    game.set_turn("Bob")
    game.play("Bob", "Rest")
    game.pass_priority("Bob")
    game.pass_priority("Cal")
    game.play("Ann", "Drain", targets=["Bob"])
    game.all_pass()
    assert game.stack() == []


@pytest.mark.parametrize(("countered", "zone"), [(True, "graveyard"), (False, "hand")])
def test_buyback_brings_back_what_resolves_and_not_what_is_countered(countered, zone):
    game = start()
    put(game, "Ann", "Call", "Instant", "Buyback {3}\nYou gain 1 life.", "hand")
    put(game, "Bob", "Nope", "Instant", "Counter target spell.", "hand")
    game.add_mana("Ann", "{3}")
    game.play("Ann", "Call", options=["buyback"])
    if countered:
        game.pass_priority("Ann")
        game.play("Bob", "Nope", targets=["Call"])
    game.resolve_all()
    assert game.zone_of("Call") == zone


@pytest.mark.parametrize(("colour", "zone"), [("blue", "battlefield"), ("black", "graveyard")])
def test_what_cannot_be_countered_by_one_colour_is_countered_by_another(colour, zone):
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2", "Bear can't be countered by blue spells.", "hand")
    put(game, "Bob", "Nope", f"Instant, {colour}", "Counter target spell.", "hand")
    game.play("Ann", "Bear")
    game.pass_priority("Ann")
    game.play("Bob", "Nope", targets=["Bear"])
    game.resolve_all()
    assert game.zone_of("Bear") == zone


@pytest.mark.parametrize("order", [("Bear", "Ox", "Elk"), ("Ox", "Bear", "Elk"), ("Ox", "Elk", "Bear")])
def test_what_cannot_be_countered_saves_no_other_spell(order):
    game = start()
    for name in order:
        more = "Bear can't be countered." if name == "Bear" else ""
        put(game, "Ann", name, "Creature 2/2", f"Flash\n{more}".strip(), "hand")
    put(game, "Bob", "Nope", "Instant", "Counter all spells.", "hand")
    for name in order:
        game.play("Ann", name)
    game.pass_priority("Ann")
    game.play("Bob", "Nope")
    game.resolve_all()
    assert [game.zone_of(name) for name in ("Bear", "Ox", "Elk")] == ["battlefield", "graveyard", "graveyard"]


CLONE = "You may have Clone enter as a copy of any creature on the battlefield."


def test_what_a_copied_text_says_of_entering_is_done_by_the_copy():
    game = start()
    put(game, "Ann", "Voice", "Creature 2/2", "As Voice enters, choose a color.", chosen={"color": "red"})
    put(game, "Ann", "Clone", "Creature 0/0", CLONE, "hand")
    game.play("Ann", "Clone")
    game.will("may", True)
    game.will("object", ["Voice"])
    game.will("color", "white")
    game.all_pass()
    assert game.state.things[game.id("Clone")].remembers["chosen color"] == "white"


def test_a_copy_of_a_face_down_creature_is_a_two_two_and_no_more():
    game = start()
    put(game, "Bob", "Demon", "Creature 6/6, black", "Morph {2}{B}", "hand")
    put(game, "Ann", "Clone", "Creature 0/0, blue", CLONE, "hand")
    game.set_turn("Bob")
    game.add_mana("Bob", "{3}")
    game.play("Bob", "Demon", alternative="morph")
    game.all_pass()
    game.set_turn("Ann")
    game.play("Ann", "Clone")
    game.will("may", True)
    game.will("object", ["Demon"])
    game.all_pass()
    found = game.characteristics("Clone")
    assert (found.power, found.toughness, found.colours, found.abilities) == (2, 2, frozenset(), ())


RING = "When Ring enters, exile target creature an opponent controls until Ring leaves the battlefield."


def with_ring():
    """Ann plays the Ring; its ability is on the stack and aims at Bob's Bear."""
    game = start()
    put(game, "Ann", "Ring", "Enchantment", RING, "hand")
    put(game, "Bob", "Bear", "Creature 2/2", counters={"+1/+1": 1})
    put(game, "Bob", "Smash", "Instant", "Destroy target enchantment.", "hand")
    cast(game, "Ann", "Ring")
    return game


def test_what_is_exiled_until_something_leaves_comes_back_at_once_and_not_by_an_ability():
    game = with_ring()
    game.all_pass()
    assert game.zone_of("Bear") == "exile"
    game.pass_priority("Ann")
    cast(game, "Bob", "Smash", "Ring")
    assert (game.zone_of("Bear"), game.stack()) == ("battlefield", [])
    assert game.controller("Bear") == "Bob"
    assert game.counters("Bear", "+1/+1") == 0


def test_nothing_is_exiled_until_something_leaves_that_has_left_already():
    game = with_ring()
    game.pass_priority("Ann")
    game.play("Bob", "Smash", targets=["Ring"])
    game.all_pass()
    game.all_pass()
    assert game.zone_of("Bear") == "battlefield"
    assert game.counters("Bear", "+1/+1") == 1


def test_a_card_that_gained_flashback_is_exiled_after_it_was_played_so():
    game = start()
    text = (
        "Target instant or sorcery card in your graveyard gains flashback until end of turn. "
        "The flashback cost is equal to its mana cost."
    )
    put(game, "Ann", "Snap", "Instant", text, "hand")
    game.put(game.card("Rest", "Instant", text="You gain 1 life.", cost="{0}"), "Ann", "graveyard")
    cast(game, "Ann", "Snap", "Rest")
    game.play("Ann", "Rest", alternative="flashback")
    game.all_pass()
    assert (game.zone_of("Rest"), game.life("Ann")) == ("exile", 21)


@pytest.mark.parametrize(("where", "library"), [("on top", "BAC"), ("on the bottom", "CBA")])
def test_cards_that_go_to_a_library_in_any_order_lie_as_the_player_says(where, library):
    game = Game(TODAY)
    for name in "ABC":
        put(game, "Ann", name, "Artifact", zone="library")
    text = f"Look at the top two cards of your library. Put them {where} of your library in any order."
    put(game, "Ann", "Ponder", "Sorcery", text, "hand")
    game.will("order", ["B", "A"])
    cast(game, "Ann", "Ponder")
    assert "".join(game.cards_in("library", "Ann")) == library
