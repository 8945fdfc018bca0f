"""Abilities in plain words: for people who want to see what the reader made of a text, and for tests.

The words follow the tree, not the print: two texts of different eras that mean the same are described alike.
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.questions import is_mana_ability, kind
from rulesite.engine.cardtext.wording import WORDING


def describe(ability: ir.Ability, date: str = "2006-10-01") -> dict[str, Any]:
    """A dict of `kind`, `mana`, `targets` (list), `cost`, `trigger` and `effect`; what an ability lacks is None.

    >>> from rulesite.engine.cardtext.ir import ActivatedAbility, Cost, TapSelf, Draw
    >>> describe(ActivatedAbility(Cost((TapSelf(),)), Draw()))["cost"]
    'tap this'
    """
    targets = [words(slot.what) + _how_many(slot) for slot in _slots(ability)]
    return {
        "kind": kind(ability),
        "mana": is_mana_ability(ability, date),
        "targets": targets,
        "cost": words(ability.cost)
        if isinstance(ability, ir.ActivatedAbility)
        else (words(ability.cost) if isinstance(ability, ir.KeywordAbility) and ability.cost else None),
        "trigger": _trigger(ability),
        "effect": _effect(ability),
    }


def _slots(ability: ir.Ability) -> tuple[ir.TargetSlot, ...]:
    if isinstance(ability, ir.KeywordAbility):
        return tuple(slot for inner in ability.expands for slot in _slots(inner))
    return getattr(ability, "targets", ())


def _how_many(slot: ir.TargetSlot) -> str:
    if slot.amount is not None:
        return f" ({words(slot.amount)})"
    if (slot.minimum, slot.maximum) == (1, 1):
        return ""
    if slot.maximum is None:
        return f" ({slot.minimum} or more)"
    return f" ({slot.minimum} to {slot.maximum})" if slot.minimum != slot.maximum else f" ({slot.minimum})"


def _trigger(ability: ir.Ability) -> str | None:
    if isinstance(ability, ir.KeywordAbility):
        found = [_trigger(inner) for inner in ability.expands]
        return "; ".join(part for part in found if part) or None
    if not isinstance(ability, ir.TriggeredAbility):
        return None
    condition = f", if {words(ability.condition)}" if ability.condition is not None else ""
    return f"{ability.word} {words(ability.event)}{condition}"


def _effect(ability: ir.Ability) -> str:
    if isinstance(ability, ir.KeywordAbility):
        quality = f" ({words(ability.quality)})" if ability.quality is not None else ""
        amount = f" {words(ability.amount)}" if ability.amount is not None else ""
        meaning = ": " + "; ".join(map(_effect, ability.expands)) if ability.expands else ""
        return f"{ability.keyword}{amount}{quality}{meaning}"
    if isinstance(ability, ir.StaticAbility):
        condition = f" as long as {words(ability.condition)}" if ability.condition is not None else ""
        return "; ".join(map(words, ability.parts)) + condition
    limits = "".join(f"; {words(limit)}" for limit in getattr(ability, "restrictions", ()))
    if isinstance(ability, ir.TriggeredAbility) and ability.limit is not None:
        limits += f"; only {ability.limit} times each turn"
    return words(getattr(ability, "effect", None)) + limits


def _ability(ability: ir.Ability) -> str:
    """An ability inside another's words: its cost or trigger, then its effect.

    >>> _ability(ir.ActivatedAbility(ir.Cost((ir.TapSelf(),)), ir.Draw()))
    'tap this: you draw 1'
    """
    before = words(ability.cost) if isinstance(ability, ir.ActivatedAbility) else _trigger(ability)
    if isinstance(ability, ir.KeywordAbility) and ability.cost is not None:
        before = None if ability.expands else f"{ability.keyword} {words(ability.cost)}"
    return f"{before}: {_effect(ability)}" if before else _effect(ability)


def _english(text: str) -> str:
    """The grammar of the second person and of articles: "you draws a artifact" is "you draw an artifact"."""
    text = re.sub(rf"(?<!than )(\byou|may:) ({_VERBS})e?s\b", r"\1 \2", text)
    text = text.replace("you’s", "your").replace("the library of you", "your library")
    text = text.replace("the life total of you", "your life total")
    return re.sub(r"\ba (?=[aeiouAEIO]\w)", "an ", text)


_VERBS = "choose|search|draw|gain|lose|discard|add|create|reveal|mill|play|pay|sacrifice|control"


def words(tree: Any) -> str:
    """A part of an ability in words; see `_said` for the phrases.

    >>> words(ir.Draw())
    'you draw 1'
    """
    return _english(_said(tree))


def _said(tree: Any) -> str:
    """Every kind of node has a phrase in `wording.py`; one that has none is spelt out.

    >>> _said(ir.Destroy(ir.Target(0)))
    'destroy target 1'
    """
    if isinstance(tree, ir.Ability):
        return f"“{_ability(tree)}”"
    if isinstance(tree, ir.Node):
        phrase = WORDING.get(type(tree).__name__)
        if phrase is None:
            return _spelt(tree)
        if callable(phrase):
            return phrase(tree, _said)
        values = {field.name: _said(getattr(tree, field.name)) for field in fields(tree)}  # type: ignore[arg-type]
        return " ".join(phrase.format(**values).split())
    if isinstance(tree, tuple):
        return ", ".join(map(_said, tree))
    return "" if tree is None else str(tree)


def _spelt(tree: ir.Node) -> str:
    """ "can't be regenerated" of CantBeRegenerated, then its fields that say something."""
    name = "".join(f" {c.lower()}" if c.isupper() else c for c in type(tree).__name__).strip()
    said = [
        _said(getattr(tree, field.name))
        for field in fields(tree)  # type: ignore[arg-type]
        if getattr(tree, field.name) not in (None, False, (), field.default)
    ]
    return " ".join([name, *(part for part in said if part)])
