"""From the parse tree to the ability tree: what objects do, are and have; statements; keywords; costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, Transformer, v_args

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.building_effects import sequence
from rulesite.engine.cardtext.building_nouns import ONE, Desc, _sizes, both, either
from rulesite.engine.cardtext.mentions import Mentions

Deed = Any  # a tuple of changes, or a function from the subject to an instruction or a static part
UNSAID = ""  # the duration of a Continuous whose words give none


@v_args(inline=True)
class Deeds(Transformer[Any, Any]):
    """Verb phrases whose subject is an object."""

    mentions: Mentions

    def object_does(self, what: Any, deeds: list[Deed]) -> Any:
        steps: list[Any] = []
        for deed in deeds:
            if not isinstance(deed, tuple):
                steps.append(deed(what))
            elif steps and isinstance(steps[-1], ir.Continuous):
                steps[-1] = replace(steps[-1], changes=(*steps[-1].changes, *deed))
            else:
                steps.append(ir.Continuous(what, deed, UNSAID))
        return sequence(*steps) if all(isinstance(step, ir.Instruction) for step in steps) else _one(steps)

    def subjectless(self, deed: Deed) -> Any:
        """ "cannot be blocked by Walls", said of the object itself."""
        return self._do(ir.Self(), deed)

    def _do(self, what: Any, deed: Deed) -> Any:
        return deed(what) if not isinstance(deed, tuple) else ir.Continuous(what, deed, UNSAID)

    def ovp(self, deed: Deed) -> Deed:
        return deed

    def typeline1(self, type_: Token) -> Token:
        return type_

    def ovps(self, deed: Deed) -> list[Deed]:
        return [deed]

    def keep_list(self, deeds: list[Deed]) -> list[Deed]:
        return deeds

    def ovps_and(self, *deeds: Deed) -> list[Deed]:
        return list(deeds)

    def gets(self, sizes: Token) -> Deed:
        return (ir.ModifyPowerToughness(*_sizes(str(sizes))),)

    def gets_each(self, sizes: Token, each: ir.Amount) -> Deed:
        power, toughness = (_multiplied(side, each) for side in _sizes(str(sizes)))
        return (ir.ModifyPowerToughness(power, toughness),)

    def gets_or(self, one: Token, other: Token) -> Deed:
        return lambda what: ir.Modal(tuple(ir.Continuous(what, self._gets(sizes), UNSAID) for sizes in (one, other)),
                                     on_resolution=True)

    def gets_and_has(self, sizes: Token, verb: str, abilities: tuple[ir.Ability, ...]) -> Deed:
        return (*self._gets(sizes), ir.GrantAbilities(abilities))

    def _gets(self, sizes: Token) -> Deed:
        return (ir.ModifyPowerToughness(*_sizes(str(sizes))),)

    def hg_has(self) -> str:
        return "has"

    def hg_gain(self) -> str:
        return "gain"

    def has_abilities(self, verb: str, abilities: tuple[ir.Ability, ...]) -> Deed:
        return (ir.GrantAbilities(abilities),)

    def base_pt(self, sizes: Token) -> Deed:
        return (ir.SetBasePowerToughness(*_sizes(str(sizes))),)

    def loses(self, abilities: tuple[ir.Ability, ...]) -> Deed:
        return (ir.RemoveAbilities(tuple(getattr(a, "keyword", a.text) for a in abilities)),)

    def loses_all(self) -> Deed:
        return (ir.RemoveAbilities(),)

    def loses_all_and(self, more: Deed) -> Deed:
        return (ir.RemoveAbilities(), *more)

    def gains_protection_choice(self, whose: Any) -> Deed:
        def deed(what: Any) -> Any:
            kept = ir.KeywordAbility("protection", quality=ir.HasChosen("color"), text="protection from the chosen color")
            return ir.Sequence((ir.ChooseQuality("color", whose), ir.Continuous(what, (ir.GrantAbilities((kept,)),), UNSAID)))
        return deed

    # damage

    def deals(self, amount: ir.Amount, to: Any) -> Deed:
        return lambda what: ir.DealDamage(amount, to, what)

    deals_equal = deals

    def deals_equal2(self, to: Any, amount: ir.Amount) -> Deed:
        return lambda what: ir.DealDamage(amount, to, what)

    def deals_double(self, to: Any) -> Deed:
        return lambda what: ir.DealDamage(ir.Times(2, ir.ThatMuch("trigger")), to, what)

    def deals_two(self, one: ir.Amount, to: Any, other: ir.Amount, also: Any) -> Deed:
        return lambda what: ir.Sequence((ir.DealDamage(one, to, what), ir.DealDamage(other, also, what)))

    def deals_divided(self, amount: ir.Amount, to: Any) -> Deed:
        return lambda what: ir.DealDamage(amount, to, what, divided=True)

    def deals_each(self, amount: ir.Amount, to: Any, each: ir.Amount) -> Deed:
        return lambda what: ir.DealDamage(_multiplied(amount, each), to, what)

    def fights(self, other: Any) -> Deed:
        return lambda what: ir.Fight(what, other)

    def acts(self, action: str) -> Deed:
        return lambda what: ir.KeywordAction(action, what=what)

    def transforms(self) -> Deed:
        return lambda what: ir.KeywordAction("transform", what=what)

    def phases_out(self) -> Deed:
        return lambda what: ir.PhaseOut(what)

    def phases_in(self) -> Deed:
        return lambda what: ir.KeywordAction("phase in", what=what)

    def is_destroyed(self) -> Deed:
        return lambda what: ir.Destroy(what)

    # combat and untapping

    def doesnt_untap(self, whose: Any) -> Deed:
        return (ir.DoesntUntap(),)

    def doesnt_untap_next(self, whose: Any) -> Deed:
        return (ir.DoesntUntap(next_only=True),)

    def _when(self, change: ir.Change, said: tuple[Any, ...]) -> Deed:
        """ "attacks this turn if able": the time stands between the verb and "if able"."""
        span = next((part for part in said if isinstance(part, str)), None)
        return (change,) if span is None else lambda what: ir.Continuous(what, (change,), span)

    def must_attack(self, *said: Any) -> Deed:
        return self._when(ir.MustAttack(), said)

    def must_attack_whom(self, whom: Any) -> Deed:
        return (ir.MustAttack(whom),)

    def must_block(self, *said: Any) -> Deed:
        return self._when(ir.MustBlock(), said)

    def must_block_what(self, what: Any, *said: Any) -> Deed:
        return self._when(ir.MustBlock(what), said)

    def must_be_blocked(self) -> Deed:
        return (ir.MustBeBlocked(),)

    def assigns_none(self) -> Deed:
        return (ir.AssignsNoDamage(),)

    def cant(self, deed: Deed) -> Deed:
        return deed

    can = cant

    def ct_attack(self) -> Deed:
        return (ir.CantAttack(),)

    def ct_attack_whom(self, whom: Any) -> Deed:
        return (ir.CantAttack(self._as_test(whom)),)  # type: ignore[attr-defined]

    def ct_attack_unless(self, condition: ir.Condition) -> Deed:
        return (ir.CantAttack(unless=condition),)

    def cn_attack_if(self, condition: ir.Condition) -> Deed:
        return (ir.CantAttack(unless=condition),)

    def ct_attack_alone(self) -> Deed:
        return (ir.CantAttack(alone=True),)

    def ct_attack_block(self, *parts: Any) -> Deed:
        unless = next((part for part in parts if isinstance(part, ir.Condition)), None)
        return (ir.CantAttack(unless=unless), ir.CantBlock(unless=unless))

    def ct_attack_block_alone(self) -> Deed:
        return (ir.CantAttack(alone=True), ir.CantBlock(alone=True))

    def ct_attack_tax(self, who: Any, cost: ir.Cost, *_: Any) -> Deed:
        return lambda what: ir.Continuous(ir.EachPlayer(), (ir.AttackTax(
            self._as_test(what), cost, ir.You()),), UNSAID)  # type: ignore[attr-defined]

    def ct_block(self) -> Deed:
        return (ir.CantBlock(),)

    def ct_block_what(self, what: Any) -> Deed:
        return (ir.CantBlock(self._as_test(what)),)  # type: ignore[attr-defined]

    def ct_block_alone(self) -> Deed:
        return (ir.CantBlock(alone=True),)

    def ct_block_unless(self, condition: ir.Condition) -> Deed:
        return (ir.CantBlock(unless=condition),)

    def ct_blocked(self) -> Deed:
        return (ir.CantBeBlocked(),)

    def is_unblockable(self) -> Deed:
        return (ir.CantBeBlocked(),)

    def ct_blocked_by(self, by: Any) -> Deed:
        return (ir.CantBeBlocked(_creature_test(self._as_test(by))),)  # type: ignore[attr-defined]

    def ct_blocked_except(self, by: Any) -> Deed:
        mention = self.mentions.of(by)
        if mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(mention.ref.amount, ir.AtLeast) \
                and isinstance(mention.ref.amount.minimum, ir.Number):
            return (ir.CantBeBlocked(minimum=mention.ref.amount.minimum.value),)
        return (ir.CantBeBlocked(_contrary(_creature_test(self._as_test(by)))),)  # type: ignore[attr-defined]

    cn_blocked_only = ct_blocked_except

    def ct_blocked_except_now(self, by: Any) -> Deed:
        return lambda what: ir.Continuous(what, self.ct_blocked_except(by), "turn")

    def ct_blocked_except_n(self, number: Token, type_: Token) -> Deed:
        return (ir.CantBeBlocked(minimum=int(number)),)

    def ct_blocked_more(self, number: Token, type_: Token) -> Deed:
        return (ir.CantBeBlocked(maximum=int(number)),)

    def ct_blocked_if(self, condition: ir.Condition) -> Deed:
        return (ir.CantBeBlocked(unless=ir.NotSo(condition)),)

    def ct_target(self, of: Any = None) -> Deed:
        return (ir.CantBeTargeted(ir.Anything() if of is None else self._as_test(of)),)  # type: ignore[attr-defined]

    def ct_countered(self, by: Any = None) -> Deed:
        return (ir.CantBeCountered(ir.Anything() if by is None else self._as_test(by)),)  # type: ignore[attr-defined]

    def ct_regenerated(self) -> Deed:
        return (ir.CantBeRegenerated(),)

    def ct_destroyed(self) -> Deed:
        return (ir.Indestructible(),)

    def ct_sacrificed(self) -> Deed:
        return (ir.CantBeSacrificed(),)

    def ct_enchanted(self, by: Any = None) -> Deed:
        return (ir.CantBeEnchanted(ir.Anything() if by is None else self._as_test(by)),)  # type: ignore[attr-defined]

    def ct_counters(self, *parts: Any) -> Deed:
        kind = next((part for part in parts if isinstance(part, str)), None)
        return (ir.CantHaveCounters(kind),)

    def ct_untap(self) -> Deed:
        return (ir.DoesntUntap(),)

    def cn_block_only(self, what: Any) -> Deed:
        return (ir.CanBlockOnly(self._as_test(what)),)  # type: ignore[attr-defined]

    def cn_block_more(self, *parts: Any) -> Deed:
        number = next((int(part) for part in parts if isinstance(part, Token) and part.type == "NUM"), 1)
        return (ir.CanBlockMore(number),)

    def cn_block_any(self, *_: Any) -> Deed:
        return (ir.CanBlockMore(None),)

    def cn_attack_haste(self, pron: Any, keyword: Token) -> Deed:
        return (ir.CanAttackDespite(str(keyword)),)

    def cn_attack_despite(self, pron: Any, keyword: Token) -> Deed:
        return (ir.CanAttackDespite(str(keyword)),)

    def cn_attack_now(self, pron: Any, keyword: Token) -> Deed:
        return lambda what: ir.Continuous(what, (ir.CanAttackDespite(str(keyword)),), "turn")

    def cn_block_though(self, pron: Any, keyword: Token) -> Deed:
        return (ir.CanBlockDespite(str(keyword)),)

    def cn_block_though2(self, type_: Token, with_: Token, pron: Any, keyword: Token) -> Deed:
        return (ir.CanBlockDespite(str(keyword)),)

    def ml_more(self) -> bool:
        return False

    def ml_less(self) -> bool:
        return True

    def costs(self, mana: Token, less: bool, times: ir.Amount | None = None) -> Deed:
        return lambda what: ir.Applies(ir.EachPlayer(), (ir.CostChange(
            self._as_test(what), str(mana), less, times),))  # type: ignore[attr-defined]

    # entering

    def enters(self, deed: Deed) -> Deed:
        return deed

    def _enters(self, **how: Any) -> Deed:
        return lambda what: ir.EntersWith(self._as_test(what), **how)  # type: ignore[attr-defined]

    def en_tapped(self) -> Deed:
        return self._enters(tapped=True)

    def en_with(self, amount: ir.Amount, kind: str, on: Any) -> Deed:
        return self._enters(counters=kind, amount=amount)

    def en_with_if(self, amount: ir.Amount, kind: str, on: Any, condition: ir.Condition) -> Deed:
        return self._enters(counters=kind, amount=amount, condition=condition)

    def en_tapped_with(self, amount: ir.Amount, kind: str, on: Any) -> Deed:
        return self._enters(tapped=True, counters=kind, amount=amount)

    def en_with_each(self, amount: ir.Amount, kind: str, on: Any, each: ir.Amount) -> Deed:
        return self._enters(counters=kind, amount=_multiplied(amount, each))

    def en_with_equal(self, kind: str, on: Any, amount: ir.Amount) -> Deed:
        return self._enters(counters=kind, amount=amount)

    def en_tapped_unless(self, condition: ir.Condition) -> Deed:
        return self._enters(tapped=True, condition=condition, unless=True)

    def en_copy(self, of: Any) -> Deed:
        return lambda what: ir.EntersAsCopy(self._as_test(of), optional=False)  # type: ignore[attr-defined]

    # being

    def isbe(self, deed: Deed) -> Deed:
        return deed

    def be_is(self) -> str:
        return "is"

    def be_become(self) -> str:
        return "become"

    def is_be(self, verb: str, content: Callable[[str], Deed] | Deed) -> Deed:
        return content(verb) if callable(content) and getattr(content, "verbed", False) else content

    def isrest(self, *parts: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for part in parts:
            found.update(part)
        return found

    def isrest0(self, words: list[tuple[str, str]], rest: dict[str, Any]) -> Any:
        return words, rest

    def ir_add(self, *_: Any) -> dict[str, Any]:
        return {"add": True}

    def inadd(self, *_: Any) -> bool:
        return True

    def ir_still(self, type_: Token) -> dict[str, Any]:
        return {"still": str(type_)}

    def ir_with(self, abilities: tuple[ir.Ability, ...]) -> dict[str, Any]:
        return {"abilities": abilities}

    def ir_with2(self, verb: str, abilities: tuple[ir.Ability, ...]) -> dict[str, Any]:
        return {"abilities": abilities}

    def ir_pt_value(self, amount: ir.Amount) -> dict[str, Any]:
        return {"sizes": (amount, amount)}

    def ir_p_value(self, amount: ir.Amount) -> dict[str, Any]:
        return {"sizes": (amount, None)}

    def ir_pt(self, sizes: Token) -> dict[str, Any]:
        return {"sizes": _sizes(str(sizes))}

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

    def is_not_typeline(self, words: list[tuple[str, str]]) -> Deed:
        return (ir.RemoveTypes(tuple(word for kind, word in words if kind == "type")),)

    def is_still(self, type_: Token) -> Deed:
        return (ir.AddTypes((str(type_),)),)

    def colorlist(self, *colors: Token) -> tuple[str, ...]:
        return tuple(map(str, colors))

    def is_colors(self, colors: tuple[str, ...], more: Any = None) -> Deed:
        if more is None:
            return (ir.SetColors(colors),)
        words, rest = more
        return _verbed(lambda verb: (ir.SetColors(colors), *_being(verb, words, rest)))

    def is_colors_add(self, colors: tuple[str, ...], *_: Any) -> Deed:
        return (ir.AddColors(colors),)

    def is_colorless(self) -> Deed:
        return (ir.SetColors(()),)

    def is_all_colors(self) -> Deed:
        return (ir.SetColors(("white", "blue", "black", "red", "green")),)

    def is_every_type(self, type_: Token) -> Deed:
        return (ir.EveryType(str(type_)),)

    def is_chosen_type(self, add: bool | None = None) -> Deed:
        return (ir.SetChosen("type", bool(add)),)

    def is_chosen_color(self) -> Deed:
        return (ir.SetChosen("color"),)

    def is_color_choice(self, whose: Any) -> Deed:
        return lambda what: ir.Sequence((ir.ChooseQuality("color", whose), ir.Continuous(
            what, (ir.SetChosen("color"),), UNSAID)))

    def is_land_choice(self, supertype: Token, type_: Token, whose: Any) -> Deed:
        return lambda what: ir.Sequence((ir.ChooseQuality(f"{supertype} {type_} type", whose), ir.Continuous(
            what, (ir.SetChosen("type"),), UNSAID)))

    def is_copy(self, of: Any) -> Deed:
        return (ir.CopyOf(of),)

    def is_pt(self, sizes: Token) -> Deed:
        return (ir.SetBasePowerToughness(*_sizes(str(sizes))),)

    def is_keyword(self, keyword: Token) -> Deed:
        return (ir.GrantAbilities((self._keyword(str(keyword)),)),)  # type: ignore[attr-defined]

    def is_monstrous(self) -> Deed:
        return lambda what: ir.Designate(what, "monstrous")

    def is_tapped(self) -> Deed:
        return lambda what: ir.Tap(what)

    def is_untapped(self) -> Deed:
        return lambda what: ir.Untap(what)

    def is_blocked(self) -> Deed:
        return lambda what: ir.BecomeBlocked(what)


def _verbed(content: Callable[[str], Deed]) -> Any:
    content.verbed = True  # type: ignore[attr-defined]
    return content


def _one(steps: list[Any]) -> Any:
    if len(steps) == 1:
        return steps[0]
    return tuple(steps)


def _multiplied(amount: ir.Amount, each: ir.Amount) -> ir.Amount:
    if amount == ONE:
        return each
    if isinstance(amount, ir.Number):
        return ir.Number(0) if amount.value == 0 else ir.Times(amount.value, each)
    if isinstance(amount, ir.Times) and isinstance(amount.of, ir.X):
        raise ValueError("X for each of something")
    return each


def _contrary(test: ir.Predicate) -> ir.Predicate:
    return test.part if isinstance(test, ir.Not) else ir.Not(test)


def _creature_test(test: ir.Predicate) -> ir.Predicate:
    """Blockers are creatures on the battlefield anyway: only what else is said counts.

    So "can only be blocked by Walls" and "can't be blocked by non-Walls" are one predicate.
    """
    if isinstance(test, ir.AnyOf):
        return either(*map(_creature_test, test.parts))
    if isinstance(test, ir.All):
        return both(*(part for part in test.parts if part not in (ir.IsPermanent(), ir.HasType("creature"))))
    return test


def _being(verb: str, words: list[tuple[str, str]], rest: dict[str, Any]) -> Deed:
    """The changes of "is/becomes a 3/3 green Elemental artifact creature with …".

    Card types that are stated with "is", or together with "in addition", "still" or as "artifact creature", are
    added; with "becomes" they replace. Subtypes alone replace those of their sort.
    """
    types = tuple(word for kind, word in words if kind == "type")
    subtypes = tuple(word for kind, word in words if kind == "subtype")
    supertypes = tuple(word for kind, word in words if kind == "supertype")
    colors = tuple(word for kind, word in words if kind == "color")
    sizes = next((_sizes(word) for kind, word in words if kind == "pt"), rest.get("sizes"))
    changes: list[ir.Change] = []
    if types or subtypes or supertypes:
        added = rest.get("add") or "still" in rest or (types and verb == "is") or {"artifact", "creature"} <= set(types)
        changes.append((ir.AddTypes if added else ir.SetTypes)(types, subtypes, supertypes))
    if colors or ("colorless", "") in words:
        changes.append(ir.SetColors(colors))
    if sizes:
        changes.append(ir.SetBasePowerToughness(*sizes))
    if "abilities" in rest:
        changes.append(ir.GrantAbilities(rest["abilities"]))
    return tuple(changes)
