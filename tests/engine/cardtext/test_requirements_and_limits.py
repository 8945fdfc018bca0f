"""What things are held to, how they are crewed, attached and chosen by chance, and how much was: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import EXACT, compare
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"


def test_equipment_that_is_attached_only_to_some_creatures() -> None:
    game = start(TODAY)
    text = "Smasher can be attached only to a creature with toughness 4 or greater.\nEquip {0}"
    put(game, "Ann", "Smasher", "Artifact — Equipment", text)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Elk", "Creature 2/4")
    game.activate("Ann", "Smasher", targets=["Ox"])
    game.resolve_all()
    assert not game.happened("attach")
    game.activate("Ann", "Smasher", targets=["Elk"])
    game.resolve_all()
    assert game.happened("attach")


def test_a_creature_that_can_only_attack_alone() -> None:
    game = start(TODAY)
    put(game, "Ann", "Lord", "Creature 4/4", "Lord can only attack alone.")
    put(game, "Ann", "Ox", "Creature 2/2")
    with pytest.raises(IllegalAction):
        game.attack("Ann", {"Lord": "Bob", "Ox": "Bob"})
    game.attack("Ann", {"Lord": "Bob"})


def test_mana_of_a_color_among_permanents() -> None:
    game = start(TODAY)
    put(game, "Ann", "Mox", "Artifact", "{T}: Add one mana of any color among legendary creatures you control.")
    put(game, "Ann", "King", "Legendary Creature 2/2", cost="{R}")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.activate("Ann", "Mox")
    assert game.mana_pool("Ann") == "{R}"


def test_so_much_energy() -> None:
    game = start(TODAY)
    text = "You get an amount of {E} equal to the greatest power among creatures you control."
    put(game, "Ann", "Surge", "Sorcery", text, zone="hand")
    put(game, "Ann", "Pay", "Sorcery", "You may pay {E}{E}{E}. If you do, draw a card.", zone="hand")
    put(game, "Ann", "Ox", "Creature 3/2")
    game.play("Ann", "Surge")
    game.resolve_all()
    game.will("may", True)
    game.play("Ann", "Pay")
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_up_to_three_additional_lands() -> None:
    game = start(TODAY)
    put(game, "Ann", "Bloom", "Sorcery", "You may play up to three additional lands this turn.", zone="hand")
    for number in range(5):
        put(game, "Ann", f"Bog {number}", "Land", zone="hand")
    game.play("Ann", "Bloom")
    game.resolve_all()
    for number in range(4):
        game.play_land("Ann", f"Bog {number}")
    with pytest.raises(IllegalAction):
        game.play_land("Ann", "Bog 4")


def test_additional_spells_of_those_who_have_cast_one() -> None:
    game = start(TODAY)
    text = "Each player who has cast a nonartifact spell this turn can't cast additional nonartifact spells."
    put(game, "Ann", "Canon", "Artifact Creature 2/2", text)
    for name, line in (("Gift", "Sorcery"), ("Loan", "Sorcery"), ("Cup", "Artifact")):
        put(game, "Ann", name, line, "Draw a card." if line == "Sorcery" else "", zone="hand")
    game.play("Ann", "Gift")
    game.resolve_all()
    with pytest.raises(IllegalAction):
        game.play("Ann", "Loan")
    game.play("Ann", "Cup")


def test_one_of_them_at_random() -> None:
    game = start(TODAY)
    put(game, "Ann", "Swing", "Sorcery", "Choose two target creatures. Destroy one of them at random.", zone="hand")
    put(game, "Bob", "Ox", "Creature 3/2")
    put(game, "Bob", "Elk", "Creature 3/2")
    game.will("at random", ["Elk"])
    game.play("Ann", "Swing", targets=[["Ox", "Elk"]])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("battlefield", "graveyard")


def test_lands_of_every_basic_land_type() -> None:
    game = start(TODAY)
    text = "Lands you control are every basic land type in addition to their other types."
    put(game, "Ann", "Dryad", "Enchantment Creature 2/4", text)
    put(game, "Ann", "Grotto", "Land")
    found = game.characteristics("Grotto").subtypes
    assert {"Plains", "Island", "Swamp", "Mountain", "Forest"} <= found


def test_what_did_not_attack_this_turn() -> None:
    game = start(TODAY)
    text = "{T}: Destroy all creatures that didn't attack this turn."
    put(game, "Ann", "Imp", "Artifact", text)
    put(game, "Ann", "Ox", "Creature 3/2")
    put(game, "Ann", "Elk", "Creature 3/2")
    game.attack("Ann", {"Ox": "Bob"})
    game.activate("Ann", "Imp")
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("battlefield", "graveyard")


def test_what_blocked_it_this_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Horn", "Artifact", "{T}: Tap target creature that blocked Ox this turn.")
    put(game, "Ann", "Ox", "Creature 1/2")
    put(game, "Bob", "Elk", "Creature 1/2")
    put(game, "Bob", "Bear", "Creature 1/2")
    text = "At end of combat, tap all creatures that blocked Wall this turn."
    put(game, "Ann", "Wall", "Creature 1/2", text)
    game.attack("Ann", {"Wall": "Bob"})
    game.block("Bob", {"Elk": "Wall"})
    game.to_step("postcombat main")
    assert (game.is_tapped("Elk"), game.is_tapped("Bear")) == (True, False)


def test_land_one_controls_and_does_not_own() -> None:
    game = start(TODAY)
    put(game, "Ann", "Herald", "Creature 2/4", "Herald gets +1/+1 for each land you control but don't own.")
    put(game, "Ann", "Bog", "Land")
    put(game, "Bob", "Fen", "Land")
    put(game, "Ann", "Grip", "Sorcery", "Gain control of target land.", zone="hand")
    game.play("Ann", "Grip", targets=["Fen"])
    game.resolve_all()
    assert game.power_toughness("Herald") == (3, 5)


def test_counters_of_any_kind() -> None:
    game = start(TODAY)
    text = "As long as Hero has two or more counters on it, it has flying."
    put(game, "Ann", "Hero", "Creature 2/2", text, counters={"+1/+1": 1})
    put(game, "Ann", "Act", "Sorcery", "Destroy target creature with no counters on it.", zone="hand")
    put(game, "Ann", "Gift", "Sorcery", "Put a charge counter on target creature.", zone="hand")
    assert not game.has_keyword("Hero", "flying")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Act", targets=["Hero"])
    game.play("Ann", "Gift", targets=["Hero"])
    game.resolve_all()
    assert game.has_keyword("Hero", "flying")


def test_each_kind_of_counter_is_doubled() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2", counters={"+1/+1": 2, "charge": 1})
    text = "Double the number of each kind of counter on target artifact, creature, or land."
    put(game, "Ann", "Vor", "Sorcery", text, zone="hand")
    game.play("Ann", "Vor", targets=["Ox"])
    game.resolve_all()
    assert (game.counters("Ox", "+1/+1"), game.counters("Ox", "charge")) == (4, 2)


def test_tokens_that_were_created_this_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Host", "Sorcery", "Create two 1/1 white Spirit creature tokens.", zone="hand")
    put(game, "Ann", "Toll", "Sorcery", "You gain life equal to the number of tokens you created this turn.", zone="hand")  # fmt: skip
    game.play("Ann", "Host")
    game.resolve_all()
    game.play("Ann", "Toll")
    game.resolve_all()
    assert game.life("Ann") == 22


def test_whether_one_is_the_defending_player() -> None:
    game = start(TODAY)
    text = "Whenever a creature an opponent controls attacks, if you're the defending player, you gain 1 life."
    put(game, "Bob", "Kaz", "Creature 5/4", text)
    put(game, "Ann", "Ox", "Creature 1/2")
    game.attack("Ann", {"Ox": "Bob"})
    game.resolve_all()
    assert game.life("Bob") == 21


def test_damage_equal_to_a_number_is_divided() -> None:
    game = start(TODAY)
    text = "{T}: Inferno deals damage equal to its power divided as you choose among any number of target creatures."
    put(game, "Ann", "Inferno", "Creature 3/5", text)
    put(game, "Bob", "Ox", "Creature 1/2")
    put(game, "Bob", "Elk", "Creature 1/2")
    game.activate("Ann", "Inferno", targets=[["Ox", "Elk"]], division={"Ox": 2, "Elk": 1})
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("graveyard", "battlefield")


def test_ones_life_total_may_become_a_number() -> None:
    game = start(TODAY)
    put(game, "Ann", "Serra", "Sorcery", "You may have your life total become 7.", zone="hand")
    game.will("may", True)
    game.play("Ann", "Serra")
    game.resolve_all()
    assert game.life("Ann") == 7


def test_all_the_cards_from_a_graveyard() -> None:
    game = start(TODAY)
    put(game, "Ann", "End", "Sorcery", "Target player exiles all the cards from their graveyard.", zone="hand")
    put(game, "Bob", "Ox", "Creature 1/2", zone="graveyard")
    game.play("Ann", "End", targets=["Bob"])
    game.resolve_all()
    assert game.zone_of("Ox") == "exile"


def test_a_maximum_hand_size_that_is_equal_to_a_number() -> None:
    game = start(TODAY)
    text = "Your maximum hand size is equal to the number of hour counters on Oil."
    put(game, "Ann", "Oil", "Enchantment", text, counters={"hour": 1})
    for number in range(3):
        put(game, "Ann", f"Bog {number}", "Land", zone="hand")
    game.will("discard", ["Bog 0", "Bog 1"])
    game.to_step("upkeep", "Bob")
    assert game.hand("Ann") == ["Bog 2"]


def test_protection_from_the_chosen_player() -> None:
    game = start(TODAY)
    text = "As Nemesis enters the battlefield, choose a player.\nNemesis has protection from the chosen player."
    put(game, "Ann", "Nemesis", "Creature 3/1", text, zone="hand")
    put(game, "Bob", "Bolt", "Instant", "Bolt deals 3 damage to any target.", zone="hand")
    game.will("player", "Bob")
    game.play("Ann", "Nemesis")
    game.resolve_all()
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction):
        game.play("Bob", "Bolt", targets=["Nemesis"])


def test_a_chosen_number() -> None:
    game = start(TODAY)
    text = (
        "As Prel enters the battlefield, choose a number.\nSpells with mana value equal to the chosen number can't be"
    )
    put(game, "Ann", "Prel", "Creature 2/2", f"{text} cast.", zone="hand")
    put(game, "Ann", "Gift", "Sorcery", "Draw a card.", zone="hand", cost="{1}")
    game.will("number", 1)
    game.play("Ann", "Prel")
    game.resolve_all()
    game.add_mana("Ann", "{C}")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Gift")


def test_a_companion_does_nothing_on_the_battlefield() -> None:
    game = start(TODAY)
    text = "Companion — Each permanent card in your starting deck has mana value 2 or less."
    put(game, "Ann", "Lurk", "Legendary Creature 3/2", text, zone="hand")
    game.play("Ann", "Lurk")
    game.resolve_all()
    assert game.zone_of("Lurk") == "battlefield"


REFUSED = {
    "the first spell": "The first spell you cast each turn has cascade.",
    "what is turned up": "As Odd is turned face up, draw a card.",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_is_read_and_not_carried_out_is_refused(text: str) -> None:
    assert compare(text, Host.parse("Creature 1/1", "Odd"), Ruleset.on(TODAY)).verdict == EXACT
    game = start(TODAY)
    put(game, "Ann", "Gift", "Sorcery", "Draw a card.", zone="hand")
    put(game, "Ann", "Odd", "Creature 1/1", text)
    with pytest.raises(NotModelled):
        game.play("Ann", "Gift")


def test_a_full_party() -> None:
    game = start(TODAY)
    text = "If you have a full party, draw a card."
    for name in ("Muster", "Muster 2"):
        put(game, "Ann", name, "Sorcery", text, zone="hand")
    for kind in ("Cleric Wizard", "Rogue", "Warrior"):
        put(game, "Ann", kind, f"Creature — {kind} 1/1")
    game.play("Ann", "Muster")
    game.resolve_all()
    assert len(game.hand("Ann")) == 1
    put(game, "Ann", "Priest", "Creature — Cleric 1/1")
    game.play("Ann", "Muster 2")
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_a_poisoned_player() -> None:
    game = start(TODAY)
    put(game, "Ann", "Snout", "Creature 5/5", "Snout can't attack unless defending player is poisoned.")
    put(game, "Ann", "Sting", "Sorcery", "Target player gets a poison counter.", zone="hand")
    with pytest.raises(IllegalAction):
        game.attack("Ann", {"Snout": "Bob"})
    game.play("Ann", "Sting", targets=["Bob"])
    game.resolve_all()
    game.attack("Ann", {"Snout": "Bob"})


def test_who_has_surveilled_this_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Agent", "Creature 2/3", "As long as you've surveilled this turn, Agent has deathtouch.")
    put(game, "Ann", "Peer", "Sorcery", "Surveil 1.", zone="hand")
    assert not game.has_keyword("Agent", "deathtouch")
    game.will("graveyard", [])
    game.play("Ann", "Peer")
    game.resolve_all()
    assert game.has_keyword("Agent", "deathtouch")


def test_damage_that_is_tripled() -> None:
    game = start(TODAY)
    put(game, "Ann", "Sprite", "Creature 2/3", "If Sprite would deal damage to a player, it deals triple that damage to that player instead.")  # fmt: skip
    game.attack("Ann", {"Sprite": "Bob"})
    game.to_step("postcombat main")
    assert game.life("Bob") == 14


def test_counters_that_you_get_are_yours() -> None:
    host, today = Host.parse("Creature 1/1", "Odd"), Ruleset.on("2026-06-19")
    text = (
        "If {} would get one or more counters, you get that many plus one of each of those kinds of counters instead."
    )
    assert compare(text.format("you"), host, today).verdict == EXACT
    assert compare(text.format("an opponent"), host, today).verdict != EXACT


def test_a_planeswalker_is_of_the_player_who_is_attacked() -> None:
    host, today = Host.parse("Creature 1/1", "Odd"), Ruleset.on(TODAY)
    text = "Whenever you attack, create a 1/1 white Human creature token that's tapped and attacking "
    for_each = text.replace("create", "for each opponent, create")
    assert compare(f"{for_each}that player or a planeswalker they control.", host, today).verdict == EXACT
    assert compare(f"{for_each}that player or a planeswalker you control.", host, today).verdict != EXACT
