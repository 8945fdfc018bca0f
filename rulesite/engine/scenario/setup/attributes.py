"""The attributes of a piece in the set-up: size, colours, counters, text, attachment."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import leaf, named
from rulesite.engine.scenario.pieces import Piece


def attribute(piece: Piece, attr: Tree[Any], replace: bool = False) -> None:
    """Apply one attribute to a piece; ``replace``: its text replaces the earlier one."""
    said = attr.data in ("a_pt", "a_cost", "a_colour", "a_type", "a_supertype", "a_subtype")
    value = str(leaf(attr)) if said else ""
    match attr.data:
        case "a_pt":
            piece.pt = value
        case "a_cost":
            piece.cost = value
        case "a_colour":
            piece.colours.append(value)
        case "a_type":
            piece.types.append(value)
        case "a_supertype":
            piece.supertypes.append(value)
        case "a_subtype":
            piece.subtypes.append(value)
        case "a_token":
            piece.token = True
        case "a_tapped" | "a_untapped":
            piece.tapped = attr.data == "a_tapped"
        case "a_face_down":
            piece.face_down = True
        case "a_plain":
            piece.text, piece.keywords = "", []
        case "a_new":
            piece.new = True
        case "a_called":
            piece.label = str(leaf(attr))
        case "a_attached" | "a_attached_player":
            piece.attached_to = named(attr.children[0])
        case "a_owner":
            piece.controller, piece.owner = piece.controller or piece.owner, str(leaf(attr))
        case "a_with":
            with_all(piece, attr.children[0], replace)


def with_all(piece: Piece, withs: Tree[Any], replace: bool = False) -> None:
    """Apply the attributes after "with": counters, damage, text, keywords."""
    for part in withs.children:
        tokens = [each for each in part.children if isinstance(each, Token)]
        match part.data:
            case "w_change" | "w_counters":
                number = tokens[0].value if len(tokens) > 1 else 1
                piece.counters[str(tokens[-1].value)] = number
            case "w_damage":
                piece.damage = tokens[0].value
            case "w_text":
                piece.text = str(tokens[0].value) if replace else "\n".join(filter(None, [piece.text, tokens[0].value]))
            case "w_keyword":
                piece.keywords.append(keyword_text(part.children[0]))
            case "w_no_counters":
                if tokens[0].value:
                    raise ScenarioError("nothing says what kind of counters these are", mend="Say: two +1/+1 counters")
                piece.counters = dict.fromkeys((*piece.counters, *_USUAL), 0)
            case "w_none":
                piece.text, piece.keywords = "", []


def strike(piece: Piece, attr: Tree[Any]) -> None:
    """Take a colour, type, supertype or subtype from a piece. Raises :class:`ScenarioError` for anything else."""
    if attr.data == "a_article":
        return
    if attr.data not in _STRUCK:
        raise ScenarioError("only a colour or a type can be taken from a card so", mend="Say what it is instead")
    words, word = getattr(piece, _STRUCK[str(attr.data)]), str(leaf(attr))
    words[:] = [each for each in words if each != word]
    piece.struck.append(word)


_STRUCK = {"a_colour": "colours", "a_type": "types", "a_supertype": "supertypes", "a_subtype": "subtypes"}
_USUAL = ("loyalty", "defense", "lore")
"""The counters that a permanent of a type has unless others are said."""


def keyword_text(tree: Tree[Any]) -> str:
    """The text of a keyword as written: "protection from black"."""
    words = []
    for kw in tree.children:
        words.append("from" if not kw.children else str(leaf(kw)))
    return " ".join(words)


def plain_first(piece: Piece, attrs: tuple[Tree[Any], ...]) -> None:
    """Reset the colours and types that "X is …" states anew."""
    kinds = {attr.data for attr in attrs}
    if "a_colour" in kinds:
        piece.colours = []
    if "a_type" in kinds:
        piece.types = []
