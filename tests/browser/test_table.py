"""The table in a browser: played with the keyboard without loading the page, and accessible in both themes."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

SHOTS = os.environ.get("SHOTS", "")


def shot(page: Page, name: str) -> None:
    """Keep a picture, if a folder for them is named."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def settled(page: Page) -> None:
    """Wait for the table, as the page says: the first game of a site waits for what plays it to be loaded."""
    for _ in range(30):
        if not page.get_by_role("link", name="Try again").count():
            return
        page.wait_for_timeout(2_000)
        page.get_by_role("link", name="Try again").click()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_table_is_set_and_played_without_a_reload(page: Page, axe_in_both_themes, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/table/")
    shot(page, f"begin-{width}")
    axe_in_both_themes(page)
    page.get_by_role("button", name="Set the table").click()
    settled(page)
    expect(page.get_by_role("heading", name="Ann may act")).to_be_visible()
    page.evaluate("window.before = true")
    page.get_by_role("button", name=re.compile("^Ann plays Bolt")).press("Enter")
    heading = page.get_by_role("heading", name="Ann has to choose for Bolt")
    expect(heading).to_be_focused()
    page.get_by_role("button", name="Wolf", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Ann may act")).to_be_focused()
    page.get_by_role("button", name="All pass").press("Enter")
    expect(page.locator(".course")).to_contain_text("Wolf")
    assert page.evaluate("window.before"), "the page was loaded again"
    page.get_by_text("Why not?").click()
    shot(page, f"played-{width}")
    axe_in_both_themes(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.reload()
    settled(page)
    expect(page.get_by_role("heading", name="Ann may act")).to_be_visible()
    address = page.url
    page.goto("/table/")
    page.get_by_role("link", name="Go on with your last position").click()
    assert page.url == address


def test_a_browser_without_a_last_position_is_offered_none(page: Page):
    page.goto("/table/")
    expect(page.get_by_role("button", name="Set the table")).to_be_visible()
    expect(page.get_by_role("link", name="Go on with your last position")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_layers_and_two_days_are_accessible(page: Page, axe_in_both_themes, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/table/")
    page.get_by_label("In play").first.fill("Bear 2/2\nAnthem | Enchantment {W} | Creatures you control get +1/+1.")
    page.get_by_role("button", name="Set the table").click()
    settled(page)
    page.get_by_text("Layers", exact=False).first.click()
    expect(page.locator(".layers table")).to_contain_text("Anthem")
    shot(page, f"layers-{width}")
    axe_in_both_themes(page)
    page.get_by_role("button", name="Compare with this day").click()
    settled(page)
    expect(page.get_by_role("heading", name="The same comes of both")).to_be_visible()
    shot(page, f"two-days-{width}")
    axe_in_both_themes(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
