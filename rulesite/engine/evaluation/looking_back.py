"""Which triggers look back: whether a pattern is matched with the moment before an event, or with the one after it."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import walk
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import PUBLIC_ZONES


def single_patterns(pattern: ir.Event) -> tuple[ir.Event, ...]:
    """The patterns of which a trigger watches for any: each looks back or does not, whatever the others do."""
    return pattern.parts if isinstance(pattern, ir.AnyEvent) else (pattern,)


def looks_back(rules: Ruleset, pattern: ir.Event, event: Event) -> bool:
    """Whether the game looks back to the moment before an event to see if it matches a pattern (603.10 in 2017-01-20).

    It does so when something leaves the battlefield or phases out, when what everybody can see goes to a hand or
    library, and when control is lost. What is put into a certain zone "from anywhere" never leaves the battlefield in
    this sense.
    """
    if isinstance(pattern, ir.FirstTime):
        pattern = pattern.of
    if event.kind == "control" or event.facts.get("status") == "phased-out":
        return True
    if event.kind == "counter":
        return "a spell countered" in rules.looks_back_besides
    if event.kind != "move":
        return False
    if event.from_zone in PUBLIC_ZONES and event.zone not in PUBLIC_ZONES:
        return True
    if event.from_zone == "battlefield":
        return not is_from_anywhere(pattern) or "a zone entered from anywhere" in rules.looks_back_besides
    leaves = isinstance(pattern, ir.ZoneChange) and pattern.from_ == event.from_zone and pattern.to != "battlefield"
    return leaves and event.from_zone == "graveyard" and "a graveyard left" in rules.looks_back_besides


def is_from_anywhere(pattern: ir.Event) -> bool:
    """Whether a pattern is about cards that are put into a zone from wherever they are. Words about a permanent, or
    what an Aura or Equipment is attached to, can only mean that it leaves the battlefield."""
    if not isinstance(pattern, ir.ZoneChange) or pattern.from_ is not None:
        return False
    return pattern.to not in (None, "battlefield") and not any(
        isinstance(each, ir.IsPermanent | ir.Attached) for each in walk(pattern)
    )
