"""Mana: what may be added, what a permanent could produce, and paying mana from a pool."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities import mana_rules
from rulesite.engine.abilities.kinds import ActivatedAbility, StaticAbility
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.static_parts import ManaBecomes
from rulesite.engine.effects.continuous import functions
from rulesite.engine.meaning.fitting import chosen_quality
from rulesite.engine.meaning.frame import Frame
from rulesite.engine.state.characteristics import flatten, look
from rulesite.engine.state.choices import Choice, NotModelled
from rulesite.engine.state.event import Event, record
from rulesite.engine.state.game_state import ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import COLOUR_OF, SYMBOL_OF, Bindings

COLOURED = ("W", "U", "B", "R", "G")


def is_mana_ability(kernel: Kernel, ability: object) -> bool:
    """Whether an ability is a mana ability under the rules of this game."""
    return kernel.has("mana_ability") and mana_rules.is_mana_ability(ability, kernel.rules)


def mana_choices(frame: Frame, mana: Node) -> list[str]:
    """What one unit of mana may be, as printed symbols; empty when no type can be determined."""
    match mana:
        case ir.ManaSymbols():
            return list(mana.options)
        case ir.ManaAnyColor():
            colours = [SYMBOL_OF.get(colour, colour) for colour in mana.colors] or list(COLOURED)
            return [f"{{{symbol}}}" for symbol in colours + (["C"] if mana.any_type else [])]
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


def could_produce(frame: Frame, permanents: list[str]) -> list[str]:
    """The types of mana that permanents could produce if their mana abilities were played now.

    Replacement effects on that mana count; triggered mana abilities of other permanents, and whether the costs can be
    paid, do not (rule ``could_produce``).
    """
    kernel = frame.kernel
    found: list[str] = []
    for ref in permanents:
        thing = kernel.thing(ref_id(ref) or 0)
        if thing is None:
            continue
        own: list[str] = []
        for held in flatten(look(kernel, thing.id).abilities):
            if isinstance(held.ability, ActivatedAbility) and functions(kernel, thing, held.ability):
                own += _types(
                    Frame(kernel, Bindings(frame.controller, thing.id, said=dict(frame.bound.said))),
                    held.ability.effect,
                )
        replaced = _replaced_types(kernel, ref) if own else None
        found += own if replaced is None else replaced
    return [symbol for symbol in (*COLOURED, "C") if symbol in found]


def _types(frame: Frame, effect: Node) -> list[str]:
    found = []
    for node in mana_rules.mana_nodes(effect):
        if isinstance(node.mana, ir.ManaCouldProduce):
            visiting = list(frame.bound.said.get("visiting", []))
            if frame.source in visiting:
                continue
            frame.bound.said["visiting"] = [*visiting, frame.source]
        for option in mana_choices(frame, node.mana):
            found += ["C" if part.isdigit() else part for part in option.strip("{}").split("}{")]
    return found


def _replaced_types(kernel: Kernel, ref: str) -> list[str] | None:
    if not kernel.has("replacement_effect"):
        return None
    for thing in [kernel.state.things[each] for each in kernel.state.zone("battlefield")]:
        for held in flatten(look(kernel, thing.id).abilities):
            if isinstance(held.ability, StaticAbility) and functions(kernel, thing, held.ability):
                frame = Frame(kernel, Bindings(look(kernel, thing.id).controller, thing.id))
                for part in held.ability.parts:
                    if isinstance(part, ManaBecomes) and frame.matches(part.source, ref):
                        return [symbol.strip("{}") for symbol in mana_choices(frame, part.mana)]
    return None


def symbols_of(text: str) -> list[str]:
    """The symbols of a printed cost.

    >>> symbols_of("{3}{B}{B}"), symbols_of("")
    (['3', 'B', 'B'], [])
    """
    return [part for part in text.replace("}", "").split("{") if part]


def shown(symbols: list[str]) -> str:
    """Symbols as printed; generic mana is added up and comes first.

    >>> shown(["1", "B", "2"]), shown([])
    ('{3}{B}', '{0}')
    """
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    rest = [symbol for symbol in symbols if not symbol.isdigit()]
    return (f"{{{generic}}}" if generic or not rest else "") + "".join(f"{{{symbol}}}" for symbol in rest)


def enough(pool: dict[str, int], symbols: list[str]) -> bool:
    """Whether a pool can pay for symbols.

    >>> enough({"B": 2, "G": 1}, ["1", "B", "B"]), enough({"G": 3}, ["1", "B"])
    (True, False)
    """
    left = dict(pool)
    flexible = [symbol for symbol in symbols if "/" in symbol]
    for symbol in symbols:
        if symbol in COLOURED or symbol == "C":
            if left.get(symbol, 0) <= 0:
                return False
            left[symbol] -= 1
    for symbol in flexible:
        choices = [part for part in symbol.split("/") if left.get(part, 0) > 0]
        if not choices:
            return False
        left[choices[0]] -= 1
    return sum(left.values()) >= sum(int(symbol) for symbol in symbols if symbol.isdigit())


def _chosen_mana(kernel: Kernel, player: str, about: str, options: list[str]) -> list[str]:
    """Which mana a player pays generic mana with: one symbol ("C") or several at once ("{C}{C}{W}")."""
    choice = Choice("mana payment", player, about, "pay generic mana with", tuple(options))
    value = str(kernel.script.take(choice))
    return symbols_of(value) if "{" in value else [value]


def pay_mana(kernel: Kernel, player: str, symbols: list[str], about: str, concept: str = "pay_any_order") -> list[str]:
    """Take mana from a pool; returns what was spent.

    Which mana pays a generic or a hybrid symbol is the player's choice where it makes a difference. Raises
    :class:`IllegalAction` when the pool is not enough.
    """
    pool = kernel.state.players[player].mana
    if not enough(pool, symbols):
        have = (
            shown([symbol for symbol, count in sorted(pool.items()) for _ in range(count)])
            if any(pool.values())
            else "nothing"
        )
        raise kernel.illegal(f"{about} asks {shown(symbols)}, and {player} has {have} in the mana pool", concept)
    spent: list[str] = []

    def take(symbol: str) -> None:
        pool[symbol] -= 1
        if not pool[symbol]:
            del pool[symbol]
        spent.append(symbol)

    for symbol in symbols:
        if symbol in COLOURED or symbol == "C":
            take(symbol)
    for symbol in symbols:
        if "/" in symbol:
            options = [part for part in symbol.split("/") if pool.get(part, 0) > 0]
            take(kernel.choose_word("mana payment", player, about, f"pay {{{symbol}}} with", options))
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
            take(word)
        generic -= len(words[:generic])
    kernel.state.touch()
    kernel.note(f"{player} pays {shown(spent)}", concept)
    record(kernel, [Event("pay", player=player, amount=len(spent), facts={"mana": spent, "for": about})])
    return spent
