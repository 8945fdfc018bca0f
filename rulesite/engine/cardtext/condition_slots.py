"""The slots of what conditions say alone."""

from __future__ import annotations

from typing import Any

from rulesite.engine.language.sorts import Place, slot


def _one_symbol(builder: Any, symbols: Any, place: Place) -> str:
    if symbols.count("{") != 1:
        raise ValueError("several symbols of mana that was spent")
    return str(symbols)


slot("one_symbol", "MANASYMBOLS", _one_symbol)
slot("your", "poss", say=lambda value, p, many, head: "your")
slot("condition", "condition", say=lambda value, p, many, head: p.say(value))
