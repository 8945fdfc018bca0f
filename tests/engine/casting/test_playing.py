"""Announcing, targets, costs, restrictions, mana, and undoing what is illegal."""

import pytest
from stock import (
    BOLT,
    CREATURE,
    ENCHANTMENT,
    FOREST,
    LAND,
    MINE,
    MURDER,
    NUMBER,
    SWAMP,
    UNSUMMON,
    activated,
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

TAP = ir.TapSelf()
ADD_G = ir.AddMana(ir.ManaSymbols(("{G}",)))


def necrosavant():
    return vanilla(
        "Necrosavant",
        "Creature 5/5, black",
        activated(
            (ir.PayMana("{3}{B}{B}"), ir.Act(ir.Sacrifice(ir.Chosen(ir.All((CREATURE, MINE)))))),
            ir.Move(ir.Self(), ir.Destination("battlefield"), "return"),
            zones=("graveyard",),
            restrictions=(ir.OnlyDuring("upkeep", ir.IsPlayerRef(ir.You())),),
        ),
        cost="{5}{B}",
    )


@pytest.mark.parametrize(
    ("zone", "step", "concept"),
    [
        ("graveyard", "upkeep", None),
        ("graveyard", "main", "activate_restriction"),
        ("battlefield", "upkeep", "function_elsewhere"),
        ("hand", "upkeep", "function_elsewhere"),
        ("library", "upkeep", "function_elsewhere"),
    ],
)
def test_an_ability_that_returns_its_card_works_only_from_the_graveyard_in_its_upkeep(zone, step, concept):
    game = Game()
    game.put(necrosavant(), "Ann", zone)
    game.put(vanilla(), "Ann")
    game.add_mana("Ann", "{3}{B}{B}")
    game.set_turn("Ann", step)
    error = game.why_illegal(lambda g: g.activate("Ann", "Necrosavant", choices={"sacrifice": "Bear"}))
    assert (error.concept if error else None) == concept
    if error is None:
        game.activate("Ann", "Necrosavant", choices={"sacrifice": "Bear"})
        game.all_pass()
        assert game.zone_of("Necrosavant") == "battlefield"
        assert game.zone_of("Bear") == "graveyard"


def familiar():
    return vanilla(
        "Familiar",
        "Creature 1/1, red",
        static(ir.You(), ir.CostChange(ir.All((ir.IsSpell(), ir.HasColor("black"))), "{1}", True)),
    )


def death_bomb():
    cost = ir.Cost((ir.Act(ir.Sacrifice(ir.Chosen(ir.All((CREATURE, MINE))))),))
    return instant(
        "Death Bomb",
        ir.Destroy(ir.Target(0), False),
        *targeting(ir.All((CREATURE, ir.Not(ir.HasColor("black"))))),
        cost="{3}{B}",
        also=(ir.StaticAbility((ir.AdditionalCost(cost),), zones=("stack",)),),
    )


@pytest.mark.parametrize("pay", [["sacrifice Familiar", "{2}{B}"], ["{2}{B}", "sacrifice Familiar"]])
@pytest.mark.parametrize("date", ["2003-10-01", "2006-10-01", "2009-07-11", "2018-01-19", "2026-06-19"])
def test_the_total_cost_is_locked_in_before_it_is_paid(date, pay):
    game = Game(date)
    game.put(familiar(), "Ann")
    game.put(death_bomb(), "Ann", "hand")
    game.put(vanilla(), "Bob")
    game.add_mana("Ann", "{2}{B}")
    game.play("Ann", "Death Bomb", targets=["Bear"], pay=pay)
    assert game.total_cost("Death Bomb") == ["{2}{B}", "sacrifice"]
    assert game.mana_pool("Ann") == ""


def test_a_cost_that_is_not_locked_in_rises_when_the_reduction_is_sacrificed():
    game = Game(without={"cost_lock_in"})
    game.put(familiar(), "Ann")
    game.put(death_bomb(), "Ann", "hand")
    game.put(vanilla(), "Bob")
    game.add_mana("Ann", "{2}{B}")
    before = game.to_json()
    with pytest.raises(IllegalAction, match=r"\{3\}\{B\}"):
        game.play("Ann", "Death Bomb", targets=["Bear"], pay=["sacrifice Familiar", "{2}{B}"])
    assert (game.zone_of("Death Bomb"), game.zone_of("Familiar")) == ("hand", "battlefield")
    assert game.mana_pool("Ann") == "{C}{C}{B}"
    after = Game.from_json(game.to_json()).state
    assert after.things == Game.from_json(before).state.things


def test_an_illegal_play_is_undone_with_its_mana_abilities():
    game = Game()
    game.put(SWAMP, "Ann")
    game.put(death_bomb(), "Ann", "hand")
    game.put(vanilla(), "Bob")
    game.put(vanilla("Fodder"), "Ann")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Death Bomb", targets=["Bear"], mana=["Swamp"], choices={"sacrifice": "Fodder"})
    assert not game.is_tapped("Swamp")
    assert game.zone_of("Death Bomb") == "hand"
    assert game.state.priority == "Ann"
    assert game.trace.steps[-1].text.startswith("illegal, and undone")


def aura_blast():
    return instant(
        "Aura Blast", ir.Sequence((ir.Destroy(ir.Target(0)), ir.Draw())), *targeting(ENCHANTMENT), colours=("white",)
    )


@pytest.mark.parametrize(("response", "hand"), [(None, 1), ("protect", 0), ("bounce", 0)])
def test_a_spell_whose_only_target_is_illegal_does_nothing_at_all(response, hand):
    glow = card("Glow", "Enchantment")
    protect = instant(
        "Protect",
        ir.Continuous(ir.Target(0), (ir.GrantAbilities((keyword("protection", quality=ir.HasColor("white")),)),)),
        *targeting(ENCHANTMENT),
    )
    bounce = instant("Bounce", ir.Move(ir.Target(0), ir.Destination("hand"), "return"), *targeting(ENCHANTMENT))
    results = {}
    for without in ((), {"targets_rechecked"}):
        game = Game(without=without)
        game.put(glow, "Bob")
        game.put(card("Card", "Sorcery"), "Ann", "library")
        game.put(aura_blast(), "Ann", "hand")
        game.put(protect, "Bob", "hand")
        game.put(bounce, "Bob", "hand")
        game.play("Ann", "Aura Blast", targets=["Glow"])
        if response:
            game.pass_priority("Ann")
            game.play("Bob", response, targets=["Glow"])
            game.all_pass()
        game.all_pass()
        results[bool(without)] = len(game.hand("Ann"))
    assert results[False] == hand
    assert results[True] == 1


def test_a_spell_with_one_legal_target_left_resolves_for_that_one():
    spores = sorcery(
        "Spores",
        ir.Destroy(ir.Several((ir.Target(0), ir.Target(1))), False),
        *targeting(ir.All((CREATURE, ir.Not(ir.HasColor("black")))), LAND),
    )
    animate = card(
        "Animation",
        "Enchantment",
        abilities=(
            static(ir.Every(LAND), ir.AddTypes(types=("creature",)), ir.SetBasePowerToughness(NUMBER(1), NUMBER(1))),
        ),
    )
    darken = instant("Darken", ir.Continuous(ir.Target(0), (ir.SetColors(("black",)),)), *targeting(CREATURE))
    game = Game()
    game.put(animate, "Ann")
    game.put(FOREST, "Bob")
    game.put(spores, "Ann", "hand")
    game.put(darken, "Bob", "hand")
    game.play("Ann", "Spores", targets=["Forest", "Forest"])
    game.pass_priority("Ann")
    game.play("Bob", "Darken", targets=["Forest"])
    game.all_pass()
    game.all_pass()
    assert game.zone_of("Forest") == "graveyard"
    old = Game("2001-07-23")
    old.put(animate, "Ann")
    old.put(FOREST, "Bob")
    old.put(spores, "Ann", "hand")
    with pytest.raises(IllegalAction) as caught:
        old.play("Ann", "Spores", targets=["Forest", "Forest"])
    assert caught.value.concept == "announce_targets"


def pinger(*restrictions):
    return vanilla(
        "Pinger",
        "Creature 1/1, blue",
        activated(
            (),
            ir.DealDamage(NUMBER(1), ir.Target(0)),
            *targeting(ir.AnyOf((CREATURE, ir.IsPlayer()))),
            restrictions=restrictions,
        ),
    )


def test_once_each_turn_stays_with_the_object_when_its_controller_changes():
    steal = instant(
        "Steal", ir.Continuous(ir.Target(0), (ir.SetController(ir.You()),), "permanent"), *targeting(CREATURE)
    )
    for without, legal in (((), False), ({"activate_restriction"}, True)):
        game = Game(without=without)
        game.put(pinger(ir.OnlyTimes(1)), "Ann")
        game.put(steal, "Bob", "hand")
        game.activate("Ann", "Pinger", targets=["Bob"])
        assert not game.is_legal(lambda g: g.activate("Ann", "Pinger", targets=["Bob"]))
        game.all_pass()
        game.pass_priority("Ann")
        game.play("Bob", "Steal", targets=["Pinger"])
        game.all_pass()
        game.pass_priority("Ann")
        assert game.controller("Pinger") == "Bob"
        assert game.is_legal(lambda g: g.activate("Bob", "Pinger", targets=["Ann"])) is legal


def test_no_more_than_so_much_mana_is_a_total_over_all_uses():
    pump = vanilla(
        "Pump",
        "Creature 1/1",
        activated(
            (ir.PayMana("{B}"),),
            ir.Continuous(ir.Self(), (ir.ModifyPowerToughness(NUMBER(1), NUMBER(0)),)),
            restrictions=(ir.SpendLimit("{B}{B}"),),
        ),
    )
    game = Game()
    game.put(pump, "Ann")
    game.add_mana("Ann", "{B}{B}{B}")
    game.activate("Ann", "Pump")
    game.activate("Ann", "Pump")
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Pump")
    game.resolve_all()
    assert game.power_toughness("Pump") == (3, 1)


def test_any_time_you_could_play_a_sorcery_brings_the_timing_rules():
    game = Game()
    game.put(pinger(ir.OnlyTiming("sorcery")), "Ann")
    game.put(BOLT, "Ann", "hand")
    game.add_mana("Ann", "{R}")
    assert game.is_legal(lambda g: g.activate("Ann", "Pinger", targets=["Bob"]))
    game.play("Ann", "Bolt", targets=["Bob"])
    assert game.why_illegal(lambda g: g.activate("Ann", "Pinger", targets=["Bob"])).concept == "activate_timing"


def test_the_object_deals_the_damage_even_when_it_is_gone():
    tim = vanilla(
        "Tim",
        "Creature 1/1, blue",
        activated((), ir.DealDamage(NUMBER(1), ir.Target(0)), *targeting(ir.AnyOf((CREATURE, ir.IsPlayer())))),
    )
    knight = vanilla(
        "Knight",
        "Creature 1/1",
        ir.StaticAbility((ir.PreventsDamage(None, ir.IsObject(ir.Self()), ir.HasColor("blue")),)),
    )
    outcomes = {}
    for without in ((), {"source_does_it"}, {"last_known_information"}):
        game = Game(without=without)
        game.put(tim, "Ann")
        game.put(knight, "Bob")
        game.put(UNSUMMON, "Bob", "hand")
        game.activate("Ann", "Tim", targets=["Knight"])
        game.pass_priority("Ann")
        game.play("Bob", "Unsummon", targets=["Tim"])
        game.resolve_all()
        outcomes["".join(without)] = game.zone_of("Knight")
    assert outcomes == {"": "battlefield", "source_does_it": "graveyard", "last_known_information": "battlefield"}


def test_a_mana_ability_uses_no_stack_and_works_while_a_cost_is_paid():
    elf = vanilla(
        "Elf",
        "Creature 1/1",
        activated((TAP,), ir.AddMana(ir.ManaSymbols(("{G}",)), ir.Count(ir.Every(ir.All((CREATURE, MINE)))))),
    )
    game = Game()
    game.put(elf, "Ann")
    game.put(vanilla(), "Ann")
    spell = sorcery("Spell", ir.GainLife(NUMBER(1)), cost="{1}{G}")
    game.put(spell, "Ann", "hand")
    game.play("Ann", "Spell", mana=["Elf"])
    assert game.stack() == ["Spell"]
    assert game.mana_pool("Ann") == ""
    slow = Game(without={"mana_ability_off_stack"})
    slow.put(elf, "Ann")
    slow.activate("Ann", "Elf")
    assert slow.stack() == ["Elf's ability"]
    barred = Game(without={"mana_while_paying"})
    barred.put(elf, "Ann")
    barred.put(vanilla(), "Ann")
    barred.put(spell, "Ann", "hand")
    with pytest.raises(IllegalAction):
        barred.play("Ann", "Spell", mana=["Elf"])


def test_a_triggered_mana_ability_resolves_at_once_and_pays_for_the_same_spell():
    flare = card(
        "Flare",
        "Enchantment",
        abilities=(triggered(ir.TappedForMana(LAND), ir.AddMana(ir.ManaThatType(), who=ir.TriggerPlayer())),),
    )
    spell = sorcery("Spell", ir.GainLife(NUMBER(1)), cost="{G}{G}")
    for without, legal in (((), True), ({"triggered_mana_ability"}, False)):
        game = Game(without=without)
        game.put(flare, "Bob")
        game.put(FOREST, "Ann")
        game.put(spell, "Ann", "hand")
        assert game.is_legal(lambda g: g.play("Ann", "Spell", mana=["Forest"])) is legal


def test_mana_of_a_type_that_a_land_could_produce_needs_a_land():
    vessel = card(
        "Vessel",
        "Artifact",
        abilities=(activated((TAP,), ir.AddMana(ir.ManaCouldProduce(ir.Every(ir.All((LAND, MINE)))))),),
    )
    game = Game()
    game.put(vessel, "Ann")
    game.put(vessel, "Ann")
    game.activate("Ann", "Vessel")
    assert game.mana_pool("Ann") == ""
    game.put(FOREST, "Ann")
    game.activate("Ann", "Vessel 2")
    assert game.mana_pool("Ann") == "{G}"


def test_unused_mana_burns_until_2009():
    for date, life in (("2006-10-01", 18), ("2009-07-11", 20)):
        game = Game(date)
        game.add_mana("Ann", "{G}{G}")
        game.to_step("beginning of combat")
        assert (game.life("Ann"), game.mana_pool("Ann")) == (life, "")


def test_two_of_a_trigger_stack_on_top_of_the_older_one():
    game = Game()
    game.put(vanilla("Bear"), "Ann")
    bell = card(
        "Bell",
        "Enchantment",
        abilities=(triggered(ir.LifeGained(ir.IsPlayer()), ir.DealDamage(NUMBER(1), ir.Every(ir.IsPlayer()))),),
    )
    font = card(
        "Font",
        "Enchantment",
        abilities=(triggered(ir.ZoneChange(CREATURE, "battlefield", "graveyard"), ir.GainLife(NUMBER(1))),),
    )
    well = card(
        "Well",
        "Enchantment",
        abilities=(triggered(ir.ZoneChange(CREATURE, "battlefield", "graveyard"), ir.GainLife(NUMBER(2))),),
    )
    for each in (bell, font, well):
        game.put(each, "Ann")
    game.put(MURDER, "Ann", "hand")
    game.play("Ann", "Murder", targets=["Bear"])
    game.will("order", ["Well", "Font"])
    game.all_pass()
    assert game.stack() == ["Font's ability", "Well's ability"]
    game.all_pass()
    assert game.stack() == ["Bell's ability", "Well's ability"]


def test_a_choice_that_nobody_wrote_is_named_and_nothing_has_happened():
    game = Game()
    game.put(vanilla(), "Ann")
    game.put(vanilla("Wolf"), "Bob")
    game.put(MURDER, "Ann", "hand")
    with pytest.raises(UnscriptedChoice) as caught:
        game.play("Ann", "Murder")
    assert caught.value.choice.kind == "target"
    assert set(caught.value.choice.options) == {"Bear", "Wolf"}
    assert game.hand("Ann") == ["Murder"]


def test_two_alternative_costs_cannot_be_applied_together():
    aluren = ir.StaticAbility(
        (
            ir.AlternativeCost(ir.Cost((ir.PayMana("{1}"),)), "alternative"),
            ir.AlternativeCost(ir.Cost((ir.PayLife(NUMBER(2)),)), "life"),
        ),
        zones=("hand",),
    )
    spell = sorcery("Spell", ir.GainLife(NUMBER(1)), cost="{5}", also=(aluren,))
    game = Game()
    game.put(spell, "Ann", "hand")
    game.play("Ann", "Spell", alternative="life")
    assert game.life("Ann") == 18
    assert game.total_cost("Spell") == ["2 life"]


def test_a_land_is_played_once_each_turn():
    game = Game()
    game.put(FOREST, "Ann", "hand")
    game.put(SWAMP, "Ann", "hand")
    game.play_land("Ann", "Forest")
    assert game.why_illegal(lambda g: g.play_land("Ann", "Swamp")).rule == "408.2d"


def test_what_is_cast_for_its_flashback_cost_is_cast_from_a_graveyard():
    game = Game("2024-06-07")
    for zone in ("hand", "graveyard"):
        text = "You gain 4 life.\nFlashback {0}"
        game.put(game.card(f"Look in {zone}", "Sorcery", text=text, cost="{5}"), "Ann", zone)
    assert game.is_legal(lambda g: g.play("Ann", "Look in graveyard", alternative="flashback"))
    assert not game.is_legal(lambda g: g.play("Ann", "Look in hand", alternative="flashback"))
