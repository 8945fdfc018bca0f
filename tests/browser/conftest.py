"""A real browser on a real server: Debian's Chromium, and the site as ``manage.py serve`` serves it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser import repeated
from tests.browser.serving import CHROMIUM, PATIENCE, QUIET, served_copy
from tests.browser.sharing import Shared
from tests.browser.watching import watched
from tests.libraries import built, played

# Playwright's loop runs in the thread that other tests of the same worker ask the database from.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

expect.set_options(timeout=PATIENCE)
_ALL: dict[str, object] = {"rules": {"target-size": {"enabled": True}}}
_COLOURS: dict[str, object] = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What axe-core is asked: every rule, or those of colours."""


def pytest_collection_modifyitems(items):
    """What drives a browser is marked so, and skipped, with the reason, where none is installed."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no chromium on this machine (Debian's package chromium)"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """The browser that is installed; ``--no-sandbox`` because CI runs as root."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": QUIET}


@pytest.fixture(scope="session")
def site(tmp_path_factory, pocket_folder) -> Iterator[str]:
    """The address of a running site with the pocket edition in it."""
    with served_copy(played("pocket", pocket_folder), tmp_path_factory.mktemp("site") / "var") as address:
        yield address


@pytest.fixture(scope="session")
def own_site(tmp_path_factory, pocket_folder) -> Iterator[SimpleNamespace]:
    """A site of the tests' own: they may change it, as long as it offers the same edition afterwards."""
    data = tmp_path_factory.mktemp("own") / "var"
    with served_copy(played("pocket", pocket_folder), data) as address:
        yield SimpleNamespace(address=address, data=data)


@pytest.fixture(scope="session")
def real_site(tmp_path_factory, documents) -> Iterator[str]:
    """The address of a running site with all the real documents in it."""
    with served_copy(built("real", documents), tmp_path_factory.mktemp("real") / "var") as address:
        yield address


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args, site):
    """Pages are named by their paths; they come from the site, not from what a service worker kept."""
    viewport = {"width": 1280, "height": 800}
    return {**browser_context_args, "base_url": site, "viewport": viewport, "service_workers": "block"}


@pytest.fixture(scope="session")
def lent(browser: Browser) -> Iterator[Shared]:
    """The contexts that one test has after another."""
    shared = Shared(browser)
    yield shared
    shared.close()


@pytest.fixture
def context(lent: Shared, browser_context_args, request) -> Iterator[BrowserContext]:
    """A context in which nothing is left of the test before: one that is asked for by a mark is of the test's own."""
    if request.node.get_closest_marker("browser_context_args"):
        yield request.getfixturevalue("new_context")()
        return
    with lent.context(browser_context_args) as context:
        yield context


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page whose scripts must not fail."""
    with watched(page):
        yield page


@dataclass
class Held:
    """Requests of a page that wait until the test lets them go."""

    page: Page
    waiting: list[Route]

    def next(self) -> Route:
        """The first request that came and waits; waits for it to come."""
        for _ in range(PATIENCE // 20):
            if self.waiting:
                return self.waiting.pop(0)
            self.page.wait_for_timeout(20)
        raise AssertionError("no such request came")


@pytest.fixture
def hold():
    """Holds the requests for an address back: ``hold(page, "**/card/").next().continue_()``."""

    def holding(page: Page, address: str) -> Held:
        held = Held(page, [])
        page.route(address, lambda route: held.waiting.append(route))
        return held

    return holding


@pytest.fixture
def axe():
    """Asserts that axe-core finds nothing to complain of in a page, by the rules of WCAG 2.2 AA and its own: of every
    kind of thing there the first few are looked at."""

    def check(page: Page) -> None:
        with repeated.taken_out(page):
            _ask_axe(page, _ALL)

    return check


@pytest.fixture
def axe_in_both_themes():
    """Asserts the same in the light, and in the dark what depends on colours."""

    def check(page: Page) -> None:
        with repeated.taken_out(page):
            page.emulate_media(color_scheme="light")
            _ask_axe(page, _ALL)
            page.emulate_media(color_scheme="dark")
            _ask_axe(page, _COLOURS)

    return check


def _ask_axe(page: Page, rules: dict[str, object]) -> None:
    script = "0" if page.evaluate("'axe' in window") else AXE_SCRIPT
    found = Axe(script).run(page, options={"resultTypes": ["violations"], **rules})
    assert not found.violations_count, f"{page.url}\n{found.generate_report()}"
