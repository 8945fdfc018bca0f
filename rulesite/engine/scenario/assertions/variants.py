"""Claims about variants and about hidden information: color identity, decks, the cards that players can see."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulesite.engine.players.commander import color_identity_of, why_not_in_deck
from rulesite.engine.players.controlling import who_sees
from rulesite.engine.players.partners import why_not_together
from rulesite.engine.scenario.language.trees import named
from rulesite.engine.state.objects import COLOURS, Card
from rulesite.engine.state.sides import physical

from .lookup import Lookup, Verdict, negated, player_name


class VariantClaims(Lookup):
    """The claims about variants and hidden information."""

    def _card(self, thing: Tree[Any]) -> Card:
        return physical(self.state.things[self.table.now(named(thing))])

    def identity_is(self, thing: Tree[Any], *colours: Token) -> Verdict:
        found = color_identity_of(self.game.kernel, self._card(thing))
        wanted = {str(each.value) for each in colours} - {"colorless"}
        said = " and ".join(each for each in COLOURS if each in found) or "colorless"
        return found == wanted, f"the color identity of {named(thing)} is {said}"

    def in_deck(self, thing: Tree[Any], commander: Tree[Any]) -> Verdict:
        reason, _ = why_not_in_deck(self.game.kernel, self._card(thing), self._card(commander))
        return not reason, f"{named(thing)}: {reason or 'it may'}"

    def not_in_deck(self, thing: Tree[Any], commander: Tree[Any]) -> Verdict:
        return negated(self.in_deck(thing, commander))

    def commanders_together(self, one: Tree[Any], other: Tree[Any]) -> Verdict:
        reason, _ = why_not_together(self.game.kernel, self._card(one), self._card(other))
        return not reason, reason or "they may"

    def not_commanders_together(self, one: Tree[Any], other: Tree[Any]) -> Verdict:
        return negated(self.commanders_together(one, other))

    def name_is(self, thing: Tree[Any], name: Token) -> Verdict:
        found = self.game.characteristics(self.table.now(named(thing))).name
        return found == name.value, f"{named(thing)} is named {found}"

    def can_see(self, player: Tree[Any], subject: Tree[Any]) -> Verdict:
        seen = who_sees(self.game.kernel, self.state.things[self.table.now(named(subject))])
        return player_name(player) in seen, f"{named(subject)} is seen by {', '.join(seen) or 'nobody'}"

    def cannot_see(self, player: Tree[Any], subject: Tree[Any]) -> Verdict:
        return negated(self.can_see(player, subject))

    def sees_hand(self, player: Tree[Any], owner: Tree[Any]) -> Verdict:
        name, whose = player_name(player), player_name(owner)
        cards = [self.state.things[each] for each in self.state.zone("hand", whose)]
        seen = [each for each in cards if name in who_sees(self.game.kernel, each)]
        return bool(cards) and seen == cards, f"{name} sees {len(seen)} of the {len(cards)} cards in {whose}'s hand"

    def sees_no_hand(self, player: Tree[Any], owner: Tree[Any]) -> Verdict:
        return negated(self.sees_hand(player, owner))
