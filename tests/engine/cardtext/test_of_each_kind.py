"""What is said of each kind, of one of two halves, of who has the most, and what is done later if something is so then:
small games."""

from __future__ import annotations

import pytest
from printed import creatures, play, put, start

from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"
SYMBOLS = "Reveal any number of cards in your hand. Draw a card for each green mana symbol in those cards' mana costs."
ENTERED = (
    "Create two 1/1 red Goblin creature tokens. Draw a card for each creature you had enter the battlefield under your "
    "control this turn."
)


# ---- counters of a kind


def with_counters(game, name: str, **kinds: int) -> None:
    put(game, "Ann", name, "Creature 2/2")
    for kind, many in kinds.items():
        play(game, f"{name} {kind}", f"Put {many} {kind} counters on target creature.", targets=[name])


def test_one_more_counter_of_each_kind() -> None:
    game = start(TODAY)
    with_counters(game, "Ox", flying=2, charge=3)
    text = "For each kind of counter on target permanent or player, give that permanent or player another counter of that kind."  # fmt: skip
    play(game, "Swell", text, targets=["Ox"])
    assert (game.counters("Ox", "flying"), game.counters("Ox", "charge"), game.counters("Ox", "+1/+1")) == (3, 4, 0)


@pytest.mark.parametrize(("mode", "left"), [(1, 3), (2, 1)])
def test_for_each_kind_one_is_put_there_or_taken_away(mode: int, left: int) -> None:
    game = start(TODAY)
    with_counters(game, "Ox", charge=2)
    game.will("mode", mode)
    text = "For each kind of counter on target permanent, put another counter of that kind on it or remove one from it."
    play(game, "Haul", text, targets=["Ox"])
    assert game.counters("Ox", "charge") == left


def test_a_kind_of_counter_is_chosen_and_put_on_the_others() -> None:
    game = start(TODAY)
    with_counters(game, "Ox", flying=1, charge=1)
    creatures(game, "Ann", Elk="1/1", Owl="1/1")
    game.will("counter", "flying")
    text = "Choose a kind of counter on a creature you control. Put a counter of that kind on each other creature you control."  # fmt: skip
    put(game, "Ann", "Oath", "Creature 1/1", f"{{0}}: {text}")
    game.activate("Ann", "Oath")
    game.resolve_all()
    assert [game.counters(name, "flying") for name in ("Ox", "Elk", "Owl", "Oath")] == [2, 1, 1, 0]
    assert game.counters("Elk", "charge") == 0


def test_your_choice_of_a_counter_for_each_kind() -> None:
    game = start(TODAY)
    with_counters(game, "Ox", charge=1, fade=1)
    game.will("may", True, times=2)
    game.will("mode", 1)
    game.will("mode", 2)
    text = "{0}: For each kind of counter on permanents you control, you may put your choice of a +1/+1 counter or a counter of that kind on Taker."  # fmt: skip
    put(game, "Ann", "Taker", "Creature 1/1", text)
    game.activate("Ann", "Taker")
    game.resolve_all()
    assert [game.counters("Taker", kind) for kind in ("+1/+1", "charge", "fade")] == [1, 0, 1]


# ---- parts of amounts


def test_a_third_and_a_half_are_rounded_as_the_last_sentence_says() -> None:
    for way, life, cards in (("up", 13, 2), ("down", 14, 3)):
        game = start(TODAY)
        for nth in range(4):
            put(game, "Bob", f"Card {nth}", "Creature 1/1", zone="hand")
        game.will("discard", ["Card 0", "Card 1"] if way == "up" else ["Card 0"])
        text = f"Target opponent loses a third of their life, then discards a third of the cards in their hand. Round {way} each time."  # fmt: skip
        play(game, "Blight", text, targets=["Bob"])
        assert (game.life("Bob"), len(game.hand("Bob"))) == (life, cards)


def test_half_of_x_is_rounded_down() -> None:
    game = start(TODAY)
    lands = [f"Forest {nth}" for nth in range(5)]
    for name in lands:
        put(game, "Ann", name, "Basic Land — Forest")
    text = "You gain half X life and draw half X cards. Round down each time."
    put(game, "Ann", "Tide", "Sorcery", text, zone="hand", cost="{X}")
    game.play("Ann", "Tide", x=5, mana=lands)
    game.resolve_all()
    assert (game.life("Ann"), len(game.hand("Ann"))) == (22, 2)


# ---- votes, friends and foes


def test_players_vote_for_permanents() -> None:
    game = start(TODAY)
    put(game, "Bob", "Mox", "Artifact")
    put(game, "Bob", "Ring", "Artifact")
    put(game, "Bob", "Field", "Land")
    text = "Starting with you, each player votes for a nonland permanent you don't control. Exile each permanent with the most votes or tied for most votes."  # fmt: skip
    game.will("vote", "Mox", player="Ann")
    game.will("vote", "Ring", player="Bob")
    play(game, "Verdict", text)
    assert game.cards_in("battlefield", "Bob") == ["Field"]
    game = start(TODAY)
    put(game, "Bob", "Mox", "Artifact")
    put(game, "Bob", "Ring", "Artifact")
    game.will("vote", "Mox", player="Ann")
    game.will("vote", "Mox", player="Bob")
    play(game, "Verdict", text)
    assert game.cards_in("battlefield", "Bob") == ["Ring"]


def test_friends_and_foes() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2")
    creatures(game, "Bob", Elk="2/2", Owl="1/1")
    game.will("side", "friend")
    game.will("side", "foe")
    game.will("object", "Owl", player="Bob")
    text = "For each player, choose friend or foe. Each friend puts a +1/+1 counter on each creature they control. Each foe chooses one untapped creature they control, then taps the rest."  # fmt: skip
    play(game, "Judge", text)
    assert [game.counters(name, "+1/+1") for name in ("Ox", "Elk", "Owl")] == [1, 0, 0]
    assert [game.is_tapped(name) for name in ("Ox", "Elk", "Owl")] == [False, True, False]


# ---- instead of one


def test_two_cards_instead_of_one() -> None:
    text = "Search your library for a basic land card, reveal it, put it into your hand, then shuffle. If you control a creature, search your library for two basic land cards instead of one."  # fmt: skip
    for has, found in ((False, 1), (True, 2)):
        game = start(TODAY)
        for nth in range(3):
            put(game, "Ann", f"Forest {nth}", "Basic Land — Forest", zone="library")
        if has:
            creatures(game, "Ann", Ox="2/2")
        game.will("search", ["Forest 0", "Forest 1"][:found])
        play(game, "Reclaim", text)
        assert len(game.hand("Ann")) == found


def test_only_some_of_them_instead() -> None:
    text = "Each player draws a card. If you control a creature, instead only you draw a card."
    for has, others in ((False, 1), (True, 0)):
        game = start(TODAY)
        if has:
            creatures(game, "Ann", Ox="2/2")
        play(game, "Wake", text)
        assert (len(game.hand("Ann")), len(game.hand("Bob"))) == (1, others)


# ---- later, if something is so then


def test_it_is_sacrificed_later_if_it_is_then_so() -> None:
    text = "Create a 1/1 red Goblin creature token. Sacrifice it at the beginning of the next end step if it has power 2 or less."  # fmt: skip
    for grows, stays in ((False, False), (True, True)):
        game = start(TODAY)
        play(game, "Spark", text)
        if grows:
            play(game, "Growth", "Put two +1/+1 counters on target creature.", targets=["Goblin"])
        game.to_step("end")
        game.resolve_all()
        assert game.exists("Goblin") == stays


def test_each_player_does_it_for_each_of_theirs_if_something_is_so() -> None:
    text = "Each player loses 1 life for each creature they control if you control an artifact."
    for has, life in ((False, 20), (True, 18)):
        game = start(TODAY)
        creatures(game, "Bob", Elk="2/2", Owl="1/1")
        if has:
            put(game, "Ann", "Mox", "Artifact")
        play(game, "Fumes", text)
        assert (game.life("Ann"), game.life("Bob")) == (20, life)


# ---- who has the most


def test_the_player_who_has_the_most_gains_control() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Elk="2/2", Owl="1/1")
    text = "{0}: The player who controls the most creatures gains control of Mammoth."
    put(game, "Ann", "Mammoth", "Creature 3/4", text)
    game.activate("Ann", "Mammoth")
    game.resolve_all()
    assert game.controller("Mammoth") == "Bob"


def test_of_several_who_have_the_most_none_is_meant() -> None:
    game = start(TODAY)
    put(game, "Ann", "Mammoth", "Creature 3/4", "{0}: The player with the most life gains control of Mammoth.")
    game.activate("Ann", "Mammoth")
    with pytest.raises(NotModelled, match="several who have as much"):
        game.resolve_all()


def test_the_player_with_the_most_life() -> None:
    game = start(TODAY)
    play(game, "Sip", "Target opponent gains 1 life.", targets=["Bob"])
    put(game, "Ann", "Mammoth", "Creature 3/4", "{0}: The player with the most life gains control of Mammoth.")
    game.activate("Ann", "Mammoth")
    game.resolve_all()
    assert game.controller("Mammoth") == "Bob"


def test_permanents_of_two_names() -> None:
    text = "You gain 1 life. You gain 5 life instead if you control artifacts named Crown of Empires and Throne of Empires."  # fmt: skip
    for names, life in ((("Crown of Empires",), 21), (("Crown of Empires", "Throne of Empires"), 25)):
        game = start(TODAY)
        for name in names:
            put(game, "Ann", name, "Artifact")
        play(game, "Rule", text)
        assert game.life("Ann") == life


# ---- letters, exchanges, places


def test_two_letters_of_one_sentence() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/5", Elk="1/1")
    text = "Target creature you control gets +X/+Y until end of turn, where X is the number of creatures you control and Y is the number of cards in your hand."  # fmt: skip
    for nth in range(3):
        put(game, "Ann", f"Card {nth}", "Creature 1/1", zone="hand")
    play(game, "Mix", text, targets=["Elk"])
    assert game.power_toughness("Elk") == (3, 4)


def test_life_is_exchanged_for_toughness() -> None:
    game = start(TODAY)
    put(game, "Ann", "Tree", "Creature 0/13", "{0}: Exchange your life total with Tree's toughness.")
    game.activate("Ann", "Tree")
    game.resolve_all()
    assert (game.life("Ann"), game.power_toughness("Tree")) == (13, (0, 20))


def test_a_permanent_is_put_beneath_so_many_cards() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="2/2", Elk="1/1")
    text = "Put target creature into its owner's library just beneath the top X cards of that library, where X is the number of creatures you control."  # fmt: skip
    creatures(game, "Ann", One="1/1", Two="1/1")
    play(game, "Bury", text, targets=["Ox"])
    assert game.cards_in("library", "Bob").index("Ox") == 2


def test_a_card_is_put_beneath_a_number_of_cards() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="2/2", Elk="1/1")
    play(game, "Bury", "Put target creature to its owner's library just beneath the top three cards of that library.", targets=["Ox"])  # fmt: skip
    assert game.cards_in("library", "Bob").index("Ox") == 3


def test_a_process_is_repeated_until_nobody_does_it() -> None:
    game = start(TODAY)
    for player, cards in (("Ann", 1), ("Bob", 2)):
        for nth in range(cards):
            put(game, player, f"{player} {nth}", "Creature 1/1", zone="hand")
    text = "Starting with you, each player may put a permanent card from their hand onto the battlefield. Repeat this process until no one puts a card onto the battlefield."  # fmt: skip
    game.will("may", True, player="Ann")
    game.will("may", True, player="Bob", times=2)
    game.will("put", "Bob 0", player="Bob")
    play(game, "Shout", text)
    assert sorted(game.cards_in("battlefield")) == ["Ann 0", "Bob 0", "Bob 1"]


def test_two_turns_are_skipped() -> None:
    game = start(TODAY)
    play(game, "Rest", "Target opponent skips their next two turns.", targets=["Bob"])
    put(game, "Bob", "Well", "Artifact", "At the beginning of your upkeep, you gain 1 life.")
    for _ in range(2):
        game.to_step("end")
        game.to_step("upkeep", "Ann")
        assert game.life("Bob") == 20
    game.to_step("draw", "Bob")
    assert game.life("Bob") == 21


def test_all_is_done_at_one_time() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="2/2", Elk="1/1")
    play(game, "Lull", "Tap target creature.", targets=["Ox"])
    play(game, "Wave", "Simultaneously untap all tapped creatures and tap all untapped creatures.")
    assert [game.is_tapped(name) for name in ("Ox", "Elk")] == [False, True]


def test_that_type_is_not_the_one_that_is_left_out() -> None:
    text = "{0}: Choose a creature type other than Wall. Target creature becomes that type until end of turn."
    for word, legal in (("Goblin", True), ("Wall", False)):
        game = start(TODAY)
        put(game, "Ann", "Maker", "Creature 1/1", text)
        game.will("creature type", word)
        game.activate("Ann", "Maker", targets=["Maker"])
        if legal:
            game.resolve_all()
            assert game.characteristics("Maker").subtypes == {"Goblin"}
        else:
            with pytest.raises(IllegalAction, match="may not be chosen"):
                game.resolve_all()


# ---- events


def test_the_first_noncreature_spell_of_a_turn_whoever_casts_it() -> None:
    game = start(TODAY)
    put(game, "Bob", "Garg", "Creature 4/5", "Whenever the second spell of a turn is cast, you gain 3 life.")
    put(game, "Bob", "Reply", "Instant", "You gain 1 life.", zone="hand")
    put(game, "Ann", "Call", "Instant", "You gain 1 life.", zone="hand")
    game.play("Ann", "Call")
    game.pass_priority("Ann")
    game.play("Bob", "Reply")
    game.resolve_all()
    assert game.life("Bob") == 24


def test_exactly_so_many_attackers() -> None:
    for names, life in ((["Ox"], 20), (["Ox", "Elk"], 21), (["Ox", "Elk", "Owl"], 20)):
        game = start(TODAY)
        put(game, "Ann", "Drum", "Artifact", "Whenever you attack with exactly two creatures, you gain 1 life.")
        creatures(game, "Ann", Ox="1/1", Elk="1/1", Owl="1/1")
        game.attack("Ann", dict.fromkeys(names, "Bob"))
        game.resolve_all()
        assert game.life("Ann") == life


def test_something_dies_in_combat_or_outside_of_it() -> None:
    text = "When Pack dies during combat, you gain 4 life."
    game = start(TODAY)
    put(game, "Ann", "Pack", "Creature 4/1", text)
    play(game, "Kill", "Destroy target creature.", "Instant", targets=["Pack"])
    assert game.life("Ann") == 20
    game = start(TODAY)
    put(game, "Ann", "Pack", "Creature 4/1", text)
    put(game, "Ann", "Kill", "Instant", "Destroy target creature.", zone="hand")
    game.attack("Ann", {"Pack": "Bob"})
    game.play("Ann", "Kill", targets=["Pack"])
    game.resolve_all()
    assert game.life("Ann") == 24


def test_counters_that_are_removed_at_one_time() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ring", "Artifact", "Whenever one or more charge counters are removed from Ring, it deals that much damage to target opponent.")  # fmt: skip
    play(game, "Fill", "Put three charge counters on target artifact.", targets=["Ring"])
    play(game, "Drain", "Remove two charge counters from target artifact.", targets=["Ring"])
    assert game.life("Bob") == 18


def test_a_creature_that_was_blocked_by_another() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2", Elk="2/2")
    creatures(game, "Bob", Wall="0/4")
    game.attack("Ann", {"Ox": "Bob", "Elk": "Bob"})
    game.block("Bob", {"Wall": "Ox"})
    text = "Destroy target blocking creature. Creatures that were blocked by that creature this combat gain trample until end of turn."  # fmt: skip
    put(game, "Ann", "Ride", "Instant", text, zone="hand")
    game.play("Ann", "Ride", targets=["Wall"])
    game.resolve_all()
    assert (game.has_keyword("Ox", "trample"), game.has_keyword("Elk", "trample")) == (True, False)


def test_equipment_that_was_attached_to_what_left() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="2/2", Elk="2/2")
    for name in ("Axe", "Bow"):
        put(game, "Bob", name, "Artifact — Equipment", "Equip {0}")
    play(game, "Fit", "Attach target Equipment to target creature.", targets=["Axe", "Ox"])
    play(game, "Spoils", "Destroy target creature. You gain control of all Equipment that were attached to it.", targets=["Ox"])  # fmt: skip
    assert (game.controller("Axe"), game.controller("Bow")) == ("Ann", "Bob")


def test_a_spell_with_only_one_target_is_turned() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2")
    creatures(game, "Bob", Elk="2/2")
    put(game, "Ann", "Kill", "Instant", "Destroy target creature.", zone="hand")
    text = "If target spell has only one target and that target is a creature, change that spell's target to another creature."  # fmt: skip
    put(game, "Bob", "Twist", "Instant", text, zone="hand")
    game.play("Ann", "Kill", targets=["Elk"])
    game.pass_priority("Ann")
    game.will("object", "Ox")
    game.play("Bob", "Twist", targets=["Kill"])
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Elk"]


@pytest.mark.parametrize(
    ("text", "targets", "drawn"),
    [
        (SYMBOLS, [], 3),
        (ENTERED, [], 2),
        ("Exile all creatures you control. Draw a card for each creature you control.", [], 0),
        ("You may pay {0}. If you pay, draw a card.", [], 1),
        ("Draw cards equal to the total number of creature cards you own in exile and in your graveyard.", [], 2),
    ],
)
def test_so_many_cards_are_drawn(text: str, targets: list[str], drawn: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Grow", "Instant", "You gain 1 life.", zone="hand", cost="{1}{G}")
    put(game, "Ann", "Sow", "Instant", "You gain 1 life.", zone="hand", cost="{G}{G}")
    put(game, "Ann", "Dead", "Creature 1/1", zone="graveyard")
    put(game, "Ann", "Lost", "Creature 1/1", zone="exile")
    game.will("number", 2)
    game.will("object", ["Grow", "Sow"])
    game.will("reveal", ["Grow", "Sow"])
    game.will("may", True)
    play(game, "Draw", text, targets=targets)
    assert len(game.hand("Ann")) == 2 + drawn


def test_the_damage_that_it_dealt_to_that_player() -> None:
    game = start(TODAY)
    text = "Whenever Ox deals combat damage to a player, draw X cards, where X is the amount of damage it dealt to that player."  # fmt: skip
    put(game, "Ann", "Ox", "Creature 3/3", text)
    game.attack("Ann", {"Ox": "Bob"})
    game.to_step("postcombat main")
    assert len(game.hand("Ann")) == 3


def test_the_counters_that_it_had_on_it() -> None:
    game = start(TODAY)
    put(game, "Ann", "Altar", "Artifact", "Whenever a creature you control dies, draw X cards, where X is the number of counters it had on it.")  # fmt: skip
    with_counters(game, "Ox", charge=2, fade=1)
    play(game, "Kill", "Destroy target creature.", targets=["Ox"])
    assert len(game.hand("Ann")) == 3


def test_another_player_chooses_which_creature_to_sacrifice() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="2/2", Elk="2/2")
    game.will("object", "Elk", player="Bob")
    game.will("sacrifice", "Elk", player="Bob")
    text = "Choose two target creatures controlled by the same player. Their controller chooses and sacrifices one of them. Return the other to its owner's hand."  # fmt: skip
    play(game, "Spite", text, targets=["Ox", "Elk"])
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("hand", "graveyard")


def test_damage_to_other_targets() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="2/3", Elk="2/3")
    text = "Wyrm deals 4 damage to any target and 3 damage to each of up to two other targets."
    put(game, "Ann", "Wyrm", "Creature 7/7", f"{{0}}: {text}")
    game.activate("Ann", "Wyrm", targets=["Bob", ["Ox", "Elk"]])
    game.resolve_all()
    assert (game.life("Bob"), game.cards_in("battlefield")) == (16, ["Wyrm"])


def test_all_that_it_blocked_this_turn() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/4", Elk="2/4")
    put(game, "Bob", "Guard", "Creature 1/5", "When Guard blocks, at end of combat, destroy it and all creatures it blocked this turn.")  # fmt: skip
    game.attack("Ann", {"Ox": "Bob", "Elk": "Bob"})
    game.block("Bob", {"Guard": "Elk"})
    game.to_step("postcombat main")
    assert game.cards_in("battlefield") == ["Ox"]


def test_what_did_not_deal_combat_damage_this_turn() -> None:
    game = start(TODAY)
    text = "At the beginning of your end step, if Ox didn't deal combat damage to a player this turn, you lose 2 life."
    put(game, "Ann", "Ox", "Creature 2/2", text)
    game.to_step("end")
    game.resolve_all()
    assert game.life("Ann") == 18
    game.to_step("declare attackers", "Bob")
    game.to_step("beginning of combat", "Ann")
    game.attack("Ann", {"Ox": "Bob"})
    game.to_step("end")
    game.resolve_all()
    assert game.life("Ann") == 18
