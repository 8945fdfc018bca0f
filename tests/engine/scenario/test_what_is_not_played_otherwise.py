"""What a scenario says and would be played as something else: refused where it stands, with the mend."""

from __future__ import annotations

import re

import pytest

from rulesite.engine.scenario import load_text, run
from rulesite.engine.scenario.errors import ScenarioError

ESCAPE = """
[cards.Phoenix]
line = "Creature 2/2 {3}"
text = "Escape—{1}, Exile a card from your graveyard."
from = "supplied"
[cards.Spark]
line = "Instant {1}"
text = "Kicker {1}\\nDraw a card."
from = "supplied"
[cards.Bell]
line = "Artifact"
text = "At the beginning of your upkeep, you gain 1 life."
from = "supplied"
[cards.Pair]
line = "Instant {0}"
text = "Destroy up to two target creatures."
from = "supplied"
"""


def scenario(given: str, do: str, change: str = "Ann's main phase") -> str:
    return f'''
title = "A game"
kind = "outcome"
ruleset = "2021-11-19"
given = """
{given}
"""
do = """
{do}
"""
{ESCAPE}
[[expect]]
that = "Ann still has 20 life"
[[control]]
change = "{change}"
then = "Ann has 21 life"
'''


def refused(given: str, do: str = "All pass") -> str:
    with pytest.raises(ScenarioError) as caught:
        play(scenario(given, do))
    return str(caught.value)


def play(text: str) -> None:
    for each in load_text(text, "game.toml"):
        run(each)


def test_an_alternative_cost_is_not_named_as_one_that_is_paid_besides() -> None:
    told = refused(
        "Ann, in graveyard: Phoenix, Bear 2/2. Ann's mana pool: {1}",
        "Ann plays Phoenix with escape, paying exile Bear",
    )
    assert "line 9" in told
    assert "escape is an alternative cost of Phoenix" in told
    assert told.endswith("using escape")


def test_a_cost_that_is_paid_besides_is_not_named_as_an_alternative_one() -> None:
    told = refused("Ann, in hand: Spark. Ann's mana pool: {2}", "Ann plays Spark using kicker")
    assert "kicker is paid besides the cost of Spark" in told
    assert told.endswith("with kicker")


@pytest.mark.parametrize(
    ("twice", "word"),
    [
        ("targeting Bear targeting Wolf", "targeting"),
        ("choosing Bear choosing Wolf", "choosing"),
        ("choosing mode 1 choosing mode 2", "choosing"),
        ("dividing 1 to Bear dividing 1 to Wolf", "dividing"),
        ("paying {1} paying sacrifice Bear", "paying"),
        ("tapping Forest tapping Swamp", "tapping"),
        ("with X = 1 with X = 2", "with"),
    ],
)
def test_nothing_is_said_twice_of_one_play_where_the_second_would_take_the_place_of_the_first(
    twice: str, word: str
) -> None:
    told = refused("Ann, in play: Bear 2/2, Wolf 2/2, Forest, Swamp. In hand: Pair", f"Ann plays Pair {twice}")
    assert f"'{word}' stands twice in one sentence" in told
    assert "line 9" in told


def test_a_list_says_all_of_it_at_once() -> None:
    text = scenario(
        "Ann, in play: Bear 2/2, Wolf 2/2. In hand: Pair", "Ann plays Pair targeting Bear and Wolf. All pass"
    )
    (game,) = load_text(text, "game.toml")
    assert "graveyard" in str(run(game).snapshots[-1])


def test_no_game_begins_in_a_step_that_would_have_made_something_trigger() -> None:
    told = refused("Ann, in play: Bell\nAnn's upkeep")
    assert "line 7" in told
    assert "the ability of Bell has not triggered" in told
    assert "Ann's next upkeep" in told


def test_a_game_begins_in_a_step_that_makes_nothing_trigger() -> None:
    for step in ("Bob's upkeep", "Ann's draw step"):
        (game,) = load_text(scenario(f"Ann, in play: Bell\n{step}", "All pass"), "game.toml")
        assert run(game).outcome != "unmodelled"


@pytest.mark.parametrize(
    "given",
    [
        "Ann, in play: Bear 2/2. Bear is in Bob's graveyard",
        "Ann, in hand: Bear 2/2. Bear is in Bob's hand",
        "Bob, in play: Bear 2/2. Ann has Bob's Bear in hand",
        "Ann, in library: Bob's Bear 2/2",
    ],
)
def test_a_card_is_in_no_hand_library_or_graveyard_but_its_owners(given: str) -> None:
    assert re.search(r"Bear is (Ann|Bob)'s, and cannot be in", refused(given))


@pytest.mark.parametrize(
    "given",
    [
        "Bob, in play: Bear 2/2. Ann attacks Bob with Bear",
        "Ann, in play: Bear 2/2, Wolf 2/2. Ann attacks Bob with Bear. Bob blocks Bear with Wolf",
    ],
)
def test_nobody_fights_with_the_creature_of_another(given: str) -> None:
    assert "cannot attack or block with it" in refused(given)


@pytest.mark.parametrize("paid", ["Bell", "{1}, Bell"])
def test_what_is_paid_says_what_is_done_with_it(paid: str) -> None:
    told = refused("Ann, in hand: Spark. In play: Bell. Ann's mana pool: {1}", f"Ann plays Spark paying {paid}")
    assert "line 9" in told
    assert '"paying Bell" does not say what is done with it' in told
    assert told.endswith("paying sacrifice Bell")
