"""Convert dataclasses to plain data and back, and copy values, sharing what cannot change.

The whole game state is made of dataclasses, lists, dictionaries, strings and numbers. This module turns any of
them into what ``json`` can write (every dataclass becomes a dictionary with its class name under ``"is"``) and
reads it back, so that a state can be printed, compared, stored and resumed. Nodes of an ability tree keep the form
that :mod:`rulesite.engine.abilities.node` gives them.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
from typing import Any, TypeVar

from rulesite.engine.abilities.node import Node, from_json, to_json

T = TypeVar("T")

_CLASSES: dict[str, type] = {}


def register(cls: type[T]) -> type[T]:
    """Make a dataclass or an enum readable by :func:`from_plain`; usable as a decorator.

    Raises ``TypeError`` when another class already has the same name, since the data contains only the name.
    """
    known = _CLASSES.setdefault(cls.__name__, cls)
    if known is not cls:
        raise TypeError(f"two classes are called {cls.__name__}: {known.__module__} and {cls.__module__}")
    return cls


def to_plain(value: Any) -> Any:
    """A value that ``json.dumps`` can write, for ``value``.

    >>> to_plain((1, "a", None))
    {'is': 'tuple', 'of': [1, 'a', None]}
    """
    if value is None or (isinstance(value, bool | int | str) and not isinstance(value, enum.Enum)):
        return value
    if isinstance(value, enum.Enum):
        return {"is": type(value).__name__, "value": value.value}
    if isinstance(value, Node):
        return {"is": "node", "of": to_json(value)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        plain: dict[str, Any] = {"is": type(value).__name__}
        for field in dataclasses.fields(value):
            plain[field.name] = to_plain(getattr(value, field.name))
        return plain
    if isinstance(value, list):
        return [to_plain(each) for each in value]
    if isinstance(value, tuple):
        return {"is": "tuple", "of": [to_plain(each) for each in value]}
    if isinstance(value, set | frozenset):
        return {"is": type(value).__name__, "of": [to_plain(each) for each in sorted(value, key=repr)]}
    if isinstance(value, dict):
        return {"is": "dict", "of": [[to_plain(key), to_plain(each)] for key, each in value.items()]}
    raise TypeError(f"{type(value).__name__} is not plain data: {value!r}")


def from_plain(plain: Any) -> Any:
    """The value that :func:`to_plain` wrote.

    >>> from_plain(to_plain({"a": (1, frozenset({"x"}))}))
    {'a': (1, frozenset({'x'}))}
    """
    if isinstance(plain, list):
        return [from_plain(each) for each in plain]
    if not isinstance(plain, dict):
        return plain
    name = plain["is"]
    if name == "dict":
        return {from_plain(key): from_plain(value) for key, value in plain["of"]}
    if name == "node":
        return from_json(plain["of"])
    if name in ("tuple", "set", "frozenset"):
        builtin = {"tuple": tuple, "set": set, "frozenset": frozenset}[name]
        return builtin(from_plain(each) for each in plain["of"])
    cls = _CLASSES.get(name)
    if cls is None:
        raise TypeError(f"no class is registered under the name {name!r}")
    if issubclass(cls, enum.Enum):
        return cls(plain["value"])
    return cls(**{key: from_plain(value) for key, value in plain.items() if key != "is"})


_SHARED: set[type] = {str, int, bool, float, type(None), tuple, frozenset}
"""The types that copies share: most values in a state have one of these, and a call for each would be half of the work.
Frozen dataclasses are added as they are met."""


@functools.cache
def _is_mutable(cls: Any) -> bool:
    return dataclasses.is_dataclass(cls) and not vars(cls)["__dataclass_params__"].frozen


@functools.cache
def _changing_fields(cls: Any) -> tuple[str, ...]:
    """The fields of a dataclass whose values may be changed in place, by their types."""
    return tuple(
        field.name
        for field in dataclasses.fields(cls)
        if str(getattr(field.type, "__name__", field.type)).partition("[")[0] not in _UNCHANGING
    )


_UNCHANGING = ("str", "int", "bool", "tuple", "frozenset")


def clone(value: T) -> T:
    """A copy that shares frozen dataclasses, strings, numbers and tuples, and copies everything that can change.

    >>> clone([1, {"a": [2]}])
    [1, {'a': [2]}]
    """
    cls: Any = type(value)
    if cls in _SHARED:
        return value
    result: Any
    if isinstance(value, list):
        result = [each if type(each) in _SHARED else clone(each) for each in value]
    elif isinstance(value, dict):
        result = dict(value)
        for key, each in value.items():
            if type(each) not in _SHARED:
                result[key] = clone(each)
    elif isinstance(value, set):
        result = set(value)
    elif _is_mutable(cls):
        result = object.__new__(cls)
        held = result.__dict__
        held.update(value.__dict__)
        for name in _changing_fields(cls):
            each = held[name]
            kind = type(each)
            if kind not in _SHARED:  # most unshared values are empty
                held[name] = clone(each) if each or kind not in (list, dict, set) else kind()
    else:
        _SHARED.add(cls)
        return value
    return result
