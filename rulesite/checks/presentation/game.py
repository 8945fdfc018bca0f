"""Drawing a game: an outcome's stored records prepared for a page, zone by zone and step by step."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rulesite.checks.models import Concept
from rulesite.checks.models.concepts import label_of
from rulesite.checks.presentation.answers import answers
from rulesite.checks.presentation.board import Table, tables
from rulesite.checks.presentation.plain_words import worded
from rulesite.engine.eras.rule_citations import cites, filled
from rulesite.engine.state.sides import LAYOUTS
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.text import toml

RULES = "cr"
"""The document whose numbers the engine cites."""
_OF_A_LINE = re.compile(r"line \d+: ")
_RECORD_PARTS = ("checks", "controls", "eras", "steps")
"""The parts of a record whose texts cite rules."""


@dataclass(frozen=True)
class Law:
    """The rule behind a step.

    ``href`` is "" if no stored edition has it; ``edition`` is set if it is not the edition in force on the day of the
    game.
    """

    number: str
    concept: str
    href: str = ""
    edition: str = ""
    says: str = ""

    @property
    def label(self) -> str:
        """The concept in words."""
        return label_of(self.concept)

    @cached_property
    def cited(self) -> SafeString:
        """The number with its link, and the label: drawn once, as many steps of a course cite the same rule."""
        return render_to_string("checks/cited_law.html", {"law": self})


@dataclass(frozen=True)
class ShownStep:
    """One event of the game."""

    number: int
    when: str
    text: str
    law: Law | None


@dataclass(frozen=True)
class Move:
    """One sentence of the script, with its events and the table after it.

    Number 0 is the initial position. ``refused``: the rules did not allow it, and the table is unchanged; None if it
    was never part of the game.
    """

    number: int
    sentence: str
    steps: list[ShownStep]
    table: Table | None
    refused: bool = False


@dataclass(frozen=True)
class Text:
    """A card as given in the scenario."""

    name: str
    line: str
    text: str
    source: str


@dataclass
class Game:
    """A game for a page."""

    title: str
    ruleset: date
    given: list[str]
    cards: list[Text]
    moves: list[Move]
    checks: list[dict[str, Any]]
    controls: list[dict[str, Any]]
    eras: list[dict[str, Any]]
    outcome: str
    reason: str
    laws: list[Law] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    changed: bool = False

    @property
    def causes(self) -> list[str]:
        """Why it does not hold, each cause by itself; empty if it does.

        Of a game that a person has changed without those of a line of its text: these are its questions, which its
        answers tell, and controls that were made for the unchanged game.
        """
        return [cause for cause in self.reason.splitlines() if not (self.changed and _OF_A_LINE.match(cause))]

    @property
    def is_as_said(self) -> bool:
        """Whether all that the scenario says of it is so, whatever its controls show."""
        return not self.causes and all(check["passed"] or check["differs"] for check in self.checks)

    @property
    def last(self) -> int:
        """The number of the last move; 0 if nothing is played."""
        return self.moves[-1].number if self.moves else 0

    @property
    def stops(self) -> int:
        """The number of events after the initial position; a move without events is one too."""
        return sum(max(1, len(move.steps)) for move in self.moves if move.number)


def draw(title: str, text: str, ruleset: date, record: dict[str, Any], *, changed: bool = False) -> Game:
    """A game from the record of its outcome (the fields of `Outcome.to_dict`) and the TOML of its scenario.

    Every cited rule gets its number of the day, which the record may leave open, and its texts are in plain words.
    ``changed``: a person has changed the scenario.
    """
    record = worded(numbered(record, ruleset), ruleset)
    book = Lawbook(ruleset, [step["concept"] for step in record["steps"]])
    given, cards = _written(text)
    shown = tables(record["snapshots"], {card.name: card.line for card in cards})
    steps: dict[int, list[ShownStep]] = {}
    for step in record["steps"]:
        when = f"turn {step['turn']}, {step['phase']}"
        shown_step = ShownStep(step["number"], when, step["text"], book.law(step["concept"]))
        steps.setdefault(step["sentence"], []).append(shown_step)
    return Game(
        title, ruleset, given, cards, list(_moves(record["snapshots"], shown, steps)),
        record["checks"], [_control(control) for control in record["controls"]], record["eras"],
        record["outcome"], record["reason"], book.cited(),
        list(answers(record["checks"], changed=changed)), changed,
    )  # fmt: skip


def numbered(record: dict[str, Any], day: date) -> dict[str, Any]:
    """A record with the numbers of a day filled in where its texts left them open."""
    written = json.dumps({key: record[key] for key in _RECORD_PARTS}, ensure_ascii=False)
    rows = {row.name: row.number_on(day) for row in Concept.objects.filter(name__in=set(cites(written)))}
    return record | json.loads(filled(written, lambda concept: rows.get(concept, "")))


def _moves(
    snapshots: Sequence[dict[str, Any]], shown: Sequence[Table], steps: Mapping[int, list[ShownStep]]
) -> Iterator[Move]:
    last = max([len(shown) - 1, *steps])
    for number in range(last + 1):
        shown_steps = steps.get(number, [])
        if number == 0:
            yield Move(0, "The table as the game begins", shown_steps, shown[0] if shown else None)
        elif number < len(shown):
            yield Move(number, snapshots[number]["after"], shown_steps, shown[number])
        else:
            table = shown[-1].settled() if shown else None
            yield Move(number, "What the rules did not allow", shown_steps, table, refused=True)


def _control(control: dict[str, Any]) -> dict[str, Any]:
    passed = control["held"] and control["differs"]
    return {**control, "passed": passed, "pairs": list(zip(control["then"], control["found"], strict=False))}


def _written(text: str) -> tuple[list[str], list[Text]]:
    """The set-up in words, and the cards, from a scenario's TOML."""
    try:
        table = toml.parse(text)
    except toml.TOMLDecodeError:
        return [], []
    scenario = (table.get("scenario") or [{}])[0]
    given = scenario.get("given", table.get("given", ""))
    cards = {**table.get("cards", {}), **scenario.get("cards", {})}
    lines = given if isinstance(given, list) else str(given).splitlines()
    return [line.strip() for line in lines if line.strip()], [
        Text(face["name"], " ".join(f"{face.get('line', '')} {face.get('cost', '')}".split()),
             str(face.get("text", "")).strip(), face.get("from", row.get("from", "supplied")))
        for name, row in cards.items()
        for face in ({**row, "name": name}, *_faces(name, row)) if face.get("line")
    ]  # fmt: skip


def _faces(name: str, row: dict[str, Any]) -> list[dict[str, Any]]:
    """The further faces of a card, each under its own name."""
    keys = [key for layout in LAYOUTS.values() for key in layout if key in row]
    return [{**row[key], "name": row[key].get("name", f"{name} ({key})")} for key in keys]


# --- rules --------------------------------------------------------------------------------------------------------
class Lawbook:
    """The pages of the rules behind steps: in the edition in force on the day of the game, or the nearest one."""

    def __init__(self, day: date, cited: Iterable[str]) -> None:
        self._day = day
        self._cited = list(dict.fromkeys(name for name in cited if name))
        self._concepts = {row.name: row for row in Concept.objects.filter(name__in=self._cited)}
        editions = list(Edition.objects.select_related("document").filter(document__slug=RULES).order_by("effective"))
        older = [edition for edition in editions if edition.effective <= day]
        self._in_force = older[-1] if older else None
        by_distance = sorted(editions, key=lambda edition: abs((edition.effective - day).days))
        self._near = (
            by_distance
            if self._in_force is None
            else [self._in_force, *(e for e in by_distance if e != self._in_force)]
        )
        self._held: dict[int, set[str]] = {}
        self._made: dict[str, Law] = {}

    def law(self, concept: str) -> Law | None:
        """The rule of a step, None if the step has no concept."""
        if not concept:
            return None
        if concept not in self._made:
            self._made[concept] = self._find(concept)
        return self._made[concept]

    def cited(self) -> list[Law]:
        """Every rule of the game once, in the order of first use."""
        return [law for name in self._cited if (law := self.law(name)) is not None]

    def _find(self, concept: str) -> Law:
        row = self._concepts.get(concept)
        if row is None:
            return Law("", concept)
        for edition in self._near:
            number = row.number_on(edition.effective)
            if number and number in self._numbers(edition):
                href = f"{edition.get_absolute_url()}{number}/"
                return Law(number, concept, href, "" if edition is self._in_force else edition.slug, row.says)
        return Law(row.number_on(self._day), concept, says=row.says)

    def _numbers(self, edition: Edition) -> set[str]:
        """The numbers of the game's rules that an edition has; only a few editions are queried, the nearest first."""
        if edition.pk not in self._held:
            numbers = {row.number_on(edition.effective) for row in self._concepts.values()} - {""}
            present = RuleVersion.objects.filter(edition=edition, key__in=numbers).values_list("key", flat=True)
            self._held[edition.pk] = set(present)
        return self._held[edition.pk]
