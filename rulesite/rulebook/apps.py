"""The rulebook: documents, editions, rules and everything about them."""

from django.apps import AppConfig


class RulebookConfig(AppConfig):
    """The main models of the site."""

    name = "rulesite.rulebook"
    verbose_name = "Rulebook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the keeper of source tags, which can be corrected and belong to no single edition."""
        from rulesite.rulebook.corrections import registry

        registry.keep("tags", "rulesite.rulebook.editing.source_tags")
