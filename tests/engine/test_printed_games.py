"""Small games with cards in their printed words, from reading to result."""

import pytest
from printed import KILL, put, start

from rulesite.engine.game import Game


def upkeep_of_ann(game):
    game.set_turn("Bob")
    game.to_step("upkeep", "Ann")
    return game


def test_two_cumulative_upkeeps_count_the_same_counters():
    game = start("2002-10-01")
    put(game, "Ann", "Glacier", "Creature 3/3", "Cumulative Upkeep - Pay one life\nCumulative Upkeep - Pay one life")
    upkeep_of_ann(game)
    assert len(game.stack()) == 2
    game.will("pay", True, times=0)
    game.all_pass()
    assert game.life("Ann") == 19
    game.all_pass()
    assert game.life("Ann") == 17


def test_a_cumulative_upkeep_of_mana_and_life_grows_each_turn():
    game = start("2002-10-01")
    put(game, "Ann", "Glacier", "Creature 3/3", "Cumulative Upkeep: {B} and 2 life")
    for _ in range(3):
        put(game, "Ann", "Swamp", "Basic Land - Swamp")
    lives = []
    game.set_turn("Bob")
    game.will("pay", True, times=0)
    for turn, lands in enumerate((["Swamp"], ["Swamp", "Swamp 2"], ["Swamp", "Swamp 2", "Swamp 3"])):
        game.to_step("upkeep", "Ann")
        game.will("mana abilities", lands)
        game.all_pass()
        lives.append(game.life("Ann"))
        assert game.zone_of("Glacier") == "battlefield", turn
    assert lives == [18, 14, 8]


@pytest.mark.parametrize("pay", [True, False])
def test_echo_is_due_once_after_the_creature_came(pay):
    game = start("2002-10-01")
    put(game, "Ann", "Wurm", "Creature 4/4", "Echo", cost="{G}", new=True)
    put(game, "Ann", "Forest", "Basic Land - Forest")
    game.to_step("upkeep", "Ann")
    assert game.stack() == ["Wurm's ability"]
    game.will("pay", pay)
    game.will("mana abilities", ["Forest"])
    game.all_pass()
    assert game.zone_of("Wurm") == ("battlefield" if pay else "graveyard")
    if pay:
        game.to_step("upkeep", "Ann")
        assert game.stack() == []


def test_echo_that_is_not_there_at_upkeep_is_avoided():
    game = start("2002-10-01")
    put(game, "Bob", "Humility", "Enchantment", "All creatures lose all abilities and are 1/1.")
    put(game, "Ann", "Wurm", "Creature 4/4", "Echo", cost="{G}", new=True)
    game.to_step("upkeep", "Ann")
    assert game.stack() == []
    assert game.power_toughness("Wurm") == (1, 1)


def test_fading_counts_down_and_then_sacrifices():
    game = start("2002-10-01")
    put(game, "Ann", "Blast", "Creature 4/4", "Fading 1", zone="hand")
    game.play("Ann", "Blast")
    game.all_pass()
    assert game.counters("Blast", "fade") == 1
    for zone in ("battlefield", "graveyard"):
        game.to_step("upkeep", "Ann")
        game.all_pass()
        assert game.zone_of("Blast") == zone


@pytest.mark.parametrize("without", [(), ("flanking",)])
def test_flanking_twice_is_minus_two_but_not_for_a_flanker(without):
    game = start("2002-10-01", without=without)
    put(game, "Ann", "Knight", "Creature 2/2", "Flanking\nFlanking")
    put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Bob", "Rider", "Creature 3/3", "Flanking")
    game.attack("Ann", ["Knight"])
    game.block("Bob", {"Ox": "Knight", "Rider": "Knight"})
    game.resolve_all()
    assert game.power_toughness("Ox") == ((3, 3) if without else (1, 1))
    assert game.power_toughness("Rider") == (3, 3)


def test_rampage_twice_counts_blockers_beyond_the_first_for_each():
    game = start("2002-10-01")
    put(game, "Ann", "Hydra", "Creature 2/2", "Rampage 2\nRampage 1")
    for _ in range(3):
        put(game, "Bob", "Ox", "Creature 1/1")
    game.attack("Ann", ["Hydra"])
    game.will("order", ["Hydra", "Hydra 2"])
    game.block("Bob", {"Ox": "Hydra", "Ox 2": "Hydra", "Ox 3": "Hydra"})
    game.resolve_all()
    assert game.power_toughness("Hydra") == (8, 8)


@pytest.mark.parametrize(("without", "zone"), [((), "exile"), (("flashback",), None)])
def test_flashback_plays_from_the_graveyard_and_removes_the_card(without, zone):
    game = start(without=without)
    put(game, "Ann", "Dart", "Instant", "Flashback {2}{R}\nDart deals 2 damage to target creature.", "graveyard", "{R}")
    put(game, "Bob", "Ox", "Creature 2/2")
    game.add_mana("Ann", "{2}{R}")
    if zone is None:
        assert not game.is_legal(lambda g: g.play("Ann", "Dart", targets=["Ox"], alternative="flashback"))
        return
    game.play("Ann", "Dart", targets=["Ox"], alternative="flashback")
    game.all_pass()
    assert (game.zone_of("Dart"), game.zone_of("Ox")) == (zone, "graveyard")


def test_buyback_returns_the_spell_to_its_owners_hand_only_if_it_was_paid():
    for options, mana, zone in (((), "{W}", "graveyard"), (("buyback",), "{3}{W}", "hand")):
        game = start()
        put(game, "Ann", "Heal", "Instant", "Buyback {3}\nYou gain 3 life.", "hand", "{W}")
        game.add_mana("Ann", mana)
        game.play("Ann", "Heal", options=options)
        game.all_pass()
        assert (game.zone_of("Heal"), game.life("Ann")) == (zone, 23)


def test_a_kicked_spell_does_more():
    text = "Kicker {2}\nBurn deals 2 damage to target player. If the kicker cost was paid, Burn deals 4 damage to that player instead."
    for options, life in (((), 18), (("kicker",), 16)):
        game = start()
        put(game, "Ann", "Burn", "Instant", text, "hand", "{R}")
        game.add_mana("Ann", "{2}{R}")
        game.play("Ann", "Burn", targets=["Bob"], options=options)
        game.all_pass()
        assert game.life("Bob") == life


def test_cycling_triggers_its_own_card_from_the_graveyard():
    game = start()
    text = "Destroy target land.\nCycling {2}\nWhen you cycle this card, target creature gets -1/-1 until end of turn."
    put(game, "Ann", "Slice", "Sorcery", text, "hand", "{2}{B}")
    put(game, "Bob", "Ox", "Creature 1/1")
    game.add_mana("Ann", "{2}")
    game.will("target", "Ox")
    game.activate("Ann", "Slice")
    assert game.zone_of("Slice") == "graveyard"
    game.resolve_all()
    assert (len(game.hand("Ann")), game.zone_of("Ox"), game.times_triggered("Slice")) == (1, "graveyard", 1)


@pytest.mark.parametrize("pays", [True, False])
def test_a_may_pay_trigger_gains_life_only_if_it_was_paid(pays):
    game = start()
    text = "Whenever a creature is put into a graveyard from play, you may pay {1}. If you do, you gain 1 life."
    put(game, "Ann", "Soul Net", "Artifact", text)
    put(game, "Bob", "Ox", "Creature 1/1")
    put(game, "Ann", *KILL, zone="hand")
    game.add_mana("Ann", "{1}")
    game.play("Ann", "Kill", targets=["Ox"])
    game.all_pass()
    game.will("may", pays)
    game.all_pass()
    assert game.life("Ann") == (21 if pays else 20)


def test_a_mana_trigger_on_dying_is_no_mana_ability():
    game = start()
    put(
        game,
        "Ann",
        "Cathodion",
        "Artifact Creature 3/3",
        "When Cathodion is put into a graveyard from play, add {3} to your mana pool.",
    )
    put(game, "Ann", "Altar", "Artifact", "Sacrifice a creature: Add {2} to your mana pool.")
    game.activate("Ann", "Altar")
    assert (game.stack(), game.mana_pool("Ann")) == (["Cathodion's ability"], "{C}{C}")
    game.all_pass()
    assert game.mana_pool("Ann") == "{C}{C}{C}{C}{C}"


def test_what_a_land_could_produce_counts_replacement_but_not_triggers():
    game = start()
    put(
        game,
        "Ann",
        "Contamination",
        "Enchantment",
        "If a land is tapped for mana, it produces {B} instead of any other type and amount.",
    )
    put(game, "Ann", "Forest", "Basic Land - Forest")
    put(
        game,
        "Ann",
        "Wild Growth",
        "Enchantment - Aura",
        "Enchant land\nWhenever enchanted land is tapped for mana, its controller adds {G} to his or her mana pool.",
        attached_to="Forest",
    )
    put(
        game,
        "Ann",
        "Vessel",
        "Artifact",
        "{T}: Add to your mana pool one mana of any type that a land you control could produce.",
    )
    game.activate("Ann", "Vessel")
    assert game.mana_pool("Ann") == "{B}"
    game.activate("Ann", "Forest")
    assert game.mana_pool("Ann") == "{B}{B}{G}"


def test_becoming_a_target_before_the_cost_is_paid_does_not_trigger_what_the_cost_brings():
    game = start("2002-10-01")
    put(
        game,
        "Ann",
        "Boneshard Slasher",
        "Creature 1/1",
        "Flying\nThreshold - Boneshard Slasher gets +2/+2 and has "
        "'When Boneshard Slasher becomes the target of a spell or ability, sacrifice it.'",
    )
    put(game, "Ann", "Narcissism", "Enchantment", "{G}, Discard a card: Target creature gets +2/+2 until end of turn.")
    for _ in range(6):
        put(game, "Ann", "Old", "Sorcery", zone="graveyard")
    for name in ("First", "Second"):
        put(game, "Ann", name, "Sorcery", zone="hand")
    game.add_mana("Ann", "{G}{G}")
    game.activate("Ann", "Narcissism", targets=["Boneshard Slasher"], choices={"discard": "First"})
    assert game.times_triggered("Boneshard Slasher") == 0
    assert game.power_toughness("Boneshard Slasher") == (3, 3)
    game.activate("Ann", "Narcissism", targets=["Boneshard Slasher"], choices={"discard": "Second"})
    assert game.times_triggered("Boneshard Slasher") == 1


@pytest.mark.parametrize(("without", "legal"), [((), False), (("static_on_stack",), True)])
def test_a_spell_on_the_stack_can_make_others_cost_more(without, legal):
    game = start(without=without)
    put(
        game,
        "Ann",
        "Torch",
        "Sorcery",
        "As long as Torch is on the stack, spells that target it cost {2} more to play.\n"
        "Torch deals X damage to target creature or player.",
        "hand",
        "{X}{R}",
    )
    put(game, "Bob", "Counterspell", "Instant", "Counter target spell.", "hand", "{U}{U}")
    game.add_mana("Ann", "{2}{R}")
    game.add_mana("Bob", "{U}{U}")
    game.play("Ann", "Torch", targets=["Bob"], x=2)
    game.pass_priority("Ann")
    assert game.is_legal(lambda g: g.play("Bob", "Counterspell", targets=["Torch"])) is legal


def test_damage_to_each_creature_and_each_player():
    game = start()
    put(
        game,
        "Ann",
        "Pestilence",
        "Enchantment",
        "{B}: Pestilence deals 1 damage to each creature and each player.\n"
        "At end of turn, if no creatures are in play, sacrifice Pestilence.",
    )
    put(game, "Bob", "Ox", "Creature 1/2")
    game.add_mana("Ann", "{B}{B}")
    for _ in range(2):
        game.activate("Ann", "Pestilence")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob"), game.zone_of("Ox")) == (18, 18, "graveyard")
    game.to_step("end")
    game.resolve_all()
    assert game.zone_of("Pestilence") == "graveyard"


def test_revealing_the_first_card_drawn_draws_again_for_a_basic_land():
    game = Game()
    put(
        game,
        "Ann",
        "Seer",
        "Enchantment",
        "Reveal the first card you draw each turn. Whenever you reveal a basic land card this way, draw a card.",
    )
    for name, line in (("Forest", "Basic Land - Forest"), ("Island", "Basic Land - Island"), ("Omen", "Sorcery")):
        put(game, "Ann", name, line, zone="library")
    upkeep_of_ann(game)
    game.to_step("draw", "Ann")
    assert game.stack() == ["Seer's ability"]
    game.resolve_all()
    assert game.hand("Ann") == ["Forest", "Island"]
    assert game.times_triggered("Seer") == 1


def test_an_untap_before_the_delayed_ability_existed_is_missed_and_the_next_one_counts():
    game = start()
    put(game, "Ann", "Bell", "Creature 1/1", "{0}: When this creature becomes untapped, you gain 2 life.", tapped=True)
    for text, name in (
        ("Untap target creature.", "Up"),
        ("Tap target creature.", "Down"),
        ("Untap target creature.", "Up"),
    ):
        put(game, "Ann", name, "Instant", text, "hand")
    game.activate("Ann", "Bell")
    game.play("Ann", "Up", targets=["Bell"])
    game.resolve_all()
    assert game.life("Ann") == 20
    for name in ("Down", "Up 2"):
        game.play("Ann", name, targets=["Bell"])
        game.resolve_all()
    assert game.life("Ann") == 22


def test_an_aura_whose_host_is_sacrificed_at_the_end_of_its_controllers_turn():
    game = start()
    put(game, "Bob", "Ox", "Creature 2/2")
    put(
        game,
        "Ann",
        "Curse",
        "Enchantment - Aura",
        "Enchant creature\nThe controller of enchanted creature sacrifices it at the end of his or her turn.",
        attached_to="Ox",
    )
    game.to_step("end")
    assert game.stack() == []
    game.to_step("end", "Bob")
    assert game.stack() == ["Curse's ability"]
    game.all_pass()
    assert game.zone_of("Ox") == "graveyard"


def test_what_blinks_is_a_new_object():
    game = start()
    ox = put(game, "Ann", "Ox", "Creature 1/1", "When Ox comes into play, you gain 1 life.")
    put(
        game,
        "Ann",
        "Blink",
        "Instant",
        "Remove target creature from the game, then return it to play under its owner's control.",
        "hand",
    )
    game.play("Ann", "Blink", targets=["Ox"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.life("Ann")) == ("battlefield", 21)
    assert game.id("Ox") != ox


def test_damage_is_divided_as_announced():
    game = start()
    put(
        game,
        "Ann",
        "Fork",
        "Instant",
        "Fork deals 3 damage divided as you choose among any number of target creatures and/or players.",
        "hand",
    )
    put(game, "Bob", "Ox", "Creature 1/1")
    assert not game.is_legal(lambda g: g.play("Ann", "Fork", targets=["Ox", "Bob"], division={"Ox": 3, "Bob": 0}))
    game.play("Ann", "Fork", targets=["Ox", "Bob"], division={"Ox": 1, "Bob": 2})
    game.all_pass()
    assert (game.zone_of("Ox"), game.life("Bob")) == ("graveyard", 18)


def test_tokens_arrive_and_are_seen():
    game = start("2018-01-19")
    put(game, "Ann", "Raise", "Sorcery", "Create two 1/1 white Soldier creature tokens.", "hand")
    put(game, "Ann", "Shrine", "Enchantment", "Whenever a creature enters the battlefield, you gain 1 life.")
    game.play("Ann", "Raise")
    game.resolve_all()
    assert (game.cards_in("battlefield"), game.life("Ann")) == (["Shrine", "Soldier", "Soldier 2"], 22)


def test_changed_words_change_protection_but_not_a_granted_ability():
    game = start()
    put(game, "Ann", "Knight", "Creature 2/2", "Protection from black")
    put(game, "Ann", "Bear", "Creature 2/2")
    put(
        game,
        "Ann",
        "Ward",
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature has 'Protection from black.'",
        attached_to="Bear",
    )
    for target in ("Knight", "Bear"):
        put(
            game,
            "Ann",
            "Sleight",
            "Instant",
            "Change the text of target spell or permanent by replacing all instances of one color word with another.",
            "hand",
        )
        name = "Sleight" if target == "Knight" else "Sleight 2"
        game.play("Ann", name, targets=[target])
        game.will("old word", "black")
        game.will("new word", "green")
        game.all_pass()
    quality = {target: game.characteristics(target).abilities[0].ability.quality.color for target in ("Knight", "Bear")}
    assert quality == {"Knight": "green", "Bear": "black"}


def test_a_second_monstrosity_does_nothing():
    game = start("2018-01-19")
    put(game, "Ann", "Hydra", "Creature 2/2", "{0}: Monstrosity 3.")
    for _ in range(2):
        game.activate("Ann", "Hydra")
        game.all_pass()
    assert game.power_toughness("Hydra") == (5, 5)


def test_scrying_puts_cards_on_the_bottom():
    game = Game("2018-01-19")
    for name in ("One", "Two", "Three"):
        put(game, "Ann", name, "Sorcery", zone="library")
    put(game, "Ann", "Augur", "Sorcery", "Scry 2, then draw a card.", "hand")
    game.play("Ann", "Augur")
    game.will("bottom", ["One"])
    game.all_pass()
    assert game.hand("Ann") == ["Two"]
    assert game.cards_in("library", "Ann") == ["Three", "One"]


def test_a_clone_enters_as_a_copy():
    game = start("2018-01-19")
    put(game, "Ann", "Ox", "Creature 3/3")
    put(
        game,
        "Ann",
        "Clone",
        "Creature 0/0",
        "You may have Clone enter the battlefield as a copy of any creature on the battlefield.",
        "hand",
    )
    game.will("may", True)
    game.play("Ann", "Clone")
    game.all_pass()
    assert (game.power_toughness("Clone"), game.characteristics("Clone").name) == ((3, 3), "Ox")


def test_a_spell_is_countered_unless_its_controller_pays():
    game = start()
    put(game, "Ann", "Leak", "Instant", "Counter target spell unless its controller pays {3}.", "hand")
    put(game, "Bob", "Bear", "Creature 2/2", zone="hand")
    game.set_turn("Bob")
    game.play("Bob", "Bear")
    game.pass_priority("Bob")
    game.play("Ann", "Leak", targets=["Bear"])
    game.all_pass()
    assert game.zone_of("Bear") == "graveyard"


def test_a_loop_of_mandatory_actions_stops_with_an_error():
    from rulesite.engine.state.choices import RunawayGame

    game = start(step_limit=600)
    put(game, "Ann", "Loop", "Enchantment", "Whenever you have no cards in hand, you gain 1 life.")
    with pytest.raises(RunawayGame, match="600 steps"):
        game.to_step("upkeep", "Ann")


def discard_rage(date, may):
    game = start(date)
    put(game, "Ann", "Rage", "Sorcery", "Madness {R}\nYou gain 3 life.", "hand", "{5}")
    put(game, "Ann", "Purge", "Instant", "Discard a card.", "hand")
    game.add_mana("Ann", "{R}")
    game.will("discard", "Rage")
    game.will("may", may, times=0)
    game.play("Ann", "Purge")
    game.all_pass()
    return game


@pytest.mark.parametrize(("may", "zone", "life"), [(True, "graveyard", 23), (False, "graveyard", 20)])
def test_madness_lets_a_discarded_card_be_played_as_its_ability_resolves(may, zone, life):
    game = discard_rage("2018-01-19", may)
    assert game.stack() == ["Rage's ability"]
    assert game.zone_of("Rage") == "exile"
    game.resolve_all()
    assert (game.zone_of("Rage"), game.life("Ann")) == (zone, life)


@pytest.mark.parametrize("plays", [True, False])
def test_madness_of_2002_lasts_until_its_owner_passes(plays):
    game = discard_rage("2003-10-01", True)
    assert game.stack() == ["Rage's ability"]
    game.all_pass()
    assert game.zone_of("Rage") == "exile"
    if plays:
        game.play("Ann", "Rage", alternative="permission")
        game.resolve_all()
        assert (game.zone_of("Rage"), game.life("Ann")) == ("graveyard", 23)
        return
    game.pass_priority("Ann")
    assert game.stack() == ["Rage's ability"]
    assert not game.is_legal(lambda g: g.play("Ann", "Rage", alternative="permission"))
    game.resolve_all()
    assert (game.zone_of("Rage"), game.life("Ann")) == ("graveyard", 20)


def test_a_haunting_card_watches_the_creature_that_it_haunts():
    game = start()
    text = (
        "Haunt\nWhen Absolver Thrull comes into play or the creature it haunts is put into a graveyard, "
        "destroy target enchantment."
    )
    put(game, "Ann", "Absolver Thrull", "Creature 2/3, white", text, "hand")
    for name in ("Glow", "Gleam"):
        put(game, "Bob", name, "Enchantment")
    put(game, "Bob", "Ox", "Creature 1/1")
    for number in range(2):
        put(game, "Ann", *KILL, zone="hand", label=f"Kill {number}")
    game.will("target", "Glow", about="Absolver")
    game.play("Ann", "Absolver Thrull")
    game.resolve_all()
    assert game.zone_of("Glow") == "graveyard"
    game.play("Ann", "Kill 0", targets=["Absolver Thrull"])
    game.will("target", "Ox", about="Absolver")
    game.resolve_all()
    assert game.zone_of("Absolver Thrull") == "exile"
    game.play("Ann", "Kill 1", targets=["Ox"])
    game.will("target", "Gleam", about="Absolver")
    game.resolve_all()
    assert game.zone_of("Gleam") == "graveyard"


def test_a_permission_to_play_free_cannot_be_combined_with_another_alternative_cost():
    text = (
        "Any player may play creature cards with converted mana cost 3 or less without paying their mana cost any "
        "time he or she could play an instant."
    )
    game = start()
    put(game, "Ann", "Aluren", "Enchantment", text)
    put(game, "Bob", "Bear", "Creature 2/2", zone="hand", cost="{1}{G}")
    put(game, "Bob", "Giant", "Creature 5/5", zone="hand", cost="{4}{G}")
    game.pass_priority("Ann")
    for alternative, legal in (("permission", True), ("permission + morph", False), ("", False)):
        assert game.is_legal(lambda g, a=alternative: g.play("Bob", "Bear", alternative=a)) is legal
    assert not game.is_legal(lambda g: g.play("Bob", "Giant", alternative="permission"))


def test_a_face_down_creature_is_a_plain_two_two_until_it_is_turned_up():
    game = start()
    put(game, "Ann", "Exalted Angel", "Creature 4/5, white", "Flying\nMorph {2}{W}{W}", "hand", "{4}{W}{W}")
    put(game, "Ann", "Bear", "Creature 2/2", zone="hand", cost="{3}")
    game.add_mana("Ann", "{3}{2}{W}{W}")
    assert not game.is_legal(lambda g: g.play("Ann", "Bear", alternative="morph"))
    game.play("Ann", "Exalted Angel", alternative="morph", choices={"mana payment": "{C}{C}{C}"})
    game.all_pass()
    found = game.characteristics("Exalted Angel")
    assert (found.name, found.power, found.toughness, found.colours, found.mana_value) == ("", 2, 2, frozenset(), 0)
    assert not game.has_keyword("Exalted Angel", "flying")
    game.turn_face_up("Ann", "Exalted Angel")
    assert game.stack() == []
    assert game.power_toughness("Exalted Angel") == (4, 5)
    assert game.has_keyword("Exalted Angel", "flying")


def test_who_chooses_the_colour_of_a_triggered_mana_ability():
    for date, player in (("2002-10-01", "Ann"), ("2006-10-01", "Ann")):
        game = start(date)
        put(game, "Ann", "Forest", "Basic Land - Forest")
        put(
            game,
            "Bob",
            "Fertile Ground",
            "Enchantment - Aura",
            "Enchant land\nWhenever enchanted land is tapped for "
            "mana, its controller adds one mana of any color to his or her mana pool.",
            attached_to="Forest",
        )
        game.will("mana", "{R}", player=player)
        game.activate("Ann", "Forest")
        assert game.mana_pool("Ann") == "{R}{G}"


def test_an_exchange_of_two_target_creatures_fails_when_one_is_gone():
    game = start()
    put(game, "Ann", "Cat", "Creature 1/1")
    put(game, "Bob", "Dog", "Creature 2/2")
    put(game, "Ann", "Trade", "Sorcery", "Exchange control of two target creatures.", "hand")
    put(game, "Bob", *KILL, zone="hand")
    game.play("Ann", "Trade", targets=["Cat", "Dog"])
    game.pass_priority("Ann")
    game.play("Bob", "Kill", targets=["Dog"])
    game.resolve_all()
    assert game.controller("Cat") == "Ann"


def test_a_search_in_which_one_card_fits_is_asked_once():
    game = start()
    put(game, "Ann", "Forest", "Basic Land - Forest", zone="library")
    put(
        game,
        "Ann",
        "Lay",
        "Sorcery",
        "Search your library for a basic land card, reveal it, and put it into your hand. Then shuffle your library.",
        "hand",
    )
    game.play("Ann", "Lay")
    game.all_pass(choices={"search": ["Forest"]})
    assert game.zone_of("Forest") == "hand"


def test_a_player_who_gets_poison_counters_is_the_one_named():
    game = start()
    put(game, "Ann", "Venom", "Sorcery", "Target player gets two poison counters.", "hand")
    put(game, "Ann", "Gift", "Sorcery", "Each opponent gets a poison counter.", "hand")
    game.play("Ann", "Venom", targets=["Bob"])
    game.all_pass()
    game.play("Ann", "Gift")
    game.all_pass()
    poison = [player.counters.get("poison", 0) for player in game.kernel.state.players.values()]
    assert poison == [0, 3]


@pytest.mark.parametrize(
    ("text", "artifact", "creature", "face_down"),
    [
        ("Your opponents can't play spells.", False, False, False),
        ("Players can't play artifact spells.", False, True, True),
        ("Players can't play creature spells.", True, False, False),
        ("Players can't play green spells.", True, False, True),
    ],
)
def test_spells_that_an_effect_forbids_cannot_be_played(text, artifact, creature, face_down):
    game = start()
    put(game, "Bob", "Law", "Enchantment", text)
    put(game, "Ann", "Ring", "Artifact", zone="hand")
    put(game, "Ann", "Angel", "Creature 4/5, green", "Morph {2}", "hand")
    game.add_mana("Ann", "{C}{C}{C}")
    assert game.is_legal(lambda g: g.play("Ann", "Ring")) is artifact
    assert game.is_legal(lambda g: g.play("Ann", "Angel")) is creature
    assert game.is_legal(lambda g: g.play("Ann", "Angel", alternative="morph")) is face_down


def test_an_opponent_who_cannot_play_spells_does_not_stop_its_own_controller():
    game = start()
    put(game, "Ann", "Law", "Enchantment", "Your opponents can't play spells.")
    put(game, "Ann", "Ring", "Artifact", zone="hand")
    assert game.is_legal(lambda g: g.play("Ann", "Ring"))


def void_game():
    game = start()
    put(
        game,
        "Ann",
        "Void",
        "Enchantment",
        "If a card would be put into a graveyard from anywhere, remove it from the game instead.",
    )
    put(game, "Bob", "Ox", "Creature 1/1")
    put(game, "Bob", "Imp", "Creature 1/1", token=True)
    put(game, "Bob", "Joy", "Enchantment", "Whenever a creature is put into a graveyard from play, you gain 1 life.")
    return game


def test_a_card_put_into_a_graveyard_from_anywhere_may_be_a_spell_or_a_permanent():
    game = void_game()
    put(game, "Ann", *KILL, zone="hand")
    put(game, "Bob", "No", "Instant", "Counter target spell.", "hand")
    put(game, "Ann", "Burn", "Sorcery", "You gain 1 life.", "hand")
    game.play("Ann", "Kill", targets=["Ox"])
    game.all_pass()
    assert (game.zone_of("Kill"), game.zone_of("Ox")) == ("exile", "exile")
    game.play("Ann", "Burn")
    game.pass_priority("Ann")
    game.play("Bob", "No", targets=["Burn"])
    game.resolve_all()
    assert (game.zone_of("Burn"), game.zone_of("No")) == ("exile", "exile")
    assert (game.life("Ann"), game.life("Bob")) == (20, 20)


def test_a_token_put_into_a_graveyard_is_no_card():
    game = void_game()
    put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Kill", targets=["Imp"])
    game.resolve_all()
    assert game.life("Bob") == 21


def test_a_card_put_into_a_graveyard_from_anywhere_triggers_for_each():
    game = start()
    put(game, "Ann", "Joy", "Enchantment", "Whenever a card is put into a graveyard from anywhere, you gain 1 life.")
    put(game, "Bob", "Ox", "Creature 1/1")
    put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Kill", targets=["Ox"])
    game.resolve_all()
    assert game.life("Ann") == 22


@pytest.mark.parametrize("date", ["1999-04-23", "2002-10-01", "2006-10-01"])
def test_the_player_whose_draw_step_begins_draws_the_additional_card(date):
    game = start(date)
    put(
        game,
        "Ann",
        "Mine",
        "Artifact",
        "At the beginning of each player's draw step, that player draws an additional card.",
    )
    game.set_turn("Bob")
    game.will("order", ["the draw of the turn", "Mine"], times=0)  # only where the draw is a trigger too
    game.to_step("draw", "Ann")
    game.resolve_all()
    game.to_step("draw", "Bob")
    game.resolve_all()
    assert [len(game.kernel.state.zone("hand", player)) for player in ("Ann", "Bob")] == [2, 2]


def test_flying_and_or_another_keyword_is_either_of_them():
    text = "Enchanted creature can't be blocked except by creatures with flying and/or islandwalk."
    game = start()
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Cloak", "Enchantment - Aura", "Enchant creature\n" + text, attached_to="Ox")
    for name, words in (("Bird", "Flying"), ("Fish", "Islandwalk"), ("Drake", "Flying\nIslandwalk"), ("Mole", "")):
        put(game, "Bob", name, "Creature 1/1", words)
    game.attack("Ann", ["Ox"])
    for name, legal in (("Bird", True), ("Fish", True), ("Drake", True), ("Mole", False)):
        assert game.is_legal(lambda g, n=name: g.block("Bob", {n: "Ox"})) is legal


def test_a_creature_that_is_gone_before_attackers_are_declared_cannot_attack():
    game = start("2002-10-15")
    serpent = put(game, "Ann", "Serpent", "Creature 5/5", "When you control no Islands, sacrifice Serpent.")
    reason = game.why_illegal(lambda g: g.attack("Ann", [serpent]))
    assert reason is not None
    assert (reason.concept, "not in play any more" in reason.message) == ("attack_requirements", True)


def test_other_mana_of_the_same_amount_is_as_much_of_it():
    def made(words: str) -> str:
        game = start()
        put(
            game,
            "Ann",
            "Darkness",
            "Enchantment",
            f"If a land is tapped for mana, it produces {{B}} instead of {words}.",
        )
        put(game, "Ann", "Tomb", "Land", "{T}: Add {C}{C}.")
        game.activate("Ann", "Tomb")
        return game.mana_pool("Ann")

    assert made("any other type") == "{B}{B}"
    assert made("any other type and amount") == "{B}"
