"""Claims about what the variants add: color identity and the decks of a commander."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulesite.engine.players.commander import color_identity_of, why_not_in_deck
from rulesite.engine.state.objects import COLOURS, Card
from rulesite.engine.state.sides import physical

from .lookup import Lookup, Verdict, negated
from .sentence_trees import named


class VariantClaims(Lookup):
    """What can be claimed where a variant is played."""

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
