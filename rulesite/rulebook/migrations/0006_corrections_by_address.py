"""Corrections name their place by its address and hold its words; so do remarks. Nothing a person made hangs on rows
of the book any more."""

from collections import defaultdict
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def address(edition: Any) -> str:
    """Like cr/2006-10-01."""
    return f"{edition.document.slug}/{edition.effective.isoformat()}"


def write_out(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Fill in addresses and words, and note what was read where a correction is shown now."""
    using = schema_editor.connection.alias
    corrections = apps.get_model("rulebook", "Correction").objects.using(using)
    versions = apps.get_model("rulebook", "RuleVersion").objects.using(using)
    originals = apps.get_model("rulebook", "Original").objects.using(using)
    logs = defaultdict(list)
    for entry in corrections.select_related("edition__document", "original", "corrected").order_by("made", "pk"):
        entry.edition_address = address(entry.edition)
        entry.original_text, entry.corrected_text = entry.original.text, entry.corrected.text
        entry.save(update_fields=["edition_address", "original_text", "corrected_text"])
        logs[entry.edition, entry.key].append(entry)
    for (edition, key), log in logs.items():
        standing = in_force(log)
        version = versions.filter(edition=edition, key=key).select_related("wording").first()
        if version is None or version.wording is None:
            continue
        read = version.wording.text
        for entry in reversed(standing):
            if entry.corrected_text == read:
                read = entry.original_text
        if read != version.wording.text:
            originals.create(edition=edition, owner=key, part="text", text=read)


def in_force(log: list[Any]) -> list[Any]:
    """The entries that were neither taken back nor take one back: one that turns another round cancels it, and says so
    from now on."""
    standing: list[Any] = []
    for entry in log:
        turned = [e for e in standing if (e.original_id, e.corrected_id) == (entry.corrected_id, entry.original_id)]
        if turned:
            entry.withdraws = standing.pop(standing.index(turned[-1]))
            entry.save(update_fields=["withdraws"])
        else:
            standing.append(entry)
    return standing


def find_adrift(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remarks that were tied to a row and have no address get that row's."""
    using = schema_editor.connection.alias
    remarks = apps.get_model("rulebook", "Commentary").objects.using(using)
    for remark in remarks.filter(address="", version__isnull=False).select_related("version__edition__document"):
        remark.address = f"{address(remark.version.edition)}/{remark.version.key}"
        remark.save(update_fields=["address"])


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0005_suggestions_of_references")]

    operations = [
        migrations.CreateModel(
            name="Original",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.CharField(max_length=160)),
                ("part", models.CharField(choices=[("text", "text"), ("title", "heading")], max_length=5)),
                ("text", models.TextField()),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="originals", to="rulebook.edition"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("edition", "owner", "part"), name="one_original_a_place")
                ],
            },
        ),
        migrations.AddField("Correction", "edition_address", models.CharField(default="", max_length=60)),
        migrations.AddField("Correction", "original_text", models.TextField(default="")),
        migrations.AddField("Correction", "corrected_text", models.TextField(default="")),
        migrations.AddField(
            "Correction",
            "withdraws",
            models.OneToOneField(
                blank=True,
                help_text="The entry it takes back.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="withdrawal",
                to="rulebook.correction",
            ),
        ),
        migrations.RunPython(write_out, migrations.RunPython.noop),
        migrations.RemoveField("Correction", "edition"),
        migrations.RemoveField("Correction", "original"),
        migrations.RemoveField("Correction", "corrected"),
        migrations.RenameField("Correction", "edition_address", "edition"),
        migrations.RenameField("Correction", "original_text", "original"),
        migrations.RenameField("Correction", "corrected_text", "corrected"),
        migrations.RenameField("Correction", "key", "owner"),
        migrations.AlterField(
            "Correction", "edition", models.CharField(help_text="Like cr/2006-10-01.", max_length=60)
        ),
        migrations.AlterField(
            "Correction",
            "owner",
            models.CharField(help_text="Like 402.8g, 410.7/example/1 or glossary/trample.", max_length=160),
        ),
        migrations.AlterField("Correction", "original", models.TextField(help_text="The words that it corrects.")),
        migrations.AlterField(
            "Correction", "corrected", models.TextField(help_text="The words that stand in their place.")
        ),
        migrations.AddField(
            "Correction",
            "part",
            models.CharField(choices=[("text", "text"), ("title", "heading")], default="text", max_length=5),
        ),
        migrations.AlterModelOptions("Correction", {"ordering": ["-made", "-pk"]}),
        migrations.AddIndex(
            "Correction", models.Index(fields=["edition", "owner"], name="corrections_of_a_place")
        ),
        migrations.RunPython(find_adrift, migrations.RunPython.noop),
        migrations.RemoveField("Commentary", "version"),
        migrations.RemoveField("Commentary", "rule"),
        migrations.AlterField(
            "Commentary",
            "address",
            models.CharField(
                db_index=True, help_text="The rule it is about, like cr/2006-10-01/402.8g.", max_length=80
            ),
        ),
    ]
