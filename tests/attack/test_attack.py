"""The attack sees what it looks for: it would be worth nothing if it could not fail."""

from itertools import islice

import pytest

from tests.attack import admin, asking, poison
from tests.attack.asking import Line, Request, Tally
from tests.attack.fuzzing import Ground, requests
from tests.ingest.strangers import answering, leading_to, ok

ASKED = Request("paths", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
GROUND = Ground(("/", "/cr/402.8g/"), ("q", "page"), "token", b"127.0.0.1:1", "title = 'x'")


def tally(answer, request=ASKED):
    counted = Tally("test")
    with answering(answer) as url:
        line = Line(url.rpartition("/")[0])
        counted.add("GET /", line.ask(request), whole=request.whole)
        line.close()
    return counted


@pytest.mark.parametrize(
    ("answer", "faults", "bounded"),
    [
        (ok(b"fine"), 0, 0),
        (ok(b"", status="404 Not Found"), 0, 0),
        (ok(b"", status="500 Internal Server Error"), 1, 0),
        (ok(b"", status="503 Service Unavailable"), 1, 0),
        (ok(b"", "Retry-After: 2", status="503 Service Unavailable"), 0, 1),
        (ok(bytes(asking.LARGE + 1)), 1, 0),
    ],
)
def test_a_fault_of_the_server_and_an_answer_too_large_are_faults_and_a_bound_is_counted_apart(answer, faults, bounded):
    counted = tally(answer)
    assert (len(counted.faults), counted.bounded) == (faults, bounded)


@pytest.mark.slow
def test_a_request_that_hangs_is_a_fault(monkeypatch):
    monkeypatch.setattr(asking, "PATIENCE", 0.2)
    with answering(ok(b"fine"), pause=30) as url:
        counted = Tally("test")
        counted.add("GET /", Line(url.rpartition("/")[0]).ask(ASKED))
    assert len(counted.faults) == 1


def test_nobody_but_this_machine_is_attacked():
    with pytest.raises(ValueError, match="loopback"):
        Line("http://192.0.43.8:80")


@pytest.mark.slow
def test_a_fuzz_is_the_same_for_the_same_seed_and_another_for_another():
    first, again, other = (list(islice(requests(GROUND, seed, 300), 300)) for seed in (1, 1, 2))
    assert first == again != other
    assert len({request.kind for request in first}) == 7


def test_a_maintainer_s_requests_are_forms_as_they_stand_but_for_a_few_fields():
    fields = (("reason", "why"), ("seen", "abc"), ("text", "words"))
    inside = admin.Inside(
        b"127.0.0.1:1", b"sessionid=s", "token", ("/admin/", "/admin/x/1/change/"), {"/admin/x/": fields}
    )
    first, again, other = (list(admin.requests(inside, seed, 200)) for seed in (1, 1, 2))
    assert first == again != other
    forms = [request.sent for request in first if request.kind == "forms"]
    assert all(b"csrfmiddlewaretoken=token" in sent and b"Cookie: sessionid=s" in sent for sent in forms)
    assert sum(b"reason=why" in sent or b"seen=abc" in sent or b"text=words" in sent for sent in forms) > len(forms) / 2


def test_the_fields_of_a_form_are_read_with_what_stands_in_them():
    page = (
        '<form method="get"><input name="q"></form><form method="post"><input type="hidden" name="csrfmiddlewaretoken" '
        'value="t"><input name="a" value="1 &amp; 2"><textarea name="b">\r\nwords</textarea>'
        '<select name="c"><option value="x">X</option><option value="y" selected>Y</option></select></form>'
    )
    assert admin._fields(page) == (("a", "1 & 2"), ("b", "words"), ("c", "y"))


def test_a_maintainer_who_is_not_let_in_any_more_is_a_fault():
    inside = b'<form method="post"><input name="a" value="1"></form>'
    with answering(ok(inside), leading_to("/admin/login/")) as url:
        [tally, *_] = admin.attack(url.rpartition("/")[0], "sessionid=s", seed=1, count=1)
    assert any("not logged in" in fault for fault in tally.faults)


@pytest.mark.slow
def test_poisoned_documents_are_the_same_for_the_same_seed_and_as_many_as_are_wanted():
    first, again = poison.files(1, 45), poison.files(1, 45)
    assert first.keys() == again.keys()
    assert len(first) == 45
    assert [first[name] for name in first if name.endswith("m.txt")] == [
        again[name] for name in again if name.endswith("m.txt")
    ]
