"""Search: the index over distinct wordings, and its use."""

from django.apps import AppConfig


class SearchConfig(AppConfig):
    """Search for rules by number and by words."""

    name = "rulesite.search"
    verbose_name = "Search"

    def ready(self) -> None:
        """Connect the signals of the rulebook, so that each change updates the index."""
        from rulesite.search.indexing import receivers

        receivers.connect()
