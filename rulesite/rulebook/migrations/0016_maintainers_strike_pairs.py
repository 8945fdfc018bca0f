"""Maintainers look at the dictionary of phrases, and strike pairs of it."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from rulesite.rulebook.permissions import grant

GRANTED = {
    "phrasepair": ["view"],
    "rephrased": ["view"],
    "struckpair": ["view", "add", "change", "delete"],
}


def let_maintainers_strike(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the group the permissions."""
    grant(apps, schema_editor, "rulebook", GRANTED)


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0015_phrases")]

    operations = [migrations.RunPython(let_maintainers_strike, migrations.RunPython.noop)]
