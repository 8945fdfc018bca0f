"""The actions of a player, as plain functions on the kernel; :class:`rulesite.engine.game.Game` wraps them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.abilities.player_rules import ExtraLandPlays
from rulesite.engine.actions.subgames import finish
from rulesite.engine.casting.announcing import Request, activate
from rulesite.engine.casting.assisting import ASSIST
from rulesite.engine.casting.ending_effects import end_effect
from rulesite.engine.casting.ignoring_effects import ignore_effect
from rulesite.engine.casting.mana_abilities import activate_mana, make_mana
from rulesite.engine.casting.mana_pool import is_mana_ability
from rulesite.engine.casting.paying_now import pay_now
from rulesite.engine.casting.permissions import permissions, use
from rulesite.engine.casting.play_costs import x_in
from rulesite.engine.casting.setting_aside import bring_in, foretell, plot, suspend
from rulesite.engine.casting.spell_casting import cast
from rulesite.engine.casting.timing import may_play_land, sorcery_time
from rulesite.engine.casting.turning_up import costs_to_turn_up
from rulesite.engine.casting.unlocking import unlock_door
from rulesite.engine.combat.attacking import declare_attackers
from rulesite.engine.combat.blocking import declare_blockers, still_to_declare
from rulesite.engine.effects.continuous import changes_on, functions, printed
from rulesite.engine.effects.unread import check_read
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import commit, happen
from rulesite.engine.faces.which_face import face_to_play_as_land, put_up
from rulesite.engine.seating.turn_markers import begin, marker_of, may_begin, turn_to
from rulesite.engine.state import face_down
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import Answer, EngineError
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, HeldAbility
from rulesite.engine.state.teams import partners, takes_turn
from rulesite.engine.state.turn_steps import STEPS
from rulesite.engine.turn.phases import begin_step, begin_turn, next_step
from rulesite.engine.turn.priority import give_priority, settle
from rulesite.engine.turn.priority import pass_priority as pass_once
from rulesite.engine.turn.stack import resolve_top

_ACTIONS_WITH_OBJECT = ("sacrifice", "discard", "exile", "return", "tap", "untap", "reveal", "put")


def answers(player: str, mana: list[str], pay: list[str], choices: dict[str, Any]) -> list[Answer]:
    """The answers given with an action: mana abilities, what is sacrificed, and others by kind.

    >>> [each.value for each in answers("Ann", [], ["sacrifice Familiar", "{2}{B}"], {})]
    [['Familiar']]
    """
    found = [Answer("mana abilities", mana, player)] if mana else []
    for entry in pay:
        verb, _, rest = entry.partition(" ")
        if verb in _ACTIONS_WITH_OBJECT and rest:
            found.append(Answer(verb, [part.strip() for part in rest.split(" and ")], player))
    for kind, value in choices.items():
        found.append(Answer(kind, value))
    return found


def request(
    kernel: Kernel,
    player: str,
    thing_id: int,
    held: HeldAbility | None,
    targets: list[Any] | None,
    modes: Iterable[int],
    x: int | None,
    options: Iterable[str],
    alternative: str,
    division: dict[str, int] | None,
    pay: Iterable[str],
    face: str = "",
) -> Request:
    """A :class:`Request` from the arguments of an action; entries of ``pay`` are shortened to their verbs, but for
    the one that says who assists, and with how much."""
    if player not in kernel.state.players:
        raise EngineError(f"no player is called {player!r}")
    order = [entry if entry.startswith(("{", f"{ASSIST} ")) else entry.split(" ")[0] for entry in pay]
    return Request(
        player,
        thing_id,
        held,
        list(modes),
        x,
        list(targets) if targets is not None else None,
        list(options),
        alternative,
        dict(division or {}),
        order,
        face,
    )


def find_ability(kernel: Kernel, thing_id: int, which: int | str | None) -> HeldAbility:
    """One of the activated abilities of an object, by number (from 1) or by words of its text; of several the only one
    that works where the object is.

    Raises :class:`IllegalAction` when there is no such ability and :class:`EngineError` when several fit.
    """
    thing = kernel.state.things[thing_id]
    held = [
        each
        for each in look(kernel, thing_id).every_ability or printed(kernel, thing).every_ability
        if isinstance(each.ability, ActivatedAbility)
    ]
    if not look(kernel, thing_id).abilities:
        held = []
    if isinstance(which, int):
        if not 1 <= which <= len(held):
            raise kernel.illegal(
                f"{thing.label} has {len(held)} activated abilities, not {which}", "controller_activates"
            )
        return held[which - 1]
    fitting = [each for each in held if which is None or which.casefold() in each.ability.text.casefold()]
    if not fitting:
        raise kernel.illegal(f"{thing.label} has no such activated ability", "controller_activates")
    working = [each for each in fitting if functions(kernel, thing, each.ability)]
    if len(working) == 1:
        return working[0]
    if len(fitting) > 1:
        texts = "; ".join(each.ability.text for each in fitting)
        raise EngineError(f"{thing.label} has several activated abilities, say which: {texts}")
    return fitting[0]


def _need_priority(kernel: Kernel, player: str) -> None:
    kernel.state.decided()
    have = partners(kernel.state, kernel.state.priority) if kernel.has("team_priority") else [kernel.state.priority]
    if player not in have and kernel.has("priority"):
        raise kernel.illegal(
            f"{player} does not have priority" + (f" ({kernel.state.priority} has)" if kernel.state.priority else ""),
            "priority",
        )


def cast_spell(kernel: Kernel, wanted: Request) -> int:
    """Play a spell with priority; the player then gets priority again."""
    _need_priority(kernel, wanted.player)
    spell = cast(kernel, wanted, make_mana)
    if not kernel.has("announce"):
        resolve_top(kernel)
    give_priority(kernel, wanted.player)
    return spell.id


def activate_ability(kernel: Kernel, wanted: Request) -> int:
    """Play an activated ability with priority; a mana ability resolves at once."""
    _need_priority(kernel, wanted.player)
    if wanted.ability is not None and is_mana_ability(kernel, wanted.ability.ability):
        activate_mana(kernel, wanted)
        if not kernel.has("mana_ability_off_stack"):
            give_priority(kernel, wanted.player)
            return kernel.state.zone("stack")[-1]
        give_priority(kernel, wanted.player)
        return 0
    stacked = activate(kernel, wanted, make_mana)
    give_priority(kernel, wanted.player)
    return stacked.id


def play_land(kernel: Kernel, player: str, thing_id: int, face: str = "") -> int:
    """Play a land, with the face of that name up; returns the permanent's id."""
    _need_priority(kernel, player)
    thing = kernel.state.things[thing_id]
    put_up(kernel, thing, face_to_play_as_land(kernel, player, thing, face))
    if "land" not in look(kernel, thing_id).types:
        raise kernel.illegal(f"{thing.label} is no land", "play_land")
    if not sorcery_time(kernel, player):
        raise kernel.illegal(
            f"{player} can play a land only in his or her own main phase with an empty stack", "play_land"
        )
    elsewhere = thing.zone != "hand" or thing.owner != player
    permitted = [each for each in permissions(kernel, player, thing_id) if each.may.lands and each.opens_zone]
    if elsewhere and not permitted:
        raise kernel.illegal(f"{player} cannot play {thing.label} from {thing.owner}'s {thing.zone}", "play_land")
    limit = 1
    for change, frame in changes_on(kernel, player_ref(player), ExtraLandPlays):
        limit += frame.amount(change.amount) if change.amount is not None else 1_000
    if kernel.state.players[player].lands_played >= limit and kernel.has("play_land"):
        raise kernel.illegal(f"{player} has already played {limit} land this turn", "play_land")
    if not may_play_land(kernel, player, thing_id):
        raise kernel.illegal(f"{player} can't play lands", "cannot")
    check_read(thing)
    kernel.note(f"{player} plays {thing.label}", "play_land")
    kernel.state.players[player].lands_played += 1
    nth = kernel.state.players[player].lands_played
    use(kernel, permitted if elsewhere else [])
    zone = thing.zone
    moved = commit(kernel, [move(thing_id, "battlefield", "play", player=player, controller=player, face=thing.face)])
    permanent = moved[0].new if moved else 0
    happen(kernel, [Event("play_land", object_ref(permanent), player=player, facts={"from": zone, "nth": nth})])
    give_priority(kernel, player)
    return permanent


def turn_face_up(kernel: Kernel, player: str, thing_id: int, x: int | None = None) -> None:
    """Turn a face-down permanent face up for its morph cost, or a manifested creature card for its mana cost: a special
    action that does not use the stack. The player chooses the X of a morph cost; that of a mana cost is 0 (107.3d and
    107.3h in 2026-06-19)."""
    _need_priority(kernel, player)
    thing = kernel.state.things[thing_id]
    costs = costs_to_turn_up(kernel, thing)
    if not thing.face_down or look(kernel, thing_id).controller != player or not costs:
        rule = "manifest" if face_down.is_manifested(thing) else "morph"
        raise kernel.illegal(f"{player} cannot turn {thing.label} face up", rule)
    way = next(iter(costs))
    if len(costs) > 1:
        way = kernel.choose_word("cost", player, thing.label, "for which cost it is turned face up", [*costs])
    frame = Frame(kernel, Bindings(player, thing_id, x=x))
    if way != "mana cost":
        x_in(frame, costs[way], thing.label)
    pay_now(frame, player, costs[way])
    kernel.note(f"{player} turns {thing.label} face up", "manifest" if way == "mana cost" else "morph")
    turned = Event("status", object_ref(thing_id), facts={"status": "face-up", "X": frame.bound.x})
    happen(kernel, [turned], partial(face_down.turn, kernel, thing, up=True))
    if way == "megamorph":
        grown = {"counter": "+1/+1"}
        commit(kernel, [Event("counters", object_ref(thing_id), player=player, source=thing_id, amount=1, facts=grown)])
    give_priority(kernel, player)


def set_aside(kernel: Kernel, player: str, thing_id: int, how: str, x: int | None = None) -> None:
    """Suspend, foretell or plot a card in hand, or bring in a companion: special actions that do not use the stack."""
    _need_priority(kernel, player)
    card = kernel.state.things[thing_id]
    if how == "suspend":
        suspend(kernel, player, card, x)
    else:
        {"foretell": foretell, "plot": plot, "bring in": bring_in}[how](kernel, player, card)
    give_priority(kernel, player)


def unlock(kernel: Kernel, player: str, thing_id: int, half: str = "") -> None:
    """Unlock a door, the half of a permanent with that name, for its mana cost: a special action that does not use the
    stack."""
    _need_priority(kernel, player)
    unlock_door(kernel, player, kernel.state.things[thing_id], half)
    give_priority(kernel, player)


def end_an_effect(kernel: Kernel, player: str, thing_id: int) -> None:
    """End an effect of an object's ability for the cost that it says: a special action that does not use the stack."""
    _need_priority(kernel, player)
    end_effect(kernel, player, thing_id)
    give_priority(kernel, player)


def ignore_an_effect(kernel: Kernel, player: str, thing_id: int) -> None:
    """Ignore the effect of an object's static ability for the cost that it says: a special action that does not use the
    stack."""
    _need_priority(kernel, player)
    ignore_effect(kernel, player, thing_id)
    give_priority(kernel, player)


def concede(kernel: Kernel, player: str) -> None:
    """Leave the game; whoever comes next in turn order has the priority that the player had.

    Raises :class:`IllegalAction` for a player who is not in the game any more.
    """
    state = kernel.state
    if state.players[player].lost or state.over:
        raise kernel.illegal(f"{player} is out of the game", "concession")
    if not kernel.has("concession"):
        raise kernel.illegal(f"{player} cannot just leave the game", "concession")
    had = state.priority == player
    why = {"why": "conceded", "concept": "concession"}
    happen(kernel, [Event("lose_game", player_ref(player), player=player, facts=why)])
    state.passed = [each for each in state.passed if each != player]
    if had and not state.over:
        settle(kernel)
        following = state.turn_order(player)
        state.priority = next((each for each in following if each not in state.passed), following[0])


def finish_subgames(kernel: Kernel) -> None:
    """Return to the main game when a subgame is over (729.5)."""
    while kernel.state.main is not None and kernel.state.over:
        finish(kernel)


def go_on_with(kernel: Kernel, player: str) -> None:
    """Continue a player's turn, where several turns are taken at the same time in a Grand Melee game.

    Raises :class:`IllegalAction` for a player who has no turn marker, or who has to wait.
    """
    marker = marker_of(kernel.state, player)
    if marker is None:
        raise kernel.illegal(f"{player} has no turn marker", "turn_markers")
    if not marker.taking and not marker.aside and not may_begin(kernel, marker):
        raise kernel.illegal(f"{player} waits until a marker to the left has moved on", "turn_markers")
    if not turn_to(kernel, marker):
        begin_turn(kernel, begin(kernel, marker))
        kernel.state.step = STEPS[0]
        begin_step(kernel)


def pass_priority(kernel: Kernel, player: str = "") -> str:
    """Let the player with priority pass; begin the next step if this one is over."""
    if player:
        _need_priority(kernel, player)
    _ready(kernel)
    result = pass_once(kernel)
    if result == "step over":
        next_step(kernel)
    return result


def _ready(kernel: Kernel) -> None:
    """Make sure that somebody has priority: first do what still has to be done, declarations or the next step."""
    state = kernel.state
    if state.priority:
        return
    _declare_nothing(kernel)
    if state.over:
        raise kernel.illegal("the game is over", "no_life")
    while not kernel.state.priority and not state.over:
        next_step(kernel)
        _declare_nothing(kernel)


def _declare_nothing(kernel: Kernel) -> None:
    """Declare no attackers or blockers for a player who passes without declaring."""
    state = kernel.state
    if state.priority or state.combat is None:
        return
    if state.step == "declare attackers":
        declare_attackers(kernel, {}, [])
        give_priority(kernel, state.active)
    elif state.step == "declare blockers":
        for player in still_to_declare(kernel):
            declare_blockers(kernel, player, {})
        give_priority(kernel, state.active)


def all_pass(kernel: Kernel) -> str:
    """All players pass in succession once."""
    _ready(kernel)
    while True:
        result = pass_priority(kernel)
        if result != "next player":
            return result


def to_step(kernel: Kernel, step: str, player: str) -> None:
    """Pass until a step begins; if the game is in that step already, until it begins again."""
    game = kernel.state
    start = (game.turn, game.step)
    while True:
        kernel.count()
        state = kernel.state
        if state is not game:
            raise kernel.illegal(f"a subgame began before {step}", "subgame_begins")
        if (state.turn, state.step) != start and state.step == step and (not player or takes_turn(state, player)):
            return
        if state.over:
            raise kernel.illegal(f"the game is over before {step}", "no_life")
        go_on(kernel)


def go_on(kernel: Kernel) -> None:
    """All players pass once; where nobody has priority, nothing is declared, or the next step begins."""
    if kernel.state.priority:
        all_pass(kernel)
        return
    _declare_nothing(kernel)
    if not kernel.state.priority:
        next_step(kernel)


def to_declaration(kernel: Kernel, kind: str, player: str) -> None:
    """Go to the step in which a player declares attackers ("attack") or blockers ("block"), if need be."""
    state = kernel.state
    if kind == "block":
        if state.step == "declare attackers":
            to_step(kernel, "declare blockers", "")
        if takes_turn(state, player):
            raise kernel.illegal(f"{player} is attacking", "declare_blockers")
        return
    if not takes_turn(state, player):
        raise kernel.illegal(f"it is not {player}'s turn", "declare_attackers")
    if state.step in ("untap", "upkeep", "draw", "precombat main", "beginning of combat"):
        to_step(kernel, "declare attackers", player)


def attack(
    kernel: Kernel,
    player: str,
    attackers: dict[int, str],
    bands: list[list[int]],
    walkers: dict[int, int] | None = None,
) -> None:
    """Go to the declare attackers step if need be, and declare; the active player then gets priority."""
    to_declaration(kernel, "attack", player)
    declare_attackers(kernel, attackers, bands, walkers)
    give_priority(kernel, player)


def block(kernel: Kernel, player: str, blocks: dict[int, list[int]]) -> None:
    """Go to the declare blockers step if need be, and declare; the active player then gets priority."""
    to_declaration(kernel, "block", player)
    declare_blockers(kernel, player, blocks)
    if not still_to_declare(kernel):
        give_priority(kernel, kernel.state.active)
