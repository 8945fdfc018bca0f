"""Words of plain speech, and the words of the rules that come near to them.

They lie in ``everyday_words.toml``.  A text that has such a word instead of the one that was asked for counts as having
something of that; so that what was asked in a player's words finds the rule that says it in its own.  What means
exactly one thing of the rules is no matter of more or less and stands in `synonyms`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rulesite.search import analysis

_FILE = Path(__file__).with_name("everyday_words.toml")


def near(stem: str) -> tuple[str, ...]:
    """The stems of the rules' words for a stem of plain speech; none for most.

    >>> near(analysis.stem("arrives")) == tuple(analysis.stems("enters")), near(analysis.stem("trample"))
    (True, ())
    """
    return _near().get(stem, ())


def words() -> frozenset[str]:
    """The stems of all words of plain speech that are known."""
    return frozenset(_near())


@cache
def _near() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for word, said in tomllib.loads(_FILE.read_text(encoding="utf-8")).items():
        stem = analysis.stem(word)
        found.setdefault(stem, {}).update((other, None) for other in analysis.stems(said) if other != stem)
    return {stem: tuple(said) for stem, said in found.items()}
