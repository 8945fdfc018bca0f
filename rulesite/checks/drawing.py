"""Drawing a game: the stored records of an outcome as what a page shows, zone by zone and step by step."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from rulesite.checks.models import Concept
from rulesite.rulebook.models import Edition, RuleVersion

RULES = "cr"
"""The document whose numbers the engine cites."""


@dataclass(frozen=True)
class Law:
    """The rule behind a step. ``href`` is "" where no edition held here has it; ``edition`` is set when it is not the
    edition in force on the day of the game."""

    number: str
    concept: str
    href: str = ""
    edition: str = ""

    @property
    def label(self) -> str:
        """The concept in words."""
        return self.concept.replace("_", " ")


@dataclass(frozen=True)
class ShownStep:
    """One thing that happened."""

    number: int
    when: str
    text: str
    law: Law | None


@dataclass(frozen=True)
class ShownCard:
    """A card in a zone. ``moved``: it was not there at the moment before."""

    name: str
    line: str = ""
    text: str = ""
    size: str = ""
    colour: str = ""
    notes: tuple[str, ...] = ()
    moved: bool = False


@dataclass(frozen=True)
class Side:
    """What belongs to one player."""

    name: str
    life: int
    mana: str
    notes: tuple[str, ...]
    library: int
    hand: list[ShownCard]
    graveyard: list[ShownCard]
    battlefield: list[ShownCard]


@dataclass(frozen=True)
class Table:
    """Everything that lies on the table at one moment."""

    when: str
    sides: list[Side]
    stack: list[ShownCard]
    exile: list[ShownCard]


@dataclass(frozen=True)
class Move:
    """One sentence of the script: what it brought about, and the table after it (None where the rules refused it)."""

    number: int
    sentence: str
    steps: list[ShownStep]
    table: Table | None


@dataclass(frozen=True)
class Text:
    """A card as the scenario gives it."""

    name: str
    line: str
    text: str
    source: str


@dataclass
class Game:
    """A game on a page."""

    title: str
    ruleset: date
    given: list[str]
    cards: list[Text]
    setup: Table | None
    before: list[ShownStep]
    moves: list[Move]
    checks: list[dict[str, Any]]
    controls: list[dict[str, Any]]
    eras: list[dict[str, Any]]
    outcome: str
    reason: str
    laws: list[Law] = field(default_factory=list)


def draw(title: str, text: str, ruleset: date, record: dict[str, Any]) -> Game:
    """A game from the record of its outcome (the fields of `Outcome.to_dict`) and the TOML it was played from."""
    book = Lawbook(ruleset, [(step["rule"], step["concept"]) for step in record["steps"]])
    given, cards = _written(text)
    tables = _tables(record["snapshots"])
    steps: dict[int, list[ShownStep]] = {}
    for step in record["steps"]:
        when = f"turn {step['turn']}, {step['phase']}"
        shown = ShownStep(step["number"], when, step["text"], book.law(step["rule"], step["concept"]))
        steps.setdefault(step["sentence"], []).append(shown)
    last = max([len(tables) - 1, *steps])
    sentences = [snapshot["after"] for snapshot in record["snapshots"]]
    moves = [
        Move(
            number,
            sentences[number] if number < len(sentences) else "what the rules did not allow",
            steps.get(number, []),
            tables[number] if number < len(tables) else None,
        )
        for number in range(1, last + 1)
    ]
    return Game(
        title, ruleset, given, cards, tables[0] if tables else None, steps.get(0, []), moves,
        record["checks"], [_control(each) for each in record["controls"]], record["eras"],
        record["outcome"], record["reason"], book.cited(),
    )  # fmt: skip


def _control(control: dict[str, Any]) -> dict[str, Any]:
    passed = control["held"] and control["differs"]
    return {**control, "passed": passed, "pairs": list(zip(control["then"], control["found"], strict=False))}


def _written(text: str) -> tuple[list[str], list[Text]]:
    """The set-up in its own words and the cards, from a scenario's TOML."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return [], []
    own = (table.get("scenario") or [{}])[0]
    given = own.get("given", table.get("given", ""))
    cards = {**table.get("cards", {}), **own.get("cards", {})}
    lines = given if isinstance(given, list) else str(given).splitlines()
    return [line.strip() for line in lines if line.strip()], [
        Text(name, " ".join(f"{row.get('line', '')} {row.get('cost', '')}".split()), str(row.get("text", "")).strip(),
             row.get("from", "supplied"))
        for name, row in cards.items()
    ]  # fmt: skip


# --- the table ----------------------------------------------------------------------------------------------------
def _tables(snapshots: Iterable[dict[str, Any]]) -> list[Table]:
    tables: list[Table] = []
    before: set[tuple[str, ...]] | None = None
    for snapshot in snapshots:
        now: set[tuple[str, ...]] = set()
        tables.append(_table(snapshot, before, now))
        before = now
    return tables


def _table(snapshot: dict[str, Any], before: set[tuple[str, ...]] | None, now: set[tuple[str, ...]]) -> Table:
    def cards(zone: str, whose: str, rows: Iterable[dict[str, Any]]) -> list[ShownCard]:
        shown = []
        for row in rows:
            place = (zone, whose, row["name"])
            now.add(place)
            shown.append(_card(row, before is not None and place not in before, whose if zone == "battlefield" else ""))
        return shown

    sides = [
        Side(
            player["name"], player["life"], player["mana"], _player_notes(player), player["library"],
            cards("hand", player["name"], player["hand"]),
            cards("graveyard", player["name"], player["graveyard"]),
            cards("battlefield", player["name"],
                  [row for row in snapshot["battlefield"] if row["controller"] == player["name"]]),
        )
        for player in snapshot["players"]
    ]  # fmt: skip
    stack, exile = cards("stack", "", snapshot["stack"]), cards("exile", "", snapshot["exile"])
    return Table(f"Turn {snapshot['turn']}, {snapshot['active']}’s {snapshot['phase']}", sides, stack, exile)


def _player_notes(player: dict[str, Any]) -> tuple[str, ...]:
    counters = [f"{number} {kind} counters" for kind, number in player["counters"].items() if number]
    return (*counters, *([f"lost: {player['lost']}"] if player["lost"] else []))


def _card(row: dict[str, Any], moved: bool, controller: str) -> ShownCard:
    if "types" not in row:
        targets = (f"targets {', '.join(row['targets'])}",) if row.get("targets") else ()
        kind = "" if row["kind"] == "card" else row["kind"]
        return ShownCard(row["name"], kind, row["text"], notes=targets, moved=moved)
    words = [*row["supertypes"], *row["types"]]
    line = " ".join(words).capitalize() + (f" — {' '.join(row['subtypes'])}" if row["subtypes"] else "")
    size = f"{row['power']}/{row['toughness']}" if row["power"] is not None and "creature" in row["types"] else ""
    notes = [*row["status"], *row["keywords"]]
    notes += [f"{many} {kind} counter{'' if many == 1 else 's'}" for kind, many in row["counters"].items() if many]
    if row["damage"]:
        notes.append(f"{row['damage']} damage")
    if row["attached_to"]:
        notes.append(f"on {row['attached_to']}")
    if row["owner"] != controller:
        notes.append(f"{row['owner']}’s card")
    colours = row["colours"]
    colour = "many" if len(colours) > 1 else colours[0] if colours else ""
    return ShownCard(row["name"], line, row["text"], size, colour, tuple(notes), moved)


# --- the law ------------------------------------------------------------------------------------------------------
class Lawbook:
    """Finds the page of the rule behind a step: in the edition in force on the day of the game, or the nearest one."""

    def __init__(self, day: date, cited: Iterable[tuple[str, str]]) -> None:
        self._cited = list(dict.fromkeys(pair for pair in cited if pair[1]))
        self._concepts = {row.name: row for row in Concept.objects.filter(name__in={name for _, name in self._cited})}
        editions = list(Edition.objects.select_related("document").filter(document__slug=RULES).order_by("effective"))
        older = [edition for edition in editions if edition.effective <= day]
        self._in_force = older[-1] if older else None
        near = sorted(editions, key=lambda edition: abs((edition.effective - day).days))
        self._near = near if self._in_force is None else [self._in_force, *(e for e in near if e != self._in_force)]
        numbers = {number for number, _ in self._cited} | {
            row.number_on(edition.effective) for row in self._concepts.values() for edition in editions
        }
        self._held = set(
            RuleVersion.objects.filter(edition__in=editions, key__in=numbers - {""}).values_list("edition_id", "key")
        )
        self._made: dict[tuple[str, str], Law] = {}

    def law(self, number: str, concept: str) -> Law | None:
        """The rule of a step, None where the step names no concept."""
        if not concept:
            return None
        if (number, concept) not in self._made:
            self._made[number, concept] = self._find(number, concept)
        return self._made[number, concept]

    def cited(self) -> list[Law]:
        """Every rule of the game, each once, in the order of first use."""
        return [law for pair in self._cited if (law := self.law(*pair)) is not None]

    def _find(self, number: str, concept: str) -> Law:
        row = self._concepts.get(concept)
        for edition in self._near:
            there = number if edition is self._in_force else row.number_on(edition.effective) if row else ""
            if there and (edition.pk, there) in self._held:
                href = f"{edition.get_absolute_url()}{there}/"
                return Law(there, concept, href, "" if edition is self._in_force else edition.slug)
        return Law(number, concept)
