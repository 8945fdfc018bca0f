"""Every site begins with four groups: readers, editors (who were called maintainers), publishers, administrators."""

from django.db import migrations

from rulesite.desk.roles import make


class Migration(migrations.Migration):
    dependencies = [
        ("desk", "0001_initial"),
        ("rulebook", "0016_maintainers_strike_pairs"),
        ("checks", "0008_what_alone_turned_a_game"),
        ("search", "0001_search_counts"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("axes", "0010_accessattemptexpiration"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
