"""What a copy of a spell is, and what it becomes: a token if the spell is one of a permanent (608.3f), with the values
of a face-down spell if that is what it copies (708.2a)."""

from __future__ import annotations

import pytest

from tests.engine.table import cast, put, start

TWIN = "Copy target creature spell you control."


def copied(game, **how):
    """Ann plays the creature in her hand, and copies it; both resolve."""
    put(game, "Ann", "Twin", "Instant", TWIN, "hand")
    game.play("Ann", "Bear", **how)
    game.play("Ann", "Twin", targets=["Bear"])
    game.all_pass()
    return game.characteristics("copy of Bear")


def test_a_copy_of_a_permanent_spell_becomes_a_token_that_is_not_created():
    game = start()
    put(game, "Ann", "Anthem", "Enchantment", "Creature tokens you control get +1/+1.")
    put(game, "Ann", "Bell", "Enchantment", "Whenever you create a token, you gain 1 life.")
    put(game, "Ann", "Bear", "Creature 2/2", zone="hand")
    copied(game)
    game.resolve_all()
    assert (game.power_toughness("copy of Bear"), game.power_toughness("Bear")) == ((3, 3), (2, 2))
    assert game.times_triggered("Bell") == 0
    put(game, "Ann", "Bounce", "Sorcery", "Return target creature to its owner's hand.", "hand")
    cast(game, "Ann", "Bounce", "copy of Bear")
    assert not game.exists("copy of Bear")


def test_a_copy_of_a_face_down_spell_does_not_have_its_face():
    game = start()
    game.put(game.card("Bear", "Creature - Bear 5/5", text="Morph {1}", cost="{4}{G}"), "Ann", "hand")
    game.add_mana("Ann", "{3}")
    seen = copied(game, alternative="morph")
    assert (seen.name, seen.power, seen.toughness, seen.subtypes, seen.abilities) == ("", 2, 2, frozenset(), ())


@pytest.mark.parametrize(
    "text",
    [
        "Destroy target creature.",
        "Return target creature to its owner's hand.",
        "Exile target creature.",
        "Counter target spell.",
    ],
)
def test_what_was_face_down_is_revealed_as_it_goes_elsewhere(text):
    game = start()
    game.put(game.card("Bear", "Creature - Bear 5/5", text="Morph {1}", cost="{4}{G}"), "Ann", "hand")
    put(game, "Ann", "Zap", "Instant", text, "hand")
    game.add_mana("Ann", "{3}")
    game.play("Ann", "Bear", alternative="morph")
    if "spell" not in text:
        game.all_pass()
    assert not game.happened("reveal")
    cast(game, "Ann", "Zap", "Bear")
    assert [each["ref"] for each in game.happened("reveal")] == ["Bear"]
