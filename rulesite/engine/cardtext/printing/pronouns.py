"""Explains to a person what a printed pronoun stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.language.english import a


def whom(ref: Any, say: Callable[[Any], str]) -> str:
    """The meaning of a reference; `say` prints references that need no explanation.

    >>> whom(ir.ControllerOf(ir.Target(0)), str), whom(ir.Outside("artifact"), str)
    ('the controller of target 1', 'an artifact that only the words around name')
    """
    match ref:
        case ir.Self():
            return "this object"
        case ir.Granter():
            return "the object that gives the ability"
        case ir.Target(slot=slot):
            return f"target {slot + 1}"
        case ir.TriggerObject(role=role):
            named = {"subject": "what the event happened to", "source": "the source of the damage"}
            return named.get(role, "the other one of the event")
        case ir.TriggerPlayer():
            return "the player of the event"
        case ir.Memo(verb=None):
            return "what the step before acted on"
        case ir.Memo(verb=verb):
            return f"what this effect made the object of “{str(verb).partition(' ')[0]}”"
        case ir.MeldPair():
            return "this object and the one that melds with it"
        case ir.Linked(verb=verb):
            return f"what its linked ability made the object of “{verb}”"
        case ir.Current():
            return "each of them in turn"
        case ir.Candidate():
            return "the one that is described"
        case ir.Rest():
            return "those left over"
        case ir.Outside(noun="it" | "him" | "them" | "they"):
            return "what only the words around name"
        case ir.Outside(noun=noun):
            return f"{a(noun)} that only the words around name"
        case ir.ControllerOf(of=of):
            return f"the controller of {whom(of, say)}"
        case ir.OwnerOf(of=of):
            return f"the owner of {whom(of, say)}"
        case ir.Attached():
            return "what this is attached to"
        case ir.ThatMuch(source=source):
            return "the number of the event" if source == "trigger" else "the number of the step before"
        case ir.You():
            return "you"
        case _:
            return say(ref)
