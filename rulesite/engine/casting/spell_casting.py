"""Playing (casting) a spell, one function for each step of rule 601.2 (409.1 in 2006-10-01), in their order.

The caller undoes everything when a step is impossible: see :mod:`rulesite.engine.game`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rulesite.engine.abilities.changes import GrantAbilities
from rulesite.engine.abilities.combining import Modal
from rulesite.engine.abilities.conditions import RevealedOrHad
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.kinds import SpellAbility, StaticAbility
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.static_parts import (
    AdditionalCost,
    AlternativeCost,
    Applies,
    LostIfAsInstant,
    MayPlayAsInstant,
    MayPlayFrom,
    Replaces,
)
from rulesite.engine.casting.turning_up import morph_of, turn_down
from rulesite.engine.effects.continuous import TURNED_DOWN
from rulesite.engine.effects.unread import check_read
from rulesite.engine.eras.terminology import play_verb
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import FORETOLD
from rulesite.engine.events.batch import commit, happen
from rulesite.engine.faces.prepared_permanents import has_been_cast
from rulesite.engine.faces.which_face import CAST_TRANSFORMED, PLAYABLE, face_to_cast, put_up
from rulesite.engine.players.commander import count_cast, may_cast_from_command_zone
from rulesite.engine.state.ability_record import AbilityRecord
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import IllegalAction, NotModelled
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import Effect, object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import ATTACKED, CAST_BY, CAST_LATE, SNEAKS_AT, Bindings, Card, Play, Thing
from rulesite.engine.state.sides import BESTOWED
from rulesite.engine.state.teams import takes_turn

from .announcing import announce_targets, divide, spell_ability
from .any_mana import any_mana_for
from .choosing_modes import announce_choices
from .payments import Item, items
from .permissions import PERMISSION, Permission, as_own, permissions, use
from .play_costs import Request, Window, card_parts, pay, spell_cost
from .splicing import splice
from .timing import (
    check_card_restrictions,
    check_prohibited,
    check_spell_timing,
    in_time,
    sorcery_time,
)


@dataclass
class Casting:
    """A card that is being cast: what the player announced, and what the steps have decided so far.

    ``parts`` are the parts of its text about playing it, ``permitted`` the effects of others that let it be played,
    ``used`` those of them without which it could not be played from where it is;
    ``spell``, its ``frame`` and ``ability`` are set once it is on the stack, ``costs`` once they are announced.
    """

    kernel: Kernel
    request: Request
    card: Thing
    free: bool
    face: int = 0
    parts: list[Any] = field(default_factory=list)
    permitted: list[Permission] = field(default_factory=list)
    used: list[Permission] = field(default_factory=list)
    from_zone: str = ""
    any_mana: str = ""
    costs: list[Item] = field(default_factory=list)

    spell: Thing = field(init=False)
    frame: Frame = field(init=False)
    play: Play = field(init=False)

    @property
    def player(self) -> str:
        """The player who casts it."""
        return self.request.player

    @property
    def ability(self) -> SpellAbility:
        """The spell's instructions and targets."""
        ability: SpellAbility = self.play.ability
        return ability


def cast(
    kernel: Kernel,
    request: Request,
    window: Window,
    free: bool = False,
    now: bool = False,
    offered: tuple[Cost, ...] = (),
) -> Thing:
    """Play a card as a spell; returns the spell on the stack.

    ``free``: without paying its mana cost. ``now``: during a resolution, where an effect allows it, whatever the time
    and the zone. ``offered`` are costs that the effect lets the player pay instead ("permission").

    Raises :class:`IllegalAction`; the state is then half-way and must be restored.
    """
    casting = Casting(kernel, request, kernel.state.things[request.thing], free)
    _look_at_it(casting, now)
    if not (free or now):
        _begin(casting)
    _propose(casting)
    _check_legality(casting)
    check_read(casting.card)
    _announce_choices(casting, offered)
    _announce_costs(casting)
    _choose_targets(casting)
    _divide(casting)
    _pay(casting, window)
    return _become_cast(casting)


def why_not_proposed(kernel: Kernel, request: Request) -> IllegalAction | None:
    """Why an effect that lets a player cast a card cannot have it proposed at all; ``None`` if nothing prohibits it, or
    if that depends on choices that come later (601.3a)."""

    try:
        return kernel.why_illegal(lambda: _check_legality(_proposed(kernel, request)))
    except NotModelled:
        return None


def _proposed(kernel: Kernel, request: Request) -> Casting:
    """A card that has been put onto the stack as a spell, with nothing chosen for it yet."""
    casting = Casting(kernel, request, kernel.state.things[request.thing], True)
    _look_at_it(casting)
    _propose(casting)
    return casting


def costs_of_spell(kernel: Kernel, player: str, card: Thing) -> list[Any]:
    """The costs that a card would have on the stack and does not have where it is (see `_costs_gained`)."""
    field = kernel.state.zone("battlefield")
    if not any(_gives_costs(kernel.state.things[each].card) for each in field):
        return []
    gained: list[Any] = []

    def propose() -> None:
        casting = _proposed(kernel, Request(player, card.id))
        gained.extend(_costs_gained(kernel, casting.spell, casting.parts))

    with suppress(NotModelled):
        kernel.why_illegal(propose)
    return gained


def _gives_costs(card: Card) -> bool:
    """Whether a static ability that is printed on a card gives others what is paid for spells."""
    parts = [part for each in card.abilities if isinstance(each, StaticAbility) for part in each.parts]
    changes = [change for part in parts if isinstance(part, Applies) for change in part.changes]
    given = [node for each in changes if isinstance(each, GrantAbilities) for node in walk(each)]
    return any(isinstance(node, AdditionalCost | AlternativeCost) for node in given)


def _look_at_it(casting: Casting, now: bool = False) -> None:
    """Look at the card as the spell that it would be; only that decides whether it can be cast (601.3e)."""
    kernel, request, card = casting.kernel, casting.request, casting.card
    if "+" in request.alternative and kernel.has("one_alternative_cost"):
        raise kernel.illegal(f"two alternative costs cannot be applied to {card.label}", "one_alternative_cost")
    face, alternative = request.face, request.alternative
    casting.face = face_to_cast(kernel, casting.player, card, face, alternative, request.options, now)
    front = card_parts(kernel, card) if request.alternative in CAST_TRANSFORMED else []
    put_up(kernel, card, casting.face)
    _as_cast(kernel, card, request.alternative)
    casting.permitted = permissions(kernel, casting.player, card.id)
    casting.any_mana = request.any_mana or any_mana_for(kernel, casting.player, card)
    casting.parts = [*front, *card_parts(kernel, card)]
    if casting.face and request.alternative == card.card.layout:
        request.alternative = ""  # prototype: its cost is the mana cost of the face that is cast
    check_card_restrictions(kernel, casting.player, card, casting.parts)


def _begin(casting: Casting) -> None:
    """Check that the player may begin to cast it now, from where it is (601.3; 304.1, 307.1 and so on)."""
    kernel, player, card, parts = casting.kernel, casting.player, casting.card, casting.parts
    alternative = casting.request.alternative
    kept = [part.zone for part in parts if isinstance(part, MayPlayFrom) and part.only]
    if any(zone != card.zone for zone in kept) and kernel.has("cast_prohibited"):
        raise kernel.illegal(f"{card.label} can be played from no {card.zone}", "cast_prohibited")
    used = [each for each in casting.permitted if each.counts_for(alternative)]
    early = any(isinstance(part, MayPlayAsInstant) and part.cost is None for part in parts) or any(
        each.may.timing == "instant" for each in used
    )
    face_down = casting.request.alternative == "morph"
    early = early or (kernel.has("offering") and "offering" in casting.request.options)
    if alternative == "sneak" and kernel.has("sneak"):
        if not takes_turn(kernel.state, player) or kernel.state.step != "declare blockers":
            raise kernel.illegal(f"{card.label} can be sneaked in only as creatures block {player}'s attack", "sneak")
        early = True
    dearer = [part.cost for part in parts if isinstance(part, MayPlayAsInstant) and part.cost is not None]
    if dearer and not in_time(kernel, player, card, early, face_down):
        parts.append(AdditionalCost(dearer[0], name="flash"))
        early = True
    check_spell_timing(kernel, player, card, early, face_down)
    openers = [each for each in used if each.opens_zone]
    own = _zone_costs(kernel, player, card, parts, alternative)
    if own is None:
        casting.used = openers
    if all(each.may.limit is not None for each in openers):
        if own is None and not openers:
            where = f"{card.owner}'s {card.zone}"
            raise kernel.illegal(f"{player} cannot play {card.label} from {where}", "announce")
        if own is None:
            use(kernel, openers)
        parts += own or []


def _propose(casting: Casting) -> None:
    """Move the card from where it is to the stack (601.2a; 409.1a in 2006-10-01)."""
    kernel, player, card = casting.kernel, casting.player, casting.card
    kernel.note(f"{player} {play_verb(kernel.rules, 'spell')} {card.label}", "announce")
    casting.from_zone = card.zone
    bestowed, foretold = bool(card.remembers.get(BESTOWED)), card.remembers.get(FORETOLD)
    late = not sorcery_time(kernel, player) and any(isinstance(part, LostIfAsInstant) for part in casting.parts)
    put = move(card.id, "stack", "play", player=player, controller=player, why="announce", face=casting.face)
    (moved, *_) = commit(kernel, [put])
    spell = casting.spell = kernel.state.things[moved.new]
    _goes_with(kernel, card.id, spell.id, casting.request.alternative)
    if bestowed:
        spell.remembers[BESTOWED] = True
        kernel.state.touch()
    if foretold is not None:
        spell.remembers[FORETOLD] = foretold
    if late:
        spell.remembers[CAST_LATE] = True
    if casting.used:
        spell.remembers[CAST_BY] = sorted({each.frame.source for each in casting.used if each.frame is not None})
    if casting.request.alternative == "morph":
        turn_down(kernel, spell)


def _check_legality(casting: Casting) -> None:
    """Check that nothing prohibits the proposed spell (601.2e; 409.1e in 2006-10-01).

    This is checked as soon as the answer is known, and again when later choices may change it (601.3a).
    """
    check_prohibited(casting.kernel, casting.player, casting.spell, casting.from_zone)


def _announce_choices(casting: Casting, offered: tuple[Cost, ...]) -> None:
    """Announce modes, spliced cards and X (601.2b; 409.1b in 2006-10-01)."""
    kernel, request, spell = casting.kernel, casting.request, casting.spell
    costs = [each.may.cost for each in casting.permitted]
    spell.remembers[PERMISSION] = [*offered, *(cost for cost in costs if cost is not None)]
    ability = spell_ability(kernel, spell)
    record = AbilityRecord(played_from=casting.from_zone, any_mana=casting.any_mana)
    casting.frame = Frame(kernel, Bindings(casting.player, spell.id, spell.id, record=record))
    _keep_granted(casting.frame, casting.parts)
    casting.parts += _costs_gained(kernel, spell, casting.parts)
    casting.play = spell.play = Play(casting.frame.bound, ability, alternative=request.alternative)
    kernel.state.touch()
    casting.costs = splice(casting.frame, request, spell)
    casting.play.ability = spell_ability(kernel, spell)
    announce_choices(casting.frame, request, casting.ability, spell.label)
    casting.costs += _of_modes(casting.frame, casting.player, casting.ability.effect)
    if any(isinstance(part, AdditionalCost) and part.name == "escalate" for part in casting.parts):
        request.options += ["escalate"] * (len(casting.frame.bound.modes) - 1)


def _of_modes(frame: Frame, player: str, effect: Node) -> list[Item]:
    """The additional costs of the chosen modes (702.172a, 702.183a in 2026-06-19)."""
    costs = [cost for part in walk(effect) if isinstance(part, Modal) for cost in part.costs]
    return [item for mode in frame.bound.modes if costs for item in items(frame, costs[mode - 1], player)]


def _announce_costs(casting: Casting) -> None:
    """Announce an alternative cost and the additional ones (601.2b; 409.1b in 2006-10-01)."""
    own = spell_cost(casting.frame, casting.request, casting.spell, casting.parts, casting.free)
    casting.costs = [*own, *casting.costs]
    offers = [each for each in casting.permitted if each.may.cost is not None]
    if casting.frame.bound.paid.get(PERMISSION) and not any(each in casting.used for each in offers):
        use(casting.kernel, [each for each in offers if each.counts_for(casting.request.alternative)])
    if casting.frame.bound.x is not None:
        casting.kernel.state.touch()
        _check_legality(casting)
        if casting.used and not any(each.allows_with_x(casting.spell) for each in casting.used):
            raise casting.kernel.illegal(f"{casting.spell.label} may not be played with this X", "announce")


def _choose_targets(casting: Casting) -> None:
    """Choose each target that the spell requires (601.2c; 409.1c in 2006-10-01)."""
    ability = casting.ability
    announce_targets(casting.frame, casting.request, ability.targets, ability.effect, casting.spell.label)


def _divide(casting: Casting) -> None:
    """Announce how an effect is divided among the targets (601.2d; 409.1d in 2006-10-01)."""
    divide(casting.frame, casting.ability.effect, casting.request.division, casting.spell.label)


def _pay(casting: Casting, window: Window) -> None:
    """Determine the total cost, make mana and pay (601.2f to 601.2h, each a function of `play_costs`)."""
    total = pay(casting.frame, casting.request, casting.costs, None, casting.spell.label, window)
    casting.play.total_cost = total
    if casting.request.alternative == "sneak":
        _follow(casting)


def _follow(casting: Casting) -> None:
    """Remember what the creature that was returned for sneak attacked (702.190b in 2026-06-19)."""
    for ref in casting.frame.bound.memo.get("return", ()):
        known = casting.kernel.known(ref_id(ref) or 0)
        if known is not None and known.remembers.get(ATTACKED):
            casting.spell.remembers[SNEAKS_AT] = known.remembers[ATTACKED]


def _become_cast(casting: Casting) -> Thing:
    """Finish casting: the spell becomes cast (601.2i; 409.1i in 2006-10-01)."""
    kernel, player, spell = casting.kernel, casting.player, casting.spell
    if not kernel.has("becomes_played"):
        return spell
    nth = 1 + sum(
        1
        for each in kernel.state.history
        if each.kind == "cast" and each.turn == kernel.state.turn and each.facts.get("player") == player
    )
    count_cast(kernel, player, spell, casting.from_zone)
    kernel.note(f"{spell.label} is {'played' if kernel.rules.words == 'play' else 'cast'}", "becomes_played")
    bound = casting.frame.bound
    facts = {
        "nth": nth,
        "from": casting.from_zone,
        "spent": len(bound.mana_spent),
        "X": bound.x,
        "paid": sorted(bound.paid),
        "had": _had(casting),
        "own step": kernel.state.step if takes_turn(kernel.state, player) else "",
    }
    happen(kernel, [Event("cast", object_ref(spell.id), player=player, facts=facts)])
    has_been_cast(kernel, casting.card)
    return spell


def _had(casting: Casting) -> list[str]:
    """What the spell's text asks of permanents that its controller has as it is cast, of which there is one, each as
    the text of its condition ("if you … or controlled a Dragon as you cast this spell")."""
    kernel, frame = casting.kernel, casting.frame
    held = [each.ability for each in look(kernel, casting.spell.id).abilities]
    asked = [node.what for ability in held for node in walk(ability) if isinstance(node, RevealedOrHad)]
    field = kernel.state.zone("battlefield") if asked else []
    mine = [object_ref(each) for each in field if look(kernel, each).controller == casting.player]
    return [repr(what) for what in asked if any(frame.matches(what, ref) for ref in mine)]


def _goes_with(kernel: Kernel, card_id: int, spell_id: int, alternative: str) -> None:
    """Let an effect that allowed a card to be cast continue to apply to the spell that it has become."""
    if not alternative or not kernel.has("granted_to_cast"):
        return
    for effect in kernel.state.effects:
        given = [node for part in effect.parts if isinstance(part, GrantAbilities) for node in walk(part)]
        cast_by = any(isinstance(node, AlternativeCost) and node.name == alternative for node in given)
        if cast_by and effect.affected is not None and object_ref(card_id) in effect.affected:
            effect.affected.append(object_ref(spell_id))
    kernel.state.touch()


def _as_cast(kernel: Kernel, card: Thing, alternative: str) -> None:
    """Show a card as the spell that it would be: only that is looked at to see if it can be cast (601.3e)."""
    if alternative == "bestow" and kernel.has("bestow"):
        card.remembers[BESTOWED] = True
        kernel.note(f"{card.label} is cast as an Aura with enchant creature", "bestow")
    elif alternative == "morph" and morph_of(kernel, card) is not None:
        card.face_down = card.remembers[TURNED_DOWN] = True
    else:
        return
    kernel.state.touch()


def _keep_granted(frame: Frame, parts: list[Any]) -> None:
    """Keep on the spell what the card gained, in the zone it was played from, about leaving the stack (flashback)."""
    kernel = frame.kernel
    own = card_parts(kernel, kernel.state.things[frame.source])
    for part in parts:
        if isinstance(part, Replaces) and part not in own:
            state = kernel.state
            state.effects.append(
                Effect(
                    state.fresh_id(),
                    (part.replacement,),
                    None,
                    "permanent",
                    frame.bound,
                    state.tick(),
                    state.turn,
                    "replacement",
                    label=kernel.label(frame.source),
                )
            )


def _costs_gained(kernel: Kernel, spell: Thing, parts: list[Any]) -> list[Any]:
    """The costs that a spell has on the stack and the card did not have where it was: of what effects give to spells
    (702.56a, 702.78a in 2026-06-19)."""
    costs = (part for part in card_parts(kernel, spell) if isinstance(part, AdditionalCost | AlternativeCost))
    return [part for part in costs if part not in parts]


def _zone_costs(
    kernel: Kernel, player: str, card: Thing, parts: list[Any], alternative: str
) -> list[AdditionalCost] | None:
    """The additional costs of playing a card from its zone, by the rules and its own text; None if neither lets it be
    played from there."""
    if card.zone == "hand" and card.owner == player:
        return []
    frame = Frame(kernel, Bindings(player, card.id))
    for part in parts:
        if (
            isinstance(part, MayPlayFrom)
            and card.zone in (part.zone, part.also)
            and part.using in ("", alternative)
            and as_own(kernel, player, card)
            and frame.holds(part.condition)
        ):
            return [AdditionalCost(part.extra)] if part.extra is not None else []
        if (
            isinstance(part, AlternativeCost)
            and part.from_ == card.zone
            and part.name == alternative
            and as_own(kernel, player, card)
            and frame.holds(part.condition)
        ):
            return []
    if player in card.remembers.get(PLAYABLE, []) or may_cast_from_command_zone(kernel, player, card):
        return []
    return None
