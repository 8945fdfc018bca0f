"""The running game that every part of the engine works on: the state, the rules of the day, the script and the
trace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulesite.engine.eras.concepts import CONCEPTS, rule_number
from rulesite.engine.eras.ruleset import Ruleset

from . import names
from .choices import Choice, EngineError, IllegalAction, RunawayGame, Script, UnknownName, UnscriptedChoice
from .codec import clone
from .game_state import State, object_ref, ref_id
from .objects import Card, Characteristics, Known, Thing
from .trace import Step, Trace

if TYPE_CHECKING:
    from .event import Event

STEP_LIMIT = 5000
_CACHES = ("view_cache", "parts_cache", "moment_cache")
"""What is computed once for a version of the state, with the number of that version."""


@dataclass
class Kernel:
    """One running game: the first argument of functions that play it. Functions that evaluate an ability's words take
    it in a frame.

    ``view_cache`` has the characteristics computed for one version of the state, ``parts_cache`` the parts of effects,
    ``moment_cache`` what triggered abilities look at. ``seen_as`` replaces them while the
    game looks back in time, or while the layers are being computed, ``zones_then`` the
    zones in the first case. ``replaced_by`` are the replacement effects whose
    instructions are being carried out: they do not apply again to what these instructions do. ``arriving`` is the
    object that is looked at as it would be on the battlefield: the choices made as it enters are still to come.
    ``gathered`` are events being gathered, to happen at the same time; ``planned`` the creations of tokens that a
    replacement adds to others. ``with_arrival`` is what begins as something
    enters the battlefield, before anything triggers on that. ``entering`` are the objects about to enter the
    battlefield at the same time, while effects change how they do; ``leaving`` what is remembered of those leaving
    their zones at one time. ``paying``: a part of a cost is being paid.
    ``acting`` is the controller of the spell or ability whose instructions are being carried out, ``""`` for none.
    ``asked`` are the concepts tested so far, including the set-up of the game. ``is_layered``: there were continuous
    effects when the layers were last computed. ``trial``: an action is tried on a copy, so it need not be undone.
    """

    state: State
    rules: Ruleset
    without: frozenset[str] = frozenset()
    script: Script = field(default_factory=Script)
    trace: Trace = field(default_factory=Trace)
    view_cache: tuple[int, dict[int, Characteristics]] = (-1, {})
    parts_cache: tuple[int, list[Any]] = (-1, [])
    moment_cache: tuple[int, Any] = (-1, None)
    printed_cache: dict[tuple[int, str], tuple[Card, Characteristics]] = field(default_factory=dict)
    intrinsic_cache: dict[int, tuple[Characteristics, Characteristics]] = field(default_factory=dict)
    layer_memo: dict[Any, tuple[dict[int, Characteristics], bool, Any]] = field(default_factory=dict)
    pure_cache: dict[int, tuple[Any, bool, bool]] = field(default_factory=dict)
    is_layered: bool = False
    seen_as: dict[int, Characteristics] | None = None
    zones_then: dict[int, str] | None = None
    trial: bool = False
    replaced_by: tuple[str, ...] = ()
    arriving: int = 0
    gathered: list[Event] | None = None
    planned: list[Event] | None = None
    acting: str = ""
    paying: bool = False
    entering: frozenset[str] = frozenset()
    leaving: dict[int, Known] = field(default_factory=dict)
    with_arrival: Callable[[list[Event]], None] | None = None
    step_limit: int = STEP_LIMIT
    asked: set[str] = field(default_factory=set)

    # -- rules ------------------------------------------------------------------------------------------------

    def has(self, concept: str) -> bool:
        """Whether a concept is in force; raises ``KeyError`` for an unknown name."""
        CONCEPTS[concept]
        self.asked.add(concept)
        return concept not in self.without

    def note(self, text: str, concept: str = "") -> None:
        """Write a step of the trace."""
        rule = rule_number(concept, self.rules.date) if concept else ""
        steps = self.trace.steps
        steps.append(Step(len(steps) + 1, self.state.turn, self.state.step, text, concept, rule))
        self.count()

    def count(self) -> None:
        """Count one unit of work; raises :class:`RunawayGame` past the limit."""
        self.state.steps += 1
        if self.state.steps > self.step_limit:
            raise RunawayGame(f"the game took more than {self.step_limit} steps")

    def illegal(self, message: str, concept: str = "") -> IllegalAction:
        """The error to raise for an action that ``concept`` forbids."""
        return IllegalAction(message, concept, self.rules.date)

    # -- objects ----------------------------------------------------------------------------------------------

    def thing(self, thing_id: int) -> Thing | None:
        """The object with this id if it still exists."""
        return self.state.things.get(thing_id)

    def known(self, thing_id: int) -> Known | None:
        """Last known information about an object that is gone."""
        return self.state.known.get(thing_id)

    def label(self, ref: int | str) -> str:
        """The name that a person would use for an object or a player."""
        return names.label(self.state, object_ref(ref) if isinstance(ref, int) else ref)

    def decider(self, player: str) -> str:
        """The player who makes a player's choices and decisions: that player, or whoever controls him or her
        (723.5)."""
        return self.state.controlled.get(player, player) if self.has("player_control") else player

    def why_illegal(self, action: Callable[[], object]) -> IllegalAction | None:
        """The :class:`IllegalAction` that an action would raise, ``None`` when it is legal.

        The action is tried on a copy of the state; nothing is changed.
        """
        with self.on_a_copy():
            try:
                action()
            except IllegalAction as error:
                return error
        return None

    @contextmanager
    def on_a_copy(self) -> Iterator[None]:
        """Within the block the game goes on with a copy of the state; after it, it is as it was before."""
        state, seen_as, answers, steps = self.state, self.seen_as, list(self.script.answers), list(self.trace.steps)
        version, script, caches = state.version, self.script, {name: getattr(self, name) for name in _CACHES}
        self.state = clone(state)
        try:
            yield
        finally:
            state.version = self.state.version + 1
            for name, (known_at, known) in caches.items():
                if known_at == version:  # nothing has changed but the number of the version
                    setattr(self, name, (state.version, known))
            self.state, self.seen_as = state, seen_as
            script.answers[:], self.trace.steps[:] = answers, steps

    # -- choices ----------------------------------------------------------------------------------------------

    def _answer(self, choice: Choice) -> Any:
        """The script's answer to a question."""
        self.state.decided()
        return self.script.take(choice)

    def choose(
        self,
        kind: str,
        player: str,
        about: str,
        prompt: str,
        options: Sequence[str],
        minimum: int = 1,
        maximum: int = 1,
    ) -> list[str]:
        """Let ``player`` choose among references; returns those chosen in the chosen order.

        If there is no freedom (all options must be taken, or none can), nothing is asked. Raises
        :class:`UnscriptedChoice`, or :class:`IllegalAction` for an answer that is not among the options, or that was
        given to a question of this very kind and is none of what must be taken.
        """
        maximum = min(maximum, len(options))
        if maximum == 0:
            return []
        choice = Choice(
            kind, self.decider(player), about, prompt, tuple(names.distinct(self.state, options)), minimum, maximum
        )
        if minimum >= len(options) == maximum and kind != "order":
            for word in names.listed(self.script.given(choice)):
                names.pick(self.state, word, options, choice)
            self.script.foregone(choice, options)
            return list(options)
        value = self._answer(choice)
        wanted = names.listed(value)
        chosen: list[str] = []
        for word in wanted:
            chosen.append(names.pick(self.state, word, [each for each in options if each not in chosen], choice))
        if not minimum <= len(chosen) <= maximum:
            raise self.illegal(
                f"{player} chose {len(chosen)} where {minimum} to {maximum} are asked: {choice}", "impossible_choice"
            )
        return chosen

    def choose_word(self, kind: str, player: str, about: str, prompt: str, options: Sequence[str]) -> str:
        """Let ``player`` choose a word (a colour, a type, a mode)."""
        if len(options) == 1:
            return options[0]
        choice = Choice(kind, self.decider(player), about, prompt, tuple(options))
        value = str(self._answer(choice))
        for option in options:
            if option.casefold() == value.casefold():
                return option
        raise self.illegal(f"{value!r} cannot be chosen: {choice}", "impossible_choice")

    def choose_number(self, kind: str, player: str, about: str, prompt: str, low: int, high: int | None = None) -> int:
        """Let ``player`` choose a number from ``low`` to ``high`` (no upper limit when ``None``)."""
        if high is not None and high <= low:
            return low
        choice = Choice(kind, self.decider(player), about, f"{prompt} ({low} to {'any' if high is None else high})")
        value = int(self._answer(choice))
        if value < low or (high is not None and value > high):
            raise self.illegal(f"{value} cannot be chosen: {choice}", "impossible_choice")
        return value

    def choose_division(
        self,
        kind: str,
        player: str,
        about: str,
        prompt: str,
        options: Sequence[str],
        total: int,
    ) -> dict[str, int]:
        """Let ``player`` divide ``total`` among references; the answer maps names to numbers."""
        choice = Choice(
            kind, self.decider(player), about, f"{prompt} ({total})", tuple(names.distinct(self.state, options))
        )
        value = self._answer(choice)
        if not isinstance(value, dict):
            raise EngineError(f"the answer must map names to numbers: {choice}")
        return {names.pick(self.state, str(word), options, choice): int(share) for word, share in value.items()}

    def choose_order(
        self,
        player: str,
        about: str,
        options: Sequence[str],
        texts: Sequence[str] = (),
        abilities: Sequence[tuple[int, str]] = (),
    ) -> list[str]:
        """Let ``player`` put all ``options`` in an order; returns them in that order. ``texts`` are their words,
        ``abilities`` their sources and keys."""
        choice = Choice(
            "order",
            self.decider(player),
            about,
            "put them in order, the first goes first",
            tuple(options),
            len(options),
            len(options),
            tuple(texts),
            abilities=tuple(abilities),
        )
        words = [str(word).casefold() for word in names.listed(self._answer(choice))]
        shown = {option.casefold(): option for option in options}
        if sorted(words) != sorted(shown):
            raise self.illegal(f"{words} is no order of these: {choice}", "impossible_choice")
        return [shown[word] for word in words]

    def ask(self, kind: str, player: str, about: str, prompt: str) -> bool:
        """Let ``player`` choose yes or no."""
        value = self._answer(Choice(kind, self.decider(player), about, prompt, ("yes", "no")))
        if isinstance(value, str):
            if value.casefold() not in ("yes", "no"):
                raise EngineError(f"the answer to a yes-or-no question is {value!r}: {kind} for {about}")
            return value.casefold() == "yes"
        return bool(value)

    def scripted(self, kind: str, player: str, about: str) -> object:
        """The written answer to a question that need not be asked; ``None`` when there is none."""
        choice = Choice(kind, self.decider(player), about, "")
        return self._answer(choice) if self.script.has(choice) else None

    def is_written(self, kind: str, player: str, about: str, options: Sequence[str] = ()) -> bool:
        """Whether an answer to a question that need not be asked is written."""
        return self.script.has(Choice(kind, self.decider(player), about, "", tuple(options)))

    def free_word(self, kind: str, player: str, about: str) -> object:
        """An answer in a player's own words: a creature type, a card name."""
        return self._answer(Choice(kind, self.decider(player), about, f"name a {kind}"))

    def same(self, refs: Iterable[str]) -> list[int]:
        """The object ids of some references."""
        return [found for ref in refs if (found := ref_id(ref)) is not None]


__all__ = ["EngineError", "IllegalAction", "Kernel", "RunawayGame", "UnknownName", "UnscriptedChoice"]
