"""The door: `read(text, host, ruleset)` makes a tuple of abilities of what a card prints."""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

from rulesite.engine import abilities as ir
from rulesite.engine import disk_cache
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.paragraphs import Paragraphs
from rulesite.engine.eras.tracking import notice_all, noticing
from rulesite.engine.eras.validity import value

Readings = list[tuple[dict[str, object], tuple[ir.Ability, ...]]]
"""What was made of a text so far, beside the facts of the day that it was made by."""
_ROOMS = ("abilities", "cardtext", "eras", "language")
"""Where all that a reading is made by stands."""
_ASKED: ContextVar[set[tuple[str, Host]] | None] = ContextVar("asked", default=None)
"""The texts that are asked for, where they are to be kept."""


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
    asked = _ASKED.get()
    if asked is not None:
        asked.add((text, host))
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
def _readings(text: str, host: Host) -> Readings:
    return []


@contextlib.contextmanager
def keeping(name: str) -> Iterator[None]:
    """Keep beside the grammar, under a name, what is read within the block: the next process need not read it again.

    It is kept for as long as nothing changes that a reading is made by.
    """
    kept: dict[tuple[str, Host], Readings] = {}
    with contextlib.suppress(Exception):  # what cannot be loaded is as nothing, and is read again
        kept = pickle.loads(disk_cache.held(name, _sources()) or b"")
    for key, found in kept.items():
        made = _readings(*key)
        days = [looked_at for looked_at, _ in made]
        made += [each for each in found if each[0] not in days]
    before = _ASKED.set(set())
    try:
        yield
    finally:
        asked = _ASKED.get() or set()
        _ASKED.reset(before)
        now = kept | {key: list(found) for key in asked if (found := _readings(*key))}
        if any(len(found) > len(kept.get(key, ())) for key, found in now.items()):
            disk_cache.hold(name, _sources(), pickle.dumps(now, pickle.HIGHEST_PROTOCOL))


@cache
def _sources() -> str:
    return disk_cache.digest_of(Path(ir.__file__).parents[1], *_ROOMS)
