"""What objects can't have, what a spell can't cause, and how a cost can't be paid; all else is as before: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game

TODAY = "2021-11-19"
ARCHETYPE = (
    "Creatures you control have first strike.\nCreatures your opponents control lose first strike and can't have or gain"
    " first strike."
)


def keywords(game: Game, name: str) -> set[str]:
    return {getattr(each.ability, "keyword", "") for each in game.characteristics(name).abilities}


# ---- "can't have"


def duelists() -> Game:
    game = start(TODAY)
    put(game, "Bob", "Knight", "Creature 2/2", "First strike\nVigilance")
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Bob", "Banner", "Enchantment", "Creatures you control have first strike.")
    put(game, "Ann", "Elk", "Creature 2/2")
    put(game, "Ann", "Archetype", "Enchantment Creature 3/2", ARCHETYPE)
    return game


def test_an_object_has_not_what_it_cant_have_whatever_gives_it() -> None:
    game = duelists()
    put(game, "Bob", "Later Banner", "Enchantment", "Creatures you control have first strike.")
    assert keywords(game, "Elk") == {"first strike"}
    assert keywords(game, "Knight") == {"vigilance"}
    assert "first strike" not in keywords(game, "Ox")


def test_static_abilities_give_it_again_once_the_other_is_gone_but_no_effect_that_could_not_begin() -> None:
    game = duelists()
    put(game, "Ann", "Kill", "Instant", "Destroy target creature.", zone="hand")
    put(game, "Bob", "Cow", "Creature 1/1")
    put(
        game,
        "Bob",
        "Spur",
        "Instant",
        "Target creature gets +1/+1 and gains first strike until end of turn.",
        zone="hand",
    )
    put(game, "Ann", "Unban", "Instant", "Destroy target enchantment.", zone="hand")
    game.pass_priority("Ann")
    game.play("Bob", "Spur", targets=["Cow"])
    game.resolve_all()
    assert game.power_toughness("Cow") == (2, 2)
    game.play("Ann", "Unban", targets=["Banner"])
    game.resolve_all()
    game.play("Ann", "Kill", targets=["Archetype"])
    game.resolve_all()
    assert "first strike" not in keywords(game, "Cow")
    assert keywords(game, "Knight") == {"first strike", "vigilance"}


def test_an_effect_for_several_begins_for_those_that_can_have_it() -> None:
    game = start(TODAY)
    put(game, "Ann", "Archetype", "Enchantment Creature 3/2", ARCHETYPE)
    put(game, "Ann", "Elk", "Creature 2/2")
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Ann", "Charge", "Instant", "All creatures gain first strike and trample until end of turn.", zone="hand")
    game.play("Ann", "Charge")
    game.resolve_all()
    assert keywords(game, "Elk") == {"first strike", "trample"}
    assert keywords(game, "Ox") == {"trample"}


# ---- "loses all other …"


def test_all_other_abilities_are_those_that_the_same_ability_does_not_give() -> None:
    game = start(TODAY)
    put(game, "Bob", "Bird", "Legendary Enchantment Creature — Bird 3/3", "Flying")
    text = (
        "Enchant creature\nEnchanted creature is an Insect artifact creature with base power and toughness 0/1 and has"
        " indestructible, and it loses all other abilities, card types, and creature types."
    )
    put(game, "Ann", "Mutation", "Enchantment — Aura", text, attached_to="Bird")
    found = game.characteristics("Bird")
    assert keywords(game, "Bird") == {"indestructible"}
    assert (found.types, found.subtypes) == ({"artifact", "creature"}, {"Insect"})
    assert "legendary" in found.supertypes
    assert game.power_toughness("Bird") == (0, 1)


def test_card_types_are_lost_but_for_the_one_that_is_given() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 3/3", "Trample")
    text = (
        "Enchant creature or Vehicle\nEnchanted permanent is a Vehicle artifact with crew 5 and it loses all other card"
        " types."
    )
    put(game, "Ann", "Reins", "Enchantment — Aura", text, attached_to="Ox")
    assert game.characteristics("Ox").types == {"artifact"}
    assert keywords(game, "Ox") == {"trample", "crew"}


# ---- "can't cause"


HOST = "Spells and abilities your opponents control can't cause you to discard cards or sacrifice permanents."


@pytest.mark.parametrize("guarded", [True, False])
def test_a_spell_of_an_opponent_cant_cause_a_sacrifice_or_a_discard(guarded: bool) -> None:
    game = start(TODAY)
    put(game, "Bob", "Host", "Enchantment", HOST if guarded else "")
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Bob", "Map", "Sorcery", zone="hand")
    put(game, "Ann", "Doom", "Sorcery", "Target player sacrifices a creature and discards a card.", zone="hand")
    game.play("Ann", "Doom", targets=["Bob"])
    game.resolve_all()
    assert game.zone_of("Ox") == ("battlefield" if guarded else "graveyard")
    assert game.zone_of("Map") == ("hand" if guarded else "graveyard")


def test_ones_own_spells_and_costs_still_do_it() -> None:
    game = start(TODAY)
    put(game, "Ann", "Host", "Enchantment", HOST)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Elk", "Creature 2/2")
    put(game, "Ann", "Altar", "Artifact", "Sacrifice a creature: You gain 1 life.")
    put(game, "Ann", "Doom", "Sorcery", "Each player sacrifices a creature.", zone="hand")
    game.will("sacrifice", ["Ox"])
    game.activate("Ann", "Altar")
    game.resolve_all()
    game.play("Ann", "Doom")
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("graveyard", "graveyard")


def test_a_player_cant_choose_to_sacrifice_for_an_opponents_spell() -> None:
    game = start(TODAY)
    put(game, "Bob", "Host", "Enchantment", HOST)
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Ann", "Deal", "Sorcery", "Target player loses 3 life unless they sacrifice a creature.", zone="hand")
    game.will("may", True)
    game.play("Ann", "Deal", targets=["Bob"])
    game.resolve_all()
    assert (game.life("Bob"), game.zone_of("Ox")) == (17, "battlefield")


@pytest.mark.parametrize("guarded", [True, False])
def test_the_controller_of_a_spell_cant_search_the_own_library_for_it(guarded: bool) -> None:
    game = start(TODAY)
    text = "Spells and abilities your opponents control can't cause their controller to search their library."
    put(game, "Ann", "Ashiok", "Enchantment", text if guarded else "")
    put(game, "Bob", "Elk", "Creature 2/2", zone="library")
    put(game, "Ann", "Ox", "Creature 2/2", zone="library")
    tutor = "Search your library for a creature card, put it into your hand, then shuffle."
    put(game, "Bob", "Tutor", "Instant", tutor, zone="hand")
    put(game, "Ann", "Own", "Instant", tutor, zone="hand")
    game.will("search", ["Ox"])
    game.play("Ann", "Own")
    game.resolve_all()
    assert game.zone_of("Ox") == "hand"
    game.pass_priority("Ann")
    if not guarded:
        game.will("search", ["Elk"])
    game.play("Bob", "Tutor")
    game.resolve_all()
    assert game.zone_of("Elk") == ("library" if guarded else "hand")


# ---- "can't pay life or sacrifice"


PURE = "Players can't pay life or sacrifice creatures to cast spells or activate abilities."


def payers(*, pure: bool) -> Game:
    game = start(TODAY)
    put(game, "Ann", "Angel", "Enchantment", PURE if pure else "")
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Bob", "Cup", "Artifact")
    put(game, "Bob", "Orb", "Artifact")
    put(game, "Bob", "Golem", "Artifact Creature 2/2")
    put(game, "Bob", "Altar", "Enchantment", "Sacrifice a creature: You gain 1 life.")
    put(game, "Bob", "Forge", "Enchantment", "Sacrifice an artifact: You gain 1 life.")
    put(game, "Bob", "Vein", "Enchantment", "Pay 2 life: You gain 5 life.")
    put(game, "Bob", "Imp", "Creature 1/1", "Sacrifice ~: You gain 1 life.")
    put(
        game,
        "Bob",
        "Fling",
        "Instant",
        "As an additional cost to cast this spell, sacrifice a creature.\nYou gain 1 life.",
        zone="hand",
    )
    put(game, "Bob", "Probe", "Instant", "You gain 1 life.", zone="hand", cost="{W/P}")
    game.pass_priority("Ann")
    return game


@pytest.mark.parametrize("name", ["Altar", "Vein", "Imp"])
def test_nobody_pays_life_or_sacrifices_creatures_to_activate(name: str) -> None:
    assert payers(pure=False).is_legal(
        lambda game: game.activate("Bob", name, choices={"sacrifice": ["Ox"]} if name == "Altar" else None)
    )
    assert not payers(pure=True).is_legal(
        lambda game: game.activate("Bob", name, choices={"sacrifice": ["Ox"]} if name == "Altar" else None)
    )


@pytest.mark.parametrize("name", ["Fling", "Probe"])
def test_nor_to_cast(name: str) -> None:
    choices = {"sacrifice": ["Ox"]} if name == "Fling" else None
    assert payers(pure=False).is_legal(lambda game: game.play("Bob", name, choices=choices))
    assert not payers(pure=True).is_legal(lambda game: game.play("Bob", name, choices=choices))


def test_another_artifact_is_sacrificed_but_no_artifact_creature() -> None:
    assert payers(pure=True).is_legal(lambda game: game.activate("Bob", "Forge", choices={"sacrifice": ["Cup"]}))
    assert payers(pure=False).is_legal(lambda game: game.activate("Bob", "Forge", choices={"sacrifice": ["Golem"]}))
    assert not payers(pure=True).is_legal(lambda game: game.activate("Bob", "Forge", choices={"sacrifice": ["Golem"]}))


def test_a_resolving_spell_still_has_players_sacrifice_and_pay() -> None:
    game = payers(pure=True)
    put(game, "Ann", "Doom", "Sorcery", "Each opponent sacrifices a creature.", zone="hand")
    game.pass_priority("Bob")
    game.will("sacrifice", ["Ox"])
    game.to_step("precombat main", "Ann")
    game.play("Ann", "Doom")
    game.resolve_all()
    assert game.zone_of("Ox") == "graveyard"


# ---- "attacks a player and isn't blocked", "it can enchant"


@pytest.mark.parametrize("attacked", ["Bob", "Jace"])
def test_it_attacks_a_player_and_isnt_blocked(attacked: str) -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Master",
        "Creature 1/4",
        "Whenever ~ attacks a player and isn't blocked, that player loses 7 life.",
    )
    put(game, "Bob", "Jace", "Legendary Planeswalker — Jace, loyalty 3")
    game.attack("Ann", {"Master": attacked})
    game.block("Bob", {})
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, 13 if attacked == "Bob" else 20)


def test_that_player_is_the_attacked_one() -> None:
    game = start(TODAY)
    put(game, "Ann", "Orc", "Creature 1/4", "Whenever ~ attacks a player, that player loses 7 life.")
    game.attack("Ann", ["Orc"])
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, 13)


def test_an_aura_goes_to_what_it_can_enchant_and_else_stays() -> None:
    text = "Gain control of target Aura that's attached to a permanent. Attach it to another permanent it can enchant."
    for green in (True, False):
        game = start(TODAY)
        put(game, "Ann", "Graft", "Instant", text, zone="hand")
        put(game, "Bob", "Ox", "Creature 2/2")
        put(game, "Bob", "Wall", "Artifact")
        put(game, "Bob", "Shy", "Creature 2/2", "Protection from Auras")
        if green:
            put(game, "Ann", "Elk", "Creature 2/2")
        put(
            game,
            "Bob",
            "Might",
            "Enchantment — Aura",
            "Enchant creature\nEnchanted creature gets +2/+2.",
            attached_to="Ox",
        )
        game.play("Ann", "Graft", targets=["Might"])
        game.resolve_all()
        assert game.controller("Might") == "Ann"
        assert game.power_toughness("Elk" if green else "Ox") == (4, 4)


# ---- X that is chosen on resolution


@pytest.mark.parametrize("tapped", [[], ["Myr A", "Myr C"]])
def test_x_is_as_many_as_are_tapped_for_it(tapped: list[str]) -> None:
    game = start(TODAY)
    text = (
        "Whenever ~ attacks, you may tap X untapped Myr you control. If you do, ~ gets +X/+0 until end of turn and deals X"
        " damage to the player or planeswalker it's attacking."
    )
    put(game, "Ann", "Sphere", "Artifact Creature — Construct 4/7", text)
    for name in "ABC":
        put(game, "Ann", f"Myr {name}", "Artifact Creature — Myr 1/1")
    game.will("may", True)
    game.will("tap", tapped)
    game.attack("Ann", ["Sphere"])
    game.resolve_all()
    assert (game.power_toughness("Sphere"), game.life("Bob")) == ((4 + len(tapped), 7), 20 - len(tapped))
    assert [name for name in "ABC" if game.is_tapped(f"Myr {name}")] == [name[-1] for name in tapped]


def test_one_or_more_that_are_not_blocked_trigger_once() -> None:
    game = start(TODAY)
    text = "Whenever one or more creatures an opponent controls attack you and aren't blocked, that player draws three cards."
    put(game, "Bob", "Jewel", "Artifact", text)
    for name in ("Orc", "Elk"):
        put(game, "Ann", name, "Creature 1/1")
    before = len(game.state.zone("hand", "Ann"))
    game.attack("Ann", ["Orc", "Elk"])
    game.block("Bob", {})
    game.resolve_all()
    assert len(game.state.zone("hand", "Ann")) == before + 3
