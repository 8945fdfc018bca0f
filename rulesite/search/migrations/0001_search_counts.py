from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from rulesite.rulebook.permissions import grant


def let_maintainers_look(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Maintainers see what was looked for and not found, and have it counted anew."""
    grant(apps, schema_editor, "search", {"searchcount": ["view", "delete"]})


class Migration(migrations.Migration):
    initial = True
    dependencies = [("rulebook", "0016_maintainers_strike_pairs")]

    operations = [
        migrations.CreateModel(
            name="SearchCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "words",
                    models.CharField(help_text="Folded to small letters and plain signs.", max_length=100, unique=True),
                ),
                ("searched", models.PositiveIntegerField(default=0, help_text="How often it was looked for.")),
                (
                    "empty",
                    models.PositiveIntegerField(
                        default=0, help_text="How often nothing was found.", verbose_name="found nothing"
                    ),
                ),
                (
                    "followed",
                    models.PositiveIntegerField(default=0, help_text="How often a result was opened, as scripts told."),
                ),
            ],
            options={
                "verbose_name": "search that was counted",
                "verbose_name_plural": "searches that were counted",
                "ordering": ["-searched", "words"],
            },
        ),
        migrations.RunPython(let_maintainers_look, migrations.RunPython.noop),
    ]
