"""What each edition says has a mark, so that what is made of the others need not be made again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0012_maintainers_see_what_came_later")]

    operations = [
        migrations.AddField(
            model_name="library",
            name="touched",
            field=models.JSONField(
                default=dict,
                editable=False,
                help_text="A mark of each edition, by address, that changes with what it says; that of * stands for all.",
            ),
        ),
    ]
