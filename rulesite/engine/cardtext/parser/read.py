"""The entry point: `read(text, host, ruleset)` returns the abilities that a card's text prints."""

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
"""The readings of a text so far, each with the dated facts that it depends on."""
_ROOMS = ("abilities", "cardtext", "eras", "language")
"""The packages whose source code determines readings."""
_ASKED: ContextVar[set[tuple[str, Host]] | None] = ContextVar("asked", default=None)
"""The texts that are read while readings are being collected for the cache; None otherwise."""


class Dated(Protocol):
    """The part of a ruleset that the reader needs: its day."""

    @property
    def date(self) -> str:
        """The day, as YYYY-MM-DD."""


def read(text: str, host: Host, ruleset: Dated) -> tuple[ir.Ability, ...]:
    """The abilities that a text gives the object it is printed on.

    `host` describes the object that the text is printed on and its position: a sentence without colon or trigger word
    is an instruction on an instant or sorcery and a statement on a permanent. Raises UnreadableText with the position
    where reading stops; nothing is approximated.

    >>> from rulesite.engine.eras.ruleset import Ruleset
    >>> (ability,) = read("Destroy target creature.", Host.parse("Instant"), Ruleset.on("2006-10-01"))
    >>> ability.effect
    Destroy(what=Target(slot=0), regenerable=True)
    """
    return _abilities(text, host, ruleset.date)


def _abilities(text: str, host: Host, date: str) -> tuple[ir.Ability, ...]:
    """The abilities of a text, read once for all days on which the facts it depends on are the same."""
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
def keeping(name: str, *, alone: bool = False) -> Iterator[None]:
    """Cache on disk, under a name, what is read within the block, so that the next process need not read it again.

    The cache is valid until the source code that readings depend on changes. ``alone``: what an earlier block with this
    name read, and this one did not, is dropped, so that the entry does not grow.
    """
    kept: dict[tuple[str, Host], Readings] = {}
    with contextlib.suppress(Exception):  # a cache that cannot be loaded counts as empty
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
        now = {key: list(found) for key in asked if (found := _readings(*key))}
        now = now if alone else kept | now
        if any(len(found) > len(kept.get(key, ())) for key, found in now.items()):
            disk_cache.hold(name, _sources(), pickle.dumps(now, pickle.HIGHEST_PROTOCOL))


@cache
def _sources() -> str:
    return disk_cache.digest_of(Path(ir.__file__).parents[1], *_ROOMS)
