"""The segments of a source are one value of its row: thousands of rows for each file were read together anyway."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from rulesite.rulebook.segments import Segment, pack


def pack_them(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Keep the ledgers that are stored."""
    source_model, segment_model = apps.get_model("rulebook", "Source"), apps.get_model("rulebook", "Segment")
    columns = ("start", "end", "role", "owner", "reason", "after")
    for pk in source_model.objects.values_list("pk", flat=True):
        rows = segment_model.objects.filter(source=pk).values_list(*columns)
        source_model.objects.filter(pk=pk).update(ledger=pack(Segment(*row) for row in rows))


class Migration(migrations.Migration):

    dependencies = [
        ("rulebook", "0006_corrections_by_address"),
    ]

    operations = [
        migrations.AddField(
            model_name="source",
            name="ledger",
            field=models.BinaryField(default=b"", help_text="The segments that tile it, packed."),
        ),
        migrations.RunPython(pack_them, migrations.RunPython.noop),
        migrations.DeleteModel(name="Segment"),
    ]
