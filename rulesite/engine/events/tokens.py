"""Create tokens: an event of its own, which contains their entering the battlefield (111.2, 616.1g)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Thing
from rulesite.engine.state.zones import NOWHERE, create, remove

from .batch import commit, propose


@dataclass(frozen=True)
class Creation:
    """A number of tokens of one kind for one player, owned by that player or by ``owner``; ``how`` they enter is
    written as for a move."""

    player: str
    card: Card
    amount: int = 1
    source: int = 0
    owner: str = ""
    how: dict[str, Any] = field(default_factory=dict)


def make_tokens(kernel: Kernel, creations: Iterable[Creation]) -> dict[str, list[Thing]]:
    """Create tokens, all at one time; returns the tokens of each player.

    Replacements of the creation come first, then those of each token's arrival. While a replacement plans tokens
    besides others, their creation is only noted: they are created with those.
    """
    if kernel.planned is not None:
        kernel.planned += [_creation_of(kernel, each) for each in creations if each.amount > 0]
        return {}
    arrivals = [arrival for each in creations for arrival in _arrivals(kernel, each)]
    happened = commit(kernel, arrivals)
    for event in arrivals:  # a token that does not enter never existed
        if (left := kernel.thing(event.object_id)) is not None and left.zone == NOWHERE:
            remove(kernel, left)
    made: dict[str, list[Thing]] = {}
    for event in happened:
        if event.kind == "token":
            made.setdefault(event.player, []).append(kernel.state.things[event.object_id])
    return made


def _arrivals(kernel: Kernel, creation: Creation) -> list[Event]:
    """One move for each token, after the creation as a whole had its replacements; tokens besides them enter in the
    same way (tapped, attacking)."""
    if creation.amount <= 0:
        return []
    event = _creation_of(kernel, creation)
    settled = propose(kernel, event)
    if event.ref not in {each.ref for each in settled}:
        remove(kernel, kernel.state.things[event.object_id])
    made: list[Event] = []
    started: set[str] = set()
    for each in settled:
        own: Creation = each.facts.get("creation", creation)
        kind = creation if own is creation else replace(own, how={**creation.how, "face": 0})
        tokens = [] if each.ref in started else [kernel.state.things[each.object_id]]
        tokens += [_not_there_yet(kernel, kind, each.player) for _ in range(each.amount - len(tokens))]
        made += [_arrival(token, each.player, kind) for token in tokens[: each.amount]]
        started.add(each.ref)
    return made


def _creation_of(kernel: Kernel, creation: Creation) -> Event:
    """The event of creating tokens, with the first of them, which is not there yet."""
    first = _not_there_yet(kernel, creation, creation.player)
    facts = {"creation": creation}
    return Event(
        "create",
        object_ref(first.id),
        player=creation.player,
        source=creation.source,
        amount=creation.amount,
        facts=facts,
    )


def _not_there_yet(kernel: Kernel, creation: Creation, player: str) -> Thing:
    face, card = creation.how.get("face", 0), creation.card
    owner = creation.owner or player
    name = card.others[face - 1].name if face else card.name
    label = name.removesuffix(" Token")
    return create(kernel, card, owner, NOWHERE, kind="token", label=label, controller=player)


def _arrival(token: Thing, player: str, creation: Creation) -> Event:
    return move(token.id, "battlefield", player=player, source=creation.source, controller=player, **creation.how)
