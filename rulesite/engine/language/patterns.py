"""Patterns: trees with holes, for phrases whose parts are not simply the fields of one node.

"You control two lands" is a `Comparison` of a `Count` with a number; its phrase has slots for who controls, how many
and what. The pattern is that tree with a `Hole` in place of each: reading fills the holes, printing takes the values
out of them.
"""

from __future__ import annotations

import dataclasses
from typing import Any

AROUND = ("on_arrival", "of_each")
"""Fields that no phrase prints itself: the context of the node sets them."""


@dataclasses.dataclass(frozen=True)
class Hole:
    """A place in a pattern, filled by the slot of the same name with a value of a `kind`."""

    name: str
    kind: Any = object

    def fill(self, values: dict[str, Any]) -> Any:
        """The value of the slot."""
        return values[self.name]

    def match(self, found: Any, values: dict[str, Any]) -> bool:
        """Whether this value can fill the hole; holes with the same name must have the same value."""
        return isinstance(found, self.kind) and values.setdefault(self.name, found) == found


def hole(name: str, kind: Any = object) -> Any:
    """A hole to use in a pattern in place of a part of a node."""
    return Hole(name, kind)


def fill(pattern: Any, values: dict[str, Any]) -> Any:
    """The tree of a pattern with its holes filled.

    >>> fill(("<=", hole("value")), {"value": 3})
    ('<=', 3)
    """
    if hasattr(pattern, "fill"):
        return pattern.fill(values)
    if dataclasses.is_dataclass(pattern):
        parts = {each.name: fill(getattr(pattern, each.name), values) for each in dataclasses.fields(pattern)}
        return dataclasses.replace(pattern, **parts)  # type: ignore[type-var]
    return tuple(fill(part, values) for part in pattern) if isinstance(pattern, tuple) else pattern


def match(pattern: Any, found: Any, values: dict[str, Any]) -> bool:
    """Whether a tree matches the pattern; the contents of the holes are entered in `values`."""
    if hasattr(pattern, "match"):
        return bool(pattern.match(found, values))
    if dataclasses.is_dataclass(pattern):
        names = [each.name for each in dataclasses.fields(pattern) if each.compare and each.name not in AROUND]
        return type(found) is type(pattern) and all(
            match(getattr(pattern, name), getattr(found, name), values) for name in names
        )
    if isinstance(pattern, tuple):
        alike = isinstance(found, tuple) and len(found) == len(pattern)
        return alike and all(match(one, other, values) for one, other in zip(pattern, found, strict=True))
    return bool(pattern == found)
