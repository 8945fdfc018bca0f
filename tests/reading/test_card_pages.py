"""Pages of cards and rulings, as a reader sees them."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from rulesite.cards.models import Ruling
from tests.cards.books import ATOMIC, keyword_book
from tests.reading.read_pages import faults, links, read, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("index_folder")]


@pytest.fixture
def cards(tmp_path):
    import json

    book = keyword_book()
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(ATOMIC), "utf-8")
    call_command("ingest_cards", path)
    return book


def test_a_card_shows_its_text_its_rules_and_its_rulings(client, cards):
    page = read(client, "/cards/lantern-kite/")
    assert faults(page) == []
    face = page.select_one(".card-face")
    assert links(face)["Flying"] == "/cr/2009-07-11/702.9/#702.9"
    assert links(face)["Scry"] == "/cr/2009-07-11/701.18/#701.18"
    assert words(face.select_one(".card-size")) == "1/1"
    assert [words(each) for each in page.select(".needed li")] == [
        "702.9 Flying keyword ability on the card", "701.18 Scry keyword action on the card",
    ]  # fmt: skip
    rows = page.select(".ruling-row")
    assert [row.time["datetime"] for row in rows] == ["2010-01-01", "2007-03-01", "2007-02-10"]
    assert links(rows[1])["Wagon Moth"] == "/cards/wagon-moth/"
    assert links(rows[1])["afar"] == "/cr/2009-07-11/glossary/afar/"
    assert "The rule has changed since" in words(rows[2])
    assert links(rows[2])["What changed"] == "/cr/2009-07-11/701.18a/history/"


def test_another_spelling_of_a_name_leads_to_its_page_and_an_unknown_one_nowhere(client, cards):
    assert client.get("/cards/Lantern Kite/")["Location"] == "/cards/lantern-kite/"
    assert client.get("/cards/lantern-kyte/")["Location"] == "/cards/lantern-kite/"
    assert client.get("/cards/lantern/").status_code == 404


def test_lists_are_narrowed_by_letter_words_and_keyword(client, cards):
    def names(query):
        page = read(client, f"/cards/{query}")
        assert faults(page) == []
        return [words(link) for link in page.select(".card-list a")]

    assert len(names("")) == 4
    assert names("?letter=w") == ["Wagon Moth"]
    assert names("?q=scry lantern") == ["Lantern Kite"]
    assert names("?word=flying") == ["Lantern Kite", "Wagon Moth"]
    page = read(client, "/rulings/?changed=1")
    assert faults(page) == []
    assert len(page.select(".ruling-row")) == 1


def test_a_ruling_has_a_page_with_all_its_cards(client, cards):
    ruling = Ruling.objects.get(card_count=2)
    page = read(client, ruling.get_absolute_url())
    assert faults(page) == []
    assert {"Lantern Kite", "Wagon Moth"} <= links(page.main).keys()


def test_without_cards_the_pages_say_how_to_load_them(client, db):
    keyword_book()
    assert "ingest_cards" in words(read(client, "/cards/").main)
    assert client.get("/cards/bear/").status_code == 404
