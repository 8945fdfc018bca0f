"""The parts of a scenario, as its file states them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .pieces import Agreement

KINDS = ("outcome", "legality", "classification", "cost", "combat", "interpretation")
SOURCES = ("quoted", "paraphrased", "supplied")


@dataclass(frozen=True)
class Cite:
    """The worked example that a scenario illustrates.

    ``document`` and ``edition`` (a date) name the text, ``rule`` the provision, ``ordinal`` which of its examples:
    labelled ones and those that only begin "For example" are counted separately, each from 1. ``openings`` are the
    first words of the example, at most eight, one entry for each wording of the same example (the original and the
    project's own retelling). An empty list marks a statement of the rule that no label introduces.
    """

    document: str
    edition: str
    rule: str
    ordinal: int = 1
    openings: tuple[str, ...] = ()
    labelled: bool = True
    says: str = ""


@dataclass(frozen=True)
class Sentence:
    """One sentence and the line it stands on."""

    text: str
    line: int


@dataclass(frozen=True)
class CardText:
    """A card of the scenario: type line, text, and where the text comes from (one of :data:`SOURCES`).

    ``faces`` are its further faces by role: "back", "flipped", "left" …; ``melds_with`` names the other card of a meld
    pair, on the face that the two make.
    """

    name: str
    line: str
    text: str = ""
    source: str = "supplied"
    at: int = 0
    faces: tuple[tuple[str, CardText], ...] = ()
    melds_with: str = ""


@dataclass(frozen=True)
class Expect:
    """One assertion that must hold.

    ``kind`` is "that", "legal", "illegal" or "classify". ``at`` names the sentence of the script after which it is
    checked (``""``: at the end, "start": before the first); ``after`` are further sentences played first, on a copy of
    the game; ``do`` is another script to play instead.
    """

    kind: str
    sentence: Sentence
    says: str = ""
    at: str = ""
    after: tuple[Sentence, ...] = ()
    do: tuple[Sentence, ...] | None = None
    because: str = ""
    more: dict[str, tuple[str, ...]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Control:
    """A change that must change the result: of the board (``change``, ``do``) or of the rules (``without``)."""

    line: int
    then: tuple[Sentence, ...]
    change: tuple[Sentence, ...] = ()
    without: tuple[str, ...] = ()
    do: tuple[Sentence, ...] | None = None
    after: tuple[Sentence, ...] = ()
    cards: tuple[CardText, ...] = ()


@dataclass(frozen=True)
class Era:
    """The differences under the rules of another day."""

    line: int
    ruleset: str
    differs: tuple[Sentence, ...]
    do: tuple[Sentence, ...] | None = None
    says: str = ""


@dataclass(frozen=True)
class Scenario:
    """One scenario. ``key`` identifies it in its file; ``path`` is the name of the file."""

    title: str
    kind: str
    ruleset: str
    cites: tuple[Cite, ...]
    given: tuple[Sentence, ...]
    do: tuple[Sentence, ...]
    cards: tuple[CardText, ...]
    expects: tuple[Expect, ...]
    controls: tuple[Control, ...]
    eras: tuple[Era, ...] = ()
    players: tuple[str, ...] = ()
    agreement: Agreement = field(default_factory=Agreement, hash=False)
    note: str = ""
    path: str = ""
    line: int = 1
    key: str = ""

    @property
    def name(self) -> str:
        """The scenario's name in a report: its file, with its position if the file has several."""
        return f"{self.path}#{self.key}" if self.key else self.path
