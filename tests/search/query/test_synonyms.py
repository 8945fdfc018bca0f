"""What players say and the rules say otherwise: every pair has its reason, and none leads round in a circle."""

import pytest

from rulesite.search import search
from rulesite.search.query import synonyms

PAIRS = synonyms.pairs().values()


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.word)
def test_a_pair_says_something_else_and_why(pair):
    assert pair.why
    assert any(says.casefold() != pair.word for says in pair.says)


def test_words_in_quotes_and_beginnings_of_words_are_left_as_they_are():
    assert list(synonyms.expansions('"cmc"')) == []
    assert list(synonyms.expansions("cmc*")) == []


def test_the_longest_words_are_taken():
    assert [one.text for one in synonyms.expansions("comes into play tapped")] == ["enters the battlefield tapped"]


@pytest.mark.django_db
def test_whoever_asks_is_told_what_else_was_looked_for_and_why(library):
    said = search.search("cmc").message
    assert "“mana value”" in said
    assert "2021-04-22" in said
    assert search.search("cmc", exact=True).message.count("mana value") == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("x/0 creature", "toughness 0 or less creature"),
        ("a -1/4", "a negative power less than zero"),
        ("{W/U} mana", "hybrid mana symbol mana"),
        ("{G/U/P}", "hybrid Phyrexian mana symbol"),
        ("[+1] ability", "loyalty symbol loyalty ability ability"),
        ("roll 10–19", "roll results table range"),
        ("chapter III", "chapter Roman numeral chapter symbol"),
        ("equip {3}", "equip cost"),
        ("{1} in a cost", "numerical symbol generic mana in costs in a cost"),
        ("{2}{R}{R}", "mana cost"),
        ("{X}{X}", "letter X placeholder for a number"),
        ("ward {X}", "ward value of X"),
        ("-3", "loyalty symbol loyalty ability"),
        ("-5 life", "negative number less than zero life"),
        ("+1/+0", "modifies power and toughness"),
        ("123/280", "collector number"),
        ("LEVEL 5+", "level symbol"),
        ("2.5 damage", "fractional number round up or down damage"),
        ("//", "split card"),
        ("two-colored mana", "hybrid mana symbol"),
        ("the T symbol", "the tap symbol"),
        ("e-symbol", "energy symbol"),
        ("W symbols", "{W}"),
    ],
)
def test_a_sign_is_looked_for_as_what_the_rules_call_it(typed, said):
    assert next(synonyms.expansions(typed)).text == said


@pytest.mark.parametrize(
    "typed",
    [
        "+1/+1",
        "702.19b",
        "409.1b-i",
        "2008-02-01",
        '"2/2"',
        "{W}",
        "{0}",
        "-3/-3",
        "section 7",
        "I",
        "x+1",
        "half",
        "5+4",
    ],
)
def test_what_the_rules_print_so_is_no_such_sign(typed):
    assert list(synonyms.expansions(typed)) == []


def test_no_two_pairs_are_for_the_same_words():
    rows = synonyms._rows()["pair"]
    assert len(rows) == len(PAIRS)
