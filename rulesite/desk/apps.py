"""The desk of the maintainers."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """What is staged before readers see it, and the log of what was published."""

    name = "rulesite.desk"
    verbose_name = "The desk"
    default_auto_field = "django.db.models.BigAutoField"
