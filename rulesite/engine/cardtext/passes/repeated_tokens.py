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
    had = tuple(ability for part in ir.walk(tree) for ability in _given_on_arrival(part))

    def like_it(part: Any) -> Any:
        if not isinstance(part, ir.CreateToken) or part.token != ir.SAME_TOKENS:
            return part
        token: Any = first.token
        if had and isinstance(token, ir.Token):
            token = replace(token, abilities=(*token.abilities, *had))
        return replace(
            part,
            token=token,
            tapped=first.tapped,
            attacking=first.attacking,
            attacked=first.attacked,
            except_=first.except_,
        )

    return ir.rewrite(tree, like_it)


def _given_on_arrival(part: Any) -> tuple[ir.Node, ...]:
    """The abilities of "they have "…"", said of the tokens after they were created."""
    if not isinstance(part, ir.Continuous) or not part.on_arrival or part.what != ir.Memo("create"):
        return ()
    return tuple(
        ability for change in part.changes if isinstance(change, ir.GrantAbilities) for ability in change.abilities
    )
