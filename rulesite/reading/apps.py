"""Reading: the pages of the site."""

from django.apps import AppConfig


class ReadingConfig(AppConfig):
    """Views, templates and feeds; it has no models."""

    name = "rulesite.reading"
    verbose_name = "Reading room"

    def ready(self) -> None:
        """Keep the pages' clock in step with the rulebook."""
        from rulesite.reading import freshness

        freshness.listen()
