"""Carrying out instructions: one function per kind, registered here by the modules of ``instructions/``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .choices import NotModelled
from .kernel import Kernel
from .objects import Context

INSTRUCTIONS: dict[type, Callable[[Kernel, Context, Any], None]] = {}


def does(kind: type) -> Callable[[Any], Any]:
    """A decorator: the function carries out this kind of instruction."""

    def enter(function: Any) -> Any:
        INSTRUCTIONS[kind] = function
        return function

    return enter


def perform(kernel: Kernel, ctx: Context, instruction: Any) -> None:
    """Carry out an instruction now.

    ``ctx.did`` says afterwards whether it was carried out at all, ``ctx.previous`` how many it moved, drew, dealt …
    Raises :class:`NotModelled` for a kind that the engine does not know.
    """
    if instruction is None:
        return
    function = INSTRUCTIONS.get(type(instruction))
    if function is None:
        raise NotModelled(f"the engine does not carry out {type(instruction).__name__} yet")
    kernel.count()
    function(kernel, ctx, instruction)
