"""Checks: what joins the engine and the rulebook."""

from django.apps import AppConfig


class ChecksConfig(AppConfig):
    """Scenarios, what they are bound to, and what came of running them."""

    name = "rulesite.checks"
    verbose_name = "Worked examples"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep bindings and figures in step with corrections; say where the engine may keep its compiled grammars."""
        from django.conf import settings

        from rulesite.checks import corrected_examples
        from rulesite.engine import compiled
        from rulesite.rulebook import loose_words

        corrected_examples.listen()
        loose_words.keep("games", "rulesite.checks.scenario_words")
        compiled.keep_in(settings.DATA_DIR / "compiled")
