"""What follows "When you do, …" belongs to the reflexive ability; counters put on something chosen are put on "it"."""

import pytest
from table import put, start

TRAINING = (
    "You may discard a card. When you do, put a +1/+1 counter on target creature. It gains trample until end of turn. "
    "You gain 1 life."
)


@pytest.mark.parametrize("discards", [True, False])
def test_the_sentences_after_when_you_do_wait_for_it(discards):
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Ann", "Spare", "Land", zone="hand")
    put(game, "Ann", "Training", "Sorcery", TRAINING, zone="hand")
    game.play("Ann", "Training")
    game.will("may", discards)
    if discards:
        game.will("target", "Bear")
    game.resolve_all()
    assert (game.has_keyword("Bear", "trample"), game.life("Ann")) == (discards, 21 if discards else 20)


def test_it_is_the_chosen_creature_with_the_counter():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    text = "Put a +1/+1 counter on up to one creature. It gains lifelink until end of turn."
    put(game, "Ann", "Gift", "Sorcery", text, zone="hand")
    game.play("Ann", "Gift")
    game.resolve_all({"object": ["Bear"]})
    assert game.has_keyword("Bear", "lifelink")


@pytest.mark.parametrize("zone", ["hand", "exile"])
def test_both_kinds_of_cards_are_from_the_graveyard(zone):
    game = start()
    put(game, "Ann", "Ghost", "Creature 1/1", zone=zone)
    text = "Return a creature card or a land card from your graveyard to your hand."
    made = game.card("Rite", "Sorcery", text=text, cost="{0}")
    game.put(made, "Ann", "hand")
    game.play("Ann", "Rite")
    game.resolve_all()
    assert game.zone_of("Ghost") == zone
