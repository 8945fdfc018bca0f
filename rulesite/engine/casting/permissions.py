"""Permissions that effects give players to play cards: from where, when, at which cost, and how often each turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.node import Node, rewrite, walk
from rulesite.engine.abilities.player_rules import AsThoughInYours, MayPlay
from rulesite.engine.abilities.predicates import All, Anything, Controlled, InZone, IsObject, IsPermanent, IsSpell, Not
from rulesite.engine.abilities.references import Chosen, Every, Self, You
from rulesite.engine.abilities.traits import Compares
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import PLOTTED, WARPED
from rulesite.engine.evaluation.references import now
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.teams import takes_turn

from .timing import sorcery_time

ALTERNATIVE, PERMISSION, FREE = "alternative", "permission", "free"
"""Names for an alternative cost: any without a keyword, one that another effect offers, and "without paying its mana
cost", whoever says so."""


def is_named(cost: Cost, name: str, by: str) -> bool:
    """Whether an alternative cost called ``by`` is the one that a player means by ``name``."""
    if name == FREE:
        return not cost.parts
    return by == name or (name == ALTERNATIVE and by == PERMISSION)


@dataclass(frozen=True)
class Permission:
    """What an effect permits a player, the key under which its uses are counted for each turn, and the effect's
    frame."""

    may: MayPlay
    key: str
    frame: Frame | None = field(default=None, compare=False, repr=False)

    @property
    def opens_zone(self) -> bool:
        """Whether it lets cards be played from where they are: it names a zone, or the very cards. Any other is about
        the time ("as though they had flash") or the cost of what may be cast from there anyway (609.4, 118.9)."""
        if self.may.top or not isinstance(self.may.what, Every | Chosen):
            return True
        return any(isinstance(each, InZone | IsObject) for each in walk(self.may.what))

    def allows_with_x(self, spell: Thing) -> bool:
        """Whether it allows the spell that the card has become, whose value of X makes its mana value (202.3e)."""
        what = getattr(self.may.what, "what", None)
        parts = what.parts if isinstance(what, All) else (what,)
        values = [part for part in parts if isinstance(part, Compares) and part.name == "mana value"]
        return self.frame is None or all(self.frame.matches(part, object_ref(spell.id)) for part in values)

    def counts_for(self, alternative: str) -> bool:
        """Whether it counts for a spell cast for this alternative cost ("" for none): one at another cost counts only
        if that is what is paid."""
        return self.may.cost is None or is_named(self.may.cost, alternative, PERMISSION)


def permissions(kernel: Kernel, player: str, card_id: int) -> list[Permission]:
    """The permissions of a player for a card now, without those that have been used as often as they may be.

    One for every card of a kind that names no zone is about those that the player may cast from where they are.
    """
    card = kernel.state.things[card_id]
    return _of_set_aside(kernel, player, card) + [
        Permission(change, key, frame)
        for change, frame in changes_on(kernel, player_ref(player), MayPlay)
        if not (change.own_turns and not takes_turn(kernel.state, player))
        and _uses(kernel, key := f"{frame.source} permits {player} {change!r}") < (change.limit or 1)
        and covers(frame, player, card, change)
    ]


def _of_set_aside(kernel: Kernel, player: str, card: Thing) -> list[Permission]:
    """What the rules permit the owner of a plotted or warped card in exile, after the turn in which it became so
    (702.170d, 702.185a in 2026-06-19)."""
    if card.zone != "exile" or card.owner != player:
        return []
    now_or_never = {PLOTTED: sorcery_time(kernel, player), WARPED: True}
    return [
        Permission(MayPlay(Self(), Cost() if how == PLOTTED else None), how)
        for how, in_time in now_or_never.items()
        if in_time and card.remembers.get(how, kernel.state.turn) < kernel.state.turn
    ]


def use(kernel: Kernel, needed: list[Permission]) -> None:
    """Count the use of a permission for this turn, where any of those ``needed`` does, if all are limited."""
    if needed and all(each.may.limit is not None for each in needed):
        count = f"{needed[0].key} in turn {kernel.state.turn}"
        kernel.state.usage[count] = kernel.state.usage.get(count, 0) + 1


def _uses(kernel: Kernel, key: str) -> int:
    return kernel.state.usage.get(f"{key} in turn {kernel.state.turn}", 0)


def covers(frame: Frame, player: str, card: Thing, change: MayPlay) -> bool:
    """Whether a permission covers this card, looked at as the spell it would be, which its words are about."""
    kernel, what = frame.kernel, change.what
    if not isinstance(what, Every) and not (isinstance(what, Chosen) and change.limit is not None):
        return object_ref(card.id) in [now(frame, ref) for ref in frame.refs(what)]
    there = not change.top or kernel.state.zone("library", player)[:1] == [card.id]
    described = rewrite(what.what, lambda part: _of_a_spell(frame, player, part))
    if card.owner != player and as_own(kernel, player, card):
        described = rewrite(described, lambda part: _of_own_zone(part, card.zone))
    return there and frame.matches(described, object_ref(card.id))


def as_own(kernel: Kernel, player: str, card: Thing) -> bool:
    """Whether a card counts as the player's own where it is, for playing it: it is, or an effect has it played as
    though it were in the player's graveyard (609.4)."""
    if card.owner == player:
        return True
    if card.zone != "graveyard" or not kernel.has("as_though"):
        return False
    return bool(changes_on(kernel, player_ref(player), AsThoughInYours))


def _of_own_zone(part: Node, zone: str) -> Node:
    """A description of a card in the player's own zone, changed to fit a card that counts as being there."""
    return Anything() if isinstance(part, InZone) and part.zone == zone and part.whose == You() else part


def _of_a_spell(frame: Frame, player: str, part: Node) -> Node:
    """A description of a spell, changed to fit the card before it is cast by a player, who will control it."""
    if isinstance(part, Controlled):
        return Anything() if player_ref(player) in frame.refs(part.by) else Not(Anything())
    return Anything() if isinstance(part, IsSpell | IsPermanent) else part
