"""Granting: permissions that a migration gives to editors, then called maintainers. Its effect must not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def grant(
    apps: StateApps, schema_editor: BaseDatabaseSchemaEditor, app_label: str, granted: Mapping[str, Sequence[str]]
) -> None:
    """Give the group permissions for models of an app, with the names that `migrate` itself would give them.

    Does nothing where the group does not exist.
    """
    using = schema_editor.connection.alias
    group = apps.get_model("auth", "Group").objects.using(using).filter(name__in=("Maintainers", "Editors")).first()
    if group is None:
        return
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    for name, actions in granted.items():
        content_type, _ = content_types.get_or_create(app_label=app_label, model=name)
        called = apps.get_model(app_label, name)._meta.verbose_name_raw
        for action in actions:
            permission, _ = permissions.get_or_create(
                content_type=content_type, codename=f"{action}_{name}", defaults={"name": f"Can {action} {called}"}
            )
            group.permissions.add(permission)
