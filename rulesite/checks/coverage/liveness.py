"""Measuring liveness: which abilities of real cards never make a difference in any of many random games."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import repeat
from multiprocessing import get_context
from typing import Any

from rulesite.checks.coverage.card_files import Card
from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card as make_card
from rulesite.engine.card_reader import read_text
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import paragraphs
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.game import Game
from rulesite.engine.liveness.outcome import ALIVE, DEAD, NOT_MODELLED, OUTSIDE, Verdict
from rulesite.engine.liveness.verdict import judge_card
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.objects import Card as EngineCard
from rulesite.progress import ReportProgress

PROCESSES = 2
COST = "{4}"
"""What a card costs on the tables if its file does not say it."""


@dataclass(frozen=True)
class Judged:
    """One card: whether its text is read and proved, the verdicts of its abilities, and why it cannot be played."""

    name: str
    read: bool
    verdicts: tuple[Verdict, ...] = ()
    reason: str = ""


def measure(cards: Sequence[Card], day: str, tables: int, tell: ReportProgress) -> dict[str, Any]:
    """Judge every static, triggered and activated ability of the cards, under the rules of a day.

    The figures: `cards`, `cards_read`, `cards_refused` (the engine refuses to have them on a table), `abilities`,
    those of each verdict (`alive`, `dead`, `not_modelled`, `outside`), `cards_with_dead`; the `rows` of abilities
    that are not alive, and the most frequent `refusals`.
    """
    judged: list[Judged] = []
    tell("playing abilities", 0, len(cards))
    for result in _each(cards, day, tables):
        judged.append(result)
        tell("playing abilities", len(judged), len(cards))
    return figures(judged)


def sample(cards: Sequence[Card], size: int, seed: int) -> list[Card]:
    """So many of the cards, by chance; the same for the same seed."""
    return random.Random(seed).sample(list(cards), min(size, len(cards)))


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """The figures of some cards."""
    verdicts = [verdict for card in judged for verdict in card.verdicts]
    count = Counter(verdict.verdict for verdict in verdicts)
    refusals = Counter(verdict.reason for verdict in verdicts if verdict.verdict == NOT_MODELLED)
    refusals.update(card.reason for card in judged if card.reason)
    return {
        "cards": len(judged),
        "cards_read": sum(card.read for card in judged),
        "cards_refused": sum(bool(card.reason) for card in judged),
        "abilities": len(verdicts),
        "alive": count[ALIVE],
        "dead": count[DEAD],
        "not_modelled": count[NOT_MODELLED],
        "outside": count[OUTSIDE],
        "cards_with_dead": sum(any(verdict.verdict == DEAD for verdict in card.verdicts) for card in judged),
        "refusals": dict(refusals.most_common()),
        "rows": [asdict(verdict) for verdict in verdicts if verdict.verdict != ALIVE],
    }


def in_words(results: dict[str, Any]) -> str:
    """The figures as text, with each dead ability by name."""
    lines = [
        f"cards               {results['cards']}, {results['cards_read']} of them read",
        f"abilities           {results['abilities']}",
        f"  alive             {results['alive']}",
        f"  dead              {results['dead']} on {results['cards_with_dead']} cards",
        f"  not modelled      {results['not_modelled']}, and {results['cards_refused']} whole cards",
        f"  outside of games  {results['outside']}",
    ]
    dead = [row for row in results["rows"] if row["verdict"] == DEAD]
    if dead:
        lines.append("\nAbilities that never made a difference:")
    lines += [f"  {row['name']} ({row['kind']}, {row['tables']} tables): {row['text']}" for row in dead]
    if results["refusals"]:
        lines.append("\nNot modelled:")
    lines += [f"  {count:>4}  {reason}" for reason, count in results["refusals"].items()]
    return "\n".join(lines)


def _each(cards: Sequence[Card], day: str, tables: int) -> Iterator[Judged]:
    """The results for each card, in order."""
    if len(cards) < PROCESSES * 4:  # finished before another process would have imported the engine
        yield from (judge(card, day, tables) for card in cards)
        return
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        yield from pool.map(judge, cards, repeat(day), repeat(tables), chunksize=4)


def judge(card: Card, day: str, tables: int) -> Judged:
    """The verdicts for one card of a file."""
    made = _made(card, day)
    if made is None:
        return Judged(card.name, False)
    try:
        for zone in ("hand", "battlefield"):
            game = Game(day)
            game.characteristics(game.put(made, "Ann", zone))
    except NotModelled as error:
        return Judged(card.name, True, reason=str(error))
    return Judged(card.name, True, tuple(judge_card(made, day, tables)))


_LOYALTY = re.compile(r" (\d+|X)$")


def _made(card: Card, day: str) -> EngineCard | None:
    """The card with its abilities; None if it is not read, not proved, or no card of a game."""
    line = _LOYALTY.sub(r", loyalty \1", card.line) if "Planeswalker" in card.line else card.line
    with suppress(UnreadableText, ValueError):
        text = "\n".join(paragraphs(card.text))
        host = Host.parse(card.line, card.name)
        abilities: tuple[ir.Ability, ...] = read_text(text, host, Ruleset.on(day))
        cost = None if "Land" in card.line else card.cost or COST
        return make_card(card.name, line, text=text, abilities=abilities, cost=cost)
    return None
