"""Catching up: what people changed in the published book while a stage was worked on is laid over the stage.

Whoever corrects a word, says something of a line of descent, describes an edition otherwise or removes one does so in
the published book, at once. Before a stage is published, all of that is brought into it; so nothing is lost, and what
hangs on it is made from it.
"""

from __future__ import annotations

import contextlib
import sqlite3

from django.db import connection, transaction

from ingest import load, made, tables
from ingest.descending import drawing, fingerprints
from ingest.staging import TIMEOUT, Stage
from rulesite.rulebook import correction_log, editing, signals
from rulesite.rulebook.models import Edition
from rulesite.search import stamps

_DESCRIBED = ("rulebook.Document", "rulebook.Edition")
"""What people describe in the admin; what an ingest wrote anew stands as it wrote it."""


def catch_up(stage: Stage) -> list[Edition]:
    """Bring a stage, in which this process works, in step with the published book; returns the editions it touches."""
    connection.close()
    with contextlib.closing(sqlite3.connect(stage.path, timeout=TIMEOUT, isolation_level=None)) as copy:
        copy.execute("ATTACH ? AS public", (str(stage.public),))
        copy.execute("BEGIN IMMEDIATE")
        removed = _removed(copy)
        corrected = take_over_people(copy)
        for label in _DESCRIBED:
            _take_over(copy, tables.table(label), _untouched(tables.table(label)))
        _threads(copy)
        copy.execute("COMMIT")
    with transaction.atomic():
        stamps.renew()  # the threads of any may be others now
        for edition in Edition.objects.filter(pk__in=removed):
            load.remove(edition)
        made.forget(drawing.THREADS, made.keys(drawing.THREADS))
        return correct_again(corrected)


def take_over_people(copy: sqlite3.Connection) -> set[str]:
    """Bring what people wrote into a stage, within a transaction, from the published database that is attached as
    ``public``; returns the addresses of the editions of which other corrections are logged now.

    The stage is then in step with what is published, as far as publishing asks.
    """
    corrected = _corrected(copy)
    for label in tables.PEOPLE:
        _take_over(copy, tables.table(label), "TRUE")
    for label, of_book in tables.SHARED.items():
        _take_over(copy, tables.table(label), f"NOT ({of_book})")
    library = tables.table(tables.LIBRARY)
    copy.execute(
        f"UPDATE main.{library} SET (name, about) = (SELECT name, about FROM public.{library}) "
        f"WHERE is_pocket = (SELECT is_pocket FROM public.{library})"
    )
    copy.execute("DELETE FROM stage_copied")
    copy.execute("INSERT INTO stage_copied VALUES (?, ?, ?)", tables.state(copy, "public"))
    return corrected


def correct_again(addresses: set[str]) -> list[Edition]:
    """Have some editions of a stage show what their logs of corrections say now; returns those that it holds.

    Source tags follow their log here too; scenarios do when they are read to be played.
    """
    if correction_log.TAGS in addresses:
        editing.reapply_loose(correction_log.TAGS)
    editions = [edition for edition in Edition.objects.select_related("document") if edition.address in addresses]
    for edition in editions:
        editing.reapply(edition)
        fingerprints.note(edition)
        signals.edition_changed.send(sender=Edition, edition=edition)
    return editions


def _corrected(copy: sqlite3.Connection) -> set[str]:
    """The addresses of the editions of which the log of corrections is another one now."""
    log = tables.table("rulebook.Correction")
    rows = copy.execute(
        f"SELECT edition FROM (SELECT id, edition FROM public.{log} EXCEPT SELECT id, edition FROM main.{log}) UNION "
        f"SELECT edition FROM (SELECT id, edition FROM main.{log} EXCEPT SELECT id, edition FROM public.{log})"
    )
    return {row[0] for row in rows}


def _last(name: str) -> str:
    return f"(SELECT last FROM main.stage_tables WHERE name = '{name}')"


def _untouched(name: str) -> str:
    """What is true of the rows of a table that a stage has not changed since it was copied."""
    noted = f"SELECT id FROM main.stage_rows WHERE name = '{name}'"
    return f"id <= {_last(name)} AND id NOT IN ({noted}) AND id IN (SELECT id FROM public.{name})"


def _removed(copy: sqlite3.Connection) -> list[int]:
    """The editions that somebody removed from the published book."""
    name = tables.table("rulebook.Edition")
    query = f"SELECT id FROM main.{name} WHERE id <= {_last(name)} AND id NOT IN (SELECT id FROM public.{name})"
    return [row[0] for row in copy.execute(query)]


def _take_over(copy: sqlite3.Connection, name: str, which: str) -> None:
    """Some rows of a table as they are published."""
    columns = ", ".join(f'"{row[1]}"' for row in copy.execute(f"PRAGMA main.table_info({name})"))
    copy.execute(f"CREATE TEMP TABLE taken AS SELECT {columns} FROM public.{name} WHERE {which}")
    copy.execute(f"DELETE FROM main.{name} WHERE {which}")
    copy.execute(f"INSERT OR REPLACE INTO main.{name} ({columns}) SELECT {columns} FROM taken")
    copy.execute("DROP TABLE taken")


def _threads(copy: sqlite3.Connection) -> None:
    """The threads as they are published, the new ones among them: their links may have been passed on already.

    Those that the stage made itself are given up; threads are made again from descent.
    """
    rule, version = tables.table("rulebook.Rule"), tables.table("rulebook.RuleVersion")
    copy.execute(f"UPDATE main.{version} SET rule_id = NULL WHERE rule_id > {_last(rule)}")
    copy.execute(f"UPDATE main.{rule} SET merged_into_id = NULL WHERE merged_into_id > {_last(rule)}")
    copy.execute(f"DELETE FROM main.{rule} WHERE id > {_last(rule)}")
    _take_over(copy, rule, "TRUE")
    copy.execute(
        f"UPDATE main.{version} SET rule_id = theirs.rule_id FROM public.{version} AS theirs "
        f"WHERE theirs.id = main.{version}.id AND theirs.edition_id = main.{version}.edition_id "
        f"AND theirs.key = main.{version}.key AND theirs.rule_id IS NOT main.{version}.rule_id"
    )
