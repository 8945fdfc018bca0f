"""The gateway as an ASGI server drives it: whole requests for the site, and sentences for what is too much or too slow."""

from __future__ import annotations

import asyncio
import json
import logging
import threading

import pytest

from rulesite.serving.gateway import Gateway, Limits
from rulesite.serving.uploads import Uploads

HEADERS = [(b"host", b"localhost")]


def site(environ, start_response):
    """A site that says what it was asked."""
    said = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ['QUERY_STRING']}".encode()
    said += b" " + environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Type", "text/plain"), ("X-Known", ",".join(sorted(environ)))])
    return [said]


def gateway(application=site, **limits):
    return Gateway(application, Limits(**limits))


class Client:
    """What an ASGI server gives and takes for one request."""

    def __init__(self, *pieces, method="GET", path="/", headers=(), stuck=False, deaf=False, peer="203.0.113.7"):
        self.scope = {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"q=1",
            "http_version": "1.1", "headers": [*HEADERS, *headers], "client": (peer, 4711), "server": ("localhost", 80),
        }  # fmt: skip
        self.pieces, self.stuck, self.deaf = list(pieces), stuck, deaf
        self.asked, self.sent = 0, []

    async def receive(self):
        self.asked += 1
        if self.pieces:
            piece = self.pieces.pop(0)
            if piece is None:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": piece, "more_body": bool(self.pieces) or self.stuck}
        await asyncio.Event().wait()
        raise AssertionError("nobody waits for ever")

    async def send(self, message):
        if self.deaf and message["type"] == "http.response.body" and self.body:
            await asyncio.Event().wait()
        self.sent.append(message)

    @property
    def status(self):
        return self.sent[0]["status"]

    @property
    def headers(self):
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self):
        return b"".join(message.get("body", b"") for message in self.sent[1:])

    async def ask(self, door):
        await door(self.scope, self.receive, self.send)
        return self


def ask(door, *pieces, **given):
    return asyncio.run(Client(*pieces, **given).ask(door))


def test_a_request_without_a_body_is_answered_without_waiting_for_one():
    client = ask(gateway(), path="/cr/")
    assert (client.status, client.body, client.asked) == (200, b"GET /cr/?q=1 ", 0)
    assert client.headers["content-length"] == str(len(client.body))


def test_a_body_in_pieces_reaches_the_site_whole():
    client = ask(gateway(), b"a", b"", b"bc", method="POST", headers=[(b"content-length", b"3")])
    assert client.body == b"POST /?q=1 abc"


def test_a_process_that_will_be_replaced_closes_each_connection_with_its_answer():
    door = gateway()
    assert "connection" not in ask(door).headers
    door.leave()
    assert ask(door).headers["connection"] == "close"
    assert ask(door).status == 200


def test_the_answer_to_head_has_the_length_and_no_body():
    client = ask(gateway(), method="HEAD")
    assert client.body == b""
    assert int(client.headers["content-length"]) > 0


def test_a_body_that_says_it_is_too_long_is_refused_unread():
    client = ask(gateway(body=10), b"x" * 11, method="POST", headers=[(b"content-length", b"11")])
    assert (client.status, client.asked) == (413, 0)
    assert client.headers["connection"] == "close"


def test_a_body_that_becomes_too_long_is_refused_where_it_does():
    pieces = [b"x" * 6] * 20
    client = ask(gateway(body=10), *pieces, method="POST", headers=[(b"transfer-encoding", b"chunked")])
    assert (client.status, client.asked) == (413, 2)


def test_a_body_as_long_as_one_may_be_is_taken():
    client = ask(gateway(body=10), b"x" * 10, method="POST", headers=[(b"content-length", b"10")])
    assert client.status == 200


def test_a_body_that_does_not_come_is_given_up_and_takes_no_thread():
    door = gateway(sending=0.01, threads=1)

    async def all_of_them():
        slow = [Client(b"x", method="POST", headers=[(b"content-length", b"9")], stuck=True) for _ in range(20)]
        waiting = [asyncio.create_task(client.ask(door)) for client in slow]
        answered = await Client().ask(door)
        await asyncio.gather(*waiting)
        return answered, slow

    answered, slow = asyncio.run(all_of_them())
    assert answered.status == 200
    assert {client.status for client in slow} == {408}


def test_a_body_that_ends_before_it_is_whole_never_reaches_the_site():
    client = ask(gateway(), b"x", None, method="POST", headers=[(b"content-length", b"9")])
    assert client.status == 400
    assert client.headers["connection"] == "close"


FORM = "/admin/desk/proposal/add/"
INSIDE = (b"cookie", b"theme=dark; sessionid=abc")


def sending(length, *pieces, path=FORM, cookie=INSIDE, door=None, **uploads):
    """What comes of a body of a length at a gateway that takes ten bytes, and files at one path."""
    given = {"paths": frozenset({FORM}), "longest": 1_000} | uploads
    door = door or Gateway(site, Limits(body=10), uploads=Uploads(**given))
    headers = [(b"content-length", str(length).encode()), *([cookie] if cookie else [])]
    return ask(door, *pieces, method="POST", path=path, headers=headers)


def test_a_file_that_is_too_long_for_memory_reaches_the_form_that_takes_it():
    client = sending(600, *[b"x" * 100] * 6)
    assert client.status == 200
    assert client.body.endswith(b"x" * 600)


@pytest.mark.parametrize(
    "given",
    [{"path": "/"}, {"path": f"{FORM}1/"}, {"cookie": None}, {"cookie": (b"cookie", b"xsessionid=a")}],
)
def test_nobody_else_sends_one_and_to_no_other_page(given):
    client = sending(600, b"x" * 600, **given)
    assert (client.status, client.asked) == (413, 0)
    assert b"10 bytes" in client.body


def test_a_file_that_is_longer_than_any_is_refused_unread_with_the_limit():
    client = sending(1_001, b"x" * 1_001)
    assert (client.status, client.asked) == (413, 0)
    assert b"1,000 bytes" in client.body


@pytest.mark.parametrize(
    ("pieces", "status"), [((b"x" * 300, None), 400), ((b"x" * 300,), 400), ((b"x" * 300, b"x" * 301), 413)]
)
def test_a_file_that_is_not_as_long_as_was_said_never_reaches_the_site(pieces, status):
    assert sending(600, *pieces).status == status


@pytest.mark.slow
def test_files_that_do_not_come_keep_no_thread_and_no_more_than_a_few_are_received_at_once():
    door = Gateway(site, Limits(body=10, threads=1), uploads=Uploads(frozenset({FORM}), seconds=0.5, at_once=2))
    length = [(b"content-length", b"600"), INSIDE]

    async def all_of_them():
        slow = [Client(b"x", method="POST", path=FORM, headers=length, stuck=True) for _ in range(5)]
        waiting = [asyncio.create_task(client.ask(door)) for client in slow]
        answered = await Client().ask(door)
        await asyncio.gather(*waiting)
        return answered, sorted(client.status for client in slow)

    answered, came = asyncio.run(all_of_them())
    assert answered.status == 200
    assert came == [408, 408, 503, 503, 503]
    assert sending(600, b"x" * 600, door=door).status == 200, "their places are free again"


def test_a_long_answer_that_nobody_reads_is_given_up():
    def long(environ, start_response):
        start_response("200 OK", [])
        return [b"x" * 1_000_000]

    client = ask(gateway(long, reading=0.01), deaf=True)
    assert 0 < len(client.body) < 1_000_000
    assert ask(gateway(long, reading=60)).body == b"x" * 1_000_000


def test_who_is_slow_longest_gives_way_when_there_is_no_room():
    door = gateway(sending=60, room=100)

    async def both():
        length = [(b"content-length", b"90")]
        first = Client(b"x" * 80, method="POST", headers=length, stuck=True)
        waiting = asyncio.create_task(first.ask(door))
        while first.asked < 2:
            await asyncio.sleep(0)
        second = await Client(b"y" * 90, method="POST", headers=length).ask(door)
        await waiting
        return first, second

    first, second = asyncio.run(both())
    assert (first.status, second.status) == (408, 200)


def test_more_requests_than_may_wait_are_told_to_come_again():
    begun, end = threading.Semaphore(0), threading.Event()

    def slow(environ, start_response):
        begun.release()
        end.wait(60)
        return site(environ, start_response)

    door = gateway(slow, threads=1, waiting=2)

    async def all_of_them():
        clients = [Client() for _ in range(4)]
        asked = [asyncio.create_task(client.ask(door)) for client in clients[:3]]
        await asyncio.to_thread(begun.acquire)
        await clients[3].ask(door)
        end.set()
        await asyncio.gather(*asked)
        return [client.status for client in clients], clients[3].headers

    statuses, headers = asyncio.run(all_of_them())
    assert statuses == [200, 200, 200, 503]
    assert headers["retry-after"]


def test_bodies_that_wait_have_so_much_room_and_what_has_none_waits_beside_them():
    begun, end = threading.Semaphore(0), threading.Event()

    def slow(environ, start_response):
        begun.release()
        end.wait(60)
        return site(environ, start_response)

    door = gateway(slow, threads=1, room=100)

    async def all_of_them():
        length = [(b"content-length", b"60")]
        first, second = (Client(b"x" * 60, method="POST", headers=length) for _ in range(2))
        asked = [asyncio.create_task(first.ask(door))]
        await asyncio.to_thread(begun.acquire)
        await second.ask(door)
        bare = [Client() for _ in range(300)]
        asked += [asyncio.create_task(client.ask(door)) for client in bare]
        end.set()
        await asyncio.gather(*asked)
        return first.status, second.status, {client.status for client in bare}

    assert asyncio.run(all_of_them()) == (200, 503, {200})


@pytest.mark.parametrize(
    ("limits", "given", "status"),
    [
        ({"body": 1}, {"headers": [(b"content-length", b"9")]}, 413),
        ({"sending": 0.01}, {"headers": [(b"content-length", b"9")], "stuck": True}, 408),
        ({}, {"headers": [(b"content-length", b"9")]}, 400),
        ({"patience": -1}, {}, 503),
    ],
    ids=["too long", "too slow", "cut off", "too many"],
)
def test_a_program_is_refused_in_json(limits, given, status):
    pieces = [b"x", None] if status == 400 else [b"x"] if given else []
    door = Gateway(site, Limits(**limits), programs=("/api/",))
    client = ask(door, *pieces, path="/api/v1/search", method="POST" if given else "GET", **given)
    assert (client.status, client.headers["content-type"]) == (status, "application/json")
    assert json.loads(client.body)["error"]
    assert len(client.body) == int(client.headers["content-length"])


def test_what_takes_no_time_does_not_wait_for_pages():
    end = threading.Event()

    def pages_are_slow(environ, start_response):
        if environ["PATH_INFO"] == "/page/":
            end.wait(60)
        return site(environ, start_response)

    door = Gateway(pages_are_slow, Limits(threads=1, waiting=1), quick=("/static/", "/robots.txt"))

    async def all_of_them():
        pages = [asyncio.create_task(Client(path="/page/").ask(door)) for _ in range(2)]
        await asyncio.sleep(0)
        files = [(await Client(path=path).ask(door)).status for path in ("/static/a.css", "/robots.txt")]
        end.set()
        return files, [(await page).status for page in pages]

    assert asyncio.run(all_of_them()) == ([200, 200], [200, 200])


def test_a_request_that_has_waited_too_long_is_not_worked_on():
    asked = []

    def told(environ, start_response):
        asked.append(environ)
        return site(environ, start_response)

    assert ask(gateway(told, patience=-1)).status == 503
    assert not asked


def test_a_fault_of_the_site_is_a_sentence_and_a_line_in_the_log(caplog):
    def broken(environ, start_response):
        raise RuntimeError("a secret")

    client = ask(gateway(broken))
    assert client.status == 500
    assert b"secret" not in client.body
    assert "a secret" in caplog.text


def test_a_header_with_an_underscore_is_not_taken_for_the_one_with_a_hyphen():
    client = ask(gateway(), headers=[(b"x_forwarded_proto", b"https"), (b"x-real", b"1")])
    known = client.headers["x-known"].split(",")
    assert "HTTP_X_REAL" in known
    assert "HTTP_X_FORWARDED_PROTO" not in known


def test_cookies_in_several_headers_are_one():
    def told(environ, start_response):
        start_response("200 OK", [])
        return [environ["HTTP_COOKIE"].encode()]

    assert ask(gateway(told), headers=[(b"cookie", b"a=1"), (b"cookie", b"b=2")]).body == b"a=1; b=2"


@pytest.mark.parametrize("kind", ["websocket", "lifespan"])
def test_what_is_no_request_is_refused(kind):
    with pytest.raises(ValueError, match=kind):
        asyncio.run(gateway()({"type": kind}, None, None))


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [(0, b"192.0.2.1", "203.0.113.7"), (1, b"192.0.2.66, 192.0.2.1", "192.0.2.1"), (1, b"nonsense", "203.0.113.7")],
)
def test_the_client_is_who_the_trusted_proxies_heard(proxies, forwarded, expected):
    def told(environ, start_response):
        start_response("200 OK", [])
        return [environ["REMOTE_ADDR"].encode()]

    door = Gateway(told, Limits(), proxies=proxies)
    assert ask(door, headers=[(b"x-forwarded-for", forwarded)]).body == expected.encode()


def test_the_log_has_a_line_for_each_request_without_what_was_searched_for(caplog, monkeypatch):
    monkeypatch.setattr(logging.getLogger("rulesite.requests"), "propagate", True)
    caplog.set_level(logging.INFO, logger="rulesite.requests")
    ask(Gateway(site, Limits(), log=True), path="/search/")
    client, method, path, status, ms, size = caplog.messages[0].split()
    assert (client, method, path, status, size) == ("203.0.113.7", "GET", "/search/", "200", "17")
    assert float(ms) >= 0


def test_nothing_is_logged_where_nobody_asked_for_it(caplog, monkeypatch):
    monkeypatch.setattr(logging.getLogger("rulesite.requests"), "propagate", True)
    caplog.set_level(logging.INFO, logger="rulesite.requests")
    ask(gateway())
    assert not caplog.messages


class Long:
    """An answer that is made while it is sent, as Django's are."""

    streaming = True

    def __init__(self, pieces):
        self.pieces, self.made, self.closed = pieces, 0, 0

    def __iter__(self):
        for piece in self.pieces:
            self.made += 1
            if isinstance(piece, Exception):
                raise piece
            yield piece

    def close(self):
        self.closed += 1


def long_site(answer):
    def begun(environ, start_response):
        start_response("200 OK", [("Content-Type", "text/plain")])
        return answer

    return begun


def test_a_long_answer_is_sent_piece_by_piece_and_closed():
    answer = Long([b"a" * 70_000, b"b", b"c"])
    client = ask(gateway(long_site(answer)))
    assert [message.get("body") for message in client.sent[1:]] == [*answer.pieces, b""]
    assert [message["more_body"] for message in client.sent[1:]] == [True, True, True, False]
    assert "content-length" not in client.headers
    assert answer.closed == 1


def test_nothing_of_a_long_answer_is_made_for_head():
    answer = Long([b"a", b"b"])
    client = ask(gateway(long_site(answer)), method="HEAD")
    assert (client.status, client.body, answer.made, answer.closed) == (200, b"", 0, 1)


def test_a_long_answer_is_not_made_further_than_it_is_read():
    answer = Long([b"a" * 70_000] * 50)
    client = ask(gateway(long_site(answer), reading=0.05), deaf=True)
    assert answer.made == 2
    assert answer.closed == 1
    assert all(message["more_body"] for message in client.sent[1:])


def test_a_long_answer_ends_when_its_reader_has_gone():
    answer = Long([b"a"] * 10_000)
    client = ask(gateway(long_site(answer)), b"", None)
    assert answer.made < 10_000
    assert answer.closed == 1
    assert client.status == 200


def test_a_long_answer_that_fails_is_cut_off_so_that_nobody_takes_it_for_whole(caplog):
    answer = Long([b"a", ValueError("no more"), b"b"])
    client = ask(gateway(long_site(answer)))
    assert client.body == b"a"
    assert all(message["more_body"] for message in client.sent[1:])
    assert answer.closed == 1
    assert "no more" in caplog.text


def test_a_slow_reader_of_a_long_answer_keeps_no_thread():
    answer = Long([b"a" * 70_000] * 5)
    door = Gateway(
        lambda environ, start: (long_site(answer) if environ["PATH_INFO"] == "/long" else site)(environ, start),
        Limits(threads=1),
    )

    async def both():
        slow = asyncio.create_task(Client(path="/long", deaf=True).ask(door))
        await asyncio.sleep(0.05)
        quick = await asyncio.wait_for(Client(path="/page/").ask(door), 5)
        slow.cancel()
        return quick.status

    assert asyncio.run(both()) == 200
