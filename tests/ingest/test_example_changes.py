"""The examples of a proposed edition: which have other words, and which their games contradict, by name."""

from __future__ import annotations

import pytest

from ingest.desk import example_changes
from rulesite.checks.models import Binding, Outcome, Transcript
from rulesite.rulebook.models import Edition

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_pocket")]


def test_examples_that_are_contradicted_are_named_with_their_games_and_the_reason():
    edition = Edition.at("cr/2006-10-01")
    before = example_changes.changed(edition, edition)
    assert (before["count"], before["contradicted"]) == (0, [])
    game = Binding.objects.get(scenario__slug="look-back", address__startswith=edition.address).scenario
    Transcript.objects.filter(scenario=game).update(outcome=Outcome.CONTRADICTED, reason="Font triggered 3 times")
    (row,) = [row for row in example_changes.changed(edition, edition)["contradicted"] if game.title in row["games"]]
    assert (row["rule"], row["reason"]) == ("410.10d", "Font triggered 3 times")
    assert row["opening"]
