"""Store the phrase pairs for which descent and glossaries are evidence.

Rephrasings are extracted step by step once descent has been drawn. A step is read again only when its build key changed
or its glossaries were corrected. The pairs are then made from all steps together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple
from typing import Any

from django.db import transaction

from ingest import builds
from ingest.descent.store import edges as store_edges
from ingest.phrases import obsolete
from ingest.phrases.extraction import GLOSSARY, Passage, Rephrasing, rephrasings
from ingest.phrases.pairs import Learned, learn
from rulesite.progress import ReportProgress, silence
from rulesite.rulebook.models import (
    Correction,
    Descent,
    Document,
    Edition,
    GlossaryTerm,
    PhrasePair,
    Rephrased,
    RuleVersion,
    Wording,
)
from rulesite.rulebook.row_sync import RowSync, settle

STEP, PAIRS, UNIT = "phrases", "dictionary", "all steps"
_Step = tuple[Edition, Edition]


def follow(report_progress: ReportProgress = silence, changed: Callable[[], object] = lambda: None) -> None:
    """Extract phrases from new steps, and update the pairs. ``changed`` is called in the transaction that changes them.

    Safe to call at any time: with nothing to do it reads a little and changes nothing. Everything is computed before
    the transaction that stores it, so that people who correct texts do not wait. A correction made in the meantime
    changes the build key, and is learned from the next time.
    """
    required = _wanted()
    stored = builds.keys(STEP)
    missing = [name for name, (_, key) in required.items() if stored.get(name) != key]
    for index, name in enumerate(missing):
        report_progress(f"learning phrases of {name}", index, len(missing))
        pair, key = required[name]
        phrases = _phrases(*pair)
        with transaction.atomic():
            _store(*pair, phrases)
            builds.note(STEP, name, key)
    if gone := stored.keys() - required.keys():
        with transaction.atomic():
            step_keys = {(earlier.pk, later.pk) for (earlier, later), _ in required.values()}
            every = Rephrased.objects.values_list("pk", "earlier_id", "later_id")
            Rephrased.objects.filter(pk__in=[pk for pk, *step in every if tuple(step) not in step_keys]).delete()
            builds.forget(STEP, gone)
    _make_pairs(_pairs_key(required), changed)


def is_undone() -> bool:
    """Whether there are steps that have not been learned from. Reads only."""
    required = _wanted()
    keys = {name: key for name, (_, key) in required.items()}
    return builds.keys(STEP) != keys or not builds.stands(PAIRS, UNIT, _pairs_key(required))


def _wanted() -> dict[str, tuple[_Step, str]]:
    """Return the drawn steps by name, each with the build key of its phrases."""
    drawn, read = builds.keys(store_edges.STEP), builds.keys("store")
    corrected: dict[str, list[int]] = {}
    log = Correction.objects.filter(owner__startswith=GLOSSARY).order_by("pk").values_list("edition", "pk")
    for address, pk in log:
        corrected.setdefault(address, []).append(pk)
    code = builds.code("ingest/phrases", "ingest/phrases/store.py", "ingest/descent/alignment", "rulesite/text")
    required = {}
    for document in Document.objects.all():
        for pair in store_edges.steps(document):
            name = store_edges.unit(*pair)
            if name in drawn:
                terms = [(read.get(edition.address), corrected.get(edition.address)) for edition in pair]
                required[name] = pair, builds.digest(code, drawn[name], terms)
    return required


def _pairs_key(wanted: dict[str, tuple[_Step, str]]) -> str:
    return builds.digest([(name, key) for name, (_, key) in wanted.items()])


def _phrases(earlier: Edition, later: Edition) -> list[list[Any]]:
    """Return the rephrasings in a step."""
    texts = RuleVersion.objects.filter(edition=later, wording__isnull=False).values_list("wording__text", flat=True)
    glossaries = _terms(earlier), _terms(later)
    continued = [*_provisions(earlier, later), *_entries(*glossaries)]
    extracted = rephrasings(continued, [*texts, *(text for text in glossaries[1].values())]) if continued else []
    return [[*astuple(rephrasing)[:-1], [list(place) for place in rephrasing.places]] for rephrasing in extracted]


def _store(earlier: Edition, later: Edition, phrases: list[list[Any]]) -> None:
    """Store the rephrasings of a step."""
    settle(
        Rephrased.objects.filter(earlier=earlier, later=later),
        [Rephrased(earlier=earlier, later=later, phrases=phrases)] if phrases else [],
        ["earlier_id", "later_id"],
    )


def _provisions(earlier: Edition, later: Edition) -> Iterator[tuple[Passage, Passage]]:
    """Yield the provisions that continued with other words."""
    edges = Descent.objects.filter(earlier__edition=earlier, later__edition=later, doubtful=False)
    edges = edges.exclude(kind__in=[Descent.Kind.CONTINUES, Descent.Kind.RESTATES]).order_by("earlier__position", "pk")
    columns = ("key", "title", "wording__text")
    for row in edges.values_list(*(f"{end}__{column}" for end in ("earlier", "later") for column in columns)):
        yield Passage(row[0], row[1], row[2] or ""), Passage(row[3], row[4], row[5] or "")


def _terms(edition: Edition) -> dict[str, str]:
    """Return the entries of an edition's glossary, by slug."""
    return dict(GlossaryTerm.objects.filter(edition=edition).order_by("position").values_list("slug", "wording__text"))


def _entries(before: dict[str, str], after: dict[str, str]) -> Iterator[tuple[Passage, Passage]]:
    """Yield the entries under the same slug in two glossaries whose texts differ."""
    for slug, text in after.items():
        if before.get(slug, text) != text:
            key = f"{GLOSSARY}{slug}"
            yield Passage(key, "", before[slug]), Passage(key, "", text)


def _make_pairs(key: str, changed: Callable[[], object]) -> None:
    """Make the pairs of all steps and glossaries."""
    if builds.stands(PAIRS, UNIT, key):
        return
    steps = Rephrased.objects.select_related("earlier__document", "later__document")
    steps = steps.order_by("later__effective", "earlier__effective", "later__document__position")
    ends = {store_edges.unit(step.earlier, step.later): step for step in steps}
    by_step = {name: map(_rephrasing, step.phrases) for name, step in ends.items()}
    pairs = [*(_pair(learned, ends) for learned in learn(by_step)), *_from_glossaries()]
    with transaction.atomic():
        settling = RowSync(PhrasePair.objects.all(), ["old", "new", "basis"])
        settling.settle(pairs)
        gone = settling.clear()
        builds.note(PAIRS, UNIT, key)
        if settling.fresh or settling.changed or gone:
            changed()


def _rephrasing(row: list[Any]) -> Rephrasing:
    old, new, sentences, lost, unchanged, places = row
    return Rephrasing(old, new, sentences, lost, unchanged, tuple((earlier, later) for earlier, later in places))


def _pair(each: Learned, ends: dict[str, Rephrased]) -> PhrasePair:
    evidence = [
        {
            "earlier": ends[name].earlier.address,
            "later": ends[name].later.address,
            "sentences": rephrasing.sentences,
            "places": [list(place) for place in rephrasing.places],
        }
        for name, rephrasing in each.steps
    ]
    name, _ = max(each.steps, key=lambda step: step[1].sentences)
    return PhrasePair(
        old=each.old,
        new=each.new,
        basis=PhrasePair.Basis.DESCENT.value,
        since=ends[name].later.address,
        sentences=each.sentences,
        share=each.share,
        back=each.back,
        evidence=evidence,
    )


def _from_glossaries() -> Iterator[PhrasePair]:
    """Yield the terms that a glossary replaces by another, each from the newest edition that does so."""
    saying = Wording.objects.filter(text__icontains="obsolete") | Wording.objects.filter(text__istartswith="see ")
    terms = GlossaryTerm.objects.filter(wording__in=saying.values("pk")).order_by("edition__effective", "position")
    pairs: dict[tuple[str, str], PhrasePair] = {}
    columns = ("term", "slug", "wording__text", "edition__document__slug", "edition__effective")
    for term, slug, text, document, day in terms.values_list(*columns):
        pair = obsolete.instead(term, text)
        if pair is None:
            continue
        old, new, basis = pair
        address = f"{document}/{day.isoformat()}"
        former = pairs.get((old, basis))
        since = former.since if former is not None and former.new == new else address
        evidence = [{"earlier": address, "later": address, "sentences": 1, "places": [[f"{GLOSSARY}{slug}"] * 2]}]
        pairs[old, basis] = PhrasePair(old=old, new=new, basis=basis, since=since, sentences=1, evidence=evidence)
    yield from pairs.values()
