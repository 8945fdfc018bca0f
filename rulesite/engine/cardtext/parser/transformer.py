"""The complete builder: one pass over a parse tree, for all kinds of phrase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Transformer, Tree
from lark.exceptions import VisitError

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.costs import Costs
from rulesite.engine.cardtext.builder.descriptions import Descriptions
from rulesite.engine.cardtext.builder.nouns import UnmeantError
from rulesite.engine.cardtext.builder.surface import SAID, with_words
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.mentions import Mentions
from rulesite.engine.cardtext.syntax.clauses import Clauses
from rulesite.engine.cardtext.syntax.lasting import Lasting
from rulesite.engine.cardtext.syntax.modes import Modes
from rulesite.engine.cardtext.syntax.ordering import Orders
from rulesite.engine.cardtext.syntax.watching import Events
from rulesite.engine.language import phrases


class Builder(
    Transformer[Any, Any],
    Clauses,
    Costs,
    Lasting,
    Modes,
    Descriptions,
    Orders,
    Events,
):
    """Makes raw ability trees (still with `RawRef`s and joins in them) for an ability or paragraph.

    `named` is the object that the card's name refers to in it.
    """

    def __init__(
        self, text: str, quoted_reader: Callable[[str, int], tuple[ir.Ability, ...]], named: ir.Reference
    ) -> None:
        super().__init__()
        self.text = text
        self.mentions = Mentions()
        self.chosen_qualities = set()
        self.quoted_reader = quoted_reader
        self.named = named

    def build(self, tree: Tree[Any]) -> Any:
        """The raw ability tree of a parse tree. Raises UnreadableText for words that have no meaning together."""
        try:
            return self.transform(tree)
        except VisitError as error:
            if isinstance(error.orig_exc, UnreadableText):
                raise error.orig_exc from None
            if isinstance(error.orig_exc, UnmeantError):
                raise UnreadableText(self.text, error.orig_exc.pos, why=error.orig_exc.why) from None
            start = _place(error, tree)
            if isinstance(error.orig_exc, ValueError):
                raise UnreadableText(self.text, start, why=f"this has no meaning yet: {error.orig_exc}") from None
            raise UnreadableText(
                self.text,
                start,
                why=(f"the grammar reads these words, but the reader fails on them ({error.orig_exc!r})"),
            ) from error

    def _call_userfunc(self, tree: Tree[Any], new_children: Any = None) -> Any:
        """The result of a declared phrase, or of a rule's method, with the words to keep.

        A method that needs the position of its words takes `meta` first.
        """
        children = tree.children if new_children is None else new_children
        phrase, make = phrases.phrase_called(tree.data), getattr(self, tree.data, None)
        try:
            if phrase is not None:
                return phrase.build(self, children, tree.meta)
            if make is None:
                return self.__default__(tree.data, children, tree.meta)
            made = make(*([tree.meta] if "meta" in make.__code__.co_varnames[:2] else []), *children)
        except Exception as error:
            raise VisitError(tree.data, tree, error) from error
        kept = SAID.get(tree.data)
        return made if kept is None else with_words(made, kept(self._words(tree.meta).lower()))

    def __default__(self, data: Any, children: Any, meta: Any) -> Any:
        raise UnmeantError(
            f"the grammar reads these words, but they have no meaning yet ({data})", getattr(meta, "start_pos", 0) or 0
        )


def _place(error: VisitError, tree: Tree[Any]) -> int:
    """The offset of the words that the builder could not handle."""
    for part in (error.obj, tree):
        start = getattr(getattr(part, "meta", None), "start_pos", None)
        if start is not None:
            return int(start)
    return 0
