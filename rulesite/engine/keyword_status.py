"""The status of each keyword: whether card text with it can be parsed, whether the engine plays it, and what is missing
if not.

No status is written by hand: a text with the keyword is parsed by the reader of the day, and the result is looked up
among what the engine carries out. What a rulebook says a keyword "means" is parsed by the same reader, and compared
with our definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import walk, without_words
from rulesite.engine.actions.keyword_actions import KNOWN_ACTIONS
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import KEYWORD_HOST, Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.passes.keywords import named_costs
from rulesite.engine.effects.unsupported import check_heeded
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.evaluation.keyword_meanings import expanded
from rulesite.engine.events.perform import INSTRUCTIONS
from rulesite.engine.language import keyword_table
from rulesite.engine.state.choices import NotModelled

from . import registry

KNOWN = registry.KNOWN  # the import registers everything that is carried out
AGREES, DIFFERS, NOT_READ, APART = "agrees", "differs", "not read", "not compared"
_COST, _NUMBER = "{2}{G}", "3"


@dataclass(frozen=True)
class Standing:
    """One keyword under the rules of one day. `how` it is played; `why` it is not read, or not played.

    `tried` is the text that was parsed as a test; `agreement` compares what the rule says the keyword means with our
    definition (AGREES, DIFFERS, NOT_READ with the reason in `note`, APART where there is nothing to compare).
    """

    name: str
    read: bool
    played: bool
    how: str = ""
    why: str = ""
    tried: str = ""
    agreement: str = APART
    note: str = ""


def names_in(title: str) -> tuple[str, ...]:
    """The keywords that a rule's title names.

    >>> names_in("Daybound and Nightbound"), names_in("First Strike"), names_in("∞ (Infinity)")
    (('daybound', 'nightbound'), ('first strike',), ('∞',))
    """
    plain = re.sub(r"\s*\(.*\)", "", title).strip().rstrip(".").replace("’", "'").casefold()
    return tuple(plain.split(" and "))


def of_ability(name: str, rules: Ruleset, says: str = "") -> Standing:
    """The status of a keyword ability under the rules of a day; `says` is the text of its rule in the edition."""
    rows = keyword_table.titled(name)
    if not rows and keyword_table.action(name) is not None:
        return of_action(name, rules)  # scry was once listed among the abilities
    if not rows:
        return Standing(name, False, False, why="the engine has no row for it")
    row = rows[0]
    tried = _sample(row)
    if row.get("unread"):
        return Standing(name, False, False, why=str(row.get("why", "its words are not read")))
    try:
        (ability, *_) = read(tried, Host.parse(str(row.get("on", "Creature 2/2"))), rules)
    except (UnreadableText, ValueError) as error:
        return Standing(name, False, False, why=str(error).partition("\n")[0], tried=tried)
    how, why = _played(ability, rules)
    why = str(row.get("why", why)) if why else ""
    agreement, note = _compared(row, ability, says, rules)
    return Standing(name, True, not why, how, why, tried, agreement, note)


def of_action(name: str, rules: Ruleset) -> Standing:
    """The status of a keyword action under the rules of a day."""
    row = keyword_table.action(name)
    if row is None:
        return Standing(name, False, False, why="the engine has no row for it")
    tried = str(row.get("printed", ""))
    if not tried:
        return Standing(name, False, False, why=str(row["why"]))
    try:
        found = read(tried, Host.parse(str(row.get("on", "Sorcery"))), rules)
    except UnreadableText as error:
        return Standing(name, False, False, why=str(row.get("why", str(error).partition("\n")[0])), tried=tried)
    why = next(_missing(found), "")
    return Standing(name, True, not why, "" if why else "carried out", str(row.get("why", why)) if why else "", tried)


def _sample(row: dict[str, Any]) -> str:
    """A sample text with a keyword, as a card prints it."""
    if "printed" in row:
        return str(row["printed"])
    name = str(row["name"]).capitalize()
    behind = {"cost": f" {_COST}", "number": f" {_NUMBER}", "number and cost": f" {_NUMBER}—{_COST}"}
    return name + behind.get(row.get("takes", ""), "")


def _played(ability: Any, rules: Ruleset) -> tuple[str, str]:
    """How an ability is played, or why it is not."""
    if not isinstance(ability, ir.KeywordAbility):
        return "read as the ability that it stands for", next(_missing((ability,)), "")
    try:
        meant = expanded(ability, rules)
    except NotModelled as error:
        return "", str(error)
    why = next(_missing(meant.expands), "")
    if why:
        return "", why
    rows = keyword_table.rows(ability.keyword)
    if any(row.get("defined") for row in rows):
        return "a function says what it stands for", ""
    if ability.keyword in keyword_table.of_decks():
        return "of no effect once the game has begun", ""
    return ("stands for words" if meant.expands else "asked for by name"), ""


def _missing(abilities: tuple[Any, ...]) -> Iterator[str]:
    """The parts of some abilities that the engine does not carry out."""
    for ability in abilities:
        try:
            check_heeded(ability)
        except NotModelled as error:
            yield str(error)
    for part in walk(abilities):
        if isinstance(part, ir.KeywordAction) and part.action not in KNOWN_ACTIONS:
            yield f"the engine does not carry out the keyword action {part.action!r} yet"
        elif isinstance(part, ir.Instruction) and type(part) not in INSTRUCTIONS:
            yield f"the engine does not carry out {type(part).__name__} yet"


# ---- what the rule says the keyword means


def meanings(name: str, says: str) -> tuple[str, ...]:
    """The texts of the abilities that a rule says a keyword means; empty where it does not say so.

    >>> meanings("bushido", 'X. “Bushido N” means “Whenever this creature blocks, it gets +N/+N until end of turn.”')
    ('Whenever this creature blocks, it gets +N/+N until end of turn.',)
    >>> meanings("flying", "Flying is an evasion ability.")
    ()
    """
    plain = says.replace("“", '"').replace("”", '"').replace("’", "'")
    head = re.search(rf'"?{re.escape(name)}\b[^".:]*"? means (?=")', plain, re.IGNORECASE)
    if head is None:
        return ()
    found, rest = [], plain[head.end() :]
    while (one := re.match(r'(?:,? and |,? )?"([^"]+)"', rest)) is not None:
        found.append(_whole(one[1]))
        rest = rest[one.end() :]
    return tuple(found)


def _whole(text: str) -> str:
    """A quoted meaning as a paragraph: quotes inside it become double quotes, and it ends in a full stop."""
    text = re.sub(r"(?<=\s)‘(.+?)'(?=\s|$|[.,])", r'"\1"', text.strip())
    return text.rstrip(",.") + ("" if text.endswith('"') else ".")


def _compared(row: dict[str, Any], ability: Any, says: str, rules: Ruleset) -> tuple[str, str]:
    """How the meaning printed in a rule compares with our abilities for a keyword."""
    told = meanings(str(row.get("title", row["name"])), says)
    if not told:
        return APART, "the rule does not say so in words of a card"
    if not isinstance(ability, ir.KeywordAbility) or not ability.expands:
        return APART, "the engine knows it by name"
    paragraphs = "\n".join(_filled(each, row) for each in told)
    if open_ := re.search(r"\[[^\]]*\]", paragraphs):
        return APART, f"what stands for {open_[0]} is not said"
    try:
        theirs = read(paragraphs, KEYWORD_HOST, rules)
    except UnreadableText as error:
        return NOT_READ, str(error).partition("\n")[0]
    ours = without_words(ability.expands)
    theirs = without_words(named_costs(theirs, str(row.get("paid", row["name"]))))
    return (AGREES, "") if ours == theirs else (DIFFERS, _first_difference(ours, theirs))


def _filled(text: str, row: dict[str, Any]) -> str:
    """A meaning filled with what the sample text prints after the keyword."""
    filled = re.sub(r"\[cost\]", lambda _: _COST, text, flags=re.IGNORECASE)
    filled = re.sub(r"\[(?:text|quality|type)\]", str(row.get("of", "[quality]")), filled)
    return re.sub(r"(?<![\w{])N(?![\w}])", _NUMBER, filled)


def _first_difference(ours: Any, theirs: Any) -> str:
    """The first difference of two trees, by kind and value."""
    if type(ours) is not type(theirs):
        return f"ours has {_brief(ours)}, the rule {_brief(theirs)}"
    if isinstance(ours, tuple):
        if len(ours) != len(theirs):
            return f"ours has {len(ours)} parts, the rule {len(theirs)}"
        return next(_first_difference(a, b) for a, b in zip(ours, theirs, strict=True) if a != b)
    if isinstance(ours, ir.Node):
        for field in ours.__dataclass_fields__.values():
            a, b = getattr(ours, field.name), getattr(theirs, field.name)
            if field.compare and a != b:
                return f"{type(ours).__name__}.{field.name}: {_first_difference(a, b)}"
    return f"ours has {_brief(ours)}, the rule {_brief(theirs)}"


def _brief(part: Any) -> str:
    if isinstance(part, ir.Node):
        return type(part).__name__
    return "several parts" if isinstance(part, tuple) else repr(part)
