"""Tokens, and what a search finds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
    Desc,
    power_and_toughness,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.mentions import Mention


@v_args(inline=True, meta=True)
class Tokens(Part):
    """What tokens look like."""

    def token(self, meta: Any, *parts: Any) -> Any:
        words = [part for part in parts if isinstance(part, tuple)]
        settings: dict[str, Any] = {}
        look: dict[str, Any] = {"abilities": ()}
        for part in parts:
            if isinstance(part, dict):
                for key, value in part.items():
                    if key == "abilities":
                        look["abilities"] = (*look["abilities"], *value)
                    elif key == "name":
                        look["name"] = value
                    else:
                        settings[key] = value
        sizes = next((power_and_toughness(word) for kind, word in words if kind == "pt"), (None, None))

        def of(sort: str) -> tuple[str, ...]:
            return tuple(word for kind, word in words if kind == sort)

        if ("tapped", "") in words:
            settings["tapped"] = True
        self.mentions.add(Mention(meta.start_pos, ir.Memo("create"), False, "token", ghost=True))
        types = of("type")
        if sizes != (None, None) and "creature" not in types:
            types = (*types, "creature")
        power, toughness = sizes
        made = ir.Token(
            types,
            of("subtype"),
            of("supertype"),
            of("color"),
            power,
            toughness,
            look["abilities"],
            look.get("name", ""),
        )
        return self._known_token(made), settings

    def _known_token(self, made: ir.Token) -> ir.Token:
        """ "A Clue token": the rules say what it is (in `language/keywords.toml`)."""
        from rulesite.engine.cardtext.keywords import predefined_token

        if made.types or not made.subtypes:
            return made
        return replace(predefined_token(made, self.quoted_reader), said="known")

    def token_named(self, meta: Any, *parts: Any) -> Any:
        name = next(part for part in parts if isinstance(part, str))
        abilities = next(
            (part for part in parts if isinstance(part, tuple) and part and isinstance(part[0], ir.Ability)), ()
        )
        words = [part for part in parts if isinstance(part, tuple) and part and isinstance(part[0], str)]
        return self.token(meta, *words, {"abilities": abilities, "name": name})

    def tk_pt(self, meta: Any, word: Token) -> Any:
        return "pt", str(word)

    def tk_color(self, meta: Any, word: Token) -> Any:
        return "color", str(word)

    def tk_colorless(self, meta: Any) -> Any:
        return "colorless", ""

    def tk_type(self, meta: Any, word: Token) -> Any:
        return "type", str(word)

    def tk_subtype(self, meta: Any, word: Token) -> Any:
        return "subtype", str(word)

    def tk_supertype(self, meta: Any, word: Token) -> Any:
        return "supertype", str(word)

    def tk_tapped(self, meta: Any) -> Any:
        return "tapped", ""

    def tt_with(self, meta: Any, abilities: tuple[ir.Ability, ...]) -> dict[str, Any]:
        return {"abilities": abilities}

    def tt_named(self, meta: Any, name: str) -> dict[str, Any]:
        return {"name": name}

    def tt_tapped_attacking(self, meta: Any) -> dict[str, Any]:
        return {"tapped": True, "attacking": True}

    def tt_under(self, meta: Any, whose: Any) -> dict[str, Any]:
        return {"who": whose}

    def found_q(self, meta: Any, amount: ir.Amount, desc: Desc, tail: Any = None) -> Any:
        self.mentions.add(
            Mention(meta.start_pos, ir.Memo("search"), False, desc.noun, plural=amount != ONE, ghost=True)
        )
        return amount, desc, tail
