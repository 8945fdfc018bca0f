"""The answer to a search: on a phone it is in sight, the filters are one button, and it can be copied with its citation."""

import pytest
from playwright.sync_api import expect

PHONE = {"width": 360, "height": 740}


def test_on_a_phone_the_answer_is_in_sight_and_the_filters_are_one_button(page, axe):
    page.set_viewport_size(PHONE)
    page.goto("/search/?q=additional+cost")
    assert page.locator(".answer-card, .definition").first.bounding_box()["y"] < 500
    kinds = page.get_by_role("navigation", name="Kinds of results")
    expect(kinds).to_be_hidden()
    page.get_by_text("Filters").click()
    expect(kinds).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    axe(page)


def test_where_there_is_room_the_filters_need_no_button(page):
    page.goto("/search/?q=additional+cost")
    expect(page.get_by_role("navigation", name="Kinds of results")).to_be_visible()
    expect(page.get_by_text("Filters", exact=True)).to_be_hidden()


@pytest.mark.browser_context_args(permissions=["clipboard-read", "clipboard-write"])
def test_the_answer_is_copied_with_its_citation_and_address(page, site):
    page.goto(f"{site}/search/?q=additional+cost")
    card = page.locator(".answer-card")
    card.get_by_role("button", name="Copy with citation").click()
    expect(card.get_by_role("status")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert card.locator(".answer-cite").inner_text() in copied
    assert copied.rstrip().split()[-1].startswith(site)
    assert len(copied.splitlines()) >= 3
