"""The public interface of the engine: build a game, act in it, query it.

A game is built from cards in zones, played by naming actions, and queried::

    game = Game("2006-10-01", players=["Ann", "Bob"])
    bear = game.put(game.card("Bear", "Creature 2/2, green"), "Bob")
    bolt = game.put(game.card("Bolt", "Instant", text="Bolt deals 3 damage to target creature or player.",
                              cost="{R}"), "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Bolt", targets=["Bear"])
    game.all_pass()
    game.zone_of("Bear")            # "graveyard"

Names: a card goes by its label, which is its name unless ``put(label=...)`` gives another; "Ann's Bear" adds the owner,
and the id that :meth:`Game.put` returns always works (it follows a card that moves).

Choices: every choice must be written before it comes up, with :meth:`Game.will` or as an argument of the action. A
choice that is missing raises :class:`UnscriptedChoice`, which names its kind, its player and the options. The kinds are
``target, mode, X, may, pay, sacrifice, discard, exile, return, put, tap, untap, object, player, color, basic land type,
creature type, card name, number, mana, mana abilities, mana ability, mana payment, mana kind, cost, division, shares,
damage, prevention, order, replacement, search, legend, repeat, counter, bottom, proliferate, old word, new word, new
targets, at random``.

An action that the rules do not allow raises :class:`IllegalAction` with the rule, and leaves the game as it was;
:meth:`Game.is_legal` tests an action without taking it. ``without={"look_back"}`` switches concepts off
(:mod:`.concepts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.seating.range_of_influence import look_round
from rulesite.engine.seating.turn_markers import hand_out
from rulesite.engine.state.choices import Answer, EngineError, IllegalAction
from rulesite.engine.state.codec import clone
from rulesite.engine.state.combat_view import defender_of
from rulesite.engine.state.game_state import Player, State, object_ref
from rulesite.engine.state.kernel import STEP_LIMIT, Kernel
from rulesite.engine.state.options import Options
from rulesite.engine.state.teams import share
from rulesite.engine.state.trace import Trace
from rulesite.engine.state.turn_steps import canonical

from . import player_actions, registry
from .card_reader import Compiler, read_card
from .game_setup import SettingUp

# Importing the registry registers every kind of ability.
KNOWN = registry.KNOWN


class Game(SettingUp):
    """One game under the rules of one day.

    ``date`` picks the ruleset, ``players`` are in turn order and the first is active; ``without`` are names of concepts
    to switch off. ``compiler`` turns printed text into abilities; ``None`` uses the engine's own card-text grammar.
    ``options`` are those of a game of many players (:func:`rulesite.engine.seating.variants.agreed`).
    Raises ``ValueError`` for an unknown concept or a day without rules.
    """

    def __init__(
        self,
        date: str = "2006-10-01",
        players: Iterable[str] = ("Ann", "Bob"),
        *,
        without: Iterable[str] = (),
        life: int = 20,
        compiler: Compiler | None = None,
        step_limit: int = STEP_LIMIT,
        options: Options | None = None,
    ) -> None:
        rules = Ruleset.on(date)
        unknown = sorted(set(without) - set(CONCEPTS))
        if unknown:
            raise ValueError(f"no concept is called {', '.join(unknown)}")
        names = list(players)
        state = State(
            {name: Player(name, life, starting_life=life) for name in names},
            rules.date,
            sorted(without),
            active=names[0],
            priority=names[0],
            options=options or Options(),
        )
        self.kernel = Kernel(state, rules, frozenset(without), step_limit=step_limit)
        look_round(self.kernel)
        hand_out(self.kernel)
        share(self.kernel)
        self.compiler = compiler or read_card

    # -- the state ---------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        return self.kernel.rules

    @property
    def trace(self) -> Trace:
        """The steps of the game, each with the rule behind it."""
        return self.kernel.trace

    def to_json(self) -> str:
        """The whole state as JSON."""
        return self.state.to_json()

    @classmethod
    def from_json(cls, text: str, compiler: Compiler | None = None) -> Game:
        """A game that continues from a stored state (its trace and its script start empty)."""
        state = State.from_json(text)
        game = cls(state.date, list(state.players), without=state.without, compiler=compiler)
        game.kernel.state = state
        game.kernel.state.touch()
        return game

    # -- choices -----------------------------------------------------------------------------------------------------

    def will(self, kind: str, value: Any, *, player: str = "", about: str = "", times: int = 1) -> None:
        """Write the answer to a choice that will come up: see :class:`rulesite.engine.state.choices.Answer`."""
        self.kernel.script.answers.append(Answer(kind, value, player, about, times))

    # -- acting ------------------------------------------------------------------------------------------------------

    def play(
        self,
        player: str,
        name: str | int,
        *,
        targets: list[Any] | None = None,
        modes: Iterable[int] = (),
        x: int | None = None,
        options: Iterable[str] = (),
        alternative: str = "",
        division: dict[str, int] | None = None,
        mana: Iterable[str] = (),
        pay: Iterable[str] = (),
        face: str = "",
        choices: dict[str, Any] | None = None,
    ) -> int:
        """Play (cast) a card as a spell; returns the id of the spell on the stack.

        ``targets`` one name per target in order (or one list per use of "target"); ``modes`` are numbered from 1;
        ``options`` names optional additional costs ("kicker", "buyback"); ``alternative`` an alternative cost
        ("flashback", "morph", "alternative", "permission" for one that another effect offers, "free" for one without
        cost; "a + b" tries two);
        ``division`` maps targets to shares; ``mana`` names permanents whose mana abilities are played before costs are
        paid ("Forest", "City: {G}"); ``pay`` is the order of payment, an entry may also say what with ("sacrifice
        Thunderscape Familiar", "{2}{B}"); ``face`` names the half or face of a card that is cast; ``choices`` are
        further answers by kind, for this action alone.
        """
        thing_id = self.id(name, player)
        request = player_actions.request(
            self.kernel, player, thing_id, None, targets, modes, x, options, alternative, division, pay, face
        )
        return self._act(
            lambda: player_actions.cast_spell(self.kernel, request), self._answers(player, mana, pay, choices)
        )

    cast = play

    def activate(
        self,
        player: str,
        name: str | int,
        ability: int | str | None = None,
        *,
        targets: list[Any] | None = None,
        modes: Iterable[int] = (),
        x: int | None = None,
        division: dict[str, int] | None = None,
        mana: Iterable[str] = (),
        pay: Iterable[str] = (),
        choices: dict[str, Any] | None = None,
    ) -> int:
        """Play (activate) an activated ability; returns the id of the ability on the stack, 0 for a mana ability.

        ``ability`` picks one of several: its number from 1 among the object's activated abilities, or words of its
        text. The other arguments are as for :meth:`play`.
        """
        thing_id = self.id(name, player)
        held = player_actions.find_ability(self.kernel, thing_id, ability)
        request = player_actions.request(self.kernel, player, thing_id, held, targets, modes, x, (), "", division, pay)
        return self._act(
            lambda: player_actions.activate_ability(self.kernel, request), self._answers(player, mana, pay, choices)
        )

    def play_land(self, player: str, name: str | int, face: str = "", choices: dict[str, Any] | None = None) -> int:
        """Play a land, with the face of that name up: a special action. Returns the id of the permanent."""
        thing_id = self.id(name, player)
        return self._act(
            lambda: player_actions.play_land(self.kernel, player, thing_id, face),
            self._answers(player, (), (), choices),
        )

    def turn_face_up(self, player: str, name: str | int, mana: Iterable[str] = (), x: int | None = None) -> None:
        """Turn a face-down permanent face up for its morph cost: a special action."""
        thing_id = self.id(name, player)
        self._act(
            lambda: player_actions.turn_face_up(self.kernel, player, thing_id, x), self._answers(player, mana, (), None)
        )

    def set_aside(self, player: str, name: str | int, how: str, x: int | None = None, mana: Iterable[str] = ()) -> None:
        """Suspend, foretell or plot a card in hand, or bring in a companion (``how``): a special action."""
        thing_id = self.id(name, player)
        self._act(
            lambda: player_actions.set_aside(self.kernel, player, thing_id, how, x),
            self._answers(player, mana, (), None),
        )

    def unlock(self, player: str, name: str | int, half: str = "", mana: Iterable[str] = ()) -> None:
        """Unlock a door of a Room, the ``half`` of that name, for its mana cost: a special action."""
        thing_id = self.id(name, player)
        self._act(
            lambda: player_actions.unlock(self.kernel, player, thing_id, half), self._answers(player, mana, (), None)
        )

    def end_effect(self, player: str, name: str | int, mana: Iterable[str] = ()) -> None:
        """End an effect that an ability of this object made, for the cost that it says: a special action."""
        thing_id = self.id(name, player)
        self._act(
            lambda: player_actions.end_an_effect(self.kernel, player, thing_id), self._answers(player, mana, (), None)
        )

    def ignore_effect(self, player: str, name: str | int, mana: Iterable[str] = ()) -> None:
        """Ignore the effect of a static ability of this object until end of turn, for the cost that it says: a special
        action."""
        thing_id = self.id(name, player)
        self._act(
            lambda: player_actions.ignore_an_effect(self.kernel, player, thing_id),
            self._answers(player, mana, (), None),
        )

    def pass_priority(self, player: str = "", choices: dict[str, Any] | None = None) -> str:
        """The player with priority passes; returns "next player", "resolved" or "step over" (the next step has begun).

        ``player`` is checked against who has priority, if given.
        """
        return self._act(lambda: player_actions.pass_priority(self.kernel, player), self._answers("", (), (), choices))

    def all_pass(self, choices: dict[str, Any] | None = None) -> str:
        """Every player passes in succession, from the one who has priority; returns as :meth:`pass_priority`."""
        return self._act(lambda: player_actions.all_pass(self.kernel), self._answers("", (), (), choices))

    def resolve_all(self, choices: dict[str, Any] | None = None) -> None:
        """All players pass until the stack is empty and no triggered ability waits to be put there."""
        added = self._answers("", (), (), choices)
        self.kernel.script.answers[:0] = added
        while (self.state.zone("stack") or self.state.pending) and not self.state.over:
            self.all_pass()

    def concede(self, player: str) -> None:
        """A player concedes: he or she loses and leaves the game at once, whoever has priority."""
        self._player(player)
        self._act(lambda: player_actions.concede(self.kernel, player), [])

    def go_on_with(self, player: str) -> None:
        """Continue a player's turn, where several turns are taken at the same time in a Grand Melee game."""
        self._player(player)
        self._act(lambda: player_actions.go_on_with(self.kernel, player), [])

    def to_step(self, step: str, player: str = "") -> None:
        """All players pass until a step of that name begins (in ``player``'s turn, if given)."""
        wanted = canonical(step)
        self._act(lambda: player_actions.to_step(self.kernel, wanted, player), [])

    def attack(
        self,
        player: str,
        attackers: Iterable[str | int] | dict[Any, str | int],
        *,
        bands: Iterable[Iterable[str]] = (),
        mana: Iterable[str] = (),
        choices: dict[str, Any] | None = None,
    ) -> None:
        """Declare attackers: a list (attacking the only opponent) or a mapping from attacker to defending player or
        attacked planeswalker. ``mana`` names what is tapped for the costs of it.

        Advances to the declare attackers step first, if the game has not reached it in this turn.
        """
        self._act(
            lambda: player_actions.attack(
                self.kernel,
                player,
                *self._attackers(player, attackers, [[self.id(each) for each in band] for band in bands]),
            ),
            self._answers(player, mana, (), choices),
        )

    def block(
        self,
        player: str,
        blocks: dict[str, Any],
        choices: dict[str, Any] | None = None,
        *,
        mana: Iterable[str] = (),
    ) -> None:
        """Declare blockers: a mapping from blocker to the attacker, or list of attackers, that it blocks. ``mana``
        names what is tapped for the costs of it."""
        chosen = {
            self.id(blocker, player): [self.id(each) for each in (them if isinstance(them, list | tuple) else [them])]
            for blocker, them in blocks.items()
        }
        self._act(lambda: player_actions.block(self.kernel, player, chosen), self._answers(player, mana, (), choices))

    def order_blockers(self, attacker: str | int, blockers: Iterable[str | int]) -> None:
        """Announce the damage assignment order among the blockers of an attacker (2009-07-11 to 2024).

        Without it, any division that fits some order is legal.
        """

        def announce() -> None:
            combat = self.state.combat
            if combat is None or self.rules.damage_order == "free":
                raise self.kernel.illegal("there is no damage assignment order to announce", "assign_damage")
            combat.order[self.id(attacker)] = [self.id(each) for each in blockers]

        self._act(announce, [])

    def assign(self, name: str | int, shares: dict[str, int]) -> None:
        """Write how an attacker's or blocker's combat damage will be divided; names to numbers."""
        self.will("damage", dict(shares), about=self.kernel.label(object_ref(self.id(name))))

    def do(self, function: Callable[[Kernel], Any]) -> Any:
        """Run a function on the kernel as one action, which is undone entirely when it is illegal."""
        return self._act(lambda: function(self.kernel), [])

    def is_legal(self, action: Callable[[Game], Any]) -> bool:
        """Whether an action would be legal now; nothing is changed.

        ``game.is_legal(lambda g: g.play("Ann", "Bolt", targets=["Bear"]))``. A missing choice still raises
        :class:`UnscriptedChoice`.
        """
        return self.why_illegal(action) is None

    def why_illegal(self, action: Callable[[Game], Any]) -> IllegalAction | None:
        """The :class:`IllegalAction` that an action would raise, ``None`` when it is legal; nothing is changed."""
        return self.kernel.why_illegal(lambda: action(self))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _attackers(
        self, player: str, attackers: Iterable[str | int] | dict[Any, str | int], bands: list[list[int]]
    ) -> tuple[dict[int, str], list[list[int]], dict[int, int]]:
        """Whom each creature attacks, the bands, and the planeswalkers and battles that are attacked."""
        if isinstance(attackers, dict):
            whom = {self.id(each, player): defender for each, defender in attackers.items()}
            walkers = {each: self.id(to) for each, to in whom.items() if to not in self.state.players}
            return (
                {each: self._defender(walkers[each]) if each in walkers else str(to) for each, to in whom.items()},
                bands,
                walkers,
            )
        opponents = self.state.opponents(player)
        if len(opponents) != 1:
            raise EngineError("with several opponents, say whom each creature attacks")
        return {self.id(each, player): opponents[0] for each in attackers}, bands, {}

    def _answers(
        self,
        player: str,
        mana: Iterable[str],
        pay: Iterable[str],
        choices: dict[str, Any] | None,
    ) -> list[Answer]:
        return player_actions.answers(player, list(mana), list(pay), choices or {})

    def _act(self, action: Callable[[], Any], answers: list[Answer]) -> Any:
        """Run one action; if it is illegal or a choice is missing, restore the game as it was before."""
        if self.kernel.trial:
            return self._carry_out(action, answers)  # on a state that is thrown away, whatever comes of it
        kept_state, kept_answers = clone(self.state), list(self.kernel.script.answers)
        kept_steps = len(self.trace.steps)
        try:
            result = self._carry_out(action, answers)
        except IllegalAction as error:
            if self.kernel.has("rewind"):
                self._restore(kept_state, kept_answers)
                del self.trace.steps[kept_steps:]
            self.kernel.note(f"illegal, and undone: {error}", "rewind")
            raise
        except EngineError:
            self._restore(kept_state, kept_answers)
            del self.trace.steps[kept_steps:]
            raise
        # Answers given with an action are for it alone: those left over must not answer a later question.
        kept = [each for each in self.kernel.script.answers if not any(each is own for own in answers)]
        self.kernel.script.answers[:] = kept
        return result

    def _carry_out(self, action: Callable[[], Any], answers: list[Answer]) -> Any:
        """Run one action with its answers before all others; an illegal one knows the day of the rules."""
        self.kernel.script.answers[:0] = answers
        try:
            result = action()
            player_actions.finish_subgames(self.kernel)
        except IllegalAction as error:
            error.day = self.kernel.rules.date
            raise
        return result

    def _restore(self, state: State, answers: list[Answer]) -> None:
        state.version = self.state.version + 1
        self.kernel.state = state
        self.kernel.seen_as = None
        self.kernel.script.answers[:] = answers

    def _defender(self, thing_id: int) -> str:
        """The defending player of what is attacked; the controller of what cannot be attacked."""
        return defender_of(self.kernel, thing_id) or self.controller(thing_id)
