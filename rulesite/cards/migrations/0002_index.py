from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="cardcollection",
            name="index",
            field=models.CharField(
                blank=True, default="", help_text="The folder of the index of rulings.", max_length=40
            ),
        ),
        migrations.AddField(
            model_name="cardcollection",
            name="news",
            field=models.JSONField(
                blank=True, default=dict, help_text="How many cards were added, changed and removed last."
            ),
        ),
    ]
