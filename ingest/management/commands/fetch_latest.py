"""``manage.py fetch_latest [URL]``: stage the publisher's newest rules and policy documents, if they are new."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from ingest.desk import worker
from ingest.document.source import SourceError
from ingest.sources import http, latest
from ingest.sources.latest import Linked
from rulesite.desk import services
from rulesite.desk.models import Proposal
from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.rulebook.models import Edition, Source

WHO = "manage.py fetch_latest"


class Command(MachineCommand):
    """Check for new rules, for use by a timer, and put them on the desk, where a person reviews and publishes them."""

    help = (
        "Read the publisher's pages of rules and policy documents (each is a setting), and submit what is newest to "
        "the admin's desk if it is new. The desk takes one at a time: the others come with the next run."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("url", nargs="?", default="", metavar="URL", help="only this page, which links to it")
        parser.add_argument(
            "--document", default="", choices=["", *latest.DOCUMENTS], help="only this document; with a URL, cr"
        )
        parser.add_argument(
            "--allow-private", action="store_true", help="allow addresses of this machine and of private networks"
        )

    def collect(self, **options: Any) -> dict[str, Any]:
        allow, document = options["allow_private"], options["document"]
        if options["url"]:
            return self._watch(document or "cr", options["url"], allow)
        watched = {slug: url for slug, url in settings.WATCHED_PAGES.items() if url and document in ("", slug)}
        results: list[dict[str, Any]] = []
        problems: list[str] = []
        for slug, url in watched.items():
            try:
                results.append(self._watch(slug, url, allow, waiting=any(result["staged"] for result in results)))
            except RefusalError as refusal:
                problems.append(f"{slug}: {refusal}")
        if problems:
            raise RefusalError("\n".join([*problems, *map(self.describe, results)]))
        return {"pages": results}

    def _watch(self, document: str, url: str, allow: bool, *, waiting: bool = False) -> dict[str, Any]:
        """Look at one page. With ``waiting``, what is new is only named, as the desk is taken by this run."""
        try:
            page = http.follow(url, allow_private=allow, most=latest.MOST_BYTES)
            linked = latest.newest(page.data, page.url, document)
            newest = {
                "document": document,
                "newest": linked.url,
                "day": linked.day.isoformat() if linked.day else None,
            }
            if reason := _is_held(linked, document) or _waits(linked):
                return newest | {"staged": False, "said": reason}
            data = http.fetch(linked.url, allow_private=allow)
        except SourceError as error:
            raise RefusalError(str(error)) from error
        if (stored := _held_bytes(data)) is not None:
            return newest | {"staged": False, "said": f"its bytes are held already, as {stored.edition.address}"}
        if waiting:
            return newest | {"staged": False, "said": "it is new, and waits until the desk is free"}
        return newest | self._stage(linked, data)

    def _stage(self, linked: Linked, data: bytes) -> dict[str, Any]:
        """Put the text on the desk and have it read.

        The publisher's rules may be dated in the future; the person who reviews them there is told so.
        """
        try:
            proposal = services.stage(None, SimpleUploadedFile(linked.name, data), {"any_day": True}, who=WHO)
        except services.ActionError as refusal:
            raise RefusalError(str(refusal)) from refusal
        worker.work()
        proposal.refresh_from_db()
        if proposal.state == Proposal.State.REFUSED:
            raise RefusalError(f"{proposal.place} was fetched, but {proposal.get_state_display()}: {proposal.word}")
        return {"staged": True, "said": f"it is on the desk, and {proposal.get_state_display()}"}

    def describe(self, result: Any) -> str:
        if "pages" in result:
            return "\n".join(map(self.describe, result["pages"])) or "No page is watched."
        return f"{result['newest']}: {result['said']}."


def _is_held(linked: Linked, document: str) -> str:
    """Return the message for a text whose edition is already stored, or ""."""
    stored = linked.day and Edition.objects.filter(document__slug=document, effective=linked.day).first()
    return f"it is held already, as {stored.address}" if stored else ""


def _waits(linked: Linked) -> str:
    """Return the message for a text that is already on the desk, or ""."""
    waiting = Proposal.objects.filter(place=linked.name, state__in=Proposal.OPEN).first()
    return f"it is on the desk already, and {waiting.get_state_display()}" if waiting else ""


def _held_bytes(data: bytes) -> Source | None:
    stored = Source.objects.select_related("edition__document").defer("packed", "ledger")
    return stored.filter(sha256=hashlib.sha256(data).hexdigest()).first()
