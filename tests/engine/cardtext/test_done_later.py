""" "At the beginning of the next end step, …. If you do, …": what follows is asked then, of what was done then."""

import pytest
from table import cast, put, start

TEXT = "You may put a creature card from your hand onto the battlefield. At the beginning of the next end step, sacrifice that creature. If you do, you gain 3 life."  # fmt: skip


@pytest.mark.parametrize(("dies", "life"), [(False, 23), (True, 20)])
def test_if_you_do_is_about_what_is_done_at_the_later_step(dies, life):
    game = start()
    put(game, "Ann", "Ox", "Creature 5/5", zone="hand")
    put(game, "Ann", "Blade", "Instant", "Destroy target creature.", zone="hand")
    put(game, "Ann", "Loan", "Sorcery", TEXT, zone="hand")
    game.will("may", True)
    cast(game, "Ann", "Loan")
    assert game.life("Ann") == 20
    if dies:
        cast(game, "Ann", "Blade", "Ox")
    game.to_step("end")
    game.resolve_all()
    assert (game.zone_of("Ox"), game.life("Ann")) == ("graveyard", life)


FURY = "Target creature gains trample until end of turn. Whenever it deals combat damage to a player this turn, exile that many cards from the top of your library. Until the end of your next turn, you may play those cards."  # fmt: skip


@pytest.mark.parametrize("hits", [True, False])
def test_what_a_delayed_ability_exiles_may_be_played_once_it_has(hits):
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    for name in ("Field", "Moor"):
        put(game, "Ann", name, "Land", zone="library", position=0)
    put(game, "Ann", "Fury", "Sorcery", FURY, zone="hand")
    cast(game, "Ann", "Fury", "Bear")
    if hits:
        game.attack("Ann", ["Bear"])
        game.to_step("combat damage")
        game.resolve_all()
        game.to_step("postcombat main")
    exiled = [name for name in ("Field", "Moor") if game.zone_of(name) == "exile"]
    assert len(exiled) == (2 if hits else 0)
    for name in exiled[:1]:
        game.play_land("Ann", name)
        assert game.zone_of(name) == "battlefield"


@pytest.mark.parametrize("won", [True, False])
def test_a_coin_flipped_later_decides_later(won):
    game = start()
    put(game, "Ann", "Imp", "Creature 1/1")
    text = "{0}: Target creature gains flying until end of turn. Flip a coin at the beginning of the next end step. If you lose the flip, sacrifice that creature."  # fmt: skip
    put(game, "Ann", "Kites", "Enchantment", text)
    game.activate("Ann", "Kites", targets=["Imp"])
    game.resolve_all()
    assert (game.has_keyword("Imp", "flying"), game.zone_of("Imp")) == (True, "battlefield")
    game.will("call", "heads")
    game.will("coin", "heads" if won else "tails")
    game.to_step("end")
    game.resolve_all()
    assert game.zone_of("Imp") == ("battlefield" if won else "graveyard")
