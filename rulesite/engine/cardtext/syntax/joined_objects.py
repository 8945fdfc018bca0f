"""Noun phrases joined: "A, B, and C" means all of them, "A or B" one of two; each leaves a single mention."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.anaphora import PERMANENT_NOUNS
from rulesite.engine.cardtext.builder.nouns import both, either
from rulesite.engine.cardtext.mentions import Mention, RawRef
from rulesite.engine.cardtext.passes.other_than import other_than
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.sorts import sort


def _joined(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    made = phrase.node(values)
    if isinstance(made, ir.Several):
        return _all_of(builder, made, meta)
    mention = builder.mentions.of(made)
    if phrase.sort == "recipient" and mention is not None and mention.word == "them":
        builder.mentions.amend(mention, subtype="anyone")
    return one_of(builder, made, meta) if isinstance(made, ir.AnyOf) else made


def _all_of(builder: Any, made: ir.Several, meta: Any) -> Any:
    mentions = [builder.mentions.of(part) for part in made.parts]
    for ref, first, mention in zip(made.parts, mentions, mentions[1:], strict=False):
        if mention is not None and isinstance(mention.ref, ir.Every) and first is not None and first.slot is not None:
            # "target creature and each other creature …": than that creature
            mention = builder.mentions.amend(mention, ref=ir.Every(ir.rewrite(mention.ref.what, other_than(ref))))
    _share_zone(builder, [mention for mention in mentions if mention is not None])
    _share_source(builder, [mention for mention in mentions if mention is not None])
    kinds = {mention.player if mention is not None else True for mention in mentions}
    named = mentions[0].noun if mentions[0] else ""
    return builder._note(meta, made, named, kinds.pop() if len(kinds) == 1 else None, plural=True)


def _share_zone(builder: Any, mentions: list[Mention]) -> None:
    """ "target creature card and target land card from your graveyard": the zone belongs to both."""

    def zone(test: Any) -> Any:
        return next((part for part in ir.walk(test) if isinstance(part, ir.InZone)), None)

    last = mentions[-1].slot if mentions else None
    if last is None or zone(last.what) is None:
        return
    for mention in mentions[:-1]:
        slot = mention.slot
        if slot is not None and zone(slot.what) is None and ir.IsCard() in tuple(ir.walk(slot.what)):
            builder.mentions.amend(
                mention, slot=replace(slot, what=both(slot.what, replace(zone(last.what), surface="shared")))
            )


def _share_source(builder: Any, mentions: list[Mention]) -> None:
    """ "A creature card and a land card from among them": both are from among them."""
    refs = [mention.ref for mention in mentions]
    if not refs or not all(isinstance(ref, ir.Chosen) for ref in refs):
        return
    *others, last = refs
    if isinstance(last.from_, RawRef | ir.Memo) and all(ref.from_ is None for ref in others):
        for mention, ref in zip(mentions[:-1], others, strict=False):
            builder.mentions.amend(mention, ref=replace(ref, from_=last.from_))


def _share_cards_zone(builder: Any, mentions: list[Mention]) -> None:
    """ "a creature card or a land card from your graveyard": both are there."""
    refs = [mention.ref for mention in mentions]
    if not refs or not all(isinstance(ref, ir.Chosen) and ir.IsCard() in tuple(ir.walk(ref.what)) for ref in refs):
        return
    *others, last = [[part for part in ir.walk(ref.what) if isinstance(part, ir.InZone)] for ref in refs]
    if len(last) != 1 or any(others):
        return
    for mention, ref in zip(mentions[:-1], refs, strict=False):
        builder.mentions.amend(mention, ref=replace(ref, what=both(ref.what, replace(last[0], surface="shared"))))


def one_of(builder: Any, made: ir.AnyOf, meta: Any) -> Any:
    """One of two or more things: a choice among all that any of them describes. Raises ``ValueError`` if they cannot be
    combined."""
    named = [mention for part in made.parts if (mention := builder.mentions.of(part)) is not None]
    if named and all(mention.subtype == "all" for mention in named):
        return builder._note(meta, ir.OneSet(made.parts), named[0].noun, plural=True)
    if any(mention.subtype == "all" for mention in named):
        raise ValueError("a whole set, or something else")
    described = any(isinstance(mention.ref, ir.Chosen | ir.Every) for mention in named)
    if described and any(mention.slot is not None for mention in named):
        raise ValueError("a target, or something that is none")
    _share_cards_zone(builder, named)
    described_by = either(*map(builder._as_test, made.parts))
    nouns = [mention.noun for mention in named]
    for mention in named:
        if mention.slot is None:  # "it" is then the one that fits, whichever of the two it is
            builder.mentions.amend(mention, nested=True)
    others = {noun for noun in nouns if noun != "self"} or set(nouns)
    first = next(iter(others)) if len(others) == 1 else (nouns or [""])[0]
    alike = len(others) == 1 or not others <= PERMANENT_NOUNS
    return builder._note(meta, ir.Chosen(described_by), first if alike else "permanent")


sort("npx", becomes=_joined)
sort("recipient", becomes=_joined)
