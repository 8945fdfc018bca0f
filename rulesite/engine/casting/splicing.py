"""Splice: a spell gains the text of cards in hand as it is cast, for their splice costs (702.47 in 2024-06-07)."""

from __future__ import annotations

from collections.abc import Collection

from rulesite.engine.abilities.combining import Nothing
from rulesite.engine.abilities.kinds import KeywordAbility, SpellAbility
from rulesite.engine.abilities.target_slots import joined
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import commit
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing

from .payments import Item, items
from .play_costs import Request

_SPLICED = "spliced"
_KINDS = {"splice onto arcane": {"Arcane"}, "splice onto instant or sorcery": {"instant", "sorcery"}}
"""The subtypes or types that each kind of splice goes onto."""


def splice(frame: Frame, request: Request, spell: Thing) -> list[Item]:
    """Reveal the cards that the player splices onto a spell, which gains their text; returns the additional costs."""
    kernel, player = frame.kernel, request.player
    times = request.options.count("splice")
    request.options = [each for each in request.options if each != "splice"]
    if not times:
        return []
    onto = look(kernel, spell.id).subtypes | look(kernel, spell.id).types
    if not any(kinds & onto for kinds in _KINDS.values()):
        raise kernel.illegal(f"{spell.label} is not Arcane, so nothing can be spliced onto it", "splice")
    held = _that_fit(kernel, player, onto)
    if len(held) < times or not kernel.has("splice"):
        raise kernel.illegal(f"{player} has no such cards to splice onto {spell.label}", "splice")
    options = [object_ref(each) for each in held]
    chosen = kernel.choose("object", player, spell.label, "which cards are spliced onto it", options, times, times)
    costs: list[Item] = []
    for ref in chosen:
        card = ref_id(ref) or 0
        ability, keyword = _text(kernel, card), _of(kernel, card)
        commit(kernel, [Event("reveal", ref, player=player)])
        kernel.note(f"{kernel.label(ref)} is spliced onto {spell.label}", "splice")
        spell.remembers[_SPLICED] = [*spell.remembers.get(_SPLICED, []), ability]
        costs += items(frame, keyword.cost, player) if keyword is not None and keyword.cost is not None else []
    return costs


def may_be_spliced(kernel: Kernel, player: str, card: Thing) -> bool:
    """Whether a player holds another card that can be spliced onto a card, once that is cast."""
    found = look(kernel, card.id)
    return any(each != card.id for each in _that_fit(kernel, player, found.subtypes | found.types))


def _that_fit(kernel: Kernel, player: str, onto: Collection[str]) -> list[int]:
    """The cards in a player's hand that can be spliced onto something of these types and subtypes."""
    return [
        each
        for each in kernel.state.zone("hand", player)
        if (keyword := _of(kernel, each)) is not None and _KINDS[keyword.keyword] & frozenset(onto)
    ]


def with_spliced(ability: SpellAbility, spell: Thing) -> SpellAbility:
    """The instructions of a spell with the spliced ones: its own come first."""
    for more in spell.remembers.get(_SPLICED, ()):
        ability = joined(ability, more)
    return ability


def _of(kernel: Kernel, card: int) -> KeywordAbility | None:
    held = [each.ability for each in look(kernel, card).every_ability]
    return next((each for each in held if isinstance(each, KeywordAbility) and each.keyword in _KINDS), None)


def _text(kernel: Kernel, card: int) -> SpellAbility:
    held = [each.ability for each in look(kernel, card).every_ability]
    return next((each for each in held if isinstance(each, SpellAbility)), SpellAbility(Nothing()))
