"""A result names rules and counts as a reader would, wherever it is shown."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from rulesite.checks.models import Concept
from rulesite.checks.playing.sandbox import play
from rulesite.checks.presentation.game import draw
from rulesite.checks.presentation.plain_words import worded_reason
from rulesite.engine.eras.concepts import CONCEPTS
from tests.checks.test_commands import BOLT

DAY = date(2006, 10, 1)
RAW = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[012] times\b|control '|\bin battlefield\b")


@pytest.mark.django_db
def test_why_a_game_fails_is_told_in_plain_words():
    for name, concept in CONCEPTS.items():
        Concept.objects.create(name=name, says=concept.says, since=[list(pair) for pair in concept.since])
    text = (
        BOLT
        + '[[expect]]\nthat = "Bear triggered 2 times"\n[[control]]\nwithout = "look_back"\nthen = "Bear is in play"\n'
    )
    (outcome,) = play(text)["outcomes"]
    assert RAW.search(outcome["reason"])  # else this test sees nothing
    game = draw(outcome["title"], text, DAY, outcome)
    assert len(game.causes) > 1
    for template in ("checks/tried.html", "checks/transcript.html"):
        shown = re.sub(r"<[^>]+>", " ", render_to_string(template, {"games": [game]}))
        assert not RAW.search(shown), RAW.search(shown)
        assert "the control “without rule 410.10d: " in shown


class Reasons(TestCase):
    """Reasons made of any causes."""

    @settings(max_examples=30)
    @given(st.lists(st.sampled_from(sorted(CONCEPTS)), min_size=1, max_size=3), st.integers(0, 2), st.booleans())
    def test_every_cause_has_its_line_and_no_code_name(self, names, times, quoted):
        for name in set(names):
            Concept.objects.create(name=name, says=f"rule of {len(name)}", since=[["1999-04-23", "410.2"]])
        mark = '"' if quoted else "'"
        causes = [f"line 1: control {mark}without {name}{mark}: Bear triggered {times} times" for name in names]
        lines = worded_reason(" | ".join(causes), DAY).splitlines()
        assert len(lines) == len(causes)
        for line, name in zip(lines, names, strict=True):
            assert f"the control “without rule 410.2: rule of {len(name)}”" in line
            assert not RAW.search(line)
