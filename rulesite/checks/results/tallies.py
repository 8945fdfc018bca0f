"""Counting: an edition's figures, counted once its games have been played.

A tally stores the result for each example together with a key for its inputs: the example's bindings, its scenarios'
games, a listed gap. Only examples whose key has changed are counted again. `Made` stores a single key for the figures
of a whole edition.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction

from rulesite.checks.binding import binder
from rulesite.checks.binding.corpus import stands_as
from rulesite.checks.examples import day_of_rules, printed, printed_as
from rulesite.checks.models import Binding, Scenario, Tally, Verdict
from rulesite.checks.models.tallies import Counted
from rulesite.checks.results.status import NO_SCENARIO, NOT_MODELLED, Known, Standing, gaps_of
from rulesite.checks.results.undated_editions import BetweenEditions, day_after
from rulesite.rulebook.models import Edition, Made

STAGE = "play"
_BATCH = 2000


@dataclass
class _Facts:
    """The inputs of an edition's figures: the positions of its examples, and a key of the results for each.

    An example's words matter only through those results.
    """

    examples: str
    known: dict[int, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """A key for all these facts."""
        return _digest(self.examples, sorted(self.known.items()))


def count(of: Collection[int] | None = None) -> list[str]:
    """Count the editions with changes; return their addresses.

    If everything was counted before and only some scenarios have new results, pass their primary keys as ``of``: only
    the examples bound to them are counted again.
    """
    tallies = {tally.edition_id: tally for tally in Tally.objects.all()}
    editions = {edition.address: edition for edition in Edition.objects.select_related("document")}
    facts = _facts() if of is None else _facts_of(of, editions, tallies)
    stored_keys = dict(Made.objects.filter(stage=STAGE).values_list("unit", "key"))
    stale = [
        address
        for address, fact in facts.items()
        if stored_keys.get(address) != fact.key or editions[address].pk not in tallies
    ]
    with transaction.atomic():
        _count([(editions[address], facts[address]) for address in stale], tallies)
        if of is None:
            Made.objects.filter(stage=STAGE).exclude(unit__in=facts).delete()
    return stale


def uncounted() -> list[str]:
    """The addresses of editions with changes since they were counted; changes nothing."""
    stored_keys = dict(Made.objects.filter(stage=STAGE).values_list("unit", "key"))
    return [address for address, fact in _facts().items() if stored_keys.get(address) != fact.key]


def count_in(edition: Edition) -> None:
    """Count one edition, as far as its results have changed."""
    tallies = {tally.edition_id: tally for tally in Tally.objects.filter(edition=edition)}
    with transaction.atomic():
        _count([(edition, _facts(edition)[edition.address])], tallies)


def _count(stale: Sequence[tuple[Edition, _Facts]], tallies: dict[int, Tally]) -> None:
    """Count some editions, reusing their earlier tallies; without a tally, count everything."""
    changed: list[tuple[Tally, _Facts, set[int]]] = []
    for edition, facts in stale:
        tally = tallies.get(edition.pk)
        if tally is None or tally.rests_on != facts.examples:
            _count_anew(edition, facts)
        else:
            changed.append((tally, facts, _changed(tally, facts)))
    _count_again(changed)
    _remember({edition.address: facts.key for edition, facts in stale})


def _remember(keys: dict[str, str]) -> None:
    Made.objects.bulk_create(
        [Made(stage=STAGE, unit=unit, key=key) for unit, key in keys.items()],
        update_conflicts=True, unique_fields=["stage", "unit"], update_fields=["key", "made"],
    )  # fmt: skip


def _changed(tally: Tally, facts: _Facts) -> set[int]:
    """The examples whose results have changed since they were counted."""
    names = {pk: name for pk, (name, *_) in tally.counted.items()}
    return {pk for pk in names.keys() | facts.known.keys() if names.get(pk, "") != facts.known.get(pk, "")}


def _count_anew(edition: Edition, facts: _Facts) -> None:
    """Count all examples of an edition."""
    tally = Tally.objects.filter(edition=edition).first() or Tally(edition=edition)
    tally.rests_on = facts.examples
    _sum(tally, _said(Known(bound=True, briefly=True).standings(printed([edition])), facts.known))
    tally.save()


def _count_again(changed: Sequence[tuple[Tally, _Facts, set[int]]]) -> None:
    """Count some examples of editions again."""
    names = {pk: facts.known.get(pk, "") for _, facts, pks in changed for pk in pks}
    recounted: Counted = {}
    known, ordered = Known(bound=True, briefly=True), sorted(names)
    for start in range(0, len(ordered), _BATCH):
        recounted |= _said(known.standings(printed_as(ordered[start : start + _BATCH])), names)
    for tally, _, pks in changed:
        _sum(tally, tally.counted | {pk: recounted[pk] for pk in pks})
    Tally.objects.bulk_create(
        [tally for tally, *_ in changed], update_conflicts=True, unique_fields=["edition"],
        update_fields=["packed", "outcomes", "why"], batch_size=50,
    )  # fmt: skip


def _said(standings: Iterable[Standing], names: dict[int, str]) -> Counted:
    """The counts for some examples."""
    return {
        standing.example.pk: (
            names.get(standing.example.pk, ""),
            standing.outcome,
            standing.why if _explained(standing) else "",
        )
        for standing in standings
    }


def _explained(standing: Standing) -> bool:
    return standing.outcome in (NOT_MODELLED, NO_SCENARIO)


def _sum(tally: Tally, counted: Counted) -> None:
    """Write counts into a tally."""
    tally.counted = counted
    tally.outcomes = Counter(outcome for _, outcome, _ in counted.values())
    tally.why = Counter(why for _, outcome, why in counted.values() if why or outcome == NOT_MODELLED)


def _facts(only: Edition | None = None) -> dict[str, _Facts]:
    """The inputs of the figures of each bound edition, or of ``only`` one."""
    rows = Made.objects.filter(stage=binder.STAGE).values_list("unit", "key")
    bound = {
        address: _Facts(stands_as(key))
        for address, key in rows
        if (address == only.address if only else not address.startswith(binder.GAMES))
    }
    for address, known in _known(only).items():
        if address in bound:
            bound[address].known = known
    return bound


def _facts_of(scenarios: Collection[int], editions: dict[str, Edition], tallies: dict[int, Tally]) -> dict[str, _Facts]:
    """The inputs of the figures of the editions in which some scenarios are bound.

    Examples not bound to these keep their counted keys.
    """
    result = {}
    for address, known in _known(of=scenarios).items():
        tally = tallies[editions[address].pk]
        before = {pk: name for pk, (name, *_) in tally.counted.items() if name}
        result[address] = _Facts(tally.rests_on, before | known)
    return result


def _known(only: Edition | None = None, of: Collection[int] | None = None) -> dict[str, dict[int, str]]:
    """A key for each example's results, by edition and example.

    Of all examples, of one edition's, or of those that some scenarios are bound to.
    """
    known: dict[str, dict[int, list[object]]] = defaultdict(lambda: defaultdict(list))
    editions = {edition.pk: edition for edition in Edition.objects.select_related("document")}
    bound = Binding.objects.order_by("example", "scenario")
    games, titles = Verdict.objects.order_by("since"), Scenario.objects.values_list("pk", "title")
    if of is not None:
        bound = bound.filter(example__in=Binding.objects.filter(scenario__in=of).order_by().values("example"))
        beside = set(bound.order_by().values_list("scenario", flat=True).distinct())
        games, titles = games.filter(scenario__in=beside), titles.filter(pk__in=beside)
    called = dict(titles)
    days, sides = _days_and_sides(editions)
    outcomes: dict[int, list[tuple[date, date, str, str]]] = defaultdict(list)
    for scenario, since, until, outcome, reason in games.values_list(
        "scenario_id", "since", "until", "transcript__outcome", "transcript__reason"
    ):
        outcomes[scenario].append((since, until, outcome, reason))
    for owner in ("version", "term"):
        edition = f"example__{owner}__edition"
        rows = bound.filter(**({edition: only} if only else {f"example__{owner}__isnull": False}))
        for pk, example, scenario, *facts in rows.values_list(edition, "example_id", "scenario_id", "state", "note"):
            verdicts: list[object] = [
                span[2:] for day in days[pk] for span in outcomes[scenario] if span[0] <= day < span[1]
            ]
            verdicts += sides[pk]
            known[editions[pk].address][example].append((scenario, [called[scenario], *facts], verdicts))
    for address, example, gap in gaps_of(only):
        if of is None or example in known.get(address, ()):
            known[address][example].append(gap)
    return {
        address: {pk: _digest(*facts)[:12] for pk, facts in examples.items()} for address, examples in known.items()
    }


def _days_and_sides(editions: dict[int, Edition]) -> tuple[dict[int, list[date]], dict[int, list[object]]]:
    """The days of the rules that each edition's examples are played under, and of one between two known editions what
    its text says of the changes between them."""
    days: dict[int, list[date]] = {}
    sides: dict[int, list[object]] = defaultdict(list)
    between = BetweenEditions()
    for pk, edition in editions.items():
        day = day_of_rules(edition.effective, edition.rules)
        later = day_after(edition.document.slug, day)
        days[pk] = [day, later] if later else [day]
        if later:
            sides[pk] = [sorted(between.sides(edition.effective, day, later).items())]
    return days, sides


def _digest(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()
