"""A waterbend cost that is paid as a spell resolves is helped by tapping, as one that is paid to cast it."""

from table import put, start

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
