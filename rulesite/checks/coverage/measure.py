"""Measuring: the share of real cards that the reader parses, and whether they print back as the same words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import repeat
from multiprocessing import get_context
from typing import Any

from rulesite.checks.coverage.card_files import Card
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import DIFFERENT, EXACT, NOT_READ, OTHERWISE, compare, paragraphs, readable
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.progress import ReportProgress

PROCESSES = 2
AT_ONCE = 100
MOST_SHOWN = 30


@dataclass(frozen=True)
class ParagraphResult:
    """One paragraph of a card, with its verdict."""

    name: str
    paragraph: str
    verdict: str
    printed: str
    reason: str
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measured:
    """One card: whether its whole text is parsed, and its paragraphs, each parsed by itself."""

    read: bool
    rows: tuple[ParagraphResult, ...]


def measure(cards: Sequence[Card], day: str, tell: ReportProgress) -> dict[str, Any]:
    """Parse every paragraph of every card under the rules of a day, many in two processes, and print it back.

    The figures: `cards`, `cards_read` (the whole text), `paragraphs`, `paragraphs_read`, `exact`, `otherwise`,
    `different`; `dropping`: paragraphs with a word that has no counterpart in the tree ("if", "other", "two" …), and
    the count of each such word (`dropped`); the `rows`, and `blocking`: constructions that alone keep cards from being
    parsed, the most frequent first.
    """
    parts = [list(cards[start : start + AT_ONCE]) for start in range(0, len(cards), AT_ONCE)]
    measured: list[Measured] = []
    tell("reading cards", 0, len(cards))
    for results in _each(parts, day):
        measured.extend(results)
        tell("reading cards", len(measured), len(cards))
    return figures(measured)


def _each(parts: list[list[Card]], day: str) -> Iterator[list[Measured]]:
    """The results for each part, in order."""
    if len(parts) < PROCESSES:  # finished before another process would have imported the engine
        yield from (_read(part, day) for part in parts)
        return
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_read, parts, repeat(day))


def figures(cards: Sequence[Measured]) -> dict[str, Any]:
    """The figures of some cards."""
    rows = [row for card in cards for row in card.rows]
    count = Counter(row.verdict for row in rows)
    unread = [[row.reason for row in card.rows if row.verdict == NOT_READ] for card in cards]
    alone = Counter(construction(reasons[0]) for reasons in unread if len(reasons) == 1)
    return {
        "cards": len(cards),
        "cards_read": sum(card.read for card in cards),
        "paragraphs": len(rows),
        "paragraphs_read": len(rows) - count[NOT_READ],
        "exact": count[EXACT],
        "otherwise": count[OTHERWISE],
        "different": count[DIFFERENT],
        "dropping": sum(bool(row.dropped) for row in rows),
        "dropped": dict(Counter(word for row in rows for word in row.dropped).most_common()),
        "blocking": [{"construction": name, "cards": number} for name, number in alone.most_common()],
        "rows": [asdict(row) for row in rows],
    }


def construction(reason: str) -> str:
    """The construction that stopped the reader, without its position: the same for every card that it stops.

    >>> construction("unreadable at character 7: 'set' does not fit here; expected <number> or draw")
    "'set' does not fit here"
    """
    return (reason.partition(": ")[2] or reason).partition("; expected ")[0]


def in_words(found: dict[str, Any]) -> str:
    """The figures as text, with the rows that differ and the most frequent obstacles."""

    def share(part: int, whole: int) -> str:
        return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")

    read_count = found["paragraphs_read"]
    lines = [
        f"cards read       {share(found['cards_read'], found['cards'])}",
        f"paragraphs read  {share(read_count, found['paragraphs'])}",
        f"  exact          {share(found['exact'], read_count)}",
        f"  said otherwise {share(found['otherwise'], read_count)}",
        f"  different      {share(found['different'], read_count)}",
    ]
    lines.append(f"  a word dropped {share(found['dropping'], read_count)}")
    dropping = [row for row in found["rows"] if row["dropped"]]
    if dropping:
        lines.append("\nNothing in what was read stands for these words of the card:")
    for row in dropping[:MOST_SHOWN]:
        lines.append(f"  {row['name']}: {', '.join(row['dropped'])} in: {row['paragraph']}")
    differing = [row for row in found["rows"] if row["verdict"] == DIFFERENT]
    if differing:
        lines.append("\nWhat was read says something else than the card:")
    for row in differing[:MOST_SHOWN]:
        lines += [f"  {row['name']}: {row['paragraph']}", f"    read as: {row['printed'] or '(nothing)'}"]
    if len(differing) > MOST_SHOWN:
        lines.append(f"  … and {len(differing) - MOST_SHOWN} more; --json lists all of them")
    if found["blocking"]:
        lines.append("\nWhat keeps most cards from being read, where nothing else does:")
    lines += [f"  {row['cards']:>4}  {row['construction']}" for row in found["blocking"][:MOST_SHOWN]]
    return "\n".join(lines)


def _read(cards: Sequence[Card], day: str) -> list[Measured]:
    """The work of one process: some cards, paragraph by paragraph."""
    rules = Ruleset.on(day)
    return [_measured(card, Host.parse(card.line, card.name), rules) for card in cards]


def _measured(card: Card, host: Host, rules: Ruleset) -> Measured:
    texts = paragraphs(card.text)
    results = [compare(text, host, rules) for text in texts]
    rows = tuple(
        ParagraphResult(card.name, result.paragraph, result.verdict, result.printed, result.reason, result.dropped)
        for result in results
    )
    read_all = all(result.verdict != NOT_READ for result in results)
    if read_all and len(texts) > 1:
        read_all = readable("\n".join(texts), host, rules)
    return Measured(read_all, rows)
