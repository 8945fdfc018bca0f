"""Replacement, prevention, regeneration, state-based actions."""

import pytest
from printed import put, start
from stock import (
    BOLT,
    CREATURE,
    MURDER,
    NUMBER,
    activated,
    enters,
    instant,
    keyword,
    sorcery,
    static,
    targeting,
    triggered,
    vanilla,
)

from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card
from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction, UnscriptedChoice

REGENERATE = activated((), ir.Regenerate(ir.Self()))


def troll():
    return vanilla("Troll", "Creature 2/2, green", REGENERATE)


def doom(regenerable):
    return instant("Doom", ir.Destroy(ir.Target(0), regenerable), *targeting(CREATURE))


@pytest.mark.parametrize(
    ("regenerable", "without", "zone"),
    [
        (True, (), "battlefield"),
        (False, (), "graveyard"),
        (False, {"later_text_modifies"}, "battlefield"),
        (True, {"regeneration"}, "graveyard"),
    ],
)
def test_regeneration_replaces_one_destruction(regenerable, without, zone):
    game = Game(without=without)
    game.put(troll(), "Ann")
    game.put(doom(regenerable), "Ann", "hand")
    game.activate("Ann", "Troll")
    game.all_pass()
    game.play("Ann", "Doom", targets=["Troll"])
    game.all_pass()
    assert game.zone_of("Troll") == zone
    if zone == "battlefield":
        assert game.is_tapped("Troll")
        game.put(doom(True), "Ann", "hand")
        game.play("Ann", "Doom 2", targets=["Troll"])
        game.all_pass()
        assert game.zone_of("Troll") == "graveyard"


def test_regeneration_removes_the_damage():
    game = Game()
    game.put(troll(), "Ann")
    game.put(BOLT, "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.activate("Ann", "Troll")
    game.all_pass()
    game.play("Ann", "Bolt", targets=["Troll"])
    game.all_pass()
    assert game.zone_of("Troll") == "battlefield"
    assert game.state.things[game.id("Troll")].damage == 0


def exile_instead(name, what):
    return card(
        name,
        "Enchantment",
        abilities=(
            ir.StaticAbility(
                (
                    ir.Replaces(
                        ir.Replace(
                            ir.ZoneChange(what, None, "graveyard"),
                            ir.Move(ir.TriggerObject(), ir.Destination("exile"), "exile"),
                        )
                    ),
                )
            ),
        ),
    )


def test_the_controller_of_the_affected_object_chooses_between_replacements():
    leyline = exile_instead("Leyline", ir.Anything())
    shuffler = vanilla(
        "Colossus",
        "Creature 1/1",
        ir.StaticAbility(
            (
                ir.Replaces(
                    ir.Replace(
                        ir.ZoneChange(ir.IsObject(ir.Self()), "battlefield", "graveyard"),
                        ir.Move(ir.TriggerObject(), ir.Destination("library", position="shuffled"), "shuffle"),
                    )
                ),
            )
        ),
    )
    for choice, zone in (("Leyline", "exile"), ("Colossus", "library")):
        game = Game()
        game.put(leyline, "Bob")
        game.put(shuffler, "Ann")
        game.put(MURDER, "Bob", "hand")
        game.set_turn("Bob")
        game.play("Bob", "Murder", targets=["Colossus"])
        with pytest.raises(UnscriptedChoice) as caught:
            game.all_pass()
        assert (caught.value.choice.kind, caught.value.choice.player) == ("replacement", "Ann")
        game.will("replacement", choice)
        game.all_pass()
        assert game.zone_of("Colossus") == zone


def test_what_is_exiled_instead_never_died():
    game = Game()
    game.put(exile_instead("Leyline", ir.Anything()), "Bob")
    game.put(
        card(
            "Watcher",
            "Enchantment",
            abilities=(triggered(ir.ZoneChange(CREATURE, "battlefield", "graveyard"), ir.GainLife(NUMBER(1))),),
        ),
        "Ann",
    )
    game.put(vanilla(), "Ann")
    game.put(MURDER, "Ann", "hand")
    game.play("Ann", "Murder", targets=["Bear"])
    game.all_pass()
    assert game.zone_of("Bear") == "exile"
    assert game.times_triggered("Watcher") == 0


def doubler(name):
    return card(
        name,
        "Enchantment",
        abilities=(
            ir.StaticAbility(
                (
                    ir.Replaces(
                        ir.Replace(
                            ir.DamageDealt(ir.Anything(), ir.IsPlayer()),
                            ir.Happens(ir.Times(2, ir.ThatMuch("trigger"))),
                        )
                    ),
                )
            ),
        ),
    )


def test_each_replacement_gets_one_opportunity_for_each_event():
    game = Game()
    for name in ("Furnace", "Torch"):
        game.put(doubler(name), "Ann")
    game.put(BOLT, "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Bolt", targets=["Bob"])
    game.will("replacement", "Torch")
    game.all_pass()
    assert game.life("Bob") == 20 - 12
    without = Game(without={"replaces_once"})
    without.put(doubler("Furnace"), "Ann")
    without.put(BOLT, "Ann", "hand")
    without.add_mana("Ann", "{R}")
    without.play("Ann", "Bolt", targets=["Bob"])
    without.all_pass()
    assert without.life("Bob") < 14


def test_a_permanent_that_comes_into_play_with_counters_never_is_without_them():
    grower = vanilla(
        "Triskelion",
        "Creature 0/0",
        ir.StaticAbility((ir.EntersWith(ir.IsObject(ir.Self()), counters="+1/+1", amount=NUMBER(3)),)),
        cost="{0}",
    )
    for without, zone in (((), "battlefield"), ({"enters_with"}, "graveyard")):
        game = Game(without=without)
        game.put(grower, "Ann", "hand")
        game.play("Ann", "Triskelion")
        game.all_pass()
        assert game.zone_of("Triskelion") == zone
        assert game.times_triggered("Triskelion") == 0
    tapped = card(
        "Guildgate", "Land", abilities=(ir.StaticAbility((ir.EntersWith(ir.IsObject(ir.Self()), tapped=True),)),)
    )
    game = Game()
    game.put(tapped, "Ann", "hand")
    game.play_land("Ann", "Guildgate")
    assert game.is_tapped("Guildgate")


def test_a_choice_made_as_a_permanent_enters_is_part_of_entering():
    terrain = card(
        "Terrain",
        "Enchantment - Aura",
        cost="{0}",
        abilities=(
            keyword("enchant", quality=ir.All((ir.IsPermanent(), ir.HasType("land")))),
            ir.StaticAbility((ir.AsEnters(ir.ChooseQuality("basic land type")),)),
            static(ir.Attached(), ir.SetChosen("basic land type")),
        ),
    )
    game = Game()
    game.put(card("Forest", "Basic Land - Forest"), "Ann")
    game.put(terrain, "Ann", "hand")
    game.play("Ann", "Terrain", targets=["Forest"])
    game.will("basic land type", "Swamp")
    game.all_pass()
    game.activate("Ann", "Forest")
    assert game.mana_pool("Ann") == "{B}"


def test_a_prevention_shield_is_used_up_one_by_one():
    shield = instant("Shield", ir.PreventDamage(NUMBER(4), ir.Target(0)), *targeting(ir.IsPlayer()))
    game = Game()
    game.put(shield, "Ann", "hand")
    for _ in range(2):
        game.put(BOLT, "Bob", "hand")
    game.add_mana("Bob", "{R}{R}")
    game.play("Ann", "Shield", targets=["Ann"])
    game.all_pass()
    for name in ("Bolt", "Bolt 2"):
        game.pass_priority("Ann")
        game.play("Bob", name, targets=["Ann"])
        game.all_pass()
    assert game.life("Ann") == 18


def test_protection_prevents_damage_and_targeting_but_only_in_play():
    knight = vanilla("Knight", "Creature 2/2, white", keyword("protection", quality=ir.HasColor("black")))
    plague = sorcery("Plague", ir.DealDamage(NUMBER(2), ir.Every(CREATURE)), colours=("black",))
    rot = instant("Rot", ir.Destroy(ir.Target(0)), *targeting(CREATURE), colours=("black",))
    wrath = sorcery("Wrath", ir.Destroy(ir.Every(CREATURE), False), colours=("black",))
    raise_dead = sorcery(
        "Raise",
        ir.Move(ir.Target(0), ir.Destination("hand"), "return"),
        *targeting(ir.All((ir.IsCard(), ir.HasType("creature"), ir.InZone("graveyard", ir.You())))),
        colours=("black",),
    )
    game = Game()
    game.put(knight, "Ann")
    for each in (plague, rot, wrath, raise_dead):
        game.put(each, "Ann", "hand")
    assert game.why_illegal(lambda g: g.play("Ann", "Rot", targets=["Knight"])).concept == "protection_targets"
    game.play("Ann", "Plague")
    game.all_pass()
    assert game.zone_of("Knight") == "battlefield"
    assert game.happened("damage") == []
    game.play("Ann", "Wrath")
    game.all_pass()
    assert game.zone_of("Knight") == "graveyard"
    game.play("Ann", "Raise", targets=["Knight"])
    game.all_pass()
    assert game.zone_of("Knight") == "hand"
    assert Game(without={"protection"}).state.things == {}


def test_protection_that_is_switched_off_protects_from_nothing():
    knight = vanilla("Knight", "Creature 2/2, white", keyword("protection", quality=ir.HasColor("black")))
    rot = instant("Rot", ir.Destroy(ir.Target(0)), *targeting(CREATURE), colours=("black",))
    game = Game(without={"protection"})
    game.put(knight, "Ann")
    game.put(rot, "Ann", "hand")
    assert game.is_legal(lambda g: g.play("Ann", "Rot", targets=["Knight"]))


@pytest.mark.parametrize(("date", "left"), [("2001-07-23", {"Old"}), ("2006-10-01", set()), ("2018-01-19", {"New"})])
def test_the_legend_rule_of_three_eras(date, left):
    legend = card("King", "Legendary Creature 2/2", cost="{0}")
    game = Game(date)
    game.put(legend, "Ann", label="Old")
    game.put(legend, "Ann", "hand", label="New")
    if date == "2018-01-19":
        game.will("legend", "New")
    game.play("Ann", "New")
    game.all_pass()
    assert {name for name in ("Old", "New") if game.zone_of(name) == "battlefield"} == left


def test_state_based_actions_happen_before_triggered_abilities_go_on_the_stack():
    toxic = card(
        "Curse", "Enchantment", abilities=(static(ir.Every(CREATURE), ir.ModifyPowerToughness(NUMBER(-2), NUMBER(-2))),)
    )
    game = Game()
    game.put(toxic, "Ann")
    game.put(
        vanilla(
            "Visitor", "Creature 2/2", triggered(enters(ir.IsObject(ir.Self())), ir.GainLife(NUMBER(1))), cost="{0}"
        ),
        "Ann",
        "hand",
    )
    game.play("Ann", "Visitor")
    game.all_pass()
    assert game.zone_of("Visitor") == "graveyard"
    assert game.stack() == ["Visitor's ability"]


def test_a_player_with_no_life_loses():
    game = Game()
    game.set_life("Bob", 3)
    game.put(BOLT, "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Bolt", targets=["Bob"])
    game.all_pass()
    assert game.has_lost("Bob")
    assert game.winner() == "Ann"


def test_a_countered_spell_goes_where_later_text_says():
    memory = instant(
        "Lapse", ir.CounterSpell(ir.Target(0), ir.Destination("library", position="top")), *targeting(ir.IsSpell())
    )
    for without, zone in (((), "library"), ({"later_text_modifies"}, "graveyard")):
        game = Game(without=without)
        game.put(vanilla("Bear", cost="{0}"), "Ann", "hand")
        game.put(memory, "Bob", "hand")
        game.play("Ann", "Bear")
        game.pass_priority("Ann")
        game.play("Bob", "Lapse", targets=["Bear"])
        game.all_pass()
        assert game.zone_of("Bear") == zone


def test_a_spell_that_is_not_on_the_stack_cannot_be_countered():
    counter = instant("Counter", ir.CounterSpell(ir.Target(0)), *targeting(ir.IsSpell()))
    game = Game()
    game.put(counter, "Ann", "hand")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Counter", targets=["Counter"])


@pytest.mark.parametrize(
    ("text", "lives"),
    [
        ("If a source would deal damage to you, prevent 1 of that damage.", (18, 16, 14)),
        ("If a source would deal damage to you, prevent that damage.", (20, 20, 20)),
        ("If a source would deal damage to you, prevent that damage. You gain 1 life.", (21, 22, 23)),
        ("If a source would deal damage to you, prevent all but 1 of that damage.", (19, 18, 17)),
    ],
)
def test_a_static_ability_prevents_part_of_each_damage_by_itself(text, lives):
    game = start("2024-02-02")
    put(game, "Ann", "Bastion", "Enchantment", text)
    put(game, "Ann", "Spark", "Artifact", "{0}: Spark deals 3 damage to each player.")
    for life in lives:
        game.activate("Ann", "Spark")
        game.all_pass()
        assert game.life("Ann") == life
    assert game.life("Bob") == 11


def test_the_next_damage_that_is_prevented_leaves_no_shield_behind():
    game = start("2024-02-02")
    text = "The next time a creature would deal damage to you this turn, prevent that damage."
    put(game, "Ann", "Ward", "Instant", text, zone="hand", cost="{0}")
    put(game, "Ann", "Imp", "Creature 1/1", "{0}: Imp deals 3 damage to each player.")
    game.play("Ann", "Ward")
    game.all_pass()
    for life in (20, 17):
        game.activate("Ann", "Imp")
        game.all_pass()
        assert game.life("Ann") == life


def test_damage_that_cannot_be_prevented_is_not_lessened():
    game = start("2024-02-02")
    put(game, "Ann", "Bastion", "Enchantment", "If a source would deal damage to you, prevent 1 of that damage.")
    text = "{0}: Spark deals 3 damage to each player. The damage can't be prevented."
    put(game, "Ann", "Spark", "Artifact", text)
    game.activate("Ann", "Spark")
    game.all_pass()
    assert game.life("Ann") == 17
