"""Warm-up: compute slow results before the first readers arrive."""

from __future__ import annotations

import logging

from django.db import connection

from rulesite.reading.pages.home import front
from rulesite.reading.pages.samples import samples
from rulesite.reading.pages.sections import contents_of
from rulesite.rulebook.models import Library
from rulesite.search import typeahead


def warm() -> None:
    """Load what the search box offers, the home page, the contents of the newest edition, and the samples.

    An error is logged and stops nothing: each page computes missing results itself.
    """
    try:
        typeahead.typeahead("the ru")  # consecutive words are searched in all texts, which are read once
        library = Library.current()
        newest = front(library).newest
        if newest is not None:
            contents_of(newest, library)
        samples(library)
    except Exception:
        logging.getLogger(__name__).warning("could not be warmed up", exc_info=True)
    finally:
        connection.close()
