"""What players and objects are given or lose together, what is exchanged, and what is said of one of two: small
games."""

from __future__ import annotations

import pytest
from printed import play, put, start

from rulesite.engine.state.choices import IllegalAction

TODAY = "2021-11-19"
BOLT = "~ deals 3 damage to any target."


def can_play(game, player: str, name: str, **more) -> bool:
    return game.is_legal(lambda g: g.play(player, name, **more))


def test_you_and_what_you_control_gain_hexproof_together() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Red", "Instant, red", BOLT, zone="hand")
    put(game, "Bob", "Blue", "Instant, blue", BOLT, zone="hand")
    play(game, "Veil", "You and permanents you control gain hexproof from red until end of turn.", "Instant")
    game.pass_priority("Ann")
    found = {(name, target): can_play(game, "Bob", name, targets=[target]) for name in ("Red", "Blue") for target in ("Ann", "Ox")}  # fmt: skip
    assert found == {("Red", "Ann"): False, ("Red", "Ox"): False, ("Blue", "Ann"): True, ("Blue", "Ox"): True}


def test_protection_from_the_card_type_that_was_chosen() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    text = "As ~ enters the battlefield, choose a card type. You and creatures you control have protection from the chosen card type."  # fmt: skip
    game.will("card type", "instant")
    play(game, "Emissary", text, "Enchantment")
    put(game, "Ann", "Shot", "Instant", BOLT, zone="hand")
    put(game, "Ann", "Blast", "Sorcery", BOLT, zone="hand")
    found = {(name, target): can_play(game, "Ann", name, targets=[target]) for name in ("Shot", "Blast") for target in ("Ann", "Ox")}  # fmt: skip
    assert found == {("Shot", "Ann"): False, ("Shot", "Ox"): False, ("Blast", "Ann"): True, ("Blast", "Ox"): True}


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("You gain protection from the color of your choice until end of turn.", "red"),
        ("Choose a color. Target creature gains protection from that color until end of turn.", "red"),
        ("Choose a color. Target creature gains hexproof from that color until end of turn.", "red"),
    ],
)
def test_the_color_that_was_chosen_in_the_step_before(text, choice) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    to = "Ann" if text.startswith("You") else "Ox"
    game.will("color", choice)
    play(game, "Ward", text, "Instant", targets=["Ox"] if to == "Ox" else [])
    for color in ("red", "green"):
        put(game, "Bob", color, f"Instant, {color}", BOLT, zone="hand")
    game.pass_priority("Ann")
    found = [can_play(game, "Bob", color, targets=[to]) for color in ("red", "green")]
    assert found == [False, True]


def test_protection_from_the_colors_that_something_has_as_it_is_given() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature, red and green 2/2")
    put(game, "Ann", "Elk", "Creature 2/2")
    text = "{0}: Creatures you control gain protection from the colors of target permanent you control until end of turn."  # fmt: skip
    put(game, "Ann", "Elder", "Artifact", text)
    game.activate("Ann", "Elder", targets=["Ox"])
    game.resolve_all()
    play(game, "Wash", "Target creature becomes white until end of turn.", targets=["Elk"])
    for color in ("red", "green", "white"):
        put(game, "Ann", color, f"Instant, {color}", BOLT, zone="hand")
    assert [can_play(game, "Ann", color, targets=["Elk"]) for color in ("red", "green", "white")] == [False, False, True]  # fmt: skip


def test_the_second_spell_of_a_kind_that_a_player_casts() -> None:
    game = start(TODAY)
    put(game, "Ann", "Vine", "Creature 4/3", "Whenever you cast a spell, if it's the second creature spell you cast this turn, you gain 5 life.")  # fmt: skip
    lives = []
    for name, line in (("One", "Creature 1/1"), ("Two", "Instant"), ("Three", "Creature 1/1"), ("Four", "Creature 1/1")):  # fmt: skip
        play(game, name, "Draw a card." if line == "Instant" else "", line)
        lives.append(game.life("Ann"))
    assert lives == [20, 20, 25, 25]


def test_only_the_second_spell_of_the_turn_is_countered() -> None:
    game = start(TODAY)
    put(game, "Ann", "Guess", "Instant", "Counter target spell that's the second spell cast this turn.", zone="hand")
    for name in ("One", "Two"):
        put(game, "Ann", name, "Instant", "You gain 1 life.", zone="hand")
    game.play("Ann", "One")
    assert not can_play(game, "Ann", "Guess", targets=["One"])
    game.play("Ann", "Two")
    game.play("Ann", "Guess", targets=["Two"])
    game.resolve_all()
    assert game.life("Ann") == 21


def test_cards_that_were_discarded_this_turn_come_back() -> None:
    game = start(TODAY)
    put(game, "Ann", "Old", "Creature 1/1", zone="graveyard")
    put(game, "Ann", "New", "Creature 1/1", zone="hand")
    put(game, "Ann", "Wheel", "Creature 1/1", "Cycling {0}", zone="hand")
    game.will("discard", "New")
    play(game, "Purge", "Discard a card.")
    game.activate("Ann", "Wheel")
    game.resolve_all()
    play(game, "Shadow", "Return to your hand all cards in your graveyard that you cycled or discarded this turn.")
    assert {"New", "Wheel"} <= set(game.hand("Ann"))
    assert "Old" in game.cards_in("graveyard", "Ann")


def test_cards_in_the_graveyard_of_one_player() -> None:
    game = start(TODAY)
    put(game, "Ann", "Swimmer", "Creature 0/4", "~ gets +3/+0 as long as there are three or more cards in a single graveyard.")  # fmt: skip
    for nth in range(2):
        put(game, "Ann", f"Mine {nth}", "Land", zone="graveyard")
        put(game, "Bob", f"Yours {nth}", "Land", zone="graveyard")
    assert game.power_toughness("Swimmer") == (0, 4)
    put(game, "Bob", "More", "Land", zone="graveyard")
    assert game.power_toughness("Swimmer") == (3, 4)


def test_a_step_of_the_extra_turn_alone_is_skipped() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ring", "Artifact", "{T}: You gain 1 life.")
    game.activate("Ann", "Ring")
    game.resolve_all()
    play(game, "Savor", "Take an extra turn after this one. Skip the untap step of that turn.", "Instant")
    game.to_step("upkeep", "Ann")
    assert game.is_tapped("Ring")
    game.to_step("upkeep", "Bob")
    game.to_step("upkeep", "Ann")
    assert not game.is_tapped("Ring")


@pytest.mark.parametrize("kind", ["+1/+1", "flying"])
def test_a_counter_of_one_of_two_kinds_as_it_enters(kind) -> None:
    game = start(TODAY)
    game.will("counter", kind)
    play(game, "Charger", "~ enters the battlefield with your choice of a +1/+1 counter or a flying counter on it.", "Creature 2/2")  # fmt: skip
    assert game.power_toughness("Charger") == ((3, 3) if kind == "+1/+1" else (2, 2))
    assert game.has_keyword("Charger", "flying") is (kind == "flying")


@pytest.mark.parametrize(
    ("text", "enters", "upkeep"),
    [
        ("When ~ enters the battlefield and at the beginning of your upkeep, you gain 1 life.", 1, 2),
        ("At the beginning of your upkeep or when ~ enters the battlefield, you gain 1 life.", 1, 2),
        ("Whenever ~ enters the battlefield and whenever you gain life, draw a card.", 0, 0),
    ],
)
def test_one_ability_that_waits_for_two_events(text, enters, upkeep) -> None:
    game = start(TODAY)
    play(game, "Devils", text, "Enchantment")
    assert game.life("Ann") == 20 + enters
    game.to_step("draw", "Bob")
    game.to_step("draw", "Ann")
    assert game.life("Ann") == 20 + upkeep


def test_what_opponents_play_enters_tapped_and_what_they_are_given_does_not() -> None:
    game = start(TODAY)
    put(game, "Ann", "Uphill", "Enchantment", "Creatures played by your opponents enter the battlefield tapped.")
    put(game, "Bob", "Grave", "Creature 1/1", zone="graveyard")
    play(game, "Mine", "", "Creature 1/1")
    game.set_turn("Bob")
    play(game, "Theirs", "", "Creature 1/1", "Bob")
    play(game, "Raise", "Return target creature card from your graveyard to the battlefield.", player="Bob", targets=["Grave"])  # fmt: skip
    assert [game.is_tapped(name) for name in ("Mine", "Theirs", "Grave")] == [False, True, False]


def test_a_creature_loses_one_of_two_abilities() -> None:
    game = start(TODAY)
    put(game, "Bob", "Scout", "Creature 1/1", "First strike\nSwampwalk")
    game.will("mode", 2)
    play(game, "Drain", "Target creature loses first strike or swampwalk until end of turn.", targets=["Scout"])
    assert (game.has_keyword("Scout", "first strike"), game.has_keyword("Scout", "swampwalk")) == (True, False)


@pytest.mark.parametrize(("mode", "size"), [(1, (1, 4)), (2, (3, 1))])
def test_base_power_or_base_toughness(mode, size) -> None:
    game = start(TODAY)
    put(game, "Bob", "Scout", "Creature 3/4")
    game.will("mode", mode)
    play(game, "Blow", "Until end of turn, target creature has base power 1 or base toughness 1.", targets=["Scout"])
    assert game.power_toughness("Scout") == size


@pytest.mark.parametrize(("stat", "life", "size"), [("toughness", 13, (0, 20)), ("power", 20, (20, 13))])
def test_a_life_total_changes_places_with_a_number(stat, life, size) -> None:
    game = start(TODAY)
    put(game, "Ann", "Tree", "Creature 0/13", f"{{0}}: Exchange your life total with ~'s {stat}.")
    if stat == "power":
        play(game, "Grow", "Target creature gets +5/+0 until end of turn.", targets=["Tree"])
        life, size = 5, (25, 13)
    game.activate("Ann", "Tree")
    game.resolve_all()
    assert (game.life("Ann"), game.power_toughness("Tree")) == (life, size)


def test_all_hands_and_graveyards_are_exiled() -> None:
    game = start(TODAY)
    for player in ("Ann", "Bob"):
        put(game, player, f"{player} dead", "Land", zone="graveyard")
        put(game, player, f"{player} held", "Land", zone="hand")
    play(game, "Fire", "Exile all cards from all hands and graveyards.")
    assert len(game.cards_in("exile")) == 4
    assert game.hand("Bob") == []


def test_hand_graveyard_and_permanents_are_shuffled_in() -> None:
    game = start(TODAY)
    put(game, "Bob", "Field", "Land")
    put(game, "Bob", "Dead", "Land", zone="graveyard")
    put(game, "Bob", "Held", "Land", zone="hand")
    put(game, "Ann", "Own", "Land")
    play(game, "Sway", "Each player shuffles their hand, graveyard, and all permanents they own into their library, then draws a card.")  # fmt: skip
    assert game.cards_in("battlefield") == []
    assert (len(game.cards_in("library", "Bob")), len(game.hand("Bob"))) == (22, 1)
    assert len(game.cards_in("library", "Ann")) == 20


def test_a_card_is_shuffled_in_from_where_it_is() -> None:
    game = start(TODAY)
    put(game, "Ann", "Turtle", "Creature 1/1", "When ~ dies, shuffle it into your library from your graveyard.")
    play(game, "Kill", "Destroy target creature.", targets=["Turtle"])
    assert game.zone_of("Turtle") == "library"


@pytest.mark.parametrize(("line", "legal"), [("Instant", True), ("Sorcery", True), ("Creature 1/1", False)])
def test_splicing_onto_an_instant_or_sorcery(line, legal) -> None:
    game = start(TODAY)
    put(game, "Ann", "Skill", "Sorcery", "You gain 7 life.\nSplice onto instant or sorcery {0}", zone="hand")
    put(game, "Ann", "Host", line, "" if "Creature" in line else "You gain 1 life.", zone="hand")
    if not legal:
        with pytest.raises(IllegalAction):
            game.play("Ann", "Host", options=["splice"])
        return
    game.play("Ann", "Host", options=["splice"])
    game.resolve_all()
    assert game.life("Ann") == 28


def test_any_target_but_the_one_that_was_damaged() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 5/5")
    put(game, "Ann", "God", "Creature 5/5", "Whenever a creature an opponent controls is dealt damage, ~ deals 1 damage to any target other than that creature.")  # fmt: skip
    game.will("target", "Ox")
    put(game, "Ann", "Shot", "Instant", "~ deals 2 damage to target creature.", zone="hand")
    game.play("Ann", "Shot", targets=["Ox"])
    with pytest.raises(IllegalAction):
        game.resolve_all()


def test_landwalk_that_is_no_hindrance() -> None:
    for text in ("", "Creatures with landwalk abilities can be blocked as though they didn't have those abilities."):
        game = start(TODAY)
        put(game, "Bob", "Marsh", "Basic Land — Swamp")
        put(game, "Bob", "Wall", "Creature 0/4")
        put(game, "Ann", "Staff", "Artifact", text)
        put(game, "Ann", "Ghoul", "Creature 2/2", "Swampwalk")
        game.attack("Ann", ["Ghoul"])
        assert game.is_legal(lambda g: g.block("Bob", {"Wall": "Ghoul"})) is bool(text)


def test_one_creature_may_block_what_walks() -> None:
    game = start(TODAY)
    put(game, "Bob", "Marsh", "Basic Land — Swamp")
    put(game, "Bob", "Wall", "Creature 0/4", "~ can block creatures with landwalk abilities as though they didn't have those abilities.")  # fmt: skip
    put(game, "Bob", "Ox", "Creature 0/4")
    put(game, "Ann", "Ghoul", "Creature 2/2", "Swampwalk")
    game.attack("Ann", ["Ghoul"])
    assert [game.is_legal(lambda g, b=b: g.block("Bob", {b: "Ghoul"})) for b in ("Wall", "Ox")] == [True, False]


def test_the_walk_of_lands_that_are_artifacts() -> None:
    for line, blocked in (("Artifact Land", False), ("Land", True)):
        game = start(TODAY)
        put(game, "Bob", "Field", line)
        put(game, "Bob", "Ox", "Creature 2/2")
        put(game, "Ann", "Thief", "Creature 2/2", "Artifact landwalk")
        game.attack("Ann", ["Thief"])
        assert game.is_legal(lambda g: g.block("Bob", {"Ox": "Thief"})) is blocked


def test_it_is_blocked_by_all_creatures_or_by_none() -> None:
    game = start(TODAY)
    for name in ("Ox", "Elk"):
        put(game, "Bob", name, "Creature 2/2")
    put(game, "Ann", "Crab", "Creature 8/8", "~ can't be blocked unless all creatures defending player controls block it.")  # fmt: skip
    game.attack("Ann", ["Crab"])
    blocks = ({}, {"Ox": "Crab"}, {"Ox": "Crab", "Elk": "Crab"})
    assert [game.is_legal(lambda g, each=each: g.block("Bob", each)) for each in blocks] == [True, False, True]


def test_drawing_a_card_of_a_kind() -> None:
    game = start(TODAY)
    put(game, "Ann", "Sand", "Enchantment", "Whenever a player draws a land card, that player gains 3 life.")
    put(game, "Ann", "Field", "Land", zone="library", position=0)
    put(game, "Ann", "Ox", "Creature 2/2", zone="library", position=1)
    play(game, "Look", "Draw two cards.")
    assert game.life("Ann") == 23


@pytest.mark.parametrize(("held", "life"), [(0, 17), (2, 19), (4, 20)])
def test_life_lost_for_each_card_that_is_missing(held, life) -> None:
    game = start(TODAY)
    for nth in range(held):
        put(game, "Bob", f"Held {nth}", "Land", zone="hand")
    play(game, "Rack", "Target player loses 1 life for each card fewer than three in their hand.", targets=["Bob"])
    assert game.life("Bob") == life


def test_mana_of_one_color_that_another_player_chooses() -> None:
    game = start(TODAY)
    game.will("mana", "{G}", player="Bob")
    play(game, "Gift", "Target player adds two mana of any one color they choose.", targets=["Bob"])
    assert game.mana_pool("Bob") == "{G}{G}"


def test_abilities_with_a_tap_symbol_alone_are_stopped() -> None:
    game = start(TODAY)
    put(game, "Ann", "Elf", "Creature 1/1", "{T}: You gain 1 life.\n{0}: You gain 2 life.")
    put(game, "Ann", "Cage", "Enchantment — Aura", "Enchant creature\nEnchanted creature's activated abilities with {T} in their costs can't be activated.", attached_to="Elf")  # fmt: skip
    found = [game.is_legal(lambda g, n=n: g.activate("Ann", "Elf", n)) for n in (1, 2)]
    assert found == [False, True]


def test_no_more_activations_than_there_are_lands() -> None:
    game = start(TODAY)
    put(game, "Ann", "Wisps", "Enchantment", "{0}: You gain 1 life. Activate no more times each turn than the number of Swamps you control.")  # fmt: skip
    assert not game.is_legal(lambda g: g.activate("Ann", "Wisps"))
    put(game, "Ann", "Marsh", "Basic Land — Swamp")
    game.activate("Ann", "Wisps")
    game.resolve_all()
    assert not game.is_legal(lambda g: g.activate("Ann", "Wisps"))
    assert game.life("Ann") == 21


def test_as_much_as_was_dealt_already() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 2/9")
    play(game, "Shot", "~ deals 2 damage to target creature.", targets=["Ox"])
    play(game, "Whip", "~ deals damage to target creature equal to the damage already dealt to it this turn.", targets=["Ox"])  # fmt: skip
    play(game, "Drain", "You gain life equal to the damage already dealt to target creature this turn.", targets=["Ox"])
    assert game.life("Ann") == 24


def test_what_one_has_in_excess_of_another() -> None:
    game = start(TODAY)
    for nth in range(3):
        put(game, "Ann", f"Mine {nth}", "Creature 1/1")
    put(game, "Bob", "Ox", "Creature 1/1")
    play(game, "Gain", "You gain life equal to the number of creatures you control in excess of the number of creatures target opponent controls.", targets=["Bob"])  # fmt: skip
    assert game.life("Ann") == 22


def test_tokens_that_it_created_and_those_of_others() -> None:
    game = start(TODAY)
    text = "{0}: Create a 1/1 red Goblin creature token.\n{1}: Destroy all tokens created with ~."
    put(game, "Ann", "Stair", "Enchantment", text)
    game.activate("Ann", "Stair", 1)
    game.resolve_all()
    play(game, "Call", "Create a 1/1 green Elf creature token.")
    game.activate("Ann", "Stair", 1)
    game.resolve_all()
    game.add_mana("Ann", "{1}")
    game.activate("Ann", "Stair", 2)
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Stair", "Elf"]


def test_a_token_for_each_time_it_regenerated() -> None:
    game = start(TODAY)
    put(game, "Ann", "Star", "Creature 0/1", "{0}: Regenerate ~.\n{1}: Draw a card for each time ~ regenerated this turn.")  # fmt: skip
    for nth in range(2):
        game.activate("Ann", "Star", 1)
        game.resolve_all()
        play(game, f"Kill {nth}", "Destroy target creature.", targets=["Star"])
    game.add_mana("Ann", "{1}")
    game.activate("Ann", "Star", 2)
    game.resolve_all()
    assert len(game.hand("Ann")) == 2


def test_a_target_of_one_of_two_sorts_of_which_the_first_is_described() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ring", "Artifact", counters={"charge": 1})
    put(game, "Bob", "Plain", "Artifact")
    put(game, "Bob", "Song", "Enchantment")
    put(game, "Ann", "Wipe", "Instant", "Exile target artifact with a charge counter on it or enchantment.", zone="hand")  # fmt: skip
    assert [can_play(game, "Ann", "Wipe", targets=[each]) for each in ("Ring", "Plain", "Song")] == [True, False, True]


def test_it_is_no_longer_of_a_creature_type() -> None:
    game = start(TODAY)
    put(game, "Ann", "Leader", "Creature — Human Werewolf 3/3", "{0}: Until end of turn, ~ has base power and toughness 5/3, gains trample, and isn't a Human.")  # fmt: skip
    game.activate("Ann", "Leader")
    game.resolve_all()
    found = game.characteristics("Leader")
    assert ("Human" in found.subtypes, "Werewolf" in found.subtypes) == (False, True)
    assert game.power_toughness("Leader") == (5, 3)


def test_as_long_as_two_things_are_so() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2", "~ has first strike as long as it's untapped and you control a Swamp.")
    assert not game.has_keyword("Ox", "first strike")
    put(game, "Ann", "Marsh", "Basic Land — Swamp")
    assert game.has_keyword("Ox", "first strike")
