"""What cannot be read is reported with its place; nothing is approximated."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.grammar import STARTS, grammar, trying
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.suggestions import WORDS_READ, advised
from rulesite.engine.eras.ruleset import Ruleset

RULES = Ruleset.on("2006-10-01")


def stops(text: str, on: str = "Instant") -> UnreadableText:
    with pytest.raises(UnreadableText) as caught:
        read(text, Host.parse(on), RULES)
    return caught.value


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Destroy target frobnicated creature.", "frobnicated"),
        ("Target creature gets +2/+2 until the cows come home.", "cows"),
        ("Draw a card, then juggle.", "juggle"),
        ("Counter target spell. Its controller dances.", "dances"),
        ("{T}: Add {G} to your shopping list.", "to"),
    ],
)
def test_the_place_is_the_first_word_that_does_not_fit(text: str, word: str) -> None:
    error = stops(text)
    assert text[error.position :].startswith(word)
    assert error.text == text


def test_the_message_shows_the_text_and_points_at_the_place() -> None:
    lines = str(stops("Destroy target frobnicated creature.")).splitlines()
    assert lines[1] == "  Destroy target frobnicated creature."
    assert lines[2].index("^") - 2 == len("Destroy target ")


def test_what_could_have_stood_there_is_named() -> None:
    expected = stops("Destroy all").expected
    assert "<card type>" in expected
    assert "card" in expected


@pytest.mark.parametrize("text", ["", "  \n ", "(Only reminder text.)"])
def test_an_empty_text_is_an_error(text: str) -> None:
    assert "nothing to read" in str(stops(text))


@pytest.mark.parametrize(("text", "sign"), [("Draw a card “now.", "“"), ("Draw (a card.", "("), ("Draw @ card.", "@")])
def test_signs_that_belong_to_no_text_are_named(text: str, sign: str) -> None:
    assert stops(text).position == text.index(sign)


def test_a_fault_inside_a_quoted_ability_is_placed_in_the_whole_text() -> None:
    text = 'Enchanted creature has "{T}: Juggle two cards."'
    assert text[stops(text, "Enchantment - Aura").position :].startswith("Juggle")


def test_a_keyword_without_its_cost_is_an_error() -> None:
    assert "wants a cost" in str(stops("Cycling", "Creature 2/2"))


@pytest.mark.parametrize("what", ["it", "~", "that card"])
def test_one_thing_is_no_description_of_what_was_done_so(what: str) -> None:
    assert "named before" in str(stops(f"Draw a card. If you put {what} into your hand this way, you gain 1 life."))


def test_a_statement_is_no_effect() -> None:
    with pytest.raises(UnreadableText, match="states something"):
        read("{2}: This creature enters tapped.", Host.parse("Creature 2/2"), RULES)


@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        ("Destroy target creatur.", "creatur", "creature"),
        ("Destroy target creature. It cant be regenerated.", "cant", "can't"),
        ("Frumple target creature.", "Frumple", ""),
    ],
)
def test_a_word_that_is_known_from_nowhere_is_named_with_the_one_it_is_like(text: str, word: str, meant: str) -> None:
    error = stops(text)
    assert (error.unknown, error.meant, error.position) == (word, meant, text.index(word))
    assert f"does not know the word {word!r}" in str(error)


def test_a_known_word_in_the_wrong_place_is_not_called_unknown() -> None:
    error = stops("Destroy target target creature.")
    assert (error.unknown, error.position) == ("", 15)


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card. The damage can't be prevented.",
        "Whenever ~ becomes unattached from two or more permanents, draw a card.",
    ],
)
def test_words_that_would_be_lost_are_not_passed_over(text: str) -> None:
    stops(text, "Artifact - Equipment" if "unattached" in text else "Instant")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Kill target creature.", "Destroy target creature."),
        ("Destroy target creatur.", "Destroy target creature."),
        ("Draw a card, then dsicard two cards.", "Draw a card, then discard two cards."),
        ("Target creature gets flying until end of turn.", "Target creature gains flying until end of turn."),
        ("Target creature gains flying until the cows come home.", "Target creature gains flying."),
    ],
)
def test_the_nearest_wording_that_is_read_is_said(text: str, near: str) -> None:
    error = advised(stops(text), lambda again: read(again, Host.parse("Instant"), RULES))
    assert error.near == near
    assert near in str(error)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Kill target creature. Draw a card.", "Kill"),
        ("Draw a card. Target creature gets flying until end of turn.", "gets"),
        ("Draw a card. You gain 3 hit points.", "hit"),
    ],
)
def test_advice_moves_the_place_to_the_word_it_changes(text: str, word: str) -> None:
    error = advised(stops(text), lambda again: read(again, Host.parse("Instant"), RULES))
    assert text[error.position :].startswith(word)


WORDS = st.lists(
    st.sampled_from(
        ["target", "creature", "draw", "card", "flurble", "until", "turn", "if", "it's", "red", "you", "control"]
    ),
    max_size=12,
)


@pytest.mark.slow(seconds=10)
@given(WORDS)
def test_what_is_advised_can_be_read(words: list[str]) -> None:
    text = " ".join(words) + "."
    try:
        read(text, Host.parse("Instant"), RULES)
    except UnreadableText as error:
        again = advised(error, lambda near: read(near, Host.parse("Instant"), RULES))
        assert not again.near or read(again.near, Host.parse("Instant"), RULES)
        assert 0 <= again.position <= len(text)


@pytest.mark.slow
@settings(max_examples=30)
@given(WORDS, st.sampled_from(STARTS))
def test_what_could_have_stood_there_is_said_as_if_all_had_been_in_view_from_the_beginning(
    words: list[str], start: str
) -> None:
    def told(**how: bool) -> tuple[object, ...]:
        try:
            return ("read", grammar().parse(found, start, text, **how))
        except UnreadableText as error:
            return (str(error), error.position, error.expected, error.unknown, error.meant)

    text = " ".join(words)
    found = grammar().tokenizer.words(text, None)
    whole = told()
    assert whole == told(lookahead=False)
    with trying():
        assert told()[:2] == whole[:2] if whole[0] == "read" else told()[1] == whole[1]


def test_no_advice_costs_more_than_so_many_words() -> None:
    asked: list[int] = []

    def reads(text: str) -> None:
        asked.append(len(text.split()))
        raise UnreadableText(text, 0)

    text = "Frobnicate every creature that you control and then some more. " * 50
    advised(stops(text), reads)
    assert sum(asked) <= WORDS_READ


def test_a_statement_among_orders_is_placed_at_its_own_sentence() -> None:
    text = "{2}: Draw a card. This creature enters tapped."
    assert text[stops(text, "Creature 2/2").position :].startswith("This creature enters")


def test_few_of_many_expected_words_are_listed() -> None:
    message = str(stops("Destroy all"))
    assert message.count(" or ") <= 6
    assert "other words" in message


def test_a_shield_that_goes_on_does_not_keep_from_what_it_prevented_damage() -> None:
    text = "Prevent the next 4 damage that would be dealt to you this turn. If damage {} prevented this way, you gain 1 life."
    assert "damage from a red source" in str(stops(text.format("from a red source is")))
    assert read(text.format("is"), Host.parse("Instant"), RULES)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "Return a creature card from your graveyard to your hand. If you control a Wizard, return it to play instead.",
            "chosen",
        ),
        (
            "Return target creature card from your graveyard to play tapped. If you control a Wizard, it comes into play untapped"
            " instead.",
            "enters",
        ),
        (
            "Look at the top three cards of your library, then put one of them into your hand and the rest on the bottom of your"
            " library in any order. If you control a Wizard, put two of them into your hand instead of one.",
            "several steps",
        ),
    ],
)
def test_what_is_done_otherwise_must_be_the_step_that_is_replaced(text: str, why: str) -> None:
    assert why in str(stops(text))
