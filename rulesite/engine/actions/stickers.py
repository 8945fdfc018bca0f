"""Putting stickers on objects (123 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import source_name
from rulesite.engine.events.perform import does
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import ref_id
from rulesite.engine.state.names import with_word
from rulesite.engine.state.objects import Sticker

from .common import objects


@does(ir.PutNameSticker, by="who")
def _put_name_sticker(frame: Frame, node: ir.PutNameSticker, who: Node, players: list[str]) -> None:
    """Let the player choose one of his or her stickers, and the object's controller the position of its word; none can
    be put on another player's object (123.3, 123.3b, 123.6b)."""
    kernel = frame.kernel
    for player in players:
        for ref in objects(frame, node.on):
            thing = kernel.state.things[ref_id(ref) or 0]
            mine = kernel.state.players[player].name_stickers
            if thing.owner != player or not mine:
                kernel.note(f"{player} can't put a name sticker on {thing.label}", "name_stickers")
                continue
            word = kernel.choose_word("sticker", player, source_name(frame), "which name sticker", mine)
            name = look(kernel, thing.id).name
            names = [with_word(name, word, place) for place in range(len(name.split()) + 1)]
            controller = look(kernel, thing.id).controller or thing.owner
            chosen = kernel.choose_word("new name", controller, thing.label, "its new name", names)
            mine.remove(word)
            thing.stickers = (*thing.stickers, Sticker(word, names.index(chosen), kernel.state.tick()))
            kernel.note(f"{thing.label} is now named {chosen}", "name_stickers")
