"""Whether an assertion holds at a table, and what was found there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from ..choices import UnknownName
from ..continuous import flatten, look
from ..queries import plain_symbols
from ..state import Happening, object_ref, player_ref
from .board import keyword_text
from .building import Table
from .errors import ScenarioError
from .kinds import ability_kinds, ability_zones, kinds_said, means_the_same, spell_is_targeted
from .reading import AbilityRef, Ref, leaf, named, named_all, place

Verdict = tuple[bool, str]


class Judge:
    """Answers assertions. ``refused`` is what the engine said when the script could not go on ("" when it could)."""

    def __init__(self, table: Table, refused: str = "", refused_text: str = "") -> None:
        self.table = table
        self.game = table.game
        self.state = table.game.state
        self.refused = refused
        self.refused_text = refused_text

    def holds(self, tree: Tree[Any]) -> Verdict:
        """Whether a claim (a tree of the grammar's ``that``) is true, and in words what is the case."""
        claim = tree.children[0]
        answer: Callable[..., Verdict] = getattr(self, str(claim.data))
        return answer(*claim.children)

    # -- players -----------------------------------------------------------------------------------------------------

    def has_life(self, player: Tree[Any], number: Token) -> Verdict:
        name = _player(player)
        life = self.game.life(name)
        return life == number.value, f"{name} has {life} life"

    def gained_life(self, player: Tree[Any], number: Token) -> Verdict:
        return self._life_change(_player(player), "gain_life", "gained", number.value)

    def lost_life(self, player: Tree[Any], number: Token) -> Verdict:
        return self._life_change(_player(player), "lose_life", "lost", number.value)

    def _life_change(self, name: str, kind: str, verb: str, wanted: int) -> Verdict:
        total = sum(each.facts.get("amount", 0) for each in self._events(kind) if each.facts.get("player") == name)
        return total == wanted, f"{name} {verb} {total} life"

    def has_cards(self, player: Tree[Any], number: Token, where: Tree[Any] | None = None) -> Verdict:
        zone = place(where)[0] if where is not None else "hand"
        return self._cards(_player(player), zone, number.value)

    def zone_empty(self, owner: Tree[Any], zone: Tree[Any]) -> Verdict:
        return self._cards(_player(owner), str(zone.data), 0)

    def zone_cards(self, owner: Tree[Any], zone: Tree[Any], number: Token) -> Verdict:
        return self._cards(_player(owner), str(zone.data), number.value)

    def _cards(self, name: str, zone: str, wanted: int) -> Verdict:
        count = (
            len(self.game.cards_in(zone, name))
            if zone not in ("exile", "battlefield", "stack")
            else len([each for each in self.state.zone(zone) if self.state.things[each].owner == name])
        )
        return count == wanted, f"{name} has {count} cards in {zone}"

    def drew(self, player: Tree[Any], number: Token) -> Verdict:
        name = _player(player)
        count = sum(
            1 for each in self._events("move") if "draw" in each.facts.get("tags", ()) and self._owner_of(each) == name
        )
        return count == number.value, f"{name} drew {count} cards"

    def did_not_draw(self, player: Tree[Any]) -> Verdict:
        held, found = self.drew(player, Token("NUMBER", 0))
        return held, found

    def drew_one(self, player: Tree[Any]) -> Verdict:
        return self.drew(player, Token("NUMBER", 1))

    def sacrificed_card(self, player: Tree[Any], thing: Tree[Any]) -> Verdict:
        return self._moved(named(thing), "sacrifice", "sacrificed")

    def played_card(self, player: Tree[Any], subject: Tree[Any]) -> Verdict:
        ref, name = named(subject), _player(player)
        ids = self._ids(ref)
        done = any(
            each.facts.get("player") == name and self._touches(each, ids)
            for each in self._events("cast", "activate", "play_land")
        )
        return done, f"{name} {'played' if done else 'did not play'} {ref}"

    def paid_for(self, player: Tree[Any], costs: Tree[Any], subject: Tree[Any]) -> Verdict:
        return self.total_cost(subject, costs)

    def discarded(self, player: Tree[Any], number: Token) -> Verdict:
        name = _player(player)
        count = sum(
            1
            for each in self._events("move")
            if "discard" in each.facts.get("tags", ()) and self._owner_of(each) == name
        )
        return count == number.value, f"{name} discarded {count} cards"

    def discarded_card(self, player: Tree[Any], thing: Tree[Any]) -> Verdict:
        return self._moved(named(thing), "discard", "discarded")

    def has_priority(self, player: Tree[Any]) -> Verdict:
        return self.state.priority == _player(player), f"{self.state.priority or 'nobody'} has priority"

    def has_lost(self, player: Tree[Any]) -> Verdict:
        why = self.state.players[_player(player)].lost
        return bool(why), f"{_player(player)} {'lost: ' + why if why else 'has not lost'}"

    def has_not_lost(self, player: Tree[Any]) -> Verdict:
        return _not(self.has_lost(player))

    def has_won(self, player: Tree[Any]) -> Verdict:
        return self.state.winner == _player(player), f"the winner is {self.state.winner or 'nobody yet'}"

    def has_mana(self, player: Tree[Any], mana: Any) -> Verdict:
        name = _player(player)
        token = mana if isinstance(mana, Token) else next(iter(mana.children), None)
        wanted = sorted(plain_symbols(str(token.value))) if token is not None else []
        have = self.game.mana_pool(name)
        return sorted(plain_symbols(have)) == wanted, f"{name}'s mana pool is {have or 'empty'}"

    def player_has_counters(self, player: Tree[Any], number: Token, kind: Token) -> Verdict:
        count = self.game.counters(_player(player), str(kind.value))
        return count == number.value, f"{_player(player)} has {count} {kind.value} counters"

    def controls_thing(self, player: Tree[Any], thing: Tree[Any]) -> Verdict:
        ref = named(thing)
        thing_id = self.table.now(ref)
        if self.state.things[thing_id].zone not in ("battlefield", "stack"):
            return False, f"{ref} is in {self._zone(ref)}"
        controller = self.game.controller(thing_id)
        return controller == _player(player), f"{controller} controls {ref}"

    def controls_number(self, player: Tree[Any], number: Token, group: Tree[Any]) -> Verdict:
        count = self._count(group, "battlefield", _player(player))
        return count == number.value, f"{_player(player)} controls {count}"

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
                    value in (found.name, thing.label)
                    or value.rstrip("s") in (found.name, *found.subtypes)
                    or (value in found.subtypes)
                )
            case "g_pt":
                return f"{found.power}/{found.toughness}" == value
            case "g_token":
                return thing.kind == "token"
            case "g_tapped" | "g_untapped":
                return thing.tapped == (word.data == "g_tapped")
        return True

    # -- objects -----------------------------------------------------------------------------------------------------

    def is_pred(self, subject: Tree[Any], pred: Tree[Any]) -> Verdict:
        ref = named(subject)
        answer: Callable[..., Verdict] = getattr(self, f"_{pred.data}")
        if isinstance(ref, Ref) and ref.every:
            every = [
                answer(Ref(label, owner), *pred.children)
                for owner, label, name, _ in self.table.entries
                if _same_name(ref.name, label, name)
            ]
            return all(held for held, _ in every) and bool(every), "; ".join(found for _, found in every)
        return answer(ref, *pred.children)

    def are_pred(self, subject: Tree[Any], others: Tree[Any], pred: Tree[Any]) -> Verdict:
        every = [self.is_pred(each, pred) for each in (subject, *others.children)]
        return all(held for held, _ in every), "; ".join(found for _, found in every)

    def power_is(self, thing: Tree[Any], number: Token) -> Verdict:
        power = self.game.characteristics(self.table.now(named(thing))).power
        return power == number.value, f"{named(thing)} has power {power}"

    def toughness_is(self, thing: Tree[Any], number: Token) -> Verdict:
        toughness = self.game.characteristics(self.table.now(named(thing))).toughness
        return toughness == number.value, f"{named(thing)} has toughness {toughness}"

    def pt_is(self, thing: Tree[Any], pt: Token) -> Verdict:
        found = self.game.characteristics(self.table.now(named(thing)))
        return f"{found.power}/{found.toughness}" == pt.value, f"{named(thing)} is {found.power}/{found.toughness}"

    def enchants(self, subject: Tree[Any], who: Tree[Any]) -> Verdict:
        return self._is_attached(named(subject), who)

    def regenerated(self, subject: Tree[Any]) -> Verdict:
        return self._regenerated(named(subject))

    def fizzled(self, subject: Tree[Any]) -> Verdict:
        ref = named(subject)
        label = self.table.ability_label(ref) if isinstance(ref, AbilityRef) else self.table.label(ref)
        done = self._noted("countered_without_targets", label)
        return done, f"{ref} had {'no' if done else 'a'} legal target on resolution"

    def died(self, subject: Tree[Any]) -> Verdict:
        ids = self._ids(named(subject))
        done = any(
            each.facts.get("from_zone") == "battlefield"
            and each.facts.get("zone") == "graveyard"
            and self._touches(each, ids)
            for each in self._events("move")
        )
        return done, f"{named(subject)} {'died' if done else 'did not die'}"

    def did_not_die(self, subject: Tree[Any]) -> Verdict:
        return _not(self.died(subject))

    def damage_to(self, number: Token, who: Tree[Any]) -> Verdict:
        return self.was_dealt(who, number)

    def top_card(self, owner: Tree[Any], zone: Tree[Any], thing: Tree[Any]) -> Verdict:
        return self._is_on_top(named(thing), owner, zone)

    def _is_on_top(self, ref: Ref, owner: Tree[Any], zone: Tree[Any]) -> Verdict:
        cards = self.state.zone(str(zone.data), _player(owner))
        top = cards[0] if zone.data == "library" else cards[-1] if cards else 0
        return bool(cards) and top == self._exists(ref), (
            f"on top of {_player(owner)}'s {zone.data}: {self.game.kernel.label(top) if cards else 'nothing'}"
        )

    def _is_controlled(self, ref: Ref, player: Tree[Any]) -> Verdict:
        thing_id = self._exists(ref)
        controller = self.game.controller(thing_id) if thing_id is not None else "nobody"
        return controller == _player(player), f"{ref} is controlled by {controller}"

    def _is_blocked_by(self, ref: Ref, things: Tree[Any]) -> Verdict:
        combat, thing_id = self.state.combat, self._exists(ref)
        found = [] if combat is None else [blocker for blocker, them in combat.blockers.items() if thing_id in them]
        wanted = {self.table.now(each) for each in named_all(things)}
        return wanted <= set(found) and bool(wanted), (
            f"{ref} is blocked by {', '.join(self.game.kernel.label(each) for each in found) or 'nothing'}"
        )

    def _regenerated(self, ref: Ref) -> Verdict:
        label = self.table.label(ref)
        done = any(
            step.concept == "regeneration" and label in step.text and "shield" not in step.text
            for step in self.game.trace.steps
        )
        return done, f"{ref} {'regenerated' if done else 'did not regenerate'}"

    def is_not_pred(self, subject: Tree[Any], pred: Tree[Any]) -> Verdict:
        return _not(self.is_pred(subject, pred))

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
                return all(part in found.subtypes for part in value.split()) or found.name == value
            case "q_tapped" | "q_untapped":
                return thing.tapped == (word.data == "q_tapped")
            case "q_token":
                return thing.kind == "token"
            case "q_face_down":
                return thing.face_down
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
                    return not self._is_basic(found)
                if value == "blocking":
                    return combat is not None and thing_id in combat.blockers
                if value.startswith("non") and value[3:] in (*found.types, *found.colours, *found.supertypes):
                    return False
                if value.startswith("non"):
                    return True
                raise ScenarioError(f"{value!r} is no quality that can be asked", word=value)
        return True

    def _is_basic(self, found: Any) -> bool:
        if self.game.rules.basic_by == "type":
            return bool({"Plains", "Island", "Swamp", "Mountain", "Forest"} & set(found.subtypes))
        return "basic" in found.supertypes

    def _at_place(self, ref: Any, where: Tree[Any]) -> Verdict:
        zone, owner = place(where)
        if isinstance(ref, AbilityRef):
            label = self.table.ability_label(ref)
            stack = [each.rstrip("0123456789 ") for each in self.game.stack()]
            on_top = zone == "top of the stack"
            held = (stack[:1] == [label]) if on_top else zone == "stack" and label in stack
            return held, f"on the stack: {', '.join(self.game.stack()) or 'nothing'}"
        if zone == "top of the stack":
            return self.game.stack()[:1] == [self.table.label(ref)], f"on the stack: {', '.join(self.game.stack())}"
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
        if isinstance(ref, AbilityRef):
            return self._ability_countered(ref, word)
        if word.startswith("countered"):
            held, _ = self._moved(ref, "counter", "countered")
            by_rules = self._noted("countered_without_targets", self.table.label(ref))
            return (held or by_rules) if word == "countered" else by_rules, (
                f"{ref} was {'countered on resolution' if by_rules else 'countered' if held else 'not countered'}"
            )
        if word == "regenerated":
            return self._regenerated(ref)
        if word in ("played", "cast"):
            ids = self._ids(ref)
            done = any(self._touches(each, ids) for each in self._events("cast", "play_land"))
            return done, f"{ref} was {'' if done else 'not '}{word}"
        tags = {"destroyed": "destroy", "sacrificed": "sacrifice", "discarded": "discard"}
        return self._moved(ref, tags[word], word)

    def _ability_countered(self, ref: AbilityRef, word: str) -> Verdict:
        label = self.table.ability_label(ref)
        by_rules = self._noted("countered_without_targets", label)
        countered = any(step.concept == "counter" and label in step.text for step in self.game.trace.steps)
        return by_rules or (countered and word == "countered"), (
            f"{label} was {'countered on resolution' if by_rules else 'countered' if countered else 'not countered'}"
        )

    def _noted(self, concept: str, label: str) -> bool:
        return any(step.concept == concept and label in step.text for step in self.game.trace.steps)

    def _was_put(self, ref: Ref, zone: Tree[Any]) -> Verdict:
        ids = self._ids(ref)
        done = any(each.facts.get("zone") == zone.data and self._touches(each, ids) for each in self._events("move"))
        return done, f"{ref} was {'' if done else 'not '}put into {zone.data}"

    def _was_put_of(self, ref: Ref, owner: Tree[Any], zone: Tree[Any]) -> Verdict:
        return self._was_put(ref, zone)

    def _is_kind(self, ref: Any, kind: Token) -> Verdict:
        found = ability_kinds(self.table, ref)
        wanted = str(kind.value)
        held = wanted in found
        return held, f"{ref} is {kinds_said(found)}"

    def _is_targeted(self, ref: Any) -> Verdict:
        held = (
            "targeted" in ability_kinds(self.table, ref)
            if isinstance(ref, AbilityRef)
            else spell_is_targeted(self.table, ref)
        )
        return held, f"{ref} is {'' if held else 'not '}targeted"

    def _is_linked(self, ref: Any, other: Tree[Any]) -> Verdict:
        held = "linked" in ability_kinds(self.table, ref) or "linked" in ability_kinds(self.table, named(other))
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
                return count == wanted, f"{ref} has {count} {kind} counters"
            case "f_damage":
                return thing.damage == tokens[0].value, f"{ref} has {thing.damage} damage"
            case "f_lacks":
                count, word = self.game.count_keyword(thing_id, str(tokens[1].value)), str(tokens[1].value)
                return count == tokens[0].value, f"{ref} has {count} {word}"
            case "f_none":
                return not found.abilities, f"{ref} has {len(found.abilities)} abilities"
            case "f_count":
                return len(found.abilities) == tokens[0].value, f"{ref} has {len(found.abilities)} abilities"
            case "f_power":
                return found.power == tokens[0].value, f"{ref} has power {found.power}"
            case "f_toughness":
                return found.toughness == tokens[0].value, f"{ref} has toughness {found.toughness}"
            case "f_text":
                wanted = str(tokens[0].value).casefold().rstrip(".")
                texts = [getattr(held.ability, "text", "") for held in flatten(found.abilities)]
                return any(
                    wanted in text.casefold() for text in texts
                ), f"{ref} has: {'; '.join(texts) or 'no abilities'}"
            case "f_instances":
                count, word = self.game.count_keyword(thing_id, keyword_text(feature.children[1])), tokens[0].value
                return count == word, f"{ref} has {count} instances of {keyword_text(feature.children[1])}"
        word = keyword_text(feature.children[0])
        if word.startswith("0 "):
            word = word.removeprefix("0 ")
            return not self.game.has_keyword(
                thing_id, word
            ), f"{ref} has {self.game.count_keyword(thing_id, word)} {word}"
        held = self.game.has_keyword(thing_id, word) or any(
            getattr(each.ability, "text", "").casefold().rstrip(".") == word.casefold()
            for each in flatten(found.abilities)
        )
        return held, f"{ref} has{'' if held else ' no'} {word}"

    def has_not_feature(self, subject: Tree[Any], feature: Tree[Any]) -> Verdict:
        return _not(self.has_feature(subject, feature))

    # -- what happened -------------------------------------------------------------------------------------------------

    def triggered(self, subject: Tree[Any], times: Tree[Any] | None = None) -> Verdict:
        ref = named(subject)
        count = self._times(ref)
        if times is None:
            return count > 0, f"{ref} triggered {count} times"
        return count == leaf(times), f"{ref} triggered {count} times"

    def never_triggered(self, subject: Tree[Any]) -> Verdict:
        count = self._times(named(subject))
        return count == 0, f"{named(subject)} triggered {count} times"

    def _times(self, ref: Any) -> int:
        """How often abilities of an object triggered; of one ability, how often it went on the stack by triggering."""
        of = ref.of if isinstance(ref, AbilityRef) else ref
        label = self.table.label(of)
        return sum(1 for step in self.game.trace.steps if step.text.startswith(f"{label}'s ability triggers"))

    def resolved(self, subject: Tree[Any]) -> Verdict:
        ref = named(subject)
        when = self._resolution(ref)
        return when is not None, f"{ref} {'resolved' if when is not None else 'did not resolve'}"

    def not_resolved(self, subject: Tree[Any]) -> Verdict:
        return _not(self.resolved(subject))

    def resolved_before(self, first: Tree[Any], second: Tree[Any]) -> Verdict:
        one, two = self._resolution(named(first)), self._resolution(named(second))
        held = one is not None and (two is None or one < two)
        return held, f"{named(first)} resolved at step {one or '-'}, {named(second)} at step {two or '-'}"

    def _resolution(self, ref: Any) -> int | None:
        """The step of the trace at which a spell or ability resolved with its effect; ``None`` if it never did."""
        label = self.table.ability_label(ref) if isinstance(ref, AbilityRef) else self.table.label(ref)
        for step in self.game.trace.steps:
            if step.text in (f"{label} resolves", *(f"{label} {n} resolves" for n in (2, 3))):
                if not self._noted("countered_without_targets", label):
                    return step.number
        return None

    def put_on_stack(self, subject: Tree[Any], times: Tree[Any] | None = None) -> Verdict:
        ref = named(subject)
        label = self.table.ability_label(ref) if isinstance(ref, AbilityRef) else self.table.label(ref)
        count = sum(
            1 for step in self.game.trace.steps if step.text.startswith(label) and ("goes on the stack" in step.text)
        )
        return (count > 0 if times is None else count == leaf(times)), f"{ref} was put on the stack {count} times"

    def no_stack(self, subject: Tree[Any]) -> Verdict:
        return _not(self.used_stack(subject))

    def used_stack(self, subject: Tree[Any]) -> Verdict:
        ref = named(subject)
        of = ref.of if isinstance(ref, AbilityRef) else ref
        label = f"{self.table.label(of)}'s ability"
        done = any(
            step.text.startswith(label) and ("goes on the stack" in step.text or step.text == f"{label} resolves")
            for step in self.game.trace.steps
        )
        done = done or label in [each.rstrip("0123456789 ") for each in self.game.stack()]
        return done, f"{label} {'used' if done else 'did not use'} the stack"

    def dealt(self, subject: Tree[Any], number: Token, who: Tree[Any]) -> Verdict:
        ref, target = named(subject), named(who)
        sources = self._ids(ref)
        total = sum(
            each.facts.get("amount", 0)
            for each in self._events("damage")
            if each.facts.get("source") in sources and self._hits(each, target)
        )
        return total == number.value, f"{ref} dealt {total} damage to {target}"

    def was_dealt(self, who: Tree[Any], number: Token) -> Verdict:
        target = named(who)
        total = sum(each.facts.get("amount", 0) for each in self._events("damage") if self._hits(each, target))
        return total == number.value, f"{target} was dealt {total} damage"

    def _hits(self, event: Happening, target: Any) -> bool:
        if isinstance(target, Ref) and (target.player or target.name in self.state.players):
            return event.facts.get("ref") == player_ref(target.name)
        return event.facts.get("ref") in {object_ref(each) for each in self._ids(target)}

    def left_play(self, subject: Tree[Any]) -> Verdict:
        moves = self._leaving(named(subject))
        return bool(moves), f"{named(subject)} {'left' if moves else 'did not leave'} play"

    def not_left_play(self, subject: Tree[Any]) -> Verdict:
        return _not(self.left_play(subject))

    def left_together(self, subject: Tree[Any], others: Tree[Any]) -> Verdict:
        return self.left_with(subject, others)

    def left_with(self, subject: Tree[Any], others: Tree[Any]) -> Verdict:
        first = self._leaving(named(subject))
        refs = [
            Ref(label, owner)
            for ref in named_all(others)
            for owner, label, name, _ in self.table.entries
            if (_same_name(ref.name, label, name) if ref.every else ref.name == label)
            and (not ref.owner or ref.owner == owner)
        ]
        batches = [self._leaving(ref) for ref in refs]
        held = bool(first and batches) and all(each and each[-1] == first[-1] for each in batches)
        return held, f"{named(subject)} left play in event {first[-1] if first else '-'}, the others in " + ", ".join(
            str(each[-1]) if each else "-" for each in batches
        )

    def _leaving(self, ref: Ref) -> list[int]:
        ids = self._ids(ref)
        return [
            each.batch
            for each in self._events("move")
            if each.facts.get("from_zone") == "battlefield" and self._touches(each, ids)
        ]

    def total_cost(self, subject: Tree[Any], costs: Tree[Any]) -> Verdict:
        ref = named(subject)
        label = self.table.ability_label(ref) if isinstance(ref, AbilityRef) else self.table.label(ref)
        said = [
            step.text.partition(" is ")[2]
            for step in self.game.trace.steps
            if step.text.startswith(f"the total cost of {label}")
        ]
        mana = [str(token.value) for token in costs.scan_values(lambda token: isinstance(token, Token))]
        wanted = [each for each in mana if each != "nothing"]
        if not said:
            return False, f"{ref} was not played"
        found = [each.strip() for each in said[-1].split(",")] if said[-1] != "nothing" else []
        only_mana = [each for each in found if each.startswith("{")]
        held = (
            (only_mana == wanted)
            if all(each.startswith("{") for each in wanted)
            else all(any(each in part for part in found) for each in wanted)
        )
        return held, f"the total cost of {ref} was {said[-1]}"

    def when_paid(self, subject: Tree[Any], zone: Tree[Any]) -> Verdict:
        ref = named(subject)
        label = self.table.label(ref)
        steps = self.game.trace.steps
        left = [step.number for step in steps if step.text.startswith(f"{label} ") and str(zone.data) in step.text]
        paid = [step.number for step in steps if re.search(r" pays \{", step.text)]
        held = bool(left and paid) and left[0] < paid[-1]
        return held, f"{ref} {'was' if held else 'was not'} in {zone.data} when mana was paid"

    # -- the stack, the turn, the whole ------------------------------------------------------------------------------

    def stack_empty(self) -> Verdict:
        stack = self.game.stack()
        return not stack, f"on the stack: {', '.join(stack) or 'nothing'}"

    def stack_is(self, whos: Tree[Any]) -> Verdict:
        wanted = [
            self.table.ability_label(ref) if isinstance(ref, AbilityRef) else self.table.label(ref)
            for ref in named_all(whos)
        ]
        stack = [each.rstrip("0123456789 ") for each in self.game.stack()]
        return stack == [each.rstrip("0123456789 ") for each in wanted], (
            f"on the stack, from the top: {', '.join(self.game.stack()) or 'nothing'}"
        )

    def stack_size(self, number: Token) -> Verdict:
        stack = self.game.stack()
        return len(stack) == number.value, f"on the stack: {', '.join(stack) or 'nothing'}"

    def it_is(self, owner: Tree[Any], *rest: Token) -> Verdict:
        step = str(rest[-1].value)
        held = self.state.active == _player(owner) and (step == "turn" or self.state.step == step)
        return held, f"it is {self.state.active}'s {self.state.step}"

    def play_was(self, subject: Tree[Any], legality: Tree[Any], because: Tree[Any] | None = None) -> Verdict:
        ref = named(subject)
        label = str(ref.of if isinstance(ref, AbilityRef) else ref)
        refused = bool(self.refused) and label.rpartition("'s ")[2] in self.refused_text
        wanted = str(leaf(legality)) == "illegal"
        mana = (
            []
            if because is None
            else [str(token.value) for token in because.children if isinstance(token, Token) and token.type == "MANA"]
        )
        said = all(_pool(each) in _pool(self.refused) or each in self.refused for each in mana)
        return refused == wanted and (said or not wanted), f"{label}: {self.refused or 'legal'}"

    def no_priority(self, first: Tree[Any], second: Tree[Any]) -> Verdict:
        raise ScenarioError("who got priority in between cannot be asked yet")

    def means_same(self, first: Token, second: Token) -> Verdict:
        return means_the_same(str(first.value), str(second.value), self.game.rules.date)

    def works_in(self, subject: Tree[Any], where: Tree[Any]) -> Verdict:
        zones = ability_zones(self.table, named(subject))
        return place(where)[0] in zones, f"{named(subject)} works in {', '.join(zones)}"

    def works_not_in(self, subject: Tree[Any], where: Tree[Any]) -> Verdict:
        return _not(self.works_in(subject, where))

    # -- looking things up -------------------------------------------------------------------------------------------

    def _events(self, *kinds: str) -> list[Happening]:
        return [each for each in self.state.history if each.kind in kinds]

    def _ids(self, ref: Any) -> set[int]:
        """All ids that a card has had."""
        of = ref.of if isinstance(ref, AbilityRef) else ref
        found = set(self.table.ids(of)) or {self.table.id(of)}
        while True:
            more = {known.became for key, known in self.state.known.items() if key in found and known.became}
            more |= {thing.was for thing in self.state.things.values() if thing.id in found and thing.was}
            if more <= found:
                return found
            found |= more

    def _touches(self, event: Happening, ids: set[int]) -> bool:
        facts = event.facts
        return bool(ids & {facts.get("old"), facts.get("new")}) or facts.get("ref") in {
            object_ref(each) for each in ids
        }

    def _moved(self, ref: Any, tag: str, word: str) -> Verdict:
        ids = self._ids(ref)
        done = any(tag in each.facts.get("tags", ()) and self._touches(each, ids) for each in self._events("move"))
        return done, f"{ref} was {'' if done else 'not '}{word}"

    def _owner_of(self, event: Happening) -> str:
        thing_id = event.facts.get("new") or event.facts.get("old") or 0
        thing = self.state.things.get(thing_id) or self.state.known.get(thing_id)
        return thing.owner if thing is not None else ""

    def _exists(self, ref: Any) -> int | None:
        of = ref.of if isinstance(ref, AbilityRef) else ref
        try:
            return self.table.now(of)
        except UnknownName:
            return None

    def _zone(self, ref: Any) -> str:
        thing_id = self._exists(ref)
        return "nowhere" if thing_id is None else self.state.things[thing_id].zone


def _player(tree: Tree[Any]) -> str:
    return str(leaf(tree))


def _not(verdict: Verdict) -> Verdict:
    return not verdict[0], verdict[1]


def _pool(text: str) -> str:
    """Generic mana as the pool shows it: "{2}{B}" is "{C}{C}{B}"."""
    return re.sub(r"\{(\d+)\}", lambda number: "{C}" * int(number.group(1)), text)


def _same_name(said: str, label: str, name: str) -> bool:
    return said in (label, name) or (said.endswith("s") and said[:-1] in (label, name))
