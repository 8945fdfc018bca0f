"""Claims about objects: their characteristics, their abilities, their places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.casting.mana_pool import symbols_of
from rulesite.engine.casting.payments import items
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.predicates import called
from rulesite.engine.faces.prepared_permanents import PREPARED
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import AbilityRef, Ref, leaf, named, named_all, place
from rulesite.engine.scenario.setup.attributes import keyword_text
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.objects import BASIC_LAND_TYPES, CARD_TYPES, COLOURS, SUPERTYPES, Bindings
from rulesite.engine.state.sides import TWO_FACED, physical, shown, symbols_in_cost

from .abilities import count_ability, has_text, texts_of
from .classification import ability_kinds, are_linked, kinds_said, spell_is_targeted
from .lookup import Lookup, Verdict, negated, player_name, same_name


class ObjectClaims(Lookup):
    """The claims about objects and abilities."""

    def is_pred(self, subject: Tree[Any], pred: Tree[Any]) -> Verdict:
        ref = named(subject)
        answer: Callable[..., Verdict] = getattr(self, f"_{pred.data}")
        if isinstance(ref, Ref) and ref.every:
            every = [
                answer(Ref(label, owner), *pred.children)
                for owner, label, name, _ in self.table.entries
                if same_name(ref.name, label, name)
            ]
            return all(held for held, _ in every) and bool(every), "; ".join(found for _, found in every)
        return answer(ref, *pred.children)

    def are_pred(self, subject: Tree[Any], others: Tree[Any], pred: Tree[Any]) -> Verdict:
        every = [self.is_pred(each, pred) for each in (subject, *others.children)]
        return all(held for held, _ in every), "; ".join(found for _, found in every)

    def out_of_the_game(self, subject: Tree[Any]) -> Verdict:
        """Whether a card left the game with its owner, so that no zone holds it."""
        ref = named(subject)
        held = not self.table.every_id(ref) & set(self.state.things)
        return held, f"{ref} is {'out of' if held else 'in'} the game"

    def not_out_of_the_game(self, subject: Tree[Any]) -> Verdict:
        return negated(self.out_of_the_game(subject))

    def power_is(self, thing: Tree[Any], number: Token) -> Verdict:
        power = self.game.characteristics(self.table.now(named(thing))).power
        return power == number.value, f"{named(thing)} has power {power}"

    def toughness_is(self, thing: Tree[Any], number: Token) -> Verdict:
        toughness = self.game.characteristics(self.table.now(named(thing))).toughness
        return toughness == number.value, f"{named(thing)} has toughness {toughness}"

    def mana_value_is(self, thing: Tree[Any], number: Token) -> Verdict:
        value = self.game.characteristics(self.table.now(named(thing))).mana_value
        return value == number.value, f"{named(thing)} has mana value {value}"

    def cost_contains(self, thing: Tree[Any], symbol: Token, times: Tree[Any]) -> Verdict:
        found = symbols_in_cost(shown(self.state.things[self.table.now(named(thing))]))
        count = found.count(str(symbol.value).strip("{}"))
        return count == leaf(times), f"the mana cost of {named(thing)} contains {symbol.value} {count} times"

    def later_than(self, subject: Tree[Any], other: Tree[Any]) -> Verdict:
        one, two = (self.state.things[self.table.now(named(each))] for each in (subject, other))
        said = f"the timestamp of {named(subject)} is {one.timestamp}, that of {named(other)} {two.timestamp}"
        return one.timestamp > two.timestamp, said

    def keyword_cost_is(self, thing: Tree[Any], keyword: Token, mana: Token) -> Verdict:
        kernel, thing_id = self.game.kernel, self.table.now(named(thing))
        frame = Frame(kernel, Bindings(look(kernel, thing_id).controller, thing_id))
        costs = [
            [str(item) for item in items(frame, held.ability.cost, frame.controller)]
            for held in look(kernel, thing_id).every_ability
            if isinstance(held.ability, KeywordAbility) and held.ability.keyword == str(keyword.value)
            if held.ability.cost is not None
        ]
        said = " and ".join(", ".join(each) for each in costs) or "none"
        held = any(len(each) == 1 and _same_mana(each[0], str(mana.value)) for each in costs)
        return held, f"the {keyword.value} cost of {named(thing)} is {said}"

    def pt_is(self, thing: Tree[Any], pt: Token) -> Verdict:
        found = self.game.characteristics(self.table.now(named(thing)))
        return f"{found.power}/{found.toughness}" == pt.value, f"{named(thing)} is {found.power}/{found.toughness}"

    def enchants(self, subject: Tree[Any], who: Tree[Any]) -> Verdict:
        return self._is_attached(named(subject), who)

    def _is_controlled(self, ref: Ref, player: Tree[Any]) -> Verdict:
        thing_id = self._exists(ref)
        controller = self.game.controller(thing_id) if thing_id is not None else "nobody"
        return controller == player_name(player), f"{ref} is controlled by {controller}"

    def _is_blocked_by(self, ref: Ref, things: Tree[Any]) -> Verdict:
        combat, thing_id = self.state.combat, self._exists(ref)
        found = [] if combat is None else [blocker for blocker, them in combat.blockers.items() if thing_id in them]
        wanted = {self.table.now(each) for each in named_all(things)}
        return wanted <= set(found) and bool(wanted), (
            f"{ref} is blocked by {', '.join(self.game.kernel.label(each) for each in found) or 'nothing'}"
        )

    def is_not_pred(self, subject: Tree[Any], pred: Tree[Any]) -> Verdict:
        return negated(self.is_pred(subject, pred))

    def _qualities(self, ref: Any, *words: Tree[Any]) -> Verdict:
        if isinstance(ref, AbilityRef):
            raise ScenarioError(f"{ref} has no such quality")
        thing_id = self._exists(ref)
        if thing_id is None:
            return False, f"{ref} does not exist any more"
        found = look(self.game.kernel, thing_id)
        held = all(self._quality(thing_id, word) for word in words)
        pt = f"{found.power}/{found.toughness} " if found.power is not None else ""
        status = ", tapped" if self.state.things[thing_id].tapped else ""
        shown = " ".join(
            [*sorted(found.colours), *sorted(found.supertypes), *sorted(found.types), *sorted(found.subtypes)]
        )
        return held, f"{ref} is {pt}{shown or 'nothing'}{status}"

    def _quality(self, thing_id: int, word: Tree[Any]) -> bool:
        found, thing = look(self.game.kernel, thing_id), self.state.things[thing_id]
        value = leaf(word) if word.children else ""
        combat = self.state.combat
        match word.data:
            case "q_pt":
                return f"{found.power}/{found.toughness}" == value
            case "q_colour":
                return value in found.colours if value != "colorless" else not found.colours
            case "q_type":
                return (
                    value in found.types
                    or (value == "permanent" and thing.zone == "battlefield")
                    or (value == "aura" and "Aura" in found.subtypes)
                )
            case "q_supertype":
                return value in found.supertypes
            case "q_name":
                typed = all(part in found.subtypes for part in value.split())
                return typed or (value not in BASIC_LAND_TYPES and called(found, value))
            case "q_tapped" | "q_untapped":
                return thing.tapped == (word.data == "q_tapped")
            case "q_token":
                return thing.kind == "token"
            case "q_face_down" | "q_face_up":
                return thing.face_down == (word.data == "q_face_down")
            case "q_transformed":
                return thing.face == 1 and len(thing.own) < 2 and physical(thing).layout in TWO_FACED
            case "q_flipped" | "q_unflipped":
                return thing.flipped == (word.data == "q_flipped")
            case "q_commander":
                return thing.commander
            case "q_prepared":
                return bool(thing.remembers.get(PREPARED))
            case "q_monstrous":
                return bool(thing.remembers.get("monstrous"))
            case "q_attacking":
                return combat is not None and thing_id in combat.attackers
            case "q_blocked":
                return combat is not None and thing_id in combat.attackers and thing_id in combat.blocked
            case "q_unblocked":
                return combat is not None and thing_id in combat.attackers and thing_id not in combat.blocked
            case "q_sick":
                return thing.since_turn >= self.state.turn
            case "q_word":
                if value == "nonbasic":
                    return "basic" not in found.supertypes
                if value == "blocking":
                    return combat is not None and thing_id in combat.blockers
                if value.startswith("non") and value[3:] in (*CARD_TYPES, *COLOURS, *SUPERTYPES):
                    return value[3:] not in (*found.types, *found.colours, *found.supertypes)
                raise ScenarioError(
                    f"{value!r} is no quality that can be asked",
                    word=value,
                    mend="Say a colour, a type, power/toughness, tapped, attacking, blocking, face down, monstrous …",
                )
        return True

    def _at_place(self, ref: Any, where: Tree[Any]) -> Verdict:
        zone, owner = place(where)
        if isinstance(ref, AbilityRef):
            there = self._on_stack(ref)
            held = there[:1] == self.state.zone("stack")[-1:] if zone == "top of the stack" else zone == "stack"
            return held and bool(there), f"on the stack: {', '.join(self.game.stack()) or 'nothing'}"
        if zone == "top of the stack":
            held = self._on_stack(ref)[:1] == self.state.zone("stack")[-1:] != []
            return held, f"on the stack: {', '.join(self.game.stack()) or 'nothing'}"
        found = self._zone(ref)
        thing_id = self._exists(ref)
        held = found == zone and (not owner or (thing_id is not None and self.state.things[thing_id].owner == owner))
        whose = (
            f"{self.state.things[thing_id].owner}'s " if thing_id and found in ("hand", "graveyard", "library") else ""
        )
        return held, f"{ref} is in {whose}{found}"

    def _is_attached(self, ref: Ref, who: Tree[Any]) -> Verdict:
        thing_id = self._exists(ref)
        host = self.state.things[thing_id].attached_to if thing_id is not None else ""
        wanted = named(who)
        want = player_ref(wanted.name) if wanted.name in self.state.players else object_ref(self.table.now(wanted))
        return host == want, f"{ref} is attached to {self.game.kernel.label(host) if host else 'nothing'}"

    def _is_blocking(self, ref: Ref, things: Tree[Any]) -> Verdict:
        combat = self.state.combat
        thing_id = self._exists(ref)
        blocked = combat.blockers.get(thing_id or 0, []) if combat is not None else []
        wanted = {self.table.now(each) for each in named_all(things)}
        return wanted <= set(blocked) and bool(wanted), (
            f"{ref} blocks {', '.join(self.game.kernel.label(each) for each in blocked) or 'nothing'}"
        )

    def _was_past(self, ref: Any, past: Tree[Any]) -> Verdict:
        word = str(leaf(past))
        if word.startswith("countered"):
            held, by_rules = self._countered(ref), self._fizzled(ref)
            how = "had no legal target on resolution" if by_rules else "was countered" if held else "was not countered"
            return held and (word == "countered" or by_rules), f"{ref} {how}"
        if word in ("played", "cast"):
            ability = isinstance(ref, AbilityRef)
            done = bool(self._told(ref, "activate") if ability else self._told(ref, "cast", "play_land"))
            return done, f"{ref} was {'' if done else 'not '}{word}"
        if word in ("revealed", "turned face up"):
            kind, status = ("reveal", None) if word == "revealed" else ("status", "face-up")
            done = any(each.facts.get("status") == status for each in self._told(ref, kind))
            return done, f"{ref} was {'' if done else 'not '}{word}"
        tags = {"destroyed": "destroy", "sacrificed": "sacrifice", "discarded": "discard"}
        if isinstance(ref, AbilityRef) or word not in (*tags, "regenerated"):
            raise ScenarioError(f"whether {ref} was {word} cannot be asked", word=word)
        if word == "regenerated":
            return self._regenerated(ref)
        return self._moved(ref, tags[word], word)

    def _was_put(self, ref: Ref, zone: Tree[Any], owner: str = "") -> Verdict:
        ids = self._ids(ref)
        done = any(
            each.facts.get("zone") == zone.data and self._touches(each, ids) and owner in ("", self._owner_of(each))
            for each in self._events("move")
        )
        return done, f"{ref} was {'' if done else 'not '}put into {f'{owner}{chr(39)}s ' if owner else ''}{zone.data}"

    def _was_put_of(self, ref: Ref, owner: Tree[Any], zone: Tree[Any]) -> Verdict:
        return self._was_put(ref, zone, player_name(owner))

    def _is_kind(self, ref: Any, kind: Token) -> Verdict:
        found = ability_kinds(self.table, ref)
        wanted = str(kind.value)
        held = wanted in found
        return held, f"{ref} is {kinds_said(found)}"

    def _is_named(self, ref: Any, name: Token) -> Verdict:
        found = self.game.characteristics(self.table.now(ref)).name
        return found == str(name.value), f"{ref} is named {found!r}"

    def _is_targeted(self, ref: Any) -> Verdict:
        held = (
            "targeted" in ability_kinds(self.table, ref)
            if isinstance(ref, AbilityRef)
            else spell_is_targeted(self.table, ref)
        )
        return held, f"{ref} is {'' if held else 'not '}targeted"

    def _is_linked(self, ref: Any, other: Tree[Any]) -> Verdict:
        held = are_linked(self.table, ref, named(other))
        return held, f"{ref} and {named(other)} are {'' if held else 'not '}linked"

    def has_feature(self, subject: Tree[Any], feature: Tree[Any]) -> Verdict:
        ref = named(subject)
        thing_id = self._exists(ref)
        if thing_id is None:
            return False, f"{ref} does not exist any more"
        tokens = [each for each in feature.children if isinstance(each, Token)]
        thing, found = self.state.things[thing_id], look(self.game.kernel, thing_id)
        match feature.data:
            case "f_change" | "f_counters":
                kind = str(tokens[-1].value)
                count, wanted = thing.counters.get(kind, 0), tokens[0].value if len(tokens) > 1 else 1
                return count == wanted, f"{ref} has {count} {kind} counter{'s' * (count != 1)}"
            case "f_damage":
                return thing.damage == tokens[0].value, f"{ref} has {thing.damage} damage"
            case "f_lacks":
                count, word = count_ability(self.table, thing_id, str(tokens[1].value)), str(tokens[1].value)
                return count == tokens[0].value, f"{ref} has {count} {word}"
            case "f_none":
                return not found.abilities, f"{ref} has {len(found.abilities)} abilities"
            case "f_count":
                return len(found.abilities) == tokens[0].value, f"{ref} has {len(found.abilities)} abilities"
            case "f_mana_value":
                return found.mana_value == tokens[0].value, f"{ref} has mana value {found.mana_value}"
            case "f_mana_cost":
                cost = "".join(f"{{{symbol}}}" for symbol in found.mana_cost or ())
                return _same_mana(cost, str(tokens[0].value)), f"{ref} has mana cost {cost or 'none'}"
            case "f_power":
                return found.power == tokens[0].value, f"{ref} has power {found.power}"
            case "f_toughness":
                return found.toughness == tokens[0].value, f"{ref} has toughness {found.toughness}"
            case "f_text":
                texts = texts_of(self.table, thing_id)
                held = has_text(self.table, thing_id, str(tokens[0].value))
                return held, f"{ref} has: {'; '.join(texts) or 'no abilities'}"
            case "f_instances":
                word = keyword_text(feature.children[1])
                count = count_ability(self.table, thing_id, word)
                return count == tokens[0].value, f"{ref} has {count} instances of {word}"
        word = keyword_text(feature.children[0])
        lacks = word.startswith("0 ")
        word = word.removeprefix("0 ")
        count = count_ability(self.table, thing_id, word)
        return (
            count == 0
        ) == lacks, f"{ref} has {count or 'no'} {word}" if lacks else f"{ref} has{'' if count else ' no'} {word}"

    def has_not_feature(self, subject: Tree[Any], feature: Tree[Any]) -> Verdict:
        return negated(self.has_feature(subject, feature))


def _same_mana(one: str, other: str) -> bool:
    """Whether two mana costs have the same symbols, in any order.

    >>> _same_mana("{2}{R}{U}", "{2}{U}{R}"), _same_mana("{2}{R}", "{1}{R}")
    (True, False)
    """
    return sorted(symbols_of(one)) == sorted(symbols_of(other))
