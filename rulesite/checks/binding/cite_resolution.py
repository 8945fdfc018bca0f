"""Homes: the example that each cite of a scenario means, and its words that the scenario is known to play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from rulesite.checks.binding.corpus import ExampleCorpus
from rulesite.checks.examples import Printed, begins_with
from rulesite.checks.models import Confirmation, Pin, Scenario
from rulesite.rulebook.models import Library, Wording
from rulesite.text.wording import words

LONG_ENOUGH = 6
"""Minimum words of an opening to search for its example in editions that the cite does not name."""
_MAX_COMPARED = 200
"""An opening in a scenario has at most 200 characters, so no more words than this."""


@dataclass
class ResolvedCite:
    """A resolved cite.

    ``example`` is None without anything to bind; ``how`` notes how the example was identified, or why it was not.
    ``known`` are the fingerprints of the words that the scenario plays, ``confirmed`` those confirmed by a person;
    ``pinned`` their texts, ``texts`` the ones to compare for similarity (the example's own if nothing is pinned).
    ``editions`` are those with bindings that do not depend on words alone: the editions of the example's present
    position and of its earlier ones. ``guessed``: the opening was found, but not in the edition that the cite names, so
    how its words continued there is unknown.
    """

    number: int
    address: str
    example: Printed | None = None
    opening: str = ""
    how: str = ""
    known: tuple[str, ...] = ()
    confirmed: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()
    pinned: tuple[str, ...] = ()
    editions: frozenset[str] = frozenset()
    guessed: bool = False

    @property
    def stands(self) -> str:
        """The address of the example's edition, "" without an example."""
        return f"{self.example.document}/{self.example.edition}" if self.example else ""

    @property
    def words(self) -> object:
        """A key for everything that bindings in all other editions depend on, except whether it is guessed."""
        of_thread = (self.example.document, self.example.thread) if self.example else None
        return self.number, of_thread, self.known, sorted(self.confirmed), self.texts, bool(self.pinned)

    @property
    def place(self) -> object:
        """A key for the bindings' further inputs in the editions of the example's present and earlier positions."""
        return self.address, self.example.slot if self.example else None, bool(self.opening), self.how


class _Opening(NamedTuple):
    """The first words of an example, as cited by a scenario."""

    scenario: str
    document: str
    place: tuple[date, str, int, bool]
    words: tuple[str, ...]


@dataclass
class Homes:
    """The resolved cites of scenarios, by slug, and new pins."""

    found: dict[str, list[ResolvedCite]] = field(default_factory=dict)
    pins: list[Pin] = field(default_factory=list)

    def save(self) -> None:
        """Store the pins that are new or have moved."""
        Pin.objects.bulk_create(
            self.pins, update_conflicts=True, unique_fields=["scenario", "cite", "opening", "library"],
            update_fields=["address", "fingerprint"],
        )  # fmt: skip


def homes_of(book: ExampleCorpus, scenarios: Iterable[Scenario]) -> Homes:
    """Resolve each cite; stores nothing."""
    return _Finder(book).find(scenarios)


class _Finder:
    def __init__(self, book: ExampleCorpus) -> None:
        library = Library.current()
        self._book = book
        self._library = library.name if library else ""
        self._pinned = {(row.scenario, row.cite, row.opening): row for row in Pin.objects.filter(library=self._library)}
        self._stood: dict[tuple[str, str], set[str]] = defaultdict(set)
        """The editions in which an example was found before, by scenario and cite."""
        for row in self._pinned.values():
            self._stood[row.scenario, row.cite].add(_edition(row.address))
        self._persons: dict[str, set[str]] = defaultdict(set)
        for scenario, fingerprint in Confirmation.objects.values_list("scenario", "fingerprint"):
            self._persons[scenario].add(fingerprint)
        self._homes = Homes()
        self._rivals: dict[tuple[str, ...], list[_Opening]] = defaultdict(list)
        """All openings long enough to be searched for elsewhere, by their document and first words."""
        self._begun: dict[str, list[str]] = {}

    def find(self, scenarios: Iterable[Scenario]) -> Homes:
        """The homes of all cites; the editions that they name are loaded together."""
        scenarios = list(scenarios)
        cited = {f"{cite['document']}/{cite['edition']}" for scenario in scenarios for cite in scenario.cites}
        self._book.pages(cited & self._book.editions.keys())
        for each in (each for scenario in scenarios for cite in scenario.cites for each in _openings(scenario, cite)):
            self._rivals[each.document, *each.words[:LONG_ENOUGH]].append(each)
        for scenario in scenarios:
            self._homes.found[scenario.slug] = [
                self._home(scenario, number, cite) for number, cite in enumerate(scenario.cites)
            ]
        fingerprints = {each for homes in self._homes.found.values() for home in homes for each in home.known}
        rows = Wording.objects.filter(fingerprint__in=fingerprints).order_by(
            "-pk"
        )  # of several, the first, even if corrected
        texts = dict(rows.values_list("fingerprint", "text"))
        for home in (home for homes in self._homes.found.values() for home in homes):
            if home.example is not None:
                home.pinned = tuple(texts[each] for each in home.known if each in texts)
                home.texts = home.pinned or (home.example.text,)
        return self._homes

    def _home(self, scenario: Scenario, number: int, cite: dict[str, Any]) -> ResolvedCite:
        address = f"{cite['document']}/{cite['edition']}/{cite['rule']}#{cite['ordinal']}"
        if not cite["openings"]:
            return ResolvedCite(number, address, how="a statement of the rule that no label introduces")
        example, opening, how = self._example(scenario, cite)
        if example is None:
            return ResolvedCite(number, address, how=how)
        confirmed = frozenset(self._persons[scenario.slug])
        pinned = [self._pin(scenario, address, opening, example)] if opening else []
        known = (*pinned, *sorted(confirmed - set(pinned)))
        editions = {_edition(address), _edition(example.address), *self._stood[scenario.slug, address]}
        guessed = bool(opening) and _edition(address) != _edition(example.address)
        return ResolvedCite(
            number, address, example, opening, how, known, confirmed, editions=frozenset(editions), guessed=guessed
        )

    def _pin(self, scenario: Scenario, cite: str, opening: str, example: Printed) -> str:
        """The fingerprint that a cite's opening is pinned to: the first one at its present position."""
        pinned = self._pinned.get((scenario.slug, cite, opening))
        if pinned is not None and pinned.address == example.address:
            return pinned.fingerprint
        pin = Pin(
            scenario=scenario.slug, cite=cite, opening=opening, library=self._library, address=example.address,
            fingerprint=example.fingerprint,
        )  # fmt: skip
        self._pinned[scenario.slug, cite, opening] = pin
        self._homes.pins.append(pin)
        return pin.fingerprint

    def _example(self, scenario: Scenario, cite: dict[str, Any]) -> tuple[Printed | None, str, str]:
        """The example that a cite means, the opening it was found by, and a note on how."""
        document, day, rule = cite["document"], date.fromisoformat(cite["edition"]), cite["rule"]
        days = self._book.days[document]
        page = self._book.page(days[day]) if day in days else None
        slot = page.slots.get((document, day, rule, cite["ordinal"], cite["labelled"])) if page else None
        if slot is not None and (opening := self._opening(cite, slot)):
            return slot, opening, "the words of the cite"
        nearest = sorted(
            page.examples if page else (),
            key=lambda each: (each.rule != rule, each.labelled != cite["labelled"], each.position),
        )
        for example in nearest:
            if opening := self._opening(cite, example):
                return example, opening, "the words of the cite, in another place"
        if slot is not None:
            return slot, "", "it begins with other words than the cite says"
        other_days = self._book.beginning(document, cite["openings"], LONG_ENOUGH)
        for other_day in sorted(other_days, key=lambda each: (abs((each - day).days), each)):
            page = self._book.page(days[other_day])
            for example in page.examples:
                if (opening := self._opening(cite, example)) and self._is_meant(scenario, cite, opening, example):
                    return example, opening, "the words of the cite, in another edition"
        if not nearest:
            return None, "", f"{document}/{day} is not in this library, or has no examples"
        return None, "", f"{rule} of {document}/{day} has no such example"

    def _is_meant(self, scenario: Scenario, cite: dict[str, Any], opening: str, example: Printed) -> bool:
        """Whether an opening written for another edition means this example.

        It must be long enough, and not cited from a nearer edition. Also, the example has the cite's number, or the
        opening begins no other example here and belongs to a single example in every edition.
        """
        opening_words = tuple(words(opening))
        if len(opening_words) < LONG_ENOUGH:
            return False
        alike = self._rivals[example.document, *opening_words[:LONG_ENOUGH]]
        rivals = [each for each in alike if self._begins(example, each.words)]
        away = [(abs((each.place[0] - example.edition).days), each.scenario == scenario.slug) for each in rivals]
        if min(away)[0] < min(days for days, is_own in away if is_own):
            return False
        if example.slot[2:] == (cite["rule"], cite["ordinal"], cite["labelled"]):
            return True
        page = self._book.page(f"{example.document}/{example.edition}")
        if any(each.fingerprint != example.fingerprint and self._begins(each, opening_words) for each in page.examples):
            return False
        places = {each.place for each in rivals if each.words == opening_words}
        return len({day for day, *_ in places}) == len(places)

    def _begins(self, example: Printed, told: tuple[str, ...]) -> bool:
        return tuple(self._first_words(example)[: len(told)]) == told

    def _opening(self, cite: dict[str, Any], example: Printed) -> str:
        """The opening of a cite that an example begins with, "" if there is none."""
        beginning = self._first_words(example)
        return next((opening for opening in cite["openings"] if begins_with(beginning, opening)), "")

    def _first_words(self, example: Printed) -> list[str]:
        beginning = self._begun.get(example.fingerprint)
        if beginning is None:
            beginning = self._begun[example.fingerprint] = words(example.text)[:_MAX_COMPARED]
        return beginning


def _openings(scenario: Scenario, cite: dict[str, Any]) -> Iterator[_Opening]:
    place = date.fromisoformat(cite["edition"]), cite["rule"], cite["ordinal"], cite["labelled"]
    for opening in cite["openings"]:
        if len(opening_words := tuple(words(opening))) >= LONG_ENOUGH:
            yield _Opening(scenario.slug, cite["document"], place, opening_words)


def _edition(address: str) -> str:
    """The edition of an address like cr/2006-10-01/409.1h example 1."""
    return "/".join(address.split("/")[:2])
