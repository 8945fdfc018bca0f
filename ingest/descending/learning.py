"""Learning: the dictionary of phrases that descent and glossaries are evidence of, in the database.

What was put for what is looked at step by step, after descent was drawn; a step is looked at again only when it was
drawn from something else, or its glossaries were corrected. The pairs are then made of all steps together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple
from typing import Any

from django.db import transaction

from ingest import made
from ingest.descending import drawing
from ingest.lexis import obsolete
from ingest.lexis.pairing import Learned, learn
from ingest.lexis.rephrasing import GLOSSARY, Passage, Rephrasing, rephrasings
from rulesite.progress import Tell, silence
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
from rulesite.rulebook.settling import Settling, settle

STEP, PAIRS, UNIT = "phrases", "dictionary", "all steps"
_Step = tuple[Edition, Edition]


def follow(tell: Tell = silence, changed: Callable[[], object] = lambda: None) -> None:
    """Learn from the steps that were drawn since; ``changed`` is called in the transaction that changes the dictionary.

    Safe to call at any time: with nothing to do it reads a little and changes nothing. What is learned is worked out
    before the transaction that keeps it, so that nobody who corrects has to wait: what is corrected meanwhile makes
    another key, and is learned from the next time.
    """
    wanted = _wanted()
    stored = made.keys(STEP)
    missing = [name for name, (_, key) in wanted.items() if stored.get(name) != key]
    for nth, name in enumerate(missing):
        tell(f"learning phrases of {name}", nth, len(missing))
        pair, key = wanted[name]
        phrases = _phrases(*pair)
        with transaction.atomic():
            _store(*pair, phrases)
            made.note(STEP, name, key)
    if gone := stored.keys() - wanted.keys():
        with transaction.atomic():
            kept = {(earlier.pk, later.pk) for (earlier, later), _ in wanted.values()}
            every = Rephrased.objects.values_list("pk", "earlier_id", "later_id")
            Rephrased.objects.filter(pk__in=[pk for pk, *step in every if tuple(step) not in kept]).delete()
            made.forget(STEP, gone)
    _make_pairs(_pairs_key(wanted), changed)


def is_undone() -> bool:
    """Whether there are steps that were not learned from; reads only."""
    wanted = _wanted()
    keys = {name: key for name, (_, key) in wanted.items()}
    return made.keys(STEP) != keys or not made.stands(PAIRS, UNIT, _pairs_key(wanted))


def _wanted() -> dict[str, tuple[_Step, str]]:
    """The steps that were drawn, by their names, each with what is learned from it is made from."""
    drawn, read = made.keys(drawing.STEP), made.keys("store")
    corrected: dict[str, list[int]] = {}
    log = Correction.objects.filter(owner__startswith=GLOSSARY).order_by("pk").values_list("edition", "pk")
    for address, pk in log:
        corrected.setdefault(address, []).append(pk)
    code = made.code("ingest/lexis", "ingest/descending/learning.py", "ingest/descent", "rulesite/text")
    found = {}
    for document in Document.objects.all():
        for pair in drawing.steps(document):
            name = drawing.unit(*pair)
            if name in drawn:
                terms = [(read.get(each.address), corrected.get(each.address)) for each in pair]
                found[name] = pair, made.digest(code, drawn[name], terms)
    return found


def _pairs_key(wanted: dict[str, tuple[_Step, str]]) -> str:
    return made.digest([(name, key) for name, (_, key) in wanted.items()])


def _phrases(earlier: Edition, later: Edition) -> list[list[Any]]:
    """What was put for what in a step."""
    texts = RuleVersion.objects.filter(edition=later, wording__isnull=False).values_list("wording__text", flat=True)
    glossaries = _terms(earlier), _terms(later)
    continued = [*_provisions(earlier, later), *_entries(*glossaries)]
    told = rephrasings(continued, [*texts, *(text for text in glossaries[1].values())]) if continued else []
    return [[*astuple(each)[:-1], [list(place) for place in each.places]] for each in told]


def _store(earlier: Edition, later: Edition, phrases: list[list[Any]]) -> None:
    """Keep what was put for what in a step."""
    settle(
        Rephrased.objects.filter(earlier=earlier, later=later),
        [Rephrased(earlier=earlier, later=later, phrases=phrases)] if phrases else [],
        ["earlier_id", "later_id"],
    )


def _provisions(earlier: Edition, later: Edition) -> Iterator[tuple[Passage, Passage]]:
    """The provisions that went on with other words."""
    edges = Descent.objects.filter(earlier__edition=earlier, later__edition=later, doubtful=False)
    edges = edges.exclude(kind__in=[Descent.Kind.CONTINUES, Descent.Kind.RESTATES]).order_by("earlier__position", "pk")
    columns = ("key", "title", "wording__text")
    for row in edges.values_list(*(f"{end}__{column}" for end in ("earlier", "later") for column in columns)):
        yield Passage(row[0], row[1], row[2] or ""), Passage(row[3], row[4], row[5] or "")


def _terms(edition: Edition) -> dict[str, str]:
    """The entries of an edition's glossary, by their slugs."""
    return dict(GlossaryTerm.objects.filter(edition=edition).order_by("position").values_list("slug", "wording__text"))


def _entries(before: dict[str, str], after: dict[str, str]) -> Iterator[tuple[Passage, Passage]]:
    """The entries of one name in two glossaries that say something else."""
    for slug, text in after.items():
        if before.get(slug, text) != text:
            key = f"{GLOSSARY}{slug}"
            yield Passage(key, "", before[slug]), Passage(key, "", text)


def _make_pairs(key: str, changed: Callable[[], object]) -> None:
    """Make the pairs of all steps and glossaries."""
    if made.stands(PAIRS, UNIT, key):
        return
    steps = Rephrased.objects.select_related("earlier__document", "later__document")
    steps = steps.order_by("later__effective", "earlier__effective", "later__document__position")
    ends = {drawing.unit(step.earlier, step.later): step for step in steps}
    told = {name: map(_rephrasing, step.phrases) for name, step in ends.items()}
    pairs = [*(_pair(each, ends) for each in learn(told)), *_said_by_glossaries()]
    with transaction.atomic():
        settling = Settling(PhrasePair.objects.all(), ["old", "new", "basis"])
        settling.settle(pairs)
        gone = settling.clear()
        made.note(PAIRS, UNIT, key)
        if settling.fresh or settling.changed or gone:
            changed()


def _rephrasing(row: list[Any]) -> Rephrasing:
    old, new, sentences, lost, kept, places = row
    return Rephrasing(old, new, sentences, lost, kept, tuple((one, other) for one, other in places))


def _pair(each: Learned, ends: dict[str, Rephrased]) -> PhrasePair:
    evidence = [
        {
            "earlier": ends[name].earlier.address,
            "later": ends[name].later.address,
            "sentences": one.sentences,
            "places": [list(place) for place in one.places],
        }
        for name, one in each.steps
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


def _said_by_glossaries() -> Iterator[PhrasePair]:
    """The terms for which a glossary has another, as the newest edition has it that says so."""
    saying = Wording.objects.filter(text__icontains="obsolete") | Wording.objects.filter(text__istartswith="see ")
    terms = GlossaryTerm.objects.filter(wording__in=saying.values("pk")).order_by("edition__effective", "position")
    found: dict[tuple[str, str], PhrasePair] = {}
    columns = ("term", "slug", "wording__text", "edition__document__slug", "edition__effective")
    for term, slug, text, document, day in terms.values_list(*columns):
        pair = obsolete.instead(term, text)
        if pair is None:
            continue
        old, new, basis = pair
        address = f"{document}/{day.isoformat()}"
        held = found.get((old, basis))
        since = held.since if held is not None and held.new == new else address
        evidence = [{"earlier": address, "later": address, "sentences": 1, "places": [[f"{GLOSSARY}{slug}"] * 2]}]
        found[old, basis] = PhrasePair(old=old, new=new, basis=basis, since=since, sentences=1, evidence=evidence)
    yield from found.values()
