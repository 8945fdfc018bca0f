"""A second resolver of pronouns, independent of the rules of `anaphora`, and simple: the nearest noun that agrees.

It agrees in number, in kind (player or object, and the pronoun's own noun) and in role (who does something is not "it").
A noun inside a description or an amount is taken only if no other is left. `disagreements` reads texts with both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
OF_ITSELF = ("copy", "self", "")
"""What a card calls itself, or a copy of itself."""
CARRIED = ("return", "put", "create", "cast", "exile", "reveal", "manifest")
"""What happens to a card so that it is called by another noun afterwards: a permanent, a spell, a card."""


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
        and not _is_any(mention)
        and mention.mode in (0, pronoun.mode)
        and (mention.until is None or pronoun.pos < mention.until)
        and _is_of_one_kind(pronoun, mention)
        and _agrees_in_number(pronoun, mention)
        and (doer is None or (mention.number != doer.number and (doer.ghost or mention.ref != doer.ref)))
        and pronoun.number not in every.numbers_within((mention.ref, mention.slot))
    ]
    if pronoun.noun not in OF_ITSELF:  # a card calls itself by its name, or "this creature"
        agreeing = [mention for mention in agreeing if not isinstance(mention.ref, ir.Self)] or agreeing
    if pronoun.word == "it":  # what is done to each is over with its sentence
        ended = [mention for mention in agreeing if mention.one_until is not None and mention.one_until < pronoun.pos]
        over = [mention for mention in ended if isinstance(mention.ref, ir.Every)]
        agreeing = [mention for mention in agreeing if mention not in over]
    if pronoun.word == "it":  # it goes on with whom the sentence is about, not with what does something to that
        subjects = [mention for mention in agreeing if mention.role == "subject"]
        agreeing = [mention for mention in agreeing if not subjects or mention.role != "other"]
    if _is_plural(pronoun):
        agreeing = [mention for mention in agreeing if mention.plural or _is_several_now(pronoun, mention)] or agreeing
    if pronoun.noun == "spell":  # what was cast is a spell
        agreeing = [mention for mention in agreeing if mention.played or mention.noun == "spell"] or agreeing
    named = [mention for mention in agreeing if pronoun.noun and mention.noun == pronoun.noun] or agreeing
    free = [mention for mention in named if not mention.nested]
    return (free or named)[-1] if named else None


def _meant(pronoun: Mention, before: Sequence[Mention], every: Mentions) -> Any:
    """The reference of a pronoun by the nearest noun; damage "to them" is damage to a single player, if one is near."""
    if pronoun.subtype == "anyone":
        player = replace(pronoun, player=True)
        pronoun = player if nearest(player, before, every) is not None else pronoun
    if pronoun.noun == "copy" and not pronoun.plural:
        return ir.Memo("copy")
    noun = nearest(pronoun, before, every)
    if noun is None:
        return every.default
    if noun.played and pronoun.noun == "spell" and (noun.noun != "spell" or isinstance(noun.ref, ir.Chosen)):
        return ir.Memo("cast")
    return anaphora._bound(pronoun, noun).ref


def _is_any(mention: Mention) -> bool:
    """Whether a noun stands for any object of its kind ("if another Aura is attached …"), of which nothing is said."""
    return isinstance(mention.ref, ir.Chosen) and mention.later is None and not mention.moved and not mention.played


def _agrees_in_number(pronoun: Mention, mention: Mention) -> bool:
    """Whether the two are one thing or several things; "each creature" is both, "they" may be one player, and an event
    happens to one thing at a time."""
    if pronoun.player and pronoun.word in ("they", "them"):
        return True
    if mention.word == "participle":  # "the exiled card", "the exiled cards"
        return True
    if isinstance(mention.ref, ir.Current):
        return not _is_plural(pronoun)
    if mention.one_until is not None and pronoun.pos < mention.one_until:
        return not _is_plural(pronoun)
    if _is_several_now(pronoun, mention):
        return True
    if mention.subtype == "all":
        return _is_plural(pronoun)
    if mention.slot is not None or isinstance(mention.later, ir.Current | ir.TriggerPlayer | ir.TriggerObject):
        return True
    return mention.plural == _is_plural(pronoun)


def _is_several_now(pronoun: Mention, mention: Mention) -> bool:
    """Whether each of several players did the same to one: "for each player, choose a creature"."""
    return mention.several_from is not None and pronoun.pos >= mention.several_from


def _is_plural(pronoun: Mention) -> bool:
    """Whether a pronoun stands for several things: "their owner's control" does, whatever follows."""
    return pronoun.plural or pronoun.word in ("they", "them", "those")


def _is_of_one_kind(pronoun: Mention, mention: Mention) -> bool:
    if pronoun.player:
        return mention.player is not False and not isinstance(mention.ref, ir.You)
    if mention.player:
        return False
    if mention.player is None:  # "any target", "target player or planeswalker": whatever it is
        return pronoun.noun != "spell"
    own = {pronoun.noun, mention.noun}
    changed = mention.played or mention.noun in ("token", "spell")
    changed = changed or (mention.moved in CARRIED and pronoun.noun != "target")
    return pronoun.noun in ("", "permanent", "card", "copy") or len(own) == 1 or changed or mention.noun in OF_ITSELF


def _nothing_kept(text: str, host: Host) -> list[Any]:
    """No reading from memory: each text is resolved anew, and what is resolved here is not remembered."""
    return []


def disagreements(text: str, host: Host, rules: Ruleset) -> Iterator[Disagreement]:
    """Each pronoun of a text for which the two resolvers differ; nothing for a text that is not read.

    A pronoun that is no part of the finished reading ("enters with a counter on it") is not compared.
    """
    found: list[Disagreement] = []
    differing: dict[int, Disagreement] = {}
    resolve, settle = anaphora.resolve, Mentions.settle

    def both(pronoun: Mention, before: Sequence[Mention], every: Sequence[Mention], all_: Mentions) -> Mention:
        first = resolve(pronoun, before, every, all_)
        if pronoun.word in WORDS and not isinstance(first.ref, ir.Candidate | ir.Outside):  # Outside is not played
            second = _meant(pronoun, before, all_)
            if second != first.ref:
                name = f"{pronoun.word} {pronoun.noun}".strip()
                differing[pronoun.number] = Disagreement(text, name, first.ref, second)
        return first

    def settled(all_: Mentions, tree: Any) -> tuple[Any, tuple[ir.TargetSlot, ...]]:
        differing.clear()
        done = settle(all_, tree)
        slots = tuple(mention.slot for mention in all_.all)
        found.extend(differing[number] for number in sorted(all_.numbers_within((tree, slots)) & set(differing)))
        return done

    with (
        patch.object(mentions, "resolve", both),
        patch.object(Mentions, "settle", settled),
        patch.object(reader, "_readings", _nothing_kept),
    ):
        try:
            reader.read(text, host, rules)
        except UnreadableText:
            return
    yield from found
