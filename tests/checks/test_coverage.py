"""The page that shows how much of real cards is read: only what was measured, with its day."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesite.checks.coverage import record

pytestmark = pytest.mark.django_db

CARDS = (
    "name\tline\ttext\n"
    "Hill Bear\tCreature 2/2\tTrample\n"
    "Odd Bear\tCreature 2/2\tFrumple all.\n"
    "Other Bear\tCreature 2/2\tFrumple all.\n"
)


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    return settings.DATA_DIR


@pytest.fixture
def cards(tmp_path):
    path = tmp_path / "real.tsv"
    path.write_text(CARDS, "utf-8")
    return path


def page(client):
    answer = client.get("/games/coverage/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_before_it_is_measured_only_maintainers_see_the_page_and_how_to_measure(client, admin_client, data):
    assert client.get("/games/coverage/").status_code == 404
    assert "manage.py read_cards" in page(admin_client)


def test_what_the_command_measured_is_shown_with_its_day(client, data, cards, capsys):
    call_command("read_cards", str(cards))
    shown = page(client)
    assert datetime.now(UTC).strftime("%Y-%m-%d") in shown
    assert "real.tsv" in shown
    assert "33.3 %" in shown
    assert "Frumple" in shown  # the word that stops the reader, and no more of the card
    assert "Odd Bear" not in shown


@pytest.mark.slow
def test_a_sample_is_not_kept(data, cards, capsys):
    call_command("read_cards", str(cards), "--every", "2")
    assert record.last() is None


@pytest.mark.slow
def test_a_later_measure_takes_the_place_of_the_one_before(client, data, cards, capsys):
    call_command("read_cards", str(cards))
    cards.write_text(CARDS.replace("Frumple all.", "Haste"), "utf-8")
    call_command("read_cards", str(cards))
    assert "100.0 %" in page(client)
    assert [path.name for path in data.iterdir()] == [record.NAME]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.text(),
        st.dictionaries(
            st.sampled_from(["source", "rules", "taken", "figures", "blocking", "dropped"]), st.integers()
        ).map(json.dumps),
    )
)
def test_what_is_no_record_is_not_known(data, held):
    data.mkdir(exist_ok=True)
    (data / record.NAME).write_text(held, "utf-8")
    assert record.last() is None


def test_a_figure_of_nothing_has_no_share():
    nothing = record.Coverage("a", "b", datetime.now(UTC), {"cards": 0, "cards_read": 0})
    assert nothing.share("cards_read", "cards") == ""


def test_the_pages_of_games_lead_there_once_it_is_measured(client, data, cards, capsys):
    assert "/games/coverage/" not in client.get("/games/concepts/").content.decode()
    call_command("read_cards", str(cards))
    assert "/games/coverage/" in client.get("/games/concepts/").content.decode()
