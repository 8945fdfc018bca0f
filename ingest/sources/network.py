"""The network, restricted: public addresses only, checked on the real connection, and within one deadline.

A name is resolved once, and the result is checked and connected to; so a name that resolves differently a moment later,
or is a number in disguise (``2130706433``, ``0177.1``), gains nothing. Every redirect is checked the same way.
"""

from __future__ import annotations

import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpcore

Resolve = Callable[[str, int], Sequence[str]]
"""Resolves a host's name and a port to addresses. Raises OSError if there are none."""
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_SILENCE = 20.0
"""Seconds that the server may be silent."""
_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
"""All public IPv6 addresses (IANA, IPv6 global unicast address assignments)."""
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""The prefix by which a translator reaches IPv4 hosts (RFC 6052)."""
_NOT_FOR_US = (
    ipaddress.IPv4Network("192.0.0.0/24"),  # assignments of the IETF, of which older Pythons know only a part
    ipaddress.IPv4Network("192.88.99.0/24"),  # relays of 6to4, abandoned (RFC 7526)
    ipaddress.IPv4Network("168.63.129.16/32"),  # public by number, but the host's services for machines at Azure
    ipaddress.IPv6Network("3fff::/20"),  # documentation (RFC 9637), which older Pythons take for public
    ipaddress.IPv6Network("5f00::/16"),  # segment identifiers (RFC 9602)
)


class Private(Exception):  # noqa: N818
    """A host has no public address; the message names both."""


class Late(Exception):  # noqa: N818
    """The deadline has passed; the message states the time allowed."""


def is_public(address: str) -> bool:
    """Whether an address is public; IPv4 embedded in IPv6 is judged as IPv4.

    >>> [is_public(each) for each in ("192.0.43.8", "127.0.0.1", "::ffff:10.0.0.1", "100.64.0.1", "fe80::1%eth0")]
    [True, False, False, False, False]
    """
    parsed: _Address = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed in _NAT64:
            parsed = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
        else:
            parsed = parsed.ipv4_mapped or parsed.sixtofour or parsed
    if isinstance(parsed, ipaddress.IPv6Address) and parsed not in _GLOBAL_UNICAST:
        return False
    if any(parsed in network for network in _NOT_FOR_US if network.version == parsed.version):
        return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


def resolve(host: str, port: int) -> Sequence[str]:
    """The addresses of a host from the system's resolver. Raises OSError if there are none."""
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in rows))


@dataclass
class Deadline:
    """The deadline of a fetch, however many small steps it has."""

    seconds: float
    _end: float = field(init=False)

    def __post_init__(self) -> None:
        self._end = time.monotonic() + self.seconds

    def left(self) -> float:
        """Seconds left for the next step. Raises Late if none are left."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise Late(f"it took longer than {self.seconds:g} s")
        return min(left, _SILENCE)


@dataclass
class Guarded(httpcore.NetworkBackend):
    """Connections to public addresses, or with ``allow_private`` to any, within one deadline.

    ``resolve`` and ``network`` do the real look-up and connection.
    """

    deadline: Deadline
    allow_private: bool = False
    resolve: Resolve = resolve
    network: httpcore.NetworkBackend = field(default_factory=httpcore.SyncBackend)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to a host at the first of its addresses that answers.

        Raises Private if none is allowed, Late, and httpcore's exceptions if none answers.
        """
        addresses = self._resolved(host, port)
        allowed = [address for address in addresses if self.allow_private or is_public(address)]
        if not allowed:
            raise Private(f"{host} is at {', '.join(addresses) or 'no address'}, which is not a public address")
        for count, address in enumerate(allowed, start=1):
            try:
                stream = self.network.connect_tcp(address, port, self.deadline.left(), local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if count == len(allowed):
                    raise
                continue
            self._check_peer(stream, host)
            return _Timed(stream, self.deadline)
        raise AssertionError("the last address raises or answers")

    def _check_peer(self, stream: httpcore.NetworkStream, host: str) -> None:
        """Check the address really connected to."""
        peer = str(stream.get_extra_info("server_addr")[0])
        if not self.allow_private and not is_public(peer):
            stream.close()
            raise Private(f"{host} is at {peer}, which is not a public address")

    def _resolved(self, host: str, port: int) -> Sequence[str]:
        """The addresses of a host; resolved in a thread, as the system may take long."""
        answer: queue.SimpleQueue[Sequence[str] | OSError | ValueError] = queue.SimpleQueue()

        def ask() -> None:
            try:
                answer.put(self.resolve(host, port))
            except (OSError, ValueError) as error:  # ValueError: an impossible host name
                answer.put(error)

        threading.Thread(target=ask, daemon=True).start()
        try:
            result = answer.get(timeout=self.deadline.left())
        except queue.Empty:
            raise httpcore.ConnectTimeout(f"{host} was not resolved in time") from None
        if isinstance(result, OSError | ValueError):
            raise httpcore.ConnectError(f"{host} can't be resolved: {result}") from result
        return result


class _Timed(httpcore.NetworkStream):
    """A connection whose every step keeps to a deadline, whatever timeout it is given."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Timed(self._stream.start_tls(ssl_context, server_hostname, self._deadline.left()), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
