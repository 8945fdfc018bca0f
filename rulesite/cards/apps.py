"""Cards and rulings beside the book."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """The cards of the site."""

    name = "rulesite.cards"
    verbose_name = "Cards and rulings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what writes the index of rulings anew with that of the book."""
        from rulesite.cards.ruling_index import builder

        builder.listen()
