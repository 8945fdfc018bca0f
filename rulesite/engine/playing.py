"""Playing (casting) spells and playing (activating) abilities, step by step in the order of rule 409.1 (601.2).

The caller undoes everything when a step is impossible: see :mod:`rulesite.engine.game`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .abilities.changes import MayPlay
from .abilities.combining import Modal, Nothing
from .abilities.costs import Cost, PayMana
from .abilities.instructions import DealDamage, PutCounters
from .abilities.kinds import (
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    MayPlayAsInstant,
    MayPlayFrom,
    SpellAbility,
    StaticAbility,
    TargetSlot,
)
from .abilities.node import walk
from .attaching import enchants
from .batch import commit, happen
from .concepts import CONCEPTS
from .continuous import changes_on, flatten, functions, keyword_concept, look, printed
from .cost_changes import total_mana
from .costs import Item, items, pay_item
from .evaluate import amount, holds, refs
from .events import Event, move
from .kernel import Kernel
from .mana import shown, symbols_of
from .names import pick
from .objects import Context, HeldAbility, Play, Thing
from .state import object_ref, player_ref
from .targets import choose_targets
from .timing import check_activation, check_card_restrictions, check_spell_timing, count_use, spend_check
from .words import play_verb
from .zones import put_ability_on_stack

Window = Callable[[Kernel, str, str], None]


@dataclass
class Request:
    """What a player announces. ``targets`` and the rest left out are asked of the script.

    ``options`` are names of optional additional costs ("kicker", "buyback"), each as often as it is paid;
    ``alternative`` the name of an alternative cost ("flashback", "alternative"). ``division`` maps a target's name to
    its share. ``pay`` is the order of payment, by the words of the costs ("sacrifice", "mana", "{2}{B}", "life").
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


def cast(kernel: Kernel, request: Request, window: Window, free: bool = False) -> Thing:
    """Play a card as a spell; returns the spell on the stack. ``free``: without paying its mana cost.

    Raises :class:`IllegalAction`; the state is then half-way and must be restored.
    """
    card = kernel.state.things[request.thing]
    player = request.player
    if "+" in request.alternative and kernel.has("one_alternative_cost"):
        raise kernel.illegal(f"two alternative costs cannot be applied to {card.label}", "one_alternative_cost")
    parts_of_others = permissions(kernel, player, card.id)
    parts = card_parts(kernel, card)
    check_card_restrictions(kernel, player, card, parts)
    if not free:
        early = any(isinstance(part, MayPlayAsInstant) for part in parts) or any(
            each.timing == "instant" for each in parts_of_others
        )
        check_spell_timing(kernel, player, card, early)
        if not parts_of_others:
            _check_zone(kernel, player, card, parts, request.alternative)
    kernel.note(f"{player} {play_verb(kernel.rules, 'spell')} {card.label}", "announce")
    from_zone = card.zone
    moved = commit(kernel, [move(card.id, "stack", "play", player=player, controller=player, why="announce")])
    spell = kernel.state.things[moved[0].new]
    spell.remembers["permission"] = [each.cost for each in parts_of_others if each.cost is not None]
    ability = spell_ability(kernel, spell)
    ctx = Context(player, spell.id, spell.id, said={"played from": from_zone})
    spell.play = Play(ctx, ability, alternative=request.alternative)
    kernel.state.touch()
    _announce_choices(kernel, request, ctx, ability.effect, spell.label)
    cost = _spell_cost(kernel, request, ctx, spell, parts, free)
    _announce_targets(kernel, request, ctx, ability.targets, ability.effect, spell.label)
    spell.play.total_cost = _pay(kernel, request, ctx, cost, None, spell.label, window)
    if not kernel.has("becomes_played"):
        return spell
    nth = 1 + sum(
        1
        for each in kernel.state.history
        if each.kind == "cast" and each.turn == kernel.state.turn and each.facts.get("player") == player
    )
    kernel.note(f"{spell.label} is {'played' if kernel.rules.words == 'play' else 'cast'}", "becomes_played")
    happen(kernel, [Event("cast", object_ref(spell.id), player=player, facts={"nth": nth, "from": from_zone})])
    return spell


def permissions(kernel: Kernel, player: str, card_id: int) -> list[MayPlay]:
    """The effects that let a player play a card, where it is, at another cost or time."""
    return [
        change
        for change, ctx in changes_on(kernel, player_ref(player), MayPlay)
        if object_ref(card_id) in refs(kernel, ctx, change.what)
    ]


def permitted(kernel: Kernel, spell_id: int) -> list[AlternativeCost]:
    """The alternative costs that such effects offered for a card that has become a spell: called "permission"."""
    offered = kernel.state.things[spell_id].remembers.get("permission", [])
    return [AlternativeCost(cost, "permission") for cost in offered]


def card_parts(kernel: Kernel, thing: Thing) -> list[Any]:
    """The parts of a card's own static abilities, wherever it is: costs, permissions, restrictions for playing it."""
    found = []
    for held in flatten(look(kernel, thing.id).abilities or printed(kernel, thing).abilities):
        if isinstance(held.ability, StaticAbility):
            ctx = Context(thing.controller, thing.id)
            if held.ability.condition is None or holds(kernel, ctx, held.ability.condition):
                found += [
                    part
                    for part in held.ability.parts
                    if kernel.has("static_on_stack") or not isinstance(part, AdditionalCost | AlternativeCost)
                ]
    return found


def spell_ability(kernel: Kernel, spell: Thing) -> SpellAbility:
    """What a spell does: the instructions of an instant or sorcery, the target of an Aura, nothing for the rest."""
    found = look(kernel, spell.id)
    for held in flatten(found.abilities):
        if isinstance(held.ability, SpellAbility):
            return held.ability
    if "Aura" in found.subtypes:
        wanted = enchants(kernel, spell.id)
        if wanted is not None:
            return SpellAbility(Nothing(), (TargetSlot(wanted),))  # type: ignore[arg-type]
    return SpellAbility(Nothing())


def _check_zone(kernel: Kernel, player: str, card: Thing, parts: list[Any], alternative: str) -> None:
    if card.zone == "hand" and card.owner == player:
        return
    ctx = Context(player, card.id)
    for part in parts:
        if (
            isinstance(part, MayPlayFrom)
            and part.zone == card.zone
            and card.owner == player
            and holds(kernel, ctx, part.condition)
        ):
            return
        if (
            isinstance(part, AlternativeCost)
            and part.from_ == card.zone
            and part.name == alternative
            and (card.owner == player)
        ):
            return
    if player in card.remembers.get("playable by", []):
        return
    raise kernel.illegal(f"{player} cannot play {card.label} from {card.owner}'s {card.zone}", "announce")


def activate(kernel: Kernel, request: Request, window: Window, mana: bool = False) -> Thing:
    """Play an activated ability; returns the ability on the stack (``mana``: the caller resolves it at once).

    Raises :class:`IllegalAction`; the state is then half-way and must be restored.
    """
    held = request.ability
    thing = kernel.state.things[request.thing]
    if held is None or not isinstance(held.ability, ActivatedAbility):
        raise kernel.illegal(f"{thing.label} has no such ability", "announce")
    ability = held.ability
    if not functions(kernel, thing, ability):
        raise kernel.illegal(
            f"{thing.label}'s ability does not work in {thing.owner}'s {thing.zone}",
            "function_elsewhere" if "battlefield" not in ability.zones else "zone_of_function",
        )
    check_activation(kernel, request.player, thing, held.key, ability)
    concept = keyword_concept(held.keyword)
    kernel.note(
        f"{request.player} {play_verb(kernel.rules, 'ability')} {thing.label}'s ability",
        concept if concept in CONCEPTS else "announce",
    )
    ctx = Context(request.player, thing.id)
    play = Play(ctx, ability, held.key, "activated")
    stacked = put_ability_on_stack(kernel, f"{thing.label}'s ability", request.player, play)
    _announce_choices(kernel, request, ctx, ability.effect, stacked.label)
    cost = items(kernel, ctx, ability.cost, request.player)
    _announce_targets(kernel, request, ctx, ability.targets, ability.effect, stacked.label)
    count_use(kernel, thing, held.key, request.player)
    play.total_cost = _pay(kernel, request, ctx, cost, (thing, held), stacked.label, window)
    events = [
        Event("activate", object_ref(stacked.id), player=request.player, source=thing.id, facts={"key": held.key})
    ]
    if held.keyword == "cycling":
        known = kernel.known(thing.id)
        events.append(
            Event("cycle", object_ref(known.became if known is not None else thing.id), player=request.player)
        )
    happen(kernel, events)
    return stacked


def _announce_choices(kernel: Kernel, request: Request, ctx: Context, effect: Any, about: str) -> None:
    if not kernel.has("announce_modes"):
        return
    for modal in [node for node in walk(effect) if isinstance(node, Modal) and not node.on_resolution]:
        count = len(modal.modes)
        chosen = list(request.modes)
        if not chosen:
            chosen = [kernel.choose_number("mode", ctx.controller, about, f"choose a mode of {count}", 1, count)]
        if (
            not modal.minimum <= len(chosen) <= modal.maximum
            or any(not 1 <= mode <= count for mode in chosen)
            or (len(set(chosen)) < len(chosen) and not modal.repeatable)
        ):
            raise kernel.illegal(f"{about} does not have the modes {chosen}", "announce_modes")
        ctx.modes = sorted(chosen)
        kernel.note(f"{ctx.controller} chooses mode {', '.join(map(str, ctx.modes))}", "announce_modes")
    ctx.x = request.x if request.x is not None else ctx.x


def _need_x(kernel: Kernel, ctx: Context, about: str) -> None:
    if ctx.x is None:
        ctx.x = kernel.choose_number("X", ctx.controller, about, "the value of X", 0)
    kernel.note(f"{ctx.controller} announces X = {ctx.x}", "announce_modes")


def _spell_cost(
    kernel: Kernel,
    request: Request,
    ctx: Context,
    spell: Thing,
    parts: list[Any],
    free: bool,
) -> list[Item]:
    """The mana cost or one alternative cost, and the additional costs: all that the text asks."""
    mana_cost = look(kernel, spell.id).mana_cost
    wanted: list[Item] = []
    chosen = [
        part
        for part in [*parts, *permitted(kernel, spell.id)]
        if isinstance(part, AlternativeCost) and part.name == request.alternative
    ]
    if request.alternative and not chosen:
        raise kernel.illegal(f"{spell.label} has no alternative cost called {request.alternative}", "announce_modes")
    if chosen and free and kernel.has("one_alternative_cost"):
        raise kernel.illegal(f"two alternative costs cannot be applied to {spell.label}", "one_alternative_cost")
    if chosen:
        if not holds(kernel, ctx, chosen[0].condition):
            raise kernel.illegal(f"the alternative cost of {spell.label} is not available", "announce_modes")
        _x_in(kernel, ctx, chosen[0].cost, spell.label)
        wanted = items(kernel, ctx, chosen[0].cost, request.player)
        ctx.paid[request.alternative] = 1
        ctx.paid["alternative"] = 1
    elif not free:
        if mana_cost is None:
            raise kernel.illegal(f"{spell.label} has no mana cost, so it cannot be paid", "unpayable")
        cost = Cost((PayMana("".join(f"{{{symbol}}}" for symbol in mana_cost) or "{0}"),))
        _x_in(kernel, ctx, cost, spell.label)
        wanted = items(kernel, ctx, cost, request.player)
    if not any(item.kind == "mana" for item in wanted):
        wanted.insert(0, Item("mana", "mana"))
    extra = [part for part in parts if isinstance(part, AdditionalCost)]
    for name in request.options:
        if not any(part.optional and part.name == name for part in extra):
            raise kernel.illegal(f"{spell.label} has no optional cost called {name}", "announce_modes")
    for part in extra:
        times = request.options.count(part.name) if part.optional else 1
        if times > 1 and not part.repeatable:
            raise kernel.illegal(f"{part.name} can be paid only once", "announce_modes")
        for _ in range(times):
            _x_in(kernel, ctx, part.cost, spell.label)
            wanted += items(kernel, ctx, part.cost, request.player)
            ctx.paid[part.name] = ctx.paid.get(part.name, 0) + 1
    return wanted


def _x_in(kernel: Kernel, ctx: Context, cost: Cost, about: str) -> None:
    if ctx.x is None and any("X" in symbols_of(node.symbols) for node in walk(cost) if isinstance(node, PayMana)):
        _need_x(kernel, ctx, about)


def _announce_targets(
    kernel: Kernel,
    request: Request,
    ctx: Context,
    slots: tuple[TargetSlot, ...],
    effect: Any,
    about: str,
) -> None:
    if slots:
        choose_targets(kernel, ctx, slots, effect, about, request.targets)
    elif request.targets:
        raise kernel.illegal(f"{about} has no targets", "announce_targets")
    divide(kernel, ctx, effect, request.division, about)


def announce_for_trigger(kernel: Kernel, request: Request, ctx: Context, ability: Any, about: str) -> None:
    """The choices for a triggered ability as it goes on the stack: modes, targets, division (no costs)."""
    _announce_choices(kernel, request, ctx, ability.effect, about)
    _announce_targets(kernel, request, ctx, ability.targets, ability.effect, about)


def divide(kernel: Kernel, ctx: Context, effect: Any, given: dict[str, int], about: str) -> None:
    """Announce how an effect is divided among its targets: at least one each, all of it in total."""
    for node in walk(effect):
        if isinstance(node, DealDamage | PutCounters) and node.divided:
            total = amount(kernel, ctx, node.amount)
            among = refs(kernel, ctx, node.to if isinstance(node, DealDamage) else node.on)
            if len(among) == 1:
                ctx.division = {among[0]: total}
            elif given:
                ctx.division = {pick(kernel.state, word, among): share for word, share in given.items()}
            else:
                left = total
                for position, ref in enumerate(among):
                    rest = len(among) - position - 1
                    share = (
                        left
                        if not rest
                        else kernel.choose_number(
                            "division", ctx.controller, f"{about} to {kernel.label(ref)}", "how much", 1, left - rest
                        )
                    )
                    ctx.division[ref] = share
                    left -= share
            legal = sorted(ctx.division) == sorted(among) and all(share >= 1 for share in ctx.division.values())
            if kernel.has("division_announced") and (not legal or sum(ctx.division.values()) != total):
                raise kernel.illegal(f"{total} cannot be divided so among the targets of {about}", "division_announced")
            kernel.note(
                "divided: "
                + ", ".join(f"{share} to {kernel.label(ref)}" for ref, share in sorted(ctx.division.items())),
                "division_announced",
            )


def _pay(
    kernel: Kernel,
    request: Request,
    ctx: Context,
    wanted: list[Item],
    of: tuple[Thing, HeldAbility] | None,
    about: str,
    window: Window,
) -> list[str]:
    """Determine the total cost, lock it in, let mana abilities be played, and pay everything in the chosen order."""
    ability = of[1].ability if of is not None else None
    mana = next((item for item in wanted if item.kind == "mana"), None)
    printed_symbols = [symbol for item in wanted if item.kind == "mana" for symbol in item.symbols]
    wanted = [item for item in wanted if item.kind != "mana"]
    if mana is not None:
        mana.symbols = total_mana(kernel, ctx, printed_symbols, ability)
        wanted.insert(0, mana)
    total = [str(item) for item in wanted if item.kind != "mana" or item.symbols]
    kernel.note(f"the total cost of {about} is {', '.join(total) or 'nothing'}", "cost_lock_in")
    if of is not None and mana is not None:
        spend_check(kernel, of[0], of[1].key, request.player, of[1].ability, mana.symbols)
    if mana is not None:
        window(kernel, request.player, about)
    for item in _in_order(kernel, wanted, request.pay, about):
        if item.kind == "mana" and not kernel.has("cost_lock_in"):
            item.symbols = total_mana(kernel, ctx, printed_symbols, ability)
            total[0] = shown(item.symbols)
        if item.kind == "mana" and not item.symbols:
            continue
        pay_item(kernel, ctx, request.player, item, about)
    return total


def _in_order(kernel: Kernel, wanted: list[Item], order: list[str], about: str) -> list[Item]:
    """The items in the order in which the player pays them; what is not named comes last, in printed order."""
    left = list(wanted)
    first = []
    for word in order:
        text = word.strip().casefold()
        found = [
            item
            for item in left
            if (item.kind == "mana" and text.startswith(("{", "mana")))
            or text.startswith((item.word.casefold(), item.kind))
        ]
        if not found:
            raise kernel.illegal(f"{about} does not ask for {word!r}", "pay_any_order")
        left.remove(found[0])
        first.append(found[0])
    if not kernel.has("pay_any_order"):
        return wanted
    return first + left
