"""Roles: the permissions of the four groups that every site starts with. Used by a migration, so it must not change.

A reader sees everything; an editor makes corrections and remarks, and submits documents to the desk; a publisher also
publishes, discards and rolls back; an administrator also removes editions and manages the accounts.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import Permission
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

READERS, EDITORS, PUBLISHERS, ADMINISTRATORS = "Readers", "Editors", "Publishers", "Administrators"
_OURS = ("rulebook", "checks", "search", "desk")
_ACTIONS = ("view", "add", "change", "delete")
_EDITED: dict[str, tuple[str, ...]] = {"proposal": ("add", "change")}
_OWN = {
    "publish_proposal": ("proposal", "Can publish or discard what is on the desk"),
    "take_back_publication": ("publication", "Can take a publication back"),
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the groups with their permissions, as `migrate` itself creates permissions only afterwards.

    The existing maintainers become editors; an existing group with one of the names is left unchanged.
    """
    using = schema_editor.connection.alias
    groups = apps.get_model("auth", "Group").objects.using(using)
    if not groups.filter(name=EDITORS).exists():
        groups.filter(name="Maintainers").update(name=EDITORS)
    editors, _ = groups.get_or_create(name=EDITORS)
    editors.permissions.add(*_desk(apps, using, _EDITED))
    looked_at = list(_permissions(apps, using, _OURS, ("view",)))
    editors.permissions.add(*looked_at)
    held = list(editors.permissions.all())
    own = list(_own(apps, using))
    everything = [*_permissions(apps, using, (*_OURS, "auth", "axes"), _ACTIONS), *own]
    for name, granted in ((READERS, looked_at), (PUBLISHERS, [*held, *own]), (ADMINISTRATORS, everything)):
        group, created = groups.get_or_create(name=name)
        if created:
            group.permissions.set(granted)


def _permissions(
    apps: StateApps, using: str, labels: tuple[str, ...], actions: tuple[str, ...]
) -> Iterator[Permission]:
    for label in labels:
        for model in apps.get_app_config(label).get_models():
            for action in actions:
                name = model._meta.model_name or ""
                description = f"Can {action} {model._meta.verbose_name_raw}"
                yield _permission(apps, using, label, name, f"{action}_{name}", description)


def _desk(apps: StateApps, using: str, granted: dict[str, tuple[str, ...]]) -> Iterator[Permission]:
    for name, actions in granted.items():
        for action in actions:
            yield _permission(apps, using, "desk", name, f"{action}_{name}", f"Can {action} {name}")


def _own(apps: StateApps, using: str) -> Iterator[Permission]:
    for codename, (model, description) in _OWN.items():
        yield _permission(apps, using, "desk", model, codename, description)


def _permission(apps: StateApps, using: str, label: str, model: str, codename: str, description: str) -> Permission:
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    content_type, _ = content_types.get_or_create(app_label=label, model=model)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    permission, _ = permissions.get_or_create(
        content_type=content_type, codename=codename, defaults={"name": description[:255]}
    )
    result: Permission = permission
    return result
