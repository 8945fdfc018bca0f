"""What browsers may keep, how pages are sent, and that nothing comes from anywhere else."""

import re
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import pytest

from tests.browser import kinds

RULE = "/cr/2006-10-01/409.1b/"
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


def ask(url, **headers):
    """Status, headers and body of an answer."""
    asked = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, b""


@pytest.fixture
def requests(page):
    """Every request that the page makes."""
    made = []
    page.on("request", lambda request: made.append(request))
    return made


def test_every_script_and_style_is_kept_for_a_year_under_a_name_made_of_its_contents(page, requests):
    page.goto(RULE, wait_until="networkidle")
    static = [request for request in requests if "/static/" in request.url]
    assert {request.resource_type for request in static} >= {"script", "stylesheet"}
    for request in static:
        assert HASHED.search(request.url), request.url
        _, headers, _ = ask(request.url, Accept_Encoding="gzip")
        kept = headers["Cache-Control"]
        assert "immutable" in kept, request.url
        assert int(re.search(r"max-age=(\d+)", kept)[1]) >= 31_536_000


def test_scripts_and_styles_are_sent_compressed(page, requests):
    page.goto(RULE, wait_until="networkidle")
    sizes = {}
    for request in requests:
        if request.resource_type in ("script", "stylesheet"):
            _, headers, body = ask(request.url, Accept_Encoding="gzip")
            sizes[request.url] = (headers["Content-Encoding"], len(body))
    large = {url for url, (_, size) in sizes.items() if size > 1_000}
    assert large
    assert {sizes[url][0] for url in large} == {"gzip"}


def test_a_rule_page_is_asked_for_again_and_answered_with_304(site):
    status, headers, _ = ask(site + RULE, Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert "no-cache" in headers["Cache-Control"]
    assert "Accept-Encoding" in headers["Vary"]
    by_tag = ask(site + RULE, Accept_Encoding="gzip", If_None_Match=headers["ETag"])
    by_date = ask(site + RULE, Accept_Encoding="gzip", If_Modified_Since="Fri, 01 Jan 2100 00:00:00 GMT")
    assert (by_tag[0], by_tag[2]) == (304, b"")
    assert by_date[0] == 200  # a clock that was set back tells nothing
    assert ask(site + RULE, Accept_Encoding="gzip", If_None_Match='"another"')[0] == 200


@pytest.mark.parametrize("address", ["/offline/newest.json", "/offline/cr/2018-01-19.json"])
def test_what_is_kept_for_reading_offline_is_sent_compressed_and_answered_with_304(site, address):
    _, headers, _ = ask(site + address, Accept_Encoding="gzip")
    assert headers["Content-Encoding"] == "gzip"
    assert "no-cache" in headers["Cache-Control"]
    again = ask(site + address, Accept_Encoding="gzip", If_None_Match=headers["ETag"])
    assert (again[0], again[2]) == (304, b"")


def test_the_worker_is_asked_for_again_each_time(site):
    _, headers, _ = ask(site + "/sw.js", Accept_Encoding="gzip")
    assert "no-cache" in headers["Cache-Control"]
    assert ask(site + "/sw.js", Accept_Encoding="gzip", If_None_Match=headers["ETag"])[0] == 304


def test_modules_are_asked_for_before_one_of_them_has_been_read(page, site, requests):
    html = ask(site + RULE)[2].decode()
    page.goto(RULE, wait_until="networkidle")
    modules = {urlsplit(request.url).path for request in requests if request.resource_type == "script"}
    named = set(re.findall(r'(?:modulepreload" href|script(?: type="module")? src)="([^"]+)"', html))
    assert modules
    assert modules <= named


def test_styles_stand_before_the_first_paint(site):
    head, _, body = ask(site + RULE)[2].decode().partition("</head>")
    assert head.count('rel="stylesheet"') >= 3
    assert 'rel="stylesheet"' not in body
    assert head.index('rel="stylesheet"') < head.index('type="module"')


@pytest.mark.parametrize("kind", kinds.POCKET)
def test_nothing_comes_from_elsewhere(page, site, requests, kind):
    page.goto(kinds.POCKET[kind], wait_until="load")
    elsewhere = [request.url for request in requests if not request.url.startswith((site + "/", "data:"))]
    assert requests
    assert elsewhere == []
