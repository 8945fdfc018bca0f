"""A file of cards at the desk: counted first, loaded when it is published, refused by name when it is none."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from ingest.desk import worker
from rulesite.cards.models import Card, Ruling
from rulesite.desk import services
from rulesite.desk.models import Proposal
from tests.cards.books import ATOMIC

State = Proposal.State


@pytest.fixture(autouse=True)
def _nobody_is_woken(monkeypatch):
    monkeypatch.setattr(worker, "wake", lambda: None)


@pytest.fixture
def mia(holding):
    holding("2001-01-01")
    return User.objects.create_superuser("mia")


def staged(person, text, name="cards.json"):
    proposal = services.stage(person, SimpleUploadedFile(name, text.encode()), {"document": "cards"})
    assert worker.work() == 1
    proposal.refresh_from_db()
    return proposal


def test_cards_are_counted_at_the_desk_and_loaded_when_they_are_published(mia, client):
    proposal = staged(mia, json.dumps(ATOMIC))
    assert (proposal.kind, proposal.state) == ("cards", State.READY)
    assert proposal.preview["cards"] | {"tokens": 0} == {
        "cards": 4, "new": 4, "changed": 0, "same": 0, "rulings": 3, "tokens": 0,
    }  # fmt: skip
    assert not Card.objects.exists()
    client.force_login(mia)
    assert "4 new" in client.get(proposal.get_absolute_url()).content.decode()
    asked = client.post(proposal.get_absolute_url(), {"deed": "publish", "seen": proposal.round}).content.decode()
    assert "bring the former file" in asked
    services.publish(mia, proposal, proposal.round)
    assert worker.work() == 1
    proposal.refresh_from_db()
    assert proposal.state == State.PUBLISHED
    assert "4 cards were added" in proposal.word
    assert (Card.objects.count(), Ruling.objects.count()) == (4, 3)
    again = staged(mia, json.dumps(ATOMIC))
    assert (again.preview["cards"]["new"], again.preview["cards"]["same"]) == (0, 4)


@pytest.mark.parametrize("text", [json.dumps(ATOMIC)[:-40], '{"games": []}', "The rules of a game.",
                                  '[{"oracle_id": "x", "published_at": "2020-01-01", "comment": "So."}]'])  # fmt: skip
def test_half_a_file_and_what_is_none_is_refused_by_name_and_nothing_changes(mia, text):
    proposal = staged(mia, text, "half.json")
    assert proposal.state == State.REFUSED
    assert "Nothing was changed" in proposal.word
    assert "/given/" not in proposal.word
    assert not Card.objects.exists()


def test_cards_by_url_are_refused_in_the_form(mia, client):
    client.force_login(mia)
    page = client.post("/admin/desk/proposal/add/", {"document": "cards", "url": "https://rules.example/cards.json"})
    assert "brought as a file" in page.content.decode()
    assert not Proposal.objects.exists()
