"""Attacking, blocking, evasion, damage, banding."""

import itertools

import pytest
from stock import BOLT, CREATURE, MURDER, NUMBER, instant, keyword, static, targeting, triggered, vanilla

from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card
from rulesite.engine.combat.combat_damage import why_not_assign
from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction

GAIN = ir.GainLife(NUMBER(1))
ME = ir.IsObject(ir.Self())


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


@pytest.mark.parametrize(
    ("shares", "legal"),
    [
        ((8, 0, 0, 0), True),
        ((4, 4, 0, 0), True),
        ((3, 3, 2, 0), True),
        ((3, 2, 2, 1), True),
        ((2, 2, 2, 2), True),
        ((2, 2, 1, 3), False),
        ((2, 2, 2, 1), False),
        ((1, 1, 6, 0), True),
    ],
)
def test_trample_damage_may_be_split_freely_once_every_blocker_has_lethal_damage(shares, legal):
    names = ("Wolf A", "Wolf B", "Wolf C", "Bob")
    assert may_assign(force_against_wolves(), dict(zip(names, shares, strict=True))) is legal


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


def test_without_trample_nothing_goes_through():
    assert not may_assign(force_against_wolves(without={"trample"}), {"Wolf A": 2, "Wolf B": 2, "Wolf C": 2, "Bob": 2})


def test_combat_damage_waits_on_the_stack_until_2009():
    for date, on_stack, life in (("2006-10-01", ["combat damage"], 20), ("2009-07-11", [], 18)):
        game = Game(date)
        game.put(vanilla(), "Ann")
        game.put(MURDER, "Bob", "hand")
        game.attack("Ann", ["Bear"])
        game.to_step("combat damage")
        assert (game.stack(), game.life("Bob")) == (on_stack, life)
        if on_stack:
            game.pass_priority("Ann")
            game.play("Bob", "Murder", targets=["Bear"])
            game.all_pass()
            game.all_pass()
            assert game.life("Bob") == 18


def test_creatures_kill_each_other_and_an_unblocked_one_hurts_the_player():
    game = fight([vanilla(), vanilla("Wolf A", "Creature 2/2")], [vanilla("Ox", "Creature 2/2")], {"Ox": "Bear"})
    game.to_step("end of combat")
    assert (game.zone_of("Bear"), game.zone_of("Ox"), game.life("Bob")) == ("graveyard", "graveyard", 18)


def test_first_strike_kills_before_the_other_strikes_back():
    for without, zone in (((), "battlefield"), ({"first_strike"}, "graveyard")):
        game = fight(
            [vanilla("Knight", "Creature 2/2", keyword("first strike"))],
            [vanilla("Ox", "Creature 2/2")],
            {"Ox": "Knight"},
            without=without,
        )
        game.to_step("end of combat")
        assert (game.zone_of("Knight"), game.zone_of("Ox")) == (zone, "graveyard")


@pytest.mark.parametrize(
    ("attacker", "blocker", "concept"),
    [
        (keyword("flying"), ("Ox", "Creature 2/2"), "flying"),
        (keyword("fear"), ("Ox", "Creature 2/2, green"), "fear"),
        (keyword("fear"), ("Imp", "Creature 2/2, black"), None),
        (keyword("fear"), ("Golem", "Artifact Creature 2/2"), None),
        (keyword("shadow"), ("Ox", "Creature 2/2"), "shadow"),
        (keyword("horsemanship"), ("Ox", "Creature 2/2"), "horsemanship"),
        (keyword("protection", quality=ir.HasColor("green")), ("Ox", "Creature 2/2, green"), "protection_blocking"),
        (keyword("islandwalk", quality=ir.HasSubtype("Island")), ("Ox", "Creature 2/2"), "landwalk"),
        (keyword("swampwalk", quality=ir.HasSubtype("Swamp")), ("Ox", "Creature 2/2"), None),
        (
            static(ir.Self(), ir.CantBeBlocked(ir.HasColor("black")), ir.CantBeBlocked(ir.HasSubtype("Wall"))),
            ("Wall", "Creature - Wall 0/4"),
            "evasion",
        ),
        (
            static(ir.Self(), ir.CantBeBlocked(ir.HasColor("black")), ir.CantBeBlocked(ir.HasSubtype("Wall"))),
            ("Ox", "Creature 2/2"),
            None,
        ),
    ],
)
def test_evasion_abilities_say_who_can_block(attacker, blocker, concept):
    game = Game()
    game.put(vanilla("Raider", "Creature 2/2, red", attacker), "Ann")
    game.put(vanilla(*blocker), "Bob")
    game.put(card("Island", "Basic Land - Island"), "Bob")
    game.attack("Ann", ["Raider"])
    error = game.why_illegal(lambda g: g.block("Bob", {blocker[0]: "Raider"}))
    assert (error.concept if error else None) == concept


def test_a_creature_attacks_only_after_a_turn_and_a_wall_not_before_2004():
    game = Game()
    game.put(vanilla(), "Ann", new=True)
    assert game.why_illegal(lambda g: g.attack("Ann", ["Bear"])).concept == "attack_requirements"
    game = Game()
    game.put(vanilla("Goblin", "Creature 1/1", keyword("haste")), "Ann", new=True)
    game.attack("Ann", ["Goblin"])
    for date, legal in (("2002-10-01", False), ("2006-10-01", True)):
        game = Game(date)
        game.put(vanilla("Wall", "Creature - Wall 0/4", keyword("haste")), "Ann")
        assert game.is_legal(lambda g: g.attack("Ann", ["Wall"])) is legal


def counted(pattern, attackers=1, blockers=1, date="2006-10-01", without=(), on="attacker"):
    watcher = vanilla("Watcher", "Creature 5/5", triggered(pattern, GAIN), static(ir.Self(), ir.CanBlockMore(None)))
    mine = [watcher] if on == "attacker" else [vanilla(f"Bear {n}") for n in range(attackers)]
    theirs = wolves(blockers) if on == "attacker" else [watcher]
    blocks = (
        {wolf.name: "Watcher" for wolf in theirs} if on == "attacker" else {"Watcher": [bear.name for bear in mine]}
    )
    return fight(mine, theirs, blocks, date, without)


def test_blocks_triggers_once_and_blocks_a_creature_for_each():
    once, each = ir.BlocksOnce(ME), ir.BlocksEach(ME, CREATURE)
    assert counted(once, attackers=2, on="blocker").times_triggered("Watcher") == 1
    assert counted(each, attackers=2, on="blocker").times_triggered("Watcher") == 2
    assert counted(once, attackers=2, on="blocker", without={"blocks_once"}).times_triggered("Watcher") == 2
    assert counted(each, attackers=2, on="blocker", without={"blocks_each"}).times_triggered("Watcher") == 1


def test_becomes_blocked_triggers_once_and_a_creature_blocks_this_for_each():
    assert counted(ir.BecomesBlocked(ME), blockers=3).times_triggered("Watcher") == 1
    assert counted(ir.BlocksEach(CREATURE, ME), blockers=3).times_triggered("Watcher") == 3


RUSE = instant("Ruse", ir.Block(ir.Target(0), ir.Target(1)), *targeting(CREATURE, CREATURE))


def add_blocker(game, name):
    game.put(RUSE, "Ann", "hand")
    game.play("Ann", "Ruse", targets=[name, "Watcher"])
    game.all_pass()


@pytest.mark.parametrize(
    ("pattern", "unblocked", "blocked"),
    [(ir.BecomesBlocked(ME), 1, 1), (ir.BlocksEach(CREATURE, ME), 1, 2), (ir.BecomesBlocked(ME, minimum=2), 0, 1)],
)
def test_a_blocker_added_by_an_effect_counts_as_the_wording_says(pattern, unblocked, blocked):
    for first, count in ((0, unblocked), (1, blocked)):
        game = counted(pattern, blockers=first)
        game.put(vanilla("Late", "Creature 1/1"), "Bob")
        add_blocker(game, "Late")
        assert game.times_triggered("Watcher") == count


def test_a_creature_that_an_effect_makes_block_did_not_block_until_2016():
    for date, count in (("2006-10-01", 0), ("2016-09-30", 1), ("2018-01-19", 1)):
        game = fight([vanilla("Watcher", "Creature 2/2")], [], {}, date)
        game.put(vanilla("Guard", "Creature 1/1", triggered(ir.BlocksOnce(ME), GAIN)), "Bob")
        add_blocker(game, "Guard")
        assert game.times_triggered("Guard") == count


def test_becoming_blocked_by_an_effect_triggers_becomes_blocked_only():
    curtain = instant("Curtain", ir.BecomeBlocked(ir.Target(0)), *targeting(CREATURE))
    for pattern, count in ((ir.BecomesBlocked(ME), 1), (ir.BlocksEach(CREATURE, ME), 0)):
        game = counted(pattern, blockers=0)
        game.put(curtain, "Ann", "hand")
        game.play("Ann", "Curtain", targets=["Watcher"])
        game.all_pass()
        assert game.times_triggered("Watcher") == count


def test_a_band_is_blocked_as_a_whole_and_may_be_blocked_through_any_member():
    pegasus = vanilla("Pegasus", "Creature 1/1, white", keyword("flying"), keyword("banding"))
    zombie = vanilla("Zombie", "Creature 2/2, black", keyword("fear"))
    for blocker, through, legal in (
        (vanilla("Bird", "Creature 1/1", keyword("flying")), "Pegasus", True),
        (vanilla("Bird", "Creature 1/1", keyword("flying")), "Zombie", False),
        (vanilla("Imp", "Creature 1/1, black"), "Zombie", True),
        (vanilla("Ox", "Creature 1/1, green"), "Zombie", False),
    ):
        game = Game("2002-10-01")
        game.put(pegasus, "Ann")
        game.put(zombie, "Ann")
        game.put(blocker, "Bob")
        game.attack("Ann", ["Pegasus", "Zombie"], bands=[["Pegasus", "Zombie"]])
        assert game.is_legal(lambda g, b=blocker, t=through: g.block("Bob", {b.name: t})) is legal
        if legal:
            game.block("Bob", {blocker.name: through})
            assert len(game.state.combat.blocked) == 2


def test_prevented_damage_still_counts_as_assigned_for_trample():
    force = vanilla("Force", "Creature 8/8, green", keyword("trample"))
    wall = vanilla("Wolf A", "Creature 2/2", keyword("protection", quality=ir.HasColor("green")))
    game = fight([force], [wall], {"Wolf A": "Force"}, "2002-10-01")
    assert may_assign(game, {"Wolf A": 2, "Bob": 6})
    assert not may_assign(game, {"Wolf A": 1, "Bob": 7})
    game.assign("Force", {"Wolf A": 2, "Bob": 6})
    game.to_step("end of combat")
    assert (game.life("Bob"), game.zone_of("Wolf A")) == (14, "battlefield")


def test_damage_marked_before_combat_lowers_what_is_lethal():
    force = vanilla("Force", "Creature 8/8, green", keyword("trample"))
    ox = vanilla("Wolf A", "Creature 2/4")
    game = fight([force], [ox], {"Wolf A": "Force"})
    game.put(BOLT, "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Bolt", targets=["Wolf A"])
    game.all_pass()
    assert may_assign(game, {"Wolf A": 1, "Bob": 7})


def test_blocking_needs_an_untapped_creature_of_the_defending_player():
    game = Game()
    game.put(vanilla(), "Ann")
    game.put(vanilla("Ox", "Creature 2/2"), "Bob", tapped=True)
    game.attack("Ann", ["Bear"])
    with pytest.raises(IllegalAction):
        game.block("Bob", {"Ox": "Bear"})


@pytest.mark.parametrize(("wanted", "life"), [(True, 15), (False, 20)])
def test_a_blocked_attacker_may_deal_its_damage_as_though_it_were_not(wanted, life):
    thorn = vanilla("Thorn", "Creature 5/5", static(ir.Self(), ir.AssignsNoDamage(as_unblocked=True)))
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
