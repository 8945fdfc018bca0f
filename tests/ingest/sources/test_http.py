"""Documents from the net come whole or not at all, in time, and from public addresses; nothing is sent to any other.

What is not this machine is a stand-in: a resolver that says what a test wants, and a network that connects to nobody.
"""

import ipaddress
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.document.source import MOST_HANDED_OVER, SourceError
from ingest.sources import network
from ingest.sources.http import fetch
from ingest.sources.network import Deadline, Guarded, is_public
from tests.ingest.strangers import Nowhere, Sleepy, answering, here, leading_to, ok

PUBLIC, OTHER = "192.0.43.8", "93.184.216.34"
PRIVATE = [
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.100.100.200", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.88.99.1", "168.63.129.16",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::127.0.0.1",
    "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "fe80::1", "fe80::1%lo", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "3fff::1", "100::1",
    "5f00::1",
]  # fmt: skip


def refused(url, **how):
    with pytest.raises(SourceError) as error:
        fetch(url, **how)
    return str(error.value)


def elsewhere(answers, names, **how):
    """A network of stand-ins: what each name resolves to, and what is answered; returns it and its connections."""
    line = Nowhere(*answers)
    return Guarded(Deadline(20), resolve=lambda host, port: names[host], network=line, **how), line


def test_a_document_is_fetched_whole():
    with answering(ok(b"402.1. One.")) as url:
        assert fetch(url, allow_private=True) == b"402.1. One."


def test_redirects_lead_to_the_document():
    with answering(leading_to("/deep/other.txt"), leading_to("third.txt"), ok(b"402.1. One.")) as url:
        assert fetch(url, allow_private=True) == b"402.1. One."


def test_a_body_in_chunks_is_put_together():
    with answering(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n402.\r\n2\r\n1.\r\n0\r\n\r\n") as url:
        assert fetch(url, allow_private=True) == b"402.1."


CUT_OFF = {
    "shorter than it says": ok(b"402.1. On", length=400),
    "a chunk that ends early": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n402.1.",
    "no last chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n402.\r\n",
    "no length": b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n402.1. On",
    "two lengths": ok(b"402.1. One.", "Content-Length: 3"),
    "a length below nothing": ok(b"402.1. One.", length=-3),
    "half of the headers": b"HTTP/1.1 200 OK\r\nContent-Le",
    "nothing": b"",
    "no HTTP": b"402.1. One.\n" * 40,
    "a strange status": b"HTTP/1.1 twohundred OK\r\n\r\n",
    "headers without end": b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 40_000,
    "a bad header": b"HTTP/1.1 200 OK\r\nBad Header\x00: 1\r\n\r\n",
    "a part that was not asked for": ok(b"402", status="206 Partial Content"),
    "compressed": ok(zlib.compress(bytes(1000)), "Content-Encoding: deflate"),
    "no body at all": ok(b"", status="204 No Content"),
    "not there": ok(b"gone", status="404 Not Found"),
    "a redirect without an end": leading_to("/rules.txt"),
    "a redirect to nowhere": leading_to("http://[::1"),
    "a redirect to nothing": leading_to("http://"),
    "a redirect to a file": leading_to("file:///etc/passwd"),
    "a redirect to ftp": leading_to("ftp://127.0.0.1/rules.txt"),
    "a redirect to a name no host has": leading_to(f"http://{'a' * 80}.example/"),
}


@pytest.mark.parametrize("answer", CUT_OFF.values(), ids=CUT_OFF)
def test_what_is_no_whole_document_is_refused_with_the_mend(answer):
    with answering(answer) as url:
        message = refused(url, network=Guarded(Deadline(10), allow_private=True, resolve=here))
    assert message.startswith(f"{url}: ")
    assert message.endswith(")")


@pytest.mark.slow
def test_no_more_is_read_than_a_document_can_hold():
    endless = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"100000\r\n" + bytes(0x100000) + b"\r\n"
    with answering(endless + (b"100000\r\n" + bytes(0x100000) + b"\r\n") * (MOST_HANDED_OVER // 0x100000)) as url:
        assert "larger than 64 MiB" in refused(url, allow_private=True)


@pytest.mark.slow
@pytest.mark.parametrize("pause", [0.05, 30], ids=["a byte at a time", "nothing at all"])
def test_a_slow_server_is_left_when_the_time_is_over(pause):
    with answering(ok(b"402.1. One." * 100), pause=pause) as url:
        assert "can't be fetched" in refused(url, allow_private=True, seconds=0.5)


@pytest.mark.slow
def test_a_slow_resolver_is_left_when_the_time_is_over():
    slow = Guarded(Deadline(1), resolve=Sleepy(5), network=Nowhere(ok(b"402.1.")))
    assert "can't be fetched" in refused("http://rules.example/", network=slow)


@pytest.mark.parametrize(
    "url",
    ["http://[::1", "http://", "https://.example/", "http://a b/", "http://:80/", "http://x:99999/", "http://\x00/",
     "ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1/", f"http://{'a' * 300}/",
     "http://127.0.0.1:9/x.txt",
     "http://xn--/", "http://[fe80::1%25lo]:9/", "HTTP://[", "http://" + "a." * 40_000],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_told_and_is_no_fault(url):
    assert refused(url, network=Guarded(Deadline(10), allow_private=True, resolve=here)).endswith(")")


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_outside_the_public_net_is_never_connected_to(address):
    guard, line = elsewhere([ok(b"402.1.")], {"rules.example": [address]})
    assert "not a public address" in (message := refused("http://rules.example/", network=guard))
    assert "--allow-private" in message
    assert line.asked == []


@pytest.mark.parametrize("address", [*PRIVATE, "2130706433", "0177.1", "0x7f.1", "127.1", "0"])
def test_a_redirect_to_an_address_outside_the_public_net_is_not_followed(address):
    def resolved(host, port):
        return [PUBLIC] if host == "rules.example" else here(host, port)

    host = f"[{address}]" if ":" in address else address
    line = Nowhere(leading_to(f"http://{host}/rules.txt"), ok(b"402.1."))
    message = refused("http://rules.example/", network=Guarded(Deadline(20), resolve=resolved, network=line))
    assert message.startswith("http://rules.example/: ")
    assert line.asked == [(PUBLIC, 80)]


def test_a_name_is_resolved_once_and_what_was_judged_is_connected_to():
    answers = iter([[PUBLIC], ["127.0.0.1"]])
    line = Nowhere(ok(b"402.1."))
    guard = Guarded(Deadline(20), resolve=lambda host, port: next(answers), network=line)
    assert fetch("http://rules.example/", network=guard) == b"402.1."
    assert line.asked == [(PUBLIC, 80)]


def test_a_name_that_says_something_else_at_a_redirect_is_judged_again():
    answers = iter([[PUBLIC], ["169.254.169.254"]])
    line = Nowhere(leading_to("http://rules.example/next"), ok(b"secret"))
    guard = Guarded(Deadline(20), resolve=lambda host, port: next(answers), network=line)
    assert "169.254.169.254" in refused("http://rules.example:8080/", network=guard)
    assert line.asked == [(PUBLIC, 8080)]


def test_of_several_addresses_only_the_public_ones_are_connected_to():
    guard, line = elsewhere([ok(b"402.1.")], {"rules.example": ["10.0.0.1", "::1", OTHER]})
    assert fetch("http://rules.example/", network=guard) == b"402.1."
    assert line.asked == [(OTHER, 80)]


def test_who_is_really_connected_to_is_judged_too():
    line = Nowhere(ok(b"secret"), peers={PUBLIC: "127.0.0.1"})
    guard = Guarded(Deadline(20), resolve=lambda host, port: [PUBLIC], network=line)
    assert "127.0.0.1" in refused("http://rules.example/", network=guard)


def test_the_next_address_is_tried_where_the_first_does_not_answer():
    class Half(Nowhere):
        def connect_tcp(self, host, *how, **more):
            if host == PUBLIC:
                self.asked.append((host, 80))
                raise network.httpcore.ConnectError("nobody is there")
            return super().connect_tcp(host, *how, **more)

    line = Half(ok(b"402.1."))
    guard = Guarded(Deadline(20), resolve=lambda host, port: [PUBLIC, OTHER], network=line)
    assert fetch("http://rules.example/", network=guard) == b"402.1."


@given(st.ip_addresses(v=4))
def test_an_address_inside_another_is_judged_as_the_one_it_leads_to(inner):
    for outer in (f"::ffff:{inner}", f"64:ff9b::{inner}"):
        assert is_public(outer) == is_public(str(inner))
    within = ipaddress.IPv6Address((0x2002 << 112) | (int(inner) << 80))
    assert is_public(str(within)) == is_public(str(inner))


@given(st.ip_addresses())
def test_nothing_is_public_that_the_standard_library_calls_anything_else(address):
    doubts = ("is_private", "is_loopback", "is_link_local", "is_multicast", "is_reserved", "is_unspecified")
    inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
    if is_public(str(address)) and not inner:
        assert not any(getattr(address, doubt) for doubt in doubts) or address in ipaddress.ip_network("64:ff9b::/96")


@given(st.binary(max_size=400))
def test_no_answer_whatever_ends_in_anything_but_a_document_or_a_refusal(answer):
    guard = Guarded(Deadline(20), resolve=lambda host, port: [PUBLIC], network=Nowhere(answer, answer))
    with pytest.raises(SourceError):
        fetch("http://rules.example/", network=guard)


@given(st.text(max_size=60))
def test_no_address_whatever_ends_in_anything_but_a_document_or_a_refusal(rest):
    guard = Guarded(Deadline(20), resolve=lambda host, port: [PUBLIC], network=Nowhere())
    with pytest.raises(SourceError):
        fetch(f"http://{rest}", network=guard)


def test_the_system_resolves_numbers_in_every_writing_to_what_they_are():
    for number in ("2130706433", "0177.0.0.1", "0x7f000001", "127.1"):
        assert network.resolve(number, 80) == ["127.0.0.1"]
