"""Eras: from which day to which day everything that a game looks at is the same, so that one game speaks for all days.

The facts of a day are those of :mod:`rulesite.engine.noticing`.
"""

from __future__ import annotations

from functools import cache

from .cardtext import keywords
from .concepts import CONCEPTS, rule_number
from .noticing import noticing
from .ruleset import OLDEST, Ruleset


@cache
def value(fact: str, day: str) -> object:
    """What a fact is on a day.

    >>> value("mana_burn", "2006-10-01"), value("number:announce", "2006-10-01")
    (True, '409.1a')
    """
    kind, _, name = fact.partition(":")
    with noticing():
        if kind == "number":
            return rule_number(name, day)
        if kind == "keyword":
            entry = keywords.definition(name, day)
            return entry and entry.get("until", "")
        return getattr(Ruleset.on(day), fact)


@cache
def every_fact() -> frozenset[str]:
    """All that a game can look at."""
    switches = {name for name, _ in Ruleset.citations()}
    numbers = {f"number:{name}" for name in CONCEPTS}
    return frozenset(switches | numbers | {f"keyword:{name}" for name in keywords.dated()})


@cache
def days_of_change() -> tuple[str, ...]:
    """Every day on which any fact may change, oldest first; the first is the oldest day whose rules are known.

    >>> days_of_change()[0], "2009-07-11" in days_of_change()
    ('1999-04-23', True)
    """
    days = {since.date for _, since in Ruleset.citations()}
    days |= {day for concept in CONCEPTS.values() for day, _ in concept.since}
    days |= keywords.days_of_change()
    return (OLDEST, *sorted(day for day in days if day > OLDEST))
