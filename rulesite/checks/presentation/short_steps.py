"""The steps of a course in fewer lines: who passes one after another, and lands that are tapped for mana."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .game import ShownStep

_PASSES = re.compile(r"(.+) passes$")
_ACTIVATES = re.compile(r"(?P<player>.+) activates (?P<source>.+)'s ability$")
_ADDS = re.compile(r"(?P<player>.+) adds (?P<mana>\S+) to the mana pool$")


def shortened(steps: Sequence[ShownStep]) -> list[ShownStep]:
    """The same steps, with one line for players who pass one after another, and one for a permanent that is tapped for
    mana, or for several alike. A line has the number of its first step.

    >>> def of(*texts): return [(step.number, step.text) for step in shortened([ShownStep(number, "", text, None)
    ...     for number, text in enumerate(texts, 1)])]
    >>> of("Ann passes", "Bob passes", "Cid passes", "Ann draws a card")
    [(1, 'Ann, Bob and Cid pass'), (4, 'Ann draws a card')]
    >>> tap = ["Ann activates Bog {}'s ability", "the total cost of Bog {}'s ability is {{T}}", "Bog {} becomes tapped",
    ...     "Bog {}'s ability is a mana ability and resolves at once", "Ann adds {{B}} to the mana pool"]
    >>> of(*(line.format(1) for line in tap), *(line.format(2) for line in tap), "Ann passes")
    [(1, 'Ann taps 2 Bog for {B}{B}'), (11, 'Ann passes')]
    """
    return list(_passes(_taps(steps)))


def _passes(steps: Iterable[ShownStep]) -> Iterable[ShownStep]:
    first, names = None, list[str]()
    for step in [*steps, None]:
        match = _PASSES.match(step.text) if step is not None else None
        if first is not None and (match is None or step is None or (step.law, step.when) != (first.law, first.when)):
            yield first if len(names) == 1 else replace(first, text=f"{', '.join(names[:-1])} and {names[-1]} pass")
            first, names = None, []
        if match is not None:
            first = first or step
            names.append(match[1])
        elif step is not None:
            yield step


def _taps(steps: Sequence[ShownStep]) -> Iterable[ShownStep]:
    place, group = 0, list[tuple[ShownStep, str, str, str]]()
    while place < len(steps):
        tapped = _tap(steps[place : place + 5])
        if group and (tapped is None or tapped[1:3] != group[0][1:3] or tapped[0].when != group[0][0].when):
            yield _together(group)
            group = []
        if tapped is None:
            yield steps[place]
            place += 1
        else:
            group.append(tapped)
            place += 5
    if group:
        yield _together(group)


def _tap(steps: Sequence[ShownStep]) -> tuple[ShownStep, str, str, str] | None:
    """The line, the player, the permanent without its number, and the mana, if five steps are nothing but its being
    tapped for mana."""
    begun = _ACTIVATES.match(steps[0].text) if len(steps) == 5 else None
    made = _ADDS.match(steps[4].text) if begun else None
    if begun is None or made is None or begun["player"] != made["player"]:
        return None
    source = begun["source"]
    between = (
        f"the total cost of {source}'s ability is {{T}}",
        f"{source} becomes tapped",
        f"{source}'s ability is a mana ability and resolves at once",
    )
    if tuple(step.text for step in steps[1:4]) != between:
        return None
    line = replace(steps[0], text=f"{begun['player']} taps {source} for {made['mana']}", law=steps[3].law)
    return line, begun["player"], re.sub(r" \d+$", "", source), made["mana"]


def _together(group: Sequence[tuple[ShownStep, str, str, str]]) -> ShownStep:
    (line, player, source, _), *more = group
    mana = "".join(each[3] for each in group)
    return replace(line, text=f"{player} taps {len(group)} {source} for {mana}") if more else line
