"""Text-changing effects: a colour word, land type or creature type is replaced by another where it is used as such."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulesite.engine.abilities import changes as ir
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.node import Node, rewrite
from rulesite.engine.abilities.traits import HasColor, HasSubtype
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import BASIC_LAND_TYPES, COLOURS, Characteristics, HeldAbility


def choose_words(frame: Frame, change: ir.ReplaceWords, about: str) -> ir.ReplaceWords:
    """A text change with its words chosen by choices of the kinds "old word" and "new word"."""
    kernel = frame.kernel
    if change.old is not None and change.new is not None:
        return change
    lands = tuple(BASIC_LAND_TYPES)
    words = {"color": COLOURS, "color word": COLOURS, "color or basic land type": COLOURS + lands}.get(
        change.kind, lands
    )
    if change.kind == "creature type":
        old = str(kernel.free_word("old word", frame.controller, about))
        return ir.ReplaceWords(change.kind, old, str(kernel.free_word("new word", frame.controller, about)))
    old = kernel.choose_word("old word", frame.controller, about, "which word changes", words)
    alike = COLOURS if old in COLOURS else lands
    return ir.ReplaceWords(
        change.kind, old, kernel.choose_word("new word", frame.controller, about, "into which", alike)
    )


def replace_words(kernel: Kernel, change: ir.ReplaceWords, found: Characteristics) -> Characteristics:
    """The characteristics with the words changed in the object's own text and type line.

    Abilities that an effect granted are not part of the text and stay as they are (``granted_text_unchanged``).
    """
    if not kernel.has("text_change"):
        return found
    old, new = change.old or "", change.new or ""
    abilities = tuple(
        HeldAbility(held.key, _change(held.ability, old, new), held.timestamp, held.keyword)
        if held.key.startswith("printed") or not kernel.has("granted_text_unchanged")
        else held
        for held in found.abilities
    )
    subtypes = frozenset(new if word == old else word for word in found.subtypes)
    return found.but(abilities=abilities, subtypes=subtypes)


def _change(ability: Node, old: str, new: str) -> Any:
    def change(node: Node) -> Node:
        if isinstance(node, HasColor) and node.color == old:
            return HasColor(new)
        if isinstance(node, HasSubtype) and node.subtype == old:
            return HasSubtype(new)
        if isinstance(node, ir.SetColors | ir.AddColors) and old in node.colors:
            return type(node)(tuple(new if word == old else word for word in node.colors))
        if isinstance(node, ir.SetTypes | ir.AddTypes) and old in node.subtypes:
            return type(node)(
                node.types, tuple(new if word == old else word for word in node.subtypes), node.supertypes
            )
        if isinstance(node, KeywordAbility) and old and old.casefold() in node.keyword:
            return _walk(node, old, new)
        return node

    changed = rewrite(ability, change)
    return changed if changed == ability else rewrite(changed, lambda node: _reworded(node, old, new))


def _reworded(node: Node, old: str, new: str) -> Node:
    """A node with the text that it stores changed as the node is."""
    text = getattr(node, "text", "")
    words = re.sub(rf"\b(non)?{re.escape(old)}(?=s?\b|walk)", lambda said: _as_written(said, new), text, flags=re.I)
    return node if words == text else replace(node, text=words)  # type: ignore[call-arg]


def _as_written(said: re.Match[str], new: str) -> str:
    word = said.group().removeprefix(said.group(1) or "")
    return (said.group(1) or "") + (new.capitalize() if word[0].isupper() else new.casefold())


def _walk(node: KeywordAbility, old: str, new: str) -> KeywordAbility:
    keyword = node.keyword.replace(old.casefold(), new.casefold())
    return KeywordAbility(keyword, node.cost, node.amount, node.quality, node.expands, node.text)
