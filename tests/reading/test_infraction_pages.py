"""The infractions of a penalty guide: penalties, upgrades, and since when each stands so."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesite.reading import sitemaps
from rulesite.reading.caching import receivers
from rulesite.rulebook.models import Library
from rulesite.text.numbering import Scheme
from tests import factories as make
from tests.reading.read_pages import faults, read, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def guides(db):
    """Three editions of an invented guide, with one infraction that moves, is fined otherwise, and is renamed."""
    Library.objects.create(name="a test")
    make.document("ipg", title="Guide", short_title="IPG")
    made, threads = [], {}
    for day, number, name, penalty in (
        ("2010-01-01", "2.2", "Late Owl", "Warning"),
        ("2012-01-01", "2.1", "Late Owl", "Warning"),
        ("2014-01-01", "2.1", "Tardy Owl", "Game Loss"),
    ):
        edition = make.edition(day, "ipg", Scheme.DOTTED)
        make.version(edition, "2", "On errors.", title="Bird Errors", kind="chapter")
        text = f"{penalty}\nDefinition\nThe owl came late.\nUpgrade: If it came twice.\nDowngrade: If it is ill."
        given = {"rule": threads["owl"]} if threads else {}
        owl = make.version(edition, number, text, title=f"Bird Error — {name}", kind="section", **given)
        threads.setdefault("owl", owl.rule)
        made.append(edition)
    return made


def rows(page):
    return [[words(cell) for cell in row.select("th, td")] for row in page.main.select("tbody tr")]


def test_an_infraction_has_its_penalty_its_upgrades_and_since_when(client, guides):
    page = read(client, "/ipg/2014-01-01/infractions/")
    [[name, penalty, changes, fined, named]] = rows(page)
    assert (name, penalty) == ("2.1 Tardy Owl", "Game Loss")
    assert "Upgrade. If it came twice." in changes
    assert "Downgrade. If it is ill." in changes
    assert fined == "2014-01-01 before: Warning"
    assert named == "2014-01-01 before: 2.1 Late Owl"
    hrefs = [link["href"] for link in page.main.select("tbody a")]
    assert hrefs == ["/ipg/2014-01-01/2.1/"] * 3
    assert words(page.main.select_one("h2")) == "2 Bird Errors"
    assert faults(page) == []


def test_a_penalty_is_as_old_as_the_first_edition_that_has_it(client, guides):
    [[name, penalty, _, fined, named]] = rows(read(client, "/ipg/2012-01-01/infractions/"))
    assert (name, penalty) == ("2.1 Late Owl", "Warning")
    assert fined == "2010-01-01 the oldest held"
    assert named == "2012-01-01 before: 2.2"


def test_the_page_leads_to_other_editions_and_pages_lead_to_it(client, guides):
    page = read(client, "/ipg/2012-01-01/infractions/")
    across = [link["href"] for link in page.select("nav.across > a")]
    assert across == ["/ipg/2010-01-01/infractions/", "/ipg/2014-01-01/infractions/"]
    standing = page.select_one("aside.standing")
    assert standing.select_one("a")["href"] == "/ipg/2014-01-01/infractions/"
    assert read(client, "/ipg/2012-01-01/").main.select('a[href="/ipg/2012-01-01/infractions/"]')
    assert read(client, "/").main.select('a[href="/ipg/2014-01-01/infractions/"]')
    assert "/ipg/2012-01-01/infractions/" in sitemaps.paths_of(guides[1])


def test_a_book_without_infractions_says_so(client, guides):
    rules = make.edition("2015-01-01")
    make.version(rules, "100.1", "A rule.")
    page = read(client, "/cr/2015-01-01/infractions/", 404)
    assert "lists no infractions" in words(page.main)
    assert not read(client, "/cr/2015-01-01/").main.select('a[href$="/infractions/"]')
    assert "/cr/2015-01-01/infractions/" not in sitemaps.paths_of(rules)
    assert not read(client, "/ipg/2014-01-01/infractions/").select("aside.standing")


def test_a_guide_that_is_not_held_is_not_found(client, db):
    assert client.get("/ipg/2014-01-01/infractions/").status_code == 404


def test_the_page_asks_no_more_of_the_database_for_more_editions(client, guides):
    with CaptureQueriesContext(connection) as few:
        client.get("/ipg/2010-01-01/infractions/")
    receivers.invalidate()
    with CaptureQueriesContext(connection) as more:
        client.get("/ipg/2014-01-01/infractions/")
    assert len(more) <= len(few)
