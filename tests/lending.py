"""Lending: a library that is empty gets the games that another has played. A game is the same whoever has it played, and
an ingest plays what is missing: what another state of the engine has played, too.

``python -m tests.lending FILE`` lends those of a database of SQLite to the PostgreSQL that the site is told of.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tests import data_folders

if TYPE_CHECKING:
    from django.db.migrations.recorder import MigrationRecorder

ROOT = Path(__file__).resolve().parent.parent
PLAYED = ROOT / ".cache" / "played.sqlite3"
"""What `.ci/run` leaves of the first `make run`."""
_TABLES = ("checks_scenario", "checks_transcript", "checks_verdict")
_EACH = 40
"""To PostgreSQL the games of every so manieth scenario are not lent: players play those for it."""


def lender() -> Path | None:
    """A database of SQLite whose games can be lent, None where there is none yet."""
    kept = sorted(ROOT.glob(".cache/pocket-*/rulebook.sqlite3"))
    return next((path for path in (PLAYED, *kept) if path.exists()), None)


def lend(file: Path, borrower: Path) -> None:
    """Lend the games of a database of SQLite to a data folder whose library is empty; none where their tables differ."""
    if data_folders.ON_POSTGRES:
        command = [sys.executable, "-m", "tests.lending", str(file)]
        subprocess.run(command, env=data_folders.environment(borrower), cwd=ROOT, check=True)
        return
    with closing(sqlite3.connect(borrower / "rulebook.sqlite3")) as database, database:
        database.execute("ATTACH ? AS lender", (str(file),))
        if _laid_out(database, "main") == _laid_out(database, "lender"):
            for table in _TABLES:
                database.execute(f"INSERT INTO main.{table} SELECT * FROM lender.{table}")


def _laid_out(database: sqlite3.Connection, schema: str) -> list[tuple[str]]:
    found = f"SELECT sql FROM {schema}.sqlite_master WHERE type = 'table' AND name IN (?, ?, ?) ORDER BY name"
    return database.execute(found, _TABLES).fetchall()


def _lend_to_postgres(file: str) -> None:
    import django

    django.setup()
    from django.core.management.color import no_style
    from django.db import connection, connections, transaction
    from django.db.migrations.recorder import MigrationRecorder

    from rulesite.checks.models import Scenario, Transcript, Verdict
    from rulesite.databases import of_url

    connections.databases["lender"] = connections.databases["default"] | of_url(f"sqlite:///{file}")
    if _applied(MigrationRecorder(connections["lender"])) != _applied(MigrationRecorder(connection)):
        return
    scenarios = [each for each in Scenario.objects.using("lender").order_by("pk") if each.pk % _EACH]
    lent = {each.pk for each in scenarios}
    with transaction.atomic():
        Scenario.objects.bulk_create(scenarios)
        for model in (Transcript, Verdict):
            rows = [row for row in model._default_manager.using("lender").order_by("pk") if row.scenario_id in lent]
            model._default_manager.bulk_create(rows)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [Scenario, Transcript, Verdict]):
                cursor.execute(statement)


def _applied(migrations: MigrationRecorder) -> set[tuple[str, str]]:
    return {each for each in migrations.applied_migrations() if each[0] == "checks"}


if __name__ == "__main__":
    _lend_to_postgres(*sys.argv[1:])
