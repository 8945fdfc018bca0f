"""What tells things apart: where they are, what they block, which abilities and faces they have."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.state.choices import IllegalAction

TODAY = "2021-11-19"


@pytest.mark.parametrize("zone", ["hand", "graveyard"])
def test_a_card_from_either_of_two_zones(zone: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Blade", "Artifact — Equipment", zone=zone)
    put(game, "Ann", "Hammer", "Artifact — Equipment", zone="library")
    text = "You may put an Equipment card from your hand or graveyard onto the battlefield."
    put(game, "Ann", "Forge", "Sorcery", text, zone="hand")
    game.play("Ann", "Forge")
    game.resolve_all({"may": True})
    assert game.cards_in("battlefield") == ["Blade"]


def test_cards_in_two_zones_cannot_enter() -> None:
    game = start(TODAY)
    put(game, "Ann", "Rune", "Artifact", "Creature cards in graveyards and libraries can't enter the battlefield.")
    put(game, "Ann", "Ox", "Creature 3/3", zone="graveyard")
    put(game, "Ann", "Elk", "Creature 3/3", zone="hand")
    for name, zone in (("Ox", "graveyard"), ("Elk", "hand")):
        text = f"Put target creature card from your {zone} onto the battlefield."
        if zone == "hand":
            text = "You may put a creature card from your hand onto the battlefield."
        put(game, "Ann", f"Call {name}", "Sorcery", text, zone="hand")
        game.play("Ann", f"Call {name}", targets=[name] if zone == "graveyard" else [])
        game.resolve_all({"may": True})
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("graveyard", "battlefield")


def test_a_creature_that_it_is_blocking_is_a_target_after_its_own_sacrifice() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Ann", "Elk", "Creature 3/3")
    put(game, "Bob", "Wall", "Creature — Wall 0/2", "Sacrifice Wall: Destroy target creature Wall is blocking.")
    game.attack("Ann", ["Ox", "Elk"])
    game.to_step("declare blockers")
    game.block("Bob", {"Wall": "Ox"})
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction):
        game.activate("Bob", "Wall", targets=["Elk"])
    game.activate("Bob", "Wall", targets=["Ox"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Wall")) == ("graveyard", "graveyard")


def test_a_land_with_an_ability_that_is_no_mana_ability() -> None:
    game = start(TODAY)
    put(game, "Bob", "Glade", "Land", "{T}: Add {G}.")
    put(game, "Bob", "Tower", "Land", "{T}: Add {C}.\n{T}: You gain 1 life.")
    text = "Destroy target land with an activated ability that isn't a mana ability."
    put(game, "Ann", "Maw", "Sorcery", text, zone="hand")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Maw", targets=["Glade"])
    game.play("Ann", "Maw", targets=["Tower"])
    game.resolve_all()
    assert game.zone_of("Tower") == "graveyard"


def test_a_creature_with_the_tap_symbol_in_a_cost() -> None:
    game = start(TODAY)
    put(game, "Ann", "Elf", "Creature 1/1", "{T}: Add {G}.", tapped=True)
    put(game, "Ann", "Ox", "Creature 3/3", "{2}: Ox gets +1/+0 until end of turn.", tapped=True)
    text = "Untap target creature that has an activated ability with {T} in its cost."
    put(game, "Ann", "Stone", "Instant", text, zone="hand")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Stone", targets=["Ox"])
    game.play("Ann", "Stone", targets=["Elf"])
    game.resolve_all()
    assert not game.is_tapped("Elf")


def test_abilities_are_activated_as_though_by_creatures_with_haste() -> None:
    game = start(TODAY)
    put(game, "Ann", "Elf", "Creature 1/1", "{T}: You gain 1 life.", new=True)
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Elf")
    text = "You may activate abilities of creatures you control as though those creatures had haste."
    put(game, "Ann", "Elixir", "Artifact", text)
    game.activate("Ann", "Elf")
    game.resolve_all()
    assert game.life("Ann") == 21
