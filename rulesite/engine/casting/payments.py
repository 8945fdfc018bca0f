"""Costs: the single items to pay, whether a player can pay them, and paying them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, product

from rulesite.engine import abilities as do
from rulesite.engine.abilities import costs as ir
from rulesite.engine.abilities.amounts import IdentityColors
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.references import Chosen, Every, Self, SomePlayer, TopCards
from rulesite.engine.abilities.restrictions import CantCrew, CrewsAs
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.effects.forbidden import cannot, forbidden_counters
from rulesite.engine.evaluation.counter_kinds import that_kind
from rulesite.engine.evaluation.feasibility import possible
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.predicates import number_of
from rulesite.engine.evaluation.references import chosen_options, now
from rulesite.engine.events.batch import commit, keyword_done
from rulesite.engine.events.perform import perform
from rulesite.engine.players.commander import identity_of_commanders
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, flatten
from rulesite.engine.state.teams import counters_of, takes_turn

from .any_mana import relaxed
from .bound_mana import usable, usable_snow
from .helped_costs import generic_in
from .mana_pool import SNOW, check_payable, enough, pay_mana, payable_life, shown, symbols_of


@dataclass
class Item:
    """One item to pay. ``kind`` is mana, tap, untap, life, counters, loyalty, act or unpayable; ``word`` is its name
    for people."""

    kind: str
    word: str
    symbols: list[str] = field(default_factory=list)
    amount: int = 0
    node: Node | None = None

    def __str__(self) -> str:
        return shown(self.symbols) if self.kind == "mana" else self.word


def items(frame: Frame, cost: ir.Cost, payer: str) -> list[Item]:
    """The single items of a cost now; all its mana is one item, which comes first.

    A choice between costs is made by ``payer``. Raises :class:`NotModelled` for an unknown part.
    """
    symbols: list[str] = []
    asked = False
    found: list[Item] = []
    for part in _parts(frame, cost, payer):
        if isinstance(part, ir.PayMana):
            asked = True
            times = frame.amount(part.times) if part.times is not None else 1
            symbols += _with_x(frame.bound, symbols_of(part.symbols)) * times
        elif isinstance(part, ir.Waterbend):
            asked = True
            mana = _with_x(frame.bound, symbols_of(part.symbols))
            frame.bound.record.waterbend += generic_in(mana)
            symbols += mana
        elif isinstance(part, ir.PayManaAmount):
            asked = True
            symbols.append(str(frame.amount(part.amount)))
        elif isinstance(part, ir.ManaCostOf):
            asked = True
            for ref in frame.refs(part.of):
                mana_cost = look(frame.kernel, ref_id(ref) or 0).mana_cost
                if ref_id(ref) == frame.bound.stack_id:  # of the spell that is being cast, with the X announced for it
                    symbols += _with_x(frame.bound, list(mana_cost or ()))
                else:
                    symbols += ["0" if symbol == "X" else symbol for symbol in mana_cost or ()]
                if mana_cost is None:  # 118.6
                    found.append(Item("unpayable", "a mana cost that is none"))
        else:
            found += _other(frame, part)
    return ([Item("mana", "mana", symbols)] if asked else []) + found


def _parts(frame: Frame, cost: ir.Cost, payer: str) -> list[ir.CostPart]:
    flat: list[ir.CostPart] = []
    for part in cost.parts:
        if isinstance(part, ir.OneOf):
            number = frame.kernel.choose_number(
                "cost", payer, "", f"which of {len(part.options)} costs", 1, len(part.options)
            )
            flat += _parts(frame, part.options[number - 1], payer)
        elif isinstance(part, ir.Repeated):
            flat += [each for _ in range(frame.amount(part.times)) for each in _parts(frame, part.cost, payer)]
        else:
            flat.append(part)
    return flat


def ways_to_pay(frame: Frame, cost: ir.Cost) -> Iterator[ir.Cost]:
    """Every variant of a cost with all its choices made."""
    for parts in product(*(list(_ways_of_part(frame, part)) for part in cost.parts)):
        yield ir.Cost(tuple(each for part in parts for each in part))


def _ways_of_part(frame: Frame, part: ir.CostPart) -> Iterator[tuple[ir.CostPart, ...]]:
    if isinstance(part, ir.OneOf):
        for option in part.options:
            yield from (way.parts for way in ways_to_pay(frame, option))
    elif isinstance(part, ir.Repeated):
        ways = [way.parts for way in ways_to_pay(frame, part.cost)]
        for chosen in combinations_with_replacement(ways, frame.amount(part.times)):
            yield tuple(each for way in chosen for each in way)
    else:
        yield (part,)


def _with_x(bound: Bindings, symbols: list[str]) -> list[str]:
    return [str(bound.x or 0) if symbol in ("X", "Y") else symbol for symbol in symbols]


def _other(frame: Frame, part: ir.CostPart) -> list[Item]:
    match part:
        case ir.TapSelf():
            return [Item("tap", "{T}")]
        case ir.UntapSelf():
            return [Item("untap", "{Q}")]
        case ir.PayLife(amount=IdentityColors()):
            identity = identity_of_commanders(frame.kernel, frame.controller)
            if identity is None:
                raise frame.kernel.illegal(f"{frame.controller} has no commander", "unpayable")
            return [Item("life", f"{len(identity)} life", amount=len(identity))]
        case ir.PayLife():
            total = frame.amount(part.amount)
            return [Item("life", f"{total} life", amount=total)]
        case ir.PayEnergy():
            total = frame.amount(part.amount)
            return [Item("counters", f"{total} {part.kind}", [part.kind], total)]
        case ir.TapPower():
            return [Item("tap power", "tap", amount=frame.amount(part.power), node=part)]
        case ir.CollectEvidence():
            return [Item("evidence", "evidence", amount=frame.amount(part.amount), node=part)]
        case ir.Behold():
            return [Item("behold", "behold", node=part)]
        case ir.Loyalty():
            total = frame.amount(part.amount)
            return [Item("loyalty", f"loyalty {total:+d}", amount=total)]
        case ir.Act():
            times = frame.amount(part.times) if part.times is not None else 1
            return [Item("act", verb_of(part.do), node=part.do) for _ in range(times)]
    raise NotModelled(f"the engine cannot have a player pay {type(part).__name__} yet")


def verb_of(node: Node) -> str:
    """The verb for an instruction that is paid as a cost.

    >>> from rulesite.engine.abilities.card_instructions import Draw
    >>> verb_of(Draw())
    'draw'
    """
    if isinstance(node, do.Move):
        return node.verb
    return {"RemoveCounters": "remove counters", "PutCounters": "put counters", "GainLife": "gain life"}.get(
        type(node).__name__, type(node).__name__.lower()
    )


def as_allowed(frame: Frame, player: str, item: Item) -> Item:
    """An item of the cost of a spell or activated ability as effects let the player pay it: with no life, or without
    sacrificing some permanents.

    Raises :class:`NotModelled` for permanents that are not simply described.
    """
    kernel = frame.kernel
    for change, within in changes_on(kernel, player_ref(player), do.CantPayBy) if kernel.has("cannot") else ():
        if change.life and item.kind == "life" and item.amount > 0:
            item = Item("unpayable", item.word)
        elif change.life and item.kind == "mana":
            item = replace(item, symbols=[symbol.removesuffix("/P") for symbol in item.symbols])
        elif isinstance(item.node, do.Sacrifice) and change.sacrifice is not None:
            what = item.node.what
            if isinstance(what, Chosen):
                if any(isinstance(part, do.Reference) for part in walk(change.sacrifice)):
                    raise NotModelled("permanents of somebody that can't be sacrificed to pay")
                left = do.both(what.what, do.Not(change.sacrifice))
                item = replace(item, node=replace(item.node, what=replace(what, what=left)))
            elif any(within.matches(change.sacrifice, ref) for ref in frame.refs(what)):
                item = Item("unpayable", item.word)
    return item


def can_pay(frame: Frame, player: str, item: Item, extra_mana: bool = False) -> bool:
    """Whether a player could pay one item now; ``extra_mana`` when more mana can still be made."""
    source = frame.kernel.thing(frame.source)
    match item.kind:
        case "mana":
            check_payable(item.symbols)
            return extra_mana or enough(
                usable(frame.kernel, player, paid_for(frame)),
                relaxed(frame.kernel, player, item.symbols, paid_for(frame)),
                payable_life(frame.kernel, player),
                usable_snow(frame.kernel, player) if SNOW in item.symbols else None,
            )
        case "life":
            return payable_life(frame.kernel, player) >= item.amount
        case "counters":
            return counters_of(frame.kernel, player, item.symbols[0]).get(item.symbols[0], 0) >= item.amount
        case "tap power":
            powers = [_power_for(frame, object_ref(each)) for each in _could_be_tapped(frame, item)]
            return sum(power for power in powers if power > 0) >= item.amount
        case "evidence":
            graveyard = frame.kernel.state.zone("graveyard", player)
            return sum(look(frame.kernel, each).mana_value for each in graveyard) >= item.amount
        case "behold":
            return bool(_beholdable(frame, player, item))
        case "tap" | "untap":
            return source is not None and source.tapped == (item.kind == "untap")
        case "loyalty":
            return source is not None and source.counters.get("loyalty", 0) + item.amount >= 0
    if source is None and any(isinstance(part, Self) for part in walk(item.node)):
        return False  # another part of the cost has removed it
    return item.node is not None and _is_done(frame, item.node) and possible(frame, item.node, player)


def _is_done(frame: Frame, node: Node) -> bool:
    """Whether nothing keeps life from being gained, counters from being put, or cards from being moved, as a cost says
    (119.7 and 118.3 in 2026-06-19)."""
    match node:
        case do.GainLife(who=SomePlayer(who=which)):
            return any(_gains(frame, each) for each in _players(frame, which))
        case do.GainLife():
            return all(_gains(frame, player) for ref in frame.refs(node.who) if (player := ref_player(ref)))
        case do.PutCounters(on=Chosen() as what):
            return any(_takes(frame, node, ref) for ref in chosen_options(frame, what))
        case do.PutCounters():
            return all(_takes(frame, node, now(frame, ref)) for ref in frame.refs(node.on))
        case do.Move(what=TopCards() as top):
            return len(frame.refs(top)) >= frame.amount(top.amount)
    return True


def _players(frame: Frame, which: Node) -> list[str]:
    return [each for each in frame.kernel.state.players if frame.matches(which, player_ref(each))]


def _gains(frame: Frame, player: str) -> bool:
    return not any(cannot(frame.kernel, player, what) for what in ("gain life", "change life total"))


def _takes(frame: Frame, node: do.PutCounters, ref: str) -> bool:
    return not forbidden_counters(frame.kernel, ref, that_kind(frame, node.kind) or "")


def paid_for(frame: Frame) -> str:
    """The keyword that requires a payment as it resolves, "" for none."""
    return frame.bound.record.keyword


def pay_item(frame: Frame, player: str, item: Item, about: str, spent_on: str = "") -> None:
    """Pay one item for the spell or ability being played; raises :class:`IllegalAction` when it cannot be paid."""
    kernel = frame.kernel
    if item.kind != "mana" and not can_pay(frame, player, item):
        if not kernel.has("unpayable"):
            return
        raise kernel.illegal(f"{player} cannot pay {item} for {about}", "unpayable")
    kernel.paying = True
    try:
        _pay(frame, player, item, about, spent_on)
    finally:
        kernel.paying = False


def _pay(frame: Frame, player: str, item: Item, about: str, spent_on: str) -> None:
    kernel = frame.kernel
    match item.kind:
        case "mana":
            frame.bound.mana_spent += pay_mana(
                kernel, player, relaxed(kernel, player, item.symbols, spent_on), about, spent_on
            )
        case "life":
            commit(kernel, [Event("lose_life", player_ref(player), player=player, amount=item.amount, tags=("paid",))])
        case "counters":
            commit(
                kernel, [Event("counters", player_ref(player), amount=-item.amount, facts={"counter": item.symbols[0]})]
            )
        case "tap" | "untap":
            _check_sickness(frame, player, about)
            commit(kernel, [Event(item.kind, object_ref(frame.source), player=player, tags=("cost",))])
            if item.kind == "tap":
                frame.bound.record.tapped = True
        case "tap power":
            _tap_power(frame, player, item, about)
        case "behold":
            _behold(frame, player, item, about)
        case "evidence":
            _collect_evidence(frame, player, item, about)
        case "loyalty":
            ref, loyalty = object_ref(frame.source), {"counter": "loyalty"}
            commit(kernel, [Event("counters", ref, player=player, amount=item.amount, facts=loyalty, tags=("cost",))])
        case _:
            _pay_act(frame, player, item, about)


def _could_be_tapped(frame: Frame, item: Item) -> list[int]:
    """The creatures that may be tapped for a cost of total power, without the object itself if others are required."""
    part, field = item.node, frame.kernel.state.zone("battlefield")
    if not isinstance(part, ir.TapPower):
        return []
    fitting = [each for each in field if frame.matches(part.what, object_ref(each))]
    if _crewing(frame) and frame.kernel.has("cannot"):
        fitting = [each for each in fitting if not changes_on(frame.kernel, object_ref(each), CantCrew)]
    return [each for each in fitting if not (part.other and each == frame.source)]


def _crewing(frame: Frame) -> bool:
    """Whether a crew ability is paid for (702.122b and 702.122d in 2026-06-19)."""
    kernel = frame.kernel
    stacked = kernel.thing(frame.bound.stack_id)
    if stacked is None or stacked.play is None:
        return False
    held = flatten(look(kernel, frame.source).abilities)
    return any(each.keyword == "crew" and each.key == stacked.play.ability_key for each in held)


def _power_for(frame: Frame, ref: str) -> int:
    """The power that a creature adds to the total: where it crews, that with which an effect has it crew."""
    kernel = frame.kernel
    ways = [change for change, _ in changes_on(kernel, ref, CrewsAs)] if _crewing(frame) else []
    by_toughness = any(change.more is None for change in ways)
    number = number_of(kernel, "toughness" if by_toughness else "power", ref) or 0
    return number + sum(change.more or 0 for change in ways)


def _tap_power(frame: Frame, player: str, item: Item, about: str) -> None:
    """Tap creatures of a player's choice whose total power is enough."""
    kernel = frame.kernel
    chosen = kernel.choose("tap", player, about, "which creatures are tapped", *_any_of(_could_be_tapped(frame, item)))
    _check_total(kernel, "power", sum(_power_for(frame, ref) for ref in chosen), item.amount, about)
    commit(kernel, [Event("tap", ref, player=player, tags=("cost",)) for ref in chosen])
    frame.bound.memo["tap"], frame.bound.last_verb = list(chosen), "tap"


def _any_of(things: list[int]) -> tuple[list[str], int, int]:
    """The options of a choice of any number of things, with the least and the greatest number."""
    return [object_ref(each) for each in things], 0, len(things)


def _check_total(kernel: Kernel, number: str, total: int, least: int, about: str) -> None:
    """Raise :class:`IllegalAction` if the total of a number of the chosen objects is too small to pay."""
    if total < least:
        raise kernel.illegal(f"their total {number} is {total}, and {about} asks for {least}", "unpayable")


def _beholdable(frame: Frame, player: str, item: Item) -> list[str]:
    """The permanents that a player controls and the cards in his or her hand that may be beheld."""
    kernel, part = frame.kernel, item.node
    if not isinstance(part, ir.Behold):
        return []
    field = [each for each in kernel.state.zone("battlefield") if look(kernel, each).controller == player]
    hand = [each for each in kernel.state.zone("hand", player) if each != frame.source]
    return [object_ref(each) for each in (*field, *hand) if frame.matches(part.what, object_ref(each))]


def _behold(frame: Frame, player: str, item: Item, about: str) -> None:
    """Choose a permanent, or reveal a card from the hand."""
    kernel = frame.kernel
    chosen = kernel.choose("behold", player, about, "what is beheld", _beholdable(frame, player, item))
    hand = kernel.state.zone("hand", player)
    commit(kernel, [Event("reveal", ref, player=player, tags=("cost",)) for ref in chosen if ref_id(ref) in hand])
    frame.bound.memo["behold"], frame.bound.last_verb = list(chosen), "behold"


def _collect_evidence(frame: Frame, player: str, item: Item, about: str) -> None:
    """Exile cards of a player's choice from the graveyard whose total mana value is enough."""
    kernel = frame.kernel
    graveyard = kernel.state.zone("graveyard", player)
    chosen = kernel.choose("exile", player, about, "which cards are exiled as evidence", *_any_of(graveyard))
    values = sum(number_of(kernel, "mana value", ref) or 0 for ref in chosen)
    _check_total(kernel, "mana value", values, item.amount, about)
    commit(kernel, [move(ref_id(ref) or 0, "exile", "exile", player=player, tags=("cost",)) for ref in chosen])
    keyword_done(kernel, "collect evidence", player, player_ref(player))


def _check_sickness(frame: Frame, player: str, about: str) -> None:
    kernel = frame.kernel
    source = kernel.thing(frame.source)
    if source is not None and is_sick(kernel, source.id, player):
        raise kernel.illegal(
            f"{source.label} has not been under {player}'s control since the turn began, so {about} cannot be paid for",
            "summoning_sickness",
        )


def is_sick(kernel: Kernel, thing_id: int, player: str) -> bool:
    """Whether an object is a creature that came under a player's control too late to be tapped for a cost."""
    if not kernel.has("summoning_sickness"):
        return False
    found = look(kernel, thing_id)
    if "creature" not in found.types or controlled_since_turn_began(kernel, thing_id, player):
        return False
    return "haste" not in keywords(found) and not changes_on(kernel, object_ref(thing_id), do.ActivatesAsHasty)


def controlled_since_turn_began(kernel: Kernel, thing_id: int, player: str) -> bool:
    """Whether a player has controlled a permanent continuously since his or her most recent turn began."""
    thing = kernel.state.things[thing_id]
    state = kernel.state
    turn = state.turn if takes_turn(state, player) else _last_turn_of(kernel, player)
    return thing.since_turn < turn


def _last_turn_of(kernel: Kernel, player: str) -> int:
    turns = [
        each.turn
        for each in kernel.state.history
        if each.kind == "turn" and each.facts.get("player") == player and each.turn <= kernel.state.turn
    ]
    return max(turns) if turns else kernel.state.first_turn


def _pay_act(frame: Frame, player: str, item: Item, about: str) -> None:
    kernel, bound = frame.kernel, frame.bound
    before = frame.controller
    bound.controller = player
    bound.did = True
    try:
        perform(frame, item.node)
    finally:
        bound.controller = before
    wanted = _wanted(frame, item.node)
    if _is_kept(frame, item.node) or (wanted is not None and (bound.previous or 0) < wanted):
        raise kernel.illegal(f"{player} cannot {item} for {about}", "unpayable")
    memo = bound.memo.get(bound.last_verb, [])
    if memo:
        kernel.note(f"{player} pays: {item} {', '.join(kernel.label(ref) for ref in memo)}", "pay_any_order")


def _is_kept(frame: Frame, node: Node | None) -> bool:
    """Whether who or what was chosen for a cost had nothing of it and some of those that could be chosen can't have it;
    what a replacement leaves of it is paid (118.11 in 2026-06-19)."""
    if frame.bound.did:
        return False
    match node:
        case do.GainLife(who=SomePlayer(who=which)):
            return not all(_gains(frame, each) for each in _players(frame, which))
        case do.PutCounters(on=Chosen() as what):
            return not all(_takes(frame, node, ref) for ref in chosen_options(frame, what))
    return False


def _wanted(frame: Frame, node: Node | None) -> int | None:
    what = getattr(node, "what", None)
    if isinstance(what, Chosen):
        return frame.amount(what.amount)
    return 1 if isinstance(node, do.Sacrifice) and not isinstance(what, Every) else None
