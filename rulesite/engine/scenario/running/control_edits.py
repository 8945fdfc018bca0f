"""Edits of a script by a control, which removes a card, a play or a fight."""

from __future__ import annotations

from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.language.trees import Ref, leaf, named
from rulesite.engine.scenario.model import Sentence
from rulesite.engine.scenario.pieces import Board
from rulesite.engine.scenario.script.actions import Action, read_script


def edited(edit: object, sentences: list[Sentence], board: Board, names: Names, path: str) -> list[Sentence]:
    """Return the script without the sentences that a control strikes; a removed card leaves the board too."""
    tree = edit
    data = str(tree.data)  # type: ignore[attr-defined]
    children = tree.children  # type: ignore[attr-defined]
    if data == "removed":
        ref = named(children[0])
        for piece in board.find(ref):
            board.pieces.remove(piece)
        return sentences
    kept = []
    for sentence in sentences:
        action = read_script((sentence,), names, path)[0]
        if data == "not_fought":
            struck = action.kind in ("attack", "block", "creature_blocks")
        elif data == "not_conceded":
            struck = action.kind == "concedes" and leaf(action.tree) == leaf(children[0])
        else:
            struck = action.kind in ("play", "activate") and _same_thing(action, children)
        if not struck:
            kept.append(sentence)
    return kept


def _same_thing(action: Action, children: list[object]) -> bool:
    said = named(action.tree.children[1])
    wanted = named(children[-1])
    player = leaf(children[0]) if len(children) > 1 else ""
    one = said if isinstance(said, Ref) else said.of
    two = wanted if isinstance(wanted, Ref) else wanted.of
    return one.name == two.name and player in ("", leaf(action.tree.children[0]))
