"""The register of phrases for kinds of node, declared by functions in this package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesite.engine.language.phrases import NoPhraseError, has_words, kinds, said_at_home

if TYPE_CHECKING:
    from rulesite.engine.cardtext.printing.printer import Printer

Phrase = Callable[[Any, "Printer"], Any]
"""Makes words from a node and the printer: a string, a `NounPhrase` or a `Description`, by the node's sort."""

_PHRASES: dict[type, Phrase] = {}


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase in a sentence. `you`: the second person; `player`: a player, not an object."""

    text: str
    plural: bool = False
    you: bool = False
    player: bool = False

    def __str__(self) -> str:
        return self.text


def says(*kinds: type) -> Callable[[Phrase], Phrase]:
    """Declare the phrase of some kinds of node. Raises TypeError for a second phrase of a kind."""

    def declare(phrase: Phrase) -> Phrase:
        for kind in kinds:
            if kind in _PHRASES or has_words(kind):
                raise TypeError(f"two phrases for {kind.__name__}")
            _PHRASES[kind] = phrase
        return phrase

    return declare


def phrase_of(node: Any) -> Phrase:
    """The phrase of a node. Raises NoPhraseError, which names the kind, if none is declared."""
    if has_words(type(node)):
        return said_at_home
    try:
        return _PHRASES[type(node)]
    except KeyError:
        raise NoPhraseError(f"no card words are declared for {type(node).__name__}") from None


def declared() -> frozenset[type]:
    """Every kind of node that has a phrase."""
    return frozenset(_PHRASES) | kinds()
