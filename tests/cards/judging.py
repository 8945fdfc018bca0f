"""``python -m tests.cards.judging``: how the labelled queries of the shelf are answered on the page of results.

The place of an answer is counted on the page, cards, rulings and rules in the order in which they stand.
"""

from __future__ import annotations

import os
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
django.setup()

from bs4 import BeautifulSoup  # noqa: E402
from django.test import Client  # noqa: E402

_FILE = Path(__file__).with_name("queries") / "shelf.toml"
_WITHIN = 5


def queries() -> list[dict[str, Any]]:
    """The labelled queries."""
    rows: list[dict[str, Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))["query"]
    return rows


def shown(client: Client, query: str) -> Iterator[tuple[str, str, str]]:
    """Yield kind, number and words of each answer on the page, from the top; a page that a query leads to is one."""
    response = client.get("/search/", {"q": query})
    if response.status_code == 302:
        address = response["Location"]
        kind = "card" if address.startswith("/cards/") else "rule"
        page = BeautifulSoup(client.get(address.partition("#")[0], follow=True).content, "html.parser")
        number = address.partition("?")[0].rstrip("/").rpartition("/")[2]
        title = page.h1.get_text(" ", strip=True)
        yield kind, address.partition("#")[2] or number, title
        return
    page = BeautifulSoup(response.content, "html.parser")
    for row in page.main.select(".card-hits .card-list a, .ruling-row, li.hit"):
        if row.name == "a":
            yield "card", "", row.get_text()
        elif "ruling-row" in row["class"]:
            yield "ruling", "", " ".join(row.select_one(".ruling-words p").get_text().split())
        else:
            number = row.select_one("h2 .nr").get_text(strip=True).replace("\u200b", "")
            kind = row.h2.a["href"].split("/")[1]
            yield kind, number, row.select_one("h2").get_text(" ", strip=True)


def place(row: dict[str, Any], answers: list[tuple[str, str, str]]) -> tuple[int | None, int | None]:
    """The place of the first right answer on the page, and among the answers of its kind."""
    counts: dict[str, int] = defaultdict(int)
    for nth, (kind, number, words) in enumerate(answers, 1):
        counts[kind] += 1
        for label in (*row["first"], *row.get("within", ())):
            if _fits(label, kind, number, words):
                return nth, counts[kind]
    return None, None


def _fits(label: str, kind: str, number: str, words: str) -> bool:
    named, colon, text = label.partition(":")
    if named == "glossary":
        return (
            kind not in ("card", "ruling") and words.casefold().endswith(text.casefold()) and not number[:1].isdigit()
        )
    if colon:
        plain = words.replace("’", "'").casefold()
        if named == "card":
            return kind == "card" and plain == text.casefold()
        return named == kind and (plain.startswith(text.casefold()) if kind == "ruling" else text.casefold() in plain)
    return kind not in ("card", "ruling") and (
        number.startswith(label[:-1]) if label.endswith("*") else number == label
    )


def main() -> None:
    """Print the shares of each kind, and every query that is not answered within five."""
    client = Client(headers={"host": "localhost"})
    places: dict[str, list[tuple[int | None, int | None]]] = defaultdict(list)
    for row in queries():
        answers = list(shown(client, row["q"]))
        at = place(row, answers)
        for kind in (row["kind"], "all"):
            places[kind].append(at)
        if (at[0] or 99) > _WITHIN:
            print(
                f"{row['kind']:7} {row['q']:50} {at}  {[(kind, number, words[:30]) for kind, number, words in answers[:3]]}"
            )
    for kind, rows in places.items():
        shares = [
            sum((at[part] or 99) <= most for at in rows) / len(rows)
            for part, most in ((0, 1), (0, _WITHIN), (1, _WITHIN))
        ]
        print(
            f"{kind:7} {len(rows):4}  first {shares[0]:.3f}  within five {shares[1]:.3f}  of its kind {shares[2]:.3f}"
        )


if __name__ == "__main__":
    main()
