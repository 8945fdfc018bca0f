"""Playing a card during a resolution; madness and haunt, which the rules define."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.amounts import AtLeast, Characteristic, Count, Number
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.node import Node, rewrite, walk
from rulesite.engine.abilities.player_rules import MayPlay, SpendAsAnyColor
from rulesite.engine.abilities.predicates import Anything, IsPlayerRef
from rulesite.engine.abilities.references import Memo, Self, You
from rulesite.engine.casting.any_mana import COLOR, TYPE
from rulesite.engine.casting.mana_abilities import make_mana
from rulesite.engine.casting.permissions import PERMISSION
from rulesite.engine.casting.play_costs import Request
from rulesite.engine.casting.spell_casting import cast, why_not_proposed
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import CastFromTop, Haunting, MadnessOffer, PassesPriority
from rulesite.engine.evaluation.references import now, source_name
from rulesite.engine.events.batch import commit, happen
from rulesite.engine.events.perform import does
from rulesite.engine.faces.which_face import TRANSFORMED
from rulesite.engine.state.characteristics import look, where
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import move
from rulesite.engine.state.game_state import DelayedTrigger, Effect, object_ref, ref_id

from .common import in_turn, objects


@in_turn(ir.PlayCard)
def _play_card(frame: Frame, node: ir.PlayCard, player: str) -> None:
    kernel = frame.kernel
    cast_now: list[str] = []
    for ref in _to_play(frame, node):
        if node.from_ is not None and where(kernel, ref_id(ref) or 0) != node.from_:
            kernel.note(f"{kernel.label(ref)} is not in the {node.from_}, so it is not played")
            continue
        instead = () if node.cost is None else (_of_the_spell(frame, node.cost, ref),)
        options, named = [TRANSFORMED] if node.transformed else [], PERMISSION if instead else ""
        request = Request(player, ref_id(ref) or 0, options=options, alternative=named, any_mana=node.any_mana)
        play = partial(cast, kernel, request, make_mana, free=node.free, now=True, offered=instead)
        if node.if_able and (error := kernel.why_illegal(play)) is not None:
            kernel.note(f"{kernel.label(ref)} stays where it is: {error}")
            continue
        spell = play()
        cast_now += [object_ref(spell.id)] if spell.zone == "stack" else []
        frame.bound.did = True
    if cast_now:
        frame.bound.memo["cast"] = cast_now


def _of_the_spell(frame: Frame, cost: Cost, ref: str) -> Cost:
    """A cost that is paid instead of a mana cost, as the spell has it: "its mana value" is that of the spell."""

    def counted(part: Node) -> Node:
        if isinstance(part, Characteristic):
            own = [now(frame, each) for each in frame.refs(part.of)] == [now(frame, ref)]
            return replace(part, of=Self()) if own else Number(frame.amount(part))
        return Number(frame.amount(part)) if isinstance(part, Count) else part

    return rewrite(cost, counted)


def as_paid(steps: tuple[Any, ...]) -> tuple[Any, ...]:
    """The steps of an effect; what one of them says of the mana that may be spent on "that spell" is a value of the
    step before that has it cast, as a spell is paid for while it is cast (601.2h in 2026-06-19)."""
    made: list[Any] = []
    for step in steps:
        change = step.changes[0] if isinstance(step, ir.Continuous) and len(step.changes) == 1 else None
        spent = change if isinstance(change, SpendAsAnyColor) and change.for_ == CAST and change.color is None else None
        if spent is not None and any(isinstance(part, ir.PlayCard) for each in made for part in walk(each)):
            kind = TYPE if spent.any_type else COLOR
            made = [rewrite(each, partial(_paid_with, kind)) for each in made]
        else:
            made.append(step)
    return tuple(made)


def _paid_with(kind: str, node: Any) -> Any:
    return replace(node, any_mana=kind) if isinstance(node, ir.PlayCard) else node


CAST = Memo("cast")
"""The spell that a card becomes, where a condition speaks of it before it is cast."""
_OF_SEVERAL_SPELLS = ("split", "modal", "adventure", "omen", "prototype")


def offered_so(frame: Frame, node: ir.If) -> bool | None:
    """Whether a card may be offered that may be cast "if that spell's mana value is 4 or less"; None for any other
    condition. A card that may be cast for nothing has X as 0 in its mana cost, as the spell has (107.3b)."""
    offer = node.then.do if isinstance(node.then, ir.May) else None
    if not isinstance(offer, ir.PlayCard) or CAST not in walk(node.condition) or frame.bound.memo.get("cast"):
        return None
    cards = frame.refs(offer.what)
    for ref in cards:
        thing = frame.kernel.thing(ref_id(now(frame, ref)) or 0)
        if len(cards) > 1 or (thing is not None and thing.card.layout in _OF_SEVERAL_SPELLS):
            raise NotModelled("which of several spells may be cast, where it depends on the spell")
        if thing is not None and thing.face_down:
            raise NotModelled("whether a card that is face down may be cast, where it depends on the spell")
    frame.bound.memo["cast"] = [now(frame, ref) for ref in cards]
    try:
        return bool(cards) and frame.holds(node.condition)
    finally:
        del frame.bound.memo["cast"]


def asked_to_cast(frame: Frame, request: Request, what: str) -> bool:
    """Whether a player who may cast a card does; nobody is asked if it cannot be cast (608.2d)."""
    kernel = frame.kernel
    error = why_not_proposed(kernel, request)
    if error is not None:
        kernel.note(f"{kernel.label(request.thing)} is not cast: {error}")
        return False
    return kernel.ask("may", request.player, source_name(frame), what)


def _to_play(frame: Frame, node: ir.PlayCard) -> list[str]:
    """The cards to play: of several that a player may play ("you may cast the other cards"), those that he or she
    chooses, in that order."""
    found = objects(frame, node.what)
    if len(found) < 2 or node.if_able or isinstance(node.what, ir.Chosen):
        return found
    return objects(frame, ir.Chosen(Anything(), AtLeast(Number(0)), from_=node.what))


@does(CastFromTop)
def _cast_from_top(frame: Frame, node: CastFromTop) -> None:
    """Carry out cascade: cast a card of lesser mana value than the spell (702.85a in 2024-06-07)."""
    from_top(frame, frame.controller, look(frame.kernel, frame.source).mana_value - 1, "cascade")


def from_top(frame: Frame, player: str, most: int, verb: str) -> None:
    """Exile cards from the top of the library up to a nonland card of at most this mana value; it may be cast for
    nothing, or for discover goes to the hand; the rest goes to the bottom in a random order."""
    kernel = frame.kernel
    exiled: list[int] = []
    found = 0
    for card in list(kernel.state.zone("library", player)):
        exiled += [event.new for event in commit(kernel, [move(card, "exile", "exile", player=player)])]
        seen = look(kernel, exiled[-1]) if exiled else None
        if seen is not None and "land" not in seen.types and seen.mana_value <= most:
            found = exiled.pop()
            break
    if found and asked_to_cast(frame, Request(player, found), f"cast {kernel.label(found)} for nothing"):
        spell = cast(kernel, Request(player, found), make_mana, free=True, now=True)
        if kernel.rules.cast_from_top_by == "spell" and look(kernel, spell.id).mana_value > most:
            raise kernel.illegal(f"{spell.label} has too great a mana value to be cast so")
    elif found and verb == "discover":
        commit(kernel, [move(found, "hand", "put", player=player)])
    elif found:
        exiled.append(found)
    commit(kernel, [move(each, "library", "put", player=player, position="bottom") for each in exiled])
    kernel.note(f"{len(exiled)} cards go to the bottom of {player}'s library")


@does(Haunting)
def _haunting(frame: Frame, node: Haunting) -> None:
    kernel, bound = frame.kernel, frame.bound
    card = kernel.thing(ref_id(now(frame, object_ref(frame.source))) or 0)
    if card is None or card.zone != "graveyard" or not bound.targets or not bound.targets[0]:
        return
    moved = commit(kernel, [move(card.id, "exile", "haunt", player=frame.controller)])
    for event in moved:
        removed = kernel.thing(event.new)
        if removed is not None:
            removed.remembers["linked haunt"] = list(bound.targets[0])
            kernel.note(f"{removed.label} haunts {kernel.label(bound.targets[0][0])}", "haunt")


@does(MadnessOffer)
def _madness_offer(frame: Frame, node: MadnessOffer) -> None:
    """Offer to play the card for its madness cost: now, or until its owner passes (``madness_window``)."""
    kernel = frame.kernel
    card = kernel.thing(frame.source)
    if card is None:
        return
    if kernel.rules.madness_window == "until pass":
        _until_pass(frame, node, card.id)
        return
    offer = Request(frame.controller, card.id, alternative="permission")
    if asked_to_cast(frame, offer, f"play {card.label} for its madness cost"):
        request = Request(frame.controller, card.id, alternative="permission")
        cast(kernel, request, make_mana, now=True, offered=(node.cost,))
        kernel.note(f"{card.label} is played for its madness cost", "madness")
        return
    kernel.note(f"{card.label} is not played", "madness")
    commit(kernel, [move(card.id, "graveyard", "put", player=frame.controller)])


def _until_pass(frame: Frame, node: MadnessOffer, card_id: int) -> None:
    kernel = frame.kernel
    state = kernel.state
    permission = MayPlay(Self(), node.cost, "instant")
    inner = clone(frame.bound)
    ends = PassesPriority(IsPlayerRef(You()))
    state.effects.append(
        Effect(
            state.fresh_id(),
            (permission,),
            [f"player {frame.controller}"],
            "until pass",
            inner,
            state.tick(),
            state.turn,
            label="the madness permission",
        )
    )
    put = ir.Move(Self(), ir.Destination("graveyard"), "put", from_="exile")
    ability = TriggeredAbility(ends, put, zones=())
    state.delayed.append(
        DelayedTrigger(
            state.fresh_id(),
            ability,
            clone(frame.bound),
            state.batches,
            True,
            began_turn=state.turn,
            label=kernel.label(card_id),
        )
    )
    happen(kernel, [], state.touch)
    kernel.note(f"{kernel.label(card_id)} may be played until {frame.controller} passes", "madness")
