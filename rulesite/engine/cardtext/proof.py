"""Whether a reading may be played: what is not proved is not played.

`read_to_play` is the way of a text into a game that somebody writes. A reading is proved if its print says what the
card says, if every reference in it is bound, and if no sentence of a permanent came out as the effect of a spell. Cards
that a program makes are read by `read_bound`, which leaves out the print.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.errors import UnprovedReading, UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import Dated, read
from rulesite.engine.cardtext.passes.own_deeds import without_source
from rulesite.engine.cardtext.round_trip import DIFFERENT, alike, filled, judge, paragraphs, pattern_of, plain
from rulesite.engine.eras.ruleset import Ruleset

DAYS = ("2006-10-01", "2009-10-01", "2012-10-01", "2017-10-01", "2018-10-01", "2021-06-01", "2021-11-19", "2024-11-08")
"""A day of each kind of words (`language.terms`): a text may use those of another day than that of the game."""
SAME_ON_ALL_DAYS = (
    (r"\bcome into play\b|\benter the battlefield\b", "enter"),
    (r"\bcomes into play\b|\benters the battlefield\b", "enters"),
    (r"\bis put into a graveyard from (?:play|the battlefield)\b", "dies"),
    (r"\bhis or her\b|\bhis\b|\bher\b", "their"),
    (r"\btheir owner's (?=hand|library|graveyard)", "its owner's "),
    (r"\bhe or she\b|\bthat player\b(?= (?:does|shuffles)\b)", "they"),
    (r"\bhim or her\b", "them"),
    (r"\bthey (control|own|do|shuffle|choose)e?s\b", r"they \1"),
    (r"\bthe kicker cost was paid\b", "it was kicked"),
    (r"^threshold\b", "as long as there are seven or more cards in your graveyard it has"),
    (r"\bthey shuffle their library\b", "they shuffle"),
    (r"\bconverted mana cost\b", "mana value"),
    (r"\bbecomes (?=[\dx]+/[\dx]+ )", "has base power and toughness "),
    (r" to (?:your|their) mana pool\b", ""),
    (r"\b(?:play|activate) this ability only\b", "activate only"),
    (r"\bany time you could (?:cast|play) a sorcery\b", "as a sorcery"),
    (r"\bend of turn\b", "end step"),
    (r"(?<!\w)'|'(?!\w)|\"", ""),
    (r"(?<=[a-z]): (?=\d+\b|\{)", " "),
    (r"(?:,|,? and) protection from\b", " and from"),
    (r" - |[—•]", " "),
    (r"[\s,.;]+", " "),
)
"""Words and signs of one meaning on the days of their cards, each with what stands for all of them in a comparison."""


@dataclass(frozen=True)
class OlderWords:
    """A wording of older cards, and what is printed for it; `reads` and `same`, on an object with the type line `on`,
    prove on a `day` that the two are one."""

    one: str
    other: str
    day: str
    reads: str
    same: str
    on: str


@cache
def older_words() -> tuple[OlderWords, ...]:
    """The rows of `older_words.toml`, in order."""
    data = tomllib.loads(files(__package__).joinpath("older_words.toml").read_text("utf-8"))
    return tuple(OlderWords(**row) for row in data["pair"])


@cache
def _rewrites() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((pattern_of(pair.one), filled(pair.one, pair.other)) for pair in older_words())


def read_to_play(text: str, host: Host, ruleset: Dated) -> tuple[ir.Ability, ...]:
    """The abilities of a text, of which it is proved that they are what it says.

    Raises UnreadableText for a text that cannot be read, and UnprovedReading for a reading that may not be played.

    >>> from rulesite.engine.eras.ruleset import Ruleset
    >>> read_to_play("{T}: It gains flying until end of turn.", Host.parse("Artifact"), Ruleset.on("2021-11-19"))
    Traceback (most recent call last):
    ...
    rulesite.engine.cardtext.errors.UnprovedReading: not proved: nothing says what “it” means
      {T}: It gains flying until end of turn.
    """
    abilities = read_bound(text, host, ruleset)
    difference = _other_words(text, host, ruleset.date)
    if difference:
        raise UnprovedReading(text, difference)
    return abilities


def read_bound(text: str, host: Host, ruleset: Dated) -> tuple[ir.Ability, ...]:
    """The abilities of a text in which every reference is bound, in whatever words they print.

    Raises UnreadableText for a text that cannot be read, and UnprovedReading where a reference means nothing.
    """
    abilities = read(text, host, ruleset)
    doubt = (
        unbound(abilities)
        or without_source(abilities)
        or _effect_of_a_permanent(abilities, host)
        or _moves_what_is_not_yet_there(abilities)
        or _never_triggers(abilities)
    )
    if doubt:
        raise UnprovedReading(text, doubt)
    return abilities


def unbound(abilities: Sequence[ir.Ability]) -> str:
    """Why a reference of a reading means nothing; empty if each is bound.

    >>> unbound((ir.SpellAbility(ir.Tap(ir.Outside("creature"))),))
    'nothing says what “creature” means'
    """
    outside = next((part for part in ir.walk(tuple(abilities)) if isinstance(part, ir.Outside)), None)
    return "" if outside is None else f"nothing says what “{outside.noun}” means"


def _effect_of_a_permanent(abilities: Sequence[ir.Ability], host: Host) -> str:
    if host.is_spell_only or host.position == "instruction":
        return ""
    spell = next((one for one in abilities if isinstance(one, ir.SpellAbility)), None)
    return "" if spell is None else "a sentence of a permanent was read as what a spell does"


def _never_triggers(abilities: Sequence[ir.Ability]) -> str:
    """Why an ability never triggers: "when you do" behind a static ability, which does nothing at any time; empty if
    there is none."""
    for one in abilities:
        if isinstance(one, ir.TriggeredAbility) and one.event == ir.StateBecomesTrue(ir.DidSo()):
            return f"nothing says what is done in “{one.text}”"
    return ""


def _moves_what_is_not_yet_there(abilities: Sequence[ir.Ability]) -> str:
    """Why a reading moves tokens onto the battlefield, where they are, and creates none; empty if none does so."""
    for step in ir.walk(tuple(abilities)):
        if not isinstance(step, ir.Move) or step.to.zone != "battlefield" or not isinstance(step.what, ir.Chosen):
            continue
        described = set(map(type, ir.walk(step.what.what)))
        if {ir.IsToken, ir.IsPermanent} <= described:
            return "tokens that are to be put onto the battlefield were read as tokens that are there"
    return ""


@lru_cache(maxsize=4096)
def _other_words(text: str, host: Host, date: str) -> str:
    """How the print of a reading differs from its text, in the words of every day; empty if it does not."""
    rules = Ruleset.on(date)
    abilities = read(text, host, rules)
    if _printed_so(text, abilities, host, date):
        return ""
    for paragraph in paragraphs(text):
        try:
            found = read(paragraph, host, rules)
        except UnreadableText:  # it is part of another paragraph, and the whole was not printed as it is
            found = abilities
        if not any(_printed_so(paragraph, found, host, day) for day in (date, *DAYS)):
            return judge(paragraph, found, host, date).reason or "the reading cannot be printed"
    return ""


def _printed_so(text: str, abilities: tuple[ir.Ability, ...], host: Host, day: str) -> bool:
    found = judge(text, abilities, host, day)
    if found.verdict != DIFFERENT:
        return True
    return bool(found.printed) and timeless(text, host.name) == timeless(found.printed, host.name)


def timeless(text: str, name: str | None = None) -> str:
    """A text in words and signs that do not depend on its day.

    >>> timeless("Remove target creature from the game.") == timeless("Exile target creature.")
    False
    >>> timeless("When he or she controls no Bears, ~ comes into play tapped.")
    'when they control no bears it enters tapped'
    """
    said = alike(plain(text.replace("; or ", "\n• "), name))
    for pattern, instead in _rewrites():
        said = pattern.sub(instead, said)
    for words, same in SAME_ON_ALL_DAYS:
        said = re.sub(words, same, said)
    return said.strip()
