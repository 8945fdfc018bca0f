"""What each rule of the limited range of influence keeps out of reach, and what is within it when the rule is off."""

import pytest

from rulesite.engine.game import Game
from rulesite.engine.seating.variants import agreed

NAMES = ["Ann", "Bob", "Cid", "Dora", "Eve"]


def table(date="2026-06-19", without=(), **said):
    """Five players with a range of influence of 1, unless something else is said."""
    return Game(date, NAMES, without=without, options=agreed(NAMES, **({"ranges": 1} | said)))


def bear(game, player, label):
    return game.put(game.card("Bear", "Creature 2/2, green"), player, label=label)


@pytest.mark.parametrize(("without", "legal"), [((), False), (("range_activation",), True)])
def test_an_ability_that_anybody_may_use_is_out_of_reach_with_its_object(without, legal):
    game = table(without=without)
    game.put(game.card("Well", "Artifact", text="{0}: You gain 1 life. Any player may activate this ability."), "Cid")
    assert game.is_legal(lambda g: g.activate("Ann", "Well")) is legal


@pytest.mark.parametrize(("without", "zone"), [((), "graveyard"), (("range_attachments",), "battlefield")])
def test_an_aura_falls_off_what_is_out_of_its_controllers_range(without, zone):
    game = table(without=without)
    bear(game, "Cid", "Ox")
    game.put(game.card("Veil", "Enchantment - Aura", text="Enchant creature"), "Ann", attached_to="Ox")
    game.pass_priority()
    assert game.zone_of("Veil") == zone


@pytest.mark.parametrize(("without", "zone"), [((), "battlefield"), (("range_worlds",), "graveyard")])
def test_a_world_out_of_range_does_not_end_another(without, zone):
    game = table(without=without)
    game.put(game.card("Realm", "World Enchantment"), "Ann")
    plane = game.put(game.card("Plane", "World Enchantment"), "Cid")
    game.state.things[plane].arrived = 1
    game.pass_priority()
    assert (game.zone_of("Realm"), game.zone_of("Plane")) == (zone, "battlefield")


@pytest.mark.parametrize(("without", "own"), [((), "battlefield"), (("range_legends",), "graveyard")])
def test_of_two_legends_only_the_one_goes_whose_controller_sees_the_other(without, own):
    """The example of 601.12 in 2005-08-01."""
    game = table("2005-08-01", without, ranges={"Ann": 1, "Cid": 2})
    for player in ("Ann", "Cid"):
        game.put(game.card("Umezawa", "Legendary Creature 2/2, black"), player, label=f"{player}s Umezawa")
    game.pass_priority()
    assert (game.zone_of("Anns Umezawa"), game.zone_of("Cids Umezawa")) == (own, "graveyard")


@pytest.mark.parametrize(("without", "lost", "winner"), [((), ["Bob", "Eve"], ""), (("range_wins",), [], "Ann")])
def test_instead_of_a_player_winning_those_in_range_lose(without, lost, winner):
    game = table(without=without)
    game.put(game.card("Coup", "Sorcery {0}", text="You win the game."), "Ann", "hand")
    game.play("Ann", "Coup")
    game.all_pass()
    assert [name for name in NAMES if game.state.players[name].lost] == lost
    assert game.state.winner == winner


@pytest.mark.parametrize("attack", ["left", "right", "adjacent"])
def test_without_its_rule_where_one_sits_does_not_matter_to_an_attack(attack):
    for without, legal in ((), False), ((f"attack_{attack}",), True):
        game = table(without=without, ranges=None, attack=attack)
        bear(game, "Ann", "Ox")
        assert game.is_legal(lambda g: g.attack("Ann", {"Ox": "Cid"})) is legal
    game = table(attack=attack, ranges=None)
    bear(game, "Ann", "Ox")
    assert game.is_legal(lambda g: g.attack("Ann", {"Ox": "Eve" if attack == "right" else "Bob"}))


def test_an_attack_out_of_range_is_refused_for_the_range():
    game = table()
    bear(game, "Ann", "Ox")
    assert game.why_illegal(lambda g: g.attack("Ann", {"Ox": "Cid"})).concept == "range_attacks"
    game = table(without=("range_attacks",))
    bear(game, "Ann", "Ox")
    assert game.is_legal(lambda g: g.attack("Ann", {"Ox": "Cid"}))


def test_where_no_opponent_is_in_range_the_nearest_to_the_left_chooses():
    names = ["Ada", "Ann", "Abe", "Ben", "Bob", "Bea"]
    teams = [names[:3], names[3:]]
    text = "An opponent chooses one — You gain 1 life; or you lose 1 life."
    game = Game("2026-06-19", names, options=agreed(names, "Emperor", teams, dict.fromkeys(names, 1)))
    game.set_turn("Ann")
    game.put(game.card("Offer", "Sorcery {0}", text=text), "Ann", "hand")
    game.will("mode", 2, player="Ben")
    game.play("Ann", "Offer")
    game.all_pass()
    assert game.life("Ann") == 19
