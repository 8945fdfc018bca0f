"""Scenarios of every kind open at the table, and played there sentence by sentence end as the scenario ends."""

from __future__ import annotations

import hashlib
import html
import re
from itertools import chain, zip_longest
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.template.loader import render_to_string

from rulesite.checks.models import Scenario
from rulesite.checks.playing.loader import parts_of
from rulesite.checks.presentation.board import tables
from rulesite.engine.scenario import load_text, run
from tests import scenarios

pytestmark = [pytest.mark.slow(seconds=120), pytest.mark.django_db]
MANY = 40


def sample() -> list[tuple[str, str]]:
    """Names and texts of forty scenarios: of each kind, and of games of a variant, with teams or of several players,
    as many as there are by turns."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for path in scenarios.FILES:
        for number, part in enumerate(parts_of(path.read_text("utf-8")), 1):
            kind = re.search(r'^kind = "(\w+)"', part, re.M)
            seats = "".join(sorted(set(re.findall(r"^(variant|teams|range|players) = ", part, re.M))))
            group = groups.setdefault(f"{kind and kind[1]} {seats}", [])
            group.append((f"{path.stem}-{number}", part))
    for group in groups.values():
        group.sort(key=lambda row: hashlib.sha256(row[0].encode()).hexdigest())
    turns = chain.from_iterable(zip_longest(*(groups[name] for name in sorted(groups))))
    return [row for row in turns if row][:MANY]


def words(shown: str) -> str:
    """The words of a table, without the layers that stand under a permanent only here, nor what is new or changed."""
    soup = BeautifulSoup(shown, "html.parser")
    for part in soup.select(".layers, .vh, .tally-of .was"):
        part.decompose()
    return " ".join(soup.get_text(" ").split())


def field(page: Any, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page.content.decode())
    assert found, page.content.decode()[:2000]
    return html.unescape(found[1])


def board(page: Any) -> str:
    soup = BeautifulSoup(page.content.decode(), "html.parser")
    table = soup.select_one(".at-play .table")
    assert table is not None, soup.get_text(" ")[:2000]
    return words(str(table))


@pytest.mark.parametrize(("name", "text"), sample(), ids=[name for name, _ in sample()])
def test_a_scenario_opens_at_the_table_and_ends_there_as_it_does(client, name, text):
    scenario = load_text(text, name)[0]
    Scenario.objects.create(slug=name, title=name, kind=scenario.kind, ruleset=scenario.ruleset, text=text)
    expected = words(render_to_string("checks/table.html", {"table": tables(run(scenario).snapshots)[-1]}))
    opened = client.get(f"/table/?scenario={name}", follow=True)
    assert board(opened) == expected
    page = client.post("/table/", {"t": field(opened, "t"), "keep": "0"}, follow=True)
    for sentence in scenario.do:
        say = re.search(r'<input id="sentence" name="(\w+)"', page.content.decode())
        form = {"t": field(page, "t"), "done": field(page, "done"), say[1]: sentence.text}
        page = client.post("/table/", form, follow=True)
    assert board(page) == expected
