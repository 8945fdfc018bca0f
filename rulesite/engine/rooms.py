"""Where the engine plays each concept: read off its own code, so that the page of a rule can name its module.

A concept is played where the code asks for it (``kernel.has("look_back")``). A keyword that nothing asks for stands for
words, and is played by the table that has them.
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
    """The modules that play each concept, by their paths within the engine, in the order of the alphabet.

    All of the engine is read for it, once for a process.

    >>> played_in()["look_back"], played_in()["flashback"]
    (('happening/triggering.py',), ('language/keywords.toml',))
    """
    asked: dict[str, list[str]] = {name: [] for name in CONCEPTS}
    named: dict[str, list[str]] = {name: [] for name in CONCEPTS}
    for path, tree in _modules():
        for found, within in ((asked, _asking(tree)), (named, [tree])):
            for concept in {name for node in within for name in _concepts(node)}:
                found[concept].append(path)
    return {name: tuple(asked[name] or _by_words(name) + named[name]) for name in CONCEPTS}


def _modules() -> Iterator[tuple[str, ast.Module]]:
    folder = Path(__file__).parent
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        if inside.parts[0] not in _PLAYS_NOTHING:
            yield inside.as_posix(), ast.parse(path.read_text("utf-8"))


def _asking(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "has":
            yield from node.args


def _concepts(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value in CONCEPTS:
            yield each.value


def _by_words(concept: str) -> list[str]:
    return [WORDS] if any(row.get("text") for row in keyword_table.rows(concept.replace("_", " "))) else []
