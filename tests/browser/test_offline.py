"""Without a network: what was read stands, and the newest edition where it was kept."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.libraries import ROOT, built
from tests.browser.conftest import _served

READ, SECTION, NEVER_READ = "/cr/2006-10-01/409.1b/", "/cr/2018-01-19/701/", "/cr/2018-01-19/701.15a/"
KEEP = "Keep the edition of 19 January 2018 for reading offline"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """Here the worker runs."""
    return {**browser_context_args, "service_workers": "allow"}


@pytest.fixture
def own_site(tmp_path, pocket_folder):
    """A site of the test's own, which it may change and stop."""
    running = _served(tmp_path / "var", built("pocket", pocket_folder))
    yield SimpleNamespace(address=next(running), data=tmp_path / "var", stop=running.close)
    running.close()


def first_visit(page, address=READ):
    """Read a page in a fresh browser, until the worker has kept it."""
    page.goto(address)
    until_kept(page, address)


def until_kept(page, address):
    """Wait until the worker has kept a page."""
    page.evaluate(
        """async (address) => {
            for (let tries = 0; !(await caches.match(address)); tries += 1) {
                if (tries > 300) throw new Error("it is not kept");
                await new Promise((resolve) => { setTimeout(resolve, 50); });
            }
        }""",
        address,
    )


def keep(page, site="", label=KEEP):
    """Keep the newest edition; a real one has nearly two hundred pages to be made."""
    page.goto(f"{site}/offline/")
    page.get_by_role("button", name=label).click()
    page.get_by_role("button", name="Remove it").wait_for(timeout=300_000)


def kept(page, prefix=""):
    """The addresses of everything that is kept, the oldest first."""
    return page.evaluate(
        """async (prefix) => {
            const found = [];
            for (const name of (await caches.keys()).filter((name) => name.startsWith(prefix)))
                for (const request of await (await caches.open(name)).keys()) found.push(request.url);
            return found;
        }""",
        prefix,
    )


def manage(site, *arguments, password=""):
    """Run a command of a site of the test's own."""
    environment = os.environ | {"RULESITE_DATA": str(site.data), "DJANGO_SUPERUSER_PASSWORD": password}
    subprocess.run([sys.executable, "manage.py", *arguments], env=environment, cwd=ROOT, check=True)


def state(page):
    """What the page says is kept."""
    return page.locator("#state").inner_text()


def bar(page):
    """What the bar at the foot of a page says."""
    return page.locator(".offline-bar").inner_text()


def top(page, key):
    """How far below the upper edge of the window a provision begins, in pixels."""
    return page.locator(f"[id='{key}']").bounding_box()["y"]


def test_after_one_visit_the_visited_page_and_the_offline_page_stand(page, context):
    first_visit(page)
    context.set_offline(True)
    page.reload()
    assert page.locator("[id='409.1b']").is_visible()
    assert "Offline. You are reading this page as it was on " in bar(page)
    page.locator(".offline-bar").get_by_role("link").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Reading offline"
    page.locator("#visited").get_by_role("link", name="409.1b").click()
    assert page.url.endswith(READ)


def test_a_page_stands_when_the_site_is_down(page, own_site):
    first_visit(page, own_site.address + READ)
    own_site.stop()
    page.reload()
    assert page.locator("[id='409.1b']").is_visible()
    assert "Offline." in bar(page)


def test_a_page_that_is_not_kept_says_so(page, context):
    first_visit(page)
    context.set_offline(True)
    page.goto(NEVER_READ)
    assert f"{NEVER_READ} is not kept in this browser" in page.locator("#instead").inner_text()
    assert state(page) == "Nothing is kept yet."


def test_with_a_connection_no_page_has_the_bar(page):
    first_visit(page)
    page.reload()
    assert page.locator(".offline-bar").count() == 0


def test_the_bar_comes_and_goes_with_the_connection(page, context):
    first_visit(page)
    context.set_offline(True)
    page.locator(".offline-bar").wait_for()
    context.set_offline(False)
    page.locator(".offline-bar").wait_for(state="detached")


def test_the_kept_edition_is_named_with_its_date_and_size(page):
    keep(page)
    said = state(page)
    assert said.startswith("Comprehensive Rules of 19 January 2018, kept on ")
    assert "148 rules, " in said
    assert said.endswith(" MB.")


def test_a_rule_never_visited_opens_in_its_kept_section(page, context):
    keep(page)
    context.set_offline(True)
    page.goto(NEVER_READ)
    assert page.locator(".provision.current").get_attribute("id") == "701.15a"
    assert 0 <= top(page, "701.15a") < 400
    assert bar(page).startswith("Offline. You are reading the kept copy of the CR of 2018-01-19.")
    page.goto("/cr/701.38c/")
    assert page.locator(".provision.current").get_attribute("id") == "701.38c"


def test_numbers_are_looked_up_in_what_is_kept(page, context):
    keep(page)
    context.set_offline(True)
    page.goto("/offline/")
    box, found = page.get_by_role("searchbox"), page.locator("#found > li")
    for typed in ("701.15a", "701.15A", "rule 701.15a.", "CR 701.15a@2018-01-19"):
        box.fill(typed)
        assert found.count() == 1, typed
        assert found.first.get_by_role("link").inner_text().startswith("701.15a"), typed
    box.fill("701.1")
    numbers = [link.split()[0] for link in found.get_by_role("link").all_inner_texts()]
    assert numbers[0] == "701.1"
    assert numbers[1:4] == ["701.10", "701.10a", "701.11"]
    box.fill("701.15a@2006-10-01")
    assert "Nothing found" in page.locator("#said").inner_text()
    box.fill("701.15a")
    found.first.get_by_role("link").click()
    assert page.url.endswith("/701.15a/#701.15a")
    assert 0 <= top(page, "701.15a") < 400


def test_words_are_searched_in_what_is_kept_the_titles_first(page, context):
    keep(page)
    context.set_offline(True)
    page.goto("/search/?q=Sacrifice")
    assert "the search is done in what is kept" in page.locator("#instead").inner_text()
    found = page.locator("#found > li")
    assert found.first.get_by_role("link").inner_text().split() == ["701.15", "Sacrifice"]
    assert "sacrifice" in page.locator("#found mark").first.inner_text().lower()
    box = page.get_by_role("searchbox")
    box.fill("library shuffle")
    apart = found.count()
    box.fill('"shuffle library"')
    assert found.count() < apart
    box.fill("<b>library</b>")
    assert "Nothing found for “<b>library</b>”." in page.locator("#said").inner_text()


def test_the_search_box_offers_what_is_kept(page, context):
    keep(page)
    context.set_offline(True)
    page.goto(SECTION)
    offered = page.evaluate("fetch('/api/typeahead?q=sacr&limit=3').then((answer) => answer.json())")
    assert [(one["kind"], one["text"], one["title"]) for one in offered] == [("heading", "Sacrifice", "701.15")]
    assert offered[0].keys() == {"kind", "text", "title", "edition", "url", "now"}


def test_a_reference_answers_with_a_card_from_what_is_kept(page, context):
    keep(page)
    context.set_offline(True)
    page.goto(SECTION)
    page.locator("a.ref[href*='701.38a']").first.hover()
    card = page.locator(".incard")
    card.wait_for()
    assert "701.38a" in card.locator(".incard-name").inner_text()


def test_what_is_kept_can_be_removed(page, context):
    keep(page)
    page.get_by_role("button", name="Remove it").click()
    page.get_by_role("button", name=KEEP).wait_for()
    assert state(page) == "Nothing is kept yet."
    assert page.get_by_role("searchbox").count() == 0
    context.set_offline(True)
    page.goto(NEVER_READ)
    assert "is not kept in this browser" in page.locator("#instead").inner_text()


def test_what_arrived_before_the_site_went_away_is_used_and_said_and_the_rest_comes_later(page, context):
    first_visit(page)
    page.goto("/offline/")
    page.route(f"**{SECTION}", lambda route: route.abort())
    page.get_by_role("button", name=KEEP).click()
    page.get_by_role("button", name="Continue").wait_for()
    assert "It could not be fetched whole" in page.locator("#notice").inner_text()
    assert state(page) == "Comprehensive Rules of 19 January 2018, kept in part: 2 of 3 pages."
    page.get_by_role("searchbox").fill("701.15a")
    assert page.locator("#found > li").count() == 1
    page.unroute(f"**{SECTION}")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Continue").wait_for(state="hidden")
    expect(page.locator("#state")).to_contain_text(", kept on ")


def test_a_changed_library_can_be_brought_up_to_date(page, own_site):
    keep(page, own_site.address)
    manage(own_site, "shell", "-v0", "-c", "from rulesite.reading.freshness import touch; touch()")
    page.reload()
    update = page.get_by_role("button", name="Bring it up to date")
    update.wait_for()
    assert page.locator("#notice").inner_text() == "The site has changed since."
    assert ", kept on " in state(page)
    update.click()
    update.wait_for(state="hidden")
    expect(page.locator("#state")).to_contain_text(", kept on ")
    assert page.evaluate("caches.keys().then((names) => names.filter((name) => name.startsWith('edition-')).length)") == 1


def test_no_search_and_nothing_of_the_admin_is_kept(page):
    first_visit(page)
    page.goto("/admin/login/")
    page.goto("/search/?q=cost")
    page.goto("/games/")
    until_kept(page, "/games/")
    assert [address for address in kept(page) if "/admin/" in address or "/search/" in address] == []


def test_pages_made_for_a_maintainer_are_not_kept(page, own_site):
    first_visit(page, own_site.address + READ)
    manage(own_site, "createsuperuser", "--noinput", "--username", "keeper", "--email", "", password="a long password")
    page.goto(f"{own_site.address}/admin/login/?next={NEVER_READ}")
    page.get_by_label("Username").fill("keeper")
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Admin", exact=True).wait_for()
    page.goto(f"{own_site.address}/games/")
    page.context.clear_cookies()
    page.goto(f"{own_site.address}/cr/")
    until_kept(page, "/cr/")
    assert [address for address in kept(page) if NEVER_READ in address or "/games/" in address] == []


@pytest.mark.slow
def test_no_more_than_sixty_pages_are_kept_the_last_ones(page):
    first_visit(page)
    for visit in range(60):
        page.goto(f"{READ}?visit={visit}", wait_until="commit")
    until_kept(page, f"{READ}?visit=59")
    pages = [address.partition("?visit=")[2] for address in kept(page, "visited-")]
    assert len(pages) == 60
    assert pages[0] == "0"


def test_a_new_release_drops_what_earlier_ones_kept_but_not_the_edition(page):
    page.goto("/robots.txt")
    page.evaluate("Promise.all(['shell-earlier', 'visited-earlier', 'edition-earlier'].map((name) => caches.open(name)))")
    first_visit(page)
    names = page.evaluate("caches.keys()")
    assert [name for name in names if name.endswith("-earlier")] == ["edition-earlier"]
    assert len(names) == 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_offline_page_with_something_kept_and_found(page, axe, theme):
    page.emulate_media(color_scheme=theme)
    keep(page)
    page.get_by_role("searchbox").fill("library")
    page.locator("#found mark").first.wait_for()
    axe(page)


def test_the_bar_is_plain_to_everyone(page, context, axe):
    keep(page)
    context.set_offline(True)
    page.goto(SECTION)
    page.locator(".offline-bar").wait_for()
    axe(page)


@pytest.mark.documents
def test_the_newest_real_edition_is_kept_whole_with_its_glossary(page, context, real_site):
    keep(page, real_site, label="Keep the edition of")
    context.set_offline(True)
    edition = page.evaluate("Kept.best().then(({ about }) => about.edition)")
    page.goto(f"{real_site}/{edition}/glossary/trample/")
    assert 0 <= top(page, "trample") < 400
    page.goto(f"{real_site}/{edition}/702.19b/")
    assert page.locator(".provision.current").get_attribute("id") == "702.19b"
    page.goto(f"{real_site}/search/?q=trample")
    assert page.locator("#found > li").first.get_by_role("link").inner_text().endswith("Trample")
