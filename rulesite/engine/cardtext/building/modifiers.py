"""What follows a noun ("you control", "with flying", "in your graveyard"), comparisons and zones."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    both,
    either,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.language.vocabulary import vocabulary


@v_args(inline=True)
class Modifiers(Part):
    """What follows a noun, and zones."""

    def po_you_control(self) -> ir.Predicate:
        return ir.Controlled(ir.You())

    def po_not_you_control(self) -> ir.Predicate:
        return ir.Not(ir.Controlled(ir.You()))

    def po_you_own(self) -> ir.Predicate:
        return ir.Owned(ir.You())

    def po_controls(self, who: Any) -> ir.Predicate:
        mention = self.mentions.of(who)
        if mention is not None and isinstance(mention.ref, ir.SomePlayer):
            mention.ref, mention.subtype = ir.EachPlayer(mention.ref.who), "controller"
        return ir.Controlled(who)

    def po_not_controls(self, who: Any) -> ir.Predicate:
        return ir.Not(ir.Controlled(who))

    def po_owns(self, who: Any) -> ir.Predicate:
        return ir.Owned(who)

    def po_plays(self, who: Any = None) -> ir.Predicate:
        return ir.Controlled(who if who is not None else ir.You())

    def po_without(self, abilities: tuple[ir.Ability, ...]) -> ir.Predicate:
        return both(*(ir.Not(self._keyword_test(ability)) for ability in abilities))

    def po_zone(self, zone: ir.InZone) -> ir.Predicate:
        return zone

    def po_inplay(self) -> ir.Predicate:
        return ir.IsPermanent()

    def po_was_blocked_by(self, blocker: Any) -> ir.Predicate:
        return ir.Did(ir.BecomesBlockedByEach(ir.IsObject(ir.Candidate()), self._as_test(blocker)))

    def po_dealt_by(self, source: Any) -> ir.Predicate:
        return ir.Did(ir.DamageDealt(self._as_test(source), ir.IsObject(ir.Candidate()), passive=True))

    def po_this_way(self, verb: str) -> ir.Predicate:
        return ir.IsObject(ir.Memo(verb))

    def po_stack(self) -> ir.Predicate:
        return ir.InZone("stack")

    def name_quoted(self, quoted: Token) -> str:
        return str(quoted)

    @v_args(inline=True, meta=True)
    def name_words(self, meta: Any, *words: Token) -> str:
        return self._words(meta)

    def name_self(self, *_: Any) -> str:
        return "~"

    def po_other_than(self, what: Any) -> ir.Predicate:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Chosen | ir.Every):
            mention.nested = True
            return ir.Not(mention.ref.what)
        return ir.OtherThan(what)

    def po_attacking_whom(self, who: Any) -> ir.Predicate:
        return ir.Did(ir.Attacks(ir.IsObject(ir.Candidate()), ir.IsPlayerRef(who)), "combat")

    def po_choice(self, whose: Any) -> tuple[str, Any]:
        return "choice", whose

    def po_beyond(self) -> str:
        return "beyond"

    def po_exiled_with(self, *_: Any) -> ir.Predicate:
        return ir.IsObject(ir.Linked("exile"))

    def r_is(self, test: ir.Predicate) -> ir.Predicate:
        return test

    def r_isnt(self, test: ir.Predicate) -> ir.Predicate:
        return ir.Not(test)

    def r_has(self, test: ir.Predicate) -> ir.Predicate:
        return test

    def r_has_not(self, test: ir.Predicate) -> ir.Predicate:
        return ir.Not(test)

    def r_attacking_you(self) -> ir.Predicate:
        return self.po_attacking_whom(ir.You())

    def r_dealt_damage(self) -> ir.Predicate:
        return ir.Did(ir.DamageDealt(ir.Anything(), ir.IsObject(ir.Candidate()), passive=True))

    def r_dealt_damage_to(self, whom: Any) -> ir.Predicate:
        return ir.Did(ir.DamageDealt(ir.IsObject(ir.Candidate()), self._as_test(whom)))

    def r_attacked(self) -> ir.Predicate:
        return ir.Did(ir.Attacks(ir.IsObject(ir.Candidate())))

    def r_entered(self) -> ir.Predicate:
        return ir.Did(ir.ZoneChange(ir.IsObject(ir.Candidate()), None, "battlefield"))

    def r_targets_either(self, who: Any, what: Any) -> ir.Predicate:
        return ir.HasTarget(either(self._as_test(who), self._as_test(what)))

    def w_kws(self, abilities: tuple[ir.Ability, ...]) -> ir.Predicate:
        return both(*map(self._keyword_test, abilities))

    def w_kw_or(self, one: Token, *others: Any) -> ir.Predicate:
        words = [str(word) for word in (one, *others) if isinstance(word, Token)]
        return ir.AnyOf(
            tuple(ir.HasAbility(w if " " in w or w in vocabulary().keywords else f"{w}walk") for w in words)
        )

    def w_stat_or(self, one: str, other: str, comparison: tuple[str, ir.Amount]) -> ir.Predicate:
        return ir.AnyOf((ir.Compares(one, *comparison), ir.Compares(other, *comparison)))

    def w_extreme(self, which: str, name: str, among: Any) -> ir.Predicate:
        return ir.HasExtreme(
            which, name, among if among is not None else ir.Every(ir.All((ir.HasType("creature"), ir.IsPermanent())))
        )

    def w_extreme_tied(self, which: str, name: str, again: str, same: str, among: Any) -> ir.Predicate:
        return self.w_extreme(which, name, among)

    @v_args(inline=True, meta=True)
    def w_that_name(self, meta: Any) -> ir.Predicate:
        """The name that was chosen; where none was, that of the object spoken of."""
        if "card name" in self.chosen_qualities:
            return ir.HasChosen("card name")
        return ir.SharesQuality("name", self._note(meta, None, word="it"))
