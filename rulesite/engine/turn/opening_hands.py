"""Opening hands and mulligans, before the first turn (103.5 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.events.batch import commit
from rulesite.engine.events.drawing import draw
from rulesite.engine.players.hand_sizes import starting_hand_size
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel


def draw_opening_hand(kernel: Kernel, player: str) -> None:
    """Draw a player's starting hand."""
    size = starting_hand_size(kernel, player)
    kernel.note(f"{player} draws an opening hand of {size} cards", "mulligan")
    draw(kernel, player, size)


def skip_first_draw(kernel: Kernel, starting: str) -> None:
    """Let the starting player in a game of two players skip the draw step of the first turn (103.8a in 2026-06-19)."""
    if len(kernel.state.players) == 2:
        kernel.state.skips.append((starting, "draw"))


def take_mulligan(kernel: Kernel, player: str) -> None:
    """Shuffle a player's hand into the library and draw anew: as many cards as before, or until 2019 one fewer each
    time."""
    hand = list(kernel.state.zone("hand", player))
    kernel.state.players[player].mulligans += 1
    kernel.note(f"{player} takes a mulligan", "mulligan")
    commit(kernel, [move(each, "library", player=player, position="shuffled") for each in hand])
    commit(kernel, [Event("shuffle", player=player)])
    fewer = _counted(kernel, player) if kernel.rules.mulligan == "fewer" else 0
    draw(kernel, player, max(0, starting_hand_size(kernel, player) - fewer))


def keep_hand(kernel: Kernel, player: str) -> None:
    """Keep a player's hand, and since 2019 put a card of it on the bottom of the library for each mulligan."""
    hand = [object_ref(each) for each in kernel.state.zone("hand", player)]
    number = min(len(hand), _counted(kernel, player)) if kernel.rules.mulligan == "bottom" else 0
    kernel.note(f"{player} keeps a hand of {len(hand)} cards", "mulligan")
    if number:
        prompt = "which cards to put on the bottom of the library"
        chosen = kernel.same(kernel.choose("bottom", player, "", prompt, hand, number, number))
        commit(kernel, [move(each, "library", player=player, position="bottom") for each in chosen])


def _counted(kernel: Kernel, player: str) -> int:
    """The number of mulligans that count: in a game of many players the first does not."""
    if not kernel.has("mulligan"):
        return 0
    taken = kernel.state.players[player].mulligans
    return max(0, taken - 1) if len(kernel.state.players) > 2 else taken
