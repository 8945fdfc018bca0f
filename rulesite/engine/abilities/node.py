"""Nodes of the ability tree: frozen dataclasses that print, compare and travel through JSON.

Every class of the tree (an ability, an instruction, a predicate, an amount …) is declared with `@node`, which
makes it a frozen dataclass and registers its name, so that `to_json` and `from_json` need no code per class.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rulesite.engine.language import phrases
from rulesite.engine.language.phrase import Phrase

T = TypeVar("T", bound=type)

_REGISTER: dict[str, type] = {}


@dataclasses.dataclass(frozen=True)
class Node:
    """Base class of everything in the tree; it has no behaviour of its own.

    `surface` is the wording, if the text had a choice without difference in meaning ("dies" or "is put into a graveyard
    from the battlefield"), else empty. It is stored only for printing: nodes that differ in it are equal, and play
    ignores it.

    `words` are the phrases for this kind of node, for reading and printing (`language.phrases`); `home` is its default
    sort of phrase (without it, the sorts of its phrases in order).
    """

    words: ClassVar[tuple[Phrase, ...]] = ()
    home: ClassVar[str] = ""

    surface: str = dataclasses.field(default="", compare=False, repr=False, kw_only=True)


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def node(cls: T) -> T:
    """Make a class a frozen dataclass with a JSON form. Two nodes of the same name are a programming error."""
    made: Any = dataclasses.dataclass(frozen=True)(cls)
    if cls.__name__ in _REGISTER:
        raise TypeError(f"two kinds of node are called {cls.__name__}")
    _REGISTER[cls.__name__] = made
    phrases.enter(made)
    return made


def to_json(value: Any) -> Any:
    """Plain data for a node: a dict with `is` (the class) and the fields that differ from their default.

    >>> from rulesite.engine.abilities.amounts import Number
    >>> to_json(Number(3))
    {'is': 'Number', 'value': 3}
    """
    if isinstance(value, Node):
        data: dict[str, Any] = {"is": type(value).__name__}
        for field in dataclasses.fields(value):
            part = getattr(value, field.name)
            if field.default is dataclasses.MISSING or part != field.default:
                data[field.name] = to_json(part)
        return data
    if isinstance(value, tuple | list):
        return [to_json(part) for part in value]
    if value is None or isinstance(value, str | int | bool):
        return value
    raise TypeError(f"{value!r} is no part of an ability tree")


def from_json(data: Any) -> Any:
    """The node that `to_json` wrote; lists come back as tuples.

    Raises ValueError for an unknown class name or an unknown or missing field.

    >>> from_json({'is': 'Number', 'value': 3})
    Number(value=3)
    """
    if isinstance(data, dict):
        name = data.get("is")
        cls = _REGISTER.get(name) if isinstance(name, str) else None
        if cls is None:
            raise ValueError(f"no kind of node is called {name!r}")
        try:
            return cls(**{key: from_json(part) for key, part in data.items() if key != "is"})
        except TypeError as error:
            raise ValueError(f"{name}: {error}") from None
    if isinstance(data, list | tuple):
        return tuple(from_json(part) for part in data)
    return data


class _Fields(dict[Any, tuple[str, ...]]):
    """The field names of each kind of node, memoized: reading them from the dataclass takes half of the time."""

    def __missing__(self, kind: Any) -> tuple[str, ...]:
        names = self[kind] = tuple(each.name for each in dataclasses.fields(kind))
        return names


_FIELDS = _Fields()


def walk(value: Any) -> Iterator[Node]:
    """Every node of a tree, the outermost first, each as often as it occurs."""
    rest = [value]
    while rest:
        each = rest.pop()
        if isinstance(each, Node):
            yield each
            rest += [getattr(each, name) for name in reversed(_FIELDS[type(each)])]
        elif isinstance(each, tuple | list):
            rest += reversed(each)


def rewrite(value: Any, change: Any) -> Any:
    """A copy of a tree in which `change(node)` has replaced each node, the innermost first.

    `change` is called with nodes whose parts are already rewritten; it returns the replacement.
    """
    if isinstance(value, Node):
        parts = {}
        for name in _FIELDS[type(value)]:
            old = getattr(value, name)
            new = rewrite(old, change) if isinstance(old, Node | tuple) else old
            if new is not old:
                parts[name] = new
        return change(dataclasses.replace(value, **parts) if parts else value)
    if isinstance(value, tuple):
        made = tuple(rewrite(part, change) for part in value)
        return made if any(new is not old for new, old in zip(made, value, strict=True)) else value
    return value


def without_words(tree: Any) -> Any:
    """A tree without the texts of its abilities, so that only their meaning is left."""
    return rewrite(tree, lambda node: dataclasses.replace(node, text="") if getattr(node, "text", "") else node)
