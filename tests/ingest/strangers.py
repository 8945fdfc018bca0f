"""Servers that answer whatever a test says, on this machine alone; and stand-ins for a resolver and a connection, which
let a test speak of addresses that nothing is ever sent to."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import httpcore


@contextlib.contextmanager
def answering(*answers: bytes, pause: float = 0.0) -> Iterator[str]:
    """The address of a server on this machine that gives each of some answers to one request, byte for byte.

    The last is given again and again. With a ``pause`` of seconds between them, an answer comes byte by byte.
    """
    with socket.create_server(("127.0.0.1", 0)) as listening:
        over = threading.Event()

        def serve() -> None:
            left = list(answers)
            while True:
                try:
                    asked, _ = listening.accept()
                except OSError:
                    return
                with asked, contextlib.suppress(OSError):
                    asked.recv(65536)
                    answer = left.pop(0) if len(left) > 1 else left[0]
                    for at in range(len(answer) if pause else 0):
                        if over.wait(pause):
                            return
                        asked.sendall(answer[at : at + 1])
                    if not pause:
                        asked.sendall(answer)

        serving = threading.Thread(target=serve, daemon=True)
        serving.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/rules.txt"
        finally:
            over.set()
            listening.shutdown(socket.SHUT_RDWR)
            serving.join(timeout=5)


def ok(body: bytes, *headers: str, length: int | None = None, status: str = "200 OK") -> bytes:
    """An answer with a body, which says that it is so long."""
    said = [f"Content-Length: {len(body) if length is None else length}", *headers]
    return f"HTTP/1.1 {status}\r\n".encode() + "".join(f"{line}\r\n" for line in said).encode() + b"\r\n" + body


def leading_to(where: str) -> bytes:
    """An answer that leads on to another address."""
    return ok(b"", f"Location: {where}", status="302 Found")


class Line(httpcore.MockStream):
    """A connection that goes nowhere, to an address that it says; it answers what it was given."""

    def __init__(self, answer: bytes, peer: str) -> None:
        super().__init__([answer])
        self.peer = peer

    def get_extra_info(self, info: str):
        return (self.peer, 80) if info == "server_addr" else super().get_extra_info(info)


class Nowhere(httpcore.NetworkBackend):
    """A network that sends nothing to anybody, and notes who was to be connected to.

    ``peers`` are those who are really at an address, where that is somebody else.
    """

    def __init__(self, *answers: bytes, peers: dict[str, str] | None = None) -> None:
        self.answers, self.peers = list(answers), peers or {}
        self.asked: list[tuple[str, int]] = []

    def connect_tcp(self, host, port, timeout=None, local_address=None, socket_options=None):
        self.asked.append((host, port))
        if not self.answers:
            raise httpcore.ConnectError("nobody is there")
        return Line(self.answers.pop(0), self.peers.get(host, host))


def here(host: str, port: int) -> list[str]:
    """A resolver that asks nobody: it knows numbers, and of all names only how they would have to be written."""
    name = host.encode("idna")  # as the system's does first; raises UnicodeError
    return [str(found[4][0]) for found in socket.getaddrinfo(name, port, flags=socket.AI_NUMERICHOST)]


class Sleepy:
    """A resolver that takes its time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self, host: str, port: int) -> list[str]:
        time.sleep(self.seconds)
        return ["192.0.43.8"]
