"""What follows a noun ("you control", "with flying", "in your graveyard"), comparisons and zones."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.language.vocabulary import vocabulary


class Modifiers(Part):
    """What follows a noun, and zones."""

    def name_quoted(self, quoted: str) -> str:
        return str(quoted)

    def name_words(self, meta: Any, *words: str) -> str:
        return self._words(meta)

    def name_self(self, *_: Any) -> str:
        return "~"

    def w_kw_or(self, one: str, *others: Any) -> ir.Predicate:
        words = [str(word) for word in (one, *others) if isinstance(word, str)]
        return ir.AnyOf(
            tuple(ir.HasAbility(w if " " in w or w in vocabulary().keywords else f"{w}walk") for w in words)
        )

    def w_that_name(self, meta: Any) -> ir.Predicate:
        """The name that was chosen; where none was, that of the object spoken of."""
        if "card name" in self.chosen_qualities:
            return ir.HasChosen("card name")
        return ir.SharesQuality("name", self._note(meta, None, word="it"))
