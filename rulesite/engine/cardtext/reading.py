"""The door: `read(text, host, ruleset)` makes a tuple of abilities of what a card prints."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.paragraph_reading import Paragraphs
from rulesite.engine.eras.dated_facts import value
from rulesite.engine.eras.noticing import notice_all, noticing


class Dated(Protocol):
    """What the reader needs of a ruleset: the day it held."""

    @property
    def date(self) -> str:
        """The day, as YYYY-MM-DD."""


def read(text: str, host: Host, ruleset: Dated) -> tuple[ir.Ability, ...]:
    """The abilities that a text gives the object it is printed on.

    `host` says what the text is printed on and where it stands: a sentence without colon or trigger word is an
    instruction on an instant or sorcery and a statement on a permanent. Raises UnreadableText, which names the place
    where reading stops; nothing is approximated.

    >>> from rulesite.engine.eras.ruleset import Ruleset
    >>> (ability,) = read("Destroy target creature.", Host.parse("Instant"), Ruleset.on("2006-10-01"))
    >>> ability.effect
    Destroy(what=Target(slot=0), regenerable=True)
    """
    return _abilities(text, host, ruleset.date)


def _abilities(text: str, host: Host, date: str) -> tuple[ir.Ability, ...]:
    """A text is read once for all days on which what its reading looks at is the same."""
    made = _readings(text, host)
    for looked_at, abilities in made:
        if all(value(fact, date) == was for fact, was in looked_at.items()):
            notice_all(looked_at)
            return abilities
    with noticing() as facts:
        abilities = Paragraphs(text, host, date, lambda text, host: _abilities(text, host, date)).abilities()
    notice_all(facts)
    made.append(({fact: value(fact, date) for fact in facts}, abilities))
    return abilities


@lru_cache(maxsize=4096)
def _readings(text: str, host: Host) -> list[tuple[dict[str, object], tuple[ir.Ability, ...]]]:
    """What was made of a text so far, beside the facts of the day that it was made by."""
    return []
