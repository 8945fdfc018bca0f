"""Events that an effect forbids: they do not happen, and no replacement can change them."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.abilities.card_instructions import Discard, Search
from rulesite.engine.abilities.combining import Modal
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.permanent_instructions import PutCounters, Sacrifice
from rulesite.engine.abilities.player_rules import PlayerCant
from rulesite.engine.abilities.references import Every
from rulesite.engine.abilities.restrictions import CantBeSacrificed, CantCause, CantHaveAbilities, CantHaveCounters
from rulesite.engine.evaluation.counter_kinds import that_kind
from rulesite.engine.evaluation.feasibility import decides_barred
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.teams import sharing_counters
from rulesite.engine.state.zones import NOWHERE

from .continuous import changes_on

_ACTIONS = {"gain_life": "gain life", "lose_life": "lose life", "draw": "draw", "lose_game": "lose", "search": "search"}

_OF_OBJECTS = ("attach", "counters", "damage", "destroy", "move", "mutate", "tap", "untap")
"""The events that happen to an object, and not to one that is phased out."""

STAYS = ("battlefield", NOWHERE)
"""The zones of a token that has not left the battlefield."""


def is_phased_out(kernel: Kernel, ref: str) -> bool:
    """Whether an object is a phased-out permanent, which nothing affects (702.26b in 2026-06-19)."""
    thing = kernel.thing(ref_id(ref) or 0)
    return thing is not None and thing.phased_out


def forbidden(kernel: Kernel, event: Event) -> bool:
    """Whether an effect forbids an event (a player can't gain life, draw, search, lose …), or it would happen to a
    permanent that is phased out."""
    if event.kind in _OF_OBJECTS and is_phased_out(kernel, event.ref):
        kernel.note(f"{kernel.label(event.ref)} is phased out: nothing happens to it", "phasing")
        return True
    action = _ACTIONS.get(event.kind)
    if event.kind in ("gain_life", "lose_life") and cannot(kernel, event.player, "change life total"):
        kernel.note(f"the life total of {event.player} can't change", "cannot")
        return True
    if event.kind == "draw" and _drawn_enough(kernel, event):
        kernel.note(f"{event.player} can't draw more cards this turn", "cannot")
        return True
    if action is not None and cannot(kernel, event.player, action):
        kernel.note(f"{event.player} can't {action}", "cannot")
        return True
    kept = event.kind == "move" and event.tagged("sacrifice") and kernel.has("cannot")
    if kept and changes_on(kernel, event.ref, CantBeSacrificed):
        kernel.note(f"{kernel.label(event.ref)} can't be sacrificed", "cannot")
        return True
    thing = kernel.thing(event.object_id) if event.kind == "move" else None
    if thing is not None and thing.kind == "token" and thing.zone not in STAYS and kernel.has("token_gone"):
        kernel.note(f"{thing.label} is a token that has left play and stays where it is", "token_gone")
        return True
    if event.kind == "counters" and event.amount > 0:
        _, _, player = event.ref.partition("player ")
        kind = event.facts["counter"]
        if player and any(cannot(kernel, each, "get counters") for each in sharing_counters(kernel, player, kind)):
            kernel.note(f"{player} can't get counters", "cannot")
            return True
        if player and kind == "poison" and cannot(kernel, player, "get poison counters"):
            kernel.note(f"{player} can't get poison counters", "cannot")
            return True
        return forbidden_counters(kernel, event.ref, event.facts["counter"])
    return False


def forbidden_counters(kernel: Kernel, ref: str, kind: str) -> bool:
    """Whether an effect forbids putting counters of a kind on an object."""
    return any(change.kind in (None, kind) for change, _ in changes_on(kernel, ref, CantHaveCounters))


def _drawn_enough(kernel: Kernel, event: Event) -> bool:
    """Whether a player has drawn as many cards this turn as an effect allows ("more than one card each turn")."""
    already = int(event.facts.get("nth", 1)) - 1
    return kernel.has("cannot") and any(
        change.action == "draw" and change.limit is not None and already >= change.limit
        for change, _ in changes_on(kernel, player_ref(event.player), PlayerCant)
    )


def cannot(kernel: Kernel, player: str, action: str) -> bool:
    """Whether an effect keeps a player from doing something ("play lands", "gain life" …)."""
    return kernel.has("cannot") and any(
        change.action == action and change.limit is None
        for each in _kept_with(kernel, player, action)
        for change, _ in changes_on(kernel, player_ref(each), PlayerCant)
    )


def kept_from_losing(kernel: Kernel, player: str, life: int) -> bool:
    """Whether an effect keeps a player, or one of the team, from losing for having so little life."""
    return kernel.has("cannot") and any(
        change.action == "lose by life" and life <= (change.limit or 0)
        for each in _kept_with(kernel, player, "lose by life")
        for change, _ in changes_on(kernel, player_ref(each), PlayerCant)
    )


def _kept_with(kernel: Kernel, player: str, action: str) -> list[str]:
    """The players any of whom keeps an event from this player: for what a team shares, all its players (810.8a, 810.9g,
    810.9h, 810.10c in 2026-06-19)."""
    team = kernel.state.shared_by(player)
    if action == "get poison counters":
        return sharing_counters(kernel, player, "poison")
    if team is None:
        return [player]
    life = action in ("gain life", "lose life", "change life total") and kernel.rules.team_life_known_as == "whole"
    if (life and kernel.has("team_cannot")) or (action in ("lose", "win", "lose by life") and kernel.has("team_loses")):
        return team.members
    return [player]


def barred_keywords(kernel: Kernel, ref: str) -> set[str]:
    """The keywords that an object can't have."""
    return {keyword for change, _ in changes_on(kernel, ref, CantHaveAbilities) for keyword in change.keywords}


@decides_barred
def barred(frame: Frame, player: str, do: Node, ref: str) -> bool:
    """Whether the spell or ability of a frame can't cause a player to do something, with this object if it takes one.

    Raises :class:`NotModelled` where the words mean other objects than all that fit a description.
    """
    kernel = frame.kernel
    if isinstance(do, PutCounters):
        return kernel.has("cannot") and forbidden_counters(kernel, ref, that_kind(frame, do.kind) or "")
    if isinstance(do, Search) and cannot(kernel, player, "search"):
        kernel.note(f"{player} can't search", "cannot")
        return True
    if not frame.bound.stack_id or not kernel.has("cannot"):
        return False
    cause = object_ref(frame.bound.stack_id)
    for change, within in changes_on(kernel, cause, CantCause):
        about = Frame(kernel, replace(within.bound, current=cause))
        if player_ref(player) in about.refs(change.who) and any(
            type(deed) is type(do) and _takes(about, deed, ref)
            for deed in (change.do.modes if isinstance(change.do, Modal) else (change.do,))
        ):
            kernel.note(f"{kernel.label(cause)} can't cause {player} to do this", "cannot")
            return True
    return False


def _takes(frame: Frame, deed: Node, ref: str) -> bool:
    """Whether an instruction of "can't cause you to …" speaks of an object."""
    if isinstance(deed, Search):
        return ref in frame.refs(deed.whose)
    if not isinstance(deed, Sacrifice | Discard):
        return False
    if not isinstance(deed.what, Every):
        raise NotModelled("what a spell or ability can't cause a player to do with some objects only")
    return frame.matches(deed.what.what, ref)
