"""Words that changed between eras, by the day from which cards used them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Terms(NamedTuple):
    """The wording of cards on a day; see `terms_on`."""

    cast: str
    battlefield: str
    onto: str
    enter: str
    exile: bool
    dies: bool
    create: bool
    their: bool
    mana_value: str
    any_target: bool
    activate: str
    end_step: bool
    mana_pool: bool
    as_a_sorcery: bool

    def has(self, term: str) -> bool:
        """Whether the cards of the day have a term ("exile"), or, with "no", do not have it ("no exile")."""
        return bool(getattr(self, term.removeprefix("no "))) is not term.startswith("no ")


@lru_cache(maxsize=64)
def terms_on(date: str) -> Terms:
    """The terms of a day.

    "Cast", "battlefield", "exile", "dies" and the end step came with the rules of 2009 and 2011; "create" in 2016;
    "any target", "they" for a player and mana without its pool in 2018; "mana value" and "as a sorcery" in 2021;
    "enters" alone in 2024.

    >>> terms_on("2006-10-01").enter, terms_on("2021-11-19").enter, terms_on("2025-01-01").enter
    ('come into play', 'enter the battlefield', 'enter')
    """
    modern = date >= "2009-07-11"
    entering = "enter the battlefield" if modern else "come into play"
    return Terms(
        cast="cast" if modern else "play",
        battlefield="the battlefield" if modern else "play",
        onto="onto the battlefield" if modern else "into play",
        enter="enter" if date >= "2024-08-02" else entering,
        exile=modern,
        dies=date >= "2011-07-15",
        create=date >= "2016-09-30",
        their=date >= "2018-04-27",
        mana_value="mana value" if date >= "2021-04-22" else "converted mana cost",
        any_target=date >= "2018-04-27",
        activate="activate" if modern else "play",
        end_step=modern,
        mana_pool=date < "2018-04-27",
        as_a_sorcery=date >= "2021-07-23",
    )
