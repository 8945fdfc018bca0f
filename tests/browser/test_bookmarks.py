"""Bookmarks are kept in the browser, listed on the first page, and read without a network."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline import first_visit, working

RULE = "/cr/2006-10-01/409.1b/"


def mark(page, name):
    page.keyboard.press("m")
    page.get_by_role("menuitem", name=name).click()
    expect(page.locator(".menu [role=status]")).to_have_text(re.compile("^Bookmark (added|removed)$"))
    page.keyboard.press("Escape")


def test_a_bookmark_is_made_listed_and_removed(page, axe):
    page.goto(RULE)
    mark(page, "Bookmark")
    page.goto("/")
    kept = page.get_by_role("region", name="Your bookmarks")
    expect(kept.get_by_role("link", name="CR 409.1b (2006-10-01)")).to_have_attribute(
        "href", f"{page.url.rstrip('/')}{RULE}#409.1b"
    )
    axe(page)
    kept.get_by_role("button", name="Remove CR 409.1b (2006-10-01)").click()
    expect(kept).to_be_hidden()
    page.goto(RULE)
    mark(page, "Bookmark")
    mark(page, "Remove bookmark")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(kept).to_be_hidden()


@working
@pytest.mark.slow(seconds=20)
def test_a_bookmarked_page_is_read_offline_though_its_visit_is_forgotten(page, context):
    first_visit(page, RULE)
    mark(page, "Bookmark")
    page.wait_for_function("async () => (await (await caches.open('bookmarks')).keys()).length === 1")
    page.evaluate(
        "async () => { for (const name of await caches.keys()) if (name.startsWith('visited-')) await caches.delete(name) }"
    )
    context.set_offline(True)
    page.goto("/offline/")
    page.get_by_role("region", name="Your bookmarks").get_by_role("link", name="CR 409.1b").click()
    expect(page.locator("article.current")).to_contain_text("409.1b")
