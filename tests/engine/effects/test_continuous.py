"""Layers, timestamps, dependency; granting, stating and losing; durations."""

import pytest
from stock import (
    CREATURE,
    FOREST,
    LAND,
    MINE,
    MURDER,
    NUMBER,
    activated,
    enters,
    instant,
    keyword,
    static,
    targeting,
    triggered,
    vanilla,
)

from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.effects.protection import protected_from
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.game import Game

FLYING = keyword("flying")


def aura(name, *changes, to=None):
    return card(
        name,
        "Enchantment - Aura",
        abilities=(keyword("enchant", quality=CREATURE), static(to or ir.Attached(), *changes)),
    )


def until_end(name, *changes, slot=CREATURE):
    return instant(name, ir.Continuous(ir.Target(0), tuple(changes)), *targeting(slot))


def boost(power, toughness=0):
    return ir.ModifyPowerToughness(NUMBER(power), NUMBER(toughness))


@pytest.mark.parametrize("order", ["flight first", "flight last"])
def test_losing_flying_removes_every_instance_but_a_later_grant_gives_it_again(order):
    ground = until_end("Ground", ir.RemoveAbilities(("flying",)))
    for without in ((), {"loses_every_instance"}):
        game = Game(without=without)
        game.put(vanilla("Bird", "Creature 1/1, blue", FLYING), "Bob")
        flight = aura("Flight", ir.GrantAbilities((FLYING,)))
        game.put(ground, "Ann", "hand")
        if order == "flight first":
            game.put(flight, "Ann", attached_to="Bird")
            assert game.count_keyword("Bird", "flying") == 2
        game.play("Ann", "Ground", targets=["Bird"])
        game.all_pass()
        if order == "flight last":
            game.put(flight, "Ann", attached_to="Bird")
        expected = {"flight first": 1 if without else 0, "flight last": 1}[order]
        assert game.count_keyword("Bird", "flying") == expected


@pytest.mark.parametrize("printed", ["Protection from red and from blue", "Protection from all colors"])
@pytest.mark.parametrize("lost", ["red", "blue"])
def test_of_several_protections_one_can_be_lost_and_the_others_stay(printed, lost):
    date = "2018-01-19"
    game = Game(date)
    (strip,) = read(f"Target creature loses protection from {lost}.", Host.parse("Instant"), Ruleset.on(date))
    abilities = read(printed, Host.parse("Creature"), Ruleset.on(date))
    game.put(card("Angel", "Creature 4/4", abilities=abilities), "Bob")
    game.put(card("Strip", "Instant {0}", abilities=(strip,)), "Ann", "hand")
    game.play("Ann", "Strip", targets=["Angel"])
    game.all_pass()
    for colour in ("red", "blue"):
        game.put(vanilla(colour, f"Creature 1/1, {colour}"), "Ann")
        source = f"object {game.id(colour)}"
        assert protected_from(game.kernel, game.id("Angel"), source) is (colour != lost)


def test_unblockable_said_by_an_aura_is_no_ability_of_the_creature():
    game = Game()
    game.put(vanilla(), "Ann")
    game.put(aura("Veil", ir.CantBeBlocked()), "Ann", attached_to="Bear")
    game.put(card("Humble", "Enchantment", abilities=(static(ir.Every(CREATURE), ir.RemoveAbilities()),)), "Bob")
    game.put(vanilla("Wall", "Creature - Wall 0/5"), "Bob")
    game.attack("Ann", ["Bear"])
    assert game.why_illegal(lambda g: g.block("Bob", {"Wall": "Bear"})).concept == "evasion"
    other = Game(without={"gain_and_lose"})
    other.put(vanilla(), "Ann")
    other.put(aura("Veil", ir.CantBeBlocked()), "Ann", attached_to="Bear")
    other.put(card("Humble", "Enchantment", abilities=(static(ir.Every(CREATURE), ir.RemoveAbilities()),)), "Bob")
    other.put(vanilla("Wall", "Creature - Wall 0/5"), "Bob")
    other.attack("Ann", ["Bear"])
    assert other.is_legal(lambda g: g.block("Bob", {"Wall": "Bear"}))


def becoming_artifact(date):
    """An Aura that grants "this creature is an artifact", and one that says so itself."""
    being = ir.AddTypes(types=("artifact",))
    granted = ir.StaticAbility((ir.Applies(ir.Self(), (being,)),), defines=True)
    game = Game(date)
    game.put(vanilla("Granted"), "Ann")
    game.put(vanilla("Stated"), "Ann")
    game.put(aura("Grants", ir.GrantAbilities((granted,))), "Ann", attached_to="Granted")
    game.put(aura("States", being), "Ann", attached_to="Stated")
    return game


def test_under_layers_a_granted_type_ability_comes_too_late_to_act():
    game = becoming_artifact("2006-10-01")
    assert "artifact" not in game.characteristics("Granted").types
    assert "artifact" in game.characteristics("Stated").types
    assert len(game.characteristics("Granted").abilities) == 1
    assert game.characteristics("Stated").abilities == ()


def test_dependency_comes_before_timestamps():
    """ "All lands are Swamps" removes the ability that says "nonbasic lands are Mountains"? No: what depends waits."""
    tomb = card("Urborg", "Land", abilities=(static(ir.Every(LAND), ir.AddTypes(subtypes=("Swamp",))),))
    moon = card(
        "Moon",
        "Enchantment",
        abilities=(
            static(ir.Every(ir.All((LAND, ir.Not(ir.HasSupertype("basic"))))), ir.SetTypes(subtypes=("Mountain",))),
        ),
    )
    for without, subtypes in (((), {"Mountain"}), ({"dependency"}, {"Mountain"})):
        game = Game("2009-07-11", without=without)
        game.put(tomb, "Ann")
        game.put(FOREST, "Ann")
        game.put(moon, "Bob")
        assert game.characteristics("Urborg").subtypes == subtypes
        forest = game.characteristics("Forest").subtypes
        assert ("Swamp" in forest) is bool(without)


def test_a_land_whose_type_is_set_loses_its_text_and_taps_for_the_new_type():
    moon = card(
        "Moon",
        "Enchantment",
        abilities=(
            static(ir.Every(ir.All((LAND, ir.Not(ir.HasSupertype("basic"))))), ir.SetTypes(subtypes=("Mountain",))),
        ),
    )
    city = card("City", "Land", abilities=(activated((ir.TapSelf(),), ir.AddMana(ir.ManaAnyColor())),))
    for date, basic in (("2002-10-01", True), ("2006-10-01", False)):
        game = Game(date)
        game.put(moon, "Bob")
        game.put(city, "Ann")
        found = game.characteristics("City")
        assert ("basic" in found.supertypes) is basic
        game.activate("Ann", "City")
        assert game.mana_pool("Ann") == "{R}"


def test_with_blood_moon_a_nonbasic_land_arrives_as_a_mountain():
    moon = card(
        "Moon",
        "Enchantment",
        abilities=(
            static(ir.Every(ir.All((LAND, ir.Not(ir.HasSupertype("basic"))))), ir.SetTypes(subtypes=("Mountain",))),
        ),
    )
    mountains = card(
        "Climber",
        "Enchantment",
        abilities=(triggered(enters(ir.All((ir.IsPermanent(), ir.HasSubtype("Mountain")))), ir.GainLife(NUMBER(1))),),
    )
    nonbasics = card(
        "Hater",
        "Enchantment",
        abilities=(triggered(enters(ir.All((LAND, ir.Not(ir.HasSupertype("basic"))))), ir.GainLife(NUMBER(2))),),
    )
    for date, hater in (("2002-10-01", 0), ("2006-10-01", 1)):
        game = Game(date)
        for each in (moon, mountains, nonbasics):
            game.put(each, "Bob")
        game.put(card("City", "Land"), "Ann", "hand")
        game.will("order", ["Hater", "Climber"])
        game.play_land("Ann", "City")
        assert (game.times_triggered("Climber"), game.times_triggered("Hater")) == (1, hater)


def test_power_and_toughness_of_an_ogre_in_four_steps():
    """+1/+1 counter, +4/+4 until end of turn, a static +0/+2, then "becomes 0/1": rule 418.5a's own walk-through."""
    giant = until_end("Giant", boost(4, 4))
    banner = card("Banner", "Enchantment", abilities=(static(ir.Every(ir.All((CREATURE, MINE))), boost(0, 2)),))
    shrink = until_end("Shrink", ir.SetBasePowerToughness(NUMBER(0), NUMBER(1)))
    for date, final in (("2006-10-01", (1, 4)), ("2009-07-11", (5, 8)), ("2018-01-19", (5, 8)), ("2026-06-19", (5, 8))):
        game = Game(date)
        game.put(vanilla("Ogre", "Creature 2/2, red"), "Ann", counters={"+1/+1": 1})
        for each in (giant, shrink):
            game.put(each, "Ann", "hand")
        assert game.power_toughness("Ogre") == (3, 3)
        game.play("Ann", "Giant", targets=["Ogre"])
        game.all_pass()
        assert game.power_toughness("Ogre") == (7, 7)
        game.put(banner, "Ann")
        assert game.power_toughness("Ogre") == (7, 9)
        game.play("Ann", "Shrink", targets=["Ogre"])
        game.all_pass()
        assert game.power_toughness("Ogre") == final


def test_an_effect_of_a_spell_affects_only_what_it_affected_when_it_began():
    rally = instant("Rally", ir.Continuous(ir.Every(ir.All((CREATURE, ir.HasColor("white")))), (boost(1, 1),)))
    for without, later in (((), (2, 2)), ({"affected_locked_in"}, (3, 3))):
        game = Game(without=without)
        game.put(vanilla("Early", "Creature 2/2, white"), "Ann")
        game.put(vanilla("Late", "Creature 2/2, white", cost="{0}"), "Ann", "hand")
        game.put(rally, "Ann", "hand")
        game.play("Ann", "Rally")
        game.all_pass()
        game.play("Ann", "Late")
        game.all_pass()
        assert game.power_toughness("Early") == (3, 3)
        assert game.power_toughness("Late") == later


def test_until_end_of_turn_ends_in_the_cleanup_step():
    game = Game()
    game.put(vanilla(), "Ann")
    game.put(until_end("Giant", boost(3, 3)), "Ann", "hand")
    game.play("Ann", "Giant", targets=["Bear"])
    game.all_pass()
    game.to_step("end")
    assert game.power_toughness("Bear") == (5, 5)
    game.to_step("upkeep", "Bob")
    assert game.power_toughness("Bear") == (2, 2)


def test_as_long_as_applies_only_while_the_condition_is_true():
    seven = ir.Comparison(ir.Count(ir.Every(ir.InZone("graveyard", ir.You()))), ">=", NUMBER(2))
    bird = vanilla("Bird", "Creature 1/1, blue", static(ir.Self(), ir.GrantAbilities((FLYING,)), condition=seven))
    game = Game()
    game.put(bird, "Ann")
    game.put(FOREST, "Ann", "graveyard")
    assert not game.has_keyword("Bird", "flying")
    game.put(FOREST, "Ann", "graveyard")
    assert game.has_keyword("Bird", "flying")


def test_a_duration_that_is_over_before_the_effect_begins_does_not_begin():
    endo = card(
        "Skeleton",
        "Artifact",
        abilities=(
            activated(
                (ir.TapSelf(),), ir.Continuous(ir.Target(0), (boost(0, 3),), "while tapped"), *targeting(CREATURE)
            ),
        ),
    )
    untap = instant("Untap", ir.Untap(ir.Target(0)), *targeting(ir.HasType("artifact")))
    for respond, toughness in ((False, 5), (True, 2)):
        game = Game()
        game.put(endo, "Ann")
        game.put(vanilla(), "Ann")
        game.put(untap, "Ann", "hand")
        game.activate("Ann", "Skeleton", targets=["Bear"])
        if respond:
            game.play("Ann", "Untap", targets=["Skeleton"])
            game.all_pass()
        game.all_pass()
        assert game.power_toughness("Bear") == (2, toughness)


def test_an_ability_that_defines_a_colour_works_in_every_zone():
    red = ir.StaticAbility((ir.Applies(ir.Self(), (ir.SetColors(("red",)),)),), defines=True)
    game = Game()
    game.put(vanilla("Goblin", "Creature 1/1", red), "Ann", "graveyard")
    assert game.characteristics("Goblin").colours == {"red"}


@pytest.mark.parametrize(("date", "power"), [("2006-10-01", 0), ("2008-02-01", 2), ("2018-01-19", 2)])
def test_a_star_is_defined_outside_play_from_2008_on(date, power):
    creatures = ir.Count(ir.Every(CREATURE))
    star = ir.StaticAbility((ir.Applies(ir.Self(), (ir.SetBasePowerToughness(creatures, creatures),)),), defines=True)
    game = Game(date)
    game.put(vanilla("Lhurgoyf", "Creature */*", star), "Ann", "graveyard")
    for _ in range(2):
        game.put(vanilla(), "Bob")
    assert game.power_toughness("Lhurgoyf") == (power, power)


def test_an_effect_that_goes_on_while_you_control_its_source_ends_with_it_and_does_not_come_back():
    mage = vanilla(
        "Mage",
        "Creature 1/1",
        activated(
            (), ir.Continuous(ir.Target(0), (ir.SetController(ir.You()),), "while controlled"), *targeting(CREATURE)
        ),
    )
    game = Game()
    game.put(mage, "Ann")
    game.put(vanilla(), "Bob")
    game.put(MURDER, "Bob", "hand")
    game.activate("Ann", "Mage", targets=["Bear"])
    game.all_pass()
    assert game.controller("Bear") == "Ann"
    game.pass_priority("Ann")
    game.play("Bob", "Murder", targets=["Mage"])
    game.all_pass()
    assert game.controller("Bear") == "Bob"


def test_animate_artifact_makes_an_artifact_die_as_a_creature_and_its_own_ability_sees_it():
    value = ir.Characteristic("mana value", ir.Attached())
    animate = card(
        "Animate",
        "Enchantment - Aura",
        abilities=(
            keyword("enchant", quality=ir.All((ir.IsPermanent(), ir.HasType("artifact")))),
            static(ir.Attached(), ir.AddTypes(types=("creature",)), ir.SetBasePowerToughness(value, value)),
        ),
    )
    net = card(
        "Net",
        "Artifact",
        cost="{1}",
        abilities=(triggered(ir.ZoneChange(CREATURE, "battlefield", "graveyard"), ir.GainLife(NUMBER(1))),),
    )
    game = Game()
    game.put(net, "Ann")
    game.put(animate, "Ann", attached_to="Net")
    game.put(MURDER, "Ann", "hand")
    assert game.power_toughness("Net") == (1, 1)
    game.play("Ann", "Murder", targets=["Net"])
    game.all_pass()
    assert game.times_triggered("Net") == 1
    assert game.zone_of("Animate") == "graveyard"


GRANT = "Enchanted creature has 'This creature is an artifact creature.'"


def granted(date):
    game = Game(date)
    game.put(game.card("Bear", "Creature 2/2"), "Bob")
    aura = ("Enchantment - Aura", f"Enchant creature\n{GRANT}") if date > "2005" else ("Enchant Creature", GRANT)
    game.put(game.card("Gift", aura[0], text=aura[1]), "Ann", attached_to="Bear")
    return game


@pytest.mark.parametrize("date", ["1999-04-23", "2002-10-15", "2006-10-01"])
def test_what_a_creature_is_said_to_have_is_an_ability_that_it_can_lose(date):
    game = granted(date)
    found = game.characteristics("Bear")
    # From 2005 the granted ability arrives a layer after the types are done.
    assert (len(found.abilities), "artifact" in found.types) == (1, date < "2005")
    game.put(
        game.card("Void", "Instant", text="All creatures lose all abilities until end of turn.", cost="{0}"),
        "Ann",
        "hand",
    )
    game.play("Ann", "Void")
    game.all_pass()
    found = game.characteristics("Bear")
    assert (found.abilities, found.types) == ((), {"creature"})


@pytest.mark.parametrize(("date", "left"), [("2002-10-15", 1), ("2006-10-01", 0)])
def test_what_a_card_itself_says_it_is_was_no_ability_that_it_could_lose(date, left):
    game = Game(date)
    game.put(game.card("Bear", "Creature 2/2", text="Bear is an artifact creature."), "Bob")
    game.put(
        game.card("Void", "Instant", text="All creatures lose all abilities until end of turn.", cost="{0}"),
        "Ann",
        "hand",
    )
    game.play("Ann", "Void")
    game.all_pass()
    found = game.characteristics("Bear")
    assert (len(found.abilities), found.types) == (left, {"creature", "artifact"})


def test_a_later_effect_finds_the_type_that_an_earlier_one_granted():
    game = granted("2002-10-15")
    game.put(game.card("Rust", "Enchantment", text="Artifact creatures have flying."), "Ann")
    assert game.has_keyword("Bear", "flying")


@pytest.mark.parametrize(("date", "size"), [("2003-10-01", (9, 1)), ("2006-10-01", (4, 6)), ("2018-01-19", (4, 6))])
def test_a_switch_of_power_and_toughness_comes_last_only_since_2006(date, size):
    game = Game(date)
    game.put(vanilla("Ox", "Creature 1/3"), "Ann")
    for name, text in (
        ("Tall", "Target creature gets +0/+1 until end of turn."),
        ("Turn", "Switch target creature's power and toughness until end of turn."),
        ("Wide", "Target creature gets +5/+0 until end of turn."),
    ):
        game.put(game.card(name, "Instant", text=text, cost="{0}"), "Ann", "hand")
        game.play("Ann", name, targets=["Ox"])
        game.all_pass()
    assert game.power_toughness("Ox") == size


def test_a_negative_number_that_was_worked_out_adds_nothing():
    game = Game("2018-01-19")
    text = "{0}: Ox gets +X/+X until end of turn, where X is its power."
    game.put(game.card("Ox", "Creature 1/7", text=text), "Ann", counters={"-1/-1": 3})
    game.activate("Ann", "Ox")
    game.all_pass()
    assert game.power_toughness("Ox") == (-2, 4)


def test_a_spell_whose_words_were_changed_does_what_they_say_now():
    game = Game("2018-01-19")
    change = "Change the text of target spell by replacing all instances of one color word with another."
    for name, text in (("Doom", "Destroy target green creature."), ("Mind", change)):
        game.put(game.card(name, "Instant", text=text, cost="{0}"), "Ann", "hand")
    game.put(vanilla("Bear", "Creature 2/2, green"), "Bob")
    game.play("Ann", "Doom", targets=["Bear"])
    game.play("Ann", "Mind", targets=["Doom"])
    game.will("old word", "green")
    game.will("new word", "red")
    game.resolve_all()
    assert game.zone_of("Bear") == "battlefield"


def test_what_is_every_creature_type_is_of_the_type_that_another_card_asks_for():
    game = Game("2018-01-19")
    game.put(game.card("Lord", "Creature - Elf 2/2", text="Other Elf creatures you control get +1/+1."), "Ann")
    game.put(game.card("Shape", "Creature - Shapeshifter 1/1", text="Changeling"), "Ann")
    game.put(game.card("Plain", "Creature - Shapeshifter 1/1"), "Ann")
    assert game.power_toughness("Shape") == (2, 2)
    assert game.power_toughness("Plain") == (1, 1)
    assert {"Elf", "Goblin", "Shapeshifter"} < game.characteristics("Shape").subtypes
