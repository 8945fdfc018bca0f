"""A waterbend cost that is paid as a spell resolves is helped by tapping, as one that is paid to cast it."""

import pytest
from table import put, start

from rulesite.engine.state.choices import IllegalAction

LESSON = "Draw three cards. Then discard a card unless you waterbend {2}."


def test_permanents_pay_a_waterbend_cost_on_resolution():
    game = start("2026-06-19")
    for name in ("Drum", "Bell"):
        put(game, "Ann", name, "Artifact")
    put(game, "Ann", "Lesson", "Sorcery", LESSON, zone="hand")
    game.play("Ann", "Lesson")
    game.will("pay", True)
    game.will("tap", ["Drum", "Bell"])
    game.resolve_all()
    assert len(game.hand("Ann")) == 3


def test_they_do_not_pay_another_cost_of_a_spell_that_waterbent():
    game = start("2026-06-19")
    for name in ("Drum", "Bell"):
        put(game, "Ann", name, "Artifact")
    text = "As an additional cost to cast this spell, waterbend {1}.\nDraw three cards. Then discard a card unless you pay {1}."
    put(game, "Ann", "Lesson", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ring", "Artifact")
    game.will("tap", ["Ring"])
    game.play("Ann", "Lesson")
    game.will("pay", True)
    game.will("tap", ["Drum"])
    with pytest.raises(IllegalAction, match="cannot pay"):
        game.resolve_all()
    assert not game.is_tapped("Drum")
