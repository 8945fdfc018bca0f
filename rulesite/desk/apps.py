"""The app of the maintainers' desk."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Documents staged before readers see them, and the log of publications."""

    name = "rulesite.desk"
    verbose_name = "The desk"
    default_auto_field = "django.db.models.BigAutoField"
