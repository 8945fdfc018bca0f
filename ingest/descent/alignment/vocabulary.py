"""The vocabulary of each era: a text of 1999 and one of today are compared in one vocabulary.

Every entry folds a phrase and its successors into one sign, for comparison only: no displayed or stored text goes
through here. The dates of the changes are those of the editions of the Comprehensive Rules that made them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulesite.text import source_tags
from rulesite.text.numbering import LETTER
from rulesite.text.wording import normalise, words

NUMBER_SIGN = "numbersign"
"""Replaces every cited number, so that a renumbering changes no word."""

_NUMBERS = re.compile(
    rf"\b(?:[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?|[A-Z]\.[0-9]{{1,3}}(?:\.(?:Ruling\.|Note\.)?[0-9]{{1,3}}{LETTER}?)?)"
    r"(?:(?:-| through | through rule )"
    rf"(?:[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?|[A-Z]\.[0-9]{{1,3}}\.[0-9]{{1,3}}|[0-9]{{1,2}}{LETTER}?|{LETTER})\b)?"
    r"|(?<=\brule )[1-9][0-9]{2}\b|(?<=\brules )[1-9][0-9]{2}(?:-[0-9]{3})?\b|(?<=\b[sS]ection )[1-9][0-9]{0,2}\b",
)

_ADDRESS = re.compile(r"<?\b(?:https?://|www\.)[^\s>]+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org)\b[^\s>)]*", re.IGNORECASE)
"""A URL, which changes over the years while the rest of a rule stays."""

_OF_ADDRESSES = ("://", "www.", ".com", ".net", ".org")
"""Present in every text with a URL; a fast test."""

_PHRASES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # 2009-07-11: zones and actions get names
    (r"(?:comes?|came|coming) into play", "enters", ("into play",)),
    (r"(?:enters?|entered|entering) the battlefield", "enters", ("the battlefield",)),
    (r"(?:leaves?|left|leaving) (?:play|the battlefield)", "leaves battlefield", ("leav", "left ")),
    (
        r"(?:(?:in|into|from) the )?in-play zone|on(?:to)? the battlefield|in(?:to)? play",
        "battlefield",
        ("in-play", "the battlefield", " play", "in play", "into play"),
    ),
    (r"from (?:play|the battlefield)", "from battlefield", ("from play", "from the b")),
    (
        r"removed-from-the-game zone|removed from the game zone|exile zone",
        "exile zone",
        ("-game zone", " game zone", "exile zone"),
    ),
    (r"removed? (?!from)((?:[\w']+ ){1,6})from the game", r"exile \1", ("from the game",)),
    (
        r"(?:removed|removes|removing|remove) from the game|exiled|exiles|exiling",
        "exile",
        ("from the game", "exil"),
    ),
    (r"played or activated|cast or activated|play or activate|cast or activate", "play", (" or activate",)),
    (
        r"converted mana costs?|mana values?|total casting costs?",
        "manavalue",
        ("converted mana", "mana value", "total casting"),
    ),
    (r"casting|casts?|plays?|played|playing|activat(?:e|es|ed|ing)|activation", "play", ("cast", "play", "activat")),
    (r"state-based effects?|state-based actions?", "statebased", ("state-based",)),
    (r"end of turn step|end-of-turn step|end step", "endstep", (" step",)),
    (r"declares? no attackers|declares? no blockers", "nodeclare", (" no attackers", " no blockers")),
    # 2005 to 2006: local enchantments become Auras
    (r"local enchantments?|enchant creature cards?", "aura", ("local enchantment", "enchant creature card")),
    # 2013: dies
    (
        r"(?:is |are )?put into (?:an?|the|its owner's|their owners') graveyards? from (?:play|battlefield)",
        "dies",
        ("put into ",),
    ),
    (r"\bdied?\b|\bdying\b", "dies", ("die", "dying")),
    # 2018-01 and later: create, they, mana value, kindred, mill
    (r"puts? ((?:[\w'/{}+-]+ ){1,9}?tokens?) battlefield", r"create \1", (" battlefield",)),
    (r"creates|created|creating", "create", ("creat",)),
    (r"his or her|his/her|its owner's or their", "their", ("his or her", "his/her", "or their")),
    (r"he or she", "they", ("he or she",)),
    (r"him or her", "them", ("him or her",)),
    (r"himself or herself|themself|themselves", "themself", ("himself or", "themsel")),
    (r"tribals?|kindreds?", "kindred", ("tribal", "kindred")),
    # the game's first years
    (r"mana sources?", "mana ability", ("mana source",)),
    (r"summoning sick(?:ness)?", "summoningsick", ("summoning sick",)),
    (r"doesn't|does not", "doesn't", ("does not",)),
    (r"do not|don't", "don't", ("do not",)),
    (r"cannot|can not|can't", "can't", ("cannot", "can not")),
    (r"unblockable", "can't be blocked", ("unblockable",)),
    (r"owns? or control(?:s|led)?", "controls", (" or control",)),
)
"""A phrase and its successors, the sign for them, and a string present in any text that has one of them."""
_FOLDS = [(cues, re.compile(rf"\b(?:{pattern})\b"), sign) for pattern, sign, cues in _PHRASES]


def masked(text: str) -> str:
    """The text, typography folded, with one sign for each cited number.

    >>> masked("See rule 402.8g and rules 409.1b–i.")
    'See rule numbersign and rules numbersign.'
    """
    return _NUMBERS.sub(NUMBER_SIGN, normalise(text))


def without_addresses(text: str) -> str:
    """The text with one word for each URL."""
    lower = text.lower()
    return _ADDRESS.sub("website", text) if any(cue in lower for cue in _OF_ADDRESSES) else text


@lru_cache(maxsize=8192)
def plain_words(text: str) -> tuple[str, ...]:
    """The words of a text, with cited numbers masked. Memoized, as editions repeat each other."""
    return tuple(words(masked(text)))


@lru_cache(maxsize=8192)
def era_words(text: str) -> tuple[str, ...]:
    """The words of a text without its source tags, with cited numbers masked and the vocabulary of its era folded.

    Memoized, like the plain ones.

    >>> era_words("His or her spell is removed from the game.") == era_words("Their spell is exiled.")
    True
    """
    for tag in reversed(source_tags.find(text)):
        text = text[: tag.start] + text[tag.end :]
    folded = masked(without_addresses(text)).lower()
    for cues, pattern, sign in _FOLDS:
        for cue in cues:
            if cue in folded:
                folded = pattern.sub(sign, folded)
                break
    return tuple(words(folded))
