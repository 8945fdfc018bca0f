"""An example is played under the rules that its edition says it describes, and else under those of its day."""

from __future__ import annotations

from datetime import date

import pytest

from rulesite.checks.binding.binder import bind
from rulesite.checks.models import Binding, Outcome
from rulesite.checks.playing.runner import missing
from rulesite.checks.results.status import CONTRADICTED, HOLDS, standings
from rulesite.engine.eras.named_rules import FIFTH_EDITION
from tests import factories
from tests.checks.binding.test_binder import FONT, example, scenario
from tests.checks.binding.test_guesses import played

pytestmark = pytest.mark.django_db
BEFORE, SINCE = ("0001-01-01", "1999-04-23"), ("1999-04-23", "9999-12-31")


def bound(rules):
    """A game of an example of 1999-05-16, in an edition that describes some rules."""
    example(FONT, factories.edition("1999-05-16", slug="dangelo", rules=rules), "410.6")
    row = scenario(document="dangelo", edition="1999-05-16")
    row.ruleset = date(1999, 4, 23)
    row.save()
    bind([row])
    return row


@pytest.mark.parametrize(("rules", "outcome"), [("fifth edition", HOLDS), ("", CONTRADICTED)])
def test_the_rules_that_an_edition_names_are_those_of_its_examples(rules, outcome):
    played(bound(rules), (*BEFORE, Outcome.HOLDS), (*SINCE, Outcome.CONTRADICTED))
    (found,) = standings()
    assert found.outcome == outcome
    assert found.ruleset == (FIFTH_EDITION if rules else "1999-05-16")


def test_a_game_is_missing_until_it_was_played_under_the_rules_that_are_named(settings, tmp_path):
    settings.SCENARIOS = tmp_path
    row = bound("fifth edition")
    played(row, (*SINCE, Outcome.HOLDS))
    assert ("play", row.slug) in missing()


def test_a_binding_knows_the_day_of_its_rules():
    bound("fifth edition")
    assert str(Binding.objects.get().day) == FIFTH_EDITION


def test_rules_of_a_name_that_nobody_knows_are_those_of_the_day():
    bound("ninth edition")
    assert str(Binding.objects.get().day) == "1999-05-16"
