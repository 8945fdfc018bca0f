"""Pages of cards and rulings, as a reader sees them."""

from __future__ import annotations

from urllib.parse import quote

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


def test_a_keywords_rule_and_term_list_their_cards_and_rulings(client, cards):
    for address in ("/cr/2009-07-11/702.9/", "/cr/2009-07-11/glossary/flying/"):
        page = read(client, address)
        assert faults(page) == []
        assert links(page.select_one(".resting"))["Wagon Moth"] == "/cards/wagon-moth/"
    shown = read(client, "/cr/2009-07-11/701.18/").select_one(".resting")
    assert words(shown).count("the rule has changed since") == 1
    assert not read(client, "/cr/2009-07-11/702/").select(".resting")


def test_cards_that_a_rule_names_are_listed_beside_it(client, cards):
    from tests import factories

    factories.version(cards, "703.1", "A Wagon Moth is lighter than a Lantern Kite, and a wagon moth is none.")
    shown = read(client, "/cr/2009-07-11/703.1/").select_one(".resting")
    assert links(shown) == {"Wagon Moth": "/cards/wagon-moth/", "Lantern Kite": "/cards/lantern-kite/"}


def test_a_query_for_a_card_leads_to_it_and_rules_come_before_cards(client, cards):
    assert client.get("/search/", {"q": 'card:"Lantern Kite"'})["Location"] == "/cards/lantern-kite/"
    assert client.get("/search/", {"q": "card:lantern kyte"})["Location"] == "/cards/lantern-kite/"
    assert client.get("/search/", {"q": "card:scry"})["Location"] == "/cards/?q=scry"
    page = read(client, "/search/?q=wagon+mo")
    assert links(page.select_one(".card-hits"))["Wagon Moth"] == "/cards/wagon-moth/"
    page = read(client, "/search/?q=is:ruling+upper+lantern")
    assert faults(page) == []
    assert len(page.select(".ruling-row")) == 2


def test_a_query_that_names_a_card_shows_its_rulings_first(client, cards):
    for query in ("wagon moth seen", 'card:"Wagon Moth" seen'):
        page = read(client, f"/search/?q={quote(query)}")
        assert faults(page) == []
        assert links(page.select_one(".card-hits"))["Wagon Moth"] == "/cards/wagon-moth/"
        assert [row.time["datetime"] for row in page.select(".ruling-row")] == ["2007-03-01"]


def test_rulings_with_all_words_stand_below_rules_with_them_and_above_rules_without(client, cards):
    from rulesite.search.indexing import builder

    builder.refresh()
    page = read(client, "/search/?q=upper+lantern+below")
    assert faults(page) == []
    assert page.select_one("ol.hits").find_next("ol", class_="ruling-list")
    assert links(page.select_one(".beside"))["2 rulings of cards"] == "#ruling-hits"
    page = read(client, "/search/?q=flying+kite+seen+afar")
    assert page.select_one("ol.ruling-list").find_next("ol", class_="hits")


def test_the_box_offers_cards_after_rules_also_for_a_slip(client, cards):
    def offered(typed):
        return [(each["kind"], each["text"]) for each in client.get("/api/v1/typeahead", {"q": typed}).json()]

    assert ("card", "Wagon Moth") in offered("wag")
    assert ("card", "Wagon Moth") in offered("moth")
    assert ("card", "Lantern Kite") in offered("lantren ki")
    assert offered("wa") == []


def test_rules_keep_their_place_before_cards_with_the_same_name(client, cards):
    from rulesite.reading.shelf.search import with_cards
    from rulesite.rulebook.models import Library

    rule = {"kind": "heading", "text": "Flying"}
    word = {"kind": "word", "text": "flying"}
    kinds = [each["kind"] for each in with_cards([rule, word], "flying", Library.current(), 8)]
    assert kinds == ["heading", "card", "word"]
    assert with_cards([rule] * 8, "flying", Library.current(), 8)[-1]["kind"] == "card"


def test_without_cards_a_page_asks_for_none(client, db, django_assert_num_queries):
    from rulesite.reading.shelf import beside_rules, search
    from rulesite.rulebook.models import Library

    keyword_book()
    library = Library.current()
    assert search.with_cards([], "flying", library, 8) == []  # the names, of which there are none, are kept
    with django_assert_num_queries(0):
        assert not beside_rules.resting("Flying", library)
        assert not beside_rules.named(["A Wagon Moth"], library)
        assert not search.hits_beside("wagon moth", library, match=search.RuleMatch.NONE, is_term=False)
        assert search.card_url('card:"Wagon Moth"', library) == ""


def test_the_api_gives_a_card_with_its_rulings_and_what_changed(client, cards):
    card = client.get("/api/v1/cards/Lantern Kite").json()
    assert card["words"] == ["flying", "scry"]
    assert [ruling["published"] for ruling in card["rulings"]] == ["2010-01-01", "2007-03-01", "2007-02-10"]
    assert card["rulings"][2]["changes"][0]["since"] == "2009-07-11"
    assert card["rulings"][1]["cards"] == ["Lantern Kite", "Wagon Moth"]
    assert [each["slug"] for each in client.get("/api/v1/cards?word=flying").json()["cards"]] == [
        "lantern-kite",
        "wagon-moth",
    ]
    assert client.get("/api/v1/rulings?changed=true").json()["total"] == 1
    assert client.get("/api/v1/cards/nonesuch").status_code == 404


def test_home_shows_the_shelf_with_what_changed_last(client, cards):
    shelf = read(client, "/").select_one(".shelf")
    lines = {words(item.a): words(item) for item in shelf.select("li")}
    assert lines["Cards"].endswith("4 new")
    assert "2010" in lines["Rulings"]
    assert "1 older than a change of their rule" in lines["Rulings"]
    assert links(shelf)["1 older than a change of their rule"] == "/rulings/?changed=1"
    assert any("changes since 2008-02-01" in line or "change since 2008-02-01" in line for line in lines.values())


def test_without_cards_and_with_one_document_home_has_no_shelf(client, db):
    keyword_book()
    assert not read(client, "/").select(".shelf")


def test_the_sitemap_has_the_cards(client, cards, monkeypatch):
    from rulesite.reading import sitemaps

    monkeypatch.setattr(sitemaps, "MAX_CARDS", 3)
    index = client.get("/sitemap.xml").content.decode()
    assert "/sitemap-cards-2.xml" in index
    assert "/sitemap-cards-3.xml" not in index
    paths = [client.get(f"/sitemap-cards-{part}.xml").content.decode() for part in (1, 2)]
    assert "".join(paths).count("/cards/") == 5  # the list, and four cards
    assert client.get("/sitemap-cards-9.xml").status_code == 404


def test_older_rulings_that_name_a_card_stand_on_its_page_with_their_wordings(client, cards):
    from rulesite.rulebook.models import Library, Rule
    from tests import factories

    for day, text in (
        ("1999-05-16", "A Wagon Moth can not fly."),
        ("2002-10-15", "A Wagon Moth can fly, and a moth not."),
    ):
        edition = factories.edition(day, "dangelo")
        rule = Rule.objects.get_or_create(document=edition.document, name="moth")[0]
        factories.version(edition, "A.1.Ruling.1", text, rule=rule)
    Library.move_on()
    page = read(client, "/cards/wagon-moth/")
    assert faults(page) == []
    (older,) = page.find(id="older").find_parent("section").select("li")
    assert links(older) == {
        "A.1.Ruling.1": "/dangelo/2002-10-15/A.1.Ruling.1/#A.1.Ruling.1",
        "2 wordings of it": "/dangelo/2002-10-15/A.1.Ruling.1/history/",
    }
    assert not read(client, "/cards/lantern-kite/").find(id="older")


def test_rules_with_the_rarer_words_of_a_card_are_listed_with_these_words(client, cards):
    from rulesite.search.indexing import builder
    from tests import factories

    texts = ["A wagon lantern is hung from the upper beam.", "A beam has a lantern somewhere in a wagon."]
    for number, text in enumerate(texts, 1):
        factories.version(cards, f"703.{number}", text)
    for number in range(4, 90):
        factories.version(cards, f"704.{number}", f"The part {number} is about nothing but the number {number}.")
    from rulesite.cards.models import Card

    card = Card.objects.get(name="Wagon Moth")
    card.faces[0]["text"] = "Flying. It hides from the upper beam."
    card.save()
    builder.refresh(every=True)
    needed = [words(each) for each in read(client, "/cards/wagon-moth/").select(".needed li")]
    assert needed[0].startswith("702.9 Flying")
    assert any(each.startswith("703.1") and "“beam”" in each and "“upper”" in each for each in needed)
    assert not any(each.startswith("703.2") for each in needed)


def test_the_rule_that_a_wording_calls_for_is_listed_with_these_words(client, cards):
    from rulesite.cards.models import Card
    from tests import factories

    factories.version(cards, "603.6d", "Some look back.")
    card = Card.objects.get(name="Wagon Moth")
    card.faces[0]["text"] = "Flying\nWhen Wagon Moth dies, it sees nobody. Wagon Moth enters the battlefield tapped."
    card.save()
    needed = [words(each) for each in read(client, "/cards/wagon-moth/").select(".needed li")]
    assert needed[0].startswith("702.9 Flying")
    assert needed[1].startswith("603.6d ")
    assert "“When ~ dies”: it looks back" in needed[1]
    assert not any(each.startswith("603.6e") for each in needed)  # this edition does not have it
