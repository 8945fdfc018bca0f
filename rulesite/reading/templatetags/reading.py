"""Tags and filters of the reading room's templates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import groupby
from operator import attrgetter

from django import template
from django.utils.dateformat import format as format_date
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from rulesite.reading.pages.source_text import line_url
from rulesite.reading.rendering import diffs
from rulesite.reading.rendering.wordings import anchor, rule_url, with_marks
from rulesite.rulebook.models import Edition
from rulesite.search.results.excerpts import Fragment
from rulesite.search.results.facets import Facet
from rulesite.text.emphasis import unmarked

register = template.Library()

_WORDS_IN_NUMBER = re.compile(r"(?<=\.)(?=[^\W\d]{2})")
_FORMATS = {"day": "j F Y", "month": "F Y", "year": "Y", "unknown": "Y?"}


@register.filter
def day(when: date, precision: str = "day") -> str:
    """A date for reading: 1 October 2006; only as precise as it is known.

    >>> day(date(2002, 10, 15), "month")
    'October 2002'
    """
    return format_date(when, _FORMATS.get(precision, "j F Y"))


@register.filter
def edition_date(edition: Edition) -> str:
    """The date of an edition, as precise as it is known."""
    return day(edition.effective, edition.precision)


@register.filter
def breakable(number: str) -> SafeString:
    """A number with a place to break the line before each word in it: A.20.Ruling.2.

    >>> breakable("A.20.Ruling.2"), breakable("702.19b")
    ('A.20.<wbr>Ruling.2', '702.19b')
    """
    return format_html_join(mark_safe("<wbr>"), "{}", ((part,) for part in _WORDS_IN_NUMBER.split(number)))


register.filter("with_symbols", with_marks)
register.filter("unmarked", unmarked)


register.simple_tag(diffs.marked, name="diff")


@register.simple_tag
def source_line(source_pk: int, line: int) -> str:
    """The URL of a line in the ledger of its source."""
    return line_url(source_pk, line)


@register.simple_tag
def provision_url(edition: Edition, key: str) -> str:
    """The URL of a provision, with the anchor that scrolls to it."""
    return rule_url(edition.get_absolute_url(), key)


register.filter("anchor", anchor)


@register.filter
def excerpted(pieces: Iterable[Fragment]) -> SafeString:
    """An excerpt of a text as HTML, with the query's words and the sentence that answers a question marked.

    >>> excerpted([Fragment("tap a ", False), Fragment("creature", True)])
    'tap a <mark>creature</mark>'
    >>> excerpted([Fragment("It may. ", False), Fragment("Two ", answers=True), Fragment("cards", True, answers=True)])
    'It may. <strong class="answers">Two <mark>cards</mark></strong>'
    """
    html = []
    for answers, run in groupby(pieces, key=attrgetter("answers")):
        marked_text = "".join(f"<mark>{text}</mark>" if marked else text for marked, text in map(_with_marks, run))
        html.append(f'<strong class="answers">{marked_text}</strong>' if answers else marked_text)
    return SafeString("".join(html))


def _with_marks(piece: Fragment) -> tuple[bool, SafeString]:
    return piece.marked, with_marks(piece.text)


@register.filter
def options(facets: Iterable[Facet], chosen: str) -> SafeString:
    """The values of a filter as the options of a list, in one string: a search of many editions has hundreds.

    >>> options([Facet("cr", "CR", 1200)], "cr")
    '<option value="cr" selected>CR (1,200)</option>'
    """
    return format_html_join(
        "",
        '<option value="{}"{}>{} ({})</option>',
        (
            (facet.value, SafeString(" selected" if facet.value == chosen else ""), facet.label, grouped(facet.count))
            for facet in facets
        ),
    )


@register.filter
def grouped(number: int) -> str:
    """A number with a comma between thousands.

    >>> grouped(30124)
    '30,124'
    """
    return f"{number:,}"
