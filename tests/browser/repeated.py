"""What repeats on a long page, which is taken out of it while something costly is asked of every kind of thing there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

ENOUGH = 5
"""How many of each kind stay."""
_TAKE_OUT = """(enough) => {
  const telling = /^(class|role|type|rel|scope|lang|tabindex|aria-(busy|current|disabled|expanded|hidden|pressed|selected))$/;
  const kinds = new Map();
  const name = (each, around) => {
    const said = [...each.attributes].map(({ name, value }) => (telling.test(name) ? `${name}=${value}` : name)).sort();
    const words = [...each.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    const kind = `${around} > ${[each.tagName, ...said].join("|")}${words ? " with words" : ""}`;
    kinds.set(each, kind);
    for (const child of each.children) name(child, kind);
  };
  const staying = new Map();
  const known = (each) => staying.get(kinds.get(each)) >= enough;
  const used = (each) => each.contains(document.activeElement) || each.matches(":target") || each.querySelector(":target");
  const gone = [];
  const look = (each) => {
    staying.set(kinds.get(each), (staying.get(kinds.get(each)) ?? 0) + 1);
    const alike = new Map();
    for (const { tagName } of each.children) alike.set(tagName, (alike.get(tagName) ?? 0) + 1);
    for (const child of each.children) {
      const many = alike.get(child.tagName) > enough && !child.matches("td, th");
      if (many && [child, ...child.querySelectorAll("*")].every(known) && !used(child)) gone.push(child);
      else look(child);
    }
  };
  name(document.body, "");
  look(document.body);
  const place = [scrollX, scrollY];
  const gaps = gone.map((each) => {
    const gap = new Comment();
    each.replaceWith(gap);
    return [gap, each];
  });
  return () => {
    for (const [gap, each] of gaps) gap.replaceWith(each);
    scrollTo({ left: place[0], top: place[1], behavior: "instant" });
  };
}"""
"""Takes out those of many siblings of one name in which there is nothing but what stays often enough elsewhere, and
gives what brings them back. A kind is what an element and all around it are called, with their classes and states, by
which attributes they have, and whether there are words in it."""


@contextmanager
def taken_out(page: Page) -> Iterator[None]:
    """For as long as this lasts a page has no more than the first few of what repeats."""
    bring_back = page.evaluate_handle(_TAKE_OUT, ENOUGH)
    try:
        yield
    finally:
        bring_back.evaluate("(back) => back()")
        bring_back.dispose()
