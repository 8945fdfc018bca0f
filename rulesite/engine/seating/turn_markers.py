"""Turn markers of Grand Melee games: several players take turns at the same time, each with a stack (807.4, 807.5 in
2026-06-19).

One marker's turn is continued at a time; the turns of the others are set aside as they are. A marker that moves to a
player who cannot begin yet waits; the turn begins when the marker is continued.
"""

from __future__ import annotations

from rulesite.engine.state.game_state import State, TurnMarker, player_ref
from rulesite.engine.state.kernel import Kernel

from .range_of_influence import in_range

PLAYERS_TO_A_MARKER = 4
_ORDER_OF_STEPS = ("added_phases", "phase_left", "left_at")
_OF_A_TURN = ("active", "turn", "extra_turn", "step", "priority", "passed", "combat", *_ORDER_OF_STEPS)


def hand_out(kernel: Kernel) -> None:
    """Give out the markers: one for every full four players, every four seats from the starting player on."""
    state = kernel.state
    state.markers = []
    if state.options.variant != "Grand Melee" or not kernel.has("turn_markers"):
        return
    seated = state.turn_order()
    for number in range(len(seated) // PLAYERS_TO_A_MARKER):
        state.markers.append(TurnMarker(number + 1, seated[number * PLAYERS_TO_A_MARKER], taking=number == 0))
    state.marker = 1


def marker_of(state: State, player: str) -> TurnMarker | None:
    """The marker that a player has, if any."""
    return next((each for each in state.markers if each.holder == player), None)


def gets_priority(kernel: Kernel, player: str) -> bool:
    """Whether a player gets priority for the stack of the turn being continued: its marker, or the controller of an
    object on that stack, is within his or her range of influence."""
    state = kernel.state
    if not state.markers:
        return True
    concerned = [state.active, *(state.things[each].controller for each in state.zone("stack"))]
    return any(in_range(kernel, player, player_ref(name)) for name in concerned)


def may_begin(kernel: Kernel, marker: TurnMarker) -> bool:
    """Whether the holder of a marker may begin a turn: nobody in the three seats to the left has a marker, and it is
    not already his or her turn by an earlier marker."""
    near = _beside(kernel, marker.holder, 1)
    already = any(each.taking and each.holder == marker.holder for each in kernel.state.markers)
    return not already and not any(marker_of(kernel.state, name) for name in near)


def _beside(kernel: Kernel, player: str, side: int) -> list[str]:
    """The players in the three seats to a player's left (``side`` 1) or right (-1)."""
    order = kernel.state.turn_order(player)
    others = [name for name in order if name != player]
    return (others if side > 0 else others[::-1])[: PLAYERS_TO_A_MARKER - 1]


def turn_to(kernel: Kernel, marker: TurnMarker) -> bool:
    """Continue another marker's turn; returns whether that turn has begun already."""
    state = kernel.state
    present = next((each for each in state.markers if each.number == state.marker), None)
    if present is marker and marker.taking:
        return True
    if present is not None and present.taking:
        present.aside = {name: getattr(state, name) for name in _OF_A_TURN}
        present.aside["stack"] = state.zones.pop("stack", [])
    state.marker = marker.number
    begun = bool(marker.aside)
    for name, value in marker.aside.items():
        if name == "stack":
            state.zones["stack"] = value
        else:
            setattr(state, name, value)
    marker.aside = {}
    state.touch()
    return begun


def begin(kernel: Kernel, marker: TurnMarker) -> str:
    """Begin a turn of a marker's holder and return the player; a postponed turn comes first, and the normal turn after
    it."""
    state = kernel.state
    marker.taking = True
    state.turn = max([state.turn, *(each.aside.get("turn", 0) for each in state.markers)])
    state.combat, state.added_phases, state.phase_left, state.left_at = None, [], [], ""
    added = next((each for each in state.extra_turns if each[0] == marker.holder), None)
    state.extra_turn = 0
    if added is not None and not marker.due and kernel.has("extra_turn"):
        state.extra_turns.remove(added)
        state.extra_turn = added[1]
        marker.due = not marker.kept
        kernel.note(f"{marker.holder} takes an extra turn", "extra_turn")
    else:
        marker.due = False
    marker.kept = False
    return marker.holder


def turn_over(kernel: Kernel) -> tuple[TurnMarker | None, bool]:
    """End the continued turn: its marker stays, moves to the left or is removed.

    Returns the marker whose turn is continued now, and whether that turn had begun already.
    """
    state = kernel.state
    marker = next(each for each in state.markers if each.number == state.marker)
    marker.taking = False
    player = marker.holder
    again = any(each[0] == player for each in state.extra_turns) and kernel.has("extra_turn")
    crowded = any(marker_of(state, name) for name in _beside(kernel, player, -1))
    if marker.removals:
        _remove(kernel, marker)
    elif marker.due:
        pass
    elif again and not crowded and not state.players[player].lost:
        marker.kept = True
    else:
        marker.holder = next(name for name in state.turn_order(player) if name != player)
        kernel.note(f"{player} passes turn marker {marker.number} to {marker.holder}", "turn_markers")
    return _goes_on(kernel, marker)


def _goes_on(kernel: Kernel, after: TurnMarker) -> tuple[TurnMarker | None, bool]:
    state = kernel.state
    order = sorted(state.markers, key=lambda each: (each.number < after.number, each.number))
    for marker in order:
        if marker.taking:
            return marker, turn_to(kernel, marker)
        if may_begin(kernel, marker):
            turn_to(kernel, marker)
            return marker, False
        kernel.note(f"{marker.holder} waits with turn marker {marker.number}", "turn_markers")
    return None, False


def designate(kernel: Kernel, departed: str) -> None:
    """Designate a marker for removal after a player has left: if there are too many, the one to his or her right."""
    state = kernel.state
    if not state.markers:
        return
    wanted = len(state.turn_order()) // PLAYERS_TO_A_MARKER
    have = sum(1 - each.removals for each in state.markers)
    held = [each for each in state.markers if each.holder == departed]
    names = list(state.players)
    place = names.index(departed)
    if wanted < have:
        right = [*names[:place][::-1], *names[place + 1 :][::-1]]
        marker = next(
            (found for name in right if (found := marker_of(state, name)) is not None), held[0] if held else None
        )
        if marker is not None:
            marker.removals += 1
            kernel.note(f"turn marker {marker.number} is to be removed", "turn_markers")
            if not marker.taking:
                _remove(kernel, marker)
    for each in held:
        if each in state.markers and not each.taking:
            each.holder = state.turn_order(departed)[0]


def _remove(kernel: Kernel, marker: TurnMarker) -> None:
    state = kernel.state
    state.markers.remove(marker)
    kernel.note(f"turn marker {marker.number} is removed", "turn_markers")
    if marker.removals > 1 and state.markers:
        names = state.turn_order(marker.holder)[::-1]
        following = next(found for name in names if (found := marker_of(state, name)) is not None)
        following.removals += marker.removals - 1
        if not following.taking:
            _remove(kernel, following)
