"""A record's texts in plain words: concepts by rule and meaning instead of by name, "once" and "twice".

The engine and the writers of scenarios name concepts ("without look_back", "illegal because of pay_any_order"). Readers
get the rule's number on the day of the game and what it says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from rulesite.checks.models import Concept

_NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
_TIMES = re.compile(r"(?<![\w.,/+{-])([12]) times\b")
_OFTEN = {"1": "once", "2": "twice"}
_OTHER_MOVES = "another script"
_CONTROL = re.compile(r"""\bcontrol (?P<mark>['"])(?P<change>.*?)(?P=mark)(?= makes no difference:|: )""")
_WITHOUT = re.compile(r"\bwithout ([a-z_]+)\b")
_PLACES = {"is in battlefield": "is on the battlefield", "is in stack": "is on the stack"}
_TEXTS = ("sentence", "found", "after", "instead", "at", "then", "differs", "text")
"""The keys whose texts are for readers; ``change`` is one too, see `_change`."""

Say = Callable[[str], str]


def worded(record: dict[str, Any], day: date) -> dict[str, Any]:
    """A record of a game in plain words, with the numbers that rules have on a day. One query."""
    parts = {key: record[key] for key in ("checks", "controls", "eras", "steps")}
    reason = record.get("reason", "")
    names = {name for row in record["controls"] for name in row.get("without", ())}
    concepts = _concepts(repr(parts) + reason, names)

    def say(text: str) -> str:
        return plain(text, concepts, day)

    rows = {
        key: [{field: _said(value, say) if field in _TEXTS else value for field, value in row.items()} for row in part]
        for key, part in parts.items()
    }
    for row in rows["controls"]:
        row["change"] = _change(row["change"], row.get("without", ()), concepts, day)
    return record | rows | {"reason": _reason(reason, concepts, day)}


def worded_reason(reason: str, day: date) -> str:
    """Why a game does not hold, in plain words, a cause to a line. At most one query."""
    return _reason(reason, _concepts(reason), day) if reason else ""


def _concepts(text: str, further: Iterable[str] = ()) -> dict[str, Concept]:
    """The concepts that a text names, by name."""
    names = {*_NAME.findall(text), *_WITHOUT.findall(text), *further}
    return {row.name: row for row in Concept.objects.filter(name__in=names)} if names else {}


def _reason(reason: str, concepts: Mapping[str, Concept], day: date) -> str:
    """A reason with each cause on its own line, and each control by what it changes."""

    def control(match: re.Match[str]) -> str:
        return f"the control “{_change(match['change'], _WITHOUT.findall(match['change']), concepts, day)}”"

    return "\n".join(plain(_CONTROL.sub(control, cause), concepts, day) for cause in reason.split(" | "))


def plain(text: str, concepts: Mapping[str, Concept], day: date) -> str:
    """A text in plain words.

    >>> concepts = {"look_back": Concept(name="look_back", says="it looks back", since=[("2006-10-01", "410.10d")])}
    >>> plain("It is illegal because of look_back; Bear triggered 1 times.", concepts, date(2008, 1, 1))
    'It is illegal because of rule 410.10d (look back); Bear triggered once.'
    """
    text = text.replace("triggered 0 times", "did not trigger")
    text = _NAME.sub(lambda match: _cited(concepts.get(match[0]), match[0], day), text)
    for place, words in _PLACES.items():
        text = text.replace(place, words)
    return _TIMES.sub(lambda match: _OFTEN[match[1]], text)


def _cited(concept: Concept | None, name: str, day: date) -> str:
    if concept is None:
        return name
    number = concept.number_on(day)
    return f"rule {number} ({concept.label})" if number else f"“{concept.label}”"


def _change(change: str, without: Sequence[str], concepts: Mapping[str, Concept], day: date) -> str:
    """What a control changes: the rules that it leaves out, each with what it says."""
    parts = []
    for part in change.split("; "):
        name = part.removeprefix("without ")
        if part == _OTHER_MOVES:
            parts.append("with other moves")
        elif part != name and name in without and name in concepts:
            number = concepts[name].number_on(day)
            parts.append(
                f"without rule {number}: {concepts[name].says}" if number else f"without: {concepts[name].says}"
            )
        else:
            parts.append(plain(part, concepts, day))
    return "; ".join(parts)


def _said(value: Any, say: Say) -> Any:
    if isinstance(value, list):
        return [_said(each, say) for each in value]
    return say(value) if isinstance(value, str) else value
