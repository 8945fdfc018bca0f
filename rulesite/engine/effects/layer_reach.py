"""What a part of a continuous effect looks at and what it changes, by which most dependencies need no trial.

Both are given in aspects of an object ("type", "colour", "power" …). A kind of node that is not listed here may look at
anything, and so may a condition of time, so what is not known is tried.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulesite.engine import abilities as nodes
from rulesite.engine.abilities import changes as ir
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.state.kernel import Kernel

from .characteristic_changes import aspect_of
from .continuous import Part

EVERYTHING = frozenset({"copy", "control", "text", "type", "colour", "ability", "power"})
_NOTHING: frozenset[str] = frozenset()
_EXISTENCE = frozenset({"copy", "control", "text", "type", "ability"})
"""What decides whether an object has a static ability, and whose it is."""
_LOOKS: dict[type, frozenset[str]] = {
    **dict.fromkeys(
        (
            nodes.All, nodes.AnyOf, nodes.Not, nodes.Anything, nodes.Every, nodes.You, nodes.Self, nodes.Attached,
            nodes.OtherThan, nodes.IsObject, nodes.IsPermanent, nodes.IsPlayer, nodes.IsToken, nodes.OpponentOf,
            nodes.Number, nodes.Current, nodes.Count, nodes.Owned,
        ),
        _NOTHING,
    ),
    nodes.HasType: frozenset({"type"}),
    nodes.HasSupertype: frozenset({"type"}),
    nodes.HasSubtype: frozenset({"type"}),
    nodes.HasColor: frozenset({"colour"}),
    nodes.ColorCount: frozenset({"colour"}),
    nodes.Controlled: frozenset({"control"}),
    nodes.HasAbility: frozenset({"ability"}),
}  # fmt: skip
"""The aspects that a node itself looks at, beside the nodes within it."""
_CHANGES = {
    "control": frozenset({"control"}),
    "type": frozenset({"type", "ability"}),  # a basic land type takes the abilities of a land's own text
    "colour": frozenset({"colour"}),
    "ability": frozenset({"ability"}),
    "power": frozenset({"power"}),
}
"""The aspects that a change of an aspect may alter; those of any other may alter everything."""
_MAX_KNOWN = 4096
_known: dict[int, tuple[Node, frozenset[str]]] = {}


def looks_of(node: Node | None) -> frozenset[str]:
    """The aspects of objects that the meaning of a node may depend on.

    >>> sorted(looks_of(nodes.Every(nodes.All((nodes.HasType("creature"), nodes.Controlled(nodes.You()))))))
    ['control', 'type']
    """
    if node is None:
        return _NOTHING
    known = _known.get(id(node))
    if known is not None and known[0] is node:
        return known[1]
    aspects = _NOTHING.union(*(_LOOKS.get(type(each), EVERYTHING) for each in walk(node)))
    if len(_known) >= _MAX_KNOWN:
        _known.clear()
    _known[id(node)] = (node, aspects)
    return aspects


def is_known(node: Node | None) -> bool:
    """Whether a node looks at nothing but objects: their characteristics, zones, owners, and what they are attached to.

    >>> is_known(nodes.Every(nodes.HasType("creature"))), is_known(nodes.Every(nodes.Compares("power", ">", 1)))
    (True, False)
    """
    return node is None or looks_of(node) != EVERYTHING


def asks_for_type(node: Node) -> bool:
    """Whether a node describes only objects that have a type, or is a permanent, if it describes a group of any.

    >>> soldiers = nodes.Every(nodes.All((nodes.HasSubtype("Soldier"), nodes.Controlled(nodes.You()))))
    >>> asks_for_type(soldiers), asks_for_type(nodes.Every(nodes.Controlled(nodes.You()))), asks_for_type(nodes.You())
    (True, False, True)
    """
    return not isinstance(node, nodes.Every) or _has_type(node.what)


def _has_type(what: Node) -> bool:
    match what:
        case nodes.All(parts):
            return any(_has_type(part) for part in parts)
        case nodes.AnyOf(parts):
            return all(_has_type(part) for part in parts)
        case _:
            return isinstance(what, nodes.HasType | nodes.HasSubtype | nodes.HasSupertype | nodes.IsPermanent)


def reach_of(kernel: Kernel, part: Part, changes: Iterable[ir.Change], *, begun: bool) -> frozenset[str]:
    """The aspects on which a part's existence, objects and results of some changes may depend; ``begun``: it has begun
    to apply, and keeps its objects."""
    if kernel.state.options.ranges:
        return EVERYTHING
    if part.static:
        aspects = _EXISTENCE | looks_of(part.condition)
    elif part.lasting:
        aspects = _NOTHING
    else:
        return EVERYTHING
    is_fixed = part.affected is not None and (part.to is None or kernel.has("affected_locked_in"))
    if not begun and not is_fixed:
        aspects = aspects | looks_of(part.to) | looks_of(part.asked)
    for change in changes:
        match change:
            case ir.SetBasePowerToughness() | ir.ModifyPowerToughness():
                aspects = aspects | looks_of(change.power) | looks_of(change.toughness)
            case ir.SetController():
                aspects = aspects | looks_of(change.who)
    return aspects


def altered_by(changes: Iterable[ir.Change]) -> frozenset[str]:
    """The aspects that some changes may alter.

    >>> sorted(altered_by([ir.AddTypes(types=("artifact",)), ir.SetColors(("red",))]))
    ['ability', 'colour', 'type']
    """
    return _NOTHING.union(*(_CHANGES.get(aspect_of(change), EVERYTHING) for change in changes if aspect_of(change)))


def keeps_parts(altered: frozenset[str]) -> bool:
    """Whether alterations of some aspects leave the parts as they are, where none of them has a condition."""
    return not altered & _EXISTENCE
