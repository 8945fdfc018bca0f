"""The slots of how a copy differs from what it copies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import some
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.cardtext.slots.becoming import verbs
from rulesite.engine.language.english import listed
from rulesite.engine.language.sorts import Place, slot, sort


def _otherwise(builder: Any, deeds: Any, place: Place) -> tuple[Any, ...]:
    """The changes of an exception, and how it enters: "if it's a creature" asks the copy. Raises ValueError for what a
    copy cannot be or do."""
    made: list[Any] = []
    for deed in deeds:
        done = deed if isinstance(deed, tuple) else (deed(ir.Self()),)
        if not all(isinstance(one, ir.Change | ir.EntersWith) for one in done):
            raise ValueError("what a copy does and is not")
        made += done
    for change in made:
        for mention in builder.mentions.within(change.condition) if isinstance(change, ir.EntersWith) else ():
            if mention.word == "it":
                builder.mentions.amend(mention, ref=ir.Self(surface="it"), word="")
    return tuple(made)


def _say_otherwise(value: Any, p: Printer, many: bool, head: str) -> str:
    plural = p.node.who in ("they", "those tokens")
    subject, said = NounPhrase("", plural), []
    with p.saying(granting="have", plural_noun=plural):
        for enters, alike in groupby(value, lambda one: isinstance(one, ir.EntersWith)):
            if enters:
                said += [_entering(one, p) for one in alike]
            else:
                said += [p.agree(subject, one).strip() for one in verbs(list(alike), p)]
    return listed(said)


def _entering(value: ir.EntersWith, p: Printer) -> str:
    itself = ir.IsObject(ir.Self(surface="it"))
    return re.sub(r"^.*?(?=\benters?\b)", "", p.say(replace(value, what=itself)))


def exceptions(value: Sequence[Any], p: Printer) -> str:
    """ "It has flying and it's a Bird in addition to its other types"."""
    said = [str(p.said(one, "exception_if" if isinstance(one, ir.ExceptIf) else "exception")) for one in value]
    if len(said) > 1 and isinstance(value[-1], ir.ExceptIf) and value[-1].surface != "behind":
        return f"{listed(said[:-1])} and, {said[-1]}"
    return listed(said)


sort("exceptions", priority=4)
slot("exceptions", "exceptions", say=lambda value, p, many, head: exceptions(value, p) if value else None)
slot(
    "one_exception",
    "exception",
    lambda b, one, place: (one,),
    lambda value, p, many, head: str(p.said(value[0], "exception")) if len(value) == 1 else None,
)
slot("otherwise", "ovps", _otherwise, _say_otherwise)
slot(
    "named_so",
    "name",
    lambda b, name, place: (ir.SetName(name),),
    lambda value, p, many, head: value[0].name if isinstance(value[0], ir.SetName) else None,
)
slot(
    "own_quality",
    "own_quality",
    lambda b, quality, place: (ir.Uncopied(quality),),
    lambda value, p, many, head: value[0].quality if isinstance(value[0], ir.Uncopied) else None,
)
slot("copied_thing", "headnoun")
slot("such_a_one", "np", lambda b, ref, place: b._as_test(ref), lambda value, p, many, head: some(value, p).text)
