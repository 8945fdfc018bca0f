"""Without a network: what was read stands, and what was not says so."""

from __future__ import annotations

import re
import threading

import pytest
from playwright.sync_api import expect

from tests.browser.gateway import Gateway
from tests.browser.offline import (
    NEVER_READ,
    READ,
    SECTION,
    bar,
    first_visit,
    instead,
    keep,
    kept,
    manage,
    settled,
    state,
    until_kept,
    working,
)

pytestmark = [pytest.mark.slow(seconds=40), working]


@pytest.fixture
def gateway(site):
    """A door before the site."""
    with Gateway(site) as running:
        yield running


def test_after_one_visit_the_visited_page_and_the_offline_page_stand(page, context):
    first_visit(page)
    context.set_offline(True)
    page.reload()
    expect(page.locator("[id='409.1b']")).to_be_visible()
    bar(page).to_contain_text("Offline. You are reading this page as it was on ")
    page.locator(".offline-bar").get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reading offline")
    page.locator("#visited").get_by_role("link", name="409.1b").click()
    page.wait_for_url(f"**{READ}")


def test_a_page_stands_when_the_site_is_down(page, gateway):
    first_visit(page, gateway.address + READ)
    gateway.close()
    page.reload()
    expect(page.locator("[id='409.1b']")).to_be_visible()
    bar(page).to_contain_text("Offline.")


def test_a_page_that_is_not_kept_says_so(page, context):
    first_visit(page)
    context.set_offline(True)
    page.goto(NEVER_READ)
    instead(page).to_contain_text(f"{NEVER_READ} is not kept in this browser")
    state(page).to_have_text("Nothing is kept yet.")


def test_with_a_connection_no_page_has_the_bar(page):
    first_visit(page)
    page.reload()
    expect(page.locator(".offline-bar")).to_have_count(0)


def test_the_bar_comes_and_goes_with_the_connection(page, context):
    first_visit(page)
    context.set_offline(True)
    page.locator(".offline-bar").wait_for()
    context.set_offline(False)
    page.locator(".offline-bar").wait_for(state="detached")


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


@pytest.mark.thorough("sixty visits")
def test_no_more_than_sixty_pages_are_kept_the_last_ones(page):
    first_visit(page)
    for visit in range(60):
        page.goto(f"{READ}?visit={visit}", wait_until="commit")
    until_kept(page, f"{READ}?visit=59")
    settled(page, lambda: len(kept(page, "visited-")) <= 60)  # what is over goes after the last has come
    pages = {address.partition("?visit=")[2] for address in kept(page, "visited-")}
    assert pages == {str(visit) for visit in range(60)}


def test_what_the_last_release_kept_of_a_page_and_its_scripts_is_still_read(page, context):
    page.goto("/robots.txt")
    old = "/static/reading/old.0123456789ab.js"
    page.evaluate(
        """async ([page, script]) => {
            const html = new Response("<title>Old</title><p>As it was", { headers: { "Content-Type": "text/html" } });
            await (await caches.open("visited-earlier")).put(page, html);
            const source = new Response("export const age = 7;", { headers: { "Content-Type": "text/javascript" } });
            await (await caches.open("shell-earlier")).put(script, source);
        }""",
        [NEVER_READ, old],
    )
    first_visit(page)
    assert page.evaluate("(script) => import(script).then(({ age }) => age)", old) == 7
    context.set_offline(True)
    page.goto(NEVER_READ)
    expect(page.get_by_text("As it was")).to_be_visible()


def test_a_worker_that_could_not_be_installed_is_installed_by_the_next_visit(page, gateway):
    sheet = re.search(r'"(/static/offline/offline[^"]*)"', page.request.get(f"{gateway.address}/sw.js").text())[1]
    gateway.missing.add(sheet)
    page.goto(gateway.address + READ)
    settled(page, lambda: sheet in gateway.refused)
    page.wait_for_function(
        """() => navigator.serviceWorker.getRegistration().then((found) => !found?.installing && !found?.active)"""
    )
    assert kept(page) == []
    gateway.missing.clear()
    first_visit(page, gateway.address + READ)


def test_a_slow_site_is_called_slow_where_a_copy_is_shown(page, gateway):
    first_visit(page, gateway.address + READ)
    gateway.hold()
    page.reload(wait_until="commit")
    bar(page).to_have_text(re.compile(r"^The site is slow to answer\. You are reading this page as it was on "))
    gateway.let_go()
    page.get_by_role("button", name="Load again").click()
    page.locator(".offline-bar").wait_for(state="detached")


def test_a_slow_site_is_waited_for_where_nothing_is_kept(page, gateway):
    first_visit(page, gateway.address + READ)
    gateway.hold()
    threading.Timer(6, gateway.let_go).start()
    page.goto(gateway.address + NEVER_READ)
    expect(page.locator("[id='701.15a']")).to_be_visible()
    expect(page.locator(".offline-bar")).to_have_count(0)


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_gateway_with_nobody_behind_it_is_no_answer(page, gateway, status):
    first_visit(page, gateway.address + READ)
    gateway.status = status
    page.reload()
    expect(page.locator("[id='409.1b']")).to_be_visible()
    bar(page).to_have_text(re.compile(r"^Offline\. "))


def test_an_error_of_the_site_is_shown_and_not_kept(page, gateway):
    first_visit(page, gateway.address + READ)
    gateway.status = 500
    assert page.reload().status == 500
    gateway.status = 0
    page.goto(f"{gateway.address}/nowhere/")
    page.goto(f"{gateway.address}/games/")
    until_kept(page, "/games/")
    assert [address for address in kept(page, "visited-") if "nowhere" in address] == []
    gateway.status = 503
    page.goto(gateway.address + READ)
    expect(page.locator("[id='409.1b']")).to_be_visible()


def test_a_page_that_is_gone_is_forgotten(page, gateway):
    first_visit(page, gateway.address + READ)
    gateway.missing.add(READ)
    page.reload()
    page.wait_for_function("(path) => caches.match(path).then((found) => !found)", arg=READ)


def test_a_page_found_by_typing_is_the_same_page(page, context):
    first_visit(page)
    page.goto(f"{SECTION}?asked=701")
    until_kept(page, SECTION)
    context.set_offline(True)
    page.goto(SECTION)
    expect(page.locator("[id='701.15a']")).to_be_visible()


def test_the_bar_is_plain_to_everyone(page, context, axe):
    keep(page)
    context.set_offline(True)
    page.goto(SECTION)
    page.locator(".offline-bar").wait_for()
    axe(page)
