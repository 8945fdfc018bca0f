"""Symbols are drawn, can be read aloud, and can be copied."""

import re

import pytest

from rulesite.reading.rendering import symbols


@pytest.mark.parametrize(
    ("code", "spoken"),
    [
        ("T", "tap"),
        ("Q", "untap"),
        ("0", "zero generic mana"),
        ("15", "15 generic mana"),
        ("W", "white mana"),
        ("W/U", "white or blue mana"),
        ("2/W", "two generic mana or white mana"),
        ("G/P", "green mana or 2 life"),
        ("C/R", "colorless mana or red mana"),
        ("R/G/P", "red mana or green mana or 2 life"),
        ("S", "one snow mana"),
        ("X", "X generic mana"),
    ],
)
def test_a_symbol_says_what_it_is(code, spoken):
    assert symbols.name(code) == spoken
    assert f'aria-label="{spoken}"' in symbols.markup(code)


@pytest.mark.parametrize("code", ["W/U", "2/W", "G/P", "C/R", "R/G/P"])
def test_each_half_has_the_colour_of_its_mana_and_what_has_none_is_plain(code):
    halves = re.findall(r'class="half sym-(\w+)"', symbols.markup(code))
    assert halves == ["plain" if part.isdigit() else part.lower() for part in code.split("/")[:2]]


def test_a_cost_is_found_whole_and_symbol_by_symbol():
    found = list(symbols.find("{3}{B}{B}, {T}: Add {W/U}."))
    assert [(span.start, span.end) for span in found] == [(0, 9), (0, 3), (3, 6), (6, 9), (11, 14), (20, 25)]


@pytest.mark.parametrize("text", ["{this creature}", "{}", "{cost}", "{FOO}", "{A/B}", "T", "{ T }"])
def test_what_is_no_symbol_stays_text(text):
    assert list(symbols.find(text)) == []
