"""Filters that put descent and its differences into words and marks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from rulesite.reading.pages.other_editions import Appearance
from rulesite.reading.pages.timeline import anchor_of
from rulesite.reading.rendering import diffs
from rulesite.rulebook.descent.traversal import Hop
from rulesite.rulebook.models import Descent

register = template.Library()
register.filter("moment_anchor", anchor_of)

_BASES = {
    "stated": "a source tag says so",
    "same number": "the same number and the same words",
    "same words": "the same words under another number",
    "matched wording": "matched by wording and place",
    "asserted": "asserted by a person",
    "no match": "nothing matches",
}


@register.filter
def evidence(edge: Descent) -> str:
    """Why an edge is believed: its basis, its score, and any note.

    >>> evidence(Descent(basis="stated", score=1.0, kind="restates"))
    'a source tag says so; score 1.00'
    """
    text = f"{_BASES.get(edge.basis, edge.basis)}; score {edge.score:.2f}"
    if edge.doubtful:
        text += "; doubtful"
    return f"{text}; {edge.note}" if edge.note else text


@register.filter
def basis(name: str) -> str:
    """A basis in words."""
    return _BASES.get(name, name)


@register.filter
def turns(path: Sequence[Hop]) -> list[Hop]:
    """The steps of a path that are worth showing: both ends, and each that changed the number or the text."""
    shown = [
        hop
        for before, hop in pairwise(path)
        if hop is path[-1] or hop.version.number != before.version.number or _changed(hop)
    ]
    return [*path[:1], *shown]


def _changed(hop: Hop) -> bool:
    """Whether a step changed the text of a version, or more than the text."""
    return hop.edge is not None and hop.edge.kind != Descent.Kind.CONTINUES


@register.filter
def percent(share: float) -> str:
    """A share from 0 to 1 as a percentage.

    >>> percent(0.0834)
    '8.3 %'
    """
    return f"{100 * share:.1f} %"


@register.simple_tag
def change_to_next(appearances: Sequence[Appearance]) -> str:
    """The URL of a rule's change from the current edition to the next that has it; "" at the newest.

    ``appearances`` are newest first.
    """
    for later, earlier in pairwise(appearances):
        if earlier.current:
            compared = reverse("reading:compare", args=[earlier.document, earlier.day, later.day])
            return f"{compared}?{urlencode({'was': earlier.number})}"
    return ""


register.simple_tag(diffs.side, name="diff_side")
