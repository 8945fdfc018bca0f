"""Outstanding work: derived data that is missing or out of date."""

from __future__ import annotations

from contextlib import suppress

from ingest.descent.store import edges
from ingest.phrases import store
from ingest.storage import edition_keys
from rulesite.checks.playing.loader import BadList
from rulesite.checks.playing.runner import missing as unplayed
from rulesite.reading.precomputed.store import missing as unprepared
from rulesite.rulebook import pending
from rulesite.rulebook.models import Document, Edition
from rulesite.search.indexing import builder
from rulesite.search.store import generations


def outstanding() -> list[str]:
    """The outstanding work, a sentence for each kind; reads only."""
    if not Edition.objects.exists():
        return []
    sentences = []
    if editions := edition_keys.stale():
        sentences.append(f"{len(editions)} editions have to be read again ({editions[0].address} first)")
    if steps := [pair for document in Document.objects.all() for pair in edges.undone(document)]:
        sentences.append(f"{len(steps)} steps of descent have to be computed ({edges.unit(*steps[0])} first)")
    elif store.is_undone():
        sentences.append("the dictionary of phrases has to be learned")
    if noted := pending.unfollowed():
        sentences.append(f"descent has to follow the corrections in {', '.join(sorted(noted))}")
    with suppress(BadList):  # reported by the code that plays
        if unplayed():
            sentences.append("worked examples have to be played")
    if pages := unprepared():
        sentences.append(f"the pages of {len(pages)} editions have to be rendered ({pages[0].address} first)")
    if not builder.is_there(generations.named()):
        sentences.append("the search index is missing or damaged and has to be built")
    elif behind := builder.behind():
        sentences.append(f"{len(behind)} editions have to be indexed again ({behind[0]} first)")
    return sentences
