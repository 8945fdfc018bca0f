"""Store the edges of descent: find the steps that are missing or out of date, and draw only those.

A step is a pair of editions of one document without a whole edition between them. It is up to date if it was drawn from
the current words of both, the current assertions and the current code (`ingest.builds`). Editions may therefore arrive
in any order, and one that comes between two others costs only the two steps beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from django.db import transaction

from ingest import builds
from ingest.descent.alignment.edges import Edge, step
from ingest.descent.alignment.editions import AlignedProvision
from ingest.descent.store import fingerprints, restatements
from ingest.descent.store.assertions import Assertions, assertions_between, note_of, spoken
from ingest.descent.store.assertions_file import sync
from ingest.descent.store.fingerprints import Fingerprints
from ingest.workers.pool import WorkerPool
from rulesite.progress import ReportProgress, silence
from rulesite.rulebook import pending
from rulesite.rulebook.addresses import Address
from rulesite.rulebook.descent import threads
from rulesite.rulebook.descent.incremental import Changes
from rulesite.rulebook.models import Assertion, Descent, Document, Edition, Library, RuleVersion
from rulesite.rulebook.row_sync import RowSync

STEP, THREADS = "descend", "threads"
_TO = " → "
_Step = tuple[Edition, Edition]


def follow(
    *,
    crew: WorkerPool | None = None,
    report_progress: ReportProgress | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> list[_Step]:
    """Draw every step that is missing or out of date, then threads and restatements. Return the steps drawn.

    Safe to call at any time: with nothing to do it reads a little and changes nothing. Each step is a transaction.
    ``meanwhile`` is called while workers draw.
    """
    with transaction.atomic():
        sync()
    drawn: list[_Step] = []
    known = Fingerprints()
    for document in Document.objects.all():
        drawn += _follow(document, known, crew or WorkerPool(1), report_progress or silence, meanwhile)
    _provisions.cache_clear()
    restatements.follow(known)
    pending.settle()
    return drawn


def redraw(noted: Mapping[str, str]) -> None:
    """Redraw the steps beside some editions that are out of date because of new words or assertions, and derived data.

    ``noted`` are the addresses of the editions with their marks (`pending.unfollowed`). Everything is computed first
    and then stored in one short transaction. A step with words changed in the meantime is not stored, and stays noted.
    """
    known, assertions = Fingerprints(), spoken()
    drawn: list[tuple[_Step, str, list[Edge]]] = []
    documents = list(Document.objects.filter(slug__in={address.partition("/")[0] for address in noted}))
    for document in documents:
        stored = _stepped(document)
        for pair in steps(document):
            key = _key(*pair, known, assertions) if noted.keys() & {end.address for end in pair} else ""
            if key and stored.get(unit(*pair)) != key:
                edges = step(_provisions(pair[0].pk), _provisions(pair[1].pk), assertions_between(*pair, assertions))
                drawn.append((pair, key, list(edges)))
    _provisions.cache_clear()
    with transaction.atomic():
        for address in noted:
            if (edition := _held(address)) is not None:
                fingerprints.note(edition)
        known, assertions = Fingerprints(), spoken()
        overtaken = False
        for document in documents:
            required, changes, threaded = steps(document), Changes(), _are_threaded(document)
            for pair, key, edges in drawn:
                if pair in required and _key(*pair, known, assertions) == key:
                    changes.add(store(*pair, edges))
                    builds.note(STEP, unit(*pair), key)
                else:
                    overtaken |= pair[0].document_id == document.pk
            _thread(document, required, assertions, changes, threaded=threaded)
        touched_editions = {edition.address for pair, _, _ in drawn for edition in pair} or noted
        Library.move_on(*(() if restatements.follow(known) else touched_editions))
        if not overtaken:
            pending.settle(noted)


def _held(address: str) -> Edition | None:
    try:
        return Edition.at(address)
    except Edition.DoesNotExist:
        return None


def unit(earlier: Edition, later: Edition) -> str:
    """Return the name of a step in its build key."""
    return f"{earlier.address}{_TO}{later.address}"


def _follow(
    document: Document,
    known: Fingerprints,
    crew: WorkerPool,
    report_progress: ReportProgress,
    meanwhile: Callable[[], None],
) -> list[_Step]:
    """Draw the steps of a document that are out of date, and rebuild the threads that they affect."""
    required = steps(document)
    assertions = spoken()
    stored = _stepped(document)
    threaded = _are_threaded(document)
    keys = {unit(*pair): _key(*pair, known, assertions) for pair in required}
    missing = [pair for pair in required if stored.get(unit(*pair)) != keys[unit(*pair)]]
    changes = _drop_unwanted(document, required, stored)
    tasks = (
        (_provisions(earlier.pk), _provisions(later.pk), assertions_between(earlier, later, assertions))
        for earlier, later in missing
    )
    results: Iterator[list[Edge]]
    if crew.hired and len(missing) < 3:
        begun = [crew.submit(step, task) for task in tasks]
        meanwhile()
        results = (future.result() for future in begun)
    else:
        meanwhile()
        results = crew.each(step, tasks, few=len(missing) < 3)
    for index, (pair, edges) in enumerate(zip(missing, results, strict=True)):
        report_progress(f"joining {unit(*pair)}", index, len(missing))
        with transaction.atomic():
            changes.add(store(*pair, edges))
            builds.note(STEP, unit(*pair), keys[unit(*pair)])
    if not crew.is_beside:
        crew.relieve()
    report_progress(f"following the rules of {document}", len(missing), len(missing))
    with transaction.atomic():
        _thread(document, required, assertions, changes, threaded=threaded)
    return missing


def _are_threaded(document: Document) -> bool:
    """Whether the threads of a document match its stored steps."""
    return builds.stands(THREADS, document.slug, _threads_key(_stepped(document)))


def _thread(
    document: Document, wanted: Sequence[_Step], assertions: Assertions, changes: Changes, *, threaded: bool
) -> None:
    """Draw assertions that skip editions, and rebuild the threads affected by ``changes``, or all if out of date."""
    changes.add(assert_far(document, wanted, assertions))
    own = set(document.editions.values_list("pk", flat=True))
    loose = RuleVersion.objects.filter(rule__isnull=True).order_by().values_list("pk", "edition_id")
    changes.loose |= {pk for pk, edition in loose if edition in own}
    if changes or not threaded:
        threads.rebuild(document, changes if threaded else None)
    builds.note(THREADS, document.slug, _threads_key(_stepped(document)))


def _key(earlier: Edition, later: Edition, known: Fingerprints, assertions: Assertions) -> str:
    """Return the build key of a step's edges."""
    step_assertions = assertions_between(earlier, later, assertions)
    people = (
        sorted(step_assertions.asserted.items()),
        sorted(step_assertions.forbidden),
        sorted(step_assertions.notes.items()),
    )
    code = builds.code("ingest/descent/alignment", "rulesite/text")
    return builds.digest(code, known[earlier.address], known[later.address], people)


def _stepped(document: Document) -> dict[str, str]:
    """Return the build keys of a document's stored steps, by name."""
    return {name: key for name, key in builds.keys(STEP).items() if name.startswith(f"{document.slug}/")}


def undone(document: Document) -> list[_Step]:
    """Return the steps of a document that are missing or out of date."""
    known, assertions, stored = Fingerprints(), spoken(), _stepped(document)
    return [pair for pair in steps(document) if stored.get(unit(*pair)) != _key(*pair, known, assertions)]


def _threads_key(stepped: dict[str, str]) -> str:
    """Return the build key of a document's threads: its steps, and the code that makes threads."""
    return builds.digest(builds.code("rulesite/rulebook/descent/threads.py"), sorted(stepped.items()))


def steps(document: Document) -> list[tuple[Edition, Edition]]:
    """Return the pairs of editions to draw edges between, in order.

    Two whole editions are joined when no whole one stands between them. An extract is joined to the nearest whole
    edition on either side and to the extracts between, but not past one that has the same sections.
    """
    editions = list(document.editions.order_by("effective").select_related("document"))
    sections = _Sections()
    pairs: list[tuple[Edition, Edition]] = []
    for index, later in enumerate(editions):
        passed: list[Edition] = []
        for earlier in reversed(editions[:index]):
            if not any(_stands_between(sections, earlier, between, later) for between in passed):
                pairs.append((earlier, later))
            if earlier.extent == Edition.Extent.WHOLE:
                break
            passed.append(earlier)
    return sorted(pairs, key=lambda pair: (pair[1].effective, pair[0].effective))


def _stands_between(sections: _Sections, earlier: Edition, between: Edition, later: Edition) -> bool:
    """Whether an extract has all sections that its neighbours share, so that the path leads through it."""
    if not earlier.numbering == between.numbering == later.numbering:
        return False
    common = sections[earlier.pk] & sections[later.pk]
    return bool(common) and common <= sections[between.pk]


class _Sections(dict[int, set[str]]):
    """The sections of editions, by the edition's primary key, read on first use."""

    def __missing__(self, edition: int) -> set[str]:
        sections = set()
        for number in RuleVersion.objects.filter(edition=edition).values_list("number", flat=True):
            first, _, rest = number.partition(".")
            sections.add(first if first.isdigit() else f"{first}.{rest.partition('.')[0]}")
        self[edition] = sections
        return sections


def _drop_unwanted(document: Document, wanted: Sequence[_Step], stored: dict[str, str]) -> Changes:
    """Remove and return the edges of steps that a newer edition now divides."""
    gone = stored.keys() - {unit(*pair) for pair in wanted}
    if stored and not gone:
        return Changes()
    if stored:
        editions = {edition.address: edition.pk for edition in document.editions.select_related("document")}
        named = (name.partition(_TO)[::2] for name in gone)
        unwanted = {
            (editions[earlier_address], editions[later_address])
            for earlier_address, later_address in named
            if editions.keys() >= {earlier_address, later_address}
        }
    else:  # there is no record of the steps drawn
        between = Descent.objects.filter(later__edition__document=document, earlier__edition__document=document)
        drawn = set(between.values_list("earlier__edition_id", "later__edition_id").distinct())
        unwanted = drawn - {(earlier.pk, later.pk) for earlier, later in wanted}
    changes = Changes()
    for earlier, later in sorted(unwanted):
        edges = Descent.objects.filter(earlier__edition=earlier, later__edition=later)
        changes.gone |= set(edges.values_list("earlier_id", "later_id"))
        edges.delete()
    builds.forget(STEP, gone)
    return changes


def store(earlier: Edition, later: Edition, edges: Iterable[Edge]) -> Changes:
    """Make the stored edges of a step equal to ``edges``; return the changed ones."""
    old = dict(RuleVersion.objects.filter(edition=earlier).values_list("key", "pk"))
    new = dict(RuleVersion.objects.filter(edition=later).values_list("key", "pk"))
    settling = RowSync(
        Descent.objects.filter(earlier__edition=earlier, later__edition=later), ["earlier_id", "later_id"]
    )
    settling.settle(
        [
            Descent(
                earlier_id=old[edge.earlier],
                later_id=new[edge.later],
                kind=edge.kind,
                basis=edge.basis,
                score=edge.score,
                doubtful=edge.doubtful,
                note=edge.note[:200],
            )
            for edge in edges
        ]
    )
    return _changes(settling)


def _changes(settling: RowSync[Descent]) -> Changes:
    """Delete unwanted edges, and return the edges added, changed or removed."""
    gone = {(int(earlier), int(later)) for earlier, later in settling.clear()}  # type: ignore[call-overload]
    fresh, changed = (
        {(edge.earlier_id, edge.later_id) for edge in edges} for edges in (settling.fresh, settling.changed)
    )
    return Changes(fresh | changed, gone | changed)


def provisions(edition: int) -> tuple[AlignedProvision, ...]:
    """Return an edition's provisions as alignment needs them, by its primary key."""
    columns = ("key", "number", "kind", "title", "wording__text", "parent__key")
    versions = RuleVersion.objects.filter(edition=edition).order_by("position").values_list(*columns)
    return tuple(
        AlignedProvision(key, number, kind, title, text or "", parent or "")
        for key, number, kind, title, text, parent in versions
    )


_provisions = lru_cache(maxsize=4)(provisions)
"""The same, memoized for the following step."""


def assert_far(document: Document, wanted: Sequence[_Step], assertions: Assertions) -> Changes:
    """Store asserted edges that skip editions or lead to another document; return the changed ones."""
    pairs = {(earlier.pk, later.pk) for earlier, later in wanted}
    near = {
        ((earlier.document.slug, earlier.effective), (later.document.slug, later.effective))
        for earlier, later in wanted
    }
    edges = []
    for assertion, old, new in assertions:
        if assertion.verdict != Assertion.Verdict.ASSERT or new.document != document.slug:
            continue
        if ((old.document, old.day), (new.document, new.day)) in near:
            continue
        earlier, later = _version_at(old), _version_at(new)
        if earlier is None or later is None:
            continue
        basis = Descent.Basis.ASSERTED.value
        edge = Descent(earlier=earlier, later=later, kind=assertion.kind, basis=basis, score=1.0)
        edge.note = note_of(assertion)
        edges.append(edge)
    own = set(document.editions.values_list("pk", flat=True))
    asserted = Descent.objects.filter(basis=Descent.Basis.ASSERTED).order_by()
    ends = asserted.values_list("pk", "earlier__edition_id", "later__edition_id")
    far = [pk for pk, earlier, later in ends if later in own and (earlier, later) not in pairs]
    settling = RowSync(Descent.objects.filter(pk__in=far), ["earlier_id", "later_id"])
    settling.settle(edges)
    return _changes(settling)


def _version_at(address: Address) -> RuleVersion | None:
    """Return the provision at a full address, or None if it is not stored."""
    if address.day is None:
        return None
    versions = RuleVersion.objects.filter(edition__document__slug=address.document, edition__effective=address.day)
    return versions.filter(key=address.key).first()
