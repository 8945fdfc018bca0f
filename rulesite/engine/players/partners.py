"""Partner abilities (702.124 in 2026-06-19): whether two cards may be a player's commanders together."""

from __future__ import annotations

from collections.abc import Iterator

from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.traits import HasName
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card

PARTNER, FRIENDS = "partner", "friends forever"
WITH = "partner with"
BACKGROUND, DOCTOR = "choose a background", "doctor's companion"


def why_not_together(kernel: Kernel, one: Card, other: Card) -> tuple[str, str]:
    """Why two cards may not be designated as commanders together, and the concept behind it; empty when they may.

    Each has to be legendary, and both have to have the same partner ability, or "partner with" naming each other, or
    one lets its player choose a Background and the other is one (702.124k), or one is the companion of a Doctor, who is
    the other (702.124m); partner abilities of different kinds do not match.
    """
    for each in (one, other):
        if "legendary" not in each.supertypes:
            return f"{each.name} is not legendary", "partner_abilities"
    if not kernel.has("partner_abilities"):
        return "", ""
    mine, theirs = set(_partner_abilities(one)), set(_partner_abilities(other))
    same = {(kind, named) for kind, named in mine & theirs if kind == PARTNER}
    if _is_joined(one, mine, other) or _is_joined(other, theirs, one):
        return "", ""
    if same or ((WITH, other.name.casefold()) in mine and (WITH, one.name.casefold()) in theirs):
        return "", ""
    said = " and ".join(f"{card.name} has {_listed(held)}" for card, held in ((one, mine), (other, theirs)))
    return said, "partner_abilities"


def _is_joined(one: Card, mine: set[tuple[str, str]], other: Card) -> bool:
    """Whether a card has a partner ability that asks of the other only what it is."""
    background = "enchantment" in other.types and "Background" in other.subtypes
    doctor = "creature" in other.types and {"Time Lord", "Doctor"} == set(other.subtypes)
    return ((BACKGROUND, "") in mine and background) or ((DOCTOR, "") in mine and doctor)


def _partner_abilities(card: Card) -> Iterator[tuple[str, str]]:
    """The partner abilities of a card, each with the name or text in it (702.124i); friends forever is one."""
    for ability in card.abilities:
        if not isinstance(ability, KeywordAbility):
            continue
        if ability.keyword == FRIENDS:
            yield PARTNER, FRIENDS
        if ability.keyword in (PARTNER, WITH, BACKGROUND, DOCTOR):
            named = ability.quality.name if isinstance(ability.quality, HasName) else ""
            yield ability.keyword, (named or "").casefold()


def _listed(held: set[tuple[str, str]]) -> str:
    return ", ".join(sorted(f"{kind} {name}".strip() for kind, name in held)) or "no partner ability"
