"""Two-Headed Giant: a team has one life total, one turn and one fate, whatever is done to either of its heads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.card_reader import card
from rulesite.engine.game import Game
from rulesite.engine.seating.variants import agreed
from rulesite.engine.state.choices import IllegalAction

HEADS = ["Ann", "Abe", "Bob", "Bea"]
TEAMS = [["Ann", "Abe"], ["Bob", "Bea"]]


def two_headed(date="2026-06-19", **more):
    game = Game(date, HEADS, options=agreed(HEADS, "Two-Headed Giant", TEAMS), **more)
    for player in HEADS:
        game.fill_library(player)
    return game


def spell(game, name, text, player="Ann"):
    game.put(game.card(name, "Instant", text=text, cost="{0}"), player, "hand")
    return name


def cast(game, text, target="", player="Ann"):
    game.play(
        player, spell(game, f"Spell {len(game.state.things)}", text, player), targets=[target] if target else None
    )
    game.resolve_all()


DEEDS = {
    "Target player gains {} life.": 1,
    "Target player loses {} life.": -1,
    "This deals {} damage to target player.": -1,
}


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(list(DEEDS)), st.integers(1, 9), st.sampled_from(HEADS)), max_size=6))
def test_whatever_is_done_to_either_head_the_team_has_one_total(deeds):
    game = two_headed()
    totals = {"Ann": 30, "Bob": 30}
    for number, (text, amount, head) in enumerate(deeds):
        name = f"Deed{number}"
        words = text.format(amount).replace("This", name)
        game.put(game.card(name, "Instant", text=words, cost="{0}"), "Ann", "hand")
        if game.state.over:
            break
        game.play("Ann", name, targets=[head])
        game.resolve_all()
        totals["Ann" if head in TEAMS[0] else "Bob"] += DEEDS[text] * amount
    for one, other in TEAMS:
        assert game.life(one) == game.life(other) == totals[one]
        assert game.has_lost(one) == game.has_lost(other)
    assert game.has_lost("Ann") == (totals["Ann"] <= 0)


@pytest.mark.slow
@given(
    st.integers(1, 60), st.integers(0, 60), st.sampled_from(["2005-08-01", "2009-05-01", "2013-05-01", "2026-06-19"])
)
def test_setting_a_life_total_moves_the_player_and_the_team_by_as_much(have, wanted, date):
    game = two_headed(date)
    game.set_life("Bob", have)
    cast(game, f"Target player's life total becomes {wanted}.", "Bea")
    moved = sum(
        (1 if kind == "gain_life" else -1) * each["amount"]
        for kind in ("gain_life", "lose_life")
        for each in game.happened(kind, player="Bea")
    )
    assert game.life("Bob") == game.life("Bea") == have + moved
    if date == "2026-06-19":
        assert game.life("Bob") == wanted


@pytest.mark.parametrize(
    ("date", "counters", "lost"),
    [
        ("2026-06-19", 14, False),
        ("2026-06-19", 15, True),
        ("2009-07-11", 9, False),
        ("2009-07-11", 10, True),
    ],
)
def test_a_team_loses_with_fifteen_poison_counters_and_a_player_of_old_with_ten(date, counters, lost):
    game = two_headed(date)
    cast(
        game,
        f"Target player gets {counters} poison counters.".replace("10 ", "ten ")
        .replace("9 ", "nine ")
        .replace("14 ", "fourteen ")
        .replace("15 ", "fifteen "),
        "Bea",
    )
    assert game.has_lost("Bob") == game.has_lost("Bea") == lost


def test_poison_counters_of_both_heads_count_together_since_2011():
    for date, together in (("2009-07-11", 6), ("2026-06-19", 12)):
        game = two_headed(date)
        for head in ("Bob", "Bea"):
            cast(game, "Target player gets six poison counters.", head)
        assert game.counters("Bob", "poison") == game.counters("Bea", "poison") == together
    without = two_headed(without={"team_poison"})
    cast(without, "Target player gets six poison counters.", "Bob")
    assert without.counters("Bea", "poison") == 0


def test_a_team_begins_with_forty_life_until_2007_and_more_heads_with_more():
    assert two_headed("2006-10-01").life("Abe") == 40
    six = ["Ann", "Abe", "Ava", "Bob", "Bea", "Ben"]
    assert Game("2026-06-19", six, options=agreed(six, "Two-Headed Giant", [six[:3], six[3:]])).life("Ava") == 45


@pytest.mark.parametrize("date", ["2009-05-01", "2026-06-19"])
def test_what_keeps_one_head_from_gaining_life_keeps_the_other_since_2011(date):
    game = two_headed(date)
    game.put(game.card("Law", "Enchantment", text="You can't gain life."), "Abe")
    cast(game, "Target player gains 4 life.", "Ann")
    assert game.life("Ann") == (34 if date == "2009-05-01" else 30)


def test_each_head_draws_and_may_play_a_land_and_discards_down_in_the_team_s_turn():
    game = two_headed()
    for head in ("Bob", "Bea"):
        game.put(card("Forest", "Basic Land - Forest"), head, "hand")
    game.to_step("precombat main", "Bea")
    assert [len(game.hand(head)) for head in HEADS] == [0, 0, 2, 2]
    game.play_land("Bea", "Bea's Forest")
    game.play_land("Bob", "Bob's Forest")
    assert not game.is_legal(lambda g: g.attack("Ann", {}))


def test_after_a_team_s_turn_comes_the_other_team_s():
    game = two_headed()
    turns = []
    for _ in range(3):
        game.to_step("upkeep")
        turns.append(game.state.active)
    assert turns == ["Bob", "Ann", "Bob"]
    lone = two_headed(without={"team_turns"})
    lone.to_step("upkeep")
    assert lone.state.active == "Abe"


def test_an_extra_turn_of_one_head_is_the_team_s():
    game = two_headed()
    cast(game, "Take an extra turn after this one.", player="Abe")
    game.to_step("upkeep")
    assert game.state.active == "Ann"
    game.to_step("upkeep")
    assert game.state.active == "Bob"


def test_each_upkeep_is_one_and_each_player_s_upkeep_is_each_player_s():
    game = two_headed()
    game.put(game.card("Clock", "Enchantment", text="At the beginning of each upkeep, you gain 1 life."), "Ann")
    game.put(
        game.card("Bell", "Enchantment", text="At the beginning of each player's upkeep, that player loses 1 life."),
        "Ann",
    )
    game.will("order", ["Clock", "Bell", "Bell 2"])
    game.to_step("upkeep", "Bob")
    assert (game.times_triggered("Clock"), game.times_triggered("Bell")) == (1, 2)
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bea")) == (31, 28)


def test_the_triggers_of_a_team_go_on_the_stack_in_one_order_that_its_primary_player_chooses():
    game = two_headed()
    for head, name in (("Ann", "First"), ("Abe", "Second")):
        text = "Whenever a creature dies, you gain 1 life."
        game.put(game.card(name, "Enchantment", text=text), head)
    game.put(card("Bear", "Creature 2/2, green"), "Bob")
    game.will("order", ["Second", "First"], player="Ann")
    game.play("Ann", spell(game, "Murder", "Destroy target creature."), targets=["Bear"])
    game.all_pass()
    assert game.stack() == ["First's ability", "Second's ability"]


def test_either_head_acts_when_the_team_has_priority_and_the_team_passes_together():
    game = two_headed()
    game.play("Abe", spell(game, "Gain", "You gain 1 life.", "Abe"))
    assert not game.is_legal(lambda g: g.play("Bob", spell(g, "Late", "You gain 1 life.", "Bob")))
    game.pass_priority()
    game.play("Bea", spell(game, "Answer", "You gain 2 life.", "Bea"))
    assert game.stack() == ["Answer", "Gain"]
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (31, 32)


def test_the_creatures_of_both_heads_attack_and_block_together():
    game = two_headed()
    game.put(card("Bear", "Creature 2/2, green"), "Ann")
    game.put(card("Elk", "Creature 3/3, green"), "Abe")
    game.put(card("Wolf", "Creature 2/2, green"), "Bea")
    game.attack("Abe", {"Bear": "Bob", "Elk": "Bea"})
    game.to_step("declare blockers")
    game.block("Bob", {"Wolf": "Bear"})
    game.to_step("end of combat")
    assert game.life("Bob") == 27
    assert game.zone_of("Wolf") == game.zone_of("Bear") == "graveyard"
    assert game.controller("Elk") == "Abe"


def test_without_team_combat_only_the_attacked_player_s_creatures_block():
    game = two_headed(without={"team_combat"})
    game.put(card("Bear", "Creature 2/2, green"), "Ann")
    game.put(card("Wolf", "Creature 2/2, green"), "Bea")
    game.attack("Ann", {"Bear": "Bob"})
    game.to_step("declare blockers")
    with pytest.raises(IllegalAction, match="does not control"):
        game.block("Bob", {"Wolf": "Bear"})


def test_teammates_have_one_total_and_cannot_exchange_it():
    game = two_headed()
    game.set_life("Bob", 12)
    cast(game, "Exchange life totals with target player.", "Abe")
    assert (game.life("Ann"), game.life("Bob")) == (30, 12)
    cast(game, "Exchange life totals with target player.", "Bea")
    assert (game.life("Ann"), game.life("Bob")) == (12, 30)


def test_a_state_goes_through_json_with_what_the_team_shares():
    game = two_headed()
    game.set_life("Abe", 7)
    again = Game.from_json(game.to_json())
    assert again.life("Ann") == again.life("Abe") == 7


@pytest.mark.parametrize("have", [0, 1, 2, 5])
def test_one_head_pays_life_for_mana_only_as_far_as_the_team_has_it(have):
    """119.4, 810.9: it is the total of the team that must be large enough."""
    game = two_headed()
    game.set_life("Ann", have)
    game.put(game.card("Spend", "Instant", text="Draw a card.", cost="{U/P}"), "Abe", "hand")
    if have < 2:
        assert not game.is_legal(lambda g: g.play("Abe", "Spend"))
    else:
        game.play("Abe", "Spend")
        assert game.life("Ann") == have - 2


@pytest.mark.slow
@given(st.integers(1, 9), st.integers(0, 12))
def test_damage_that_leaves_one_head_a_life_leaves_it_to_the_team(have, damage):
    game = two_headed()
    game.set_life("Bob", have)
    words = (
        "If you control a creature, damage that would reduce your life total to less than 1 reduces it to 1 instead."
    )
    game.put(game.card("Worship", "Enchantment", text=words), "Bea")
    game.put(game.card("Ox", "Creature 3/3"), "Bea")
    cast(game, f"Spell {len(game.state.things)} deals {damage} damage to target player.", "Bea")
    assert game.life("Bob") == max(1, have - damage)


def test_who_has_the_most_life_is_found_by_the_totals_of_the_teams():
    game = two_headed()
    game.set_life("Bob", 40)
    game.set_life("Ann", 12)
    game.put(game.card("Usurper", "Creature 1/1", text="Dethrone"), "Ann")
    game.to_step("declare attackers")
    game.attack("Ann", {"Usurper": "Bea"})
    game.resolve_all()
    assert game.characteristics("Usurper").power == 2
