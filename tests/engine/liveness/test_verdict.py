"""An ability that is alive is seen to be, one that cannot do anything is not, and what is refused is named."""

from __future__ import annotations

import pytest

from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card
from rulesite.engine.game import Game
from rulesite.engine.liveness.tables import Subject
from rulesite.engine.liveness.verdict import ALIVE, DEAD, NOT_MODELLED, OUTSIDE, judge_card

DAY = "2021-11-19"


def verdicts(line, text, tables=25):
    return [each.verdict for each in judge_card(Game(DAY).card("Trial", line, text=text, cost="{4}"), DAY, tables)]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Creature - Goblin 2/2", "Other Goblins you control get +1/+1."),
        ("Artifact", "Spells your opponents cast cost {1} more to cast."),
        ("Enchantment", "If a card would be put into a graveyard from anywhere, exile it instead."),
        ("Enchantment", "At the beginning of your upkeep, if you control a Forest, you gain 1 life."),
        ("Artifact", "{T}, Sacrifice a Goblin: Target player loses 3 life."),
        ("Creature 1/1", "{2}, Exile this card from your graveyard: Draw a card."),
        ("Enchantment - Aura", "Enchant creature\nEnchanted creature gets +1/+1."),
        ("Creature 2/2", "Trial can't block."),
        ("Enchantment", "Whenever you search your library, you gain 1 life."),
        (
            "Creature 3/3",
            "As long as there are five or more mana values among cards in your graveyard, Trial gets +2/+2.",
        ),
    ],
)
def test_each_kind_of_ability_is_seen_alive(line, text):
    assert verdicts(line, text)[-1] == ALIVE


def test_an_aura_that_is_one_only_by_bestow_is_cast_so():
    text = "Bestow {2}{W}\nEnchanted creature gets +1/+2."
    mate = Game(DAY).card("Nyxborn Shieldmate", "Enchantment Creature - Human Soldier 1/2", text=text, cost="{W}")
    assert [each.verdict for each in judge_card(mate, DAY)] == [ALIVE]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Enchantment", "Enchanted creature gets +2/+2."),
        ("Creature 0/4", "Defender\nTrial can't be blocked."),
    ],
)
def test_what_can_never_apply_is_dead(line, text):
    assert verdicts(line, text, 6) == [DEAD]


def test_what_matters_before_a_game_is_not_looked_for_in_games():
    assert verdicts("Creature 1/1", "A deck can have any number of cards named Trial.") == [OUTSIDE]


def test_what_the_engine_refuses_is_named_and_neither_alive_nor_dead():
    trigger = ir.TriggeredAbility(ir.ZoneChange(ir.IsObject(ir.Self()), None, "battlefield"), ir.Tap(ir.Outside("it")))
    (found,) = judge_card(card("Trial", "Creature 1/1", cost="{0}", abilities=(trigger,)), DAY, 8)
    assert (found.verdict, bool(found.reason)) == (NOT_MODELLED, True)


def test_the_twin_keeps_all_but_the_ability():
    printed = Game(DAY).card("Trial", "Creature 1/1", text="Flying\nTrial can't block.\n{T}: Draw a card.")
    for number in (1, 2):
        twin = Subject(printed, number, DAY).without()
        assert [a == b for a, b in zip(twin.abilities, printed.abilities, strict=True)].count(False) == 1
        assert twin.abilities[number] != printed.abilities[number]
