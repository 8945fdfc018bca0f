"""Instructions about the status of permanents: tap, attach, regenerate, remove from combat, become."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.predicates import IsObject
from rulesite.engine.abilities.references import Chosen, Self
from rulesite.engine.abilities.static_parts import EntersWith
from rulesite.engine.casting.setting_aside import become_plotted
from rulesite.engine.combat.blocking import become_blocked, make_block
from rulesite.engine.effects.attaching import can_attach
from rulesite.engine.effects.copying import underneath
from rulesite.engine.effects.entering import enter_with
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import PLOTTED, TributeOffer
from rulesite.engine.evaluation.references import now, source_name
from rulesite.engine.events.batch import commit, happen
from rulesite.engine.events.perform import does
from rulesite.engine.faces.prepared_permanents import prepare, unprepare
from rulesite.engine.state import face_down
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import Effect, object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import COLOURS, LEVEL, Thing
from rulesite.engine.state.sides import is_double_faced
from rulesite.engine.state.zones import leave_combat
from rulesite.engine.turn.phasing import phase_out

from .common import chosen_by, in_turn, named, objects, permanents, remember, together
from .named_choices import FREE, choose_freely


def _tap_or_untap(frame: Frame, kind: str, node: ir.Tap | ir.Untap, player: str) -> list[Event]:
    field = [
        object_ref(each)
        for each in frame.kernel.state.zone("battlefield")
        if frame.kernel.state.things[each].tapped == (kind == "untap")
    ]
    found = (
        chosen_by(frame, node.what, player, kind, field)
        if isinstance(node.what, Chosen)
        else permanents(frame, node.what)
    )
    return [Event(kind, ref, player=player, source=frame.source) for ref in found]


@together(ir.Tap, named("tap"))
def _tap(frame: Frame, node: ir.Tap, player: str) -> list[Event]:
    return _tap_or_untap(frame, "tap", node, player)


@together(ir.Untap, named("untap"))
def _untap(frame: Frame, node: ir.Untap, player: str) -> list[Event]:
    return _tap_or_untap(frame, "untap", node, player)


@does(ir.Attach)
def _attach(frame: Frame, node: ir.Attach) -> None:
    kernel, attached = frame.kernel, permanents(frame, node.what)
    hosts = [now(frame, ref) for ref in frame.refs(node.to)] if attached else []  # a card may have just been put there
    for to in hosts[:1]:
        able = [what for what in attached if can_attach(kernel, ref_id(what) or 0, to, node.as_creature)]
        for what in (each for each in attached if each not in able):
            kernel.note(f"{kernel.label(what)} can't be attached to {kernel.label(to)} and stays where it is")
        commit(kernel, [Event("attach", what, to, source=frame.source) for what in able])


@does(ir.TurnFace)
def _turn_face(frame: Frame, node: ir.TurnFace) -> None:
    """Turn permanents face up or face down; those already so stay (708.8 and 708.9 in 2021-11-19)."""
    kernel = frame.kernel
    things = kernel.state.things
    turned = [ref for ref in permanents(frame, node.what) if _turns(kernel, things[ref_id(ref) or 0], node)]
    status = "face-up" if node.up else "face-down"

    def turn() -> None:
        for ref in turned:
            face_down.turn(kernel, things[ref_id(ref) or 0], up=node.up)
            kernel.note(f"{kernel.label(ref)} is turned {status.replace('-', ' ')}")

    happen(kernel, [Event("status", ref, facts={"status": status}) for ref in turned], turn)
    remember(frame, "turn", turned)


def _turns(kernel: Kernel, thing: Thing, node: ir.TurnFace) -> bool:
    """Whether a permanent turns: it is not already so, not an instant or sorcery card to turn up (701.40g in
    2026-06-19), and not double-faced to turn down (712.16)."""
    if node.up and thing.face_down and {"instant", "sorcery"} & set(underneath(kernel, thing).types):
        kernel.note(f"{thing.label} is an instant or sorcery card, and stays face down", "manifest")
        return False
    if not node.up and not thing.face_down and is_double_faced(thing):
        kernel.note(f"{thing.label} is double-faced, and stays face up", "transform")
        return False
    return thing.face_down == node.up


@does(ir.ResolvesAnyway)
def _resolves_anyway(frame: Frame, node: ir.ResolvesAnyway) -> None:
    """Do nothing: the words are looked at as the ability begins to resolve."""


@does(ir.Unattach)
def _unattach(frame: Frame, node: ir.Unattach) -> None:
    commit(frame.kernel, [Event("attach", what, "", source=frame.source) for what in permanents(frame, node.what)])


@does(ir.Regenerate)
def _regenerate(frame: Frame, node: ir.Regenerate) -> None:
    kernel = frame.kernel
    for ref in permanents(frame, node.what):
        state = kernel.state
        effect = Effect(
            state.fresh_id(),
            (node,),
            [ref],
            "turn",
            clone(frame.bound),
            state.tick(),
            state.turn,
            "regeneration",
            label=f"the regeneration shield of {kernel.label(ref)}",
        )
        state.effects.append(effect)
        kernel.note(f"{kernel.label(ref)} gets a regeneration shield", "regeneration")


@does(ir.RemoveDamage)
def _remove_damage(frame: Frame, node: ir.RemoveDamage) -> None:
    for ref in permanents(frame, node.what):
        thing = frame.kernel.state.things[ref_id(ref) or 0]
        thing.remove_damage()
        frame.kernel.state.touch()
        frame.kernel.note(f"all damage is removed from {thing.label}")


@does(ir.RemoveFromCombat)
def _remove_from_combat(frame: Frame, node: ir.RemoveFromCombat) -> None:
    for ref in permanents(frame, node.what):
        leave_combat(frame.kernel, ref_id(ref) or 0)
        frame.kernel.note(f"{frame.kernel.label(ref)} is removed from combat", "removed_from_combat")


@does(ir.Block)
def _block(frame: Frame, node: ir.Block) -> None:
    kernel = frame.kernel
    attackers = kernel.state.combat.attackers if kernel.state.combat is not None else {}
    for blocker in kernel.same(permanents(frame, node.what)):
        for attacker in kernel.same(permanents(frame, node.attacker)):
            if attacker in attackers:
                make_block(kernel, blocker, attacker)
            else:
                kernel.note(f"{kernel.label(attacker)} does not attack, so it is not blocked")


@does(ir.Designate)
def _designate(frame: Frame, node: ir.Designate) -> None:
    for ref in (objects if node.as_ == PLOTTED else permanents)(frame, node.what):
        thing = frame.kernel.state.things[ref_id(ref) or 0]
        if node.as_ == PLOTTED:
            become_plotted(frame.kernel, thing.id)
            continue
        if node.as_ in ("prepared", "unprepared"):
            (prepare if node.as_ == "prepared" else unprepare)(frame.kernel, thing)
            continue
        thing.remembers[node.as_] = frame.kernel.state.turn if node.as_ == "saddled" else True
        happen(frame.kernel, [Event("status", ref, facts={"status": node.as_})])


@does(ir.BecomeLevel)
def _become_level(frame: Frame, node: ir.BecomeLevel) -> None:
    """Set the level of the Class (716.2a)."""
    kernel, thing = frame.kernel, frame.kernel.thing(frame.source)
    if thing is not None and thing.on_battlefield and kernel.has("class_levels"):
        thing.remembers[LEVEL] = node.level
        kernel.state.touch()
        kernel.note(f"{thing.label} becomes level {node.level}", "class_levels")
        happen(kernel, [Event("status", object_ref(thing.id), facts={"status": f"level {node.level}"})])


@in_turn(ir.ChooseQuality)
def _choose_quality(frame: Frame, node: ir.ChooseQuality, player: str) -> None:
    kernel = frame.kernel
    about = source_name(frame)
    words: dict[str, tuple[str, ...]] = {
        "color": COLOURS,
        "basic land type": ("Plains", "Island", "Swamp", "Mountain", "Forest"),
        "opponent": tuple(kernel.state.opponents(player)),
        "player": tuple(kernel.state.turn_order()),
    }
    if node.quality == "number":
        value: object = kernel.choose_number("number", player, about, "choose a number", node.least, node.most)
        frame.bound.previous = int(str(value))
    elif node.quality == "color" and node.among != ir.Anything():
        _choose_color_among(frame, node, player)
        return
    elif node.only or node.quality in words:
        options = [word for word in node.only or words[node.quality] if word not in node.except_]
        value = kernel.choose_word(node.quality, player, about, f"choose a {node.quality}", options)
    elif node.quality in FREE:
        value = choose_freely(frame, node, player)
    else:
        raise NotModelled(f"the engine does not let players choose a {node.quality} yet")
    _keep_choice(frame, node.quality, value, player)


def _choose_color_among(frame: Frame, node: ir.ChooseQuality, player: str) -> None:
    """Let the player choose a colour of one of the described objects; if none is coloured, nothing is chosen."""
    kernel = frame.kernel
    there = {colour for ref in frame.refs(ir.Every(node.among)) for colour in look(kernel, ref_id(ref) or 0).colours}
    options = [colour for colour in COLOURS if colour in there]
    if not options:
        frame.bound.record.chosen["color"] = ""
        kernel.note(f"there is no color for {player} to choose", "impossible_choice")
        return
    value = kernel.choose_word("color", player, source_name(frame), "choose a color", options)
    _keep_choice(frame, "color", value, player)


def _keep_choice(frame: Frame, quality: str, value: object, player: str) -> None:
    kernel = frame.kernel
    record = frame.bound.record
    record.chosen[quality] = value
    record.each_chosen[quality] = (*record.each_chosen.get(quality, ()), value)
    source = kernel.thing(frame.source)
    if source is not None and source.zone == "battlefield":
        source.remembers[f"chosen {quality}"] = value
        source.remembers[f"chosen {quality} as"] = look(kernel, source.id).copied
        kernel.state.touch()
    kernel.note(f"{player} chooses {value}", "choice_on_resolution")


@in_turn(ir.ChooseWord)
def _choose_word(frame: Frame, node: ir.ChooseWord, player: str) -> None:
    said = frame.kernel.choose_word("word", player, source_name(frame), "choose a word", node.options)
    _keep_choice(frame, "word", said, player)


@in_turn(ir.Choose)
def _choose(frame: Frame, node: ir.Choose, player: str) -> None:
    if isinstance(node.what, ir.Chosen):
        frame.bound.record.chosen_by = node.what.what
    remember(frame, "choose", frame.refs(node.what))


@in_turn(ir.ChooseOfEach)
def _choose_of_each(frame: Frame, node: ir.ChooseOfEach, player: str) -> None:
    among, chosen = frame.refs(ir.Every(node.among)), []
    for kind in node.kinds:
        options = [ref for ref in among if frame.matches(kind, ref)]
        if options:
            chosen += frame.kernel.choose("choose", player, source_name(frame), "one of each kind", options)
    remember(frame, "choose", list(dict.fromkeys(chosen)))
    frame.bound.rest = [ref for ref in among if ref not in chosen]


@does(ir.BecomeBlocked)
def _become_blocked(frame: Frame, node: ir.BecomeBlocked) -> None:
    become_blocked(frame.kernel, [ref_id(ref) or 0 for ref in objects(frame, node.what)])


@does(ir.PhaseOut)
def _phase_out(frame: Frame, node: ir.PhaseOut) -> None:
    phase_out(frame.kernel, [frame.kernel.state.things[ref_id(ref) or 0] for ref in permanents(frame, node.what)])


@does(EntersWith)
def _enters_with(frame: Frame, node: EntersWith) -> None:
    """Add to how a permanent enters, while it enters: "… If you don't, it enters tapped"; of a spell that is named,
    how the permanent that it becomes will enter."""
    if frame.bound.event.get("entering") is None and isinstance(node.what, IsObject):
        _will_enter_with(frame, node, [ref for ref in frame.refs(node.what.what) if _is_a_spell(frame.kernel, ref)])
        return
    enter_with(frame, node, _entering(frame))


def _is_a_spell(kernel: Kernel, ref: str) -> bool:
    thing = kernel.thing(ref_id(ref) or 0)
    return thing is not None and thing.zone == "stack" and thing.kind != "ability"


def _will_enter_with(frame: Frame, node: EntersWith, spells: list[str]) -> None:
    """Have what spells become enter so (614.1c), however much later."""
    state = frame.kernel.state
    for ref in spells:
        name, label = frame.kernel.label(ref), source_name(frame)
        made = (state.fresh_id(), (node,), [ref], "permanent", frame.bound, state.tick(), state.turn, "enters")
        state.effects.append(Effect(*made, label=label))
        frame.kernel.note(f"{label} has a say in how {name} enters", "enters_with")


def _entering(frame: Frame) -> Event:
    entering = frame.bound.event.get("entering")
    if not isinstance(entering, Event):
        raise NotModelled("only what is about to enter can be told how it enters")
    return entering


@does(TributeOffer)
def _tribute(frame: Frame, node: TributeOffer) -> None:
    kernel, entering = frame.kernel, _entering(frame)
    about = source_name(frame)
    opponents = [player_ref(name) for name in kernel.state.opponents(frame.controller)]
    chosen = kernel.choose("player", frame.controller, about, "which opponent may pay tribute", opponents)
    if kernel.ask("may", ref_player(chosen[0]) or "", about, "pay tribute"):
        enter_with(frame, EntersWith(IsObject(Self()), counters="+1/+1", amount=node.amount), entering)
        remembers = dict(entering.facts.get("remembers") or {})
        entering.facts["remembers"] = {**remembers, "paid": {**remembers.get("paid", {}), "tribute": 1}}
