"""Pairing creatures by soulbond, and what parts them again (702.95 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import PairUp
from rulesite.engine.events.batch import immediately
from rulesite.engine.events.perform import does
from rulesite.engine.state.characteristics import look, view
from rulesite.engine.state.game_state import ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.pairs import PAIRED, pair, partner_of, unpair

from .common import permanents


@does(PairUp)
def _pair_up(frame: Frame, node: PairUp) -> None:
    """Pair the source with the other creature, if both can still be paired (702.95c)."""
    kernel = frame.kernel
    source = kernel.thing(frame.source)
    if source is None or not _can_be_paired(frame, source):
        return
    refs = permanents(frame, node.with_)
    others = [thing for ref in refs if (thing := kernel.thing(ref_id(ref) or 0)) is not None]
    for other in others:
        if other.id != source.id and _can_be_paired(frame, other):
            pair(kernel, source, other)


def _can_be_paired(frame: Frame, thing: Thing) -> bool:
    """Whether an object is an unpaired creature that the player of the ability controls."""
    kernel = frame.kernel
    if not thing.on_battlefield or partner_of(kernel, thing.id):
        return False
    now = look(kernel, thing.id)
    return "creature" in now.types and now.controller == frame.controller


@immediately
def part(kernel: Kernel) -> None:
    """Unpair what has left the battlefield, stopped being a creature or lost its partner (702.95e); what another player
    gains control of is unpaired as that happens."""
    paired = [thing for thing in kernel.state.things.values() if thing.remembers.get(PAIRED)]
    if not paired:
        return
    seen = view(kernel)
    for thing in paired:
        if not thing.remembers.get(PAIRED):
            continue
        other = kernel.thing(partner_of(kernel, thing.id))
        both = [each for each in (thing, other) if each is not None and each.on_battlefield]
        if len(both) < 2 or not all("creature" in seen[each.id].types for each in both):
            unpair(kernel, thing)
