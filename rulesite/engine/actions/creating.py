"""Making objects: tokens and copies; playing cards during a resolution; extra turns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.references import Memo
from rulesite.engine.casting.new_targets import become_targets, change_one_target, choose_new_targets
from rulesite.engine.casting.targets import legal
from rulesite.engine.combat.attacking import join_attack, join_attack_on
from rulesite.engine.combat.blocking import join_block
from rulesite.engine.effects.copying import Copying, copiable, copiable_whole, speaking, to_copy
from rulesite.engine.effects.locked_in import with_choices
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import CastLastingCopy, CopyLasting
from rulesite.engine.evaluation.references import now
from rulesite.engine.events.batch import commit
from rulesite.engine.events.perform import Turns, does, perform
from rulesite.engine.events.tokens import Creation, make_tokens
from rulesite.engine.state.characteristics import act_for_controller
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import SNEAKS_AT, Bindings, Card, Play, Thing
from rulesite.engine.state.sides import BESTOWED
from rulesite.engine.state.zones import create

from .common import in_turn, link, objects, remember


@does(ir.CreateToken, by="who")
def _create_token(frame: Frame, node: ir.CreateToken, who: Node, players: list[str]) -> None:
    kernel = frame.kernel
    turns = Turns(frame, who, players)
    kinds = [each for each in (node, *node.also) if isinstance(each, ir.CreateToken)]
    if len({(each.attacking, each.attacked, each.blocking) for each in kinds}) > 1:
        raise NotModelled("the engine does not create some tokens in combat and others with them that are not")
    creations: list[Creation] = []
    for player in turns:
        with turns.of(player):
            owner = frame.controller if kernel.rules.token_owner == "creator" else player
            if kernel.state.players[player].lost or kernel.state.players[owner].lost:
                kernel.note(f"{player} has left the game: no token is created", "player_leaves")
                continue
            for each in kinds:
                creations += _creation(frame, each, player, owner)
    made = make_tokens(kernel, creations)
    for player in turns:
        with turns.of(player):
            mine = made.get(player, [])
            for thing in mine if node.attacking else ():
                foe = "" if node.attacked is None else next(iter(frame.refs(node.attacked)), "")
                if node.attacked is None or (node.or_walker and ref_player(foe)):
                    join_attack(kernel, thing, ref_player(foe) or "")
                else:
                    join_attack_on(kernel, thing, foe)
            if node.blocking is not None:
                join_block(kernel, [thing.id for thing in mine], objects(frame, node.blocking))
            remember(frame, "create", [object_ref(thing.id) for thing in mine])
            link(frame, "create", [object_ref(thing.id) for thing in mine])
    turns.gather()


def _creation(frame: Frame, node: ir.CreateToken, player: str, owner: str) -> list[Creation]:
    """The tokens of one kind that a player is to create; none if there is nothing to copy."""
    found = _token_card(frame, node.token)
    if found is None:
        frame.kernel.note("there is nothing to copy, so no token is created")
        return []
    card = _with_exceptions(frame, node, found[0])
    how: dict[str, Any] = {"tapped": node.tapped, "face": found[1]}
    if node.attached is not None:  # an Aura of nothing is not created (303.4g in 2026-06-19)
        how["attached_to"] = next(iter(objects(frame, node.attached)), "")
        if not how["attached_to"]:
            frame.kernel.note("there is nothing that the token could be attached to, so it is not created")
            return []
    return [Creation(player, card, frame.amount(node.amount), frame.source, owner, how)]


def _token_card(frame: Frame, token: object) -> tuple[Card, int] | None:
    """The values of a token, and which face of it is up; None if the object to copy is not there."""
    if not isinstance(token, ir.Token):
        original = to_copy(frame, token)
        return None if original is None else copiable_whole(frame.kernel, original)
    if token == ir.Token((), name=token.name):
        return _named_card(frame.kernel, token.name), 0
    power = frame.amount(token.power) if token.power is not None else None
    toughness = frame.amount(token.toughness) if token.toughness is not None else None
    kind = "Token" if frame.kernel.rules.token_name == "word" else ""
    name = token.name or " ".join(filter(None, (*token.subtypes, kind))) or "Token"
    card = Card(
        name,
        token.types,
        token.supertypes,
        token.subtypes,
        frozenset(token.colors),
        None,
        power,
        toughness,
        abilities=tuple(with_choices(frame, ability) for ability in token.abilities),
    )
    return card, 0


def as_stated(steps: tuple[Any, ...]) -> tuple[Any, ...]:
    """The steps of an effect; what one of them says that a token "has" or "is" are values of the token that the step
    before creates (111.3 in 2006-10-01)."""
    made: list[Any] = []
    for step in steps:
        about_token = isinstance(step, ir.Continuous) and step.on_arrival and step.what == ir.Memo("create")
        before = made[-1] if about_token else None
        creation = before.then if isinstance(before, ir.If) else before
        if isinstance(creation, ir.CreateToken) and isinstance(creation.token, ir.Token):
            for change in step.changes:
                creation = replace(creation, token=_with_value(creation.token, change))
            made[-1] = replace(before, then=creation) if isinstance(before, ir.If) else creation
        else:
            made.append(step)
    return tuple(made)


def _with_value(token: ir.Token, change: ir.Change) -> ir.Token:
    match change:
        case ir.GrantAbilities(abilities=abilities):
            return replace(token, abilities=(*token.abilities, *abilities))
        case ir.SetBasePowerToughness(power=power, toughness=toughness):
            return replace(token, power=power or token.power, toughness=toughness or token.toughness)
    raise NotModelled(f"the engine does not create tokens with the value {type(change).__name__} stated of them")


def _named_card(kernel: Kernel, name: str) -> Card:
    """The card named for a token (111.11 in 2024-06-07).

    Raises :class:`NotModelled` if that card is unknown.
    """
    there = (thing.card for thing in kernel.state.things.values() if thing.kind == "card" and thing.card.name == name)
    card = kernel.state.reference.get(name) or next(there, None)
    if card is None:
        raise NotModelled(f"nothing says what the card {name} is")
    return card


@in_turn(ir.GetEmblem)
def _get_emblem(frame: Frame, node: ir.GetEmblem, player: str) -> None:
    """Put an emblem into the command zone, which has the abilities and no other characteristics (114.1 to 114.4 in
    2024-06-07)."""
    kernel = frame.kernel
    if not kernel.has("emblems"):
        return
    kept: list[Any] = [with_choices(frame, ability) for ability in node.abilities]
    abilities = tuple(replace(ability, zones=("command",)) for ability in kept)
    emblem = create(kernel, Card("", abilities=abilities), player, "command", label="emblem", kind="emblem")
    kernel.state.touch()
    kernel.note(f"{player} gets {emblem.label}", "emblems")


@in_turn(ir.CopySpell)
def _copy_spell(frame: Frame, node: ir.CopySpell, player: str) -> None:
    made = []
    spells = objects(frame, node.what)
    if not spells and isinstance(node.what, ir.TriggerObject | ir.Self):
        spells = frame.refs(node.what)  # it is copied as it last was on the stack
    for ref in spells:
        known = frame.kernel.known(ref_id(ref) or 0)
        original = frame.kernel.thing(ref_id(ref) or 0) or (known.spell if known is not None else None)
        if original is not None and original.kind == "card" and original.zone in ("exile", "graveyard", "hand"):
            made += _copies_of_card(frame, node, original, player)
            continue
        if original is None or original.play is None:
            raise NotModelled("a copy of what has left the stack")
        if node.aimed is not None and not _can_aim(frame, original, player, node.aimed):
            continue
        if node.for_each is not None:
            made += _spread(frame, node, original, player)
            continue
        for _ in range(frame.amount(node.amount)):
            made.append(_copy_of_spell(frame, node, original, player, node.new_targets))
            if node.aimed is not None:
                _aim(frame, made[-1], player, node.aimed)
            play = frame.kernel.state.things[ref_id(made[-1]) or 0].play
            if play is not None:
                become_targets(Frame(frame.kernel, play.bound), [ref for refs in play.bound.targets for ref in refs])
    remember(frame, "copy", made)


def _with_exceptions(frame: Frame, node: ir.CreateToken | ir.CopySpell, values: Card) -> Card:
    """What a copy of these values is, with the exceptions that the instruction makes (707.9a in 2026-06-19)."""
    card, _ = Copying(node.except_, ability=speaking(frame), rules=frame.kernel.rules).of(values)
    return card


def _copy_of_spell(frame: Frame, node: ir.CopySpell, original: Thing, player: str, new_targets: bool) -> str:
    values = copiable(frame.kernel, original) if original.face_down else original.card
    return _copy(frame.kernel, player, original, _with_exceptions(frame, node, values), new_targets)


def _spread(frame: Frame, node: ir.CopySpell, original: Thing, player: str) -> list[str]:
    """A copy for each of the described objects that the spell could target, besides those that it targets (707.10)."""
    if not node.spread or node.for_each is None:
        raise NotModelled("copies for each of several objects of which nothing says what they target")
    described = ir.rewrite(node.for_each, lambda part: ir.Anything() if isinstance(part, ir.OtherThan) else part)
    other = described != node.for_each and original.play is not None
    taken = {ref for refs in (original.play.bound.targets if other and original.play else ()) for ref in refs}
    made = []
    for ref in _aims(frame, original, player, ir.Every(described)):
        if ref in taken:
            continue
        made.append(_copy_of_spell(frame, node, original, player, new_targets=False))
        _aim_at(frame, made[-1], ref)
        play = frame.kernel.state.things[ref_id(made[-1]) or 0].play
        if play is not None:
            become_targets(Frame(frame.kernel, play.bound), [ref])
    return made


def _copies_of_card(frame: Frame, node: ir.CopySpell, original: Thing, player: str) -> list[str]:
    """Copies of a card in the zone where it is, to be cast from there (707.12 in 2026-06-19)."""
    kernel = frame.kernel
    card = _with_exceptions(frame, node, original.card)
    copies = [
        create(kernel, card, player, original.zone, label=original.label, kind="copy")
        for _ in range(frame.amount(node.amount))
    ]
    for copy in copies:
        kernel.note(f"{player} copies {original.label}: {copy.label}")
    return [object_ref(copy.id) for copy in copies]


@does(CopyLasting)
def _copy_lasting(frame: Frame, node: CopyLasting) -> None:
    spell = frame.bound.record.lasting
    remember(frame, "copy", [_copy(frame.kernel, frame.controller, spell, spell.card, True)])


@does(CastLastingCopy)
def _cast_lasting_copy(frame: Frame, node: CastLastingCopy) -> None:
    spell = frame.bound.record.lasting
    copy = create(frame.kernel, spell.card, frame.controller, "exile", label=spell.label, kind="copy")
    remember(frame, "copy", [object_ref(copy.id)])
    perform(frame, ir.May(ir.PlayCard(Memo("copy"))))


def _can_aim(frame: Frame, original: Thing, player: str, at: Node) -> bool:
    """Whether some object or player can be each target of a copy; if none can, the copy is not created (707.10e in
    2026-06-19)."""
    if _aims(frame, original, player, at) or not frame.kernel.has("copy_of_new_target"):
        return True
    frame.kernel.note(f"nothing there can be each target of a copy of {original.label}: none is put on the stack")
    return False


def _aims(frame: Frame, spell: Thing, player: str, at: Node) -> list[str]:
    """The objects and players, of those described, that can be each target of a copy of a spell or ability."""
    if spell.play is None:
        return []
    inner = clone(spell.play.bound)
    inner.controller = player
    slots = getattr(spell.play.ability, "targets", ())
    chosen = [(slot, refs) for slot, refs in zip(slots, inner.targets, strict=False) if refs]
    if any(len(refs) > 1 for _, refs in chosen):
        return []
    found = dict.fromkeys(now(frame, ref) for ref in frame.refs(at))
    return [ref for ref in found if all(legal(Frame(frame.kernel, inner), slot, ref) for slot, _ in chosen)]


def _aim(frame: Frame, copy: str, player: str, at: Node) -> None:
    """Make each target of a copy the object or player that an effect names; the controller chooses if there are
    several."""
    kernel = frame.kernel
    thing = kernel.state.things[ref_id(copy) or 0]
    options = _aims(frame, thing, player, at)
    if thing.play is None or not options:
        return
    _aim_at(frame, copy, kernel.choose("target", player, thing.label, "the target of the copy", options)[0])


def _aim_at(frame: Frame, copy: str, target: str) -> None:
    """Make each target of a copy this one."""
    kernel = frame.kernel
    thing = kernel.state.things[ref_id(copy) or 0]
    if thing.play is None:
        return
    bound = thing.play.bound
    bound.targets = [[target] if refs else [] for refs in bound.targets]
    bound.division = {target: sum(bound.division.values())} if bound.division else {}
    kernel.note(f"{thing.label} targets {kernel.label(target)}", "copy_of_new_target")


def _copy(kernel: Kernel, player: str, original: Thing, card: Card, new_targets: bool) -> str:
    """Put a copy of a spell or ability on the stack: with it go all decisions made for the original, and what paid its
    costs (707.10 in 2026-06-19)."""
    play: Play = clone(original.play) if original.play is not None else Play(Bindings(player))
    kind = "ability" if original.kind == "ability" else "copy"
    thing = create(kernel, card, player, "stack", label=f"copy of {original.label}", kind=kind)
    inner = play.bound
    thing.face = original.face
    thing.remembers = {
        word: clone(value)
        for word, value in original.remembers.items()
        if word.startswith("linked ") or word in (BESTOWED, SNEAKS_AT)
    }
    inner.controller, inner.stack_id = player, thing.id
    inner.mana_spent = []  # mana is not an object, and none was spent for the copy
    if kind == "copy":
        inner.source = thing.id
    play.copy = True
    thing.play = play
    kernel.state.touch()
    kernel.note(f"{player} puts {thing.label} on the stack")
    slots = getattr(play.ability, "targets", ())
    if new_targets and slots and kernel.ask("new targets", player, thing.label, "choose new targets"):
        choose_new_targets(Frame(kernel, inner), slots, player, thing.label)
    commit(kernel, [Event("copy", object_ref(thing.id), player=player)])
    return object_ref(thing.id)


@in_turn(ir.ChangeTargets)
def _change_targets(frame: Frame, node: ir.ChangeTargets, player: str) -> None:
    kernel = frame.kernel
    for ref in objects(frame, node.what):
        thing = kernel.state.things[ref_id(ref) or 0]
        slots = getattr(thing.play.ability, "targets", ()) if thing.play is not None else ()
        if thing.play is None or not slots:
            continue
        act_for_controller(kernel, thing)
        to = None if node.to is None else [now(frame, each) for each in frame.refs(node.to)]
        inner = Frame(kernel, thing.play.bound)
        if node.one:
            become_targets(inner, change_one_target(inner, slots, player, thing.label, to))
            continue
        another = not node.new and not node.some
        become_targets(inner, choose_new_targets(inner, slots, player, thing.label, another=another, to=to))
