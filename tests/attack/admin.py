"""The admin behind its log-in, fuzzed with the session of a maintainer: lists, addresses, and forms as they are with a
field or two that are hostile."""

from __future__ import annotations

import html
import os
import random
import re
import secrets
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import quote, urlencode

from tests.attack.asking import Line, Request, Tally
from tests.attack.fuzzing import HOSTILE, encoded, hostile_path, sent_by
from tests.libraries import ROOT

_NAME = "attacker"
_ENROL = """
import sys
from django.contrib.auth.models import Group, User
user = User.objects.create_user({name!r}, password=sys.stdin.read(), is_staff=True)
user.groups.add(Group.objects.get(name="Editors"))
"""
_MOST_PAGES = 120
_NOT_FOLLOWED = re.compile(r"/(?:logout|password_change|jsi18n)/")
_LISTED = ("q", "o", "p", "all", "e", "_changelist_filters", "_to_field", "_popup", "date__year", "action", "pk", "id", "id__in",
           "edition__effective", "term", "app_label", "model_name", "field_name")  # fmt: skip
_KINDS = ("lists", "paths", "forms", "forms", "forms")
_FIELD = re.compile(r"<(?:input|select|textarea)\b[^>]*>(?:[^<]*</textarea>)?")
_CHOSEN = re.compile(r'<option value="([^"]*)" selected')


@dataclass(frozen=True)
class Inside:
    """What a maintainer sees: pages, forms with their fields as they stand, and the cookies of the session."""

    host: bytes
    cookies: bytes
    token: str
    pages: tuple[str, ...]
    forms: dict[str, tuple[tuple[str, str], ...]]


def enrol(address: str, data: Path) -> str:
    """Make a maintainer of a site, and log in; gives the cookies. Raises RuntimeError where either fails."""
    password = secrets.token_urlsafe(24)
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "shell", "-v0", "-c", _ENROL.format(name=_NAME)], input=password,
        env=os.environ | {"RULESITE_DATA": str(data)}, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"no maintainer could be made: {done.stderr[-500:]}")
    jar = CookieJar()
    asking = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    page = asking.open(f"{address}/admin/login/", timeout=60).read().decode()
    form = {"csrfmiddlewaretoken": _token(page), "username": _NAME, "password": password, "next": "/admin/"}
    asking.open(f"{address}/admin/login/", urlencode(form).encode(), timeout=60).close()
    cookies = {cookie.name: cookie.value for cookie in jar}
    if "sessionid" not in cookies:
        raise RuntimeError("the maintainer could not log in")
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def look(address: str, cookies: str) -> Inside:
    """Look at the admin as its maintainer does, following its links."""
    line = Line(address)
    host = f"{line.host}:{line.port}".encode()
    waiting, pages, forms, token = ["/admin/"], {}, {}, ""
    while waiting and len(pages) < _MOST_PAGES:
        path = waiting.pop(0)
        if path in pages:
            continue
        asked = f"GET {quote(path, safe='/?=&%.-_~')} HTTP/1.1\r\nHost: {host.decode()}\r\nCookie: {cookies}\r\n\r\n"
        page = line.ask(Request("look", asked.encode()), keep=True).body.decode("utf-8", "replace")
        pages[path] = None
        token = _token(page) or token
        if fields := _fields(page):
            forms[path] = fields
        links = [html.unescape(link) for link in re.findall(r'(?:href|action)="(/admin/[^"#]*|[?][^"#]*)"', page)]
        for link in links[:60]:
            link = path.partition("?")[0] + link if link.startswith("?") else link
            if not _NOT_FOLLOWED.search(link):
                waiting.append(link)
    line.close()
    return Inside(host, cookies.encode(), token, tuple(pages), forms)


def _token(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    return found[1] if found else ""


def _fields(page: str) -> tuple[tuple[str, str], ...]:
    """The fields of a page's forms that are posted, with the values that stand in them."""
    found = []
    for form in re.findall(r'<form\b[^>]*method="post"[^>]*>(.*?)</form>', page, re.DOTALL):
        for field in _FIELD.finditer(form):
            name = re.search(r'\bname="([^"]+)"', field[0])
            value = re.search(r'\bvalue="([^"]*)"', field[0]) or re.search(r">\r?\n?([^<]*)</textarea>", field[0])
            if field[0].startswith("<select"):
                value = _CHOSEN.search(form[field.end() : field.end() + 4_000].partition("</select>")[0])
            if name and name[1] not in ("csrfmiddlewaretoken", "username", "password"):
                found.append((name[1], html.unescape(value[1]) if value else ""))
    return tuple(found)


def requests(inside: Inside, seed: int, count: int) -> Iterator[Request]:
    """So many hostile requests of a maintainer; the same for the same seed and the same admin."""
    chance = random.Random(seed)
    lists = [page for page in inside.pages if "/change/" not in page and "/add/" not in page]
    for _ in range(count):
        kind = chance.choice(_KINDS)
        if kind == "lists":
            pairs = [(chance.choice(_LISTED), chance.choice(HOSTILE)) for _ in range(chance.choice((1, 2, 3)))]
            query = "&".join(f"{encoded(name, chance)}={encoded(value, chance)}" for name, value in pairs)
            yield _asked(inside, kind, f"{chance.choice(lists).partition('?')[0]}?{query}")
        elif kind == "paths":
            yield _asked(inside, kind, hostile_path(chance.choice(inside.pages), chance))
        else:
            yield _posted(inside, chance)


def _asked(inside: Inside, kind: str, target: str) -> Request:
    head = f"GET {target[:20_000]} HTTP/1.1\r\n".encode("ascii", "replace")
    return Request(kind, head + b"Host: " + inside.host + b"\r\nCookie: " + inside.cookies + b"\r\n\r\n")


def _posted(inside: Inside, chance: random.Random) -> Request:
    """A form as it stands, but for a few of its fields."""
    target = chance.choice(list(inside.forms))
    fields = list(inside.forms[target])
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(fields))
        name, value = fields[at]
        hostile = chance.choice(HOSTILE) * chance.choice((1, 1, 1, 60))
        cut = chance.randrange(len(value) + 1)
        fields[at] = (name, chance.choice((hostile, value[:cut] + hostile + value[cut:])))
    if chance.random() < 0.1:
        fields.pop(chance.randrange(len(fields)))
    body = urlencode([("csrfmiddlewaretoken", inside.token), *fields], errors="replace").encode()
    head = f"POST {quote(target, safe='/?=&%.-_~')} HTTP/1.1\r\n".encode()
    head += b"Host: " + inside.host + b"\r\nCookie: " + inside.cookies + b"\r\n"
    head += b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n" % len(body)
    return Request("forms", head + body)


def attack(address: str, cookies: str, *, seed: int, count: int) -> list[Tally]:
    """Send so many requests as a maintainer; a session that is lost meanwhile is a fault: nothing would be tried."""
    inside = look(address, cookies)
    tallies = sent_by(address, list(requests(inside, seed, count)), "admin")
    line = Line(address)
    if not inside.forms or line.ask(_asked(inside, "look", "/admin/")).status != 200:
        tallies[0].fault("the maintainer is not logged in")
    line.close()
    tallies[0].note = f"{len(inside.pages)} pages, {len(inside.forms)} forms"
    return tallies
