"""Draws mutants of some modules at random: the same ones for the same seed and code."""

from __future__ import annotations

import ast
import hashlib
import random
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.work_item import MutationSpec

from tests.mutants.operators import OPERATORS, operator_named

MAX_VAIN_DRAWS = 1_000
"""Draws one after the other that bring no further mutant: then there are no more."""
Position = tuple[int, int]


def modules_of(root: Path, paths: Sequence[str]) -> list[Path]:
    """The modules at or below some paths of the project, migrations aside.

    Raises :class:`FileNotFoundError` for a path with no module.
    """
    modules: set[Path] = set()
    for path in paths:
        here = {root / path} if path.endswith(".py") else set((root / path).rglob("*.py"))
        here = {each for each in here if each.is_file() and "migrations" not in each.parts}
        if not here:
            raise FileNotFoundError(
                f"{path}: no module of Python is there; give PATH=rulesite/search, or one file of it"
            )
        modules |= here
    return sorted(modules)


def session_name(root: Path, modules: Sequence[Path], seed: int) -> str:
    """A name for all mutants of these modules as they are now."""
    digest = hashlib.sha256(str(seed).encode())
    for module in modules:
        digest.update(f"{module.relative_to(root)}\n".encode() + module.read_bytes())
    return digest.hexdigest()[:12]


def draw(root: Path, modules: Sequence[Path], seed: int) -> Iterator[MutationSpec]:
    """Yield different mutants: long modules more often, each place in a module as often as the next."""
    drawing, vain = random.Random(seed), 0
    sums = list(accumulate(module.read_bytes().count(b"\n") + 1 for module in modules))
    places: dict[Path, dict[Position, list[MutationSpec]]] = {}
    drawn: set[tuple[str, Position]] = set()
    while vain < MAX_VAIN_DRAWS:
        module = drawing.choices(modules, cum_weights=sums)[0]
        if module not in places:
            places[module] = places_in(module.read_text("utf-8"), module.relative_to(root))
        place = drawing.choice(sorted(places[module])) if places[module] else (0, 0)
        if not places[module] or (str(module), place) in drawn:
            vain += 1
            continue
        drawn.add((str(module), place))
        vain = 0
        yield drawing.choice(places[module][place])


def places_in(source: str, path: Path) -> dict[Position, list[MutationSpec]]:
    """The possible mutants of a module by the place that they change; none changes an annotation."""
    tree, aside = get_ast(source), list(_annotations(source))
    places: dict[Position, list[MutationSpec]] = {}
    for name in OPERATORS:
        operator = operator_named(name)
        spans = (span for node in ast_nodes(tree) for span in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(spans):
            if not any(first <= start < last for first, last in aside):
                mutant = MutationSpec(path, name, occurrence, start, end)
                places.setdefault(start, []).append(mutant)
    return places


def mutated(source: str, mutant: MutationSpec) -> str:
    """The module with the change of a mutant."""
    code = mutate_code(source, operator_named(mutant.operator_name), mutant.occurrence)
    if code is None:
        raise ValueError(f"{mutant.module_path} has changed since this mutant was drawn")
    return str(code)


def _annotations(source: str) -> Iterator[tuple[Position, Position]]:
    """Yield where annotations, type aliases and ``__all__`` stand: they say nothing of what is done."""
    for node in ast.walk(ast.parse(source)):
        for each in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(each, ast.expr):
                yield (each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.BitOr):
            yield (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
