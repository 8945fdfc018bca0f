"""The costs of playing a spell or ability: collecting them, the total, and paying it in any order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulesite.engine.abilities.amounts import X
from rulesite.engine.abilities.costs import Cost, ManaCostOf, PayMana
from rulesite.engine.abilities.kinds import StaticAbility
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.player_rules import LoyaltyCostMore
from rulesite.engine.abilities.static_parts import AdditionalCost, AlternativeCost, MayPlayFrom
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import tell
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, HeldAbility, Thing

from .assisting import ASSIST, Helper, helper_named, pay_part
from .helped_costs import helped
from .mana_pool import shown, symbols_of
from .paid_ahead import choose_ahead
from .payments import Item, as_allowed, items, pay_item
from .permissions import ALTERNATIVE, FREE, PERMISSION, is_named
from .spent_on_x import with_mana_for_x
from .timing import spend_check
from .total_cost import counted_for_cost, further_costs, total_mana

Window = Callable[[Kernel, str, str], None]


@dataclass
class Request:
    """A player's announcement. Where ``targets`` and the rest are left out, the script is asked.

    ``options`` are names of optional additional costs ("kicker", "buyback"), each as often as it is paid;
    ``alternative`` the name of an alternative cost ("flashback", "alternative"). ``division`` maps a target's name to
    its share. ``pay`` is the order of payment, by the words of the costs ("sacrifice", "mana", "{2}{B}", "life").
    ``face`` is the name of the half or face of a card that is played. ``any_mana``: what mana may be spent on it as the
    effect says that has it cast.
    """

    player: str
    thing: int
    ability: HeldAbility | None = None
    modes: list[int] = field(default_factory=list)
    x: int | None = None
    targets: list[Any] | None = None
    options: list[str] = field(default_factory=list)
    alternative: str = ""
    division: dict[str, int] = field(default_factory=dict)
    pay: list[str] = field(default_factory=list)
    face: str = ""
    any_mana: str = ""


def permitted(kernel: Kernel, spell_id: int) -> list[AlternativeCost]:
    """The alternative costs, called "permission", that such effects offered for a card that has become a spell."""
    offered = kernel.state.things[spell_id].remembers.get(PERMISSION, [])
    return [AlternativeCost(cost, PERMISSION) for cost in offered]


def card_parts(kernel: Kernel, thing: Thing) -> list[Any]:
    """The parts of a card's own static abilities, wherever it is: costs, permissions, restrictions for playing it."""
    found = []
    for held in look(kernel, thing.id).every_ability:
        if isinstance(held.ability, StaticAbility):
            frame = Frame(kernel, Bindings(thing.controller, thing.id))
            if held.ability.condition is None or frame.holds(held.ability.condition):
                found += [
                    part
                    for part in held.ability.parts
                    if kernel.has("static_on_stack") or not isinstance(part, AdditionalCost | AlternativeCost)
                ]
    return found


def _from_there(parts: list[Any], cost: AlternativeCost, zone: str | None) -> bool:
    """Whether a card may be cast from another zone "using its warp ability"."""
    return any(isinstance(each, MayPlayFrom) and each.using == cost.name and each.zone == zone for each in parts)


def spell_cost(frame: Frame, request: Request, spell: Thing, parts: list[Any], free: bool) -> list[Item]:
    """The items of a spell's mana cost or one alternative cost, and of its additional costs."""
    kernel, bound = frame.kernel, frame.bound
    mana_cost = look(kernel, spell.id).mana_cost
    wanted_name = request.alternative.split("+")[0].strip()
    wanted: list[Item] = []
    costs: list[Cost] = []
    chosen = [
        part
        for part in [*parts, *permitted(kernel, spell.id)]
        if isinstance(part, AlternativeCost)
        and is_named(part.cost, wanted_name, part.name)
        and (part.from_ in (None, bound.record.played_from) or _from_there(parts, part, bound.record.played_from))
    ]
    if request.alternative == "morph" and spell.face_down:
        bound.paid["morph"] = 1
        return [Item("mana", "mana", ["3"])]
    if request.alternative and not chosen:
        if wanted_name == FREE:
            why = f"nothing lets {request.player} play {spell.label} without paying its mana cost"
        else:
            why = f"{spell.label} has no alternative cost called {request.alternative}"
        raise kernel.illegal(why, "announce_modes")
    if chosen and free and kernel.has("one_alternative_cost"):
        raise kernel.illegal(f"two alternative costs cannot be applied to {spell.label}", "one_alternative_cost")
    if chosen:
        available = [part for part in chosen if frame.holds(part.condition)]
        if not available:
            raise kernel.illegal(f"the alternative cost of {spell.label} is not available", "announce_modes")
        paid = _one_of(frame, request.player, available, spell.label)
        costs.append(paid.cost)
        wanted = _items_for(frame, request.player, paid, spell)
        bound.paid[paid.name] = 1
        bound.paid[ALTERNATIVE] = 1
    elif not free:
        if mana_cost is None:
            raise kernel.illegal(f"{spell.label} has no mana cost, so it cannot be paid", "unpayable")
        cost = Cost((PayMana("".join(f"{{{symbol}}}" for symbol in mana_cost) or "{0}"),))
        costs.append(cost)
        x_in(frame, cost, spell.label)
        wanted = items(frame, cost, request.player)
    if not any(item.kind == "mana" for item in wanted):
        wanted.insert(0, Item("mana", "mana"))
    extra = [part for part in parts if isinstance(part, AdditionalCost)]
    for name in request.options:
        if not any(part.optional and part.name == name for part in extra):
            raise kernel.illegal(f"{spell.label} has no optional cost called {name}", "announce_modes")
    counted = counted_for_cost(parts)
    for part in extra:
        times = request.options.count(part.name) if part.optional else 1
        if times > 1 and not part.repeatable:
            raise kernel.illegal(f"{part.name} can be paid only once", "announce_modes")
        for _ in range(times):
            costs.append(part.cost)
            x_in(frame, part.cost, spell.label)
            wanted += choose_ahead(frame, request.player, part.name, items(frame, part.cost, request.player), counted)
            for name in dict.fromkeys((part.name, part.name.partition(" {")[0])):  # "kicker {W}" is a kicker
                bound.paid[name] = bound.paid.get(name, 0) + 1
    if "X" in (mana_cost or ()) and not any(map(_has_x, costs)):  # 107.3b
        if bound.x:
            why = f"X is 0 where {spell.label} is cast without paying a cost that includes {{X}}"
            raise kernel.illegal(why, "announce_modes")
        bound.x = 0
    return wanted


def _items_for(frame: Frame, player: str, paid: AlternativeCost, spell: Thing) -> list[Item]:
    """The items of an alternative cost; for one that another effect offers, "that spell" is the one being cast."""
    bound = frame.bound
    outer, bound.current = bound.current, object_ref(spell.id) if paid.name == PERMISSION else bound.current
    try:
        x_in(frame, paid.cost, spell.label)
        if "X" in (look(frame.kernel, spell.id).mana_cost or ()) and _is_own_mana_cost(frame, paid.cost, spell):
            need_x(frame, spell.label)
        return choose_ahead(frame, player, paid.name, items(frame, paid.cost, player))
    finally:
        bound.current = outer


def _one_of(frame: Frame, player: str, costs: list[AlternativeCost], about: str) -> AlternativeCost:
    """The alternative cost that a player pays, of those that go by the same name."""
    each = list({part.cost: part for part in costs}.values())
    number = frame.kernel.choose_number("cost", player, about, f"which of {len(each)} alternative costs", 1, len(each))
    return each[number - 1]


def _is_own_mana_cost(frame: Frame, cost: Cost, spell: Thing) -> bool:
    """Whether an alternative cost is, or has in it, the mana cost of the spell itself."""
    named = [ref for node in walk(cost) if isinstance(node, ManaCostOf) for ref in frame.refs(node.of)]
    return object_ref(spell.id) in named


def _has_x(cost: Cost) -> bool:
    """Whether X is determined by what is paid: mana of {X}, a mana cost, or some other payment of X."""
    return any(
        "X" in symbols_of(node.symbols) if isinstance(node, PayMana) else isinstance(node, X | ManaCostOf)
        for node in walk(cost)
    )


def x_in(frame: Frame, cost: Cost, about: str) -> None:
    if frame.bound.x is None and any(
        "X" in symbols_of(node.symbols) for node in walk(cost) if isinstance(node, PayMana)
    ):
        need_x(frame, about)


def need_x(frame: Frame, about: str) -> None:
    if frame.bound.x is None:
        frame.bound.x = frame.kernel.choose_number("X", frame.controller, about, "the value of X", 0)
    frame.kernel.note(f"{frame.controller} announces X = {frame.bound.x}", "announce_modes")


@dataclass
class TotalCost:
    """The total cost of playing a spell or ability: `items` in printed order, with `mana` among them if any is
    required.

    `printed` are the symbols before any change; `of` is the ability, None for a spell.
    """

    items: list[Item]
    mana: Item | None
    printed: list[str]
    of: tuple[Thing, HeldAbility] | None
    about: str

    @property
    def key(self) -> str:
        """The name of the ability; "" for a spell."""
        return self.of[1].key if self.of is not None else ""

    def symbols(self, frame: Frame) -> list[str]:
        """The mana to be paid now, with all increases and reductions."""
        ability, keyword = (self.of[1].ability, self.of[1].keyword) if self.of is not None else (None, "")
        return total_mana(frame, self.printed, ability, keyword, self.about)


def pay(
    frame: Frame,
    request: Request,
    wanted: list[Item],
    of: tuple[Thing, HeldAbility] | None,
    about: str,
    window: Window,
) -> list[str]:
    """Determine the total cost, let mana abilities be played, and pay; returns the costs as locked in."""
    cost = determine_total(frame, request.player, wanted, of, about)
    helper = None
    if cost.mana is not None and of is None:
        helper = helper_named(frame, request.player, request.pay, cost.mana.symbols, about)
    if helper is not None:
        make_mana(frame, helper.player, cost, window)
    if cost.mana is not None:
        make_mana(frame, request.player, cost, window)
    return pay_total(frame, request, cost, helper)


def determine_total(
    frame: Frame, player: str, wanted: list[Item], of: tuple[Thing, HeldAbility] | None, about: str
) -> TotalCost:
    """The total cost, locked in (601.2f in 2026-06-19; 409.1f in 2006-10-01)."""
    kernel = frame.kernel
    if of is None:
        wanted = wanted + [item for cost, within in further_costs(frame) for item in items(within, cost, player)]
    wanted = [as_allowed(frame, player, item) for item in wanted]
    mana = next((item for item in wanted if item.kind == "mana"), None)
    symbols = [symbol for item in wanted if item.kind == "mana" for symbol in item.symbols]
    cost = TotalCost([item for item in wanted if item.kind != "mana"], mana, symbols, of, about)
    if mana is None and of is not None and cost.symbols(frame):
        cost.mana = Item("mana", "mana")
    if cost.mana is not None:
        cost.mana.symbols = cost.symbols(frame)
        cost.items.insert(0, cost.mana)
    _total_loyalty(frame, cost.items)
    kernel.note(f"the total cost of {about} is {', '.join(_in_words(cost)) or 'nothing'}", "cost_lock_in")
    if of is not None and cost.mana is not None:
        spend_check(kernel, of[0], cost.key, player, of[1].ability, cost.mana.symbols)
    return cost


def _in_words(cost: TotalCost) -> list[str]:
    return [str(item) for item in cost.items if item.kind != "mana" or item.symbols]


def make_mana(frame: Frame, player: str, cost: TotalCost, window: Window) -> None:
    """Let the player activate mana abilities (601.2g in 2026-06-19; 409.1g in 2006-10-01)."""
    window(frame.kernel, player, cost.about)


def pay_total(frame: Frame, request: Request, cost: TotalCost, helper: Helper | None = None) -> list[str]:
    """Pay everything in the chosen order (601.2h in 2026-06-19; 409.1h in 2006-10-01); returns the costs as locked
    in."""
    kernel, order, total = frame.kernel, request.pay, _in_words(cost)
    if cost.mana is not None:
        words = {item.word for item in cost.items}
        cost.mana.symbols, used = helped(frame, request.player, cost.mana.symbols, words, cost.about)
        order = [word for word in order if word not in used]
    if cost.mana is not None and helper is not None:
        cost.mana.symbols = pay_part(frame, helper, cost.mana.symbols, cost.about)
        order = [word for word in order if not word.startswith(f"{ASSIST} ")]
    for item in _in_order(kernel, cost.items, order, cost.about):
        if item.kind == "mana" and not kernel.has("cost_lock_in"):
            item.symbols = cost.symbols(frame)
            total[0] = shown(item.symbols)
        if item.kind == "mana" and not item.symbols:
            continue
        if item.kind == "mana":
            item.symbols = with_mana_for_x(frame, _limits(frame, cost), cost.printed, item.symbols)
        pay_item(frame, request.player, item, cost.about, object_ref(frame.bound.stack_id))
    tell(
        kernel,
        "total cost",
        ref=object_ref(frame.bound.stack_id),
        source=frame.source,
        key=cost.key,
        player=request.player,
        of=total,
    )
    return total


def _limits(frame: Frame, cost: TotalCost) -> list[Any]:
    """The limits that the spell or ability itself sets to how it is played and paid for."""
    if cost.of is not None:
        return list(getattr(cost.of[1].ability, "restrictions", ()))
    spell = frame.kernel.thing(frame.bound.stack_id)
    return card_parts(frame.kernel, spell) if spell is not None else []


def _total_loyalty(frame: Frame, wanted: list[Item]) -> None:
    """Combine all loyalty counters that a loyalty ability costs into one item (606.5 in 2021-06-18)."""
    kernel = frame.kernel
    loyalty = next((item for item in wanted if item.kind == "loyalty"), None)
    if loyalty is None or not kernel.has("cost_increase"):
        return
    changes = changes_on(kernel, player_ref(frame.controller), LoyaltyCostMore)
    more = sum(within.amount(change.more) for change, within in changes)
    if more:
        loyalty.amount += more
        loyalty.word = f"loyalty {loyalty.amount:+d}"
        kernel.note(f"it costs {more:+d} loyalty more, {loyalty.amount:+d} in all", "cost_increase")


def _in_order(kernel: Kernel, wanted: list[Item], order: list[str], about: str) -> list[Item]:
    """The items in the order in which the player pays them; unnamed ones come last, in printed order."""
    left = list(wanted)
    first: list[Item] = []
    for word in order:
        text = word.strip().casefold()
        found = [
            item
            for item in left
            if (item.kind == "mana" and text.startswith(("{", "mana")))
            or text.startswith((item.word.casefold(), item.kind))
        ]
        if not found and any(text.startswith(item.word.casefold()) for item in first):
            continue  # a further card or permanent for one part of the cost: "discard X cards"
        if not found:
            raise kernel.illegal(f"{about} does not ask for {word!r}", "pay_any_order")
        left.remove(found[0])
        first.append(found[0])
    if not kernel.has("pay_any_order"):
        return wanted
    return first + left
