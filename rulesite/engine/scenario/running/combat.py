"""The sentences of a script about attacks, blocks and combat damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lark import Tree

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import Ref, leaf, named, named_all
from rulesite.engine.scenario.script.actions import Action
from rulesite.engine.scenario.setup.builder import Table
from rulesite.engine.state.teams import defending_with


def made_by(action: Action, table: Table) -> list[str]:
    """The permanents that a declaration of attackers or blockers says are tapped for its costs."""
    return _made_by((action.tree, *action.merged), table)


def _made_by(trees: Sequence[Tree[Any]], table: Table) -> list[str]:
    said = [part for tree in trees for part in tree.children[1:] if part.data == "made_by"]
    return [table.reference(ref) for part in said for ref in named_all(part.children[0])]


class Fighting:
    """Carry out the sentences about combat at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.by = ""

    def _decides(self, player: str) -> None:
        """Check that ``by`` (else the player) makes the player's decisions; raise ``IllegalAction`` otherwise."""
        kernel, by = self.game.kernel, self.by or player
        if kernel.decider(player) != by:
            raise kernel.illegal(f"{kernel.decider(player)} decides what {player} does, not {by}", "player_control")

    def _own(self, what: Ref, player: str) -> Ref:
        return self.table.own(what, player)

    def _attack(self, action: Action) -> None:
        attackers: dict[str | int, str | int] = {}
        bands: list[list[int]] = []
        player = str(leaf(action.tree.children[0]))
        self._decides(player)
        for tree in (action.tree, *action.merged):
            said = [part.data for part in tree.children]
            against = self._attacked(tree.children[1:], player)
            things = next(part for part in tree.children if part.data == "things")
            ids = [thing for ref in named_all(things) for thing in self._all_ids(self._own(ref, player))]
            attackers.update(dict.fromkeys(ids, against))
            if "band" in said:
                bands.append(ids)
        self.game.attack(player, attackers, bands=bands, mana=made_by(action, self.table))  # type: ignore[arg-type]

    def _attacked(self, parts: list[Any], player: str) -> str | int:
        """The player or planeswalker that is attacked: by default the only opponent."""
        for part in parts:
            if part.data == "player":
                return str(leaf(part))
            if part.data not in ("things", "band", "made_by"):
                return self.table.now(named(part))
        return self.game.state.opponents(player)[0]

    def _all_ids(self, ref: Ref) -> list[int]:
        return [self.game.id(each) for each in self.table.ids(ref)] if ref.every else [self.table.now(ref)]

    def _creature_attacks(self, action: Action) -> None:
        attackers: dict[str | int, str | int] = {}
        bands: list[list[int]] = []
        player = ""
        for tree in (action.tree, *action.merged):
            ids = [self.table.now(ref) for ref in named_all(tree.children[0])]
            player = self.game.controller(ids[0])
            against = self._attacked(tree.children[1:], player)
            attackers.update(dict.fromkeys(ids, against))
            if any(part.data == "band" for part in tree.children):
                bands.append(ids)
        self.game.attack(player, attackers, bands=bands)  # type: ignore[arg-type]

    def _block_only(self, action: Action) -> None:
        combat = self.game.state.combat
        attackers = list(combat.attackers) if combat is not None else []
        if len(attackers) != 1:
            raise ScenarioError(f"there are {len(attackers)} attackers", mend="Say which: Bob blocks Bear with Wolf")
        player = str(leaf(action.tree.children[0]))
        blockers = [self.table.now(self._own(ref, player)) for ref in named_all(action.tree.children[1])]
        self._declare_block(player, dict.fromkeys(blockers, attackers))

    def _declare_block(self, player: str, blocks: Mapping[Any, Any], mana: Sequence[str] = ()) -> None:
        self.game.block(player, dict(blocks), mana=mana)

    def _combat_damage(self, action: Action) -> None:
        """Go on until combat damage has been dealt; within the first of two damage steps, until the second is."""
        state = self.game.state
        if state.combat is None or not (state.combat.attackers or state.combat.attacked):
            raise self.game.kernel.illegal("nobody attacks, so no combat damage is dealt", "declare_attackers")
        dealt = state.step == "first strike damage" and not self.game.stack()
        if dealt or state.step not in ("first strike damage", "combat damage"):
            self.game.to_step("combat damage")
        if self.game.stack():
            self.game.all_pass()

    def _no_attack(self, action: Action) -> None:
        self.game.attack(str(leaf(action.tree)), {})

    def _block(self, action: Action) -> None:
        """Declare the blocks of each player who is named, in the order of their names: a team blocks as one."""
        declared: dict[str, list[Tree[Any]]] = {}
        for tree in (action.tree, *action.merged):
            player = str(leaf(tree.children[0]))
            team = defending_with(self.game.kernel, player)
            declared.setdefault(next((each for each in declared if each in team), player), []).append(tree)
        for player, trees in declared.items():
            blocks: dict[str, list[int]] = {}
            for tree in trees:
                attacker = self.table.now(named(tree.children[1]))
                for ref in named_all(tree.children[2]):
                    for blocker in self._all_ids(self._own(ref, str(leaf(tree.children[0])))):
                        blocks.setdefault(blocker, []).append(attacker)  # type: ignore[arg-type]
            self._declare_block(player, blocks, _made_by(trees, self.table))

    def _creature_blocks(self, action: Action) -> None:
        blocks: dict[str, list[int]] = {}
        player = ""
        for tree in (action.tree, *action.merged):
            attackers = [self.table.now(ref) for ref in named_all(tree.children[1])]
            for ref in named_all(tree.children[0]):
                blocker = self.table.now(ref)
                player = self.game.controller(blocker)
                blocks[blocker] = attackers  # type: ignore[index]
        self._declare_block(player, blocks)

    def _no_block(self, action: Action) -> None:
        self.game.block(str(leaf(action.tree)), {})
