"""Fills in tokens that the text mentions again: "create four of those tokens instead"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir


def tokens_like_before(tree: Any) -> Any:
    """The tree with "those tokens", when they are created again, replaced by the tokens created elsewhere in it.

    If it creates none, or several kinds, the words stay as they are, and have no meaning.
    """
    made = [part for part in ir.walk(tree) if isinstance(part, ir.CreateToken)]
    kinds = {part.token for part in made if part.token != ir.SAME_TOKENS}
    if len(kinds) != 1 or len(made) < 2:
        return tree
    (first,) = [part for part in made if part.token in kinds][:1]

    def like_it(part: Any) -> Any:
        if not isinstance(part, ir.CreateToken) or part.token != ir.SAME_TOKENS:
            return part
        return replace(part, token=first.token, tapped=first.tapped, attacking=first.attacking, except_=first.except_)

    return ir.rewrite(tree, like_it)
