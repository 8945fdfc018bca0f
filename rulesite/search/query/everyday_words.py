"""Everyday words, and words of the rules with a similar meaning.

They are listed in ``everyday_words.toml``. A text that has a similar word instead of the one in the query is a partial
match, so that a question in everyday words finds the rule in its own wording. Words with exactly one equivalent in the
rules are in `synonyms` instead.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rulesite.search import analysis

_FILE = Path(__file__).with_name("everyday_words.toml")


def near(stem: str) -> tuple[str, ...]:
    """The stems of similar words of the rules for the stem of an everyday word; none for most.

    >>> near(analysis.stem("arrives")) == tuple(analysis.stems("enters")), near(analysis.stem("trample"))
    (True, ())
    """
    return _near().get(stem, ())


def words() -> frozenset[str]:
    """The stems of all listed everyday words."""
    return frozenset(_near())


@cache
def _near() -> Mapping[str, tuple[str, ...]]:
    near_stems: dict[str, dict[str, None]] = {}
    for word, stems in tomllib.loads(_FILE.read_text(encoding="utf-8")).items():
        stem = analysis.stem(word)
        near_stems.setdefault(stem, {}).update(
            (near_stem, None) for near_stem in analysis.stems(stems) if near_stem != stem
        )
    return {stem: tuple(stems) for stem, stems in near_stems.items()}
