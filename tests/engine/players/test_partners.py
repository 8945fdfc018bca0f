"""Which two cards may be commanders together."""

from __future__ import annotations

import pytest

from rulesite.engine.players.partners import why_not_together
from tests.engine.table import start

WITH = {"Pir": "Partner with Toothy", "Toothy": "Partner with Pir"}


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        ("Partner", "Partner", True),
        ("Friends forever", "Friends forever", True),
        ("Partner", "Friends forever", False),
        ("Partner—Friends forever", "Friends forever", True),
        ("Partner—Survivors", "Partner—Survivors (You can have two commanders if both have this ability.)", True),
        ("Partner—Father & son", "Partner—Father & son", True),
        ("Partner—Survivors", "Partner—Character select", False),
        ("Partner—Survivors", "Partner", False),
        ("Partner—Friends forever", "Partner", False),
        (WITH["Pir"], WITH["Toothy"], True),
        (WITH["Pir"], "Partner", False),
        (WITH["Pir"], "Partner with Pir\nPartner", True),
        (WITH["Pir"], "Partner with Another", False),
        ("Partner with Another", WITH["Toothy"], False),
        ("Partner", "", False),
        ("", "", False),
    ],
)
def test_two_cards_with_the_same_partner_ability_go_together(one, other, may):
    game = start("2026-06-19")
    cards = [game.card(name, "Legendary Creature 1/1", text=text) for name, text in (("Pir", one), ("Toothy", other))]
    assert (not why_not_together(game.kernel, *cards)[0]) is may
    assert (not why_not_together(game.kernel, *reversed(cards))[0]) is may


def test_none_of_them_is_without_a_legend():
    game = start("2026-06-19")
    one, other = (
        game.card(name, f"{line} 1/1", text="Partner")
        for name, line in (("Pir", "Legendary Creature"), ("Bear", "Creature"))
    )
    assert why_not_together(game.kernel, one, other)[0] == "Bear is not legendary"
