"""Claims about players: life, cards, mana, control, the game."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, Tree

from rulesite.engine.queries import plain_symbols
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import AbilityRef, leaf, named, place
from rulesite.engine.scenario.language.vocabulary import singulars
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import Choice
from rulesite.engine.state.game_state import SHARED_ZONES
from rulesite.engine.state.teams import active_players, partners, takes_turn

from .lookup import Lookup, Verdict, negated, player_name


class PlayerClaims(Lookup):
    """The claims about players."""

    def has_life(self, player: Tree[Any], number: Token) -> Verdict:
        name = player_name(player)
        life = self.game.life(name)
        return life == number.value, f"{name} has {life} life"

    def gained_life(self, player: Tree[Any], number: Token) -> Verdict:
        return self._life_change(player_name(player), "gain_life", "gained", number.value)

    def lost_life(self, player: Tree[Any], number: Token) -> Verdict:
        return self._life_change(player_name(player), "lose_life", "lost", number.value)

    def _life_change(self, name: str, kind: str, verb: str, wanted: int) -> Verdict:
        total = sum(each.facts.get("amount", 0) for each in self._events(kind) if each.facts.get("player") == name)
        return total == wanted, f"{name} {verb} {total} life"

    def has_cards(self, player: Tree[Any], number: Token, where: Tree[Any] | None = None) -> Verdict:
        zone = place(where)[0] if where is not None else "hand"
        return self._cards(player_name(player), zone, number.value)

    def zone_empty(self, owner: Tree[Any], zone: Tree[Any]) -> Verdict:
        return self._cards(player_name(owner), str(zone.data), 0)

    def zone_cards(self, owner: Tree[Any], zone: Tree[Any], number: Token) -> Verdict:
        return self._cards(player_name(owner), str(zone.data), number.value)

    def _cards(self, name: str, zone: str, wanted: int) -> Verdict:
        count = (
            len(self.game.cards_in(zone, name))
            if zone not in SHARED_ZONES
            else len([each for each in self.state.zone(zone) if self.state.things[each].owner == name])
        )
        return count == wanted, f"{name} has {count} cards in {zone}"

    def drew(self, player: Tree[Any], number: Token) -> Verdict:
        name = player_name(player)
        count = sum(
            1 for each in self._events("move") if "draw" in each.facts.get("tags", ()) and self._owner_of(each) == name
        )
        return count == number.value, f"{name} drew {count} card{'s' * (count != 1)}"

    def did_not_draw(self, player: Tree[Any]) -> Verdict:
        held, found = self.drew(player, Token("NUMBER", 0))
        return held, found

    def drew_one(self, player: Tree[Any]) -> Verdict:
        return self.drew(player, Token("NUMBER", 1))

    def sacrificed_card(self, player: Tree[Any], thing: Tree[Any]) -> Verdict:
        return self._moved(named(thing), "sacrifice", "sacrificed", player_name(player))

    def played_card(self, player: Tree[Any], subject: Tree[Any]) -> Verdict:
        ref, name = named(subject), player_name(player)
        kinds = ("activate",) if isinstance(ref, AbilityRef) else ("cast", "play_land")
        done = any(each.facts.get("player") == name for each in self._told(ref, *kinds))
        return done, f"{name} {'played' if done else 'did not play'} {ref}"

    def paid_for(self, player: Tree[Any], costs: Tree[Any], subject: Tree[Any]) -> Verdict:
        return self.total_cost(subject, costs, player_name(player))

    def discarded(self, player: Tree[Any], number: Token) -> Verdict:
        name = player_name(player)
        count = sum(
            1
            for each in self._events("move")
            if "discard" in each.facts.get("tags", ()) and self._owner_of(each) == name
        )
        return count == number.value, f"{name} discarded {count} card{'s' * (count != 1)}"

    def discarded_card(self, player: Tree[Any], thing: Tree[Any]) -> Verdict:
        return self._moved(named(thing), "discard", "discarded", player_name(player))

    def has_priority(self, player: Tree[Any]) -> Verdict:
        have = partners(self.state, self.state.priority)
        return player_name(player) in have, f"{' and '.join(have) or 'nobody'} has priority"

    def has_lost(self, player: Tree[Any]) -> Verdict:
        name, winner = player_name(player), self.state.winner
        other = winner and name not in self.state.options.team_of(winner)
        why = self.state.players[name].lost or (f"{winner} has won" if other else "")
        return bool(why), f"{name} {'lost: ' + why if why else 'has not lost'}"

    def has_not_lost(self, player: Tree[Any]) -> Verdict:
        return negated(self.has_lost(player))

    def has_won(self, player: Tree[Any]) -> Verdict:
        won = self.state.options.team_of(self.state.winner) if self.state.winner else []
        return player_name(player) in won, f"the winner is {' and '.join(won) or 'nobody yet'}"

    def game_drawn(self) -> Verdict:
        held = self.state.over and not self.state.winner
        how = "is a draw" if held else f"was won by {self.state.winner}" if self.state.winner else "is not over"
        return held, f"the game {how}"

    def must_choose(self, player: Tree[Any], subject: Tree[Any] | None = None) -> Verdict:
        """Whether the game asks this player first when all players pass."""
        asked = self.asks()
        if asked is None:
            return False, "nobody has to choose when all pass"
        return self._is_asked(asked, player, subject), str(asked)

    def had_to_choose(self, player: Tree[Any], subject: Tree[Any] | None = None) -> Verdict:
        asked = self.game.kernel.script.asked
        held = any(self._is_asked(each, player, subject) for each in asked)
        return held, "; ".join(
            dict.fromkeys(f"{each.player} chose for {each.about}" for each in asked)
        ) or "nobody chose"

    def _is_asked(self, asked: Choice, player: Tree[Any], subject: Tree[Any] | None) -> bool:
        if asked.player != player_name(player) or subject is None:
            return asked.player == player_name(player)
        ref = named(subject)
        label = self.table.label(ref.of if isinstance(ref, AbilityRef) else ref)
        return re.sub(r"'s ability(?: \d+)?$", "", asked.about) == label

    def has_mana(self, player: Tree[Any], mana: Any) -> Verdict:
        name = player_name(player)
        token = mana if isinstance(mana, Token) else next(iter(mana.children), None)
        wanted = sorted(plain_symbols(str(token.value))) if token is not None else []
        have = self.game.mana_pool(name)
        return sorted(plain_symbols(have)) == wanted, f"{name}'s mana pool is {have or 'empty'}"

    def player_has_counters(self, player: Tree[Any], number: Token, kind: Token) -> Verdict:
        count = self.game.counters(player_name(player), str(kind.value))
        return count == number.value, f"{player_name(player)} has {count} {kind.value} counter{'s' * (count != 1)}"

    def controls_thing(self, player: Tree[Any], thing: Tree[Any]) -> Verdict:
        ref = named(thing)
        thing_id = self._exists(ref)
        if thing_id is None:
            return False, f"{ref} does not exist"
        if self.state.things[thing_id].zone not in ("battlefield", "stack"):
            return False, f"{ref} is in {self._zone(ref)}"
        controller = self.game.controller(thing_id)
        return controller == player_name(player), f"{controller} controls {ref}"

    def controls_number(self, player: Tree[Any], number: Token, group: Tree[Any]) -> Verdict:
        count = self._count(group, "battlefield", player_name(player))
        return count == number.value, f"{player_name(player)} controls {count}"

    def there_are(self, number: Token, group: Tree[Any], where: Tree[Any]) -> Verdict:
        zone, owner = place(where)
        count = self._count(group, zone, "", owner)
        return count == number.value, f"there are {count}"

    def _count(self, group: Tree[Any], zone: str, controller: str = "", owner: str = "") -> int:
        count = 0
        for thing_id in list(self.state.things):
            thing = self.state.things[thing_id]
            if (
                thing.zone != zone
                or thing.phased_out
                or (owner and thing.owner != owner)
                or (controller and self.game.controller(thing_id) != controller)
            ):
                continue
            count += all(self._fits(thing_id, word) for word in group.children)
        return count

    def _fits(self, thing_id: int, word: Tree[Any]) -> bool:
        found, thing = look(self.game.kernel, thing_id), self.state.things[thing_id]
        value = leaf(word) if word.children else ""
        match word.data:
            case "g_type":
                return value == "permanent" or value in found.types
            case "g_supertype":
                return value in found.supertypes
            case "g_colour":
                return value in found.colours or (value == "colorless" and not found.colours)
            case "g_name":
                return (
                    value in (found.name, found.name.removesuffix(" Token"), thing.label)
                    or any(one in (found.name.removesuffix(" Token"), *found.subtypes) for one in singulars(value))
                    or (value in found.subtypes)
                )
            case "g_pt":
                return f"{found.power}/{found.toughness}" == value
            case "g_token":
                return thing.kind == "token"
            case "g_tapped" | "g_untapped":
                return thing.tapped == (word.data == "g_tapped")
        return True

    def top_card(self, owner: Tree[Any], zone: Tree[Any], thing: Tree[Any]) -> Verdict:
        return self._is_on_top(named(thing), owner, zone)

    def is_monarch(self, player: Tree[Any]) -> Verdict:
        return self.state.monarch == leaf(player), f"{self.state.monarch or 'nobody'} is the monarch"

    def has_initiative(self, player: Tree[Any]) -> Verdict:
        return self.state.initiative == leaf(player), f"{self.state.initiative or 'nobody'} has the initiative"

    def is_daytime(self, word: Tree[Any]) -> Verdict:
        return self.state.daytime == leaf(word), f"it is {self.state.daytime or 'neither day nor night'}"

    def it_is(self, owner: Tree[Any], *rest: Token) -> Verdict:
        step = str(rest[-1].value)
        if len(rest) > 1 and rest[0].value == 2 and step == "precombat main":
            step = "postcombat main"
        elif len(rest) > 1 and rest[0].value is not None and not (rest[0].value == 1 and step == "precombat main"):
            raise ScenarioError(
                "which of several such steps or turns it is cannot be asked", mend="Say it without first, second …"
            )
        held = takes_turn(self.state, player_name(owner)) and (step == "turn" or self.state.step == step)
        return held, f"it is {' and '.join(active_players(self.state))}'s {self.state.step}"
