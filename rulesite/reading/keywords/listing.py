"""The list of terms and keywords of an edition from A to Z, with a filter."""

from __future__ import annotations

from html import escape

from django.utils.safestring import SafeString, mark_safe

from rulesite.reading.keywords import terms
from rulesite.reading.pages.sections import letters_of
from rulesite.reading.precomputed.typesetting import initial
from rulesite.rulebook.models import Edition, Library
from rulesite.text.glossary import fold


def letters(edition: Edition, library: Library | None, query: str = "") -> list[tuple[str, SafeString, int]]:
    """The letters that have terms: the letter, its terms with their definitions as HTML, and their number.

    ``query`` is a part of the names to list.
    """
    path = escape(edition.get_absolute_url())
    rows: dict[str, list[tuple[str, str]]] = {}
    for letter, entries in letters_of(edition):
        for slug, term, senses in entries:
            heading = terms.heading_of(term, edition, library)
            rows.setdefault(letter, []).append((term, _item(path, slug, term, heading, senses)))
    for heading in terms.keywords_of(edition, library):
        rule = f"<p>See {_number(path, heading)}.</p>"
        item = _item(path, heading.slug, heading.title, heading, rule)
        rows.setdefault(initial(heading.title), []).append((heading.title, item))
    listed = []
    for letter, items in sorted(rows.items()):
        shown = [item for name, item in items if fold(query) in fold(name)]
        if shown:
            listed.append((letter, mark_safe("".join(shown)), len(shown)))
    return listed


def former(edition: Edition, library: Library | None, query: str = "") -> list[tuple[str, str]]:
    """The terms that only earlier editions have, with their addresses."""
    return [(term, href) for term, href in terms.former_terms(edition, library) if fold(query) in fold(term)]


def _item(path: str, slug: str, term: str, heading: terms.Keyword | None, senses: str) -> str:
    number = f" {_number(path, heading)}" if heading else ""
    link = f'<a href="{path}glossary/{escape(slug)}/">{escape(term)}</a>'
    return f'<div id="{escape(slug)}"><dt>{link}{number}</dt><dd>{senses}</dd></div>'


def _number(path: str, heading: terms.Keyword) -> str:
    anchor = f"#{heading.key}" if heading.kind == "heading" else ""
    return f'<a class="nr" href="{path}{heading.key}/{anchor}">{escape(heading.number)}</a>'
