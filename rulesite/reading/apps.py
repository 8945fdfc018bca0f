"""Reading: the pages of the site."""

import gc

from django.apps import AppConfig

_SELDOM = (10_000, 20, 20)
"""Threshold of the garbage collector's oldest generation: how rarely Python looks for reference cycles among all
objects. With all the pages that a library keeps in memory each full collection takes a tenth of a second, which some
reader waits for; and hardly any cycle is ever found.
"""


class ReadingConfig(AppConfig):
    """Views, templates and feeds; the models hold what is precomputed for the pages."""

    name = "rulesite.reading"
    verbose_name = "Reading room"

    def ready(self) -> None:
        """Connect the receivers that keep precomputed parts and the library revision up to date."""
        from rulesite.reading.caching import receivers
        from rulesite.reading.precomputed import store

        gc.set_threshold(*_SELDOM)
        store.listen()
        receivers.listen()
