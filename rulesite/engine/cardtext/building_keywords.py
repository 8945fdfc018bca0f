"""From the parse tree to the ability tree: keywords, costs and tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.building_nouns import ONE, Desc, Unmeant, _sizes, both
from rulesite.engine.cardtext.mentions import Mention, Mentions
from rulesite.engine.cardtext.vocabulary import vocabulary


@v_args(inline=True, meta=True)
class Keywords(Transformer[Any, Any]):
    """Keywords and what they stand for, costs, tokens."""

    mentions: Mentions
    text: str
    quoted_reader: Callable[[str, int], tuple[ir.Ability, ...]]

    def _keyword(self, name: str, meta: Any = None, **more: Any) -> ir.KeywordAbility:
        return ir.KeywordAbility(name, text=self._words(meta) if meta is not None else name, **more)

    def _words(self, meta: Any) -> str:
        return self.text[meta.start_pos:meta.end_pos]

    def _quoted_abilities(self, quoted: Token) -> tuple[ir.Ability, ...]:
        return self.quoted_reader(str(quoted), (quoted.start_pos or 0) + 1)

    def keywords(self, meta: Any, *parts: Any) -> tuple[ir.Ability, ...]:
        return tuple(ability for part in parts if part is not None for ability in part)

    kws = keywords

    def kwsep(self, meta: Any, *_: Any) -> None:
        return None

    def kw_plain(self, meta: Any, name: Token) -> Any:
        known = vocabulary()
        if str(name) not in known.keywords and (str(name) in known.cost_keywords or str(name) in known.number_keywords):
            wanted = "cost" if str(name) in known.cost_keywords else "number"
            raise Unmeant(f"the keyword {str(name)!r} wants a {wanted}", meta.end_pos)
        return (self._keyword(str(name), meta),)

    def kw_cost(self, meta: Any, name: Token, mana: Token) -> Any:
        return (self._keyword(str(name), meta, cost=ir.Cost((ir.PayMana(str(mana)),))),)

    def kw_cost_dash(self, meta: Any, name: Token, cost: ir.Cost) -> Any:
        """ "Rampage: 2" and "Cumulative Upkeep: {B} and 2 life"."""
        if str(name) in vocabulary().number_keywords and cost.parts and isinstance(cost.parts[0], ir.Loyalty):
            return self._numbered(meta, str(name), cost.parts[0].amount)
        return (self._keyword(str(name), meta, cost=cost),)

    def kw_number(self, meta: Any, name: Token, amount: ir.Amount) -> Any:
        if str(name) in vocabulary().cost_keywords and str(name) not in vocabulary().number_keywords:
            raise Unmeant(f"the keyword {str(name)!r} wants a cost", meta.start_pos)
        return self._numbered(meta, str(name), amount)

    def _numbered(self, meta: Any, name: str, amount: ir.Amount) -> Any:
        return (self._keyword(name, meta, amount=amount),)

    def kw_sub_cost(self, meta: Any, name: Token, subtype: Token, mana: Token) -> Any:
        return (self._keyword(str(name), meta, cost=ir.Cost((ir.PayMana(str(mana)),)),
                              quality=ir.HasSubtype(str(subtype))),)

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
        name = self._words(meta).lower()
        return (self._keyword(name, meta, quality=both(*supertypes, *snow, land)),)

    def landwalk_non(self, meta: Any, supertype: Token, kind: Token) -> Any:
        quality = both(ir.Not(ir.HasSupertype(str(supertype))), ir.HasType("land"))
        return (self._keyword(self._words(meta).lower(), meta, quality=quality),)

    def landhome(self, meta: Any, kind: Token) -> Any:
        subtype = vocabulary().subtypes[str(kind)]
        return (self._keyword(f"{kind}home", meta, quality=ir.HasSubtype(subtype)),)

    def typecycling(self, meta: Any, kind: Token, mana: Token) -> Any:
        known = vocabulary()
        quality = ir.HasSubtype(known.subtypes[str(kind)]) if str(kind) in known.subtypes else (
            both(ir.HasSupertype("basic"), ir.HasType("land")) if kind == "basic" else ir.HasType(str(kind)))
        return (self._keyword("typecycling", meta, cost=ir.Cost((ir.PayMana(str(mana)),)),
                              quality=quality),)

    def typecycling2(self, meta: Any, supertype: Token, kind: Token, mana: Token) -> Any:
        quality = both(ir.HasSupertype(str(supertype)), ir.HasType(str(kind)))
        return (self._keyword("typecycling", meta, cost=ir.Cost((ir.PayMana(str(mana)),)), quality=quality),)

    def bands_with(self, meta: Any, desc: Desc) -> Any:
        return (self._keyword("bands with other", meta, quality=desc.bare),)

    def kw_haunt(self, meta: Any) -> Any:
        return (self._keyword("haunt", meta),)

    def kw_enchant(self, meta: Any, desc: Desc) -> Any:
        return (self._keyword("enchant", meta, quality=desc.test),)

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

    # costs

    def cost(self, meta: Any, *parts: Any) -> ir.Cost:
        return ir.Cost(tuple(one for part in parts for one in part))

    def cost_or(self, meta: Any, one: Any, other: Any) -> ir.Cost:
        return ir.Cost((ir.OneOf((ir.Cost(tuple(one)), ir.Cost(tuple(other)))),))

    def co_mana(self, meta: Any, symbols: Token) -> Any:
        rest = str(symbols)
        parts: list[ir.CostPart] = []
        for sign, part in (("{T}", ir.TapSelf()), ("{Q}", ir.UntapSelf())):
            if sign in rest:
                rest = rest.replace(sign, "")
                parts.append(part)
        if "{E}" in rest:
            parts.append(ir.PayEnergy(ir.Number(rest.count("{E}"))))
            rest = rest.replace("{E}", "")
        return (*([ir.PayMana(rest)] if rest else []), *parts)

    def co_life(self, meta: Any, amount: ir.Amount) -> Any:
        return (ir.PayLife(amount),)

    co_life_equal = co_life

    def co_manacost(self, meta: Any, what: Any) -> Any:
        return (ir.ManaCostOf(self._owner_object(what)),)  # type: ignore[attr-defined]

    co_manacost_np = co_manacost

    def co_mana_each(self, meta: Any, symbols: Token, each: ir.Amount) -> Any:
        return (ir.PayMana(str(symbols), each),)

    def co_mana_equal(self, meta: Any, amount: ir.Amount) -> Any:
        return (ir.PayManaAmount(amount),)

    def co_loyalty(self, meta: Any, amount: Token) -> Any:
        sign = -1 if amount.startswith("-") else 1
        digits = amount.lstrip("+-")
        if digits.isdigit():
            return (ir.Loyalty(ir.Number(sign * int(digits))),)
        return (ir.Loyalty(ir.X(digits) if sign == 1 else ir.Times(-1, ir.X(digits))),)

    def co_loyalty0(self, meta: Any, amount: Token) -> Any:
        return (ir.Loyalty(ir.Number(int(amount))),)

    def co_sacrifice(self, meta: Any, what: Any) -> Any:
        return (ir.Act(ir.Sacrifice(self._obj(what, "sacrifice"))),)  # type: ignore[attr-defined]

    def co_act(self, meta: Any, step: Any) -> Any:
        if isinstance(step, ir.Pay):
            return step.cost.parts
        if isinstance(step, ir.Tap) and (mention := self.mentions.of(step.what)) and isinstance(mention.ref, ir.Self):
            return (ir.TapSelf(),)
        return (ir.Act(step),)

    # tokens

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
        sizes = next((_sizes(word) for kind, word in words if kind == "pt"), (None, None))

        def of(sort: str) -> tuple[str, ...]:
            return tuple(word for kind, word in words if kind == sort)
        if ("tapped", "") in words:
            settings["tapped"] = True
        self.mentions.add(Mention(meta.start_pos, ir.Memo("create"), False, "token", ghost=True))
        types = of("type")
        if sizes != (None, None) and "creature" not in types:
            types = (*types, "creature")
        made = ir.Token(types, of("subtype"), of("supertype"), of("color"), *sizes, look["abilities"],
                        look.get("name", ""))
        return self._known_token(made), settings

    def _known_token(self, made: ir.Token) -> ir.Token:
        """ "A Clue token": the rules say what it is (definitions in keywords.toml)."""
        from rulesite.engine.cardtext.keywords import predefined_token
        if made.types or not made.subtypes:
            return made
        return predefined_token(made, self.quoted_reader)

    def token_named(self, meta: Any, *parts: Any) -> Any:
        name = next(part for part in parts if isinstance(part, str))
        abilities = next((part for part in parts if isinstance(part, tuple) and part and isinstance(
            part[0], ir.Ability)), ())
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
        self.mentions.add(Mention(meta.start_pos, ir.Memo("search"), False, desc.noun, plural=amount != ONE, ghost=True))
        return amount, desc, tail
