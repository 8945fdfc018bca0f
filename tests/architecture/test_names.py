"""A module's name says what it does: no name stands twice in the packages, except where a framework gives it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Names that Django looks for.
GIVEN = {"__init__", "admin", "apps", "models", "urls", "settings"}
# In these a module is called after the thing that it stores, shows, lists or runs.
QUALIFIED = {"models", "views", "admin", "commands", "templatetags", "migrations"}
# What a card can say is declared, built and printed chapter by chapter, under the nouns of the chapters.
CHAPTERS = ("rulesite/engine/abilities", "rulesite/engine/cardtext", "rulesite/engine/language")


def names() -> Counter[str]:
    """How often each name is given to a module that may choose its own."""
    found: Counter[str] = Counter()
    for package in ("rulesite", "ingest"):
        for path in (ROOT / package).rglob("*.py"):
            folder = path.parent.relative_to(ROOT)
            chosen = path.stem not in GIVEN and folder.name not in QUALIFIED
            if chosen and not folder.as_posix().startswith(CHAPTERS):
                found[path.stem] += 1
    return found


def test_no_name_has_two_meanings():
    assert {name for name, times in names().items() if times > 1} == set()
