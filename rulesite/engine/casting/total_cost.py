"""The total cost of a spell or ability: increases first, then reductions, then locked in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesite.engine.abilities import mana_rules
from rulesite.engine.abilities.amounts import TargetsBeyondFirst
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.play_limits import AbilityCosts
from rulesite.engine.abilities.player_rules import CostChange, LeastCost
from rulesite.engine.abilities.references import Memo
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.players.commander import commander_tax
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.codec import clone
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.teams import takes_turn
from rulesite.engine.state.turn_steps import step_is

from .mana_pool import LIFE, choose_way, shown, symbols_of, ways


@dataclass
class CostChanges:
    """What changes a cost: the mana `more`; less of the colours alone, less of any, and less, but not less than one
    mana (`gentle`); `least` mana in all; `spills`: a colour of which there is no more takes from generic."""

    more: list[str]
    of_colors: list[str]
    less: list[str]
    gentle: list[str]
    least: int
    spills: bool

    def total(self, symbols: list[str]) -> list[str]:
        """The mana to pay instead of these symbols."""
        raised = [*symbols, *self.more]
        total = reduced(reduced(raised, self.of_colors), self.less, spills=self.spills) if raised else []
        if self.gentle and mana_in(total) > 0:  # "can't reduce the mana in that cost to less than one mana"
            total = left if mana_in(left := reduced(total, self.gentle, spills=self.spills)) > 0 else ["1"]
        missing = self.least - mana_in(total)
        return reduced([*total, str(missing)], []) if missing > 0 else total


def announced(frame: Frame, symbols: list[str], changes: CostChanges, about: str) -> list[str]:
    """The symbols with the half of each hybrid one that the player announces, wherever what changes the cost makes that
    matter (601.2b in 2026-06-19). Anywhere else it is chosen as it is paid."""
    said = list(symbols)
    for symbol in [each for each in symbols if "/" in each]:
        plain = changes.total(said)
        if any(
            _counted(changes.total(exchanged(said, symbol, way))) != _counted(exchanged(plain, symbol, way))
            for way in ways(symbol)
        ):
            said = exchanged(said, symbol, choose_way(frame.kernel, frame.controller, symbol, about, ways(symbol)))
    return said


def exchanged(symbols: list[str], symbol: str, *others: str) -> list[str]:
    """The symbols with others, or none, in the place of the first of one symbol; unchanged if it is not there.

    >>> exchanged(["1", "G/W", "G/W"], "G/W", "G"), exchanged(["U"], "U"), exchanged(["U"], "R")
    (['1', 'G', 'G/W'], [], ['U'])
    """
    if symbol not in symbols:
        return symbols
    place = symbols.index(symbol)
    return [*symbols[:place], *others, *symbols[place + 1 :]]


def _counted(symbols: list[str]) -> list[str]:
    """The symbols in order, with all generic mana in one."""
    return sorted(reduced(symbols, []))


def total_mana(
    frame: Frame, symbols: list[str], ability: ActivatedAbility | None, keyword: str = "", about: str = ""
) -> list[str]:
    """The mana to pay after everything that increases or reduces the cost of the spell (or ability).

    The frame is that of the spell; for an ability its source is the object that has the ability, and `keyword` is the
    keyword that stands for it.
    """
    kernel = frame.kernel
    more: list[str] = []
    less: list[str] = []
    gentle: list[str] = []
    of_colors: list[str] = []
    for change, within in _applying(frame, ability, keyword):
        lowering = gentle if change.least_one else of_colors if change.colored else less
        (lowering if change.less else more).extend(_difference(change, within, frame))
    for own in ability.restrictions if ability is not None else ():
        if isinstance(own, AbilityCosts):
            changed = symbols_of(own.mana) * (frame.amount(own.times) if own.times is not None else 1)
            (less if own.less else more).extend(changed)
            kernel.note(
                f"it says itself that it costs {shown(changed)} {'less' if own.less else 'more'}", "cost_reduction"
            )
    if keyword == "power-up":
        less += _powered_up(frame)
    if ability is None:
        less += _lowered_by(frame)
    if ability is None and (spell := kernel.thing(frame.bound.stack_id)) is not None:
        more += commander_tax(kernel, frame.controller, spell, frame.bound.record.played_from or "")
    least = 0 if ability is not None else _least(kernel, frame.controller)
    changes = CostChanges(more, of_colors, less, gentle, least, kernel.rules.color_lowers_generic)
    total = changes.total(announced(frame, symbols, changes, about))
    if least and mana_in(total) == least:
        kernel.note(f"it costs {least} mana at least", "cost_increase")
    return total


def _applying(frame: Frame, ability: ActivatedAbility | None, keyword: str = "") -> Iterator[tuple[CostChange, Frame]]:
    """What changes the cost of the spell or ability."""
    kernel = frame.kernel
    subject = object_ref(frame.source if ability is not None else frame.bound.stack_id)
    for change, within in changes_on(kernel, player_ref(frame.controller), CostChange):
        if not _concerns(change, frame, ability, keyword) or not within.matches(change.what, subject):
            continue
        if change.except_mana and ability is not None and mana_rules.is_mana_ability(ability, kernel.rules):
            continue
        if change.step is not None and not _in_own_step(within, change.step):
            continue
        if change.foreign and takes_turn(kernel.state, frame.controller):
            continue
        if change.nth is not None and _cast_before(within, frame.controller, change) != change.nth - 1:
            continue
        if change.aimed is not None and not any(
            within.matches(change.aimed, ref) for slot in frame.bound.targets for ref in slot
        ):
            continue
        yield change, within


def further_costs(frame: Frame) -> list[tuple[Cost, Frame]]:
    """The costs besides mana that effects add to the cost of the spell, each with the frame of its effect."""
    if not frame.kernel.has("cost_increase"):
        return []
    return [(change.cost, within) for change, within in _applying(frame, None) if change.cost is not None]


def mana_for_keyword(frame: Frame, symbols: list[str], keyword: str) -> list[str]:
    """The mana to pay for what a keyword requires or allows (plotting, unlocking), after what changes those costs."""
    kernel = frame.kernel
    more: list[str] = []
    less: list[str] = []
    for change, within in changes_on(kernel, player_ref(frame.controller), CostChange):
        if keyword and change.keyword == keyword and within.matches(change.what, object_ref(frame.source)):
            (less if change.less else more).extend(_difference(change, within, frame))
    return reduced([*symbols, *more], less, spills=kernel.rules.color_lowers_generic) if more or less else symbols


LOWERING = ("harmonize", "emerge", "offering")
"""The names of costs that lower the total by what pays them."""
PAID_AHEAD = "paid ahead"
"""The memory of what was chosen to pay for such a cost."""


def _lowered_by(frame: Frame) -> list[str]:
    """The mana by which what was chosen to pay for a cost lowers the total: as much generic mana as the creature has
    power (702.180a in 2026-06-19) or the permanent has mana value (702.119a), or its mana cost (702.48a)."""
    kernel, less = frame.kernel, []
    chosen = [look(kernel, ref_id(ref) or 0) for ref in frame.bound.memo.get(PAID_AHEAD, ())]
    for name in LOWERING:
        if not frame.bound.paid.get(name) or not kernel.has(name):
            continue
        for permanent in chosen:
            by = {"harmonize": [str(max(0, permanent.power or 0))], "emerge": [str(permanent.mana_value)]}
            less += by.get(name, list(permanent.mana_cost or ()))
            kernel.note(f"{name} makes it cost {shown(less) or 'nothing'} less", name)
    return less


def _powered_up(frame: Frame) -> list[str]:
    """The permanent's mana cost, by which its power-up ability costs less in the turn it entered (702.193a in
    2026-06-19)."""
    kernel, ref = frame.kernel, object_ref(frame.source)
    entered = any(
        each.kind in ("move", "token")
        and each.turn == kernel.state.turn
        and each.facts.get("zone") == "battlefield"
        and (each.facts.get("new") == frame.source or each.facts.get("ref") == ref)
        for each in kernel.state.history
    )
    if not entered or not kernel.has("power_up"):
        return []
    kernel.note(f"{kernel.label(ref)} entered this turn: its power-up ability costs its mana cost less", "power_up")
    return list(look(kernel, frame.source).mana_cost or ())


def _concerns(change: CostChange, frame: Frame, ability: ActivatedAbility | None, keyword: str) -> bool:
    """Whether a change applies to this: to abilities, to spells, or to the payment for a keyword."""
    if change.keyword is not None:
        return change.keyword == keyword or change.keyword in frame.bound.paid
    return change.abilities == (ability is not None)


def _in_own_step(within: Frame, step: str) -> bool:
    state = within.kernel.state
    return step_is(state.step, step) and takes_turn(state, within.controller)


def _difference(change: CostChange, within: Frame, frame: Frame) -> list[str]:
    """The mana by which a change raises or lowers the cost, which is noted; none where the rule is switched off."""
    kernel, concept = frame.kernel, "cost_reduction" if change.less else "cost_increase"
    if not kernel.has(concept):
        return []
    symbols = symbols_of(change.mana) * _times(change, within, frame)
    verb = "less" if change.less else "more"
    kernel.note(f"{kernel.label(within.source)} makes it cost {shown(symbols)} {verb}", concept)
    return symbols


def _times(change: CostChange, within: Frame, frame: Frame) -> int:
    """How often a change applies; targets are those chosen for the spell or ability being paid for."""
    if isinstance(change.times, TargetsBeyondFirst):
        return max(0, sum(map(len, frame.bound.targets)) - change.times.beyond)
    if change.times is None:
        return 1
    inner = clone(within.bound)
    inner.current = inner.current or object_ref(frame.bound.stack_id)  # "for each artifact its controller controls"
    if within.source == frame.bound.stack_id:  # "for each creature sacrificed this way"
        inner.memo = {**{verb: [] for verb in counted_for_cost([change])}, **frame.bound.memo}
    return Frame(within.kernel, inner).amount(change.times)


def counted_for_cost(parts: Sequence[Node]) -> frozenset[str]:
    """The verbs of what changes the cost of a spell with these parts "for each … this way".

    >>> from rulesite.engine.abilities import Count, Every, IsObject, Self
    >>> changed = CostChange(IsObject(Self()), "{2}", less=True, times=Count(Every(IsObject(Memo("sacrifice")))))
    >>> sorted(counted_for_cost([changed]))
    ['sacrifice']
    """
    times = [node.times for part in parts for node in walk(part) if isinstance(node, CostChange) and node.times]
    return frozenset(str(memo.verb) for amount in times for memo in walk(amount) if isinstance(memo, Memo))


def _cast_before(within: Frame, player: str, change: CostChange) -> int:
    """How many such spells the player has already cast this turn, judged as they were then."""
    state = within.kernel.state
    return sum(
        each.kind == "cast"
        and each.turn == state.turn
        and each.facts.get("player") == player
        and within.matches(change.what, str(each.facts.get("ref", "")))
        for each in state.history
    )


def _least(kernel: Kernel, player: str) -> int:
    """The minimum of mana that effects set for a spell, after all reductions (601.2f)."""
    if not kernel.has("cost_increase"):
        return 0
    return max((change.least for change, _ in changes_on(kernel, player_ref(player), LeastCost)), default=0)


_OF_A_TYPE = frozenset("WUBRGC")


def mana_in(symbols: list[str]) -> int:
    """The amount of mana in a cost; a Phyrexian symbol counts as one, and as none where life is to pay for it.

    >>> mana_in(["2", "B", "G/W"]), mana_in([]), mana_in(["2/B"]), mana_in(["1", "P"])
    (4, 0, 2, 1)
    """
    paid = [symbol for symbol in symbols if symbol != LIFE]
    return sum(int(symbol.split("/")[0]) if symbol[:1].isdigit() else 1 for symbol in paid)


def reduced(symbols: list[str], less: list[str], *, spills: bool = False) -> list[str]:
    """A cost after reductions: generic takes from generic, a colour from that colour; never below nothing.

    With ``spills``, a reduction beyond the mana of its colour, or of colorless, takes from generic (118.7b-d).

    >>> reduced(["3", "B"], ["1"]), reduced(["1", "B"], ["3"])
    (['2', 'B'], ['B'])
    >>> reduced(["3", "B"], ["B", "B"]), reduced(["3", "B"], ["B", "B"], spills=True)
    (['3'], ['2'])
    """
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    rest = [symbol for symbol in symbols if not symbol.isdigit()]
    for symbol in less:
        if symbol.isdigit():
            generic = max(0, generic - int(symbol))
        elif symbol in rest:
            rest.remove(symbol)
        elif spills and symbol in _OF_A_TYPE:
            generic = max(0, generic - 1)
    return ([str(generic)] if generic or not rest else []) + rest
