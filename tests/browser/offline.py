"""Reading without a network, as tests drive it: pages that are read until they are kept, and the edition that is kept."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests import data_folders
from tests.browser.serving import PATIENCE
from tests.libraries import ROOT

READ, SECTION, NEVER_READ = "/cr/2006-10-01/409.1b/", "/cr/2018-01-19/701/", "/cr/2018-01-19/701.15a/"
WORKING = {"service_workers": "allow"}
working = pytest.mark.browser_context_args(**WORKING)
"""Marks tests in whose browser the worker runs."""
KEEP = "Keep the edition of 19 January 2018 for reading offline"


def first_visit(page, address=READ):
    """Read a page in a fresh browser, until the worker has kept it."""
    page.goto(address)
    until_kept(page, address)


def until_kept(page, address):
    """Wait until the worker has kept a page."""
    page.evaluate(
        """async (address) => {
            for (let tries = 0; !(await caches.match(address)); tries += 1) {
                if (tries > 1200) throw new Error("it is not kept");
                await new Promise((resolve) => { setTimeout(resolve, 50); });
            }
        }""",
        address,
    )


def settled(page, so):
    """Wait until something is so."""
    for _ in range(PATIENCE // 50):
        if so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never was so")


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
    """Run a command of a site of the tests' own."""
    environment = data_folders.environment(site.data) | {"DJANGO_SUPERUSER_PASSWORD": password}
    subprocess.run([sys.executable, "manage.py", *arguments], env=environment, cwd=ROOT, check=True)


def state(page):
    """Where the page says what is kept."""
    return expect(page.locator("#state"))


def instead(page):
    """Where the page says what it is shown instead of."""
    return expect(page.locator("#instead"))


def bar(page):
    """The bar at the foot of a page."""
    return expect(page.locator(".offline-bar"))


def current(page):
    """The provision that the page is about."""
    return expect(page.locator(".provision.current"))


def until_read(page, key):
    """Wait until a provision begins near the upper edge of the window."""
    page.wait_for_function(
        "key => { const { top } = document.getElementById(key).getBoundingClientRect(); return top >= 0 && top < 400; }",
        arg=key,
    )
