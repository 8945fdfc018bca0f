"""Common changes of a scenario as fields: each is put into the text, and nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.checks.playing.edits import EditError, edited, fields
from rulesite.checks.playing.loader import parts_of
from tests.checks.test_commands import BOLT
from tests.libraries import ROOT

SHARED = (
    f'ruleset = "2006-10-01"\n[[scenario]]\n{BOLT.replace("[cards.", "[scenario.cards.").replace("[[", "[[scenario.")}'
)
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\x7f"), min_size=1, max_size=30).map(
    str.strip
)


def posted(text, **changed):
    """What a form sends back in which these fields were changed."""
    shown = {field.name: field.value for field in fields(text)}
    before = {f"was-{field.name}": field.digest for field in fields(text)}
    return {**shown, **before, **{name.replace("_", "-"): value for name, value in changed.items()}}


@settings(max_examples=40)
@given(st.sampled_from([BOLT, SHARED]), st.lists(WORDS.filter(bool), min_size=1, max_size=3).map("\n".join))
def test_a_changed_value_is_in_the_text_and_all_others_are_as_before(text, value):
    for name in ("given", "card-0-text"):
        after = {field.name: field.value for field in fields(edited(text, posted(text, **{name: value})))}
        before = {field.name: field.value for field in fields(text)}
        assert after == before | {name: value.strip()}


def test_what_was_not_changed_in_the_form_keeps_what_was_changed_in_the_text():
    form, text = posted(BOLT), BOLT.replace("Bolt deals 3 damage", "Bolt deals 4 damage")
    assert edited(text, form) == text


def test_nearly_every_value_of_the_scenarios_can_be_changed():
    tried = refused = 0
    for path in sorted((ROOT / "fixtures" / "scenarios").glob("*.toml"))[::5]:
        for text in parts_of(path.read_text("utf-8")):
            for field in fields(text):
                tried += 1
                try:
                    edited(text, posted(text, **{field.name: f"{field.value} x"}))
                except EditError:
                    refused += 1
    assert tried > 100
    assert refused <= tried / 100


@pytest.mark.parametrize("text", ["kind = @", "", "[[scenario]]\n[[scenario]]\n"])
def test_a_text_without_one_valid_scenario_has_no_fields(text):
    assert fields(text) == []
    assert edited(text, {"given": "Ann has Bolt in hand", "was-given": ""}) == text
