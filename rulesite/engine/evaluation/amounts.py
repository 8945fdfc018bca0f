"""Evaluate amounts: how much each is at this moment."""

from __future__ import annotations

from collections import Counter

from rulesite.engine.abilities import amounts as ir
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.moves import Destination
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.predicates import Controlled, IsPermanent, both, parts_of
from rulesite.engine.abilities.references import Every, ExtremePlayer, Self, You
from rulesite.engine.abilities.traits import AllAlike, AllDifferent, HasType, OfEach
from rulesite.engine.abilities.turn_instructions import RollResult
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.objects import BASIC_LAND_TYPES, COLOUR_OF, DEVOURED
from rulesite.engine.state.sides import UNLOCKED, shown
from rulesite.engine.state.teams import known_life

from .deeds import AMOUNT
from .frame import AMOUNTS, REFERENCES, Frame, answers
from .history import occurrences
from .predicates import chosen_quality, counters_on, number_of, quality_values
from .references import now, source_name, there_already, unbound, x_of_the_event


@answers(AMOUNTS, ir.Number)
def _number(frame: Frame, node: ir.Number) -> int:
    return node.value


def _off_the_stack(frame: Frame) -> bool:
    """Whether the words belong to a card with {X} in its mana cost that was not cast: X is 0 (107.3f in 2018-01-19)."""
    thing = frame.kernel.thing(frame.source)
    if thing is None or thing.zone == "stack" or thing.play is not None or frame.bound.stack_id:
        return False
    return "X" in (shown(thing).mana_cost or ())


def _arrived_without_x(frame: Frame) -> bool:
    """Whether an ability triggered as its source entered with {X} in its mana cost and no X chosen for it, a copy: X is
    0 (107.3m in 2026-06-19)."""
    if not frame.kernel.rules.x_as_it_enters or frame.bound.event.get("new") != frame.source:
        return False
    return "X" in (look(frame.kernel, frame.source).mana_cost or ())


@answers(AMOUNTS, ir.X)
def _x(frame: Frame, node: ir.X) -> int:
    if frame.bound.x is None:
        if (chosen := x_of_the_event(frame)) is not None:
            return chosen
        if _off_the_stack(frame) or _arrived_without_x(frame):
            return 0
        raise NotModelled(f"no value was announced for {node.name}")
    return frame.bound.x


@answers(AMOUNTS, ir.Count)
def _count(frame: Frame, node: ir.Count) -> int:
    if (each := _one_of_each(node.of)) is not None:
        return int(_different(frame, each) == len(QUALITIES[each.quality]))
    alike = _alike(node.of)
    if alike is not None:
        every = [value for ref in frame.refs(alike.among) for value in quality_values(frame.kernel, alike.quality, ref)]
        return max(Counter(every).values(), default=0)
    different = _apart(node.of)
    return len(there_already(frame, node.of)) if different is None else _different(frame, different)


QUALITIES = {"basic land type": BASIC_LAND_TYPES, "color": tuple(COLOUR_OF)}


def _one_of_each(of: Node) -> ir.Different | None:
    """ "A land of each basic land type": the description, if this asks for lands of all of them."""
    parts = parts_of(of.what) if isinstance(of, Every) else ()
    each = next((part for part in parts if isinstance(part, OfEach)), None)
    if each is None:
        return None
    return ir.Different(each.quality, Every(both(*(part for part in parts if part is not each))))


def _alike(of: Node) -> ir.Different | None:
    """ "Permanents with the same name as one another": the description for the largest group that shares a name."""
    parts = parts_of(of.what) if isinstance(of, Every) else ()
    alike = next((part for part in parts if isinstance(part, AllAlike) and part.one_another), None)
    if alike is None:
        return None
    return ir.Different(alike.quality, Every(both(*(part for part in parts if part is not alike))))


def _apart(of: Node) -> ir.Different | None:
    """ "Demons with different names": the description, to count different names; an object without a name does not
    count (201.2b in 2026-06-19)."""
    parts = parts_of(of.what) if isinstance(of, Every) else ()
    alike = next((part for part in parts if isinstance(part, AllDifferent)), None)
    if alike is None:
        return None
    return ir.Different(alike.quality, Every(both(*(part for part in parts if part is not alike))))


@answers(AMOUNTS, ir.UnspentMana)
def _unspent_mana(frame: Frame, node: ir.UnspentMana) -> int:
    pool = frame.kernel.state.players[frame.player(You())].mana
    return sum(many for symbol, many in pool.items() if node.color in (None, COLOUR_OF.get(symbol)))


@answers(AMOUNTS, ir.CountersOn)
def _counters_on(frame: Frame, node: ir.CountersOn) -> int:
    return sum(counters_on(frame.kernel, ref, node.kind) for ref in frame.refs(node.on))


@answers(AMOUNTS, ir.Characteristic)
def _characteristic(frame: Frame, node: ir.Characteristic) -> int:
    """A characteristic of an object; of several objects the sum, which a text calls the total."""
    kernel = frame.kernel
    name, found = node.name.removeprefix("total "), frame.refs(node.of)
    if not kernel.has("last_known_information"):
        found = [
            ref
            for ref in found
            if ref_player(ref) is not None or any(kernel.thing(each) for each in kernel.same([ref]))
        ]
    return sum(number_of(kernel, name, ref) or 0 for ref in found)


@answers(AMOUNTS, ir.LifeTotal)
def _life(frame: Frame, node: ir.LifeTotal) -> int:
    return sum(known_life(frame.kernel, name) for ref in frame.refs(node.of) if (name := ref_player(ref)) is not None)


@answers(AMOUNTS, ir.HowMuch)
def _how_much(frame: Frame, node: ir.HowMuch) -> int:
    return sum(int(each.get("amount") or 0) for each in occurrences(frame, node.event, node.span))


@answers(AMOUNTS, ir.RemovedThisWay)
def _removed(frame: Frame, node: ir.RemovedThisWay) -> int:
    return _that_much(frame, ir.ThatMuch())


@answers(AMOUNTS, RollResult)
def _die(frame: Frame, node: RollResult) -> int:
    if frame.bound.record.die is None:
        raise NotModelled("no die has been rolled")
    return frame.bound.record.die


@answers(AMOUNTS, ir.StartingLife)
def _starting_life(frame: Frame, node: ir.StartingLife) -> int:
    players = frame.kernel.state.players
    return sum(players[name].starting_life for ref in frame.refs(node.of) if (name := ref_player(ref)) is not None)


@answers(AMOUNTS, ir.ThatMuch)
def _that_much(frame: Frame, node: ir.ThatMuch) -> int:
    bound = frame.bound
    if node.source == "prevented":
        return _prevented_by_shields(frame)
    found = {"trigger": bound.event.get("amount"), "begun": bound.record.begun}.get(node.source, bound.previous)
    if found is None and AMOUNT not in frame.bound.passed_over:
        raise unbound(frame, '"that much"')
    return int(found or 0)


def _prevented_by_shields(frame: Frame) -> int:
    """How much damage a shield has just prevented; or all shields of the ability, since it made them."""
    record = frame.bound.record
    if record.prevented is not None:
        return record.prevented
    if record.shields is None:
        raise unbound(frame, "the damage prevented this way")
    happenings = (each.facts for each in frame.kernel.state.history if each.kind == "prevented")
    return sum(int(each["amount"]) for each in happenings if each["effect"] in record.shields)


@answers(AMOUNTS, ir.ThatNumber)
def _that_number(frame: Frame, node: ir.ThatNumber) -> int:
    return frame.amount(node.of)


@answers(AMOUNTS, ir.Total)
def _total(frame: Frame, node: ir.Total) -> int:
    return sum(frame.amount(part) for part in node.parts)


@answers(AMOUNTS, ir.Times)
def _times(frame: Frame, node: ir.Times) -> int:
    return node.factor * frame.amount(node.of)


@answers(AMOUNTS, ir.Half)
def _half(frame: Frame, node: ir.Half) -> int:
    value = frame.amount(node.of)
    return -(-value // node.parts) if node.rounded == "up" else value // node.parts


@answers(AMOUNTS, ir.Extreme)
def _extreme(frame: Frame, node: ir.Extreme) -> int:
    values = [value for ref in frame.refs(node.among) if (value := number_of(frame.kernel, node.name, ref)) is not None]
    if not values:
        return 0
    return max(values) if node.which == "greatest" else min(values)


def _somebody_chooses(frame: Frame) -> None:
    """Check that somebody can choose: a number is chosen as a spell is played or an instruction carried out, but a
    static ability lets nobody choose."""
    if not frame.bound.stack_id and not frame.bound.doer:
        raise unbound(frame, "a number that nobody chooses")


@answers(AMOUNTS, ir.AtLeast)
def _at_least(frame: Frame, node: ir.AtLeast) -> int:
    _somebody_chooses(frame)
    return frame.kernel.choose_number(
        "number", frame.chooser, source_name(frame), "choose a number", frame.amount(node.minimum)
    )


@answers(AMOUNTS, ir.UpTo)
def _up_to(frame: Frame, node: ir.UpTo) -> int:
    _somebody_chooses(frame)
    return frame.kernel.choose_number(
        "number", frame.chooser, source_name(frame), "choose a number", 0, frame.amount(node.maximum)
    )


@answers(AMOUNTS, ir.TimesPaid)
def _times_paid(frame: Frame, node: ir.TimesPaid) -> int:
    return paid(frame).get(node.keyword, 0)


def paid(frame: Frame, of: Node | None = None) -> dict[str, int]:
    """The optional and alternative costs paid for this spell, though it may have left the stack since, or for the spell
    that became this permanent; or for another (`of`)."""
    named = (
        frame.source if of is None or isinstance(of, Self) else next((ref_id(ref) or 0 for ref in frame.refs(of)), 0)
    )
    if frame.bound.paid and named == frame.source:
        return frame.bound.paid
    known = frame.kernel.known(named)
    thing = frame.kernel.thing(named) or (known.spell if known is not None else None)
    if thing is not None and thing.play is not None:
        return thing.play.bound.paid
    remembers = thing.remembers if thing is not None else known.remembers if known is not None else {}
    return dict(remembers.get("paid", {}))


def mana_spent(frame: Frame, of: Node | None = None) -> list[str]:
    """The mana, symbol by symbol, spent to cast this spell, though it may have left the stack since, or the spell that
    became this permanent; or to cast another (`of`)."""
    if of is None and frame.bound.mana_spent:
        return frame.bound.mana_spent
    played = frame.source if of is None else next((ref_id(ref) or 0 for ref in frame.refs(of)), 0)
    known = frame.kernel.known(played)
    thing = frame.kernel.thing(played) or (known.spell if known is not None else None)
    if thing is not None and thing.play is not None and thing.kind != "ability":
        return thing.play.bound.mana_spent
    remembers = thing.remembers if thing is not None else known.remembers if known is not None else {}
    return list(remembers.get("mana spent", []))


@answers(AMOUNTS, ir.PointsOf)
def _points_of(frame: Frame, node: ir.PointsOf) -> int:
    refs = [ref_id(ref) or 0 for ref in frame.refs(node.of)]
    held = [each.ability for ref in refs for each in look(frame.kernel, ref).every_ability]
    return sum(
        frame.amount(ability.amount)
        for ability in held
        if isinstance(ability, KeywordAbility) and ability.keyword == node.keyword and ability.amount is not None
    )


@answers(AMOUNTS, ir.ChosenNumber)
def _chosen_number(frame: Frame, node: ir.ChosenNumber) -> int:
    chosen = chosen_quality(frame, "number")
    if chosen is None:
        raise unbound(frame, "the chosen number")
    return int(chosen)


PARTY = ("Cleric", "Rogue", "Warrior", "Wizard")


@answers(AMOUNTS, ir.SpeedOf)
def _speed_of(frame: Frame, node: ir.SpeedOf) -> int:
    return frame.kernel.state.players[frame.player(node.who)].speed


@answers(AMOUNTS, ir.PartySize)
def _party_size(frame: Frame, node: ir.PartySize) -> int:
    """Up to one each of Cleric, Rogue, Warrior and Wizard, each another creature (700.8 in 2020-09-25)."""
    mine = Every(both(HasType("creature"), IsPermanent(), Controlled(node.of)))
    kinds = [look(frame.kernel, ref_id(ref) or 0).subtypes for ref in frame.refs(mine)]
    taken: dict[int, str] = {}
    return sum(_joins(role, kinds, taken, set()) for role in PARTY)


def _joins(role: str, kinds: list[frozenset[str]], taken: dict[int, str], asked: set[int]) -> bool:
    """Whether a creature can be found for a role, if need be by moving one from another role that can then be filled
    anew."""
    for each, kind in enumerate(kinds):
        if role not in kind or each in asked:
            continue
        asked.add(each)
        if each not in taken or _joins(taken[each], kinds, taken, asked):
            taken[each] = role
            return True
    return False


@answers(AMOUNTS, ir.Lettered)
def _lettered(frame: Frame, node: ir.Lettered) -> int:
    key, letters = f"{node.name} {frame.bound.current or ''}", frame.bound.record.letters
    if key not in letters:
        letters[key] = frame.amount(node.of)
    return letters[key]


@answers(AMOUNTS, ir.ExcessDealt)
def _excess_dealt(frame: Frame, node: ir.ExcessDealt) -> int:
    dealt = frame.bound.record.excess_dealt
    if dealt is None:
        raise unbound(frame, "the excess damage that was dealt")
    if node.to is None:
        return sum(dealt.values())
    named = frame.refs(node.to)
    return sum(amount for ref, amount in dealt.items() if ref in named or any(now(frame, one) == ref for one in named))


@answers(AMOUNTS, ir.PaidInAll)
def _paid_in_all(frame: Frame, node: ir.PaidInAll) -> int:
    paid = frame.bound.record.paid.get(node.what)
    if paid is None and f"pay {node.what}" not in frame.bound.passed_over:
        raise unbound(frame, f"the {node.what} that was paid")
    return int(paid or 0)


@answers(AMOUNTS, ir.MostOfOne)
def _most_of_one(frame: Frame, node: ir.MostOfOne) -> int:
    refs = [player_ref(name) for name in frame.kernel.state.turn_order()]
    return max([0, *_of_each(frame, node.of, [ref for ref in refs if frame.matches(node.who, ref)]).values()])


def _of_each(frame: Frame, of: ir.Amount, players: list[str]) -> dict[str, int]:
    """An amount for each of some players, evaluated with that player as the present player."""
    outer, found = frame.bound.current, {}
    for ref in players:
        frame.bound.current = ref
        found[ref] = frame.amount(of)
    frame.bound.current = outer
    return found


@answers(REFERENCES, ExtremePlayer)
def _extreme_player(frame: Frame, node: ExtremePlayer) -> list[str]:
    sign = 1 if node.which == "greatest" else -1
    names = frame.kernel.state.turn_order()
    return _furthest({player_ref(name): sign * known_life(frame.kernel, name) for name in names})


def _furthest(numbers: dict[str, int]) -> list[str]:
    """The player with the most. Raises :class:`NotModelled` for several: the words name a single player."""
    most = [ref for ref, number in numbers.items() if number == max(numbers.values())]
    if len(most) > 1:
        raise NotModelled("the player who has the most, of several who have as much")
    return most


@answers(AMOUNTS, ir.DoneToSoMany)
def _done_to_so_many(frame: Frame, node: ir.DoneToSoMany) -> int:
    own = (frame.bound.others or frame.bound.own).get(ref_player(frame.bound.current) or "")
    if own is None or node.verb not in own.memo:
        raise unbound(frame, f"what each player did ({node.verb})")
    return len(own.memo[node.verb])


@answers(AMOUNTS, ir.AsItThenWas)
def _as_it_then_was(frame: Frame, node: ir.AsItThenWas) -> int:
    if node.when != "resolves":
        raise NotModelled("an amount as it was when the spell was cast")
    return frame.amount(node.of)


@answers(AMOUNTS, ir.ManaSpent)
def _mana_spent(frame: Frame, node: ir.ManaSpent) -> int:
    spent = mana_spent(frame, node.of)
    return len(COLOUR_OF.keys() & spent) if node.colors else len(spent)


@answers(AMOUNTS, ir.Different)
def _different(frame: Frame, node: ir.Different) -> int:
    return len({value for ref in frame.refs(node.among) for value in quality_values(frame.kernel, node.quality, ref)})


@answers(AMOUNTS, ir.DevouredCount)
def _devoured_count(frame: Frame, node: ir.DevouredCount) -> int:
    permanent = frame.kernel.thing(frame.source) or frame.kernel.known(frame.source)
    if permanent is None:
        raise unbound(frame, "the permanent that devoured")
    return int(permanent.remembers.get(DEVOURED, 0))


@answers(AMOUNTS, ir.UnlockedDoors)
def _unlocked_doors(frame: Frame, node: ir.UnlockedDoors) -> int:
    rooms = [frame.kernel.thing(ref_id(ref) or 0) for ref in frame.refs(node.among)]
    unlocked = [room for room in rooms if room is not None and not room.face_down and room.remembers.get(UNLOCKED)]
    if node.names:
        return len({name for room in unlocked for name in look(frame.kernel, room.id).names})
    return sum(len(room.remembers[UNLOCKED]) for room in unlocked)


@answers(AMOUNTS, ir.Difference)
def _difference(frame: Frame, node: ir.Difference) -> int:
    if node.one is None or node.other is None:
        raise unbound(frame, "the difference")
    return abs(frame.amount(node.one) - frame.amount(node.other))


@answers(AMOUNTS, ir.CommanderCasts)
def _commander_casts(frame: Frame, node: ir.CommanderCasts) -> int:
    usage, me = frame.kernel.state.usage, frame.controller
    whose = f"commander {me}'s " if node.own else "commander "
    return sum(times for name, times in usage.items() if name.startswith(whose) and name.endswith(f" by {me}"))


@answers(AMOUNTS, ir.CastBefore)
def _cast_before(frame: Frame, node: ir.CastBefore) -> int:
    state = frame.kernel.state
    cast = [each for each in state.history if each.kind == "cast" and each.turn == state.turn]
    mine = object_ref(frame.source)
    if not any(each.facts.get("ref") == mine for each in cast):
        raise unbound(frame, "what was cast before it")
    return next(place for place, each in enumerate(cast) if each.facts.get("ref") == mine)


@answers(AMOUNTS, ir.OpponentsAttacked)
def _opponents_attacked(frame: Frame, node: ir.OpponentsAttacked) -> int:
    state = frame.kernel.state
    attacks = [each for each in state.history if each.kind == "attack" and each.turn == state.turn]
    if not attacks:
        raise unbound(frame, "whom you attacked")
    last = [each.facts for each in attacks if each.batch == attacks[-1].batch]
    attacked = {str(each.get("other")) for each in last if each.get("player") == frame.controller}
    return sum(1 for each in attacked if ref_player(each) is not None)


@answers(AMOUNTS, ir.HowOften)
def _how_often(frame: Frame, node: ir.HowOften) -> int:
    return len(occurrences(frame, node.event, node.span))


__all__ = ["look", "mana_spent", "paid"]


def counters_with(frame: Frame, to: Destination) -> dict[str, int]:
    """The counters with which an object arrives, by kind."""
    count = frame.amount(to.counters_amount) if to.counters_amount is not None else 1
    return {to.counters: count} if to.counters is not None else {}
