"""Trigger events of zone changes: arriving, leaving, dying, discarded, drawn."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node, node, rewrite
from rulesite.engine.abilities.predicates import Anything, IsCard, IsObject, Predicate
from rulesite.engine.abilities.references import Self, SomePlayer
from rulesite.engine.state.characteristics import controller_of
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id

from .event_matching import Facts, facts, fits, following, player_fits, watch
from .frame import PREDICATES, Frame, answers
from .keyword_meanings import DoneResolving, ExiledByItself
from .looking_back import looks_back
from .references import owner_of


@watch(ir.ZoneChange)
def _zone_change(frame: Frame, pattern: ir.ZoneChange, event: Event) -> list[Facts]:
    if (
        event.kind not in ("move", "arrive")
        or pattern.from_ not in (None, event.from_zone)
        or pattern.to not in (None, event.zone)
    ):
        return []
    if (
        pattern.not_to == event.zone
        or (pattern.not_from is not None and pattern.not_from == event.from_zone)
        or (pattern.from_ is None and pattern.to is None)
        or (event.from_zone == event.zone)
    ):
        return []
    subject = _moved_subject(frame, pattern, event)
    left_play = subject == object_ref(event.old) and event.from_zone in ("battlefield", "stack")
    if not fits(frame, rewrite(pattern.what, _any_of_cards) if left_play else pattern.what, subject):
        return []
    if pattern.whose is not None and not _whose(frame, pattern.whose, player_ref(owner_of(frame.kernel, subject))):
        return []
    by = controller_of(frame.kernel, subject)
    how = bool(event.facts.get("tapped"))
    if not player_fits(frame, pattern.by, by) or (how and pattern.untapped) or (pattern.tapped and not how):
        return []
    return [facts(subject, "", by, 1, **following(event))]


@watch(DoneResolving)
def _done_resolving(frame: Frame, pattern: DoneResolving, event: Event) -> list[Facts]:
    into_graveyard = ir.ZoneChange(IsObject(Self()), "stack", "graveyard")
    return _zone_change(frame, into_graveyard, event) if event.tagged("resolved") else []


@watch(ExiledByItself)
def _exiled_by_itself(frame: Frame, pattern: ExiledByItself, event: Event) -> list[Facts]:
    from_hand = ir.ZoneChange(IsObject(Self()), "hand", "exile")
    own = any(key.startswith(f"{event.old} ") for key in event.applied)
    return _zone_change(frame, from_hand, event) if own and event.tagged("discard") else []


def _whose(frame: Frame, whose: Node, owner: str) -> bool:
    """Whether the words mean this owner's zone ("an opponent's graveyard": any opponent's)."""
    if isinstance(whose, SomePlayer):
        return frame.matches(whose.who, owner)
    return owner in frame.refs(whose)


@node
class _OfCard(Predicate):
    """An object represented by a card, in whatever zone: a permanent or a spell, but no token and no copy."""


@answers(PREDICATES, _OfCard)
def _is_of_card(frame: Frame, node: _OfCard, ref: str) -> bool:
    thing_id = ref_id(ref) or 0
    found = frame.kernel.thing(thing_id) or frame.kernel.known(thing_id)
    return found is not None and found.kind == "card"


def _any_of_cards(part: Node) -> Node:
    """ "A card is put into a graveyard from anywhere": that includes a card that was a permanent or a spell until
    then."""
    return _OfCard() if isinstance(part, IsCard) else part


def _moved_subject(frame: Frame, pattern: ir.ZoneChange, event: Event) -> str:
    """The object that a zone-change pattern looks at: the one before the move if it looks back, else the one after
    it."""
    before = looks_back(frame.kernel.rules, pattern, event)
    return object_ref(event.old if before and event.old else event.new or event.old)


@watch(ir.Sacrificed)
def _sacrificed(frame: Frame, pattern: ir.Sacrificed, event: Event) -> list[Facts]:
    if event.kind != "move" or not event.tagged("sacrifice"):
        return []
    subject = object_ref(event.old or event.object_id)
    if not fits(frame, pattern.what, subject) or not player_fits(frame, pattern.who, event.player):
        return []
    return [facts(subject, "", event.player, 1, **following(event))]


@watch(ir.KeywordDone)
def _keyword_done(frame: Frame, pattern: ir.KeywordDone, event: Event) -> list[Facts]:
    """Match "exploits": a creature exploits the one that is sacrificed as its exploit ability resolves
    (702.110b in 2015-03-23); "enlists", "crews" and "saddles"."""
    if pattern.keyword == "enlist":
        enlists = event.kind == "tap" and event.facts.get("keyword") == "enlist"
        subject = object_ref(event.source)
        enlists = enlists and fits(frame, pattern.what, subject) and fits(frame, pattern.other, event.ref)
        return [facts(subject, event.ref, event.player, 1)] if enlists else []
    if pattern.keyword in ("crew", "saddle"):  # a creature does as it is tapped for the cost (702.122b in 2021-07-23)
        done = event.kind == "keyword" and event.facts.get("action") == pattern.keyword
        other = object_ref(event.source)
        done = done and fits(frame, pattern.what, event.ref) and fits(frame, pattern.other, other)
        return [facts(event.ref, other, event.player, 1)] if done else []
    if pattern.keyword == "warp":  # a spell is warped as it is cast for its warp cost (702.185c in 2026-06-19)
        warped = event.kind == "cast" and pattern.keyword in event.facts.get("paid", ())
        return [facts(event.ref, "", event.player, 1)] if warped and fits(frame, pattern.what, event.ref) else []
    if pattern.keyword == "mutate":
        mutates = event.kind == "mutate" and fits(frame, pattern.what, event.ref)
        return [facts(event.ref, "", event.player, 1)] if mutates else []
    if pattern.keyword != "exploit":
        raise NotModelled(f"the engine does not watch for what the keyword {pattern.keyword!r} does yet")
    if event.kind != "move" or not event.tagged("sacrifice") or event.facts.get("keyword") != pattern.keyword:
        return []
    subject, other = object_ref(event.source), object_ref(event.old or event.object_id)
    if not fits(frame, pattern.what, subject) or not fits(frame, pattern.other, other):
        return []
    return [facts(subject, other, event.player, 1, **following(event))]


@watch(ir.Destroyed)
def _destroyed(frame: Frame, pattern: ir.Destroyed, event: Event) -> list[Facts]:
    if event.kind != "destroy" and not (event.kind == "move" and event.tagged("destroy") and event.new):
        return []
    subject = object_ref(event.old) if event.old else event.ref
    return (
        [facts(subject, "", controller_of(frame.kernel, subject), 1, **following(event))]
        if fits(frame, pattern.what, subject)
        else []
    )


@watch(ir.Discarded)
def _discarded(frame: Frame, pattern: ir.Discarded, event: Event) -> list[Facts]:
    if event.kind != "move" or not event.tagged("discard"):
        return []
    card = event.old if event.zone == "battlefield" else event.new  # a permanent is no card: the card was in the hand
    subject = object_ref(card or event.object_id)
    by = event.facts.get("cause") or event.source
    cause = object_ref(by) if by else ""
    if not fits(frame, pattern.what, subject) or not player_fits(frame, pattern.who, event.player):
        return []
    if not isinstance(pattern.cause, Anything) and not (cause and fits(frame, pattern.cause, cause)):
        return []
    return [facts(subject, cause, event.player, 1, **following(event))]


@watch(ir.Milled)
def _milled(frame: Frame, pattern: ir.Milled, event: Event) -> list[Facts]:
    if event.kind != "move" or not event.tagged("mill"):
        return []
    subject = object_ref(event.new or event.object_id)
    if not fits(frame, pattern.what, subject) or not player_fits(frame, pattern.who, event.player):
        return []
    return [facts(subject, "", event.player, 1, **following(event))]


@watch(ir.Drawn)
def _drawn(frame: Frame, pattern: ir.Drawn, event: Event) -> list[Facts]:
    drawn = event.kind == "draw" or (event.kind == "move" and event.tagged("draw"))
    if not drawn or not player_fits(frame, pattern.who, event.player):
        return []
    if not isinstance(pattern.what, Anything) and not fits(frame, pattern.what, object_ref(event.new or 0)):
        return []
    number = int(event.facts.get("nth", 1))
    if pattern.nth is not None and number != pattern.nth:
        return []
    if pattern.not_first_in_draw_step and event.facts.get("first in draw step"):
        return []
    return [facts(object_ref(event.new) if event.new else "", "", event.player, 1, **following(event))]
