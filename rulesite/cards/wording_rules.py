"""The rules that the wording of a card calls for where no keyword does: "instead", "when … dies", "rather than pay".

The table is ``wording_rules.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulesite.cards.vocabulary import own_names
from rulesite.engine.eras.concepts import rule_number

MAX_WORDINGS, _ENOUGH = 5, 2
"""Wordings that are found on one card at most; so many tell enough without a general one."""
_REMINDER = re.compile(r"\s*\([^)]*\)")
_MAX_SHOWN = 40


@dataclass(frozen=True)
class Wording:
    """A row of the table: what is looked for, the rule that it calls for, and what a reader is told."""

    words: re.Pattern[str]
    says: str
    line: re.Pattern[str] | None = None
    concept: str = ""
    term: str = ""
    """The heading or glossary term of the rule, where it is that of no concept."""
    general: bool = False

    def number_on(self, day: str) -> str:
        """The number of the concept's rule on a day; "" for a term, or if none is known."""
        return rule_number(self.concept, day) if self.concept else ""


@dataclass(frozen=True)
class FoundWording:
    """A wording on a card, and the words of the card that it stands for."""

    wording: Wording
    printed: str


@cache
def wordings() -> Sequence[Wording]:
    """All rows of the table, the more telling first."""
    with Path(__file__).with_name("wording_rules.toml").open("rb") as file:
        rows = tomllib.load(file)["wording"]
    return tuple(
        Wording(
            **{**row, "words": re.compile(row["words"]), "line": re.compile(row["line"]) if "line" in row else None}
        )
        for row in rows
    )


def wordings_of(faces: Sequence[dict[str, str]], names: Sequence[str]) -> list[FoundWording]:
    """The wordings on the faces of a card, the more telling first, each rule once.

    >>> face = {"line": "Creature — Bear", "text": "When Hill Bear dies, draw two cards."}
    >>> [(each.wording.concept, each.printed) for each in wordings_of([face], ["Hill Bear"])]
    [('look_back', 'When ~ dies'), ('draw_one_at_a_time', 'draw two')]
    """
    by_rule: dict[str, FoundWording] = {}
    texts = [(face["line"].lower(), paragraph) for face in faces for paragraph in _paragraphs(face["text"], names)]
    for wording in wordings():
        if (wording.general and len(by_rule) >= _ENOUGH) or len(by_rule) == MAX_WORDINGS:
            break
        for line, text in texts:
            if wording.line and not wording.line.search(line):
                continue
            if match := wording.words.search(text.lower()):
                by_rule.setdefault(wording.concept or wording.term, FoundWording(wording, _shortened(text, match)))
                break
    return list(by_rule.values())


def _paragraphs(text: str, names: Sequence[str]) -> Iterator[str]:
    """The paragraphs of a text, without reminders, with ~ for the card's own name."""
    for paragraph in text.split("\n"):
        end = 0
        pieces = []
        for start, stop in sorted(own_names(paragraph, names), key=lambda span: (span[0], -span[1])):
            if start >= end:
                pieces += [paragraph[end:start], "~"]
                end = stop
        paragraph = "".join((*pieces, paragraph[end:]))
        if words := _REMINDER.sub("", paragraph).strip():
            yield words


def _shortened(text: str, match: re.Match[str]) -> str:
    """The words that were found; of many, the first and the last."""
    words = text[match.start() : match.end()].strip(' —.,:;"“”')
    if len(words) <= _MAX_SHOWN:
        return words
    half = _MAX_SHOWN // 2
    return f"{words[:half].rpartition(' ')[0] or words[:half]} … {words[-half:].partition(' ')[2] or words[-half:]}"
