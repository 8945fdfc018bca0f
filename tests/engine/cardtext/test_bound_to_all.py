"""What several steps did "this way" is counted whole, and what nothing names is not taken for the card: small games."""

from __future__ import annotations

import pytest
from printed import KILL, put, start

from rulesite.engine.card_reader import read_text
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import EXACT, OTHERWISE, compare
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.characteristics import keywords

TODAY = "2021-11-19"
RULES = Ruleset.on(TODAY)


@pytest.mark.parametrize(
    "text",
    [
        "Destroy target creature. Then destroy target artifact. You gain 1 life for each permanent destroyed this way.",
        "Exile target creature. Exile target artifact. You gain 1 life for each permanent exiled this way.",
        "Destroy target creature and target artifact. You gain 1 life for each permanent destroyed this way.",
        "As an additional cost to cast ~, sacrifice an artifact.\nSacrifice a creature, then sacrifice a land. You gain 1"
        " life for each permanent sacrificed this way.",
    ],
)
def test_this_way_means_what_all_steps_did_and_no_cost(text: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Doom", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Cup", "Artifact")
    put(game, "Ann", "Grove", "Land")
    game.will("pay", ["Cup"])
    before = game.life("Ann")
    game.play("Ann", "Doom", targets=["Ox", "Cup"] if "target" in text else None)
    game.resolve_all()
    assert game.zone_of("Cup") != "battlefield"
    assert game.life("Ann") == before + 2


def test_this_way_means_what_each_player_did_in_all_steps() -> None:
    game = start(TODAY)
    text = (
        "Each player sacrifices a creature. Each player sacrifices a land. You gain 1 life for each permanent sacrificed"
        " this way."
    )
    put(game, "Ann", "Doom", "Sorcery", text, zone="hand")
    for player in ("Ann", "Bob"):
        put(game, player, f"{player}'s Ox", "Creature 2/2")
        put(game, player, f"{player}'s Grove", "Land")
    before = game.life("Ann")
    game.play("Ann", "Doom")
    game.resolve_all()
    assert game.life("Ann") == before + 4


def test_that_source_is_not_the_card_that_was_dealt_damage() -> None:
    text = "Whenever Ash is dealt damage, that source's controller loses 2 life."
    with pytest.raises(UnreadableText):
        read_text(text, Host.parse("Creature 2/2", "Ash"), RULES)


def test_a_token_of_a_size_stated_behind_has_it_as_its_own_values() -> None:
    game = start(TODAY)
    text = (
        "{T}: Destroy target creature. If that creature dies this way, create a black Vampire creature token. Its power"
        " is equal to that creature's power and its toughness is equal to that creature's toughness."
    )
    put(game, "Ann", "Count", "Creature 5/5", text)
    put(game, "Bob", "Ox", "Creature 2/4")
    put(game, "Ann", "Double", "Sorcery", "Create a token that's a copy of target creature.", zone="hand")
    game.activate("Ann", "Count", targets=["Ox"])
    game.resolve_all()
    assert game.power_toughness("Vampire Token") == (2, 4)
    game.play("Ann", "Double", targets=["Vampire Token"])
    game.resolve_all()
    vampires = [thing for thing in game.state.things.values() if thing.card.name == "Vampire Token"]
    assert [(thing.card.power, thing.card.toughness) for thing in vampires] == [(2, 4), (2, 4)]


@pytest.mark.parametrize(
    ("text", "on"),
    [
        (
            "{T}: Exile target card from a graveyard. When a creature card is exiled this way, put a +1/+1 counter on"
            " target creature you control.",
            "Creature 2/2",
        ),
        (
            "{1}: Until end of turn, target artifact you control becomes an artifact creature. If it's not a Vehicle, it"
            " has base power and toughness 1/1 until end of turn.",
            "Creature 2/2",
        ),
        (
            "Put a +1/+1 counter on each of up to two target lands you control. Each of those lands is a 0/0 Elemental"
            " creature for as long as it has a +1/+1 counter on it. They're still lands.",
            "Sorcery",
        ),
        (
            "Put a +1/+1 counter on each of up to two target lands you control. Each of those lands is a 0/0 Elemental"
            " creature for as long as it has a +1/+1 counter on it. It's still a land.",
            "Sorcery",
        ),
        ("Whenever one or more creatures attack you and aren't blocked, draw a card.", "Artifact"),
        ("Attach target Aura that's attached to a land to another permanent it can enchant.", "Instant"),
        ("Whenever enchanted creature deals damage to a creature, destroy the other creature.", "Enchantment — Aura"),
    ],
)
def test_it_prints_back_and_drops_no_word(text: str, on: str) -> None:
    found = compare(text, Host.parse(on, "Ash"), RULES)
    assert found.verdict in (EXACT, OTHERWISE), found
    assert not found.dropped


def test_what_was_exiled_by_choice_and_what_followed_are_both_exiled_this_way() -> None:
    game = start(TODAY)
    text = (
        "When Host dies, you may exile it and put three time counters on it. If you do, exile up to one target creature"
        " and put three time counters on it. Each card exiled this way that doesn't have suspend gains suspend."
    )
    put(game, "Ann", "Host", "Creature 2/2", text)
    put(game, "Bob", "Ox", "Creature 2/4")
    put(game, "Ann", *KILL, zone="hand")
    game.will("may", True)
    game.will("target", "Ox")
    game.play("Ann", "Kill", targets=["Host"])
    game.resolve_all()
    for name in ("Host", "Ox"):
        assert game.zone_of(name) == "exile"
        assert "suspend" in keywords(game.characteristics(name)), name
