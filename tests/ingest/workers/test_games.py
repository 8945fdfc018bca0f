"""Tests: which few games a worker plays who was hired for what is done beside an ingest, and what it reads for that."""

from __future__ import annotations

import pytest
from django.conf import settings

from ingest.workers import games, pool, preload
from rulesite.checks.binding import binder
from rulesite.checks.models import Scenario
from rulesite.checks.playing.pool import play_all
from rulesite.rulebook.models import Made

pytestmark = pytest.mark.django_db


class Noting(pool.WorkerPool):
    """A crew that notes what it is given, and does nothing."""

    def __init__(self, *, beside):
        super().__init__(2)
        self._beside = beside
        self.given = []

    def submit(self, work, task):
        self.given.append(work)


@pytest.mark.slow
def test_a_worker_plays_few_games_as_players_would():
    text = (settings.BASE_DIR / "fixtures/scenarios/types-and-subtypes.toml").read_text("utf-8")
    asked = {"number": 0, "days": ["2006-10-01", "2018-01-19"], "known": []}
    tasks = [{"name": name, "text": text, "games": [asked]} for name in ("one.toml", "other.toml")]
    tasks.append({"name": "bad.toml", "text": "kind = @", "games": [asked]})
    with pool.WorkerPool(2) as crew:
        crew.hire()
        answers = [answer for _, answer in games.beside(crew)(tasks)]
        assert crew.is_beside
    assert answers == [answer for _, answer in play_all(tasks)]
    assert "error" in answers.pop()
    assert all(game["played"] for answer in answers for game in answer["games"])


@pytest.mark.slow
@pytest.mark.parametrize("beside", [True, False])
def test_the_engine_is_read_beside_where_an_edition_has_come_that_scenarios_are_written_for(played_pocket, beside):
    cited = Scenario.objects.filter(problem="").exclude(cites=[]).first().cites[0]
    Made.objects.filter(stage=binder.STAGE, unit=f"{cited['document']}/{cited['edition']}").delete()
    crew = Noting(beside=beside)
    games.beside(crew)
    assert crew.given == ([preload.engine] if beside else [])


@pytest.mark.slow
def test_the_engine_is_not_read_where_no_edition_has_come_or_no_scenario_cites_it(played_pocket):
    crew = Noting(beside=True)
    games.beside(crew)
    Scenario.objects.update(cites=[])
    Made.objects.filter(stage=binder.STAGE).delete()
    games.beside(crew)
    assert crew.given == []
