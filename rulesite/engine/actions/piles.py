"""Piles (700.3): one player separates objects into piles, and a player then chooses a pile."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import source_name, unbound
from rulesite.engine.events.perform import perform
from rulesite.engine.state.choices import NotModelled

from .common import in_turn, objects, remember

ONE, OTHER = "one pile", "the other pile"


@in_turn(ir.Separate)
def _separate(frame: Frame, node: ir.Separate, player: str) -> None:
    if node.piles != 2:
        raise NotModelled(f"the engine does not separate cards into {node.piles} piles yet")
    kernel, found = frame.kernel, objects(frame, node.what)
    first = kernel.choose("pile", player, source_name(frame), "what is in the first pile", found, 0, len(found))
    rest = [ref for ref in found if ref not in first]
    for nth, pile in (("first", first), ("second", rest)):
        kernel.note(f"{player}'s {nth} pile: {', '.join(map(kernel.label, pile)) or 'nothing'}")
    remember(frame, "separate", found)
    frame.bound.record.piles = (list(first), rest)


@in_turn(ir.PutPiles)
def _put(frame: Frame, node: ir.PutPiles, player: str) -> None:
    piles = frame.bound.record.piles
    if piles is None:
        raise unbound(frame, "the piles")
    nth = frame.kernel.choose_number(
        "number", player, source_name(frame), f"which pile goes to the {node.to.zone}", 1, 2
    )
    for verb, pile, to in ((ONE, piles[nth - 1], node.to), (OTHER, piles[2 - nth], node.other)):
        frame.bound.memo[verb] = list(pile)
        perform(frame, ir.Move(ir.Memo(verb), to, "put", node.who))
