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
