"""What is done once more for others, what one sentence says for the next, and what somebody may have you do: small
games."""

from __future__ import annotations

import pytest
from printed import play, put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import NOT_READ, compare
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction, NotModelled, UnscriptedChoice

TODAY = "2021-11-19"


def test_one_of_the_cards_that_were_drawn_is_discarded() -> None:
    game = start(TODAY)
    put(game, "Ann", "Kept", "Creature 1/1", zone="hand")
    put(game, "Ann", "Third", "Creature 1/1", zone="library", position=0)
    game.will("discard", "Third")
    play(game, "Sift", "Draw three cards, then discard one of them.")
    assert "Third" in game.cards_in("graveyard", "Ann")
    assert len(game.hand("Ann")) == 3


def test_the_player_chooses_which_token_is_created() -> None:
    game = start(TODAY)
    game.will("mode", 2)
    play(game, "Forage", "Create a Food token or a Treasure token.")
    assert not game.exists("Food")
    assert game.exists("Treasure")


def test_a_token_that_is_said_to_be_of_colors() -> None:
    game = start(TODAY)
    play(game, "Call", "Create an 8/8 Beast creature token that's red and green.")
    assert game.characteristics("Beast").colours == {"red", "green"}


def test_one_of_two_whole_sets_is_destroyed() -> None:
    game = start(TODAY)
    put(game, "Bob", "Field", "Land")
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Ann", "Elk", "Creature 2/2")
    game.will("mode", 2)
    play(game, "Ruin", "Destroy all lands or all creatures.")
    assert game.cards_in("battlefield") == ["Field"]


def test_an_opponent_may_have_you_put_a_card_into_your_hand() -> None:
    text = "Any opponent may have you draw a card. If no player does, you draw three cards."
    for does, drawn in ((True, 1), (False, 3)):
        game = start(TODAY)
        game.will("may", does, player="Bob")
        play(game, "Memory", text)
        assert len(game.hand("Ann")) == drawn
        assert len(game.hand("Bob")) == 0


def test_otherwise_is_said_of_all_who_might_have_done_it() -> None:
    text = "Any opponent may sacrifice a creature. If a player does, draw a card. Otherwise, you gain 3 life."
    for does, life in ((True, 20), (False, 23)):
        game = start(TODAY, players=("Ann", "Bob", "Cat"))
        game.fill_library("Cat", 5)
        put(game, "Bob", "Ox", "Creature 2/2")
        game.will("may", does, player="Bob")
        play(game, "Offer", text)
        assert game.life("Ann") == life


def test_counters_that_were_spoken_of_are_removed() -> None:
    game = start(TODAY)
    text = "{0}: Put a night counter on Ring. Then if it has two or more night counters on it, remove all of them and draw a card."  # fmt: skip
    put(game, "Ann", "Ring", "Artifact", text)
    for counters, cards in ((1, 0), (0, 1), (1, 1)):
        game.activate("Ann", "Ring")
        game.resolve_all()
        assert (game.counters("Ring", "night"), len(game.hand("Ann"))) == (counters, cards)


def test_a_process_is_repeated_for_other_kinds() -> None:
    game = start(TODAY)
    for kind in ("Artifact", "Enchantment", "Land"):
        put(game, "Bob", f"Bob's {kind}", kind)
    put(game, "Bob", "Ox", "Creature 2/2")
    text = "Target opponent sacrifices a creature. If they can't, they lose 2 life. Then repeat this process for an enchantment and a planeswalker."  # fmt: skip
    play(game, "Invoke", text, targets=["Bob"])
    assert game.cards_in("battlefield", "Bob") == ["Bob's Artifact", "Bob's Land"]
    assert game.life("Bob") == 18


def test_the_last_step_is_done_for_other_kinds() -> None:
    game = start(TODAY)
    put(game, "Bob", "Field", "Land")
    put(game, "Bob", "Mox", "Artifact")
    put(game, "Bob", "Rest", "Enchantment")
    play(game, "Wipe", "You gain 1 life. Destroy all lands, then do the same for artifacts.")
    assert game.cards_in("battlefield", "Bob") == ["Rest"]
    assert game.life("Ann") == 21


def test_a_process_is_repeated_for_other_keywords() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Hawk", "Creature 1/1", "Flying", zone="graveyard")
    put(game, "Ann", "Rhino", "Creature 4/4", "Trample", zone="graveyard")
    text = "Put a flying counter on target creature if a creature card in your graveyard has flying. Repeat this process for first strike and trample."  # fmt: skip
    play(game, "Aspects", text, targets=["Ox"])
    found = {kind: game.counters("Ox", kind) for kind in ("flying", "trample", "first strike")}
    assert found == {"flying": 1, "trample": 1, "first strike": 0}


def test_a_letter_is_the_same_amount_in_the_next_sentence() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/2")
    text = "You may pay X life, where X is the greatest power among creatures you control. If you do, sacrifice a creature. Draw X cards."  # fmt: skip
    game.will("may", True)
    play(game, "Mask", text)
    assert game.life("Ann") == 17
    assert game.cards_in("battlefield") == []
    assert len(game.hand("Ann")) == 3


def test_the_creature_that_you_control_among_two_targets() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Elk", "Creature 2/2")
    text = "Choose target creature you control and target creature an opponent controls. The creature an opponent controls gets -1/-0 until end of turn. Those creatures fight each other."  # fmt: skip
    play(game, "Joust", text, targets=["Ox", "Elk"])
    assert game.cards_in("battlefield") == ["Ox"]
    assert game.power_toughness("Ox") == (2, 2)


def test_the_top_card_of_the_library_that_was_shuffled() -> None:
    game = start(TODAY)
    play(game, "Gaze", "Shuffle your library, then exile the top two cards.")
    assert len(game.cards_in("exile", "Ann")) == 2
    there = compare("Shuffle, then exile the top two cards.", Host.parse("Sorcery", "Gaze"), Ruleset.on(TODAY))
    assert there.verdict == NOT_READ


def test_permanents_with_the_mana_value_of_a_spell() -> None:
    game = start(TODAY)
    put(game, "Ann", "Kirin", "Creature 3/3", "Whenever you cast an instant spell, destroy all artifacts with that spell's mana value.", cost="{5}")  # fmt: skip
    put(game, "Bob", "Mox", "Artifact", cost="{1}")
    put(game, "Bob", "Rock", "Artifact", cost="{2}")
    put(game, "Ann", "Bolt", "Instant", "You gain 1 life.", zone="hand", cost="{1}")
    put(game, "Ann", "Field", "Basic Land — Mountain")
    game.play("Ann", "Bolt", mana=["Field"])
    game.resolve_all()
    assert game.cards_in("graveyard", "Bob") == ["Mox"]
    assert game.zone_of("Rock") == "battlefield"


def test_all_the_tokens_that_were_made_for_each_are_meant() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Elk", "Creature 2/2")
    text = "For each creature you control, create a 3/1 red Elemental creature token. Those tokens gain haste. Exile them at the beginning of the next end step."  # fmt: skip
    play(game, "Spark", text)
    assert game.cards_in("battlefield") == ["Ox", "Elk", "Elemental", "Elemental 2"]
    game.to_step("end")
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Ox", "Elk"]


def test_something_for_each_life_that_was_lost() -> None:
    game = start(TODAY)
    put(game, "Ann", "Oath", "Enchantment", "Whenever you lose life, for each 1 life you lost, draw a card.")
    play(game, "Ache", "You lose 3 life.")
    assert len(game.hand("Ann")) == 3


def test_the_mana_that_was_spent_on_a_spell() -> None:
    game = start(TODAY)
    put(game, "Ann", "Vortex", "Enchantment", "Whenever a player casts a spell, if no mana was spent to cast that spell, you gain 5 life.")  # fmt: skip
    put(game, "Bob", "Mirror", "Artifact", "Whenever a player casts a spell, if no colored mana was spent to cast it, you gain 5 life.")  # fmt: skip
    put(game, "Ann", "Peak", "Basic Land — Mountain")
    put(game, "Ann", "Waste", "Land", "{T}: Add {C}.")
    gained = []
    for name, cost, mana in (("Free", "{0}", []), ("Red", "{R}", ["Peak"]), ("Gray", "{1}", ["Waste"])):
        put(game, "Ann", name, "Instant", "Draw a card.", zone="hand", cost=cost)
        game.play("Ann", name, mana=mana)
        game.resolve_all()
        gained.append((game.life("Ann"), game.life("Bob")))
    assert gained == [(25, 25), (25, 25), (25, 30)]


def test_mana_of_each_of_two_colors_was_spent() -> None:
    text = "Draw a card. If {R}{G} was spent to cast this spell, draw a card."
    for lands, drawn in ((("Mountain", "Forest"), 2), (("Mountain", "Mountain"), 1)):
        game = start(TODAY)
        names = [f"{kind} {nth}" for nth, kind in enumerate(lands)]
        for name in names:
            put(game, "Ann", name, f"Basic Land — {name.split()[0]}")
        put(game, "Ann", "Myth", "Instant", text, zone="hand", cost="{2}")
        game.play("Ann", "Myth", mana=names)
        game.resolve_all()
        assert len(game.hand("Ann")) == drawn


def test_as_much_mana_as_was_spent_on_another_spell() -> None:
    game = start(TODAY)
    put(game, "Ann", "Egg", "Creature 0/4", "Whenever you cast an instant spell, put a number of ember counters on Egg equal to the amount of mana spent to cast that spell.")  # fmt: skip
    lands = [f"Forest {nth}" for nth in range(3)]
    for name in lands:
        put(game, "Ann", name, "Basic Land — Forest")
    put(game, "Ann", "Grow", "Instant", "Draw a card.", zone="hand", cost="{2}{G}")
    game.play("Ann", "Grow", mana=lands)
    game.resolve_all()
    assert game.counters("Egg", "ember") == 3


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Mill three cards. If two or more land cards were milled this way, draw a card.", 1),
        ("Mill three cards. If at least one creature card is milled this way, draw a card.", 1),
        ("Mill three cards. If no artifact cards were milled this way, draw a card.", 1),
        ("Mill three cards. If fewer than two land cards were milled this way, draw a card.", 0),
        ("Mill three cards. If fewer than two creature cards were milled this way, draw a card.", 1),
    ],
)
def test_so_many_cards_were_milled_this_way(text: str, drawn: int) -> None:
    game = start(TODAY)
    for name, line in (("Field", "Land"), ("Hill", "Land"), ("Ox", "Creature 2/2")):
        put(game, "Ann", name, line, zone="library", position=0)
    play(game, "Reap", text)
    assert len(game.hand("Ann")) == drawn


def test_each_player_pays_and_all_of_it_counts() -> None:
    game = start(TODAY)
    for player in ("Ann", "Bob"):
        for nth in range(2):
            put(game, player, f"{player}'s Forest {nth}", "Basic Land — Forest")
    game.will("may", True, times=2)
    game.will("amount", 2, player="Ann")
    game.will("amount", 1, player="Bob")
    text = "Starting with you, each player may pay any amount of mana. Each player draws X cards, where X is the total amount of mana paid this way."  # fmt: skip
    put(game, "Ann", "Glow", "Sorcery", text, zone="hand")
    game.activate("Ann", "Ann's Forest 0")
    game.activate("Ann", "Ann's Forest 1")
    game.play("Ann", "Glow")
    game.pass_priority("Ann")
    game.activate("Bob", "Bob's Forest 0")
    game.resolve_all()
    assert (len(game.hand("Ann")), len(game.hand("Bob"))) == (3, 3)


def test_the_player_who_is_said_to_start_chooses_first() -> None:
    game = start(TODAY)
    put(game, "Bob", "Purge", "Instant", "Starting with you, each player sacrifices a creature.", zone="hand")
    for player in ("Ann", "Bob"):
        for name in ("Ox", "Elk"):
            put(game, player, f"{player}'s {name}", "Creature 1/1")
    game.pass_priority("Ann")
    game.play("Bob", "Purge")
    with pytest.raises(UnscriptedChoice, match="Bob has to choose"):
        game.resolve_all()


def test_as_many_as_one_player_discarded() -> None:
    game = start(TODAY)
    for player, cards in (("Ann", 1), ("Bob", 3)):
        for nth in range(cards):
            put(game, player, f"{player} {nth}", "Creature 1/1", zone="hand")
    text = "Each player discards their hand, then draws cards equal to the greatest number of cards a player discarded this way."  # fmt: skip
    play(game, "Fall", text)
    assert (len(game.hand("Ann")), len(game.hand("Bob"))) == (3, 3)


def test_as_many_as_one_player_controls() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 1/1")
    for nth in range(2):
        put(game, "Bob", f"Elk {nth}", "Creature 1/1")
    play(game, "Note", "You gain life equal to the greatest number of creatures a player controls.")
    assert game.life("Ann") == 22


def test_cards_are_revealed_until_so_many_are() -> None:
    game = start(TODAY)
    for name, line in (("Field", "Land"), ("Ox", "Creature 2/2"), ("Hill", "Land"), ("Elk", "Creature 1/1")):
        put(game, "Bob", name, line, zone="library", position=0)
    text = "Target opponent reveals cards from the top of their library until two land cards are revealed. That player puts all cards revealed this way into their graveyard."  # fmt: skip
    play(game, "Dirge", text, targets=["Bob"])
    assert sorted(game.cards_in("graveyard", "Bob")) == ["Elk", "Field", "Hill", "Ox"]


def test_a_creature_that_dealt_combat_damage_to_a_player() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Elk", "Creature 1/1")
    game.attack("Ann", {"Ox": "Bob"})
    game.to_step("postcombat main")
    play(game, "Spoil", "Draw a card for each creature you control that dealt combat damage to a player this turn.")
    assert len(game.hand("Ann")) == 1


def test_a_creature_that_does_not_untap_after_what_it_gained() -> None:
    game = start(TODAY)
    text = "{0}: Crab gains shroud until end of turn and doesn't untap during your next untap step. Tap Crab."
    put(game, "Ann", "Crab", "Creature 3/3", text)
    game.activate("Ann", "Crab")
    game.resolve_all()
    assert game.is_tapped("Crab")
    assert game.has_keyword("Crab", "shroud")
    game.to_step("upkeep", "Bob")
    game.to_step("upkeep", "Ann")
    assert game.is_tapped("Crab")
    assert not game.has_keyword("Crab", "shroud")


def test_excess_damage_is_dealt_to_another_instead() -> None:
    for toughness, lost in ((2, 2), (4, 0)):
        game = start(TODAY)
        put(game, "Bob", "Ox", f"Creature 2/{toughness}")
        text = "Spill deals 4 damage to target creature. Excess damage is dealt to that creature's controller instead."
        play(game, "Spill", text, targets=["Ox"])
        assert game.life("Bob") == 20 - lost
        assert game.zone_of("Ox") == "graveyard"


def test_as_much_as_was_excess_damage() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 2/3")
    text = "Pierce deals 5 damage to target creature. You gain life equal to the amount of excess damage dealt to that creature this way."  # fmt: skip
    play(game, "Pierce", text, targets=["Ox"])
    assert game.life("Ann") == 22


def test_what_triggers_on_excess_damage() -> None:
    game = start(TODAY)
    put(game, "Ann", "Giant", "Creature 1/1", "Whenever a creature an opponent controls is dealt excess noncombat damage, you gain life equal to the excess.")  # fmt: skip
    put(game, "Bob", "Ox", "Creature 2/3")
    put(game, "Bob", "Elk", "Creature 2/4")
    text = "{name} deals 4 damage to target creature."
    play(game, "Bolt", text.format(name="Bolt"), targets=["Elk"])
    assert game.life("Ann") == 20
    play(game, "Shock", text.format(name="Shock"), targets=["Ox"])
    assert game.life("Ann") == 21


def test_with_deathtouch_more_than_one_damage_is_excess() -> None:
    game = start(TODAY)
    put(game, "Ann", "Giant", "Creature 1/1", "Whenever a creature is dealt excess damage, you gain life equal to the excess.")  # fmt: skip
    put(game, "Ann", "Asp", "Creature 3/3", "Deathtouch")
    put(game, "Bob", "Ox", "Creature 1/5")
    put(game, "Ann", "Bite", "Sorcery", "Target creature you control deals damage equal to its power to target creature you don't control.", zone="hand")  # fmt: skip
    game.play("Ann", "Bite", targets=["Asp", "Ox"])
    game.resolve_all()
    assert game.life("Ann") == 22


def test_the_game_is_lost_at_the_end_of_the_turn_that_was_added() -> None:
    game = start(TODAY)
    text = "Take an extra turn after this one. At the beginning of that turn's end step, you lose the game."
    play(game, "Fortune", text)
    game.to_step("end", "Ann")
    game.to_step("upkeep", "Ann")
    assert not game.has_lost("Ann")
    game.to_step("end", "Ann")
    game.resolve_all()
    assert game.has_lost("Ann")


def test_that_turn_is_none_where_no_turn_was_added() -> None:
    game = start(TODAY)
    put(game, "Ann", "Doom", "Sorcery", "At the beginning of that turn's end step, you lose the game.", zone="hand")
    game.play("Ann", "Doom")
    with pytest.raises(NotModelled):
        game.to_step("cleanup", "Ann")


def test_another_target_than_the_first() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Ann", "Burst", "Sorcery", "Burst deals 1 damage to any target and 2 damage to another target.", zone="hand")  # fmt: skip
    with pytest.raises(IllegalAction):
        game.play("Ann", "Burst", targets=["Ox", "Ox"])
    game.play("Ann", "Burst", targets=["Bob", "Ox"])
    game.resolve_all()
    assert game.life("Bob") == 19
    assert game.zone_of("Ox") == "graveyard"


def test_a_card_that_returns_under_the_control_of_its_owner() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 2/2", zone="graveyard")
    text = "Return target creature card from a graveyard to the battlefield under the control of target opponent."
    play(game, "Gift", text, targets=["Ox", "Bob"])
    assert game.controller("Ox") == "Bob"


@pytest.mark.parametrize(("text", "is_read"), [
    ("For each player, choose target permanent that player controls. Those players sacrifice those permanents.", True),
    ("Choose target creature, then choose another target creature for each time this spell was kicked.", False),
    ("For each time this spell was kicked, choose another target creature.", False),
])  # fmt: skip
def test_one_target_of_each_player_is_no_target_more_for_each_time(text: str, is_read: bool) -> None:
    there = compare(text, Host.parse("Sorcery", "Gaze"), Ruleset.on(TODAY))
    assert (there.verdict != NOT_READ) == is_read
