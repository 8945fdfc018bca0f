"""Claims: "Ann has 22 life", but also "Ann blocks Bear with Wall is illegal"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lark import Tree

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.language.parser import parse
from rulesite.engine.scenario.model import Sentence
from rulesite.engine.scenario.script.actions import Action, read_script
from rulesite.engine.scenario.sentences import split_sentences

_BECAUSE = re.compile(r"^(.*\b(?:illegal|not legal))\s+because\s+of\s+(.+)$", re.DOTALL)
_LEGALITY = re.compile(r"^(.*?)\s+is\s+(?:now\s+)?(not legal|illegal|legal)$", re.DOTALL)


@dataclass(frozen=True)
class Claim:
    """A parsed claim: a tree of the grammar, or actions of which the last is ``legal`` or not.

    ``because`` is the reason in "illegal because of …".
    """

    sentence: Sentence
    tree: Tree[Any] | None = None
    actions: tuple[Action, ...] = ()
    legal: bool = True
    because: str = ""

    @property
    def still(self) -> bool:
        """Whether the claim states that it was true before, too: "Bear is still in play"."""
        return without_still(self.sentence.text) != self.sentence.text

    @property
    def about_text(self) -> bool:
        """Whether the claim is about the text of a card, not about the course of a game."""
        return self.tree is None or any(
            True
            for kind in ("is_kind", "is_targeted", "is_linked", "means_same", "play_was", "works_in", "works_not_in")
            for _ in self.tree.find_data(kind)
        )


def read_claim(sentence: Sentence, names: Names, path: str) -> Claim:
    """Parse a claim. Raises :class:`ScenarioError`."""
    text, because = without_reason(without_still(sentence.text))
    try:
        return Claim(sentence, parse(text, "that", names), because=because)
    except ScenarioError as error:
        match = _LEGALITY.match(text)
        if match is None:
            raise error.at(path, sentence.line) from None
    actions = read_script((Sentence(match.group(1), sentence.line),), names, path)
    return Claim(sentence, None, tuple(actions), match.group(2) == "legal", because)


_QUOTED_OR_STILL = re.compile(r"""("[^"]*"|“[^”]*”)|\bstill\s+""")


def without_still(text: str) -> str:
    """A claim without the word "still", which is no part of what it claims.

    >>> without_still('Ann still controls Bear'), without_still('Bear is named "Stand still here"')
    ('Ann controls Bear', 'Bear is named "Stand still here"')
    """
    return _QUOTED_OR_STILL.sub(lambda found: found[1] or "", text)


def without_reason(text: str) -> tuple[str, str]:
    """Split a claim from the reason that it names.

    >>> without_reason("playing Bolt is illegal because of priority"), without_reason("Ann has 1 life")
    (('playing Bolt is illegal', 'priority'), ('Ann has 1 life', ''))
    """
    found = _BECAUSE.match(text)
    return (found.group(1), found.group(2)) if found is not None else (text, "")


def lacks_reason(text: str) -> bool:
    """Whether a claim calls an action illegal without naming a reason.

    In a control, any other fault of the action would satisfy such a claim.

    >>> lacks_reason("playing Bolt is illegal"), lacks_reason("playing Bolt is illegal because of priority")
    (True, False)
    """
    found = _LEGALITY.match(text)
    return found is not None and found.group(2) != "legal"


def read_legality(sentence: Sentence, names: Names, path: str) -> list[Action]:
    """Parse the actions of ``legal`` or ``illegal``: all but the last are carried out, the last is tried."""
    return read_script(split_sentences(sentence.text, sentence.line), names, path)
