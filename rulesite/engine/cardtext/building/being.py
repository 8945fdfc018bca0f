"""What objects are and become."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    power_and_toughness,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import UNSAID
from rulesite.engine.cardtext.building.steps import Deed


@v_args(inline=True)
class Being(Part):
    """ "is" and "becomes"."""

    def isbe(self, deed: Deed) -> Deed:
        return deed

    def be_is(self) -> str:
        return "is"

    def be_become(self) -> str:
        return "become"

    def is_be(self, verb: str, content: Callable[[str], Deed] | Deed) -> Deed:
        deed = content(verb) if callable(content) and getattr(content, "verbed", False) else content
        if not isinstance(deed, tuple):
            return deed
        return (replace(deed[0], said=f"{verb} {deed[0].said}".strip()), *deed[1:])

    def isrest(self, *parts: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for part in parts:
            found.update(part)
        return found

    def isrest0(self, words: list[tuple[str, str]], rest: dict[str, Any]) -> Any:
        return words, rest

    @v_args(inline=True, meta=True)
    def ir_add(self, meta: Any, *_: Any) -> dict[str, Any]:
        return {"add": True, "kind": "creature" if " creature type" in self._words(meta).lower() else ""}

    def ir_add_color(self, *_: Any) -> dict[str, Any]:
        return {"add color": True}

    def ir_add_both(self, *_: Any) -> dict[str, Any]:
        return {"add": True, "add color": True}

    def inadd(self, *_: Any) -> bool:
        return True

    def ir_still(self, type_: Token) -> dict[str, Any]:
        return {"still": str(type_)}

    def ir_with(self, abilities: tuple[ir.Ability, ...]) -> dict[str, Any]:
        return {"abilities": abilities}

    def ir_with2(self, verb: str, abilities: tuple[ir.Ability, ...]) -> dict[str, Any]:
        return {"abilities": abilities, "verb": verb}

    def ir_pt_value(self, amount: ir.Amount) -> dict[str, Any]:
        return {"sizes": (amount, amount)}

    def ir_p_value(self, amount: ir.Amount) -> dict[str, Any]:
        return {"sizes": (amount, None)}

    def ir_pt(self, sizes: Token) -> dict[str, Any]:
        return {"sizes": power_and_toughness(str(sizes)), "size": "with"}

    def ir_base_pt(self, sizes: Token) -> dict[str, Any]:
        return {"sizes": power_and_toughness(str(sizes)), "size": "base"}

    def typeline(self, *words: tuple[str, str]) -> list[tuple[str, str]]:
        return list(words)

    def tl_pt(self, word: Token) -> tuple[str, str]:
        return "pt", str(word)

    def tl_color(self, word: Token) -> tuple[str, str]:
        return "color", str(word)

    def tl_type(self, word: Token) -> tuple[str, str]:
        return "type", str(word)

    def tl_subtype(self, word: Token) -> tuple[str, str]:
        return "subtype", str(word)

    def tl_supertype(self, word: Token) -> tuple[str, str]:
        return "supertype", str(word)

    def tl_colorless(self) -> tuple[str, str]:
        return "colorless", ""

    def is_typeline_bare(self, words: list[tuple[str, str]], rest: dict[str, Any]) -> Deed:
        return _verbed(lambda verb: _being(verb, words, rest))

    is_typeline = is_typeline_bare

    def colorlist(self, *colors: Token) -> tuple[str, ...]:
        return tuple(map(str, colors))

    def is_colors(self, colors: tuple[str, ...], more: Any) -> Deed:
        words, rest = more
        return _verbed(lambda verb: (ir.SetColors(colors), *_being(verb, words, rest)))

    def is_color_choice(self, whose: Any) -> Deed:
        return lambda what: ir.Sequence(
            (ir.ChooseQuality("color", whose), ir.Continuous(what, (ir.SetChosen("color"),), UNSAID))
        )

    def is_land_choice(self, supertype: Token, type_: Token, whose: Any) -> Deed:
        return lambda what: ir.Sequence(
            (ir.ChooseQuality(f"{supertype} {type_} type", whose), ir.Continuous(what, (ir.SetChosen("type"),), UNSAID))
        )


def _verbed(content: Any) -> Any:
    """Mark what still waits for its verb: "is" adds types where "becomes" replaces them."""
    content.verbed = True
    return content


def _being(verb: str, words: list[tuple[str, str]], rest: dict[str, Any]) -> Deed:
    """The changes of "is/becomes a 3/3 green Elemental artifact creature with …".

    Card types alone that are stated with "is", or those together with "in addition", "still" or as "artifact
    creature", are added; with "becomes", or with subtypes, they replace. Subtypes alone replace those of their sort.
    """
    types = tuple(word for kind, word in words if kind == "type")
    subtypes = tuple(word for kind, word in words if kind == "subtype")
    supertypes = tuple(word for kind, word in words if kind == "supertype")
    colors = tuple(word for kind, word in words if kind == "color")
    sizes = next((power_and_toughness(word) for kind, word in words if kind == "pt"), rest.get("sizes"))
    changes: list[ir.Change] = []
    if types or subtypes or supertypes:
        added = (
            rest.get("add")
            or "still" in rest
            or (types and not subtypes and verb == "is")
            or {"artifact", "creature"} <= set(types)
        )
        still = f"still {rest['still']}" if "still" in rest else ""
        changes.append(
            (ir.AddTypes if added else ir.SetTypes)(
                types, subtypes, supertypes, said=still or rest.get("kind", "") or ("" if rest.get("add") else "alone")
            )
        )
    if colors or ("colorless", "") in words:
        changes.append(ir.AddColors(colors, said="both") if "add color" in rest else ir.SetColors(colors))
    elif "add color" in rest:
        raise ValueError("other colors beside none")
    if sizes:
        changes.append(ir.SetBasePowerToughness(*sizes, said=rest.get("size", "")))
    if "abilities" in rest:
        changes.append(ir.GrantAbilities(rest["abilities"], said=rest.get("verb", "")))
    return tuple(changes)
