"""Links to the previous and the next page of the book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rulesite.reading.pages.sections import Section
from rulesite.reading.precomputed.contents import Contents, Heading, Leaf, Location
from rulesite.reading.rendering.wordings import rule_url

T = TypeVar("T")
Link = tuple[str, str]
"""URL and label."""


def neighbours(path: str, contents: Contents, place: Location, section: Section | None) -> dict[str, Link | None]:
    """Links to the previous and the next: a chapter for a chapter, a section for a section, else a provision.

    ``path`` is that of the edition, ``section`` the section of the provision.
    """
    before: Heading | Leaf | None
    after: Heading | Leaf | None
    if place.leaf is None:
        before, after = _around(contents.chapters, [chapter.key for chapter in contents.chapters].index(place.key))
    elif place.of_leaf or section is None:
        before, after = _around(contents.leaves, place.leaf.at)
    else:
        before, after = section.neighbours(place.key, contents)
    return {"previous": _link(path, before), "following": _link(path, after)}


def _around(order: Sequence[T], at: int) -> tuple[T | None, T | None]:
    return order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None


def _link(path: str, found: Heading | Leaf | None) -> Link | None:
    """The URL and label of a neighbour."""
    if found is None:
        return None
    return rule_url(path, found.key), f"{found.key} {found.title}".strip()
