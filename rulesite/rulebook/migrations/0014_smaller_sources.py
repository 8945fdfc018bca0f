"""The bytes of sources take a third less room."""

import bz2
import zlib

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def repack(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Pack each source anew, one at a time: together they are large."""
    sources = apps.get_model("rulebook", "Source").objects
    for pk in list(sources.values_list("pk", flat=True)):
        packed = bytes(sources.values_list("packed", flat=True).get(pk=pk))
        sources.filter(pk=pk).update(packed=bz2.compress(zlib.decompress(packed)))


def restore(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Pack them as they were."""
    sources = apps.get_model("rulebook", "Source").objects
    for pk in list(sources.values_list("pk", flat=True)):
        packed = bytes(sources.values_list("packed", flat=True).get(pk=pk))
        sources.filter(pk=pk).update(packed=zlib.compress(bz2.decompress(packed), 6))


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0013_library_touched")]

    operations = [migrations.RunPython(repack, restore)]
