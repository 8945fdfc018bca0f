"""Apply a process to another kind of objects: "repeat this process for artifacts and creatures"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.state.choices import NotModelled

KINDS = ir.HasType | ir.HasSubtype | ir.HasSupertype | ir.HasColor | ir.IsCard
"""Predicates that name the kind of an object."""


def of_another_kind(step: Any, kind: Predicate) -> Any:
    """A step with the kind of its objects replaced by another.

    Raises NotModelled if it names several kinds.

    >>> from rulesite.engine.abilities.permanent_instructions import Destroy
    >>> lands = Destroy(ir.Every(ir.All((ir.HasType("land"), ir.IsPermanent()))))
    >>> of_another_kind(lands, ir.HasType("artifact")).what.what.parts[0]
    HasType(type='artifact')
    """
    said: set[tuple[Predicate, ...]] = set()
    new = ir.parts_of(kind)

    def change(part: Any) -> Any:
        if not isinstance(part, ir.All):
            return part
        old = tuple(one for one in part.parts if _of_kind(one))
        if not old:
            return part
        said.add(old)
        return replace(part, parts=(*new, *(one for one in part.parts if one not in old and one not in new)))

    made = ir.rewrite(step, change)
    if len(said) > 1:
        raise NotModelled("a process that speaks of several kinds of objects, for another")
    return made


def _of_kind(part: Predicate) -> bool:
    if isinstance(part, ir.AnyOf):
        return all(_of_kind(one) for one in part.parts)
    return _of_kind(part.part) if isinstance(part, ir.Not) else isinstance(part, KINDS)
