"""Rules by name: a document may describe rules other than those of its own day, and name them.

D'Angelo's summary of 1999-05-16 came after the Sixth Edition's rules had been published and says that it describes the
Fifth's. This module has the last day on which such named rules were in force.
"""

from __future__ import annotations

FIFTH_EDITION = "1999-04-21"
"""The day of the preceding release, according to that summary: two days before the first rules of the Sixth Edition."""
_LAST_DAYS = {"fifth edition": FIFTH_EDITION}


def day_described(day: str, name: str) -> str:
    """The day whose rules a document describes, given its own day and the ``name`` of the rules, "" for none.

    Rules with an unknown name are taken to be those of the document's day.

    >>> day_described("1999-05-16", "fifth edition"), day_described("2002-10-15", "")
    ('1999-04-21', '2002-10-15')
    """
    return _LAST_DAYS.get(name, day)
