"""Choices while something resolves: paying, with mana abilities played for it (413.2e in 2006-10-01, 608.2g today)."""

from __future__ import annotations

import pytest
from table import cast, put, start

from rulesite.engine.abilities.amounts import AtLeast, Number, UpTo
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.choices import IllegalAction, NotModelled, UnscriptedChoice
from rulesite.engine.state.objects import Bindings

SOURCES = {
    "a land": ("Forest", "Basic Land - Forest", "", 1),
    "two mana at once": ("Ring", "Artifact", "{T}: Add {G}{G}.", 2),
    "a sacrifice": ("Temple", "Land", "{T}, Sacrifice Temple: Add {G}{G}{G}.", 3),
    "as often as wanted": ("Altar", "Artifact", "{0}: Add {G}.", 1),
    "tapped already": ("Altar", "Artifact", "{0}: Add {G}.", 1),
}


def leaked(date, source, cost, tapped=False):
    """Ann plays a creature, Bob asks her to pay for it, and she makes mana."""
    name, line, text, _ = SOURCES[source]
    game = start(date)
    put(game, "Ann", name, line, text, tapped=tapped)
    put(game, "Ann", "Ox", "Creature 2/2", zone="hand")
    put(game, "Bob", "Leak", "Instant", f"Counter target spell unless its controller pays {{{cost}}}.", "hand")
    game.play("Ann", "Ox")
    game.pass_priority("Ann")
    game.play("Bob", "Leak", targets=["Ox"])
    game.will("pay", True, player="Ann")
    game.will("mana abilities", [name], player="Ann")
    game.resolve_all()
    return game.zone_of("Ox")


@pytest.mark.parametrize("date", ["2001-07-23", "2006-10-01", "2024-06-07"])
@pytest.mark.parametrize("source", SOURCES)
def test_mana_is_made_for_a_payment_that_an_effect_asks_for(date, source):
    cost = SOURCES[source][3]
    assert leaked(date, source, cost, tapped=source == "tapped already") == "battlefield"


@pytest.mark.parametrize("source", ["a land", "two mana at once", "a sacrifice"])
def test_more_than_can_be_made_cannot_be_chosen(source):
    with pytest.raises(IllegalAction, match="cannot pay"):
        leaked("2024-06-07", source, SOURCES[source][3] + 1)


def test_what_is_tapped_makes_no_mana_by_tapping():
    with pytest.raises(IllegalAction, match="cannot pay"):
        leaked("2024-06-07", "two mana at once", 1, tapped=True)


@pytest.mark.parametrize(("end", "place"), [("top", 0), ("bottom", -1)])
def test_the_top_or_bottom_of_a_library_is_chosen(end, place):
    game = start()
    put(game, "Bob", "Bear", "Creature 2/2, green")
    text = "Choose target permanent. Its owner puts it on the top or bottom of his or her library."
    put(game, "Ann", "Gust", "Instant", text, "hand")
    with pytest.raises(UnscriptedChoice, match=r"Bob has to choose.*top, bottom"):
        cast(game, "Ann", "Gust", "Bear")
    game.will("position", end)
    game.resolve_all()
    assert game.state.things[game.state.zone("library", "Bob")[place]].label == "Bear"


@pytest.mark.parametrize("node", [AtLeast(Number(10)), UpTo(Number(2))])
def test_a_statement_asks_nobody_for_a_number(node):
    with pytest.raises(NotModelled, match="nobody chooses"):
        Frame(start().kernel, Bindings("Ann", 1)).amount(node)


COLLAPSE = "Target player sacrifices an artifact and a land."


def test_of_an_artifact_and_a_land_each_is_the_players_own() -> None:
    game = start("2021-11-19")
    put(game, "Ann", "Swamp", "Basic Land - Swamp")
    put(game, "Bob", "Rock", "Artifact")
    put(game, "Bob", "Forest", "Basic Land - Forest")
    put(game, "Ann", "Collapse", "Sorcery", COLLAPSE, "hand")
    cast(game, "Ann", "Collapse", "Bob")
    assert [game.zone_of(name) for name in ("Swamp", "Rock", "Forest")] == ["battlefield", "graveyard", "graveyard"]


@pytest.mark.parametrize("others", ["Forest", "Rock", ""])
def test_an_artifact_land_is_not_both_where_another_can_be_one_of_them(others: str) -> None:
    game = start("2021-11-19")
    put(game, "Bob", "Vault", "Artifact Land")
    if others:
        put(game, "Bob", others, {"Forest": "Basic Land - Forest", "Rock": "Artifact"}[others])
    put(game, "Ann", "Collapse", "Sorcery", COLLAPSE, "hand")
    cast(game, "Ann", "Collapse", "Bob")
    assert [game.zone_of(name) for name in ("Vault", others) if name] == ["graveyard"] * (1 + bool(others))


@pytest.mark.parametrize(("lands", "lost"), [(2, True), (3, False)])
def test_what_cannot_be_done_in_full_is_not_begun_where_the_text_asks_whether_it_was(lands: int, lost: bool) -> None:
    game = start("2021-11-19")
    text = "Whenever you're dealt damage, sacrifice that many lands. If you can't, you lose the game."
    put(game, "Ann", "Lich", "Enchantment", text)
    for number in range(lands):
        put(game, "Ann", f"Isle {number}", "Land")
    put(game, "Bob", "Bolt", "Instant", "Bolt deals 3 damage to any target.", "hand")
    game.set_turn("Bob")
    cast(game, "Bob", "Bolt", "Ann")
    game.all_pass()
    assert game.has_lost("Ann") is lost
    assert lost or game.zone_of("Isle 0") == "graveyard"


def test_a_card_that_an_opponent_owns_in_exile_pays_for_an_ability() -> None:
    game = start("2021-11-19")
    cost = "Put a card an opponent owns from exile into that player's graveyard"
    put(game, "Ann", "Oracle", "Creature 3/5", f"{cost}: You gain 1 life.")
    put(game, "Bob", "Font", "Artifact", zone="exile")
    game.activate("Ann", "Oracle", 1)
    game.all_pass()
    assert (game.zone_of("Font"), game.life("Ann")) == ("graveyard", 21)
