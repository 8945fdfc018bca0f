"""A refusal never fails itself, whatever the request holds that it refuses: no page of faults for what a stranger sent."""

import itertools

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http.multipartparser import MultiPartParserError
from django.test import Client
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from rulesite.reading.views.errors import refused

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
BODIES = {
    "a boundary that is too long": ("multipart/form-data; boundary=" + "x" * 300, b"a=1"),
    "no boundary": ("multipart/form-data", b"a=1"),
    "no boundary but its name": ("multipart/form-data; boundary=", b"a=1"),
    "a part that ends in the middle": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a',
    ),
    "an unknown way to write a part": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n?\r\n--x--\r\n',
    ),
    "too many fields": (FORM, "&".join(f"a{n}=1" for n in range(5000)).encode()),
    "a field that is too long": (FORM, b"a=" + b"x" * 3_000_000),
    "no text": (FORM, b"a=%ff%fe&\x00=\x00"),
    "a list where a form is expected": ("application/json", b"[" * 5000),
}
PLACES = (
    "/",
    "/cite/",
    "/games/try/",
    "/admin/login/",
    "/admin/",
    "/nowhere/%00/",
    "/cr/2006-10-01/402.8g/x/",
    "/api/v1/editions",
)
HOSTS = ("testserver", "evil.example", "a=b; a=b", "[::1")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "body"), BODIES.values(), ids=BODIES)
def test_no_body_makes_a_refusal_fail(kind, body):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for place, host, method in itertools.product(PLACES, HOSTS, ("post", "put", "delete")):
        answer = getattr(client, method)(place, body, content_type=kind, headers={"host": host})
        assert answer.status_code < 500, (place, host, method)


@pytest.mark.parametrize("error", [BadRequest, SuspiciousOperation, MultiPartParserError, PermissionDenied])
def test_a_refusal_looks_at_nothing_that_was_sent(rf, error):
    request = rf.post("/cite/", b"", content_type="multipart/form-data; boundary=" + "x" * 300)
    answer = refused(request, error("no"))
    assert answer.status_code == (403 if error is PermissionDenied else 400)
    assert "first page" in answer.content.decode()


def test_a_form_without_a_token_is_told_what_to_do():
    answer = Client(enforce_csrf_checks=True).post("/cite/", {"text": "402.8g"})
    assert answer.status_code == 403
    assert "load the page again" in answer.content.decode()


def test_a_fault_of_ours_is_in_the_log(rf, caplog):
    from rulesite.reading.views.errors import failed

    try:
        raise ArithmeticError("ours")
    except ArithmeticError:
        answer = failed(rf.get("/cr/?q=1"))
    assert answer.status_code == 500
    assert "/cr/?q=1" in caplog.text
    assert "ArithmeticError: ours" in caplog.text


FORMS = ("/cite/", "/games/try/", "/admin/login/")
LONG = st.integers(5_000, 30_000)
HOSTILE = st.one_of(
    st.tuples(st.just("get"), LONG.map(lambda many: f"/{'a' * many}"), st.none()),
    st.tuples(st.just("get"), LONG.map(lambda many: f"/cr/{'é' * many}/"), st.none()),
    st.tuples(st.just("get"), LONG.map(lambda many: f"/cr/402.8g?q={'a' * many}"), st.none()),
    st.tuples(st.just("get"), LONG.map(lambda many: f"/?{'a=1&' * many}"), st.none()),
    st.tuples(st.sampled_from(FORMS), st.just("post"), LONG.map(lambda many: (FORM, b"a=1&" * many))),
    st.tuples(st.sampled_from(FORMS), st.just("post"), st.sampled_from(sorted(BODIES.values()))),
).map(lambda each: each if each[0] == "get" else ("post", each[0], each[2]))


@example(("get", "/" + "a" * 20_000, None))
@example(("post", "/cite/", (FORM, b"a=1&" * 5_000)))
@example(("get", "/?" + "a=1&" * 5_000, None))
@hypothesis_settings(max_examples=30)
@given(HOSTILE)
def test_what_is_too_long_or_too_much_is_refused_without_a_fault_in_the_log(request, sent):
    """Each is a stranger's to mend; a traceback for it would hide those that are ours."""
    caplog = request.getfixturevalue("caplog")
    caplog.clear()
    _, place, body = sent
    client = Client(raise_request_exception=False)
    answer = client.post(place, body[1], content_type=body[0]) if body else client.get(place)
    assert answer.status_code < 500
    assert [record.getMessage() for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []
