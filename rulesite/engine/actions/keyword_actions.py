"""Keyword actions of rule 701: scry, monstrosity, proliferate and the like, each as the rules define it."""

from __future__ import annotations

from collections.abc import Callable

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.costs import Act, Cost, PayMana
from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.abilities.moves import PLAY_FACE_DOWN
from rulesite.engine.abilities.references import Memo, Self, You
from rulesite.engine.effects.keyword_counters import MENACE
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import now, source_name
from rulesite.engine.events.batch import commit, happen, keyword_done
from rulesite.engine.events.drawing import draw
from rulesite.engine.events.perform import perform
from rulesite.engine.events.tokens import Creation, make_tokens
from rulesite.engine.state.characteristics import controller_of, look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.combat_view import has_status
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card
from rulesite.engine.state.sides import joined
from rulesite.engine.state.teams import all_counters_of
from rulesite.engine.state.zones import battlefield, creatures_of
from rulesite.engine.turn.dungeons import UNDERCITY, VENTURE, venture
from rulesite.engine.turn.initiative import INTO_UNDERCITY, TAKE_INITIATIVE, take_initiative
from rulesite.engine.turn.phasing import phase_in

from .common import in_turn, objects, permanents, remember
from .playing_now import from_top
from .tempting import tempt
from .turning_over import TURNING

Action = Callable[[Frame, ir.KeywordAction, str], None]


@in_turn(ir.KeywordAction)
def _keyword_action(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    action = _ACTIONS.get(node.action)
    if action is None:
        raise NotModelled(f"the engine does not carry out the keyword action {node.action!r} yet")
    action(frame, node, player)


def _number(frame: Frame, node: ir.KeywordAction) -> int:
    return frame.amount(node.amount) if node.amount is not None else 1


def _look_and_sort(frame: Frame, node: ir.KeywordAction, player: str, whose: str, away: str) -> None:
    """Look at the top cards, put any number of them ``away`` and the rest back on top in any order."""
    kernel = frame.kernel
    count = _number(frame, node)
    if count == 0:
        return
    top = [object_ref(each) for each in kernel.state.zone("library", whose)[:count]]
    about = source_name(frame)
    gone = kernel.choose(away, player, about, f"which cards go to the {away}", top, 0, len(top)) if top else []
    library = kernel.state.zone("library", whose)
    if away == "graveyard":
        commit(kernel, [move(ref_id(ref) or 0, "graveyard", "surveil", player=player) for ref in gone])
    else:
        for ref in gone:
            library.remove(ref_id(ref) or 0)
            library.append(ref_id(ref) or 0)
    rest = [ref for ref in top if ref not in gone]
    if len(rest) > 1:
        order = kernel.choose(
            "order", player, about, "the order on top, the first is the top", rest, len(rest), len(rest)
        )
        for position, ref in enumerate(order):
            library.remove(ref_id(ref) or 0)
            library.insert(position, ref_id(ref) or 0)
    kernel.state.touch()
    kernel.note(f"{player} looks at {len(top)} cards of {whose}'s library and puts {len(gone)} to the {away}")
    keyword_done(kernel, node.action, player, count=count)


def _scry(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    _look_and_sort(frame, node, player, player, "bottom")


def _fateseal(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    opponents = [player_ref(name) for name in frame.kernel.state.opponents(player)]
    whose = frame.kernel.choose("player", player, source_name(frame), "whose library", opponents)
    _look_and_sort(frame, node, player, whose[0].partition(" ")[2], "bottom")


def _surveil(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    _look_and_sort(frame, node, player, player, "graveyard")


def _monstrosity(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    source = frame.kernel.thing(frame.source)
    if source is None or not source.on_battlefield or source.remembers.get("monstrous"):
        frame.kernel.note("it is monstrous already, or gone, so nothing happens")
        return
    count = _number(frame, node)
    _put_counters(frame, player, object_ref(source.id), count)
    source.remembers["monstrous"] = True
    source.remembers["monstrosity"] = count
    facts = {"status": "monstrous", "X": frame.bound.x}
    happen(frame.kernel, [Event("status", object_ref(source.id), facts=facts)])


def _adapt(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    source = frame.kernel.thing(frame.source)
    if source is not None and source.on_battlefield and not source.counters.get("+1/+1"):
        _put_counters(frame, player, object_ref(source.id), _number(frame, node))


def _put_counters(frame: Frame, player: str, ref: str, count: int, kind: str = "+1/+1") -> None:
    """Have the player who does what the keyword says put counters on an object."""
    commit(frame.kernel, [_counters(frame, player, ref, count, kind)])


def _counters(frame: Frame, player: str, ref: str, count: int, kind: str = "+1/+1") -> Event:
    facts = {"counter": kind}
    return Event("counters", ref, player=player, source=frame.source, amount=count, facts=facts)


def _bolster(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    kernel = frame.kernel
    mine = creatures_of(kernel, player)
    if not mine:
        return
    least = min(look(kernel, each).toughness or 0 for each in mine)
    options = [object_ref(each) for each in mine if (look(kernel, each).toughness or 0) == least]
    chosen = kernel.choose("object", player, source_name(frame), "a creature with the least toughness", options)
    _put_counters(frame, player, chosen[0], _number(frame, node))


def _support(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    supported = frame.refs(node.what) if node.what is not None else []
    commit(frame.kernel, [_counters(frame, player, ref, 1) for ref in supported])


def _proliferate(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Let the player choose any number of permanents and players with counters; each gets one more of a kind that it
    has, or since 2019 of each kind (701.26a in 2019-05-03)."""
    kernel = frame.kernel
    options = [object_ref(thing.id) for thing in battlefield(kernel) if thing.counters]
    options += [player_ref(name) for name in kernel.state.turn_order() if all_counters_of(kernel, name)]
    about = source_name(frame)
    chosen = (
        kernel.choose("proliferate", player, about, "which get another counter", options, 0, len(options))
        if (options)
        else []
    )
    events = []
    for ref in chosen:
        thing = kernel.thing(ref_id(ref) or 0)
        counters = thing.counters if thing is not None else all_counters_of(kernel, ref.partition(" ")[2])
        kinds = sorted(kind for kind, count in counters.items() if count)
        if kernel.rules.proliferated == "one kind":
            kinds = [kernel.choose_word("counter", player, kernel.label(ref), "which kind", kinds)]
        events += [Event("counters", ref, player=player, amount=1, facts={"counter": kind}) for kind in kinds]
    commit(kernel, events)
    keyword_done(kernel, "proliferate", player, count=len(chosen))


def _populate(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    kernel = frame.kernel
    tokens = [
        object_ref(thing.id)
        for thing in battlefield(kernel)
        if thing.kind == "token"
        and "creature" in look(kernel, thing.id).types
        and look(kernel, thing.id).controller == player
    ]
    if not tokens:
        kernel.note(f"{player} has no creature token, so nothing happens")
        remember(frame, "create", [])
        return
    chosen = kernel.choose("object", player, source_name(frame), "which token", tokens)
    remember(frame, "create", _make(kernel, player, kernel.state.things[ref_id(chosen[0]) or 0].card))


def _make(kernel: Kernel, player: str, card: Card) -> list[str]:
    made = make_tokens(kernel, [Creation(player, card)])
    return [object_ref(thing.id) for thing in made.get(player, [])]


def _investigate(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    ability = ActivatedAbility(
        Cost((PayMana("{2}"), Act(ir.Sacrifice(Self())))), ir.Draw(), text="{2}, Sacrifice this artifact: Draw a card."
    )
    _make(frame.kernel, player, Card("Clue", ("artifact",), (), ("Clue",), abilities=(ability,)))
    keyword_done(frame.kernel, "investigate", player)


def _phase_in(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Phase in permanents; only a description can name phased-out ones (702.26d)."""
    parts = ir.parts_of(node.what.what) if isinstance(node.what, ir.Every) else ()
    if ir.HasStatus("phased-out") not in parts:
        raise NotModelled("only all phased-out permanents of a description can be told to phase in")
    looks = [
        each for each in parts if each is not None and not isinstance(each, ir.IsPermanent)
    ]  # a phased-out permanent is in no zone
    refs = {object_ref(each.id): each for each in frame.kernel.state.things.values() if each.phased_out}
    phase_in(frame.kernel, [each for ref, each in refs.items() if all(frame.matches(one, ref) for one in looks)])


def _instructed(frame: Frame, node: ir.KeywordAction) -> list[str]:
    """The permanents that are told to explore, connive or endure, also those that are gone: their last controller does
    what is left of it (701.44c, 701.50b in 2026-06-19)."""
    what, kernel = node.what or Self(), frame.kernel
    missing = [ref for ref in frame.refs(what) if kernel.thing(ref_id(now(frame, ref)) or 0) is None]
    return [*objects(frame, what), *(ref for ref in missing if kernel.known(ref_id(ref) or 0) is not None)]


def _explore(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Let the controller of each permanent reveal the top card: a land goes to the hand; otherwise a counter is put,
    and the card may go to the graveyard (701.44a in 2026-06-19)."""
    kernel = frame.kernel
    for ref in _instructed(frame, node):
        who = controller_of(kernel, ref)
        top = [object_ref(each) for each in kernel.state.zone("library", who)[:1]]
        land = any("land" in look(kernel, ref_id(each) or 0).types for each in top)
        commit(kernel, [Event("reveal", each, player=who, source=frame.source) for each in top])
        if land:
            commit(kernel, [move(ref_id(each) or 0, "hand", "put", player=who) for each in top])
        else:
            thing = kernel.thing(ref_id(ref) or 0)
            if thing is not None and thing.on_battlefield:
                _put_counters(frame, who, ref, 1)
            if top and kernel.ask("may", who, source_name(frame), "put the card into the graveyard"):
                commit(kernel, [move(ref_id(each) or 0, "graveyard", "put", player=who) for each in top])
        keyword_done(kernel, "explore", who, ref)


def _clash(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Let both reveal their top cards; the greater mana value wins, and nobody wins a tie."""
    kernel = frame.kernel
    opponent = frame.player(node.what) if node.what is not None else kernel.state.opponents(player)[0]
    values: dict[str, int] = {}
    for name in (player, opponent):
        library = kernel.state.zone("library", name)
        if library:
            kernel.note(f"{name} reveals {kernel.label(library[0])}")
            values[name] = look(kernel, library[0]).mana_value
    best = max(values.values(), default=0)
    winners = [name for name, value in values.items() if value == best]
    frame.bound.record.won["clash"] = winners[0] if len(winners) == 1 else "nobody"
    for name in (player, opponent):
        library = kernel.state.zone("library", name)
        if library and kernel.ask("bottom", name, source_name(frame), "put the card on the bottom"):
            library.append(library.pop(0))
    kernel.state.touch()
    keyword_done(kernel, "clash", player)
    if len(winners) == 1:
        keyword_done(kernel, "win a clash", winners[0])


def _exert(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Keep the permanent from untapping during the player's next untap step (701.37a in 2018-01-19)."""
    refs = permanents(frame, node.what or Self())
    remember(frame, "exert", refs)
    if refs:
        perform(frame, ir.Continuous(Memo("exert"), (ir.DoesntUntap(True, You()),), ir.NEXT_UNTAP))
    for ref in refs:
        frame.kernel.state.things[ref_id(ref) or 0].remembers["exerted"] = True
        happen(frame.kernel, [Event("status", ref, facts={"status": "exerted"})])
        keyword_done(frame.kernel, "exert", player, ref)
    remember(frame, "exert", refs)


def _discover(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    from_top(frame, player, _number(frame, node), "discover")
    keyword_done(frame.kernel, "discover", player, count=_number(frame, node))


def _manifest_dread(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Manifest one of the top two cards and put the other into the graveyard (701.62a in 2026-06-19)."""
    kernel = frame.kernel
    top = [object_ref(each) for each in kernel.state.zone("library", player)[:2]]
    chosen = kernel.choose("object", player, source_name(frame), "which card to manifest", top) if top else []
    remember(frame, "look", chosen)
    if chosen:
        perform(frame, ir.Move(Memo("look"), PLAY_FACE_DOWN, "manifest", who=ir.OwnerOf(Memo("look"))))
    away = [ref for ref in top if ref not in chosen]
    commit(kernel, [move(ref_id(ref) or 0, "graveyard", "put", player=player, source=frame.source) for ref in away])
    keyword_done(kernel, "manifest dread", player)


def _incubate(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Create an Incubator token with so many +1/+1 counters, which can be turned over (701.53 in 2026-06-19)."""
    turn = ActivatedAbility(
        Cost((PayMana("{2}"),)), ir.KeywordAction("transform", what=Self()), text="{2}: Transform this token."
    )
    front = Card("Incubator", ("artifact",), (), ("Incubator",), abilities=(turn,))
    back = Card("Phyrexian Token", ("artifact", "creature"), (), ("Phyrexian",), power=0, toughness=0)
    count = _number(frame, node)
    how = {"counters": {"+1/+1": count}} if count else {}
    make_tokens(frame.kernel, [Creation(player, joined("transforming", front, back), source=frame.source, how=how)])
    keyword_done(frame.kernel, "incubate", player, count=count)


def _blight(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Put so many -1/-1 counters on a creature that the player controls (701.68a in 2026-06-19)."""
    kernel = frame.kernel
    mine = [object_ref(each) for each in creatures_of(kernel, player)]
    chosen = kernel.choose("object", player, source_name(frame), "which creature is blighted", mine) if mine else []
    for ref in chosen:
        _put_counters(frame, player, ref, _number(frame, node), "-1/-1")
    remember(frame, "blight", chosen)
    keyword_done(kernel, "blight", player, count=_number(frame, node))


def _time_travel(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Put a time counter on each of any number of permanents and suspended cards with one, or remove one (701.56a in
    2026-06-19)."""
    kernel, about = frame.kernel, source_name(frame)
    there = [thing for thing in battlefield(kernel) if look(kernel, thing.id).controller == player]
    away = [kernel.state.things[each] for each in kernel.state.zone("exile")]
    own = (thing for thing in away if thing.owner == player)
    there += [thing for thing in own if has_status(kernel, object_ref(thing.id), "suspended")]
    timed = [object_ref(thing.id) for thing in there if thing.counters.get("time")]
    chosen = kernel.choose("time travel", player, about, "which get or lose a time counter", timed, 0, len(timed))
    events = []
    for ref in chosen if timed else []:
        more = kernel.choose_word("counter", player, kernel.label(ref), "put or remove a counter", ["put", "remove"])
        facts = {"counter": "time"}
        events.append(Event("counters", ref, player=player, amount=1 if more == "put" else -1, facts=facts))
    commit(kernel, events)
    keyword_done(kernel, "time travel", player)


def _harness(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """A permanent that is not harnessed becomes harnessed (701.64a in 2026-06-19)."""
    for ref in permanents(frame, node.what or Self()):
        frame.kernel.state.things[ref_id(ref) or 0].remembers["harnessed"] = True
        frame.kernel.state.touch()


def _venture(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    venture(frame.kernel, player, source_name(frame), UNDERCITY if node.action == INTO_UNDERCITY else "")


def _take_initiative(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    take_initiative(frame.kernel, player)


def _learn(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Let the player reveal a Lesson card from outside the game and take it, or discard a card and draw one (701.48a in
    2026-06-19)."""
    kernel, about = frame.kernel, source_name(frame)
    outside = [each for each in kernel.state.zone("outside", player) if "Lesson" in look(kernel, each).subtypes]
    hand = [object_ref(each) for each in kernel.state.zone("hand", player)]
    if outside and kernel.ask("may", player, about, "take a Lesson card from outside the game"):
        chosen = kernel.choose("object", player, about, "which Lesson", [object_ref(each) for each in outside])
        commit(kernel, [move(ref_id(ref) or 0, "hand", "put", player=player) for ref in chosen])
    elif hand and kernel.ask("may", player, about, "discard a card and draw a card"):
        gone = kernel.choose("discard", player, about, "which to discard", hand)
        commit(kernel, [move(ref_id(ref) or 0, "graveyard", "discard", player=player) for ref in gone])
        draw(kernel, player, 1)
    keyword_done(kernel, "learn", player)


def _detain(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Forbid attacking, blocking and activating its activated abilities until the player's next turn (701.27a in
    2018-01-19)."""
    _until_next_turn(frame, node, (ir.CantAttack(), ir.CantBlock(), ir.CantUseAbilities()))


def _connive(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Let the controller draw and discard so many cards; for each nonland card the permanent gets a counter (701.50a in
    2026-06-19)."""
    kernel, count = frame.kernel, _number(frame, node)
    for ref in _instructed(frame, node):
        who = controller_of(kernel, ref)
        draw(kernel, who, count)
        hand = [object_ref(each) for each in kernel.state.zone("hand", who)]
        least = min(count, len(hand))
        gone = kernel.choose("discard", who, kernel.label(ref), "which to discard", hand, least, least) if hand else []
        away = [move(ref_id(each) or 0, "graveyard", "discard", player=who, source=frame.source) for each in gone]
        lost = [event.new for event in commit(kernel, away) if event.kind == "move" and event.new]
        more = sum("land" not in look(kernel, each).types for each in lost)
        if more and kernel.thing(ref_id(ref) or 0) is not None:
            _put_counters(frame, who, ref, more)
        keyword_done(kernel, "connive", who, ref, count)


def _suspect(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Give each creature that is not suspected menace and "can't block" while it is on the battlefield (701.60 in
    2026-06-19)."""
    kernel = frame.kernel
    refs = [ref for ref in permanents(frame, node.what or Self()) if not has_status(kernel, ref, "suspected")]
    remember(frame, "suspect", refs)
    if refs:
        perform(frame, ir.Continuous(Memo("suspect"), (ir.GrantAbilities((MENACE,)), ir.CantBlock()), "permanent"))
        perform(frame, ir.Designate(Memo("suspect"), "suspected"))


def _endure(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Put so many counters on it, or create a Spirit of that size, as its controller chooses (701.63 in 2026-06-19)."""
    kernel, count = frame.kernel, _number(frame, node)
    for ref in _instructed(frame, node):
        who = controller_of(kernel, ref)
        thing = kernel.thing(ref_id(ref) or 0)
        if not count:
            continue
        there = thing is not None and thing.on_battlefield
        if there and kernel.ask("may", who, source_name(frame), "put counters on it"):
            _put_counters(frame, who, ref, count)
        else:
            _make(kernel, who, Card("Spirit", ("creature",), (), ("Spirit",), frozenset({"white"}), None, count, count))
        keyword_done(kernel, "endure", who, ref, count)


def _goad(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Make the creature attack each combat if able, and a player other than this one if able, until the player's next
    turn (701.36a in 2018-01-19); a second goad by the same player adds nothing (701.15d in 2025-07-25)."""
    state = frame.kernel.state
    goaded = {ref for each in state.effects if each.bound.record.goads == player for ref in each.affected or ()}
    others = ir.SomePlayer(ir.All((ir.IsPlayer(), ir.OtherThan(ir.You()))))
    refs = [ref for ref in permanents(frame, node.what or Self()) if ref not in goaded]
    frame.bound.record.goads = player
    try:
        _for_them(frame, refs, (ir.MustAttack(), ir.MustAttack(others)))
    finally:
        frame.bound.record.goads = None


def _until_next_turn(frame: Frame, node: ir.KeywordAction, changes: tuple[ir.Change, ...]) -> None:
    _for_them(frame, permanents(frame, node.what or Self()), changes)


def _for_them(frame: Frame, refs: list[str], changes: tuple[ir.Change, ...]) -> None:
    """Apply changes to some permanents until the player's next turn."""
    remember(frame, "affect", refs)
    if refs:
        perform(frame, ir.Continuous(Memo("affect"), changes, "your next turn"))


def _amass(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Put so many counters on an Army that the player controls, a new 0/0 one if there is none, and add the subtype:
    Zombie by default (701.43a in 2019-05-03; 701.47a and 701.47d in 2025-07-25)."""
    kernel, kind = frame.kernel, node.into or "Zombie"
    armies = _armies(kernel, player)
    if not armies:
        _make(kernel, player, Card(f"{kind} Army", ("creature",), (), (kind, "Army"), frozenset({"black"}), None, 0, 0))
        armies = _armies(kernel, player)
    if armies:
        army = kernel.choose("object", player, source_name(frame), "an Army to grow", armies)
        _put_counters(frame, player, army[0], _number(frame, node))
        remember(frame, "amass", army)
        if kind not in look(kernel, ref_id(army[0]) or 0).subtypes:
            perform(frame, ir.Continuous(Memo("amass"), (ir.AddTypes(subtypes=(kind,)),), "permanent"))
    keyword_done(kernel, "amass", player, count=_number(frame, node))


def _armies(kernel: Kernel, player: str) -> list[str]:
    seen = {thing.id: look(kernel, thing.id) for thing in battlefield(kernel)}
    return [
        object_ref(each)
        for each, found in seen.items()
        if found.controller == player and "Army" in found.subtypes and "creature" in found.types
    ]


_ACTIONS: dict[str, Action] = {
    "manifest dread": _manifest_dread,
    "time travel": _time_travel,
    "harness": _harness,
    "learn": _learn,
    "incubate": _incubate,
    "blight": _blight,
    "detain": _detain,
    "goad": _goad,
    "suspect": _suspect,
    "endure": _endure,
    "connive": _connive,
    "amass": _amass,
    "discover": _discover,
    "scry": _scry,
    "fateseal": _fateseal,
    "surveil": _surveil,
    "monstrosity": _monstrosity,
    "adapt": _adapt,
    "bolster": _bolster,
    "support": _support,
    "proliferate": _proliferate,
    "populate": _populate,
    "investigate": _investigate,
    "explore": _explore,
    "phase in": _phase_in,
    "clash": _clash,
    "exert": _exert,
    "the ring tempts you": tempt,
    VENTURE: _venture,
    INTO_UNDERCITY: _venture,
    TAKE_INITIATIVE: _take_initiative,
    **TURNING,
}

KNOWN_ACTIONS = frozenset(_ACTIONS)
"""The keyword actions that are carried out here."""
