"""The modules that play each concept, found in the engine's own code, so that the page of a rule can name them.

A concept is played where the code tests it (``kernel.has("look_back")``). A keyword that no code tests only stands for
words, and is played by the keyword table.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.language import keyword_table

WORDS = "language/keywords.toml"
_PLAYS_NOTHING = {"abilities", "cardtext", "eras", "language", "scenario"}


@cache
def played_in() -> Mapping[str, tuple[str, ...]]:
    """The paths within the engine of the modules that play each concept, in alphabetical order.

    Parses the whole engine, once per process.

    >>> played_in()["look_back"], played_in()["flashback"]
    (('events/triggers.py',), ('language/keywords.toml',))
    """
    asked: dict[str, list[str]] = {name: [] for name in CONCEPTS}
    named: dict[str, list[str]] = {name: [] for name in CONCEPTS}
    for path, tree in _modules():
        names, asking = _concepts(tree)
        for found, concepts in ((asked, asking), (named, names)):
            for concept in concepts:
                found[concept].append(path)
    return {name: tuple(asked[name] or _by_words(name) + named[name]) for name in CONCEPTS}


def _modules() -> Iterator[tuple[str, ast.Module]]:
    folder = Path(__file__).parent
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        if inside.parts[0] not in _PLAYS_NOTHING:
            yield inside.as_posix(), ast.parse(path.read_text("utf-8"))


def _concepts(tree: ast.AST) -> tuple[set[str], set[str]]:
    """The concepts that a piece of code names, and those of them that it tests."""
    named: set[str] = set()
    asked: set[str] = set()
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, asking = waiting.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node.value in CONCEPTS:
                named.add(node.value)
                if asking:
                    asked.add(node.value)
            continue
        asks = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "has"
        for name in node._fields:
            value = getattr(node, name)
            within = asking or (asks and name == "args")
            if isinstance(value, ast.AST):
                waiting.append((value, within))
            elif isinstance(value, list):
                waiting.extend((each, within) for each in value if isinstance(each, ast.AST))
    return named, asked


def _by_words(concept: str) -> list[str]:
    return [WORDS] if any(row.get("text") for row in keyword_table.rows(concept.replace("_", " "))) else []
