"""The newest edition, kept for reading without a network: fetched, brought up to date and removed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline import (
    KEEP,
    NEVER_READ,
    SECTION,
    current,
    first_visit,
    instead,
    keep,
    kept,
    manage,
    state,
    until_read,
    working,
)

pytestmark = [pytest.mark.slow(seconds=30), working]


@pytest.fixture
def redate(own_site):
    """Gives the newest edition of the tests' own site another day, for as long as the test lasts."""
    days = ["2018-01-19"]

    def to(day):
        change = f"edition = Edition.objects.get(effective='{days[-1]}'); edition.effective = '{day}'; edition.save()"
        manage(own_site, "shell", "-v0", "-c", f"from rulesite.rulebook.models import Edition; {change}")
        days.append(day)

    yield to
    to(days[0])


def test_the_kept_edition_is_named_with_its_date_and_size(page):
    keep(page)
    state(page).to_have_text(re.compile(r"^Comprehensive Rules of 19 January 2018, kept on .*148 rules, .* MB\.$"))


def test_a_browser_that_asks_the_reader_for_lasting_room_does_not_wait_for_the_answer(page):
    page.add_init_script("navigator.storage.persist = () => new Promise(() => {})")
    page.goto("/offline/")
    page.get_by_role("button", name=KEEP).click()
    expect(page.get_by_role("button", name="Remove it")).to_be_visible()
    state(page).to_contain_text("kept on")


def test_what_is_kept_can_be_removed(page, context):
    keep(page)
    page.get_by_role("button", name="Remove it").click()
    page.get_by_role("button", name=KEEP).wait_for()
    state(page).to_have_text("Nothing is kept yet.")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    context.set_offline(True)
    page.goto(NEVER_READ)
    instead(page).to_contain_text("is not kept in this browser")


def test_what_arrived_before_the_site_went_away_is_used_and_said_and_the_rest_comes_later(page, context):
    first_visit(page)
    page.goto("/offline/")
    page.route(f"**{SECTION}", lambda route: route.abort())
    page.get_by_role("button", name=KEEP).click()
    page.get_by_role("button", name="Continue").wait_for()
    expect(page.locator("#notice")).to_contain_text("It could not be fetched whole")
    state(page).to_have_text("Comprehensive Rules of 19 January 2018, kept in part: 2 of 3 pages.")
    page.get_by_role("searchbox").fill("701.15a")
    expect(page.locator("#found > li")).to_have_count(1)
    page.unroute(f"**{SECTION}")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Continue").wait_for(state="hidden")
    state(page).to_contain_text(", kept on ")


def test_a_changed_library_can_be_brought_up_to_date(page, own_site):
    keep(page, own_site.address)
    manage(
        own_site, "shell", "-v0", "-c", "from rulesite.reading.caching.receivers import invalidate as touch; touch()"
    )
    page.reload()
    update = page.get_by_role("button", name="Bring it up to date")
    update.wait_for()
    expect(page.locator("#notice")).to_have_text("The site has changed since.")
    state(page).to_contain_text(", kept on ")
    update.click()
    update.wait_for(state="hidden")
    state(page).to_contain_text(", kept on ")
    assert (
        page.evaluate("caches.keys().then((names) => names.filter((name) => name.startsWith('edition-')).length)") == 1
    )


def test_a_newer_edition_takes_the_place_of_the_kept_one(page, own_site, redate):
    keep(page, own_site.address)
    redate("2019-01-25")
    page.reload()
    expect(page.locator("#notice")).to_have_text(
        "The site has a newer edition: Comprehensive Rules of 25 January 2019."
    )
    state(page).to_contain_text("Comprehensive Rules of 19 January 2018, kept on ")
    update = page.get_by_role("button", name="Bring it up to date")
    update.click()
    state(page).to_contain_text("Comprehensive Rules of 25 January 2019, kept on ")
    addresses = kept(page, "edition-")
    assert [address for address in addresses if "/cr/2018-01-19" in address] == []
    assert f"{own_site.address}/cr/2019-01-25/701/" in addresses


def test_a_new_release_drops_all_but_the_last_ones_store_and_never_the_edition(page):
    page.goto("/robots.txt")
    for name in ("shell-1", "visited-1", "edition-1", "shell-2", "visited-2"):
        page.evaluate("(name) => caches.open(name)", name)
    first_visit(page)
    names = page.evaluate("caches.keys()")
    assert [name for name in names if name[-2:] in ("-1", "-2")] == ["edition-1", "shell-2", "visited-2"]
    assert len(names) == 5


def test_the_edition_can_be_kept_as_soon_as_the_connection_is_back(page, context):
    first_visit(page)
    context.set_offline(True)
    page.goto("/offline/")
    expect(page.locator("#notice")).to_have_text("The site cannot be reached.")
    context.set_offline(False)
    page.get_by_role("button", name=KEEP).wait_for()
    expect(page.locator("#notice")).to_have_text("")


def test_visited_pages_can_be_forgotten_apart_from_the_edition(page):
    first_visit(page)
    keep(page)
    page.get_by_role("button", name="Forget these pages").click()
    page.locator("#visited").wait_for(state="hidden")
    assert kept(page, "visited-") == []
    state(page).to_contain_text(", kept on ")
    expect(page.get_by_role("button", name="Remove it")).to_be_focused()


def test_the_focus_goes_to_what_can_be_done_next(page):
    keep(page)
    removing = page.get_by_role("button", name="Remove it")
    expect(removing).to_be_focused()
    removing.click()
    keeping = page.get_by_role("button", name=KEEP)
    expect(keeping).to_be_focused()


def test_two_windows_keep_one_edition_at_once_and_tell_each_other_of_its_removal(page, context):
    other = context.new_page()
    for one in (page, other):
        one.goto("/offline/")
        one.get_by_role("button", name=KEEP).wait_for()
    for one in (page, other):  # without a look whether it is still there: the other window may be quicker than that
        one.locator("#keep").dispatch_event("click")
    for one in (page, other):
        one.get_by_role("button", name="Remove it").wait_for()
        state(one).to_contain_text(", kept on ")
    other.get_by_role("button", name="Remove it").click()
    state(page).to_have_text("Nothing is kept yet.")


def test_a_library_that_changes_while_it_is_kept_is_fetched_again(page, own_site):
    asked = []

    def change(route):
        asked.append(route.request.url)
        if len(asked) == 1:
            manage(
                own_site,
                "shell",
                "-v0",
                "-c",
                "from rulesite.reading.caching.receivers import invalidate as touch; touch()",
            )
        route.continue_()

    page.goto(f"{own_site.address}/offline/")
    page.route(f"**{SECTION}", change)
    page.get_by_role("button", name=KEEP).click()
    page.get_by_role("button", name="Remove it").wait_for()
    assert len(asked) == 2
    held, offered = page.evaluate(
        """Promise.all([Kept.best().then(({ about }) => about.stamp),
                        fetch("/offline/newest.json").then((answer) => answer.json()).then(({ stamp }) => stamp)])"""
    )
    assert held == offered


def test_a_browser_without_room_says_so_and_keeps_what_it_had(page):
    page.goto("/offline/")
    page.evaluate(
        """() => {
            const put = Cache.prototype.put;
            Cache.prototype.put = function (address, answer) {
                if (String(address).includes("/cr/")) throw new DOMException("full", "QuotaExceededError");
                return put.call(this, address, answer);
            };
        }"""
    )
    page.get_by_role("button", name=KEEP).click()
    expect(page.locator("#notice")).to_have_text("This browser has no more room for it.")
    state(page).to_contain_text("kept in part")


def test_over_an_insecure_connection_the_page_says_what_is_needed(page):
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto("/offline/")
    state(page).to_contain_text("open this site by an address that begins with https")
    expect(page.get_by_role("button", name="Keep")).to_have_count(0)


@pytest.mark.documents
@pytest.mark.thorough("of a pocket edition others try it")
def test_the_newest_real_edition_is_kept_whole_with_its_glossary(page, context, real_site):
    keep(page, real_site, label="Keep the edition of")
    context.set_offline(True)
    edition = page.evaluate("Kept.best().then(({ about }) => about.edition)")
    page.goto(f"{real_site}/{edition}/glossary/trample/")
    until_read(page, "trample")
    page.goto(f"{real_site}/{edition}/702.19b/")
    current(page).to_have_attribute("id", "702.19b")
    page.goto(f"{real_site}/search/?q=trample")
    expect(page.locator("#found > li").first.get_by_role("link")).to_have_text(re.compile("Trample$"))
    page.goto(f"{real_site}/search/?q=trampel damge")
    expect(page.locator("#meant")).to_contain_text("Showing results for trample damage.")
