"""The controlled English: one meaning said in several ways, names of every shape, whatever the numbers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.engine.scenario import load_text, run
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.language.parser import parse
from rulesite.engine.scenario.language.vocabulary import NUMBERS
from rulesite.engine.scenario.sentences import split_sentences

from .conftest import BOLT, HEAD, write

Played = Callable[..., dict[str, bool]]
NAMES = Names(["Ann", "Bob"], ["Bear", "Font", "Force of Nature", "Kaervek's Torch", "Hold the Line"])


@pytest.mark.parametrize(
    ("start", "one", "other"),
    [
        ("act", "Ann plays Bear", "Ann casts Bear"),
        ("act", "All pass", "Everyone passes"),
        ("act", "All pass twice", "all players pass twice"),
        ("act", "In response, Bob plays Font", "Bob plays Font"),
        ("act", "Ann plays Bear targeting Font and Bob", "Ann plays Bear targeting Font, Bob"),
        ("act", "At the beginning of Ann's next upkeep", "Ann's next upkeep"),
        ("that", "Bear is in play", "Bear is on the battlefield"),
        ("that", "Bear is removed from the game", "Bear is exiled"),
        ("that", "Ann has no cards in hand", "Ann has zero cards in hand"),
        ("that", "Font did not trigger", "Font didn't trigger"),
        ("given", "Ann has Bear 2/2 in play", "Ann controls Bear 2/2 in play"),
    ],
)
def test_two_wordings_have_one_meaning(start: str, one: str, other: str) -> None:
    assert parse(one, start, NAMES) == parse(other, start, NAMES)


@given(
    name=st.sampled_from(["Bear", "Force of Nature", "Kaervek's Torch", "Hold the Line"]),
    number=st.integers(0, 99),
    player=st.sampled_from(["Ann", "Bob"]),
)
def test_names_of_any_shape_and_any_number_are_read_back(name: str, number: int, player: str) -> None:
    tree = parse(f"{name} dealt {number} damage to {player}", "that", NAMES)
    values = [token.value for token in tree.scan_values(lambda token: True)]
    assert values == [name, number, player]


@given(st.sampled_from(sorted(NUMBERS)))
def test_number_words_are_numbers(word: str) -> None:
    tree = parse(f"Ann has {word} life", "that", NAMES)
    assert NUMBERS[word] in [token.value for token in tree.scan_values(lambda token: True)]


@pytest.mark.slow
@given(st.text(max_size=60))
@settings(max_examples=300)
def test_any_text_is_read_or_refused_but_nothing_else_happens(text: str) -> None:
    for start in ("given", "act", "that", "edit"):
        with contextlib.suppress(ScenarioError):
            parse(text, start, NAMES)


@given(
    st.lists(
        st.sampled_from(["Ann passes", "All pass", 'Bear says "One. Two; three"', "Ann's next upkeep"]), max_size=6
    ),
    st.sampled_from([". ", "\n", "; "]),
)
def test_sentences_are_cut_at_stops_and_line_ends_but_not_inside_quotations(parts: list[str], mark: str) -> None:
    assert [each.text for each in split_sentences(mark.join(parts), 1)] == parts


def test_a_line_that_goes_on_with_targets_or_payment_belongs_to_the_line_before() -> None:
    cut = split_sentences("Ann plays Bear\n  targeting Font\n  paying {2}\nAll pass", 10)
    assert [(each.text, each.line) for each in cut] == [
        ("Ann plays Bear targeting Font paying {2}", 10),
        ("All pass", 13),
    ]


def test_cards_of_one_name_are_numbered_and_may_be_called_otherwise(played: Played) -> None:
    found = played(
        "Ann, in play: three Bears 2/2, Wolf 1/1 called Grey. Bob, in play: Bear 3/3",
        "Ann attacks with Bear 2 and Grey",
        "Bear 2 is attacking",
        "Grey is attacking",
        "Bear 1 is attacking",
        "Bob's Bear is 3/3",
    )
    assert found == {
        "Bear 2 is attacking": True,
        "Grey is attacking": True,
        "Bear 1 is attacking": False,
        "Bob's Bear is 3/3": True,
    }


@pytest.mark.parametrize(
    "piece",
    [
        "Hawk 1/4 white with flying and two +1/+1 counters",
        "a 1/4 white Hawk with two +1/+1 counters and flying",
        'Hawk 1/4 white with "Flying" and two +1/+1 counters',
    ],
)
def test_what_a_card_is_and_has_may_be_said_in_any_order(played: Played, piece: str) -> None:
    found = played(
        f"Ann, in play: {piece}",
        "Ann passes",
        "Hawk is a 3/6 white creature",
        "Hawk has flying",
        "Hawk has 2 +1/+1 counters",
        "Hawk is black",
    )
    assert list(found.values()) == [True, True, True, False]


def test_three_players_act_in_turn_order(played: Played) -> None:
    found = played(
        "Ann, in play: Bear 2/2. Bob, 7 life. Cal, 9 life, in hand: Shock",
        "Ann attacks Cal with Bear. In response, Cal plays Shock targeting Bob. All pass",
        "Bob has 5 life",
        "Bear is attacking",
        "Ann has priority",
    )
    assert all(found.values())


def test_a_response_lets_the_players_before_pass_and_resolves_nothing(played: Played) -> None:
    found = played(
        "Ann, in hand: Bolt. Ann's mana pool: {R}. Bob, in play: Bear 2/2. Bob, in hand: Shock",
        "Ann plays Bolt targeting Bear. In response, Bob plays Shock targeting Ann",
        "the stack is, from the top: Shock, Bolt",
        "Bob has priority",
    )
    assert all(found.values())


def test_choices_are_taken_in_the_order_written_by_the_player_who_is_asked(played: Played) -> None:
    cards = """
[cards.Bell]
line = "Artifact"
text = "At the beginning of each player's upkeep, you may draw a card."
from = "supplied"
"""
    found = played(
        "Ann, in play: Bell. Bob, in play: Bell",
        """
Bob's next upkeep
Ann declines
Bob does
Everything resolves
""",
        "Ann did not draw any cards",
        "Bob drew 1 cards",
        cards=cards,
    )
    assert all(found.values())


def test_a_choice_that_is_not_written_makes_the_scenario_not_modelled_and_is_named(
    scenario: Callable[..., object],
) -> None:
    cards = '[cards.Gift]\nline = "Sorcery {0}"\ntext = "You may draw a card."\nfrom = "supplied"\n'
    outcome = run(scenario("Ann, in hand: Gift", "Ann plays Gift. All pass", ["Ann drew 1 cards"], cards=cards))  # type: ignore[arg-type]
    assert outcome.outcome == "unmodelled"
    assert "Ann has to choose (may)" in outcome.reason


def test_a_choice_that_nobody_asks_for_contradicts_the_scenario() -> None:
    text = write(
        "Ann, in hand: Shock",
        "Ann plays Shock targeting Bob. All pass. Ann declines",
        ["Bob has 18 life"],
        'change = "Bob has 3 life"\nthen = "Bob has 1 life"',
    )
    outcome = run(load_text(text)[0])
    assert outcome.outcome == "contradicted"
    assert "nobody was asked for this: Ann declines" in outcome.reason


def test_the_words_of_a_head_stay_as_they_are() -> None:
    assert HEAD.count("2006-10-01") == 1
    assert BOLT.count("[cards.") == 2
