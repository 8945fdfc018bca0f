"""What an Aura's ability does as the permanent that it enchants leaves: it sees that, and finds the Aura again."""

from __future__ import annotations

import pytest
from printed import KILL, put, start

from rulesite.engine.game import Game

BREAK = ("Break", "Sorcery", "Destroy target land.")


def enchanted(text: str, on: str = "Creature 1/1", aura: str = "Enchant creature", **more: object) -> Game:
    game = start("2024-06-07", **more)
    put(game, "Ann", "Host", on)
    put(game, "Ann", "Gift", "Enchantment — Aura", f"{aura}\n{text}", attached_to="Host")
    for name, line, words in (KILL, BREAK):
        put(game, "Ann", name, line, words, zone="hand")
    game.play("Ann", "Break" if "Land" in on else "Kill", targets=["Host"])
    game.will("may", True)
    game.resolve_all()
    return game


RETURNS = [
    ("When enchanted creature dies, return ~ to its owner's hand.", "hand"),
    ("When enchanted creature dies, return ~ from your graveyard to your hand.", "hand"),
    ("When enchanted creature dies, exile ~.", "exile"),
]


@pytest.mark.parametrize(("text", "zone"), RETURNS)
def test_it_finds_itself_in_the_graveyard(text: str, zone: str) -> None:
    assert enchanted(text).zone_of("Gift") == zone
    assert enchanted(text, without={"aura_found_again"}).zone_of("Gift") == "graveyard"


def test_an_ability_about_what_it_enchants_functions_while_it_enchants() -> None:
    text = "When enchanted land is put into a graveyard, you may return ~ from your graveyard to your hand."
    assert enchanted(text, "Land", "Enchant land").zone_of("Gift") == "hand"


def test_what_is_enchanted_is_put_into_a_graveyard_from_the_battlefield() -> None:
    text = "When enchanted land is put into a graveyard, you gain 6 life."
    assert enchanted(text, "Land", "Enchant land").life("Ann") == 26
