"""A range of influence that reaches everybody changes nothing; one that does not reach keeps everything else out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.engine.game import Game
from rulesite.engine.seating.seats import apart
from rulesite.engine.seating.variants import agreed
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import IllegalAction

NAMES = ["Ann", "Bob", "Cid", "Dora", "Eve", "Fay"]
TEXTS = {
    "Quake": ("Sorcery {0}", "Quake deals 1 damage to each creature and each player."),
    "Spark": ("Instant {0}", "Spark deals 2 damage to any target."),
    "Gift": ("Sorcery {0}", "Each player draws a card."),
    "Edict": ("Sorcery {0}", "Each opponent loses 1 life."),
    "Anthem": ("Enchantment {0}", "Each creature gets +1/+1."),
    "Fog": ("Instant {0}", "Prevent all combat damage that would be dealt this turn."),
}
GAMES = settings.default.max_examples // 3
"""How many games are tried: each is played twice, by up to six players."""
plays = st.lists(st.tuples(st.sampled_from(sorted(TEXTS)), st.integers(0, 5)), max_size=6)


def play(players, ranges, script):
    """What every player has after the first one has played some cards: life, hand, and creatures as they are."""
    game = Game("2026-06-19", players, options=agreed(players, ranges=ranges))
    for name in players:
        game.put(game.card("Bear", "Creature 2/2, green"), name, label=f"{name}s Bear")
        game.put(game.card("Bell", "Artifact", text="Whenever a creature dies, you gain 1 life."), name)
        game.fill_library(name)
    for number, (name, whom) in enumerate(script):
        line, text = TEXTS[name]
        card = game.put(game.card(name, line, text=text), players[0], "hand", label=f"{name} {number}")
        targets = [players[whom % len(players)]] if name == "Spark" else None
        try:
            game.play(players[0], card, targets=targets)
            game.resolve_all()
        except IllegalAction:
            continue
    return {
        name: (
            game.life(name),
            len(game.state.zone("hand", name)),
            look(game.kernel, game.id(f"{name}s Bear")).power,
            game.zone_of(f"{name}s Bear"),
        )
        for name in players
    }


@pytest.mark.slow
@settings(max_examples=GAMES)
@given(st.integers(2, len(NAMES)), st.integers(0, 3), plays)
def test_with_a_range_of_half_the_table_the_game_goes_as_without(size, more, script):
    players = NAMES[:size]
    assert play(players, size // 2 + more, script) == play(players, None, script)


@pytest.mark.slow
@settings(max_examples=GAMES)
@given(st.integers(4, len(NAMES)), plays)
def test_who_is_out_of_range_is_as_if_nothing_had_been_played(size, script):
    players = NAMES[:size]
    played, idle = play(players, 1, script), play(players, 1, [])
    for name in players:
        if apart(players, players[0], name) > 1:
            bells = played[name][0] - idle[name][0]
            assert played[name][1:] == idle[name][1:]
            assert bells >= 0


@pytest.mark.parametrize("name", TEXTS)
def test_each_card_of_these_games_may_be_played(name):
    game = Game("2026-06-19", NAMES[:2], options=agreed(NAMES[:2], ranges=1))
    line, text = TEXTS[name]
    game.put(game.card(name, line, text=text), "Ann", "hand")
    game.play("Ann", name, targets=["Bob"] if name == "Spark" else None)
