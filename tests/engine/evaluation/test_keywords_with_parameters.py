"""Keywords with a number and a cost, a quality or a name behind them, and those that others ask about, each in a small
game."""

from __future__ import annotations

import pytest

from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction
from tests.engine.table import TODAY, put, start


def in_hand(game, name, line, text):
    put(game, "Ann", name, line, text, zone="hand")


def play(game, name, **how):
    game.play("Ann", name, **how)
    game.resolve_all()


def test_reinforce_is_a_card_thrown_away_for_counters():
    game = start()
    put(game, "Bob", "Ox", "Creature 1/1")
    in_hand(game, "Scout", "Creature 2/2", "Reinforce 2—{0}")
    game.activate("Ann", "Scout", targets=["Ox"])
    game.resolve_all()
    assert game.power_toughness("Ox") == (3, 3)
    assert game.zone_of("Scout") == "graveyard"


@pytest.mark.parametrize("kind", ["Elf", "Goblin"])
def test_a_champion_asks_for_another_of_its_kind_and_gives_it_back(kind):
    game = start()
    put(game, "Ann", "Ox", f"Creature — {kind} 1/1")
    in_hand(game, "Hero", "Creature — Elf 5/5", "Champion an Elf")
    in_hand(game, "Kill", "Instant", "Destroy target creature.")
    if kind == "Elf":
        game.will("pay", True)
    play(game, "Hero")
    assert game.zone_of("Hero") == ("battlefield" if kind == "Elf" else "graveyard")
    assert game.zone_of("Ox") == ("exile" if kind == "Elf" else "battlefield")
    if kind == "Elf":
        play(game, "Kill", targets=["Hero"])
    assert game.zone_of("Ox") == "battlefield"


@pytest.mark.parametrize(("type_line", "legal"), [("Creature — Knight 1/1", True), ("Creature — Elf 1/1", False)])
def test_equip_for_a_quality_takes_no_other_creature(type_line, legal):
    game = start()
    put(game, "Ann", "Rider", type_line)
    put(game, "Ann", "Lance", "Artifact — Equipment", "Equipped creature gets +2/+0.\nEquip Knight {0}\nEquip {9}")
    assert game.is_legal(lambda g: g.activate("Ann", "Lance", 1, targets=["Rider"])) is legal


@pytest.mark.parametrize("sacrificed", [True, False])
def test_a_creature_exploits_what_its_ability_has_sacrificed(sacrificed):
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1")
    put(game, "Ann", "Altar", "Artifact", "Sacrifice a creature: You gain 3 life.")
    in_hand(game, "Thief", "Creature 2/2", "Exploit\nWhen Thief exploits a creature, you gain 1 life.")
    game.will("may", sacrificed)
    game.will("sacrifice", ["Ox"])
    play(game, "Thief")
    assert game.life("Ann") == (21 if sacrificed else 20)
    if not sacrificed:
        game.activate("Ann", "Altar", pay=["sacrifice Ox"])
        game.resolve_all()
        assert game.life("Ann") == 23


@pytest.mark.parametrize("escaped", [True, False])
def test_what_escapes_brings_counters_and_what_is_cast_does_not(escaped):
    game = start()
    text = "Escape—{0}, Exile another card from your graveyard.\nGiant escapes with two +1/+1 counters on it."
    put(game, "Ann", "Giant", "Creature 1/1", text, zone="graveyard" if escaped else "hand")
    put(game, "Ann", "Ox", "Creature 1/1", zone="graveyard")
    play(game, "Giant", **({"alternative": "escape", "pay": ["exile Ox"]} if escaped else {}))
    assert game.power_toughness("Giant") == ((3, 3) if escaped else (1, 1))


@pytest.mark.parametrize("escaped", [True, False])
def test_what_did_not_escape_is_sacrificed(escaped):
    game = start()
    text = "When Giant enters, sacrifice it unless it escaped.\nEscape—{0}, Exile another card from your graveyard."
    put(game, "Ann", "Giant", "Creature 1/1", text, zone="graveyard" if escaped else "hand")
    put(game, "Ann", "Ox", "Creature 1/1", zone="graveyard")
    play(game, "Giant", **({"alternative": "escape", "pay": ["exile Ox"]} if escaped else {}))
    assert game.zone_of("Giant") == ("battlefield" if escaped else "graveyard")


@pytest.mark.parametrize("kicked", [True, False])
def test_whether_another_creature_was_kicked_is_asked_of_that_creature(kicked):
    game = start()
    put(game, "Ann", "Watch", "Enchantment", "Whenever a creature enters, if it was kicked, you gain 1 life.")
    put(game, "Ann", "Ox", "Creature 1/1", "Kicker {0}", zone="hand")
    play(game, "Ox", options=["kicker"] if kicked else [])
    assert game.life("Ann") == (21 if kicked else 20)


def test_partner_with_searches_for_the_card_of_that_name():
    game = start()
    put(game, "Ann", "Toothy, Imaginary Friend", "Creature 1/1", zone="library")
    in_hand(game, "Pir", "Creature 1/1", "Partner with Toothy, Imaginary Friend")
    game.will("target", ["Ann"])
    game.will("may", True)
    game.will("search", ["Toothy, Imaginary Friend"])
    play(game, "Pir")
    assert game.zone_of("Toothy, Imaginary Friend") == "hand"


def test_partner_alone_does_nothing_in_a_game():
    game = start()
    in_hand(game, "Akiri", "Creature 1/1", "Partner")
    play(game, "Akiri")
    assert game.zone_of("Akiri") == "battlefield"


def test_vanishing_without_a_number_brings_no_counters():
    game = start()
    in_hand(game, "Moth", "Creature 1/1", "Moth enters with three time counters on it.\nVanishing")
    play(game, "Moth")
    assert game.counters("Moth", "time") == 3


def test_becoming_renowned_is_an_event():
    game = start()
    put(game, "Ann", "Knight", "Creature 2/2", "Renown 1\nWhen Knight becomes renowned, you gain 5 life.")
    game.attack("Ann", ["Knight"])
    game.resolve_all()
    game.block("Bob", {})
    game.to_step("combat damage")
    game.resolve_all()
    assert game.life("Ann") == 25


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Fading", "wants a number"),
        ("Awaken 3", "wants a number and a cost"),
        ("Awaken {3}", "wants a number and a cost"),
        ("Foretell", "wants a cost"),
        ("Champion", "wants a quality"),
        ("Partner with", "wants a name"),
        ("Flying a creature", "stands before no quality"),
        ("Target creature gains fading until end of turn.", "wants a number"),
    ],
)
def test_a_keyword_without_what_it_wants_is_not_read(text, why):
    with pytest.raises(UnreadableText, match=why):
        read(text, Host.parse("Sorcery"), Ruleset.on(TODAY))


def test_a_keyword_that_is_only_spoken_of_wants_nothing():
    game = start()
    put(game, "Ann", "Moth", "Creature 1/1", "Fading 2")
    put(game, "Ann", "Ox", "Creature 1/1")
    in_hand(game, "Kill", "Instant", "Destroy target creature with fading.")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Kill", targets=["Ox"])
    play(game, "Kill", targets=["Moth"])
    assert game.zone_of("Moth") == "graveyard"
