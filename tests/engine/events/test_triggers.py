"""When abilities trigger, how often, under whose control, and what becomes of them."""

import pytest
from stock import (
    BOLT,
    CREATURE,
    FOREST,
    LAND,
    MINE,
    MURDER,
    NUMBER,
    UNSUMMON,
    dies,
    enters,
    instant,
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

DRAW = ir.Draw()
GAIN = ir.GainLife(NUMBER(1))
LIBRARY = [card(f"Card {n}", "Sorcery") for n in range(8)]


def game_with_library(date="2006-10-01", **more):
    game = Game(date, **more)
    for each in LIBRARY:
        game.put(each, "Ann", "library")
    return game


def test_an_ability_triggers_once_for_each_land_that_one_spell_destroys():
    watcher = card("Watcher", "Enchantment", abilities=(triggered(dies(LAND), GAIN),))
    armageddon = sorcery("Armageddon", ir.Destroy(ir.Every(LAND)))
    counts = []
    for without in ((), {"trigger_each_time"}):
        game = Game(without=without)
        game.put(watcher, "Bob")
        for number in range(5):
            game.put(FOREST, "Ann" if number % 2 else "Bob")
        game.put(armageddon, "Ann", "hand")
        game.play("Ann", "Armageddon")
        game.all_pass()
        counts.append(game.times_triggered("Watcher"))
    assert counts == [5, 1]


def empty_hand(without=(), event=None):
    hand_empty = ir.StateBecomesTrue(ir.Comparison(ir.Count(ir.Every(ir.InZone("hand", ir.You()))), "=", NUMBER(0)))
    game = game_with_library(without=without)
    game.put(card("Compulsion", "Enchantment", abilities=(triggered(event or hand_empty, DRAW),)), "Ann")
    return game


def test_a_state_trigger_triggers_once_and_again_only_after_it_has_resolved():
    game = empty_hand()
    game.put(BOLT, "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Bolt", targets=["Bob"])
    assert game.times_triggered("Compulsion") == 1
    assert game.stack() == ["Compulsion's ability", "Bolt"]
    game.all_pass()
    assert len(game.hand("Ann")) == 1
    game.all_pass()
    assert game.times_triggered("Compulsion") == 1


def test_a_state_trigger_that_does_not_wait_triggers_on_every_event():
    game = empty_hand(without={"state_trigger_rearms"})
    game.put(BOLT, "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Bolt", targets=["Bob"])
    assert game.times_triggered("Compulsion") > 1


def test_a_state_trigger_sees_a_state_that_lasts_only_during_a_resolution():
    game = empty_hand()
    for _ in range(2):
        game.put(FOREST, "Ann", "hand")
    windfall = sorcery(
        "Windfall", ir.Sequence((ir.Discard(ir.Every(ir.InZone("hand", ir.You()))), ir.Draw(ir.ThatMuch())))
    )
    game.put(windfall, "Ann", "hand")
    game.play("Ann", "Windfall")
    game.all_pass()
    assert len(game.hand("Ann")) == 2
    assert game.times_triggered("Compulsion") == 1


def zombie(effect, event=None):
    return vanilla("Zombie", "Creature 2/2, black", triggered(event or dies(ir.IsObject(ir.Self())), effect))


def test_a_dies_trigger_finds_its_card_only_in_the_first_graveyard_it_went_to():
    exile = ir.Move(ir.Self(), ir.Destination("exile"), "exile")
    rescue = instant(
        "Rescue",
        ir.Move(ir.Target(0), ir.Destination("hand"), "return"),
        *targeting(ir.All((ir.IsCard(), ir.InZone("graveyard")))),
    )
    outcome = {}
    for rescued in (False, True):
        for without in ((), {"first_zone_only"}):
            game = Game(without=without)
            game.put(zombie(exile), "Ann")
            game.put(MURDER, "Bob", "hand")
            game.put(rescue, "Ann", "hand")
            game.set_turn("Ann", priority="Bob")
            game.play("Bob", "Murder", targets=["Zombie"])
            game.all_pass()
            assert game.stack() == ["Zombie's ability"]
            if rescued:
                game.play("Ann", "Rescue", targets=["Zombie"])
                game.all_pass()
            game.all_pass()
            outcome[rescued, bool(without)] = game.zone_of("Zombie")
    assert outcome == {(False, False): "exile", (False, True): "exile", (True, False): "hand", (True, True): "exile"}


def test_each_player_puts_triggers_on_the_stack_in_turn_order():
    for without, top in (((), "Bob's watcher"), ({"apnap_order"}, "Ann's watcher")):
        game = Game(without=without)
        game.put(vanilla(), "Ann")
        for player in ("Bob", "Ann"):
            game.put(card(f"{player}'s watcher", "Enchantment", abilities=(triggered(dies(), GAIN),)), player)
        game.put(MURDER, "Ann", "hand")
        game.play("Ann", "Murder", targets=["Bear"])
        game.all_pass()
        assert game.stack()[0] == f"{top}'s ability"


def test_the_order_of_one_players_triggers_is_that_players_choice():
    game = Game()
    game.put(vanilla(), "Ann")
    for life, name in enumerate(("One", "Two"), 1):
        game.put(card(name, "Enchantment", abilities=(triggered(dies(), ir.GainLife(NUMBER(life))),)), "Ann")
    game.put(MURDER, "Ann", "hand")
    game.play("Ann", "Murder", targets=["Bear"])
    with pytest.raises(UnscriptedChoice, match="order") as caught:
        game.all_pass()
    assert caught.value.choice.kind == "order"
    game.will("order", ["Two", "One"])
    game.all_pass()
    assert game.stack() == ["One's ability", "Two's ability"]


def test_an_ability_is_controlled_by_who_controlled_its_source_when_it_triggered():
    for without, gainer in (((), "Bob"), ({"trigger_controller"}, "Ann")):
        game = Game(without=without)
        game.put(card("Font", "Artifact", abilities=(triggered(dies(), GAIN),)), "Bob")
        game.put(vanilla(), "Ann")
        steal = sorcery(
            "Trade",
            ir.Sequence(
                (ir.Destroy(ir.Target(0)), ir.Continuous(ir.Target(1), (ir.SetController(ir.You()),), "permanent"))
            ),
            *targeting(CREATURE, ir.HasType("artifact")),
        )
        game.put(steal, "Ann", "hand")
        game.play("Ann", "Trade", targets=["Bear", "Font"])
        game.all_pass()
        assert game.controller("Font") == "Ann"
        game.resolve_all()
        assert game.life(gainer) == 21


def upkeep_draw(date="2006-10-01", without=(), condition=None, effect=None):
    game = game_with_library(date, without=without)
    ability = triggered(ir.StepBegins("upkeep", ir.IsPlayerRef(ir.You())), effect or ir.May(DRAW), condition=condition)
    game.put(card("Howling", "Enchantment", abilities=(ability,)), "Bob")
    for each in LIBRARY:
        game.put(each, "Bob", "library")
    return game


def test_the_choice_of_a_may_trigger_is_made_on_resolution():
    game = upkeep_draw()
    game.to_step("upkeep", "Bob")
    assert game.stack() == ["Howling's ability"]
    game.will("may", False)
    game.all_pass()
    assert game.hand("Bob") == []


def test_in_1999_the_choice_of_a_may_trigger_was_made_as_it_went_on_the_stack():
    game = upkeep_draw("1999-12-01")
    game.will("may", False)
    game.to_step("upkeep", "Bob")
    assert game.stack() == []


@pytest.mark.parametrize(
    ("creature_at", "goes_on_stack", "drawn"), [("never", False, 0), ("always", True, 1), ("dies in response", True, 0)]
)
def test_an_intervening_if_is_tested_when_it_triggers_and_again_on_resolution(creature_at, goes_on_stack, drawn):
    has_creature = ir.Comparison(ir.Count(ir.Every(ir.All((CREATURE, MINE)))), ">=", NUMBER(1))
    game = upkeep_draw(condition=has_creature, effect=DRAW)
    if creature_at != "never":
        game.put(vanilla(), "Bob")
    game.put(MURDER, "Ann", "hand")
    game.to_step("upkeep", "Bob")
    assert bool(game.stack()) is goes_on_stack
    if creature_at == "dies in response":
        game.pass_priority("Bob")
        game.play("Ann", "Murder", targets=["Bear"])
        game.all_pass()
    if game.stack():
        game.all_pass()
    assert len(game.hand("Bob")) == drawn


def test_an_intervening_if_that_nobody_tests_triggers_anyway():
    has_creature = ir.Comparison(ir.Count(ir.Every(ir.All((CREATURE, MINE)))), ">=", NUMBER(1))
    game = upkeep_draw(without={"intervening_if"}, condition=has_creature, effect=DRAW)
    game.to_step("upkeep", "Bob")
    assert game.stack() == ["Howling's ability"]
    game.all_pass()
    assert game.hand("Bob") == []


def test_a_delayed_trigger_does_not_see_what_happened_before_it_was_created():
    watcher = vanilla(
        "Ghost",
        "Creature 1/1",
        triggered(
            enters(ir.IsObject(ir.Self())),
            ir.Delayed(ir.ZoneChange(ir.IsObject(ir.Self()), "battlefield"), ir.GainLife(NUMBER(3))),
        ),
    )
    results = {}
    for without in ((), {"delayed_created_first"}):
        for early in (True, False):
            game = Game(without=without)
            game.put(watcher, "Ann", "hand")
            game.put(MURDER, "Ann", "hand")
            game.play("Ann", "Ghost")
            game.all_pass()
            assert game.stack() == ["Ghost's ability"]
            if not early:
                game.all_pass()
            game.play("Ann", "Murder", targets=["Ghost"])
            game.resolve_all()
            results[bool(without), early] = game.life("Ann")
    assert results == {(False, True): 20, (False, False): 23, (True, True): 23, (True, False): 23}


def test_a_delayed_trigger_fires_once():
    bell = instant("Bell", ir.Delayed(dies(), GAIN))
    for without, life in (((), 21), ({"delayed_once"}, 22)):
        game = Game(without=without)
        game.put(bell, "Ann", "hand")
        game.put(vanilla(), "Ann")
        game.put(vanilla("Wolf"), "Ann")
        game.put(MURDER, "Ann", "hand")
        game.put(MURDER, "Ann", "hand")
        game.play("Ann", "Bell")
        game.all_pass()
        game.play("Ann", "Murder", targets=["Bear"])
        game.resolve_all()
        game.play("Ann", "Murder 2", targets=["Wolf"])
        game.resolve_all()
        assert game.life("Ann") == life


def test_a_delayed_effect_still_destroys_a_permanent_that_is_no_longer_a_creature():
    doom = instant("Doom", ir.Delayed(ir.StepBegins("end"), ir.Destroy(ir.Target(0))), *targeting(CREATURE))
    stone = instant("Stone", ir.Continuous(ir.Target(0), (ir.SetTypes(types=("artifact",)),)), *targeting(CREATURE))
    game = Game()
    game.put(vanilla(), "Bob")
    game.put(doom, "Ann", "hand")
    game.put(stone, "Ann", "hand")
    game.play("Ann", "Doom", targets=["Bear"])
    game.all_pass()
    game.play("Ann", "Stone", targets=["Bear"])
    game.all_pass()
    assert "creature" not in game.characteristics("Bear").types
    game.to_step("end")
    game.all_pass()
    assert game.zone_of("Bear") == "graveyard"


def test_a_delayed_effect_does_nothing_to_a_creature_that_left_play_and_came_back():
    mist = vanilla(
        "Mist",
        "Creature 1/1",
        triggered(
            enters(ir.IsObject(ir.Self())),
            ir.Delayed(ir.StepBegins("end"), ir.Move(ir.Self(), ir.Destination("exile"), "exile")),
        ),
    )
    blink = instant(
        "Blink",
        ir.Sequence(
            (
                ir.Move(ir.Target(0), ir.Destination("exile"), "exile"),
                ir.Move(ir.Memo("exile"), ir.Destination("battlefield"), "return"),
            )
        ),
        *targeting(CREATURE),
    )
    for blinked, without, zone in (
        (False, (), "exile"),
        (True, (), "battlefield"),
        (True, {"delayed_moved_object"}, "exile"),
    ):
        game = Game(without=without)
        game.put(mist, "Ann", "hand")
        game.put(blink, "Ann", "hand")
        game.play("Ann", "Mist")
        game.all_pass()
        game.all_pass()
        if blinked:
            game.play("Ann", "Blink", targets=["Mist"])
            game.all_pass()
            assert game.zone_of("Mist") == "battlefield"
            stifle = instant("Stifle", ir.CounterSpell(ir.Target(0)), *targeting(ir.IsAbility("triggered")))
            game.put(stifle, "Ann", "hand")
            game.play("Ann", "Stifle", targets=["Mist's ability"])
            game.all_pass()
            assert game.stack() == []
        game.to_step("end")
        game.resolve_all()
        assert game.zone_of("Mist") == zone


def test_newcomers_see_each_other_come_into_play():
    herald = vanilla("Herald", "Creature 1/1", triggered(enters(), GAIN))
    game = Game()
    game.put(herald, "Ann", "graveyard")
    game.put(herald, "Ann", "graveyard")
    raise_all = sorcery(
        "Rise",
        ir.Move(
            ir.Every(ir.All((ir.IsCard(), ir.HasType("creature"), ir.InZone("graveyard")))),
            ir.Destination("battlefield"),
            "return",
        ),
    )
    game.put(raise_all, "Ann", "hand")
    game.play("Ann", "Rise")
    game.all_pass()
    assert game.times_triggered("Herald") + game.times_triggered("Herald 2") == 4


def test_continuous_effects_apply_the_moment_a_permanent_arrives():
    watcher = card("Watcher", "Enchantment", abilities=(triggered(enters(), GAIN),))
    living = card(
        "Living Lands",
        "Enchantment",
        abilities=(
            static(ir.Every(LAND), ir.AddTypes(types=("creature",)), ir.SetBasePowerToughness(NUMBER(1), NUMBER(1))),
        ),
    )
    for without, count in (((), 1), ({"applies_on_arrival"}, 0)):
        game = Game(without=without)
        game.put(watcher, "Ann")
        game.put(living, "Bob")
        game.put(FOREST, "Ann", "hand")
        game.play_land("Ann", "Forest")
        assert game.times_triggered("Watcher") == count


def test_a_creature_that_arrives_without_abilities_does_not_trigger_on_its_own_arrival():
    herald = vanilla("Herald", "Creature 2/2", triggered(enters(ir.IsObject(ir.Self())), GAIN))
    humble = card("Humble", "Enchantment", abilities=(static(ir.Every(CREATURE), ir.RemoveAbilities()),))
    for without, count in (((), 0), ({"applies_on_arrival"}, 1)):
        game = Game(without=without)
        game.put(humble, "Bob")
        game.put(herald, "Ann", "hand")
        game.play("Ann", "Herald")
        game.all_pass()
        assert game.times_triggered("Herald") == count


def test_a_player_who_cannot_sacrifice_cannot_choose_to():
    bargain = sorcery(
        "Bargain", ir.May(ir.Sacrifice(ir.Chosen(ir.All((CREATURE, MINE)))), otherwise=ir.LoseLife(NUMBER(4)))
    )
    game = Game()
    game.put(bargain, "Ann", "hand")
    game.play("Ann", "Bargain")
    game.will("may", True)
    with pytest.raises(IllegalAction) as caught:
        game.all_pass()
    assert caught.value.concept == "impossible_choice"
    game = Game()
    game.put(bargain, "Ann", "hand")
    game.play("Ann", "Bargain")
    game.all_pass()
    assert game.life("Ann") == 16
    game = Game()
    game.put(bargain, "Ann", "hand")
    game.put(vanilla(), "Ann")
    game.play("Ann", "Bargain")
    game.will("may", True)
    game.all_pass()
    assert (game.life("Ann"), game.zone_of("Bear")) == (20, "graveyard")


def test_damage_that_is_prevented_triggers_nothing():
    spike = vanilla(
        "Spike", "Creature 2/4", triggered(ir.DamageDealt(ir.Anything(), ir.IsObject(ir.Self()), passive=True), GAIN)
    )
    shield = instant("Shield", ir.PreventDamage(None, ir.Target(0)), *targeting(CREATURE))
    half = instant("Half", ir.PreventDamage(NUMBER(1), ir.Target(0)), *targeting(CREATURE))
    for spell, without, count in ((shield, (), 0), (half, (), 1), (shield, {"replaced_does_not_trigger"}, 1)):
        game = Game(without=without)
        game.put(spike, "Ann")
        game.put(spell, "Ann", "hand")
        game.put(BOLT, "Ann", "hand")
        game.add_mana("Ann", "{R}")
        game.play("Ann", spell.name, targets=["Spike"])
        game.all_pass()
        game.play("Ann", "Bolt", targets=["Spike"])
        game.all_pass()
        assert game.times_triggered("Spike") == count


def test_losing_control_triggers_also_when_the_permanent_leaves_play():
    keep = vanilla(
        "Keeper",
        "Creature 1/1",
        triggered(ir.ControlChange(ir.IsObject(ir.Self()), ir.IsPlayerRef(ir.You()), False), GAIN),
    )
    game = Game()
    game.put(keep, "Ann")
    game.put(UNSUMMON, "Ann", "hand")
    game.play("Ann", "Unsummon", targets=["Keeper"])
    game.all_pass()
    assert game.times_triggered("Keeper") == 1


def test_a_spell_of_both_colours_triggers_a_watcher_for_either_colour_once():
    watcher = card(
        "Watcher",
        "Enchantment",
        abilities=(triggered(ir.Cast(ir.AnyOf((ir.HasColor("red"), ir.HasColor("green")))), GAIN),),
    )
    game = Game()
    game.put(watcher, "Bob")
    game.put(vanilla("Hybrid", "Creature 1/1, red green", cost="{0}"), "Ann", "hand")
    game.play("Ann", "Hybrid")
    assert game.times_triggered("Watcher") == 1


def test_a_state_trigger_whose_intervening_if_is_false_does_not_trigger():
    hand_empty = ir.StateBecomesTrue(ir.Comparison(ir.Count(ir.Every(ir.InZone("hand", ir.You()))), "=", NUMBER(0)))
    never = ir.Comparison(NUMBER(0), "=", NUMBER(1))
    for without, times in (((), 0), ({"intervening_if"}, 1)):
        game = game_with_library(without=without)
        bell = card("Bell", "Enchantment", abilities=(triggered(hand_empty, DRAW, condition=never),))
        game.put(bell, "Ann")
        game.put(BOLT, "Ann", "hand")
        game.add_mana("Ann", "{R}")
        game.play("Ann", "Bolt", targets=["Bob"])
        assert game.times_triggered("Bell") == times
