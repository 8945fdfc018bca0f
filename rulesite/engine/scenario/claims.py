"""Claims: "Ann has 22 life", but also "Ann blocks Bear with Wall is illegal"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lark import Tree

from .actions import Action, read_script
from .errors import ScenarioError
from .model import Sentence
from .parsing import parse
from .sentences import split_sentences
from .words import Names

_LEGALITY = re.compile(r"^(.*?)\s+is\s+(?:now\s+)?(not legal|illegal|legal)$", re.DOTALL)


@dataclass(frozen=True)
class Claim:
    """A claim, read: a tree of the grammar, or actions whose last one is ``legal`` or not."""

    sentence: Sentence
    tree: Tree[Any] | None = None
    actions: tuple[Action, ...] = ()
    legal: bool = True

    @property
    def about_text(self) -> bool:
        """Whether the claim is about the words of a card and not about the course of a game."""
        return self.tree is None or any(
            True
            for kind in ("is_kind", "is_targeted", "is_linked", "means_same", "play_was", "works_in", "works_not_in")
            for _ in self.tree.find_data(kind)
        )


def read_claim(sentence: Sentence, names: Names, path: str) -> Claim:
    """Read a claim. Raises :class:`ScenarioError`."""
    try:
        return Claim(sentence, parse(sentence.text, "that", names))
    except ScenarioError as error:
        match = _LEGALITY.match(sentence.text)
        if match is None:
            raise error.at(path, sentence.line) from None
    actions = read_script((Sentence(match.group(1), sentence.line),), names, path)
    return Claim(sentence, None, tuple(actions), match.group(2) == "legal")


def read_legality(sentence: Sentence, names: Names, path: str) -> list[Action]:
    """The actions of ``legal`` or ``illegal``: all but the last are done first, the last is tried."""
    return read_script(split_sentences(sentence.text, sentence.line), names, path)
