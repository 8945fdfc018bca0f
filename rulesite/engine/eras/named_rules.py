"""Rules by name: a document may describe other rules than those of its own day, and say which.

D'Angelo's summary of 1999-05-16 came after the Sixth Edition's rules had been published and says that it describes the
Fifth's. Of what is named so the last day is known on which it stood.
"""

from __future__ import annotations

FIFTH_EDITION = "1999-04-21"
"""The day of the release before, as that summary says: two days before the first rules of the Sixth Edition."""
_LAST_DAYS = {"fifth edition": FIFTH_EDITION}


def day_described(day: str, name: str) -> str:
    """The day whose rules a document of a day describes, that says it describes rules of a ``name``; "" is none.

    Rules that nobody here knows by name are taken to be those of the document's day.

    >>> day_described("1999-05-16", "fifth edition"), day_described("2002-10-15", "")
    ('1999-04-21', '2002-10-15')
    """
    return _LAST_DAYS.get(name, day)
