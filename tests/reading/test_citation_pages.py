"""What a citation means today, and the check of a pasted text."""

import pytest
from django.test import Client

from rulesite import sandbox
from rulesite.reading.pages.citation_check import MOST_LISTED
from rulesite.reading.views import citations
from rulesite.reading.views.citations import MOST_CHARACTERS
from rulesite.rulebook.models import Descent
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@made_once
def book():
    """402.1 moved to 603.1 and the number was given away; 410.1 was removed; 100.1 stayed."""
    old, new = make.edition("2008-02-01"), make.edition("2009-07-11")
    moved = make.version(old, "402.1", "Triggered abilities begin with at.")
    make.version(old, "410.1", "Nobody needs this any more.")
    stays = make.version(old, "100.1", "Two players play.")
    for earlier, number, text in (
        (moved, "603.1", "Triggered abilities begin with at."),
        (stays, "100.1", "Two players play."),
    ):
        later = make.version(new, number, text, rule=earlier.rule)
        Descent.objects.create(earlier=earlier, later=later, kind="continues", basis="same words", score=1.0)
    make.version(new, "402.1", "A hand is a zone.")


def checked(client, text, status=200, **fields):
    response = client.post("/cite/", {"text": text, "markup": "text"} | fields)
    assert response.status_code == status
    from bs4 import BeautifulSoup

    page = BeautifulSoup(response.content, "html.parser")
    assert faults(page) == []
    return page


def findings(page):
    rows = [[words(cell) for cell in row.find_all("td")] for row in page.select(".findings tbody tr")]
    return {row[1]: (row[2], row[3]) for row in rows}


def test_a_number_with_a_date_leads_to_the_rule_of_today(client):
    page = read(client, "/resolve/?q=402.1@2008-02-01")
    assert faults(page) == []
    [answer] = page.select(".answers > li")
    assert links(answer)["CR 603.1"] == "/cr/2009-07-11/603.1/#603.1"
    assert [words(hop.a) for hop in answer.select(".path li")] == ["402.1", "603.1"]


def test_a_bare_number_offers_what_it_meant_in_each_era(client):
    assert len(read(client, "/resolve/?q=402.1").select(".answers > li")) == 2


def test_a_removed_rule_says_when(client):
    assert "Removed: the edition of 11 July 2009" in words(read(client, "/resolve/?q=410.1").main)


@pytest.mark.parametrize("asked", ["999.9", "nonsense", "402.1@1990-01-01", "402.1@yesterday", "<script>x</script>"])
def test_what_leads_nowhere_is_said_politely(client, asked):
    from urllib.parse import quote

    page = read(client, f"/resolve/?q={quote(asked)}", 404)
    assert faults(page) == []
    assert page.find(role="alert")
    assert page.find("input", {"name": "q"}) is not None


def test_the_form_alone_is_no_error(client):
    assert read(client, "/resolve/").find(role="alert") is None
    assert faults(read(client, "/cite/")) == []


def test_citations_are_judged_by_the_day_the_text_was_written(client):
    page = checked(client, "See rule 402.1, rule 410.1, rule 100.1 and rule 999.9.", as_of="2008-02-01")
    assert findings(page) == {
        "402.1": ("moved", "603.1"), "410.1": ("removed", ""), "100.1": ("valid", ""), "999.9": ("never existed", ""),
    }  # fmt: skip
    assert page.pre.get_text() == "See rule 603.1, rule 410.1, rule 100.1 and rule 999.9."


def test_on_a_day_between_editions_only_what_both_agree_about_is_sure(client):
    page = checked(client, "See rule 402.1, rule 410.1 and rule 100.1.", as_of="2008-03-01")
    assert findings(page) == {"402.1": ("ambiguous", ""), "410.1": ("ambiguous", ""), "100.1": ("valid", "")}
    assert "402.1 is a different rule in cr/2008-02-01 than in cr/2009-07-11" in words(page.main)
    assert "another may lie between" in words(page.main)
    assert page.pre is None


def test_a_number_of_a_day_between_editions_is_shown_with_both_readings(client):
    page = read(client, "/resolve/?q=402.1@2008-03-01")
    assert faults(page) == []
    assert "The number can have meant 2 different things" in words(page.main)
    assert words(page.main).count("Not sure: 402.1 is a different rule in cr/2008-02-01 than in cr/2009-07-11") == 2
    assert "Not sure" not in words(read(client, "/resolve/?q=402.1@2008-02-01").main)


def test_without_a_day_the_era_is_not_guessed(client):
    page = checked(client, "See rule 402.1 and rule 100.1.")
    assert findings(page) == {"402.1": ("ambiguous", ""), "100.1": ("valid", "")}
    assert page.pre is None


@pytest.mark.slow
def test_pasted_markup_is_text(client):
    text = "</textarea><script>alert(1)</script> rule 402.1 <img src=x onerror=alert(1)>"
    for markup in ("text", "markdown", "html"):
        page = checked(client, text, as_of="2008-03-01", markup=markup)
        assert page.main.find(["script", "img"]) is None
        assert page.textarea.get_text().strip() == text


def test_a_text_without_citations_says_so(client):
    assert words(checked(client, "Nothing here.").find(id="findings")) == "0 citations"


def test_an_empty_text_has_no_findings(client):
    assert checked(client, "  ").find(id="findings") is None


@pytest.mark.parametrize("fields", [{"as_of": "tomorrow"}, {"as_of": "1990-01-01"}, {"as_of": "2008-02-31"}])
def test_a_bad_date_is_an_error_that_keeps_the_text(client, fields):
    page = checked(client, "See rule 402.1.", 400, **fields)
    assert page.find(role="alert")
    assert page.textarea.get_text().strip() == "See rule 402.1."


def test_an_unknown_kind_of_text_is_read_as_plain(client):
    assert findings(checked(client, "See rule 100.1.", markup="latex")) == {"100.1": ("valid", "")}


def test_a_text_that_is_too_long_is_refused_with_the_way_out(client):
    page = checked(client, "x" * (MOST_CHARACTERS + 1), 400)
    assert "manage.py cite" in words(page.find(role="alert"))


def test_a_form_of_another_site_is_refused():
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/cite/", {"text": "rule 100.1"}).status_code == 403
    assert strict.get("/cite/").status_code == 200


def test_other_methods_are_refused(client):
    assert client.put("/cite/").status_code == 405


@pytest.mark.slow
def test_the_citations_of_a_text_are_counted_but_not_all_listed(client):
    page = checked(client, "See rule 402.1 (2008-02-01). " * (MOST_LISTED + 3))
    assert len(page.select(".findings tbody tr")) == MOST_LISTED
    assert f"{MOST_LISTED + 3} citations" in words(page.main)
    assert "3 more are counted" in words(page.main)


def test_an_answer_that_would_be_too_long_is_refused_with_the_bound(client, monkeypatch):
    monkeypatch.setattr(citations, "LIMITS", sandbox.Limits(answer=1_000))
    page = checked(client, "See rule 402.1. " * 50, status=400)
    assert "1,000 bytes" in words(page.select_one("[role=alert]"))
    assert "manage.py cite" in words(page.select_one("[role=alert]"))


def test_a_check_that_takes_too_long_is_refused_with_the_bound(client, monkeypatch):
    monkeypatch.setattr(citations, "LIMITS", sandbox.Limits(clock=0.0001))
    assert "0.0001 seconds" in words(checked(client, "See rule 402.1.", status=400).select_one("[role=alert]"))


def test_a_text_waits_for_nobody_when_too_many_are_checked_at_once(client, monkeypatch):
    def busy(*_, **__):
        raise sandbox.Busy

    monkeypatch.setattr(sandbox, "run", busy)
    page = checked(client, "See rule 402.1.", status=503)
    assert "Try again" in words(page.select_one("[role=alert]"))
    assert words(page.select_one("textarea")) == "See rule 402.1."
