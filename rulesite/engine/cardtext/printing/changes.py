"""Changes: what objects are, have, get and can't do. Each phrase begins with its verb in the base form."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.becoming import excepting, verbs
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer


@says(ir.CopyOf)
def _copy_of(n: ir.CopyOf, p: Printer) -> str:
    return f"be a copy of {p.who(n.of)}{excepting(n.except_, p)}"


@says(ir.SetTypes, ir.AddTypes)
def _types(n: Any, p: Printer) -> str:
    return verbs((n,), p)[0]
