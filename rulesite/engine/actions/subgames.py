"""Subgames: games within a game, played with the libraries as decks (729 in 2026-06-19).

The main game is stored whole while a subgame is played: every card of the subgame stands for a card of the main game,
so when it ends only cards brought into the subgame have to move.
"""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import source_name
from rulesite.engine.events.batch import commit
from rulesite.engine.events.perform import does, perform
from rulesite.engine.players.hand_sizes import starting_life
from rulesite.engine.seating.range_of_influence import look_round
from rulesite.engine.seating.variants import VARIANTS
from rulesite.engine.state import zones
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import MainGame, Player, State, player_ref, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.options import Options
from rulesite.engine.state.sides import physical
from rulesite.engine.turn.opening_hands import draw_opening_hand, skip_first_draw
from rulesite.engine.turn.phases import begin_step, begin_turn, next_step
from rulesite.engine.turn.priority import give_priority
from rulesite.engine.turn.stack import leave_stack


@does(ir.PlaySubgame)
def _play_subgame(frame: Frame, node: ir.PlaySubgame) -> None:
    """Suspend the main game and begin the subgame (729.2)."""
    kernel, main = frame.kernel, frame.kernel.state
    if main.options != Options() or main.markers:
        raise NotModelled("a subgame of a game with teams, a range of influence or a variant")
    if frame.bound.current:
        raise NotModelled("a subgame for each of several players")
    if not kernel.has("subgame_begins"):
        return
    names = main.turn_order()
    prompt = "who goes first in the subgame"
    [first] = kernel.choose("at random", frame.controller, source_name(frame), prompt, list(map(player_ref, names)))
    kernel.note("the game is discontinued while a subgame is played", "subgame_begins")
    kernel.state = State(
        {name: Player(name) for name in names}, main.date, main.without, active=names[0], reference=main.reference,
        known=dict(main.known), next_id=main.next_id, clock=main.clock, batches=main.batches, steps=main.steps,
        version=main.version + 1, main=MainGame(main, frame.bound, frame.bound.stack_id),
    )  # fmt: skip
    kernel.seen_as = None
    for name, player in kernel.state.players.items():
        player.life = player.starting_life = starting_life(kernel, name, VARIANTS[""].life)
    for thing in [main.things[each] for name in names for each in main.zone("library", name)]:
        _stands_for(kernel, thing, "library")
    for thing in list(main.things.values()):
        if thing.kind == "card" and thing.zone != "library" and thing.owner in names:
            _stands_for(kernel, thing, "outside")
    starting = ref_player(first) or ""
    for name in kernel.state.turn_order(starting):
        commit(kernel, [Event("shuffle", player=name)])
        draw_opening_hand(kernel, name)
    look_round(kernel)
    skip_first_draw(kernel, starting)
    begin_turn(kernel, starting)
    kernel.state.step = "untap"
    begin_step(kernel)
    next_step(kernel)


def _stands_for(kernel: Kernel, thing: Thing, zone: str) -> None:
    """Create a card of the subgame, in the library or outside the game, for a card of the main game (729.2, 729.4)."""
    state = kernel.state
    assert state.main is not None  # noqa: S101 - a subgame is being played
    card = zones.create(kernel, physical(thing), thing.owner, zone, label=thing.label)
    card.was = thing.id
    state.main.cards[card.id] = thing.id
    kernel.state, known = state.main.state, kernel.state.known
    try:
        kept = kernel.known(thing.id)
        known[thing.id] = zones.remember(kernel, thing)
        known[thing.id].became = card.id
        kernel.state.known.pop(thing.id)
        if kept is not None:
            kernel.state.known[thing.id] = kept
    finally:
        kernel.state = state


def then_goes_on(kernel: Kernel, rest: tuple[ir.Instruction, ...]) -> None:
    """Store the rest of the text, to be carried out when the subgame is over."""
    main = kernel.state.main
    assert main is not None  # noqa: S101 - a subgame is being played
    main.then = (*main.then, *rest)


def finish(kernel: Kernel) -> None:
    """Return from a finished subgame to the main game, with the rest of the effect (729.5)."""
    state, main = kernel.state, kernel.state.main
    assert main is not None  # noqa: S101 - a subgame is being played
    kernel.note(f"the subgame is over, and {state.winner or 'nobody'} has won it", "subgame_ends")
    over, kernel.state, kernel.seen_as = state, main.state, None
    state = kernel.state
    state.next_id, state.clock, state.version = over.next_id, over.clock, over.version + 1
    state.batches, state.steps = over.batches, over.steps
    if kernel.has("subgame_ends"):
        back = [event for card, thing in main.cards.items() for event in _back(kernel, over, card, thing)]
        commit(kernel, back)
        commit(kernel, [Event("shuffle", player=name) for name in state.turn_order()])
    main.bound.record.won["subgame"] = over.winner
    perform(Frame(kernel, main.bound), ir.Sequence(main.then) if main.then else None)
    if kernel.state is not state:
        return
    resolving = kernel.thing(main.resolving)
    if resolving is not None and resolving.play is not None and resolving.kind != "ability":
        leave_stack(kernel, resolving, resolving.play, "resolved")
    elif resolving is not None:
        zones.remove(kernel, resolving)
    give_priority(kernel, state.active)


def _back(kernel: Kernel, over: State, card: int, thing_id: int) -> list[Event]:
    """The moves of a card in the main game after the subgame: one brought into it goes to its owner's library."""
    thing = kernel.thing(thing_id)
    if thing is None or card in over.things:
        return []
    now = card
    while now in over.known and over.known[now].became:
        now = over.known[now].became
    exiled = now in over.things and over.things[now].zone == "exile"
    if exiled and kernel.rules.subgame_exile == "stays":
        return [move(thing_id, "exile", player=thing.owner)]
    if thing.zone == "library":
        return []
    return [move(thing_id, "library", player=thing.owner, position="shuffled")]
