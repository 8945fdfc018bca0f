from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0003_plain_help_texts")]

    operations = [
        migrations.AlterField(
            model_name="proposal",
            name="kind",
            field=models.CharField(
                choices=[("documents", "documents"), ("cards", "cards"), ("take back", "taking back")],
                default="documents",
                max_length=12,
            ),
        ),
    ]
