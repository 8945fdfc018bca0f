"""Ability texts are read into what they mean: kind, targets, cost, trigger and effect of every ability."""

from __future__ import annotations

import json
from typing import Any

import pytest
from texts import FILES, abilities, file_of_texts, rows

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.describe import describe
from rulesite.engine.cardtext.dropped_words import dropped


def in_words(ability: ir.Ability, date: str) -> str:
    said = describe(ability, date)
    return " | ".join(
        [
            said["kind"] + (" mana" if said["mana"] else ""),
            "; ".join(said["targets"]),
            said["cost"] or "",
            said["trigger"] or "",
            said["effect"],
            "; ".join(said["meant"]),
        ]
    )


@pytest.mark.parametrize("row", rows())
def test_a_text_means_what_its_row_says(row: dict[str, Any]) -> None:
    date = row.get("rules", "2006-10-01")
    assert [in_words(ability, date) for ability in abilities(row)] == row["means"]


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_what_was_read_travels_through_json(name: str) -> None:
    for row in file_of_texts(name):
        made = abilities(row)
        assert ir.from_json(json.loads(json.dumps(ir.to_json(made)))) == made, row["says"]


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_nothing_raw_is_left_in_what_was_read(name: str) -> None:
    raw = [
        (row["says"], part)
        for row in file_of_texts(name)
        for part in ir.walk(abilities(row))
        if type(part).__name__.startswith("Raw")
    ]
    assert raw == []


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_no_word_of_a_text_that_is_read_rightly_is_missed(name: str) -> None:
    missed = {row["says"]: dropped(row["says"], abilities(row), row.get("name")) for row in file_of_texts(name)}
    assert {says: words for says, words in missed.items() if words} == {}


def test_every_whole_quote_of_the_founding_documents_is_read() -> None:
    quoted = file_of_texts("quoted")
    assert sum(len(row["at"].split(",")) for row in quoted) == 66
