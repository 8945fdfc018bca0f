"""A second resolver of pronouns, independent of the rules of `anaphora`, and simple: the nearest noun that agrees.

It agrees in number, in kind (player or object, and the pronoun's own noun) and in role (who does something is not "it").
A noun inside a description or an amount is taken only if no other is left. `disagreements` reads texts with both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext import anaphora, mentions
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.mentions import Mention, Mentions
from rulesite.engine.cardtext.parser import read as reader
from rulesite.engine.eras.ruleset import Ruleset

WORDS = ("it", "that", "those", "them", "they")
"""The pronouns that are compared."""


@dataclass(frozen=True)
class Disagreement:
    """A pronoun of a text, with what each resolver takes it for."""

    text: str
    pronoun: str
    first: Any
    second: Any


def nearest(pronoun: Mention, before: Sequence[Mention], every: Mentions) -> Mention | None:
    """The nearest mention before a pronoun that agrees with it; None if there is none."""
    doer = every.all[pronoun.apart] if pronoun.apart is not None else None
    agreeing = [
        mention
        for mention in before
        if mention.ref is not None
        and mention.mode in (0, pronoun.mode)
        and _is_of_one_kind(pronoun, mention)
        and (mention.plural == pronoun.plural or mention.slot is not None or pronoun.word == "they")
        and (doer is None or (mention.number != doer.number and mention.ref != doer.ref))
        and pronoun.number not in every.numbers_within((mention.ref, mention.slot))
    ]
    if pronoun.noun:  # a card calls itself by its name, or "this creature"
        agreeing = [mention for mention in agreeing if not isinstance(mention.ref, ir.Self)] or agreeing
    free = [mention for mention in agreeing if not mention.nested]
    return (free or agreeing or [None])[-1]


def _is_of_one_kind(pronoun: Mention, mention: Mention) -> bool:
    if pronoun.player:
        return mention.player is not False and not isinstance(mention.ref, ir.You)
    if mention.player:
        return False
    own = {pronoun.noun, mention.noun}
    return not pronoun.noun or pronoun.noun in ("permanent", "card") or len(own) == 1 or mention.noun in ("", "self")


def _nothing_kept(text: str, host: Host) -> list[Any]:
    """No reading from memory: each text is resolved anew, and what is resolved here is not remembered."""
    return []


def disagreements(text: str, host: Host, rules: Ruleset) -> Iterator[Disagreement]:
    """Each pronoun of a text for which the two resolvers differ; nothing for a text that is not read."""
    found: list[Disagreement] = []
    resolve = anaphora.resolve

    def both(pronoun: Mention, before: Sequence[Mention], every: Sequence[Mention], all_: Mentions) -> Mention:
        first = resolve(pronoun, before, every, all_)
        if pronoun.word in WORDS and not isinstance(first.ref, ir.Candidate | ir.Outside):  # Outside is not played
            other = nearest(pronoun, before, all_)
            second = anaphora._bound(pronoun, other).ref if other is not None else all_.default
            if second != first.ref:
                found.append(Disagreement(text, f"{pronoun.word} {pronoun.noun}".strip(), first.ref, second))
        return first

    with patch.object(mentions, "resolve", both), patch.object(reader, "_readings", _nothing_kept):
        try:
            reader.read(text, host, rules)
        except UnreadableText:
            return
    yield from found
