"""Fetching: download a document, completely or not at all.

http and https only, from public addresses unless private ones are allowed (`ingest.sources.network`), within one
deadline and one size; a redirect is treated like the first address. Proxies and passwords from the environment are not
used, so that the address really connected to can be checked.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import httpcore
import httpx

from ingest.document.source import MOST_HANDED_OVER, SourceError, too_large
from ingest.sources.network import Deadline, Guarded, Late, Private

SECONDS = 120.0
"""Seconds for a whole fetch: names, connections, redirects and the body."""
_REDIRECTS = 5
_CHUNK = 64 * 1024
_BY_HAND = "download it by hand and name the file"
_FAILED = (
    httpx.HTTPError,
    httpx.InvalidURL,
    httpcore.ProtocolError,
    httpcore.NetworkError,
    httpcore.TimeoutException,
    OSError,
    ValueError,
)
"""Exceptions of the libraries for faults of the server and for invalid addresses."""


@dataclass(frozen=True)
class Fetched:
    """A downloaded document, and its address after all redirects."""

    data: bytes
    url: str


def fetch(url: str, *, allow_private: bool = False, seconds: float = SECONDS, network: Guarded | None = None) -> bytes:
    """The whole body of a document at an http or https address: the result of `follow` without the final address."""
    return follow(url, allow_private=allow_private, seconds=seconds, network=network).data


def follow(
    url: str,
    *,
    allow_private: bool = False,
    seconds: float = SECONDS,
    network: Guarded | None = None,
    most: int = MOST_HANDED_OVER,
) -> Fetched:
    """Download a document of at most ``most`` bytes from an http or https address.

    ``network`` replaces the real one. Raises SourceError, with the remedy: for an invalid or private address, a
    response that is late, too large, cut off or malformed, and any status but 200.
    """
    network = network or Guarded(Deadline(seconds), allow_private)
    try:
        with httpx.Client(transport=_Transport(network), trust_env=False) as client:
            return _body(client, url, most)
    except SourceError:
        raise
    except Private as error:
        mend = f"{_BY_HAND}, or use --allow-private if you trust it"
        raise SourceError(url, f"is not fetched: {error}", mend=mend) from error
    except Late as error:
        raise SourceError(url, f"can't be fetched: {error}", mend=_BY_HAND) from error
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise SourceError(url, f"is not the address of a document: {error}", mend="check the address") from error
    except _FAILED as error:
        what = str(error) or type(error).__name__
        raise SourceError(url, f"can't be fetched: {what}", mend="check the address and the network") from error


def _body(client: httpx.Client, url: str, most: int) -> Fetched:
    """The body after all redirects, whose own bodies are not read."""
    request = client.build_request("GET", url, headers={"User-Agent": "rulesite-ingest", "Accept-Encoding": "identity"})
    for _ in range(_REDIRECTS + 1):
        if request.url.scheme not in ("http", "https"):
            raise SourceError(
                url, f"leads to {request.url.scheme}:, but only http and https are supported", mend=_BY_HAND
            )
        response = client.send(request, stream=True)
        try:
            if response.next_request is None:
                return Fetched(_read(response, url, most), str(request.url))
            request = response.next_request
        finally:
            response.close()
    raise SourceError(url, f"redirects more than {_REDIRECTS} times", mend=_BY_HAND)


def _read(response: httpx.Response, url: str, most: int) -> bytes:
    """The body of a response; checked against its declared length and the limit."""
    if response.status_code != httpx.codes.OK:
        what = f"{response.status_code} {response.reason_phrase}".strip()
        raise SourceError(url, f"can't be fetched: the server answers {what}", mend="check the address")
    if response.headers.get("Content-Encoding", "identity").lower() not in ("identity", ""):
        raise SourceError(url, "is sent compressed, although that was not requested", mend=_BY_HAND)
    if not {"Content-Length", "Transfer-Encoding"} & {name.title() for name in response.headers}:
        raise SourceError(url, "comes without its length, so a part could not be told from the whole", mend=_BY_HAND)
    parts, size = [], 0
    for part in response.iter_raw(_CHUNK):
        size += len(part)
        if size > most:
            raise too_large(url, most)
        parts.append(part)
    return b"".join(parts)


@cache
def _authorities() -> ssl.SSLContext:
    """The trusted certificate authorities; loaded once, from a large file."""
    return httpx.create_ssl_context()


class _Transport(httpx.BaseTransport):
    """A transport over a given network; httpcore checks that a body has its declared length."""

    def __init__(self, network: Guarded) -> None:
        self._pool = httpcore.ConnectionPool(network_backend=network, ssl_context=_authorities())

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; the body of the response is read later."""
        sent = httpcore.Request(
            method=request.method,
            url=httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
        )
        answer = self._pool.handle_request(sent)
        return httpx.Response(
            answer.status, headers=answer.headers, stream=_Stream(answer), extensions=answer.extensions
        )

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


class _Stream(httpx.SyncByteStream):
    """The body of a response, in chunks."""

    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.iter_stream()

    def close(self) -> None:
        """Stop reading."""
        self._answer.close()
