"""The rulebook: documents, editions, rules and everything that is said of them."""

from django.apps import AppConfig


class RulebookConfig(AppConfig):
    """The nouns of the site."""

    name = "rulesite.rulebook"
    verbose_name = "Rulebook"
    default_auto_field = "django.db.models.BigAutoField"
