"""Cards and their rulings, kept when the reader asks: fetched, found by name without a network, and removed."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline import SECTION, first_visit, instead, manage, working
from tests.cards.books import ATOMIC, RESTING

pytestmark = [pytest.mark.slow(seconds=40), working]

EMPTY = "from rulesite.cards.models import *; [rows.objects.all().delete() for rows in (Card, Ruling, CardPart, CardCollection)]"


@pytest.fixture(scope="module")
def shelf(own_site, tmp_path_factory):
    """The tests' own site with four cards on it, until these tests have run."""
    path = tmp_path_factory.mktemp("cards") / "cards.json"
    path.write_text(json.dumps(ATOMIC), "utf-8")
    manage(own_site, "ingest_cards", str(path))
    yield own_site.address
    manage(own_site, "shell", "-v0", "-c", EMPTY)


def keep(page, shelf):
    """Keep the cards."""
    page.goto(f"{shelf}/offline/")
    page.get_by_role("button", name="Keep 4 cards").click()
    page.get_by_role("button", name="Remove the cards").wait_for()


def test_cards_are_kept_when_the_reader_asks_found_by_name_without_a_network_and_removed(
    page, context, shelf, axe, axe_in_both_themes
):
    first_visit(page, f"{shelf}{SECTION}")
    page.goto(f"{shelf}/offline/")
    expect(page.locator("#cards-offer")).to_have_text(
        re.compile(r"^4 cards with 3 rulings: 0\.\d\d MB to fetch, 0\.\d\d MB in this browser\.$")
    )
    keep(page, shelf)
    expect(page.locator("#cards-state")).to_have_text(re.compile(r"^4 cards and 3 rulings, kept on .*: 0\.\d\d MB\.$"))
    expect(page.get_by_role("button", name="Remove the cards")).to_be_focused()
    context.set_offline(True)
    page.goto(f"{shelf}/search/?q=lantren+kite")
    instead(page).to_contain_text("the search is done in what is kept")
    found = page.locator("#found > li")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("Artifact Creature — Kite 1/1")
    expect(found).to_contain_text(RESTING)
    expect(found.locator("time").first).to_have_attribute("datetime", "2010-01-01")
    axe_in_both_themes(page)
    page.set_viewport_size({"width": 360, "height": 800})
    axe(page)
    page.goto(f"{shelf}/cards/tin-door-tin-hall/")
    instead(page).to_contain_text("This is what is kept here of Tin Door // Tin Hall.")
    expect(found).to_contain_text("No rulings are kept for it")
    expect(found.get_by_role("img", name="tap").or_(found.locator("[aria-label=tap]")).first).to_be_visible()
    page.get_by_role("searchbox").fill("qqxzw")
    expect(page.locator("#said")).to_have_text("Nothing found for “qqxzw”.")
    page.get_by_role("searchbox").fill("moth")
    found.get_by_role("link", name="Wagon Moth").wait_for()
    offered = page.evaluate("fetch('/api/v1/typeahead?q=wag&limit=3').then((answer) => answer.json())")
    assert [(one["kind"], one["text"], one["url"]) for one in offered] == [("card", "Wagon Moth", "/cards/wagon-moth/")]
    preview = page.evaluate("fetch('/cards/wagon-moth/card/').then((answer) => answer.text())")
    assert "Creature — Moth" in preview
    assert "1 ruling<" in preview
    page.get_by_role("button", name="Remove the cards").click()
    expect(page.locator("#cards")).to_be_hidden()
    page.goto(f"{shelf}/cards/wagon-moth/")
    instead(page).to_contain_text("/cards/wagon-moth/ is not kept in this browser")


def test_a_browser_without_room_for_cards_says_so_before_and_while_it_fetches(page, shelf):
    page.goto(f"{shelf}/offline/")
    keeping, notice = page.get_by_role("button", name="Keep 4 cards"), page.locator("#cards-notice")
    keeping.wait_for()
    page.evaluate("navigator.storage.estimate = async () => ({ quota: 1000, usage: 1000 })")
    keeping.click()
    expect(notice).to_have_text(
        re.compile(r"this browser gives the site 0\.00 MB more, and the cards need 0\.\d\d MB\.$")
    )
    expect(page.locator("#cards-state")).to_have_text("No cards are kept.")
    page.evaluate(
        """() => {
            delete navigator.storage.estimate;
            const put = Cache.prototype.put;
            Cache.prototype.put = function (address, answer) {
                if (String(address).endsWith("1.json")) throw new DOMException("full", "QuotaExceededError");
                return put.call(this, address, answer);
            };
        }"""
    )
    keeping.click()
    expect(notice).to_have_text("This browser has no more room for the cards. What is kept besides is as it was.")
    expect(page.locator("#cards-state")).to_have_text("Cards are kept in part.")
    page.reload()
    page.get_by_role("button", name="Go on with the cards").click()
    expect(page.locator("#cards-state")).to_contain_text("4 cards and 3 rulings, kept on ")


def test_other_cards_on_the_site_are_offered_and_the_kept_ones_stay_until_they_have_come(
    page, own_site, shelf, tmp_path
):
    keep(page, shelf)
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({**ATOMIC, "data": {"Wagon Moth": ATOMIC["data"]["Wagon Moth"]}}), "utf-8")
    manage(own_site, "ingest_cards", str(path), "--prune")
    page.reload()
    expect(page.locator("#cards-offer")).to_contain_text("The site has other cards now. 1 card with 1 ruling: ")
    expect(page.locator("#cards-state")).to_contain_text("4 cards and 3 rulings, kept on ")
    page.get_by_role("button", name="Bring the cards up to date").click()
    expect(page.locator("#cards-state")).to_contain_text("1 card and 1 ruling, kept on ")
    assert page.evaluate("caches.keys().then((names) => names.filter((name) => name.startsWith('cards-')).length)") == 1
    path.write_text(json.dumps(ATOMIC), "utf-8")
    manage(own_site, "ingest_cards", str(path))
