"""Words that affect the meaning of their context, each with the trace it must leave in the tree.

A second check, independent of printing back: if the text has "if", "unless", "instead", "other", "only", a colour, a
number … and its tree has no counterpart, a clause was dropped, whatever the printed words look like. The check is only
whether a counterpart exists, not which of several it is.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.card_name import in_place_of
from rulesite.engine.cardtext.marker_words import MARKERS, Counterpart, Found
from rulesite.engine.language.vocabulary import NUMBERS, vocabulary


def found_in(tree: Any) -> Found:
    """The contents of a tree."""
    found = Found()
    _find(tree, found, False)
    return found


def _find(value: Any, found: Found, denied: bool) -> None:
    if isinstance(value, tuple | list):
        for part in value:
            _find(part, found, denied)
        return
    if not isinstance(value, ir.Node):
        return
    kind = type(value).__name__
    found.kinds.add(kind)
    if denied:
        found.denied.add(kind)
    if isinstance(value, ir.Number):
        found.numbers.add(abs(value.value))
    if isinstance(value, ir.ChooseQuality) and value.quality == "color" and len(value.except_) > 1:
        # "black or red": all other colours are excluded
        found.words.update(set(vocabulary().colors) - set(value.except_))
    for each in dataclasses.fields(value):
        part = getattr(value, each.name)
        if each.name == "surface" or (each.name == "text" and isinstance(value, ir.Ability)):
            continue
        if part is None or (part is False and each.name != "combat") or part == () or isinstance(part, ir.Anything):
            continue
        if isinstance(part, bool | int | str):
            found.values.add((each.name, part))
        else:
            found.values.add((each.name, type(part).__name__))
        if isinstance(part, int) and not isinstance(part, bool):
            found.numbers.add(abs(part))
        for word in part if isinstance(part, tuple) else (part,):
            if isinstance(word, str):
                found.words.update(re.findall(r"[\w'-]+", word.casefold()))
                if "{" in word:
                    found.symbols += word
        _find(part, found, denied or isinstance(value, ir.Not | ir.NotSo))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], Counterpart], ...]:
    return tuple((name, re.compile(pattern), test) for name, pattern, test in MARKERS)


def plainly(text: str, name: str | None) -> str:
    """A text in lower case without reminders and names, ready to be searched for words."""
    text = re.sub(r"\([^()]*\)", "", text.replace("’", "'").replace("−", "-"))
    if name:
        text = in_place_of(text, name.replace("’", "'"))
    if name is None:  # two capitalised words inside a sentence are a name
        text = re.sub(r"(?<=[a-z,] )[A-Z][a-z']+(?: [A-Z][a-z']+)+", "~", text)
    text = re.sub(r"\bnamed (?:[A-Z][\w',-]*|of|the|and)(?: (?:[A-Z][\w',-]*|of|the|and))*", "named ~", text)
    text = re.sub(r"(^|\n|• )(?!Choose)[A-ZÀ-Þ](?:[^\W\d_]|[' ,!?-]){1,40} — ?", r"\1", text)
    return re.sub(r"\s+", " ", text).casefold()


def dropped(text: str, abilities: Iterable[ir.Ability], name: str | None = None) -> tuple[str, ...]:
    """The marker words of a text that have no counterpart in its tree.

    >>> from rulesite.engine.cardtext.host import Host
    >>> from rulesite.engine.cardtext.parser.read import read
    >>> from rulesite.engine.eras.ruleset import Ruleset
    >>> draw = read("Draw a card.", Host.parse("Instant"), Ruleset.on("2021-11-19"))
    >>> dropped("Draw two cards if you control another red creature.", draw)
    ('if', 'other', 'you control', 'red', 'two')
    """
    said, found = plainly(text, name), found_in(tuple(abilities))
    missing = [marker for marker, pattern, test in _patterns() if pattern.search(said) and not test(found)]
    missing.extend(word for word in _colors(said) if word not in found.words)
    missing.extend(f"non{word}" for word in _denied_words(said, found))
    missing.extend(word for word in _kinds_of_word(said) if word not in found.words)
    missing.extend(
        word for word, number in _numbers(said) if number not in found.numbers and not _hidden(number, found)
    )
    return tuple(dict.fromkeys(missing))


@cache
def _color_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?<!non)(?<!non-)\b({'|'.join(vocabulary().colors)})\b(?! of)")


def _colors(said: str) -> list[str]:
    return _color_pattern().findall(said)


def _denied_words(said: str, found: Found) -> list[str]:
    """ "nonblack", "noncreature": the tree must contain the word and a negation."""
    known = vocabulary()
    missing = []
    for word in re.findall(r"\bnon-?([a-z]+)\b", said):
        stem = next(
            (table[word] for table in (known.types, known.supertypes, known.colors, known.subtypes) if word in table),
            "",
        )
        if not stem:
            continue
        if not found.denied or not set(stem.casefold().split()) <= found.words:
            missing.append(word)
    return missing


@cache
def _kind_pattern() -> re.Pattern[str]:
    known = vocabulary()
    words = [word for word in known.supertypes if word != "world"]
    return re.compile(rf"(?<!non)(?<!non-)\b({'|'.join(map(re.escape, words))})\b(?! land types?\b)")


def _kinds_of_word(said: str) -> list[str]:
    return [vocabulary().supertypes[word] for word in _kind_pattern().findall(said)]


WRITTEN = {word: number for word, number in NUMBERS.items() if number > 1}
_NUMBER = re.compile(rf"(?<![\w{{/+*-])({'|'.join(WRITTEN)}|[2-9]|[1-9]\d+)(?![\w}}/*])")


def _numbers(said: str) -> list[tuple[str, int]]:
    said = re.sub(r"\{[^}]*\}", " ", said)
    return [(word, WRITTEN.get(word) or int(word)) for word in _NUMBER.findall(said)]


def _span(found: Found) -> tuple[int, int]:
    """ "One, two, or three targets": the range of numbers from the least to the greatest."""
    numbers = [value for name, value in found.values if name in ("minimum", "maximum") and isinstance(value, int)]
    return (min(numbers, default=1), max(numbers, default=0) + 1)


def _hidden(number: int, found: Found) -> bool:
    """Whether a number is expressed by a repetition, or by another kind of word."""
    return (
        (found.has("TargetSlot") and number in range(*_span(found)))
        or (number == 2 and found.has("Several", "ExchangeControl", "ExchangeLife", "Fight", "ManaAnyColor", "Half"))
    ) or f"{number}" in found.words
