"""Carrying out instructions: one function per kind, registered here by the modules of ``actions/``.

Going through the players is done here only. A kind with a doer ("each player sacrifices a creature") names the field
with the players; its function gets all of them at once, in turn order, and goes through them with :class:`Turns`:
during a player's turn in this, "he or she" is that player, choices are that player's, and "it" is what that player
acted on in earlier steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.combining import Repeat, Sequence
from rulesite.engine.abilities.conjunctions import Delayed, ForEach
from rulesite.engine.abilities.harm_and_life import DealDamage
from rulesite.engine.abilities.instructions import Continuous
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.references import Current, EachPlayer, Every
from rulesite.engine.evaluation.deeds import binds
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import player_ref, ref_player
from rulesite.engine.state.objects import Recalled


@dataclass(frozen=True)
class Doing:
    """How a kind of instruction is carried out.

    Without ``by`` the function is called with frame and instruction. ``by`` is the field that names the doers: then the
    function also gets that reference and the players' names. ``spread`` carries out an instruction without doers for
    each of several players, where one after the other would be wrong.
    """

    function: Callable[..., None]
    by: str = ""
    spread: Callable[..., None] | None = None


INSTRUCTIONS: dict[type, Doing] = {}

# Instructions that only join others do nothing themselves, so they do not set whether anything was done.
_JOINING = (
    *(ir.Sequence, ir.May, ir.Unless, ir.If, ir.ForEach, ir.Modal, ir.Repeat, ir.Reflexive, ir.OnceEachTurn),
    *(
        ir.Delayed,
        ir.CreateReplacement,
        ir.Happens,
        ir.CreateBesides,
        ir.CreateOneOfEach,
        ir.Nothing,
        ir.Elided,
        ir.Rounds,
    ),
)


def does(kind: type, by: str = "", spread: Callable[..., None] | None = None) -> Callable[[Any], Any]:
    """A decorator: the function carries out this kind of instruction."""

    def enter(function: Any) -> Any:
        INSTRUCTIONS[kind] = Doing(function, by, spread)
        return function

    return enter


def perform(frame: Frame, instruction: Any) -> None:
    """Carry out an instruction now.

    The frame's bindings record whether it was carried out at all (``did``), and how many it moved, drew, dealt …
    (``previous``). Raises :class:`NotModelled` for a kind that the engine does not know, and for words that nothing
    binds.
    """
    bound = frame.bound
    if instruction is None:
        return
    kernel = frame.kernel
    doing = _doing(instruction)
    kernel.count()
    if not isinstance(instruction, _JOINING):
        bound.did = None
    outer, kernel.acting = kernel.acting, frame.controller
    try:
        _carry_out(frame, instruction, doing)
    finally:
        kernel.acting = outer


def _carry_out(frame: Frame, instruction: Any, doing: Doing) -> None:
    bound = frame.bound
    if bound.last_who is not None and not bound.current and _speaks_of_each(instruction):
        perform_for(frame, instruction, bound.last_who, bound.last_doers)
    elif doing.by:
        who = getattr(instruction, doing.by)
        players = doers(frame, who)
        doing.function(frame, instruction, who, players)
        if _each(who) and not bound.current:
            bound.last_who, bound.last_doers = who, players
    else:
        doing.function(frame, instruction)


def perform_for(frame: Frame, instruction: Any, who: Node, players: list[str]) -> None:
    """Carry out an instruction for each of ``players``, whom ``who`` named: each step for all of them before the next.

    Choices are made in turn order, then it happens to all at the same time (101.4, 103.4 in 2006-10-01).
    """
    if instruction is None:
        return
    if not players:
        pass_over(frame, instruction)
        return
    if isinstance(instruction, Sequence) and not any(_joined(step) for step in instruction.steps):
        steps = instruction.steps if frame.kernel.has("in_written_order") else tuple(reversed(instruction.steps))
        for step in steps:
            perform_for(frame, step, who, players)
        return
    doing = _doing(instruction)
    own = getattr(instruction, doing.by or "who", None)
    if doing.spread is not None and (own is None or own == who or isinstance(own, Current)):
        doing.spread(frame, instruction, who, players)
    elif doing.by and (own == who or isinstance(own, Current)):
        doing.function(frame, instruction, who, players)
    else:
        turns = Turns(frame, who, players)
        for player in turns:
            with turns.of(player):
                perform(frame, instruction)
        turns.gather()


def pass_over(frame: Frame, instruction: Node | None) -> None:
    """Note that an instruction is not carried out: later words for what it would have acted on mean nothing."""
    bound = frame.bound
    bound.passed_over = sorted({*bound.passed_over, *binds(instruction)})


def doers(frame: Frame, who: Node) -> list[str]:
    """The names of the players that a reference names, in turn order; the present player stands alone.

    Raises :class:`NotModelled` when it names something other than players.
    """
    bound = frame.bound
    if bound.current and bound.each is not None and who == bound.each:
        named = [bound.current]
    else:
        named = frame.refs(who)
    names = {name for ref in named if (name := ref_player(ref)) is not None}
    if named and not names:
        raise NotModelled(f"{', '.join(map(frame.kernel.label, named))} is no player, and cannot do what a player does")
    first = frame.controller if isinstance(who, EachPlayer) and who.from_you else ""
    return [name for name in frame.kernel.state.turn_order(first) if name in names]


def has_left(frame: Frame, who: Node) -> bool:
    """Whether a reference names one player, who has left the game."""
    named = [] if _each(who) else [name for ref in frame.refs(who) if (name := ref_player(ref)) is not None]
    return len(named) == 1 and bool(frame.kernel.state.players[named[0]].lost)


class Turns:
    """Goes through the players who carry out an instruction, the active player first.

    If the words name each of several players, "he or she" (:class:`Current`) is the player whose turn it is, and each
    has a separate memory, which lasts for the later steps of the same text; :meth:`gather` adds them up.
    """

    def __init__(self, frame: Frame, who: Node, players: list[str]) -> None:
        self.bound = frame.bound
        self.who = who
        self.players = players
        self.several = len(players) != 1 or _each(who)
        self.acted: dict[str, list[str]] = {}
        self.last_verb = ""

    def __iter__(self) -> Iterator[str]:
        return iter(self.players)

    @contextmanager
    def of(self, player: str) -> Iterator[None]:
        """Within the block it is one player's turn."""
        bound = self.bound
        outer, bound.doer = bound.doer, player
        if not self.several:
            try:
                yield
            finally:
                bound.doer = outer
            return
        around, shared, others = (bound.current, bound.each, bound.others), bound.recall(), bound.own
        own = others.get(player) or Recalled({}, shared.last_verb, shared.rest, shared.previous, shared.did)
        memo = {**shared.memo, **own.memo}
        bound.recollect(Recalled(memo, own.last_verb, own.rest, own.previous, own.did))
        bound.current, bound.each, bound.own, bound.others = player_ref(player), self.who, {}, others
        before = dict(memo)
        try:
            yield
            for verb, found in bound.memo.items():
                if before.get(verb) is not found:
                    own.memo[verb] = found
                    self.acted.setdefault(verb, [])
                    self.last_verb = bound.last_verb
            own.last_verb, own.rest, own.previous, own.did = bound.last_verb, bound.rest, bound.previous, bound.did
        finally:
            bound.doer = outer
            (bound.current, bound.each, bound.others), bound.own = around, others
            bound.recollect(shared)
        others[player] = own

    def gather(self) -> None:
        """Combine what all the players did: for "those cards", "that many" and "if you do"."""
        if not self.several:
            return
        bound = self.bound
        each = [bound.own[player] for player in self.players if player in bound.own]
        for verb in self.acted:
            bound.memo[verb] = list(dict.fromkeys(ref for own in each for ref in own.memo.get(verb, [])))
        if self.last_verb or not each:
            bound.last_verb = self.last_verb or bound.last_verb
            bound.previous = sum(own.previous or 0 for own in each)
        bound.rest = list(dict.fromkeys(ref for own in each for ref in own.rest or ())) or bound.rest
        said = [own.did for own in each if own.did is not None]
        bound.did = any(said) if said or not each else None


def _doing(instruction: Any) -> Doing:
    doing = INSTRUCTIONS.get(type(instruction))
    if doing is None:
        raise NotModelled(f"the engine does not carry out {type(instruction).__name__} yet")
    return doing


def _each(who: Node) -> bool:
    return isinstance(who, EachPlayer | Every)


def _joined(step: Any) -> bool:
    return isinstance(step, Repeat) or (isinstance(step, Delayed) and step.until)


def _speaks_of_each(node: Any) -> bool:
    """Whether an instruction mentions "that player" without saying which: it continues with the players of the step
    before ("each player … , then shuffles")."""
    if isinstance(node, Current):
        return True
    if isinstance(node, tuple):
        return any(_speaks_of_each(part) for part in node)
    if not isinstance(node, Node):
        return False
    if isinstance(node, ForEach):
        return _speaks_of_each(node.over)
    if isinstance(node, Continuous):
        return _speaks_of_each(node.what)
    doing = INSTRUCTIONS.get(type(node))
    named = getattr(node, doing.by) if doing is not None and doing.by else None
    if (named is not None and _each(named)) or (isinstance(node, DealDamage) and _each(node.to)):
        return False
    return any(_speaks_of_each(getattr(node, part.name)) for part in fields(node))
