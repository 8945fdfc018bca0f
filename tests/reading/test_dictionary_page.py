"""The dictionary of phrases: every pair with the rules that show it, by weight and by words, without those struck."""

import pytest
from django.urls import reverse

from rulesite.rulebook.models import Library, PhrasePair, StruckPair
from tests import factories
from tests.reading.read_pages import faults, links, read, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("index_folder")]
PAGE = "/dictionary/"


@pytest.fixture
def pairs():
    Library.objects.create(name="test")
    old, new = factories.edition("2006-10-01"), factories.edition("2009-07-11")
    factories.version(old, "300.1", "A ferry that comes ashore is counted.")
    factories.version(new, "500.1", "A ferry that lands is counted.")
    step = {"earlier": old.address, "later": new.address, "sentences": 5, "places": [["300.1", "500.1"]]}
    entry = {"earlier": new.address, "later": new.address, "sentences": 1, "places": [["glossary/punt"] * 2]}
    gone = {"earlier": "cr/1990-01-01", "later": old.address, "sentences": 3, "places": [["1.1", "300.1"]]}
    make = PhrasePair.objects.create
    return [
        make(
            old="comes ashore", new="lands", basis="descent", since=new.address, sentences=5, share=0.9, evidence=[step]
        ),
        make(old="bell & whistle", new="horn", basis="descent", since=old.address, sentences=3, evidence=[gone]),
        make(old="punt", new="ferry", basis="obsolete", since=new.address, sentences=1, evidence=[entry]),
    ]


def rows(client, query=""):
    return [words(row.find("th")) for row in read(client, PAGE + query).select("tbody tr") if row.find("th")]


def test_every_pair_has_its_evidence_with_links_to_the_rules_before_and_after(client, pairs):
    page = read(client, PAGE)
    assert faults(page) == []
    first, _, last = page.select("tbody tr")
    assert "5 sentences" in words(first)
    assert links(first)["300.1"] == "/cr/2006-10-01/300.1/#300.1"
    assert links(first)["500.1"] == "/cr/2009-07-11/500.1/#500.1"
    assert links(first)["comes ashore"] == "/search/?q=comes%20ashore"
    assert links(last)["glossary: punt"] == "/cr/2009-07-11/glossary/punt/"


def test_an_edition_that_is_no_longer_held_is_named_and_no_link(client, pairs):
    row = read(client, PAGE).select("tbody tr")[1]
    assert "1990-01-01" in words(row)
    assert not [url for url in links(row).values() if "1990" in url]


def test_it_is_sorted_by_weight_or_by_words_and_narrowed_to_a_letter(client, pairs):
    assert rows(client) == ["comes ashore", "bell & whistle", "punt"]
    assert rows(client, "?order=words") == ["bell & whistle", "comes ashore", "punt"]
    assert rows(client, "?letter=P") == ["punt"]
    assert rows(client, "?letter=z") == []


def test_many_pairs_come_page_by_page(client, pairs):
    PhrasePair.objects.bulk_create(
        PhrasePair(old=f"word {n}", new=f"sign {n}", basis="descent", since="cr/2009-07-11", sentences=4)
        for n in range(60)
    )
    Library.move_on()
    first, second = rows(client), rows(client, "?page=2")
    assert (len(first), len(second)) == (50, 13)
    assert not {*first} & {*second}
    assert rows(client, "?page=many") == first


def test_a_pair_that_is_struck_is_gone_from_page_and_api_at_once(client, pairs):
    etag = client.get(PAGE).headers["ETag"]
    StruckPair.objects.create(old="comes ashore", new="lands", reason="They sink.")
    assert client.get(PAGE, headers={"if-none-match": etag}).status_code == 200
    assert rows(client) == ["bell & whistle", "punt"]
    assert client.get("/api/v1/dictionary").json()["total"] == 2


def test_programs_get_the_same_page_by_page(client, pairs):
    found, page = [], "/api/v1/dictionary?size=2"
    while page:
        part = client.get(page).json()
        found, page = found + part["pairs"], part["next"]
        assert part["total"] == 3
    assert [each["old"] for each in found] == ["comes ashore", "bell & whistle", "punt"]
    assert found[0]["evidence"][0]["places"] == [["300.1", "500.1"]]
    assert client.get("/api/v1/dictionary?page=9").status_code == 404


def test_a_maintainer_is_led_to_striking_a_pair_with_its_words(admin_client, client, pairs):
    page = read(admin_client, PAGE)
    strike = next(url for label, url in links(page.select_one("tbody tr")).items() if label == "Strike it")
    assert strike.startswith(reverse("admin:rulebook_struckpair_add"))
    assert 'value="comes ashore"' in admin_client.get(strike).content.decode()
    assert "Strike it" not in words(read(client, PAGE).body)
