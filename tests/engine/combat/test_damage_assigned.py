"""How combat damage may be assigned: what is counted here is all the ways, or what no card text is read for yet."""

import itertools

import printed
import pytest
from stock import keyword, static, vanilla

from rulesite.engine import abilities as ir
from rulesite.engine.combat.combat_damage import why_not_assign
from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction


def fight(attackers, blockers, blocks, date="2006-10-01", without=(), bands=()):
    """Ann attacks with all ``attackers``, Bob blocks as ``blocks`` say."""
    game = Game(date, without=without)
    for each in attackers:
        game.put(each, "Ann")
    for each in blockers:
        game.put(each, "Bob")
    game.attack("Ann", [each.name for each in attackers], bands=bands)
    game.block("Bob", blocks)
    return game


def wolves(count=3):
    return [vanilla(f"Wolf {'ABC'[number]}", "Creature 2/2") for number in range(count)]


def force_against_wolves(date="2002-10-01", without=()):
    force = vanilla("Force", "Creature 8/8, green", keyword("trample"))
    return fight([force], wolves(), {f"Wolf {letter}": "Force" for letter in "ABC"}, date, without)


def may_assign(game, shares):
    refs = {f"object {game.id(name)}" if name != "Bob" else "player Bob": share for name, share in shares.items()}
    return not why_not_assign(game.kernel, game.state.combat, game.id("Force"), refs)[0]


def test_how_many_ways_to_split_eight_trample_damage_are_legal_in_two_eras():
    names = ("Wolf A", "Wolf B", "Wolf C", "Bob")
    splits = [each for each in itertools.product(range(9), repeat=4) if sum(each) == 8]
    assert len(splits) == 165
    counts = []
    for date in ("2002-10-01", "2018-01-19", "2026-06-19"):
        game = force_against_wolves(date)
        counts.append(sum(may_assign(game, dict(zip(names, each, strict=True))) for each in splits))
    assert counts[0] == counts[2] == 49
    assert counts[1] == 46


@pytest.mark.parametrize(("wanted", "life"), [(True, 15), (False, 20)])
def test_a_blocked_attacker_may_deal_its_damage_as_though_it_were_not(wanted, life):
    thorn = vanilla("Thorn", "Creature 5/5", static(ir.Self(), ir.MayAssignAsUnblocked()))
    game = fight([thorn], wolves(1), {"Wolf A": "Thorn"}, "2018-01-19")
    game.will("may", wanted)
    game.to_step("combat damage")
    assert game.life("Bob") == life
    assert game.exists("Wolf A")
    assert game.zone_of("Wolf A") == ("battlefield" if wanted else "graveyard")


@pytest.mark.parametrize(
    ("date", "boars", "legal"), [("2010-01-01", 3, True), ("2010-01-01", 2, False), ("2026-06-19", 2, True)]
)
def test_what_a_later_attacker_assigns_counts_towards_what_is_lethal_for_an_earlier_one(date, boars, legal):
    both = vanilla("Brigade", "Creature 2/4", static(ir.Self(), ir.CanBlockMore(1)))
    blockers = [both, vanilla("Ape", "Creature 5/5"), vanilla("Piker", "Creature 2/1")]
    attackers = [vanilla("Baloth", "Creature 5/5"), vanilla("Boars", "Creature 4/4")]
    game = fight(attackers, blockers, {"Brigade": ["Baloth", "Boars"], "Ape": "Baloth", "Piker": "Boars"}, date)
    game.assign("Baloth", {"Brigade": 1, "Ape": 4})
    game.assign("Boars", {"Brigade": boars, "Piker": 4 - boars})
    game.assign("Brigade", {"Baloth": 1, "Boars": 1})
    if legal:
        game.to_step("combat damage")
        assert game.state.things[game.id("Ape")].damage == 4
    else:
        with pytest.raises(IllegalAction, match="Baloth must assign lethal damage to one blocker"):
            game.to_step("combat damage")


@pytest.mark.parametrize(("owner", "wanted", "life"), [("Ann", True, 15), ("Ann", False, 20), ("Bob", True, 20)])
def test_the_player_whose_creatures_they_are_may_have_them_assign_as_though_unblocked(owner, wanted, life):
    game = printed.start("2018-01-19")
    words = "You may have creatures you control assign their combat damage as though they weren't blocked."
    printed.put(game, owner, "Banner", "Enchantment", words)
    printed.put(game, "Ann", "Thorn", "Creature 5/5")
    printed.put(game, "Bob", "Wall", "Creature 0/6")
    game.attack("Ann", ["Thorn"])
    game.block("Bob", {"Wall": "Thorn"})
    if owner == "Ann":
        game.will("may", wanted)
    game.to_step("combat damage")
    assert game.life("Bob") == life
