"""What is counted this turn, how far two amounts are apart, and what else limits or is limited: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction

TODAY = "2022-04-29"


def cast(game: Game, player: str, name: str, *targets: str) -> None:
    game.play(player, name, targets=list(targets) or None)
    game.resolve_all()


@pytest.mark.parametrize(("held", "drawn"), [(1, 2), (3, 0)])
def test_as_many_cards_as_the_difference(held: int, drawn: int) -> None:
    game = start(TODAY)
    for _ in range(held):
        put(game, "Ann", "Junk", "Creature 1/1", zone="hand")
    text = "If you have fewer than three cards in hand, draw cards equal to the difference."
    put(game, "Ann", "Refill", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Refill")
    assert len(game.hand("Ann")) == held + drawn


def test_what_was_put_into_your_graveyard_from_the_battlefield_this_turn_is_counted() -> None:
    game = start(TODAY)
    for owner, name in (("Ann", "Ox"), ("Ann", "Elk"), ("Bob", "Imp")):
        put(game, owner, name, "Creature 1/1")
    put(game, "Ann", "Quake", "Sorcery", "Destroy all creatures.", zone="hand")
    text = "You gain 1 life for each creature put into your graveyard from the battlefield this turn."
    put(game, "Ann", "Rite", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Quake")
    cast(game, "Ann", "Rite")
    assert game.life("Ann") == 22


def test_those_without_either_keyword_cannot_attack() -> None:
    game = start(TODAY)
    put(game, "Bob", "Moat", "Enchantment", "Creatures without flying or islandwalk can't attack.")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Bat", "Creature 1/1", "Flying")
    put(game, "Ann", "Eel", "Creature 1/1", "Islandwalk")
    with pytest.raises(IllegalAction):
        game.attack("Ann", ["Ox"])
    game.attack("Ann", ["Bat", "Eel"])


def test_a_spell_with_x_in_its_cost_is_countered_and_no_other() -> None:
    game = start(TODAY)
    put(game, "Bob", "Lens", "Instant", "Counter target spell with {X} in its mana cost.", zone="hand")
    put(game, "Ann", "Blaze", "Sorcery", "Blaze deals X damage to any target.", zone="hand", cost="{X}")
    put(game, "Ann", "Zap", "Instant", "Zap deals 1 damage to any target.", zone="hand")
    game.play("Ann", "Zap", targets=["Bob"])
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction):
        game.play("Bob", "Lens", targets=["Zap"])
    game.resolve_all()
    game.play("Ann", "Blaze", targets=["Bob"], x=0)
    game.pass_priority("Ann")
    game.play("Bob", "Lens", targets=["Blaze"])
    game.resolve_all()
    assert game.zone_of("Lens") == "graveyard"


@pytest.mark.parametrize(("pays", "life", "zone"), [(True, 18, "battlefield"), (False, 20, "graveyard")])
def test_it_is_destroyed_unless_its_controller_has_damage_dealt(pays: bool, life: int, zone: str) -> None:
    game = start(TODAY)
    put(game, "Bob", "Field", "Land")
    text = "Destroy target land unless its controller has Sting deal 2 damage to them."
    put(game, "Ann", "Sting", "Sorcery", text, zone="hand")
    game.play("Ann", "Sting", targets=["Field"])
    game.will("pay", pays)
    game.resolve_all()
    assert (game.life("Bob"), game.zone_of("Field")) == (life, zone)


def test_a_creature_attacks_you_this_turn_if_able() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Lure", "Instant", "Target creature attacks you this turn if able.", zone="hand")
    game.pass_priority("Ann")
    game.play("Bob", "Lure", targets=["Ox"])
    game.resolve_all()
    with pytest.raises(IllegalAction):
        game.attack("Ann", [])
    game.attack("Ann", ["Ox"])


def test_damage_is_prevented_until_your_next_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Zap", "Instant", "Zap deals 3 damage to any target.", zone="hand")
    text = "Until your next turn, prevent all damage that would be dealt to target creature."
    put(game, "Ann", "Aegis", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Aegis", "Ox")
    game.to_step("upkeep", "Bob")
    cast(game, "Bob", "Zap", "Ox")
    assert game.zone_of("Ox") == "battlefield"


def test_each_player_puts_what_that_player_exiled_this_way() -> None:
    game = start(TODAY)
    for player, name in (("Ann", "Ox"), ("Bob", "Imp")):
        put(game, player, name, "Creature 2/2", zone="graveyard")
    text = (
        "Each player exiles all creature cards from their graveyard, then puts all cards they exiled this way onto the"
        " battlefield."
    )
    put(game, "Ann", "Dawn", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Dawn")
    assert (game.controller("Ox"), game.controller("Imp")) == ("Ann", "Bob")


def test_what_a_letter_is_may_stand_in_the_middle_of_a_sentence() -> None:
    game = start(TODAY)
    for name in ("Ox", "Elk"):
        put(game, "Ann", name, "Creature 1/1")
    for name in ("Low", "Mid", "High"):
        put(game, "Ann", name, "Land", zone="library", position=0)
    text = (
        "Put the top X cards of your library into your hand, where X is the number of creatures you control, then draw"
    )
    put(game, "Ann", "Scout", "Sorcery", f"{text} a card.", zone="hand")
    cast(game, "Ann", "Scout")
    assert game.hand("Ann") == ["High", "Mid", "Low"]
