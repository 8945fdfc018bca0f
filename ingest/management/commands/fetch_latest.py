"""``manage.py fetch_latest [URL]``: stage the publisher's newest rules, if they are new."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from typing import Any

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

    help = "Read the publisher's page of rules, and submit its newest text to the admin's desk if it is new."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("url", nargs="?", default=latest.PAGE, metavar="URL", help="the page that links to it")
        parser.add_argument(
            "--allow-private", action="store_true", help="allow addresses of this machine and of private networks"
        )

    def collect(self, **options: Any) -> dict[str, Any]:
        allow = options["allow_private"]
        try:
            page = http.follow(options["url"], allow_private=allow, most=latest.MOST_BYTES)
            linked = latest.newest(page.data, page.url)
            newest = {"newest": linked.url, "day": linked.day.isoformat() if linked.day else None}
            if reason := _is_held(linked) or _waits(linked):
                return newest | {"staged": False, "said": reason}
            data = http.fetch(linked.url, allow_private=allow)
        except SourceError as error:
            raise RefusalError(str(error)) from error
        if (stored := _held_bytes(data)) is not None:
            return newest | {"staged": False, "said": f"its bytes are held already, as {stored.edition.address}"}
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
        return f"{result['newest']}: {result['said']}."


def _is_held(linked: Linked) -> str:
    """Return the message for a text whose edition is already stored, or ""."""
    stored = linked.day and Edition.objects.filter(document__slug="cr", effective=linked.day).first()
    return f"it is held already, as {stored.address}" if stored else ""


def _waits(linked: Linked) -> str:
    """Return the message for a text that is already on the desk, or ""."""
    waiting = Proposal.objects.filter(place=linked.name, state__in=Proposal.OPEN).first()
    return f"it is on the desk already, and {waiting.get_state_display()}" if waiting else ""


def _held_bytes(data: bytes) -> Source | None:
    stored = Source.objects.select_related("edition__document").defer("packed", "ledger")
    return stored.filter(sha256=hashlib.sha256(data).hexdigest()).first()
