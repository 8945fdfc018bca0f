"""Every scenario of the project as a test of its own: it holds, every check and every control, and its claims are
sharp."""

from __future__ import annotations

import tomllib
from collections import defaultdict

import pytest

from rulesite.engine.eras.concepts import rule_number
from rulesite.engine.scenario import HOLDS, Scenario
from rulesite.engine.scenario.sharpness.trials import run_and_try
from tests.scenarios import GAPS, scenarios, texts_kept

# How many separate checks the worked example of a provision contains, by document (the Comprehensive Rules of 2006,
# D'Angelo's rulings of 2002 and of 2008), rule and ordinal.
LABELLED = {
    ("cr", "402.8g", 1): 4,
    ("cr", "404.4a", 1): 1,
    ("cr", "404.4a", 2): 2,
    ("cr", "404.4c", 1): 1,
    ("cr", "404.4d", 1): 2,
    ("cr", "404.5", 1): 1,
    ("cr", "404.5", 2): 1,
    ("cr", "406.3", 1): 3,
    ("cr", "406.6", 1): 1,
    ("cr", "407.2", 1): 4,
    ("cr", "407.3", 1): 1,
    ("dangelo", "402.3", 1): 1,
    ("dangelo", "402.8g", 1): 2,
    ("dangelo", "402.8h", 1): 4,
    ("cr", "409.1h", 1): 2,
    ("cr", "410.6", 1): 1,
    ("cr", "410.7", 1): 2,
    ("cr", "410.10b", 1): 2,
    ("cr", "410.10d", 1): 1,
    ("cr", "410.11", 1): 3,
    ("cr", "411.3", 1): 2,
    ("cr", "413.2a", 1): 2,
    ("cr", "413.2a", 2): 2,
    ("cr", "413.2c", 1): 2,
    ("cr", "413.2g", 1): 2,
    ("cr", "415.1", 1): 2,
}
INLINE = {
    "A.1.3": 2,
    "A.1.5": 1,
    "A.1.8": 2,
    "A.1.10": 2,
    "A.1.Ruling.1": 1,
    "A.2.6": 1,
    "A.2.7": 2,
    "A.2.Ruling.1": 2,
    "A.3.3": 2,
    "A.4.12": 1,
    "A.4.16": 2,
    "A.4.19": 2,
    "A.4.20": 1,
    "A.4.21": 2,
    "A.4.23": 3,
    "A.4.Ruling.1": 1,
    "A.4.Ruling.3": 1,
    "A.4.Ruling.5": 2,
    "A.4.Ruling.6": 1,
    "A.5.2": 1,
    "A.5.3": 1,
    "A.5.4": 2,
    "A.6.4": 2,
    "A.6.5": 1,
    "A.6.7": 1,
    "A.7.Ruling.1": 4,
    "A.10.4": 2,
    "A.10.Ruling.1": 3,
    "A.12.Ruling.5": 1,
    "A.13.2": 4,
    "A.13.Ruling.1": 1,
    "A.13.Ruling.2": 1,
    "A.17.Ruling.2": 1,
    "A.20.Ruling.2": 3,
    "A.23.1": 1,
    "A.24.1": 2,
    "A.24.Ruling.5": 2,
    "A.28.Ruling.1": 2,
    "A.28.Ruling.2": 1,
    "A.28.Ruling.5": 1,
    "A.29.1": 2,
    "A.29.4": 2,
    "A.29.Ruling.1": 1,
    "A.31.Ruling.6": 2,
    "A.32.3": 7,
    "A.32.8": 2,
}


def _named(scenario: Scenario) -> str:
    cite = next(iter(scenario.cites), None)
    place = f"{cite.edition} {cite.rule}" if cite is not None else "-"
    opening = cite.openings[0] if cite is not None and cite.openings else scenario.title
    return f"{place} {opening}"


SCENARIOS = scenarios()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[f"{each.name} {_named(each)}" for each in SCENARIOS])
def test_scenario_holds_and_no_near_miss_of_a_claim_does(scenario: Scenario) -> None:
    with texts_kept(scenario.path):
        outcome, trials = run_and_try(scenario)
    assert outcome.outcome == HOLDS, outcome.reason
    assert outcome.controls
    assert all(control.passed for control in outcome.controls)
    refusing = {check.because for check in outcome.checks if check.because}
    assert {name for name in refusing if not rule_number(name, scenario.ruleset)} == set()
    assert [f"{trial.claim.text}, but also: {trial.near.sentence}" for trial in trials if trial.blunt] == []


def _checks() -> dict[tuple[str, str, str, int, bool], int]:
    counts: dict[tuple[str, str, str, int, bool], int] = defaultdict(int)
    for scenario in SCENARIOS:
        for cite in scenario.cites:
            if cite.openings:
                key = (cite.document, cite.edition, cite.rule, cite.ordinal, cite.labelled)
                counts[key] += len(scenario.expects)
    return counts


def _not_modelled() -> set[tuple[str, str, str, int, bool]]:
    rows = tomllib.loads(GAPS.read_text("utf-8")).get("row", [])
    assert all(row["reason"].strip() for row in rows)
    return {(row["document"], row["edition"], row["rule"], row.get("ordinal", 1), row["labelled"]) for row in rows}


def test_every_labelled_example_is_checked_as_often_as_it_claims_something_or_listed_with_a_reason() -> None:
    counts, listed = _checks(), _not_modelled()
    short = []
    for (document, rule, ordinal), wanted in LABELLED.items():
        edition = "2006-10-01" if document == "cr" else "2008-03-17"
        key = (document, edition, rule, ordinal, True)
        if counts[key] < wanted and key not in listed:
            short.append((key, counts[key], wanted))
    assert not short


def test_every_for_example_of_the_rulings_is_checked_as_often_as_it_claims_something_or_listed() -> None:
    counts, listed = _checks(), _not_modelled()
    short = []
    for rule, wanted in INLINE.items():
        key = ("dangelo", "2002-10-15", rule, 1, False)
        if counts[key] < wanted and key not in listed:
            short.append((rule, counts[key], wanted))
    assert not short


def test_an_example_is_not_listed_as_not_modelled_when_a_scenario_holds_for_it() -> None:
    assert not {key for key in _not_modelled() if _checks()[key]}


def test_every_citation_points_with_at_most_eight_words() -> None:
    openings = [opening for scenario in SCENARIOS for cite in scenario.cites for opening in cite.openings]
    assert openings
    assert all(len(opening.split()) <= 8 for opening in openings)
