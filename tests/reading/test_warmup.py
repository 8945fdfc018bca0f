"""Warming up: the first readers find everything ready, and a fault stops nothing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesite.reading import warmup
from rulesite.reading.caching import receivers
from rulesite.reading.pages.home import front
from rulesite.rulebook.models import Library

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]


@pytest.fixture(autouse=True)
def _one_connection(monkeypatch):
    """The test's own connection stays open."""
    monkeypatch.setattr(warmup.connection, "close", lambda: None)


def test_the_first_page_is_worked_out_before_it_is_asked_for(client, django_assert_max_num_queries):
    receivers.invalidate()
    with CaptureQueriesContext(connection) as cold:
        client.get("/")
    receivers.invalidate()
    warmup.warm()
    with django_assert_max_num_queries(len(cold) // 2):
        assert client.get("/").status_code == 200


def test_a_fault_is_told_in_the_log_and_nowhere_else(monkeypatch, caplog):
    monkeypatch.setattr(warmup, "front", lambda library: 1 / 0)
    warmup.warm()
    assert "could not be warmed up" in caplog.text
    assert front(Library.current()).edition_count
