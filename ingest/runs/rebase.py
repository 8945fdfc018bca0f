"""Catching up: take the edits that people made in the published book meanwhile over into a stage.

People's edits (a corrected text, an assertion about descent, a description or a removal of an edition) go into the
published book at once. Before a stage is published, all of them are brought into it; so none is lost, and derived data
includes them.
"""

from __future__ import annotations

from django.db import connection, transaction

from ingest import builds
from ingest.descent.store import edges, fingerprints
from ingest.staging import db_copies, tables
from ingest.staging.db_copies import Joined
from ingest.staging.stage import Stage
from ingest.storage import loader
from rulesite.rulebook import signals
from rulesite.rulebook.corrections import log as corrections_log
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Edition
from rulesite.search.indexing import edition_stamps

_DESCRIBED = ("rulebook.Document", "rulebook.Edition")
"""Models whose descriptions people edit in the admin; a row that an ingest wrote anew stays as it wrote it."""


def catch_up(stage: Stage) -> list[Edition]:
    """Bring the stage that this process works in up to date with the published book; returns the editions affected."""
    connection.close()
    with db_copies.joined(stage.copy, stage.public) as both, both.writing():
        removed = _removed(both)
        corrected = take_over_people(both)
        for label in _DESCRIBED:
            _take_over(both, tables.table(label), _untouched(both, tables.table(label)))
        _threads(both)
    with transaction.atomic():
        edition_stamps.renew()  # the threads of any may have changed
        for edition in Edition.objects.filter(pk__in=removed):
            loader.remove(edition)
        builds.forget(edges.THREADS, builds.keys(edges.THREADS))
        return correct_again(corrected)


def take_over_people(both: Joined) -> set[str]:
    """Copy people's edits into a stage from the published database beside it, within a transaction; returns the
    addresses of the editions whose correction logs differ.

    After this the stage counts as up to date for publishing.
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
    """Apply the current correction logs to some editions of a stage; returns those that the stage holds.

    Source tags follow their log here too; scenarios do when they are loaded to be played.
    """
    if corrections_log.TAGS in addresses:
        corrections.reapply_loose(corrections_log.TAGS)
    editions = [edition for edition in Edition.objects.select_related("document") if edition.address in addresses]
    for edition in editions:
        corrections.reapply(edition)
        fingerprints.note(edition)
        signals.edition_changed.send(sender=Edition, edition=edition)
    return editions


def _corrected(both: Joined) -> set[str]:
    """The addresses of the editions whose correction logs differ."""
    log = tables.table("rulebook.Correction")
    own_log, published_log = (f"SELECT id, edition FROM {schema}.{log}" for schema in (both.main, both.beside))
    came, went = f"({published_log} EXCEPT {own_log}) AS came", f"({own_log} EXCEPT {published_log}) AS went"
    rows = both.execute(f"SELECT edition FROM {came} UNION SELECT edition FROM {went}")
    return {row[0] for row in rows.fetchall()}


def _last(both: Joined, name: str) -> str:
    return f"(SELECT last FROM {both.main}.stage_tables WHERE name = '{name}')"


def _untouched(both: Joined, name: str) -> str:
    """An SQL condition for the rows of a table that a stage has not changed since it was copied."""
    noted = f"SELECT id FROM {both.main}.stage_rows WHERE name = '{name}'"
    return f"id <= {_last(both, name)} AND id NOT IN ({noted}) AND id IN (SELECT id FROM {both.beside}.{name})"


def _removed(both: Joined) -> list[int]:
    """The editions that people removed from the published book."""
    name = tables.table("rulebook.Edition")
    query = (
        f"SELECT id FROM {both.main}.{name} "
        f"WHERE id <= {_last(both, name)} AND id NOT IN (SELECT id FROM {both.beside}.{name})"
    )
    return [row[0] for row in both.execute(query).fetchall()]


def _take_over(both: Joined, name: str, which: str) -> None:
    """Copy some rows of a table from the published database."""
    columns = tables.listed(tables.columns(name))
    both.execute(f"CREATE TEMP TABLE taken AS SELECT {columns} FROM {both.beside}.{name} WHERE {which}")
    both.execute(f"DELETE FROM {both.main}.{name} WHERE {which}")
    for key in tables.keys(name):
        key_columns = tables.listed(key)
        both.execute(f"DELETE FROM {both.main}.{name} WHERE ({key_columns}) IN (SELECT {key_columns} FROM taken)")
    both.execute(f"INSERT INTO {both.main}.{name} ({columns}) SELECT {columns} FROM taken")
    both.execute("DROP TABLE taken")


def _threads(both: Joined) -> None:
    """Copy the published threads, including new ones, as links to them may already be in use.

    Threads that the stage made itself are dropped; threads are computed again from descent.
    """
    rule, version = tables.table("rulebook.Rule"), tables.table("rulebook.RuleVersion")
    schema = both.main
    both.execute(f"UPDATE {schema}.{version} SET rule_id = NULL WHERE rule_id > {_last(both, rule)}")
    both.execute(f"UPDATE {schema}.{rule} SET merged_into_id = NULL WHERE merged_into_id > {_last(both, rule)}")
    both.execute(f"DELETE FROM {schema}.{rule} WHERE id > {_last(both, rule)}")
    _take_over(both, rule, "TRUE")
    both.execute(
        f"UPDATE {schema}.{version} AS ours SET rule_id = theirs.rule_id FROM {both.beside}.{version} AS theirs "
        "WHERE theirs.id = ours.id AND theirs.edition_id = ours.edition_id "
        "AND theirs.key = ours.key AND coalesce(theirs.rule_id, 0) <> coalesce(ours.rule_id, 0)"
    )
