"""Judge whether a claim holds at a table, and state the facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Tree

from .history import HistoryClaims
from .lookup import Verdict
from .objects import ObjectClaims
from .players import PlayerClaims
from .seats import SeatClaims
from .variants import VariantClaims


class Judge(PlayerClaims, ObjectClaims, HistoryClaims, SeatClaims, VariantClaims):
    """Judge claims."""

    def holds(self, tree: Tree[Any]) -> Verdict:
        """Return whether a claim (a tree of the grammar's ``that``) is true, and the facts in words."""
        claim = tree.children[0]
        answer: Callable[..., Verdict] = getattr(self, str(claim.data))
        return answer(*claim.children)
