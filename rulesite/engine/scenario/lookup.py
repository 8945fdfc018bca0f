"""Looking things up at a table: what a name has been, where it is, what happened to it."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, Tree

from ..choices import UnknownName
from ..state import Happening, object_ref
from .building import Table
from .reading import AbilityRef, Ref, leaf, named

Verdict = tuple[bool, str]


class Lookup:
    """A table and what its history tells.

    ``refused`` is what the engine said when the script could not go on ("" when it could).
    """

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
        return "nowhere" if thing_id is None else self.game.zone_of(thing_id)

    def _regenerated(self, ref: Ref) -> Verdict:
        label = self.table.label(ref)
        done = any(
            step.concept == "regeneration" and label in step.text and "shield" not in step.text
            for step in self.game.trace.steps
        )
        return done, f"{ref} {'regenerated' if done else 'did not regenerate'}"

    def _noted(self, concept: str, label: str) -> bool:
        return any(step.concept == concept and label in step.text for step in self.game.trace.steps)

    def __init__(self, table: Table, refused: str = "", refused_text: str = "") -> None:
        self.table = table
        self.game = table.game
        self.state = table.game.state
        self.refused = refused
        self.refused_text = refused_text

    def _resolution(self, ref: Any) -> int | None:
        """The step of the trace at which a spell or ability resolved with its effect; ``None`` if it never did."""
        label = self.table.ability_label(ref) if isinstance(ref, AbilityRef) else self.table.label(ref)
        for step in self.game.trace.steps:
            done = step.text in (f"{label} resolves", *(f"{label} {n} resolves" for n in (2, 3)))
            if done and not self._noted("countered_without_targets", label):
                return step.number
        return None

    def _leaving(self, ref: Ref) -> list[int]:
        ids = self._ids(ref)
        return [
            each.batch
            for each in self._events("move")
            if each.facts.get("from_zone") == "battlefield" and self._touches(each, ids)
        ]

    def _times(self, ref: Any) -> int:
        """How often abilities of an object triggered; of one ability, how often it went on the stack by triggering."""
        of = ref.of if isinstance(ref, AbilityRef) else ref
        label = self.table.label(of)
        return sum(1 for step in self.game.trace.steps if step.text.startswith(f"{label}'s ability triggers"))

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

    def _is_on_top(self, ref: Ref, owner: Tree[Any], zone: Tree[Any]) -> Verdict:
        cards = self.state.zone(str(zone.data), player_name(owner))
        top = cards[0] if zone.data == "library" else cards[-1] if cards else 0
        return bool(cards) and top == self._exists(ref), (
            f"on top of {player_name(owner)}'s {zone.data}: {self.game.kernel.label(top) if cards else 'nothing'}"
        )


def player_name(tree: Tree[Any]) -> str:
    return str(leaf(tree))


def negated(verdict: Verdict) -> Verdict:
    return not verdict[0], verdict[1]


def shown_pool(text: str) -> str:
    """Generic mana as the pool shows it: "{2}{B}" is "{C}{C}{B}"."""
    return re.sub(r"\{(\d+)\}", lambda number: "{C}" * int(number.group(1)), text)


def same_name(said: str, label: str, name: str) -> bool:
    return said in (label, name) or (said.endswith("s") and said[:-1] in (label, name))
