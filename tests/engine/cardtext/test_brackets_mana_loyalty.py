"""What statements rule of texts with brackets, of mana, of loyalty abilities and of who is protected: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"
LATER = "2026-06-19"


def test_a_cleaved_spell_does_what_stands_outside_of_its_brackets() -> None:
    for how, left in (("", ["Elk"]), ("cleave", [])):
        game = start(LATER)
        put(game, "Bob", "Ox", "Creature 2/2", cost="{2}")
        put(game, "Bob", "Elk", "Creature 4/4", cost="{4}")
        text = "Cleave {0}\nDestroy all creatures [with mana value 2 or less]."
        put(game, "Ann", "Peril", "Sorcery", text, zone="hand")
        game.play("Ann", "Peril", alternative=how)
        game.resolve_all()
        assert game.cards_in("battlefield") == left


def test_the_target_of_a_cleaved_spell_is_what_its_cut_text_allows() -> None:
    for how, legal in (("", False), ("cleave", True)):
        game = start(LATER)
        put(game, "Bob", "Ox", "Creature 2/2")
        put(game, "Ann", "Moon", "Instant", "Cleave {0}\nDestroy target [Wolf or Elf] creature.", zone="hand")
        assert game.is_legal(lambda g, how=how: g.play("Ann", "Moon", targets=["Ox"], alternative=how)) is legal


@pytest.mark.parametrize(("made", "left"), [("{T}: Add {G}{G}.", "{C}"), ("{T}: Add {G}.", "{G}")])
def test_a_land_that_is_tapped_for_so_much_produces_other_mana(made: str, left: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Spring", "Land", made)
    sphere = "If a land is tapped for two or more mana, it produces {C} instead of any other type and amount."
    put(game, "Bob", "Sphere", "Artifact", sphere)
    game.activate("Ann", "Spring")
    assert game.mana_pool("Ann") == left


def test_mana_becomes_other_mana_for_who_taps_the_land_alone() -> None:
    game = start(TODAY)
    for player in ("Ann", "Bob"):
        put(game, player, f"Spring of {player}", "Land", "{T}: Add {G}.")
    put(game, "Ann", "Deep", "Enchantment", "If you tap a land for mana, it produces {U} instead of any other type.")
    game.activate("Ann", "Spring of Ann")
    assert game.mana_pool("Ann") == "{U}"
    game.pass_priority("Ann")
    game.activate("Bob", "Spring of Bob")
    assert game.mana_pool("Bob") == "{G}"


def test_a_replacement_of_mana_for_a_while_is_not_modelled() -> None:
    game = start(TODAY)
    text = "Until end of turn, if you tap a land for mana, it produces {U} instead of any other type."
    put(game, "Ann", "Moon", "Instant", text, zone="hand")
    game.play("Ann", "Moon")
    with pytest.raises(NotModelled):
        game.resolve_all()


WALKER = "Legendary Planeswalker - Jace, loyalty 3"


def with_walker(text: str) -> Game:
    game = start(TODAY)
    put(game, "Ann", "Jace", WALKER, "+1: You gain 1 life.")
    put(game, "Ann", "Stone", "Artifact", "{T}: Add {C}.\n{0}: You gain 2 life.")
    put(game, "Ann", "Splendor", "Enchantment", text)
    return game


def test_loyalty_abilities_at_instant_speed() -> None:
    game = with_walker("You may activate loyalty abilities of planeswalkers you control on any player's turn any time"
                       " you could cast an instant.")  # fmt: skip
    game.to_step("upkeep", "Bob")
    game.pass_priority("Bob")
    game.activate("Ann", "Jace", 1)
    game.resolve_all()
    assert game.life("Ann") == 21


def test_all_abilities_but_those_of_two_kinds_are_forbidden() -> None:
    game = with_walker("Players can't activate abilities that aren't mana abilities or loyalty abilities.")
    game.activate("Ann", "Stone", 1)
    assert game.mana_pool("Ann") == "{C}"
    assert game.is_legal(lambda g: g.activate("Ann", "Jace", 1))
    assert not game.is_legal(lambda g: g.activate("Ann", "Stone", 2))


def test_one_planeswalker_has_the_loyalty_abilities_of_another() -> None:
    game = start(TODAY)
    put(game, "Ann", "Jace", WALKER, "+1: You gain 1 life.\nEach other planeswalker you control has the loyalty abilities of Jace.\n{0}: You gain 9 life.")  # fmt: skip
    put(game, "Ann", "Ral", WALKER.replace("Jace", "Ral"), "−1: Draw a card.")
    assert len(game.characteristics("Ral").abilities) == 2


def test_abilities_with_the_tap_symbol_alone_are_forbidden() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2", "{T}: You gain 1 life.\n{0}: You gain 2 life.")
    text = "Enchant creature\nEnchanted creature's activated abilities with {T} in their costs can't be activated."
    put(game, "Ann", "Root", "Enchantment — Aura", text, zone="hand")
    game.play("Ann", "Root", targets=["Ox"])
    game.resolve_all()
    assert not game.is_legal(lambda g: g.activate("Ann", "Ox", 1))
    assert game.is_legal(lambda g: g.activate("Ann", "Ox", 2))


def test_protection_from_the_colors_of_other_permanents() -> None:
    game = start(TODAY)
    put(game, "Ann", "Kirin", "Creature 2/2", "Kirin has protection from the colors of permanents you control.")
    put(game, "Ann", "Elk", "Creature 2/2", cost="{G}")
    for color, legal in (("G", False), ("R", True)):
        put(game, "Bob", f"Bolt {color}", "Instant", "Destroy target creature.", zone="hand", cost=f"{{{color}}}")
        game.add_mana("Bob", f"{{{color}}}")
        game.pass_priority("Ann") if color == "G" else None
        assert game.is_legal(lambda g, color=color: g.play("Bob", f"Bolt {color}", targets=["Kirin"])) is legal


def test_what_is_no_human_any_more() -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Wolf",
        "Creature — Human Wolf 1/1",
        "{0}: Until end of turn, Wolf gains trample and isn't a Human.",
    )
    game.activate("Ann", "Wolf")
    game.resolve_all()
    assert game.characteristics("Wolf").subtypes == {"Wolf"}


def test_two_letters_stand_for_power_and_for_toughness() -> None:
    game = start(TODAY)
    put(game, "Ann", "Elk", "Creature 3/5")
    text = "Target creature gets +X/+Y until end of turn, where X is Elk's power and Y is Elk's toughness."
    put(game, "Ann", "Ox", "Creature 1/1")
    put(game, "Ann", "Grow", "Instant", text.replace("Elk's", "its"), zone="hand")
    game.play("Ann", "Grow", targets=["Elk"])
    game.resolve_all()
    assert game.power_toughness("Elk") == (6, 10)


def test_a_type_may_be_chosen_but_not_one_that_is_named() -> None:
    text = "{0}: Choose a creature type other than Wall. Craft becomes that type until end of turn."
    for kind, fits in (("Goblin", True), ("Wall", False)):
        game = start(TODAY)
        put(game, "Ann", "Craft", "Creature — Elf 1/1", text)
        game.will("creature type", kind)
        game.activate("Ann", "Craft")
        if fits:
            game.resolve_all()
            assert game.characteristics("Craft").subtypes == {kind}
        else:
            with pytest.raises(IllegalAction):
                game.resolve_all()


def test_power_and_toughness_by_whose_turn_it_is() -> None:
    text = "As long as it's your turn, Mob's power and toughness are each equal to the number of creatures you control. As long as it's not your turn, Mob's power and toughness are each 3."  # fmt: skip
    game = start(TODAY)
    put(game, "Ann", "Mob", "Creature */*", text)
    assert game.power_toughness("Mob") == (1, 1)
    put(game, "Bob", "Crowd", "Creature */*", text.replace("Mob", "Crowd"))
    assert game.power_toughness("Crowd") == (3, 3)


def test_creatures_may_be_devoured_and_so_may_artifacts() -> None:
    game = start(TODAY)
    put(game, "Ann", "Stone", "Artifact")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Chrome", "Creature 1/1", "Devour artifact 2", zone="hand")
    game.will("may", True)
    game.will("sacrifice", "Stone")
    game.play("Ann", "Chrome")
    game.resolve_all()
    assert game.power_toughness("Chrome") == (3, 3)
    assert "Ox" in game.cards_in("battlefield")


@pytest.mark.parametrize(
    "text",
    [
        "While voting, you may vote an additional time.",
        "If you would lose unspent mana, that mana becomes colorless instead.",
        "A player losing unspent mana causes that player to lose that much life.",
    ],
)
def test_what_is_read_and_not_carried_out_is_named(text: str) -> None:
    with pytest.raises(NotModelled):
        attacked_under(text)


def attacked_under(text: str) -> None:
    """A creature that walks on Islands attacks while a statement holds."""
    game = start(TODAY)
    put(game, "Ann", "Order", "Enchantment", text)
    put(game, "Ann", "Ox", "Creature 2/2", "Islandwalk")
    game.attack("Ann", {"Ox": "Bob"})


def test_spells_cost_more_in_the_turn_of_one_player_alone() -> None:
    text = "Spells your opponents cast during your turn cost {1} more to cast."
    for owner, caster, legal in (("Ann", "Bob", False), ("Bob", "Ann", True)):
        game = start(TODAY)
        put(game, owner, "Class", "Enchantment", text)
        put(game, caster, "Bolt", "Instant", "You gain 1 life.", zone="hand")
        if caster == "Bob":
            game.pass_priority("Ann")
        assert game.is_legal(lambda g, caster=caster: g.play(caster, "Bolt")) is legal


def test_a_spell_costs_less_during_the_end_step_of_its_caster() -> None:
    for step, player, legal in (("end", "Ann", True), ("end", "Bob", False), ("upkeep", "Bob", False)):
        game = start(TODAY)
        text = "This spell costs {2} less to cast during your end step.\nYou gain 1 life."
        put(game, "Ann", "Closing", "Instant", text, zone="hand", cost="{2}")
        game.to_step(step, player)
        if player == "Bob":
            game.pass_priority("Bob")
        assert game.is_legal(lambda g: g.play("Ann", "Closing")) is legal


def test_other_spells_that_you_cast_this_turn_are_counted() -> None:
    game = start(TODAY)
    put(game, "Ann", "Drake", "Creature 1/1", "Drake gets +1/+1 for each other spell you've cast this turn.")
    for name in ("One", "Two"):
        put(game, "Ann", name, "Instant", "You gain 1 life.", zone="hand")
        game.play("Ann", name)
        game.resolve_all()
    assert game.power_toughness("Drake") == (3, 3)


def test_an_opponent_gains_life_instead_of_what_a_spell_costs() -> None:
    game = start(TODAY)
    text = "If you control a Forest, rather than pay this spell's mana cost, you may have an opponent gain 3 life.\nYou gain 1 life."  # fmt: skip
    put(game, "Ann", "Wood", "Basic Land — Forest")
    put(game, "Ann", "Vigor", "Instant", text, zone="hand", cost="{2}{G}")
    game.play("Ann", "Vigor", alternative="alternative")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (21, 23)


def test_any_player_casts_small_creatures_for_nothing_and_at_any_time() -> None:
    game = start(TODAY)
    text = "Any player may cast creature spells with mana value 3 or less without paying their mana costs and as though they had flash."  # fmt: skip
    put(game, "Ann", "Lure", "Enchantment", text)
    for name, cost, legal in (("Ox", "{2}{G}", True), ("Elk", "{3}{G}", False)):
        put(game, "Bob", name, "Creature 2/2", zone="hand", cost=cost)
        game.pass_priority("Ann") if name == "Ox" else None
        assert game.is_legal(lambda g, name=name: g.play("Bob", name, alternative="permission")) is legal


def test_x_of_each_mode_is_no_zero() -> None:
    text = "{X}: Choose one —\n• You gain X life. X can't be 0.\n• Draw X cards. X can't be 0."
    for x, legal in ((0, False), (1, True)):
        game = start(TODAY)
        put(game, "Ann", "Sage", "Creature 2/2", text)
        game.add_mana("Ann", "{C}")
        assert game.is_legal(lambda g, x=x: g.activate("Ann", "Sage", x=x, modes=[1])) is legal


def test_a_shield_is_divided_among_its_targets() -> None:
    game = start(TODAY)
    text = "Prevent the next 5 damage that would be dealt this turn to any number of targets, divided as you choose."
    put(game, "Ann", "Remedy", "Instant", text, zone="hand")
    put(game, "Ann", "Storm", "Sorcery", "Storm deals 4 damage to each player.", zone="hand")
    game.play("Ann", "Remedy", targets=["Ann", "Bob"], division={"Ann": 2, "Bob": 3})
    game.resolve_all()
    game.play("Ann", "Storm")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (18, 19)


def test_a_library_of_some_player_holds_so_few_cards() -> None:
    for text, size in (
        ("as long as a library has twenty or fewer cards in it", (5, 9)),
        ("as long as a library has nineteen or fewer cards in it", (1, 1)),
        ("as long as there are twenty or more cards in a single library", (5, 9)),
    ):
        game = start(TODAY)
        put(game, "Ann", "Spawn", "Creature 1/1", f"Spawn gets +4/+8 {text}.")
        assert game.power_toughness("Spawn") == size


def test_what_is_also_of_other_types() -> None:
    game = start(TODAY)
    put(game, "Ann", "Beast", "Artifact Creature — Beast 1/1", "Beast is also a Cleric, Rogue, and Wizard.")
    assert game.characteristics("Beast").subtypes == {"Beast", "Cleric", "Rogue", "Wizard"}


def test_no_more_times_than_there_are_such_lands() -> None:
    game = start(TODAY)
    text = "{0}: You gain 1 life. Activate no more times each turn than the number of Swamps you control."
    put(game, "Ann", "Wisp", "Creature 1/1", text)
    assert not game.is_legal(lambda g: g.activate("Ann", "Wisp"))
    put(game, "Ann", "Bog", "Basic Land — Swamp")
    game.activate("Ann", "Wisp")
    game.resolve_all()
    assert not game.is_legal(lambda g: g.activate("Ann", "Wisp"))


def test_any_player_activates_it_in_his_or_her_own_turn_before_the_end_step() -> None:
    text = "{0}: You gain 1 life. Any player may activate this ability but only during their turn before the end step."
    for step, player, legal in (("upkeep", "Ann", False), ("upkeep", "Bob", True), ("end", "Bob", False)):
        game = start(TODAY)
        put(game, "Ann", "Cache", "Enchantment", text)
        game.to_step(step, player)
        if player != "Bob":
            game.pass_priority(player)
        assert game.is_legal(lambda g: g.activate("Bob", "Cache")) is legal


def test_it_cannot_attack_in_extra_turns() -> None:
    game = start(TODAY)
    put(game, "Ann", "Sphinx", "Creature 4/4", "Sphinx can't attack during extra turns.")
    put(game, "Ann", "Warp", "Sorcery", "Take an extra turn after this one.", zone="hand")
    assert game.is_legal(lambda g: g.attack("Ann", {"Sphinx": "Bob"}))
    game.play("Ann", "Warp")
    game.resolve_all()
    game.to_step("upkeep", "Ann")
    assert not game.is_legal(lambda g: g.attack("Ann", {"Sphinx": "Bob"}))


@pytest.mark.parametrize(
    "text",
    [
        "If a creature you control attacks, Order also attacks if able.",
        "You may pay {0} rather than pay cycling costs.",
        "Spells your opponents cast that target creatures you control cost an additional {E}{E} to cast.",
        "You may discard a card any time you could cast an instant.",
    ],
)
def test_what_else_is_read_and_not_carried_out_is_named(text: str) -> None:
    with pytest.raises(NotModelled):
        attacked_under(text)


def test_spells_cost_more_but_in_the_turn_of_who_casts_them() -> None:
    text = "Each spell costs {3} more to cast except during its controller's turn."
    for caster, legal in (("Ann", True), ("Bob", False)):
        game = start(TODAY)
        put(game, "Ann", "Grid", "Artifact", text)
        put(game, caster, "Bolt", "Instant", "You gain 1 life.", zone="hand")
        if caster == "Bob":
            game.pass_priority("Ann")
        assert game.is_legal(lambda g, caster=caster: g.play(caster, "Bolt")) is legal


def test_equipping_costs_less_for_some_targets_alone() -> None:
    text = "Blade's equip ability costs {2} less to activate if it targets a green creature.\nEquip {2}"
    for name, legal in (("Elk", True), ("Ox", False)):
        game = start(TODAY)
        put(game, "Ann", "Blade", "Artifact — Equipment", text)
        put(game, "Ann", "Elk", "Creature 2/2", cost="{G}")
        put(game, "Ann", "Ox", "Creature 2/2", cost="{W}")
        assert game.is_legal(lambda g, name=name: g.activate("Ann", "Blade", targets=[name])) is legal


def test_who_attacked_with_a_creature_casts_no_spell() -> None:
    text = "Each opponent who attacked with a creature this turn can't cast spells."
    for attacks, legal in ((True, False), (False, True)):
        game = start(TODAY)
        put(game, "Bob", "Arbiter", "Creature 5/6", text)
        put(game, "Ann", "Ox", "Creature 2/2")
        put(game, "Ann", "Bolt", "Instant", "You gain 1 life.", zone="hand")
        if attacks:
            game.attack("Ann", {"Ox": "Bob"})
        assert game.is_legal(lambda g: g.play("Ann", "Bolt")) is legal


def test_one_of_several_looks_is_chosen_as_it_enters() -> None:
    text = "As Clay enters the battlefield, it becomes your choice of a 3/3 artifact creature, a 2/2 artifact creature with flying, or a 1/6 Wall artifact creature with defender in addition to its other types."  # fmt: skip
    for mode, size, flies in ((1, (3, 3), False), (2, (2, 2), True), (3, (1, 6), False)):
        game = start(TODAY)
        put(game, "Ann", "Clay", "Artifact Creature — Shapeshifter */*", text, zone="hand")
        game.will("mode", mode)
        game.play("Ann", "Clay")
        game.resolve_all()
        assert game.power_toughness("Clay") == size
        assert game.has_keyword("Clay", "flying") is flies


def test_a_letter_is_explained_behind_a_quotation() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    text = "As an additional cost to cast this spell, sacrifice a creature.\nCreate X 1/1 green Pest creature tokens with \"When this creature dies, you gain 1 life,\" where X is the sacrificed creature's power."  # fmt: skip
    put(game, "Ann", "Tend", "Instant", text, zone="hand")
    game.play("Ann", "Tend", pay=["sacrifice Ox"])
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Pest", "Pest 2", "Pest 3"]


def test_protection_from_each_mana_value_among_others() -> None:
    game = start(TODAY)
    put(game, "Ann", "Guard", "Creature 2/2", "Guard has protection from each mana value among artifacts you control.")
    put(game, "Ann", "Stone", "Artifact", cost="{2}")
    for cost, legal in (("{C}{C}", False), ("{C}", True)):
        name = f"Bolt {cost.count('C')}"
        put(game, "Ann", name, "Instant", "Destroy target creature.", zone="hand", cost=cost)
        game.add_mana("Ann", cost)
        assert game.is_legal(lambda g, name=name: g.play("Ann", name, targets=["Guard"])) is legal


def test_what_enters_or_dies_makes_nothing_trigger() -> None:
    game = start(TODAY)
    put(
        game,
        "Bob",
        "Hush",
        "Creature 1/2",
        "Creatures entering the battlefield or dying don't cause abilities to trigger.",
    )
    put(game, "Ann", "Ox", "Creature 2/2", "When Ox enters the battlefield or dies, you gain 5 life.", zone="hand")
    put(game, "Ann", "Kill", "Instant", "Destroy target creature.", zone="hand")
    game.play("Ann", "Ox")
    game.resolve_all()
    game.play("Ann", "Kill", targets=["Ox"])
    game.resolve_all()
    assert "Ox" in game.cards_in("graveyard", "Ann")
    assert game.life("Ann") == 20


def test_a_type_is_chosen_in_addition_to_the_others() -> None:
    game = start(TODAY)
    text = "{0}: Until end of turn, target land you control becomes the basic land type of your choice in addition to its other types."  # fmt: skip
    put(game, "Ann", "Compass", "Artifact", text)
    put(game, "Ann", "Wood", "Basic Land — Forest")
    game.will("basic land type", "Swamp")
    game.activate("Ann", "Compass", targets=["Wood"])
    game.resolve_all()
    assert game.characteristics("Wood").subtypes == {"Forest", "Swamp"}
    game.to_step("upkeep", "Bob")
    assert game.characteristics("Wood").subtypes == {"Forest"}


@pytest.mark.parametrize(("owner", "life"), [("Ann", 23), ("Bob", 21)])
def test_cards_of_one_player_in_two_zones_are_counted_together(owner: str, life: int) -> None:
    game = start(TODAY)
    put(game, owner, "Bolt", "Instant", "Draw a card.", zone="exile")
    put(game, owner, "Wave", "Sorcery", "Draw a card.", zone="graveyard")
    put(game, "Ann", "Ox", "Creature 2/2", zone="graveyard")
    put(game, "Ann", "Wisp", "Sorcery", "Draw a card.", zone="graveyard")
    text = (
        "You gain life equal to the total number of instant and sorcery cards you own in exile and in your graveyard."
    )
    put(game, "Ann", "Beacon", "Enchantment", f"{{0}}: {text}")
    game.activate("Ann", "Beacon")
    game.resolve_all()
    assert game.life("Ann") == life


def test_one_condition_or_another_with_an_if_of_its_own() -> None:
    for land, life in (("Swamp", 21), ("Island", 21), ("Forest", 20)):
        game = start(TODAY)
        put(game, "Ann", "Home", f"Basic Land — {land}")
        text = "If you control a Swamp or if you control an Island, you gain 1 life."
        put(game, "Ann", "Myth", "Sorcery", text, zone="hand")
        game.play("Ann", "Myth")
        game.resolve_all()
        assert game.life("Ann") == life


def test_a_look_with_a_size_and_abilities_in_one_row() -> None:
    for tail, has in ((" and flying", {"flying"}), (", flying, and first strike", {"flying", "first strike"})):
        game = start(TODAY)
        text = f"{{0}}: Figure becomes a Spirit Avatar with base power and toughness 4/4{tail}."
        put(game, "Ann", "Figure", "Creature — Spirit 1/1", text)
        game.activate("Ann", "Figure")
        game.resolve_all()
        assert game.power_toughness("Figure") == (4, 4)
        assert all(game.has_keyword("Figure", keyword) for keyword in has)
        assert game.characteristics("Figure").subtypes == {"Spirit", "Avatar"}
