"""Time the table: how long the page of an action takes with forty actions before it, on small and full tables."""

from __future__ import annotations

import html
import json
import random
import re
import time
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice

from django.test import Client

from rulesite.checks.playing.table_link import TableLink

DAY = "2021-11-19"
Cards = tuple[tuple[str, str, str], ...]
"""Names, type lines and texts."""
KINDS = ("small", "full", "lords")
"""A few permanents a side; some twenty, one of which changes the others; and as many, with two lords a side."""
BEFORE, TIMED = 40, 20
"""Actions before the first that is timed, and how many are."""
_CREATURES: Cards = (
    ("Hound", "Creature - Hound 2/2 {1}{W}", "First strike"),
    ("Drake", "Creature - Drake 2/2 {2}{U}", "Flying"),
    ("Ghoul", "Creature - Zombie 2/1 {1}{B}", "When ~ dies, each opponent loses 1 life."),
    ("Raider", "Creature - Goblin Warrior 2/1 {1}{R}", "Haste"),
    ("Elder", "Creature - Elf Druid 1/1 {G}", "{T}: Add {G}."),
    ("Giant", "Creature - Giant 5/5 {4}{R}", "Trample"),
    ("Medic", "Creature - Human Cleric 1/3 {W}", "{T}: You gain 1 life."),
    ("Prodder", "Creature - Human Wizard 1/1 {2}{U}", "{T}: ~ deals 1 damage to any target."),
)
_OTHERS: Cards = (
    ("Ball", "Artifact {3}", "{1}, {T}: Scry 1."),
    ("Ledger", "Artifact {2}", "Whenever you cast a creature spell, you gain 1 life."),
    ("Altar", "Artifact {3}", "Sacrifice a creature: Add {C}{C}."),
    ("Banner", "Enchantment {2}{W}", "Creatures you control get +1/+1."),
)
_LORDS: Cards = (
    ("Chief", "Creature - Goblin 2/2 {1}{R}{R}", "Other Goblin creatures you control get +1/+1 and have haste."),
    ("Marshal", "Creature - Human Soldier 2/2 {1}{W}{W}", "Other creatures you control get +1/+1."),
)
_HAND: Cards = (
    ("Bolt", "Instant {R}", "~ deals 3 damage to any target."),
    ("Growth", "Instant {G}", "Target creature gets +3/+3 until end of turn."),
    ("Insight", "Sorcery {2}{U}", "Draw two cards."),
    ("Slay", "Instant {1}{B}{B}", "Destroy target nonblack creature."),
    ("Oxen", "Creature - Ox 2/4 {1}{G}", ""),
)
_LANDS = "two Plains, two Island, two Swamp, two Mountain, two Forest"
_LIBRARY = ", ".join(("two Forest", "three Mountain", "Island") * 4)
_BUTTON = re.compile(r'name="(act|answer)" value="([^"]*)"')


def tables() -> dict[str, float]:
    """Time the page of each action after forty others, on each kind of table."""
    values = {}
    _await_workers(Client())
    for kind in KINDS:
        times = sorted(millis for _, millis in islice(walk(Client(), position(kind)), BEFORE, BEFORE + TIMED))
        values[f"table.{kind}.p50"] = times[len(times) // 2]
        values[f"table.{kind}.p95"] = times[round(0.95 * (len(times) - 1))]
    return values


def _await_workers(client: Client) -> None:
    """Ask for a table until the workers have imported the engine, for at most `_PATIENCE` seconds."""
    until = time.monotonic() + _PATIENCE
    while _posted(client, position(KINDS[0]), [])[0] == HTTPStatus.SERVICE_UNAVAILABLE:
        if time.monotonic() > until:
            raise LookupError("no worker has begun")
        time.sleep(1)


def position(kind: str) -> str:
    """The text of a table of a kind, alike for both players.

    >>> position("small").count("[cards."), position("lords").count("[cards.")
    (8, 38)
    """
    permanents: Cards = (*_CREATURES, *_OTHERS)
    hand: Cards = _HAND
    lands = _LANDS
    if kind == "small":
        permanents, hand, lands = (_CREATURES[0], _CREATURES[7]), _HAND[:2], "Mountain, Forest"
    elif kind == "lords":
        permanents += _LORDS
    given, cards = [], []
    for player in ("Ann", "Bob"):
        names = {name: f"{name} of {player}" for name, _, _ in (*permanents, *hand)}
        play, held = ([names[name] for name, _, _ in rows] for rows in (permanents, hand))
        given.append(f"{player}, in play: {', '.join([lands, *play])}. In hand: {', '.join(held)}. Library: {_LIBRARY}")
        for name, line, text in (*permanents, *hand):
            quoted = json.dumps(text.replace("~", names[name]))
            cards.append(f"[cards.{json.dumps(names[name])}]\nline = {json.dumps(line)}\ntext = {quoted}")
    return "\n".join(["given = '''", *given, "'''", *cards])


def walk(client: Client, text: str, seed: int = 5) -> Iterator[tuple[str, float]]:
    """Play at random by the buttons of the page; yields each sentence with the milliseconds of the page that it led to.

    A game that is over begins again. Raises LookupError for a page without anything to do.
    """
    dice, course = random.Random(seed), list[str]()
    page, _ = _shown(client, text, course)
    while True:
        buttons: dict[str, list[str]] = {}
        for name, value in _BUTTON.findall(page):
            buttons.setdefault(name, []).append(html.unescape(value))
        sentences = buttons.get("answer") or buttons.get("act") or []
        passing = [each for each in sentences if each == "All pass"]
        if not sentences and not course:
            raise LookupError("a table was not drawn, or nothing can be done at it")
        if not sentences:
            course.clear()
        else:
            course.append(dice.choice(passing if passing and dice.random() < _PASSING else sentences))
        page, millis = _shown(client, text, course)
        if course:
            yield course[-1], millis


_PATIENCE = 60
"""Seconds to wait for the workers."""
_PASSING = 0.4
"""How often everybody passes, where that may be done."""


def _shown(client: Client, text: str, course: list[str]) -> tuple[str, float]:
    """The page of a course, and the milliseconds that it took."""
    started = time.perf_counter()
    _, page = _posted(client, text, course)
    return page, (time.perf_counter() - started) * 1000


def _posted(client: Client, text: str, course: list[str]) -> tuple[int, str]:
    """The status and the page that posting a course leads to."""
    response = client.post("/table/", {"t": TableLink(DAY, text, tuple(course)).pack()}, follow=True)
    return response.status_code, response.content.decode()
