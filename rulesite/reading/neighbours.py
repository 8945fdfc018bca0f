"""What stands before and after a page of the book: where turning it leads."""

from __future__ import annotations

from rulesite.reading.marking import rule_url
from rulesite.reading.outline import Entry, Leaf, Outline
from rulesite.rulebook.models import Edition


def neighbours(edition: Edition, outline: Outline, entry: Entry | None, leaf: Leaf | None) -> dict[str, object]:
    """Links to the previous and the next: chapter for a chapter, section for a section, provision for any other."""
    path = edition.get_absolute_url()
    if leaf is None and entry is not None:
        order: list[Entry | Leaf] = list(outline.chapters)
        here: Entry | Leaf = entry
    elif leaf is not None and (entry is None or entry is leaf.head):
        order, here = list(outline.leaves), leaf
    else:
        assert entry is not None  # noqa: S101 - a leaf without an entry was handled above
        at = entry.at
        before = next((e for e in reversed(outline.entries[:at]) if outline.leaf_of(e)), None)
        after = next((e for e in outline.entries[at + 1 :] if outline.leaf_of(e)), None)
        return {"previous": _link(path, before), "following": _link(path, after)}
    at = next(index for index, each in enumerate(order) if each is here)
    return {
        "previous": _link(path, order[at - 1] if at else None),
        "following": _link(path, order[at + 1] if at + 1 < len(order) else None),
    }


def _link(path: str, found: Entry | Leaf | None) -> tuple[str, str] | None:
    """URL and label of a neighbour."""
    if found is None:
        return None
    return rule_url(path, found.key), f"{found.key} {found.title}".strip()
