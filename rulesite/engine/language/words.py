"""Tokens, and the phrases that different eras print for the same thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rulesite.engine.language.english import third
from rulesite.engine.language.terms import Terms


class Word(NamedTuple):
    """A token: its kind (a terminal of the grammar), value, the printed letters, and its start and end."""

    kind: str
    value: str
    start: int
    end: int


# Each kind with its phrases in all eras. Longer phrases are tried first.
PHRASES: dict[str, tuple[str, ...]] = {
    "_INPLAY": ("in play", "on the battlefield"),
    "_FROMPLAY": ("from play", "from the battlefield"),
    "_INTOPLAY": ("into play", "onto the battlefield", "to the battlefield"),
    "_TOPLAY": ("to play", "to cast", "to activate"),
    "_ENTER": (
        "comes into play",
        "come into play",
        "enters the battlefield",
        "enter the battlefield",
        "enters",
        "enter",
        "enters play",
        "coming into play",
        "entering the battlefield",
        "entering",
    ),
    "_DIE": (
        "dies",
        "die",
        *(
            f"{verb} {whose} graveyard from {zone}"
            for verb in ("is put into", "are put into", "goes to", "go to")
            for whose in ("a", "the", "its owner's", "their owners'", "a player's")
            for zone in ("play", "the battlefield")
        ),
    ),
    "_LEAVE": ("leaves play", "leave play", "leaves the battlefield", "leave the battlefield"),
    "_FROMGAME": ("from the game",),
    "EXILED": ("exiled", "removed from the game"),
    "_EOT": ("until end of turn", "until the end of the turn"),
    "_THISTURN": ("this turn",),
    "_EACHTURN": ("each turn", "every turn", "per turn"),
    "_ATEND": (
        "at end of turn",
        "at the end of turn",
        "at the beginning of the end step",
        "at the beginning of each end step",
        "at the end of the turn",
    ),
    "_ATNEXTEND": ("at the beginning of the next end step",),
    "_ATBEGIN": ("at the beginning of",),
    "_ENDOFCOMBAT": ("at end of combat", "at the end of combat"),
    "_INADDITION": (
        "in addition to its other types",
        "in addition to their other types",
        "in addition to its other creature types",
        "in addition to their other creature types",
        "in addition to its other land types",
        "in addition to their other land types",
        "in addition to its types",
    ),
    "_INADDCOLOR": ("in addition to its other colors", "in addition to their other colors"),
    "_INADDBOTH": ("in addition to its other colors and types", "in addition to their other colors and types"),
    "_ANYORDER": ("in any order",),
    "_RANDOMORDER": ("in a random order",),
    "_ATRANDOM": ("at random",),
    "_THEDAMAGE": ("the damage dealt", "damage dealt this way"),
    "_ABLE": ("if able",),
    "MANAVALUE": ("converted mana cost", "mana value", "total casting cost", "mana values", "converted mana costs"),
    "_FREE": (
        "without paying its mana cost",
        "without paying their mana cost",
        "without paying their mana costs",
        "without paying that card's mana cost",
        "without paying that spell's mana cost",
    ),
    "_RATHER": ("rather than paying", "rather than pay"),
    "_ASLONGAS": ("as long as",),
    "_ANDOR": ("and/or",),
    "_UNTAPSTEP": ("untap step", "untap phase", "untap steps"),
    "_LESSEQ": ("or less", "or fewer"),
    "_MOREEQ": ("or more", "or greater"),
    "_ANYNUMBER": ("any number of",),
    "_UPTO": ("up to",),
    "_ATLEAST": ("at least",),
    "_ANYTARGET": ("any target",),
    "_ASTHOUGH": ("as though",),
    "_THISWAY": ("this way",),
    "_ABILITYTHIS": ("this ability", "~'s ability"),
    "_PLAYERSHE": ("he or she",),
    "_HIMHER": ("him or her",),
    "_HISHER": ("his or her", "his/her"),
    "_SORCERYSPEED": ("any time you could play a sorcery", "any time you could cast a sorcery", "as a sorcery"),
    "_INSTANTSPEED": (
        "any time you could play an instant",
        "any time you could cast an instant",
        "as an instant",
        "any time he or she could play an instant",
        "any time they could play an instant",
        "any time he or she could cast an instant",
        "any time they could cast an instant",
    ),
    "_HADFLASH": ("as though it had flash", "as though they had flash"),
    "_COMBATDAMAGE": ("combat damage",),
    "_ATTACKSEACH": (
        "attacks each turn if able",
        "attacks each combat if able",
        "attack each turn if able",
        "attack each combat if able",
    ),
    "_FORMANA": ("for mana",),
    "_MANACOST": ("mana cost",),
    "_UNBLOCKABLE": ("unblockable",),
    "_BOTTOM": ("bottom",),
    "_INCOMBAT": ("from combat",),
    "_FACEUP": ("face up", "face-up"),
    "_FACEDOWN": ("face down", "face-down"),
    "_CHOSENTYPE": ("of the chosen type",),
    "_THATTYPE": ("of that type",),
    "_CHOSENCOLOR": ("of the chosen color",),
    "_THATCOLOR": ("of that color",),
    "_MANAPOOL": (
        "to your mana pool",
        "to his or her mana pool",
        "to their mana pool",
        "to that player's mana pool",
        "to its controller's mana pool",
    ),
    "_BEYONDFIRST": ("beyond the first",),
    "_RINGTEMPTS": ("the ring tempts you",),
    "_ONEORMORE": ("one or more",),
}

CONTRACTIONS = {
    "it's": ("it", "is"),
    "that's": ("that", "is"),
    "they're": ("they", "is"),
    "you're": ("you", "is"),
    "he's": ("he", "is"),
    "there's": ("there", "is"),
    "you've": ("you", "has"),
    "they've": ("they", "has"),
    "it'll": ("it", "will"),
    "you'll": ("you", "will"),
    "who's": ("who", "is"),
    "who": ("whoever", "who"),
}
"""Words that make two tokens, such as "who": the first token says that a condition on that player follows."""


def as_plain(word: str) -> str:
    """Lower case, with a straight apostrophe."""
    return word.lower().replace("’", "'")


def of_day(kind: str, said: str, terms: Terms) -> str:
    """The words that the cards of a day use for a kind; `said` if it does not differ between eras.

    >>> from rulesite.engine.language.terms import terms_on
    >>> of_day("MANAVALUE", "mana value", terms_on("2006-10-01")), of_day("_FACEUP", "face up", terms_on("2006-10-01"))
    ('converted mana cost', 'face up')
    """
    calls = _OF_DAY.get(kind) or _OF_DAY.get(said)
    found = said if calls is None else calls(terms)
    return third(found) if kind == "_ENTER" and said.startswith("enters") and calls is not None else found


def _at_speed(of: str, terms: Terms) -> str:
    return f"as {of}" if terms.as_a_sorcery else f"any time you could {terms.cast} {of}"


_OF_DAY: dict[str, Callable[[Terms], str]] = {
    "cast": lambda terms: terms.cast,
    "to cast": lambda terms: f"to {terms.cast}",
    "to activate": lambda terms: f"to {terms.activate}",
    "played": lambda terms: {"play": "played"}.get(terms.cast, terms.cast),
    "activate": lambda terms: terms.activate,
    "MANAVALUE": lambda terms: terms.mana_value,
    "_ENTER": lambda terms: terms.enter,
    "_INPLAY": lambda terms: f"on {terms.battlefield}" if terms.exile else "in play",
    "_FROMPLAY": lambda terms: f"from {terms.battlefield}",
    "_INTOPLAY": lambda terms: terms.onto,
    "_DIE": lambda terms: "die" if terms.dies else f"be put into a graveyard from {terms.battlefield}",
    "_LEAVE": lambda terms: f"leave {terms.battlefield}",
    "_SORCERYSPEED": lambda terms: _at_speed("a sorcery", terms),
    "_INSTANTSPEED": lambda terms: _at_speed("an instant", terms),
    "EXILED": lambda terms: "exiled" if terms.exile else "removed from the game",
}
