"""Compares a paragraph with the print of its reading: exact, said otherwise, different, not read."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.card_name import in_place_of, said_out
from rulesite.engine.cardtext.dropped_words import dropped
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import Dated, read
from rulesite.engine.cardtext.printing.abilities import printed
from rulesite.engine.language.english import third
from rulesite.engine.language.phrases import NoPhraseError
from rulesite.engine.language.vocabulary import word_list

EXACT, OTHERWISE, DIFFERENT, NOT_READ = "exact", "otherwise", "different", "not read"
TYPES = "creature|permanent|land|artifact|enchantment|spell|card|token|planeswalker|battle|emblem"
ITSELF = "|".join((TYPES, *(entry.partition("/")[0] for entry in word_list("other subtype"))))
"""What a text calls its own object by, after "this": a type, or a subtype that is no creature's."""


@dataclass(frozen=True)
class Compared:
    """A paragraph, the print of its reading, and the verdict; `reason` if it was not read, or not printed.

    `dropped`: words of it that have no counterpart in the reading.
    """

    paragraph: str
    verdict: str
    printed: str = ""
    reason: str = ""
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Synonym:
    """Two wordings for the same thing; `…` stands for the same words in both. `why`: the rule, or the reason.

    `reads` and `same` are the proof: two texts, printed on an object with the type line `on`, that differ only by the
    pair and are read as the same tree.
    """

    one: str
    other: str
    why: str
    reads: str
    same: str
    on: str


@cache
def synonyms() -> tuple[Synonym, ...]:
    """The rows of `synonyms.toml`, in order."""
    data = tomllib.loads(files(__package__).joinpath("synonyms.toml").read_text("utf-8"))
    return tuple(Synonym(**row) for row in data["pair"])


@cache
def _rewrites() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((pattern_of(pair.one), filled(pair.one, pair.other)) for pair in synonyms())


def pattern_of(said: str) -> re.Pattern[str]:
    """A pattern for a wording of the table: whole words, and any words of one clause for each `…`."""
    parts = re.split("…", said)
    inner, last = r"([^.:•\n\" ][^.:•\n\"]*?)", r"([^.:•\n\" ][^.:•\n\"]*)"
    made = re.escape(parts[0])
    for place, part in enumerate(parts[1:], 1):
        made += (inner if part or place < len(parts) - 1 else last) + re.escape(part)
    before = r"(?<![\w~'])" if said[:1].isalnum() else ""
    after = r"(?![\w'])" if said[-1:].isalnum() else ""
    return re.compile(before + made + after)


def filled(one: str, other: str) -> str:
    """The replacement string of the other wording; its `…2` stands for the second `…` of the first.

    Raises ValueError if the two do not have the same number of `…`.
    """
    said = [int(number or place) for place, number in enumerate(re.findall(r"…(\d?)", other), 1)]
    if sorted(said) != list(range(1, one.count("…") + 1)):
        raise ValueError(f"synonyms.toml: {one!r} and {other!r} have not the same number of “…”")
    order = iter(said)
    return re.sub(r"…\d?", lambda _: rf"\g<{next(order)}>", other.replace("\\", "\\\\"))


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a card without reminder text; the modes of a choice belong to the paragraph that offers them.

    >>> paragraphs("Flying (It flies.)\\nChoose one —\\n• Draw a card.\\n• You gain 1 life.")
    ['Flying', 'Choose one —\\n• Draw a card.\\n• You gain 1 life.']
    """
    made: list[str] = []
    for line in re.sub(r"\([^()]*\)", "", text.replace("\r", "")).split("\n"):
        line = re.sub(r"^\[([+−–-]?[\dX]+)\]:", r"\1:", line.strip())
        if not line:
            continue
        if line.startswith(("•", "+ ", "{P}")) and made:
            made[-1] += "\n" + line
        else:
            made.append(line)
    return made


_OF_TWO = re.compile(r"(?:(?<=when ~ )|(?<=whenever ~ ))(?!or\b|and\b)[a-z]+(?<!s)\b")
"""A verb in the plural behind the own name."""


def plain(text: str, name: str | None = None) -> str:
    """A text normalised for comparison: case, spacing and the card's own name do not count.

    >>> plain("Whenever Hill Giant  attacks, Draw a card.", "Hill Giant")
    'whenever ~ attacks, draw a card'

    A name of two takes a verb of either number:

    >>> plain("Whenever Anax and Cymede attack, draw a card.", "Anax and Cymede")
    'whenever ~ attacks, draw a card'
    """
    text = re.sub(r"\([^()]*\)", "", text.replace("’", "'").replace("−", "-").replace("“", '"').replace("”", '"'))
    if name:
        text = in_place_of(text, name.replace("’", "'"))
    text = re.sub(rf"(?i)\bthis (?:{ITSELF})\b", "~", text)
    text = re.sub(r"\[([+-]?\d+|[+-]X)\]", r"\1", text)  # a loyalty symbol as written in the rules
    text = re.sub(r"\s+", " ", text).replace(" ,", ",").casefold().strip()
    if name and " and " in name:
        text = _OF_TWO.sub(lambda verb: third(verb[0]), text)
    return text.removesuffix(".")


_CHAPTER = "[ivx]+(?:, [ivx]+)* —"
LABEL = re.compile(
    rf"(^(?:{_CHAPTER} )?|• )(?!choose|{_CHAPTER})(?:~|(?:[\d,]+ )?[^\W\d_](?:[^\W\d_]|[' !?,-]){{1,40}}(?: \d+)?) — ?"
)
"""An ability word or a flavor word: it has no rules meaning (207.2c, 207.2d), so the reader drops it."""


def alike(text: str) -> str:
    """A plain text without labels, in which all listed synonyms have the same wording.

    >>> alike("gáe bolg — equip {4}"), alike("10,000 needles — {t}: draw a card")
    ('equip {4}', '{t}: draw a card')
    """
    text = LABEL.sub(r"\1", text)
    for pattern, instead in _rewrites():
        text = pattern.sub(instead, text)
    return re.sub(r"\s+", " ", text).replace(",.", ".").replace('",', ',"').strip()


def compare(paragraph: str, host: Host, ruleset: Dated) -> Compared:
    """Read a paragraph, print it back and compare the two.

    >>> from rulesite.engine.eras.ruleset import Ruleset
    >>> compare("Draw two cards.", Host.parse("Instant"), Ruleset.on("2021-11-19")).verdict
    'exact'
    """
    try:
        abilities = read(paragraph, host, ruleset)
    except UnreadableText as error:
        return Compared(paragraph, NOT_READ, reason=str(error).partition("\n")[0])
    except RecursionError:
        return Compared(paragraph, NOT_READ, reason="the text is nested too deeply to be read")
    found = judge(paragraph, abilities, host, ruleset.date)
    return replace(found, printed=said_out(found.printed, host), dropped=dropped(paragraph, abilities, host.name))


def readable(text: str, host: Host, ruleset: Dated) -> bool:
    """Whether a whole text can be read."""
    try:
        return bool(read(text, host, ruleset))
    except (UnreadableText, RecursionError):
        return False


def judge(paragraph: str, abilities: tuple[ir.Ability, ...], host: Host, date: str) -> Compared:
    """The verdict on a paragraph that was read as these abilities."""
    try:
        back = printed(abilities, date, host)
    except NoPhraseError as error:
        return Compared(paragraph, DIFFERENT, reason=str(error))
    said, again = plain(paragraph, host.name), plain(back, host.name)
    if said == again:
        return Compared(paragraph, EXACT, back)
    if alike(said) == alike(again):
        return Compared(paragraph, OTHERWISE, back)
    return Compared(paragraph, DIFFERENT, back, _first_difference(alike(said), alike(again)))


def _first_difference(said: str, again: str) -> str:
    """Where the printed words begin to differ from those of the card."""
    one, other = said.split(" "), again.split(" ")
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    here, there = " ".join(one[place : place + 4]) or "(its end)", " ".join(other[place : place + 4]) or "(its end)"
    return f"the card says “{here}”, what was read says “{there}”"
