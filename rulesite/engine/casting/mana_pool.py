"""Mana: the types that may be added, those that a permanent could produce, and paying from a pool."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities import mana_rules
from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.static_parts import ManaBecomes
from rulesite.engine.effects.continuous import functions, static_abilities
from rulesite.engine.effects.forbidden import cannot
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.predicates import chosen_quality
from rulesite.engine.events.batch import commit
from rulesite.engine.players.commander import identity_of_commanders
from rulesite.engine.state.ability_record import AbilityRecord
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import Choice, NotModelled
from rulesite.engine.state.event import Event, record
from rulesite.engine.state.game_state import player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import COLOUR_OF, LIFE_SYMBOLS, SYMBOL_OF, Bindings
from rulesite.engine.state.teams import life_of

from .bound_mana import take, usable, usable_snow

COLOURED = ("W", "U", "B", "R", "G")
LIFE = "P"
"""The half of a Phyrexian symbol that is paid with 2 life."""
SNOW = "S"
"""The symbol that is paid with mana of a snow source."""


def is_mana_ability(kernel: Kernel, ability: object) -> bool:
    """Whether an ability is a mana ability under the rules of this game."""
    return kernel.has("mana_ability") and mana_rules.is_mana_ability(ability, kernel.rules)


def mana_choices(frame: Frame, mana: Node) -> list[str]:
    """The possible types of one mana, as printed symbols; empty when no type can be determined."""
    match mana:
        case ir.ManaSymbols():
            return list(mana.options)
        case ir.ManaEither():
            return list(dict.fromkeys([*mana_choices(frame, mana.one), *mana_choices(frame, mana.other)]))
        case ir.ManaAnyColor(identity=True):
            identity = identity_of_commanders(frame.kernel, frame.controller) or frozenset()
            return [f"{{{symbol}}}" for symbol in COLOURED if COLOUR_OF[symbol] in identity]
        case ir.ManaAnyColor():
            colours = [SYMBOL_OF.get(colour, colour.strip("{}")) for colour in mana.colors] or list(COLOURED)
            return [f"{{{symbol}}}" for symbol in colours + (["C"] if mana.any_type else [])]
        case ir.ManaOfColorsAmong():
            there = {colour for ref in frame.refs(mana.among) for colour in _colours(frame.kernel, ref)}
            return [f"{{{symbol}}}" for symbol, colour in COLOUR_OF.items() if colour in there]
        case ir.ManaCouldProduce() if not frame.kernel.has("could_produce"):
            return [f"{{{symbol}}}" for symbol in COLOURED]
        case ir.ManaCouldProduce():
            found = could_produce(frame, frame.refs(mana.by))
            return [f"{{{symbol}}}" for symbol in found if not mana.color or symbol in COLOUR_OF]
        case ir.ManaThatType():
            if mana.chosen:
                colour = chosen_quality(frame, "color")
                return [f"{{{SYMBOL_OF[colour]}}}"] if colour in SYMBOL_OF else []
            return [f"{{{symbol}}}" for symbol in dict.fromkeys(frame.bound.event.get("mana", []))]
    raise NotModelled(f"the engine does not add mana of the kind {type(mana).__name__} yet")


def _colours(kernel: Kernel, ref: str) -> frozenset[str]:
    return frozenset(look(kernel, ref_id(ref) or 0).colours)


def could_produce(frame: Frame, permanents: list[str]) -> list[str]:
    """The types of mana that permanents could produce if their mana abilities were played now.

    Replacement effects on that mana count; triggered mana abilities of other permanents, and whether the costs can be
    paid, do not (rule ``could_produce``). Permanents that refer to one another are gone through until none adds a type:
    those that refer only to each other could produce none.
    """
    known = frame.bound.record.could_produce
    if known is None:
        known = {ref: [] for ref in permanents}
        while True:
            before = {ref: list(types) for ref, types in known.items()}
            for ref in list(known):
                known[ref] = _types_of(frame.kernel, ref, known)
            if known == before:
                break
    for ref in permanents:
        known.setdefault(ref, [])
    return [symbol for symbol in (*COLOURED, "C") if any(symbol in known[ref] for ref in permanents)]


def _types_of(kernel: Kernel, ref: str, known: dict[str, list[str]]) -> list[str]:
    """The types that one permanent could produce, given the ``known`` types of those that it refers to."""
    thing = kernel.thing(ref_id(ref) or 0)
    if thing is None:
        return []
    seen = look(kernel, thing.id)
    own: list[str] = []
    for held in seen.every_ability:
        if isinstance(held.ability, ActivatedAbility) and functions(kernel, thing, held.ability):
            bound = Bindings(seen.controller, thing.id, record=AbilityRecord(could_produce=known))
            own += _types(Frame(kernel, bound), held.ability)
    replaced = _replaced_types(kernel, ref) if own else None
    return sorted(set(own if replaced is None else replaced))


def _types(frame: Frame, ability: ActivatedAbility) -> list[str]:
    return [
        "C" if part.isdigit() else part
        for node in mana_rules.mana_nodes(ability.effect)
        for option in mana_choices(frame, node.mana)
        for part in symbols_of(option)
    ]


def _replaced_types(kernel: Kernel, ref: str) -> list[str] | None:
    if not kernel.has("replacement_effect"):
        return None
    for frame, ability in static_abilities(kernel):
        for part in ability.parts:
            if isinstance(part, ManaBecomes) and part.mana is not None and frame.matches(part.source, ref):
                return [symbol.strip("{}") for symbol in mana_choices(frame, part.mana)]
    return None


def symbols_of(text: str) -> list[str]:
    """The symbols of a printed cost.

    >>> symbols_of("{3}{B}{B}"), symbols_of("")
    (['3', 'B', 'B'], [])
    """
    return [part for part in text.replace("}", "").split("{") if part]


def shown(symbols: list[str]) -> str:
    """Symbols as printed; generic mana is added up and comes first, life that is to be paid for a symbol last.

    >>> shown(["1", "B", "2"]), shown([]), shown(["1", "P"])
    ('{3}{B}', '{0}', '{1} and 2 life')
    """
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    rest = [symbol for symbol in symbols if not symbol.isdigit() and symbol != LIFE]
    mana = (f"{{{generic}}}" if generic or not rest else "") + "".join(f"{{{symbol}}}" for symbol in rest)
    return f"{mana} and {2 * symbols.count(LIFE)} life" if LIFE in symbols else mana


def enough(pool: dict[str, int], symbols: list[str], life: int = 0, snow: dict[str, int] | None = None) -> bool:
    """Whether a pool, of which ``snow`` is from snow sources, and an amount of life can pay for symbols, each in any of
    its ways.

    >>> enough({"B": 2, "G": 1}, ["1", "B", "B"]), enough({"G": 3}, ["1", "B"])
    (True, False)
    >>> enough({"W": 1}, ["W/P", "W/P"], life=2), enough({"R": 2}, ["2/B"]), enough({"G": 1, "U": 1}, ["G/U", "G/W"])
    (True, True, True)
    >>> enough({"G": 2}, ["S", "G"], snow={"G": 1}), enough({"G": 1, "W": 1}, ["S", "G"], snow={"G": 1})
    (True, False)
    """
    flexible = next((symbol for symbol in symbols if "/" in symbol), None)
    if flexible is not None:
        rest = list(symbols)
        rest.remove(flexible)
        return any(enough(pool, [*rest, way], life, snow) for way in ways(flexible))
    left = dict(pool)
    left[LIFE] = life // 2
    for symbol in symbols:
        if not symbol.isdigit() and symbol != SNOW:
            if left.get(symbol, 0) <= 0:
                return False
            left[symbol] -= 1
    del left[LIFE]
    cold = symbols.count(SNOW)
    if cold > sum(min(count, left.get(symbol, 0)) for symbol, count in (snow or {}).items()):
        return False
    return sum(left.values()) - cold >= sum(int(symbol) for symbol in symbols if symbol.isdigit())


def check_payable(symbols: list[str]) -> None:
    """Raise :class:`NotModelled` for a symbol that no mana is known to pay.

    >>> check_payable(["2", "G/W", "W/P", "C", "S"])
    >>> check_payable(["2", "H"])
    Traceback (most recent call last):
    ...
    rulesite.engine.state.choices.NotModelled: the engine does not know which mana pays {H}
    """
    for symbol in symbols:
        if not all(way in (*COLOURED, "C", LIFE, SNOW) or way.isdigit() for way in ways(symbol)):
            raise NotModelled(f"the engine does not know which mana pays {{{symbol}}}")


def ways(symbol: str) -> list[str]:
    """The single symbols that each pay for one symbol; P is 2 life (107.4e and 107.4f).

    >>> ways("G/W"), ways("W/P"), ways("2/B")
    (['G', 'W'], ['W', 'P'], ['2', 'B'])
    """
    return symbol.split("/")


def _chosen_mana(kernel: Kernel, player: str, about: str, options: list[str]) -> list[str]:
    """The mana with which a player pays generic mana: one symbol ("C") or several at once ("{C}{C}{W}")."""
    choice = Choice("mana payment", player, about, "pay generic mana with", tuple(options))
    value = str(kernel.script.take(choice))
    return symbols_of(value) if "{" in value else [value]


def pay_mana(
    kernel: Kernel, player: str, symbols: list[str], about: str, spent_on: str = "", concept: str = "pay_any_order"
) -> list[str]:
    """Take mana from a pool; returns the mana spent. ``spent_on`` is the spell or ability that is played with it.

    Where it makes a difference, the player chooses the mana for a generic or hybrid symbol, and whether 2 life pay a
    Phyrexian one. Raises :class:`IllegalAction` when the pool is not enough.
    """
    check_payable(symbols)
    pool = usable(kernel, player, spent_on)
    snow = usable_snow(kernel, player) if SNOW in symbols else {}
    if not enough(pool, symbols, payable_life(kernel, player), snow):
        have = (
            shown([symbol for symbol, count in sorted(pool.items()) for _ in range(count)])
            if any(pool.values())
            else "nothing"
        )
        held = pool != kernel.state.players[player].mana
        have += " to spend on it" if held else ""
        have += ", too little of it from snow sources" if enough(pool, [_any_source(each) for each in symbols]) else ""
        why = f"{about} asks {shown(symbols)}, and {player} has {have} in the mana pool"
        error = kernel.illegal(why, "restricted_mana" if held else concept)
        error.owed = tuple(symbols)
        raise error
    symbols = _single(kernel, player, symbols, about, pool, snow)
    lost = 2 * symbols.count(LIFE)
    spent: list[str] = []

    def spend(symbol: str, snow: bool = False) -> None:
        take(kernel, player, symbol, spent_on, about, snow)
        pool[symbol] -= 1
        if not pool[symbol]:
            del pool[symbol]
        spent.append(symbol)

    for symbol in symbols:
        if symbol in COLOURED or symbol == "C":
            spend(symbol)
    for _ in range(symbols.count(SNOW)):
        options = sorted(usable_snow(kernel, player))
        spend(options[0] if len(options) == 1 else _chosen_mana(kernel, player, about, options)[0], snow=True)
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    while generic:
        options = sorted(pool)
        if generic >= sum(pool.values()) or len(options) == 1:
            words = [options[0]]
        else:
            words = _chosen_mana(kernel, player, about, options)
        for word in words[:generic]:
            if not pool.get(word):
                raise kernel.illegal(f"{player} has no {{{word}}} left in the mana pool", concept)
            spend(word)
        generic -= len(words[:generic])
    kernel.state.touch()
    paid_for = kernel.thing(ref_id(spent_on) or 0) if spent_on else None
    if lost and paid_for is not None and paid_for.play is not None:
        paid_for.play.bound.paid[LIFE_SYMBOLS] = symbols.count(LIFE)
    if lost:
        commit(kernel, [Event("lose_life", player_ref(player), player=player, amount=lost, tags=("paid",))])
    told = [shown(spent)] * bool(spent or not lost) + [f"{lost} life"] * bool(lost)
    kernel.note(f"{player} pays {' and '.join(told)}", concept)
    record(kernel, [Event("pay", player=player, amount=len(spent), facts={"mana": spent, "for": about})])
    return spent


def _any_source(symbol: str) -> str:
    return "1" if symbol == SNOW else symbol


def _single(
    kernel: Kernel, player: str, symbols: list[str], about: str, pool: dict[str, int], snow: dict[str, int]
) -> list[str]:
    """The symbols with those payable in several ways replaced by the player's choice (601.2b in 2026-06-19)."""
    life = payable_life(kernel, player)
    left = list(symbols)
    for symbol in [each for each in symbols if "/" in each]:
        left.remove(symbol)
        options = [way for way in ways(symbol) if enough(pool, [*left, way], life, snow)]
        left.append(choose_way(kernel, player, symbol, about, options))
    return left


def choose_way(kernel: Kernel, player: str, symbol: str, about: str, options: list[str]) -> str:
    """The one of the single symbols that a player chooses to pay for a symbol; P is 2 life."""
    words = {"life" if way == LIFE else way: way for way in options}
    kind = "mana payment" if all(way in COLOURED for way in options) else "symbol"
    return words[kernel.choose_word(kind, player, about, f"pay {{{symbol}}} with", list(words))]


def payable_life(kernel: Kernel, player: str) -> int:
    """How much life a player can pay: none while the player can't lose life (119.8 in 2026-06-19)."""
    kept = any(cannot(kernel, player, what) for what in ("lose life", "change life total"))
    return 0 if kept else max(0, life_of(kernel.state, player))
