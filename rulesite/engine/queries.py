"""Questions about a game, as plain functions on the kernel."""

from __future__ import annotations

from typing import Any

from rulesite.engine.casting.mana_pool import symbols_of
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.choices import UnknownName
from rulesite.engine.state.game_state import Player, object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.names import candidates, distinct
from rulesite.engine.state.teams import counters_of


def find(kernel: Kernel, name: str | int, player: str = "") -> int:
    """The current id of the object with this name or former id; ``player``'s own if several could be meant.

    Of the cards that a melded or merged permanent became, a former id means the one of its own name, else the first.
    Raises :class:`UnknownName` when the name means no object or several.
    """
    state = kernel.state
    if isinstance(name, int) or name.startswith("object "):
        thing_id, labels = name if isinstance(name, int) else int(name.split()[1]), list[str]()
        while thing_id not in state.things:
            known = state.known.get(thing_id)
            if known is None or not known.became:
                raise UnknownName(f"object {thing_id} does not exist any more")
            labels.append(known.label)
            parts = {kernel.label(object_ref(each)): each for each in (*known.also, known.became)}
            thing_id = next((parts[label] for label in labels if label in parts), known.became)
        return thing_id
    found = candidates(state, name, [object_ref(each) for each in state.things])
    if len(found) > 1:
        on_field = [ref for ref in found if state.things[ref_id(ref) or 0].kind != "ability"]
        found = on_field if len(on_field) == 1 else found
    if len(found) > 1 and player:
        own = [ref for ref in found if look(kernel, ref_id(ref) or 0).controller == player]
        found = own or found
    if len(found) == 1:
        return ref_id(found[0]) or 0
    if found:
        raise UnknownName(f"{name!r} may be any of {', '.join(distinct(state, found))}")
    raise UnknownName(f"nothing in the game is called {name!r}")


def zone_of(kernel: Kernel, name: str | int) -> str:
    """The zone of an object, "phased out" in place of the battlefield, "nowhere" when it has ceased to exist."""
    try:
        thing = kernel.state.things[find(kernel, name)]
        return "phased out" if thing.phased_out else thing.zone
    except UnknownName:
        if isinstance(name, int) or any(
            known.label.casefold() == str(name).casefold().rpartition("'s ")[2] for known in kernel.state.known.values()
        ):
            return "nowhere"
        raise


def plain_symbols(mana: str) -> list[str]:
    """The mana that printed symbols stand for in a pool.

    >>> plain_symbols("{2}{B}")
    ['C', 'C', 'B']
    """
    return [each for symbol in symbols_of(mana) for each in (["C"] * int(symbol) if symbol.isdigit() else [symbol])]


def pool(player: Player) -> str:
    """A mana pool as symbols, colourless first."""
    order = "CWUBRG"
    known = sorted(player.mana, key=lambda symbol: order.find(symbol))
    return "".join(f"{{{symbol}}}" for symbol in known for _ in range(player.mana[symbol]))


def count_keyword(kernel: Kernel, thing_id: int, keyword: str) -> int:
    """How many instances of a keyword an object has now."""
    return keywords(look(kernel, thing_id)).count(keyword.casefold())


def counters(kernel: Kernel, name: str | int, kind: str) -> int:
    """How many counters of a kind are on an object or a player."""
    if isinstance(name, str) and name in kernel.state.players:
        return counters_of(kernel, name, kind).get(kind, 0)
    return kernel.state.things[find(kernel, name)].counters.get(kind, 0)


def times_triggered(kernel: Kernel, name: str | int) -> int:
    """How often abilities of the object with this label have triggered."""
    label = kernel.label(object_ref(find(kernel, name))) if isinstance(name, int) else name.rpartition("'s ")[2]
    fitting = {key: count for key, count in kernel.state.triggered.items() if key.casefold() == label.casefold()}
    return sum(fitting.values())


def total_cost(kernel: Kernel, name: str | int) -> list[str]:
    """The locked-in total cost of a spell or ability on the stack.

    Raises :class:`UnknownName` for an object that was not played.
    """
    play = kernel.state.things[find(kernel, name)].play
    if play is None:
        raise UnknownName(f"{name} is not on the stack")
    return list(play.total_cost)


def happened(kernel: Kernel, kind: str, facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a kind whose facts, with names in place of references, include ``facts``."""
    found = []
    for each in kernel.state.history:
        if each.kind != kind:
            continue
        shown = {key: _named(kernel, value) for key, value in each.facts.items()}
        for key in ("source", "old", "new"):
            if isinstance(each.facts.get(key), int):
                shown[key] = kernel.label(each.facts[key])
        if all(shown.get(key) == value for key, value in facts.items()):
            found.append({"batch": each.batch, "turn": each.turn, **shown})
    return found


def _named(kernel: Kernel, value: Any) -> Any:
    if isinstance(value, str) and value.startswith(("object ", "player ")):
        return kernel.label(value)
    if isinstance(value, list):
        return [_named(kernel, each) for each in value]
    return value


def same_event(kernel: Kernel, first: str | int, second: str | int) -> bool:
    """Whether the last zone changes of two objects belong to one batch."""
    batches = []
    for name in (first, second):
        try:
            thing_id = find(kernel, name)
        except UnknownName:
            thing_id = name if isinstance(name, int) else 0
        moves = [
            each.batch
            for each in kernel.state.history
            if each.kind == "move" and thing_id in (each.facts.get("new"), each.facts.get("old"))
        ]
        batches.append(moves[-1] if moves else None)
    return batches[0] is not None and batches[0] == batches[1]
