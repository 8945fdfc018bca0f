"""The closing screen of an ingest: the library's content, the doubts, and the next commands."""

from __future__ import annotations

from django.db.models import Count

from rulesite.rulebook import pending
from rulesite.rulebook.models import Citation, Document, Edition, Flag, Library, Source


def screen() -> str:
    """The library after an ingest in a few lines, and the commands to try next."""
    library = Library.current()
    if library is None:
        return "Nothing is held yet. Load documents with: python manage.py ingest PATH"
    contents = ", ".join(
        f"{document.editions_held} of {document.slug}"
        for document in Document.objects.annotate(editions_held=Count("editions")).filter(editions_held__gt=0)
    )
    editions = Edition.objects.count()
    lines = [f"Held now: {editions} edition{'' if editions == 1 else 's'} of {library.name} ({contents})."]
    dangling, doubts = Citation.objects.filter(outcome="dangling").count(), _doubts()
    lines.append(f"To review: {dangling:,} references that lead nowhere, {doubts:,} doubts about readings.")
    if pending.is_pending():
        lines.append(
            "Not finished: requested documents are waiting; the next ingest, or make run, continues with them."
        )
    newest = Edition.objects.order_by("effective").last()
    following = {
        "make run": "read it in a browser; it prints the address",
        'python manage.py find "words"': "search",
        f"python manage.py export {newest.address if newest else 'EDITION'}": "an edition as text",
        "python manage.py ledger SOURCE": "how a file was read, and every doubt",
    }
    lines += ["Next:", *(f"  {command:<44} {what}" for command, what in following.items())]
    return "\n".join(lines)


def _doubts() -> int:
    """The number of doubts: lines that may be provisions, and other flags."""
    lines = sum(not stray["evidence"] for strays in Source.objects.values_list("strays", flat=True) for stray in strays)
    return lines + Flag.objects.exclude(kind="number in text").count()
