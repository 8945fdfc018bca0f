"""The rulebook: documents, editions, rules and everything that is said of them."""

from django.apps import AppConfig


class RulebookConfig(AppConfig):
    """The nouns of the site."""

    name = "rulesite.rulebook"
    verbose_name = "Rulebook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say who keeps source tags, which can be corrected and stand in no edition by themselves."""
        from rulesite.rulebook import loose_words

        loose_words.keep("tags", "rulesite.rulebook.tag_words")
