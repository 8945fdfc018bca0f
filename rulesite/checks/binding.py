"""Binding: which examples of which editions a scenario speaks of, found by their words and not by numbers that move.

A cite's opening words find the example where the cite says it stands. The whole example is then pinned: wherever the
same words stand, in whatever edition and under whatever number, the scenario is bound to them. Where an edition has
the same example in other words, the scenario is "written for other words" until a person says that it fits them too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from rapidfuzz import process
from rapidfuzz.distance import Indel

from rulesite.checks.models import Binding, Confirmation, Scenario
from rulesite.checks.printed import Printed, printed, starts_with
from rulesite.rulebook.models import Library
from rulesite.text.wording import words

SAME_RULE, ANY_RULE = 0.4, 0.7
"""How alike two examples must be (the share of their words in order) to be one example in other words: within the
same rule, and anywhere else in another edition. Short passages are not looked for elsewhere."""
SHORT = 6

State = Binding.State


def bind(scenarios: Iterable[Scenario]) -> list[Binding]:
    """Bind scenarios to everything that the library prints; the bindings of before are replaced."""
    book = _Book(printed())
    made: list[Binding] = []
    with transaction.atomic():
        pins = _Pins()
        for scenario in scenarios:
            for number, cite in enumerate(scenario.cites):
                made.extend(_Cite(book, pins, scenario, number, cite).bindings())
        pins.save()
        made = _once(made)
        Binding.objects.all().delete()
        Binding.objects.bulk_create(made)
    return made


def _once(made: list[Binding]) -> list[Binding]:
    """Of several cites of a scenario that reach one example, the one that says most."""
    best: dict[object, Binding] = {}
    for row in made:
        key = (row.scenario_id, row.example_id) if row.example_id else id(row)
        held = best.get(key)
        if held is None or (row.counts and not held.counts):
            best[key] = row
    return list(best.values())


class _Book:
    """All examples, by what they are looked for."""

    def __init__(self, examples: Sequence[Printed]) -> None:
        self.examples = examples
        self.slots = {example.slot: example for example in examples}
        self.by_words: dict[str, list[Printed]] = defaultdict(list)
        self.editions: dict[str, dict[date, list[Printed]]] = defaultdict(lambda: defaultdict(list))
        self.worded: dict[str, list[str]] = {}
        for example in examples:
            self.by_words[example.fingerprint].append(example)
            self.editions[example.document][example.edition].append(example)
            if example.fingerprint not in self.worded:
                self.worded[example.fingerprint] = words(example.text)


class _Pins:
    """The words that scenarios were pinned to before, and those pinned now."""

    def __init__(self) -> None:
        library = Library.current()
        self.library = library.name if library else ""
        self.new: list[Confirmation] = []
        self.by_opening: dict[tuple[str, str, str], str] = {}
        self.persons: dict[str, set[str]] = defaultdict(set)
        for row in Confirmation.objects.all():
            if row.opening and row.library == self.library:
                self.by_opening[row.scenario, row.cite, row.opening] = row.fingerprint
            elif not row.opening:
                self.persons[row.scenario].add(row.fingerprint)

    def pin(self, scenario: Scenario, cite: str, opening: str, example: Printed) -> str:
        """The fingerprint that a cite's opening is pinned to; the first example that it finds decides."""
        key = (scenario.slug, cite, opening)
        if key not in self.by_opening:
            self.by_opening[key] = example.fingerprint
            self.new.append(
                Confirmation(
                    scenario=scenario.slug, fingerprint=example.fingerprint, opening=opening, cite=cite,
                    library=self.library, address=example.address,
                )
            )  # fmt: skip
        return self.by_opening[key]

    def save(self) -> None:
        Confirmation.objects.bulk_create(self.new, ignore_conflicts=True)


@dataclass
class _Cite:
    """One cite of one scenario."""

    book: _Book
    pins: _Pins
    scenario: Scenario
    number: int
    cite: dict[str, Any]

    def bindings(self) -> Iterator[Binding]:
        """Everything that the cite is bound to; one row that says why when there is nothing."""
        if not self.cite["openings"]:
            yield self._row(None, State.NOTHING, "a statement of the rule that no label introduces")
            return
        home, opening, how = self._home()
        if home is None:
            yield self._row(None, State.NOTHING, how)
            return
        known = set(self.pins.persons[self.scenario.slug])
        if opening:
            known.add(self.pins.pin(self.scenario, self._address(None), opening, home))
        found = self._same_words(known)
        if home.pk not in found:
            found[home.pk] = self._row(home, State.OTHER_WORDS, how if not opening else "its words have changed since")
        covered = {(each.document, each.edition) for each in self.book.examples if each.pk in found}
        for example, note in self._in_other_words(home, known, covered):
            found.setdefault(example.pk, self._row(example, State.OTHER_WORDS, note))
        yield from found.values()

    def _same_words(self, known: set[str]) -> dict[int, Binding]:
        persons = self.pins.persons[self.scenario.slug]
        found = {}
        for fingerprint in known:
            for example in self.book.by_words.get(fingerprint, ()):
                state = State.CONFIRMED if fingerprint in persons else State.BOUND
                found[example.pk] = self._row(example, state, "the same words")
        return found

    def _home(self) -> tuple[Printed | None, str, str]:
        """The example that the cite names, the opening by which it was found, and how."""
        document, day, rule = self.cite["document"], date.fromisoformat(self.cite["edition"]), self.cite["rule"]
        slot = self.book.slots.get((document, day, rule, self.cite["ordinal"], self.cite["labelled"]))
        if slot is not None and (opening := self._opening(slot)):
            return slot, opening, "the words of the cite"
        here = self.book.editions[document].get(day, [])
        near = sorted(here, key=lambda each: (each.rule != rule, each.labelled != self.cite["labelled"], each.position))
        for example in near:
            if opening := self._opening(example):
                return example, opening, "the words of the cite, in another place"
        if slot is not None:
            return slot, "", "it begins with other words than the cite says"
        others = self.book.editions[document]
        for other in sorted(others, key=lambda each: abs((each - day).days)):
            for example in others[other]:
                if (opening := self._opening(example)) and len(words(opening)) >= SHORT:
                    return example, opening, "the words of the cite, in another edition"
        if not here:
            return None, "", f"{document}/{day} is not in this library, or has no examples"
        return None, "", f"{rule} of {document}/{day} has no such example"

    def _opening(self, example: Printed) -> str:
        return next((each for each in self.cite["openings"] if starts_with(example.text, each)), "")

    def _in_other_words(
        self, home: Printed, known: set[str], covered: set[tuple[str, date]]
    ) -> Iterator[tuple[Printed, str]]:
        """In each other edition of the document without the known words: the example that is most like them."""
        texts = [self.book.worded[each] for each in known if each in self.book.worded] or [
            self.book.worded[home.fingerprint]
        ]
        for day, examples in self.book.editions[home.document].items():
            if (home.document, day) in covered:
                continue
            same = [each for each in examples if home.thread is not None and each.thread == home.thread]
            alike = self._most_like(texts, same, SAME_RULE)
            if alike is None and len(texts[0]) >= SHORT:
                alike = self._most_like(texts, examples, ANY_RULE)
            if alike is not None:
                yield alike[0], f"{alike[1]:.0%} of its words in their order"

    def _most_like(self, texts: list[list[str]], among: list[Printed], least: float) -> tuple[Printed, float] | None:
        best: tuple[Printed, float] | None = None
        choices = [self.book.worded[each.fingerprint] for each in among]
        for text in texts:
            found = process.extractOne(text, choices, scorer=Indel.normalized_similarity, score_cutoff=least)
            if found is not None and (best is None or found[1] > best[1]):
                best = among[found[2]], found[1]
        return best

    def _row(self, example: Printed | None, state: str, note: str) -> Binding:
        return Binding(
            scenario=self.scenario, cite=self.number, example_id=example.pk if example else None, state=state,
            address=self._address(example), fingerprint=example.fingerprint if example else "", note=note,
        )  # fmt: skip

    def _address(self, example: Printed | None) -> str:
        """Where an example stands; for none, what the cite names."""
        if example is not None:
            return example.address
        return f"{self.cite['document']}/{self.cite['edition']}/{self.cite['rule']}#{self.cite['ordinal']}"
