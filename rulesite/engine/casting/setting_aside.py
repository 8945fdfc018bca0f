"""Special actions with cards: suspending, foretelling and plotting those in hand, and bringing a companion into the
game (116.2f to 116.2h and 116.2k in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.costs import Cost, PayMana
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import FORETOLD, PLOTTED
from rulesite.engine.events.batch import happen
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Thing
from rulesite.engine.state.teams import takes_turn

from .paying_now import pay_now
from .permissions import permissions
from .play_costs import card_parts, x_in
from .timing import check_card_restrictions, check_prohibited, check_spell_timing, sorcery_time

COMPANION = "companion"
"""The memory key of the card outside the game that its owner has chosen as a companion."""


def suspend(kernel: Kernel, player: str, card: Thing, x: int | None = None) -> int:
    """Exile a card from the hand with time counters, for its suspend cost, when it could be cast; returns its new id.

    Raises :class:`IllegalAction`.
    """
    keyword = _in_hand(kernel, player, card, "suspend")
    if keyword.cost is None or keyword.amount is None:
        raise kernel.illegal(f"nothing says for what cost {card.label} is suspended", "suspend")
    parts = card_parts(kernel, card)
    check_card_restrictions(kernel, player, card, parts)
    early = any(each.may.timing == "instant" and each.may.cost is None for each in permissions(kernel, player, card.id))
    check_spell_timing(kernel, player, card, early)
    check_prohibited(kernel, player, card, "hand")
    frame = Frame(kernel, Bindings(player, card.id, x=x))
    x_in(frame, keyword.cost, card.label)
    pay_now(frame, player, keyword.cost)
    counters = {"time": frame.amount(keyword.amount)}
    kernel.note(f"{player} suspends {card.label} with {counters['time']} time counters", "suspend")
    return happen(kernel, [move(card.id, "exile", "exile", player=player, counters=counters)])[0].new


def foretell(kernel: Kernel, player: str, card: Thing) -> int:
    """Exile a card from the hand face down for {2}, in the player's own turn; returns its new id.

    Raises :class:`IllegalAction`.
    """
    _in_hand(kernel, player, card, "foretell")
    if not takes_turn(kernel.state, player):
        raise kernel.illegal(f"{card.label} can be foretold only in {player}'s own turn", "foretell")
    frame = Frame(kernel, Bindings(player, card.id))
    frame.bound.record.keyword = "foretell"
    pay_now(frame, player, Cost((PayMana("{2}"),)))
    kernel.note(f"{player} foretells a card", "foretell")
    aside = happen(kernel, [move(card.id, "exile", "exile", player=player, face_down=True)])[0].new
    kernel.state.things[aside].remembers[FORETOLD] = kernel.state.turn
    return aside


def plot(kernel: Kernel, player: str, card: Thing) -> int:
    """Exile a card from the hand for its plot cost, when a sorcery could be played; it becomes plotted. Returns its
    new id.

    Raises :class:`IllegalAction`.
    """
    keyword = _in_hand(kernel, player, card, "plot")
    if keyword.cost is None:
        raise kernel.illegal(f"nothing says for what cost {card.label} is plotted", "plot")
    if not sorcery_time(kernel, player):
        raise kernel.illegal(f"{card.label} can be plotted only when {player} could play a sorcery", "plot")
    frame = Frame(kernel, Bindings(player, card.id))
    frame.bound.record.keyword = "plot"
    x_in(frame, keyword.cost, card.label)
    pay_now(frame, player, keyword.cost)
    kernel.note(f"{player} plots {card.label}", "plot")
    aside = happen(kernel, [move(card.id, "exile", "exile", player=player)])[0].new
    become_plotted(kernel, aside)
    return aside


def become_plotted(kernel: Kernel, card_id: int) -> None:
    """Have a card in exile become plotted: its owner may cast it for nothing in a later turn (702.170d in
    2026-06-19)."""
    card = kernel.thing(card_id)
    if card is None or card.zone != "exile" or not kernel.has("plot"):
        return
    card.remembers[PLOTTED] = kernel.state.turn
    kernel.note(f"{card.label} becomes plotted", "plot")
    happen(kernel, [Event("status", object_ref(card_id), facts={"status": PLOTTED})])


def bring_in(kernel: Kernel, player: str, card: Thing) -> int:
    """Put the player's chosen companion from outside the game into the hand for {3}, when a sorcery could be played;
    returns its new id (702.139a). That the deck fulfils its condition is seen before the game begins.

    Raises :class:`IllegalAction`.
    """
    if card.zone != "outside" or card.owner != player or not card.remembers.get(COMPANION):
        raise kernel.illegal(f"{card.label} is no companion of {player} outside the game", COMPANION)
    if not kernel.has(COMPANION):
        raise kernel.illegal("no companion is brought into the game", COMPANION)
    if not sorcery_time(kernel, player):
        raise kernel.illegal(f"{card.label} can be brought in only when {player} could play a sorcery", COMPANION)
    pay_now(Frame(kernel, Bindings(player, card.id)), player, Cost((PayMana("{3}"),)))
    kernel.note(f"{player} brings the companion {card.label} into the game", COMPANION)
    return happen(kernel, [move(card.id, "hand", "put", player=player)])[0].new


def _in_hand(kernel: Kernel, player: str, card: Thing, name: str) -> KeywordAbility:
    held = [each.ability for each in look(kernel, card.id).abilities]
    found = next((each for each in held if isinstance(each, KeywordAbility) and each.keyword == name), None)
    if found is None or card.zone != "hand" or card.owner != player or not kernel.has(name):
        raise kernel.illegal(f"{player} has no {card.label} with {name} in hand", name)
    return found
