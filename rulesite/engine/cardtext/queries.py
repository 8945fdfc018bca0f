"""Questions about an ability that its tree answers: its kind, and whether definitions of the rules apply to it.

Each question is about an ability as `read` returns it. Rule numbers are those of the Comprehensive Rules of 2006-10-01.
"""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities import mana_rules
from rulesite.engine.eras.ruleset import Ruleset

EVASION = frozenset({"fear", "flying", "horsemanship", "shadow", "intimidate", "menace", "skulk", "landwalk"})


def kind(ability: ir.Ability) -> str:
    """ "spell", "activated", "triggered" or "static" (402.8); for a keyword that of its meaning, else static.

    >>> kind(ir.KeywordAbility("flying"))
    'static'
    """
    if isinstance(ability, ir.SpellAbility):
        return "spell"
    if isinstance(ability, ir.ActivatedAbility):
        return "activated"
    if isinstance(ability, ir.TriggeredAbility):
        return "triggered"
    if isinstance(ability, ir.KeywordAbility) and ability.expands:
        return kind(ability.expands[0])
    return "static"


def is_ability(ability: ir.Ability, rules: Ruleset) -> bool:
    """Whether the rules of a day count this text as an ability (402.4 and 405.2, 2001-07-23 and 2003-10-01)."""
    if is_characteristic_defining(ability):
        return rules.is_text != "card text"
    if not isinstance(ability, ir.StaticAbility) or rules.additional_cost_is_ability:
        return True
    return not all(isinstance(part, ir.AdditionalCost | ir.AlternativeCost) for part in ability.parts)


def is_mana_ability(ability: ir.Ability, date: str) -> bool:
    """Whether it is a mana ability under the rules of a day (406.1, 411)."""
    return mana_rules.is_mana_ability(ability, Ruleset.on(date))


def is_targeted(ability: ir.Ability) -> bool:
    """Whether playing it involves choosing targets (415.1). A card is not targeted because of its other abilities."""
    if isinstance(ability, ir.KeywordAbility):
        return ability.keyword == "enchant" or any(map(is_targeted, ability.expands))
    return bool(getattr(ability, "targets", ()))


def is_characteristic_defining(ability: ir.Ability) -> bool:
    """Whether it only states characteristics of its own object: "~ is red" (405.2)."""
    return isinstance(ability, ir.StaticAbility) and ability.defines


def is_evasion(ability: ir.Ability) -> bool:
    """Whether it limits what can block its creature (501.1)."""
    if isinstance(ability, ir.KeywordAbility):
        name = "landwalk" if ability.keyword.endswith("walk") else ability.keyword
        return name in EVASION or name == "protection" or any(map(is_evasion, ability.expands))
    return isinstance(ability, ir.StaticAbility) and any(
        isinstance(part, ir.Applies)
        and part.to == ir.Self()
        and any(isinstance(change, ir.CantBeBlocked) for change in part.changes)
        for part in ability.parts
    )


def _events(ability: ir.Ability) -> tuple[ir.Event, ...]:
    if isinstance(ability, ir.KeywordAbility):
        return tuple(event for inner in ability.expands for event in _events(inner))
    if not isinstance(ability, ir.TriggeredAbility):
        return ()
    return ability.event.parts if isinstance(ability.event, ir.AnyEvent) else (ability.event,)


def is_comes_into_play_trigger(ability: ir.Ability) -> bool:
    """Whether it is a comes-into-play (enters-the-battlefield) trigger (410.10a)."""
    return any(isinstance(event, ir.ZoneChange) and event.to == "battlefield" for event in _events(ability))


def is_leaves_play_trigger(ability: ir.Ability) -> bool:
    """Whether it is a leaves-play trigger, which looks back in time (410.10c-d)."""
    return any(
        (isinstance(event, ir.ZoneChange) and event.from_ == "battlefield")
        or (isinstance(event, ir.ControlChange) and not event.gained)
        for event in _events(ability)
    )


def is_state_trigger(ability: ir.Ability) -> bool:
    """Whether it triggers on a state of the game instead of an event (410.11)."""
    return any(isinstance(event, ir.StateBecomesTrue) for event in _events(ability))


def linked_to(abilities: tuple[ir.Ability, ...], index: int) -> int | None:
    """The index of the ability that this one refers to ("this way", "the exiled card"), else None (404.5)."""
    ability = abilities[index]
    return ability.linked if isinstance(ability, ir.TriggeredAbility) else None


def zones(ability: ir.Ability) -> tuple[str, ...]:
    """The zones in which it functions (402.8)."""
    if isinstance(ability, ir.KeywordAbility):
        found: list[str] = []
        for inner in ability.expands:
            found.extend(zone for zone in zones(inner) if zone not in found)
        return tuple(found) or ("battlefield",)
    if isinstance(ability, ir.SpellAbility):
        return ("stack",)
    return getattr(ability, "zones", ("battlefield",))
