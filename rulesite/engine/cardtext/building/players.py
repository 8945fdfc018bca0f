"""Noun phrases for players: each leaves a mention."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    OPPONENT,
    PLAYER,
    both,
)
from rulesite.engine.cardtext.building.part import Part


@v_args(inline=True, meta=True)
class Players(Part):
    """Players and possessives."""

    def you(self, meta: Any) -> Any:
        return self._note(meta, ir.You(), "player", True, said="you")

    def pron_player(self, meta: Any, ref: Any) -> Any:
        mention = self.mentions.of(ref)
        if mention is not None:
            mention.player = True
        return ref

    def player(self, meta: Any) -> ir.Predicate:
        return PLAYER

    def opponent(self, meta: Any) -> ir.Predicate:
        return OPPONENT

    def player_who_controls(self, meta: Any, what: Any) -> ir.Predicate:
        return both(PLAYER, ir.Controls(self._as_test(what)))

    def player_other_than(self, meta: Any, who: Any) -> ir.Predicate:
        return both(PLAYER, ir.OtherThan(who))

    def _noun(self, who: ir.Predicate) -> str:
        return "opponent" if who == OPPONENT else "player"

    def target_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, None, self._noun(who), True, slot=ir.TargetSlot(who))

    def target_players(self, meta: Any, number: Token, who: ir.Predicate) -> Any:
        slot = ir.TargetSlot(who, int(number), int(number))
        return self._note(meta, None, self._noun(who), True, slot=slot, plural=True)

    def target_players_upto(self, meta: Any, number: Token, who: ir.Predicate) -> Any:
        return self._note(meta, None, self._noun(who), True, slot=ir.TargetSlot(who, 0, int(number)), plural=True)

    def target_player_other(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, None, self._noun(who), True, slot=ir.TargetSlot(who), alone=True)

    def each_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(
            meta,
            ir.EachPlayer(ir.Anything() if who == PLAYER else who),
            self._noun(who),
            True,
            later=ir.Current(),
            plural=True,
            said=self._quantifier(meta),
        )

    bare_player = each_player

    def each_other_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(
            meta,
            ir.EachPlayer(both(who, ir.OtherThan(ir.You()))),
            self._noun(who),
            True,
            later=ir.Current(),
            plural=True,
            said=self._quantifier(meta),
        )

    def any_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(
            meta,
            ir.EachPlayer(ir.Anything() if who == PLAYER else who),
            self._noun(who),
            True,
            later=ir.Current(),
            said="any",
        )

    def a_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.SomePlayer(who), self._noun(who), True, later=ir.Memo("choose"))

    def another_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(
            meta, ir.SomePlayer(both(who, ir.OtherThan(ir.You()))), self._noun(who), True, later=ir.Memo("choose")
        )

    def an_opponent(self, meta: Any, _: Token) -> Any:
        one = ir.SomePlayer(replace(OPPONENT, said="of your"))
        return self._note(meta, one, "opponent", True, later=ir.Memo("choose"))

    def that_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, None, self._noun(who), True, word="that", said=self._said(meta))

    def chosen_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.ChosenPlayer(), "player", True)

    def defending_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.DefendingPlayer(), "player", True)

    def attacking_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.ActivePlayer(), "player", True, said=self._said(meta))

    active_player = attacking_player

    def enchanted_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.Attached(), "player", True, said=self._said(meta))

    def controller_of(self, meta: Any, what: Any) -> Any:
        return self._note(meta, ir.ControllerOf(self._thing(what)), "player", True)

    def owner_of(self, meta: Any, what: Any) -> Any:
        return self._note(meta, ir.OwnerOf(self._thing(what)), "player", True)

    controller_of_np = controller_of

    owner_of_np = owner_of

    def you_and(self, meta: Any, who: Any) -> Any:
        return self._note(meta, ir.Several((ir.You(), who)), "player", True, plural=True)

    def and_you(self, meta: Any, who: Any) -> Any:
        return self._note(meta, ir.Several((who, ir.You())), "player", True, plural=True)

    def poss_your(self, meta: Any) -> Any:
        return ir.You()

    def poss_their(self, meta: Any) -> Any:
        said = {"his": "he", "her": "she"}.get(self._said(meta), "they")
        return self._note(meta, None, word="they", player=True, said=said)

    def poss_its(self, meta: Any) -> Any:
        return self._note(meta, None, word="it", said="it")

    def poss_np(self, meta: Any, who: Any) -> Any:
        return who
