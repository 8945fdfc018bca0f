"""TOML: parse a text from a user, with a single kind of error for everything wrong in it.

That includes two problems that ``tomllib`` leaves to Python: numbers longer than TOML allows, and endless brackets; and
one that takes it seconds: endless keys.
"""

from __future__ import annotations

import re
import tomllib
from tomllib import TOMLDecodeError
from typing import Any

_MAX_INTEGER = 2**63
"""Integers in TOML have 64 bits, one of them for the sign."""
_DIGITS = re.compile(r"(?:0x)?[0-9A-Fa-f_]{16,}|0o[0-7_]{21,}|0b[01_]{63,}")
"""A candidate for such a number: shorter ones are never too large."""
_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(rf"^[ \t]*\[{{0,2}}[ \t]*(?:{_PART}){{1000}}", re.MULTILINE)
"""A line that begins with a key of more parts than Python can follow into a table."""


def parse(text: str) -> dict[str, Any]:
    """The tables of a text; raises TOMLDecodeError for anything invalid.

    >>> parse("a = 9223372036854775807")
    {'a': 9223372036854775807}
    >>> parse("a = 1\\nb = 9223372036854775808")
    Traceback (most recent call last):
      ...
    tomllib.TOMLDecodeError: a whole number can have at most 64 bits (at line 2)
    """
    try:
        if (long := _LONG_KEY.search(text)) is not None and _is_statement(text, long.start()):
            raise RecursionError
        table = tomllib.loads(text)
        if _has_too_large(table):
            raise _too_large(text)
    except TOMLDecodeError:
        raise
    except ValueError:
        raise _too_large(text) from None
    except RecursionError:
        raise TOMLDecodeError("it is nested too deeply") from None
    return table


def _is_statement(text: str, start: int) -> bool:
    """Whether the line that starts there stands in no string and no array: the text before it is complete."""
    try:
        tomllib.loads(text[:start])
    except ValueError:
        return False
    return True


def _has_too_large(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_too_large, value.values()))
    if isinstance(value, list):
        return any(map(_has_too_large, value))
    return isinstance(value, int) and not -_MAX_INTEGER <= value < _MAX_INTEGER


def _too_large(text: str) -> TOMLDecodeError:
    """The error for a number that is too large, at the first line that may have one."""
    for number, line in enumerate(text.splitlines(), start=1):
        if any(_is_too_large(digits[0].replace("_", "")) for digits in _DIGITS.finditer(line)):
            return TOMLDecodeError(f"a whole number can have at most 64 bits (at line {number})")
    return TOMLDecodeError("a whole number can have at most 64 bits")


def _is_too_large(digits: str) -> bool:
    if digits[:2] in ("0x", "0o", "0b"):
        return int(digits, 0) >= _MAX_INTEGER
    return (
        digits.isdigit() and len(digits) >= len(str(_MAX_INTEGER)) and (len(digits) > 19 or int(digits) >= _MAX_INTEGER)
    )
