"""Keywords and their parameters."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    Desc,
    UnmeantError,
    both,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawKeywordCost
from rulesite.engine.language.vocabulary import vocabulary


def wants(keyword: str) -> str:
    """What has to be printed after a keyword: "cost", "number" or nothing.

    >>> wants("flashback"), wants("fading"), wants("flying")
    ('cost', 'number', '')
    """
    known = vocabulary()
    if keyword in known.keywords:
        return ""
    return "cost" if keyword in known.cost_keywords else "number" if keyword in known.number_keywords else ""


@v_args(inline=True, meta=True)
class Keywords(Part):
    """Keywords."""

    def keywords(self, meta: Any, *parts: Any) -> tuple[ir.Ability, ...]:
        return tuple(ability for part in parts if part is not None for ability in part)

    kws = keywords

    def kwsep(self, meta: Any, *_: Any) -> None:
        return None

    def kw_plain(self, meta: Any, name: Token) -> Any:
        if wants(str(name)) == "number":
            raise UnmeantError(f"the keyword {str(name)!r} wants a number", meta.end_pos)
        return (self._keyword(str(name), meta),)  # its cost may be in the next sentence

    def kw_cost(self, meta: Any, name: Token, mana: Token) -> Any:
        return (self._keyword(str(name), meta, cost=ir.Cost((ir.PayMana(str(mana)),))),)

    def kw_cost_or(self, meta: Any, name: Token, one: Token, other: Token) -> Any:
        options = tuple(ir.Cost((ir.PayMana(str(mana)),)) for mana in (one, other))
        return (self._keyword(str(name), meta, cost=ir.Cost((ir.OneOf(options),))),)

    def kw_cost_dash(self, meta: Any, name: Token, cost: ir.Cost) -> Any:
        """ "Rampage: 2" and "Cumulative Upkeep: {B} and 2 life"."""
        if str(name) in vocabulary().number_keywords and cost.parts and isinstance(cost.parts[0], ir.Loyalty):
            return self._numbered(meta, str(name), cost.parts[0].amount)
        return (self._keyword(str(name), meta, cost=cost),)

    def kw_number(self, meta: Any, name: Token, amount: ir.Amount) -> Any:
        if str(name) in vocabulary().cost_keywords and str(name) not in vocabulary().number_keywords:
            raise UnmeantError(f"the keyword {str(name)!r} wants a cost", meta.start_pos)
        return self._numbered(meta, str(name), amount)

    def _numbered(self, meta: Any, name: str, amount: ir.Amount) -> Any:
        return (self._keyword(name, meta, amount=amount),)

    def kw_sub_cost(self, meta: Any, name: Token, subtype: Token, mana: Token) -> Any:
        return (
            self._keyword(str(name), meta, cost=ir.Cost((ir.PayMana(str(mana)),)), quality=ir.HasSubtype(str(subtype))),
        )

    def kw_from(self, meta: Any, name: Token, qualities: tuple[ir.Predicate, ...]) -> Any:
        return tuple(self._keyword(str(name), meta, quality=quality) for quality in qualities)

    def kw_for(self, meta: Any, name: Token, desc: Desc) -> Any:
        return (self._keyword(str(name), meta, quality=desc.bare),)

    def protection(self, meta: Any, qualities: tuple[ir.Predicate, ...]) -> Any:
        return tuple(self._keyword("protection", meta, quality=quality) for quality in qualities)

    def protection_chosen(self, meta: Any) -> Any:
        return (self._keyword("protection", meta, quality=ir.HasChosen("color")),)

    def landwalk(self, meta: Any, *words: Token) -> Any:
        kind = str(words[-1])
        supertypes = tuple(ir.HasSupertype(str(word)) for word in words[:-1])
        snow = (ir.HasSupertype("snow"),) if "snow-covered" in self._words(meta).lower() else ()
        land = ir.HasType("land") if kind == "land" else ir.HasSubtype(vocabulary().subtypes[kind])
        name = self._words(meta).lower().replace("snow-covered ", "snow ")
        return (self._keyword(name, meta, quality=both(*supertypes, *snow, land)),)

    def landwalk_non(self, meta: Any, supertype: Token, kind: Token) -> Any:
        quality = both(ir.Not(ir.HasSupertype(str(supertype))), ir.HasType("land"))
        return (self._keyword(self._words(meta).lower(), meta, quality=quality),)

    def landhome(self, meta: Any, kind: Token) -> Any:
        subtype = vocabulary().subtypes[str(kind)]
        return (self._keyword(f"{kind}home", meta, quality=ir.HasSubtype(subtype)),)

    def typecycling(self, meta: Any, kind: Token, mana: Token) -> Any:
        known = vocabulary()
        quality = (
            ir.HasSubtype(known.subtypes[str(kind)])
            if str(kind) in known.subtypes
            else (both(ir.HasSupertype("basic"), ir.HasType("land")) if kind == "basic" else ir.HasType(str(kind)))
        )
        return (self._keyword("typecycling", meta, cost=ir.Cost((ir.PayMana(str(mana)),)), quality=quality),)

    def typecycling2(self, meta: Any, supertype: Token, kind: Token, mana: Token) -> Any:
        quality = both(ir.HasSupertype(str(supertype)), ir.HasType(str(kind)))
        return (self._keyword("typecycling", meta, cost=ir.Cost((ir.PayMana(str(mana)),)), quality=quality),)

    def bands_with(self, meta: Any, desc: Desc) -> Any:
        return (self._keyword("bands with other", meta, quality=desc.bare),)

    def kw_haunt(self, meta: Any) -> Any:
        return (self._keyword("haunt", meta),)

    def kw_enchant(self, meta: Any, desc: Desc) -> Any:
        return (self._keyword("enchant", meta, quality=desc.test),)

    def keyword_costs(self, meta: Any, name: Token, whose: Any) -> Any:
        return RawKeywordCost(str(name))

    def kw_enchant_player(self, meta: Any, who: ir.Predicate) -> Any:
        return (self._keyword("enchant", meta, quality=who),)

    def quoted(self, meta: Any, quoted: Token) -> Any:
        return self._quoted_abilities(quoted)

    def quals(self, meta: Any, *parts: ir.Predicate) -> tuple[ir.Predicate, ...]:
        return parts

    def qu_color(self, meta: Any, color: Token) -> ir.Predicate:
        return ir.HasColor(str(color))

    def qu_noncolor(self, meta: Any, color: Token) -> ir.Predicate:
        return ir.Not(ir.HasColor(str(color)))

    def qu_desc(self, meta: Any, desc: Desc) -> ir.Predicate:
        return desc.bare

    def qu_all(self, meta: Any) -> ir.Predicate:
        return ir.Anything()

    def qu_all_colors(self, meta: Any) -> ir.Predicate:
        return ir.ColorCount(">=", 1)

    def qu_multi(self, meta: Any) -> ir.Predicate:
        return ir.ColorCount(">=", 2)

    def qu_mono(self, meta: Any) -> ir.Predicate:
        return ir.ColorCount("=", 1)

    def qu_colorless(self, meta: Any) -> ir.Predicate:
        return ir.ColorCount("=", 0)
