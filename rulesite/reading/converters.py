"""Path converters: the syntax of the parts of an address."""

from __future__ import annotations

from datetime import date


class DayConverter:
    """The date of an edition in ISO form; an impossible date does not match.

    >>> DayConverter().to_python("2006-10-01")
    datetime.date(2006, 10, 1)
    """

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The date. Raises ValueError, which Django takes for "no such address", for one like 1999-04-34."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """The ISO form of a date, or a string that already is one."""
        return value if isinstance(value, str) else value.isoformat()


class KeyConverter:
    """The key of a provision (``402.8g``, ``A.4.Ruling.2``, ``605.2c~2``), or a reader's guess at one.

    Deliberately generous: an invalid number gets a page with help.
    """

    regex = r"[0-9A-Za-z][0-9A-Za-z.]{0,23}(?:~[0-9]{1,2})?"

    def to_python(self, value: str) -> str:
        """The key as it was typed."""
        return value

    def to_url(self, value: str) -> str:
        """The key as it is."""
        return value
