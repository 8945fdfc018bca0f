"""Searching, looking, revealing; keyword actions; mana."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.steps import YOU, sequence


@v_args(inline=True)
class Library(Part):
    """Cards in the library, keyword actions and mana."""

    def found(self, found: Any) -> Any:
        return found

    def tailsearch(self, step: Any) -> Any:
        return step

    def search(self, whose: Any, found: Any) -> Any:
        amount, desc, tail = found
        # `note` lets "it", "that card", "them" after the search find the card
        step = ir.Search(desc.bare, amount, whose=whose)
        return step if tail is None else sequence(step, tail)

    def search_plain(self, found: Any) -> Any:
        return self._search_of(YOU, found)

    def _search_of(self, whose: Any, found: Any) -> Any:
        amount, desc, tail = found
        step = ir.Search(desc.bare, amount, whose=whose)
        return step if tail is None else sequence(step, tail)

    def search_all(self, whose: Any, found: Any) -> Any:
        amount, desc, tail = found
        step = ir.Search(desc.bare, amount, whose=whose, zones=("graveyard", "hand", "library"))
        return step if tail is None else sequence(step, tail)

    def add_mana(self, mana: Any, *_: Any) -> Any:
        unit, amount = mana
        return ir.AddMana(unit, amount)

    add_mana2 = add_mana

    def m_symbols(self, symbols: Token, each: ir.Amount | None = None) -> Any:
        return ir.ManaSymbols((str(symbols),)), each if each is not None else ONE

    m_symbols1 = m_symbols

    def m_or(self, *symbols: Token) -> Any:
        return ir.ManaSymbols(tuple(map(str, symbols))), ONE

    def m_any_color(self, amount: ir.Amount) -> Any:
        return ir.ManaAnyColor(), amount

    def m_one_color(self, amount: ir.Amount, _: Token) -> Any:
        return ir.ManaAnyColor(one_color=True), amount

    def m_could(self, amount: ir.Amount, by: Any) -> Any:
        return ir.ManaCouldProduce(by), amount

    def m_could_color(self, amount: ir.Amount, by: Any) -> Any:
        return ir.ManaCouldProduce(by, color=True), amount

    @v_args(inline=True, meta=True)
    def couldproduce(self, meta: Any, by: Any) -> Any:
        mention = self.mentions.of(by)
        if mention is not None and re.fullmatch(rf"that {mention.noun} could produce", self._words(meta).lower()):
            mention.ref, mention.word, mention.said = None, "that", f"that {mention.noun}"
            mention.plural, mention.later = False, None
        test = self._as_test(by)
        return ir.Every(test)

    def m_that(self, amount: ir.Amount) -> Any:
        return ir.ManaThatType(), amount

    def m_that_produced(self, amount: ir.Amount, by: Any) -> Any:
        return ir.ManaThatType(), amount

    def m_chosen(self, amount: ir.Amount) -> Any:
        return ir.ManaThatType(chosen=True), amount

    def m_amount(self, amount: ir.Amount, symbols: Token) -> Any:
        return ir.ManaSymbols((str(symbols),)), amount

    def m_equal(self, symbols: Token, amount: ir.Amount) -> Any:
        return ir.ManaSymbols((str(symbols),)), amount
