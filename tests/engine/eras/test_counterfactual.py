"""What would have been: a switch may be supposed to stand otherwise, within a block and nowhere else."""

from __future__ import annotations

import pytest

from rulesite.engine.eras.counterfactual import supposing
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.eras.validity import value


def test_only_the_supposed_switch_stands_otherwise_and_only_within_the_block():
    before = Ruleset.on("2021-11-19")
    with supposing(mana_burn=True), supposing(layers="six"):
        there = Ruleset.on("2021-11-19")
        assert (there.mana_burn, there.layers, value("mana_burn", "2021-11-19")) == (True, "six", True)
        assert {**vars(there), "mana_burn": False, "layers": before.layers} == vars(before)
    assert Ruleset.on("2021-11-19") is before
    assert value("mana_burn", "2021-11-19") is False


def test_a_switch_that_there_is_not_is_refused():
    with supposing(mana_freeze=True), pytest.raises(TypeError, match="mana_freeze"):
        Ruleset.on("2021-11-19")
