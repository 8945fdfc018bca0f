"""Numbers that were chosen, kinds in a row, what is held against each of several, and cards that are cast from where
they are: small games."""

from __future__ import annotations

import pytest
from printed import play, put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import EXACT, compare
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import NotModelled

TODAY = "2021-11-19"


def test_the_number_that_was_chosen() -> None:
    game = start(TODAY)
    put(game, "Bob", "Two", "Artifact", cost="{2}")
    put(game, "Bob", "Three", "Artifact", cost="{3}")
    game.will("number", 2)
    play(game, "Void", "Choose a number. Destroy all artifacts with mana value equal to that number.")
    assert game.cards_in("battlefield") == ["Three"]


def test_a_number_that_nobody_chose_is_not_meant() -> None:
    said = compare("Destroy all artifacts with mana value equal to that number.", Host.parse("Sorcery", "Void"), Ruleset.on(TODAY))  # fmt: skip
    assert said.verdict != EXACT


def test_a_token_of_three_colors() -> None:
    game = start(TODAY)
    play(game, "Queen", "Create a 3/3 black, red, and green Cat Dragon creature token with flying.")
    assert game.characteristics("Cat Dragon").colours == {"black", "red", "green"}


@pytest.mark.parametrize(("mode", "tapped"), [(1, [True, True]), (2, [False, False])])
def test_one_of_two_orders_with_one_target(mode, tapped) -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Bob", "Elk", "Creature 2/2", tapped=True)
    game.will("mode", mode)
    play(game, "Turn", "Tap all creatures target player controls, or untap all creatures that player controls.", targets=["Bob"])  # fmt: skip
    assert [game.is_tapped("Ox"), game.is_tapped("Elk")] == tapped


def test_it_is_also_of_other_types() -> None:
    game = start(TODAY)
    put(game, "Ann", "Beast", "Artifact Creature — Golem 2/1", "~ is also a Cleric, Rogue, Warrior, and Wizard.")
    assert game.characteristics("Beast").subtypes == {"Golem", "Cleric", "Rogue", "Warrior", "Wizard"}


@pytest.mark.parametrize(("power", "drawn"), [(4, 1), (3, 0), (2, 0)])
def test_a_number_greater_than_that_of_each_other(power, drawn) -> None:
    game = start(TODAY)
    put(game, "Ann", "Heart", "Enchantment", "Whenever a creature enters the battlefield under your control, draw a card if its power is greater than each other creature's power.")  # fmt: skip
    put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Bob", "Elk", "Creature 1/1")
    play(game, "New", "", f"Creature {power}/4")
    assert len(game.hand("Ann")) == drawn


def test_a_number_greater_than_that_of_no_other() -> None:
    game = start(TODAY)
    put(game, "Ann", "Heart", "Enchantment", "Whenever a creature enters the battlefield under your control, draw a card if its power is greater than each other creature's power.")  # fmt: skip
    play(game, "New", "", "Creature 0/4")
    assert len(game.hand("Ann")) == 1


def test_spells_like_the_top_card_of_a_library() -> None:
    game = start(TODAY)
    put(game, "Ann", "Sky", "Enchantment", "Spells that share a card type with the top card of a library can't be cast.")  # fmt: skip
    put(game, "Bob", "Top", "Sorcery", "Draw a card.", zone="library", position=0)
    put(game, "Ann", "Under", "Land", zone="library", position=0)
    for name, line in (("One", "Sorcery"), ("Two", "Instant")):
        put(game, "Ann", name, line, "You gain 1 life.", zone="hand")
    assert [game.is_legal(lambda g, n=n: g.play("Ann", n)) for n in ("One", "Two")] == [False, True]


def test_a_card_of_the_same_power_and_toughness_together() -> None:
    game = start(TODAY)
    put(game, "Ann", "Pair", "Enchantment", "Whenever a creature enters the battlefield, if you cast it from your hand, you may search your library for a creature card with the same total power and toughness, put it onto the battlefield, then shuffle.")  # fmt: skip
    put(game, "Ann", "Tall", "Creature 1/4", zone="library", position=3)
    put(game, "Ann", "Wide", "Creature 2/2", zone="library", position=3)
    game.will("may", True)
    game.will("search", "Tall")
    play(game, "New", "", "Creature 3/2")
    assert "Tall" in game.cards_in("battlefield")


def test_opponents_who_were_dealt_combat_damage() -> None:
    game = start(TODAY, players=("Ann", "Bob", "Cat"))
    put(game, "Ann", "Weaver", "Enchantment", "At the beginning of your postcombat main phase, you gain X life, where X is the number of opponents that were dealt combat damage this turn.")  # fmt: skip
    put(game, "Ann", "Ox", "Creature 2/2")
    play(game, "Burn", "~ deals 1 damage to target player.", targets=["Cat"])
    game.attack("Ann", {"Ox": "Bob"})
    game.to_step("postcombat main")
    game.resolve_all()
    assert game.life("Ann") == 21


@pytest.mark.parametrize("blocked", [True, False])
def test_it_dealt_no_combat_damage_to_a_creature(blocked) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2", "At the beginning of your end step, if ~ didn't deal combat damage to a creature this turn, you gain 3 life.")  # fmt: skip
    put(game, "Bob", "Wall", "Creature 0/4")
    game.attack("Ann", ["Ox"])
    game.block("Bob", {"Wall": "Ox"} if blocked else {})
    game.to_step("end")
    game.resolve_all()
    assert game.life("Ann") == (20 if blocked else 23)


@pytest.mark.parametrize(("revealed", "tapped"), [(True, False), (False, True)])
def test_it_enters_tapped_unless_a_card_was_revealed(revealed, tapped) -> None:
    game = start(TODAY)
    put(game, "Ann", "Wyrm", "Creature — Dragon 4/4", zone="hand")
    text = "As ~ enters the battlefield, you may reveal a Dragon card from your hand. ~ enters the battlefield tapped unless you revealed a Dragon card this way."  # fmt: skip
    put(game, "Ann", "Temple", "Land", text, zone="hand")
    game.will("may", revealed)
    game.play_land("Ann", "Temple")
    assert game.is_tapped("Temple") is tapped


def test_points_of_a_keyword() -> None:
    game = start(TODAY)
    put(game, "Ann", "Lord", "Creature 3/3", "Each other creature you control gets +1/+1 for each point of bushido it has.")  # fmt: skip
    put(game, "Ann", "Ronin", "Creature 2/2", "Bushido 2\nBushido 1")
    put(game, "Ann", "Ox", "Creature 2/2")
    assert (game.power_toughness("Ronin"), game.power_toughness("Ox")) == ((5, 5), (2, 2))


@pytest.mark.parametrize("there", [True, False])
def test_later_if_it_is_still_there(there) -> None:
    game = start(TODAY)
    put(game, "Ann", "Shirei", "Enchantment", "Whenever a creature you control dies, you may return that card to the battlefield at the beginning of the next end step if ~ is still on the battlefield.")  # fmt: skip
    put(game, "Ann", "Ox", "Creature 1/1")
    game.will("may", True)
    play(game, "Kill", "Destroy target creature.", targets=["Ox"])
    if not there:
        play(game, "Wipe", "Destroy target enchantment.", targets=["Shirei"])
    game.to_step("end")
    game.resolve_all()
    assert game.zone_of("Ox") == ("battlefield" if there else "graveyard")


def test_cards_that_were_drawn_this_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Old", "Land", zone="hand")
    put(game, "Ann", "New", "Land", zone="library", position=0)
    play(game, "Look", "Draw a card.")
    play(game, "Toss", "Discard all cards in your hand drawn this turn.")
    assert game.hand("Ann") == ["Old"]


def test_it_is_cast_from_the_graveyard_as_something_triggers() -> None:
    game = start(TODAY)
    put(game, "Ann", "Flame", "Creature 3/3", "Whenever a creature you control dies, you may cast ~ from your graveyard.", zone="graveyard", cost="{0}")  # fmt: skip
    put(game, "Ann", "Ox", "Creature 1/1")
    game.will("may", True)
    play(game, "Kill", "Destroy target creature.", targets=["Ox"])
    assert game.zone_of("Flame") == "battlefield"


def test_one_of_three_sorts_is_described() -> None:
    game = start(TODAY)
    for name, line, text in (("Ghost", "Creature — Spirit 1/1", ""), ("Hawk", "Creature 1/1", "Flying"), ("Ox", "Creature 2/2", ""), ("Song", "Enchantment", "")):  # fmt: skip
        put(game, "Bob", name, line, text)
    put(game, "Ann", "Exorcism", "Instant", "Exile target Spirit, creature with flying, or enchantment.", zone="hand")
    found = [game.is_legal(lambda g, n=n: g.play("Ann", "Exorcism", targets=[n])) for n in ("Ghost", "Hawk", "Ox", "Song")]  # fmt: skip
    assert found == [True, True, False, True]


def test_artifacts_that_went_to_graveyards_this_turn() -> None:
    game = start(TODAY)
    for name in ("One", "Two"):
        put(game, "Bob", name, "Artifact")
    put(game, "Bob", "Ox", "Creature 3/3")
    text = "Destroy all artifacts, then ~ deals damage to each creature equal to the number of artifacts that were put into graveyards from the battlefield this turn."  # fmt: skip
    play(game, "Assault", text)
    play(game, "Count", "You gain life equal to the number of artifacts that were put into graveyards from the battlefield this turn.")  # fmt: skip
    assert (game.life("Ann"), game.zone_of("Ox")) == (22, "battlefield")


def test_a_copy_but_for_its_name() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Hawk", "Creature 1/3", "Flying")
    play(game, "Mask", "Target creature becomes a copy of target creature an opponent controls except for its name.", targets=["Ox", "Hawk"])  # fmt: skip
    assert (game.power_toughness("Ox"), game.has_keyword("Ox", "flying")) == ((1, 3), True)
    assert game.characteristics("Ox").name == "Ox"


@pytest.mark.parametrize(
    "text",
    [
        "You may pay {0} rather than pay the echo cost for permanents you control.",
        "Artifacts lose all abilities. If ~ leaves the battlefield, this effect continues until end of turn.",
    ],
)
def test_what_is_read_and_not_carried_out_is_named(text) -> None:
    game = start(TODAY)
    put(game, "Ann", "Gain", "Instant", "You gain 1 life.", zone="hand")
    put(game, "Ann", "Odd", "Enchantment", text)
    with pytest.raises(NotModelled):
        game.play("Ann", "Gain")


@pytest.mark.parametrize(("mine", "theirs", "cats", "holder"), [(1, 3, 2, "Bob"), (2, 2, 1, "Ann"), (1, 3, 3, "Ann")])
def test_the_player_with_more_than_each_other(mine, theirs, cats, holder) -> None:
    game = start(TODAY, players=("Ann", "Bob", "Cat"))
    text = "At the beginning of your upkeep, if a player controls more creatures than each other player, the player who controls the most creatures gains control of ~."  # fmt: skip
    put(game, "Ann", "Mammoth", "Artifact", text)
    for player, count in (("Ann", mine), ("Bob", theirs), ("Cat", cats)):
        for nth in range(count):
            put(game, player, f"{player} {nth}", "Creature 1/1")
    game.set_turn("Cat", "end")
    game.to_step("upkeep", "Ann")
    game.resolve_all()
    assert game.controller("Mammoth") == holder


@pytest.mark.parametrize(("lives", "holder"), [((20, 30, 25), "Bob"), ((30, 20, 25), "Ann"), ((20, 30, 30), "Ann")])
def test_the_player_with_more_life_than_each_other(lives, holder) -> None:
    game = start(TODAY, players=("Ann", "Bob", "Cat"))
    text = "At the beginning of your upkeep, if a player has more life than each other player, the player with the most life gains control of ~."  # fmt: skip
    put(game, "Ann", "Dogs", "Artifact", text)
    for player, life in zip(("Ann", "Bob", "Cat"), lives, strict=True):
        game.set_life(player, life)
    game.set_turn("Cat", "end")
    game.to_step("upkeep", "Ann")
    game.resolve_all()
    assert game.controller("Dogs") == holder


def test_a_target_that_chance_chooses() -> None:
    game = start(TODAY, players=("Ann", "Bob", "Cat"))
    game.will("at random", "Cat")
    play(game, "Hunt", "Target opponent chosen at random loses 3 life.")
    assert (game.life("Bob"), game.life("Cat")) == (20, 17)


def test_mana_that_is_for_no_spell() -> None:
    game = start(TODAY)
    put(game, "Ann", "Turbine", "Artifact", "At the beginning of your upkeep, add {C}{C}. You can't spend this mana to cast spells.")  # fmt: skip
    put(game, "Ann", "Spell", "Instant", "You gain 1 life.", zone="hand", cost="{2}")
    put(game, "Ann", "Ring", "Artifact", "{2}: You gain 1 life.")
    game.set_turn("Bob", "end")
    game.to_step("upkeep", "Ann")
    game.resolve_all()
    assert not game.is_legal(lambda g: g.play("Ann", "Spell"))
    assert game.is_legal(lambda g: g.activate("Ann", "Ring"))


def test_damage_of_a_chosen_amount() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 6/6")
    game.will("number", 4)
    play(game, "Hellion", "~ deals an amount of damage of your choice to you and target creature.", targets=["Ox"])
    assert game.life("Ann") == 16
    play(game, "Drain", "~ deals 2 damage to target creature.", targets=["Ox"])
    assert game.zone_of("Ox") == "graveyard"


def test_cards_in_two_zones_are_counted() -> None:
    game = start(TODAY)
    put(game, "Ann", "Gone", "Creature 1/1", zone="exile")
    put(game, "Ann", "Dead", "Creature 1/1", zone="graveyard")
    put(game, "Bob", "Other", "Creature 1/1", zone="graveyard")
    play(game, "Curve", "Draw a card for each creature card you own in exile and in your graveyard.")
    assert len(game.hand("Ann")) == 2


@pytest.mark.parametrize(("cards", "won"), [(1, True), (2, True), (3, False)])
def test_a_letter_that_is_as_great_as_a_number(cards, won) -> None:
    game = start(TODAY)
    for _ in range(20 - cards):
        put(game, "Ann", "Sea", "Land", "", zone="exile")
    play(game, "Mill", f"Mill {20 - cards} cards." if cards else "")
    put(game, "Ann", "Wave", "Enchantment, blue", cost="{U}{U}")
    play(game, "Oracle", "You gain X life, where X is your devotion to blue. If X is greater than or equal to the number of cards in your library, you win the game.")  # fmt: skip
    assert game.winner() == ("Ann" if won else "")


def test_a_spell_that_shares_one_of_two_qualities() -> None:
    game = start(TODAY)
    put(game, "Ann", "Prison", "Enchantment", "Whenever you cast a spell that shares a color or card type with ~, you gain 1 life.")  # fmt: skip
    for name, line in (("One", "Enchantment"), ("Two", "Instant")):
        play(game, name, "You gain 0 life." if line == "Instant" else "", line)
    assert game.life("Ann") == 21


def test_cards_put_into_the_hand_this_way() -> None:
    game = start(TODAY)
    text = "Look at the top three cards of your library. Put two of them into your hand and the rest into your graveyard. You lose 3 life for each card you put into your hand this way."  # fmt: skip
    for nth in range(3):
        put(game, "Ann", f"Top {nth}", "Land", zone="library", position=nth)
    game.will("put", ["Top 0", "Top 2"])
    play(game, "Search", text)
    assert (game.life("Ann"), sorted(game.hand("Ann"))) == (14, ["Top 0", "Top 2"])


def test_one_of_three_additional_costs_is_no_order() -> None:
    text = (
        "As an additional cost to cast this spell, sacrifice a creature, discard a card, or pay 4 life.\nDraw a card."
    )
    assert compare(text, Host.parse("Sorcery", "Mangler"), Ruleset.on(TODAY)).verdict == EXACT
