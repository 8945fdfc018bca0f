"""One context for many tests: a process for the pages of each test, and scripts read anew, would take longer than most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError

_FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
_PATIENCE = 5_000  # milliseconds for a page to close: one that was on its way to another may never say that it did


class Shared:
    """Contexts that are lent to one test after another, each kind of them once.

    A context comes back as it was: its pages are closed, and what they stored, cookies and permissions go. Where a test
    had anything answered otherwise than by the site, or its script put into what is opened, the context itself goes:
    nothing that was held back or made up is there for the next. So it does where putting it back fails.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._waiting: dict[str, _Kept] = {}

    @contextmanager
    def context(self, arguments: dict[str, Any]) -> Iterator[BrowserContext]:
        """A context with these arguments, for as long as this lasts."""
        kind = repr(sorted(arguments.items()))
        kept = self._waiting.pop(kind, None) or _Kept(self._browser.new_context(**arguments), arguments["base_url"])
        try:
            yield kept.context
            if not kept.changed and kept.put_back():
                self._waiting[kind] = kept
        finally:
            if self._waiting.get(kind) is not kept:
                kept.context.close()

    def close(self) -> None:
        """Close those that nobody has."""
        for kept in self._waiting.values():
            kept.context.close()


def _closed(page: Page) -> bool:
    """Close a page and return whether it closed in time. To be asked to is waited for here: to close it would be without end."""
    try:
        with page.expect_event("close", timeout=_PATIENCE):
            page.close(run_before_unload=True)
    except TimeoutError:
        return False
    return True


class _Kept:
    """A context, with a page for each address of a site that was read in it: while that is open, its process stays."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context = context
        self.changed = False
        self._staying: dict[str, Page] = {}
        self._read = {site}
        self._stay()
        for changing in ("route", "add_init_script", "expose_function", "expose_binding", "set_offline"):
            self._watch(context, changing)
        context.on("page", self._opened)

    def put_back(self) -> bool:
        """Make it what it was when it was new; return whether it is: a page that does not close stands in the way."""
        staying = set(self._staying.values())
        for page in self.context.pages:
            if page not in staying and not _closed(page):
                return False
        self._stay()
        for page in self._staying.values():
            page.evaluate(_FORGET)
        self.context.clear_cookies()
        self.context.clear_permissions()
        return True

    def _stay(self) -> None:
        """Have a page open at each address that was read."""
        for site in self._read - self._staying.keys():
            page = self.context.new_page()
            page.goto(f"{site}/robots.txt")
            self._staying[site] = page

    def _opened(self, page: Page) -> None:
        """Look at a page of a test: where it is, and whether it is told to be otherwise than others."""
        for changing in ("route", "add_init_script", "expose_function", "expose_binding"):
            self._watch(page, changing)
        page.on("framenavigated", lambda frame: self._note(frame.url))

    def _note(self, address: str) -> None:
        place = urlsplit(address)
        if place.scheme in ("http", "https"):
            self._read.add(f"{place.scheme}://{place.netloc}")

    def _watch(self, changed: BrowserContext | Page, name: str) -> None:
        """Note when a test has something done that closing its pages does not undo."""
        do: Callable[..., Any] = getattr(changed, name)

        def noted(*arguments: Any, **named: Any) -> Any:
            self.changed = True
            return do(*arguments, **named)

        setattr(changed, name, noted)
