"""What may not enter does not, however a permanent is looked at as it enters: on every day there are such words."""

from __future__ import annotations

import pytest

from rulesite.engine.scenario import HOLDS, run
from tests.scenarios import scenarios

CLONE = next(each for each in scenarios() if each.name == "exclusive-events.toml#2")


@pytest.mark.parametrize("day", ["2009-07-11", "2012-05-01", "2017-08-25", "2018-01-19", "2026-06-19"])
def test_a_copy_of_what_may_not_enter_does_not_enter(day):
    outcome = run(CLONE, ruleset=day)
    assert outcome.outcome == HOLDS, outcome.reason
