"""Editions of days that no rules have are held on somebody's word, and no page breaks with them, those of games
included."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client

from ingest.runs import run
from ingest.runs.read_sources import Options
from ingest.runs.run import options_of, order_for
from rulesite.checks.models import Scenario
from rulesite.desk.forms import StagingForm
from rulesite.rulebook.models import Edition
from tests.ingest.whole_runs import DAYS, book

pytestmark = [pytest.mark.slow]
ODD = ("0001-01-01", "1980-01-01", "2006-10-01", "2999-01-01", "9999-12-30")
GAME = """
title = "Mana that stays in the pool"
kind = "outcome"
ruleset = "2006-10-01"
cites = [{ document = "cr", edition = "2006-10-01", rule = "402.1", ordinal = 1, opening = ["Case 1 of a"] }]
given = "Ann, 20 life, in play: Forest"
do = "Ann taps Forest for mana. Next turn"
[[expect]]
that = "Ann has 19 life"
[[control]]
change = "Ann, in play: 2 Forests"
do = "Ann taps Forest 1 for mana. Ann taps Forest 2 for mana. Next turn"
then = "Ann has 18 life"
[[era]]
ruleset = "2009-07-11"
differs = "Ann has 20 life"
"""


def listed(client, address):
    root = ElementTree.fromstring(client.get(address).content)
    return [element.text.removeprefix("http://testserver") for element in root.iter() if element.tag.endswith("}loc")]


def test_no_page_breaks_with_editions_of_odd_days(data, tmp_path, nothing_asserted):
    folder = tmp_path / "odd"
    folder.mkdir()
    for nth, day in enumerate(ODD):
        text = book(day, [*DAYS["2004-04-04"], f"A rule of number {nth} stands alone here."])
        (folder / f"cr-{day}.txt").write_text(re.sub("These rules are current.*", "", text))
    (settings.SCENARIOS / "burn.toml").write_text(GAME)
    table = "".join(f'[[source]]\npath = "cr-{day}.txt"\neffective = {day}\n' for day in ODD)
    (folder / "sources.toml").write_text(table)
    assert [outcome.status for outcome in run.run([str(folder)])].count("refused") == len(ODD) - 1
    outcomes = run.run([str(folder)], Options(any_day=True))
    assert not [outcome.error for outcome in outcomes if outcome.error]
    assert [edition.slug for edition in Edition.objects.all()] == list(ODD)
    client = Client(raise_request_exception=False)
    [game] = Scenario.objects.all()
    assert game.verdicts.count() > 2, list(game.bindings.values())
    assert any(verdict.covers(Edition.at("cr/1980-01-01").effective) for verdict in game.verdicts.all())
    pages = [page for name in listed(client, "/sitemap.xml") for page in listed(client, name)]
    for day in ODD:
        edition = f"/cr/{day}/"
        pages += [edition, f"{edition}402.1/", f"{edition}402.1/history/", f"/cr/at/{day}/", f"/cr/at/{day}/402.1/"]
        pages += [f"/games/{game.slug}/{day}/", f"/games/?edition=cr{day}", f"/games/keywords/{day}/"]
        pages += [f"/api/v1/editions/cr/{day}", f"/api/v1/at/cr/{day}", f"/api/v1/rule/402.1@{day}"]
        pages += [f"/api/v1/resolve?cited=402.1@{day}", f"/api/v1/examples/cr/{day}", f"/sitemap-cr-{day}.xml"]
        pages += [f"/resolve/?cited=402.1@{day}", f"/cr/compare/{ODD[0]}/{day}/", f"/cr/compare/{day}/{ODD[-1]}/"]
    pages += ["/", "/games/", f"/games/{game.slug}/", "/games/keywords/", "/games/concepts/", "/cr/", "/cr/steps/",
              "/cr/feed.atom", "/cr/402.1/", "/search/?q=ferry", "/dictionary/", "/offline/newest.json",
              "/api/v1/changes?since=0001-01-01", f"/api/v1/games/{game.slug}", "/healthz"]  # fmt: skip
    broken = {page: status for page in pages if (status := client.get(page).status_code) >= 500}
    assert not broken
    assert client.get(f"/games/{game.slug}/1980-01-01/").status_code == 200


def test_the_desk_asks_for_the_same_words_as_the_command():
    form = StagingForm({"url": "https://rules.example/cr.txt", "any_day": "on", "damaged": "on"})
    assert form.is_valid(), form.errors
    order = order_for([form.place], Options()) | {"options": order_for([], Options())["options"] | form.options}
    assert (options_of(order).any_day, options_of(order).damaged) == (True, True)
    silent = StagingForm({"url": "https://rules.example/cr.txt"})
    assert silent.is_valid()
    assert silent.options == {}
