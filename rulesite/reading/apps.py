"""Reading: the pages of the site."""

from django.apps import AppConfig


class ReadingConfig(AppConfig):
    """Views, templates and feeds; its models hold what is worked out once for the pages."""

    name = "rulesite.reading"
    verbose_name = "Reading room"

    def ready(self) -> None:
        """Keep what is prepared, and the state that the pages go by, in step with the rulebook."""
        from rulesite.reading import freshness, prepared

        prepared.listen()
        freshness.listen()
