"""Name stickers: where their words stand, and how long they stay."""

from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.game import Game
from rulesite.engine.state.names import with_word
from rulesite.engine.state.objects import Sticker

words = st.lists(st.sampled_from(["Fae", "of", "Wishes", "Bear", "Cub"]), min_size=1, max_size=4)


@given(words, st.integers(0, 5))
def test_a_word_is_added_and_the_others_stay_in_their_order(name, after):
    found = with_word(" ".join(name), "Dark", after).split()
    assert found.pop(min(after, len(name))) == "Dark"
    assert found == name


def test_a_sticker_stays_in_public_zones_and_is_lost_in_a_hand():
    game = Game("2026-06-19")
    game.put(game.card("Bear", "Creature 2/2, green"), "Ann")
    game.state.things[game.id("Bear")].stickers = (Sticker("Dark", 0, 1),)
    game.state.touch()
    for name, text, wanted in (
        ("Kill", "Destroy target creature.", "Dark Bear"),
        ("Raise", "Return target creature card from your graveyard to your hand.", "Bear"),
    ):
        game.put(game.card(name, "Instant", text=text, cost="{0}"), "Ann", "hand")
        game.play("Ann", name, targets=["Bear"])
        game.resolve_all()
        assert game.characteristics("Bear").name == wanted
