"""Searching, looking, revealing; keyword actions; mana."""

from __future__ import annotations

from typing import Any

from lark import v_args

from rulesite.engine import abilities as ir
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
