"""A game is stored once with all the days that it speaks for; pins are derived, confirmations are persons'."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from rulesite.rulebook.permissions import grant

SEEN = ["binding", "concept", "confirmation", "exercise", "knowngap", "pin", "scenario", "tally", "transcript", "verdict"]
OUTCOMES = [("holds", "Holds"), ("contradicted", "Contradicted"), ("unmodelled", "not modelled")]


def pin(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What was found by an opening is a pin; what a person said stays a confirmation."""
    using = schema_editor.connection.alias
    rows = apps.get_model("checks", "Confirmation").objects.using(using).exclude(opening="")
    kept = ("scenario", "cite", "opening", "library", "address", "fingerprint")
    model = apps.get_model("checks", "Pin")
    model.objects.using(using).bulk_create(
        [model(**values) for values in rows.order_by("made").values(*kept)], ignore_conflicts=True
    )
    rows.delete()


def let_maintainers_in(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Maintainers see everything of the checks and may confirm that words fit."""
    granted = {name: ["view"] for name in SEEN} | {"confirmation": ["view", "add", "delete"]}
    grant(apps, schema_editor, "checks", granted)


class Migration(migrations.Migration):
    dependencies = [
        ("checks", "0003_scenario_read_by"),
        ("rulebook", "0004_publications_and_stages"),
    ]

    operations = [
        migrations.CreateModel(
            name="Pin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scenario", models.SlugField(help_text="The scenario's slug.", max_length=80)),
                ("cite", models.CharField(help_text="The cite that the opening stands in.", max_length=120)),
                ("opening", models.CharField(help_text="The opening words by which it was found.", max_length=200)),
                ("library", models.CharField(help_text="The library that it was found in.", max_length=80)),
                ("address", models.CharField(help_text="Where the example stands.", max_length=120)),
                ("fingerprint", models.CharField(help_text="Of the example's words.", max_length=16)),
            ],
            options={
                "ordering": ["scenario", "cite"],
                "constraints": [
                    models.UniqueConstraint(fields=["scenario", "cite", "opening", "library"], name="one_pin")
                ],
            },
        ),
        migrations.RunPython(pin, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="confirmation", name="one_confirmation_of_words"),
        migrations.RemoveField(model_name="confirmation", name="opening"),
        migrations.RemoveField(model_name="confirmation", name="cite"),
        migrations.RemoveField(model_name="confirmation", name="library"),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.UniqueConstraint(fields=["scenario", "fingerprint"], name="one_confirmation_of_words"),
        ),
        migrations.DeleteModel(name="Verdict"),
        migrations.CreateModel(
            name="Transcript",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("outcome", models.CharField(choices=OUTCOMES, db_index=True, max_length=12)),
                ("reason", models.TextField(blank=True)),
                (
                    "differing",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How many answers are those of their own era."
                    ),
                ),
                (
                    "cited",
                    models.TextField(
                        blank=True, help_text="The concepts that the steps cite, each between two spaces."
                    ),
                ),
                (
                    "needed",
                    models.TextField(
                        blank=True, help_text="Those of which a control shows that it fails without them."
                    ),
                ),
                ("looked_at", models.JSONField(default=dict)),
                (
                    "packed",
                    models.BinaryField(help_text="Checks, controls, eras, steps, snapshots, asked, as compressed JSON."),
                ),
                ("scenario_digest", models.CharField(max_length=32)),
                ("engine_digest", models.CharField(max_length=32)),
                ("made", models.DateTimeField(auto_now=True)),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="transcripts",
                        to="checks.scenario",
                    ),
                ),
            ],
            options={"ordering": ["scenario", "pk"]},
        ),
        migrations.CreateModel(
            name="Verdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateField()),
                ("until", models.DateField()),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="verdicts", to="checks.scenario"
                    ),
                ),
                (
                    "transcript",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="verdicts", to="checks.transcript"
                    ),
                ),
            ],
            options={
                "ordering": ["scenario", "since"],
                "constraints": [
                    models.UniqueConstraint(fields=["scenario", "since"], name="one_verdict_since_a_day")
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("outcomes", models.JSONField(default=dict, help_text="Outcome to count.")),
                ("why", models.JSONField(default=dict, help_text="Reason in a word or two to count.")),
                (
                    "edition",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tally", to="rulebook.edition"
                    ),
                ),
            ],
            options={
                "ordering": ["edition__document__position", "edition__effective"],
                "verbose_name_plural": "tallies",
            },
        ),
        migrations.RunPython(let_maintainers_in, migrations.RunPython.noop),
    ]
