"""Draw edges between documents: a paragraph of D'Angelo's restates the rule whose number it gives.

A source states two things: the number in a source tag (``[CompRules 2001/07/23 - 502.10b]``), in the edition of the
tag's date; and, where a collection uses the Comprehensive Rules' own numbers, the number above a paragraph. A tag with
an edition and no number (``[CompRules 1999/04/23]``) says where to look, and the wording decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain

from django.db import transaction

from ingest import builds
from ingest.descent.alignment.editions import AlignedEdition, AlignedProvision, Pair
from ingest.descent.store.fingerprints import EXAMPLES, Fingerprints
from rulesite.rulebook.models import (
    Assertion,
    Attribution,
    AttributionTarget,
    Descent,
    Document,
    Edition,
    Example,
    RuleVersion,
)
from rulesite.rulebook.models.references import Outcome
from rulesite.text import source_tags

_CLEARLY, _LEAD = 0.5, 0.1
"""A wording match is sure with this similarity, or with this lead over the second."""
_ALIKE = 0.25
"""Below this similarity, a paragraph and the rule with its number may be about different things."""


STAGE, UNIT = "restate", "all documents"


def follow(known: Fingerprints) -> bool:
    """Draw the edges between documents, if an edition that they may link has changed; return whether edges changed.

    ``known`` are the fingerprints of the editions.
    """
    people = list(Assertion.objects.order_by("earlier", "later").values_list("earlier", "later", "verdict", "kind"))
    code = builds.code("ingest/descent/alignment", "ingest/descent/store/restatements.py", "rulesite/text")
    key = builds.digest(code, people, _rests_on(known))
    if builds.stands(STAGE, UNIT, key):
        return False
    with transaction.atomic():
        builds.note(STAGE, UNIT, key)
        return redraw()


def _rests_on(known: Fingerprints) -> object:
    """Return the inputs of the edges between documents: the texts of the editions that they may link."""
    tags = Attribution.objects.filter(document__gt="")
    printed, printed_examples = RuleVersion.objects.filter(wording__in=tags.values("wording")), Fingerprints(EXAMPLES)
    examples = Example.objects.filter(wording__in=tags.values("wording"), labelled=True, version__isnull=False)
    ends = {*printed.values_list("edition", flat=True), *examples.values_list("version__edition", flat=True)}
    days = set(tags.filter(date__isnull=False).order_by().values_list("document", "date").distinct())
    pairs = [(nearest.address, edition.address) for nearest, edition in _numbered_alike()]
    ends_by_number = {address for pair in pairs for address in pair}
    inputs = [
        (edition.address, edition.numbering, edition.extent, known[edition.address], printed_examples[edition.address])
        for edition in Edition.objects.select_related("document").order_by("document", "effective")
        if edition.pk in ends or (edition.document.slug, edition.effective) in days or edition.address in ends_by_number
    ]
    corrected = tags.exclude(read_as="").order_by("wording__digest", "start")
    read_tags = list(corrected.values_list("wording__digest", "start", "read_as"))
    return (pairs, inputs, read_tags) if read_tags else (pairs, inputs)


def redraw() -> bool:
    """Redraw all edges between documents, except asserted ones; return whether edges changed."""
    drawn: dict[tuple[int, int], Descent] = {}
    for edge in chain(_by_tag(), _by_number(), _by_named_edition()):
        drawn.setdefault((edge.earlier_id, edge.later_id), edge)
    stored = {
        (edge.earlier_id, edge.later_id): edge
        for edge in Descent.objects.filter(kind=Descent.Kind.RESTATES).exclude(basis=Descent.Basis.ASSERTED)
    }
    asserted = set(Descent.objects.filter(basis=Descent.Basis.ASSERTED).values_list("earlier_id", "later_id"))
    forbidden = set(Assertion.objects.filter(verdict=Assertion.Verdict.FORBID).values_list("earlier", "later"))
    required = {
        pair: edge for pair, edge in drawn.items() if pair not in asserted and _addresses(edge) not in forbidden
    }
    stale = [edge.pk for pair, edge in stored.items() if pair not in required or not _alike(edge, required[pair])]
    for start in range(0, len(stale), 500):
        Descent.objects.filter(pk__in=stale[start : start + 500]).delete()
    gone = set(stale)
    fresh = [edge for pair, edge in required.items() if pair not in stored or stored[pair].pk in gone]
    Descent.objects.bulk_create(fresh, batch_size=1000)
    return bool(stale or fresh)


def _addresses(edge: Descent) -> tuple[str, str]:
    earlier, later = edge.earlier, edge.later
    return f"{earlier.edition.address}/{earlier.key}", f"{later.edition.address}/{later.key}"


def _alike(one: Descent, other: Descent) -> bool:
    return (one.basis, one.score, one.doubtful, one.note) == (other.basis, other.score, other.doubtful, other.note)


def _by_tag() -> Iterable[Descent]:
    """Yield the edges of paragraphs with a tag that cites a number in a stored edition."""
    targets = AttributionTarget.objects.select_related("attribution", "version__edition__document").order_by("pk")
    targets_of: dict[int, list[AttributionTarget]] = {}
    for target in targets:
        targets_of.setdefault(target.attribution.wording_id, []).append(target)
    wordings = list(targets_of)
    for start in range(0, len(wordings), 500):
        batch = wordings[start : start + 500]
        printed: list[tuple[int | None, RuleVersion | None]] = [
            (version.wording_id, version)
            for version in RuleVersion.objects.filter(wording__in=batch).select_related("edition__document")
        ]
        printed += [
            (example.wording_id, example.version)
            for example in Example.objects.filter(
                wording__in=batch, labelled=True, version__isnull=False
            ).select_related("version__edition__document")
        ]
        for wording, version in printed:
            if version is None or wording is None:
                continue
            for target in targets_of[wording]:
                if target.version.edition.document_id != version.edition.document_id:
                    yield _edge(target.version, version, Descent.Basis.STATED, 1.0, note=target.attribution.text)


def _by_named_edition() -> Iterable[Descent]:
    """Yield the edges of paragraphs with a tag that names only an edition, to the rule with the closest wording."""
    tags = Attribution.objects.filter(outcome=Outcome.RESOLVED, cited="", document__gt="").select_related("wording")
    named: dict[tuple[str, date], dict[int, str]] = {}
    for tag in tags.order_by("wording", "start"):
        if tag.date is not None:
            named.setdefault((tag.document, tag.date), {}).setdefault(tag.wording_id, tag.text)
    for (document, day), tags_of in sorted(named.items()):
        edition = Edition.objects.filter(document__slug=document, effective=day).first()
        if edition is None:
            continue
        paragraphs = list(
            RuleVersion.objects.filter(wording__in=list(tags_of))
            .exclude(edition__document=edition.document)
            .exclude(pk__in=AttributionTarget.objects.values("attribution__wording__versions"))
            .select_related("edition__document", "wording")
            .order_by("edition__effective", "position")
        )
        rules = list(edition.versions.select_related("edition__document", "wording").order_by("position"))
        pair = Pair(
            AlignedEdition(_provision(rule) for rule in rules),
            AlignedEdition(
                replace(_provision(each), key=str(each.pk), text=_own_words(each.text)) for each in paragraphs
            ),
        )
        for index, paragraph in enumerate(paragraphs):
            closest = _most_alike(pair, rules, index)
            if closest is not None:
                rule, score, doubtful = closest
                tag_text = tags_of.get(paragraph.wording_id or 0, "the tag")
                note = f"{tag_text} names the edition, the wording the rule"
                basis = Descent.Basis.MATCHED
                yield _edge(rules[rule], paragraph, basis, round(score, 3), doubtful=doubtful, note=note)


def _without_tags(text: str) -> str:
    """Return a paragraph without its source tags."""
    for tag in reversed(source_tags.find(text)):
        text = text[: tag.start] + text[tag.end :]
    return text


def _own_words(text: str) -> str:
    """Return a paragraph's own words, without its source tags and its inline example."""
    bare = _without_tags(text)
    return bare.partition("For example")[0] or bare


def _most_alike(pair: Pair, rules: Sequence[RuleVersion], at: int) -> tuple[int, float, bool] | None:
    """Return the index of the rule that a paragraph restates, the score, and whether it is doubtful; or None."""
    ranked = sorted(
        ((pair.likeness(index, at), index) for index, rule in enumerate(rules) if rule.wording_id is not None),
        key=lambda row: (-row[0], row[1]),
    )
    if not ranked or ranked[0][0] < _ALIKE:
        return None
    lead = ranked[0][0] - (ranked[1][0] if len(ranked) > 1 else 0.0)
    sure = ranked[0][0] >= _CLEARLY or (ranked[0][0] >= _ALIKE and lead >= _LEAD)
    return ranked[0][1], min(0.99, 0.5 + ranked[0][0] / 2), not sure


def _by_number() -> Iterable[Descent]:
    """Yield the edges of paragraphs under a number of another document, to its nearest edition."""
    for nearest, edition in _numbered_alike():
        yield from _same_numbers(nearest, edition)


def _numbered_alike() -> Iterator[tuple[Edition, Edition]]:
    """Yield the editions that use the first document's numbers, each after that document's nearest edition."""
    documents = list(Document.objects.order_by("position", "slug"))
    for document in documents[1:]:
        for edition in document.editions.filter(numbering="decimal").select_related("document"):
            nearest = _nearest(documents[0], edition)
            if nearest is not None:
                yield nearest, edition


def _nearest(document: Document, edition: Edition) -> Edition | None:
    """Return the edition in force at another's date, or the first after it; an extract only if none is whole."""
    for extent in (Edition.Extent.WHOLE, Edition.Extent.EXTRACT):
        editions = document.editions.filter(extent=extent).select_related("document")
        before = editions.filter(effective__lte=edition.effective).order_by("-effective").first()
        nearest = before or editions.filter(effective__gt=edition.effective).order_by("effective").first()
        if nearest is not None:
            return nearest
    return None


def _same_numbers(rules: Edition, edition: Edition) -> Iterable[Descent]:
    by_number: dict[str, RuleVersion] = {}
    for rule in (
        RuleVersion.objects.filter(edition=rules).select_related("wording", "edition__document").order_by("-position")
    ):
        by_number[rule.number] = rule
    pairs = [
        (by_number[paragraph.number], paragraph)
        for paragraph in RuleVersion.objects.filter(edition=edition)
        .select_related("wording", "edition__document")
        .order_by("position")
        if paragraph.number in by_number and paragraph.kind not in (RuleVersion.Kind.RULING, RuleVersion.Kind.NOTE)
    ]
    books = Pair(*(AlignedEdition(_provision(pair[side]) for pair in pairs) for side in (0, 1)))
    for index, (rule, paragraph) in enumerate(pairs):
        likeness = 1.0 if rule.title and rule.title == paragraph.title else books.likeness(index, index)
        basis = Descent.Basis.SAME_NUMBER if likeness == 1.0 else Descent.Basis.MATCHED
        note = f"is under the number of {rules.address}"
        yield _edge(rule, paragraph, basis, round(0.5 + likeness / 2, 3), doubtful=likeness < _ALIKE, note=note)


def _provision(version: RuleVersion) -> AlignedProvision:
    return AlignedProvision(version.key, version.number, version.kind, version.title, _without_tags(version.text), "")


def _edge(
    rule: RuleVersion, paragraph: RuleVersion, basis: str, score: float, *, doubtful: bool = False, note: str = ""
) -> Descent:
    """Return the edge between a rule and the paragraph that restates it, from the older to the newer."""
    earlier, later = (rule, paragraph) if rule.edition.effective <= paragraph.edition.effective else (paragraph, rule)
    return Descent(
        earlier=earlier,
        later=later,
        kind=Descent.Kind.RESTATES,
        basis=basis,
        score=score,
        doubtful=doubtful,
        note=note[:200],
    )
