"""Look-ups at a table: the objects of a name, their places and their history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lark import Token, Tree

from rulesite.engine.scenario.language.trees import AbilityRef, Ref, leaf, named
from rulesite.engine.scenario.language.vocabulary import singulars
from rulesite.engine.scenario.script.refusals import Refusal
from rulesite.engine.scenario.setup.ability_refs import is_of, meant
from rulesite.engine.scenario.setup.builder import Table
from rulesite.engine.state.choices import Choice, UnknownName
from rulesite.engine.state.game_state import Happening, object_ref

Verdict = tuple[bool, str]


class Lookup:
    """A table and its history.

    ``refusals`` are the sentences that the rules did not allow, ``asks`` returns the question that comes up when all
    players pass.
    """

    def _events(self, *kinds: str) -> list[Happening]:
        return [each for each in self.state.history if each.kind in kinds]

    def _ids(self, ref: Any) -> set[int]:
        """All ids of a card over the game."""
        return self.table.every_id(ref.of if isinstance(ref, AbilityRef) else ref)

    def _touches(self, event: Happening, ids: set[int]) -> bool:
        facts = event.facts
        return bool(ids & {facts.get("old"), facts.get("new")}) or facts.get("ref") in {
            object_ref(each) for each in ids
        }

    def _moved(self, ref: Any, tag: str, word: str, player: str = "") -> Verdict:
        """Whether a card was destroyed, sacrificed or discarded, by ``player``, who had it."""
        ids = self._ids(ref)
        done = any(
            tag in each.facts.get("tags", ()) and self._touches(each, ids) and player in ("", self._had(each))
            for each in self._events("move")
        )
        return done, f"{ref} was {'' if done else 'not '}{word}{f' by {player}' if player else ''}"

    def _had(self, event: Happening) -> str:
        """The controller of an object before it moved."""
        known = self.state.known.get(event.facts.get("old", 0))
        return known.characteristics.controller or known.owner if known is not None else ""

    def _owner_of(self, event: Happening) -> str:
        thing_id = event.facts.get("new") or event.facts.get("old") or 0
        thing = self.state.things.get(thing_id) or self.state.known.get(thing_id)
        return thing.owner if thing is not None else ""

    def _exists(self, ref: Any) -> int | None:
        """The present object of a name; for an ability, the object on the stack."""
        if isinstance(ref, AbilityRef):
            return next(iter(self._on_stack(ref)), None)
        try:
            return self.table.now(ref)
        except UnknownName:
            return None

    def _zone(self, ref: Any) -> str:
        thing_id = self._exists(ref)
        return "nowhere" if thing_id is None else self.game.zone_of(thing_id)

    def _regenerated(self, ref: Ref) -> Verdict:
        done = self._acted("regenerate", self._ids(ref))
        return done, f"{ref} {'regenerated' if done else 'did not regenerate'}"

    def _acted(self, action: str, ids: set[int]) -> bool:
        """Whether one of some objects did a keyword action: "regenerate", "monstrosity" …"""
        return any(each.facts.get("action") == action and self._touches(each, ids) for each in self._events("keyword"))

    def _told(self, ref: Any, *kinds: str) -> list[Happening]:
        """The events of a spell, or of the abilities referred to, in order."""
        ids = self._ids(ref)
        if isinstance(ref, AbilityRef):
            held = meant(self.table, ref)
            return [
                each
                for each in self._events(*kinds)
                if each.facts.get("source") in ids and each.facts.get("key") and is_of(held, each.facts["key"])
            ]
        return [each for each in self._events(*kinds) if self._touches(each, ids)]

    def _triggerings(self, ref: Any) -> list[Happening]:
        """The triggerings of the ability referred to; for a card, of any of its abilities."""
        return self._told(ref if isinstance(ref, AbilityRef) else AbilityRef(ref), "ability triggers")

    def _stacked(self, ref: Any) -> list[Happening]:
        """The events that put a spell, or the abilities referred to, on the stack; a mana ability has none."""
        if not isinstance(ref, AbilityRef):
            return self._told(ref, "cast")
        return [each for each in self._told(ref, "stacked", "activate") if not each.facts.get("mana")]

    def _on_stack(self, ref: Any) -> list[int]:
        """The objects on the stack that represent a spell or ability, the top first."""
        return self.table.on_stack(ref)

    def _fizzled(self, ref: Any) -> bool:
        """Whether a spell or ability had no legal target when it should have resolved."""
        return bool(self._told(ref, "fizzles"))

    def _countered(self, ref: Any) -> bool:
        """Whether a spell or ability was countered by an effect, or by the rules for lack of a legal target (from
        2018-04-27 such a spell only does not resolve)."""
        return bool(self._told(ref, "countered")) or (self.game.rules.illegal_targets_counter and self._fizzled(ref))

    def __init__(
        self, table: Table, refusals: Sequence[Refusal] = (), asks: Callable[[], Choice | None] = lambda: None
    ) -> None:
        self.table = table
        self.game = table.game
        self.state = table.game.state
        self.refusals = refusals
        self.asks = asks

    def _resolution(self, ref: Any) -> int | None:
        """The number of the event with which a spell or ability first resolved; ``None`` if it never did."""
        return next((each.number for each in self._told(ref, "resolves")), None)

    def _leaving(self, ref: Ref) -> list[int]:
        ids = self._ids(ref)
        return [
            each.batch
            for each in self._events("move")
            if each.facts.get("from_zone") == "battlefield" and self._touches(each, ids)
        ]

    def total_cost(self, subject: Tree[Any], costs: Tree[Any], player: str = "") -> Verdict:
        ref = named(subject)
        said = [
            ", ".join(each.facts["of"]) or "nothing"
            for each in self._told(ref, "total cost")
            if player in ("", each.facts["player"])
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


def same_name(said: str, label: str, name: str) -> bool:
    return bool({said, *singulars(said)} & {label, name})
