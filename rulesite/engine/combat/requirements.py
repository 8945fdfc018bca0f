"""Attack and block requirements: a declaration obeys as many as any legal one could (rules 508.1d, 509.1c in 2018).

A creature that could attack or block only at a cost has no requirements: nobody has to pay.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.references import SomePlayer
from rulesite.engine.abilities.restrictions import (
    CantAttack,
    CantBlock,
    MustAttack,
    MustBeBlocked,
    MustBeBlockedBySo,
    MustBlock,
)
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.combat_view import defender_of
from rulesite.engine.state.game_state import Combat, object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.zones import battlefield

from .combat_taxes import taxes
from .evasion import additional_blocks, why_not_block

Attack = dict[int, str]
Blocks = dict[int, list[int]]
C = TypeVar("C")
_MOST_DECLARATIONS = 50_000


def unobeyed_attack(
    kernel: Kernel, attackers: Attack, able: Callable[[int, str], bool], legal: Callable[[Attack], bool]
) -> str:
    """Why a declaration of attackers obeys too few requirements, ``""`` when no legal one could obey more.

    ``attackers`` has the player or permanent that each attacks. ``able`` tests whether a creature by itself could
    attack that, ``legal`` whether a declaration breaks no restriction.
    """
    foes = [*map(player_ref, kernel.state.opponents(kernel.state.active)), *_permanents_meant(kernel)]
    free = {
        thing.id: targets
        for thing in battlefield(kernel)
        if (targets := [foe for foe in foes if able(thing.id, foe) and not _taxed(kernel, thing.id, foe)])
    }
    attacked = {*foes, *attackers.values()}
    owed = {each: {foe: _attacks_owed(kernel, each, foe) for foe in attacked} for each in {*free, *attackers}}
    required = {each: targets for each, targets in free.items() if any(owed[each][foe] for foe in targets)}
    with_others = kernel.rules.requirements == "together"
    companion = next(({each: free[each]} for each in free if each not in required), {}) if with_others else {}

    def obeyed(attack: Attack) -> int:
        return sum(owed[each].get(foe, 0) for each, foe in attack.items())

    have = obeyed(attackers)
    if have >= sum(max(owed[each][foe] for foe in targets) for each, targets in required.items()):
        return ""
    for better in _declarations({**required, **companion}, attackers if _beside(kernel) else None):
        if obeyed(better) > have and legal(better):
            missing = next(each for each in better if owed[each][better[each]] and attackers.get(each) != better[each])
            return f"{kernel.label(missing)} must attack"
    return ""


def _permanents_meant(kernel: Kernel) -> list[str]:
    """The planeswalkers and battles that some creature must attack if able."""
    found = [
        ref
        for thing in battlefield(kernel)
        for change, frame in changes_on(kernel, object_ref(thing.id), MustAttack)
        if change.whom is not None and not isinstance(change.whom, SomePlayer)
        for ref in frame.refs(change.whom)
    ]
    return [ref for ref in dict.fromkeys(found) if defender_of(kernel, ref_id(ref) or 0)]


def _taxed(kernel: Kernel, thing_id: int, foe: str) -> bool:
    walker = ref_id(foe) or 0
    return bool(taxes(kernel, thing_id, ref_player(foe) or defender_of(kernel, walker), walker=walker))


def _attacks_owed(kernel: Kernel, thing_id: int, foe: str) -> int:
    """How many requirements a creature obeys by attacking a player or permanent."""
    return sum(
        change.whom is None or _is_meant(frame, change.whom, foe)
        for change, frame in changes_on(kernel, object_ref(thing_id), MustAttack)
    )


def _is_meant(frame: Frame, whom: Node, foe: str) -> bool:
    """Whether attacking that player or permanent obeys a requirement: "a player other than you" is any such player."""
    if isinstance(whom, SomePlayer):
        return ref_player(foe) is not None and frame.matches(whom.who, foe)
    return foe in frame.refs(whom)


def unobeyed_block(kernel: Kernel, combat: Combat, player: str, blocks: Blocks, legal: Callable[[Blocks], bool]) -> str:
    """Why a player's declaration of blockers obeys too few requirements, ``""`` when no legal one could obey more.

    ``legal`` tests whether a declaration breaks no restriction.
    """
    choices = {
        thing.id: options
        for thing in battlefield(kernel)
        if not taxes(kernel, thing.id, player, block=True) and (options := _ways_to_block(kernel, combat, thing.id))
    }
    wishes = _block_wishes(kernel, combat, {*choices, *blocks})
    have = sum(each.obeyed(blocks) for each in wishes)
    if have >= sum(each.most(choices) for each in wishes):
        return ""
    if kernel.rules.requirements != "together":
        choices = {blocker: ways for blocker, them in choices.items() if (ways := _wished(wishes, blocker, them))}
    for declared in _declarations(choices, _as_tuples(blocks) if _beside(kernel) else None):
        better = {blocker: list(attackers) for blocker, attackers in declared.items()}
        if sum(each.obeyed(better) for each in wishes) > have and legal(better):
            blocker = next(each for each in better if sorted(blocks.get(each, [])) != sorted(better[each]))
            return f"{kernel.label(blocker)} must block {', '.join(kernel.label(each) for each in better[blocker])}"
    return ""


def _beside(kernel: Kernel) -> bool:
    """Whether the present declaration is taken as given, and only further declarations are required."""
    return kernel.rules.requirements == "beside"


def _as_tuples(blocks: Blocks) -> dict[int, tuple[int, ...]]:
    return {blocker: tuple(attackers) for blocker, attackers in blocks.items()}


def _wished(wishes: list[_Wish], blocker: int, ways: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The ways for a creature to block that obey a requirement on it."""
    mine = [wish.attackers for wish in wishes if blocker in wish.blockers]
    return [way for way in ways if any(attackers.intersection(way) for attackers in mine)]


def _ways_to_block(kernel: Kernel, combat: Combat, blocker: int) -> list[tuple[int, ...]]:
    """The sets of attackers that a creature could block, the largest first."""
    able = [attacker for attacker in combat.attackers if not why_not_block(kernel, blocker, attacker)[0]]
    more = additional_blocks(kernel, blocker)
    most = len(able) if more is None else min(len(able), 1 + more)
    return [together for size in range(most, 0, -1) for together in itertools.combinations(able, size)]


@dataclass(frozen=True)
class _Wish:
    """A requirement that one of ``blockers`` (``each``: every one of them; ``least``: so many or more; ``exactly``: and
    no more) blocks one of ``attackers``."""

    blockers: frozenset[int]
    attackers: frozenset[int]
    each: bool = False
    least: int = 1
    exactly: bool = False

    def _blocking(self, blocks: Blocks) -> int:
        return sum(bool(self.attackers.intersection(blocks.get(blocker, ()))) for blocker in self.blockers)

    def obeyed(self, blocks: Blocks) -> int:
        found = self._blocking(blocks)
        if self.each:
            return found
        return int(found == self.least if self.exactly else found >= self.least)

    def most(self, choices: dict[int, list[tuple[int, ...]]]) -> int:
        """How often it could be obeyed without other requirements and restrictions."""
        found = self._blocking({blocker: [each for way in ways for each in way] for blocker, ways in choices.items()})
        return found if self.each else int(found >= self.least)


def _block_wishes(kernel: Kernel, combat: Combat, blockers: set[int]) -> list[_Wish]:
    found = []
    for blocker in sorted(blockers):
        for change, frame in changes_on(kernel, object_ref(blocker), MustBlock):
            wanted = frame.refs(change.what) if change.what is not None else None
            some = frozenset(each for each in combat.attackers if wanted is None or object_ref(each) in wanted)
            found.append(_Wish(frozenset({blocker}), some))
    for attacker in combat.attackers:
        for lure, frame in changes_on(kernel, object_ref(attacker), MustBeBlocked):
            whom = frozenset(each for each in blockers if frame.matches(lure.by, object_ref(each)))
            found.append(_Wish(whom, frozenset({attacker}), lure.by_all))
        for so, _ in changes_on(kernel, object_ref(attacker), MustBeBlockedBySo):
            found.append(_Wish(frozenset(blockers), frozenset({attacker}), least=so.least, exactly=so.exactly))
    return found


def _declarations(choices: dict[int, list[C]], fixed: dict[int, C] | None = None) -> Iterator[dict[int, C]]:
    """Every combination in which each creature makes one of its choices or none, the fullest first; with the ``fixed``
    ones.

    Raises :class:`NotModelled` when there are too many to search.
    """
    choices = {each: options for each, options in choices.items() if each not in (fixed or {})}
    for count, combination in enumerate(itertools.product(*([*options, None] for options in choices.values()))):
        if count == _MOST_DECLARATIONS:
            raise NotModelled("there are too many ways to attack or block to find the one that is required")
        made = {each: chosen for each, chosen in zip(choices, combination, strict=True) if chosen is not None}
        yield {**(fixed or {}), **made}


def lacks_company(frame: Frame, change: CantAttack | CantBlock, thing_id: int, declared: Iterable[int]) -> bool:
    """Whether too few creatures of the required kind are declared with this one ("unless at least two other")."""
    if change.along is None:
        return False
    fitting = [each for each in declared if each != thing_id and frame.matches(change.along, object_ref(each))]
    return len(fitting) < change.least
