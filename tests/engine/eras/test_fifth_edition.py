"""The rules before the Sixth Edition: what is said of them, and what is not is as the oldest edition has it."""

from __future__ import annotations

from dataclasses import fields
from datetime import date

import pytest

from ingest.dialects.dates import rules_named
from rulesite.engine.eras.fifth_edition_switches import FifthEditionSwitches
from rulesite.engine.eras.named_rules import FIFTH_EDITION, day_described
from rulesite.engine.eras.ruleset import OLDEST, Ruleset

SIXTH = "1999-04-23"
OWN = {each.name for each in fields(FifthEditionSwitches)} - {"date"}
ON_THE_STACK = "combat_damage_on_stack"
"""What came with the Sixth Edition and went again."""


def test_the_oldest_rules_that_are_known_are_those_of_the_fifth_edition():
    assert OLDEST == FIFTH_EDITION < SIXTH
    with pytest.raises(ValueError, match="1999-04-21"):
        Ruleset.on("1999-04-20")


def test_the_fifth_edition_differs_from_the_sixth_in_its_own_switches_and_in_nothing_else():
    fifth, sixth = vars(Ruleset.on(FIFTH_EDITION)), vars(Ruleset.on(SIXTH))
    assert {name for name in fifth if fifth[name] != sixth[name]} == OWN | {"date", ON_THE_STACK}


def test_no_switch_of_the_fifth_edition_turns_back_later():
    sixth, today = Ruleset.on(SIXTH), Ruleset.on("2026-06-19")
    assert all(getattr(sixth, name) == getattr(today, name) for name in OWN)


@pytest.mark.parametrize(("said", "day"), [
    ("This is the last release under the\nFIFTH EDITION rules.", FIFTH_EDITION),
    ("These are the Fifth Edition rules.", "1999-05-16"),
    ("This is released under the Tenth Edition rules.", "1999-05-16"),
    ("", "1999-05-16"),
])  # fmt: skip
def test_a_document_says_under_which_rules_it_was_written(said, day):
    assert day_described("1999-05-16", rules_named(said)) == day


def test_whatever_says_that_a_rule_changed_is_an_edition_of_a_day():
    found = {since.source for _, since in Ruleset.citations()}
    assert {document for document, _ in found} == {"cr", "dangelo"}
    assert all(date.fromisoformat(day) for _, day in found)
