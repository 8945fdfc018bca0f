"""Whatever goes wrong under /api/, and whoever notices it, a program is told in the form that the API describes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.django_db

WAYS = {
    "a line feed in an address": ("get", "/api/v1/rule/402.1%0A", {}, 404),
    "no such place": ("get", "/api/nowhere", {}, 404),
    "no such call": ("get", "/api/v1/nowhere", {}, 404),
    "too deep": ("get", "/api/v1/export/cr/2006-10-01/402/1", {}, 404),
    "another method": ("post", "/api/v1/editions", {}, 405),
    "a method that changes": ("delete", "/api/v1/rule/402.1", {}, 405),
    "a host that is not ours": ("get", "/api/v1/editions", {"headers": {"host": "evil.example"}}, 400),
    "a parameter that is none": ("get", "/api/v1/search?q=a&page=x", {}, 422),
    "a rule that is not there": ("get", "/api/v1/rule/999.9", {}, 404),
}


@pytest.mark.parametrize("compressed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize(("method", "path", "given", "status"), WAYS.values(), ids=WAYS)
def test_an_error_is_a_sentence_in_json(client, method, path, given, status, compressed):
    headers = given.get("headers", {}) | ({"accept-encoding": "gzip"} if compressed else {})
    answer = getattr(client, method)(path, headers=headers)
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (status, "application/json")
    assert set(answer.json()) == {"error"}
    assert len(answer.json()["error"].split()) > 2
    if status == 405:
        assert "GET" in answer["Allow"]


@pytest.mark.slow
@settings(max_examples=40)
@given(st.text(min_size=1, max_size=20))
def test_no_address_under_the_api_leads_to_a_page(client, text):
    from urllib.parse import quote

    answer = client.get(f"/api/{quote(text, safe='')}/{quote(text)}")
    assert answer.status_code in (200, 400, 404, 422)
    assert answer["Content-Type"].partition(";")[0] == "application/json"


def test_other_addresses_have_pages(client):
    answer = client.get("/nowhere/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
