"""Two-Headed Giant: a team has one life total, one turn and one fate, whatever is done to either of its heads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.game import Game
from rulesite.engine.seating.variants import agreed

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


def test_a_team_begins_with_forty_life_until_2007_and_more_heads_with_more():
    assert two_headed("2006-10-01").life("Abe") == 40
    six = ["Ann", "Abe", "Ava", "Bob", "Bea", "Ben"]
    assert Game("2026-06-19", six, options=agreed(six, "Two-Headed Giant", [six[:3], six[3:]])).life("Ava") == 45


def test_a_state_goes_through_json_with_what_the_team_shares():
    game = two_headed()
    game.set_life("Abe", 7)
    again = Game.from_json(game.to_json())
    assert again.life("Ann") == again.life("Abe") == 7


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
