"""Noun phrases for objects: each leaves a mention."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
    PLAYER,
    Desc,
    both,
    either,
    noun_of,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.language.vocabulary import INFLECTED


class Objects(Part):
    """Targets, choices, sets and pronouns."""

    def np(self, meta: Any, ref: Any) -> Any:
        return ref

    npx = recipient = pnp = np

    def pron_player(self, meta: Any, ref: Any) -> Any:
        mention = self.mentions.of(ref)
        if mention is not None:
            mention.player = True
        return ref

    def poss_your(self, meta: Any) -> Any:
        return ir.You()

    def poss_their(self, meta: Any) -> Any:
        said = {"his": "he", "her": "she"}.get(self._said(meta), "they")
        return self._note(meta, None, word="they", player=True, said=said)

    def poss_its(self, meta: Any) -> Any:
        return self._note(meta, None, word="it", said="it")

    def poss_np(self, meta: Any, who: Any) -> Any:
        return who

    def _target(self, meta: Any, desc: Desc, low: int = 1, high: int | None = 1, **more: Any) -> Any:
        slot = ir.TargetSlot(desc.test, low, high, more.pop("amount", None), self._chooser(desc))
        slot = replace(slot, said=self._choice_said(meta, desc))
        target = self._note(meta, None, desc.noun, desc.player, slot=slot, plural=high is None or high > 1, **more)
        self._their_controller(desc.test, target)
        return target

    def _chooser(self, desc: Desc) -> Any:
        """Who chooses a target, where the words say that it is not the controller."""
        return None if isinstance(desc.choice, ir.You) else desc.choice

    def _choice_said(self, meta: Any, desc: Desc) -> str:
        """Whether the text says that the choice is yours, or who chooses behind all that describes the target."""
        if isinstance(desc.choice, ir.You):
            return "your choice"
        return "last" if desc.choice is not None and self._words(meta).lower().endswith(" choice") else ""

    def target(self, meta: Any, desc: Desc) -> Any:
        return self._target(meta, desc)

    def target_n(self, meta: Any, quantity: tuple[int, int | None, Any], desc: Desc) -> Any:
        low, high, amount = quantity
        return self._target(meta, desc, low, high, amount=amount)

    def target_n_other(self, meta: Any, quantity: tuple[int, int | None, Any], desc: Desc) -> Any:
        low, high, amount = quantity
        other = desc._replace(test=both(desc.test, ir.OtherThan(ir.Self(), said="other")))
        return self._target(meta, other, low, high, amount=amount)

    def target_another(self, meta: Any, desc: Desc) -> Any:
        earlier = any(m.slot is not None for m in self.mentions.all)
        test = desc.test if earlier else both(desc.test, ir.OtherThan(ir.Self(), said="other"))
        return self._target(meta, desc._replace(test=test), alone=earlier)

    def _any(self, meta: Any, low: int, high: int | None, amount: Any = None, **more: Any) -> Any:
        thing = either(
            both(either(ir.HasType("creature"), ir.HasType("planeswalker"), ir.HasType("battle")), ir.IsPermanent()),
            PLAYER,
        )
        return self._target(meta, Desc(thing, thing, "target", None), low, high, amount=amount, **more)

    def any_target(self, meta: Any) -> Any:
        return self._any(meta, 1, 1)

    def any_other_target(self, meta: Any) -> Any:
        return self._any(meta, 1, 1, alone=True)

    def n_targets(self, meta: Any, quantity: tuple[int, int | None, Any]) -> Any:
        return self._any(meta, *quantity)

    def chosen(self, meta: Any, amount: ir.Amount, desc: Desc) -> Any:
        test = desc.test
        if desc.noun == "source" and desc.choice is not None:
            parts = test.parts if isinstance(test, ir.All) else () if test == ir.Anything() else (test,)
            test = ir.All((*parts, ir.AnyOf((ir.IsPermanent(), ir.IsSpell()), said="source")))
        first = desc.noun != "source" and (
            desc.chosen_first or not any(isinstance(part, ir.InZone) for part in ir.walk(test))
        )
        chosen = ir.Chosen(
            test, amount, chooser=desc.choice, said="choice" if desc.choice is not None and first else ""
        )
        return self._note(meta, chosen, desc.noun, desc.player, plural=amount != ONE)

    def chosen_random(self, meta: Any, amount: ir.Amount, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(desc.test, amount, at_random=True), desc.noun, plural=amount != ONE)

    def chosen_random_from(self, meta: Any, amount: ir.Amount, desc: Desc, zone: ir.InZone) -> Any:
        return self.chosen_random(meta, amount, desc._replace(test=both(desc.test, zone)))

    def every_except(self, meta: Any, desc: Desc, other: Any) -> Any:
        test = both(desc.test, ir.Not(self._as_test(other), said="apart"))
        return self._note(meta, ir.Every(test), desc.noun, plural=True, later=ir.Current())

    def chosen_choice(self, meta: Any, amount: ir.Amount, desc: Desc, whose: Any) -> Any:
        first = not any(isinstance(part, ir.InZone) for part in ir.walk(desc.test))
        chosen = ir.Chosen(desc.test, amount, chooser=whose, said="choice" if first else "")
        return self._note(meta, chosen, desc.noun, plural=amount != ONE)

    def chosen_other(self, meta: Any, amount: ir.Amount, desc: Desc) -> Any:
        return self._note(
            meta, ir.Chosen(both(desc.test, ir.OtherThan(ir.Self(), said="other")), amount), desc.noun, plural=True
        )

    def another(self, meta: Any, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(both(desc.test, ir.OtherThan(ir.Self(), said="other"))), desc.noun)

    def any_of(self, meta: Any, desc: Desc) -> Any:
        if f" {desc.noun}s " in f" {self._words(meta)} ":  # "any face-down creatures": however many there are
            return self._note(meta, ir.Every(desc.test), desc.noun, plural=True, later=ir.Current(), said="any all")
        return self._note(meta, ir.Chosen(desc.test), desc.noun, said="any")

    def none_of(self, meta: Any, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(desc.test, ir.Number(0)), desc.noun)

    def chosen_from(self, meta: Any, amount: ir.Amount, those: Any) -> Any:
        self._plural(those)
        self.mentions.nest(those)  # "one of them": what is spoken of from here on is the one
        return self._note(meta, ir.Chosen(ir.Anything(), amount, from_=those), "card", plural=amount != ONE)

    def chosen_any_from(self, meta: Any, those: Any) -> Any:
        self._plural(those)
        return self._note(meta, ir.Chosen(ir.Anything(), ir.AtLeast(ir.Number(0)), from_=those), "card", plural=True)

    def chosen_from_it(self, meta: Any, amount: ir.Amount, desc: Desc, it: Any) -> Any:
        return self._note(meta, ir.Chosen(desc.bare, amount, from_=ir.Memo(None)), desc.noun, plural=amount != ONE)

    def chosen_from_those(self, meta: Any, amount: ir.Amount, noun: str) -> Any:
        those = self._note(meta, None, noun, word="those", plural=True)
        return self._note(meta, ir.Chosen(ir.Anything(), amount, from_=those), noun, plural=amount != ONE)

    def chosen_among(self, meta: Any, amount: ir.Amount, desc: Desc, those: Any) -> Any:
        self._plural(those)
        what = desc.test if desc.noun == "spell" else desc.bare
        return self._note(meta, ir.Chosen(what, amount, from_=those), desc.noun, plural=amount != ONE)

    def _plural(self, those: Any) -> None:
        mention = self.mentions.of(those)
        if mention is not None and mention.word:
            mention.plural = True

    def every(self, meta: Any, desc: Desc) -> Any:
        return self._note(
            meta,
            ir.Every(desc.test),
            desc.noun,
            desc.player,
            plural=True,
            later=ir.Current(),
            said=self._quantifier(meta),
        )

    bare = every

    def every_all(self, meta: Any, desc: Desc) -> Any:
        every = self.every(meta, desc)
        self.mentions.all[every.index].subtype = "all"
        return every

    def every_other(self, meta: Any, desc: Desc) -> Any:
        return self._note(
            meta,
            ir.Every(both(desc.test, ir.OtherThan(ir.Self(), said="other"))),
            desc.noun,
            plural=True,
            later=ir.Current(),
            said=self._quantifier(meta),
        )

    bare_other = every_other

    def every_of_them(self, meta: Any, those: Any) -> Any:
        self._plural(those)
        mention = self.mentions.of(those)
        if mention is not None and mention.word and mention.said:
            mention.said = f"each of {mention.said}"
        return those

    def it(self, meta: Any) -> Any:
        return self._note(meta, None, word="it", said="it")

    def itself(self, meta: Any) -> Any:
        return self._note(meta, None, word="it", said="itself")

    def them(self, meta: Any) -> Any:
        return self._note(meta, None, word="them", plural=True, said="them")

    def they(self, meta: Any) -> Any:
        return self._note(meta, None, word="they", plural=True, said="they")

    def him(self, meta: Any) -> Any:
        alone = self._said(meta) == "him"
        said, more = ("him", "alone") if alone else ("them", "")
        return self._note(meta, None, word="him", player=True, said=said, subtype=more)

    def he(self, meta: Any) -> Any:
        more = "alone" if self._said(meta) == "he" else ""
        return self._note(meta, None, word="him", player=True, said="he" if more else "they", subtype=more)

    def that(self, meta: Any, noun: str) -> Any:
        return self._note(meta, None, noun, word="that", said=self._said(meta))

    def that_adj(self, meta: Any, adjective: Any, noun: str) -> Any:
        return self._note(meta, None, noun, word="that", said=self._said(meta))

    def ca_type(self, meta: Any, word: Any) -> str:
        return str(word)

    ca_subtype = ca_type

    def those(self, meta: Any, noun: str) -> Any:
        return self._note(meta, None, noun, word="those", plural=True, said=self._said(meta))

    def the(self, meta: Any, noun: str) -> Any:
        if noun == "copy":
            return self._note(meta, ir.Memo("copy"), "spell", said=self._said(meta))
        return self._note(meta, None, noun, word="the", said=self._said(meta))

    def the_did(self, meta: Any, verb: str, noun: str) -> Any:
        return self._note(meta, None, noun, word="participle", subtype=verb, said=self._said(meta))

    def the_other(self, meta: Any, *_: Any) -> Any:
        return self._note(meta, ir.Rest(), "card", said=self._said(meta))

    def both(self, meta: Any, *_: Any) -> Any:
        return self._note(meta, None, word="them", plural=True, said=self._said(meta))

    def self(self, meta: Any, *_: Any) -> Any:
        words = self._said(meta)
        noun = "this spell" if words == "this spell" else "self"
        return self._note(meta, ir.Self() if words.startswith("this ") else self.named, noun, said="~")

    def attached(self, meta: Any, noun: str) -> Any:
        return self._note(meta, ir.Attached(), noun, said=self._said(meta))

    def np_and(self, meta: Any, *parts: Any) -> Any:
        mentions = [self.mentions.of(part) for part in parts]
        for first, mention in zip(parts, mentions[1:], strict=False):
            if mention is not None and isinstance(mention.ref, ir.Every) and self._is_target(first):
                mention.ref = _other_than(mention.ref, first)  # "target creature and each other creature …"
        self._share_zone([m for m in mentions if m is not None])
        kinds = {m.player if m is not None else True for m in mentions}
        return self._note(
            meta,
            ir.Several(parts),
            mentions[0].noun if mentions[0] else "",
            kinds.pop() if len(kinds) == 1 else None,
            plural=True,
        )

    def _is_target(self, ref: Any) -> bool:
        mention = self.mentions.of(ref)
        return mention is not None and mention.slot is not None

    def _share_zone(self, mentions: list[Mention]) -> None:
        """ "target creature card and target land card from your graveyard": the zone belongs to both."""

        def zone(test: Any) -> Any:
            return next((part for part in ir.walk(test) if isinstance(part, ir.InZone)), None)

        last = mentions[-1].slot if mentions else None
        if last is None or zone(last.what) is None:
            return
        for mention in mentions[:-1]:
            slot = mention.slot
            if slot is not None and zone(slot.what) is None and ir.IsCard() in tuple(ir.walk(slot.what)):
                mention.slot = replace(slot, what=both(slot.what, replace(zone(last.what), said="shared")))

    def np_or(self, meta: Any, *parts: Any) -> Any:
        named = [self.mentions.of(part) for part in parts]
        if any(mention is not None and mention.subtype == "all" for mention in named):
            raise ValueError("one of two whole sets")
        described = any(mention is not None and isinstance(mention.ref, ir.Chosen | ir.Every) for mention in named)
        if described and any(mention is not None and mention.slot is not None for mention in named):
            raise ValueError("a target, or something that is none")
        tests = [self._as_test(part) for part in parts]
        first = self.mentions.of(parts[0])
        return self._note(meta, ir.Chosen(either(*tests)), first.noun if first else "")

    def headnoun(self, meta: Any, *words: Any) -> str:
        kinds = [word.type for word in words]
        last = words[-1]
        if last.type == "SUBTYPE":
            return noun_of(str(last))
        if "PLAYER" in kinds:
            return "target"
        if "OR" in kinds:
            return "spell or ability" if "ABILITY" in kinds else "permanent"
        return str(last) if last.type == "CARDTYPE" else INFLECTED.get(str(last), str(last))


def _other_than(every: ir.Every, than: Any) -> ir.Every:
    """ "Each other …" of what was named just before, in place of this object."""
    itself = ir.OtherThan(ir.Self())
    return ir.Every(ir.rewrite(every.what, lambda part: ir.OtherThan(than, said="other") if part == itself else part))
