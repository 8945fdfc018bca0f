"""The attack sees what it looks for: it would be worth nothing if it could not fail."""

from itertools import islice

import pytest

from tests.attack import asking, poison
from tests.attack.asking import Line, Request, Tally
from tests.attack.fuzzing import Ground, requests
from tests.ingest.strangers import answering, ok

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


def test_a_request_that_hangs_is_a_fault(monkeypatch):
    monkeypatch.setattr(asking, "PATIENCE", 0.2)
    with answering(ok(b"fine"), pause=30) as url:
        counted = Tally("test")
        counted.add("GET /", Line(url.rpartition("/")[0]).ask(ASKED))
    assert len(counted.faults) == 1


def test_nobody_but_this_machine_is_attacked():
    with pytest.raises(ValueError, match="loopback"):
        Line("http://192.0.43.8:80")


def test_a_fuzz_is_the_same_for_the_same_seed_and_another_for_another():
    first, again, other = (list(islice(requests(GROUND, seed, 300), 300)) for seed in (1, 1, 2))
    assert first == again != other
    assert len({request.kind for request in first}) == 7


@pytest.mark.slow
def test_poisoned_documents_are_the_same_for_the_same_seed_and_as_many_as_are_wanted():
    first, again = poison.files(1, 45), poison.files(1, 45)
    assert first.keys() == again.keys()
    assert len(first) == 45
    assert [first[name] for name in first if name.endswith("m.txt")] == [
        again[name] for name in again if name.endswith("m.txt")
    ]
