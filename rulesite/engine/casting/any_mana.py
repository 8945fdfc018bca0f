"""Mana that may be spent as though it were of any color, or of any type (609.4b in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.player_rules import MayPlay, SpendAsAnyColor
from rulesite.engine.abilities.predicates import IsAbility, Predicate, parts_of
from rulesite.engine.abilities.references import Memo
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.game_state import player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing

from .permissions import covers

COLOR, TYPE = "color", "type"


def any_mana_for(kernel: Kernel, player: str, card: Thing) -> str:
    """Of what the mana may be that a player spends to cast a card, before it leaves its zone: "" where nothing else
    counts than its own colors, else `COLOR` or `TYPE`."""
    return _widest(
        change
        for change, frame in _changes(kernel, player)
        if change.for_ is None or (not _is_for_abilities(change) and _is_for(frame, player, card, change))
    )


def relaxed(kernel: Kernel, player: str, symbols: list[str], spent_on: str) -> list[str]:
    """The symbols of a cost with those as generic mana that mana of any kind pays for this player."""
    spell = kernel.thing(ref_id(spent_on) or 0)
    kind = spell.play.bound.record.any_mana if spell is not None and spell.play is not None else ""
    kind = kind or _widest(
        change
        for change, frame in _changes(kernel, player)
        if change.for_ is None or (_is_for_abilities(change) and frame.matches(change.for_, spent_on))
    )
    return [_relaxed(symbol, kind) for symbol in symbols] if kind else symbols


def _relaxed(symbol: str, kind: str) -> str:
    """A symbol as one that any mana pays; other ways to pay it stay.

    >>> _relaxed("G", COLOR), _relaxed("C", COLOR), _relaxed("C", TYPE), _relaxed("W/P", COLOR), _relaxed("2/B", TYPE)
    ('1', 'C', '1', '1/P', '1')
    """
    paid = ["1" if way in "WUBRG" or (way == "C" and kind == TYPE) else way for way in symbol.split("/")]
    return "/".join(dict.fromkeys("1" if way.isdigit() and "1" in paid and "/" in symbol else way for way in paid))


def _changes(kernel: Kernel, player: str) -> list[tuple[SpendAsAnyColor, Frame]]:
    if not kernel.has("as_though"):
        return []
    return list(changes_on(kernel, player_ref(player), SpendAsAnyColor))


def _widest(changes: object) -> str:
    kinds = {TYPE if change.any_type else COLOR for change in changes}  # type: ignore[attr-defined]
    return TYPE if TYPE in kinds else COLOR if kinds else ""


def _is_for_abilities(change: SpendAsAnyColor) -> bool:
    """Whether the mana may be spent so to activate certain abilities, and not to cast anything."""
    return isinstance(change.for_, Predicate) and IsAbility() in parts_of(change.for_)


def _is_for(frame: Frame, player: str, card: Thing, change: SpendAsAnyColor) -> bool:
    """Whether the mana may be spent so on this card; "that spell" is what the same object permits to be cast."""
    if change.for_ != Memo("cast"):
        return change.for_ is not None and covers(frame, player, card, MayPlay(change.for_))
    permitted = changes_on(frame.kernel, player_ref(player), MayPlay)
    return any(each.source == frame.source and covers(each, player, card, may) for may, each in permitted)
