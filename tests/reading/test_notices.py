"""A notice stands on a page where its cause is, on each page then, and on none without it."""

import re
from collections import Counter
from datetime import UTC, datetime
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.management import call_command
from django.template import engines
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import get_resolver, resolve

from rulesite.checks.coverage import liveness_record, record
from rulesite.reading import context_processors, template_backend
from rulesite.reading.caching import receivers
from rulesite.rulebook import pending
from rulesite.rulebook.models import Edition
from rulesite.text.numbering import Scheme
from tests import factories as make
from tests.libraries import ROOT
from tests.reading.read_pages import read, words

WAITING = "New documents are being prepared."
CORRECTED = "Words were corrected a moment ago."
POCKET = "Pocket edition."
NOTHING = "nothing"
"""The kind of a page for an address that leads nowhere."""
_STARTS = ("/", "/search/?q=ability", "/cr/at/?day=2007-01-01", "/cr/at/?day=2007-01-01&key=404.1", "/nowhere/at/all/")
_NO_PAGES = {
    *(
        "feed",
        "notes_feed",
        "section_feed",
        "thread_feed",
        "search_feed",
        "sitemap",
        "sitemaps",
        "opensearch",
        "suggestions",
    ),
    *("robots", "security", "health", "favicon", "worker", "manifest", "offline_newest", "offline_data"),
    *("offline_cards", "offline_card_part"),
    *("rule_card", "term_card", "newest_card", "card_preview", "cause"),
}
"""Views that answer with something else than a page of the site."""
_ELSEWHERE = {"at", "newest", "search_opened", "play", "tried"}
"""Views that lead on to the page of another, or answer what is sent to them."""
_VISITED = 5
"""Pages of each kind whose links are followed: not every edition has a glossary."""
_LOCAL = re.compile(r"{%\s*(?:for\s+([\w, ]+?)\s+in\b|(?:with|include)\s([^%]*)|[^%]*?\sas\s+(\w+)\s*%)")


def notices(page):
    """What the foot of a page says of the state of the book."""
    return [words(strong) for strong in page.select("footer.colophon > p > strong")]


def one_of_each_kind(client):
    """The address of one page of each kind, by the name of its view; links are followed from the first pages."""
    waiting, found, met, visited = [*_STARTS], {}, set(), Counter()
    while waiting:
        path = waiting.pop(0)
        kind = NOTHING if path == _STARTS[-1] else resolve(urlsplit(path).path).view_name
        if path in met or visited[kind] >= _VISITED:
            continue
        met.add(path)
        visited[kind] += 1
        response = client.get(path)
        if response.status_code in (301, 302):
            waiting.append(response["Location"])
        elif response.status_code == (404 if kind == NOTHING else 200) and b"colophon" in response.content:
            found.setdefault(kind, path)
            for href in re.findall(r'<a [^>]*?href="([^"#]*)"', response.content.decode()):
                target = urlsplit(urljoin(f"http://testserver{path}", unescape(href)))
                if target.netloc == "testserver" and not target.path.startswith(("/static/", "/admin/", "/api/")):
                    waiting.append(target._replace(scheme="", netloc="").geturl())
    return found


@pytest.fixture
def library(pocket_database, monkeypatch):
    """The pocket edition, and an edition and a measurement with all that has a page and that it lacks."""
    measured = record.Coverage("cards.tsv", "2026-06-19", datetime.now(UTC), dict.fromkeys(record.FIGURES, 1))
    monkeypatch.setattr(record, "last", lambda: measured)
    lively = liveness_record.Liveness(
        "cards.tsv", "2026-06-19", 9, measured.taken, dict.fromkeys(liveness_record.FIGURES, 1)
    )
    monkeypatch.setattr(liveness_record, "last", lambda: lively)
    edition = make.edition("2019-01-25")
    make.version(edition, "701", title="Keyword Abilities")
    make.version(edition, "701.1", "Those are the abilities.", title="Act")
    make.version(make.edition("2018-07-13"), "701", title="Keyword Abilities")
    for name in ("Act", "Action", "Active"):
        make.term(edition, name, f"Of {name}.")
    guide = make.edition("2019-01-21", "ipg", Scheme.DOTTED)
    make.version(guide, "2.1", "Warning\nDefinition\nAn owl is late.", title="Bird Error — Late Owl", kind="section")
    make.index_entry(edition, "Act", "701.1")
    call_command("ingest_cards", "tests/machine/cards.json")
    receivers.invalidate()


@pytest.mark.django_db
@pytest.mark.slow(seconds=20)
def test_a_notice_stands_on_one_page_of_each_kind_exactly_with_its_cause(client, library, waiting):
    pages = one_of_each_kind(client)
    named = {
        f"{space}:{name}"
        for space in ("reading", "checks")
        for name in get_resolver().namespace_dict[space][1].reverse_dict
        if isinstance(name, str) and name not in _NO_PAGES | _ELSEWHERE
    }
    assert named - pages.keys() == set()

    def wrong(*expected):
        shown = {kind: notices(read(client, path, 404 if kind == NOTHING else 200)) for kind, path in pages.items()}
        return {kind: found for kind, found in shown.items() if found != [*expected]}

    assert wrong(POCKET) == {}
    pending.note(Edition.objects.order_by("effective").first())
    receivers.invalidate()
    assert wrong(CORRECTED, POCKET) == {}
    waiting.write(pending.ORDERS, [b"[]"])
    assert wrong(WAITING, CORRECTED, POCKET) == {}


@pytest.mark.django_db
def test_the_names_of_what_every_page_knows_are_those_that_no_page_may_use(rf):
    request = rf.get("/")
    given = {key for processor in engines["templates"].engine.template_context_processors for key in processor(request)}
    assert given - {"csrf_token"} == template_backend.SITEWIDE


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(template_backend.SITEWIDE))
@pytest.mark.parametrize("template", ["reading/help.html", "404.html"])
def test_a_page_that_hides_what_every_page_knows_is_refused(template, name):
    with pytest.raises(template_backend.ShadowedKeyError, match=f"{template}: {name}"):
        render_to_string(template, {name: "of its own", "heading": ""}, RequestFactory().get("/"))
    assert render_to_string("reading/turn.html", {name: "of its own"})  # a part of a page, which knows nothing else


@pytest.mark.django_db
def test_no_part_of_a_template_hides_what_every_page_knows():
    hidden, read_at = [], set()
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text("utf-8")
        for names, given, last in _LOCAL.findall(text):
            local = {*re.findall(r"\w+", names), *re.findall(r"(\w+)=", given), *re.findall(r" as (\w+)", given), last}
            hidden += [f"{path.name}: {name}" for name in local & template_backend.SITEWIDE]
        read_at |= {*re.findall(rf"\b{context_processors.NAME}\.(\w+)", text)}
    assert hidden == []
    assert read_at == set(context_processors.site(RequestFactory().get("/"))[context_processors.NAME])
