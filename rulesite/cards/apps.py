"""Cards and rulings beside the book."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """The cards of the site."""

    name = "rulesite.cards"
    verbose_name = "Cards and rulings"
    default_auto_field = "django.db.models.BigAutoField"
