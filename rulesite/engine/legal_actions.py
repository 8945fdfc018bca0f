"""The actions that a player may take now, and for each one refused the rule that refuses it.

Candidates come from the objects themselves: each card as a land or a spell in each of its ways, each activated ability,
each face-down permanent, each attack and block of one creature, and passing. Each is tried on a copy of the state, so
what is legal is decided where the rules are played and nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product
from typing import Any

from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.costs import TapSelf
from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.abilities.mana_instructions import AddMana, ManaSymbols
from rulesite.engine.abilities.play_limits import PlayableBy
from rulesite.engine.abilities.player_rules import AsThoughInYours, MayPlay
from rulesite.engine.abilities.references import You
from rulesite.engine.abilities.static_parts import AdditionalCost, AlternativeCost
from rulesite.engine.casting.ending_effects import endable
from rulesite.engine.casting.ignoring_effects import ignorable
from rulesite.engine.casting.mana_abilities import available, mana_abilities_of
from rulesite.engine.casting.mana_pool import COLOURED, enough
from rulesite.engine.casting.permissions import PERMISSION, as_own, permissions
from rulesite.engine.casting.play_costs import card_parts
from rulesite.engine.casting.setting_aside import COMPANION
from rulesite.engine.casting.spell_casting import costs_of_spell
from rulesite.engine.casting.splicing import may_be_spliced
from rulesite.engine.casting.turning_up import morph_of
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.faces.fusing import FUSED, may_be_fused
from rulesite.engine.faces.unlocked_halves import halves
from rulesite.engine.game import Game
from rulesite.engine.player_actions import to_declaration
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.choices import (
    Choice,
    EngineError,
    IllegalAction,
    NoLegalTarget,
    NotModelled,
    Script,
    UnscriptedChoice,
)
from rulesite.engine.state.combat_view import attackable, defender_of
from rulesite.engine.state.game_state import player_ref
from rulesite.engine.state.names import exact_option
from rulesite.engine.state.objects import Thing, mana_value
from rulesite.engine.state.sides import names_of
from rulesite.engine.state.teams import takes_turn

MAX_CANDIDATES = 400
"""Further candidates of one player are left out, and `LegalActions.left_out` counts them."""
MAX_SOURCES = 12
"""Permanents that may be tapped for the mana of one action, at most."""
MAX_QUESTIONS = 40
"""Questions of an action that are answered to see whether it can be paid, at most."""
MAX_HALVES = 32
"""Ways to announce the halves of hybrid symbols that are tried, at most."""
_LEGAL, _ASKS, _REFUSED, _NOT_MODELLED = "legal", "asks", "refused", "not modelled"
LEGAL = (_LEGAL, _ASKS)
"""The verdicts on an action that may be begun."""
UNPAID = frozenset({"unpayable", "pay_any_order", "restricted_mana"})
"""The rules that refuse an action whose cost is not paid."""
_PLAIN = (*COLOURED, "C")
"""The symbols of mana that is paid with one mana of one type."""
SHARED = ("division", "damage", "shares")
"""The kinds of choices that divide a number."""
_DECLARED_IN = {"attack": "declare attackers", "block": "declare blockers"}
"""The kinds of actions that are declarations, and the steps for these."""
_MIN_TOGETHER = 2
"""From so many declarations on, the game goes to their step once for all."""
_IDLE = "zone_of_function"
"""The rule that refuses an ability that does not work where its object is, which nobody wonders about."""


@dataclass(frozen=True)
class PlayerAction:
    """An action of a player.

    ``kind``: "pass", "all pass", "land", "cast", "activate", "turn up", "suspend", "foretell", "plot", "unlock",
    "bring in", "end", "ignore", "attack" or "block".
    ``thing`` is the object's id, ``number`` that of its activated ability (from 1), ``face`` the face or half,
    ``alternative`` an alternative cost, ``option`` an optional additional cost, ``against`` the player or object that
    is attacked or blocked, ``mana`` the permanents tapped for it.
    """

    player: str
    kind: str
    thing: int = 0
    number: int = 0
    face: str = ""
    alternative: str = ""
    option: str = ""
    against: str | int = ""
    mana: tuple[int, ...] = ()

    def do(self, game: Game) -> Any:
        """Do it; raises what the engine raises for it."""
        mana = [f"object {source}" for source in self.mana]
        ways: dict[str, Callable[[], Any]] = {
            "pass": lambda: game.pass_priority(self.player),
            "all pass": game.all_pass,
            "land": lambda: game.play_land(self.player, self.thing, self.face),
            "cast": lambda: game.play(
                self.player, self.thing, alternative=self.alternative, face=self.face, mana=mana,
                options=[self.option] if self.option else [],
            ),
            "activate": lambda: game.activate(self.player, self.thing, self.number, mana=mana),
            "turn up": lambda: game.turn_face_up(self.player, self.thing, mana),
            "suspend": lambda: game.set_aside(self.player, self.thing, "suspend", mana=mana),
            "foretell": lambda: game.set_aside(self.player, self.thing, "foretell", mana=mana),
            "plot": lambda: game.set_aside(self.player, self.thing, "plot", mana=mana),
            "bring in": lambda: game.set_aside(self.player, self.thing, "bring in", mana=mana),
            "unlock": lambda: game.unlock(self.player, self.thing, self.face, mana),
            "end": lambda: game.end_effect(self.player, self.thing, mana),
            "ignore": lambda: game.ignore_effect(self.player, self.thing, mana),
            "attack": lambda: game.attack(self.player, {self.thing: self.against}, mana=mana),
            "block": lambda: game.block(self.player, {f"object {self.thing}": self.against}, mana=mana),
        }  # fmt: skip
        return ways[self.kind]()


@dataclass(frozen=True)
class TriedAction:
    """An action with what came of trying it; ``error`` is what the engine raised, None where it was simply legal.

    ``helpers`` could help to pay for it: each object, with the verb for it.
    """

    action: PlayerAction
    error: EngineError | None = None
    helpers: tuple[tuple[str, int], ...] = ()

    @property
    def verdict(self) -> str:
        """In a word: "legal", "asks" (legal, and a choice has to be made), "refused", or "not modelled"."""
        if self.error is None:
            return _LEGAL
        if isinstance(self.error, UnscriptedChoice):
            return _ASKS
        return _REFUSED if isinstance(self.error, IllegalAction) else _NOT_MODELLED

    @property
    def is_legal(self) -> bool:
        """Whether it may be begun now."""
        return self.verdict in LEGAL

    @property
    def question(self) -> Choice | None:
        """The first choice to make, if it asks for one."""
        return self.error.choice if isinstance(self.error, UnscriptedChoice) else None


@dataclass(frozen=True)
class LegalActions:
    """All actions of a player that were tried, in the order of the objects; ``left_out`` were not, for their number."""

    tried: list[TriedAction]
    left_out: int = 0

    @property
    def legal(self) -> list[TriedAction]:
        """Those that may be begun."""
        return [each for each in self.tried if each.is_legal]

    @property
    def others(self) -> list[TriedAction]:
        """Those that are refused or not modelled."""
        return [each for each in self.tried if not each.is_legal]


def legal_actions(
    game: Game,
    player: str,
    *,
    max_candidates: int = MAX_CANDIDATES,
    wanted: Callable[[PlayerAction], bool] = lambda _: True,
) -> LegalActions:
    """Every candidate of a player that is ``wanted``, tried; the game is as it was before."""
    candidates = [action for action in _candidates(game, player) if wanted(action)]
    declared = _declared_together(game, candidates[:max_candidates])
    tried: list[TriedAction] = []
    left_out = 0
    for action in candidates:
        if len(tried) >= max_candidates:
            left_out += 1
            continue
        result = declared.get(action) or try_action(game, action)
        if result.is_legal or _is_expected(game, result):
            tried.append(result)
    return LegalActions(tried, left_out)


def _declared_together(game: Game, candidates: Sequence[PlayerAction]) -> dict[PlayerAction, TriedAction]:
    """The attacks and blocks among candidates, each with what comes of trying it from the step in which it is declared,
    to which the game goes once for all of them.

    Empty where nobody has to go there; those are left out that have to be paid, or whose objects change on the way, and
    all of them where anybody has to choose on it.
    """
    kernel = game.kernel
    actions = [each for each in candidates if each.kind in _DECLARED_IN]
    kinds = {(each.kind, each.player) for each in actions}
    if len(actions) < _MIN_TOGETHER or len(kinds) > 1 or not kernel.script.is_empty():
        return {}
    [(kind, player)] = kinds
    if game.state.step == _DECLARED_IN[kind]:
        return {}
    script, kernel.script = kernel.script, Script()
    before = {each: _attacked(game, each) for each in actions}
    results = {}
    try:
        with kernel.on_a_copy():
            try:
                to_declaration(kernel, kind, player)
            finally:
                kernel.script = script
            for action in actions:
                if game.state.over or _attacked(game, action) != before[action]:
                    continue
                result, unpaid = _first_tried(game, action)
                if unpaid is None:
                    results[action] = result
    except EngineError:  # as it happens to each of them
        return {}
    return results


def _attacked(game: Game, action: PlayerAction) -> tuple[bool, str]:
    """Whether the creature of an attack or a block is there, and the defending player of what is attacked or blocked;
    "" for an object that is not there."""
    other = action.against
    if isinstance(other, int):
        other = (defender_of(game.kernel, other) or "there") if other in game.state.things else ""
    return action.thing in game.state.things, other


def try_action(game: Game, action: PlayerAction) -> TriedAction:
    """Try an action on a copy of the state, if need be with mana of permanents that the player can tap for it."""
    result, unpaid = _first_tried(game, action)
    if unpaid is None or action.mana or action.kind in ("pass", "all pass", "land"):
        return result
    sources = [thing.id for thing in available(game.kernel, action.player) if thing.id != action.thing][:MAX_SOURCES]
    plain = _plainly_paid(game, action, sources, unpaid.error) if sources else None
    if plain is not None:
        return plain
    if not sources or not _is_paid(game, replace(action, mana=tuple(sources))):
        return unpaid

    def pays(chosen: frozenset[int]) -> bool:
        mana = tuple(source for source in sources if source in chosen)
        return _is_paid(game, replace(action, mana=mana))

    needed = fewest(sources, cache(pays))
    return _tried(game, replace(action, mana=tuple(source for source in sources if source in needed)))


def _plainly_paid(
    game: Game, action: PlayerAction, sources: Sequence[int], error: EngineError | None
) -> TriedAction | None:
    """An action paid with permanents that are tapped for one mana each, if these are enough by their words and in the
    game, and as much is left as they say: so it is the mana that they say, and none of them can be left out. None where
    that is not known without trying one after another."""
    if not isinstance(error, IllegalAction) or error.concept == "restricted_mana":
        return None
    owed = list(error.owed)
    if not owed or not all(symbol.isdigit() or symbol in _PLAIN for symbol in owed):
        return None
    makes = {source: made for source in sources if (made := _one_mana(game, source))}
    pool = game.state.players[action.player].mana

    def suffice(chosen: frozenset[int]) -> bool:
        return enough(Counter(pool) + Counter(makes[source] for source in chosen), owed)

    if not makes or not suffice(frozenset(makes)):
        return None
    needed = fewest(list(makes), suffice)
    rest = sum(pool.values()) + len(needed) - mana_value(tuple(owed))
    left: list[int] = []
    paid = replace(action, mana=tuple(source for source in makes if source in needed))
    result = _tried(game, paid, script := _FirstOptions(), lambda: left.append(_mana_of(game, action.player)))
    if not result.is_legal or left != [rest]:
        return None
    return result if script.left == MAX_QUESTIONS else _tried(game, paid)


def _mana_of(game: Game, player: str) -> int:
    return sum(game.state.players[player].mana.values())


def _one_mana(game: Game, source: int) -> str:
    """The symbol of the one mana that tapping a permanent makes, "" for any that can do more, or else."""
    held = mana_abilities_of(game.kernel, game.state.things[source])
    ability = held[0].ability if len(held) == 1 else None
    if ability is None or ability.cost.parts != (TapSelf(),) or ability.restrictions:
        return ""
    match ability.effect:
        case AddMana(ManaSymbols((option,)), Number(1), You(), None) if option.strip("{}") in _PLAIN:
            return str(option.strip("{}"))
    return ""


def fewest(items: Sequence[int], suffice: Callable[[frozenset[int]], bool]) -> frozenset[int]:
    """Items that suffice, of which none can be left out: the same as leaving out one after another from the first, in
    fewer questions. All of them suffice, none does not, and more are never worse than fewer.

    >>> sorted(fewest(range(12), lambda chosen: {3, 7} <= chosen or 9 in chosen))
    [9]
    >>> sorted(fewest([1, 2, 3, 4], lambda chosen: len(chosen) >= 2))
    [3, 4]
    """

    def of(part: Sequence[int], kept: frozenset[int], *, ask: bool) -> frozenset[int]:
        if ask and suffice(kept):
            return frozenset()
        if len(part) == 1:
            return frozenset(part)
        first, second = part[: len(part) // 2], part[len(part) // 2 :]
        early = of(first, kept | frozenset(second), ask=True)
        return early | of(second, kept | early, ask=bool(early))

    return of(items, frozenset(), ask=False)


def _first_tried(game: Game, action: PlayerAction) -> tuple[TriedAction, TriedAction | None]:
    """An action tried, and the refusal if its cost cannot be paid, though that comes up after its choices; None if it
    can.

    Where no answer is written, it is tried once: up to its first question, and on with first options.
    """
    script = game.kernel.script
    if not script.is_empty():
        result = _tried(game, action)
        answered = _answered(game, action) if result.verdict == _ASKS else result
        return result, answered if _is_unpaid(answered) else None
    going_on = _FirstOptions(after=script)
    answered = _tried(game, action, going_on)
    result = answered if going_on.first is None else _with_target(game, TriedAction(action, going_on.first))
    if _is_unpaid(answered) and going_on.left_any:
        answered = _tried(game, action, _FirstOptions(most=True))
    answered = _by_other_halves(game, action, answered, going_on)
    return result, replace(answered, helpers=tuple(going_on.helpers)) if _is_unpaid(answered) else None


def _is_paid(game: Game, action: PlayerAction) -> bool:
    """Whether an action may be begun, and its cost can be paid after its choices. First options answer its questions;
    it is tried without them only where it fails for another reason, as one of these may be that."""
    result = _answered(game, action)
    if result.is_legal or _is_unpaid(result):
        return result.is_legal
    return _tried(game, action).is_legal


def _is_unpaid(result: TriedAction) -> bool:
    return isinstance(result.error, IllegalAction) and result.error.concept in UNPAID


def _answered(game: Game, action: PlayerAction) -> TriedAction:
    """An action tried with first options for its questions: as few as may be taken, and where that does not pay, as
    many, as what is taken may help to pay (convoke, delve, crew)."""
    script = _FirstOptions()
    result = _tried(game, action, script)
    if _is_unpaid(result) and script.left_any:
        result = _tried(game, action, _FirstOptions(most=True))
    return _by_other_halves(game, action, result, script)


def _by_other_halves(game: Game, action: PlayerAction, result: TriedAction, script: _FirstOptions) -> TriedAction:
    """The action, which is not paid for as it was tried, tried with other halves of its hybrid symbols announced."""
    if not _is_unpaid(result):
        return result
    others = islice(product(*map(range, script.ways_asked)), 1, MAX_HALVES)
    tried = (_tried(game, action, _FirstOptions(ways=ways)) for ways in others)
    return next((each for each in tried if not _is_unpaid(each)), result)


class _FirstOptions(Script):
    """A script that takes the first options of each question, to see whether an action can be paid for after it.

    ``most`` takes as many as may be taken; ``left_any`` tells whether more could have been. Beyond some questions it
    takes nothing, as an object that copies what asks again never ends. ``after`` is the script that is asked until it
    has no answer, which ``first`` then is. ``ways`` are the places of the options that announce how the hybrid symbols
    are paid, in turn; ``ways_asked`` is how many options each had.
    """

    def __init__(self, *, most: bool = False, after: Script | None = None, ways: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.most = most
        self.ways = ways
        self.ways_asked: list[int] = []
        self.left_any = False
        self.left = MAX_QUESTIONS
        self.after = after
        self.first: UnscriptedChoice | None = None

    def take(self, choice: Choice) -> Any:
        if any(answer.fits(choice) for answer in self.answers):
            return super().take(choice)
        if self.after is not None and self.first is None:
            try:
                return self.after.take(choice)
            except UnscriptedChoice as error:
                self.first = error
        names = [exact_option(option) for option in choice.options]
        self.left -= 1
        if choice.kind in SHARED or len(names) < max(choice.minimum, 1) or self.left < 0:
            raise UnscriptedChoice(choice)
        if choice.kind in ("symbol", "mana payment") and choice.prompt.startswith("pay {"):
            place = len(self.ways_asked)
            self.ways_asked.append(len(names))
            return names[self.ways[place] if place < len(self.ways) else 0]
        if choice.minimum == choice.maximum == 1:
            return names[0]
        self.left_any = self.left_any or min(choice.maximum, len(names)) > choice.minimum
        return names[: choice.maximum if self.most else choice.minimum]


def why_not(game: Game, action: PlayerAction) -> IllegalAction | None:
    """The refusal of an action, with its rule; None if the rules do not refuse it."""
    error = try_action(game, action).error
    return error if isinstance(error, IllegalAction) else None


def _tried(
    game: Game, action: PlayerAction, script: Script | None = None, then: Callable[[], Any] | None = None
) -> TriedAction:
    """An action tried on a copy of the state; ``then`` is called there when it is done."""

    def do(copy: Game) -> None:
        action.do(copy)
        if then is not None:
            then()

    before = game.kernel.script
    try:
        game.kernel.script, game.kernel.trial = script or before, True
        error: EngineError | None = game.why_illegal(do)
        if isinstance(error, IllegalAction):
            error.day = error.day or game.rules.date
    except EngineError as raised:
        error = raised
    finally:
        game.kernel.script, game.kernel.trial = before, False
    return _with_target(game, TriedAction(action, error))


def _with_target(game: Game, result: TriedAction) -> TriedAction:
    """What came of trying an action, which is refused where it asks for a target and there is none."""
    choice = result.question
    if choice is None or choice.kind != "target" or not _has_no_option(choice):
        return result
    return TriedAction(result.action, NoLegalTarget(str(result.error), "choose_targets", game.rules.date))


def _has_no_option(choice: Choice) -> bool:
    return choice.minimum > 0 and not choice.options


# -- candidates ----------------------------------------------------------------------------------------------------


def _candidates(game: Game, player: str) -> Iterator[PlayerAction]:
    state = game.state
    if state.priority == player:
        yield PlayerAction(player, "pass")
    yield PlayerAction(player, "all pass")
    for zone in ("hand", "graveyard", "exile", "command", "library"):
        ids = state.zone(zone, player) if zone in ("hand", "graveyard", "library") else state.zone(zone)
        for thing_id in ids[:1] if zone == "library" else ids:
            yield from _safely(_of_card, game, player, state.things[thing_id])
    for thing_id in state.zone("outside", player):
        if state.things[thing_id].remembers.get(COMPANION):
            yield PlayerAction(player, "bring in", thing_id)
    try:
        permitted = list(_permitted(game, player))
    except NotModelled:  # the game names it when it matters
        permitted = []
    for thing_id in permitted:
        yield from _safely(_of_card, game, player, state.things[thing_id])
    for thing_id in state.zone("battlefield"):
        yield from _safely(_of_permanent, game, player, state.things[thing_id])
        yield from _safely(_about_effects, game, player, state.things[thing_id])


def _about_effects(game: Game, player: str, thing: Thing) -> Iterator[PlayerAction]:
    """Ending and ignoring effects of a permanent, where a player may do so for a cost (116.2c, 116.2d)."""
    if endable(game.kernel, player, thing.id):
        yield PlayerAction(player, "end", thing.id)
    if ignorable(game.kernel, player, thing):
        yield PlayerAction(player, "ignore", thing.id)


def _permitted(game: Game, player: str) -> Iterator[int]:
    """The cards in other players' zones, and below the top of a library, that an effect lets this player play."""
    kernel, state, ref = game.kernel, game.state, player_ref(player)
    may, as_though = changes_on(kernel, ref, MayPlay), changes_on(kernel, ref, AsThoughInYours)
    if not may and not as_though:
        return
    for owner in state.players:
        for zone in ("hand", "graveyard", "library"):
            ids = state.zone(zone, owner)
            if owner == player:
                ids = ids[1:] if zone == "library" else []
            for thing_id in ids:
                is_own = zone == "graveyard" and as_own(kernel, player, state.things[thing_id])
                if is_own or permissions(kernel, player, thing_id):
                    yield thing_id


def _safely(
    candidates: Callable[[Game, str, Thing], Iterator[PlayerAction]], game: Game, player: str, thing: Thing
) -> list[PlayerAction]:
    """The candidates of an object; none of one that the engine cannot look at, which the game names when it matters."""
    try:
        return list(candidates(game, player, thing))
    except NotModelled:
        return []


def _of_card(game: Game, player: str, card: Thing) -> Iterator[PlayerAction]:
    names = names_of(card.card)
    for face in names if len(names) > 1 else ("",):
        types = _types(card, face) if face else look(game.kernel, card.id).types
        if "land" in types:
            yield PlayerAction(player, "land", card.id, face=face)
        if "land" not in types or (len(types) > 1 and not face):
            for alternative, option in _ways(game, player, card):
                yield PlayerAction(player, "cast", card.id, face=face, alternative=alternative, option=option)
    if card.zone == "hand":
        held = keywords(look(game.kernel, card.id))
        for how in ("suspend", "foretell", "plot"):
            if how in held:
                yield PlayerAction(player, how, card.id)
    yield from _abilities(game, player, card)


def _types(card: Thing, face: str) -> tuple[str, ...] | frozenset[str]:
    for side in card.card.others:
        if side.name == face:
            return tuple(side.types)
    return tuple(card.card.types)


def _ways(game: Game, player: str, card: Thing) -> Iterator[tuple[str, str]]:
    """The alternative cost and the optional one of each way to cast a card; both may be paid together (118.9d)."""
    parts = [*card_parts(game.kernel, card), *costs_of_spell(game.kernel, player, card)]
    yield "", ""
    if may_be_spliced(game.kernel, player, card):
        yield "", "splice"
    if card.card.layout == "prototype":
        yield "prototype", ""
    if may_be_fused(card.card) and card.zone == "hand":
        yield "", FUSED
    options = dict.fromkeys(part.name for part in parts if isinstance(part, AdditionalCost) and part.optional)
    for name in options:
        yield "", name
    instead = [part.name for part in parts if isinstance(part, AlternativeCost)]
    if morph_of(game.kernel, card) is not None:
        instead.append("morph")
    instead += [PERMISSION for each in permissions(game.kernel, player, card.id) if each.may.cost is not None]
    for name in dict.fromkeys(instead):
        yield from ((name, option) for option in ("", *options))


def _abilities(game: Game, player: str, thing: Thing, *, others: bool = False) -> Iterator[PlayerAction]:
    """Its activated abilities; of what is another player's (``others``) those that name who may activate them."""
    held = [each for each in look(game.kernel, thing.id).every_ability if isinstance(each.ability, ActivatedAbility)]
    for number, each in enumerate(held, 1):
        if others and not any(isinstance(limit, PlayableBy) for limit in each.ability.restrictions):
            continue
        yield PlayerAction(player, "activate", thing.id, number=number)


def _of_permanent(game: Game, player: str, thing: Thing) -> Iterator[PlayerAction]:
    seen = look(game.kernel, thing.id)
    yield from _abilities(game, player, thing, others=bool(seen.controller) and seen.controller != player)
    if seen.controller != player:
        return
    if thing.face_down:
        yield PlayerAction(player, "turn up", thing.id)
    for half in halves(game.kernel, thing, locked=True).values():
        yield PlayerAction(player, "unlock", thing.id, face=half.name)
    combat = game.state.combat
    if "creature" not in seen.types:
        return
    if (combat is None or game.state.step == "beginning of combat") and takes_turn(game.state, player):
        for foe in attackable(game.kernel, player):
            yield PlayerAction(player, "attack", thing.id, against=foe)
    elif combat is not None and not takes_turn(game.state, player):
        for attacker in combat.attackers:
            yield PlayerAction(player, "block", thing.id, against=attacker)


def _is_expected(game: Game, result: TriedAction) -> bool:
    """Whether a player may wonder why an action is refused: no card outside the hand can be played unless a rule lets
    it, and no ability works outside its own zone."""
    kind, thing = result.action.kind, game.state.things.get(result.action.thing)
    if kind in ("cast", "land"):
        return thing is not None and thing.zone == "hand"
    return kind != "activate" or getattr(result.error, "concept", "") != _IDLE
