"""Unresolved references and source tags of an edition, each with its place in the text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Attribution, Citation, Edition, Example, GlossaryTerm, IndexEntry, RuleVersion
from rulesite.rulebook.models.references import Outcome

_CONTEXT = 60
"""Characters of context shown before and after a passage."""
Places = dict[int, list[tuple[str, str]]]
"""Label and URL of each place that prints a wording, by the wording's primary key."""


@dataclass(frozen=True)
class Unfollowed:
    """A reference or source tag with no target, or more than one: its words and their places."""

    pk: int
    cited: str
    before: str
    after: str
    reason: str
    places: list[tuple[str, str]]
    candidates: list[tuple[str, str]]


def places_of(edition: Edition) -> Places:
    """Label and URL of every place of an edition that prints a wording with references or tags."""
    path = edition.get_absolute_url()
    places: Places = defaultdict(list)
    versions = RuleVersion.objects.filter(edition=edition, wording__isnull=False)
    for wording_id, key in versions.values_list("wording_id", "key"):
        places[wording_id].append((key, rule_url(path, key)))
    for wording_id, key, ordinal in Example.objects.filter(version__edition=edition, labelled=True).values_list(
        "wording_id", "version__key", "ordinal"
    ):
        places[wording_id].append((f"{key}, Example {ordinal}", f"{path}{key}/#{key}/example/{ordinal}"))
    terms = GlossaryTerm.objects.filter(edition=edition)
    for wording_id, term, slug in terms.values_list("wording_id", "term", "slug"):
        places[wording_id].append((f"Glossary: {term}", f"{path}glossary/{slug}/"))
    entries = IndexEntry.objects.filter(edition=edition)
    for wording_id, term, key in entries.values_list("wording_id", "term", "key"):
        places[wording_id].append((f"Index: {term}", f"{path}index/#{key}"))
    for wording_id, term, slug in Example.objects.filter(term__edition=edition, labelled=True).values_list(
        "wording_id", "term__term", "term__slug"
    ):
        places[wording_id].append((f"Glossary: {term}, Example", f"{path}glossary/{slug}/"))
    return places


def references_of(edition: Edition, outcome: Outcome, places: Places) -> Iterator[Unfollowed]:
    """The references with one outcome, in the order of the book."""
    citations = (
        Citation.objects.filter(edition=edition, outcome=outcome)
        .select_related("reference__wording")
        .prefetch_related("targets__version__edition__document", "targets__term__edition__document")
        .order_by("reference__wording__versions__position", "reference__start")
    )
    seen: set[int] = set()
    for citation in citations:
        if citation.pk in seen:
            continue
        seen.add(citation.pk)
        reference = citation.reference
        text = reference.wording.text
        candidates = []
        for target in citation.targets.all():
            if target.version is not None:
                candidates.append((target.version.key, target.version.get_absolute_url()))
            elif target.term is not None:
                candidates.append((target.term.term, target.term.get_absolute_url()))
        reason = citation.reason
        if citation.suggestion:
            perhaps = f"perhaps {citation.suggestion}"
            reason = reason.removesuffix(f"; {perhaps}")
            candidates.append((perhaps, rule_url(edition.get_absolute_url(), citation.suggestion.partition("–")[0])))
        yield Unfollowed(
            reference.pk, reference.cited, *_around(text, reference.start, reference.end), reason,
            places.get(reference.wording_id, []), candidates,
        )  # fmt: skip


def tags_of(edition: Edition, outcome: Outcome, places: Places) -> Iterator[Unfollowed]:
    """The source tags with one outcome, by their words."""
    tags = Attribution.objects.filter(wording__versions__edition=edition, outcome=outcome).select_related("wording")
    return _tagged(tags, places)


def doubtful_tags_of(edition: Edition, places: Places) -> Iterator[Unfollowed]:
    """The source tags with a doubtful content, whatever their outcome."""
    tags = Attribution.objects.filter(wording__versions__edition=edition).exclude(problem="").select_related("wording")
    return _tagged(tags, places)


def _tagged(tags: QuerySet[Attribution], places: Places) -> Iterator[Unfollowed]:
    for tag in tags.distinct().order_by("text", "pk"):
        context = _around(tag.wording.text, tag.start, tag.end)
        yield Unfollowed(tag.pk, tag.text, *context, tag.problem or tag.reason, places.get(tag.wording_id, []), [])


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """The text before and after a passage, cut at words."""
    before, after = text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
    if start > _CONTEXT:
        before = "…" + before.partition(" ")[2]
    if end + _CONTEXT < len(text):
        after = after.rpartition(" ")[0] + "…"
    return before, after
