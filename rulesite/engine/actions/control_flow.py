"""Instructions that join instructions: in order, may, unless, if, for each, modes, pay."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.amounts import Amount, KindsOfCounter, Number
from rulesite.engine.abilities.conditions import DidSo
from rulesite.engine.abilities.costs import Cost, PayEnergy, PayLife, PayMana
from rulesite.engine.abilities.events import StateBecomesTrue
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.references import TopCards
from rulesite.engine.casting.paying_now import pay_now, payable, payable_at_once
from rulesite.engine.evaluation.counter_kinds import kinds_on
from rulesite.engine.evaluation.event_matching import facts_of
from rulesite.engine.evaluation.feasibility import possible
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import is_x_chosen_now, now, source_name
from rulesite.engine.events.batch import happen
from rulesite.engine.events.perform import Turns, doers, does, has_left, pass_over, perform, perform_for
from rulesite.engine.events.triggers import trigger
from rulesite.engine.state.characteristics import controller_of
from rulesite.engine.state.choices import EngineError, NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event, from_history
from rulesite.engine.state.game_state import ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.teams import counters_of, life_of

from .arriving_as import arriving_as
from .common import in_turn, remember
from .creating import as_stated
from .lasting_effects import shielding
from .other_kinds import of_another_kind
from .playing_now import as_paid, offered_so
from .subgames import then_goes_on

MOST_MANA = 1000
"""An upper limit where any amount of mana may be paid."""


@does(ir.Nothing)
def _nothing(frame: Frame, node: ir.Nothing) -> None:
    return None


@does(ir.AtOnce)
def _at_once(frame: Frame, node: ir.AtOnce) -> None:
    steps: tuple[Any, ...] = node.do.steps if isinstance(node.do, ir.Sequence) else (node.do,)
    if not all(isinstance(step, ir.Tap | ir.Untap | ir.PhaseOut | ir.Destroy) for step in steps):
        raise NotModelled("such steps at one time")
    for place, step in enumerate(steps):
        frame.bound.memo[f"at once {place}"] = frame.refs(step.what)
    for place, step in enumerate(steps):
        perform(frame, replace(step, what=ir.Memo(f"at once {place}")))


@does(ir.CountThem)
def _count(frame: Frame, node: ir.CountThem) -> None:
    remember(frame, "count", [], frame.amount(node.amount))


@does(ir.UnlessBefore)
def _unless_before(frame: Frame, node: ir.UnlessBefore) -> None:
    raise NotModelled("a payment that may be made at any time before a later step")


@does(ir.Rounds)
def _rounds(frame: Frame, node: ir.Rounds) -> None:
    return None


@does(ir.Elided)
def _elided(frame: Frame, node: ir.Elided) -> None:
    # For a template whose effect the document leaves out: it triggers and resolves, and does nothing.
    frame.kernel.note("the text does not say what happens")


@does(ir.Sequence)
def _sequence(frame: Frame, node: ir.Sequence) -> None:
    stated = _not_over(frame, shielding(as_paid(as_stated(node.steps))))
    steps = stated if frame.kernel.has("in_written_order") else tuple(reversed(stated))
    game = frame.kernel.state
    with arriving_as(frame, steps) as elsewhere:
        for position, step in enumerate(steps):
            repeated = step.do if isinstance(step, ir.May) and step.who == ir.You() else step
            if isinstance(repeated, ir.Repeat):
                _repeat(frame, steps[:position], repeated)
            elif isinstance(step, ir.RepeatFor):
                _repeat_for(frame, steps[position - 1 : position] if step.alone else steps[:position], step)
            elif position not in elsewhere:
                if _cannot_begin(frame, step, steps[position + 1 :]):
                    pass_over(frame, step)
                else:
                    perform(frame, step)
            if frame.kernel.state is not game:
                then_goes_on(frame.kernel, steps[position + 1 :])
                return


def _is_over(frame: Frame, until: Node) -> bool:
    """Whether what an effect lasts until has happened since its ability triggered or was put on the stack (610.3a and b
    in 2026-06-19)."""
    kernel = frame.kernel
    if isinstance(until, ir.ZoneChange) and until.from_ == "battlefield":
        return not _on_battlefield(kernel, frame.source)
    done = [each for each in kernel.state.history if each.turn == kernel.state.turn]
    then = [each.number for each in done if facts_of(frame, until, from_history(each))]
    began = [
        each.number
        for each in done
        if each.kind == "ability triggers" and (each.facts["source"], each.facts["player"]) == _whose(frame)
    ]
    if then and not began:
        raise NotModelled("whether what it lasts until has happened since it was put on the stack")
    return bool(then) and then[-1] > began[-1]


def _whose(frame: Frame) -> tuple[int, str]:
    return frame.source, frame.controller


def _cannot_begin(frame: Frame, step: Node, rest: tuple[Any, ...]) -> bool:
    """Whether a step cannot be done in full, and the next one asks whether it was: then it is not begun.

    "Sacrifice two lands. If you do, …": with one land, none is sacrificed (118.12 in 2021-11-19).
    """
    asks = rest and isinstance(rest[0], ir.If) and rest[0].condition in (DidSo(), ir.NotSo(DidSo()))
    if asks and isinstance(step, ir.Pay) and step.who == ir.You():
        return not _begins_to_pay(frame, step)
    if not asks or not isinstance(step, ir.Sacrifice | ir.Move) or not isinstance(step.what, ir.Chosen):
        return False
    if isinstance(step, ir.Move) and not any(isinstance(part, ir.InZone) for part in walk(step.what)):
        return False  # permanents, of any player
    if step.who != ir.You() or not frame.kernel.has("if_you_do") or possible(frame, step, frame.controller):
        return False
    frame.kernel.note("not all of it can be done, so none of it is", "if_you_do")
    frame.bound.did = False
    return True


def _begins_to_pay(frame: Frame, node: ir.Pay) -> bool:
    """Whether a player pays what he or she is told to: who could not does not, and nobody has to make mana for it
    (118.3c in 2026-06-19)."""
    kernel, player = frame.kernel, frame.controller
    if not payable(frame, player, node.cost):
        kernel.note(f"{player} cannot pay", "if_you_do")
    elif payable_at_once(frame, player, node.cost) or kernel.ask("pay", player, source_name(frame), _price(node.cost)):
        return True
    else:
        kernel.note(f"{player} does not pay", "if_you_do")
    frame.bound.did = False
    return False


def _price(cost: Cost) -> str:
    """What a question calls the payment of a cost: with its mana or life, if that is all of it."""
    match cost.parts:
        case (PayMana(symbols=str(symbols), times=None),) if "X" not in symbols:
            return f"pay {symbols}"
        case (PayLife(amount=Number(value)),):
            return f"pay {value} life"
    return "pay"


@does(ir.OnceEachTurn)
def _once_each_turn(frame: Frame, node: ir.OnceEachTurn) -> None:
    kernel, ability = frame.kernel, frame.kernel.thing(frame.bound.stack_id)
    key = ability.play.ability_key if ability is not None and ability.play is not None else ""
    count = f"{frame.source} {key} done {kernel.state.turn}"
    if kernel.state.usage.get(count):
        kernel.note("this was done in this turn already")
        pass_over(frame, node.do)
        return
    perform(frame, node.do)
    if frame.bound.did is not False:
        kernel.state.usage[count] = 1


def _not_over(frame: Frame, steps: tuple[Any, ...]) -> tuple[Any, ...]:
    """The steps without those that would last until something that has happened already; the rest is done (610.3b in
    2026-06-19)."""
    left: list[Any] = []
    for step in steps:
        if not (isinstance(step, ir.Delayed) and step.until and _is_over(frame, step.trigger)):
            left.append(step)
            continue
        frame.kernel.note("what it lasts until has happened already, so this is not done")
        undone = left.pop()
        pass_over(frame, undone)
        while left and isinstance(undone, ir.Move) and isinstance(left[-1], ir.Move) and left[-1].verb == undone.verb:
            left.pop()
    return tuple(left)


def _on_battlefield(kernel: Kernel, source: int) -> bool:
    thing = kernel.thing(source)
    return thing is not None and thing.on_battlefield


def _repeat_for(frame: Frame, steps: tuple[Any, ...], node: ir.RepeatFor) -> None:
    for kind in node.kinds:
        for step in steps:
            perform(frame, of_another_kind(step, kind))


def _repeat(frame: Frame, steps: tuple[Any, ...], node: ir.Repeat) -> None:
    left = frame.amount(node.amount) if node.amount is not None else -1
    while node.until is not None:
        if frame.bound.record.somebody_did is None:
            raise NotModelled("a process that is repeated until nobody does what nobody could choose to do")
        if not frame.bound.record.somebody_did:
            return
        for step in steps:
            perform(frame, step)
    while left != 0:
        if left < 0 and not frame.kernel.ask("repeat", frame.chooser, source_name(frame), "repeat the process"):
            return
        for step in steps:
            perform(frame, step)
        left -= 1


@does(ir.May, by="who")
def _may(frame: Frame, node: ir.May, who: Node, players: list[str]) -> None:
    """Let all players choose, in turn order; then those who accepted do it, then the rest of the text follows. A player
    who has left the game pays nothing (800.4f in 2026-06-19)."""
    if not players and has_left(frame, who):
        frame.bound.did = frame.bound.record.somebody_did = False
        perform(frame, node.otherwise)
        return
    turns = Turns(frame, who, players)
    accepted: list[str] = []
    for player in turns:
        with turns.of(player):
            if _accepts(frame, node, player):
                accepted.append(player)
                frame.kernel.note(f"{player} chooses to do it", "if_you_do")
            else:
                frame.kernel.note(f"{player} chooses not to", "choice_on_resolution")
                frame.bound.did = False
                _leave_all(frame, node.do)
    perform_for(frame, node.do, who, accepted)
    done: list[str] = []
    for player in turns:
        with turns.of(player):
            if player in accepted and frame.kernel.has("if_you_do"):
                frame.bound.did = True
            if player in accepted and frame.bound.did:
                done.append(player)
    perform_for(frame, node.then, who, done)
    perform_for(frame, node.otherwise, who, [each for each in players if each not in accepted])
    turns.gather()
    frame.bound.record.somebody_did = bool(done)


def _leave_all(frame: Frame, do: Node) -> None:
    """Note that nothing is taken of what could be chosen from: "the rest" is all of it."""
    sets = [part.from_ for part in ir.walk(do) if isinstance(part, ir.Chosen) and isinstance(part.from_, ir.Memo)]
    if not sets or sets[0].verb not in frame.bound.memo:
        return
    whole = frame.refs(sets[0])
    if frame.bound.rest is None or not set(frame.bound.rest) <= set(whole):
        frame.bound.rest = whole


def _accepts(frame: Frame, node: ir.May, player: str) -> bool:
    kernel = frame.kernel
    able = possible(frame, node.do, player)
    about = source_name(frame)
    if frame.bound.optional_choice is not None:
        answer, frame.bound.optional_choice = frame.bound.optional_choice, None
        if answer and not able and kernel.has("impossible_choice"):
            return False
        return answer
    if able or not kernel.has("impossible_choice"):
        return kernel.ask("may", player, about, "do it (you may)")
    kernel.note(f"{player} cannot do it, so it cannot be chosen", "impossible_choice")
    wanted = kernel.scripted("may", player, about)
    if wanted:
        raise kernel.illegal(f"{player} cannot choose what cannot be done", "impossible_choice")
    return False


@in_turn(ir.Pay)
def _pay(frame: Frame, node: ir.Pay, player: str) -> None:
    if any(isinstance(part, PayMana) and "{X}" in part.symbols for part in node.cost.parts) and is_x_chosen_now(
        frame, ir.X()
    ):
        frame.bound.x = frame.kernel.choose_number("X", player, source_name(frame), "the value of X", 0, MOST_MANA)
    pay_now(frame, player, node.cost)
    frame.bound.did = True


@does(ir.HaveDone)
def _have_done(frame: Frame, node: ir.HaveDone) -> None:
    perform(frame, node.do)
    frame.bound.did = True


@in_turn(ir.PayTimes)
def _pay_times(frame: Frame, node: ir.PayTimes, player: str) -> None:
    times = frame.kernel.choose_number("times", player, source_name(frame), "how often to pay", 0, MOST_MANA)
    for _ in range(times):
        pay_now(frame, player, node.cost)
    remember(frame, "pay", [], times)
    frame.bound.did = times > 0


@in_turn(ir.PayAny)
def _pay_any(frame: Frame, node: ir.PayAny, player: str) -> None:
    kernel = frame.kernel
    most = {
        "life": life_of(kernel.state, player),
        "energy": counters_of(kernel, player, "energy").get("energy", 0),
    }.get(node.what, MOST_MANA)
    if most < node.least:
        kernel.note(f"{player} has no {node.what} to pay", "unpayable")
        remember(frame, "pay", [], 0)
        return
    asked = f"how much {node.what} to pay"
    paid = kernel.choose_number("amount", player, source_name(frame), asked, node.least, most)
    amount = Number(paid)
    part: Any = PayLife(amount) if node.what == "life" else PayEnergy(amount)
    if paid:
        pay_now(frame, player, Cost((PayMana(f"{{{paid}}}") if node.what == "mana" else part,)))
    remember(frame, "pay", [], paid)
    in_all = frame.bound.record.paid
    in_all[node.what] = in_all.get(node.what, 0) + paid


def _unless_for_each(frame: Frame, node: ir.Unless, who: Node, players: list[str]) -> None:
    """Carry it out for each player who does not pay: first all of them choose and pay, in turn order."""
    turns = Turns(frame, who, players)
    left = []
    for player in turns:
        with turns.of(player):
            if not _pays(frame, node, player):
                left.append(player)
    perform_for(frame, node.do, who, left)


@does(ir.Unless, spread=_unless_for_each)
def _unless(frame: Frame, node: ir.Unless) -> None:
    """Carry it out unless one of the named players pays."""
    turns = Turns(frame, node.who, doers(frame, node.who))
    for player in turns:
        with turns.of(player):
            paid = _pays(frame, node, player)
        if paid:
            frame.bound.did = False
            pass_over(frame, node.do)
            frame.bound.record.somebody_did = True
            return
    perform(frame, node.do)
    frame.bound.record.somebody_did = False


def _pays(frame: Frame, node: ir.Unless, player: str) -> bool:
    kernel = frame.kernel
    about = source_name(frame)
    if not payable(frame, player, node.cost) and kernel.has("impossible_choice"):
        kernel.note(f"{player} cannot pay, so it cannot be chosen", "impossible_choice")
        if kernel.scripted("pay", player, about):
            raise kernel.illegal(f"{player} cannot pay", "impossible_choice")
        return False
    if kernel.ask("pay", player, about, _price(node.cost)):
        pay_now(frame, player, node.cost)
        kernel.note(f"{player} pays", "choice_on_resolution")
        frame.bound.did = False
        return True
    kernel.note(f"{player} does not pay", "choice_on_resolution")
    return False


def _if_for_each(frame: Frame, node: ir.If, who: Node, players: list[str]) -> None:
    """Test the condition for each player, then carry it out for all for whom it is true."""
    turns = Turns(frame, who, players)
    so = []
    for player in turns:
        with turns.of(player):
            if frame.holds(node.condition):
                so.append(player)
    perform_for(frame, node.then, who, so)
    perform_for(frame, node.otherwise, who, [each for each in players if each not in so])


@does(ir.If, spread=_if_for_each)
def _if(frame: Frame, node: ir.If) -> None:
    offered = offered_so(frame, node)
    so = frame.holds(node.condition) if offered is None else offered
    pass_over(frame, node.otherwise if so else node.then)
    done = ir.done_this_way(node.condition) if so else None
    if done is None:
        perform(frame, node.then if so else node.otherwise)
        return
    memo, verb = frame.bound.memo, str(done[0].verb)
    kept = memo.get(verb, [])
    memo[verb] = meant = [ref for ref in frame.refs(done[0]) if frame.matches(done[1], ref)]
    perform(frame, node.then)  # of all that was done "it" is what the condition speaks of
    if memo[verb] is meant:
        memo[verb] = kept


@does(ir.ForEach)
def _for_each(frame: Frame, node: ir.ForEach) -> None:
    bound = frame.bound
    if isinstance(node.over, KindsOfCounter):
        for kind in kinds_on(frame, node.over):
            bound.record.counter_kind = kind
            perform(frame, node.do)
        return
    if isinstance(node.over, Amount):
        _each_time(frame, node.do, [bound.current] * frame.amount(node.over))
        return
    if bound.record.targets_for and _at_one_time(node.do):
        perform(frame, node.do)  # to all targets chosen for any player (608.2f)
        return
    found = frame.refs(node.over)
    if found and all(ref_player(ref) is not None for ref in found):
        perform_for(frame, node.do, node.over, doers(frame, node.over))
        return
    outer, bound.each = bound.each, node.over
    _each_time(frame, node.do, _considered(frame, node, found))
    bound.each = outer
    if isinstance(node.over, ir.Memo) and node.over.verb in ("look", "reveal"):  # "the rest": those left where they are
        left = [ref for ref in found if frame.kernel.thing(ref_id(ref) or 0) is not None]
        bound.rest = left if bound.rest is None else [ref for ref in bound.rest if ref in left]


def _each_time(frame: Frame, do: Node, members: list[Any]) -> None:
    """Carry it out for each member in turn; "those cards" afterwards are those of all of them."""
    bound = frame.bound
    if not members:
        pass_over(frame, do)
    outer, done = bound.current, dict[str, list[str]]()
    for ref in members:
        before, bound.current = dict(bound.memo), now(frame, ref) if ref else ref
        perform(frame, do)
        for verb, acted_on in bound.memo.items():
            if before.get(verb) is not acted_on:
                done[verb] = [*done.get(verb, []), *acted_on]
    bound.memo.update(done)
    bound.current = outer


def _considered(frame: Frame, node: ir.ForEach, found: list[str]) -> list[str]:
    """The order of several objects or players that cannot all be considered at once, because top cards of a library are
    taken: in turn order of the players or controllers; "you" order those of one player (608.2f in 2021-02-15)."""
    kernel = frame.kernel
    one_by_one = any(isinstance(part, TopCards | ir.Draw | ir.Mill) for part in ir.walk(node.do))
    if len(found) < 2 or not one_by_one or not kernel.has("considered_in_turn"):
        return found
    ordered: list[str] = []
    for player in kernel.state.turn_order():
        mine = [ref for ref in found if (ref_player(ref) or controller_of(kernel, ref)) == player]
        if len(mine) > 1:
            mine = kernel.choose(
                "order", frame.controller, source_name(frame), "which is considered first", mine, len(mine), len(mine)
            )
        ordered += mine
    return [*ordered, *(ref for ref in found if ref not in ordered)]


def _at_one_time(step: Node) -> bool:
    """Whether a step needs no choice and names no present player: then it is done to all at one time."""
    plain = isinstance(step, ir.Continuous | ir.Destroy | ir.Move | ir.Tap | ir.Untap)
    return plain and not any(isinstance(part, ir.Current) for part in ir.walk(step))


@does(ir.Modal)
def _modal(frame: Frame, node: ir.Modal) -> None:
    if node.on_resolution and node.also is not None:
        raise NotModelled("the engine does not carry out a choice of more modes on resolution yet")
    chosen = list(frame.bound.modes)
    none = not chosen and not node.minimum and frame.kernel.has("announce_modes")
    if node.on_resolution or (not chosen and not none):
        number = frame.kernel.choose_number(
            "mode", frame.controller, source_name(frame), f"choose a mode of {len(node.modes)}", 1, len(node.modes)
        )
        chosen = [number]
    for mode in node.chosen(chosen):
        perform(frame, mode)


@in_turn(ir.VillainousChoice)
def _villainous_choice(frame: Frame, node: ir.VillainousChoice, player: str) -> None:
    """Let the player choose, and carry that out before the next player faces the choice (701.55a, 701.55d in
    2026-06-19)."""
    if not frame.kernel.has("villainous_choice"):
        return
    number = frame.kernel.choose_number("mode", player, source_name(frame), "choose the first or second option", 1, 2)
    perform(frame, node.first if number == 1 else node.second)


@does(ir.Happens)
def _happens(frame: Frame, node: ir.Happens) -> None:
    event = frame.bound.event.get("replaced")
    if not isinstance(event, Event):
        raise EngineError("only a replacement effect can let the replaced event happen")
    if node.amount is not None:
        event.amount = frame.amount(node.amount)
    happen(frame.kernel, [event])


@does(ir.CreateOneOfEach)
@does(ir.CreateBesides)
def _create_besides(frame: Frame, node: ir.CreateBesides | ir.CreateOneOfEach) -> None:
    raise NotModelled("tokens besides those that would be created, among other things that happen instead")


@does(ir.Reflexive)
def _reflexive(frame: Frame, node: ir.Reflexive) -> None:
    if frame.bound.did if node.condition is None else frame.holds(node.condition):
        effect: Any = node.effect
        so = None
        if node.intervening:
            effect, so = effect.then, effect.condition
        ability = TriggeredAbility(StateBecomesTrue(DidSo()), effect, node.targets, condition=so)  # type: ignore[arg-type]
        bound = clone(frame.bound)
        bound.record.targets_before, bound.record.begun = bound.targets, bound.previous
        reflexive = Frame(frame.kernel, bound)
        if so is None or not frame.kernel.has("intervening_if") or reflexive.holds(so):
            trigger(reflexive, ability, "reflexive")
