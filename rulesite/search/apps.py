"""Search: the index over distinct wordings, and the one door to it."""

from django.apps import AppConfig


class SearchConfig(AppConfig):
    """Finding rules by number and by words."""

    name = "rulesite.search"
    verbose_name = "Search"

    def ready(self) -> None:
        """Follow the rulebook: whatever it says has changed, the index is brought up to date with."""
        from rulesite.search.indexing import receivers

        receivers.connect()
