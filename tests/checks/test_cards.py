"""Files of cards, and the measure that `read_cards` takes on them."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulesite.checks.coverage.card_files import Card, UnreadableCards, cards_of

BEAR = {"name": "Hill Bear", "type_line": "Creature — Bear", "oracle_text": "Trample", "power": "2", "toughness": "2"}


@pytest.fixture
def file(tmp_path):
    def write(text, name="cards.tsv"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def test_a_tab_separated_file_has_a_heading_and_escaped_paragraphs(file):
    path = file('name\tcost\tline\ttext\nHill "Big" Bear\t{G}\tCreature 2/2\tTrample\\nHaste\n')
    assert cards_of(path) == [Card('Hill "Big" Bear', "Creature 2/2", "Trample\nHaste", "{G}")]


@pytest.mark.parametrize(
    "data",
    [
        [BEAR],
        {"object": "list", "data": [BEAR]},
        {"data": {"Hill Bear": [{"name": "Hill Bear", "type": "Creature — Bear", "text": "Trample", "power": "2", "toughness": "2"}]}},
        {"data": {"cards": [{"name": "Hill Bear", "type": "Creature — Bear", "text": "Trample", "power": "2", "toughness": "2"}]}},
    ],
    ids=["Scryfall's list", "Scryfall's page", "MTGJSON by name", "MTGJSON's set"],
)  # fmt: skip
def test_the_json_of_both_houses_is_read(file, data):
    assert cards_of(file(json.dumps(data), "cards.json")) == [Card("Hill Bear", "Creature — Bear 2/2", "Trample")]


def test_each_face_of_a_card_stands_alone(file):
    faces = [{"name": "Day", "type_line": "Creature", "oracle_text": ""}, {"name": "Night", "type_line": "Creature"}]
    path = file(json.dumps([{"name": "Day // Night", "card_faces": faces}]), "cards.json")
    assert [card.name for card in cards_of(path)] == ["Day", "Night"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name\tline\nBear\tCreature\n", "line 1: the heading has no column 'text'"),
        ("name\tline\ttext\nBear\tCreature\n", "line 2: 2 columns where the heading has 3"),
        ("name\tline\ttext\n", "there are no cards in it"),
        ("[{]", "line 1: "),
        ("[3]", "card 1 is no object"),
        ('[{"name": 3}]', "card 1 has no name"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(file, text, said):
    with pytest.raises(UnreadableCards, match=said):
        cards_of(file(text))


def test_a_missing_file_is_refused_in_json_too(tmp_path, capsys):
    with pytest.raises(CommandError, match="No such file"):
        call_command("read_cards", str(tmp_path / "none.tsv"), "--json")
    assert "No such file" in json.loads(capsys.readouterr().out)["error"]


CARDS = """name\tline\ttext
Hill Bear\tCreature 2/2\tTrample\\nWhenever Hill Bear attacks, draw a card.
Odd Bear\tCreature 2/2\tHaste\\nFrobnicate target player.
Deft Bear\tCreature 2/2\t~ gets +0/+3 as long as it's untapped.
Plain Bear\tCreature 2/2\t
"""


@pytest.mark.django_db
def test_the_measure_counts_cards_paragraphs_and_verdicts(file, capsys):
    call_command("read_cards", str(file(CARDS)), "--json")
    found = json.loads(capsys.readouterr().out)
    assert {key: found[key] for key in found if key not in ("rows", "blocking", "dropped")} == {
        "cards": 4, "cards_read": 3, "paragraphs": 5, "paragraphs_read": 4, "exact": 3, "otherwise": 1, "different": 0,
        "dropping": 0,
    }  # fmt: skip
    assert [row["verdict"] for row in found["rows"]] == ["exact", "exact", "exact", "not read", "otherwise"]
    assert set(found["rows"][0]) == {"name", "paragraph", "verdict", "printed", "reason", "dropped"}
    assert [row["cards"] for row in found["blocking"]] == [1]


@pytest.mark.slow
def test_the_measure_is_said_in_words(file, capsys):
    call_command("read_cards", str(file(CARDS)), "--every", "2")
    out = capsys.readouterr().out
    assert "cards read       2 of 2 (100.0 %)" in out
