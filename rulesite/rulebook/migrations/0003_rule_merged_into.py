import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0002_pages_and_maintainers")]

    operations = [
        migrations.AddField(
            model_name="rule",
            name="merged_into",
            field=models.ForeignKey(
                blank=True,
                help_text="Where its link leads, once it proved to be part of another.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="merged",
                to="rulebook.rule",
            ),
        ),
    ]
