"""Rolling back: restore the book from before a publication, and add what people wrote since.

The former state becomes a stage like any other, so readers see all of it at once, and a killed process leaves either
the old or the new state. Everything that people wrote is kept: the log of corrections, commentary, assertions about
descent, descriptions and removals of editions. What concerns editions that disappear stays stored but is not shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.management import call_command
from django.db import connection, transaction

from ingest.desk import jobs
from ingest.runs import derived, pipeline, rebase, reread, run
from ingest.staging import db_copies, tables
from ingest.staging import stage as staging_stage
from ingest.staging.db_copies import Copy, Joined
from ingest.staging.publication_log import Order
from ingest.storage import loader
from ingest.workers.pages import PageBuilder
from ingest.workers.pool import WorkerPool
from rulesite.progress import ReportProgress
from rulesite.rulebook.models import Edition, Library
from rulesite.rulebook.workspaces import Workspace
from rulesite.search.store import generations

_DESCRIPTION = ("title", "precision", "known_from")
_OF_DOCUMENT = ("title", "short_title", "publisher", "position")


class NotKept(Exception):  # noqa: N818
    """The snapshot for the rollback does not exist any more."""


@dataclass(frozen=True)
class Since:
    """What people changed since in the published book itself: the addresses of editions that they removed or described,
    and the slugs of documents that they described.
    """

    removed: Sequence[str] = ()
    described: Sequence[str] = ()
    documents: Sequence[str] = ()


def roll_back(state: Copy, annex: Workspace, since: Since, order: Order, report_progress: ReportProgress) -> int | None:
    """Publish the book of a snapshot; returns the number of the publication.

    Raises NotKept if the snapshot is gone.
    """
    if not state.exists():
        raise NotKept
    with (
        jobs.alone(report_progress),
        derived.deferred_index(),
        staging_stage.entered(annex, state) as stage,
        WorkerPool() as crew,
    ):
        report_progress("bringing the earlier state up to date", 0, 1)
        _bring_up_to_date(stage)

        def lay_over() -> None:
            _lay_over(stage, since)

        lay_over()
        pages = PageBuilder(crew)
        reread.renew(crew, pages, report_progress)
        pipeline.follow(crew, pages, progress=report_progress)
        crew.relieve()
        report_progress("publishing", 0, 1)
        number = run.publish(stage, crew, pages, order, compare=True, catch_up=lay_over)
    generations.sweep()
    return number


def _bring_up_to_date(stage: staging_stage.Stage) -> None:
    """Migrate a snapshot to today's layout, and make it give no id that was used since."""
    call_command("migrate", verbosity=0)
    connection.close()
    with db_copies.joined(stage.copy, stage.public) as both, both.writing():
        both.carry_on()


def _lay_over(stage: staging_stage.Stage, since: Since) -> None:
    """Add what people wrote since to the stage; repeating it changes nothing."""
    connection.close()
    with db_copies.joined(stage.copy, stage.public) as both, both.writing():
        corrected = rebase.take_over_people(both)
        _describe(both, since)
    with transaction.atomic():
        for edition in Edition.objects.select_related("document"):
            if edition.address in since.removed:
                loader.remove(edition)
        rebase.correct_again(corrected)
        Library.move_on()


def _describe(both: Joined, since: Since) -> None:
    """Apply people's descriptions to documents and editions."""
    edition, document = tables.table("rulebook.Edition"), tables.table("rulebook.Document")
    for slug in since.documents:
        columns, theirs = ", ".join(_OF_DOCUMENT), f"FROM {both.beside}.{document} WHERE slug = ?"
        both.execute(
            f"UPDATE {both.main}.{document} SET ({columns}) = (SELECT {columns} {theirs}) "
            f"WHERE slug = ? AND EXISTS (SELECT 1 {theirs})",
            (slug, slug, slug),
        )
    for address in since.described:
        slug, _, day = address.partition("/")
        columns = ", ".join(_DESCRIPTION)
        theirs = (
            f"FROM {both.beside}.{edition} e JOIN {both.beside}.{document} d ON d.id = e.document_id "
            "WHERE d.slug = ? AND e.effective = ?"
        )
        both.execute(
            f"UPDATE {both.main}.{edition} SET ({columns}) = (SELECT {', '.join(f'e.{name}' for name in _DESCRIPTION)} "
            f"{theirs}) WHERE effective = ? AND document_id = (SELECT id FROM {both.main}.{document} WHERE slug = ?) "
            f"AND EXISTS (SELECT 1 {theirs})",
            (slug, day, day, slug, slug, day),
        )
