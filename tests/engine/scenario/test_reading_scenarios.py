"""Reading scenario files: what is refused, and how the message helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesite.engine.scenario import ScenarioError, load, load_text

WHOLE = '''title = "A bolt kills a bear"
kind = "outcome"
ruleset = "2006-10-01"
cites = [{ document = "cr", edition = "2006-10-01", rule = "413.1", opening = "one two three" }]
given = """
Ann, in hand: Bolt. Mana pool: {R}
Bob, in play: Bear 2/2 green
"""
do = """
Ann plays Bolt targeting Bear
All pass
"""
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to target creature or player."
from = "supplied"
[[expect]]
that = "Bear is in Bob's graveyard"
[[control]]
change = "Bear is 2/4"
then = "Bear is in play"
'''


def _fails(text: str) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        load_text(text, "bolt.toml")
    return caught.value


def _line(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


def test_a_whole_scenario_is_read_into_its_parts() -> None:
    (scenario,) = load_text(WHOLE, "bolt.toml")
    assert [each.text for each in scenario.do] == ["Ann plays Bolt targeting Bear", "All pass"]
    assert scenario.cites[0].openings == ("one two three",)
    assert scenario.cards[0].source == "supplied"
    assert scenario.given[2].line == _line(WHOLE, "Bob, in play")


def test_a_file_may_hold_several_scenarios_that_share_cards(tmp_path: Path) -> None:
    parts = WHOLE.split("[cards.Bolt]")
    card = "[cards.Bolt]" + parts[1].split("[[expect]]")[0]
    body = (parts[0] + "[[expect]]" + parts[1].split("[[expect]]")[1]).replace("[[expect]]", "[[scenario.expect]]")
    body = "[[scenario]]\n" + body.replace("[[control]]", "[[scenario.control]]")
    file = tmp_path / "two.toml"
    file.write_text(card + body + body, "utf-8")
    begun = [number for number, line in enumerate(file.read_text("utf-8").splitlines(), 1) if line == "[[scenario]]"]
    assert [(each.key, each.line) for each in load(file)] == [("1", begun[0]), ("2", begun[1])]


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("Ann plays Bolt targeting Bear", "Ann hurls Bolt at Bear", "Ann hurls", "'hurls'"),
        ("Bob, in play: Bear 2/2 green", "Bob, in play: Bear 2/2 flying", "Bear 2/2 flying", "'flying'"),
        ("Bear is in Bob's graveyard", "Bear feels unwell", "feels", "'feels'"),
        ('then = "Bear is in play"', 'then = "Bear seems fine"', "seems", "'seems'"),
        ('change = "Bear is 2/4"', 'change = "Bear grows"', "Bear grows", "'grows'"),
    ],
)
def test_a_sentence_that_cannot_be_read_is_named_with_file_line_and_word(
    old: str, new: str, at: str, said: str
) -> None:
    text = WHOLE.replace(old, new)
    error = _fails(text)
    assert error.path == "bolt.toml"
    assert error.line == _line(text, at)
    assert said in str(error)
    assert error.expected


def test_an_opening_that_is_longer_than_a_pointer_is_refused_with_what_to_give_instead() -> None:
    error = _fails(WHOLE.replace("one two three", "word " * 9))
    assert "an opening has 9 words, and 8 are allowed" in str(error)
    assert "first words" in error.mend


def test_a_name_that_nothing_has_is_an_error_that_lists_the_names() -> None:
    text = WHOLE.replace("targeting Bear", "targeting Baer")
    error = _fails(text)
    assert error.line == _line(text, "Baer")
    assert "'Baer'" in str(error)
    assert "Bear" in error.mend


def test_a_scenario_without_a_control_is_refused() -> None:
    assert "without a control" in str(_fails(WHOLE.split("[[control]]")[0]))


def test_what_a_control_makes_illegal_is_so_for_a_reason_that_is_named() -> None:
    """Whatever else is wrong with the action would meet "is illegal", and the control would prove nothing."""
    text = WHOLE.replace('"Bear is in play"', '"playing Bolt is illegal"')
    error = _fails(text)
    assert error.line == _line(text, "playing Bolt is illegal")
    assert "because of" in str(error)
    load_text(text.replace("is illegal", "is illegal because of pay any order"), "bolt.toml")
    era = WHOLE + '[[era]]\nruleset = "2009-07-11"\ndiffers = "playing Bolt is not legal"\n'
    assert _fails(era).line == _line(era, "is not legal")


def test_a_control_that_changes_nothing_is_refused() -> None:
    assert "change something" in str(_fails(WHOLE.replace('change = "Bear is 2/4"\n', "")))


def test_a_card_without_the_source_of_its_text_is_refused() -> None:
    error = _fails(WHOLE.replace('from = "supplied"\n', ""))
    assert "where its text comes from" in str(error)
    assert error.line == _line(WHOLE, "[cards.Bolt]")


@pytest.mark.parametrize("where", ["opening", "says"])
def test_a_pointer_of_more_than_eight_words_is_refused(where: str) -> None:
    nine = "one two three four five six seven eight nine"
    text = (
        WHOLE.replace("one two three", nine)
        if where == "opening"
        else WHOLE.replace("[[control]]", f'says = "{nine}"\n[[control]]')
    )
    assert "9 words" in str(_fails(text))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "outcome"', 'kind = "fun"', "no kind of scenario"),
        ('ruleset = "2006-10-01"', 'ruleset = "1993-08-05"', "no rules of"),
        ('ruleset = "2006-10-01"', 'ruleset = "soon"', "no rules of"),
        ("[[expect]]", "[[expects]]", "'expects' is not known here"),
        ('change = "Bear is 2/4"', 'without = "luck"', "no concept is called 'luck'"),
        ("[[control]]", 'at = "Ann sings"\n[[control]]', "no sentence of do reads 'Ann sings'"),
        ('that = "Bear', 'legal = "All pass"\nthat = "Bear', "exactly one of"),
        ('title = "A bolt', "title = A bolt", "not TOML"),
        ('kind = "outcome"', f"kind = {'9' * 20_000}", "at most 64 bits (at line 2)"),
    ],
)
def test_a_slip_outside_the_sentences_is_named_too(old: str, new: str, said: str) -> None:
    error = _fails(WHOLE.replace(old, new, 1))
    assert said in str(error)
    assert "bolt.toml" in str(error)


def test_a_concept_may_be_named_by_the_number_of_its_rule() -> None:
    (scenario,) = load_text(WHOLE.replace('change = "Bear is 2/4"', 'without = "rule 410.10d"'), "bolt.toml")
    assert scenario.controls[0].without == ("look_back",)
