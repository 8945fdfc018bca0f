"""Records made while an ability is played and carried out, for its later words.

A field is None until something is recorded: words that refer to it before that have no meaning, which raises an error
and is not the same as an empty value.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.engine.state.codec import register


@register
@dataclass
class AbilityRecord:
    """The choices, counts and results of one ability.

    `chosen` maps qualities ("color", "creature type") to the values chosen last, `each_chosen` to all of them; `won`
    maps a kind of contest ("flip", "clash", "subgame") to its last winner; `paid` has the totals paid ("life", "mana");
    `letters` the values of letters ("where X is …"), by name and object.

    `targets_for` are the targets chosen for each of several players, by slot and player, `targets_before` those of the
    ability that made this one; `extra_turn` is the player who takes an extra turn, and its number among the game's;
    `begun` is the number of the step before a reflexive ability triggered.
    `votes` are counted by word, `votes_for_objects` by object; `sides` has a friend or a foe of each player, `piles`
    the two piles, `excess_dealt` the excess damage for each object. `somebody_did`: somebody carried out an optional
    step.

    `prevent_to`, `prevent_from` and `prevent_sources` limit a shield: predicates for the recipients and sources of
    damage, or the sources themselves; `shields` are the ids of the shields that it made, `prevented` is the damage that
    a shield has just prevented. `copied` is the card that something became a copy of, `goads` the player who goads,
    `chosen_by` the description by which objects were chosen last, `looked_like` the types that objects had when a
    delayed ability was made.

    `mana_made` is the mana that was added last, with whether it is restricted.

    `keyword` is the keyword whose ability it is, `turned` how often its source had been turned over, `played_from` the
    zone of a card that is played, `any_mana` of what any mana may be spent on it ("color", "type"), `tapped` and
    `mana_ability` how mana is made, `waterbend` the generic mana in its waterbend costs,
    `lasting` the spell that comes back by epic or paradigm, `could_produce` the types of
    mana known so far that permanents could produce, and `assigned` the combat damage that waits on the stack, as
    source, recipient and amount.
    """

    chosen: dict[str, object] = field(default_factory=dict)
    each_chosen: dict[str, tuple[object, ...]] = field(default_factory=dict)
    won: dict[str, str] = field(default_factory=dict)
    paid: dict[str, int] = field(default_factory=dict)
    letters: dict[str, int] = field(default_factory=dict)
    mana_made: tuple[list[str], bool] | None = None
    coin: str | None = None
    die: int | None = None
    counter_kind: str | None = None
    somebody_did: bool | None = None
    extra_turn: tuple[str, int] | None = None
    begun: int | None = None
    votes: dict[str, int] | None = None
    votes_for_objects: dict[str, int] | None = None
    sides: dict[str, str] | None = None
    piles: tuple[list[str], list[str]] | None = None
    excess_dealt: dict[str, int] | None = None
    targets_for: dict[str, list[str]] | None = None
    targets_before: list[list[str]] | None = None
    prevent_to: Any = None
    prevent_from: Any = None
    prevent_sources: list[str] | None = None
    shields: list[int] | None = None
    prevented: int | None = None
    copied: Any = None
    goads: str | None = None
    chosen_by: Any = None
    looked_like: dict[str, list[str]] | None = None
    keyword: str = ""
    turned: int | None = None
    played_from: str | None = None
    any_mana: str = ""
    tapped: bool = False
    mana_ability: bool = False
    waterbend: int = 0
    lasting: Any = None
    could_produce: dict[str, list[str]] | None = None
    assigned: list[tuple[int, str, int]] | None = None

    def continued(self) -> AbilityRecord:
        """A copy for use elsewhere from now on: records made there do not change this one."""
        kept: dict[str, Any] = {
            name: dict(getattr(self, name)) for name in ("chosen", "each_chosen", "won", "paid", "letters")
        }
        return replace(self, **kept)
