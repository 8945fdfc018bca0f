"""A page is read: whatever else is asked of it is refused, and only a form takes what is posted."""

import pytest
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.reading.every_view import addresses

pytestmark = pytest.mark.django_db
PLACES = dict(addresses("", "games/"))
FORMS = {"cite", "try", "search_opened"}
"""The views that take what is posted."""
ELSEWHERE = ("/api/v1/editions", "/api/v1/cite", "/api/", "/admin/", "/admin/login/", "/static/x.css", "/nowhere/")
TAKEN = ("GET", "HEAD", "POST", "OPTIONS")
TOKEN = st.text("!#$%&'*+-.^_`|~0123456789abcxyzABCXYZ", min_size=1, max_size=12)


def test_every_view_of_the_site_is_visited():
    assert len(PLACES) > 50
    assert set(PLACES) > FORMS


@pytest.mark.parametrize("place", [*PLACES.values(), *ELSEWHERE])
@settings(max_examples=3)
@example("TRACE")
@example("PUT")
@example("get")
@given(TOKEN.filter(lambda method: method not in TAKEN))
def test_a_method_that_nothing_takes_is_refused_everywhere(place, method):
    answer = Client(raise_request_exception=False).generic(method, place)
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert b"GET" in answer.content


@pytest.mark.parametrize("place", [place for place in PLACES.values() if not place.endswith((".atom", ".json"))])
def test_a_page_has_no_options(client, place):
    """But what is for programs tells browsers of other sites what these may ask (see `test_caches`)."""
    assert client.options(place).status_code == 405


@pytest.mark.parametrize(("name", "place"), PLACES.items(), ids=PLACES)
def test_what_is_posted_is_taken_by_a_form_and_by_nothing_else(name, place):
    """Whether it has a token or none: what is no form has none to give."""
    answers = [Client(enforce_csrf_checks=strict).post(place) for strict in (False, True)]
    if name in FORMS:
        assert all(answer.status_code in (200, 204, 403) for answer in answers)
    else:
        assert [(answer.status_code, answer["Allow"]) for answer in answers] == [(405, "GET, HEAD")] * 2


def test_what_the_admin_and_the_api_take_they_say_themselves(client):
    assert client.post("/admin/login/", {"username": "a", "password": "b"}).status_code == 200
    assert client.post("/api/v1/rules", '{"wanted": ["402.1"]}', content_type="application/json").status_code == 200
