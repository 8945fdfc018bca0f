"""What the text says in few words as it has been said before: "create four of those tokens instead"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir


def tokens_like_before(tree: Any) -> Any:
    """The tree with "those tokens", where they are created again, as the tokens that it creates elsewhere.

    Where it creates none, or several kinds, the words stay as they are, and mean nothing.
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
