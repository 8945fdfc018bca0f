"""The turn: steps and phases in order, the game's actions in each, and how they end."""

from __future__ import annotations

from rulesite.engine.abilities.card_instructions import Draw
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.player_rules import KeepsUnspentMana, PlayerCant, SkipsStep
from rulesite.engine.abilities.restrictions import DoesntUntap, KeepsDamage, MayNotUntap
from rulesite.engine.abilities.static_parts import Replaces, SkipUnless, UntapsDuring
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.combat.combat_damage import combat_damage, has_first_strike
from rulesite.engine.effects.continuous import changes_on, static_abilities
from rulesite.engine.effects.durations import begin_in_turn, end, end_for_departed, end_for_untapped
from rulesite.engine.effects.unsupported import skips_turn
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import commit, happen
from rulesite.engine.events.drawing import draw
from rulesite.engine.events.triggers import trigger
from rulesite.engine.faces.day_and_night import change_with_the_turn
from rulesite.engine.players.controlling import begin_control
from rulesite.engine.players.hand_sizes import maximum_hand_size
from rulesite.engine.seating.range_of_influence import look_round
from rulesite.engine.seating.turn_markers import begin, turn_over
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import Combat, object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import COLOUR_OF, Bindings
from rulesite.engine.state.teams import active_players, partners, takes_turn
from rulesite.engine.state.turn_steps import PHASE_OF, STEPS
from rulesite.engine.state.zones import battlefield

from .inherent import trigger_inherent
from .phase_order import ends_phase, following, repeat_cleanup
from .phasing import phase
from .priority import give_priority, settle
from .sagas import lore_counters
from .state_based import lose_as_phase_ends


def next_step(kernel: Kernel) -> None:
    """End the present step and begin the next one of this or the next turn that is not skipped."""
    state = kernel.state
    if state.step == "cleanup" and state.priority and not state.phase_left:
        repeat_cleanup(state)
    end_step(kernel)
    while True:
        kernel.count()
        old_phase = PHASE_OF[state.step]
        step = following(state)
        if not step:
            if not _next_turn(kernel):
                return
            step = STEPS[0]
        state.step = step
        if PHASE_OF[step] != old_phase:
            state.combat = None if PHASE_OF[step] != "combat" else state.combat
        if _skipped(kernel, step):
            continue
        begin_step(kernel)
        return


def _next_turn(kernel: Kernel) -> bool:
    """Go to the next turn; ``False`` if it had begun before, as one of several simultaneous turns."""
    state = kernel.state
    if state.markers:
        holders = {each.number: each.holder for each in state.markers}
        marker, begun = turn_over(kernel)
        for each in state.markers:
            if each.holder != holders[each.number]:
                end_for_departed(kernel, holders[each.number], each.holder)
        if begun or marker is None:
            return False
        begin_turn(kernel, begin(kernel, marker))
    else:
        begin_turn(kernel, _next_player(kernel))
    return True


def begin_turn(kernel: Kernel, player: str) -> None:
    """Begin a player's turn; its first step is still to begin."""
    state = kernel.state
    state.active_before = active_players(state)
    state.active = player
    state.turn += 1
    state.combat = None
    for name, each in state.players.items():
        if not state.markers or name == player:
            each.lands_played = 0
    begin_control(kernel)
    kernel.note(f"turn {state.turn}: {' and '.join(active_players(state))}'s turn")
    look_round(kernel)
    happen(kernel, [Event("turn", player=each) for each in active_players(state)])
    for player in active_players(state):
        end(kernel, "your next turn", player=player)
        begin_in_turn(kernel, player)


def _next_player(kernel: Kernel) -> str:
    """The next player to take a turn, without those who skip it."""
    state = kernel.state
    last = state.interrupted or state.active
    while True:
        player = _due(kernel, last)
        if _never_begins(kernel, player):
            kernel.note(f"{player}'s turn is skipped", "skip")
            last = last if state.interrupted else player
            continue
        skip = next((each for each in state.skips if each[1] == "turn" and each[0] in partners(state, player)), None)
        if skip is None or not kernel.has("skip"):
            return player
        state.skips.remove(skip)
        kernel.note(f"{skip[0]} skips a turn", "skip")
        if not state.interrupted:
            last = player


def _never_begins(kernel: Kernel, player: str) -> bool:
    """Whether an ability has the player skip the turn that is due, or such an extra turn (614.10 in 2026-06-19)."""
    extra = bool(kernel.state.interrupted)
    if not kernel.has("skip"):
        return False
    for frame, ability in static_abilities(kernel):
        for part in ability.parts:
            event = part.replacement.event if isinstance(part, Replaces) and skips_turn(part.replacement) else None
            if not isinstance(event, StepBegins) or (event.extra and not extra):
                continue
            if frame.holds(ability.condition) and frame.matches(event.whose, player_ref(player)):
                return True
    return False


def _due(kernel: Kernel, last: str) -> str:
    """The player whose turn is due: an extra turn's player, else the next in order after the last normal turn."""
    state = kernel.state
    state.extra_turns = [each for each in state.extra_turns if not state.players[each[0]].lost]
    state.extra_turn = 0
    if state.extra_turns and kernel.has("extra_turn"):
        state.interrupted = last
        player, state.extra_turn = state.extra_turns.pop(0 if kernel.rules.extra_turns == "first" else -1)
        kernel.note(f"{player} takes an extra turn", "extra_turn")
        return partners(state, player)[0]
    state.interrupted = ""
    order = state.turn_order(last)
    others = [name for name in order if name not in partners(state, last)]
    player = (others or order)[0]
    end_for_departed(kernel, last, player)
    return player


def _skipped(kernel: Kernel, step: str) -> bool:
    state = kernel.state
    if step in ("declare blockers", "first strike damage", "combat damage") and not (
        state.combat is not None and (state.combat.attacked or state.combat.attackers)
    ):
        return True
    if step == "first strike damage" and not has_first_strike(kernel):
        return True
    words = {step, PHASE_OF[step]}
    for player, given, skipped in state.extra_skips:
        added = state.extra_turn == given and takes_turn(state, player)
        if added and skipped in words and kernel.has("skip"):
            kernel.note(f"{state.active} skips the {step} step of the extra turn", "skip")
            if skipped == step or step == [each for each in STEPS if PHASE_OF[each] == PHASE_OF[step]][-1]:
                state.extra_skips.remove((player, given, skipped))
            return True
    always = kernel.has("skip") and _always_skipped(kernel, words)
    for skip in list(state.skips):
        if takes_turn(state, skip[0]) and skip[1] in words and kernel.has("skip"):
            if always and _spares(kernel, skip[0], step):
                break
            kernel.note(f"{state.active} skips the {step} step", "skip")
            if skip[1] == step or step == [each for each in STEPS if PHASE_OF[each] == PHASE_OF[step]][-1]:
                state.skips.remove(skip)
            return True
    if always:
        kernel.note(f"{state.active} skips the {step} step", "skip")
        return True
    return False


def _spares(kernel: Kernel, player: str, step: str) -> bool:
    """Whether a player all of whose such steps are skipped keeps a single skip for later: the affected player chooses
    one of several replacements, after which nothing is left to replace."""
    if not kernel.has("affected_chooses"):
        return False
    prompt = f"what skips the {step} step"
    return kernel.choose_word("skip", player, "", prompt, ("the next", "every")) == "every"


def _always_skipped(kernel: Kernel, words: set[str]) -> bool:
    active = [player_ref(each) for each in active_players(kernel.state)]
    if any(change.step in words for player in active for change, _ in changes_on(kernel, player, SkipsStep)):
        return True
    return any(
        isinstance(part, SkipUnless) and part.step in words and frame.matches(part.who, player)
        for frame, ability in static_abilities(kernel)
        for part in ability.parts
        for player in active
    )


def begin_step(kernel: Kernel) -> None:
    """Begin the present step: the game's own actions, triggers, priority."""
    state = kernel.state
    state.priority, state.passed = "", []
    state.touch()
    kernel.note(f"{state.active}'s {state.step} begins", "begin_step_triggers")
    active = state.active
    if state.step == "untap":
        _untap(kernel)
        happen(kernel, beginning(kernel))
        return
    if state.step == "beginning of combat":
        state.combat = Combat()
    if state.step in ("first strike damage", "combat damage"):
        combat_damage(kernel, first=state.step == "first strike damage")
    if state.step == "draw" and not kernel.rules.draw_step_on_stack:
        _draw(kernel)
    if state.step == "precombat main":
        commit(kernel, lore_counters(kernel))
    trigger_inherent(kernel)
    if kernel.has("begin_step_triggers"):
        happen(kernel, beginning(kernel))
    if state.step == "draw" and kernel.rules.draw_step_on_stack:
        ability = TriggeredAbility(StepBegins("draw"), Draw(), text="the draw of the draw step")
        trigger(Frame(kernel, Bindings(active)), ability, "draw step", "the draw of the turn")
    if state.step == "upkeep":
        for player in active_players(state):
            end(kernel, "your next upkeep", player=player)
    if state.step == "end":
        for player in active_players(state):
            end(kernel, "own next end", player=player)
    if state.step == "cleanup":
        _cleanup(kernel)
        if not state.pending and not settle(kernel):
            return
    if state.step in ("declare attackers", "declare blockers"):
        # The active or defending player declares first; priority comes after the declaration.
        settle(kernel)
        return
    give_priority(kernel, active)


def beginning(kernel: Kernel) -> list[Event]:
    """The events of the step's beginning, one for each player whose turn it is."""
    active = active_players(kernel.state)
    return [
        Event("step", player=each, zone=kernel.state.step, facts={"with": active[:place]} if place else {})
        for place, each in enumerate(active)
    ]


def _untap(kernel: Kernel) -> None:
    state = kernel.state
    if not kernel.has("untap_step"):
        return
    phase(kernel)
    change_with_the_turn(kernel)
    events = []
    for thing in battlefield(kernel):
        ref = object_ref(thing.id)
        player = look(kernel, thing.id).controller
        if not takes_turn(state, player) or not thing.tapped:
            continue
        if _stays_tapped(kernel, ref, player):
            kernel.note(f"{thing.label} doesn't untap")
            continue
        if changes_on(kernel, ref, MayNotUntap) and not kernel.ask("untap", player, thing.label, "untap it"):
            continue
        events.append(Event("untap", ref, player=player))
    for player in active_players(state):
        events = _allowed_to_untap(kernel, events, player)
    commit(kernel, [*events, *_untapped_besides(kernel, {each.ref for each in events})])
    for player in active_players(state):
        end(kernel, "your next untap", player=player)
        end_for_untapped(kernel, player)


def _untapped_besides(kernel: Kernel, already: set[str]) -> list[Event]:
    """What untaps in this untap step of other players ("during each other player's untap step"), be it or not that it
    doesn't untap during its controller's."""
    found: dict[str, Event] = {}
    for frame, ability in static_abilities(kernel):
        for part in (each for each in ability.parts if isinstance(each, UntapsDuring)):
            active = [each for each in active_players(kernel.state) if not part.others or each != frame.controller]
            here = any(frame.matches(part.whose, player_ref(each)) for each in active)
            for ref in frame.refs(part.what) if here and frame.holds(ability.condition) else ():
                if ref not in already and kernel.state.things[ref_id(ref) or 0].tapped:
                    found[ref] = Event("untap", ref, player=frame.controller)
    return list(found.values())


def _stays_tapped(kernel: Kernel, ref: str, player: str) -> bool:
    """Whether an effect keeps a permanent from untapping in this untap step of a player."""
    return any(
        change.whose is None or player_ref(player) in frame.refs(change.whose)
        for change, frame in changes_on(kernel, ref, DoesntUntap)
    )


def _allowed_to_untap(kernel: Kernel, events: list[Event], active: str) -> list[Event]:
    """The untap events without those beyond "can't untap more than one land": the active player chooses."""
    for bar, frame in changes_on(kernel, player_ref(active), PlayerCant):
        fitting = [each.ref for each in events if each.player == active and frame.matches(bar.what, each.ref)]
        if bar.action != "untap" or bar.limit is None or len(fitting) <= bar.limit:
            continue
        kept = kernel.choose("untap", active, "", "which to untap", fitting, bar.limit, bar.limit) if bar.limit else []
        events = [each for each in events if each.ref not in fitting or each.ref in kept]
    return events


def _draw(kernel: Kernel) -> None:
    if kernel.has("draw_step"):
        for player in active_players(kernel.state):
            if kernel.state.players[player].lost:  # the turn goes on without who has left (800.4j)
                continue
            kernel.note(f"{player} draws for the turn", "draw_step")
            draw(kernel, player, 1)


def _cleanup(kernel: Kernel) -> None:
    state = kernel.state
    for player in active_players(state):
        _discard_down(kernel, player)
    if kernel.has("cleanup"):
        for thing in battlefield(kernel):
            if not changes_on(kernel, object_ref(thing.id), KeepsDamage):
                thing.remove_damage()
        state.touch()
        for each in state.players.values():
            each.keep_no_mana()
        end(kernel, "turn")
        for player in active_players(state):
            end(kernel, "end of your next turn", player=player)
        kernel.note("damage wears off and effects until end of turn end", "cleanup")


def _discard_down(kernel: Kernel, player: str) -> None:
    limit, hand = maximum_hand_size(kernel, player), kernel.state.zone("hand", player)
    if limit is None or len(hand) <= limit or not kernel.has("hand_size"):
        return
    kernel.note(f"{player} discards down to {limit} cards", "hand_size")
    options, number = [object_ref(each) for each in hand], len(hand) - limit
    chosen = kernel.choose("discard", player, "", "discard down to the hand size", options, number, number)
    commit(kernel, [move(each, "graveyard", "discard", player=player) for each in kernel.same(chosen)])


def end_step(kernel: Kernel) -> None:
    """End the present step and remove unused mana, with the phase or with each step."""
    state = kernel.state
    state.priority, state.passed = "", []
    if state.step == "end of combat":
        state.combat = None
        end(kernel, "combat")
    phase_ends = ends_phase(state) or (kernel.rules.phases_at_first and PHASE_OF[state.step] == PHASE_OF["upkeep"])
    if kernel.has("mana_empties") and (phase_ends or kernel.rules.mana_empties == "step"):
        _empty_pools(kernel)
    if phase_ends:
        lose_as_phase_ends(kernel)


def _empty_pools(kernel: Kernel) -> None:
    state = kernel.state
    for player in state.players.values():
        lost = player.empty_with_step(state.combat is not None, _kept_mana(kernel, player.name))
        if not lost:
            continue
        kernel.note(f"{player.name} loses {lost} unused mana", "mana_empties")
        if kernel.rules.mana_burn and kernel.has("mana_burn"):
            kernel.note(f"{player.name} suffers mana burn", "mana_burn")
            commit(kernel, [Event("lose_life", player_ref(player.name), player=player.name, amount=lost)])


def _kept_mana(kernel: Kernel, player: str) -> dict[str, int]:
    """The mana that a player does not lose as a step or phase ends: all, or that of some colors."""
    pool = kernel.state.players[player].mana
    kept: dict[str, int] = {}
    for change, _ in changes_on(kernel, player_ref(player), KeepsUnspentMana):
        kept |= {mana: number for mana, number in pool.items() if change.color in (None, COLOUR_OF.get(mana))}
    return kept
