"""``make screenshots``: the main pages, three widths and both themes, as pictures with a contact sheet.

Serves the data folder that ``$RULESITE_DATA`` names where it holds a library, else one made for the purpose with the
documents that are named, or the pocket edition.
"""

from __future__ import annotations

import argparse
import html
import os
import re
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.serving import CHROMIUM, QUIET, served
from tests.libraries import ROOT

_LOADING = 1_800
"""Seconds in which the documents must be loaded."""
WIDTHS = {360: 780, 768: 1024, 1440: 900}
"""Width and height of the windows, in CSS pixels."""
THEMES = ("light", "dark")
POCKET = {
    "home": "/",
    "section": "/dangelo/2002-10-15/A.4/",
    "rule": "/cr/2006-10-01/409.1b/",
    "history": "/cr/2006-10-01/409.1b/history/",
    "comparison": "/cr/compare/2006-10-01/2018-01-19/",
    "game": "/games/nested-triggers/#move-4",
    "search": "/search/?q=cost",
    "offline": "/offline/",
}
REAL = POCKET | {
    "section": "/cr/2018-01-19/603/",
    "rule": "/cr/2006-10-01/409.1b/",
    "history": "/cr/2018-01-19/603.2/history/",
    "comparison": "/cr/compare/2009-05-01/2009-07-11/",
    "search": "/search/?q=trample damage",
}
"""The eight main pages of each library."""
TYPED = "tra"
"""What is typed into the box on the page of results."""


def main() -> int:
    """Take the pictures and say where they are; 1 where a page has no answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", default="", help="documents to load first; else the pocket edition")
    parser.add_argument("--to", default=str(ROOT / "screenshots"), help="the folder for the pictures")
    given = parser.parse_args()
    if CHROMIUM is None:
        print("Chromium is needed (Debian's package chromium).", file=sys.stderr)
        return 1
    folder = Path(given.to)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    with _served(given.documents) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        pages = POCKET if "pocket edition" in _text(address) else REAL
        names = [
            name
            for width in WIDTHS
            for theme in THEMES
            for name in _shots(browser, address, pages, width, theme, folder)
        ]
        browser.close()
    (folder / "index.html").write_text(_sheet(list(pages)), encoding="utf-8")
    print(f"{len(names)} screenshots in {folder}; look at {folder / 'index.html'}")
    return 0


def _shots(
    browser: Browser, address: str, pages: dict[str, str], width: int, theme: str, folder: Path
) -> Iterator[str]:
    """Pictures of all the pages in one window; gives their names as they are made."""
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": WIDTHS[width]}, color_scheme=theme,  # type: ignore[arg-type]
        has_touch=width < 500, service_workers="block", reduced_motion="reduce",
    )  # fmt: skip
    page = context.new_page()
    for name, path in pages.items():
        answer = page.goto(path, wait_until="networkidle")
        if answer is None or not answer.ok:
            raise SystemExit(f"{path}: {answer.status if answer else 'no answer'}")
        if name == "search":
            _open_box(page)
        page.screenshot(path=folder / _file(name, width, theme))
        yield name
    context.close()


def _open_box(page: Page) -> None:
    """Type into the box until offers stand under it."""
    box = page.locator('form[role="search"] input[type="search"]').first
    box.fill("")
    box.press_sequentially(TYPED)
    page.get_by_role("option").first.wait_for()


def _file(name: str, width: int, theme: str) -> str:
    return f"{name}-{width:04}-{theme}.png"


def _sheet(names: list[str]) -> str:
    """The contact sheet: a row of pictures for each page."""
    rows = []
    for name in names:
        shown = [
            f'<figure><a href="{file}"><img src="{file}" alt="" height="420"></a><figcaption>{width} px, {theme}</figcaption></figure>'
            for theme in THEMES for width in WIDTHS for file in [_file(name, width, theme)]
        ]  # fmt: skip
        rows.append(f"<section><h2>{html.escape(name)}</h2><div>{''.join(shown)}</div></section>")
    style = "body{font:1rem sans-serif;margin:2rem}div{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0}img{border:1px solid #999}"
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>{style}</style>{"".join(rows)}</html>'


@contextmanager
def _served(documents: str) -> Iterator[str]:
    """The address of a site with the documents that were named, the library that there is, or the pocket edition."""
    kept = Path(os.environ.get("RULESITE_DATA", "")) if os.environ.get("RULESITE_DATA") else None
    arguments = ["--documents", documents] if documents else []
    with tempfile.TemporaryDirectory(prefix="rulesite-screenshots-") as made:
        data = kept if kept and (kept / "rulebook.sqlite3").exists() else Path(made) / "var"
        with served(data, *arguments, seconds=_LOADING) as address:
            yield address


def _text(address: str) -> str:
    """The words of the first page, in small letters."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        return re.sub(r"<[^>]+>|\s+", " ", answer.read().decode()).lower()


if __name__ == "__main__":
    sys.exit(main())
