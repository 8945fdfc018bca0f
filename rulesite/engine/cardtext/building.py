"""The whole builder: one pass over a parse tree, all kinds of phrase together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Tree
from lark.exceptions import VisitError

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.building_clauses import Clauses
from rulesite.engine.cardtext.building_effects import Effects
from rulesite.engine.cardtext.building_events import Conditions, Events
from rulesite.engine.cardtext.building_keywords import Keywords
from rulesite.engine.cardtext.building_nouns import Amounts, Descriptions, Phrases, Unmeant
from rulesite.engine.cardtext.building_statements import Deeds
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.mentions import Mentions


class Builder(Keywords, Clauses, Deeds, Effects, Conditions, Events, Phrases, Descriptions, Amounts):
    """Makes raw ability trees (with `RawRef`s and joins still in them) for one ability or paragraph."""

    def __init__(self, text: str, quoted_reader: Callable[[str, int], tuple[ir.Ability, ...]]) -> None:
        super().__init__()
        self.text = text
        self.mentions = Mentions()
        self.quoted_reader = quoted_reader

    def build(self, tree: Tree[Any]) -> Any:
        """The raw ability tree of a parse tree. Raises UnreadableText for words that mean nothing together."""
        try:
            return self.transform(tree)
        except VisitError as error:
            if isinstance(error.orig_exc, UnreadableText):
                raise error.orig_exc from None
            if isinstance(error.orig_exc, Unmeant):
                raise UnreadableText(self.text, error.orig_exc.pos, why=error.orig_exc.why) from None
            if isinstance(error.orig_exc, ValueError):
                start = getattr(tree.meta, "start_pos", 0) or 0
                raise UnreadableText(self.text, start, why=f"this has no meaning yet: {error.orig_exc}") from None
            start = getattr(tree.meta, "start_pos", 0) or 0
            raise UnreadableText(self.text, start, why=(
                f"the grammar reads these words, but the reader fails on them ({error.orig_exc!r})")) from error

    def __default__(self, data: Any, children: Any, meta: Any) -> Any:
        raise Unmeant(f"the grammar reads these words, but they have no meaning yet ({data})",
                      getattr(meta, "start_pos", 0) or 0)
