"""The common base of the builder's parts: notes mentions, and turns references into predicates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import OPPONENT, both, either, test_of
from rulesite.engine.cardtext.mentions import Mention, Mentions


class BuilderPart:
    """Base of the builder's parts; `parser.transformer.Builder` combines them."""

    mentions: Mentions
    chosen_qualities: set[str]
    text: str
    quoted_reader: Callable[[str, int], tuple[ir.Ability, ...]]
    named: ir.Reference
    kind_of_choice: str = "color"

    def _inner(self, amount: ir.Amount) -> ir.Amount:
        self.mentions.nest(amount)
        return amount

    def _owner_object(self, whose: Any) -> Any:
        """The owner in "its power", "their power": an object, not a player."""
        mention = self.mentions.of(whose)
        if mention is not None and mention.word:
            self.mentions.amend(mention, player=False, past=True)
        return whose

    def _keyword_test(self, ability: ir.Ability) -> ir.Predicate:
        """The predicate "has this keyword"."""
        if isinstance(ability, ir.KeywordAbility):
            if ability.keyword == "enchant":
                raise ValueError("what it can enchant")
            return ir.HasAbility(ability.keyword)
        return ir.HasAbility(ability.text)

    def not_itself(self, done_to: Any, doer: Any, noun_decides: bool = False) -> None:
        """Note that a pronoun for what something is done to is not its doer, which "itself" would name.

        `noun_decides`: in "it deals 2 damage to that creature" what "that creature" is decides what "it" is not.
        """
        by = self.mentions.of(doer)
        for part in done_to.parts if isinstance(done_to, ir.Several) else (done_to,):
            met = self.mentions.of(part)
            if met is not None and isinstance(met.ref, ir.Several):
                self.not_itself(met.ref, doer, noun_decides)
            elif met is not None and by is not None and met.word and met.surface not in ("itself", "themselves"):
                noun_decides = noun_decides and not any(mention.would for mention in self.mentions.all)
                if by.word == "it" and met.word in ("that", "the", "those") and noun_decides:
                    self.mentions.amend(by, apart=met.number)
                else:
                    self.mentions.amend(met, apart=by.number)

    def _as_test(self, ref: Any) -> ir.Predicate:
        """A reference as the predicate that describes it: "a creature" becomes its description."""
        mention = self.mentions.of(ref)
        if mention is None:
            if isinstance(ref, ir.You | ir.Candidate):
                return ir.IsPlayerRef(ref)
            return test_of(ref)
        if mention.word or mention.slot is not None:
            return ir.IsPlayerRef(ref) if mention.player else ir.IsObject(ref)
        if isinstance(mention.ref, ir.Several):
            joint = "and/or" if mention.ref.any_of else mention.ref.surface
            return either(*(self._as_test(part) for part in mention.ref.parts), surface=joint)
        if mention.surface and isinstance(mention.ref, ir.Attached):
            return test_of(replace(mention.ref, surface=mention.surface))
        return test_of(mention.ref)

    def _note(self, meta: Any, ref: Any, noun: str = "", player: bool | None = False, **more: Any) -> Any:
        pos = getattr(meta, "start_pos", 0) or 0
        return self.mentions.add(Mention(pos, ref, player, noun, **more))

    def _each_ones_own(self, whose: Any, who: Any) -> bool:
        """Whether "their library" refers to "each player": each player's own library."""
        mention, doer = self.mentions.of(whose), self.mentions.of(who)
        return (
            mention is not None and mention.word == "they" and doer is not None and isinstance(doer.ref, ir.EachPlayer)
        )

    def _said(self, meta: Any) -> str:
        """The words of a phrase as in the text, without a capital at the start of a sentence."""
        words = self._words(meta)
        return words[:1].lower() + words[1:]

    def _held_by(self, who: Any) -> Any:
        """The controller of something; in a description "an opponent" means any opponent."""
        mention = self.mentions.of(who)
        if mention is not None and isinstance(mention.ref, ir.SomePlayer):
            mention = self.mentions.amend(mention, ref=ir.EachPlayer(mention.ref.who), subtype="controller")
            if mention.ref.who in (OPPONENT, ir.IsPlayer()):
                mention = self.mentions.amend(mention, surface=mention.surface or "of some")
        return mention.ref if mention is not None and isinstance(mention.ref, ir.You) else who

    def _thing(self, what: Any) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and mention.word:
            self.mentions.amend(mention, player=False, past=True)
        return what

    def _player_mention(self, who: ir.Predicate) -> Any:
        noun = "opponent" if who == OPPONENT else "player"
        return Mention(-1, ir.EachPlayer(who), True, noun, later=ir.TriggerPlayer())

    def _subject(self, ref: Any, later: Any = None) -> Any:
        mention = self.mentions.of(ref)
        if mention is not None:
            if mention.word:
                mention = self.mentions.amend(mention, nested=False)
                return ref
            mention = self.mentions.amend(mention, role="subject")
            if not isinstance(mention.ref, ir.Self):
                mention = self.mentions.amend(
                    mention, later=later or (ir.TriggerPlayer() if mention.player else ir.TriggerObject("subject"))
                )
            self._their_controller(mention.ref, ir.TriggerObject("subject"))
        return ref

    def _their_controller(self, described: Any, thing: Any) -> None:
        """In "a creature an opponent controls", "that player" is the controller of that particular creature; for an
        event, the one that it had as the event happened."""
        for part in ir.walk(described):
            inner = self.mentions.of(part)
            if inner is not None and inner.subtype == "controller":
                self.mentions.amend(inner, later=ir.ControllerOf(thing, then=isinstance(thing, ir.TriggerObject)))

    def _other(self, ref: Any, player: bool = False) -> ir.Predicate:
        """The other party of an event, as a predicate; pronouns refer to it as "other"."""
        mention = self.mentions.of(ref)
        if mention is not None and not mention.word:
            mention = self.mentions.amend(mention, role="other")
            if not isinstance(mention.ref, ir.Self | ir.Attached | ir.You):
                mention = self.mentions.amend(
                    mention, later=ir.TriggerPlayer() if player else ir.TriggerObject("other")
                )
            self._their_controller(mention.ref, ir.TriggerObject("other"))
        return self._as_test(ref)

    def _object_of(self, ref: Any) -> ir.Predicate:
        """The object of a player's action, as a predicate; pronouns refer to it as the event's subject."""
        test = self._other(ref)
        mention = self.mentions.of(ref)
        if mention is not None and mention.role == "other" and mention.later is not None:
            mention = self.mentions.amend(mention, later=ir.TriggerObject("subject"))
            self._their_controller(mention.ref, ir.TriggerObject("subject"))
        return test

    def _obj(self, ref: Any, verb: str) -> Any:
        """Note the action on an object, for later pronouns."""
        mention = self.mentions.of(ref)
        if mention is not None:
            if mention.word:
                mention = self.mentions.amend(mention, player=None if mention.player is None else False)
            if isinstance(mention.ref, ir.Chosen | ir.TopCards | ir.Every | ir.Several) and mention.slot is None:
                self.mentions.amend(mention, later=ir.Memo(verb))
        return ref

    def _moved(self, ref: Any, verb: str) -> Any:
        mention = self.mentions.of(ref)
        if mention is not None:
            self._obj(ref, verb)
            self.mentions.amend(mention, moved=verb)
        return ref

    def _narrow(self, what: Any, zone: ir.InZone) -> None:
        """ "a card … from your hand": the zone is added to the description."""
        mention = self.mentions.of(what)
        if mention is None:
            return
        if mention.surface == "the cards":  # "the cards from their hand": all cards there, not cards mentioned before
            cards = ir.Every(both(ir.IsCard(), zone), surface="the")
            self.mentions.amend(mention, ref=cards, word="", surface="", plural=True)
        elif mention.slot is not None:
            mention = self.mentions.amend(mention, slot=replace(mention.slot, what=both(mention.slot.what, zone)))
        elif isinstance(mention.ref, ir.Chosen | ir.Every):
            self.mentions.amend(mention, ref=replace(mention.ref, what=both(mention.ref.what, zone)))

    def _whose(self, whose: Any) -> Any:
        """The owner of a zone; None for "its owner's", as cards go to their owner's zones anyway."""
        mention = self.mentions.of(whose)
        if isinstance(whose, ir.OwnerOf) or (mention is not None and isinstance(mention.ref, ir.OwnerOf)):
            return None
        return whose

    def _words(self, meta: Any) -> str:
        return self.text[meta.start_pos : meta.end_pos]

    def _of_choice(self, step: Any) -> str | None:
        """The quality to choose first: "creatures of the color of your choice". Raises ValueError for targets."""
        for mention in self.mentions.within(step):
            for told in (mention.ref, mention.slot):
                if any(isinstance(part, ir.HasChosen) and part.surface == "choice" for part in ir.walk(told)):
                    if told is mention.slot:
                        raise ValueError("a target of what is chosen with it")
                    return self.kind_of_choice
        return None

    def _quoted_abilities(self, quoted: Any) -> tuple[ir.Ability, ...]:
        return self.quoted_reader(str(quoted), (quoted.start_pos or 0) + 1)
