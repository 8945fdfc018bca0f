"""Phrases for authors: a drawn game, faces, monstrous, revealed, who must choose, a refused attempt; names in the
plural."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.language.vocabulary import plural
from rulesite.engine.scenario import ScenarioError, load_text, run
from rulesite.engine.scenario.language.vocabulary import singulars

from .conftest import BOLT, write

Played = Callable[..., dict[str, bool]]
CARDS = (
    BOLT
    + """
[cards.Quake]
line = "Sorcery {0}"
text = "Quake deals 5 damage to each creature and each player."
from = "supplied"
[cards.Lurker]
line = "Creature 4/4 {3}"
text = "Morph {2}"
from = "supplied"
[cards.Hydra]
line = "Creature 2/2, green"
text = "{0}: Monstrosity 3."
from = "supplied"
[cards.Scout]
line = "Sorcery {0}"
text = "Target player reveals his or her hand."
from = "supplied"
[cards.Gift]
line = "Sorcery {0}"
text = "Target player may draw a card."
from = "supplied"
"""
)


@pytest.mark.parametrize(
    ("given", "do", "now", "never"),
    [
        (
            "Ann, 5 life, in hand: Quake. Bob, 5 life",
            "Ann plays Quake. All pass",
            ["the game is a draw", "the game ended in a draw"],
            ["Ann has won", "Bob has won"],
        ),
        (
            "Ann, 6 life, in hand: Quake. Bob, 5 life",
            "Ann plays Quake. All pass",
            ["Ann has won"],
            ["the game is a draw"],
        ),
        (
            "Ann, in play: Lurker face down. Mana pool: {2}",
            "Ann turns Lurker face up",
            ["Lurker is face up", "Lurker was turned face up", "Lurker is a 4/4 creature"],
            ["Lurker is face down"],
        ),
        (
            "Ann, in play: Lurker face down",
            "Ann passes",
            ["Lurker is face down"],
            ["Lurker is face up", "Lurker was turned face up"],
        ),
        (
            "Ann, in hand: Scout. Bob, in hand: Bear 2/2",
            "Ann plays Scout targeting Bob. All pass",
            ["Bear was revealed"],
            ["Scout was revealed"],
        ),
        (
            "Ann, in hand: Gift. Bob, in hand: Bear 2/2",
            "Ann plays Gift targeting Bob",
            ["Bob has to choose for Gift", "Bob must choose"],
            ["Ann has to choose", "Bob has to choose for Bear", "Bob had to choose"],
        ),
        (
            "Ann, in hand: Gift. Bob, in hand: Bear 2/2",
            "Ann plays Gift targeting Bob. All pass. Bob does",
            ["Bob had to choose for Gift", "Bob chose"],
            ["Ann had to choose", "Bob had to choose for Bear", "Bob has to choose"],
        ),
    ],
)
def test_a_phrase_says_what_is_so_and_not_what_is_not(
    played: Played, given: str, do: str, now: list[str], never: list[str]
) -> None:
    found = played(given, do, *now, *never, cards=CARDS)
    assert found == dict.fromkeys(now, True) | dict.fromkeys(never, False)


def test_a_creature_that_became_monstrous_is_monstrous(played: Played) -> None:
    found = played(
        "Ann, in play: Hydra, Bear 2/2",
        "Ann activates Hydra. All pass",
        "Hydra is monstrous",
        "Bear is monstrous",
        cards=CARDS,
        ruleset="2018-01-19",
    )
    assert list(found.values()) == [True, False]


ATTEMPT = """Ann plays Bolt targeting Ox, which is illegal
Ann plays Bolt targeting Bear"""


def test_the_game_goes_on_after_an_attempt_that_the_script_calls_illegal(played: Played) -> None:
    given = "Ann, in hand: Bolt. Ann's mana pool: {R}. Bob, in play: Bear 2/2. Bob, in hand: Ox 4/4"
    found = played(given, f"{ATTEMPT}\nAll pass", "Bear was destroyed", "playing Bolt is illegal")
    assert all(found.values())


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (
            "Ann plays Bolt targeting Bear, which is illegal",
            "line 5: Ann plays Bolt targeting Bear, which is illegal: this is legal",
        ),
        (
            "Bob plays Shock targeting Ann, which is illegal because of protection",
            "this is illegal, but not because of protection",
        ),
    ],
)
def test_an_attempt_that_goes_otherwise_than_the_script_says_contradicts_it(sentence: str, said: str) -> None:
    given = "Ann, in hand: Bolt. Ann's mana pool: {R}. Bob, in play: Bear 2/2. Ann, in hand: Shock"
    outcome = run(load_text(write(given, sentence, ["Bear is in play"]))[0], without=["buyback"])
    assert outcome.outcome == "contradicted"
    assert said in outcome.reason


@given(
    st.sampled_from(["Fox", "Finch", "Harpy", "Bear", "Wolf", "Ally", "Horse", "Witch", "Moss", "Box", "Ray", "Elf"])
)
def test_several_of_a_name_are_set_up_and_asked_by_its_plural(name: str) -> None:
    several = {"Wolf": "Wolves", "Elf": "Elves"}.get(name, plural(name))
    assert singulars(several)[0] == name
    claims = [f"{name} 2 is in play", f"Ann controls 2 {several}", f"both {several} are untapped"]
    outcome = run(load_text(write(f"Ann, in play: two {several} 1/1", "Ann passes", claims))[0], without=["buyback"])
    assert [check.passed for check in outcome.checks] == [True, True, True], outcome.reason


def test_a_claim_that_says_still_may_have_been_true_from_the_start() -> None:
    control = 'change = "Bob has 3 life"\nthen = "Bob has 0 life"'
    given = "Ann, in hand: Bolt. Ann's mana pool: {R}. Bob, in play: Bear 2/2"
    do = "Ann plays Bolt targeting Bob. All pass"
    claims = ["Bear is still in play", "Bob still has 17 life"]
    assert run(load_text(write(given, do, claims, control))[0]).outcome == "holds"
    with pytest.raises(ScenarioError, match="before anything was done"):
        run(load_text(write(given, do, ["Bear is in play", "Bob has 17 life"], control))[0])


def test_a_library_in_a_control_replaces_the_one_that_was_set_up(played: Played) -> None:
    given = "Ann, in hand: Study. Ann, library: Bear 2/2, Wolf 2/2. Bob, 20 life"
    card = '[cards.Study]\nline = "Sorcery {0}"\ntext = "Draw a card."\nfrom = "supplied"\n'
    control = 'change = "Ann, library: Ox 4/4"\nthen = ["Ox is in Ann\'s hand", "Ann\'s library has 0 cards"]'
    outcome = run(load_text(write(given, "Ann plays Study. All pass", ["Bear is in Ann's hand"], control, card))[0])
    assert outcome.outcome == "holds", outcome.reason


def test_an_aura_of_2002_has_the_colours_of_its_type_line(played: Played) -> None:
    card = '[cards.Mark]\nline = "Enchant Creature, blue"\ntext = "Enchanted creature gets +1/+1."\nfrom = "supplied"\n'
    found = played("Ann, in play: Bear 2/2, Mark on Bear", "Ann passes", "Mark is blue", "Bear is 3/3", cards=card)
    assert all(found.values())


@pytest.mark.parametrize("claim", ["Bear is frobbed", "Bear has frobbing", "Bear's ninth ability triggered"])
def test_what_is_wrong_with_a_claim_is_told_with_its_line_and_a_mend(claim: str) -> None:
    text = write("Ann, in play: Bear 2/2", "Ann passes", [claim])
    wanted = text.splitlines().index(f"that = '''{claim}'''") + 1
    with pytest.raises(ScenarioError) as caught:
        run(load_text(text, "bear.toml")[0])
    assert str(caught.value).startswith(f"bear.toml, line {wanted}: ")
    assert caught.value.mend
