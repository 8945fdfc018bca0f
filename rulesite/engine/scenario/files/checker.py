"""Read every sentence of a scenario before play, so that a slip is reported on its own line."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulesite.engine.scenario.assertions.parser import read_claim, read_legality
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.language.vocabulary import singulars
from rulesite.engine.scenario.model import Scenario, Sentence
from rulesite.engine.scenario.script.actions import read_script
from rulesite.engine.scenario.setup.board import Setter, names_of


def check_sentences(scenario: Scenario) -> None:
    """Read every sentence once.

    Raises :class:`ScenarioError` for a sentence that cannot be read or an unknown name.
    """
    names = names_of(scenario)
    setter = Setter(scenario, names)
    setter.read(scenario.given)
    checker = _Checker(scenario, names)
    checker.script(scenario.do)
    for expect in scenario.expects:
        checker.script(expect.after)
        if expect.do is not None:
            checker.script(expect.do)
        if expect.at and expect.at != "start":
            find_point(scenario.do, expect.at, scenario.path, expect.sentence.line)
        if expect.kind == "that":
            checker.claims((expect.sentence,))
        elif expect.kind in ("legal", "illegal"):
            checker.trees(
                [
                    tree
                    for action in read_legality(expect.sentence, names, scenario.path)
                    for tree in (action.tree, *action.merged)
                ],
                expect.sentence.line,
            )
    for control in scenario.controls:
        own = _Checker(scenario, Names(names.players, names.cards))
        changed = Setter(scenario, own.names, control.cards)
        changed.read(scenario.given)
        for sentence in control.change:
            changed.change(sentence)
        own.script(control.do or ())
        own.script(control.after)
        own.claims(control.then)
    for era in scenario.eras:
        checker.script(era.do or ())
        checker.claims(era.differs)


def find_point(script: tuple[Sentence, ...], at: str, path: str, line: int) -> int:
    """The position in a script that ``at`` names: a sentence as written, or its number from 1.

    A sentence that occurs several times takes its count in brackets: "all pass (2)".
    """
    if at.isdigit() and 1 <= int(at) <= len(script):
        return int(at) - 1
    wanted, _, count = at.partition(" (")
    number = int(count.rstrip(")")) if count.rstrip(")").isdigit() else 1
    same = [place for place, sentence in enumerate(script) if _plain(sentence.text) == _plain(wanted)] or [
        place for place, sentence in enumerate(script) if _plain(sentence.text).startswith(_plain(wanted))
    ]
    if len(same) < number:
        raise ScenarioError(
            f"no sentence of do reads {at!r}", path=path, line=line, mend="Write it as in do, or its number from 1"
        )
    return same[number - 1]


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".").casefold()


class _Checker:
    def __init__(self, scenario: Scenario, names: Names) -> None:
        self.scenario = scenario
        self.names = names
        self.texts = " ".join(
            f"{card.line} {card.text}"
            for card in [*scenario.cards, *(card for control in scenario.controls for card in control.cards)]
        )

    def script(self, sentences: tuple[Sentence, ...]) -> None:
        for action in read_script(sentences, self.names, self.scenario.path):
            self.trees([action.tree, *action.merged], action.sentence.line)

    def claims(self, sentences: tuple[Sentence, ...]) -> None:
        for sentence in sentences:
            claim = read_claim(sentence, self.names, self.scenario.path)
            self.trees(
                [claim.tree]
                if claim.tree is not None
                else [tree for action in claim.actions for tree in (action.tree, *action.merged)],
                sentence.line,
            )

    def trees(self, trees: list[Tree[Any]], line: int) -> None:
        """Look for unknown names: neither set up nor mentioned in a card's text (as a token is)."""
        for tree in trees:
            for kind in ("named", "owned", "both"):
                for node in tree.find_data(kind):
                    name = next(
                        str(token.value) for token in node.children if isinstance(token, Token) and token.type == "NAME"
                    )
                    if not self._known(name):
                        raise ScenarioError(
                            f"nothing in the scenario is called {name!r}",
                            path=self.scenario.path,
                            line=line,
                            mend="Names are written as in the set-up: " + ", ".join(self.names.cards[:12]),
                        )

    def _known(self, name: str) -> bool:
        base = name.rstrip("0123456789 ")
        return (
            any(each in self.names.cards for each in (name, base, *singulars(name)))
            or base in self.texts
            or any(each.endswith(f" {name}") for each in self.names.cards)
        )
