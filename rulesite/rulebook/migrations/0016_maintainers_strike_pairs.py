"""Maintainers look at the dictionary of phrases, and strike pairs of it."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GRANTED = {
    "phrasepair": ["view"],
    "rephrased": ["view"],
    "struckpair": ["view", "add", "change", "delete"],
}


def let_maintainers_strike(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the group the permissions, as `migrate` itself would name them; where there is no group, nobody asked."""
    using = schema_editor.connection.alias
    group = apps.get_model("auth", "Group").objects.using(using).filter(name="Maintainers").first()
    if group is None:
        return
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    for name, actions in GRANTED.items():
        content_type, _ = content_types.get_or_create(app_label="rulebook", model=name)
        called = apps.get_model("rulebook", name)._meta.verbose_name_raw
        for action in actions:
            permission, _ = permissions.get_or_create(
                content_type=content_type,
                codename=f"{action}_{name}",
                defaults={"name": f"Can {action} {called}"},
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0015_phrases")]

    operations = [migrations.RunPython(let_maintainers_strike, migrations.RunPython.noop)]
