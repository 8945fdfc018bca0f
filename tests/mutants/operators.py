"""What a mutant changes: plausible slips that Cosmic Ray knows, and four more that people make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator
from parso.python.tree import Keyword

Span = tuple[tuple[int, int], tuple[int, int]]


class DropCondition(Operator):
    """Leaves out one operand of "and" or "or"."""

    def mutation_positions(self, node: Any) -> Iterator[Span]:
        if node.type in ("and_test", "or_test"):
            yield from ((each.start_pos, each.end_pos) for each in node.children[::2])

    def mutate(self, node: Any, index: int) -> Any:
        first = 2 * index - 1 if index else 0
        del node.children[first : first + 2]
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("x = a and b", "x = b"), Example("x = a or b", "x = a", 1))


class DropStatement(Operator):
    """Leaves out a statement that only calls something, or adds to something."""

    def mutation_positions(self, node: Any) -> Iterator[Span]:
        if node.type == "simple_stmt" and _is_call_or_addition(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        old = node.children[0]
        node.children[0] = Keyword("pass", old.start_pos, prefix=old.get_first_leaf().prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("close(x)\n", "pass\n"), Example("x += 1\n", "pass\n"))


class DropArgument(Operator):
    """Leaves out an argument that is given by its name."""

    def mutation_positions(self, node: Any) -> Iterator[Span]:
        yield from ((each.start_pos, each.end_pos) for each in _named(node))

    def mutate(self, node: Any, index: int) -> Any:
        place = node.children.index(_named(node)[index])
        first = max(place - 1, 0)
        del node.children[first : first + 2]
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("f(a, key=b)", "f(a)"), Example("f(one=a, other=b)", "f(other=b)"))


class SwapArguments(Operator):
    """Swaps the first two arguments of a call."""

    def mutation_positions(self, node: Any) -> Iterator[Span]:
        if node.type == "arglist" and len(node.children) > 2:
            first, second = node.children[0], node.children[2]
            if "argument" not in (first.type, second.type) and first.get_code().strip() != second.get_code().strip():
                yield first.start_pos, second.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        first, second = node.children[0].get_first_leaf(), node.children[2].get_first_leaf()
        first.prefix, second.prefix = second.prefix, first.prefix
        node.children[0], node.children[2] = node.children[2], node.children[0]
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("f(a, b, c)", "f(b, a, c)"),)


OWN: dict[str, type[Operator]] = {
    each.__name__: each for each in (DropCondition, DropStatement, DropArgument, SwapArguments)
}
_OPPOSITES = ("Eq_NotEq", "Lt_LtE", "Lt_Gt", "Gt_GtE", "Gt_Lt", "Is_IsNot")
_COMPARISONS = {each for pair in _OPPOSITES for each in (pair, "_".join(reversed(pair.split("_"))))}
OPERATORS = (
    *OWN,
    *(f"core/ReplaceComparisonOperator_{each}" for each in sorted(_COMPARISONS)),
    *(
        f"core/ReplaceBinaryOperator_{each}"
        for each in ("Add_Sub", "Sub_Add", "Mul_Div", "BitAnd_BitOr", "BitOr_BitAnd")
    ),
    "core/AddNot",
    "core/NumberReplacer",
    "core/RemoveDecorator",
    "core/ReplaceAndWithOr",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceOrWithAnd",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceUnaryOperator_Delete_Not",
)
"""The operators that are drawn from: no addition becomes a matrix product, as nobody slips like that."""


def operator_named(name: str) -> Operator:
    """An operator by its name in :data:`OPERATORS`."""
    return OWN[name]() if name in OWN else get_operator(name)()


def _named(node: Any) -> list[Any]:
    if node.type != "arglist":
        return []
    return [each for each in node.children if each.type == "argument" and each.children[1] == "="]


def _is_call_or_addition(node: Any) -> bool:
    if node.type == "expr_stmt":
        return node.children[1].type == "operator" and node.children[1].value in ("+=", "-=", "|=")
    last = node.children[-1] if node.type in ("atom_expr", "power") else None
    return last is not None and last.type == "trailer" and last.children[0] == "("
