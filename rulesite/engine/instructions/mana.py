"""Adding mana."""

from __future__ import annotations

from ..abilities import instructions as ir
from ..batch import commit
from ..evaluate import amount
from ..events import Event
from ..kernel import Kernel
from ..mana import mana_choices
from ..objects import Context
from ..performing import does
from ..references import source_name
from .acting import players


@does(ir.AddMana)
def _add_mana(kernel: Kernel, ctx: Context, node: ir.AddMana) -> None:
    for player in players(kernel, ctx, node.who):
        units = amount(kernel, ctx, node.amount)
        symbols: list[str] = []
        one = list(mana_choices(kernel, ctx, node.mana))
        same = getattr(node.mana, "one_color", False)
        chosen = ""
        for _ in range(units):
            if not one:
                break
            if not (same and chosen):
                chooser = _chooser(kernel, ctx, player)
                chosen = (
                    one[0]
                    if len(one) == 1
                    else kernel.choose_word("mana", chooser, source_name(kernel, ctx), "which mana", one)
                )
            symbols += [part for part in chosen.strip("{}").split("}{") if part]
        flat = [each for symbol in symbols for each in _plain(symbol)]
        tags = tuple(tag for tag in ("tapped", "mana ability") if ctx.said.get(tag))
        commit(
            kernel, [Event("mana", player=player, source=ctx.source, amount=len(flat), tags=tags, facts={"mana": flat})]
        )
        ctx.previous, ctx.did = len(flat), bool(flat)


def _chooser(kernel: Kernel, ctx: Context, receiver: str) -> str:
    """Who chooses the type: the player who gets the mana (2001-07-23: 411.3a), not who controls the ability."""
    return receiver if kernel.has("mana_type_choice") else ctx.controller


def _plain(symbol: str) -> list[str]:
    """A printed generic symbol adds that much colourless mana.

    >>> _plain("3"), _plain("G")
    (['C', 'C', 'C'], ['G'])
    """
    return ["C"] * int(symbol) if symbol.isdigit() else [symbol]
