"""Catching up: what people changed in the published book while a stage was worked on is laid over the stage.

Whoever corrects a word, says something of a line of descent, describes an edition otherwise or removes one does so in
the published book, at once. Before a stage is published, all of that is brought into it; so nothing is lost, and what
hangs on it is made from it.
"""

from __future__ import annotations

from django.db import connection, transaction

from ingest import copies, load, made, tables
from ingest.copies import Joined
from ingest.descending import drawing, fingerprints
from ingest.staging import Stage
from rulesite.rulebook import correction_log, editing, signals
from rulesite.rulebook.models import Edition
from rulesite.search import stamps

_DESCRIBED = ("rulebook.Document", "rulebook.Edition")
"""What people describe in the admin; what an ingest wrote anew stands as it wrote it."""


def catch_up(stage: Stage) -> list[Edition]:
    """Bring a stage, in which this process works, in step with the published book; returns the editions it touches."""
    connection.close()
    with copies.joined(stage.copy, stage.public) as both, both.writing():
        removed = _removed(both)
        corrected = take_over_people(both)
        for label in _DESCRIBED:
            _take_over(both, tables.table(label), _untouched(both, tables.table(label)))
        _threads(both)
    with transaction.atomic():
        stamps.renew()  # the threads of any may be others now
        for edition in Edition.objects.filter(pk__in=removed):
            load.remove(edition)
        made.forget(drawing.THREADS, made.keys(drawing.THREADS))
        return correct_again(corrected)


def take_over_people(both: Joined) -> set[str]:
    """Bring what people wrote into a stage, within a transaction, from the published database beside it; returns the
    addresses of the editions of which other corrections are logged now.

    The stage is then in step with what is published, as far as publishing asks.
    """
    corrected = _corrected(both)
    for label in tables.PEOPLE:
        _take_over(both, tables.table(label), "TRUE")
    for label, of_book in tables.SHARED.items():
        _take_over(both, tables.table(label), f"NOT ({of_book})")
    library = tables.table(tables.LIBRARY)
    theirs = f"FROM {both.beside}.{library}"
    both.execute(
        f"UPDATE {both.main}.{library} SET (name, about) = (SELECT name, about {theirs}) "
        f"WHERE is_pocket = (SELECT is_pocket {theirs})"
    )
    both.execute(f"DELETE FROM {both.main}.stage_copied")
    both.execute(f"INSERT INTO {both.main}.stage_copied VALUES (?, ?, ?)", tables.state(both, both.beside))
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


def _corrected(both: Joined) -> set[str]:
    """The addresses of the editions of which the log of corrections is another one now."""
    log = tables.table("rulebook.Correction")
    ours, theirs = (f"SELECT id, edition FROM {each}.{log}" for each in (both.main, both.beside))
    came, went = f"({theirs} EXCEPT {ours}) AS came", f"({ours} EXCEPT {theirs}) AS went"
    rows = both.execute(f"SELECT edition FROM {came} UNION SELECT edition FROM {went}")
    return {row[0] for row in rows.fetchall()}


def _last(both: Joined, name: str) -> str:
    return f"(SELECT last FROM {both.main}.stage_tables WHERE name = '{name}')"


def _untouched(both: Joined, name: str) -> str:
    """What is true of the rows of a table that a stage has not changed since it was copied."""
    noted = f"SELECT id FROM {both.main}.stage_rows WHERE name = '{name}'"
    return f"id <= {_last(both, name)} AND id NOT IN ({noted}) AND id IN (SELECT id FROM {both.beside}.{name})"


def _removed(both: Joined) -> list[int]:
    """The editions that somebody removed from the published book."""
    name = tables.table("rulebook.Edition")
    query = (
        f"SELECT id FROM {both.main}.{name} "
        f"WHERE id <= {_last(both, name)} AND id NOT IN (SELECT id FROM {both.beside}.{name})"
    )
    return [row[0] for row in both.execute(query).fetchall()]


def _take_over(both: Joined, name: str, which: str) -> None:
    """Some rows of a table as they are published."""
    columns = tables.listed(tables.columns(name))
    both.execute(f"CREATE TEMP TABLE taken AS SELECT {columns} FROM {both.beside}.{name} WHERE {which}")
    both.execute(f"DELETE FROM {both.main}.{name} WHERE {which}")
    for key in tables.keys(name):
        one = tables.listed(key)
        both.execute(f"DELETE FROM {both.main}.{name} WHERE ({one}) IN (SELECT {one} FROM taken)")
    both.execute(f"INSERT INTO {both.main}.{name} ({columns}) SELECT {columns} FROM taken")
    both.execute("DROP TABLE taken")


def _threads(both: Joined) -> None:
    """The threads as they are published, the new ones among them: their links may have been passed on already.

    Those that the stage made itself are given up; threads are made again from descent.
    """
    rule, version = tables.table("rulebook.Rule"), tables.table("rulebook.RuleVersion")
    here = both.main
    both.execute(f"UPDATE {here}.{version} SET rule_id = NULL WHERE rule_id > {_last(both, rule)}")
    both.execute(f"UPDATE {here}.{rule} SET merged_into_id = NULL WHERE merged_into_id > {_last(both, rule)}")
    both.execute(f"DELETE FROM {here}.{rule} WHERE id > {_last(both, rule)}")
    _take_over(both, rule, "TRUE")
    both.execute(
        f"UPDATE {here}.{version} AS ours SET rule_id = theirs.rule_id FROM {both.beside}.{version} AS theirs "
        "WHERE theirs.id = ours.id AND theirs.edition_id = ours.edition_id "
        "AND theirs.key = ours.key AND coalesce(theirs.rule_id, 0) <> coalesce(ours.rule_id, 0)"
    )
