"""What a browser is given to keep of the cards: an offer with its size, and the parts."""

import copy
import gzip
import json

import pytest
from django.core.management import call_command

from rulesite.cards import kept_parts
from tests.cards.books import ATOMIC, keyword_book
from tests.reading.read_pages import read, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("index_folder")]


@pytest.fixture
def load(tmp_path):
    """Loads a file of cards into a book."""
    keyword_book()

    def loading(data, *options):
        path = tmp_path / "cards.json"
        path.write_text(json.dumps(data), "utf-8")
        call_command("ingest_cards", path, *options)

    return loading


def offer(client):
    """What the site offers to keep of the cards."""
    return client.get("/offline/cards.json").json()


def parts(client):
    """All parts of the offer, read."""
    return [client.get(address).json() for address in offer(client)["parts"]]


def test_the_size_that_is_told_is_the_size_that_is_sent(client, load, monkeypatch):
    monkeypatch.setattr(kept_parts, "MAX_CARDS", 2)
    load(ATOMIC)
    told = offer(client)
    assert len(told["parts"]) == 3
    sent = [client.get(address, headers={"Accept-Encoding": "gzip"}) for address in told["parts"]]
    assert {answer["Content-Encoding"] for answer in sent} == {"gzip"}
    assert sum(len(answer.content) for answer in sent) == told["bytes"]
    assert sum(len(gzip.decompress(answer.content)) for answer in sent) == told["room"]
    plain = [client.get(address) for address in told["parts"]]
    assert sum(len(answer.content) for answer in plain) == told["room"]
    assert [answer.get("Content-Encoding") for answer in plain] == [None] * 3


def test_every_card_is_in_the_part_and_row_that_its_name_tells_with_its_rulings(client, load, monkeypatch):
    monkeypatch.setattr(kept_parts, "MAX_CARDS", 3)
    load(ATOMIC)
    names, *rest = parts(client)
    assert [name for name, _ in names["names"]] == [
        "Flying, the Ferryman", "Lantern Kite", "Tin Door // Tin Hall", "Wagon Moth",
    ]  # fmt: skip
    rows = [row for part in rest for row in part["cards"]]
    assert [row[:2] for row in rows] == names["names"]
    assert [len(part["cards"]) for part in rest] == [names["each"], 1]
    assert rows[2][2] == [
        ["Tin Door", "{1}{U}", "Sorcery", "Draw a card.", ""],
        ["Tin Hall", "{1}{U}", "Land", "{T}: Add {G}.", ""],
    ]
    assert [rest[0]["rulings"][number][0] for number in rows[1][3]] == ["2010-01-01", "2007-03-01", "2007-02-10"]
    assert rest[1]["rulings"] == [[ATOMIC["data"]["Wagon Moth"][0]["rulings"][0][key] for key in ("date", "text")]]
    told = offer(client)
    assert (told["cards"], told["rulings"]) == (4, 3)
    assert set(told["symbols"]) == {"1", "U", "T", "G"}


def test_a_changed_card_or_ruling_changes_the_version_and_the_same_file_does_not(client, load):
    load(ATOMIC)
    first = offer(client)
    load(ATOMIC)
    assert offer(client) == first
    reworded, ruled = copy.deepcopy(ATOMIC), copy.deepcopy(ATOMIC)
    reworded["data"]["Wagon Moth"][0]["text"] = "Flying, and slowly"
    ruled["data"]["Wagon Moth"][0]["rulings"][0]["text"] = "It is seen by nobody."
    versions = {first["version"]}
    for data in (reworded, ruled):
        load(data)
        versions.add(offer(client)["version"])
        load(ATOMIC)
    assert len(versions) == 3
    assert offer(client) == first


def test_parts_of_another_version_and_parts_that_are_not_there_are_not_found(client, load):
    load(ATOMIC)
    told = offer(client)
    assert client.get(told["parts"][-1]).status_code == 200
    for number in (9, 10**30):
        assert client.get(told["parts"][0].replace("/0.json", f"/{number}.json")).status_code == 404
    changed = copy.deepcopy(ATOMIC)
    del changed["data"]["Wagon Moth"]
    load(changed, "--prune")
    assert client.get(told["parts"][0]).status_code == 404
    assert offer(client)["cards"] == 3


def test_without_cards_nothing_is_offered(client):
    keyword_book()
    assert client.get("/offline/cards.json").status_code == 404
    page = read(client, "/offline/")
    assert page.find(id="cards").has_attr("hidden")
    assert "pages and cards for reading offline needs scripts" in words(page.noscript)
