"""Old cards' ways of saying what newer ones say otherwise: which of several, how many cards, only then: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import EXACT, compare, readable
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction

TODAY = "2021-11-19"


def test_one_thing_may_get_two_changes_or_neither() -> None:
    text = "{0}: You may have target creature get +2/+0 and gain deathtouch until end of turn."
    for wanted, power in ((True, 3), (False, 1)):
        game = start(TODAY)
        put(game, "Ann", "Smith", "Artifact", text)
        put(game, "Ann", "Ox", "Creature 1/1")
        game.will("may", wanted)
        game.activate("Ann", "Smith", targets=["Ox"])
        game.resolve_all()
        assert game.power_toughness("Ox") == (power, 1)
        assert game.has_keyword("Ox", "deathtouch") is wanted


@pytest.mark.parametrize(
    ("which", "dies"),
    [
        ("the creature with the least toughness", "Imp"),
        ("the creature with the greatest power", "Ox"),
        ("the creature with the greatest power among creatures you control", "Elk"),
    ],
)
def test_the_one_that_has_most_or_least(which: str, dies: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Scythe", "Sorcery", f"Destroy {which}.", zone="hand")
    put(game, "Ann", "Elk", "Creature 2/3")
    put(game, "Bob", "Ox", "Creature 4/4")
    put(game, "Bob", "Imp", "Creature 1/1")
    game.play("Ann", "Scythe")
    game.resolve_all()
    assert [name for name in ("Elk", "Ox", "Imp") if game.zone_of(name) == "graveyard"] == [dies]


def test_as_many_cards_from_the_top_as_an_amount_says() -> None:
    game = start(TODAY)
    text = "Exile cards from the top of your library equal to the number of creatures you control."
    put(game, "Ann", "Mask", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 4/4")
    put(game, "Ann", "Elk", "Creature 2/2")
    game.play("Ann", "Mask")
    game.resolve_all()
    assert len(game.cards_in("exile")) == 2


def test_what_is_attached_is_taken_off_a_creature() -> None:
    game = start(TODAY)
    put(game, "Ann", "Sword", "Artifact — Equipment", "Equipped creature gets +2/+2.\nEquip {0}")
    put(game, "Ann", "Ox", "Creature 1/1")
    put(game, "Ann", "Clash", "Instant", "Unattach all Equipment from target creature.", zone="hand")
    game.activate("Ann", "Sword", targets=["Ox"])
    game.resolve_all()
    assert game.power_toughness("Ox") == (3, 3)
    game.play("Ann", "Clash", targets=["Ox"])
    game.resolve_all()
    assert game.power_toughness("Ox") == (1, 1)
    assert game.zone_of("Sword") == "battlefield"


def test_one_of_two_colors_is_chosen() -> None:
    text = "As Equity enters the battlefield, choose black or red.\nCreatures of the chosen color get -1/-1."
    game = start(TODAY)
    put(game, "Ann", "Equity", "Enchantment", text, zone="hand")
    put(game, "Bob", "Imp", "Creature 2/2", cost="{R}")
    game.will("color", "red")
    game.play("Ann", "Equity")
    game.resolve_all()
    assert game.power_toughness("Imp") == (1, 1)


def test_no_third_color_is_chosen_in_place_of_two() -> None:
    game = start(TODAY)
    put(game, "Ann", "Equity", "Enchantment", "As Equity enters the battlefield, choose black or red.", zone="hand")
    game.will("color", "green")
    game.play("Ann", "Equity")
    with pytest.raises(IllegalAction):
        game.resolve_all()


def test_an_ability_that_counts_how_often_it_was_activated() -> None:
    text = (
        "{0}: Whelp gets +1/+0 until end of turn."
        " If this ability has been activated three or more times this turn, sacrifice Whelp."
    )
    game = start(TODAY)
    put(game, "Ann", "Whelp", "Creature 1/1", text)
    for _ in range(2):
        game.activate("Ann", "Whelp")
        game.resolve_all()
    assert game.power_toughness("Whelp") == (3, 1)
    game.activate("Ann", "Whelp")
    game.resolve_all()
    assert game.zone_of("Whelp") == "graveyard"


@pytest.mark.parametrize(("says", "dies"), [("attacked you this turn", "Ox"), ("blocked this turn", "Wall")])
def test_what_did_something_in_combat_this_turn(says: str, dies: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 1/4")
    put(game, "Ann", "Elk", "Creature 1/4")
    put(game, "Bob", "Wall", "Creature 0/4")
    put(game, "Bob", "Writ", "Instant", f"Destroy target creature that {says}.", zone="hand")
    game.attack("Ann", {"Ox": "Bob"})
    game.block("Bob", {"Wall": "Ox"})
    game.to_step("postcombat main")
    game.pass_priority("Ann")
    assert game.why_illegal(lambda game: game.play("Bob", "Writ", targets=["Elk"])) is not None
    game.play("Bob", "Writ", targets=[dies])
    game.resolve_all()
    assert game.zone_of(dies) == "graveyard"


def test_a_spell_for_before_or_after_combat_alone() -> None:
    game = start(TODAY)
    put(game, "Ann", "Early", "Instant", "Cast this spell only before combat.\nYou gain 1 life.", zone="hand")
    put(game, "Ann", "Late", "Instant", "Cast this spell only after combat.\nYou gain 1 life.", zone="hand")
    assert game.why_illegal(lambda game: game.play("Ann", "Early")) is None
    assert game.why_illegal(lambda game: game.play("Ann", "Late")) is not None
    game.to_step("end of combat")
    assert game.why_illegal(lambda game: game.play("Ann", "Late")) is not None
    game.to_step("postcombat main")
    assert game.why_illegal(lambda game: game.play("Ann", "Early")) is not None
    assert game.why_illegal(lambda game: game.play("Ann", "Late")) is None


def test_up_to_so_many_additional_creatures_may_be_blocked() -> None:
    game = start(TODAY)
    for name in ("Ox", "Elk", "Imp"):
        put(game, "Ann", name, "Creature 1/1")
    put(game, "Bob", "Wall", "Creature 0/9", "Wall can block up to two additional creatures each combat.")
    game.attack("Ann", {"Ox": "Bob", "Elk": "Bob", "Imp": "Bob"})
    game.block("Bob", {"Wall": ["Ox", "Elk", "Imp"]})
    game.to_step("postcombat main")
    assert game.life("Bob") == 20


@pytest.mark.parametrize(
    ("text", "life"),
    [
        ("Flood deals damage equal to half the number of lands you control, rounded up, to each opponent.", 18),
        ("Flood deals damage equal to half the number of lands you control to each opponent.", 19),
    ],
)
def test_damage_by_an_amount(text: str, life: int) -> None:
    game = start(TODAY)
    for name in ("Bog", "Fen", "Moor"):
        put(game, "Ann", name, "Land")
    put(game, "Ann", "Flood", "Instant", text, zone="hand")
    game.play("Ann", "Flood")
    game.resolve_all()
    assert game.life("Bob") == life


def test_two_letters_of_which_one_is_rounded() -> None:
    text = (
        "Target creature gets +X/+Y until end of turn, where X is half the number of lands you control, rounded down,"
        " and Y is half the number of lands you control, rounded up."
    )
    assert compare(text, Host.parse("Instant"), Ruleset.on(TODAY)).verdict == EXACT
    game = start(TODAY)
    for name in ("Bog", "Fen", "Moor"):
        put(game, "Ann", name, "Land")
    put(game, "Ann", "Ox", "Creature 1/1")
    put(game, "Ann", "Howl", "Instant", text, zone="hand")
    game.play("Ann", "Howl", targets=["Ox"])
    game.resolve_all()
    assert game.power_toughness("Ox") == (2, 3)


def test_what_takes_the_place_of_a_step_before_is_not_taken_for_the_spells_way_into_a_graveyard() -> None:
    found = "Search your library for a basic land card, reveal it, put it into your hand, then shuffle."
    instead = "If a creature died this turn, put that card onto the battlefield instead of putting it into your hand."
    assert readable(found, Host.parse("Sorcery"), Ruleset.on(TODAY))
    assert not readable(f"{found} {instead}", Host.parse("Sorcery"), Ruleset.on(TODAY))


@pytest.mark.parametrize("more", ["an additional 1 damage", "1 additional damage"])
def test_more_damage_to_some_of_those_that_are_dealt_damage(more: str) -> None:
    game = start(TODAY)
    text = f"Hex deals 1 damage to each nonblack creature and {more} to each green creature."
    assert compare(text.replace("Hex", "~"), Host.parse("Sorcery"), Ruleset.on(TODAY)).verdict == EXACT
    put(game, "Ann", "Hex", "Sorcery", text, zone="hand")
    put(game, "Ann", "Rat", "Creature 1/1", cost="{B}")
    put(game, "Bob", "Elf", "Creature 1/2", cost="{G}")
    put(game, "Bob", "Ox", "Creature 1/2", cost="{R}")
    game.play("Ann", "Hex")
    game.resolve_all()
    assert [name for name in ("Rat", "Elf", "Ox") if game.zone_of(name) == "graveyard"] == ["Elf"]


def test_a_color_word_or_a_word_of_a_land_type_is_replaced() -> None:
    text = (
        "Change the text of target spell or permanent by replacing all instances of one color word or basic land type"
        " with another until end of turn."
    )
    assert compare(text, Host.parse("Instant"), Ruleset.on(TODAY)).verdict == EXACT
    game = start(TODAY)
    put(game, "Ann", "Spray", "Instant", text, zone="hand")
    put(game, "Bob", "Knight", "Creature 1/1", "Protection from black")
    put(game, "Ann", "Dart", "Creature 1/1", "{0}: Destroy target creature.", cost="{B}")
    game.will("old word", "black")
    game.will("new word", "green")
    assert game.why_illegal(lambda game: game.activate("Ann", "Dart", targets=["Knight"])) is not None
    game.play("Ann", "Spray", targets=["Knight"])
    game.resolve_all()
    assert game.why_illegal(lambda game: game.activate("Ann", "Dart", targets=["Knight"])) is None


def test_all_others_that_share_a_color_with_what_entered_are_other_than_that() -> None:
    game = start(TODAY)
    put(game, "Ann", "Plague", "Enchantment", "Whenever a creature enters the battlefield, destroy all other creatures that share a color with it.")  # fmt: skip
    put(game, "Bob", "Rat", "Creature 1/1", cost="{B}")
    put(game, "Bob", "Elf", "Creature 1/1", cost="{G}")
    put(game, "Ann", "Shade", "Creature 1/1", zone="hand", cost="{B}")
    game.add_mana("Ann", "{B}")
    game.play("Ann", "Shade")
    game.resolve_all()
    assert [game.zone_of(name) for name in ("Rat", "Elf", "Shade")] == ["graveyard", "battlefield", "battlefield"]


def test_all_other_cards_revealed_this_way_are_other_than_the_one_that_was_found() -> None:
    game = start(TODAY)
    text = (
        "Destroy target creature. Its controller reveals cards from the top of their library until they reveal an"
        " artifact card. The player puts that card onto the battlefield, then shuffles all other cards revealed this"
        " way into their library."
    )
    put(game, "Ann", "Morph", "Sorcery", text, zone="hand")
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Bob", "Mox", "Artifact", zone="library")
    put(game, "Bob", "Imp", "Creature 1/1", zone="library")
    game.play("Ann", "Morph", targets=["Ox"])
    game.resolve_all()
    assert [game.zone_of(name) for name in ("Ox", "Mox", "Imp")] == ["graveyard", "battlefield", "library"]


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a player casts a spell, counter it if a card with the same name is in a graveyard.",
        "Whenever a creature dies, you may search your library for a card with the same name, put it into your hand, then shuffle.",
    ],
)
def test_one_card_alone_has_no_same_name(text: str) -> None:
    assert not readable(text, Host.parse("Enchantment"), Ruleset.on(TODAY))
    assert readable("Discard two cards with the same name: Draw a card.", Host.parse("Enchantment"), Ruleset.on(TODAY))
