"""What search is held against: SQLite's full text, with all words or any."""

import pytest

from rulesite.search import searcher
from tests.search import judging, labelled

pytestmark = pytest.mark.django_db


def row(query, *first):
    return labelled.Row(query, "word", first, (), "cr/2024-06-07", held_back=False)


def test_full_text_finds_all_words_or_any(library):
    plain = judging.Plain(searcher.current())
    assert ("702.10a", "rule", "Haste") in [
        (number, "rule", title) for number, _, title in plain.find(row("haste"), "AND")
    ]
    assert plain.find(row("haste zeppelin"), "AND") == []
    assert plain.find(row("haste zeppelin"), "OR")
    assert plain.find(row("?"), "OR") == []


def test_what_stands_first_and_what_within_five_is_counted(library):
    asked = [row("haste", "702.10"), row("613", "613.1"), row("zeppelin", "1")]
    told = {
        "haste": [("702.10", "heading", "Haste")],
        "613": [("613", "section", ""), ("613.1", "rule", "")],
        "zeppelin": [],
    }
    lines = list(judging.judged(asked, {"one": lambda row: told[row.query]}))
    assert lines == [["word", "3", "0.33", "0.67"], ["all", "3", "0.33", "0.67"]]


def test_queries_that_are_labelled_for_another_edition_are_left_out_with_a_word(library, capsys):
    judging.main()
    said = capsys.readouterr().out
    assert labelled.EDITION in said
    assert searcher.current().editions[searcher.current().today.edition].address in said
