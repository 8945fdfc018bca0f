"""Watching what the scripts of a page say of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from tests.browser.serving import PATIENCE


@contextmanager
def watched(page: Page) -> Iterator[Page]:
    """A page whose scripts must not fail: an error in the console fails the test."""
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.set_default_timeout(PATIENCE)
    yield page
    unexpected = [said for said in troubles if not said.startswith("Failed to load resource: ")]
    assert not unexpected
