"""Files of cards on the desk: what they would change is counted; published, they are loaded in one transaction."""

from __future__ import annotations

from typing import Any

from ingest.desk.jobs import Nothing
from rulesite.cards.loading import REFUSALS, load, look
from rulesite.desk import workspace
from rulesite.desk.models import Proposal
from rulesite.progress import ReportProgress


def work(proposal: Proposal, report_progress: ReportProgress) -> dict[str, Any]:
    """Do what is asked of a file of cards, and return the new state of its proposal.

    Raises Nothing, with everything as it was, for a file that is none of cards or not whole.
    """
    path = workspace.given(proposal)
    if path is None:
        raise Nothing(f"{proposal.place} is not kept any more: bring it again.")
    try:
        if proposal.state != Proposal.State.PUBLISHING:
            return {"preview": {"cards": look([path], report_progress)}, "state": Proposal.State.READY, "word": ""}
        loaded = load([path], report_progress=report_progress)
    except REFUSALS as error:
        raise Nothing(f"{error}. Nothing was changed.".replace(f"{path}", proposal.place)) from None
    stored = loaded.stored
    word = f"{stored.added:,} cards were added and {stored.changed:,} changed; there are {stored.rulings:,} rulings."
    return {"state": Proposal.State.PUBLISHED, "publication": None, "word": word}
