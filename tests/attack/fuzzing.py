"""Fuzzing: requests by the thousand whose paths, parameters, headers and bodies are hostile, the same for the same seed.

They begin from what the site itself offers (the links of its pages, the forms, the parameters of its API), for what is
nowhere near an address of the site tells nothing about it.
"""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import quote, quote_from_bytes, urlsplit

from tests.attack.asking import Answer, Line, Request, Tally

ENTRANCES = (
    "/", "/cr/", "/search/?q=cost", "/games/", "/games/try/", "/games/concepts/", "/cite/", "/resolve/?q=402.8g", "/help/",
    "/offline/", "/cr/compare/", "/cr/steps/", "/cr/at/2007-01-01/", "/sources/1/", "/rules/1/", "/admin/login/",
    "/opensearch.xml", "/api/v1/openapi.json", "/sitemap.xml", "/.well-known/security.txt", "/health/", "/robots.txt",
)  # fmt: skip
_MORE = 150
"""Pages that are followed from there."""
_NAMES = ("q", "page", "document", "edition", "kind", "on", "day", "number", "rule", "since", "until", "a", "b", "text",
          "scenario", "format", "next", "csrfmiddlewaretoken", "username", "password", "sort", "o", "p", "limit",
          "offset", "from", "to", "earlier", "later", "heading", "room", "wording", "all", "view")  # fmt: skip
HOSTILE = (
    "", " ", "\0", "\r\nX-Injected: 1", "..", "../../../../etc/passwd", "%00", "%2e%2e%2f", "a" * 2000, "é" * 300, "\u202e",
    "\ud7ff\ue000", "\U0001f600" * 40, "'", '"', "' OR 1=1 --", "<script>alert(1)</script>", "{{7*7}}", "${jndi:x}", "-1",
    "0", "00", "1e309", "NaN", "99999999999999999999999", "0x10", "true", "null", "[]", "[object Object]", "(", ")",
    "*", "?", "AND OR NOT", '"unclosed', "a" + " a" * 500, "~" * 50, "NEAR(", "^", "\\", "//", "402.8g", "402.1-402.9",
    "402.1–999.9z", "A.4.1", "K.99", "999", "100.1a-z", "402.8g@2006-10-01", "402.1@0001-01-01", "@", "cr/2006-10-01",
    "2006-10-01", "0000-00-00", "9999-12-31", "2006-02-30", "2006-W40-7", "20061001", "10001-01-01", "-2006-10-01",
    "١٩٩٩-٠١-٠١", "４０２.１", "ǅ", "ß" * 200, "\x7f", "\x85", "\ufeff", "\u0000\u0001", "{T}", "{X}" * 200, "%", "%zz", "%u0041",
)  # fmt: skip
_HEADERS = (
    b"Host", b"Accept", b"Accept-Encoding", b"Accept-Language", b"Accept-Charset", b"Authorization", b"Cookie", b"Origin",
    b"Referer", b"Range", b"If-Range", b"If-None-Match", b"If-Match", b"If-Modified-Since", b"If-Unmodified-Since",
    b"Content-Type", b"Content-Encoding", b"Content-Language", b"X-Forwarded-For", b"X-Forwarded-Proto",
    b"X-Forwarded-Host", b"X_Forwarded_For", b"X-Forwarded_Proto", b"Forwarded", b"X-HTTP-Method-Override", b"X-CSRFToken",
    b"X-Requested-With", b"Upgrade", b"Connection", b"Expect", b"TE", b"Trailer", b"Via", b"User-Agent", b"Sec-Fetch-Mode",
    b"Cache-Control", b"Pragma", b"DNT", b"Proxy", b"X-Original-URL", b"X-Rewrite-URL", b"Content-Disposition", b"Date",
)  # fmt: skip
_SAID = (
    b"", b"*/*", b"gzip", b"gzip;q=0, *;q=0", b"identity;q=0", b"br, zstd, " * 300, b"text/html; charset=hex",
    b"application/json; charset=utf-7", b"text/plain; charset=idna", b"multipart/form-data", b"multipart/form-data; boundary=",
    b"multipart/form-data; boundary=" + b"x" * 300, b"application/x-www-form-urlencoded; charset=undefined", b'"', b'W/"',
    b'"a", ' * 400, b"*", b"bytes=0-", b"bytes=-1", b"bytes=0-0," * 500, b"bytes=9-1", b"Thu, 01 Jan 1970 00:00:00 GMT",
    b"Fri, 31 Dec 99999 23:59:59 GMT", b"Thu, 99 Foo 0000 99:99:99 XXX", b"0", b"-1", b"100-continue", b"websocket",
    b"127.0.0.1", b"::1, ::1, ::1", b"unknown, " * 200, b"https", b"evil.example", b"evil.example:99999", b"[::1", b"a b",
    b"null", b"http://evil.example/", b"\xff\xfe", b"\xe2\x80\xae", b"sessionid=" + b"a" * 300, b"csrftoken=" + b"b" * 64,
    b"messages=" + b"W10:" * 50, b"a=b; " * 500, b"=; =; ;;;", b"Basic ????", b"Basic Og==", b"Bearer " + b"x" * 4000,
    b"en;q=9, *;q=-1", b"de-" * 500, b"XMLHttpRequest", b"DELETE", b"/admin/", b"z" * 9000,
)  # fmt: skip
_METHODS = (
    "GET",
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "PROPFIND",
    "get",
    "FOO",
)
_KINDS = ("paths", "parameters", "parameters", "headers", "headers", "bodies", "methods", "all at once", "malformed")
_TEXT = re.compile(rb"<textarea[^>]*>([^<]+)</textarea>")
_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True)
class Ground:
    """What of a site is known before it is fuzzed: addresses, and a token with which its forms are taken."""

    paths: tuple[str, ...]
    parameters: tuple[str, ...]
    token: str
    host: bytes
    game: str
    """The text of a game that the site offers to change."""


def look(address: str) -> Ground:
    """Look at a site as a reader does, from its entrances on."""
    line = Line(address)
    host = f"{line.host}:{line.port}".encode()
    found = dict.fromkeys(ENTRANCES)
    names = set(_NAMES)
    token = game = ""
    for path in ENTRANCES:
        page = _got(line, path, host)
        if held := _TOKEN.search(page):
            token = held[1].decode()
        if shown := _TEXT.search(page):
            game = html.unescape(shown[1].decode()) or game
        for link in re.findall(rb'(?:href|action|src)="(/[^"#]*)', page):
            found.setdefault(link.decode("utf-8", "replace").replace("&amp;", "&"))
        names |= {name.decode() for name in re.findall(rb'<(?:input|select|textarea)[^>]*\bname="([^"]+)"', page)}
    description = json.loads(_got(line, "/api/v1/openapi.json", host) or b"{}")
    for route, operations in description.get("paths", {}).items():
        found.setdefault(re.sub(r"\{[^}]+\}", "402.8g", route))
        for parameter in operations.get("get", {}).get("parameters", []):
            names.add(parameter["name"])
    line.close()
    paths = [*ENTRANCES, *sorted(set(found) - set(ENTRANCES))]
    chance = random.Random(len(paths))
    kept = paths[: len(ENTRANCES)] + chance.sample(paths[len(ENTRANCES) :], min(_MORE, len(paths) - len(ENTRANCES)))
    return Ground(tuple(kept), tuple(sorted(names)), token, host, game)


def _got(line: Line, path: str, host: bytes) -> bytes:
    asked = b"GET " + quote(path, safe="/?=&%.-_~").encode() + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"
    return line.ask(Request("look", asked), keep=True).body


def requests(ground: Ground, seed: int, count: int) -> Iterator[Request]:
    """So many hostile requests; the same for the same ground and seed."""
    chance = random.Random(seed)
    for _ in range(count):
        kind = chance.choice(_KINDS)
        yield _malformed(ground, chance) if kind == "malformed" else _formed(kind, ground, chance)


def _formed(kind: str, ground: Ground, chance: random.Random) -> Request:
    """A request that is one by the rules of HTTP, whatever it says."""
    everything = kind == "all at once"
    method = chance.choice(_METHODS) if kind == "methods" or everything else "POST" if kind == "bodies" else "GET"
    target = chance.choice(ground.paths)
    if kind == "paths" or everything:
        target = hostile_path(target, chance)
    if kind == "parameters" or everything:
        target = target.partition("?")[0] + "?" + _query(ground, chance)
    headers = {b"Host": ground.host}
    body = b""
    if kind == "bodies" or everything or method == "POST":
        if kind == "bodies":
            target = chance.choice(("/cite/", "/games/try/", "/cite/", "/games/try/", "/admin/login/", target))
        kind_of_body, body = _body(ground, chance)
        headers[b"Content-Type"] = kind_of_body
        headers[b"Cookie"] = b"csrftoken=" + ground.token.encode()
    if kind == "headers" or everything:
        for _ in range(chance.choice((1, 1, 2, 3, 5, 60))):
            headers[chance.choice(_HEADERS)] = chance.choice(_SAID)
    elif chance.random() < 0.3:
        headers[b"Accept-Encoding"] = b"gzip"
    if headers.get(b"Expect", b"").lower() == b"100-continue" and not body:
        del headers[b"Expect"]
    headers.pop(b"Content-Length", None)
    lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers.items())
    if body or method in ("POST", "PUT", "PATCH"):
        lines += b"Content-Length: %d\r\n" % len(body)
    return Request(kind, f"{method} {target} HTTP/1.1\r\n".encode("ascii", "replace") + lines + b"\r\n" + body)


def hostile_path(target: str, chance: random.Random) -> str:
    """An address with a part that is hostile, of which bytes may be left as they are."""
    path, _, query = target.partition("?")
    parts = path.strip("/").split("/")
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(parts) + 1)
        parts[at : at + chance.choice((0, 1, 1))] = [encoded(chance.choice(HOSTILE), chance)]
    slash = chance.choice(("/", "/", ""))
    return "/" + "/".join(parts)[:6000] + slash + (f"?{query}" if query else "")


def encoded(text: str, chance: random.Random) -> str:
    """A text as it may stand in an address: as browsers write it, as other bytes than UTF-8, or twice."""
    way = chance.random()
    if way < 0.15:
        return quote_from_bytes(text.encode("utf-16-le", "surrogatepass")[:3000])
    if way < 0.25:
        return quote_from_bytes(bytes(chance.randrange(128, 256) for _ in range(4))) + quote(text)
    return quote(quote(text)) if way < 0.35 else quote(text, safe="" if way < 0.7 else "/:@!$&'()*,;=~")


def _query(ground: Ground, chance: random.Random) -> str:
    pairs = []
    for _ in range(chance.choice((1, 1, 2, 3, 3, 1200 if chance.random() < 0.02 else 4))):
        name = chance.choice(ground.parameters) if chance.random() < 0.9 else chance.choice(HOSTILE)
        pairs.append(f"{encoded(name, chance)}={encoded(chance.choice(HOSTILE), chance)}")
    return chance.choice("&&&&;").join(pairs)[:24_000]


def _body(ground: Ground, chance: random.Random) -> tuple[bytes, bytes]:
    """A body and what it is said to be."""
    form = b"application/x-www-form-urlencoded"
    way = chance.randrange(9)
    token = f"csrfmiddlewaretoken={ground.token}&"
    if way < 4:
        text = chance.choice(HOSTILE) * chance.choice((1, 1, 10, 100))
        if way < 2:
            at = chance.randrange(len(ground.game) + 1)
            text = ground.game[:at] + text + ground.game[at + chance.choice((0, 1, 40)) :]
        name = chance.choice(("text", "scenario", "wording", "q", chance.choice(ground.parameters)))
        return form, f"{token}{name}={quote(text[:20_000])}&{_query(ground, chance)}".encode()
    if way == 4:
        return form, (token + "&".join(f"a{n}=1" for n in range(chance.choice((999, 1001, 5000))))).encode()
    if way == 5:
        return chance.choice(_SAID) or b"application/json", b"[" * chance.choice((1, 100, 5000)) + b"]" * 50
    if way == 6:
        part = (
            b'--x\r\nContent-Disposition: form-data; name="text"; filename="'
            + chance.choice(_SAID)[:200]
            + b'"\r\n\r\n'
        )
        return b"multipart/form-data; boundary=x", part + chance.randbytes(500) + chance.choice((b"\r\n--x--\r\n", b""))
    if way == 7:
        return chance.choice(_SAID), chance.randbytes(chance.choice((1, 100, 60_000)))
    return form + b"; charset=" + chance.choice(
        (b"hex", b"rot13", b"utf-7", b"zlib", b"idna", b"undefined", b"")
    ), b"text=%ff%fe"


def _malformed(ground: Ground, chance: random.Random) -> Request:
    """Bytes that are no request, or not all of one; the sender says that no more will come."""
    host = b"Host: " + ground.host + b"\r\n"
    target = quote(urlsplit(chance.choice(ground.paths)).path).encode()
    whole = b"GET " + target + b" HTTP/1.1\r\n" + host + b"\r\n"
    sent = chance.choice((
        chance.randbytes(chance.choice((1, 40, 3000))),
        whole[: chance.randrange(len(whole))],
        b"GET " + target + b"\r\n\r\n",
        b"GET " + target + b" HTTP/9.9\r\n" + host + b"\r\n",
        b"GET  " + target + b"  HTTP/1.1\r\n" + host + b"\r\n",
        b"GET " + target + b" HTTP/1.1\r\n\r\n",
        b"GET " + target + b" HTTP/1.1\r\n" + host + host + b"\r\n",
        b"GET " + target + b" HTTP/1.1\r\n" + host + b"No colon here\r\n\r\n",
        b"GET " + target + b" HTTP/1.1\r\n" + host + b" folded: 1\r\n\tmore\r\n\r\n",
        b"GET " + target + b" HTTP/1.1\n" + host.strip() + b"\n\n",
        b"GET http://evil.example" + target + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET " + target + b"\xff\x00\x01 HTTP/1.1\r\n" + host + b"\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\n" + host + b"\r\n",
        b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + chance.randbytes(200),
        b"GET " + target + b" HTTP/1.1\r\n" + host + b"X: " + b"y" * 60_000 + b"\r\n\r\n",
        b"GET " + target + b" HTTP/1.1\r\n" + host + b"".join(b"X%d: y\r\n" % n for n in range(2_000)) + b"\r\n",
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"POST " + target + b" HTTP/1.1\r\n" + host + b"Content-Length: 99\r\n\r\nshort",
        b"POST " + target + b" HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n",
        b"POST " + target + b" HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999999999\r\n\r\n",
        b"POST " + target + b" HTTP/1.1\r\n" + host + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        b"POST " + target + b" HTTP/1.1\r\n" + host + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST " + target + b" HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
        b"POST " + target + b" HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\na",
        b"POST " + target + b" HTTP/1.1\r\n" + host + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        whole * chance.choice((2, 20)),
    ))  # fmt: skip
    return Request("malformed", sent, whole=False)


def _shown(sent: bytes) -> str:
    """A request as it is named: how it begins, and how its body does."""
    head, _, body = sent.partition(b"\r\n\r\n")
    at = body.find(b"&") + 1
    return f"{head[:120]!r} {body[at : at + 120]!r}"


def fuzz(address: str, *, seed: int, count: int) -> list[Tally]:
    """Send so many requests; returns what came of them by their kind."""
    return sent_by(address, list(requests(look(address), seed, count)), "fuzz")


def sent_by(address: str, every: list[Request], name: str, *, at_once: int = 3) -> list[Tally]:
    """Send requests, a few at once; returns what came of them by their kind, under a name."""
    tallies = {kind: Tally(f"{name}: {kind}") for kind in dict.fromkeys(request.kind for request in every)}

    def send(share: list[Request]) -> list[tuple[Request, Answer]]:
        line = Line(address)
        done = [(request, line.ask(request)) for request in share]
        line.close()
        return done

    shares = [every[nth::at_once] for nth in range(at_once)]
    with ThreadPoolExecutor(at_once) as together:
        for done in together.map(send, shares):
            for request, answer in done:
                tallies[request.kind].add(_shown(request.sent), answer, whole=request.whole)
    return list(tallies.values())
