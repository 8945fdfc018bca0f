"""What the parts of an address may look like."""

from __future__ import annotations

from datetime import date


class DayConverter:
    """The date of an edition, in ISO form; a day that never was is no address.

    >>> DayConverter().to_python("2006-10-01")
    datetime.date(2006, 10, 1)
    """

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The date; ValueError (which Django reads as "no such address") for one like 1999-04-34."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """ISO form of a date, or of a string that is one already."""
        return value if isinstance(value, str) else value.isoformat()


class KeyConverter:
    """The key of a provision (``402.8g``, ``A.4.Ruling.2``, ``605.2c~2``) or what somebody types for one.

    Generous on purpose: what turns out to be no number gets a page that says so and helps.
    """

    regex = r"[0-9A-Za-z][0-9A-Za-z.]{0,23}(?:~[0-9]{1,2})?"

    def to_python(self, value: str) -> str:
        """The key as it was typed."""
        return value

    def to_url(self, value: str) -> str:
        """The key as it is."""
        return value
