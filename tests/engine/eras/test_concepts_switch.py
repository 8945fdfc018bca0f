"""Concepts that no other test here exercises: with each switched off, the game goes otherwise."""

import pytest
from stock import (
    BOLT,
    CREATURE,
    FOREST,
    LAND,
    MURDER,
    NUMBER,
    UNSUMMON,
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

ANY = ir.AnyOf((CREATURE, ir.IsPlayer()))
GAIN = ir.GainLife(NUMBER(1))


def on_and_off(concept, outcome):
    """The outcome with the concept and without it."""
    return outcome(Game()), outcome(Game(without={concept}))


def test_a_source_that_is_gone_deals_its_damage_by_last_known_information():
    tim = vanilla("Tim", "Creature 1/1, blue", activated((), ir.DealDamage(NUMBER(1), ir.Target(0)), *targeting(ANY)))

    def outcome(game):
        game.put(tim, "Ann")
        game.put(UNSUMMON, "Ann", "hand")
        game.activate("Ann", "Tim", targets=["Bob"])
        game.play("Ann", "Unsummon", targets=["Tim"])
        game.resolve_all()
        return game.life("Bob")

    assert on_and_off("last_known_information", outcome) == (19, 20)
    assert on_and_off("ability_independent", outcome) == (19, 20)


def test_only_the_player_with_priority_may_act():
    def outcome(game):
        game.put(BOLT, "Bob", "hand")
        game.add_mana("Bob", "{R}")
        return game.is_legal(lambda g: g.play("Bob", "Bolt", targets=["Ann"]))

    assert on_and_off("priority", outcome) == (False, True)


def test_a_sorcery_waits_for_an_empty_stack():
    def outcome(game):
        game.put(BOLT, "Ann", "hand")
        game.add_mana("Ann", "{R}")
        game.put(sorcery("Rite", GAIN), "Ann", "hand")
        game.play("Ann", "Bolt", targets=["Bob"])
        return game.is_legal(lambda g: g.play("Ann", "Rite"))

    assert on_and_off("timing", outcome) == (False, True)


def test_a_stolen_creature_needs_a_turn_before_it_taps_for_an_ability():
    def outcome(game):
        game.put(vanilla("Elf", "Creature 1/1", activated((ir.TapSelf(),), GAIN)), "Ann", new=True)
        return game.is_legal(lambda g: g.activate("Ann", "Elf"))

    assert on_and_off("summoning_sickness", outcome) == (False, True)


def test_a_land_must_be_played_once_each_turn_only():
    def outcome(game):
        for name in ("One", "Two"):
            game.put(FOREST, "Ann", "hand", label=name)
        game.play_land("Ann", "One")
        return game.is_legal(lambda g: g.play_land("Ann", "Two"))

    assert on_and_off("play_land", outcome) == (False, True)


def test_a_cost_that_cannot_be_paid_makes_the_play_illegal():
    pain = card("Pain", "Enchantment", abilities=(activated((ir.PayLife(NUMBER(30)),), GAIN),))

    def outcome(game):
        game.put(pain, "Ann")
        return game.is_legal(lambda g: g.activate("Ann", "Pain"))

    assert on_and_off("unpayable", outcome) == (False, True)


def test_what_an_effect_prohibits_cannot_be_played():
    def outcome(game):
        game.put(
            card("Law", "Enchantment", abilities=(static(ir.EachPlayer(), ir.PlayerCantPlay(ir.HasType("instant"))),)),
            "Bob",
        )
        game.put(BOLT, "Ann", "hand")
        game.add_mana("Ann", "{R}")
        return game.is_legal(lambda g: g.play("Ann", "Bolt", targets=["Bob"]))

    assert on_and_off("play_prohibited", outcome) == (False, True)


def test_only_its_controller_plays_a_permanents_abilities():
    def outcome(game):
        game.put(vanilla("Elf", "Creature 1/1", activated((), GAIN)), "Bob")
        return game.is_legal(lambda g: g.activate("Ann", "Elf"))

    assert on_and_off("controller_activates", outcome) == (False, True)


def test_mana_spent_on_a_countered_spell_is_gone():
    stop = instant("Stop", ir.CounterSpell(ir.Target(0)), *targeting(ir.IsSpell()))

    def outcome(game):
        game.put(BOLT, "Ann", "hand")
        game.add_mana("Ann", "{R}")
        game.put(stop, "Ann", "hand")
        game.play("Ann", "Bolt", targets=["Bob"])
        game.play("Ann", "Stop", targets=["Bolt"])
        game.all_pass()
        return game.mana_pool("Ann"), game.life("Bob")

    assert on_and_off("no_refund", outcome) == (("", 20), ("{R}", 20))

    def life(game):
        outcome(game)
        game.resolve_all()
        return game.life("Bob")

    assert on_and_off("counter", life) == (20, 17)


def test_a_white_and_black_creature_is_black():
    def outcome(game):
        game.put(vanilla("Both", "Creature 1/1, white black"), "Bob")
        game.put(sorcery("Plague", ir.Destroy(ir.Every(ir.All((CREATURE, ir.HasColor("black")))))), "Ann", "hand")
        game.play("Ann", "Plague")
        game.all_pass()
        return game.zone_of("Both")

    assert on_and_off("only_what_is_asked", outcome) == ("graveyard", "battlefield")


def test_a_static_ability_also_affects_what_comes_later():
    def outcome(game):
        game.put(
            card(
                "Crusade",
                "Enchantment",
                abilities=(static(ir.Every(CREATURE), ir.ModifyPowerToughness(NUMBER(1), NUMBER(1))),),
            ),
            "Ann",
        )
        game.put(vanilla(), "Ann")
        return game.power_toughness("Bear")

    assert on_and_off("static_not_locked_in", outcome) == ((3, 3), (2, 2))


def test_a_number_is_worked_out_once_as_the_effect_begins():
    grow = instant(
        "Grow",
        ir.Continuous(ir.Target(0), (ir.ModifyPowerToughness(ir.Count(ir.Every(LAND)), NUMBER(0)),)),
        *targeting(CREATURE),
    )

    def outcome(game):
        game.put(vanilla(), "Ann")
        game.put(FOREST, "Ann")
        game.put(grow, "Ann", "hand")
        game.play("Ann", "Grow", targets=["Bear"])
        game.all_pass()
        game.put(FOREST, "Ann")
        return game.power_toughness("Bear")[0]

    assert on_and_off("value_locked_in", outcome) == (3, 4)


def test_the_timestamp_of_an_ability_that_was_granted_is_that_of_the_grant():
    shrink = static(ir.Self(), ir.SetBasePowerToughness(NUMBER(1), NUMBER(1)))
    big = static(ir.Every(CREATURE), ir.SetBasePowerToughness(NUMBER(5), NUMBER(5)))
    grant = instant("Grant", ir.Continuous(ir.Target(0), (ir.GrantAbilities((shrink,)),)), *targeting(CREATURE))
    results = []
    for without in ((), {"granted_timestamp"}):
        game = Game("2018-01-19", without=without)
        game.put(vanilla(), "Ann")
        game.put(card("Giant's Day", "Enchantment", abilities=(big,)), "Ann")
        game.put(grant, "Ann", "hand")
        game.play("Ann", "Grant", targets=["Bear"])
        game.all_pass()
        results.append(game.power_toughness("Bear"))
    assert results == [(1, 1), (5, 5)]


def test_the_later_of_two_effects_wins():
    def outcome(game):
        game.put(vanilla(), "Ann")
        for name, keywords in (("Wings", (keyword("flying"),)), ("Lead", ())):
            change = ir.GrantAbilities(keywords) if keywords else ir.RemoveAbilities(("flying",))
            game.put(card(name, "Enchantment", abilities=(static(ir.Every(CREATURE), change),)), "Ann")
        return game.has_keyword("Bear", "flying")

    assert on_and_off("timestamp_order", outcome) == (False, True)


def test_an_illegal_target_is_left_alone_when_the_spell_still_resolves():
    twin = sorcery(
        "Twin",
        ir.Destroy(ir.Several((ir.Target(0), ir.Target(1)))),
        *targeting(ir.All((CREATURE, ir.HasColor("green"))), CREATURE),
    )
    paint = instant("Paint", ir.Continuous(ir.Target(0), (ir.SetColors(("red",)),)), *targeting(CREATURE))

    def outcome(game):
        game.put(vanilla(), "Bob")
        game.put(vanilla("Wolf"), "Bob")
        game.put(twin, "Ann", "hand")
        game.put(paint, "Ann", "hand")
        game.play("Ann", "Twin", targets=["Bear", "Wolf"])
        game.play("Ann", "Paint", targets=["Bear"])
        game.resolve_all()
        return game.zone_of("Bear"), game.zone_of("Wolf")

    assert on_and_off("illegal_target_unaffected", outcome) == (
        ("battlefield", "graveyard"),
        ("graveyard", "graveyard"),
    )


def test_an_ability_without_a_legal_target_is_removed_from_the_stack():
    herald = vanilla(
        "Herald",
        "Creature 1/1",
        triggered(enters(ir.IsObject(ir.Self())), ir.Destroy(ir.Target(0)), *targeting(ir.HasType("planeswalker"))),
    )

    def outcome(game):
        game.put(herald, "Ann", "hand")
        game.play("Ann", "Herald")
        game.all_pass()
        return len(game.stack())

    assert on_and_off("no_legal_choice", outcome) == (0, 1)


def test_a_player_must_not_draw_from_an_empty_library():
    def outcome(game):
        game.put(sorcery("Study", ir.Draw()), "Ann", "hand")
        game.play("Ann", "Study")
        game.all_pass()
        return game.has_lost("Ann")

    assert on_and_off("empty_library", outcome) == (True, False)


@pytest.mark.parametrize(
    ("concept", "setup", "on", "off"),
    [
        ("no_life", lambda g: g.set_life("Bob", 0), True, False),
        ("poison", lambda g: g.state.players["Bob"].counters.update(poison=10), True, False),
    ],
)
def test_a_player_loses_by_the_state_of_the_game(concept, setup, on, off):
    def outcome(game):
        setup(game)
        game.pass_priority("Ann")
        game.pass_priority("Bob")
        return game.has_lost("Bob")

    assert on_and_off(concept, outcome) == (on, off)


def test_a_creature_dies_of_damage_and_of_no_toughness():
    for concept, setup in (("lethal_damage", {"damage": 2}), ("no_toughness", {"counters": {"-1/-1": 2}})):

        def outcome(game, setup=setup):
            game.put(vanilla(), "Bob", **setup)
            game.put(sorcery("Rite", GAIN), "Ann", "hand")
            game.play("Ann", "Rite")
            return game.zone_of("Bear")

        assert on_and_off(concept, outcome) == ("graveyard", "battlefield")


def test_opposite_counters_remove_each_other_and_state_based_actions_do_it():
    def outcome(game):
        game.put(vanilla(), "Bob", counters={"+1/+1": 2, "-1/-1": 1})
        game.put(sorcery("Rite", GAIN), "Ann", "hand")
        game.play("Ann", "Rite")
        return game.counters("Bear", "+1/+1"), game.counters("Bear", "-1/-1")

    assert on_and_off("counters_annihilate", outcome) == ((1, 0), (2, 1))
    assert on_and_off("state_based_action", outcome) == ((1, 0), (2, 1))


def test_an_attacker_taps_and_a_vigilant_one_does_not():
    def outcome(game, *abilities):
        game.put(vanilla("Bear", "Creature 2/2", *abilities), "Ann")
        game.attack("Ann", ["Bear"])
        return game.is_tapped("Bear")

    assert on_and_off("attack_taps", outcome) == (True, False)
    assert on_and_off("vigilance", lambda game: outcome(game, keyword("vigilance"))) == (False, True)


def test_an_unblocked_creature_hurts_the_player_and_double_strike_twice():
    def outcome(game, *abilities):
        game.put(vanilla("Bear", "Creature 2/2", *abilities), "Ann")
        game.attack("Ann", ["Bear"])
        game.to_step("end of combat")
        return game.life("Bob")

    assert on_and_off("damage_to_player", outcome) == (18, 20)
    assert on_and_off("double_strike", lambda game: outcome(game, keyword("double strike"))) == (16, 18)


def test_zone_change_triggers_find_their_card_where_it_went():
    phoenix = vanilla(
        "Phoenix",
        "Creature 2/2",
        triggered(
            ir.ZoneChange(ir.IsObject(ir.Self()), "battlefield", "graveyard"),
            ir.Move(ir.Self(), ir.Destination("hand"), "return"),
        ),
    )

    def outcome(game):
        game.put(phoenix, "Ann")
        game.put(MURDER, "Ann", "hand")
        game.play("Ann", "Murder", targets=["Phoenix"])
        game.resolve_all()
        return game.zone_of("Phoenix")

    assert on_and_off("zone_change_trigger", outcome) == ("hand", "graveyard")


def test_newcomers_are_checked_for_their_own_arrival():
    def outcome(game):
        game.put(vanilla("Herald", "Creature 1/1", triggered(enters(ir.IsObject(ir.Self())), GAIN)), "Ann", "hand")
        game.play("Ann", "Herald")
        game.all_pass()
        return game.times_triggered("Herald")

    assert on_and_off("enters_trigger", outcome) == (1, 0)
    assert on_and_off("trigger_event", outcome) == (1, 0)


def test_skipping_is_a_replacement_by_nothing():
    def outcome(game):
        game.put(FOREST, "Bob", "library")
        game.put(sorcery("Lethargy", ir.SkipNext("draw", ir.Target(0)), *targeting(ir.IsPlayer())), "Ann", "hand")
        game.play("Ann", "Lethargy", targets=["Bob"])
        game.all_pass()
        game.to_step("precombat main", "Bob")
        return len(game.hand("Bob"))

    assert on_and_off("skip", outcome) == (0, 1)


def test_cleanup_wears_damage_off_and_the_hand_is_cut_to_seven():
    def damage(game):
        game.put(vanilla("Ox", "Creature 1/9"), "Ann", damage=3)
        game.fill_library("Bob")
        game.to_step("upkeep", "Bob")
        return game.state.things[game.id("Ox")].damage

    assert on_and_off("cleanup", damage) == (0, 3)

    def hand(game):
        for number in range(8):
            game.put(FOREST, "Ann", "hand", label=f"Forest {number}")
        game.will("discard", ["Forest 0"])
        game.to_step("upkeep", "Bob")
        return len(game.hand("Ann"))

    assert on_and_off("hand_size", hand) == (7, 8)


def test_untapping_drawing_and_emptying_of_mana_are_the_games_own_work():
    def turn(game):
        game.put(FOREST, "Bob", tapped=True)
        game.fill_library("Bob")
        game.add_mana("Ann", "{G}")
        game.to_step("precombat main", "Bob")
        return game.is_tapped("Forest"), len(game.hand("Bob")), game.mana_pool("Ann"), game.life("Ann")

    assert on_and_off("untap_step", turn) == ((False, 1, "", 19), (True, 1, "", 19))
    assert on_and_off("draw_step", turn) == ((False, 1, "", 19), (False, 0, "", 19))
    assert on_and_off("mana_empties", turn) == ((False, 1, "", 19), (False, 1, "{G}", 20))
    assert on_and_off("mana_burn", turn) == ((False, 1, "", 19), (False, 1, "", 20))


def test_two_alternative_costs_are_one_too_many():
    costs = ir.StaticAbility(
        (ir.AlternativeCost(ir.Cost((ir.PayLife(NUMBER(2)),)), "life"), ir.AlternativeCost(ir.Cost(), "free")),
        zones=("hand",),
    )

    def outcome(game):
        game.put(sorcery("Rite", GAIN, cost="{5}", also=(costs,)), "Ann", "hand")
        return game.is_legal(lambda g: g.play("Ann", "Rite", alternative="life + free"))

    assert on_and_off("one_alternative_cost", outcome) == (False, True)


def test_the_targets_of_a_triggered_ability_are_chosen_as_it_goes_on_the_stack():
    herald = vanilla(
        "Herald",
        "Creature 1/1",
        triggered(enters(ir.IsObject(ir.Self())), ir.Destroy(ir.Target(0)), *targeting(CREATURE)),
    )

    def outcome(game):
        game.put(herald, "Ann", "hand")
        game.put(vanilla(), "Bob")
        game.play("Ann", "Herald")
        game.will("target", "Bear")
        game.all_pass()
        return len(game.kernel.script.answers)

    assert on_and_off("trigger_choices", outcome) == (0, 1)


def blocked_three_times(game, pattern, declared=3):
    game.put(vanilla("Watcher", "Creature 5/5", triggered(pattern, GAIN)), "Ann")
    for number in range(4):
        game.put(vanilla(f"Wolf {number}", "Creature 1/1"), "Bob")
    game.attack("Ann", ["Watcher"])
    game.block("Bob", {f"Wolf {number}": "Watcher" for number in range(declared)})
    game.put(instant("Ruse", ir.Block(ir.Target(0), ir.Target(1)), *targeting(CREATURE, CREATURE)), "Ann", "hand")
    game.play("Ann", "Ruse", targets=["Wolf 3", "Watcher"])
    game.all_pass()
    return game.times_triggered("Watcher")


def test_each_blocker_counts_and_a_number_of_blockers_counts_once():
    me = ir.IsObject(ir.Self())
    assert on_and_off("blocked_by_each", lambda g: blocked_three_times(g, ir.BlocksEach(CREATURE, me))) == (4, 1)
    assert on_and_off("blocked_by_number", lambda g: blocked_three_times(g, ir.BecomesBlocked(me, minimum=2))) == (1, 2)
    assert on_and_off("becomes_blocked", lambda g: blocked_three_times(g, ir.BecomesBlocked(me))) == (1, 2)


def test_what_is_revealed_this_way_is_what_the_same_object_revealed():
    def seer(nth):
        return card(
            "Seer",
            "Enchantment",
            abilities=(
                static(ir.You(), ir.RevealsDrawn(nth)),
                triggered(ir.Revealed(ir.HasType("land"), this_way=True), GAIN),
            ),
        )

    def outcome(game):
        game.put(seer(1), "Ann", label="First")
        game.put(seer(2), "Ann", label="Second")
        game.put(FOREST, "Ann", "library")
        game.put(sorcery("Study", ir.Draw()), "Ann", "hand")
        game.play("Ann", "Study")
        game.all_pass()
        return game.times_triggered("First"), game.times_triggered("Second")

    assert on_and_off("linked_abilities", outcome) == ((1, 0), (1, 1))


def test_a_card_that_says_it_cannot_be_played_cannot_be_played():
    barred = ir.StaticAbility((ir.CantPlayThis(),), zones=("hand",))

    def outcome(game):
        game.put(sorcery("Rite", GAIN, also=(barred,)), "Ann", "hand")
        return game.is_legal(lambda g: g.play("Ann", "Rite"))

    assert on_and_off("static_where_playable", outcome) == (False, True)


def test_a_spell_leaves_the_stack_as_the_last_step_of_its_resolution():
    own = ir.Count(ir.Every(ir.InZone("graveyard", ir.You())))

    def outcome(game):
        game.put(sorcery("Memory", ir.GainLife(own)), "Ann", "hand")
        game.play("Ann", "Memory")
        game.all_pass()
        return game.life("Ann")

    assert on_and_off("spell_leaves_stack", outcome) == (20, 21)


def test_an_effect_goes_on_in_later_layers_for_what_it_began_to_affect():
    noncreature = ir.All((ir.IsPermanent(), ir.HasType("artifact"), ir.Not(ir.HasType("creature"))))
    march = card(
        "March",
        "Enchantment",
        abilities=(
            static(
                ir.Every(noncreature), ir.AddTypes(types=("creature",)), ir.SetBasePowerToughness(NUMBER(2), NUMBER(2))
            ),
        ),
    )

    def outcome(game):
        game.put(card("Relic", "Artifact"), "Ann")
        game.put(march, "Ann")
        return game.power_toughness("Relic")

    assert on_and_off("parts_in_layers", outcome) == ((2, 2), (None, None))


def test_no_damage_is_no_event():
    def outcome(game):
        game.put(
            vanilla(
                "Spike",
                "Creature 1/1",
                triggered(ir.DamageDealt(ir.Anything(), ir.IsObject(ir.Self()), passive=True), GAIN),
            ),
            "Ann",
        )
        game.put(instant("Spark", ir.DealDamage(NUMBER(0), ir.Target(0)), *targeting(CREATURE)), "Ann", "hand")
        game.play("Ann", "Spark", targets=["Spike"])
        game.all_pass()
        return game.times_triggered("Spike")

    assert on_and_off("zero_damage", outcome) == (0, 1)


def test_if_you_do_asks_whether_the_player_chose_it_not_what_came_of_it():
    deal = sorcery("Deal", ir.May(ir.GainLife(NUMBER(5)), then=ir.LoseLife(NUMBER(1))))

    def outcome(game):
        game.put(card("Skull", "Artifact", abilities=(static(ir.EachPlayer(), ir.PlayerCant("gain life")),)), "Bob")
        game.put(deal, "Ann", "hand")
        game.play("Ann", "Deal")
        game.will("may", True)
        game.all_pass()
        return game.life("Ann")

    assert on_and_off("if_you_do", outcome) == (19, 20)


def test_a_token_that_leaves_play_ceases_to_exist():
    def outcome(game):
        game.put(vanilla("Soldier", "Creature 1/1"), "Ann", token=True)
        game.put(UNSUMMON, "Ann", "hand")
        game.play("Ann", "Unsummon", targets=["Soldier"])
        game.all_pass()
        return game.zone_of("Soldier")

    assert on_and_off("token_gone", outcome) == ("nowhere", "hand")


def test_an_equipment_on_what_is_no_creature_falls_off():
    stone = instant("Stone", ir.Continuous(ir.Target(0), (ir.SetTypes(types=("artifact",)),)), *targeting(CREATURE))

    def outcome(game):
        bear = game.put(vanilla(), "Ann")
        sword = game.put(card("Sword", "Artifact - Equipment"), "Ann", attached_to="Bear")
        game.put(stone, "Ann", "hand")
        game.play("Ann", "Stone", targets=["Bear"])
        game.all_pass()
        return game.state.things[sword].attached_to == f"object {bear}"

    assert on_and_off("illegal_equipment", outcome) == (False, True)


def test_what_a_spell_says_of_its_own_leaving_comes_before_other_replacements():
    back = ir.StaticAbility(
        (
            ir.Replaces(
                ir.Replace(
                    ir.ZoneChange(ir.IsObject(ir.Self()), "stack", "graveyard"),
                    ir.Move(ir.Self(), ir.Destination("hand"), "put"),
                )
            ),
        ),
        zones=("stack",),
    )
    leyline = ir.StaticAbility(
        (
            ir.Replaces(
                ir.Replace(
                    ir.ZoneChange(ir.Anything(), None, "graveyard"),
                    ir.Move(ir.TriggerObject(), ir.Destination("exile"), "exile"),
                )
            ),
        )
    )

    def outcome(game):
        game.put(card("Leyline", "Enchantment", abilities=(leyline,)), "Bob")
        game.put(sorcery("Echo", GAIN, also=(back,)), "Ann", "hand")
        game.play("Ann", "Echo")
        game.will("replacement", "Leyline")
        game.all_pass()
        return game.zone_of("Echo")

    assert on_and_off("self_replacement", outcome) == ("hand", "exile")


def test_attackers_and_blockers_are_declared_once_and_restrictions_hold():
    def again(game):
        for name in ("One", "Two"):
            game.put(vanilla(name), "Ann")
        game.attack("Ann", ["One"])
        return game.is_legal(lambda g: g.attack("Ann", ["Two"]))

    assert on_and_off("declare_attackers", again) == (False, True)

    def block_again(game):
        game.put(vanilla("One"), "Ann")
        for name in ("Ox", "Elk"):
            game.put(vanilla(name), "Bob")
        game.attack("Ann", ["One"])
        game.block("Bob", {"Ox": "One"})
        return game.is_legal(lambda g: g.block("Bob", {"Elk": "One"}))

    assert on_and_off("declare_blockers", block_again) == (False, True)

    def restricted(game):
        game.put(vanilla("Wall", "Creature - Wall 0/4"), "Ann")
        game.put(card("Moat", "Enchantment", abilities=(static(ir.Every(CREATURE), ir.CantAttack()),)), "Bob")
        return game.is_legal(lambda g: g.attack("Ann", ["Wall"]))

    assert on_and_off("attack_restriction", restricted) == (False, True)

    def forced(game):
        game.put(vanilla("One"), "Ann")
        game.put(card("Rage", "Enchantment", abilities=(static(ir.Every(CREATURE), ir.MustAttack()),)), "Bob")
        return game.is_legal(lambda g: g.attack("Ann", []))

    assert on_and_off("must_attack", forced) == (False, True)

    def provoked(game):
        game.put(vanilla("One"), "Ann")
        game.put(vanilla("Ox"), "Bob")
        game.put(card("Lure", "Enchantment", abilities=(static(ir.Every(CREATURE), ir.MustBlock()),)), "Ann")
        game.attack("Ann", ["One"])
        return game.is_legal(lambda g: g.block("Bob", {}))

    assert on_and_off("must_block", provoked) == (False, True)


def test_damage_was_turned_to_planeswalkers_once():
    def life(date, without=frozenset()):
        game = Game(date, without=without)
        game.put(card("Jace", "Planeswalker", loyalty=4), "Bob")
        game.put(BOLT, "Ann", "hand")
        game.add_mana("Ann", "{R}")
        game.will("may", True)
        game.play("Ann", BOLT.name, targets=["Bob"])
        game.all_pass()
        return game.life("Bob")

    assert [life(date) for date in ("2007-07-13", "2008-02-01", "2018-01-19", "2018-04-27")] == [17, 20, 20, 17]
    assert life("2013-05-01", {"planeswalker_redirection"}) == 17


def test_the_player_with_the_banding_creature_divides_the_damage():
    from rulesite.engine.combat.combat_damage import who_divides

    def outcome(game):
        game.put(vanilla("Giant", "Creature 5/5"), "Ann")
        game.put(vanilla("Hero", "Creature 1/1", keyword("banding")), "Bob")
        game.put(vanilla("Ox", "Creature 1/1"), "Bob")
        game.attack("Ann", ["Giant"])
        game.block("Bob", {"Hero": "Giant", "Ox": "Giant"})
        return who_divides(game.kernel, game.state.combat, game.id("Giant"))

    assert on_and_off("banding_damage", outcome) == ("Bob", "Ann")


def test_a_defender_does_not_attack():
    def outcome(game):
        game.put(vanilla("Wall", "Creature - Wall 0/4", keyword("defender")), "Ann")
        return game.is_legal(lambda g: g.attack("Ann", ["Wall"]))

    assert on_and_off("defender", outcome) == (False, True)


def test_a_granted_ability_keeps_its_words():
    """In 2002 text and abilities change in one step; under later layers a grant comes after every change of text."""
    ward = keyword("protection", quality=ir.HasColor("black"))
    change = (ir.ReplaceWords("color", "black", "green"),)
    sleight = instant("Sleight", ir.Continuous(ir.Target(0), change, "permanent"), *targeting(CREATURE))
    words = []
    for without in ((), {"granted_text_unchanged"}):
        game = Game("2002-10-01", without=without)
        game.put(vanilla(), "Ann")
        game.put(
            card("Ward", "Enchantment", abilities=(static(ir.Every(CREATURE), ir.GrantAbilities((ward,))),)), "Ann"
        )
        game.put(sleight, "Ann", "hand")
        game.play("Ann", "Sleight", targets=["Bear"])
        game.all_pass()
        words.append([held.ability.quality.color for held in game.characteristics("Bear").abilities])
    assert words == [["black"], ["green"]]
