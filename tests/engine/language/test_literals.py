"""The words that phrases have as literals."""

from __future__ import annotations

from rulesite.engine.cardtext.parser.grammar import grammar
from rulesite.engine.language.vocabulary import NUMBERS, ORDINALS, vocabulary

ONLY_AS_LITERALS = {"scheme", "adventure"}
"""Words of a kind that stand in texts as words of phrases alone."""


def test_no_phrase_takes_a_word_from_its_kind() -> None:
    """A literal is a terminal of its own: as a word of its kind (a card type, a number) it would not be read any more,
    "basic" in "nonbasic lands" or "planeswalker" in "target player or planeswalker"."""
    known = vocabulary()
    kinds = (known.types, known.supertypes, known.colors, known.subtypes, NUMBERS, ORDINALS)
    assert {word for kind in kinds for word in kind if word in grammar().literals} == ONLY_AS_LITERALS
