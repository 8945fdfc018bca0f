"""What statements say of what is lost, blocked, paid and created instead: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"


def enchanted(text: str, line: str = "Legendary Artifact Creature — Ox 3/3", own: str = "Flying\nTrample") -> Game:
    game = start(TODAY)
    put(game, "Ann", "Ox", line, own)
    put(game, "Ann", "Root", "Enchantment — Aura", f"Enchant permanent\nEnchanted permanent {text}", zone="hand")
    game.play("Ann", "Root", targets=["Ox"])
    game.resolve_all()
    return game


def test_all_other_card_types_and_abilities_are_lost() -> None:
    game = enchanted('is a colorless land with "{T}: Add {C}" and reach and loses all other card types and abilities.')
    assert game.has_keyword("Ox", "reach")
    assert not game.has_keyword("Ox", "flying")
    found = game.characteristics("Ox")
    assert (found.types, found.supertypes, found.subtypes) == ({"land"}, {"legendary"}, set())
    with pytest.raises(IllegalAction):
        game.attack("Ann", {"Ox": "Bob"})


def test_abilities_that_the_effect_gives_stay_wherever_it_says_that_all_others_are_lost() -> None:
    game = enchanted("has base power and toughness 0/4, has defender, loses all other abilities, and is blue.")
    assert game.has_keyword("Ox", "defender")
    assert not game.has_keyword("Ox", "flying")
    assert game.power_toughness("Ox") == (0, 4)


def test_all_other_creature_types_are_lost_and_no_others() -> None:
    game = enchanted(
        "is a Goblin in addition to its other types and loses all other creature types.", "Creature — Ox Elf 1/1"
    )
    assert game.characteristics("Ox").subtypes == {"Goblin"}


def test_mana_abilities_alone_are_kept() -> None:
    game = start(TODAY)
    put(game, "Ann", "Spring", "Land", "{T}: Add {G}.\n{1}: Draw a card.")
    put(game, "Ann", "Sun", "Enchantment", "All lands lose all abilities except mana abilities.")
    game.activate("Ann", "Spring")
    assert game.mana_pool("Ann") == "{G}"
    assert len(game.characteristics("Spring").abilities) == 1


def test_some_attackers_are_blocked_as_though_the_blocker_had_reach() -> None:
    game = start(TODAY)
    put(game, "Ann", "Drake", "Creature — Dragon 2/2", "Flying")
    put(game, "Ann", "Bird", "Creature — Bird 1/1", "Flying")
    put(game, "Bob", "Hunter", "Creature 2/2", "Hunter can block Dragons as though it had reach.")
    put(game, "Bob", "Other", "Creature 2/2")
    game.attack("Ann", {"Drake": "Bob", "Bird": "Bob"})
    with pytest.raises(IllegalAction):
        game.block("Bob", {"Hunter": "Bird"})
    game.block("Bob", {"Hunter": "Drake"})


def test_a_cost_that_may_be_paid_instead_is_said_before_what_it_stands_for() -> None:
    game = start(TODAY)
    text = "If you control a Forest, rather than pay this spell's mana cost, you may pay 2 life.\nDraw a card."
    put(game, "Ann", "Gift", "Sorcery", text, zone="hand", cost="{5}")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Gift", alternative="alternative")
    put(game, "Ann", "Wood", "Basic Land — Forest")
    game.play("Ann", "Gift", alternative="alternative")
    assert game.life("Ann") == 18


CREATED = {
    "those and as many others": (
        "If one or more tokens would be created under your control, those tokens plus that many 1/1 green Squirrel "
        "creature tokens are created instead.",
        {"Goblin": 2, "Squirrel": 2},
    ),
    "those and one more": (
        "If you would create one or more Goblin tokens, instead create those tokens plus an additional Food token.",
        {"Goblin": 2, "Food": 1},
    ),
    "others in their place": (
        "If one or more creature tokens would be created under your control, that many 4/4 white Angel creature tokens "
        "with flying are created instead.",
        {"Angel": 2},
    ),
    "of another kind": (
        "If you would create one or more Treasure tokens, instead create those tokens plus an additional Food token.",
        {"Goblin": 2},
    ),
}


@pytest.mark.parametrize(("text", "made"), CREATED.values(), ids=CREATED)
def test_tokens_that_are_created_besides_or_instead(text: str, made: dict[str, int]) -> None:
    game = start(TODAY)
    put(game, "Ann", "Drey", "Enchantment", text)
    put(game, "Ann", "Horde", "Sorcery", "Create two 1/1 red Goblin creature tokens.", zone="hand")
    game.play("Ann", "Horde")
    game.resolve_all()
    here = [game.characteristics(name).subtypes for name in game.cards_in("battlefield") if name != "Drey"]
    assert {kind: sum(kind in each for each in here) for kind in made} == made
    assert len(here) == sum(made.values())


def test_a_draw_but_the_first_of_the_draw_step_is_skipped() -> None:
    game = start(TODAY)
    text = (
        "If an opponent would draw a card except the first one they draw in each of their draw steps, instead that "
        "player skips that draw and you draw a card."
    )
    put(game, "Bob", "Thief", "Creature 3/1", text)
    put(game, "Ann", "Gift", "Sorcery", "Draw two cards.", zone="hand")
    game.play("Ann", "Gift")
    game.resolve_all()
    assert (len(game.hand("Ann")), len(game.hand("Bob"))) == (0, 2)


def test_abilities_with_a_target_of_some_kind_cost_more() -> None:
    game = start(TODAY)
    text = "Abilities your opponents activate that target a Merfolk you control cost {2} more to activate."
    put(game, "Bob", "Ward", "Creature — Merfolk 2/2", text)
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Ann", "Pinger", "Artifact", "{1}: Pinger deals 1 damage to target creature.")
    game.add_mana("Ann", "{C}{C}")
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Pinger", targets=["Ward"])
    game.activate("Ann", "Pinger", targets=["Ox"])


def test_an_ability_that_costs_as_much_less_as_something_counts() -> None:
    game = start(TODAY)
    text = "{3}: Draw a card. This ability costs {X} less to activate, where X is the number of Goblins you control."
    put(game, "Ann", "Den", "Artifact", text)
    for name in ("Gob", "Lin"):
        put(game, "Ann", name, "Creature — Goblin 1/1")
    game.add_mana("Ann", "{C}")
    game.activate("Ann", "Den")
    assert game.mana_pool("Ann") == ""


def test_what_is_chosen_as_it_enters_after_something_else_was_done() -> None:
    game = start(TODAY)
    text = "As Glass enters the battlefield, you gain 2 life, then choose a color.\nGlass has protection from the chosen color."
    put(game, "Ann", "Glass", "Creature 1/1", text, zone="hand")
    game.will("color", "red")
    game.play("Ann", "Glass")
    game.resolve_all()
    assert game.life("Ann") == 22
    put(game, "Bob", "Bolt", "Instant", "Bolt deals 3 damage to target creature.", zone="hand", cost="{R}")
    game.add_mana("Bob", "{R}")
    with pytest.raises(IllegalAction):
        game.play("Bob", "Bolt", targets=["Glass"])


def test_two_things_that_are_so_under_one_condition() -> None:
    game = start(TODAY)
    text = (
        "If you control an artifact and an enchantment, you can't lose the game and your opponents can't win the game."
    )
    put(game, "Ann", "Angel", "Creature 4/4", text)
    put(game, "Ann", "Pact", "Sorcery", "You lose the game.", zone="hand")
    put(game, "Ann", "Pact 2", "Sorcery", "You lose the game.", zone="hand")
    put(game, "Ann", "Relic", "Artifact Enchantment")
    game.play("Ann", "Pact")
    game.resolve_all()
    assert not game.has_lost("Ann")


def test_damage_that_is_one_less() -> None:
    game = start(TODAY)
    text = "If a source would deal damage to a creature you control, it deals that much damage minus 1 to that creature instead."
    put(game, "Bob", "Shell", "Enchantment", text)
    put(game, "Bob", "Ox", "Creature 2/3")
    put(game, "Ann", "Bolt", "Instant", "Bolt deals 3 damage to target creature.", zone="hand")
    game.play("Ann", "Bolt", targets=["Ox"])
    game.resolve_all()
    assert game.zone_of("Ox") == "battlefield"


def test_what_is_done_instead_of_beginning_a_step_is_refused() -> None:
    game = start(TODAY)
    put(game, "Ann", "Fast", "Enchantment", "If you would begin your draw step, you may skip that step instead. If you do, you gain 2 life.")  # fmt: skip
    put(game, "Ann", "Gift", "Sorcery", "Draw a card.", zone="hand")
    with pytest.raises(NotModelled):
        game.play("Ann", "Gift")


def test_a_cost_of_cards_with_one_name_is_refused() -> None:
    game = start(TODAY)
    put(game, "Ann", "Sphinx", "Creature 5/5", "Discard two nonland cards with the same name: You gain 4 life.")
    with pytest.raises(NotModelled):
        game.activate("Ann", "Sphinx")


@pytest.mark.parametrize("line", ["Creature 4/4", "Land"])
def test_a_copy_that_enters_tapped(line: str) -> None:
    game = start(TODAY)
    put(game, "Bob", "Model", line)
    put(game, "Ann", "Twin", line, f"You may have Twin enter the battlefield tapped as a copy of any {line.split()[0].lower()} on the battlefield.", zone="hand", cost="{0}" if line != "Land" else None)  # fmt: skip
    game.will("may", True)
    if line == "Land":
        game.play_land("Ann", "Twin")
    else:
        game.play("Ann", "Twin")
        game.resolve_all()
    assert game.characteristics("Twin").name == "Model"
    assert game.is_tapped("Twin")


def test_a_creature_blocks_one_more_for_each_of_something() -> None:
    game = start(TODAY)
    text = "Guard can block an additional creature each combat for each Equipment attached to Guard."
    for name in ("Ox", "Elk", "Bear"):
        put(game, "Ann", name, "Creature 2/2")
    put(game, "Bob", "Guard", "Creature 4/6", text)
    put(game, "Bob", "Sword", "Artifact — Equipment", attached_to="Guard")
    game.attack("Ann", dict.fromkeys(("Ox", "Elk", "Bear"), "Bob"))
    with pytest.raises(IllegalAction):
        game.block("Bob", {"Guard": ["Ox", "Elk", "Bear"]})
    game.block("Bob", {"Guard": ["Ox", "Elk"]})
