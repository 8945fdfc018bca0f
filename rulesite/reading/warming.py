"""Warming: what the first readers after a start would wait for is worked out before they come."""

from __future__ import annotations

import logging

from django.db import connection

from rulesite.reading.front import front
from rulesite.reading.sections import contents_of
from rulesite.rulebook.models import Library
from rulesite.search import typeahead


def warm() -> None:
    """Read what the search box offers, the first page, and the contents of the newest edition.

    A fault is logged and stops nothing: each page works out for itself what it finds missing.
    """
    try:
        typeahead.typeahead("the ru")  # words in a row are looked for in all texts, which are read once
        library = Library.current()
        newest = front(library).newest
        if newest is not None:
            contents_of(newest, library)
    except Exception:
        logging.getLogger(__name__).warning("could not be warmed up", exc_info=True)
    finally:
        connection.close()
