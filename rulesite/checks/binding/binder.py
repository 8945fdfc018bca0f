"""Binding: find the examples of all editions that a scenario plays, by their words, because numbers move.

A cite's opening words find the example at the place that the cite names. The whole example is then pinned: the scenario
is bound to the same words in any edition and under any number. Its predecessors and successors, by its rule's thread or
by similarity, are compared with the pinned words: if every difference is explained (`rewordings`), the scenario is
bound to them too, and the binding records the differences and why they don't affect the game. With any unexplained
difference it is "written for other words" until a person confirms that it fits. If the edition of a cite is not stored,
an opening found elsewhere is a guess, and `guesses` decides whether it counts.

The bindings in an edition depend only on its own examples, the resolved meaning of each cite and the rewordings that
matter for its words. So a new edition is bound alone. A cite that means other words (because a person confirmed some,
or struck a pair of the dictionary that occurs in them) is bound again everywhere, one that means the same words at
another position only in the editions of the old and the new position. When the edition of a cite arrives and confirms
its guess, bindings from the guess become certain (`_settled`). `Made` stores the keys for all of this: an edition under
its address, a scenario under ``games/`` and its slug.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q
from rapidfuzz import process
from rapidfuzz.distance import Indel

from rulesite.checks.binding import rewordings
from rulesite.checks.binding.build_keys import GAMES, STAGE, bound_before, changed_in, counts, key_of
from rulesite.checks.binding.cite_resolution import ResolvedCite, homes_of
from rulesite.checks.binding.comparison_cache import Comparisons
from rulesite.checks.binding.corpus import ExampleCorpus, Page, stands_as
from rulesite.checks.binding.guesses import settle
from rulesite.checks.binding.resolved_cites import GUESS, KNOWN, Meant
from rulesite.checks.binding.rows import SAME, BindingRow, amend, bound_in, once, replace, reworded, row_of
from rulesite.checks.examples import Printed
from rulesite.checks.models import Binding, Scenario
from rulesite.rulebook.models import Edition, Made

_SAYINGS_STAGE = "bind: sayings"
"""The stage of `Made` for the sayings in force at the last binding."""
SAME_RULE, ANY_RULE = 0.4, 0.7
"""Minimum similarity (the share of words in order) of two examples to be the same in other words: within the same rule,
and anywhere else in another edition. Short passages are not searched for elsewhere.
"""
SHORT = 6
_MIN_EDITIONS = 3
"""Texts of scenarios that are bound again in this many editions are compared with all editions at once."""

State = Binding.State


@dataclass
class Bound:
    """The result of a binding: the editions, and the scenarios (by slug), that were bound again everywhere."""

    editions: set[str] = field(default_factory=set)
    scenarios: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.editions or self.scenarios)


def bind(scenarios: Iterable[Scenario]) -> Bound:
    """Bind scenarios to all stored examples, unless the bindings are up to date.

    ``scenarios`` must be all of them: bindings of others are deleted.
    """
    with transaction.atomic():
        plan = _plan(scenarios)
        plan.carry_out()
    return plan.bound


def rebind(edition: Edition, scenarios: Iterable[Scenario]) -> Bound:
    """Bind scenarios again after changes in a single edition; the others are assumed to be unchanged."""
    with transaction.atomic():
        book = ExampleCorpus([edition.address])
        if not (changed := changed_in(book)):
            return Bound()
        plan = _Plan(book, changed, list(scenarios))
        plan.carry_out()
    return plan.bound


def unbound(scenarios: Iterable[Scenario]) -> Bound:
    """The work that `bind` would do; changes nothing."""
    return _plan(scenarios).bound


def _plan(scenarios: Iterable[Scenario]) -> _Plan:
    book = ExampleCorpus()
    return _Plan(book, changed_in(book), list(scenarios))


class _Plan:
    """A plan of bindings to renew, and its execution; ``changed`` are the editions with changes."""

    def __init__(self, book: ExampleCorpus, changed: set[str], scenarios: list[Scenario]) -> None:
        self._book = book
        self._scenarios = scenarios
        self._homes = homes_of(book, scenarios)
        self._sayings = rewordings.in_force()
        self._said = rewordings.name_of_all(self._sayings)
        keys_before = bound_before()
        self._known = known = keys_before if Made.stands(_SAYINGS_STAGE, "all", self._said) else {}
        """The keys of the earlier bindings, if the sayings have not changed since."""
        self._meant = {(unit := f"{GAMES}{row.slug}"): self._meaning(row, known.get(unit, "")) for row in scenarios}
        sayings_by_scenario = {row.pk: Meant.of(self._meant[f"{GAMES}{row.slug}"]).said for row in scenarios}
        self._comparisons = Comparisons(self._sayings, sayings_by_scenario)
        self.bound = Bound(changed, {unit for unit, key in self._meant.items() if keys_before.get(unit) != key})
        turned = {
            unit: (Meant.of(keys_before.get(unit, "")), Meant.of(self._meant[unit])) for unit in self.bound.scenarios
        }
        moved = {unit: change for unit, change in turned.items() if change[0].is_moved_to(change[1])}
        self._sure = {unit: old.known_in(now) for unit, (old, now) in moved.items()}
        """Scenarios whose cites mean the same words elsewhere, with their cites that are no longer guesses."""
        self._moved = {unit: old.placed_otherwise_in(now) - self._sure[unit] for unit, (old, now) in moved.items()}
        """The same scenarios, with their other cites that moved."""
        self._gone = [unit for unit in keys_before if unit not in book.editions and unit not in self._meant]

    def _meaning(self, row: Scenario, before: str) -> str:
        """The key of the meaning of a scenario's cites, as `Made` stores it: words, sayings, guesses and places.

        The sayings are taken from ``before`` if it is for the same words and the dictionary has not changed.
        """
        homes = self._homes.found[row.slug]
        words = _digest(row.pk, [(home.words, self._cited_at(home)) for home in homes])
        known = Meant.of(before)
        sayings = known.said if known.words == words else ""
        sayings = sayings or _digest([rewordings.name_for(self._sayings, home.pinned) for home in homes])
        guesses = "".join(GUESS if home.guessed else KNOWN for home in homes)
        return Meant(words, sayings, guesses, ".".join(_digest(home.place)[:8] for home in homes)).key

    def _cited_at(self, home: ResolvedCite) -> list[tuple[str, int]]:
        """The threads of the rules that a cite's example cites, by number."""
        if home.example is None:
            return []
        return sorted(self._book.cited(home.stands, home.example.fingerprint).items())

    def carry_out(self) -> None:
        """Delete bindings that no longer count, and bind again."""
        self._homes.save()
        changed = [row for row in self._scenarios if f"{GAMES}{row.slug}" in self.bound.scenarios]
        anew = [row for row in changed if f"{GAMES}{row.slug}" not in self._moved]
        Binding.objects.exclude(scenario__in=[row.pk for row in self._scenarios]).delete()
        before = [
            Q(scenario__in=[row.pk for row in anew]),
            Q(scenario__in=[row.pk for row in changed if row not in anew], example=None),
        ]
        again = self._again(set(anew))
        known = self._settled(again)
        rows = [row for scenario in changed for row in self._nothing(scenario)]
        self._compare(anew, again)
        if anew:
            for page in self._book.pages(self._book.editions):
                rows += once(row for scenario in anew for row in self._in(page, scenario))
        for address, stand in sorted(again.items()):
            rows += once(row for scenario in stand for row in self._in(self._book.page(address), scenario))
        before += bound_in(
            {self._book.editions[edition]: [row.pk for row in stand] for edition, stand in again.items()}
        )
        replace(before, rows)
        amend(known)
        self._comparisons.keep()
        self._remember()
        editions = [self._book.editions[address] for address in again]
        of_editions = Q(example__version__edition__in=editions) | Q(example__term__edition__in=editions)
        settle(of_editions | Q(scenario__in=[row.pk for row in changed]) | Q(pk__in=known))

    def _again(self, anew: set[Scenario]) -> dict[str, list[Scenario]]:
        """The scenarios to bind again in some editions, by their addresses."""
        rest = [row for row in self._scenarios if row not in anew]
        scenarios = {address: self._concerned(address, rest) for address in self.bound.editions}
        for row in self._scenarios:
            unit, found_at = f"{GAMES}{row.slug}", self._homes.found[row.slug]
            homes = {home for number in self._moved.get(unit, ()) for home in found_at[number].editions}
            homes |= {found_at[number].stands for number in self._sure.get(unit, ())}
            for address in homes & self._book.editions.keys() - self.bound.editions:
                scenarios.setdefault(address, []).append(row)
        return scenarios

    def _compare(self, anew: list[Scenario], again: dict[str, list[Scenario]]) -> None:
        """Compare the texts of scenarios that are bound in many editions with all of these at once."""
        pages = list(self._book.pages(self._book.editions if anew else again))
        often = Counter(row for stand in again.values() for row in stand)
        rows = {*anew, *(row for row, times in often.items() if times >= _MIN_EDITIONS)}
        homes = (home for row in sorted(rows, key=lambda row: row.pk) for home in self._homes.found[row.slug])
        self._book.compare((text for home in homes for text in home.texts), pages)

    def _settled(self, again: dict[str, list[Scenario]]) -> dict[int, BindingRow]:
        """The new rows, by primary key, of bindings from guesses that are now confirmed.

        Scenarios whose words need another look in an edition are added to ``again``.
        """
        rows = {row.pk: row for row in self._scenarios if self._sure.get(f"{GAMES}{row.slug}")}
        bound = Binding.objects.filter(scenario__in=rows, example__isnull=False).order_by()
        looked_at = {(address, row.pk) for address, stand in again.items() for row in stand}
        changed: dict[int, BindingRow] = {}
        for pk, *values in bound.values_list("pk", *BindingRow._fields):
            row = BindingRow._make(values)
            scenario, edition = rows[row.scenario_id], "/".join(row.address.split("/")[:2])
            if (edition, row.scenario_id) in looked_at:
                continue
            homes, sure = self._homes.found[scenario.slug], self._sure[f"{GAMES}{scenario.slug}"]
            renewed = self._known_of(row, homes, sure)
            if renewed is None or (_is_of_other_words(row, sure) and edition in homes[row.cite].editions):
                again.setdefault(edition, []).append(scenario)
                looked_at.add((edition, row.scenario_id))
            elif renewed != row:
                changed[pk] = renewed
        return changed

    @staticmethod
    def _known_of(row: BindingRow, homes: Sequence[ResolvedCite], sure: frozenset[int]) -> BindingRow | None:
        """The new row of a binding when some cites are no longer guesses; None if the words need another look."""
        candidates = []
        for number in sorted(sure):
            each = homes[number]
            if row.fingerprint in each.known:
                state = State.CONFIRMED if row.fingerprint in each.confirmed else State.BOUND
                candidates.append(row.of(each, state, SAME))
            elif row.cite == number:
                candidates.append(row.of(each, State.REWORDED, reworded(each, row.differences)) if row.guessed else row)
            elif row.guessed or (row.state == State.REWORDED and number < row.cite):
                return None
        return min([row, *candidates], key=lambda each: (each.unsure, each.cite))

    def _concerned(self, address: str, rows: list[Scenario]) -> list[Scenario]:
        """The scenarios to bind again in a changed edition.

        All of them, unless its examples are at the same positions; then only those bound to an example with changed
        words, and those that may be bound to the new words.
        """
        before = self._known.get(address, "")
        if not before or stands_as(before) != stands_as(self._book.keys[address]):
            return rows
        page = self._book.page(address)
        edition = self._book.editions[address]
        of_edition = Q(example__version__edition=edition) | Q(example__term__edition=edition)
        stored = Binding.objects.filter(of_edition).values_list("scenario", "example", "fingerprint")
        fingerprints = {example.pk: example.fingerprint for example in page.examples}
        unchanged = {example for _, example, fingerprint in stored if fingerprints.get(example) == fingerprint}
        others = Page(page.document, [example for example in page.examples if example.pk not in unchanged])
        bound = {scenario for scenario, example, _ in stored if example not in unchanged}
        return [
            row
            for row in rows
            if row.pk in bound
            or f"{GAMES}{row.slug}" in self._moved
            or any(self._may_meet(others, home) for home in self._homes.found[row.slug])
        ]

    def _may_meet(self, page: Page, each: ResolvedCite) -> bool:
        """Whether a cite may be bound to any of some examples, in any way."""
        if each.example is None:
            return False
        if each.example.slot in page.slots or not page.by_words.keys().isdisjoint(each.known):
            return True
        if each.example.thread is not None and each.example.thread in page.by_thread:
            return True
        texts = {*each.pinned, *each.texts} if page.document == each.example.document else ()
        return any(self._book.like(self._book.spelt(text), page) for text in texts)

    def _remember(self) -> None:
        Made.note(_SAYINGS_STAGE, "all", self._said)
        Made.objects.filter(stage=STAGE, unit__in=self._gone).delete()
        stored, counted = bound_before(), counts()
        digests = {unit: key.partition("-")[0] for unit, key in stored.items() if unit in self._book.editions}
        digests |= self._book.keys
        keys = {address: key_of(digest, counted.get(address, 0)) for address, digest in digests.items()} | self._meant
        Made.objects.bulk_create(
            [Made(stage=STAGE, unit=unit, key=key) for unit, key in keys.items() if stored.get(unit) != key],
            update_conflicts=True, unique_fields=["stage", "unit"], update_fields=["key", "made"],
        )  # fmt: skip

    def _nothing(self, scenario: Scenario) -> Iterator[BindingRow]:
        for home in self._homes.found[scenario.slug]:
            if home.example is None:
                yield row_of(scenario, home, None, State.NOTHING, home.how)

    def _in(self, page: Page, scenario: Scenario) -> Iterator[BindingRow]:
        """The bindings of a scenario in an edition, for each of its cites."""
        for cite in self._homes.found[scenario.slug]:
            if cite.example is None:
                continue
            rows = {}
            for fingerprint in cite.known:
                for example in page.by_words.get(fingerprint, ()):
                    state = State.CONFIRMED if fingerprint in cite.confirmed else State.BOUND
                    rows[example.pk] = row_of(scenario, cite, example, state, SAME)
            for example in self._kin(page, cite) if cite.pinned else ():
                if example.pk not in rows and (differences := self._differences(scenario, cite, example)) is not None:
                    rows[example.pk] = row_of(scenario, cite, example, State.REWORDED, *differences)
            home = page.slots.get(cite.example.slot)
            if home is not None and home.pk not in rows:
                how = cite.how if not cite.opening else "its words have changed since"
                rows[home.pk] = row_of(scenario, cite, home, State.OTHER_WORDS, how)
            if not rows and page.document == cite.example.document:
                similar = self._alike(page, cite)
                if similar is not None:
                    note = f"{similar[1]:.0%} of its words in their order"
                    rows[similar[0].pk] = row_of(scenario, cite, similar[0], State.OTHER_WORDS, note)
            yield from rows.values()

    def _kin(self, page: Page, each: ResolvedCite) -> Iterator[Printed]:
        """The examples of an edition that may be a cite's example in other words, without repetitions.

        They are similar to it; in another document, or if it is short, they must also be on its rule's thread.
        """
        assert each.example is not None  # noqa: S101 - without one nothing is looked for
        kin: list[Printed] = []
        for text in each.pinned:
            normalised = self._book.spelt(text)
            likest = [example.fingerprint for example, _ in self._book.like(normalised, page)]
            similar = [example for fingerprint in likest for example in page.by_words[fingerprint]]
            if page.document != each.example.document or len(normalised) < SHORT:
                similar = [example for example in similar if example.thread == each.example.thread is not None]
            kin += similar
        yield from dict.fromkeys(kin)

    def _differences(
        self, scenario: Scenario, each: ResolvedCite, example: Printed
    ) -> tuple[str, list[dict[str, str]]] | None:
        """The explained differences of an example from the known words, with a note; None if any is unexplained."""
        assert each.example is not None  # noqa: S101 - without one nothing is looked for
        citations_here = self._book.cited(f"{example.document}/{example.edition}", example.fingerprint)
        home = self._book.cited(each.stands, each.example.fingerprint)
        for text in each.pinned:
            differences = self._comparisons.differences(scenario.pk, text, example, home, citations_here)
            if differences is not None:
                return reworded(each, differences), differences
        return None

    def _alike(self, page: Page, each: ResolvedCite) -> tuple[Printed, float] | None:
        """The most similar example in an edition without the known words."""
        assert each.example is not None  # noqa: S101 - without one nothing is looked for
        of_thread = page.by_thread.get(each.example.thread, []) if each.example.thread is not None else []
        texts = [self._book.spelt(text) for text in each.texts]
        among = [self._book.spelt(example.text) for example in of_thread]
        best: tuple[Printed, float] | None = None
        for text in texts:
            match = process.extractOne(text, among, scorer=Indel.normalized_similarity, score_cutoff=SAME_RULE)
            if match is not None and (best is None or match[1] > best[1]):
                best = of_thread[match[2]], match[1]
        if best is not None or len(texts[0]) < SHORT:
            return best
        similar = [like for text in texts for like in self._book.like(text, page)[:1] if like[1] >= ANY_RULE]
        return max(similar, key=lambda like: like[1], default=None)


def _is_of_other_words(row: BindingRow, cites: frozenset[int]) -> bool:
    """Whether a binding by one of some cites says, not as a guess, that its example has other words."""
    return row.cite in cites and not row.guessed and row.state == State.OTHER_WORDS


def _digest(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]
