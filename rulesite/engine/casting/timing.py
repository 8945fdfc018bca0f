"""When, where and by whom something may be played."""

from __future__ import annotations

from rulesite.engine.abilities.costs import TapSelf
from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.abilities.mana_rules import is_loyalty_ability
from rulesite.engine.abilities.node import Node, rewrite
from rulesite.engine.abilities.play_limits import (
    AbilityCosts,
    LeastX,
    OnlyDuring,
    OnlyIf,
    OnlySoOften,
    OnlyTimes,
    OnlyTiming,
    PlayableBy,
    PlayRestriction,
    SpendLimit,
    SpendOnly,
    XIs,
)
from rulesite.engine.abilities.player_rules import (
    ActivatesAgain,
    ActivatesAsInstant,
    ActivatesLoyaltyAsInstant,
    PlayerCant,
    PlayerCantPlay,
    PlaysOnlyWhen,
)
from rulesite.engine.abilities.predicates import (
    Anything,
    IsPermanent,
    IsSpell,
)
from rulesite.engine.abilities.restrictions import CantUseAbilities
from rulesite.engine.abilities.static_parts import CantPlayThis, PlayOnly
from rulesite.engine.abilities.turn_instructions import BecomeLevel
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.effects.forbidden import cannot
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.history import begun, usage_key
from rulesite.engine.evaluation.origin import as_cast_from
from rulesite.engine.seating.range_of_influence import in_range
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, HeldAbility, Thing, level_of
from rulesite.engine.state.teams import active_players, takes_turn
from rulesite.engine.state.turn_steps import STEPS, step_is

from .mana_pool import is_mana_ability

# The key under which the uses of all loyalty abilities of a permanent are counted together.
LOYALTY = "loyalty"


def sorcery_time(kernel: Kernel, player: str) -> bool:
    """Whether a player could play a sorcery now: own main phase, empty stack."""
    state = kernel.state
    return takes_turn(state, player) and step_is(state.step, "main") and not state.zone("stack")


def check_spell_timing(kernel: Kernel, player: str, thing: Thing, as_instant: bool, face_down: bool = False) -> None:
    """Raise :class:`IllegalAction` when a spell cannot be played now; face down it is a creature spell."""
    if not in_time(kernel, player, thing, as_instant, face_down):
        raise kernel.illegal(
            f"{thing.label} can be played only in {player}'s own main phase with an empty stack", "timing"
        )


def in_time(kernel: Kernel, player: str, thing: Thing, as_instant: bool, face_down: bool) -> bool:
    """Whether the timing rules allow a spell to be played now."""
    found = look(kernel, thing.id)
    own = not face_down and (bool({"instant", "interrupt"} & found.types) or "flash" in keywords(found))
    return own or as_instant or not kernel.has("timing") or sorcery_time(kernel, player)


def check_prohibited(kernel: Kernel, player: str, spell: Thing, from_zone: str) -> None:
    """Raise :class:`IllegalAction` when an effect keeps the player from playing this spell.

    The spell on the stack is tested, so that a card played face down is judged by what it shows; what the effect says
    of a zone is tested on ``from_zone``. For a card elsewhere, test whether it could be played.
    """
    if not kernel.has("cast_prohibited"):
        return
    _check_split_second(kernel, "cast_prohibited", spell.id)
    ref = object_ref(spell.id)
    for limit, frame in changes_on(kernel, player_ref(player), PlaysOnlyWhen):
        if not (
            _sorcery_time_for(kernel, player, spell) if limit.when == "sorcery" else takes_turn(kernel.state, player)
        ):
            raise kernel.illegal(
                f"{kernel.label(frame.source)} lets {player} play spells at other times only", "cast_prohibited"
            )
    for change, frame in changes_on(kernel, player_ref(player), PlayerCantPlay):
        what = as_cast_from(change.what, from_zone)
        if spell.zone != "stack":
            what = rewrite(what, lambda part: Anything() if isinstance(part, IsSpell) else part)
        played = _played_this_turn(kernel, player)
        outer, frame.bound.current = frame.bound.current, player_ref(player)  # "other than from their hands"
        prohibited = frame.matches(what, ref) and (change.limit is None or played >= change.limit)
        frame.bound.current = outer
        if prohibited:
            raise kernel.illegal(
                f"{kernel.label(frame.source)} prohibits {player} from playing {spell.label}", "cast_prohibited"
            )


def _sorcery_time_for(kernel: Kernel, player: str, spell: Thing) -> bool:
    """Whether a sorcery could be played now, ignoring this very spell."""
    state = kernel.state
    others = [each for each in state.zone("stack") if each != spell.id]
    return takes_turn(state, player) and step_is(state.step, "main") and not others


def _check_split_second(kernel: Kernel, concept: str, besides: int = 0) -> None:
    """Raise :class:`IllegalAction` while a spell with split second is on the stack: players may then only use mana
    abilities and special actions."""
    for each in kernel.state.zone("stack"):
        if each != besides and "split second" in keywords(look(kernel, each)):
            raise kernel.illegal(f"{kernel.label(each)} has split second", concept)


def may_play_land(kernel: Kernel, player: str, land: int) -> bool:
    """Whether no effect keeps a player from playing this land ("can't play lands")."""
    if cannot(kernel, player, "play lands"):
        return False
    return not kernel.has("cannot") or not any(
        change.limit is None and frame.matches(rewrite(change.what, _of_a_card), object_ref(land))
        for change, frame in changes_on(kernel, player_ref(player), PlayerCantPlay)
    )


def _of_a_card(part: Node) -> Node:
    """A description of a permanent, changed to fit the card that would become it."""
    return Anything() if isinstance(part, IsPermanent) else part


def _played_this_turn(kernel: Kernel, player: str) -> int:
    return sum(
        1
        for each in kernel.state.history
        if each.kind == "cast" and each.turn == kernel.state.turn and each.facts.get("player") == player
    )


def check_card_restrictions(kernel: Kernel, player: str, thing: Thing, parts: list[object]) -> None:
    """Check "you can't play this" and "play this only": they work wherever the card can be played from."""
    frame = Frame(kernel, Bindings(player, thing.id))
    if not kernel.has("static_where_playable"):
        return
    for part in parts:
        if isinstance(part, CantPlayThis) and frame.holds(part.condition):
            raise kernel.illegal(f"{thing.label} can't be played now", "static_where_playable")
        if isinstance(part, PlayOnly):
            check_restriction(frame, thing, "card", part.restriction, player)


_ALL_BUT_MANA = "activate other than mana abilities"
_ALL_BUT_THESE = "activate other than mana and loyalty abilities"


def check_activation(kernel: Kernel, player: str, thing: Thing, held: HeldAbility) -> None:
    """Raise :class:`IllegalAction` when an activated ability cannot be played now by this player."""
    ability: ActivatedAbility = held.ability
    frame = Frame(kernel, Bindings(player, thing.id))
    owner = look(kernel, thing.id).controller if thing.zone in ("battlefield", "stack") else thing.owner
    others = [each for each in ability.restrictions if isinstance(each, PlayableBy)]
    anyone = any(Frame(kernel, Bindings(owner, thing.id)).matches(each.who, player_ref(player)) for each in others)
    if not anyone and any(each.only for each in others) and kernel.has("activate_restriction"):
        raise kernel.illegal(f"{player} may not play this ability of {thing.label}", "activate_restriction")
    if player != owner and not anyone and kernel.has("controller_activates"):
        raise kernel.illegal(f"{player} does not control {thing.label}", "controller_activates")
    if not in_range(kernel, player, object_ref(thing.id)) and kernel.has("range_activation"):
        raise kernel.illegal(f"{thing.label} is outside {player}'s range of influence", "range_activation")
    makes_mana = is_mana_ability(kernel, ability)
    for change, _ in changes_on(kernel, object_ref(thing.id), CantUseAbilities):
        of_others = change.tapping and not any(isinstance(part, TapSelf) for part in ability.cost.parts)
        if not (change.except_mana and makes_mana) and not of_others:
            raise kernel.illegal(f"the abilities of {thing.label} can't be played", "play_prohibited")
    for rule, within in changes_on(kernel, player_ref(player), PlayerCant):
        of_it = rule.action == "activate abilities" or (rule.action == _ALL_BUT_MANA and not makes_mana)
        of_it |= rule.action == _ALL_BUT_THESE and not makes_mana and not is_loyalty_ability(ability)
        if of_it and kernel.has("play_prohibited") and within.matches(rule.what, object_ref(thing.id)):
            raise kernel.illegal(f"{player} can't activate abilities of {thing.label}", "play_prohibited")
    if not makes_mana and kernel.has("play_prohibited"):
        _check_split_second(kernel, "play_prohibited")
    if is_loyalty_ability(ability):
        _check_loyalty(kernel, player, thing)
    if isinstance(ability.effect, BecomeLevel) and kernel.has("class_levels"):
        _check_level(kernel, player, thing, ability.effect.level)
    again = any(change.keyword == held.keyword for change, _ in changes_on(kernel, player_ref(player), ActivatesAgain))
    quick = any(one.keyword == held.keyword for one, _ in changes_on(kernel, player_ref(player), ActivatesAsInstant))
    for restriction in ability.restrictions:
        once = isinstance(restriction, OnlyTimes) and restriction.span == "game"
        slow = isinstance(restriction, OnlyTiming)
        if not (once and again and kernel.has("as_though")) and not (slow and quick):
            check_restriction(frame, thing, held.key, restriction, player)


def _check_loyalty(kernel: Kernel, player: str, thing: Thing) -> None:
    """Check a loyalty ability: at sorcery timing, and one per turn of each permanent, whoever controls it."""
    if cannot(kernel, player, "activate loyalty abilities"):
        raise kernel.illegal(f"{player} can't activate loyalty abilities", "play_prohibited")
    if not kernel.has("loyalty_timing"):
        return
    quick = any(
        object_ref(thing.id) in frame.refs(change.of)
        for change, frame in changes_on(kernel, player_ref(player), ActivatesLoyaltyAsInstant)
    )
    if not quick and not sorcery_time(kernel, player):
        raise kernel.illegal(
            f"a loyalty ability can be played only in {player}'s own main phase with an empty stack", "loyalty_timing"
        )
    if kernel.state.usage.get(usage_key(kernel, thing, LOYALTY, player), 0):
        raise kernel.illegal(f"a loyalty ability of {thing.label} has already been played this turn", "loyalty_timing")


def _check_level(kernel: Kernel, player: str, thing: Thing, level: int) -> None:
    """Check a level bar of a Class: at sorcery timing, and only for the next level (716.2a in 2026-06-19)."""
    if not sorcery_time(kernel, player):
        raise kernel.illegal(f"{thing.label} gains a level only any time {player} could play a sorcery", "class_levels")
    if level_of(thing) != level - 1:
        raise kernel.illegal(f"{thing.label} is level {level_of(thing)}, not {level - 1}", "class_levels")


def check_restriction(frame: Frame, thing: Thing, key: str, restriction: PlayRestriction, player: str) -> None:
    """Raise :class:`IllegalAction` when a printed restriction forbids playing now."""
    kernel = frame.kernel
    match restriction:
        case OnlyTiming():
            if restriction.as_ == "sorcery" and kernel.has("activate_timing") and not sorcery_time(kernel, player):
                raise kernel.illegal(
                    f"{thing.label} can be played only any time {player} could play a sorcery", "activate_timing"
                )
        case OnlyTimes():
            used = kernel.state.usage.get(usage_key(kernel, thing, key, player, restriction.span), 0)
            if used >= restriction.times:
                raise kernel.illegal(
                    f"{thing.label}'s ability was already played {used} times this {restriction.span}",
                    "activate_restriction",
                )
        case OnlySoOften():
            used = kernel.state.usage.get(usage_key(kernel, thing, key, player), 0)
            if used >= frame.amount(restriction.amount):
                raise kernel.illegal(
                    f"{thing.label}'s ability was already played {used} times this turn", "activate_restriction"
                )
        case OnlyDuring():
            _check_during(frame, thing, restriction)
        case OnlyIf():
            if kernel.has("activate_restriction") and not frame.holds(restriction.condition):
                raise kernel.illegal(f"the condition for playing {thing.label} is not true", "activate_restriction")
        case PlayableBy() | SpendLimit() | SpendOnly() | AbilityCosts() | LeastX() | XIs():
            return
        case _:
            raise NotModelled(f"the engine does not know the restriction {type(restriction).__name__} yet")


def _check_during(frame: Frame, thing: Thing, restriction: OnlyDuring) -> None:
    kernel = frame.kernel
    state = kernel.state
    if not kernel.has("activate_restriction"):
        return
    if not any(frame.matches(restriction.whose, player_ref(each)) for each in active_players(state)):
        raise kernel.illegal(f"{thing.label} can't be played in {state.active}'s turn", "activate_restriction")
    if restriction.before:
        first = next(step for step in STEPS if step_is(step, restriction.step))
        if STEPS.index(state.step) >= STEPS.index(first):
            raise kernel.illegal(f"{thing.label} can be played only before {restriction.step}", "activate_restriction")
        return
    if restriction.after:
        last = max(place for place, step in enumerate(STEPS) if step_is(step, restriction.step))
        if STEPS.index(state.step) <= last:
            raise kernel.illegal(f"{thing.label} can be played only after {restriction.step}", "activate_restriction")
        return
    if not step_is(state.step, restriction.step):
        raise kernel.illegal(f"{thing.label} can be played only during {restriction.step}", "activate_restriction")


def count_begun(kernel: Kernel, held: HeldAbility, player: str) -> None:
    """Count that a player begins to activate an ability of a keyword, before its costs are paid (702.177b)."""
    if held.keyword:
        name = begun(kernel.state, player, held.keyword)
        kernel.state.usage[name] = kernel.state.usage.get(name, 0) + 1
        kernel.state.touch()


def count_use(kernel: Kernel, thing: Thing, key: str, player: str) -> None:
    """Count one use of an ability, for this turn and for the game."""
    for span in ("turn", "game"):
        name = usage_key(kernel, thing, key, player, span)
        kernel.state.usage[name] = kernel.state.usage.get(name, 0) + 1


def _so_much(symbols: list[str]) -> int:
    return sum(int(each) if each.isdigit() else 1 for each in symbols)


def spend_check(
    kernel: Kernel,
    thing: Thing,
    key: str,
    player: str,
    ability: ActivatedAbility,
    symbols: list[str],
) -> None:
    """Check "no more than {B}{B} can be spent each turn": a total over all uses, bound to the object."""
    for restriction in ability.restrictions:
        if isinstance(restriction, SpendLimit):
            name = "spent " + usage_key(kernel, thing, key, player, restriction.span)
            size = _so_much(symbols)
            limit = _so_much(restriction.symbols.strip("{}").split("}{"))
            if kernel.state.usage.get(name, 0) + size > limit:
                raise kernel.illegal(
                    f"no more than {restriction.symbols} can be spent on {thing.label} each turn",
                    "activate_restriction",
                )
            kernel.state.usage[name] = kernel.state.usage.get(name, 0) + size
