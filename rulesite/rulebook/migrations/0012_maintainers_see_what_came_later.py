"""Maintainers look at everything of the book: also at what came after their group was made."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from rulesite.rulebook.permissions import grant


def let_maintainers_look(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the group the permissions."""
    grant(apps, schema_editor, "rulebook", {"indexentry": ["view"], "made": ["view"]})


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0011_indexes_that_say_something")]

    operations = [migrations.RunPython(let_maintainers_look, migrations.RunPython.noop)]
