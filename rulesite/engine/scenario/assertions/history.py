"""Claims about past events: triggers, resolutions, damage, deaths, the stack."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, Tree

from rulesite.engine.scenario.language.trees import AbilityRef, Ref, leaf, named, named_all, place
from rulesite.engine.scenario.script.refusals import Refusal, is_because
from rulesite.engine.state.game_state import Happening, object_ref, player_ref

from .classification import ability_zones, means_the_same
from .lookup import Lookup, Verdict, negated, same_name


class HistoryClaims(Lookup):
    """The claims about the course of a game."""

    def triggered(self, subject: Tree[Any], times: Tree[Any] | None = None) -> Verdict:
        ref = named(subject)
        count = len(self._triggerings(ref))
        if times is None:
            return count > 0, f"{ref} triggered {count} times"
        return count == leaf(times), f"{ref} triggered {count} times"

    def never_triggered(self, subject: Tree[Any]) -> Verdict:
        count = len(self._triggerings(named(subject)))
        return count == 0, f"{named(subject)} triggered {count} times"

    def resolved(self, subject: Tree[Any]) -> Verdict:
        ref = named(subject)
        when = self._resolution(ref)
        return when is not None, f"{ref} {'resolved' if when is not None else 'did not resolve'}"

    def not_resolved(self, subject: Tree[Any]) -> Verdict:
        return negated(self.resolved(subject))

    def resolved_before(self, first: Tree[Any], second: Tree[Any]) -> Verdict:
        one, two = self._resolution(named(first)), self._resolution(named(second))
        held = one is not None and two is not None and one < two
        told = [
            f"{named(each)} {'did not resolve' if number is None else f'resolved in event {number}'}"
            for each, number in ((first, one), (second, two))
        ]
        return held, ", ".join(told)

    def put_on_stack(self, subject: Tree[Any], times: Tree[Any] | None = None) -> Verdict:
        ref = named(subject)
        count = len(self._stacked(ref))
        return (count > 0 if times is None else count == leaf(times)), f"{ref} was put on the stack {count} times"

    def no_stack(self, subject: Tree[Any]) -> Verdict:
        return negated(self.used_stack(subject))

    def used_stack(self, subject: Tree[Any]) -> Verdict:
        """Whether a card's abilities (or the one referred to) went on the stack, or resolved from there."""
        ref = named(subject)
        ref = ref if isinstance(ref, AbilityRef) else AbilityRef(ref)
        done = bool(self._stacked(ref) or [each for each in self._told(ref, "resolves") if each.facts.get("ref")])
        return done, f"{ref} {'used' if done else 'did not use'} the stack"

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

    def damage_to(self, number: Token, who: Tree[Any]) -> Verdict:
        return self.was_dealt(who, number)

    def _hits(self, event: Happening, target: Any) -> bool:
        if isinstance(target, Ref) and (target.player or target.name in self.state.players):
            return event.facts.get("ref") == player_ref(target.name)
        return event.facts.get("ref") in {object_ref(each) for each in self._ids(target)}

    def left_play(self, subject: Tree[Any]) -> Verdict:
        moves = self._leaving(named(subject))
        return bool(moves), f"{named(subject)} {'left' if moves else 'did not leave'} play"

    def not_left_play(self, subject: Tree[Any]) -> Verdict:
        return negated(self.left_play(subject))

    def left_with(self, subject: Tree[Any], others: Tree[Any]) -> Verdict:
        first = self._leaving(named(subject))
        refs = [
            Ref(label, owner)
            for ref in named_all(others)
            for owner, label, name, _ in self.table.entries
            if (same_name(ref.name, label, name) if ref.every else ref.name == label)
            and (not ref.owner or ref.owner == owner)
        ]
        batches = [self._leaving(ref) for ref in refs]
        held = bool(first and batches) and all(each and each[-1] == first[-1] for each in batches)
        return held, f"{named(subject)} left play in event {first[-1] if first else '-'}, the others in " + ", ".join(
            str(each[-1]) if each else "-" for each in batches
        )

    def left_together(self, subject: Tree[Any], others: Tree[Any]) -> Verdict:
        return self.left_with(subject, others)

    def when_paid(self, subject: Tree[Any], zone: Tree[Any]) -> Verdict:
        ref = named(subject)
        label = self.table.label(ref)
        steps = self.game.trace.steps
        left = [step.number for step in steps if step.text.startswith(f"{label} ") and str(zone.data) in step.text]
        paid = [step.number for step in steps if re.search(r" pays \{", step.text)]
        held = bool(left and paid) and left[0] < paid[-1]
        return held, f"{ref} {'was' if held else 'was not'} in {zone.data} when mana was paid"

    def stack_empty(self) -> Verdict:
        stack = self.game.stack()
        return not stack, f"on the stack: {', '.join(stack) or 'nothing'}"

    def stack_not_empty(self) -> Verdict:
        return negated(self.stack_empty())

    def stack_is(self, whos: Tree[Any]) -> Verdict:
        refs, stack = named_all(whos), self.state.zone("stack")[::-1]
        held = len(refs) == len(stack) and all(
            each in self._on_stack(ref) for ref, each in zip(refs, stack, strict=True)
        )
        return held, (f"on the stack, from the top: {', '.join(self.game.stack()) or 'nothing'}")

    def stack_size(self, number: Token) -> Verdict:
        stack = self.game.stack()
        return len(stack) == number.value, f"on the stack: {', '.join(stack) or 'nothing'}"

    def play_was(self, subject: Tree[Any], legality: Tree[Any], because: Tree[Any] | None = None) -> Verdict:
        """Whether the script stopped when this was played, for this reason; the play was legal if it went through."""
        ref = named(subject)
        of = ref.of if isinstance(ref, AbilityRef) else ref
        hit = next((each for each in self.refusals if self._tries(each, of)), None)
        if str(leaf(legality)) == "legal":
            any_ability = ref if isinstance(ref, AbilityRef) else AbilityRef(ref)
            done = [*self._told(of, "cast", "play_land"), *self._told(any_ability, "activate")]
            return hit is None and bool(done), f"{ref}: {hit.error if hit else 'played' if done else 'not played'}"
        mana = (
            []
            if because is None
            else [str(token.value) for token in because.children if isinstance(token, Token) and token.type == "MANA"]
        )
        held = hit is not None and all(is_because(hit.error, each) for each in mana)
        return held, f"{ref}: {hit.error if hit is not None else 'nobody tried in vain to play it'}"

    def _tries(self, refusal: Refusal, of: Ref) -> bool:
        """Whether a refused sentence plays a card or one of its abilities."""
        action = refusal.action
        if action.kind not in ("play", "activate"):
            return False
        said = named(action.tree.children[1])
        card = said.of if isinstance(said, AbilityRef) else said
        player = str(leaf(action.tree.children[0]))
        return self._ids(of) == self._ids(self.table.own(card, player))

    def no_priority(self, subject: Tree[Any]) -> Verdict:
        """Whether no player got priority between an object's being played or triggered and its resolution."""
        ref = named(subject)
        end = self._resolution(ref)
        if end is None:
            return False, f"{ref} did not resolve"
        begun = self._told(ref, "cast", "activate", "ability triggers")
        start = max((each.number for each in begun if each.number < end), default=0)
        got = [each.facts["player"] for each in self._events("priority") if start < each.number < end]
        return not got, f"{', '.join(dict.fromkeys(got)) or 'nobody'} got priority before {ref} resolved"

    def means_same(self, first: Token, second: Token) -> Verdict:
        return means_the_same(str(first.value), str(second.value), self.game.rules.date)

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
        return negated(self.died(subject))

    def fizzled(self, subject: Tree[Any]) -> Verdict:
        ref = named(subject)
        done = self._fizzled(ref)
        return done, f"{ref} {'had no legal target on resolution' if done else 'did not fizzle'}"

    def regenerated(self, subject: Tree[Any]) -> Verdict:
        return self._regenerated(named(subject))

    def works_in(self, subject: Tree[Any], where: Tree[Any]) -> Verdict:
        zones = ability_zones(self.table, named(subject))
        return place(where)[0] in zones, f"{named(subject)} works in {', '.join(zones)}"

    def works_not_in(self, subject: Tree[Any], where: Tree[Any]) -> Verdict:
        return negated(self.works_in(subject, where))
