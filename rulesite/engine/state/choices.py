"""Choices: the engine never prompts and never guesses.

Whoever runs a game writes the answers first (:class:`Answer`), and the engine takes each when its question comes up. A
question without an answer raises :class:`UnscriptedChoice`, with the question and its options. A question with exactly
one option is not asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesite.engine.eras.rule_citations import cited, number_told

from .codec import register


class EngineError(Exception):
    """Any error that the engine raises for whoever runs the game."""


class IllegalAction(EngineError):  # noqa: N818 - the name says what happened
    """An action that the rules do not allow; the game is as it was before the attempt.

    ``concept`` is the name of the rule in :mod:`rulesite.engine.eras.concepts` (``""`` when none applies), ``day`` the
    day whose rules the game uses. ``owed`` are the symbols of mana for which a pool was not enough, if it was that.
    """

    def __init__(self, message: str, concept: str = "", day: str = "") -> None:
        self.message = message
        self.concept = concept
        self.day = day
        self.owed: tuple[str, ...] = ()
        super().__init__(message)

    def __str__(self) -> str:
        return f"{self.message}{cited(self.concept, self.day)}"

    @property
    def rule(self) -> str:
        """The number of the rule in the edition of the game, ``""`` when there is none."""
        return number_told(self.concept, self.day) if self.concept else ""


class NoLegalTarget(IllegalAction):
    """Not enough legal targets exist, whatever the player chooses."""


class UnscriptedChoice(EngineError):  # noqa: N818 - the name says what happened
    """A choice without a written answer. ``choice`` is the question."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        super().__init__(str(choice))


class NotModelled(EngineError):  # noqa: N818 - the name says what happened
    """The game needs something that the engine does not do; the message names it. The engine does not approximate."""


class UnknownName(EngineError, LookupError):  # noqa: N818 - the name says what happened
    """A name that means nothing in the game, or more than one thing."""


class RunawayGame(EngineError):  # noqa: N818 - the name says what happened
    """The game took more steps than allowed (5,000): most likely a loop of mandatory actions."""


@register
@dataclass(frozen=True)
class Choice:
    """A question. ``options`` are shown as names; ``about`` is the object whose text asks.

    ``texts`` are the words of each option where the names alone do not tell them apart, and ``abilities`` the source
    and the key of each that is an ability. ``forced`` are the references that are taken without an answer, as there is
    nothing else; an answer is taken only if it is written for them.
    """

    kind: str
    player: str
    about: str
    prompt: str
    options: tuple[str, ...] = ()
    minimum: int = 1
    maximum: int = 1
    texts: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    abilities: tuple[tuple[int, str], ...] = ()

    def __str__(self) -> str:
        options = f"; possible: {', '.join(self.options)}" if self.options else ""
        about = f" for {self.about}" if self.about else ""
        return f"{self.player} has to choose ({self.kind}){about}: {self.prompt}{options}"


@register
@dataclass
class Answer:
    """An answer written before its question.

    ``kind`` is the kind of the question, or ``"any"``. ``value`` is ``True``/``False``, a number, a word, a name or a
    list of names. ``player`` and ``about`` limit the questions that it fits; empty fits all. ``times`` is how often it
    may be used (0: always).
    """

    kind: str
    value: Any
    player: str = ""
    about: str = ""
    times: int = 1

    def fits(self, choice: Choice) -> bool:
        return (
            self.kind in (choice.kind, "any")
            and self.player in ("", choice.player)
            and (not self.about or self.about.casefold() in choice.about.casefold())
        )


@dataclass
class Script:
    """The unused answers, in order; the first that fits a question is taken. ``asked`` are the questions answered so
    far, ``helpers`` the objects that could have helped to pay, each with its verb."""

    answers: list[Answer] = field(default_factory=list)
    asked: list[Choice] = field(default_factory=list)
    helpers: list[tuple[str, int]] = field(default_factory=list)

    def is_empty(self) -> bool:
        """Whether no answer is written, so that what is asked remains a question."""
        return not self.answers

    def has(self, choice: Choice) -> bool:
        """Whether an answer to ``choice`` is written."""
        return any(answer.fits(choice) for answer in self.answers)

    def given(self, choice: Choice) -> Any:
        """Take what is said to a question of this very kind, though it has a single outcome; ``None`` for nothing."""
        for position, answer in enumerate(self.answers):
            if answer.kind == choice.kind and answer.fits(choice):
                if answer.times == 1:
                    del self.answers[position]
                return answer.value
        return None

    def foregone(self, choice: Choice, options: Sequence[str]) -> None:
        """Called for a question with a single outcome, ``options``, which is not asked; does nothing here."""

    def may_help(self, verb: str, helpers: Sequence[int]) -> None:
        """Note the objects that could help to pay a cost, by being tapped or exiled (``verb``)."""
        self.helpers += [(verb, each) for each in helpers]

    def take(self, choice: Choice) -> Any:
        """The answer to ``choice``; raises :class:`UnscriptedChoice` when none fits."""
        for position, answer in enumerate(self.answers):
            if answer.fits(choice):
                self.asked.append(choice)
                if answer.times == 1:
                    del self.answers[position]
                elif answer.times > 1:
                    self.answers[position] = Answer(
                        answer.kind, answer.value, answer.player, answer.about, answer.times - 1
                    )
                return answer.value
        raise UnscriptedChoice(choice)
