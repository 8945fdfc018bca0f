"""Plainer names and help texts; no table changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("search", "0001_search_counts"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="searchcount",
            options={
                "ordering": ["-searched", "words"],
                "verbose_name": "counted search",
                "verbose_name_plural": "counted searches",
            },
        ),
        migrations.AlterField(
            model_name="searchcount",
            name="followed",
            field=models.PositiveIntegerField(
                default=0, help_text="How often a result was opened, as reported by scripts."
            ),
        ),
        migrations.AlterField(
            model_name="searchcount",
            name="searched",
            field=models.PositiveIntegerField(default=0, help_text="How often it was searched for."),
        ),
        migrations.AlterField(
            model_name="searchcount",
            name="words",
            field=models.CharField(help_text="In lower case and with plain characters.", max_length=100, unique=True),
        ),
    ]
