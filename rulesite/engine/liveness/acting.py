"""Random actions of players who do what the rules let them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.game import Game
from rulesite.engine.language.vocabulary import BASIC_LAND_TYPES
from rulesite.engine.liveness.chance import Chance

MUCH_MANA = "{W}{W}{U}{U}{B}{B}{R}{R}{G}{G}{C}{C}"
Action = Callable[[], Any]


class RandomPlayers:
    """The players of a game, who act by chance; `zones` are those from which cards are tried, with their weights."""

    def __init__(
        self, game: Game, dice: random.Random, zones: tuple[tuple[str, int], ...] = (("hand", 3), ("graveyard", 1))
    ) -> None:
        self.game = game
        self.dice = dice
        self.zones = zones
        self.chance = Chance(dice)

    def act(self) -> None:
        """Try an action. Raises EngineError if it is not legal or not modelled; then nothing has changed."""
        self.chance.lands = []
        self.dice.choice(self.actions())()

    def actions(self) -> list[Action]:
        """What may be tried now: most of it legal."""
        game, state, dice = self.game, self.game.state, self.dice
        if not state.priority and state.combat is not None and state.step == "declare blockers":
            return [self._block if state.combat.attackers else game.all_pass]
        player = state.priority or state.active
        field = [each for each in state.zone("battlefield") if game.controller(each) == player]
        actions: list[Action] = [game.all_pass] * 3
        for zone, weight in self.zones:
            for each in state.zone(zone, player):
                if "land" in game.characteristics(each).types:
                    actions.append(lambda each=each: game.play_land(player, each))  # type: ignore[misc]
                else:
                    actions += [self.paid(player, lambda each=each: game.play(player, each))] * weight  # type: ignore[misc]
        for each in field:
            held = [
                ability
                for ability in game.characteristics(each).abilities
                if isinstance(ability.ability, ActivatedAbility)
            ]
            for number in range(1, len(held) + 1):
                actions.append(
                    self.paid(player, lambda each=each, number=number: game.activate(player, each, number))  # type: ignore[misc]
                )
        herd = [each for each in field if "creature" in game.characteristics(each).types]
        foes = state.opponents(player)
        if herd and foes and player == state.active and state.step == "precombat main" and not state.zone("stack"):
            some = dice.sample(herd, dice.randint(1, len(herd)))
            actions += [lambda: game.attack(player, {each: dice.choice(foes) for each in some})] * 4
        return actions

    def paid(self, player: str, action: Action) -> Action:
        """An action with much mana in the pool, or with lands that may be tapped for it."""

        def act() -> None:
            if self.dice.random() < 0.6:
                self.game.add_mana(player, MUCH_MANA)
            else:
                field = [self.game.state.things[each] for each in self.game.state.zone("battlefield")]
                self.chance.lands = [
                    f"object {each.id}" for each in field if set(each.card.subtypes) & set(BASIC_LAND_TYPES)
                ]
            action()

        return act

    def _block(self) -> None:
        combat = self.game.state.combat
        if combat is None:
            return
        attacked = self.dice.choice(sorted(set(combat.attackers.values())))
        herd = [
            each
            for each in self.game.state.zone("battlefield")
            if self.game.controller(each) == attacked and "creature" in self.game.characteristics(each).types
        ]
        chosen = [each for each in herd if self.dice.random() < 0.6]
        self.game.block(attacked, {f"object {each}": self.dice.choice(sorted(combat.attackers)) for each in chosen})
