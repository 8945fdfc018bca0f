"""Rewordings: replacements of phrases in an example that don't affect its game.

They have three sources: the small table beside this module, each row with its reason; the book's own dictionary,
learned from descent or glossaries, without struck pairs; and general rules for every text
(`rulesite.text.paraphrasing`).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from rulesite.rulebook.models import PhrasePair
from rulesite.text import paraphrasing
from rulesite.text.paraphrasing import Saying, Sayings

TABLE = Path(__file__).with_suffix(".toml")
_MIN_SHARE = 0.5
"""The minimum share of a phrase's replacements that must be the same other phrase to accept it."""
_MAX_REWORDINGS = 4
"""The maximum number of successive rewordings of a phrase."""


def in_force() -> Sayings:
    """The accepted replacements in the present library. Two queries."""
    return Sayings([*declared(), *_learned()])


def name_for(sayings: Sayings, texts: Iterable[str]) -> str:
    """A key for all sayings that can matter when texts are compared with others; it stays equal as long as they do."""
    return _name(sayings.about(texts))


def name_of_all(sayings: Sayings) -> str:
    """A key for all sayings: as long as it is equal, so are all results of `name_for`."""
    return _name(sayings.every)


def _name(sayings: Iterable[Saying]) -> str:
    facts = sorted(repr(_facts(saying)) for saying in sayings)
    return hashlib.sha256(repr((_code(), facts)).encode()).hexdigest()[:16]


def _facts(saying: Saying) -> tuple[object, ...]:
    return saying.phrases, saying.why, sorted(saying.never_with), sorted(saying.never_before)


@cache
def _code() -> str:
    return hashlib.sha256(Path(paraphrasing.__file__).read_bytes()).hexdigest()[:16]


@cache
def declared() -> tuple[Saying, ...]:
    """The rows of the table."""
    rows = tomllib.loads(TABLE.read_text("utf-8"))["same"]
    return tuple(
        Saying(
            tuple(row["says"]), row["why"], frozenset(row.get("never_with", ())), frozenset(row.get("never_before", ()))
        )
        for row in rows
    )


def _learned() -> Iterator[Saying]:
    """The pairs of the dictionary, and those that follow from a phrase being replaced several times in succession."""
    learned = PhrasePair.objects.not_struck().exclude(basis=PhrasePair.Basis.SEE)
    rows = learned.filter(share__gte=_MIN_SHARE).order_by("old", "new")
    became: dict[str, dict[str, str]] = defaultdict(dict)
    for old, new, basis, since in rows.values_list("old", "new", "basis", "since"):
        became[old][new] = _why(old, new, basis, since)
    for old in became:
        reached, steps = {old}, [(new, why) for new, why in became[old].items()]
        for _ in range(_MAX_REWORDINGS):
            further = []
            for new, why in steps:
                if new not in reached:
                    reached.add(new)
                    yield Saying((old, new), why)
                    further += [(then, f"{why}; {reason}") for then, reason in became.get(new, {}).items()]
            steps = further


def _why(old: str, new: str, basis: str, since: str) -> str:
    if basis == PhrasePair.Basis.OBSOLETE:
        return f"the glossary says so of “{old}”"
    return f"the rules say “{new}” for “{old}” since {since.rpartition('/')[2]}"
