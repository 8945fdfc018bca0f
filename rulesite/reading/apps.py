"""Reading: the pages of the site."""

import gc

from django.apps import AppConfig

_SELDOM = (10_000, 20, 20)
"""How seldom Python looks for rings of objects that nobody holds. With all that a library's pages keep, each look at
everything takes a tenth of a second, which some reader waits for; and hardly any ring is ever found."""


class ReadingConfig(AppConfig):
    """Views, templates and feeds; its models hold what is worked out once for the pages."""

    name = "rulesite.reading"
    verbose_name = "Reading room"

    def ready(self) -> None:
        """Keep what is prepared, and the state that the pages go by, in step with the rulebook."""
        from rulesite.reading import freshness, prepared

        gc.set_threshold(*_SELDOM)
        prepared.listen()
        freshness.listen()
