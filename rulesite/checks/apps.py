"""Checks: the link between the engine and the rulebook."""

from django.apps import AppConfig


class ChecksConfig(AppConfig):
    """Scenarios, their bindings, and the outcomes of running them."""

    name = "rulesite.checks"
    verbose_name = "Worked examples"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Update bindings and figures on corrections; tell the engine where to cache its compiled grammars."""
        from django.conf import settings

        from rulesite.checks import receivers
        from rulesite.engine import disk_cache
        from rulesite.rulebook.corrections import registry

        receivers.listen()
        registry.keep("games", "rulesite.checks.playing.corrections")
        disk_cache.keep_in(settings.DATA_DIR / "compiled")
