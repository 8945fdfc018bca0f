"""Exchanges, fights, what is forbidden, and other keyword actions."""

import pytest
from stock import CREATURE, MINE, NUMBER, instant, sorcery, static, targeting, triggered, vanilla

from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card
from rulesite.engine.game import Game

OPPONENT = ir.All((ir.IsPlayer(), ir.OpponentOf(ir.You())))
SWAP = sorcery("Swap", ir.ExchangeLife(ir.You(), ir.Target(0)), *targeting(OPPONENT))


def swapped(date="2018-01-19", forbid=False):
    game = Game(date)
    if forbid:
        game.put(card("Skull", "Artifact", abilities=(static(ir.EachPlayer(), ir.PlayerCant("gain life")),)), "Bob")
    game.set_life("Ann", 5)
    game.put(SWAP, "Ann", "hand")
    game.put(card("Joy", "Enchantment", abilities=(triggered(ir.LifeGained(ir.IsPlayer()), ir.Draw()),)), "Bob")
    game.play("Ann", "Swap", targets=["Bob"])
    game.all_pass()
    return game


def test_exchanging_life_totals_is_a_gain_and_a_loss():
    game = swapped()
    assert (game.life("Ann"), game.life("Bob")) == (20, 5)
    assert game.times_triggered("Joy") == 1


def test_a_player_who_cannot_gain_life_does_not_gain_it_by_an_exchange():
    game = swapped(forbid=True)
    assert (game.life("Ann"), game.life("Bob")) == (5, 20)
    assert game.times_triggered("Joy") == 0


def test_an_exchange_of_life_totals_is_all_or_nothing():
    game = Game("2018-01-19")
    game.put(card("Oath", "Artifact", abilities=(static(ir.EachPlayer(), ir.PlayerCant("lose life")),)), "Bob")
    game.set_life("Ann", 5)
    game.put(SWAP, "Ann", "hand")
    game.play("Ann", "Swap", targets=["Bob"])
    game.all_pass()
    assert (game.life("Ann"), game.life("Bob")) == (5, 20)


@pytest.mark.parametrize(
    ("owners", "controllers"), [(("Ann", "Bob"), ("Bob", "Ann")), (("Ann", "Ann"), ("Ann", "Ann"))]
)
def test_an_exchange_of_control_is_all_or_nothing(owners, controllers):
    game = Game("2018-01-19")
    for name, owner in zip(("One", "Two"), owners, strict=True):
        game.put(vanilla(name), owner)
    trade = sorcery("Trade", ir.ExchangeControl(ir.Target(0), ir.Target(1)), *targeting(CREATURE, CREATURE))
    game.put(trade, "Ann", "hand")
    game.play("Ann", "Trade", targets=["One", "Two"])
    game.all_pass()
    assert (game.controller("One"), game.controller("Two")) == controllers


@pytest.mark.parametrize(("date", "times", "total"), [("2018-01-19", 2, 4), ("2024-06-07", 1, 4)])
def test_a_creature_that_fights_itself(date, times, total):
    game = Game(date)
    game.put(vanilla("Bear", "Creature 2/9"), "Ann")
    game.put(instant("Brawl", ir.Fight(ir.Target(0), ir.Target(0)), *targeting(CREATURE)), "Ann", "hand")
    game.play("Ann", "Brawl", targets=["Bear"])
    game.all_pass()
    dealt = game.happened("damage", ref="Bear")
    assert (len(dealt), sum(each["amount"] for each in dealt)) == (times, total)
    assert not any(each.get("combat") for each in dealt)


def test_a_static_condition_on_life_follows_the_life_total():
    strong = static(
        ir.Self(),
        ir.ModifyPowerToughness(NUMBER(3), NUMBER(3)),
        condition=ir.Comparison(ir.LifeTotal(ir.You()), "<=", NUMBER(5)),
    )
    game = Game("2018-01-19")
    game.put(vanilla("Avatar", "Creature 1/1", strong), "Bob")
    game.put(SWAP, "Ann", "hand")
    game.set_life("Ann", 5)
    assert game.power_toughness("Avatar") == (1, 1)
    game.play("Ann", "Swap", targets=["Bob"])
    game.all_pass()
    assert game.power_toughness("Avatar") == (4, 4)


def test_what_cannot_be_sacrificed_does_not_pay_for_anything():
    altar = card(
        "Altar",
        "Artifact",
        abilities=(
            ir.ActivatedAbility(
                ir.Cost((ir.Act(ir.Sacrifice(ir.Chosen(ir.All((CREATURE, MINE))))),)), ir.GainLife(NUMBER(1))
            ),
        ),
    )
    game = Game("2018-01-19")
    game.put(altar, "Ann")
    game.put(vanilla("Statue", "Creature 1/1", static(ir.Self(), ir.CantBeSacrificed())), "Ann")
    assert not game.is_legal(lambda g: g.activate("Ann", "Altar"))


@pytest.mark.parametrize("hand", [0, 2])
def test_two_zones_are_exchanged_also_where_one_is_empty(hand):
    game = Game("2018-01-19")
    for number in range(hand):
        game.put(vanilla(f"Held {number}"), "Ann", "hand")
    for number in range(3):
        game.put(vanilla(f"Buried {number}"), "Ann", "graveyard")
    game.put(game.card("Turn", "Sorcery", text="Exchange your hand and graveyard."), "Ann", "hand")
    game.play("Ann", "Turn")
    game.all_pass()
    assert [game.zone_of(f"Held {number}") for number in range(hand)] == ["graveyard"] * hand
    assert {game.zone_of(f"Buried {number}") for number in range(3)} == {"hand"}


def test_what_is_unattached_stays_and_can_be_unattached_once():
    game = Game("2018-01-19")
    game.put(vanilla("Bear", "Creature 2/2"), "Ann")
    text = "Equipped creature gets +1/+1.\n{0}, Unattach this Equipment: You gain 1 life."
    game.put(game.card("Club", "Artifact - Equipment", text=text), "Ann", attached_to="Bear")
    assert game.power_toughness("Bear") == (3, 3)
    game.activate("Ann", "Club")
    game.all_pass()
    assert (game.power_toughness("Bear"), game.zone_of("Club"), game.life("Ann")) == ((2, 2), "battlefield", 21)
    assert not game.is_legal(lambda g: g.activate("Ann", "Club"))


@pytest.mark.parametrize("text", ["Each player loses all unspent mana.", "Each player empties their mana pool."])
def test_each_player_loses_all_mana(text):
    game = Game("2018-01-19")
    game.put(game.card("Drain", "Instant", text=text), "Ann", "hand")
    for name in ("Ann", "Bob"):
        game.add_mana(name, "{R}{G}")
    game.play("Ann", "Drain")
    game.all_pass()
    assert not any(game.state.players[name].mana.get("R") for name in ("Ann", "Bob"))


@pytest.mark.parametrize(("attacks", "blocked"), [(True, 1), (False, 0)])
def test_what_is_made_to_block_blocks_only_what_attacks(attacks, blocked):
    game = Game("2018-01-19")
    for name in ("Raider", "Idler"):
        game.put(vanilla(name, "Creature 2/2"), "Ann")
    game.put(vanilla("Guard", "Creature 1/1"), "Bob")
    game.put(game.card("Ruse", "Instant", text="Target creature blocks target creature."), "Ann", "hand")
    game.attack("Ann", ["Raider"])
    game.block("Bob", {})
    game.play("Ann", "Ruse", targets=["Guard", "Raider" if attacks else "Idler"])
    game.all_pass()
    assert len(game.happened("block")) == blocked


def test_its_name_in_an_ability_that_it_gives_is_not_the_creature_that_has_the_ability():
    game = Game("2018-01-19")
    game.put(vanilla("Bear", "Creature 2/2"), "Ann")
    bola = 'Equipped creature has "Unattach Old Bola: Old Bola deals 1 damage to this creature."'
    game.put(game.card("Old Bola", "Artifact - Equipment", text=bola), "Ann", attached_to="Bear")
    game.activate("Ann", "Bear")
    game.all_pass()
    assert [each["source"] for each in game.happened("damage", ref="Bear")] == ["Old Bola"]
    assert game.is_legal(lambda g: g.activate("Ann", "Bear")) is False


def test_its_name_in_an_ability_that_it_gives_itself_is_itself():
    game = Game("2018-01-19")
    game.put(game.card("Ogre", "Creature 2/2", text='Ogre has "Sacrifice Ogre: You gain 3 life."'), "Ann")
    game.activate("Ann", "Ogre")
    game.all_pass()
    assert (game.zone_of("Ogre"), game.life("Ann")) == ("graveyard", 23)
