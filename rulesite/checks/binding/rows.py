"""Binding rows: the new values of bindings, and storing them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from rulesite.checks.binding.cite_resolution import ResolvedCite
from rulesite.checks.examples import Printed
from rulesite.checks.models import Binding, Scenario

SAME = "the same words"
"""The note of bindings to words that the scenario is known to play."""
_BATCH = 2000

State = Binding.State
_SURE = (State.BOUND, State.CONFIRMED, State.REWORDED, State.FIRST_WORDS, State.OTHER_WORDS, State.NOTHING)


class BindingRow(NamedTuple):
    """The values of a binding."""

    scenario_id: int
    example_id: int | None
    cite: int
    state: str
    address: str
    fingerprint: str
    note: str
    differences: list[dict[str, str]]
    guessed: bool

    @property
    def unsure(self) -> int:
        """A rank of uncertainty that the game is for these words: lower is surer."""
        return _SURE.index(State.FIRST_WORDS if self.guessed else State(self.state))

    def of(self, each: ResolvedCite, state: str, note: str) -> BindingRow:
        """The same row bound by another cite or in another state, and not as a guess."""
        is_unchanged = state in (State.BOUND, State.CONFIRMED)
        return self._replace(
            cite=each.number,
            state=state,
            note=note,
            guessed=False,
            differences=[] if is_unchanged else self.differences,
        )


def reworded(each: ResolvedCite, told: Sequence[dict[str, str]]) -> str:
    """The note of a binding to a cite's example in other words."""
    assert each.example is not None  # noqa: S101 - it says something
    return f"in other words at {len(told)} place{'' if len(told) == 1 else 's'} than {each.example.address}"


def once(made: Iterable[BindingRow]) -> list[BindingRow]:
    """A single row for each example: if several cites of a scenario reach it, the surest."""
    best: dict[tuple[int, int | None], BindingRow] = {}
    for row in made:
        chosen = best.get(row[:2])
        if chosen is None or row.unsure < chosen.unsure:
            best[row[:2]] = row
    return list(best.values())


def bound_in(editions: Mapping[int, Iterable[int]]) -> Iterator[Q]:
    """Conditions for the bindings of some scenarios in each of some editions, all by primary key.

    Editions with the same scenarios share a condition.
    """
    editions_by_scenarios: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for edition, scenarios in editions.items():
        editions_by_scenarios[tuple(sorted(scenarios))].append(edition)
    for bound, editions_alike in editions_by_scenarios.items():
        for owner in ("version", "term"):
            yield Q(scenario__in=bound) & Q(**{f"example__{owner}__edition__in": editions_alike})


def replace(before: Iterable[Q], made: Sequence[BindingRow]) -> None:
    """Replace the bindings that match some conditions by new ones.

    Equal rows stay untouched; whether a guess counts is decided later.
    """
    stored_rows: dict[tuple[int, int | None, int], tuple[int, BindingRow]] = {}
    removed: list[int] = []
    for query in before:
        for pk, *values in Binding.objects.filter(query).order_by().values_list("pk", *BindingRow._fields):
            row = BindingRow._make(values)
            row = row._replace(state=State.FIRST_WORDS) if row.guessed else row
            if row[:3] in stored_rows:
                removed.append(pk)
            else:
                stored_rows[row[:3]] = pk, row
    new = []
    for row in made:
        pk, stored = stored_rows.get(row[:3], (0, None))
        if stored == row:
            del stored_rows[row[:3]]
        else:
            new.append(row)
    removed += [pk for pk, _ in stored_rows.values()]
    for start in range(0, len(removed), _BATCH):
        Binding.objects.filter(pk__in=removed[start : start + _BATCH]).delete()
    Binding.objects.bulk_create(Binding(**row._asdict()) for row in new)


def amend(known: dict[int, BindingRow]) -> None:
    """Change bindings, by primary key."""
    pks_by_values: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for pk, row in known.items():
        pks_by_values[row.cite, row.state, row.note, row.guessed, not row.differences].append(pk)
    for (cite, state, note, guessed, unchanged), pks in pks_by_values.items():
        changed: dict[str, object] = {"cite": cite, "state": state, "note": note, "guessed": guessed}
        changed |= {"differences": []} if unchanged else {}
        for start in range(0, len(pks), _BATCH):
            Binding.objects.filter(pk__in=pks[start : start + _BATCH]).update(**changed)


def row_of(
    scenario: Scenario, each: ResolvedCite, example: Printed | None, state: str, note: str,
    differences: Sequence[dict[str, str]] = (),
) -> BindingRow:  # fmt: skip
    """The row that binds a cite to an example, or to nothing."""
    guessed = each.guessed and state in (State.BOUND, State.REWORDED)
    if guessed:
        state, note = State.FIRST_WORDS, f"it begins as {each.address}, which is not in this library"
    return BindingRow(
        scenario.pk, example.pk if example else None, each.number, state, example.address if example else each.address,
        example.fingerprint if example else "", note, list(differences), guessed,
    )  # fmt: skip
