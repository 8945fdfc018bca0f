"""Infractions: what a penalty guide says of one in its heading, its text and its table of penalties.

A heading has the category and the name: ``Game Play Error — Missed Trigger``. The penalty is beside it (from 2010), or
below the word *Penalty* in the text, for all levels of enforcement or for each (until 2009); where a page's layout tore
both apart (2011 to 2016), the table at the end of the document has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

from rulesite.reading.rendering.tables import spread

_PENALTIES = {
    "no penalty": "No Penalty",
    "none": "No Penalty",
    "caution": "Caution",
    "warning": "Warning",
    "game loss": "Game Loss",
    "game": "Game Loss",
    "match loss": "Match Loss",
    "match": "Match Loss",
    "disqualification without prize": "Disqualification without prize",
    "disqualification": "Disqualification",
    "n/a": "not used",
}
"""The names of penalties, as printed and as shown."""
_NAMES = "|".join(_PENALTIES).replace(" ", r"\s")
_PENALTY = rf"(?:{_NAMES})\*?(?![\w’'-])"
_RUN = re.compile(rf"{_PENALTY}(?:\s{_PENALTY})*", re.IGNORECASE)
_ONE = re.compile(_PENALTY, re.IGNORECASE)
_BESIDE = re.compile(rf"(?P<run>{_PENALTY})(?:\sDefinition)?", re.IGNORECASE)
_LABEL = re.compile(r"Penalt(?:y|ies)\s*:?", re.IGNORECASE)
_LEVELS = re.compile(
    r"(?:Infraction\s)?(?P<levels>All Levels|REL\s\d(?:\sREL\s\d)*|Regular\sCompetitive\sProfessional)"
)
_LEVEL = re.compile(r"REL\s\d|\w+")
_TITLE = re.compile(r"(?P<category>.+?)(?:\s-{1,2}\s|\s?[\u2013\u2014]\s?|\s?--\s?)(?P<name>\S.*)")
_GLUED = re.compile(r"(?P<name>.+?)\s(?P<penalty>No Penalty|Caution|Warning|(?:Game|Match) Loss|Disqualification)")
"""A name with the penalty behind it, where the contents list does not tell them apart."""
_CHANGE = re.compile(r"(?P<way>Up|Down)grades?\s*:\s*(?P<text>\S.*)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_GRADED = re.compile(r"\b(?:up|down)grad(?:e|ed|es|ing)\b", re.IGNORECASE)
_QUICK = re.compile(r"penalt\w+ quick|quick reference", re.IGNORECASE)
_FIRST = re.compile(r"Definitions?\s*:?|Penalty", re.IGNORECASE)


@dataclass(frozen=True)
class Penalty:
    """A penalty at some levels of enforcement, "" for all."""

    name: str
    level: str = ""

    def __str__(self) -> str:
        return f"{self.level}: {self.name}" if self.level else self.name


@dataclass(frozen=True)
class Infraction:
    """An infraction: its category, its name, and its penalties, none where the document was not understood.

    ``upgrades`` and ``downgrades`` are paragraphs with that label, ``remarks`` other sentences about either.
    """

    category: str
    name: str
    penalties: tuple[Penalty, ...] = ()
    upgrades: tuple[str, ...] = ()
    downgrades: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def penalty(self) -> str:
        """The penalties in words, "" if none was understood.

        >>> Infraction("", "", (Penalty("Caution", "Regular"), Penalty("Warning", "Competitive"))).penalty
        'Regular: Caution; Competitive: Warning'
        """
        return "; ".join(map(str, self.penalties))


def is_table(title: str) -> bool:
    """Whether an appendix with a title is the table of penalties.

    >>> is_table("APPENDIX A — PENALTY QUICK REFERENCE"), is_table("Changes from Previous Versions")
    (True, False)
    """
    return _QUICK.search(title) is not None


def read(title: str, text: str, table: str = "") -> Infraction | None:
    """The infraction of a section, None if its heading or its text is not that of an infraction.

    ``table`` is the text of the table of penalties.

    >>> read("Game Play Error — Late Trigger", "Warning\\nDefinition\\nLate.\\nUpgrade: If it is late again.")
    Infraction(category='Game Play Error', name='Late Trigger', penalties=(Penalty(name='Warning', level=''),), \
upgrades=('If it is late again.',), downgrades=(), remarks=())
    >>> read("Applying Penalties", "A penalty is a pity.") is None
    True
    """
    heading = _TITLE.fullmatch(title)
    lines = [spread(line).strip() for line in text.split("\n")]
    if heading is None or not any(_FIRST.match(line) or _BESIDE.fullmatch(line) for line in lines[:3]):
        return None
    category, name = heading["category"].strip(), heading["name"].strip()
    if glued := _GLUED.fullmatch(name):
        name, lines = glued["name"], [glued["penalty"], *lines]
    penalties = _beside(lines) or _by_level(lines) or _in_table(category, name, table) or _below(lines)
    changes = [(match["way"].lower(), match["text"]) for line in lines if (match := _CHANGE.fullmatch(line))]
    others = (line for line in lines if not _CHANGE.fullmatch(line) and _GRADED.search(line))
    return Infraction(
        category,
        name,
        tuple(penalties),
        tuple(text for way, text in changes if way == "up"),
        tuple(text for way, text in changes if way == "down"),
        tuple(sentence for line in others for sentence in _SENTENCE.split(line) if _GRADED.search(sentence)),
    )


def _named(run: str) -> list[str]:
    """The penalties of a line by the names that are shown."""
    return [_PENALTIES[" ".join(match.group().lower().rstrip("*").split())] for match in _ONE.finditer(run)]


def _beside(lines: Sequence[str]) -> list[Penalty]:
    """The penalty of the first lines: alone, or after the word *Penalty* and with the next label behind it."""
    at = 1 if len(lines) > 1 and _LABEL.fullmatch(lines[0]) else 0
    match = _BESIDE.fullmatch(lines[at])
    return [Penalty(name) for name in _named(match["run"])] if match else []


def _by_level(lines: Sequence[str]) -> list[Penalty]:
    """The penalties of a table of levels and penalties in the text."""
    for head, row in pairwise(lines):
        levels = _LEVELS.fullmatch(head)
        if levels and _RUN.fullmatch(row):
            return _leveled(levels["levels"], _named(row))
    return []


def _leveled(levels: str, names: Sequence[str]) -> list[Penalty]:
    """The penalties of levels, one for all if they are the same; none if their numbers differ."""
    if len(set(names)) == 1:
        return [Penalty(names[0])]
    parts = _LEVEL.findall(levels)
    if len(parts) != len(names):
        return []
    runs = [(name, [level for _, level in run]) for name, run in groupby(zip(names, parts, strict=True), itemgetter(0))]
    return [Penalty(name, _joined(run)) for name, run in runs]


def _joined(levels: Sequence[str]) -> str:
    """Some neighbouring levels in words.

    >>> _joined(["REL 3", "REL 4", "REL 5"]), _joined(["Competitive", "Professional"])
    ('REL 3 to 5', 'Competitive and Professional')
    """
    if levels[0].startswith("REL") and len(levels) > 1:
        return f"{levels[0]} {'to' if len(levels) > 2 else 'and'} {levels[-1][-1]}"
    return " and ".join(levels)


def _in_table(category: str, name: str, table: str) -> list[Penalty]:
    """The penalty of an infraction in the table of a document that knows no levels."""
    if not table or (_LEVELS.match(table) is not None):
        return []
    for printed in (f"{category} {name}", name):
        words = r"[\s\u2013\u2014-]+".join(map(re.escape, re.findall(r"[^\s\u2013\u2014-]+", printed)))
        rows = {tuple(_named(match[1])) for match in re.finditer(rf"\b{words}\s({_PENALTY})", table, re.IGNORECASE)}
        if len(rows) == 1:
            return [Penalty(name) for name in rows.pop()]
    return []


def _below(lines: Sequence[str]) -> list[Penalty]:
    """The penalty on the line below the word *Penalty*, if there is only one such line."""
    rows = [
        line
        for label, line in pairwise(lines)
        if _LABEL.fullmatch(label) and _RUN.fullmatch(line) and len(_named(line)) == 1
    ]
    lonely = len(rows) == 1 and sum(bool(_RUN.fullmatch(line)) for line in lines) == 1
    return [Penalty(name) for name in _named(rows[0])] if lonely else []


def same_name(names: Iterable[str]) -> bool:
    """Whether titles are the same but for case, spaces and dashes.

    >>> same_name(["Game Play Error — Late Trigger", "GAME PLAY ERROR-Late  Trigger"])
    True
    """
    return len({re.sub(r"[\s\u2013\u2014-]+", " ", name).casefold() for name in names}) < 2
