"""Looking at pages as a reader does."""

from __future__ import annotations

from collections import defaultdict

from bs4 import BeautifulSoup, Tag

from rulesite.reading.caching import receivers
from rulesite.reading.pages.sections import contents_of
from rulesite.reading.precomputed import store
from rulesite.rulebook.models import Edition, Library, RuleVersion


def read(client, url: str, status: int = 200) -> BeautifulSoup:
    """The page at an address, parsed; its status is checked."""
    response = client.get(url)
    assert response.status_code == status, f"{url}: {response.status_code}"
    return BeautifulSoup(response.content, "html.parser")


def words(found: Tag | None) -> str:
    """The words of a part of a page, white space folded."""
    assert found is not None
    return " ".join(found.get_text(" ").split())


def provision(page: BeautifulSoup, key: str) -> Tag:
    """The article of a provision on a section's page."""
    found = page.find("article", id=key)
    assert isinstance(found, Tag), f"no article {key}"
    return found


def links(found: Tag) -> dict[str, str]:
    """The links of a part of a page: their words and where they lead."""
    return {words(link): link["href"] for link in found.find_all("a")}


def faults(page: BeautifulSoup) -> list[str]:
    """What no page may have: headings missing or skipped, an id twice, pictures or fields without a name."""
    found = []
    if len(page.find_all("h1")) != 1:
        found.append(f"{len(page.find_all('h1'))} h1")
    if len(page.find_all("main")) != 1:
        found.append("no main, or two")
    if not words(page.title):
        found.append("no title")
    ids = [tag["id"] for tag in page.find_all(id=True)]
    found += [f"id {name!r} twice" for name in sorted({name for name in ids if ids.count(name) > 1})]
    labelled = {label.get("for") for label in page.find_all("label")}
    for field in page.find_all(["input", "select"]):
        if field.get("type") != "hidden" and field.get("id") not in labelled and not field.find_parent("label"):
            found.append(f"a field without a label: {field.get('name')}")
    found += ["a link inside a link" for link in page.find_all("a") if link.find_parent("a")]
    found += [f"an inline style: {tag.name}" for tag in page.find_all(style=True)]
    found += ["an inline script" for script in page.find_all("script") if not script.get("src")]
    found += ["a nameless nav" for nav in page.find_all("nav") if not nav.get("aria-label", nav.get("aria-labelledby"))]
    return found


def sides(shown: Tag) -> tuple[str, str]:
    """The earlier and the later text, read off a difference as a page marks it."""

    def text(without: str) -> str:
        return "".join(str(piece) for piece in shown.find_all(string=True) if piece.find_parent(without) is None)

    return text("ins"), text("del")


def prepare_all() -> list[Edition]:
    """Prepare everything that is missing; returns the editions."""
    editions = store.missing()
    for edition in editions:
        store.prepare(edition)
    store.prepare_games(editions)
    receivers.invalidate()
    return editions


def alike(edition: Edition) -> list[list[RuleVersion]]:
    """The provisions of an edition, those of one kind that one page shows together: the one with the longest text
    first, which is looked at for all of them."""
    whole, found = contents_of(edition, Library.current()), defaultdict(list)
    for row in edition.versions.select_related("edition__document", "wording"):
        leaf = whole.leaf_of(row)
        found[leaf.key if leaf else "", row.kind].append(row)
    return [sorted(rows, key=lambda row: -len(row.text)) for rows in found.values()]


def spread(edition: Edition) -> list[RuleVersion]:
    """One provision for all of its like, so that no page of an edition is left out, nor a kind of provision on it."""
    return [first for first, *_ in alike(edition)]
