"""Start drawing the steps beside a new edition in a worker, while the edition is still being stored.

This is a guess: that the edition is stored as read, and that its nearest whole editions will be its neighbours. The
result is looked up (`edges`) by everything it was made from, so a wrong guess is never used.
"""

from __future__ import annotations

from datetime import date

from ingest.descent.alignment.edges import step
from ingest.descent.alignment.editions import AlignedProvision
from ingest.descent.store.assertions import assertions_between, spoken
from ingest.descent.store.edges import provisions
from ingest.parsing.merge import MergedEdition
from ingest.workers.pool import WorkerPool
from rulesite.rulebook.models import Edition, RuleVersion

_TITLE = RuleVersion._meta.get_field("title").max_length


def begin(document: str, effective: date, read: MergedEdition, crew: WorkerPool) -> None:
    """Start the steps beside a new edition in a worker, if there is one with time for it."""
    if not (read.whole and crew.hired) or crew.many:
        return
    stored = Edition.objects.filter(document__slug=document).select_related("document")
    if stored.filter(effective=effective).exists():
        return
    whole = stored.filter(extent=Edition.Extent.WHOLE)
    before = whole.filter(effective__lt=effective).order_by("-effective").first()
    after = whole.filter(effective__gt=effective).order_by("effective").first()
    arriving, assertions = _read(read), spoken()
    for left, right in ((before, None), (None, after)):
        nearest = left or right
        if nearest is not None:
            arriving_edition = Edition(document=nearest.document, effective=effective)
            pair = provisions(left.pk) if left else arriving, provisions(right.pk) if right else arriving
            crew.begin(
                step, (*pair, assertions_between(left or arriving_edition, right or arriving_edition, assertions))
            )


def _read(read: MergedEdition) -> tuple[AlignedProvision, ...]:
    """Return the provisions of an edition as they will be stored if it has no corrections."""
    provisions = [merged.provision for merged in read.provisions]
    keys = {provision.key for provision in provisions}
    return tuple(
        AlignedProvision(
            provision.key,
            provision.number,
            provision.kind.value,
            provision.title[:_TITLE],
            provision.text,
            provision.parent if provision.parent in keys else "",
        )
        for provision in provisions
    )
