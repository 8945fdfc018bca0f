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
